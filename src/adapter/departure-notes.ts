/** DepartureNotes: the record of files that are about to go: one small file a commit, named by the process that makes it. */

import { readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { stableJson } from "../base/json.js";
import { ok } from "../base/result.js";
import type { Departure, DepartureNote, Departures, LeftNote } from "../port/departures.js";
import { attempt, errnoOf } from "./fs-calls.js";
import { isDead, nameOwner, parseOwner, thisOwner } from "./git/lock-owner.js";
import { removeWhole, writeNew } from "./staging-file.js";

/** How processes are told apart. */
export interface Naming {
  /** A file name, another one each time. */
  readonly mine: () => string;
  readonly isDead: (name: string) => boolean;
}

const processes: Naming = {
  mine: () => nameOwner(thisOwner()),
  isDead(name) {
    const owner = parseOwner(name);
    return owner !== null && isDead(owner);
  },
};

const free = "free-";
const end = ".json";

/** `folder` is machine-local and tells of one work tree. What is no note there is passed over: it undoes nothing by itself. */
export function openDepartures(folder: string, naming: Naming = processes): Departures {
  const put = (name: string, rows: readonly Departure[]): void =>
    void writeNew(join(folder, name + end), `${stableJson({ departures: rows })}\n`);
  const noteOf = (name: string): DepartureNote => ({
    close(stuck) {
      attempt("close a note of files that go", () => {
        if (stuck.length > 0) put(free + naming.mine(), stuck);
        removeWhole(folder, [name + end]);
      });
    },
  });
  const claimOne = (left: string): readonly LeftNote[] => {
    const name = naming.mine();
    if (!taken(join(folder, left + end), join(folder, name + end))) return [];
    return [{ rows: parse(readFileSync(join(folder, name + end), "utf8")), ...noteOf(name) }];
  };
  return {
    announce: (rows) =>
      attempt(`note in ${folder} what goes`, () => {
        const name = naming.mine();
        put(name, rows);
        return noteOf(name);
      }),
    claim() {
      const names = attempt(`read ${folder}`, () => notesIn(folder));
      if (!names.ok) return names;
      const left = names.value.filter((name) => name.startsWith(free) || naming.isDead(name));
      return left.length === 0 ? ok([]) : attempt(`claim what is left in ${folder}`, () => left.flatMap(claimOne));
    },
  };
}

function notesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(end));
    return names.map((name) => name.slice(0, -end.length)).sort();
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** False where another process was quicker. */
function taken(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return false;
    throw error;
  }
}

function parse(text: string): readonly Departure[] {
  try {
    const value = JSON.parse(text) as { readonly departures?: unknown } | null;
    const rows = value?.departures;
    return Array.isArray(rows) && rows.every(isDeparture) ? rows : [];
  } catch {
    return [];
  }
}

function isDeparture(value: unknown): value is Departure {
  if (!isPlace(value)) return false;
  const { to } = value as { readonly to?: unknown };
  return to === null || isPlace(to);
}

function isPlace(value: unknown): value is Pick<Departure, "path" | "oid"> {
  if (typeof value !== "object" || value === null) return false;
  const { path, oid } = value as { readonly path?: unknown; readonly oid?: unknown };
  return typeof path === "string" && typeof oid === "string";
}
