/**
 * Fit: the weights of the classifier, made anew from the sentences for training and the half `fit` of the labeled set.
 *
 * It is multinomial logistic regression with a penalty on large weights, by full-batch descent, so that the same sentences give the same file.
 * Each sentence is also learned with signs left out at random: a clause is then judged by its form where the tables do not know its words, which
 * is how most of what people say looks. The half `held` is never read.
 */

import { type Sentence, sentencesOf } from "../../../src/heard/clause.js";
import { contextOf, weigh } from "../../../src/heard/features.js";
import { durable, type StatementKind, statementKinds } from "../../../src/heard/inbox.js";
import { type Dice, makeDice } from "../paper/generate/dice.js";
import type { LastingSample } from "./kept.js";
import type { Labeled } from "./labeled.js";
import type { Trained } from "./train.js";

export interface Sample {
  readonly language: string;
  readonly text: string;
  readonly kind: StatementKind;
  readonly features: readonly string[];
  readonly weight: number;
}

/** What real people might have said counts for more than what was written for training. */
const labeledWeight = 2;

export function samplesOf(trained: readonly Trained[], labeled: readonly Labeled[]): readonly Sample[] {
  const invented = trained.flatMap(({ language, kind, before, text }): Sample[] => {
    if (kind === "none") return [];
    const context = contextOf(text, before);
    const sentences = sentencesOf(context.text);
    const [first, last] = [sentences[0], sentences.at(-1)];
    if (first === undefined || last === undefined) return [];
    const { features } = weigh(context, { start: first.start, end: last.end }, last.stop);
    return [{ language, text, kind, features: [...features], weight: 1 }];
  });
  const said = labeled.flatMap((prompt): Sample[] => {
    const context = contextOf(prompt.prompt, prompt.before ?? null);
    const sentences = sentencesOf(context.text);
    return prompt.statements.map(({ start, text, kind }, at) => {
      const bare = text.replace(/[\s.!?。！？…]+$/, "");
      const end = start + bare.length;
      const { features } = weigh({ ...context, isOnly: at === 0 }, { start, end }, stopAt(sentences, end));
      return { language: prompt.language, text, kind, features: [...features], weight: labeledWeight };
    });
  });
  return [...invented, ...said];
}

const stopReach = 2;

function stopAt(sentences: readonly Sentence[], end: number): string {
  return sentences.find((one) => Math.abs(one.end - end) <= stopReach)?.stop ?? "";
}

// Descent: weights from samples.

export type Weights = Readonly<Record<string, readonly number[]>>;

export interface Fitting {
  readonly seed: number;
  /** How much large weights cost. */
  readonly penalty: number;
  /** Of a hundred signs, how many are left out of the second copy of a sentence. */
  readonly leftOut: number;
  readonly rounds: number;
}

export const fitting: Fitting = { seed: 7, penalty: 1, leftOut: 20, rounds: 300 };

interface Row {
  readonly at: readonly number[];
  readonly kind: number;
  readonly weight: number;
}

const seldom = 4;

export function weightsFrom(samples: readonly Sample[], how: Fitting): Weights {
  return weightsOf(samples, statementKinds, how);
}

/** How much each feature speaks for being kept; a feature that is not there speaks for nothing. */
export function lastsFrom(samples: readonly LastingSample[], how: Fitting): Readonly<Record<string, number>> {
  const weights = weightsOf(samples, ["kept", "passed"], how);
  return Object.fromEntries(
    Object.entries(weights).map(([name, [kept, passed]]) => [name, rounded(kept! - passed!)]),
  );
}

type Said<K extends string> = Pick<Sample, "features" | "weight"> & { readonly kind: K };

function weightsOf<K extends string>(
  samples: readonly Said<K>[],
  kinds: readonly K[],
  { seed, penalty, leftOut, rounds }: Fitting,
): Weights {
  const counts = new Map<string, number>();
  for (const { features } of samples) for (const one of features) counts.set(one, (counts.get(one) ?? 0) + 1);
  const names = [...counts].flatMap(([name, count]) => (count >= seldom ? [name] : [])).sort();
  const places = new Map(names.map((name, at) => [name, at]));
  const dice = makeDice(seed);
  const rows = samples.flatMap(({ features, kind, weight }): Row[] => {
    const of = (kept: readonly string[]): readonly number[] => kept.flatMap((name) => places.get(name) ?? []);
    const of1 = kinds.indexOf(kind);
    return [
      { at: of(features), kind: of1, weight: weight / 2 },
      { at: of(withLeftOut(features, leftOut, dice)), kind: of1, weight: weight / 2 },
    ];
  });
  const kindCount = kinds.length;
  const weights = new Float64Array(names.length * kindCount);
  const [speed, slope] = [new Float64Array(weights.length), new Float64Array(weights.length)];
  const scores = new Float64Array(kindCount);
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < slope.length; at += 1) slope[at] = (penalty * weights[at]!) / total;
    for (const row of rows) {
      scoresOf(row.at, weights, scores);
      for (let kind = 0; kind < kindCount; kind += 1) {
        const error = ((scores[kind]! - (kind === row.kind ? 1 : 0)) * row.weight) / total;
        for (const at of row.at) slope[at * kindCount + kind]! += error;
      }
    }
    for (let at = 0; at < weights.length; at += 1) {
      speed[at] = momentum * speed[at]! - pace * slope[at]!;
      weights[at]! += speed[at]!;
    }
  }
  return Object.fromEntries(
    names.map((name, at) => [name, [...weights.subarray(at * kindCount, (at + 1) * kindCount)].map(rounded)]),
  );
}

