/** Entities: names a text speaks of, by how they are written: capitals inside a sentence, code in backticks, handles, links. */

import { fold } from "./terms.js";

/** A page of names is a list, not a text; more than these say nothing of it. */
const entitiesMax = 64;

/** Folded, each once, in order of appearance. A capital at the start of a sentence alone makes no name. */
export function entitiesIn(text: string): readonly string[] {
  const found = new Set<string>();
  for (const sign of ["[[", "`"]) addBetween(found, text, sign, sign === "`" ? "`" : "]]");
  let name: string[] = [];
  let opens = true;
  let nameOpens = true;
  const close = (): void => {
    if (name.length > 1 || (name.length === 1 && !nameOpens)) found.add(fold(name.join(" ")));
    name = [];
  };
  for (const match of text.matchAll(/[\p{L}\p{N}@][\p{L}\p{N}\p{M}'’_-]*|[.!?:\n\-*#>"“(]/gu)) {
    if (found.size >= entitiesMax) break;
    const word = match[0];
    const first = word.codePointAt(0)!;
    if (isCapital(word)) {
      if (name.length === 0) nameOpens = opens;
      name.push(possessed(word));
      opens = false;
      if (name.at(-1) !== word) close();
      continue;
    }
    close();
    if (first === 64 && word.length > 1) found.add(fold(word));
    opens = word.length === 1 && !/[\p{L}\p{N}]/u.test(word);
  }
  close();
  return [...found].slice(0, entitiesMax);
}

/** Targets of `[[links]]`, as they stand before a `|` or `#`, each once. */
export function linksIn(text: string): readonly string[] {
  const found = new Set<string>();
  addBetween(found, text, "[[", "]]");
  return [...found];
}

function addBetween(found: Set<string>, text: string, open: string, close: string): void {
  for (let at = text.indexOf(open); at >= 0 && found.size < entitiesMax; ) {
    const end = text.indexOf(close, at + open.length);
    if (end < 0) return;
    const inner = text.slice(at + open.length, end);
    const name = fold(inner.split("|")[0]!.split("#")[0]!.trim());
    const fits = name !== "" && name.length <= 80 && !inner.includes("\n");
    if (fits) found.add(name);
    at = text.indexOf(open, fits ? end + close.length : at + open.length);
  }
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word) && (word.length > 1 || word !== "I");
}

function possessed(word: string): string {
  return word.endsWith("'s") || word.endsWith("’s") ? word.slice(0, -2) : word;
}
