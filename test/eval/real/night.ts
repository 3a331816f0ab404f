/** Night: what the next night would move out of MEMORY.md and take into it, by its plan or as a proposal, held against the gold. */

import type { Gold } from "./gold.js";
import { wordsOf } from "./gold.js";
import { type Doc, docOf, docsOf, stringsIn, textOf } from "./json.js";

export interface Night {
  /** Lines that would leave MEMORY.md, done or proposed. */
  readonly leaving: readonly string[];
  /** Lines that would come into long-term memory, done or proposed. */
  readonly coming: readonly string[];
  readonly archived: number;
  readonly proposals: number;
}

export interface NightJudged {
  readonly never: Share;
  readonly promote: Share;
  readonly not: Share;
  /** Where the night is wrong, as `path:line why`. */
  readonly wrong: readonly string[];
}

/** How many of so many. */
export interface Share {
  readonly hit: number;
  readonly of: number;
}

const longTerm = /(^|\/)memory\.md$/i;
/** Keys under which a proposal may name words: those of the entry itself, never the reason. */
const wordKeys = new Set([
  "text",
  "entry",
  "entries",
  "line",
  "lines",
  "words",
  "added",
  "removed",
  "statement",
  "from",
  "to",
]);

/** `status` tells what waits for a person, the dry run what a night would do by itself. */
export function nightOf(nightly: unknown, status: unknown, memoryLines: ReadonlySet<string>): Night {
  const steps = docsOf(docOf(nightly).plan);
  const files = steps.flatMap((step) => docsOf(step.files).map((file) => ({ ...file, reason: textOf(step.reason) })));
  const kept = files.filter(({ path }: Doc) => longTerm.test(textOf(path)));
  const moves = [...proposalsIn(nightly), ...proposalsIn(status)].map((proposal) => ({
    words: stringsIn(proposal).flatMap(({ key, text }) => (wordKeys.has(key) ? text.split("\n") : [])),
    away: /trim|leave|drop|prune|move|archive/i.test(
      `${textOf(proposal.kind)} ${textOf(proposal.reason)} ${textOf(proposal.rule)}`,
    ),
  }));
  const inMemory = (line: string): boolean => memoryLines.has(wordsOf(line));
  const removed = kept.flatMap((file) => strings((file as Doc).removed));
  const added = kept.flatMap((file) => strings((file as Doc).added));
  const back = new Set(added.map(wordsOf));
  return {
    leaving: [
      ...removed.filter((line) => !back.has(wordsOf(line))),
      ...moves.flatMap(({ words, away }) => (away ? words.filter(inMemory) : [])),
    ],
    coming: [
      ...added.filter((line) => !inMemory(line)),
      ...moves.flatMap(({ words, away }) =>
        away ? [] : words.filter((line) => line.trim() !== "" && !inMemory(line)),
      ),
    ],
    archived: files.filter(
      ({ reason, path }: Doc) => textOf(reason) === "PRUNE_ARCHIVE" && textOf(path).startsWith("archive/2"),
    ).length,
    proposals: moves.length,
  };
}

/** An entry counts as taken in where its words, or nearly all of them, stand in one line of what comes. */
export function judgeNight(night: Night, gold: Gold): NightJudged {
  const gone = new Set(night.leaving.map(wordsOf));
  const coming = night.coming.map(tokensOf);
  const comes = (text: string): boolean => coming.some((tokens) => covers(tokens, tokensOf(text)));
  const rows = gold.entries.map((entry) => ({
    entry,
    hit: entry.verdict === "never" ? gone.has(wordsOf(entry.text)) : comes(entry.text),
  }));
  const share = (verdict: string): Share => {
    const of = rows.filter(({ entry }) => entry.verdict === verdict);
    return { hit: of.filter(({ hit }) => hit).length, of: of.length };
  };
  const wrong = rows
    .filter(({ entry, hit }) => hit === (entry.verdict !== "promote"))
    .map(({ entry }) => `${told[entry.verdict]} ${entry.path}:${entry.line} ${entry.why}`);
  return { never: share("never"), promote: share("promote"), not: share("not"), wrong };
}

const told = { never: "leaves", promote: "stays behind", not: "noise" } as const;

/** Whatever the program calls them, they stand in a list whose key says so. */
function proposalsIn(value: unknown): readonly Doc[] {
  if (Array.isArray(value)) return value.flatMap(proposalsIn);
  return Object.entries(docOf(value)).flatMap(([key, each]) =>
    /^propos/i.test(key) ? flat(each) : proposalsIn(each),
  );
}

function flat(value: unknown): readonly Doc[] {
  if (Array.isArray(value)) return value.map(docOf);
  return Object.values(docOf(value)).flatMap((each) => (Array.isArray(each) ? each.map(docOf) : []));
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** Words, and each sign of a script that writes none. */
function tokensOf(text: string): ReadonlySet<string> {
  return new Set(
    wordsOf(text)
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? [],
  );
}

function covers(tokens: ReadonlySet<string>, asked: ReadonlySet<string>): boolean {
  if (asked.size === 0) return false;
  const found = [...asked].filter((token) => tokens.has(token)).length;
  return found >= Math.ceil(asked.size * 0.8);
}
