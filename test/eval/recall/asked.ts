/**
 * Asked: questions over real workspaces as their owners would ask them, written by reading the files, where they lie below the data folder
 * (`sets/real-questions/questions.jsonl`): what of the answers the product prints at its own limits, beside BM25 over sections and grep in the
 * same tokens.
 */

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Instant } from "../../../src/base/ids.js";
import { costOf } from "../../../src/recall/chunk.js";
import type { RecallAnswer } from "../../../src/recall/compose.js";
import { termsOf } from "../../../src/recall/words/terms.js";
import { seen } from "../real/meter.js";
import { type Copied, copyOf } from "../real/workspaces.js";
import type { EvalPage, EvalSet } from "./set.js";
import { asking, wordsOf } from "./shown.js";
import { systems } from "./systems.js";

interface RealQuestion {
  /** The folder of the workspace, below the data folder. */
  readonly workspace: string;
  readonly question: string;
  /** `plain`, `paraphrase` (other words than the text's), `changed`, `time`, `none` (nothing answers it), or `talk`, which needs no answer. */
  readonly kind: string;
  readonly language: string;
  /** Texts that answer it; any of them will do. */
  readonly gold: readonly string[];
  readonly half: "fit" | "held";
  /** The day it is asked on; for a workspace that came without its commits. */
  readonly now?: string;
  /** The same in other words, by one who knew the question alone. */
  readonly also?: readonly string[];
}

function realQuestions(data: string): readonly RealQuestion[] {
  const file = `${data}/sets/real-questions/questions.jsonl`;
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as RealQuestion);
}

/** Pages as they are shown, best first. */
type Shown = readonly string[];

interface RealAnswer {
  readonly asked: RealQuestion;
  readonly answer: RecallAnswer;
  /** Where it is asked in other words, too; null where nobody gave any. */
  readonly also: RecallAnswer | null;
  /** What a prompt that asks it gets, entry by entry. */
  readonly given: Shown;
  readonly copied: Copied;
}

/** The model for meaning that the environment names, where it names one: then the product asks it here as well. */
const model = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value = ""]) =>
    name.startsWith("PAGEFILE_EMBEDDER_") ? [[name, value]] : [],
  ),
);

/** Each workspace is copied, made a memory by the program, and asked on its owner's next morning, or on the day that its questions name. */
export async function eachReal(
  data: string,
  program: string,
  use: (told: RealAnswer, rivals: (question: string, tokens: number) => readonly RivalAnswer[]) => void,
): Promise<void> {
  const questions = realQuestions(data);
  for (const workspace of new Set(questions.map((one) => one.workspace))) {
    const temp = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-eval-asked-")));
    try {
      const day = questions.find((one) => one.workspace === workspace)!.now;
      const from = committed(join(data, workspace), temp, day);
      const copy = copyOf({ name: "memory", group: workspace, from }, temp);
      const copied = { ...copy, env: { ...copy.env, ...model } };
      // Agents that lie in folders of a repository of code are taken in whole, as their owner would say.
      const isOneAgents = agentFiles.some((name) => existsSync(join(from, name)));
      seen(copied, ["init", ...(isOneAgents ? [] : ["--profile", "plain"])], { program, seconds: limitSeconds });
      if (Object.keys(model).length > 0)
        process.stderr.write(seen(copied, ["index", "embed"], { program, seconds: limitSeconds }).stdout);
      const rivals = rivalsOf(copied);
      const now = copied.env.PAGEFILE_NOW as Instant;
      await asking(copied.root, copied.env, now, async (ask, give) => {
        for (const asked of questions.filter((one) => one.workspace === workspace)) {
          const [answer, given] = [await ask(asked.question, null), await give(asked.question)];
          const also = asked.also === undefined ? null : await ask(asked.question, null, asked.also);
          use({ asked, answer, also, given, copied }, rivals);
        }
      });
    } finally {
      rmSync(temp, { recursive: true, force: true });
    }
  }
}

const limitSeconds = 300;
const agentFiles = ["SOUL.md", "AGENTS.md", "memory"] as const;

