/**
 * Prices: what a page costs a prompt at each fidelity, by the sections and blocks it is made of. Each is counted once for what it
 * says and kept while the table holds the same entry.
 */

import { shortDigest } from "../base/digest.js";
import { stableJson } from "../base/json.js";
import { conflictMark } from "../base/lines.js";
import { assert, getOrMake, type Outcome, ok } from "../base/result.js";
import type { CachedFile } from "../memory/facts.js";
import {
  dayOf,
  isUnchanged,
  type Memory,
  type OpenFile,
  type OpensFile,
  openFile,
  openOnce,
} from "../memory/memory.js";
import type { PageEntry } from "../memory/table.js";
import type { Tokenizer } from "../memory/tokenizer.js";
import { type Located, pagesIn, type Workspace } from "../memory/workspace.js";
import { type Fidelity, schema } from "../page/page.js";
import { fieldSentences, type Representable, type Representations, represent } from "../page/represent.js";
import { redactSecrets, redactSecretsIn } from "../rules/secret-keys.js";
import { openForPrompt, withholdingOf } from "./access.js";
import { blockTokens, isVersionApart, type PromptBlock, versionTokens } from "./print.js";
import { kindOfPage, type Tokens } from "./worth.js";

// PageTokens: what a page costs a prompt at each fidelity, counted once for what it says: a version of its file is added to that.

/**
 * Tokens at each admitted fidelity, the page's own frame included; empty for a preamble that says nothing; null where the file
 * has gone. Counted once for a blob, its place and a tokenizer.
 */
export function tokensOf(page: Located, tokenizer: Tokenizer, open: OpensFile = openFile): Tokens | null {
  const known = pricedPage(page, tokenizer.name);
  known.tokens ??= countedTokens(page, { tokenizer, withheld: known.withheld, open });
  return known.tokens;
}

interface Counting {
  readonly tokenizer: Tokenizer;
  readonly withheld: string;
  readonly open: OpensFile;
}

function countedTokens(page: Located, { tokenizer, withheld, open }: Counting): Tokens | null {
  const { memory, entry } = page;
  const key = [entry.oid, page.name, entry.type, entry.pin, entry.title, entry.path, tokenizer.name, withheld].join(
    "\n",
  );
  const before = memory.tokens.get(key);
  if (before !== undefined) return before;
  const file = openForPrompt(memory, entry, open);
  if (!file.ok || file.value === null) return null;
  const counted = tokensIn(page, file.value, tokenizer);
  memory.tokens.put(key, counted);
  return counted;
}

function tokensIn(page: Located, file: OpenFile, tokenizer: Tokenizer): Tokens {
  const { memory, entry, name } = page;
  const extent = entry.sections.length > 0 ? "own" : "whole";
  const body = bodyOf(memory, entry, file, extent);
  const parts = representable(memory, entry);
  const { fields, compressed, compressedOf } = parts;
  if (!saysSomething(entry, body, extent) && fieldSentences(entry.type, fields) === "") return {};
  const blocks = (): readonly PromptBlock[] => {
    const texts = represent(parts, body);
    return schema[entry.type].degrades.map((fidelity) => blockOf(page, fidelity, texts[fidelity]));
  };
  if (extent === "whole" && entry.slug === null) return tokensOfBlocks(blocks(), tokenizer);
  const written = entry.slug === null ? [compressed, compressedOf] : [];
  const says = `${stableJson([name, entry.path, entry.title, entry.type, fields, ...written])}${body}`;
  return tokensOfPart(page, tokenizer, { says, blocks });
}

function tokensOfBlocks(blocks: readonly PromptBlock[], tokenizer: Tokenizer): Tokens {
  return Object.fromEntries(blocks.map((block) => [block.fidelity, blockTokens(block, tokenizer)]));
}

