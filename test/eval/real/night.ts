/** Night: what the next night would move out of MEMORY.md and take into it, by its plan or as a proposal, held against the gold. */

import { counted, type Share } from "./findings.js";
import { type Gold, wordsOf } from "./gold.js";
import { type Doc, docOf, docsOf, stringsIn, textOf } from "./json.js";

export interface Night {
  /** The words of lines that would leave MEMORY.md, done or proposed. */
  readonly leaving: readonly string[];
  /** Lines that would come into long-term memory, done or proposed. */
  readonly coming: readonly string[];
  /** Lines that the night says are to come in, on a later night or by a person. */
  readonly waiting: readonly string[];
  readonly archived: number;
  readonly proposals: number;
}

export interface NightJudged {
  readonly never: Share;
  /** Taken in, proposed or told to wait; `now` are those that do not wait. */
  readonly promote: Share;
  readonly now: Share;
  readonly not: Share;
  /** Where the night is wrong, as `path:line why`. */
  readonly wrong: readonly string[];
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

/** `memory` holds the lines of MEMORY.md, each as often as it stands there: of what stands twice one copy may go. */
export function nightOf(nightly: unknown, status: unknown, memory: readonly string[]): Night {
  const files = docsOf(docOf(nightly).plan).flatMap((step) =>
    docsOf(step.files).map((file) => ({ file, reason: textOf(step.reason), path: textOf(file.path) })),
  );
  const kept = files.filter(({ path }) => longTerm.test(path));
  const moves = [...proposalsIn(nightly), ...proposalsIn(status)].map(moveOf).filter(({ words }) => words.length > 0);
  const added = kept.flatMap(({ file }) => strings(file.added));
  const removed = kept.flatMap(({ file }) => strings(file.removed));
  const asked = new Set(
    moves.flatMap(({ words, away }) => (away === "copy" || away === "stays" ? [] : words.map(wordsOf))),
  );
  const back = counted(added.map(wordsOf));
  const stand = counted(memory);
  const gone = counted(removed.map(wordsOf));
  const isGone = (line: string): boolean => (gone[line] ?? 0) >= (stand[line] ?? 1) && back[line] === undefined;
  const isThere = (line: string): boolean => stand[wordsOf(line)] !== undefined;
  const came = [...added, ...moves.flatMap(({ words, away }) => (away === "stays" ? words : []))];
  return {
    leaving: [...new Set([...removed.map(wordsOf).filter(isGone), ...[...asked].filter(isThere)])],
    coming: came.filter((line) => line.trim() !== "" && !isThere(line)),
    waiting: docsOf(docOf(nightly).waits).flatMap(({ text }) =>
      textOf(text)
        .split("\n")
        .filter((line) => line.trim() !== ""),
    ),
    archived: files.filter(({ reason, path }) => reason === "PRUNE_ARCHIVE" && /^archive\/\d/.test(path)).length,
    proposals: moves.length,
  };
}

/** An entry counts as taken in where its words, or nearly all of them, stand in one line of what comes. */
export function judgeNight(night: Night, gold: Gold): NightJudged {
  const gone = new Set(night.leaving);
  const coming = night.coming.map(tokensOf);
  const waiting = night.waiting.map(tokensOf);
  const comes = (lines: readonly ReadonlySet<string>[], text: string): boolean =>
    lines.some((tokens) => covers(tokens, tokensOf(text)));
  const rows = gold.entries.map((entry) => {
    const now = entry.verdict === "never" ? gone.has(wordsOf(entry.text)) : comes(coming, entry.text);
    return { entry, now, hit: now || (entry.verdict !== "never" && comes(waiting, entry.text)) };
  });
  const share = (verdict: string, how: "hit" | "now" = "hit"): Share => {
    const of = rows.filter(({ entry }) => entry.verdict === verdict);
    return { hit: of.filter((row) => row[how]).length, of: of.length };
  };
  const wrong = rows
    .filter(({ entry, hit }) => hit === (entry.verdict !== "promote"))
    .map(({ entry }) => `${told[entry.verdict]} ${entry.path}:${entry.line} ${entry.why}`);
  return { never: share("never"), promote: share("promote"), now: share("promote", "now"), not: share("not"), wrong };
}

const told = { never: "leaves", promote: "stays behind", not: "noise" } as const;

/** A proposal to take words away names a rule, or a kind that says so; of what is a copy another stays. */
function moveOf(proposal: Doc): { readonly words: readonly string[]; readonly away: "leaves" | "copy" | "stays" } {
  const words = stringsIn(proposal).flatMap(({ key, text }) => (wordKeys.has(key) ? text.split("\n") : []));
  const away = /trim|leave|drop|prune/i.test(textOf(proposal.kind)) || typeof proposal.repeated === "boolean";
  return { words, away: proposal.repeated === true ? "copy" : away ? "leaves" : "stays" };
}

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
