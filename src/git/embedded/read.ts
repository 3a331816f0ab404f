/** Revision: a name for a commit as people write it, followed to the commit. */

import { type Oid, parseOid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { gitFailed } from "../../state/fs-calls--failures.js";
import type { ObjectStore } from "../objects/object-store--object-store.js";
import { isRefName, readHead, readRef } from "../refs/refs.js";
import type { Objects } from "./objects--objects.js";
import { readCommit, readShallow } from "./walk--commit-object.js";

/** What a revision is looked up in. */
export interface Sources {
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