/** A write changes one section of a file, and the version of all: what does not hang on that is counted once for what the section says. */
function tokensOfPart(page: Located, tokenizer: Tokenizer, { says, blocks }: Part): Tokens {
  const { memory, entry } = page;
  const key = `part\n${tokenizer.name}\n${shortDigest(says, 32)}`;
  const hasText = (fidelity: string): boolean => fidelity !== "pointer";
  const shifted = (tokens: Tokens, by: 1 | -1): Tokens =>
    Object.fromEntries(
      Object.entries(tokens).map(([fidelity, count]) => {
        return [fidelity, count + by * versionTokens(entry.oid, hasText(fidelity), tokenizer)];
      }),
    );
  const before = memory.tokens.get(key);
  if (before !== undefined) return shifted(before, 1);
  const made = blocks();
  const tokens = tokensOfBlocks(made, tokenizer);
  const isUsual = made.every(({ fidelity, text }) => (text !== "") === hasText(fidelity));
  if (isUsual && made.every((block) => isVersionApart(block, tokenizer))) memory.tokens.put(key, shifted(tokens, -1));
  return tokens;
}

interface Part {
  /** All that the blocks are made of but the version of the file. */
  readonly says: string;
  readonly blocks: () => readonly PromptBlock[];
}

/** A page as it stands in the prompt. Blank lines around a text cost tokens and say nothing; a pointer says all in its attributes. */
function blockOf(page: Located, fidelity: Fidelity, text: string): PromptBlock {
  const { entry } = page;
  const { type, pin, title, path, oid } = entry;
  const shown = fidelity === "pointer" ? "" : text.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
  return { id: page.name as PromptBlock["id"], type, pin, title, fidelity, path, oid, text: shown };
}

// PageOrder: the pages of a workspace by name, and when the newest was changed.

export interface PageOrder {
  readonly pages: readonly Located[];
  /** In milliseconds; null where no page says it. */
  readonly newest: number | null;
  /** The day of the newest log by the names of files; null where there is none. */
  readonly newestDay: number | null;
}

export function pageOrder(workspace: Workspace): PageOrder {
  // Texts are sorted in half the time that numbers of texts are, and what has one name stays in its order.
  const all = pagesIn(workspace);
  const byName = all.map(({ name }, at) => `${name}\0${String(at).padStart(7, "0")}`).sort();
  const pages = byName.map((text) => all[Number(text.slice(text.lastIndexOf("\0") + 1))]!);
  let newest: number | null = null;
  for (const { entry } of pages) {
    const updated = updatedAt(entry);
    if (updated !== null && (newest === null || updated > newest)) newest = updated;
  }
  return { pages, newest, newestDay: newestDayOf(pages) };
}

const daysApartMax = 366;

/** A day that stands more than a year before all others is a slip or a plan, and makes no log of today an old one. */
function newestDayOf(pages: readonly Located[]): number | null {
  const days = new Set<number>();
  for (const { memory, entry } of pages) {
    const day = entry.slug === null && entry.tier === "hot" ? dayOf(entry.path) : null;
    if (day !== null && kindOfPage(memory, entry) === "log") days.add(day);
  }
  const [newest, next] = [...days].sort((a, b) => b - a);
  if (newest === undefined) return null;
  return next !== undefined && newest - next > daysApartMax ? next : newest;
}

// Parts: the pages a prompt is made of: files without sections whole, gathering files section by section with their preamble.

/** `whole`: all of a file's body, sections included; `own`: of a gathering file what stands before its first section. */
function bodyOf(memory: Memory, entry: PageEntry, file: OpenFile, extent: "whole" | "own"): string {
  const sections = memory.files.get(entry.path)?.data.sections ?? [];
  if (entry.slug !== null) {
    const section = sections.find((candidate) => candidate.slug === entry.slug);
    return section === undefined ? "" : shown(file, section.start, section.end);
  }
  const end = extent === "own" ? (sections[0]?.start ?? file.text.length) : file.text.length;
  return shown(file, file.bodyStart, end);
}

function shown({ text, hidden = [], disputed = [] }: OpenFile, start: number, end: number): string {
  let kept = "";
  let at = start;
  const upTo = (until: number): string => {
    let said = "";
    for (const place of disputed) {
      if (place <= at || place > until) continue;
      said += text.slice(at, place) + conflictMark;
      at = place;
    }
    return said + text.slice(at, until);
  };
  for (const span of hidden) {
    if (span.start < at || span.start >= end) continue;
    kept += upTo(span.start);
    at = Math.min(end, text.startsWith("\n", span.end) ? span.end + 1 : span.end);
  }
  return kept + upTo(end);
}

