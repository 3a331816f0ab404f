/**
 * Replay: recorded sessions of a repository, one after another as their time was, played against the hook processes and beside the rivals: of what
 * a session looks up again, how much stood in what it was given, and at how many tokens.
 *
 * A repository has a stage of its own. Its files are not those of the recording, so calls are told and not made. Paths of the recording become paths
 * of the stage. A night lies between two days.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "../../bench/bench.js";
import { mean, type Share } from "./figures.js";
import { Grep } from "./grep.js";
import {
  keyOf,
  type Recording,
  recordingOf,
  type Step,
  standsIn,
  type Thing,
  thingKinds,
  thingsOf,
} from "./recorded.js";
import { loaded } from "./rivals.js";
import { onStage, type Stage } from "./stage.js";

export interface ReplayAsked {
  readonly program: string;
  readonly folder: string;
  readonly tokens: (text: string) => number;
  readonly tell: (progress: string) => void;
}

const systems = ["pagefile", "no memory", "one MEMORY.md", "grep"] as const;
type System = (typeof systems)[number];

export interface Replayed {
  readonly system: System;
  readonly covered: Readonly<Record<Thing["kind"] | "all", Share>>;
  readonly startTokens: number;
  readonly promptTokens: number;
}

export interface Replay {
  readonly sessions: number;
  readonly prompts: number;
  readonly calls: number;
  readonly systems: readonly Replayed[];
  readonly mishaps: readonly string[];
}

function recordingsIn(folder: string): readonly Recording[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
  const all = names.flatMap(
    (name) => recordingOf(name.replace(/.*[\\/]/, ""), readFileSync(join(folder, name), "utf8")) ?? [],
  );
  const begun = ({ steps }: Recording): string => steps[0]?.at ?? "";
  return all.filter(({ steps }) => steps.length > 0).sort((a, b) => (begun(a) < begun(b) ? -1 : 1));
}

export function evalReplay(asked: ReplayAsked): Replay {
  const all = recordingsIn(asked.folder);
  const tally = new Tally();
  const mishaps: string[] = [];
  for (const repository of new Set(all.map((each) => each.repository))) {
    const own = all.filter((each) => each.repository === repository);
    onStage(asked.program, (stage) => {
      const player = new Player(stage, tally, asked);
      for (const [at, recording] of own.entries()) {
        asked.tell(`${repository}: ${at + 1} of ${own.length}, ${recording.steps.length} steps`);
        player.play(recording);
      }
      mishaps.push(...stage.mishaps);
    });
  }
  const steps = all.flatMap((each) => each.steps);
  const count = (type: Step["type"]): number => steps.filter((step) => step.type === type).length;
  return {
    sessions: all.length,
    prompts: count("prompt"),
    calls: count("call"),
    systems: systems.map((system) => tally.of(system)),
    mishaps,
  };
}

class Tally {
  private readonly hits: Map<string, number> = new Map();
  private readonly asked: Map<string, number> = new Map();
  private readonly tokens: Map<string, number[]> = new Map();

  covered(system: System, kind: Thing["kind"], isThere: boolean): void {
    for (const each of [kind, "all"]) {
      const key = `${system} ${each}`;
      this.asked.set(key, (this.asked.get(key) ?? 0) + 1);
      if (isThere) this.hits.set(key, (this.hits.get(key) ?? 0) + 1);
    }
  }

  took(system: System, what: "start" | "prompt", tokens: number): void {
    const key = `${system} ${what}`;
    this.tokens.set(key, [...(this.tokens.get(key) ?? []), tokens]);
  }

  of(system: System): Replayed {
    const share = (kind: string): Share => {
      const key = `${system} ${kind}`;
      return { hit: this.hits.get(key) ?? 0, of: this.asked.get(key) ?? 0 };
    };
    const [path, command, identifier, error] = thingKinds.map(share) as [Share, Share, Share, Share];
    const tokens = (what: string): number => mean(this.tokens.get(`${system} ${what}`) ?? []);
    return {
      system,
      covered: { path, command, identifier, error, all: share("all") },
      startTokens: tokens("start"),
      promptTokens: tokens("prompt"),
    };
  }
}

class Player {
  private readonly stage: Stage;
  private readonly tally: Tally;
  private readonly asked: ReplayAsked;
  private readonly grep: Grep;
  private readonly file: string[] = [];
  /** What earlier sessions had. */
  private readonly had: Set<string> = new Set();
  private day = "";

  constructor(stage: Stage, tally: Tally, asked: ReplayAsked) {
    this.stage = stage;
    this.tally = tally;
    this.asked = asked;
    this.grep = new Grep(asked.tokens);
  }

  play(recording: Recording): void {
    const { stage } = this;
    const { session, cwd, steps } = recording;
    const here = (text: string): string => text.replaceAll(cwd, stage.project);
    const context = new Map<System, string>();
    const met = new Set<string>();
    let said = "";
    let prompt = "";
    this.clock(steps[0]?.at ?? "");
    this.give(context, "start", {
      pagefile: stage.begin(session, { cwd: stage.project, source: "startup", parent: null }),
    });
    for (const [at, step] of steps.entries()) {
      this.clock(step.at);
      if (step.type === "compaction") {
        context.clear();
        this.give(context, "start", { pagefile: stage.compact(session) });
      } else if (step.type === "prompt") {
        if (prompt !== "") stage.stop(session, prompt);
        prompt = `${session}-${at}`;
        const text = here(step.text);
        this.give(context, "prompt", {
          pagefile: stage.prompt(session, prompt, text),
          grep: this.grep.find(session, text),
        });
        this.file.push(`- ${text.replace(/\s+/g, " ").slice(0, 400)}`);
        this.grep.add(session, text);
        said += text;
      } else {
        const things = thingsOf(step, cwd);
        for (const thing of things) this.look(thing, { met, said, context });
        const input = JSON.parse(here(JSON.stringify(step.input))) as object;
        const result = here(step.result).slice(0, 20_000);
        stage.call(session, prompt, {
          id: `${session}-${at}`,
          name: step.name,
          input,
          response: { stdout: result },
          result,
        });
        this.grep.add(session, things.map(({ kind, text }) => `${kind}: ${text}`).join("\n"));
      }
    }
    if (prompt !== "") stage.stop(session, prompt);
    stage.end(session, "other");
    for (const key of met) this.had.add(key);
  }

  /** Time never goes back on a stage; a new day has a night before it. */
  private clock(at: string): void {
    if (at > this.stage.now) this.stage.now = at;
    const day = this.stage.now.slice(0, 10);
    if (this.day !== "" && this.day !== day) this.stage.must(["nightly"]);
    this.day = day;
  }

  private give(context: Map<System, string>, what: "start" | "prompt", given: Partial<Record<System, string>>): void {
    const file = what === "start" ? loaded(this.file) : "";
    for (const system of systems) {
      const text = given[system] ?? (system === "one MEMORY.md" ? file : "");
      context.set(system, `${context.get(system) ?? ""}${text}\n`);
      this.tally.took(system, what, text === "" ? 0 : this.asked.tokens(text));
    }
  }

  private look(
    thing: Thing,
    {
      met,
      said,
      context,
    }: { readonly met: Set<string>; readonly said: string; readonly context: Map<System, string> },
  ): void {
    const key = keyOf(thing);
    if (met.has(key)) return;
    met.add(key);
    if (!this.had.has(key) || standsIn(thing, said)) return;
    for (const system of systems) this.tally.covered(system, thing.kind, standsIn(thing, context.get(system) ?? ""));
  }
}

