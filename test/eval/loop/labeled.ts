/**
 * Labeled: what people say to an agent, and which words of it are to be heard as what.
 *
 * A line of `said/<language>.jsonl` is one prompt as it was typed, with the agent's turn before it where the prompt cannot be read without it.
 * All statements are invented. Whatever a prompt holds that is not listed is not the person's word: quotations, code, logs, pasted documents,
 * what others are said to think, what is only imagined, and what is not meant. `trap` names which of these a prompt holds.
 *
 * A statement is a sentence or a clause that stands for itself, without the stop that ends it. Its scope is `always` where it is about the
 * person, about how the agent is to speak to them, or said of all their work; else it is `project`. A question about a rule is a question. An
 * order for this once is a task, and one for all times is a rule; where it waits for an event, it is a trigger. A correction says that
 * something is not so, and `corrects` has the words it contradicts, from the turn before or from the prompt, or else the subject.
 *
 * The half `fit` may be looked at by whoever writes the classifier. The half `held` judges it.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export const kinds = [
  "rule",
  "preference",
  "correction",
  "decision",
  "fact",
  "trigger",
  "task",
  "question",
  "chat",
] as const;

export const traps = ["quotation", "code", "log", "document", "hypothesis", "sarcasm", "report", "question"] as const;

const words = z.string().refine((text) => text.trim() === text && text !== "", "has space around it, or no words");

const Said = z
  .strictObject({
    text: words,
    /** Which of several equal places in the prompt is meant, from 0. */
    at: z.int().min(0).optional(),
    kind: z.enum(kinds),
    scope: z.enum(["project", "always"]),
    corrects: words.optional(),
  })
  .refine(({ kind, corrects }) => (kind === "correction") === (corrects !== undefined), {
    message: "a correction says what it corrects, and nothing else does",
    path: ["corrects"],
  });

const Line = z.strictObject({
  half: z.enum(["fit", "held"]),
  before: words.optional(),
  prompt: words,
  trap: z.enum(traps).optional(),
  statements: z.array(Said),
});

type Line = z.infer<typeof Line>;

export interface Statement {
  readonly text: string;
  readonly at?: number | undefined;
  readonly kind: (typeof kinds)[number];
  readonly scope: "project" | "always";
  readonly corrects?: string | undefined;
  /** The offset in the prompt, in UTF-16 units. */
  readonly start: number;
}

export interface Labeled {
  readonly half: "fit" | "held";
  readonly before?: string | undefined;
  readonly prompt: string;
  readonly trap?: (typeof traps)[number] | undefined;
  /** The name of the file without its ending: `en`, `ja`. */
  readonly language: string;
  readonly line: number;
  readonly statements: readonly Statement[];
}

/** Throws one error that names every wrong line of every file. */
export function readLabeled(folder: string): readonly Labeled[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  const files = names.sort().map((name) => parseLabeled(name, readFileSync(join(folder, name), "utf8")));
  const wrong = files.flatMap((file) => file.wrong);
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  if (files.length === 0) throw new Error(`${folder}: no file was found.`);
  return files.flatMap((file) => file.prompts);
}

export interface LabeledFile {
  readonly prompts: readonly Labeled[];
  /** Each opens with the file and the line. */
  readonly wrong: readonly string[];
}

export function parseLabeled(name: string, text: string): LabeledFile {
  const language = name.replace(/\.jsonl$/, "");
  const prompts: Labeled[] = [];
  const wrong: string[] = [];
  for (const [index, row] of text.replace(/\n$/, "").split("\n").entries()) {
    const line = index + 1;
    const read = lineOf(row);
    wrong.push(...read.faults.map((fault) => `${name}:${line}: ${fault}`));
    if (read.value !== null) prompts.push({ ...read.value, language, line });
  }
  return { prompts, wrong };
}

interface Read {
  readonly value: Omit<Labeled, "language" | "line"> | null;
  readonly faults: readonly string[];
}

function lineOf(row: string): Read {
  const refuse = (...faults: string[]): Read => ({ value: null, faults });
  let raw: unknown;
  try {
    raw = JSON.parse(row);
  } catch {
    return refuse("is no JSON");
  }
  const read = Line.safeParse(raw);
  if (!read.success) return refuse(...read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`));
  const statements: Statement[] = [];
  const faults: string[] = [];
  let end = 0;
  for (const said of read.data.statements) {
    const start = placeOf(read.data.prompt, said);
    if (typeof start === "string") faults.push(start);
    else if (start < end) faults.push(`“${said.text}” begins before the statement listed above it ends`);
    else {
      statements.push({ ...said, start });
      end = start + said.text.length;
    }
  }
  if (statements.length === 0 && faults.length === 0 && read.data.trap === undefined)
    faults.push("has neither a statement nor a trap");
  const strays = read.data.statements.filter((said) => isStray(read.data, said.corrects));
  faults.push(...strays.map(({ corrects }) => `“${corrects}” stands neither in the turn before nor in the prompt`));
  return faults.length > 0 ? refuse(...faults) : { value: { ...read.data, statements }, faults };
}

/** The offset, or what is wrong with the words. */
function placeOf(prompt: string, { text, at }: z.infer<typeof Said>): number | string {
  const places: number[] = [];
  for (let from = prompt.indexOf(text); from !== -1; from = prompt.indexOf(text, from + 1)) places.push(from);
  if (places.length === 0) return `“${text}” does not stand in the prompt`;
  if (at === undefined && places.length > 1)
    return `“${text}” stands in the prompt ${places.length} times, and \`at\` does not say which is meant`;
  return places[at ?? 0] ?? `“${text}” stands in the prompt ${places.length} times, and \`at\` is ${at}`;
}

function isStray({ before, prompt }: Line, corrects: string | undefined): boolean {
  return corrects !== undefined && !`${before ?? ""}\n${prompt}`.includes(corrects);
}
