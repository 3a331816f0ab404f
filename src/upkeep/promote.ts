/** Promote: a log entry as a statement of what holds now: no bullet, no time of day, no story of when it was said. */

import { withoutTail } from "../base/text.js";
import { withoutSaidDays } from "./moving-time.js";
import { significance } from "./thresholds.js";

export interface Statement {
  /** One sentence, without tags. */
  readonly text: string;
  /** Of the protocol's five, in the order of what they weigh. */
  readonly tags: readonly string[];
}

/** `markdown` is the entry as it stands in the log. */
export function statementOf(markdown: string, tags: readonly string[]): Statement {
  let text = markdown
    .trim()
    .replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/, "")
    .replace(/ ?\[[a-z][a-z0-9-]{0,39}\](?![(:[])/g, "")
    .trim();
  for (let shorter = withoutLead(text); shorter !== text; shorter = withoutLead(text)) text = shorter;
  return { text: sentence(text), tags: significant(tags) };
}

/** The line that stands in the page: tags behind the sentence, then where it is from. */
export function printStatement(
  { text, tags }: Statement,
  from: {
    readonly confidence: number | null;
    readonly days: readonly string[];
  },
): string {
  const marks = tags.map((tag) => ` [${tag}]`).join("");
  const grounds = [...(from.confidence === null ? [] : [`confidence ${from.confidence.toFixed(2)}`]), ...from.days];
  return `- ${text}${marks}${grounds.length === 0 ? "" : ` (${grounds.join(", ")})`}`;
}

/** A printed statement without its tags and grounds: what it is compared by. */
export function bare(markdown: string): string {
  const { text } = statementOf(markdown, []);
  return withoutSaidDays(text).replace(
    / \((?:confidence \d\.\d\d(?:, )?)?(?:(?:\d{4}-\d{2}-\d{2}|buffer)(?:, )?)*\)\.?$/,
    "",
  );
}

/** From several days of the same: 0.75 for two, 0.88 for three, never 1. */
export function confidenceOf(days: number): number {
  return Math.min(0.99, Math.round((1 - 0.5 ** days) * 100) / 100);
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

const leads: readonly RegExp[] = [
  /^\[?\(?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp][Mm])?\)?\]?\s*[-–—:,]?\s+/,
  /^\[?\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?\]?\s*[-–—:,]?\s+/,
  /^(?:on|by) (?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}(?:st|nd|rd|th)?,?\s+/i,
  /^on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday),?\s+/i,
  /^(?:today|yesterday|this morning|this afternoon|tonight),?\s+/i,
  /^(?:decision|lesson|learned|note|surprise|fact)\s*:\s+/i,
  /^(?:we |i )?(?:have )?(?:decided|agreed) (?:to|that|on) /i,
  /^(?:we |i )?(?:learned|learnt|realized|noticed|found out) that /i,
];

function sentence(text: string): string {
  const [first = "", ...rest] = Array.from(withoutTail(text, " ;,"));
  const whole = first.toUpperCase() + rest.join("");
  return /[.!?…:)”"`]$/.test(whole) || whole === "" ? whole : `${whole}.`;
}