/** A workspace without a repository as a copy with one commit, made the day before it is asked. */
function committed(from: string, temp: string, now: string | undefined): string {
  if (now === undefined || existsSync(join(from, ".git"))) return from;
  const copy = join(temp, "from");
  cpSync(from, copy, { recursive: true, verbatimSymlinks: true });
  const at = new Date(Date.parse(`${now}T09:00:00Z`) - dayMs).toISOString();
  const owner = ["-c", "user.name=Owner", "-c", "user.email=owner@example.org"];
  for (const args of [
    ["init", "--quiet"],
    ["add", "--all", "--force"],
    ["commit", "--quiet", "--message=All"],
  ])
    execFileSync("git", [...owner, ...args], {
      cwd: copy,
      env: { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at },
    });
  return copy;
}

const dayMs = 86_400_000;

/** Where the answer stands among what is shown, counted from 0; -1 where it does not. */
export function placeOf({ gold }: RealQuestion, shown: Shown): number {
  const said = (text: string): string => wordsOf(text.normalize("NFC").toLowerCase());
  return shown.findIndex((text) => gold.some((one) => said(text).includes(said(one))));
}

export interface AskedLine {
  readonly category: string;
  readonly system: string;
  readonly n: number;
  readonly first: number;
  readonly five: number;
  readonly any: number;
  /** Anything at all was shown. */
  readonly some: number;
  /** What was shown came without a word of doubt; null where a system has none. */
  readonly sure: number | null;
  readonly tokens: number;
}

interface Sum {
  n: number;
  first: number;
  five: number;
  any: number;
  some: number;
  sure: number | null;
  tokens: number;
}

export async function evalAsked(data: string, program: string): Promise<readonly AskedLine[]> {
  const sums = new Map<string, Sum>();
  await eachReal(data, program, ({ asked, answer, also, given, copied }, rivals) => {
    const add = (system: string, shown: Shown, tokens: number, sure: boolean | null = null): void => {
      const place = placeOf(asked, shown);
      const { kind, language, half } = asked;
      const categories =
        kind === "none" || kind === "talk" ? [kind, `${kind} ${half}`] : ["all", kind, language, half];
      for (const category of categories) {
        const key = `${category}\n${system}`;
        const sum = sums.get(key) ?? { n: 0, first: 0, five: 0, any: 0, some: 0, sure: null, tokens: 0 };
        sums.set(key, sum);
        sum.n += 1;
        sum.first += place === 0 ? 1 : 0;
        sum.five += place >= 0 && place < 5 ? 1 : 0;
        sum.any += place >= 0 ? 1 : 0;
        sum.some += shown.length > 0 ? 1 : 0;
        if (sure !== null) sum.sure = (sum.sure ?? 0) + (sure ? 1 : 0);
        sum.tokens += tokens;
      }
    };
    for (const [system, { pages, tokens, status, uncertainty }] of [
      ["pagefile", answer],
      ...(also === null ? [] : [["other words", also] as const]),
    ] as const)
      add(
        system,
        pages.map(({ snippet }) => snippet),
        tokens,
        status === "ok" && uncertainty === null,
      );
    const { stdout } = seen(copied, ["recall", asked.question], { program, seconds: limitSeconds });
    add("a prompt", given, costOf(given.join("\n"), 0, given.join("\n").length));
    add("command line", stdout.split(/\n(?=\S)/), costOf(stdout, 0, stdout.length));
    for (const { system, shown, tokens } of rivals(asked.question, answer.tokens)) add(system, shown, tokens);
    const others = also === null ? [] : rivals([asked.question, ...asked.also!].join(" "), also.tokens);
    for (const { system, shown, tokens } of others) add(`${system} too`, shown, tokens);
  });
  return [...sums]
    .map(([key, { n, first, five, any, some, sure, tokens }]) => {
      const [category = "", system = ""] = key.split("\n");
      return {
        category,
        system,
        n,
        first: first / n,
        five: five / n,
        any: any / n,
        some: some / n,
        sure: sure === null ? null : sure / n,
        tokens: tokens / n,
      };
    })
    .sort((a, b) => (a.category < b.category ? -1 : a.category > b.category ? 1 : 0));
}

// Rivals: BM25 over sections and grep over lines, of the same files.

interface RivalAnswer {
  readonly system: string;
  readonly shown: Shown;
  readonly tokens: number;
}