const momentum = 0.95;
const pace = 0.6;

function rounded(weight: number): number {
  return Math.round(weight * 100) / 100 + 0;
}

/** A sign goes with all that is built on it. */
function withLeftOut(features: readonly string[], percent: number, dice: Dice): readonly string[] {
  const stems = [...new Set(features.flatMap((one) => one.split("+").map(stemOf)))];
  const gone = new Set(stems.filter((stem) => stem !== "bias" && dice.chance(percent)));
  return features.filter((one) => !one.split("+").some((part) => gone.has(stemOf(part))));
}

function stemOf(feature: string): string {
  return feature.replace(/First$/, "");
}

/** Into shares of one. */
function scoresOf(at: readonly number[], weights: Float64Array, scores: Float64Array): void {
  scores.fill(0);
  for (const place of at) {
    for (let kind = 0; kind < scores.length; kind += 1) scores[kind]! += weights[place * scores.length + kind]!;
  }
  let sum = 0;
  for (let kind = 0; kind < scores.length; kind += 1) {
    scores[kind] = Math.exp(scores[kind]!);
    sum += scores[kind]!;
  }
  for (let kind = 0; kind < scores.length; kind += 1) scores[kind]! /= sum;
}

// Scores: whether they say how likely a kind is, and from which likelihood on something is kept.

const steps = [0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 1];
const bounds = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8];

/** How often the likeliest kind is right where it is so likely; and what is kept from which likelihood of all kinds to be kept on. */
export function scoresText(samples: readonly Sample[], weights: Weights): string {
  const judged = samples.map(({ features, kind }) => {
    const shares = sharesOf(features, weights);
    const likeliest = Math.max(...shares);
    const kept = statementKinds.reduce((sum, each, at) => (durable.has(each) ? sum + shares[at]! : sum), 0);
    return {
      likeliest,
      kept,
      isRight: statementKinds[shares.indexOf(likeliest)] === kind,
      isKept: durable.has(kind),
    };
  });
  const reliable = steps.slice(1).flatMap((to, at) => {
    const from = steps[at]!;
    const those = judged.filter(({ likeliest }) => likeliest > from && likeliest <= to);
    if (those.length === 0) return [];
    const said = those.reduce((sum, { likeliest }) => sum + likeliest, 0) / those.length;
    const right = those.filter(({ isRight }) => isRight).length / those.length;
    return [`  ${from} to ${to}: said ${said.toFixed(2)}, right ${right.toFixed(2)}, of ${those.length}`];
  });
  const durables = judged.filter(({ isKept }) => isKept).length;
  const kept = bounds.map((bound) => {
    const those = judged.filter((one) => one.kept >= bound);
    const right = those.filter(({ isKept }) => isKept).length;
    const [precision, recall] = [right / those.length, right / durables];
    return `  ${bound}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`;
  });
  return ["Scores of the likeliest kind", ...reliable, "Kept from this likelihood on", ...kept, ""].join("\n");
}

function sharesOf(features: readonly string[], weights: Weights): readonly number[] {
  const sums = statementKinds.map((_, at) => features.reduce((sum, one) => sum + (weights[one]?.[at] ?? 0), 0));
  const shares = sums.map(Math.exp);
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}

/** `src/heard/weights.ts` as it is to be. */
export function weightsText(weights: Weights, lasts: Readonly<Record<string, number>>): string {
  const keyOf = (name: string): string => (/^\w+$/.test(name) ? name : `"${name}"`);
  const rows = Object.entries(weights).map(([name, row]) => `  ${keyOf(name)}: [${row.join(", ")}],\n`);
  const lines: string[] = [];
  for (const [name, weight] of Object.entries(lasts)) {
    const line = `${lines.at(-1) ?? ""}, ${name} ${weight}`;
    if (lines.length > 0 && line.length <= lineCharsMax) lines[lines.length - 1] = line;
    else lines.push(`${name} ${weight}`);
  }
  return `${weightsHead}${rows.join("")}};\n${lastsHead}${lines.join(",\n")}${lastsTail}`;
}

const lineCharsMax = 140;

const lastsHead = `
/**
 * How much each speaks for a statement to hold in later sessions, too: names of \`lastingFeatures\` in \`lasting.ts\`. Fitted to prompts and weeks
 * that were invented without knowing how they are judged (\`kept\` and \`stories\` in \`test/eval/loop/said\`), to the sentences above, and to labeled
 * prompts of real coding sessions, which lie outside of the tree: without them \`--fit\` prints others.
 */
export const lasts: ReadonlyMap<string, number> = new Map(
  \`
`;

const lastsTail = `
\`
    .split(",")
    .map((each) => each.trim().split(" "))
    .map(([name = "", weight]) => [name, Number(weight)]),
);
`;

const weightsHead = `/**
 * Weights: how much each feature of a clause speaks for each kind of words, as data. Nobody writes here by hand: \`npm run eval -- loop --fit\`
 * prints such a file; \`test/FIGURES.md\` says which of the numbers in use are older.
 *
 * They are fitted to sentences written for training and to the half of the labeled set that may be looked at, with signs left out at random,
 * so that a clause is also judged by its form where the tables do not know its words. A feature is a class of words or a form (\`sign.ts\`,
 * \`features.ts\`), never a word. \`First\`: the clause begins with it; \`+\`: both are there.
 */

/** In the order of \`statementKinds\` in \`inbox.ts\`. */
export const weights: Readonly<Record<string, readonly number[]>> = {
`;
