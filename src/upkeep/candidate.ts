/** Candidate: an entry of a log as a statement that may be promoted, with what it is compared by and where it is from. */

import { bodyStartOf, outline } from "../page/outline.js";
import type { Origin } from "../page/page.js";
import type { junkIn } from "./junk.js";
import { type Statement, statementOf } from "./promote.js";
import { type Words, wordsOf } from "./similar.js";
import { type LogText, type Source, sourceName } from "./source.js";

export interface Candidate extends Statement {
  readonly kind: Parameters<typeof junkIn>[0];
  readonly words: Words;
  readonly source: Source;
  readonly marks: readonly string[];
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
      const statement = statementOf(text.slice(entry.start, entry.end), entry.tags);
      const words = wordsOf(statement.text);
      return [{ ...statement, kind: entry.kind, words, source, marks: entry.tags }];
    }),
  );
}