export function representationsOf(
  memory: Memory,
  entry: PageEntry,
  file: OpenFile,
  extent: "whole" | "own",
): Representations {
  return represent(representable(memory, entry), bodyOf(memory, entry, file, extent));
}

function representable(memory: Memory, entry: PageEntry): Representable {
  const meta = memory.files.get(entry.path)?.data.meta;
  const own = entry.slug === null ? meta : meta?.sections?.[entry.slug];
  return {
    id: entry.id,
    type: entry.type,
    title: redactSecrets(entry.title),
    path: redactSecrets(entry.path),
    oid: entry.oid,
    fields: redactSecretsIn(own?.fields ?? {}) as Representable["fields"],
    compressed: entry.slug === null && meta?.compressed != null ? redactSecrets(meta.compressed) : null,
    compressedOf: entry.slug === null ? (meta?.compressedOf ?? null) : null,
  };
}

/**
 * Whether a page says anything of its own. The title of a file does not, nor the name of a section with nothing below it, a form that nobody
 * filled in, or what the first files of a harness say of how to fill them in. A heading may be a statement by itself, and several are a list.
 */
function saysSomething({ type }: PageEntry, body: string, extent: "whole" | "own"): boolean {
  if (type !== "conversation_segment" && isStarter(body)) return false;
  const lines = body.split("\n").map((line) => line.trim());
  if (lines.some((line) => !heading.test(line) && !idle.test(line))) return true;
  if (extent === "own") return false;
  const titles = lines.flatMap((line) => heading.exec(line)?.[1] ?? []);
  return titles.length > 1 || isStatement(titles[0] ?? "");
}

const heading = /^#{1,6}(?:\s+(.*))?$/;

/** A blank or ruled line, a comment, a label in bold with nothing behind it, or a hint in brackets of what would go there. */
const idle =
  /^$|^(?:[-*_] ?){3,}$|^<!--[^>]*-->$|^(?:[-*+] +)?(?:(?:\*\*|__)[^*_:：]{1,40}(?:[:：](?:\*\*|__)|(?:\*\*|__)[:：]))?\s*(?:[-–—]|[_*]*\([^()]*\)[_*]*)?$/u;

function isStatement(title: string): boolean {
  return (
    title.split(/\s+/).length >= 4 ||
    (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(title) && title.length >= 8)
  );
}

// Starters: what the first files of a harness say of how to fill them in, which is nobody's word about anything.

