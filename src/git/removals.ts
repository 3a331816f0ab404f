/**
 * Removals: what a commit takes from files on disk, on record until the commit stands and is done, because the process may die at any moment.
 * The record is one small file a commit.
 */

import { join } from "node:path";
import type { Oid, PagePath } from "../base/ids.js";
import { parseLine, stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { type Outcome, ok } from "../base/result.js";
import { renameIfThere } from "../state/durable.js";
import { attempt } from "../state/fs-calls.js";
import { listFolder, readDerived, removeWhole, writeNew } from "../state/plain-file.js";
import { isOwnerDead, nameOwner, thisOwner } from "../state/process.js";

/** How processes are told apart. */
export interface Naming {
  /** A file name, another one each time. */
  readonly mine: () => string;
  readonly isDead: (name: string) => boolean;
}

const processes: Naming = { mine: () => nameOwner(thisOwner()), isDead: isOwnerDead };

const free = "free-";
const end = ".json";

/** `folder` is machine-local and tells of one work tree. What is no note there is passed over: it undoes nothing by itself. */
export function openRemovals(folder: string, naming: Naming = processes) {
  const noteOf = (name: string): RemovalNote => ({
    close: () => void attempt("close a note of files that go", () => removeWhole(folder, [name + end])),
    leave: () =>
      void attempt("leave a note of files that go", () =>
        renameIfThere(join(folder, name + end), join(folder, free + name + end)),
      ),
  });
  const leftIn = (): Outcome<readonly string[]> => {
    const names = attempt(`read ${folder}`, () => notesIn(folder));
    return names.ok ? ok(names.value.filter((name) => name.startsWith(free) || naming.isDead(name))) : names;
  };
  const claimOne = (left: string): readonly (RemovalNote & Announced)[] => {
    const name = naming.mine();
    if (!renameIfThere(join(folder, left + end), join(folder, name + end))) return [];
    return [{ ...parse(readDerived(join(folder, name + end), limits.indexBytesMax) ?? ""), ...noteOf(name) }];
  };
  return {
    /** Durable when it returns. */
    announce: ({ leaving, rewriting }: Announced): Outcome<RemovalNote> =>
      attempt(`note in ${folder} what goes`, () => {
        const name = naming.mine();
        const rows = rewriting.map(({ was, ...row }) => ({
          ...row,
          was: was === null ? null : Buffer.from(was).toString("base64"),
        }));
        writeNew(join(folder, name + end), `${stableJson({ departures: leaving, rewriting: rows })}\n`);
        return noteOf(name);
      }),
    /** What dead processes left on record and nobody has claimed, only looked at. */
    left(): Outcome<readonly Announced[]> {
      const left = leftIn();
      if (!left.ok) return left;
      return attempt(`read ${folder}`, () =>
        left.value.flatMap((name) => {
          const text = readDerived(join(folder, name + end), limits.indexBytesMax);
          // Nothing where another process has claimed it meanwhile.
          return text === null ? [] : [parse(text)];
        }),
      );
    },
    /** What dead processes left on record, and what living ones gave up; each is this process's from now on, and nobody else's. */
    claim(): Outcome<readonly (RemovalNote & Announced)[]> {
      const names = leftIn();
      if (!names.ok) return names;
      const left = names.value;
      return left.length === 0 ? ok([]) : attempt(`claim what is left in ${folder}`, () => left.flatMap(claimOne));
    },
  };
}

function notesIn(folder: string): readonly string[] {
  const names = listFolder(folder).filter((name) => name.endsWith(end));
  return names.map((name) => name.slice(0, -end.length)).sort();
}

function parse(text: string): Announced {
  const { departures, rewriting } = parseLine(text) ?? {};
  if (!isListOf(departures, isDeparture) || !isListOf(rewriting, isRewriting)) return nothing;
  const rows = rewriting.map(({ was, ...row }) => ({
    ...row,
    was: was === null ? null : Buffer.from(was, "base64"),
  }));
  return { leaving: departures, rewriting: rows };
}

const nothing: Announced = { leaving: [], rewriting: [] };

function isListOf<T>(value: unknown, isOne: (row: unknown) => row is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isOne);
}

function isRewriting(value: unknown): value is Omit<Rewriting, "was"> & { readonly was: string | null } {
  if (typeof value !== "object" || value === null) return false;
  const { path, is, was, head } = value as Readonly<Record<string, unknown>>;
  const isNullable = (text: unknown): boolean => text === null || typeof text === "string";
  return typeof path === "string" && typeof is === "string" && isNullable(was) && isNullable(head);
}

function isDeparture(value: unknown): value is Removal {
  if (!isPlace(value)) return false;
  const { to } = value as { readonly to?: unknown };
  return to === null || isPlace(to);
}

function isPlace(value: unknown): value is Pick<Removal, "path" | "oid"> {
  if (typeof value !== "object" || value === null) return false;
  const { path, oid } = value as { readonly path?: unknown; readonly oid?: unknown };
  return typeof path === "string" && typeof oid === "string";
}

/** A file that goes, and where its bytes went. */
export interface Removal {
  readonly path: PagePath;
  /** What it held when it was planned to go; a file that holds anything else stays. */
  readonly oid: Oid;
  /** null where it goes for good. */
  readonly to: { readonly path: PagePath; readonly oid: Oid } | null;
}

/** A file that is written before the commit stands, and what it was until then. */
export interface Rewriting {
  readonly path: PagePath;
  /** null where there was no file. */
  readonly was: Uint8Array | null;
  /** What it holds while the commit is made, on disk and, once that stands, in HEAD. */
  readonly is: Oid;
  readonly head: Oid | null;
}

/** One commit's. */
export interface Announced {
  readonly leaving: readonly Removal[];
  readonly rewriting: readonly Rewriting[];
}
export type Removals = ReturnType<typeof openRemovals>;

export interface RemovalNote {
  /** Off the record. Best effort, as `leave` is: a note that stays is claimed and found out of date. */
  close(): void;
  /** Not done: for whoever claims next. */
  leave(): void;
}
