/**
 * Represent: a page at each fidelity, extracted from its own text by rules, the same on every machine; the structured form is its typed fields, or
 * one line for each thing it says.
 */

import type { Nodes, RootContent } from "mdast";
import { digest } from "../base/digest.js";
import { limits } from "../base/limits.js";
import { rememberByKey, rememberByText } from "../base/memo-cache.js";
import { compareText } from "../base/text.js";
import { compressBody, firstSentence, shorten, withoutComments } from "./compress.js";
import type { ValueMap } from "./decode.js";
import { printValue, type YamlValue } from "./frontmatter/print.js";
import { isBlankText } from "./frontmatter/text.js";
import { lineBlocks, piecesOf } from "./markdown/blocks.js";
import { parseTree, plainText, type Tree } from "./markdown/tree.js";
import { type Fidelity, type PageType, schema, slugOf } from "./page.js";

// Structure: a page as typed fields, or, where it has none, as one line for each thing it says.

const lineCharsMax = 160;

/** `key: value` lines, the type's required fields first; where one is missing, the title and a line for every entry. */
export function structure(
  page: { readonly type: PageType; readonly title: string; readonly fields: ValueMap },
  body: string,
): string {
  const required = schema[page.type].requiredFields;
  const known = fieldLines(page.fields, required);
  if (required.every((key) => !isEmpty(page.fields[key]))) return known.join("\n");
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

function fieldLines(fields: ValueMap, required: readonly string[]): readonly string[] {
  return fieldsOf(fields, required).map(([key, value]) => `${key}: ${printField(value)}`);
}

function fieldsOf(fields: ValueMap, required: readonly string[]): readonly (readonly [string, YamlValue])[] {
  const others = Object.keys(fields).filter((key) => !required.includes(key));
  return [...required, ...others.sort(compareText)].flatMap((key) => {
    const value = fields[key];
    return value === undefined || isEmpty(value) ? [] : [[key, value] as const];
  });
}

function isEmpty(value: YamlValue | undefined): boolean {
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
  if (blocks === null) return parsedLines(piece);
  return blocks.flatMap((block) =>
    "paragraphs" in block ? block.paragraphs.map(({ depth, text }) => "  ".repeat(depth) + lineFrom(text)) : [],
  );
}

const parsedLines = rememberByText(limits.outlinedCharsMax, (piece) => entryLines(piece, parseTree(piece, 0)));

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

// Represent: a page at each fidelity, extracted from its own text by rules, the same on every machine.

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

/**
 * `body` is the text behind the frontmatter, or of one section. Only `full` holds HTML comments. What a page says in fields is as much of
 * it as its body, so it stands before that at every fidelity but a compressed text that somebody wrote.
 */
export function represent(page: Representable, body: string): Representations {
  const written = page.compressed !== null && page.compressed.trim() !== "";
  const stale = written && page.compressedOf !== digest(body);
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

/**
 * Whether the texts between the whole and a pointer are known to begin in a letter or sign other than `/`, by a look at a few characters:
 * a body that opens with a heading is cut down to a text that does, and a structured one opens with the title.
 */
export function opensWithHeading({ type, title, fields, compressed }: Representable, body: string): boolean {
  if (compressed !== null || Object.keys(fields).length > 0 || schema[type].requiredFields.length === 0) return false;
  return /^\s*[^\s/]/.test(title) && /^(?:[ \t]*\r?\n)*#{1,6}[ \t]+[^\s#]/.test(body);
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
