/** Adopt: plain files become pages of the history: as they are, or with frontmatter where their path is named. */

import { type Oid, type PagePath, parsePagePath } from "./base/ids.js";
import type { Outcome } from "./base/result.js";
import { err, ok } from "./base/result--result.js";
import { withoutTail } from "./base/text--text.js";
import type { FileState } from "./git/history--plan.js";
import type { AdoptAnswer } from "./init--start-answers.js";
import { leftOut } from "./memory/included--left-out.js";
import type { Memory } from "./memory/memory.js";
import { readStates } from "./memory/memory--states.js";
import { configPath } from "./memory/root--config-path.js";
import type { Workspace } from "./memory/workspace.js";
import { redactSecrets } from "./rules/secret-keys--secret.js";
import { type AdoptedFile, type Adoption, validateAdoption } from "./write/change--adoption.js";
import { type CommitOptions, commit, refuse } from "./write/commit/commit.js";
import { guardWrites } from "./write/guard/hand--guard-writes.js";
import { staysHome } from "./write/guard/hand--scope-guard.js";
import { envelopeHere } from "./write/patch--envelope.js";

export interface AdoptQuery {
  /** Files or folders below the root; none means every page file that git does not know yet, as it is. */
  readonly paths: readonly string[];
  readonly dryRun: "dry-run" | "commit";
}

export async function adopt(
  workspace: Workspace,
  query: AdoptQuery,
  options: CommitOptions,
): Promise<Outcome<AdoptAnswer>> {
  const memory = workspace.primary;
  const head = await memory.history.head();
  if (!head.ok) return head;
  const tree = await memory.history.tree(head.value.commit);
  if (!tree.ok) return tree;
  const tracked = new Set<string>(tree.value.map((file) => file.path));
  const chosen = choose(memory, query.paths, tracked);
  if (!chosen.ok) return chosen;
  const { files, skipped } = chosen.value;
  const adopted = files.map((file) => {
    const page = memory.table.byPath.get(file.path)!;
    return { path: file.path, id: page.id, type: page.type };
  });
  if (files.length === 0 || query.dryRun === "dry-run") {
    return ok({ adopted, skipped, commit: null, dryRun: query.dryRun === "dry-run" });
  }
  const marker = query.paths.length === 0 && !tracked.has(configPath) ? [configPath as PagePath] : [];
  const others = [...marker, ...blobsOf(memory, files, tracked)];
  const done = await record(memory, { files, others, op: "adopt" }, options);
  if (!done.ok) return done;
  const { commit: made, withheld } = done.value;
  const isOut = new Set<string>(withheld.map(({ path }) => path));
  return ok({
    adopted: adopted.filter(({ path }) => !isOut.has(path)),
    skipped: [...skipped, ...withheld],
    commit: made,
    dryRun: false,
  });
}

/** What was taken in, and what was left out and why. */
export interface TakenIn {
  /** null where nothing was left to commit. */
  readonly commit: Oid | null;
  readonly withheld: AdoptAnswer["skipped"];
}

/** What a new memory begins with, as it is: pages, and others that belong to the memory without being pages. */
export async function startWith(
  memory: Memory,
  pages: readonly PagePath[],
  others: readonly PagePath[],
): Promise<Outcome<TakenIn>> {
  const home = pages.flatMap((path) => {
    const why = keptHome(memory, path);
    return why === null ? [] : [{ path, why }];
  });
  const isHome = new Set<string>(home.map(({ path }) => path));
  const files = pages.filter((path) => !isHome.has(path)).map((path) => ({ path, how: "as_is" }) as const);
  const blobs = blobsOf(memory, files, new Set(others));
  const all: Adoption = { files, others: [...others, ...blobs], op: "start" };
  const done = await record(memory, all, { detached: "refuse" });
  return done.ok ? ok({ ...done.value, withheld: [...home, ...done.value.withheld] }) : done;
}

/** What an evidence page points to comes in with it: a pointer that resolves here and in no clone would be none. */
function blobsOf(memory: Memory, files: readonly AdoptedFile[], tracked: ReadonlySet<string>): readonly PagePath[] {
  const blobs = new Set<PagePath>();
  for (const file of files) {
    const resolves = memory.files.get(file.path)?.data.meta.fields?.resolves;
    const path = typeof resolves === "string" ? parsePagePath(resolves.replace(/^file:/, "")) : null;
    if (path === null || tracked.has(path) || path.endsWith(".md")) continue;
    const read = memory.store.read(path);
    if (read.ok && read.value !== null) blobs.add(path);
  }
  return [...blobs].sort();
}

