/**
 * Written: weeks and quarters of people as others wrote them, played against the hook processes: what they said in passing, and the prompts of later sessions
 * that a good assistant answers otherwise because it was said.
 *
 * A line of `said/stories` is one person, invented by a language model that was told what lasts and not how it is judged: sessions of prompts,
 * the words of them that are worth knowing weeks later, and the prompts that need which of these. The agent writes nothing; a night runs before
 * each new day. Words count as at hand when most of them stand in one unit of what the session was given, at its start or with a prompt up to
 * this one.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Typed } from "./kept.js";
import { onStage, type Stage } from "./stage.js";
import { endOf, storesIn } from "./store.js";
import { givenUp, tokensOf, type Unit, unitsOf } from "./words.js";

interface Fact {
  readonly id: string;
  readonly session: number;
  readonly prompt: number;
  readonly words: string;
  readonly replaces?: string | undefined;
}

export interface Written {
  readonly name: string;
  readonly language: string;
  readonly sessions: readonly { readonly day: number; readonly prompts: readonly string[] }[];
  readonly facts: readonly Fact[];
  readonly needs: readonly {
    readonly session: number;
    readonly prompt: number;
    readonly facts: readonly string[];
    readonly how: "words" | "topic" | "implied";
  }[];
}

const Story: z.ZodType<Written> = z.object({
  name: z.string(),
  language: z.string(),
  sessions: z.array(z.object({ day: z.int().min(0), prompts: z.array(z.string().min(1)).min(1) })).min(1),
  facts: z.array(
    z.object({
      id: z.string(),
      session: z.int(),
      prompt: z.int(),
      words: z.string().min(1),
      replaces: z.string().optional(),
    }),
  ),
  needs: z.array(
    z.object({
      session: z.int(),
      prompt: z.int(),
      facts: z.array(z.string()).min(1),
      how: z.enum(["words", "topic", "implied"]),
    }),
  ),
});

/** Weeks, and quarters of a year: of each `fit` may be looked at, and `held` judges. */
export const writtenSets = ["fit", "held", "quarters-fit", "quarters-held"] as const;

/** A line is a story. */
export function readWritten(folder: string, set: (typeof writtenSets)[number]): readonly Written[] {
  const lines = readFileSync(join(folder, `${set}.jsonl`), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => {
    const story = Story.parse(JSON.parse(line));
    for (const { id, session, prompt, words } of story.facts)
      if (story.sessions[session]?.prompts[prompt]?.includes(words) !== true)
        throw new Error(`${story.name}: ${id} does not stand in its prompt.`);
    return story;
  });
}

/** Each prompt by itself, with the words that are worth knowing weeks later. */
export function promptsOf({ language, sessions, facts }: Written): readonly Omit<Typed, "half">[] {
  return sessions.flatMap(({ prompts }, session) =>
    prompts.map((prompt, at) => {
      const said = facts.filter((fact) => fact.session === session && fact.prompt === at);
      return { language, prompt, keep: said.map(({ words }) => words) };
    }),
  );
}

/** What became of one need. */
interface Need {
  readonly how: "words" | "topic" | "implied";
  /** Where its words stood: with the prompt, with one before it, at the start. */
  readonly at: "prompt" | "before" | "start" | "nowhere";
  readonly prompt: string;
  readonly words: string;
  /** Between the one who said it and the one who needs it. */
  readonly days: number;
}

export interface Seen {
  readonly name: string;
  readonly needs: readonly Need[];
  readonly facts: readonly { readonly words: string; readonly where: "page" | "inbox" | "log" | "nowhere" }[];
  /** Words told as true after they were replaced; `alone`: where nothing newer stands in the context. */
  readonly stale: readonly { readonly words: string; readonly isAlone: boolean }[];
  /** Entries that came with prompts, and those of them that hold what the prompt needs. */
  readonly given: readonly { readonly prompt: string; readonly entry: string; readonly isNeeded: boolean }[];
  /** Entries on pages that hold none of the facts, the list of archived logs left out. */
  readonly strange: readonly string[];
  /** What each session was given at its start. */
  readonly starts: readonly string[];
  readonly mishaps: readonly string[];
}

