/** Title: what a heading, or a paragraph that announces a list, makes of all below it, and the words that an item under it needs. */

import { rememberByText } from "../../base/memo-cache.js";
import { isStopWord } from "../../recall/words/terms--stop-words.js";
import type { Kind } from "./cjk-words--lexicon.js";
import { type Spoken, spokenIn } from "./cjk-words--spoken.js";
import { type Hit, hitsIn } from "./lexicon.js";
import { isSentence, labelEnd, labelKind } from "./lexicon--label.js";

const titledCharsMax = 100_000;

/** A heading as what stands below it is read by: the same for hundreds of entries. */
export interface Titled {
  readonly spoken: Spoken;
  readonly hits: readonly Hit[];
  /** Behind its label stands a sentence: the title says it itself. */
  readonly isOwn: boolean;
  /** What its label makes of all below it; null for most, and where the title says the whole of it itself. */
  readonly kind: Kind | null;
  /** A paragraph that ends in a colon: what it says itself holds for the list behind it. */
  readonly announces: boolean;
  /** It heads what is to be done, files, times or checks: what stands further out says nothing of those. */
  readonly bars: boolean;
  /** Its words for an item that says too little alone; null where they would add nothing. */
  readonly head: string | null;
}

export const titled: (title: string) => Titled = rememberByText(titledCharsMax, (title): Titled => {
  const bare = title.replace(/[:：][*_\s]*$/u, "");
  const announces = bare !== title;
  const spoken = spokenIn(bare);
  const hits = hitsIn(spoken);
  const end = labelEnd(spoken);
  const rest = end === null ? null : spokenIn(spoken.plain.slice(end));
  const isOwn = rest !== null && isSentence(rest);
  const kind = announces && (isLong(spoken) || isReport(hits)) ? null : kindOf(spoken, hits, end);
  return {
    spoken,
    hits,
    isOwn,
    kind: isOwn && isLong(rest) ? null : kind,
    announces,
    bars: kind === null && hits.some((hit) => barring.has(hit.list) && opens(spoken, hit)),
    head: headOf(spoken, hits, kind),
  };
});

/** What an examination found is the report of that day, where it heads a list within it. */
function isReport(hits: readonly Hit[]): boolean {
  return hits.some(({ list, said }) => list === "labels.lesson" && reported.test(said.toLowerCase()));
}

const reported = /find|insight|cause|discover|发现|根因|constat|befund|ursache|hallazgo|causa|知見|原因|発見/u;

/** What somebody is called heads a section as little as a fact does; that it is about a person does. */
function kindOf(spoken: Spoken, hits: readonly Hit[], end: number | null): Kind | null {
  if (isProfile(spoken, hits)) return "identity";
  const kind = labelKind(spoken, hits, end ?? spoken.plain.length) ?? kindAside(spoken, end);
  return kind === "fact" || kind === "identity" || isStory(hits) ? null : kind;
}

/** “Parking (since May)”, “Parking — house rules”: what is in brackets aside, and behind the dash where nothing stands before it. */
function kindAside({ plain }: Spoken, closed: number | null): Kind | null {
  const behind = closed === null ? plain : plain.slice(closed).replace(/^[\s:：–—-]+/u, "");
  const name = nameOf(behind);
  if (name === plain || name === "" || /^\P{L}*\d{4}-\d{2}-\d{2}/u.test(plain)) return null;
  const spoken = spokenIn(name);
  const hits = hitsIn(spoken);
  const kind = labelKind(spoken, hits, spoken.plain.length);
  // “Critical (2)” says how bad it is, and a lesson behind a dash what the story before it taught.
  const isNamed = hits.some(
    ({ list, start, end }) =>
      list === `labels.${kind}` &&
      !/\p{L}/u.test(name.slice(end)) &&
      !hits.some((hit) => hit.list === "insists" && hit.start === start),
  );
  return isNamed && kind !== "correction" && kind !== "lesson" ? kind : null;
}

/** A discovery as a heading tells how it was made. */
function isStory(hits: readonly Hit[]): boolean {
  return hits.some(
    ({ list, said }) => list === "labels.lesson" && /^(?:discover|découv|descubr|entdeck|発見)/iu.test(said),
  );
}

function isProfile(spoken: Spoken, hits: readonly Hit[]): boolean {
  const name = nameOf(spoken.plain);
  return aboutSomebody.test(name) || hits.some(({ list, said }) => list === "profiles" && said === name);
}

/** “About Anna”; what has a large letter inside is a product. */
const aboutSomebody = /^(?:[Aa]bout|[Üü]ber|[Àà] propos de|[Ss]obre|[Aa]cerca de) \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?$/u;

/** Without signs before it and brackets behind it. */
function nameOf(plain: string): string {
  const named = plain.replace(/^[^\p{L}\p{N}]+/u, "");
  const bracket = named.search(/[([（【]/u);
  return (bracket < 0 ? named : named.slice(0, bracket)).trim();
}

const barring: ReadonlySet<string> = new Set(["tasks", "particulars", "checks", "unlabels", "finished"]);

function opens({ plain }: Spoken, { start }: Hit): boolean {
  return !/[\p{L}\p{N}]/u.test(plain.slice(0, start));
}

/** “Decisions” adds nothing to what was decided; “Parking for guests: decisions” says what of. */
function headOf({ plain, words, script }: Spoken, hits: readonly Hit[], kind: Kind | null): string | null {
  const name = nameOf(plain);
  if (kind === "identity") return name;
  if (script !== "spaced") return null;
  const adds = words.filter(
    ({ said, raw, start, end }) =>
      /^\p{L}/u.test(raw) &&
      !isStopWord(said) &&
      !plainly.has(said) &&
      !hits.some((hit) => telling.test(hit.list) && hit.start <= start && end <= hit.end),
  );
  return adds.length >= headWordsMin ? name : null;
}

/** What is said of decisions of any kind. */
const plainly: ReadonlySet<string> = new Set(
  "key main new latest top final clé clés nouvelle neue neuen clave nueva nuevas".split(" "),
);

const telling = /^(?:labels\.|insists$|momentary$)/;
const headWordsMin = 2;

/** A whole sentence heads what happened around it; a few words head more of the same. */
function isLong({ words, plain, script }: Spoken): boolean {
  return script === "spaced" ? words.length > titleWordsMax : plain.length > titleWordsMax * 2;
}

const titleWordsMax = 6;

/** Whether a title says something by itself behind its label. */
export function isOwnTitle(title: string): boolean {
  return titled(title).isOwn;
}

/** What an item announces that is a label and nothing else, for the items below it. */
export function announcedBy(head: string): Kind | null {
  const { kind, spoken } = titled(head.replace(/[:：]\s*(?=[*_]*$)/u, ""));
  return labelEnd(spoken) === null && kind !== "identity" ? kind : null;
}

/** “Door fees — unchanged.”: what it is about stands above it, or nowhere. */
export function isThin(spoken: Spoken): boolean {
  const { plain, words, script } = spoken;
  if (script !== "spaced") return (plain.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < thinCharactersMax;
  const named = words.filter(({ raw }) => /^\p{L}/u.test(raw));
  const end = labelEnd(spoken);
  const behind = end === null ? named.length : named.filter(({ start }) => start >= end).length;
  return named.length < thinWordsMax || (behind < 2 && named.length <= thinWordsMax);
}

const thinCharactersMax = 6;
const thinWordsMax = 4;
