/** Prompt: of what kinds of files a prompt is made, and which notes a memory holds and which it leaves unread. */

import { counted } from "./findings.js";
import { type Doc, docOf, docsOf, textOf } from "./json.js";

export interface Reading {
  readonly notes: number;
  readonly read: number;
  readonly unread: Readonly<Record<string, number>>;
  /** What is not read and no note either, by place. */
  readonly apart: Readonly<Record<string, number>>;
}

export interface Composition {
  readonly budget: number;
  readonly tokens: number;
  /** Tokens by kind of file. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Lines on a terminal. */
  readonly receiptLines: number;
}

/** Reasons are the findings that kept a file out; a file of a package or of a tool is nobody's note. */
export function readingOf(files: readonly string[], pages: unknown): Reading {
  const read = new Set(docsOf(docOf(pages).pages).map(({ path }) => textOf(path)));
  const errors = docsOf(docOf(pages).findings).filter(({ severity }) => severity === "error");
  const code = new Map(errors.map((each) => [textOf(each.path), textOf(each.code)]));
  const notes = files.filter((path) => read.has(path) || placeOf(path) === "");
  const unread = notes.filter((path) => !read.has(path));
  return {
    notes: notes.length,
    read: notes.length - unread.length,
    unread: counted(unread.map((path) => code.get(path) ?? "left out")),
    apart: counted(files.flatMap((path) => (read.has(path) || placeOf(path) === "" ? [] : [placeOf(path)]))),
  };
}

/** The program's own word for a page's kind, where it says one, else the name of its file and folder. */
export function compositionOf(answer: unknown, pages: unknown, receipt: string): Composition {
  const { budget, tokens, selected } = docOf(answer);
  const page = new Map<string, Doc>(docsOf(docOf(pages).pages).map((each) => [textOf(each.id), each]));
  const kinds: Record<string, number> = {};
  for (const each of docsOf(selected)) {
    const of = page.get(textOf(each.id)) ?? {};
    const kind = textOf(each.kind) || textOf(of.kind) || kindOfPath(textOf(of.path));
    kinds[kind] = (kinds[kind] ?? 0) + Number(each.tokens ?? 0);
  }
  const sorted = Object.fromEntries(Object.entries(kinds).sort(([, a], [, b]) => b - a));
  return {
    budget: Number(budget ?? 0),
    tokens: Number(tokens ?? 0),
    kinds: sorted,
    receiptLines: receipt.split("\n").filter((line) => line !== "").length,
  };
}

function placeOf(path: string): string {
  const folder = path.split("/").find((part) => part === "node_modules" || part.startsWith("."));
  return folder === undefined || folder === "node_modules" ? (folder ?? "") : "dot folder";
}

const named: readonly (readonly [string, RegExp])[] = [
  ["license", /(^|\/)(licen[cs]e|copying|notice)[^/]*$/i],
  ["skill", /(^|\/)(skills?\/|skill\.md$)/i],
  ["template", /(^|\/)([^/]*templates?\/|[^/]*template[^/]*\.md$)/i],
  ["instructions", /(^|\/)(agents|claude|soul|user|identity|tools|heartbeat|bootstrap|gemini)\.md$/i],
  ["log", /(^|\/)\d{4}-\d{2}-\d{2}[^/]*\.md$/],
  ["memory", /(^|\/)(memory\.md$|memory\/)/i],
  ["documentation", /(^|\/)(docs?\/|readme[^/]*$|changelog[^/]*$|contributing[^/]*$)/i],
];

function kindOfPath(path: string): string {
  return named.find(([, pattern]) => pattern.test(path))?.[0] ?? "other";
}
