/** E2E, loop: what a person said in six sessions of a real program, and what of it the last one is given, beside the program without a memory. */

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { startFakeModel } from "../support/fake-model.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { begin, type Rule, rules, tellSix } from "./loop-story.js";
import { openclaw } from "./openclaw.js";
import { pis } from "./pi.js";
import { makePlace, type Place } from "./place.js";
import { blocksIn, type Harness, type Opening, type Rig } from "./story.js";
import { printRows } from "./table.js";

const kinds = ["writes nothing", "writes one", "no Pagefile"] as const;
type Kind = (typeof kinds)[number];

const wheres = ["start block", "start, as heard", "prompt's answer", "elsewhere"] as const;
type Where = (typeof wheres)[number];

/** What the first request of the last session holds. */
interface Found {
  /** A rule each; null where it stands nowhere. What stands elsewhere was not given by the memory. */
  readonly places: readonly (Where | null)[];
  /** How many lines of the block are the person's words and none of the rules. */
  readonly others: number;
  /** The length of the longest block, in characters. */
  readonly block: number;
  /** Whether it is told how the answer of the session before ended. */
  readonly answer: boolean;
}

/** Prints what each knew; throws where one lost something, or knows it without a memory. `names` are beginnings of programs' names; none means all. */
export async function loopStory(cache: string, names: readonly string[]): Promise<void> {
  const all = [claudeCode, codex, openclaw, ...pis];
  const unknown = names.filter((name) => all.every((each) => !nameOf(each).startsWith(name)));
  if (unknown.length > 0) throw new Error(`there is no ${unknown.join(", ")}, but ${all.map(nameOf).join(", ")}.`);
  const rows: (readonly string[])[] = [];
  const wrong: string[] = [];
  for (const harness of all) {
    const isAsked = names.length === 0 || names.some((name) => nameOf(harness).startsWith(name));
    const open = isAsked ? harness.install(cache) : null;
    if (open === null) continue;
    for (const kind of kinds) {
      // What goes wrong with one says nothing of the others.
      const found = await run(harness, open, kind).catch(saidOf);
      const says = typeof found === "string" ? [found] : wrongIn(kind, found);
      rows.push([harness.name, harness.version, kind, ...(typeof found === "string" ? ["failed"] : cellsOf(found))]);
      wrong.push(...says.map((each) => `${nameOf(harness)}, ${kind}: ${each}`));
    }
  }
  if (rows.length === 0) return;
  const head = [
    "program",
    "version",
    "model",
    "known",
    ...rules.map(({ words }) => words.join(" ")),
    "others",
    "block",
    "last answer",
  ];
  printRows("The first request of the last of six sessions", [head, ...rows]);
  if (wrong.length > 0) throw new Error(wrong.join("\nloop: "));
}

function saidOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function nameOf({ name, version }: Harness): string {
  return `${name}-${version}`;
}

async function run(harness: Harness, open: Opening, kind: Kind): Promise<Found> {
  const place = makePlace(`loop-${harness.name}`);
  const model = await startFakeModel(() => ({ kind: "text", text: "Done." }));
  const rigs: Rig[] = [];
  try {
    harness.configure(place, model);
    begin(place);
    if (kind !== "no Pagefile") place.pagefile(["setup", harness.joins, "--now", instantOf(1)]);
    const PATH = `${binIn(place)}:${place.env.PATH}`;
    // pi has the machine's clock, in which these days are as long as they take.
    const onDay = (day: number): Place => ({ ...place, env: { ...place.env, PATH, PAGEFILE_NOW: instantOf(day) } });
    const noting: Opening = (...at) => {
      const rig = open(...at);
      rigs.push(rig);
      return rig;
    };
    const about = { open: noting, shell: harness.shell, model, onDay };
    const request = await tellSix({ ...about, writes: kind === "writes one" });
    return foundIn(request.seen);
  } finally {
    await model.close();
    // What went wrong half-way leaves some of them open.
    await Promise.all(rigs.map((rig) => rig.stop()));
    place.remove();
  }
}

/** As an installation leaves it: what the model is told to call is there by its name, also for shells that begin with a profile. */
function binIn({ home }: Place): string {
  const folder = join(home, "bin");
  mkdirSync(folder);
  const file = join(folder, "pagefile");
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${resolve("dist/pagefile.cjs")}' "$@"\n`);
  chmodSync(file, 0o755);
  writeFileSync(join(home, ".profile"), `PATH="${folder}:$PATH"\n`);
  return folder;
}

/** The third day is today. */
function instantOf(day: number): string {
  return new Date(Date.now() - (3 - day) * 24 * 60 * 60_000).toISOString();
}

// Found: where the rules stand in what a program sent to its model.

function foundIn(seen: string): Found {
  const blocks = blocksIn(seen);
  const texts: Readonly<Record<Where, readonly string[]>> = {
    "start block": blocks,
    "start, as heard": [
      ...listsIn(seen, "Heard and kept on no page yet:\n"),
      ...listsIn(
        seen,
        "Said before and on no page yet, the latest last; remember what of it will still hold in a month:\n",
      ),
    ],
    "prompt's answer": listsIn(seen, "From Pagefile's memory, for this prompt:\n"),
    elsewhere: [seen],
  };
  const own = blocks.flatMap((block) => block.split("\n")).filter((line) => /^- .*\[human\]/.test(line));
  return {
    places: rules.map((rule) => wheres.find((where) => texts[where].some((text) => saysIt(text, rule))) ?? null),
    others: own.filter((line) => rules.every((rule) => !saysIt(line, rule))).length,
    block: Math.max(0, ...blocks.map(({ length }) => length)),
    answer: listsIn(seen, ") ended:\n").some((list) => list.includes("- the answer's end: ")),
  };
}

function listsIn(seen: string, head: string): readonly string[] {
  const behind = seen.split(head).slice(1);
  return behind.map((rest) => rest.split(/\n(?!- )/)[0] ?? "");
}

/** In one line. */
function saysIt(text: string, { words }: Rule): boolean {
  return text.split("\n").some((line) => words.every((word) => line.includes(word)));
}

function cellsOf({ places, others, block, answer }: Found): readonly string[] {
  const known = places.filter(isGiven).length;
  const where = places.map((place) => place ?? "lost");
  return [`${known} of ${places.length}`, ...where, `${others}`, `${block}`, answer ? "told" : "lost"];
}

function isGiven(place: Where | null): boolean {
  return place !== null && place !== "elsewhere";
}

function wrongIn(kind: Kind, { places, answer }: Found): readonly string[] {
  if (kind !== "no Pagefile") {
    const lost = rules.flatMap(({ said }, at) => (isGiven(places[at] ?? null) ? [] : [`“${said}” is lost.`]));
    return answer ? lost : [...lost, "How the answer of the session before ended is lost."];
  }
  const kept = places.filter((place) => place !== null).length;
  return kept === 0 ? [] : [`${kept} are known without a memory: this proves nothing.`];
}
