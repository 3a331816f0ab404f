/** Keys: finds the colon that makes a line an entry of a map, and refuses the keys this format does not have. */

import type { YamlPair, YamlScalar } from "./print--frontmatter.js";
import { mayBeginPlain, scalar } from "./text.js";
import { isBreakOrBlank } from "./text--character.js";
import { type Cursor, fail } from "./text--cursor.js";

const keyCharsMax = 256;
/** Up to this many pairs a loop is faster than a set. */
const loopPairsMax = 12;

/** Whether the line's content at the cursor begins with `key:`; does not move. */
export function beginsWithKey(cursor: Cursor): boolean {
  const code = cursor.text.charCodeAt(cursor.at);
  if (code !== 0x22 && code !== 0x27) return plainKeyColon(cursor) >= 0;
  const start = cursor.at;
  const found = scalar(cursor, "block");
  const colon = found === null ? -1 : colonAfterBlanks(cursor.text, cursor.at);
  cursor.at = start;
  return colon >= 0;
}

/** The key of a block map's entry as a scalar; moves behind the colon. */
export function blockKey(cursor: Cursor): YamlScalar | null {
  const { text, at: start } = cursor;
  const code = text.charCodeAt(start);
  if (code === 0x22 || code === 0x27) {
    const name = scalar(cursor, "block");
    if (name === null) return null;
    const colon = colonAfterBlanks(text, cursor.at);
    if (colon < 0) return failNoColon(cursor, start);
    cursor.at = colon + 1;
    return readyKey(cursor, name) ? name : null;
  }
  if (!mayBeginPlain(cursor, "block")) return null;
  const colon = plainKeyColon(cursor);
  if (colon < 0) return failNoColon(cursor, start);
  let end = colon;
  while (isBreakOrBlank(text.charCodeAt(end - 1))) end--;
  const name = text.slice(start, end);
  cursor.at = colon + 1;
  const key: YamlScalar = { kind: "scalar", style: "plain", start, end, text: name, value: name };
  return readyKey(cursor, key) ? key : null;
}

/** Refuses merge keys and keys no reader would look up; false with a trouble. */
export function readyKey(cursor: Cursor, key: YamlScalar): boolean {
  if (key.text === "<<") {
    fail(cursor, key.start, "There is a merge key (<<).", "Write the merged keys out.", "frontmatter_refused");
    return false;
  }
  if (key.end - key.start <= keyCharsMax) return true;
  fail(
    cursor,
    key.start,
    `A key has more than ${keyCharsMax} characters.`,
    "Shorten it, or quote the text if it is a value.",
  );
  return false;
}

/** Whether a pair of this key is there already, which is a trouble; `names` is made once a loop would be slow. */
export function seenBefore(
  cursor: Cursor,
  pairs: readonly YamlPair[],
  seen: { names: Set<string> | null },
  pair: { readonly key: string; readonly keySpan: { readonly start: number } },
): boolean {
  const { key } = pair;
  let twice = false;
  if (pairs.length <= loopPairsMax) {
    for (let i = 0; i < pairs.length; i++) if (pairs[i]?.key === key) twice = true;
  } else {
    seen.names ??= new Set(pairs.map((known) => known.key));
    twice = seen.names.has(key);
    seen.names.add(key);
  }
  if (twice)
    fail(
      cursor,
      pair.keySpan.start,
      `The key “${key}” stands twice in one map.`,
      "Keep one of the two.",
      "key_duplicate",
    );
  return twice;
}

/** Offset of the first colon followed by a blank or a line end, outside a comment; -1 when the line has none. */
function plainKeyColon(cursor: Cursor): number {
  const { text } = cursor;
  for (let i = cursor.at; ; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x3a && isBreakOrBlank(text.charCodeAt(i + 1))) return i;
    if (code === 0x0a || code === 0x0d) return -1;
    if (code === 0x23 && isBreakOrBlank(text.charCodeAt(i - 1))) return -1;
  }
}

function colonAfterBlanks(text: string, at: number): number {
  let i = at;
  let code = text.charCodeAt(i);
  while (code === 0x20 || code === 0x09) code = text.charCodeAt(++i);
  return code === 0x3a && isBreakOrBlank(text.charCodeAt(i + 1)) ? i : -1;
}

function failNoColon(cursor: Cursor, at: number): null {
  return fail(
    cursor,
    at,
    "The line is not “key: value”.",
    "Write a key, a colon and a space; a value that spans lines is a block text (key: |) or in quotes on one line.",
  );
}
