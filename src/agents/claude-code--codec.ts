/** Codec: how one harness spells events and answers, and what its transcripts hold. */

import { type Instant, parseInstant } from "../base/ids.js";
import type { JsonObject } from "../base/json--json-line.js";
import type { Result } from "../base/result--result.js";
import type { HarnessAnswer, HarnessEvent } from "./contract.js";

/** Something the user said, and the line of the transcript that holds it. */
export interface Said {
  readonly text: string;
  readonly line: number;
  /** As the transcript tells it; null where it does not. */
  readonly at: Instant | null;
}

/** When a line of a transcript was written. All harnesses call it so. */
export function writtenAt({ timestamp }: JsonObject): Instant | null {
  return typeof timestamp === "string" ? parseInstant(timestamp) : null;
}

/** Instants where both are told, else lines: what came first and what came last of something that was said. */
export function spanOf(said: readonly Said[]): { readonly start: string; readonly end: string } {
  const [first, last] = [said[0], said.at(-1)];
  if (first?.at != null && last?.at != null && first.at <= last.at) return { start: first.at, end: last.at };
  return { start: `L${first?.line ?? 0}`, end: `L${last?.line ?? 0}` };
}

/** What the contract needs to know of a harness, whether it is called by a program of its own or in its process. Pure. */
export interface Tongue {
  readonly name: string;
  /** The most that one text for the model may hold. */
  readonly blockCharsMax: number;
  /** How the model of that session writes something down, to be put behind a colon. */
  writing(session: string): string;
  /** The user's own words in these lines of a transcript, the first of which has that number. */
  said(lines: readonly string[], first: number): readonly Said[];
  /** How many characters of these lines are the conversation: words, tool calls and results, and none of the harness's own notes. */
  spoken(lines: readonly string[]): number;
}

/** How one harness spells events and answers. Pure. */
export interface Codec extends Tongue {
  /** null for an event that is none of a session's own, such as those of a subagent; a text says what is wrong with it. */
  parse(event: string, payload: JsonObject): Result<HarnessEvent | null, string>;
  /** Standard output; empty where there is nothing to say. */
  print(event: string, answer: HarnessAnswer): string;
}
