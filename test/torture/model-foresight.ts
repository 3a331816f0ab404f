/** Model foresight: how a flush of many patches ends, round by round, and what a process that died in it may have left. */

import { foresee, type Places, sameTexts, type Wish } from "./model-state.js";

export interface Waiting {
  readonly key: string;
  readonly at: string;
  readonly draft: string;
  readonly wish: Wish;
  /** The number of the step that staged it. */
  readonly step: number;
}

export interface Rounds {
  /** The places before, and after each round's commit. */
  readonly states: readonly Places[];
  /** Keys by round, in order. */
  readonly groups: readonly (readonly string[])[];
  readonly known: readonly string[];
  readonly refused: readonly string[];
}

/** `waiting` in the order of staging. `done`: for drafts that a commit names, the number of the step that made the newest. */
export function foreseeFlush(
  places: Places,
  waiting: readonly Waiting[],
  done: ReadonlyMap<string, number>,
  now: string,
): Rounds {
  const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = [...waiting].sort((a, b) => order(a.at, b.at));
  const isSince = ({ draft, step }: Waiting): boolean => (done.get(draft) ?? -1) > step;
  const known = sorted.filter(isSince).map((one) => one.key);
  const states = [places];
  const groups: string[][] = [];
  let left = sorted.filter((one) => !isSince(one));
  for (;;) {
    const ground = states.at(-1) ?? places;
    let at = ground;
    const taken: string[] = [];
    const idle: string[] = [];
    for (const one of left) {
      const next = foresee(at, one.wish, now, ground);
      if (next === null) continue;
      if (done.has(one.draft) && sameTexts(at.head, next.head)) idle.push(one.key);
      at = next;
      taken.push(one.key);
    }
    known.push(...idle);
    left = left.filter((one) => !idle.includes(one.key));
    if (idle.length > 0) continue;
    if (taken.length === 0) {
      const refused = left.filter((one) => !done.has(one.draft)).map((one) => one.key);
      known.push(...left.filter((one) => done.has(one.draft)).map((one) => one.key));
      return { states, groups, known, refused };
    }
    states.push(at);
    groups.push(taken);
    left = left.filter((one) => !taken.includes(one.key));
  }
}

/** What cannot be, of places found after a death or a failed call; null where all can. `states` are in order of time. */
export function impossible(found: Places, states: readonly Places[]): string | null {
  if (!states.some((state) => sameTexts(state.head, found.head))) return `HEAD is none of ${states.length} states`;
  for (const place of ["index", "work"] as const) {
    const paths = new Set(states.flatMap((state) => [...state[place].keys()]).concat(...found[place].keys()));
    for (const path of paths) {
      const text = found[place].get(path);
      if (!states.some((state) => state[place].get(path) === text))
        return `${place}: ${path} is ${JSON.stringify(text)}`;
    }
  }
  // A line that one round takes away and a later one brings back may be missing in between: it is what stands in all of them that has to.
  const stays = (line: string): boolean =>
    states.every((state) => [...state.work.values()].some((is) => is.includes(line)));
  for (const [path, text] of states[0]?.work ?? []) {
    const lines = text.split("\n").filter((line) => line.startsWith("- ") && stays(line));
    const holders = [...found.work.values()].filter((is) => lines.every((line) => is.includes(line)));
    if (holders.length === 0) return `the words of ${path} are nowhere on disk`;
  }
  return null;
}

/** A page at both ends of its move, of which git knows one; what stood so before is somebody's. */
export function standsTwice(before: Places, { head, index, work }: Places): string | null {
  const known = (path: string): boolean => head.has(path) || index.has(path);
  for (const [path, text] of work) {
    if (known(path) || (before.work.get(path) === text && !before.head.has(path))) continue;
    const name = path.slice(path.lastIndexOf("/"));
    const twin = [...head.keys()].find((one) => one !== path && one.endsWith(name) && work.get(one) === text);
    if (twin !== undefined) return `${path} is left beside ${twin}`;
  }
  return null;
}

/** The first thing that differs, in words; null where nothing does. */
export function difference(found: Places, expected: Places): string | null {
  for (const place of ["head", "index", "work"] as const) {
    for (const path of new Set([...found[place].keys(), ...expected[place].keys()])) {
      const [is, was] = [found[place].get(path), expected[place].get(path)];
      if (is !== was) return `${place}: ${path} is ${JSON.stringify(is)}, ${JSON.stringify(was)} was expected`;
    }
  }
  return null;
}