function rivalsOf({ root, notes }: Copied): (question: string, tokens: number) => readonly RivalAnswer[] {
  const pages = notes.flatMap((path): readonly EvalPage[] =>
    existsSync(join(root, path))
      ? [{ path, text: readFileSync(join(root, path), "utf8"), title: path, day: null }]
      : [],
  );
  const sections = pages.flatMap(({ text }) => text.split(/^(?=#{1,6} )/mu).filter((part) => part.trim() !== ""));
  const bm25 = bm25Over(sections);
  const set: EvalSet = { name: "real", pages, units: [], questions: [], unanswered: [] };
  const grep = systems.find(({ name }) => name === "grep")!.open(set, "");
  return (question, tokens) => {
    const lines = grep.ask(question, linesMax).spans;
    const byPage = [...new Set(lines.map(({ path }) => path))].map((path) => {
      const text = pages.find((page) => page.path === path)?.text ?? "";
      return lines.flatMap((line) => (line.path === path ? [text.slice(line.start, line.end)] : [])).join("\n");
    });
    return [
      { system: "BM25", ...fitting(bm25(question), tokens) },
      { system: "grep", ...fitting(byPage, tokens) },
    ];
  };
}

const linesMax = 120;

/** The last one is cut to what is left. */
function fitting(texts: readonly string[], budget: number): { readonly shown: Shown; readonly tokens: number } {
  const shown: string[] = [];
  let tokens = 0;
  for (const text of texts) {
    const cost = costOf(text, 0, text.length);
    const share = Math.min(1, (budget - tokens) / cost);
    if (share <= 0) break;
    shown.push(text.slice(0, Math.floor(text.length * share)));
    tokens += Math.min(cost, budget - tokens);
  }
  return { shown, tokens };
}

const [k1, b] = [1.2, 0.75];

/** As the field has it (Robertson, Spärck Jones), with our words, so that unspaced writing has any. Best first. */
function bm25Over(texts: readonly string[]): (question: string) => readonly string[] {
  const wordsIn = (text: string): readonly string[] =>
    termsOf(text).flatMap((term) => (term.stop ? [] : [term.text]));
  const all = texts.map((text) => {
    const counts = new Map<string, number>();
    const words = wordsIn(text);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { text, counts, length: words.length };
  });
  const mean = all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length);
  const holding = new Map<string, number>();
  for (const { counts } of all) for (const word of counts.keys()) holding.set(word, (holding.get(word) ?? 0) + 1);
  return (question) => {
    const words = [...new Set(wordsIn(question))];
    const scored = all.map(({ text, counts, length }) => {
      let score = 0;
      for (const word of words) {
        const times = counts.get(word) ?? 0;
        const many = holding.get(word) ?? 0;
        const idf = Math.log(1 + (all.length - many + 0.5) / (many + 0.5));
        score += (idf * times * (k1 + 1)) / (times + k1 * (1 - b + (b * length) / mean));
      }
      return { text, score };
    });
    return scored
      .filter(({ score }) => score > 0)
      .sort((x, y) => y.score - x.score)
      .map(({ text }) => text);
  };
}

const goals = { all: { first: 0.65, five: 0.9 }, language: { first: 0.55, five: 0.8 } } as const;

export function askedText(lines: readonly AskedLine[]): string {
  const rows = lines.map(({ category, system, n, first, five, any, some, sure, tokens }) => {
    const goal = category === "all" ? goals.all : category.length === 2 ? goals.language : null;
    const missed = goal !== null && system === "pagefile" && (first < goal.first || five < goal.five);
    const shares = [first, five].map((share) => `${share.toFixed(2)} (${interval(share, n)})`);
    const figures = [any, some, sure].map((share) => (share?.toFixed(2) ?? "-").padStart(4));
    const verdict = missed ? `  MISSED (${goal.first} and ${goal.five})` : "";
    const cells = [category.padEnd(11), system.padEnd(12), String(n).padStart(4), ...shares, ...figures];
    return `${cells.join("  ")}  ${tokens.toFixed(0).padStart(6)}${verdict}\n`;
  });
  const head = ["questions".padEnd(11), "shown by".padEnd(12), "   n", "first".padEnd(14), "five".padEnd(14)];
  return `${head.join("  ")}   any  some  sure  tokens\n${rows.join("")}`;
}

/** Of a share of so many, 95 in 100 (Wilson). */
function interval(share: number, n: number): string {
  const z2 = 1.96 ** 2;
  const middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = Math.sqrt(z2 * ((share * (1 - share)) / n + z2 / (4 * n * n))) / (1 + z2 / n);
  return [middle - half, middle + half].map((end) => Math.max(0, Math.min(1, end)).toFixed(2).slice(1)).join("-");
}
