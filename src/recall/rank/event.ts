/** Episodic: what a log says of one event: when it began and ended, who and what was in it, and how much it matters. */

import { type Instant, parseInstant } from "../../base/ids.js";
import type { ValueMap } from "../../page/decode.js";
import { entitiesInText as entitiesIn } from "../words/typo.js";

export interface Event {
  /** To the minute where the heading says a time, else the whole day; null where nothing says a day. */
  readonly start: Instant | null;
  readonly end: Instant | null;
  /** Names in the text, folded. */
  readonly entities: readonly string[];
  /** 0 to 1, by the marks in the text. */
  readonly importance: number;
}

export interface EventSource {
  readonly path: string;
  /** The nearest heading. */
  readonly heading: string;
  readonly text: string;
  /** Typed fields of the page; a `conversation_segment` has `start` and `end`. */
  readonly fields: ValueMap;
}

/** What marks beside an entry say of its weight. */
const markWeights: ReadonlyMap<string, number> = new Map([
  ["decision", 1],
  ["important", 1],
  ["error", 0.8],
  ["correction", 0.8],
  ["human", 0.6],
  ["outcome", 0.6],
  ["fact", 0.4],
]);

export function eventOf({ path, heading, text, fields }: EventSource): Event {
  const fromFields = [fields.start, fields.end].map((value) =>
    typeof value === "string" ? parseInstant(value) : null,
  );
  const day = /(?:^|\/)(\d{4}-\d{2}-\d{2})[^/]*\.md$/.exec(path)?.[1] ?? null;
  const [start, end] = day === null ? [null, null] : spanIn(heading, day);
  return {
    start: fromFields[0] ?? start,
    end: fromFields[1] ?? end,
    entities: entitiesIn(text),
    importance: importanceOf(text),
  };
}

/** `10:30 AM - API discussion`, `14:00–15:30 Deployment`; the whole day for a heading without a time. */
function spanIn(heading: string, day: string): readonly [Instant | null, Instant | null] {
  const times = [...heading.slice(0, 40).matchAll(/(\d{1,2})[:.](\d{2})(?::\d{2})?\s*([ap]\.?m\b)?/gi)].slice(0, 2);
  const [first, second] = times.map(([, hour, minute, half]) => minuteOf(Number(hour), Number(minute), half));
  if (first == null) return [instant(day, 0), instant(day, lastMinute)];
  const last = second == null || second < first ? first : second;
  return [instant(day, first), instant(day, last)];
}

const lastMinute = 24 * 60 - 1;

/** Minutes since midnight; null for what no clock shows. */
function minuteOf(hour: number, minute: number, half: string | undefined): number | null {
  const isAfternoon = half?.toLowerCase().startsWith("p") === true;
  const at = half === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0);
  return at > 23 || minute > 59 || (half !== undefined && hour > 12) ? null : at * 60 + minute;
}

function instant(day: string, minute: number): Instant | null {
  const clock = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  return parseInstant(`${day}T${clock}:00Z`);
}

function importanceOf(text: string): number {
  let most = 0;
  for (const [, mark = ""] of text.matchAll(/\[([a-z][a-z0-9-]{0,30})\]/g))
    most = Math.max(most, markWeights.get(mark) ?? 0);
  return most;
}
