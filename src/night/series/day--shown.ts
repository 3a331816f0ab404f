/** Shown: numbers, times and a stranger's texts as a page may hold them. */

import { limits } from "../../base/limits.js";
import { findElisions } from "../../rules/elision.js";
import { findSecrets } from "../../rules/secret-keys--secret.js";

/** Whole numbers as they are, others to six digits. */
export function numberShown(value: number): string {
  return String(Number.isInteger(value) ? value + 0 : Number(value.toPrecision(6)) + 0);
}

/** `14:32` */
export function minuteShown(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

/** A short text in backticks; null for what is long, hidden, a secret, or would read as markup, a tag or a link. */
export function textShown(text: string): string | null {
  return text !== "" && text.length <= 40 && !text.includes("`") && isFit(text) ? `\`${text}\`` : null;
}

/** A row of a series as one line of a page, to the character; null where it cannot stand there. */
export function rowShown(row: string): string | null {
  const line = row.replace(/\r?\n$/, "");
  return line.length <= limits.perceptionSnippetCharsMax && !line.includes("```") && isFit(line) ? line : null;
}

export function isFit(text: string): boolean {
  return (
    plain.test(text) && !/\[[[a-z]/i.test(text) && findSecrets(text).length === 0 && findElisions(text).length === 0
  );
}

/** Letters, digits, signs and blanks of one line: nothing that moves a cursor, shows nothing or turns the line round. */
const plain = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\t]*$/u;
