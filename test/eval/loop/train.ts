/**
 * Train: invented sentences of each kind, in six languages, from which the weights of the classifier are fitted, beside the half `fit` of the
 * labeled set.
 *
 * A line of `said/train/<language>.jsonl` is one sentence, with the agent's turn before it where it has to be known; the first has the names
 * that may stand in a sentence's braces. Each sentence with braces is said twice, with other names. Their kind `none` is of what others are said
 * to think, of what is only imagined and of what is not meant.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Dice, makeDice } from "../paper/generate/dice.js";
import { kinds } from "./labeled.js";

const Slots = z.strictObject({ slots: z.record(z.string(), z.array(z.string()).min(2)) });
const Line = z.strictObject({
  kind: z.enum([...kinds, "none"]),
  before: z.string().optional(),
  text: z.string().min(1),
});

export interface Trained {
  readonly language: string;
  readonly kind: (typeof kinds)[number] | "none";
  readonly before: string | null;
  readonly text: string;
}

export function readTrain(folder: string, seed: number): readonly Trained[] {
  const dice = makeDice(seed);
  const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return names.sort().flatMap((name) => {
    const [head, ...lines] = readFileSync(join(folder, name), "utf8").trimEnd().split("\n");
    const { slots } = Slots.parse(JSON.parse(head ?? ""));
    return lines.flatMap((line) => {
      const { kind, before = null, text } = Line.parse(JSON.parse(line));
      const filled = [filledBy(text, slots, dice), filledBy(text, slots, dice)];
      return [...new Set(filled)].map((said) => ({ language: name.replace(".jsonl", ""), kind, before, text: said }));
    });
  });
}

function filledBy(text: string, slots: Readonly<Record<string, readonly string[]>>, dice: Dice): string {
  return text.replace(/\{(\w+)\}/g, (_, slot: string) => {
    const names = slots[slot];
    if (names === undefined) throw new Error(`“${text}”: {${slot}} has no names.`);
    return dice.pick(names);
  });
}
