/**
 * Also: questions over conversations asked as they are, and in the other words that a language model wrote for them who knew the question alone
 * (`sets/also/NAME.jsonl` below the data folder): what of the messages that answer stands in what is shown, and how sure the answer says it is.
 * A `paraphrase` shares no word with what answers it; nothing answers one of the kind `none`.
 */

import { existsSync, readFileSync } from "node:fs";
import type { EvalSet } from "./set.js";
import { type Ask, askingSet, isShown, toldIn, wordsOf } from "./shown.js";

interface AlsoQuestion {
  /** The name of its memory, and the place of its question there; null where nothing answers it. */
  readonly set: string;
  readonly at: number | null;
  readonly question: string;
  readonly kind: "asked" | "paraphrase" | "none";
  readonly half: "fit" | "held";
  readonly also: readonly string[];
}

export interface AlsoLine {
  readonly set: string;
  readonly kind: AlsoQuestion["kind"];
  readonly half: AlsoQuestion["half"];
  readonly asked: "alone" | "in other words too";
  readonly n: number;
  /** Of the messages that answer, the share that is shown in 2,000 tokens; null where nothing answers. */
  readonly shown: number | null;
  /** Answers without a word of doubt. */
  readonly sure: number;
  readonly confidence: number;
}

export async function evalAlso(
  data: string,
  all: readonly (readonly [name: string, sets: readonly EvalSet[]])[],
): Promise<readonly AlsoLine[]> {
  const lines = new Map<string, AlsoLine>();
  for (const [name, sets] of all) {
    const questions = questionsOf(`${data}/sets/also/${name}.jsonl`);
    for (const set of sets) {
      const own = questions.filter((one) => one.set === set.name);
      if (own.length > 0) await askingSet(set, (ask) => askAll(name, set, own, ask, lines));
    }
  }
  return [...lines.values()].map(({ n, shown, sure, confidence, ...of }) => ({
    ...of,
    n,
    shown: of.kind === "none" ? null : (shown ?? 0) / n,
    sure: sure / n,
    confidence: confidence / n,
  }));
}

function questionsOf(file: string): readonly AlsoQuestion[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as AlsoQuestion);
}

async function askAll(
  name: string,
  set: EvalSet,
  questions: readonly AlsoQuestion[],
  ask: Ask,
  lines: Map<string, AlsoLine>,
): Promise<void> {
  const told = toldIn(set);
  for (const { at, question, kind, half, also } of questions)
    for (const asked of ["alone", "in other words too"] as const) {
      const answer = await ask(question, 2_000, asked === "alone" ? [] : also);
      const said = wordsOf(answer.text);
      const units = at === null ? new Set<string>() : set.questions[at]!.units;
      const held = told.filter(({ unit, lines: of }) => units.has(unit) && isShown(of, said)).length;
      const key = `${name} ${kind} ${half} ${asked}`;
      const sum = lines.get(key) ?? { set: name, kind, half, asked, n: 0, shown: 0, sure: 0, confidence: 0 };
      lines.set(key, {
        ...sum,
        n: sum.n + 1,
        shown: (sum.shown ?? 0) + (units.size === 0 ? 0 : held / units.size),
        sure: sum.sure + (answer.status === "ok" && answer.uncertainty === null ? 1 : 0),
        confidence: sum.confidence + answer.confidence.overall,
      });
    }
}

export function alsoText(lines: readonly AlsoLine[]): string {
  const head = `${["set".padEnd(9), "questions".padEnd(11), "half", "asked".padEnd(18), "   n", "shown", " sure"].join("  ")}  confidence\n`;
  const rows = lines.map(({ set, kind, half, asked, n, shown, sure, confidence }) => {
    const figures = [shown?.toFixed(3) ?? "    -", sure.toFixed(2).padStart(5), confidence.toFixed(2)];
    return [set.padEnd(9), kind.padEnd(11), half, asked.padEnd(18), String(n).padStart(4), ...figures].join("  ");
  });
  return `${head}${rows.join("\n")}\n`;
}
