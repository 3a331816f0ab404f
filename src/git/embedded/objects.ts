/**
 * EmbeddedObjects: what the engine without git asks isomorphic-git of objects that are not loose: their bytes, never believed when damaged, and ids
 * by their beginnings. A revision is read by its name, and whether attributes would change a file's bytes is looked at, because this engine cannot
 * do that.
 */

import * as promises from "node:fs/promises";
import { join } from "node:path";
import git from "isomorphic-git";
import { type Oid, parseOid } from "../../base/ids.js";
import { Bug, type Outcome, ok } from "../../base/result.js";
import { withoutTail } from "../../base/text.js";
import { attempt, corrupt, errnoOf, gitFailed, ioFailed } from "../../state/fs-calls.js";
import { linkedText } from "../layout.js";
import type { ObjectStore } from "../objects/object-store.js";
import type { GitObject, Packed } from "../objects/tree.js";
import { isRefName, readHead, readRef } from "../refs/refs.js";
import { readCommit, readShallow } from "../walk.js";

export interface Objects extends Packed {
  /** The ids that begin with these hex digits (at least two). */
  expand(prefix: string): Promise<Outcome<readonly Oid[]>>;
}

/** What isomorphic-git reads files with. */
export const fs: { readonly promises: typeof promises } = { promises };

/** `commonDir` is absolute and without symlinks. */
export function openObjects(commonDir: string): Objects {
  // isomorphic-git without a cache parses every pack index anew for every object.
  let cache: object = {};
  const readOnce = (oid: Oid): Promise<Outcome<GitObject | null>> =>
    settle(`read the object ${oid}`, async () => {
      try {
        const read = await git.readObject({ fs, gitdir: commonDir, oid, cache, format: "content" });
        return { type: read.type, bytes: read.object as Buffer };
      } catch (error) {
        if (nameOf(error) === "NotFoundError") return null;
        throw error;
      }
    });
  return {
    async read(oid) {
      const first = await readOnce(oid);
      if (first.ok && first.value !== null) return first;
      // A gc meanwhile moves objects from one pack to another; the cache may hold on to a pack that is gone.
      if (!first.ok) cache = {};
      return readOnce(oid);
    },
    async close() {},
    expand: (prefix) =>
      settle(`look for the id ${prefix}`, async () => {
        try {
          return [(await git.expandOid({ fs, gitdir: commonDir, oid: prefix, cache })) as Oid];
        } catch (error) {
          if (nameOf(error) === "NotFoundError") return [];
          if (nameOf(error) === "AmbiguousError") return matchesOf(error);
          throw error;
        }
      }),
  };
}

/** What isomorphic-git throws as a value: system errors as such, all else as damage, for that is what it found. */
async function settle<T>(doing: string, act: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return ok(await act());
  } catch (error) {
    if (error instanceof Bug || !(error instanceof Error)) throw error;
    if (errnoOf(error) !== null) return ioFailed(error, doing);
    return corrupt(`Could not ${doing}; damage was found: ${withoutTail(error.message.split("\n")[0] ?? "", ".!")}.`);
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? ((error as { code?: string }).code ?? error.name) : "";
}

function matchesOf(error: unknown): readonly Oid[] {
  const { data } = error as { readonly data?: { readonly matches?: readonly Oid[] } };
  return (data?.matches ?? []).filter((oid) => /^[0-9a-f]{40}$/.test(oid));
}

// Attributes: whether gitattributes may change a file's bytes on their way into git, which this engine cannot do.

export interface AttributeFiles {
  readonly top: string;
  readonly commonDir: string;
  /** core.attributesFile or its default; null where there is none. */
  readonly personal: string | null;
}

interface Rule {
  /** The pattern as written; null where any path may be meant. */
  readonly pattern: string | null;
  readonly attributes: readonly string[];
}

const macroMark = "[attr]";
const programs = ["filter", "working-tree-encoding", "ident"];
const lineEndings = ["text", "eol", "crlf"];

