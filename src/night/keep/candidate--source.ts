/** Source: the entries of logs that a night looks at, what becomes of them, and how commits name them. */

import type { Origin } from "../../page/page--page.js";
import type { Kind } from "./cjk-words--lexicon.js";
import type { Junk } from "./junk--junk.js";
import type { Statement } from "./promote--promote.js";

/** A daily log, or the buffer, whose day is null. */
export interface LogText {
  readonly path: string;
  readonly day: string | null;
  readonly text: string;
}

/** One entry of a log; `file:<path>#<digest>` names it in the evidence of what became of it. */
export interface Source {
  readonly path: string;
  readonly digest: string;
  readonly day: string | null;
}

export interface Promotion extends Statement {
  readonly sources: readonly Source[];
  /** In the words of its log, where `text` is without its label, its time of day and the like. */
  readonly said: string;
  /** null for what was told once. */
  readonly confidence: number | null;
  readonly origin: Origin;
  /** What it is; null where only its coming back speaks for it. */
  readonly kind: Kind | null;
  /** Why it is to be kept, in words. */
  readonly why: string;
  /** In a model's words. */
  readonly proposed?: true;
}

export interface Passed extends Source {
  /** `moving_time`: “next month”, in a text whose day nobody knows. */
  readonly reason: Junk | "known" | "moving_time" | "over";
}

export function sourceName({ path, digest }: Pick<Source, "path" | "digest">): string {
  return `file:${path}#${digest}`;
}
