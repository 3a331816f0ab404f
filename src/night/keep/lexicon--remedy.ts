/** Remedy: whether a statement says what helps against a trouble, or in a case, with an arrow between: “long posts fail → split them”. */

import type { Spoken } from "./cjk-words--spoken.js";
import type { Hit } from "./lexicon.js";

/** What helps; null where nothing is told, or only that it was mended once. */
export function remedyIn({ plain, sentences }: Spoken, hits: readonly Hit[]): string | null {
  const arrows = [
    ...plain.matchAll(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana})）])(?:→|⇒)|\s(?:→|⇒|=>|->)\s/gu),
  ];
  const [arrow] = arrows;
  if (arrow === undefined || arrows.length > 1 || sentences.some(({ asks }) => asks)) return null;
  const [from, to] = [arrow.index, arrow.index + arrow[0].length];
  // What went wrong stands right before the arrow: “crashes from 40 → 12” tells of numbers.
  const isNear = (end: number): boolean =>
    end <= from && (plain.slice(end, from).match(/[\p{L}\p{N}]+/gu) ?? []).length < 3;
  const isCase = conditional.test(plain);
  if (!isCase && !hits.some(({ list, end }) => list === "troubles" && isNear(end))) return null;
  // “If unclear → ask”: what is in doubt is the case.
  if (hits.some(({ list, start }) => list === "tasks" || (list === "doubts" && (!isCase || start >= to))))
    return null;
  const help = plain.slice(to).trim();
  const isWord =
    (help.match(/[\p{L}\p{N}]+/gu) ?? []).length > 1 || /[\p{Script=Han}\p{Script=Hiragana}]{4}/u.test(help);
  return isWord &&
    !/^[~≈]?\d[\d.,]*(?:\s|%|$)/.test(help) &&
    !mended.test(isCase ? (help.split(/\s/)[0] ?? "") : help)
    ? help
    : null;
}

/** “If in doubt → leave it out”. */
const conditional = /^\P{L}*(?:(?:if|whenever|wenn|falls|si|quand|lorsque|cuando)(?!\p{L})|如果|若|一旦)/iu;

/** What was done about it on that day, in the forms of the past of six languages. */
const mended =
  /(?<!\p{L})\p{L}{2,}(?:ed|é|ée|és|ées|ado|ada|ido|ida|iert)(?!\p{L})|(?<!\p{L})(?:ge\p{L}{3,}|wurden?|was|were|done)(?!\p{L})|[了已]|修复|修復|解决|た。?$|済|✅/iu;
