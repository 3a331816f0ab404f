/** Entry digest: names an entry by what it says, so that a changed marker, indentation or line break keeps its name. */

import type { Code, InlineCode, Nodes } from "mdast";
import { shortDigest } from "../base/digest.js";
import { limits } from "../base/limits.js";
import { type Tree, walk } from "./markdown/tree.js";

const digestChars = 16;
/** A ticked box reads `[x]` wherever it stands, in an item or in text on its way to become one. */
const checkbox = "x";

/**
 * Digest of the entry's normalized text: no bullet marker, runs of white space as one space, code as it is with LF. `end` is
 * the entry's, which may lie before that of its node.
 */
export function entryDigest(text: string, entry: { readonly node: Nodes; readonly end: number }, tree: Tree): string {
  return shortDigest(normalized(text, entry.node, entry.end, tree), digestChars);
}

/** `[word]` marks in the node's text, in order, each once; links, code, wiki links and checkboxes are none. */
export function entryTags(text: string, node: Nodes, tree: Tree): readonly string[] {
  const tags = new Set<string>();
  for (const part of textsIn(node)) addTags(tags, text, tree.startOf(part), tree.endOf(part));
  return [...tags];
}

/** What may be a tag: a word in brackets, but for one that an address follows, which is none whatever a parser makes of it. */
const bracketed = /\[[a-z][a-z0-9-]*\](?!\()/;

/** Whether something there looks like a tag and may be part of a link, code or HTML. */
export function hidesTags(content: string): boolean {
  return bracketed.test(content) && /[`<]|\]\(/.test(content);
}

/** What the two above say of an entry of text, whose code has no runs of white space and whose tags nothing hides. */
export function plainEntry(content: string): { readonly digest: string; readonly tags: readonly string[] } {
  return { digest: shortDigest(collapse(content).trim(), digestChars), tags: plainTags(content) };
}

export function plainTags(content: string): readonly string[] {
  if (!content.includes("[")) return [];
  const tags = new Set<string>();
  addTags(tags, content, 0, content.length);
  return [...tags];
}

/** The digest of code in a fence in the first column. */
export function codeDigest(language: string, value: string): string {
  return shortDigest(codeText({ type: "code", lang: language, value }).trim(), digestChars);
}

function addTags(tags: Set<string>, text: string, start: number, end: number): void {
  for (const match of text.slice(start, end).matchAll(/\[([a-z][a-z0-9-]*)\]/g)) {
    const at = start + match.index;
    const next = text.charAt(at + match[0].length);
    const before = text.charAt(at - 1);
    const isLink = before === "[" || before === "\\" || next === "]" || next === "(" || next === ":";
    const word = match[1] ?? "";
    if (!isLink && word !== checkbox && tags.size < limits.tagsMax) tags.add(word);
  }
}

function normalized(text: string, node: Nodes, end: number, tree: Tree): string {
  let at = node.type === "listItem" ? afterMarker(text, tree.startOf(node)) : tree.startOf(node);
  let out = "";
  for (const part of walk(node)) {
    if (part.type !== "code" && part.type !== "inlineCode") continue;
    out += collapse(text.slice(at, tree.startOf(part))) + codeText(part);
    at = tree.endOf(part);
  }
  return (out + collapse(text.slice(at, end))).trim();
}

/** Behind a list item's marker and the blanks after it. */
function afterMarker(text: string, start: number): number {
  const marker = /^(?:[-*+]|\d{1,9}[.)])[ \t]*/.exec(text.slice(start, start + 32));
  return start + (marker?.[0].length ?? 0);
}

function codeText(code: Pick<Code, "type" | "lang" | "value"> | InlineCode): string {
  const value = code.value.replaceAll("\r\n", "\n");
  return code.type === "inlineCode" ? `\`${value}\`` : `\n${code.lang ?? ""}\n${value}\n`;
}

function collapse(text: string): string {
  return text.replace(/[ \t\r\n]+/g, " ");
}

function* textsIn(node: Nodes): Generator<Nodes> {
  if (node.type === "text") yield node;
  else if ("children" in node && node.type !== "link" && node.type !== "linkReference") {
    for (const child of node.children) yield* textsIn(child);
  }
}
