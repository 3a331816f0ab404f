/** EmbeddedText: what of a chunk is shown to a model: its words below those it stands under, and the name of that text. */

import { shortDigest } from "../base/digest--digest.js";
import type { Chunk } from "./chunk--chunk.js";

/** Changes with what follows, and with how pages are cut into chunks. */
export const embeddedVersion = "embedded-1";

/** A chunk is some 400 tokens; one long word may be more. */
const charsMax = 8_000;
const keyChars = 32;

export function embeddedText(title: string, chunk: Chunk, text: string): string {
  const above = [...new Set([title, ...chunk.headings])].filter((words) => words.trim() !== "");
  const said = text.slice(chunk.start, chunk.end).trim();
  return `${above.join(" / ")}\n${said}`.slice(0, charsMax);
}

/** Nothing of where a page lies is in it: texts that are alike are embedded once. */
export function embeddedKey(text: string): string {
  return shortDigest(text, keyChars);
}

/** Of a question: never the key of a chunk. */
export function questionKey(text: string): string {
  return shortDigest(`question\0${text}`, keyChars);
}