export function playWritten(story: Written, program: string): Seen {
  return onStage(program, (stage) => new Weeks(story, stage).run());
}

class Weeks {
  private readonly story: Written;
  private readonly stage: Stage;
  private readonly needs: Need[] = [];
  private readonly stale: Map<string, boolean> = new Map();
  private readonly given: { prompt: string; entry: string; isNeeded: boolean }[] = [];
  private readonly starts: string[] = [];

  constructor(story: Written, stage: Stage) {
    this.story = story;
    this.stage = stage;
  }

  run(): Seen {
    const { story, stage } = this;
    for (const [at, { day }] of story.sessions.entries()) {
      stage.now = momentOf(day, at, -1);
      if (at > 0 && day > (story.sessions[at - 1]?.day ?? 0)) stage.must(["nightly"]);
      this.session(at, day);
    }
    const end = endOf(storesIn([stage.project], stage.home), (words) => stage.pagefile(words).stdout);
    const places = [
      ["page", end.pages],
      ["inbox", end.waiting],
      ["log", end.logs],
    ] as const;
    const facts = story.facts.map(({ words }) => ({
      words,
      where: places.find(([, units]) => units.some((unit) => tells(unit, words)))?.[0] ?? ("nowhere" as const),
    }));
    const strange = end.pages.filter(
      (unit) => unit.isItem && !/^\[\d{4}-/.test(unit.text) && !story.facts.some(({ words }) => tells(unit, words)),
    );
    const { needs, given, starts } = this;
    const { name } = story;
    const { mishaps } = stage;
    return {
      name,
      needs,
      facts,
      given,
      starts,
      mishaps,
      stale: [...this.stale].map(([words, isAlone]) => ({ words, isAlone })),
      strange: strange.map(({ text }) => text),
    };
  }

  private session(at: number, day: number): void {
    const { stage, story } = this;
    const name = `session-${at}`;
    stage.now = momentOf(day, at, 0);
    const start = stage.begin(name, { cwd: stage.project, source: "startup", parent: null });
    this.starts.push(start);
    const [first, before]: [readonly Unit[], Unit[]] = [unitsOf(start), []];
    this.lookForStale(first, first, [at, -1]);
    for (const [turn, prompt] of (story.sessions[at]?.prompts ?? []).entries()) {
      stage.now = momentOf(day, at, turn + 1);
      const id = `prompt-${at}-${turn}`;
      const units = unitsOf(stage.prompt(name, id, prompt));
      this.lookForStale(units, [...first, ...before, ...units], [at, turn]);
      this.judge({ at, turn, prompt, first, before, units });
      before.push(...units);
      stage.stop(name, id);
    }
    stage.end(name, "other");
  }

  private judge(one: {
    readonly at: number;
    readonly turn: number;
    readonly prompt: string;
    readonly first: readonly Unit[];
    readonly before: readonly Unit[];
    readonly units: readonly Unit[];
  }): void {
    const { at, turn, prompt, first, before, units } = one;
    const wanted: Fact[] = [];
    for (const { how, facts } of this.story.needs.filter((need) => need.session === at && need.prompt === turn))
      for (const fact of this.story.facts.filter(({ id }) => facts.includes(id))) {
        wanted.push(fact);
        const places = [
          ["prompt", units],
          ["before", before],
          ["start", first],
        ] as const;
        const place = places.find(([, these]) => these.some((unit) => tells(unit, fact.words)));
        const days = (this.story.sessions[at]?.day ?? 0) - (this.story.sessions[fact.session]?.day ?? 0);
        this.needs.push({ how, at: place?.[0] ?? "nowhere", prompt, words: fact.words, days });
      }
    for (const unit of units)
      if (unit.isItem || this.story.facts.some(({ words }) => tells(unit, words)))
        this.given.push({ prompt, entry: unit.text, isNeeded: wanted.some(({ words }) => tells(unit, words)) });
  }

  private lookForStale(
    units: readonly Unit[],
    context: readonly Unit[],
    [session, prompt]: readonly [number, number],
  ): void {
    for (const later of this.story.facts) {
      const old = this.story.facts.find(({ id }) => id === later.replaces);
      if (old === undefined || later.session > session || (later.session === session && later.prompt >= prompt))
        continue;
      if (units.some((unit) => tells(unit, old.words) && !tells(unit, later.words) && !givenUp.test(unit.text))) {
        const words = `${old.words} ← ${later.words}`;
        const isAlone = !context.some((unit) => tells(unit, later.words));
        this.stale.set(words, isAlone || this.stale.get(words) === true);
      }
    }
  }
}

/** Most of the words stand in the unit, its title counted. */
function tells({ text, title }: Unit, words: string): boolean {
  const asked = [...new Set(tokensOf(words))];
  const there = new Set(tokensOf(`${title} ${text}`));
  return asked.filter((token) => there.has(token)).length >= asked.length * 0.7;
}

/** The first day is a Monday; a night, then a session's start, then its turns four minutes apart; sessions of one day an hour and more. */
function momentOf(day: number, session: number, turn: number): string {
  const hour = turn < 0 ? 3 : 8 + (session % 10);
  return new Date(Date.UTC(2026, 0, 5 + day, hour, Math.max(0, turn) * 4)).toISOString();
}

const ages = [
  [0, 7],
  [7, 21],
  [21, 60],
  [60, Infinity],
] as const;

/** Figures, then so many of the needs that were not met. */
export function seenText(all: readonly Seen[], missesMax: number): string {
  const needs = all.flatMap((seen) => seen.needs);
  const facts = all.flatMap((seen) => seen.facts);
  const given = all.flatMap((seen) => seen.given);
  const stale = all.flatMap((seen) => seen.stale);
  const of = (part: number, whole: number): string => `${part} of ${whole}`;
  const hows = ["words", "topic", "implied"] as const;
  const byHow = hows.map((how) => {
    const these = needs.filter((need) => need.how === how);
    const at = (place: Need["at"]): number => these.filter((need) => need.at === place).length;
    const there = these.length - at("nowhere");
    return `needed, ${how}: ${of(there, these.length)} at hand (${at("prompt")} with the prompt, ${at("before")} before it, ${at("start")} at the start)`;
  });
  const byAge = ages.map(([from, to]) => {
    const these = needs.filter(({ days }) => days >= from && days < to);
    const said = to === Infinity ? `${from} days or more` : `${from} to ${to - 1} days`;
    return `needed after ${said}: ${of(these.filter(({ at }) => at !== "nowhere").length, these.length)} at hand`;
  });
  const wheres = ["page", "inbox", "log", "nowhere"] as const;
  const lengths = all.flatMap(({ starts }) => starts.map(({ length }) => length));
  return [
    `${all.length} stories`,
    ...byHow,
    ...byAge,
    `facts: ${wheres.map((where) => `${where} ${facts.filter((fact) => fact.where === where).length}`).join(", ")}, of ${facts.length}`,
    `entries with prompts: ${given.length}, needed ${given.filter(({ isNeeded }) => isNeeded).length}`,
    `replaced and told as true: ${stale.length}, without what replaced it ${stale.filter(({ isAlone }) => isAlone).length}`,
    `entries on pages that are no fact: ${all.flatMap(({ strange }) => strange).length}`,
    `a start: ${Math.round(lengths.reduce((sum, each) => sum + each, 0) / Math.max(1, lengths.length))} characters, at most ${Math.max(0, ...lengths)}`,
    `${all.flatMap(({ mishaps }) => mishaps).length} events went wrong`,
    ...needs
      .filter(({ at }) => at === "nowhere")
      .slice(0, missesMax)
      .map(({ how, prompt, words }) => `  not at hand (${how}): ${prompt} ← ${words}`),
    "",
  ].join("\n");
}
