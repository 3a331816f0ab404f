/** Glob: path patterns as people write them for git, matched in steps bounded by pattern times path, for they come with a clone; and names near a typed one. */

import { compareText } from "./text.js";

/** `case`: whether A and a are one letter. Patterns are asked in their order; the answer is the first that matches, as it was written. */
export function compileGlobs(
  globs: readonly string[],
  { foldsCase }: { readonly foldsCase: boolean },
): (path: string) => string | null {
  const folded = (text: string): string => (foldsCase ? text.toLowerCase() : text);
  const folders = new Map<string, number>();
  const names = new Map<string, number>();
  const endings: { readonly at: number; readonly ending: string }[] = [];
  const others: { readonly at: number; readonly parts: readonly string[] }[] = [];
  for (const [at, glob] of globs.entries()) {
    for (const parts of variantsOf(folded(glob))) {
      const [first, second = "", third] = parts;
      const isPlain = first === "**" && parts.length <= 3 && !/[*?]/.test(second);
      // Most patterns name one folder or one file anywhere: those are looked up, however many there are.
      if (isPlain && third === "**") addFirst(folders, second, at);
      else if (isPlain && parts.length === 2) addFirst(names, second, at);
      else if (first === "**" && parts.length === 2 && /^\*[^*?]+$/.test(second))
        endings.push({ at, ending: second.slice(1) });
      // What ends in it is all below a folder, and not the folder.
      else others.push({ at, parts: parts.at(-1) === "**" ? [...parts, "*"] : parts });
    }
  }
  return (path) => {
    const parts = folded(path).split("/");
    const last = parts.length - 1;
    const name = parts[last]!;
    let best = names.get(name) ?? globs.length;
    for (const { at, ending } of endings) if (at < best && name.endsWith(ending)) best = at;
    for (let i = 0; i < last; i += 1) best = Math.min(best, folders.get(parts[i]!) ?? globs.length);
    for (const other of others) if (other.at < best && isMatch(other.parts, parts, isSegment, "**")) best = other.at;
    return globs[best] ?? null;
  };
}

/** The folder below which all that a pattern matches lies; "" for the root. */
export function folderOf(glob: string): string {
  const folders: string[] = [];
  const parts = pathOf(glob).split("/");
  for (const part of parts.slice(0, -1)) {
    if (/[*?{]/.test(part)) break;
    folders.push(part);
  }
  return folders.join("/");
}

/** Why a pattern cannot be one; null where it can. */
export function globProblem(glob: string): string | null {
  if (glob.trim() === "") return "is empty";
  if (glob.length > charsMax) return `is longer than ${charsMax} characters`;
  if (glob.startsWith("!")) return "begins with “!”; what is to be in goes below “include:”";
  if (glob.split("/").includes("..")) return "leads out of the memory";
  if (expanded(glob) === null) return `stands for more than ${variantsMax} patterns`;
  return null;
}

const charsMax = 256;
const variantsMax = 64;

function addFirst(map: Map<string, number>, key: string, at: number): void {
  if (!map.has(key)) map.set(key, at);
}

/** Without a slash it is a name anywhere, as for git; with one it starts at the root. What matches a folder matches all below it. */
function variantsOf(glob: string): readonly (readonly string[])[] {
  return (expanded(pathOf(glob)) ?? []).flatMap((one) => {
    const anywhere = one.includes("/") ? one : `**/${one}`;
    const parts = anywhere.split("/").filter((part, at, all) => part !== "**" || all[at - 1] !== "**");
    if (parts.at(-1) === "**" || parts.at(-1)?.endsWith(".md")) return [parts];
    return [parts, [...parts, "**"]];
  });
}

function pathOf(glob: string): string {
  const path = glob.trim().replace(/^(?:\.?\/)+/, "");
  if (!path.endsWith("/")) return path;
  const isName = path.indexOf("/") === path.length - 1;
  return `${isName ? "**/" : ""}${path}**`;
}

/** `{a,b}` written out, one in another too; null where there would be too many. A brace without its other half is a brace. */
function expanded(glob: string): readonly string[] | null {
  const done: string[] = [];
  const waiting = [glob];
  while (waiting.length > 0) {
    if (done.length + waiting.length > variantsMax) return null;
    const next = waiting.pop() ?? "";
    const close = next.indexOf("}");
    const open = close < 0 ? -1 : next.lastIndexOf("{", close);
    const choices = open < 0 ? [] : next.slice(open + 1, close).split(",");
    if (choices.length < 2) {
      done.push(next);
      continue;
    }
    for (const choice of choices) waiting.push(`${next.slice(0, open)}${choice}${next.slice(close + 1)}`);
  }
  return done;
}

/**
 * Whether a pattern covers a whole sequence: `many` stands for any number of items. After a miss the last `many` alone takes one more,
 * which is enough, because an earlier one has left it as much as it could.
 */
function isMatch(
  pattern: ArrayLike<string>,
  items: ArrayLike<string>,
  isOne: (pattern: string, item: string) => boolean,
  many: string,
): boolean {
  let [p, i] = [0, 0];
  let [star, from] = [-1, 0];
  while (i < items.length) {
    if (p < pattern.length && pattern[p] === many) {
      star = p;
      from = i;
      p += 1;
    } else if (p < pattern.length && isOne(pattern[p]!, items[i]!)) {
      p += 1;
      i += 1;
    } else if (star >= 0) {
      from += 1;
      i = from;
      p = star + 1;
    } else return false;
  }
  while (p < pattern.length && pattern[p] === many) p += 1;
  return p === pattern.length;
}

function isSegment(pattern: string, segment: string): boolean {
  return isMatch(pattern, segment, isLetter, "*");
}

function isLetter(pattern: string, letter: string): boolean {
  return pattern === "?" || pattern === letter;
}

// EditDistance: how many slips of the hand lie between two words, and which names somebody may have meant.

/** Letters put in, left out, changed or exchanged with the next; `max + 1` where it is more than `max`. */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  let leastBefore = 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const crossed =
        i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (crossed) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    // An exchange looks two rows back.
    if (Math.min(least, leastBefore) > max) return max + 1;
    leastBefore = least;
    before = last;
    last = row;
  }
  return Math.min(last[b.length]!, max + 1);
}

/** The names a slip or two away, the nearest first: a slip for every three letters of a name. */
export function namesNear(typed: string, names: readonly string[]): readonly string[] {
  return names
    .map((name) => {
      const most = Math.max(1, Math.floor(name.length / 3));
      return { name, most, slips: editDistance(typed, name, most) };
    })
    .filter(({ slips, most }) => slips <= most)
    .sort((a, b) => a.slips - b.slips || compareText(a.name, b.name))
    .map(({ name }) => name);
}
