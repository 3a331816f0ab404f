/**
 * Represent: a page at each fidelity, extracted from its own text by rules, the same on every machine. The structured form is its typed fields, or
 * one line for each thing it says; the compressed one is its headings, tagged entries and first sentences, each word of them the page's own.
 */

import type { Nodes, RootContent } from "mdast";
import { digest } from "../base/digest.js";
import { fenceMark } from "../base/lines.js";
import { rememberByKey, rememberByText } from "../base/memo-cache.js";
import { compareText, headOf } from "../base/text.js";
import type { ValueMap } from "./decode.js";
import { printValue, type YamlValue } from "./frontmatter/print.js";
import { isBlankText } from "./frontmatter/text.js";
import { blocksByPiece, type Entry, lineBlocks, piecesOf } from "./markdown/blocks.js";
import { allComments, type Cut, headingName } from "./markdown/outline.js";
import { parseTree, plainText, type Tree } from "./markdown/tree.js";
import { type Fidelity, type PageType, schema, slugOf } from "./page.js";

const lineCharsMax = 160;

/** `key: value` lines, the type's required fields first; where one is missing, the title and a line for every entry. */
export function structure(
  page: { readonly type: PageType; readonly title: string; readonly fields: ValueMap },
  body: string,
): string {
  const required = schema[page.type].requiredFields;
  const known = fieldsOf(page.fields, required).map(([key, value]) => `${key}: ${printField(value)}`);
  if (page.fields.prefers !== belowIt && required.every((key) => !isEmpty(page.fields[key]))) return known.join("\n");
  const derived = page.type === "plan" ? planLines(body, parseTree(body, 0), page.fields) : [];
  const lines = derived.length > 0 ? derived : linesIn(body);
  return [oneLine(page.title), ...known, ...lines].join("\n");
}

