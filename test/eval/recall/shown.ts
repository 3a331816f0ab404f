/**
 * Shown: what a person gets, not what an index holds: the whole memory in a folder with git, opened and asked as a program does, and how many of the
 * units that answer a question stand in the text of the answer. Beside it the best of plain FTS5 and grep, as many as fit into the same tokens.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fitting as fittingPrompt, foundFor } from "../../../src/agents/prompt-entries.js";
import type { Instant } from "../../../src/base/ids.js";
import { openWorkspace } from "../../../src/open.js";
import { costOf } from "../../../src/recall/chunk.js";
import type { RecallAnswer } from "../../../src/recall/compose.js";
import { recall } from "../../../src/recall/recall.js";
import { type EvalQuestion, type EvalSet, textOf } from "./set.js";
import { type Span, systems } from "./systems.js";

/** One system's share of the units that answer, in answers of so many tokens of about so many. */
export interface ShownLine {
  readonly set: string;
  readonly system: string;
  readonly budget: number;
  readonly n: number;
  readonly units: number;
  /** Of the questions, with any unit that answers. */
  readonly any: number;
  readonly tokens: number;
}

/** 0 stands for what the product shows where no number is named. */
const budgets = [0, 400, 800, 2_000] as const;

const rivals = systems.filter(({ name }) => name !== "pagefile");
/** More than fit into any budget. */
const spansMax = 120;

/** Every one of so many questions is asked; the rivals are left out where not all are. */
export async function evalShown(name: string, sets: readonly EvalSet[], every = 1): Promise<readonly ShownLine[]> {
  const sums = new Map<string, Sum>();
  for (const set of sets) {
    const told = toldIn(set);
    const questions = set.questions.filter((_, at) => at % every === 0);
    const add = (system: string, budget: number, question: EvalQuestion, { text, tokens }: Shown): void => {
      const sum = sums.get(`${system}\n${budget}`) ?? { n: 0, units: 0, any: 0, tokens: 0 };
      sums.set(`${system}\n${budget}`, sum);
      const said = wordsOf(text);
      const held = told.filter(({ unit, lines }) => question.units.has(unit) && isShown(lines, said)).length;
      sum.n += 1;
      sum.units += held / question.units.size;
      sum.any += held > 0 ? 1 : 0;
      sum.tokens += tokens;
    };
    await askingSet(set, async (ask) => {
      for (const question of questions)
        for (const budget of budgets)
          add("pagefile", budget, question, await ask(question.text, budget === 0 ? null : budget));
    });
    for (const system of every === 1 ? rivals : []) {
      const opened = system.open(set, "");
      for (const question of questions) {
        const { spans } = opened.ask(question.text, spansMax);
        for (const budget of budgets.slice(1)) add(system.name, budget, question, fitting(set, spans, budget));
      }
      opened.close();
    }
  }
  return [...sums].map(([key, { n, units, any, tokens }]) => {
    const [system = "", budget = ""] = key.split("\n");
    return { set: name, system, budget: Number(budget), n, units: units / n, any: any / n, tokens: tokens / n };
  });
}

interface Sum {
  n: number;
  units: number;
  any: number;
  tokens: number;
}

/** An answer as it is read. */
interface Shown {
  readonly text: string;
  readonly tokens: number;
}

export interface ToldUnit {
  readonly unit: string;
  readonly lines: readonly string[];
}

/** The units of a set by the lines that have to be shown of each. */
export function toldIn(set: EvalSet): readonly ToldUnit[] {
  return set.units.map((unit) => {
    const lines = textOf(set, unit).split("\n").map(wordsOf);
    return { unit: unit.unit, lines: lines.filter((line) => line.trim() !== "") };
  });
}

/** Whole, or as much of a long one as a person reads of it. */
export function isShown(lines: readonly string[], said: string): boolean {
  const counts = lines.map((line) => line.split(" ").length - 2);
  const all = counts.reduce((sum, count) => sum + count, 0);
  const held = counts.reduce((sum, count, at) => sum + (said.includes(lines[at]!) ? count : 0), 0);
  return all > 0 && held >= Math.min(all, wordsMost);
}

const wordsMost = 60;

/** Marks and space are the layout's; where no space parts words every sign is one, so that a cut in a sentence hides nothing of the rest. */
export function wordsOf(text: string): string {
  return ` ${(text.match(signOrWord) ?? []).join(" ")} `;
}

const signOrWord =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[\p{L}\p{N}])+/gu;

function fitting(set: EvalSet, spans: readonly Span[], budget: number): Shown {
  const texts: string[] = [];
  let tokens = 0;
  for (const span of spans) {
    const text = textOf(set, span);
    const cost = costOf(text, 0, text.length);
    if (tokens + cost > budget) continue;
    tokens += cost;
    texts.push(text);
  }
  return { text: texts.join("\n"), tokens };
}

/** With tokens as the product has them where none are named, and with the question in other words where somebody gives some. */
export type Ask = (text: string, tokens: number | null, also?: readonly string[]) => Promise<RecallAnswer>;

/** The pages of a set as a memory that is asked on the day of the last. */
export async function askingSet(set: EvalSet, run: (ask: Ask) => Promise<void>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "pagefile-shown-"));
  try {
    for (const { path, text } of set.pages) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    writeFileSync(join(root, "pagefile.yaml"), "pagefile: 1\nstore: evalevaleval\n");
    for (const args of [
      ["init", "--quiet"],
      ["add", "--all"],
      ["-c", "user.name=eval", "-c", "user.email=eval@localhost", "commit", "--quiet", "--message=Pages"],
    ])
      execFileSync("git", args, { cwd: root });
    const last =
      set.pages
        .flatMap(({ day }) => (day === null ? [] : [day]))
        .sort()
        .at(-1) ?? "2026-01-01";
    await asking(root, process.env, `${last}T12:00:00Z` as Instant, run);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** What a prompt with this text gets of the memory, entry by entry. */
export type Give = (text: string) => Promise<readonly string[]>;

/** The memory in this folder, opened and asked as a program does, and as a prompt is that nobody has said anything before. */
export async function asking(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
  now: Instant,
  run: (ask: Ask, give: Give) => Promise<void>,
): Promise<void> {
  const opened = await openWorkspace({ cwd: root, repos: [root], env, now, traces: false });
  if (!opened.ok) throw new Error(opened.error.says);
  const wishes = { limit: null, types: [], since: null, until: null, tier: null, session: null } as const;
  const who = { audience: "owner", trusted: true, restore: false, fresh: true, records: false } as const;
  const bare = { heard: [], touched: [], session: null, cwd: null, records: false } as const;
  const give: Give = async (text) => {
    const found = await foundFor(opened.value, { ...bare, text });
    return found.ok ? fittingPrompt(found.value).map((entry) => entry.text) : [];
  };
  const ask: Ask = (text, tokens, also = []) => recall(opened.value, { ...wishes, ...who, text, tokens, also });
  await run(ask, give);
  await opened.value.close();
}

export function shownTable(lines: readonly ShownLine[]): string {
  const rows = lines.map(({ set, system, budget, n, units, any, tokens }) =>
    [
      set.padEnd(14),
      system.padEnd(11),
      String(budget).padStart(6),
      String(n).padStart(5),
      units.toFixed(3),
      any.toFixed(3),
      tokens.toFixed(0).padStart(6),
    ].join("  "),
  );
  return `${["set".padEnd(14), "shown by".padEnd(11), "tokens", "    n", "units", "  any", "  mean"].join("  ")}\n${rows.join("\n")}\n`;
}
