/**
 * Kept: what people type to an agent, and which words of it a later session has to know.
 *
 * A line of `said/kept/<language>.jsonl` is one prompt as it was typed. All are invented, those by language by language models that were told
 * what lasts and not how it is judged: a third has something that holds for weeks, often inside a task, and the rest has not, though much of it
 * sounds so: how the product is to be, what is broken, what is chosen for this once, what others say. `mixed` is what `lasting.test.ts` asks of
 * the same code, and is only fitted to. The half `fit` may be looked at, and weighs most in the weights of `lasts`; the half `held` judges them.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { durable } from "../../../src/heard/inbox.js";
import { lastingFeatures } from "../../../src/heard/lasting.js";
import { heardIn, statementsOf } from "../../../src/heard/statement.js";
import type { Labeled } from "./labeled.js";
import type { Trained } from "./train.js";

export interface Typed {
  readonly half: "fit" | "held";
  readonly language: string;
  readonly prompt: string;
  /** Words of the prompt. */
  readonly keep: readonly string[];
}

const Line: z.ZodType<Omit<Typed, "language">> = z.strictObject({
  half: z.enum(["fit", "held"]),
  prompt: z.string().min(1),
  keep: z.array(z.string().min(1)),
});

/** `more`: what a line need not say. */
function typedIn(path: string, language: string, more: Partial<Typed> = {}): readonly Typed[] {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.map((line, at): Typed => {
    const typed = Line.parse({ ...more, ...JSON.parse(line) });
    const stray = typed.keep.find((text) => !typed.prompt.includes(text));
    if (stray !== undefined) throw new Error(`${path}:${at + 1}: “${stray}” does not stand in the prompt.`);
    return { ...typed, language };
  });
}

export function readKept(folder: string): readonly Typed[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return names.sort().flatMap((name) => typedIn(join(folder, name), name.replace(".jsonl", "")));
}

/** Prompts of real sessions, labeled in the same way, which lie outside of the tree: `DATA/sets/prompts/<half>/*.jsonl`. */
export function readReal(data: string | undefined, half: Typed["half"]): readonly Typed[] {
  const folder = data === undefined ? null : join(data, "sets", "prompts", half);
  if (folder === null || !existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => typedIn(join(folder, name), "real", { half }));
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function placesOf({ prompt, keep }: Pick<Typed, "prompt" | "keep">): readonly Place[] {
  return keep.map((text) => ({ start: prompt.indexOf(text), end: prompt.indexOf(text) + text.length }));
}

/** By at least half of the shorter: whoever labels and whoever hears cut a sentence at different places. */
function isOf(one: Place, other: Place): boolean {
  const overlap = Math.min(one.end, other.end) - Math.max(one.start, other.start);
  return overlap > 0 && overlap * 2 >= Math.min(one.end - one.start, other.end - other.start);
}

// Samples: what the weights are fitted to.

export interface LastingSample {
  readonly features: readonly string[];
  readonly kind: "kept" | "passed";
  readonly weight: number;
}

/** What sounds like people counts for more than what was written to train the kinds; what people really typed is of coding sessions alone. */
const weightOf = { typed: 4, real: 2, labeled: 1, trained: 0.3 } as const;

export function lastingSamples(
  { typed, real }: Readonly<Record<"typed" | "real", readonly Pick<Typed, "prompt" | "keep">[]>>,
  labeled: readonly Labeled[],
  trained: readonly Trained[],
): readonly LastingSample[] {
  return [
    ...typed.flatMap((one) => samplesIn(one.prompt, null, placesOf(one), weightOf.typed)),
    ...real.flatMap((one) => samplesIn(one.prompt, null, placesOf(one), weightOf.real)),
    ...labeled.flatMap(({ prompt, before = null, statements }) => {
      const kept = statements.filter(({ kind }) => durable.has(kind));
      const places = kept.map(({ start, text }) => ({ start, end: start + text.length }));
      return samplesIn(prompt, before, places, weightOf.labeled);
    }),
    ...trained.flatMap(({ text, before, kind }) => {
      const isKept = kind !== "none" && durable.has(kind);
      return samplesIn(text, before, isKept ? [{ start: 0, end: text.length }] : [], weightOf.trained);
    }),
  ];
}

function samplesIn(
  prompt: string,
  before: string | null,
  kept: readonly Place[],
  weight: number,
): readonly LastingSample[] {
  return heardIn(prompt, before).heard.map(({ statement, judged }): LastingSample => {
    const isKept = kept.some((place) => isOf(statement, place));
    return { features: [...lastingFeatures(judged)], kind: isKept ? "kept" : "passed", weight };
  });
}

// Report: of what has to be known, how much is kept; and of what is kept, how much has to be known.

export interface KeptTally {
  /** Places that have to be known, and those of them that are kept, and those that only wait in the inbox. */
  known: number;
  found: number;
  waits: number;
  /** Statements that are kept, and those of them that have to be known. */
  kept: number;
  right: number;
}

/** By language, and `all`. */
export function keptIn(prompts: readonly Typed[]): ReadonlyMap<string, Readonly<KeptTally>> {
  const tallies = new Map<string, KeptTally>();
  for (const one of prompts) {
    const places = placesOf(one);
    const heard = statementsOf(one.prompt, null);
    const lasting = heard.filter((statement) => statement.lasting);
    const isKept = (place: Place): boolean => lasting.some((statement) => isOf(statement, place));
    const isHeard = (place: Place): boolean =>
      heard.some((statement) => durable.has(statement.kind) && isOf(statement, place));
    for (const name of ["all", one.language]) {
      const tally = tallies.get(name) ?? { known: 0, found: 0, waits: 0, kept: 0, right: 0 };
      tally.known += places.length;
      tally.found += places.filter(isKept).length;
      tally.waits += places.filter((place) => !isKept(place) && isHeard(place)).length;
      tally.kept += lasting.length;
      tally.right += lasting.filter((statement) => places.some((place) => isOf(statement, place))).length;
      tallies.set(name, tally);
    }
  }
  return tallies;
}

export function keptText(title: string, prompts: readonly Typed[], half: Typed["half"]): string {
  const of = prompts.filter((one) => one.half === half);
  const rows = [...keptIn(of)].map(
    ([name, { known, found, waits, kept, right }]) =>
      `  ${name.padEnd(5)} kept ${found} of ${known}, ${waits} more wait in the inbox; of ${kept} kept ${right} had to be known`,
  );
  return [`${title}, the half “${half}”: ${of.length} prompts`, ...rows, ""].join("\n");
}