/** A sentence for each field that says something, the type's required ones first; empty where there is none. */
export function fieldSentences(type: PageType, fields: ValueMap): string {
  return fieldsOf(fields, schema[type].requiredFields)
    .map(([key, value]) => {
      const words = key.replaceAll("_", " ");
      const said = `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${printField(value)}`;
      return /[.!?…:;。！？]["'”’»)\]`*_]*$/u.test(said) ? said : `${said}.`;
    })
    .join("\n");
}

/** In `prefers` where the entries of a page say it: what it is about stands in its title then, and no field says more. */
export const belowIt = "see below";

function fieldsOf(fields: ValueMap, required: readonly string[]): readonly (readonly [string, YamlValue])[] {
  if (fields.prefers === belowIt) return fieldsOf({ ...fields, prefers: null, subject: null }, required);
  const others = Object.keys(fields).filter((key) => !required.includes(key));
  return [...required, ...others.sort(compareText)].flatMap((key) => {
    const value = fields[key];
    return value === undefined || isEmpty(value) ? [] : [[key, value] as const];
  });
}

export function isEmpty(value: YamlValue | undefined): boolean {
  return value === undefined || value === null || value === "";
}

function printField(value: YamlValue): string {
  if (typeof value === "string") return oneLine(value);
  const simple = Array.isArray(value) && value.every((item) => typeof item !== "object");
  return simple ? value.map((item) => oneLine(String(item))).join("; ") : printValue(value);
}

/** Piece by piece where that can be told: a line more costs that line, and not the whole again. */
function linesIn(body: string): readonly string[] {
  const pieces = piecesOf(body);
  return pieces === null ? entryLines(body, parseTree(body, 0)) : pieces.flatMap(linesOfPiece);
}

function linesOfPiece(piece: string): readonly string[] {
  const blocks = lineBlocks(piece);
  if (blocks === null) return entryLines(piece, parseTree(piece, 0));
  return blocks.flatMap((block) =>
    "paragraphs" in block ? block.paragraphs.map(({ depth, text }) => "  ".repeat(depth) + lineFrom(text)) : [],
  );
}

/** One line for each top-level entry and each nested bullet, so that a file of rules still states every rule. */
function entryLines(body: string, tree: Tree): readonly string[] {
  return tree.blocks.flatMap((block) => linesOf(body, tree, block, ""));
}

function linesOf(body: string, tree: Tree, node: RootContent, pad: string): readonly string[] {
  if (node.type === "list") return node.children.flatMap((item) => linesOf(body, tree, item, pad));
  if (node.type === "blockquote") return node.children.flatMap((child) => linesOf(body, tree, child, pad));
  if (node.type === "listItem") {
    const [first, ...rest] = node.children;
    const opening = first?.type === "paragraph" ? [pad + line(body, tree, first)] : [];
    const below = (first?.type === "paragraph" ? rest : node.children).filter((child) => child.type === "list");
    return [...opening, ...below.flatMap((child) => linesOf(body, tree, child, `${pad}  `))];
  }
  return node.type === "paragraph" ? [pad + line(body, tree, node)] : [];
}

function line(body: string, tree: Tree, node: Nodes): string {
  return lineFrom(body.slice(tree.startOf(node), tree.endOf(node)));
}

function lineFrom(text: string): string {
  return `- ${shorten(firstSentence(text), lineCharsMax)}`;
}

/** What the sections and checkboxes of a plan say of its goal, its step and what is open, where no field says it. */
function planLines(body: string, tree: Tree, fields: ValueMap): readonly string[] {
  const found = new Map<string, string[]>();
  let under: string | null = null;
  for (const block of tree.blocks) {
    if (block.type === "heading") under = planKey(slugOf(plainText(block.children)));
    else {
      for (const text of entryLines(body, { ...tree, blocks: [block] })) {
        const said = text.trim().slice(2);
        const labeled = /^\**([A-Za-z]+)\**:\**\s+(.*)$/.exec(said);
        const box = /^\[ \]\s+(.*)$/.exec(said)?.[1];
        const label = labeled === null ? null : planKey((labeled[1] ?? "").toLowerCase());
        const key = label ?? (box === undefined ? under : "open");
        const done = /^\[[xX]\]\s/.test(said);
        if (key !== null && !done)
          found.set(key, [...(found.get(key) ?? []), label === null ? (box ?? said) : (labeled?.[2] ?? said)]);
      }
    }
  }
  return schema.plan.requiredFields.flatMap((key) => {
    const texts = found.get(key);
    return texts === undefined || !isEmpty(fields[key]) ? [] : [`${key}: ${texts.join("; ")}`];
  });
}

function planKey(word: string): string | null {
  if (/^(?:goals?|objectives?|aims?)(?:-|$)/.test(word)) return "goal";
  if (/^(?:current-)?(?:steps?|next|now|doing)(?:-|$)/.test(word)) return "step";
  return /^(?:open|todos?|remaining|questions?)(?:-|$)/.test(word) ? "open" : null;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** What of a page, besides its body, its representations are made from. */
export interface Representable {
  readonly id: string;
  readonly type: PageType;
  readonly title: string;
  readonly path: string;
  /** Blob id of the file. */
  readonly oid: string;
  /** Typed fields from frontmatter. */
  readonly fields: ValueMap;
  /** A compressed text somebody wrote, and the `sha256:` digest of the body it was written for. */
  readonly compressed: string | null;
  readonly compressedOf: string | null;
}

export interface Representations extends Readonly<Record<Fidelity, string>> {
  /** Whether frontmatter holds a compressed text for another body than this one; it is then not used. */
  readonly stale: boolean;
}

const oidChars = 10;

/** Of one file that gathers many pages, a write changes one: the others are not parsed again. */
const keptChars = 1 << 20;
const compressedFrom = rememberByText(keptChars, (body) => compressBody(withoutComments(body)));
const structuredFrom = rememberByKey<string>(keptChars, (made, key) => made.length + key.length);

/** A text as it holds, without what its entries took the place of; `write/entry/correct.ts` writes those lines. */
export function withoutSuperseded(text: string): string {
  if (!text.includes("Superseded ")) return text;
  return text.replace(/\r?\n[ \t]*(?:[-*+]|\d{1,9}[.)])?[ \t]*Superseded \d{4}-\d{2}-\d{2}: “.*/g, "");
}

/**
 * `whole` is the text behind the frontmatter, or of one section. Only `full` holds HTML comments, and none what was superseded: after four corrections
 * that is longer than what holds, and a model takes it for advice; `show` prints it. What a page says in fields is as much of
 * it as its body, so it stands before that at every fidelity but a compressed text that somebody wrote.
 */
export function represent(page: Representable, whole: string): Representations {
  const body = withoutSuperseded(whole);
  const written = page.compressed !== null && page.compressed.trim() !== "";
  const stale = written && page.compressedOf !== digest(whole);
  // Parsed where it is asked for: of a page in a prompt one of the four is shown, most often the whole.
  return {
    full: withFields(page, body),
    get compressed() {
      return written && !stale && page.compressed !== null ? page.compressed : withFields(page, compressedFrom(body));
    },
    get structured() {
      const { type, title, fields } = page;
      const key = `${JSON.stringify([type, title, fields])}\n${body}`;
      return structuredFrom(key, () => structure(page, withoutComments(body)));
    },
    pointer: pointer(page),
    stale,
  };
}

function withFields({ type, fields }: Representable, text: string): string {
  const sentences = fieldSentences(type, fields);
  if (sentences === "") return text;
  return isBlankText(text) ? `${sentences}\n` : `${sentences}\n\n${text.replace(/^(?:[ \t]*\r?\n)+/, "")}`;
}

function pointer({ id, title, path, oid }: Representable): string {
  const name = title.replace(/\s+/g, " ").trim();
  return `${id} — ${name} (${path}@${oid.slice(0, oidChars)}; read: pagefile show ${id})`;
}

// Sentence: where the first sentence of a text ends, with care for abbreviations, decimals, code and CJK.

/** Words that end in a point and end no sentence, without that point. */
const abbreviations: ReadonlySet<string> = new Set(
  "e.g i.e etc vs cf al approx ca nr vol fig sec ch pp ed eds mr mrs ms dr prof st jr sr inc ltd co corp dept est min max jan feb mar apr jun jul aug sep sept oct nov dec z.b d.h bzw usw ggf".split(
    " ",
  ),
);

const wideEnds = "。！？｡";
/** What stands behind the mark that ends a sentence and belongs to it. */
const behindMarks = "\"'”’»)]}*_」』）.!?";

/** A sentence longer than this is cut; it also bounds the work on a text that never ends one. */
const sentenceCharsMax = 2000;

/** The first sentence, its line breaks as spaces; all of the text when it is one. */
export function firstSentence(text: string): string {
  const line = shorten(inOneLine(text.slice(0, sentenceCharsMax * 2)), sentenceCharsMax);
  for (let i = nextMark(line, 0); i >= 0; i = nextMark(line, i + 1)) {
    const character = line.charAt(i);
    if (character === "`") {
      i = codeEnd(line, i);
      continue;
    }
    let end = i + 1;
    while (end < line.length && behindMarks.includes(line.charAt(end))) end++;
    if (endsHere(line, i, end, wideEnds.includes(character))) return line.slice(0, end);
    i = end - 1;
  }
  return line;
}

function inOneLine(text: string): string {
  return (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, " ") : text).trim();
}

