/** Promote: a log entry as a statement of what holds now: no bullet, no time of day, no story of when it was said. */

import { withoutTail } from "../../base/text--text.js";
import { significance, thresholds } from "../thresholds.js";
import { withoutSaidDays } from "./promote.js";
import type { Significance } from "./significance.js";

export interface Statement {
  /** One sentence, without tags. */
  readonly text: string;
  /** Of the protocol's five, in the order of what they weigh. */
  readonly tags: readonly string[];
  /** What hangs below it, two blanks in; absent or empty for most. */
  readonly below?: string;
}

/** `markdown` is the entry as it stands in the log; `means` what it is, whose label then becomes a tag. */
export function statementOf(
  markdown: string,
  tags: readonly string[],
  means?: Pick<Significance, "kind" | "by">,
): Statement {
  const label = means?.by === "label" ? (means.kind ?? "") : "";
  const told = [...tags, label];
  let text = markdown
    .trim()
    .replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/, "")
    .replace(/ ?\[[a-z][a-z0-9-]{0,39}\](?![(:[])/g, "")
    .trim();
  if (significant(told).length > 0) text = withoutLabel(text);
  for (let shorter = withoutLead(text); shorter !== text; shorter = withoutLead(text)) text = shorter;
  return { text: sentence(withoutReferences(text)), tags: significant(told) };
}

/** The line that stands in the page: tags behind the sentence, then where it is from. */
export function printStatement(
  { text, tags, below = "" }: Statement,
  from: {
    readonly confidence: number | null;
    readonly days: readonly string[];
  },
): string {
  const marks = tags.map((tag) => ` [${tag}]`).join("");
  const grounds = [...(from.confidence === null ? [] : [`confidence ${from.confidence.toFixed(2)}`]), ...from.days];
  const line = `- ${text}${marks}${grounds.length === 0 ? "" : ` (${grounds.join(", ")})`}`;
  return below === "" ? line : `${line}\n${below}`;
}

/** A printed statement without its tags and grounds: what it is compared by. */
export function bare(markdown: string): string {
  const { text } = statementOf(markdown, []);
  return withoutSaidDays(text).replace(
    / \((?:confidence \d\.\d\d(?:, )?)?(?:(?:\d{4}-\d{2}-\d{2}|buffer)(?:, )?)*\)\.?$/,
    "",
  );
}

/** From several days of the same: 0.75 for two, 0.88 for three; what nobody marked is never as sure as what somebody did. */
export function confidenceOf(days: number, isMarked: boolean): number {
  const most = isMarked ? thresholds.confidenceMarkedMax : thresholds.confidenceToldMax;
  return Math.min(most, Math.round((1 - 0.5 ** days) * 100) / 100);
}

function significant(tags: readonly string[]): readonly string[] {
  const known = Object.keys(significance);
  return known.filter((tag) => tags.includes(tag));
}

/** Takes one lead away: a time, a date, a day's name, or the telling of a decision around the decision. */
function withoutLead(text: string): string {
  for (const lead of leads) {
    const shorter = text.replace(lead, "");
    if (shorter !== text && shorter.trim() !== "") return shorter.trim();
  }
  return text;
}

/** A label that says no more than the tag will; “pricing decision” says what was decided on. */
function withoutLabel(text: string): string {
  const label = /^\**([^*:：]{2,24}?)(?:\*\*)?\s*(?:[:：]\**|\s[–—-]\s)\s*(?=\S)/u.exec(text);
  if (label === null || !plainLabels.has((label[1] ?? "").trim().toLowerCase())) return text;
  const rest = text.slice(label[0].length);
  // “Plan C” alone says of nothing what it is.
  if (sizeOf(rest) < labelWordsMin) return text;
  // “**Decision: so and so**” is bold as a whole, and stays so.
  return text.startsWith("**") && !label[0].slice(2).includes("**") ? `**${rest}` : rest;
}

const labelWordsMin = 5;

/** Words; two characters of a script that writes none count as one. */
function sizeOf(text: string): number {
  const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
  return (text.match(cjk)?.length ?? 0) / 2 + (text.replace(cjk, " ").match(/[\p{L}\p{N}]+/gu)?.length ?? 0);
}

const plainLabels: ReadonlySet<string> = new Set(
  [
    "decision, decisions, decided, agreed, final decision, key decision, lesson, lessons, lesson learned, lessons learned, learned, key lesson, takeaway, key takeaway, insight, key insight",
    "entscheidung, beschluss, vereinbart, vereinbarung, lektion, lehre, erkenntnis, gelernt, décision, décidé, convenu, leçon, à retenir, decisión, decidido, acordado, lección, aprendido",
    "决定, 决策, 永久决策, 共识, 教训, 经验, 经验教训, 決定, 決定事項, 合意, 教訓, 学び, 反省",
  ].flatMap((row) => row.split(", ")),
);

/** What a sentence ends in that leads back to where it was worked on, and says nothing of what holds. */
function withoutReferences(text: string): string {
  const parts = text.split(";");
  const isReference = (part: string): boolean =>
    part
      .split(",")
      .every((each) => /^\s*(?:see |in )?(?:ticket|issue|commit|pr|mr|task)\s+#?[\w-]*\d[\w-]*\.?\s*$/i.test(each));
  while (parts.length > 1 && isReference(parts.at(-1) ?? "")) parts.pop();
  return parts.join(";");
}

const leads: readonly RegExp[] = [
  /^(?:at|um|gegen|à|vers|a las)\s+\d{1,2}(?:[:.]\d{2}|h\d{0,2})(?::\d{2})?(?: ?[AaPp][Mm]| uhr| utc)?[,:]?\s+/i,
  /^\[?\(?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp][Mm])?\)?\]?\s*[-–—:,]?\s+/,
  /^\[?\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?\]?\s*[-–—:,]?\s+/,
  /^(?:on|by) (?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}(?:st|nd|rd|th)?,?\s+/i,
  /^on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday),?\s+/i,
  /^(?:today|yesterday|this morning|this afternoon|tonight),?\s+/i,
  /^(?:decision|lesson|learned|note|surprise|fact)\s*:\s+/i,
  /^(?:we |i )?(?:have )?(?:decided|agreed) (?:to|that|on) /i,
  /^(?:we |i )?(?:learned|learnt|realized|noticed|found out) that /i,
];

/** Chinese and Japanese end notes without a point as often as with theirs. */
const cjkEnd = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][*_]*$/u;

function sentence(text: string): string {
  const [first = "", ...rest] = Array.from(withoutTail(text, " ;,"));
  const whole = first.toUpperCase() + rest.join("");
  const isEnded = /[.!?…:)”"`。！？：」』）][*_]*$/.test(whole) || cjkEnd.test(whole);
  return isEnded || whole === "" ? whole : `${whole}.`;
}