/** A file that holds a secret stays out, and keeps no other out. */
async function record(
  memory: Memory,
  { files: all, others, op }: Adoption,
  options: CommitOptions,
): Promise<Outcome<TakenIn>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const states = await readStates(memory, head.value.commit, [...all.map((file) => file.path), ...others]);
  if (!states.ok) return states;
  const withheld = states.value.flatMap((state) => withheldFor(memory, state));
  const isOut = new Set<string>(withheld.map(({ path }) => path));
  const files = all.filter(({ path }) => !isOut.has(path));
  const rest = others.filter((path) => !isOut.has(path));
  if (files.length + rest.length === 0) return ok({ commit: null, withheld });
  const validate = validateAdoption.bind(null, { files, others: rest, op }, envelopeHere(memory));
  const about = files.map((file) => file.path).join(", ");
  const done = await commit(memory, { validate, content: { op, files, others: rest }, about }, options);
  return done.ok ? ok({ commit: done.value.unchanged ? null : done.value.commit, withheld }) : done;
}

/** The refusal of one file is on record, as that of a patch would be. */
function withheldFor(memory: Memory, state: FileState): TakenIn["withheld"] {
  const { path, head, work } = state;
  if (head !== null || work === null) return [];
  const write = { path, before: { head: null, index: null, work: work.oid }, index: null, work: null };
  const refusal = guardWrites([{ ...write, head: work.bytes }], "", new Map());
  if (refusal === null) return [];
  refuse(memory, path, refusal);
  return [{ path, why: `${redactSecrets(refusal.says)} ${refusal.hint}` }];
}

interface Chosen {
  readonly files: readonly AdoptedFile[];
  readonly skipped: AdoptAnswer["skipped"];
}

function choose(memory: Memory, asked: readonly string[], tracked: ReadonlySet<string>): Outcome<Chosen> {
  const files: AdoptedFile[] = [];
  const skipped: { path: string; why: string }[] = [];
  if (asked.length === 0) {
    for (const path of memory.table.byPath.keys())
      if (!tracked.has(path)) {
        const why = keptHome(memory, path);
        if (why === null) files.push({ path: path as PagePath, how: "as_is" });
        else skipped.push({ path, why });
      }
  }
  for (const name of asked) {
    const paths = pathsUnder(memory, name);
    if (paths.length === 0) {
      const out = leftOut(memory.config, name.replace(/^\.\//, ""));
      if (out !== null) return err({ code: "page_missing", ...out });
      const hint = "Name files or folders below the memory root, for example: pagefile adopt memory/travel.md";
      return err({ code: "page_missing", says: `There is no Markdown file at or below “${name}”.`, hint });
    }
    for (const path of paths) {
      const why = whyNot(memory, path);
      if (why === null) files.push({ path, how: "frontmatter" });
      else skipped.push({ path, why });
    }
  }
  if (asked.length === 0) skipped.push(...excluded(memory, tracked));
  return ok({ files, skipped });
}

function pathsUnder(memory: Memory, name: string): readonly PagePath[] {
  const clean = withoutTail(name.replace(/^\.\//, ""), "/");
  const all = [...memory.files.keys()].sort() as PagePath[];
  return all.filter((path) => clean === "." || clean === "" || path === clean || path.startsWith(`${clean}/`));
}

function whyNot(memory: Memory, path: PagePath): string | null {
  const page = memory.table.byPath.get(path);
  const facts = memory.files.get(path)?.data;
  if (page === undefined) return facts?.findings?.[0]?.says ?? "It is not a page.";
  if (!page.writable) return "It is an instruction file that you wrote; Pagefile never writes it.";
  const home = keptHome(memory, path);
  if (home !== null) return home;
  if (facts !== undefined && facts.meta.id !== undefined && facts.meta.type !== undefined)
    return "It has an id and a type already.";
  return null;
}

/** Why a page may not come into the history; null where it may. */
function keptHome(memory: Memory, path: string): string | null {
  const scope = memory.table.byPath.get(path)?.scope;
  if (scope === undefined || !staysHome(scope, memory.config.scope)) return null;
  return `It is of scope ${scope}: it stays on this machine and is never committed; give it scope: project if others may have it.`;
}

function excluded(memory: Memory, tracked: ReadonlySet<string>): AdoptAnswer["skipped"] {
  return memory.table.findings
    .filter((finding) => finding.severity === "error" && !tracked.has(finding.path))
    .map((finding) => ({ path: finding.path, why: finding.says }));
}