export function replayText({ sessions, prompts, calls, systems, mishaps }: Replay): string {
  const share = ({ hit, of }: Share): string =>
    of === 0 ? "none" : `${((hit / of) * 100).toFixed(1)} % (${hit}/${of})`;
  const rows = [
    ["looked up again, and given", ...systems.map(({ system }) => system)],
    ...(["all", ...thingKinds] as const).map((kind) => [kind, ...systems.map(({ covered }) => share(covered[kind]))]),
    ["tokens of a start, mean", ...systems.map(({ startTokens }) => startTokens.toFixed(0))],
    ["tokens of a prompt, mean", ...systems.map(({ promptTokens }) => promptTokens.toFixed(0))],
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const table = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const wrong = [...new Set(mishaps)].slice(0, 10).map((each) => `  wrong: ${each.slice(0, 300)}`);
  const head = `${sessions} recorded sessions, ${prompts} prompts, ${calls} calls; ${mishaps.length} events went wrong`;
  return `${[head, ...wrong, ...table].join("\n")}\n`;
}

export function replayRows({ systems }: Replay): readonly Row[] {
  return systems.flatMap(({ system, covered, startTokens, promptTokens }) => [
    ...(["all", ...thingKinds] as const).map((kind) => ({
      case: `recorded, ${system}`,
      metric: `${kind} looked up again and given`,
      ours: covered[kind].of === 0 ? 0 : covered[kind].hit / covered[kind].of,
      n: covered[kind].of,
    })),
    { case: `recorded, ${system}`, metric: "tokens of a start", ours: startTokens, n: 1 },
    { case: `recorded, ${system}`, metric: "tokens of a prompt", ours: promptTokens, n: 1 },
  ]);
}
