/** Peers: the gold sets of two other memories: sections of project notes, and six long documents. */

import { readdirSync, readFileSync } from "node:fs";
import type { EvalPage, EvalSet, EvalUnit } from "./set.js";

interface Gold {
  readonly corpus: readonly {
    readonly file: string;
    readonly id: string;
    readonly heading: string;
    readonly body: string;
  }[];
  readonly queries: readonly { readonly query: string; readonly relevant: readonly string[] }[];
}

/** A section is a unit and a group of its own. */
export function agentMemorySet(data: string): EvalSet {
  const gold = JSON.parse(readFileSync(`${data}/retrieval/agent-memory/gold.json`, "utf8")) as Gold;
  const texts = new Map<string, string>();
  const units: EvalUnit[] = [];
  for (const { file, id, heading, body } of gold.corpus) {
    const before = texts.get(file) ?? "";
    const text = `${before}## ${heading}\n\n${body}\n\n`;
    texts.set(file, text);
    units.push({ unit: id, group: id, path: file, start: before.length, end: text.length });
  }
  const questions = gold.queries.map(({ query, relevant }) => {
    const named = new Set(relevant);
    return { text: query, category: "all", units: named, groups: named };
  });
  return { name: "agent-memory", pages: [...texts].map(pageOf), units, questions, unanswered: [] };
}

function pageOf([path, text]: readonly [string, string]): EvalPage {
  return { path, text, title: path.slice(path.lastIndexOf("/") + 1), day: null };
}

interface Asked {
  readonly query: string;
  readonly expected_doc: string;
  readonly difficulty: string;
}

/** A document is a unit and a group. */
export function qmdSet(data: string): EvalSet {
  const folder = `${data}/retrieval/qmd/eval-docs`;
  const pages = readdirSync(folder)
    .sort()
    .map((name): EvalPage => pageOf([name, readFileSync(`${folder}/${name}`, "utf8")]));
  const asked = JSON.parse(readFileSync(`${data}/retrieval/qmd/eval-queries.json`, "utf8")) as readonly Asked[];
  const questions = asked.map(({ query, expected_doc, difficulty }) => {
    const named = new Set(pages.filter(({ path }) => path.includes(expected_doc)).map(({ path }) => path));
    return { text: query, category: difficulty, units: named, groups: named };
  });
  const units = pages.map(({ path, text }) => ({ unit: path, group: path, path, start: 0, end: text.length }));
  return { name: "qmd", pages, units, questions, unanswered: [] };
}
