/**
 * Sure: whether the confidence of an answer is the chance that it is in what is shown: over conversations and real workspaces, on the half that
 * its weights were made from and on the other, with questions that nothing answers; and the weights, made anew.
 */

import { type Confidence, noSign, signs } from "../../../src/recall/confidence.js";
import { type Dice, makeDice } from "../paper/generate/dice.js";
import { eachReal, placeOf } from "./asked.js";
import type { EvalSet } from "./set.js";
import { askingSet, isShown, toldIn, wordsOf } from "./shown.js";

export interface SureSample {
  readonly set: string;
  readonly half: "fit" | "held";
  /** Nothing answers it. */
  readonly none: boolean;
  /** The answer, or a unit that belongs to it, is in what is shown. */
  readonly right: boolean;
  readonly confidence: Confidence;
}

/** Every second memory of a set is left out, and every second question over real workspaces. */
export async function sureSamples(
  sets: readonly (readonly [name: string, sets: readonly EvalSet[]])[],
  data: string,
  program: string,
): Promise<readonly SureSample[]> {
  const samples: SureSample[] = [];
  for (const [name, of] of sets)
    for (const [at, set] of of.entries()) {
      const told = toldIn(set);
      const unanswered = new Set(set.unanswered);
      const half = at % 2 === 0 ? "fit" : "held";
      await askingSet(set, async (ask) => {
        for (const { text, units } of set.questions) {
          if (unanswered.has(text)) continue;
          const { pages, confidence } = await ask(text, null);
          const said = wordsOf(pages.map(({ snippet }) => snippet).join("\n"));
          const right = told.some(({ unit, lines }) => units.has(unit) && isShown(lines, said));
          samples.push({ set: name, half, none: false, right, confidence });
        }
        for (const text of unanswered) {
          const { confidence } = await ask(text, null);
          samples.push({ set: name, half, none: true, right: false, confidence });
        }
      });
    }
  await eachReal(data, program, ({ asked, answer }) => {
    const right = placeOf(asked, [answer.text]) >= 0;
    if (asked.kind === "talk") return;
    const none = asked.kind === "none";
    samples.push({ set: "real", half: asked.half, none, right: right && !none, confidence: answer.confidence });
  });
  return samples;
}

// Figures: how sure an answer was beside how often it was right.

/** The mean distance, over ten bands of confidence, between what was said and what came true (expected calibration error). */
function errorOf(samples: readonly SureSample[]): number {
  const bands = Array.from({ length: 10 }, () => ({ n: 0, said: 0, true: 0 }));
  for (const { confidence, right } of samples) {
    const band = bands[Math.min(9, Math.floor(confidence.overall * 10))]!;
    band.n += 1;
    band.said += confidence.overall;
    band.true += right ? 1 : 0;
  }
  return bands.reduce((sum, band) => sum + Math.abs(band.said - band.true), 0) / samples.length;
}

/** How often one of these is surer than one of the others (area under the receiver operating characteristic). */
function apart(samples: readonly SureSample[], of: (sample: SureSample) => boolean): number {
  const sorted = [...samples].sort((a, b) => a.confidence.overall - b.confidence.overall);
  let [below, sum, many] = [0, 0, 0];
  for (let at = 0; at < sorted.length; ) {
    let to = at;
    while (to < sorted.length && sorted[to]!.confidence.overall === sorted[at]!.confidence.overall) to += 1;
    const alike = sorted.slice(at, to);
    const ours = alike.filter(of).length;
    sum += ours * (below + (alike.length - ours) / 2);
    below += alike.length - ours;
    many += ours;
    at = to;
  }
  return sum / (many * below);
}

const figures: readonly { readonly name: string; readonly of: (samples: readonly SureSample[]) => number }[] = [
  { name: "ECE", of: errorOf },
  { name: "right/wrong", of: (samples) => apart(answerable(samples), ({ right }) => right) },
  { name: "answerable/not", of: (samples) => apart(samples, ({ none }) => !none) },
];

function answerable(samples: readonly SureSample[]): readonly SureSample[] {
  return samples.filter(({ none }) => !none);
}

const rounds = 400;

/** The middle 95 of 100 of what samples drawn again and again from these give. */
function interval(
  samples: readonly SureSample[],
  of: (samples: readonly SureSample[]) => number,
  dice: Dice,
): string {
  const drawn = Array.from({ length: rounds }, () =>
    of(samples.map(() => samples[dice.between(0, samples.length - 1)]!)),
  );
  const sorted = drawn.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2);
  return `${at(0.025)}–${at(0.975)}`;
}

export function sureText(samples: readonly SureSample[]): string {
  const dice = makeDice(7);
  const sets = [...new Set(samples.map(({ set }) => set)), "all"];
  const rows = (["fit", "held"] as const).flatMap((half) =>
    sets.map((set) => {
      const those = samples.filter((one) => one.half === half && (set === "all" || one.set === set));
      const right = those.filter((one) => one.right).length / those.length;
      const cells = figures.map(({ of }) => {
        const value = of(those);
        return (Number.isNaN(value) ? "-" : `${value.toFixed(3)} (${interval(those, of, dice)})`).padEnd(18);
      });
      const nothing = String(those.filter(({ none }) => none).length).padStart(3);
      return `${half.padEnd(4)}  ${set.padEnd(9)}  ${String(those.length).padStart(4)}  ${nothing}  ${right.toFixed(2)}  ${cells.join("  ")}\n`;
    }),
  );
  const head = figures.map(({ name }) => name.padEnd(18)).join("  ");
  return `half  set           n  not  right ${head}\n${rows.join("")}\n${bandsText(samples)}`;
}

