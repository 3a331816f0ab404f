/**
 * Print: the pages as one text for the model, each in a block whose bounds can be read back exactly and that no page can close, in an order that
 * keeps a provider's cache, with a receipt.
 */

import { shortDigest } from "../base/digest.js";
import type { Oid, PageId, PagePath } from "../base/ids.js";
import { assert } from "../base/result.js";
import { compareText } from "../base/text.js";
import type { Fidelity, PageType, Pin } from "../page/page.js";
import { redactSecrets } from "../rules/secret-keys.js";
import type { Pressure, Selection } from "./decision.js";

// Frame: what blocks and the lines around them take of the budget, so that the printed prompt never exceeds the sum of its parts.

/** What counts tokens; the port of that name fits. */
interface Counter {
  count(text: string): number;
  readonly splitsBlocks?: true;
}

/**
 * Counts are not additive: two texts can have more tokens together than apart. Blocks begin with `<` and end in `>` and a newline,
 * where o200k_base always splits, so joining them adds nothing there; this much is kept free for vocabularies that differ.
 */
const joinSlack = 2;

/**
 * What one block takes of the budget, its own lines included: the figure for `Candidate.tokens`. The text is counted together with its
 * lines, because a separate count of each may fall short. The sum over blocks and `frameTokens` bounds the count of the whole.
 */
export function blockTokens(block: PromptBlock, counter: Counter): number {
  return counter.count(printBlock(block, anyFence));
}

/** What of a block's tokens hangs on the version of its file, which ends its opening line. */
export function versionTokens(oid: Oid, hasText: boolean, counter: Counter): number {
  return counter.count(`${versionMark(oid)}${hasText ? '">\n' : '"/>\n'}`);
}

/** Whether a block costs what its version and the rest of it cost, each counted by itself. */
export function isVersionApart({ path, text }: PromptBlock, counter: Counter): boolean {
  return counter.splitsBlocks === true && /[a-z]$/.test(path) && !/^[\s/]/.test(text);
}

/** What the frame takes whatever stands in it: goes off the budget before selecting. */
export function frameTokens(counter: Counter): number {
  const [open, close] = frameLines(anyFence);
  return counter.count(open) + counter.count(close) + joinSlack;
}

// Print: the pages as one text for the model, each in a block whose bounds can be read back exactly.

/** One page as the model will see it. */
export interface PromptBlock {
  readonly id: PageId;
  readonly type: PageType;
  /** Decides the place in the prompt; not printed. */
  readonly pin: Pin;
  /** Left out of the block where empty. */
  readonly title: string;
  readonly fidelity: Fidelity;
  readonly path: PagePath;
  readonly oid: Oid;
  /** The page at that fidelity, byte for byte: it is data, so nothing in it is escaped or cleaned. */
  readonly text: string;
}

/**
 * The prompt text: blocks in the order of `orderBlocks`, each between lines that carry the fence, in a frame; ends in a newline. The fence
 * hangs on the first block alone, so a change further down leaves every byte above it as it was (paper section 3, "deterministic
 * prompt assembly"). The same blocks give the same bytes in whatever order they come.
 */
export function printPrompt(blocks: readonly PromptBlock[]): string {
  const ordered = orderBlocks(blocks);
  assert(new Set(blocks.map((block) => block.id)).size === blocks.length, "every block has an id of its own");
  const [first] = ordered;
  const seed = first === undefined ? "" : `${openLine(first, "")}${first.text}`;
  const fence = fenceFor(seed, ordered.flatMap(runsOf));
  const [open, close] = frameLines(fence);
  return `${open}${ordered.map((block) => printBlock(block, fence)).join("")}${close}`;
}

/**
 * One block with a fence that the caller vouches for. Begins with `<` and ends in `>` and a newline, whatever the text holds. A block
 * without text, as a pointer is, takes one line: what it points to stands in its attributes.
 */
export function printBlock(block: PromptBlock, fence: string): string {
  const open = openLine(block, fence);
  return block.text === "" ? `${open.slice(0, -2)}/>\n` : `${open}${block.text}${closeLine(fence)}`;
}

/** The line that opens a block, its newline included. */
function openLine(block: PromptBlock, fence: string): string {
  return `<page-${fence}${attributesOf(block)}>\n`;
}

function attributesOf(block: PromptBlock): string {
  const title = block.title === "" ? "" : printAttribute("title", redactSecrets(block.title));
  const source = printAttribute("source", `${redactSecrets(block.path)}${versionMark(block.oid)}`);
  const what = `${printAttribute("type", block.type)}${printAttribute("fidelity", block.fidelity)}`;
  return `${printAttribute("id", block.id)}${what}${title}${source}`;
}

/** What of a block could be taken for a fence. */
function runsOf(block: PromptBlock): readonly string[] {
  return fencesIn([openLine(block, ""), block.text]);
}

/** The line that closes a block. Its leading newline is not the text's: it is always there, so a text needs no newline of its own. */
function closeLine(fence: string): string {
  return `\n</page-${fence}>\n`;
}

/** The first and the last line of the prompt, newlines included. */
function frameLines(fence: string): readonly [open: string, close: string] {
  return [`<memory fence="${fence}" read="pagefile show ID">\n`, `</memory-${fence}>\n`];
}

// Attribute: a value as it stands in a block's opening line, on one line and unable to leave its quotes.

const escapes: readonly (readonly [string, string])[] = [
  // The ampersand is escaped first, and is to be read back last.
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
];

/** `name="value"` with one space before it. The value is cleaned. */
export function printAttribute(name: string, value: string): string {
  if (plain.test(value)) return ` ${name}="${value}"`;
  return ` ${name}="${escapes.reduce((text, [raw, escaped]) => text.replaceAll(raw, escaped), clean(value))}"`;
}