/**
 * The attribute that stands in the way of committing `path` (from the top, `/` between components) as it is, or null.
 * Line endings stand in the way only of bytes with a carriage return. A pattern this reader cannot rule out counts as a match.
 */
export function conversionOf(files: AttributeFiles, path: string, bytes: Uint8Array | null): Outcome<string | null> {
  const parts = path.split("/");
  const folders = parts.map((_, depth) => join(files.top, ...parts.slice(0, depth)));
  const places = [
    ...folders.map((folder) => join(folder, ".gitattributes")),
    join(files.commonDir, "info", "attributes"),
  ];
  const unwanted = bytes?.includes(13) ? [...programs, ...lineEndings] : programs;
  const rules: Rule[] = [];
  for (const place of files.personal === null ? places : [files.personal, ...places]) {
    const text = attempt(`read ${place}`, () => linkedText(place, ["ENOENT", "ENOTDIR", "EISDIR"]) ?? "");
    if (!text.ok) return text;
    rules.push(...rulesOf(text.value));
  }
  const named = withMacros(unwanted, rules);
  for (const { pattern, attributes } of rules) {
    const found = attributes.find((name) => named.has(name));
    if (found !== undefined && mayMatch(pattern, parts)) return ok(found);
  }
  return ok(null);
}

/** Lines of a gitattributes file; attributes that a line unsets are left out. */
function rulesOf(text: string): readonly Rule[] {
  const rules: Rule[] = [];
  for (const raw of text.split("\n")) {
    const words = raw.split(/[ \t\r]+/).filter((word) => word !== "");
    const [first, ...rest] = words;
    if (first === undefined || first.startsWith("#")) continue;
    // A quoted pattern may hold spaces: all its words are taken for attributes and it for any path.
    const quoted = first.startsWith('"');
    const set = (quoted ? words : rest).filter((word) => !/^[-!]/.test(word));
    rules.push({ pattern: quoted ? null : first, attributes: set.map((word) => word.split("=")[0] as string) });
  }
  return rules;
}

/** The names and every macro that sets one of them, in whichever file it is defined. */
function withMacros(names: readonly string[], rules: readonly Rule[]): ReadonlySet<string> {
  const all = new Set(names);
  for (let size = 0; size !== all.size; ) {
    size = all.size;
    for (const { pattern, attributes } of rules) {
      if (pattern?.startsWith(macroMark) && attributes.some((name) => all.has(name))) {
        all.add(pattern.slice(macroMark.length));
      }
    }
  }
  return all;
}

