/** EntryText: an entry of a log taken apart: its first statement, what hangs below it, and the sentences that are worth keeping. */

import { parseTree } from "../page/tree.js";
import { type Context, type Significance, significanceOf } from "./significance.js";
import { thresholds } from "./thresholds.js";

export interface EntryText {
  /** Without its bullet, its lines joined. */
  readonly head: string;
  /** What hangs below it, each line two blanks in; empty for most. */
  readonly below: string;
}

/** `markdown` covers whole lines. */
export function entryText(markdown: string): EntryText {
  const text = markdown.trim();
  if (!text.includes("\n")) return { head: withoutBullet(text), below: "" };
  const [block] = parseTree(text, 0).blocks;
  const children = block?.type === "list" ? (block.children[0]?.children ?? []) : [];
  const { startOf, endOf } = parseTree(text, 0);
  const [first, second] = children;
  if (first?.type !== "paragraph" || second === undefined) return { head: joined(withoutBullet(text)), below: "" };
  const from = text.lastIndexOf("\n", startOf(second)) + 1;
  return { head: joined(text.slice(startOf(first), endOf(first))), below: indented(text.slice(from)) };
}

function withoutBullet(text: string): string {
  return text.replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/, "");
}

function joined(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}

/** As deep below a bullet of ours as it was below the one it had. */
function indented(text: string): string {
  const lines = text.trimEnd().split("\n");
  const depth = lines.reduce((least, line) => {
    const at = line.search(/\S/);
    return at < 0 ? least : Math.min(least, at);
  }, Number.POSITIVE_INFINITY);
  return lines.map((line) => (line.trim() === "" ? "" : `  ${line.slice(depth)}`)).join("\n");
}

export interface Gist {
  readonly text: string;
  readonly means: Significance;
}

/**
 * What of an entry is to be kept: all of it where it is short, else the sentences that say what it is. What somebody tagged is kept
 * whole, however long.
 */
export function gistIn(head: string, context: Context): Gist {
  const means = significanceOf(head, context);
  if (context.tags.length > 0 || head.length <= thresholds.statementCharsMax) return { text: head, means };
  const told = sentencesOf(head).flatMap((text) => {
    const one = significanceOf(text, { ...context, under: [] });
    return one.kind === null || one.kind === "fact" || one.lapse !== null ? [] : [{ text, means: one }];
  });
  const [first] = told;
  if (first === undefined) return { text: head, means: { ...means, kind: null, by: null } };
  return { text: told.map(({ text }) => text).join(" "), means: { ...first.means, isSecret: means.isSecret } };
}

/** A point ends a sentence before a blank and a capital; code and links hold none. */
function sentencesOf(text: string): readonly string[] {
  const whole = text.replace(/`[^`]*`|\]\([^)]*\)/g, (code) => "x".repeat(code.length));
  const found: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of whole.matchAll(/[。！？]+|(?<![.!?])[.!?]+(?=\s+[\p{Lu}\p{Lo}*"“«(])/gu)) {
    found.push(text.slice(start, index + mark.length).trim());
    start = index + mark.length;
  }
  return [...found, text.slice(start).trim()].filter((sentence) => sentence !== "");
}
