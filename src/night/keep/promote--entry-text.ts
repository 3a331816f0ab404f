/** EntryText: an entry of a log taken apart: its first statement, what hangs below it, and the sentences that are worth keeping. */

import { parseTree, type Tree } from "../../page/markdown/tangle--tree.js";
import { thresholds } from "../thresholds.js";
import { announcedBy } from "./lexicon--title.js";
import { type Context, holdsSecret, type Significance, significanceOf } from "./significance.js";

export interface EntryText {
  /** Without its bullet, its lines joined. */
  readonly head: string;
  /** What hangs below it, each line two blanks in; empty for most. */
  readonly below: string;
  /** The items below it, or its lines where each of them stands by itself. */
  readonly parts: readonly string[];
}

/** `markdown` covers whole lines. */
export function entryText(markdown: string): EntryText {
  const text = markdown.trim();
  if (!text.includes("\n")) return { head: withoutBullet(text), below: "", parts: [] };
  const tree = parseTree(text, 0);
  const [block] = tree.blocks;
  const children = block?.type === "list" ? (block.children[0]?.children ?? []) : [];
  const [first, second] = children;
  if (first?.type !== "paragraph" || second === undefined)
    return { head: joined(withoutBullet(text)), below: "", parts: standingLines(text) };
  const from = text.lastIndexOf("\n", tree.startOf(second)) + 1;
  const head = joined(text.slice(tree.startOf(first), tree.endOf(first)));
  return {
    head,
    below: indented(text.slice(from)),
    parts: children.slice(1).flatMap((child) => itemsIn(child, text, tree)),
  };
}

/** The first words of each item, however deep it lies. */
function itemsIn(node: Tree["blocks"][number], text: string, tree: Tree): readonly string[] {
  if (node.type !== "list") return [];
  return node.children.flatMap(({ children }) => {
    const [first, ...rest] = children;
    const own = first?.type === "paragraph" ? [joined(text.slice(tree.startOf(first), tree.endOf(first)))] : [];
    return [...own, ...rest.flatMap((child) => itemsIn(child, text, tree))];
  });
}

/** Some write a list without its marks: lines of which each has its label, its sign or its end. */
function standingLines(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => withoutBullet(line.trim()));
  const stands = (line: string): boolean => /^[^:：]{1,40}[:：]\s*\S|^[^\p{L}\p{N}\s("“'`[]|[.!?。！？]$/u.test(line);
  return lines.length > 1 && lines.every(stands) ? lines : [];
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
  readonly below: string;
  readonly means: Significance;
}

/**
 * What of an entry is to be kept: all of it where it is short, else the sentences and the items that say what it is. What somebody
 * tagged is kept whole, however long.
 */
export function gistIn({ head, below, parts }: EntryText, context: Context): Gist {
  const own = significanceOf(head, context);
  const means = own.isSecret || !below.split("\n").some(holdsSecret) ? own : { ...own, isSecret: true };
  if (context.tags.length > 0) return { text: head, below, means };
  const announced = below === "" ? null : announcedBy(head);
  if (announced !== null && means.lapse === null) {
    const label = head.replace(/[*_:：]+/g, "").trim();
    const said = { kind: announced, by: "label", why: `its label “${label}” says so` } as const;
    return { text: `${label}:`, below, means: { ...means, ...said } };
  }
  const isKept = isSaid(means) && (below !== "" || parts.length === 0);
  if (parts.length > 0 && !isKept) return gistOfParts(parts, { head, below, means }, context);
  if (head.length <= thresholds.statementCharsMax)
    return { text: withHead(withoutAnnouncement(head), means), below, means };
  return gistOfParts(sentencesOf(head), { head, below, means }, { ...context, under: [] });
}

/** Those of its parts that say by themselves what they are. */
function gistOfParts(
  parts: readonly string[],
  { head, below, means }: { readonly head: string; readonly below: string; readonly means: Significance },
  context: Context,
): Gist {
  const told = parts.flatMap((text) => {
    const one = significanceOf(text, context);
    return isSaid(one) && one.lapse === null ? [{ text: withHead(text, one), means: one }] : [];
  });
  const [first] = told;
  if (first === undefined) return { text: head, below, means: { ...means, kind: null, by: null } };
  const text = told.map((each) => ended(each.text)).join(" ");
  return {
    text,
    below: "",
    means: { ...first.means, isSecret: means.isSecret || told.some((each) => each.means.isSecret) },
  };
}

/** “Likes tea” under “About Anna” is “About Anna: likes tea” where no heading stands over it. */
function withHead(text: string, { head }: Significance): string {
  return head === null ? text : `${head}: ${text}`;
}

function isSaid({ kind }: Significance): boolean {
  return kind !== null && kind !== "fact";
}

function ended(text: string): string {
  return /[.!?。！？…:：]["'”’）)*_]*$/u.test(text) ? text : `${text}.`;
}

/** Without a last sentence that only leads on to what stands in entries of its own: “Two reasons:”. */
function withoutAnnouncement(head: string): string {
  if (!/[:：]$/.test(head)) return head;
  const sentences = sentencesOf(head);
  return sentences.length < 2 ? head : sentences.slice(0, -1).join(" ");
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