/** Compares the last component only: exact names and `*.suffix` are told apart, all other patterns may match. */
function mayMatch(pattern: string | null, parts: readonly string[]): boolean {
  const last = pattern?.slice(pattern.lastIndexOf("/") + 1) ?? "";
  const name = parts[parts.length - 1] ?? "";
  if (pattern?.startsWith(macroMark)) return false;
  if (pattern === null || last === "") return pattern === null;
  if (!/[*?[\\]/.test(last)) return last.toLowerCase() === name.toLowerCase();
  const suffix = last.slice(1);
  if (!last.startsWith("*") || /[*?[\\]/.test(suffix)) return true;
  return name.toLowerCase().endsWith(suffix.toLowerCase());
}

// Revision: a name for a commit as people write it, followed to the commit.

/** What a revision is looked up in. */
interface Sources {
  readonly objects: Objects;
  readonly store: ObjectStore;
}

const tagDepthMax = 10;
const stepsMax = 1_000_000;

/**
 * `HEAD`, `@`, refs by their short names, full and abbreviated ids, each followed by any of `~N`, `^N`, `^{commit}`, `^{}`.
 * null when it names no commit; `git_failed` for reflog and message searches, which only git itself answers.
 */
export async function resolveRevision(sources: Sources, revision: string): Promise<Outcome<Oid | null>> {
  if (revision.includes("@{") || revision.includes("^{/") || revision.startsWith(":/")) {
    return gitFailed(
      `The embedded git engine does not read ${revision}: a branch, a tag, an id, \`~N\` or \`^N\` was expected.`,
      "Name the commit by its id, or install git.",
    );
  }
  const [, name = "", suffix = ""] = /^([^~^]*)(.*)$/su.exec(revision) ?? [];
  const steps = suffix === "" ? [] : (suffix.match(/~\d*|\^(?:\d+|\{(?:commit)?\})?/gu) ?? []);
  if (name === "" || steps.join("") !== suffix) return ok(null);
  const named = await lookUp(sources, name);
  let at = named.ok && named.value !== null ? await peel(sources, named.value) : named;
  for (const step of steps) {
    if (!at.ok || at.value === null) return at;
    at = await follow(sources, at.value, step);
  }
  return at;
}

/** By the order of gitrevisions(7): a full id, then refs, then an abbreviated id. */
async function lookUp(sources: Sources, name: string): Promise<Outcome<Oid | null>> {
  const { layout } = sources.store;
  if (name === "HEAD" || name === "@") {
    const head = readHead(layout);
    return head.ok ? ok(head.value.commit) : head;
  }
  const lower = name.toLowerCase();
  if (/^[0-9a-f]{40}$/.test(lower)) return ok(parseOid(lower));
  const places = ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"].map((place) => place + name);
  for (const ref of [...places, `refs/remotes/${name}/HEAD`].filter(isRefName)) {
    const found = readRef(layout, ref);
    if (!found.ok || found.value !== null) return found;
  }
  return /^[0-9a-f]{4,39}$/.test(lower) ? expandCommit(sources, lower) : ok(null);
}

/** An abbreviation that several objects share means the one commit among them. */
async function expandCommit(sources: Sources, prefix: string): Promise<Outcome<Oid | null>> {
  const found = await sources.objects.expand(prefix);
  if (!found.ok) return found;
  const commits = new Set<Oid>();
  for (const oid of found.value) {
    const commit = await peel(sources, oid);
    if (!commit.ok) return commit;
    if (commit.value !== null) commits.add(commit.value);
  }
  const [only] = commits;
  return ok(commits.size === 1 && only !== undefined ? only : null);
}

/** Follows tag objects to the commit; null where they end at something else, or at nothing. */
async function peel(sources: Sources, oid: Oid): Promise<Outcome<Oid | null>> {
  let at = oid;
  for (let depth = 0; depth < tagDepthMax; depth += 1) {
    const object = await sources.objects.read(at);
    if (!object.ok) return object;
    if (object.value?.type === "commit") return ok(at);
    if (object.value?.type !== "tag") return ok(null);
    const [first = ""] = object.value.bytes.toString("latin1", 0, 64).split("\n");
    const target = parseOid(first.slice("object ".length));
    if (target === null) return ok(null);
    at = target;
  }
  return ok(null);
}

async function follow(sources: Sources, from: Oid, step: string): Promise<Outcome<Oid | null>> {
  if (step.startsWith("^{")) return ok(from);
  const count = step.length === 1 ? 1 : Number.parseInt(step.slice(1), 10);
  if (count === 0) return ok(from);
  if (step.startsWith("^")) return parentOf(sources, from, count);
  let at: Oid = from;
  for (let done = 0; done < Math.min(count, stepsMax); done += 1) {
    const parent = await parentOf(sources, at, 1);
    if (!parent.ok || parent.value === null) return parent;
    at = parent.value;
  }
  return ok(at);
}

async function parentOf(sources: Sources, oid: Oid, number: number): Promise<Outcome<Oid | null>> {
  const shallow = readShallow(sources.store.layout);
  if (!shallow.ok) return shallow;
  const commit = await readCommit(sources.store, oid, shallow.value);
  return commit.ok ? ok(commit.value.parents[number - 1] ?? null) : commit;
}