const versionChars = 10;

/** A file's version as it stands behind its path. */
function versionMark(oid: string): string {
  return `@${oid.slice(0, versionChars)}`;
}

/** What `clean` and the escapes leave as it is, as most values are. */
const plain = /^(?! )[ !#-%'-;=?-~]*(?<! )$/;

/**
 * The value on one line: control characters, line separators, direction marks and other invisible signs become one space a run, because
 * an opening line is ours and must read as it looks. Lone surrogates become U+FFFD.
 */
export function clean(value: string): string {
  return value
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
}

// Fence: a number that no page contains, so that no page can close its own block or open another.

/**
 * Digits and not hex: every vocabulary splits digits in threes, so that each fence of nine costs the same three tokens and the price of
 * a block is known before the fence is.
 */
const fenceDigits = 9;
const fencesMax = 10 ** fenceDigits;

/** Stands for a fence wherever only its price matters. */
export const anyFence = "000000000";

/**
 * A fence for these texts: nine digits derived from `seed` and a counter, the first that occurs in none of them. Deterministic. A text
 * may guess fences and hold as many as it likes; each costs one round. Linear in the length of the texts.
 * The seed is what the prompt begins with: were it the whole prompt, one changed line at the end would change the first line and no
 * provider could ever reuse a prefix.
 */
export function fenceFor(seed: string, texts: readonly string[]): string {
  const taken = new Set(fencesIn(texts));
  assert(taken.size < fencesMax, "the texts leave a fence free");
  for (let round = 0; ; round += 1) {
    const fence = derive(seed, round);
    if (!taken.has(fence)) return fence;
  }
}

const nineDigits = /[0-9]{9}/;

function derive(seed: string, round: number): string {
  const number = Number.parseInt(shortDigest(`${round}\n${seed}`, 12), 16) % fencesMax;
  return String(number).padStart(fenceDigits, "0");
}

/** Every nine digits in a row that one of the texts holds, overlapping ones too: all that a fence for these texts hangs on. */
export function fencesIn(texts: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const text of texts) collect(text, found);
  return [...found];
}

function collect(text: string, into: Set<string>): void {
  // Most texts hold none: the engine sees that faster than a loop does.
  if (!nineDigits.test(text)) return;
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    run = code >= 0x30 && code <= 0x39 ? run + 1 : 0;
    if (run >= fenceDigits) into.add(text.slice(at + 1 - fenceDigits, at + 1));
  }
}

// Receipt: one line for every page in and out of the prompt, and what became of the budget.

type Row = readonly [where: string, id: string, fidelity: string, tokens: string, reason: string, title: string];

/**
 * Aligned columns `in|out  id  fidelity  tokens  reason  title`, pages in first, each part by id; then a line for every requirement
 * that did not fit; then `used/budget`. Ends in a newline; the same selection gives the same bytes. `titles` may lack pages.
 */
export function printReceipt(selection: Selection, titles: ReadonlyMap<PageId, string>): string {
  const title = (id: PageId): string => clean(titles.get(id) ?? "");
  const rows: Row[] = [
    ...selection.selected.map((s): Row => ["in", s.id, s.fidelity, `${s.tokens}`, s.reason, title(s.id)]),
    ...selection.omitted.map((o): Row => ["out", o.id, "-", "-", o.reason, title(o.id)]),
  ];
  const left = selection.budget - selection.used;
  const total = `used ${selection.used}/${selection.budget} tokens, ${left} left, ${selection.selected.length} in, ${selection.omitted.length} out`;
  return [...aligned(rows), ...selection.pressure.map(pressureLine), total].map((line) => `${line}\n`).join("");
}

function aligned(rows: readonly Row[]): string[] {
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(0, ...rows.map((row) => width(row[column] ?? ""))));
  return rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, column))
      .join("  ")
      .trimEnd(),
  );
}

const tokensColumn = 3;

function pad(cell: string, to: number, column: number): string {
  const gap = " ".repeat(to - width(cell));
  return column === tokensColumn ? gap + cell : cell + gap;
}

/** In code points: ids may hold letters outside the basic plane. */
function width(cell: string): number {
  return [...cell].length;
}

function pressureLine(pressure: Pressure): string {
  const who = pressure.pin === "hard" ? "hard pin" : "demand";
  return `short ${pressure.id}: ${who} asks for ${pressure.required} at ${pressure.tokens} tokens, ${pressure.left} were left`;
}

// Layout: the order of pages in the prompt, what changes least first, so that a provider's prompt cache keeps its hits.

/** From what stays for months to what changes every turn. */
const rankOf: Readonly<Record<PageType, number>> = {
  bootstrap_policy: 0,
  constraint: 1,
  decision: 2,
  procedure: 2,
  preference: 2,
  plan: 3,
  conversation_segment: 4,
  evidence: 4,
};
const hardPinRank = 1;

interface Placed {
  readonly id: PageId;
  readonly type: PageType;
  readonly pin: Pin;
}

/**
 * The pages in prompt order: policies, constraints and other hard pins, what was decided and learned, the plan, then the conversation
 * and its evidence. Within a rank the id decides and nothing else: recency or utility would move pages about and spoil the prefix.
 */
export function orderBlocks<T extends Placed>(pages: readonly T[]): readonly T[] {
  return [...pages].sort((a, b) => placeOf(a) - placeOf(b) || compareText(a.id, b.id));
}

function placeOf(page: Placed): number {
  const rank = rankOf[page.type];
  return page.pin === "hard" ? Math.min(rank, hardPinRank) : rank;
}
