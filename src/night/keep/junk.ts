/** Lapse: why a statement is over by its own words, or was never more than a reading: checks, counters, heartbeats, “no new mail”. */

import { doneTags } from "../thresholds.js";
import type { Spoken } from "./cjk-words--spoken.js";
import type { Hit } from "./lexicon.js";

export interface Lapse {
  readonly state: "finished" | "expired" | "superseded" | "operational";
  /** The name of the rule that says so, as a report tells it. */
  readonly rule: "tag" | "ticked" | "struck" | "words" | "date" | "nothing_new" | "counter" | "check";
  readonly why: string;
}

interface Said {
  readonly markdown: string;
  readonly spoken: Spoken;
  readonly hits: readonly Hit[];
  readonly tags: readonly string[];
  /** The headings it stands under, the outermost first. */
  readonly titles: readonly { readonly spoken: Spoken; readonly hits: readonly Hit[] }[];
  readonly today: string;
}

export function lapseOf(said: Said): Lapse | null {
  return finished(said) ?? expired(said) ?? superseded(said) ?? operational(said);
}

function finished({ markdown, spoken, hits, tags }: Said): Lapse | null {
  const done = doneTags.find((tag) => tags.includes(tag));
  if (done !== undefined) return { state: "finished", rule: "tag", why: `it is tagged [${done}]` };
  const text = markdown.replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/, "").trim();
  if (/^\[[xX]\]\s/.test(text)) return { state: "finished", rule: "ticked", why: "its box is ticked" };
  if (/^~~[^~]+~~[.!。]?$/.test(text)) return { state: "finished", rule: "struck", why: "it is struck out" };
  const hit = hits.find((each) => each.list === "finished" && isAtEdge(each, spoken));
  return hit === undefined ? null : { state: "finished", rule: "words", why: `it says “${hit.said}”` };
}

/** At the beginning of all, or at its end but for a date. */
function isAtEdge({ start, end, sentence }: Hit, { plain, sentences }: Spoken): boolean {
  if (sentences[sentence]?.asks === true) return false;
  const [before, after] = [plain.slice(0, start), plain.slice(end)];
  return (
    !/[\p{L}\p{N}]/u.test(before) ||
    !/[\p{L}\p{N}]/u.test(after.replace(/(?:(?:am|on|le|el|于)\s?)?\d{4}-\d{2}-\d{2}/, ""))
  );
}

/** A date of another shape leaves open which year it is of. */
function expired({ spoken, hits, today }: Said): Lapse | null {
  const isCjk = spoken.script !== "spaced";
  for (const { list, start, end } of hits) {
    if (list !== "until") continue;
    const behind = /^[\s:：]*(\d{4}-\d{2}-\d{2})/.exec(spoken.plain.slice(end))?.[1];
    const before = isCjk ? /(\d{4}-\d{2}-\d{2})\s*(?:日)?$/.exec(spoken.plain.slice(0, start))?.[1] : undefined;
    const day = behind ?? before;
    if (day !== undefined && day < today)
      return { state: "expired", rule: "date", why: `it says it was until ${day}` };
  }
  return null;
}

function superseded({ spoken, hits }: Said): Lapse | null {
  const hit = hits.find(
    ({ list, sentence, start }) =>
      list === "superseded" &&
      spoken.sentences[sentence]?.asks !== true &&
      !hits.some((other) => other.list === "doubts" && other.sentence === sentence && other.start < start),
  );
  return hit === undefined ? null : { state: "superseded", rule: "words", why: `it says “${hit.said}”` };
}

function operational(said: Said): Lapse | null {
  const { spoken, hits, titles } = said;
  const size = sizeOf(spoken);
  const quiet = hits.find(({ list }) => list === "nothingNew");
  if (quiet !== undefined && size <= shortWords && isReported(quiet, said))
    return reading("nothing_new", `it says “${quiet.said}”`);
  const check = hits.find(({ list, start }) => list === "checks" && start === (spoken.words[0]?.start ?? 0));
  if (check !== undefined) return reading("check", `it says “${check.said}”`);
  const counted = countsIn(spoken, hits);
  if (counted >= 2 || (counted === 1 && size <= counterWords))
    return reading("counter", "it counts what is counted again each time");
  const title = titles.find((each) => each.hits.some(({ list }) => list === "checks"));
  return title === undefined ? null : reading("check", `it stands under “${title.spoken.plain}”`);
}

function reading(rule: Lapse["rule"], why: string): Lapse {
  return { state: "operational", rule, why };
}

const shortWords = 24;
const counterWords = 8;

/** Words, or half the characters where words have no border. */
function sizeOf({ words, plain, script }: Spoken): number {
  return script === "spaced" ? words.length : Math.ceil(plain.length / 2);
}

/** Behind a label, at the front, or all there is; “no new hires until the audit” is something else. */
function isReported({ start, sentence }: Hit, { spoken, hits }: Said): boolean {
  if (hits.some((hit) => hit.list === "until" && hit.sentence === sentence && hit.start > start)) return false;
  const before = spoken.plain.slice(0, start).trim();
  return before === "" || /[:：.。;；,，、(（–—|-]$/.test(before) || sizeOf(spoken) <= counterWords;
}

/** Numbers with what they count, each once. */
function countsIn({ plain, script }: Spoken, hits: readonly Hit[]): number {
  const found = hits.filter(({ list, start }) => {
    if (list !== "counted") return false;
    const before = plain.slice(0, start);
    return script === "spaced" ? /(?:^|[^.\d\p{L}])\d{1,6}(?:\/\d+)?\+?\s$/u.test(before) : /\d\s*$/.test(before);
  });
  return new Set(found.map(({ start }) => start)).size;
}