/** Of the left-out half: how often an answer of a band is right. */
function bandsText(samples: readonly SureSample[]): string {
  const edges = [0, 0.15, 0.3, 0.5, 0.7, 0.8, 0.9, 1.01];
  return edges
    .slice(1)
    .map((to, at) => {
      const from = edges[at]!;
      const those = samples.filter(
        ({ half, confidence: { overall } }) => half === "held" && overall >= from && overall < to,
      );
      const right = those.filter((one) => one.right).length;
      return `left out, ${from.toFixed(2)} to ${Math.min(1, to).toFixed(2)}: ${right} of ${those.length} right\n`;
    })
    .join("");
}

// Fit: the weights of the signs by logistic regression, each set as heavy as the others, drawn towards nothing by a ridge.

const ridge = 3;
const setWeight = 400;
const steps = 60;

export function signsText(samples: readonly SureSample[]): string {
  const fit = samples.filter(({ half }) => half === "fit");
  const names = Object.keys(signs) as (keyof typeof signs)[];
  const valuesOf = ({ confidence }: SureSample): readonly number[] =>
    names.map((name) => confidence[name] ?? signs[name].none);
  const rows = fit.map(valuesOf);
  const means = names.map((_, at) => rows.reduce((sum, row) => sum + row[at]!, 0) / rows.length);
  const spreads = names.map(
    (_, at) => Math.sqrt(rows.reduce((sum, row) => sum + (row[at]! - means[at]!) ** 2, 0) / rows.length) || 1,
  );
  const scaled = rows.map((row) => [1, ...row.map((value, at) => (value - means[at]!) / spreads[at]!)]);
  const weights = fit.map(({ set }) => setWeight / fit.filter((one) => one.set === set).length);
  // What pages are taken at is set by hand.
  const offsets = fit.map(({ confidence }, at) => oddsOf(confidence) - noSign - dot(names, rows[at]!));
  const found = regress(
    scaled,
    fit.map(({ right }) => (right ? 1 : 0)),
    weights,
    offsets,
  );
  const own = names.map((_, at) => found[at + 1]! / spreads[at]!);
  const base = found[0]! - own.reduce((sum, weight, at) => sum + weight * means[at]!, 0);
  const lines = names.map(
    (name, at) => `  ${name}: { weight: ${own[at]!.toFixed(2)}, none: ${signs[name].none} },\n`,
  );
  return `${lines.join("")}noSign = ${base.toFixed(2)}\n`;
}

function oddsOf({ overall }: Confidence): number {
  const sure = Math.min(0.999, Math.max(0.001, overall));
  return Math.log(sure / (1 - sure));
}

function dot(names: readonly (keyof typeof signs)[], row: readonly number[]): number {
  return names.reduce((sum, name, at) => sum + signs[name].weight * row[at]!, 0);
}

/** Newton's method; the first column is not drawn to nothing. */
function regress(
  rows: readonly (readonly number[])[],
  right: readonly number[],
  weights: readonly number[],
  offsets: readonly number[],
): readonly number[] {
  const many = rows[0]?.length ?? 0;
  let found: readonly number[] = Array.from({ length: many }, () => 0);
  for (let step = 0; step < steps; step += 1) {
    const slope = found.map((value, at) => (at === 0 ? 0 : ridge * value));
    const bend = found.map((_, a) => found.map((_, b) => (a === b && a > 0 ? ridge : a === b ? 1e-9 : 0)));
    for (const [at, row] of rows.entries()) {
      const odds = row.reduce((sum, value, i) => sum + value * found[i]!, offsets[at]!);
      const chance = 1 / (1 + Math.exp(-odds));
      for (let a = 0; a < many; a += 1) {
        slope[a]! += weights[at]! * (chance - right[at]!) * row[a]!;
        for (let b = 0; b < many; b += 1) bend[a]![b]! += weights[at]! * chance * (1 - chance) * row[a]! * row[b]!;
      }
    }
    const move = solved(bend, slope);
    found = found.map((value, at) => value - move[at]!);
  }
  return found;
}

/** Gauss's elimination, the greatest of each column first. */
function solved(matrix: readonly (readonly number[])[], values: readonly number[]): readonly number[] {
  const rows = matrix.map((row, at) => [...row, values[at]!]);
  for (let at = 0; at < rows.length; at += 1) {
    const most = rows.slice(at).reduce((best, row) => (Math.abs(row[at]!) > Math.abs(best[at]!) ? row : best));
    rows.splice(rows.indexOf(most), 1, rows[at]!);
    rows[at] = most;
    for (const [other, row] of rows.entries()) {
      if (other === at) continue;
      const share = row[at]! / most[at]!;
      for (let i = at; i < row.length; i += 1) row[i]! -= share * most[i]!;
    }
  }
  return rows.map((row, at) => row.at(-1)! / row[at]!);
}
