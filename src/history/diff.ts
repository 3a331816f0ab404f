/** Diff: what changed between two revisions of the memory, or between a revision and the files on disk. */

import { createTwoFilesPatch } from "diff";
import type { Oid, PagePath } from "../base/ids.js";
import { err, type Outcome, ok } from "../base/result.js";
import { isPageOf } from "../memory/included.js";
import type { Memory } from "../memory/memory.js";
import { isPageFile } from "../memory/profile.js";
import { locate, storeNamed, type Workspace } from "../memory/workspace.js";
import { changedPaths, resolveIn } from "./log.js";

export interface DiffAnswer {
  /** A revision, or `work` for the files on disk. */
  readonly from: string;
  readonly to: string;
  readonly files: readonly {
    readonly path: PagePath;
    readonly added: number;
    readonly removed: number;
    readonly patch: string;
  }[];
}

export interface DiffQuery {
  readonly page: string | null;
  /** A revision; HEAD when null. */
  readonly from: string | null;
  /** A revision; the files on disk when null. */
  readonly to: string | null;
  /** Of what this session keeps to itself, where no page is named. */
  readonly session?: string | null;
}

export async function diff(workspace: Workspace, query: DiffQuery): Promise<Outcome<DiffAnswer>> {
  const located = query.page === null ? null : locate(workspace, query.page);
  if (located !== null && !located.ok) return located;
  const store = located === null ? storeNamed(workspace, query.session ?? null) : ok(located.value.memory);
  if (!store.ok) return store;
  const memory = store.value;
  const from = await sideOf(memory, query.from ?? "HEAD");
  if (!from.ok) return from;
  const to = query.to === null ? diskSide(memory) : await sideOf(memory, query.to);
  if (!to.ok) return to;
  const only = located === null ? null : located.value.entry.path;
  const paths = changedPaths(from.value.files, to.value.files).filter((path) => only === null || path === only);
  const files: DiffAnswer["files"][number][] = [];
  for (const path of paths) {
    const before = await from.value.text(path);
    if (!before.ok) return before;
    const after = await to.value.text(path);
    if (!after.ok) return after;
    files.push(fileDiff(path, before.value, after.value));
  }
  return ok({ from: query.from ?? "HEAD", to: query.to ?? "work", files });
}

/** One version of all files: their ids, and their texts on demand. */
interface Side {
  readonly files: ReadonlyMap<PagePath, string>;
  text(path: PagePath): Promise<Outcome<string | null>>;
}

async function sideOf(memory: Memory, revision: string): Promise<Outcome<Side>> {
  const resolved = await resolveIn(memory, revision);
  if (!resolved.ok) return resolved;
  if (resolved.value === null && revision !== "HEAD") return err(unknownRevision(revision));
  const tree = await memory.history.tree(resolved.value);
  if (!tree.ok) return tree;
  const isPage = memory.session === undefined ? isPageOf.bind(null, memory.config) : isPageFile;
  const files = new Map(tree.value.filter(({ path }) => isPage(path)).map(({ path, oid }) => [path, oid] as const));
  return ok({
    files,
    text: async (path) => {
      const oid = files.get(path);
      if (oid === undefined) return ok(null);
      const blob = await memory.history.blob(oid as Oid);
      return blob.ok ? ok(new TextDecoder().decode(blob.value)) : blob;
    },
  });
}

function diskSide(memory: Memory): Outcome<Side> {
  const files = new Map(
    [...memory.files.values()].map((file) => [file.path as PagePath, file.oid as string] as const),
  );
  return ok({
    files,
    text: async (path) => {
      const read = memory.store.read(path);
      if (!read.ok) return read;
      return ok(read.value === null ? null : new TextDecoder().decode(read.value.blob.bytes));
    },
  });
}

function fileDiff(path: PagePath, before: string | null, after: string | null): DiffAnswer["files"][number] {
  const patch = createTwoFilesPatch(
    before === null ? "/dev/null" : `a/${path}`,
    after === null ? "/dev/null" : `b/${path}`,
    before ?? "",
    after ?? "",
    undefined,
    undefined,
    { context: 3 },
  );
  const lines = patch.split("\n").slice(4);
  return {
    path,
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
    patch: patch.replace(/^=+\n/, ""),
  };
}

export function unknownRevision(revision: string): {
  readonly code: "usage";
  readonly says: string;
  readonly hint: string;
} {
  return {
    code: "usage",
    says: `“${revision}” names no commit.`,
    hint: "Use a commit id, a branch, a tag, or HEAD~2; list commits with: pagefile log",
  };
}
