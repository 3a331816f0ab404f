/** LeaveLapsed: whether an entry is over by its own words, or no more than a reading of a meter, and binds nobody. */

import type { Entry, Heading } from "../../page/markdown/blocks--body.js";
import { openAt } from "../audit/checks--claim-subject.js";
import { spokenIn } from "./cjk-words--spoken.js";
import type { Lapse } from "./junk.js";
import { hitsIn } from "./lexicon.js";
import { type Significance, significanceOf } from "./significance.js";

interface Asked {
  readonly text: string;
  readonly today: string;
  readonly headings: readonly Heading[];
}

interface Lapsed {
  readonly rule: Lapse["state"];
  readonly why: string;
}

/** Every statement of it has to be over: what hangs below a finished task may still hold. */
export function lapsedBy(entry: Entry, asked: Asked & { readonly lasting: ReadonlySet<string> }): Lapsed | null {
  if (entry.kind !== "bullet" && entry.kind !== "paragraph") return null;
  // A step of a numbered list is none of a log.
  if (/^\s*\d{1,9}[.)]\s/.test(asked.text.slice(entry.start, entry.end))) return null;
  const under = titlesAbove(entry, asked);
  const { tags } = entry;
  const lapses = statementsIn(asked.text.slice(entry.start, entry.end)).map((said) => {
    const lapse = significanceOf(unmarked(said), { tags, under, today: asked.today }).lapse;
    return lapse !== null && isCertain(lapse, said, under) ? lapse : null;
  });
  const [first] = lapses;
  if (first == null || lapses.includes(null) || isToKeep(entry, asked)) return null;
  if (first.state === "finished" && !asked.lasting.has(entry.digest)) return null;
  return { rule: first.state, why: `${first.why} (rule “${first.rule}”)` };
}

/** A rule, an identity, a person, a preference, a decision, what was learned, what insists, or a secret: in it, or by any heading above it. */
export function isToKeep(entry: Entry, asked: Asked): boolean {
  const under = titlesAbove(entry, asked);
  const whole = asked.text.slice(entry.start, entry.end);
  const all = [...new Set([whole, ...statementsIn(whole)].flatMap((said) => [unmarked(said), unboxed(said)]))];
  const read = (said: string, titles: readonly string[]): Significance =>
    significanceOf(said, { tags: entry.tags, under: titles, today: asked.today });
  return all.some((said) => {
    const readings = [read(said, []), ...under.map((_, at) => read(said, under.slice(0, at + 1)))];
    return readings.some(
      ({ kind, insists, isSecret }) => insists !== null || isSecret || (kind !== null && kind !== "fact"),
    );
  });
}

function titlesAbove({ start }: Entry, { headings }: Asked): readonly string[] {
  return openAt(headings, start).map(({ title }) => title);
}

/** An item's own words and each item below it; lines that go on belong to what they go on. */
function statementsIn(markdown: string): readonly string[] {
  const found: string[] = [];
  for (const line of markdown.split(/\r?\n/)) {
    const text = line.trim();
    if (text === "") continue;
    if (found.length === 0 || isItem(text)) found.push(text);
    else found[found.length - 1] += `\n${text}`;
  }
  return found;
}

function unmarked(item: string): string {
  return item.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, "");
}

/** A box is no part of what a task says. */
function unboxed(item: string): string {
  return unmarked(item).replace(/^\[[ xX]\]\s+/, "");
}

function isItem(line: string): boolean {
  return /^(?:[-*+]|\d{1,9}[.)])\s/.test(line);
}

/** What is said of the entry itself, and not of something that it tells. */
function isCertain({ state, rule }: Lapse, said: string, under: readonly string[]): boolean {
  if (rule === "tag" || rule === "struck") return true;
  if (holdsAddress(said)) return false;
  // What a task came to stands behind it, and holds on.
  if (rule === "ticked" && /→|=>|[(:：（]|[\p{L}\d]\.\p{L}{2,}/u.test(unboxed(said))) return false;
  if (rule === "words") return isMarked(said, state === "superseded" ? "superseded" : "finished");
  if (state === "expired") return isAllUntil(said);
  if (state !== "operational") return true;
  return isLogged(said, under) || (rule === "nothing_new" && endsWithIt(said));
}

/** Somebody may look it up again, whatever is over about it. */
function holdsAddress(said: string): boolean {
  return (
    said.includes("`") || said.includes("://") || /\S@\S+\.\S/.test(said) || /(?:^|[\s(])[~.]{0,2}\/\S/.test(said)
  );
}

/** As a label in front, or in brackets or behind a dash at the end: “Done is better than perfect” is not done. */
function isMarked(said: string, list: "finished" | "superseded"): boolean {
  const spoken = spokenIn(unmarked(said));
  return hitsIn(spoken).some((hit) => {
    if (hit.list !== list) return false;
    const [before, after] = [spoken.plain.slice(0, hit.start).trim(), spoken.plain.slice(hit.end).trim()];
    const isLabel =
      !/[\p{L}\p{N}]/u.test(before) && /^(?:[(（]?\d{4}-\d{2}-\d{2}[)）]?\s*)?[:：)\]】—–-]/u.test(after);
    const isClosed = /[([【（]$/.test(before) && /^[^()[\]（）【】]*[)\]）】]\s*[.。]?$/.test(after);
    const isLast = /[:：—–]$|\s-$/.test(before) && /^(?:\d{4}-\d{2}-\d{2})?\s*[.!。]?$/.test(after);
    return isLabel || isClosed || isLast;
  });
}

/** The day stands at its end, or in front as a label: what is told besides may hold longer. */
function isAllUntil(said: string): boolean {
  const { plain, sentences } = spokenIn(unmarked(said));
  const days = [...plain.matchAll(/\d{4}-\d{2}-\d{2}/g)];
  const [first] = days;
  if (first === undefined || days.length > 1 || sentences.length > 1) return false;
  const after = plain.slice(first.index + first[0].length).trim();
  const isLabel = first.index <= labelCharactersMax && /^[:：]/.test(after);
  return isLabel || !/[\p{L}\p{N}]/u.test(after);
}

const labelCharactersMax = 24;

/** It begins with a day or an hour, or stands under a heading that is one. */
function isLogged(said: string, under: readonly string[]): boolean {
  const plain = spokenIn(unmarked(said)).plain;
  const isDay = (text: string): boolean =>
    /^[^\p{L}\p{N}]*(?:\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2})(?![\p{L}\p{N}])/u.test(text);
  return isDay(plain) || under.some(isDay);
}

/** At most a word behind it, such as what there is none of. */
function endsWithIt(said: string): boolean {
  const spoken = spokenIn(unmarked(said));
  return hitsIn(spoken).some(
    ({ list, end }) => list === "nothingNew" && spoken.words.filter(({ start }) => start >= end).length <= 1,
  );
}
