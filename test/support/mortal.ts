/** Mortal: notes of files that go, made by processes that can be said to have died, within one real process. */

import { type Naming, openRemovals, type Removals } from "../../src/git/removals.js";

let births = 0;

/** One process: it lives until `die`, and everybody knows which of them are dead. */
export interface Mortal {
  readonly departures: Removals;
  die(): void;
}

const dead = new Set<string>();

export function mortal(folder: string): Mortal {
  births += 1;
  const name = `p${births}`;
  let notes = 0;
  const naming: Naming = {
    mine: () => `${name}-${++notes}`,
    isDead: (note) => dead.has(note.split("-")[0] ?? ""),
  };
  return { departures: openRemovals(folder, naming), die: () => void dead.add(name) };
}