const marks = /[`.!?。！？｡]/g;

/** Where the next character stands that may end a sentence or begin code; -1 where there is none. */
function nextMark(line: string, from: number): number {
  marks.lastIndex = from;
  return marks.exec(line)?.index ?? -1;
}

/** At most `charsMax` characters, cut at a space where there is one, with an ellipsis. */
export function shorten(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const space = text.lastIndexOf(" ", charsMax - 1);
  return `${headOf(text, space > charsMax / 2 ? space : charsMax - 1).trimEnd()}…`;
}

function endsHere(line: string, mark: number, end: number, wide: boolean): boolean {
  if (end >= line.length) return true;
  if (!wide && line.charAt(end) !== " ") return false;
  // A cut between two emphasis marks, or inside a link, would leave markup that means something else.
  const head = line.slice(0, end);
  if (count(head, "**") % 2 === 1 || count(head, "[") !== count(head, "]") || /\]\([^)]*$/.test(head)) return false;
  if (wide) return true;
  const next = line
    .slice(end + 1)
    .replace(/^["'“‘«([*_`]+/, "")
    .charAt(0);
  if (next !== next.toUpperCase() && next === next.toLowerCase()) return false;
  if (line.charAt(mark) !== ".") return true;
  const word = line.slice(line.lastIndexOf(" ", mark - 1) + 1, mark).replace(/^["'“‘«([*_]+/, "");
  // A single letter is an initial, a bare number at the beginning numbers a list, U.S. is one word.
  if (/^\p{L}$/u.test(word) || /^(?:\p{L}\.)+\p{L}$/u.test(word)) return false;
  if (word.toLowerCase() === "no" && /^\d/.test(next)) return false;
  return !abbreviations.has(word.toLowerCase()) && !(/^\d{1,3}$/.test(word) && mark === word.length);
}

/** The last backtick of a code span that opens at `at`; `at` itself when nothing closes it. */
function codeEnd(line: string, at: number): number {
  let length = 1;
  while (line.charAt(at + length) === "`") length++;
  const close = line.indexOf("`".repeat(length), at + length);
  return close < 0 ? at + length - 1 : close + length - 1;
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found += 1;
  return found;
}

// Comments: a body without its HTML comments, for every fidelity that is not the whole text.

/** A line that held nothing but comments goes as a whole; what looks like a comment inside code stays. */
export function withoutComments(body: string): string {
  if (!body.includes("<!--")) return body;
  const cuts = allComments(body, 0);
  let kept = "";
  let at = 0;
  for (const cut of cuts.map((one) => wholeLines(body, one))) {
    if (cut.start < at) continue;
    kept += body.slice(at, cut.start);
    at = cut.end;
  }
  return kept + body.slice(at);
}

function wholeLines(body: string, cut: Cut): Cut {
  let start = cut.start;
  while (isBlank(body.charAt(start - 1))) start--;
  let end = cut.end;
  while (isBlank(body.charAt(end)) || body.charAt(end) === "\r") end++;
  const alone =
    (start === 0 || body.charAt(start - 1) === "\n") && (end === body.length || body.charAt(end) === "\n");
  return alone ? { start, end: Math.min(end + 1, body.length) } : cut;
}

function isBlank(character: string): boolean {
  return character === " " || character === "\t";
}

// Compress: a body cut down to headings, tagged entries and first sentences; every word of it is the page's own.

/** Code of up to this many lines stays whole: naming what was left out would take as long. */
const codeLinesKept = 2;

/** Deterministic; never longer than the body. Expects a body without HTML comments. */
export function compressBody(body: string): string {
  let out = "";
  let afterBullet = false;
  for (const block of blocksByPiece(body, "unnamed")) {
    const text = "heading" in block ? headingName(block.heading).trim() : entryText(body, block.entry);
    if (text === "") continue;
    const isBullet = "entry" in block && block.entry.kind === "bullet";
    if (out !== "") out += afterBullet && isBullet ? "\n" : "\n\n";
    out += text;
    afterBullet = isBullet;
  }
  const whole = body.replaceAll("\r\n", "\n").trim();
  return out.length < whole.length ? out : whole;
}

function entryText(body: string, entry: Pick<Entry, "kind" | "start" | "end" | "tags">): string {
  const source = body.slice(entry.start, entry.end).replaceAll("\r\n", "\n");
  if (entry.tags.length > 0) return source.trimEnd();
  switch (entry.kind) {
    case "rule":
      return "";
    case "code":
      return shortCode(source);
    case "bullet":
      return shortBullet(source);
    case "quote":
      return `> ${firstSentence(source.replace(/^ {0,3}> ?/gm, ""))}`;
    case "html":
    case "other":
      return source.trimEnd();
    default:
      return firstSentence(source);
  }
}

function shortCode(source: string): string {
  const fence = fenceMark(source);
  const lines = source.split("\n");
  const inner = fence === null ? lines : lines.slice(1, lines.at(-1)?.trim().startsWith(fence) ? -1 : undefined);
  if (inner.length <= codeLinesKept) return source.trimEnd();
  const rest = `…(${inner.length} lines)`;
  if (fence === null) return `${inner[0]}\n    ${rest}`;
  return `${lines[0]}\n${inner[0]}\n${rest}\n${fence}`;
}

/** The marker and the first sentence of the item's first paragraph. */
function shortBullet(source: string): string {
  const match = /^ {0,3}((?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)/.exec(source);
  if (match === null) return source.trimEnd();
  const text = source.slice(match[0].length);
  const paragraph: string[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    if (
      i > 0 &&
      (line.trim() === "" || /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line) || /^\s*(?:`{3}|~{3}|>|#)/.test(line))
    )
      break;
    paragraph.push(line);
  }
  return (match[1] ?? "") + firstSentence(paragraph.join("\n"));
}
