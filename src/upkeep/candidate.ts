/** Candidate: an entry of a log as a statement that may be promoted, with what it is compared by and where it is from. */

import { bodyStartOf, outline } from "../page/outline.js";
import type { Origin } from "../page/page.js";
import type { junkIn } from "./junk.js";
import { fixedTime, withoutSaidDays } from "./moving-time.js";
import { type Statement, statementOf } from "./promote.js";
import { type Words, wordsOf } from "./similar.js";
import { type LogText, type Source, sourceName } from "./source.js";

export interface Candidate extends Statement {
  readonly kind: Parameters<typeof junkIn>[0];
  readonly words: Words;
  readonly source: Source;
  readonly marks: readonly string[];
  /** It names a time by words that mean another one tomorrow, and nobody knows the day it was said on. */
  readonly moves: boolean;
}

export interface CandidateInput {
  readonly logs: readonly LogText[];
  /** Names of entries that an earlier night promoted. */
  readonly processed: ReadonlySet<string>;
  /** The label that history has of an entry's text; `marks` are the `[word]`s the entry itself wears. */
  readonly originOf: (source: Source, marks: readonly string[]) => Origin;
}

export function candidates({ logs, processed }: CandidateInput): readonly Candidate[] {
  return logs.flatMap(({ path, day, text }) =>
    outline(text, bodyStartOf(text)).entries.flatMap((entry) => {
      const source = { path, day, digest: entry.digest };
      if (processed.has(sourceName(source))) return [];
      const said = statementOf(text.slice(entry.start, entry.end), entry.tags);
      const fixed = fixedTime(said.text, day);
      const statement = { ...said, text: fixed ?? said.text };
      const words = wordsOf(withoutSaidDays(statement.text));
      return [{ ...statement, kind: entry.kind, words, source, marks: entry.tags, moves: fixed === null }];
    }),
  );
}