/** Whether a section stands as the harness put it there, whatever a formatter made of its spaces and marks since. */
function isStarter(section: string): boolean {
  const said = section
    .replace(/[\s\-–—*_`"'“”’]+/gu, " ")
    .trim()
    .toLowerCase();
  return said.length <= starterCharsMax && starters.has(shortDigest(said, 12));
}

const starterCharsMax = 2_000;

/**
 * Of OpenClaw's AGENTS, SOUL, TOOLS, IDENTITY, USER, BOOTSTRAP and HEARTBEAT.md, as two workspaces of different people or more have them, word for
 * word. What tells the agent how to work is not among them, because it counts wherever it comes from.
 */
const starters: ReadonlySet<string> = new Set(
  [
    "abbc21ac7efd bd1f138584b2 2ef7a8a5c242 a95a6c2c5137 c7abd69ec484 3ff6c748b744 3d93c7aa9b14 130c8b6d607f 10b41bfcea13",
    "b1bc9e95bc11 0a3ff4847a18 1d1eec02cb6f 5d909b6050b3 7770750bfeb0 2dc430f289ee 781c4a6c9b3f 0329604ad07d",
  ].flatMap((row) => row.split(" ")),
);

// Blocks: the pages of a prompt as they are printed, made once of a page and fidelity while its file on disk stays what it was.

/** In the order of `pages`; `changed` when a file was no longer what the table says. */
export function blocksOf(
  pages: readonly { readonly page: Located; readonly fidelity: Fidelity }[],
  tokenizer: string,
  open: OpensFile = openOnce(),
): Outcome<readonly PromptBlock[] | "changed"> {
  const blocks: PromptBlock[] = [];
  const looked = new Map<CachedFile, boolean>();
  for (const { page, fidelity } of pages) {
    const { memory, entry } = page;
    const known = pricedPage(page, tokenizer);
    const before = known.blocks[fidelity];
    if (before !== undefined && isAsRead(memory, memory.files.get(entry.path), looked)) {
      blocks.push(before);
      continue;
    }
    const file = openForPrompt(memory, entry, open);
    if (!file.ok) return file;
    if (file.value === null) return ok("changed");
    const extent = entry.sections.length > 0 ? "own" : "whole";
    const block = blockOf(page, fidelity, representationsOf(memory, entry, file.value, extent)[fidelity]);
    known.blocks[fidelity] = block;
    blocks.push(block);
  }
  return ok(blocks);
}

/** Whether the file still has the stamp that it was read under: a look, and only one at a file of many sections. */
function isAsRead({ store }: Memory, file: CachedFile | undefined, looked: Map<CachedFile, boolean>): boolean {
  if (file === undefined) return false;
  const { path } = file;
  return getOrMake(looked, file, () => isUnchanged(file, { path, stamp: store.stampOf(path) }));
}

// KnownPage: what was made of a page for prompts, kept while the table holds the same entry: one that changed is another object.

/** Under one name, for one tokenizer, and with one set of texts withheld. */
export interface PricedPage {
  readonly name: string;
  readonly tokenizer: string;
  readonly withheld: string;
  tokens: Tokens | null;
  readonly blocks: Partial<Record<Fidelity, PromptBlock>>;
}

const pricedPages = new WeakMap<PageEntry, PricedPage>();

function pricedPage({ memory, entry, name }: Located, tokenizer: string): PricedPage {
  const withheld = withholdingOf(memory, entry);
  const last = pricedPages.get(entry);
  if (last !== undefined && last.name === name && last.tokenizer === tokenizer && last.withheld === withheld)
    return last;
  const page: PricedPage = { name, tokenizer, withheld, tokens: null, blocks: {} };
  pricedPages.set(entry, page);
  return page;
}

/** When the page says that it was changed last, in milliseconds; null where it does not. */
export function updatedAt(entry: PageEntry): number | null {
  return entry.updated === null ? null : Date.parse(entry.updated);
}

// CachedTokenizer: a tokenizer that remembers in a memory's token cache what it has counted, so that the vocabulary is mostly not needed.

/** For the few texts of a run that are no page's: what is counted is kept by digest. `memory.tokens.flush` is the caller's. */
export function cachedTokenizer(memory: Pick<Memory, "tokens">, tokenizer: Tokenizer): Tokenizer {
  return {
    name: tokenizer.name,
    count(text) {
      const key = `text\n${tokenizer.name}\n${shortDigest(text, 32)}`;
      const known = memory.tokens.get(key)?.full;
      if (known !== undefined) return known;
      const full = tokenizer.count(text);
      memory.tokens.put(key, { full });
      return full;
    },
  };
}

// Recency: how lately a page was demanded, from 1 in the turn itself down to 0.

/**
 * Below this a recency counts as none: 72 turns without a demand. What it could still add to a page's worth is less than a hundredth
 * of what the nearest two scopes differ by, and a page that no longer fades need not be ranked anew at each turn.
 */
export const recencyFloor = 1e-4;
/** What a turn leaves of a recency. */
export const recencyKept = 0.88;

/** Recency after some turns without a demand: × 0.88 a turn. Multiplied out, because `pow` may differ in its last bit. */
export function decay(recency: number, turns: number): number {
  assert(Number.isInteger(turns) && turns >= 0, "turns are counted from 0");
  let left = recency;
  for (let turn = 0; turn < turns && left > recencyFloor; turn += 1) left *= recencyKept;
  return left > recencyFloor ? left : 0;
}
