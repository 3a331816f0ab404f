/** Supervise: keeps a child judging until every mutant has its verdict, whatever a mutant does to it. */

import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Note, type Task, unhealthy } from "./notes.js";
import type { Verdict } from "./sweep.js";

export interface Supervised {
  readonly verdicts: readonly Verdict[];
  readonly tests: number;
  /** Tests that fail although nothing is changed, each with what it said. */
  readonly failing: readonly string[];
  /** Children that were started again. */
  readonly restarts: number;
}

/** `folder` holds the program; `say` hears of progress. Rejects when the child ends before it has looked at the tests. */
export async function supervise(
  child: string,
  folder: string,
  task: Task,
  say: (line: string) => void,
): Promise<Supervised> {
  writeFileSync(join(folder, "task.json"), JSON.stringify(task));
  const verdicts: Verdict[] = [];
  const outcome = { tests: 0, failing: [] as readonly string[], restarts: -1 };
  // Up to here each verdict is held against the tests' health at once, because a longer stretch ended in doubt.
  let slowUntil = 0;
  while (verdicts.length < task.mutants.length || outcome.restarts < 0) {
    outcome.restarts++;
    const [from, all] = [verdicts.length, task.mutants.length];
    const { stretch } = task;
    const [to, step] = from < slowUntil ? [slowUntil, 1] : [all, stretch];
    const { notes, end } = await live([child, folder, String(from), String(to), String(step)], folder, (done) =>
      say(`${from + done} of ${all} mutants\n`),
    );
    const ready = notes.find((note) => note.kind === "ready");
    if (ready === undefined) throw new Error(`The child ended before it had looked at the tests (${end}).`);
    Object.assign(outcome, { tests: ready.tests, failing: ready.failing });
    const doubted = end === unhealthy && step > 1;
    const last = doubted ? notes.findLastIndex((note) => note.kind === "healthy") : notes.length - 1;
    const sure = notes.slice(0, last + 1).filter((note) => note.kind === "verdict");
    verdicts.push(...sure.map(({ status, by }) => ({ status, by })));
    if (doubted) slowUntil = Math.min(verdicts.length + stretch, all);
    else if (end !== 0 && end !== unhealthy) {
      verdicts.push({ status: end === "hung" ? "timeout" : "killed", by: null });
      say(`${nameOf(task, verdicts.length - 1)}: the child ${end === "hung" ? "hung" : `died (${end})`}\n`);
    }
  }
  return { verdicts, ...outcome };
}

interface Life {
  readonly notes: readonly Note[];
  /** The exit code or the signal's name; `hung` when it noted nothing for too long and was killed. */
  readonly end: number | string | null;
}

async function live(args: readonly string[], folder: string, progress: (done: number) => void): Promise<Life> {
  const path = join(folder, "notes.jsonl");
  rmSync(path, { force: true });
  const started = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  let [size, since, told, hung] = [0, performance.now(), performance.now(), false];
  const watch = setInterval(() => {
    const now = performance.now();
    const grown = existsSync(path) ? statSync(path).size : 0;
    if (grown > size) [size, since] = [grown, now];
    else if (now - since > patience(path)) hung = started.kill("SIGKILL");
    if (now - told < 30_000) return;
    told = now;
    progress(readNotes(path).filter(({ kind }) => kind === "verdict").length);
  }, 500);
  // A child that hangs would not hear of our end.
  const abandon = (): never => {
    started.kill("SIGKILL");
    process.exit(1);
  };
  for (const signal of endings) process.once(signal, abandon);
  const end = await new Promise<number | string | null>((resolve, reject) => {
    started.once("error", reject);
    started.once("exit", (code, signal) => resolve(code ?? signal));
  });
  for (const signal of endings) process.off(signal, abandon);
  clearInterval(watch);
  return { notes: readNotes(path), end: hung ? "hung" : end };
}

const endings = ["SIGHUP", "SIGINT", "SIGTERM"] as const;

/** Milliseconds without a note: more than any one test takes, on a machine that may be busy. */
function patience(path: string): number {
  const ready = readNotes(path).find((note) => note.kind === "ready");
  return ready === undefined ? 300_000 : 6_000 + 20 * ready.slowest;
}

/** The last line may be torn off where the child was killed. */
function readNotes(path: string): readonly Note[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, "utf8");
  const lines = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

function nameOf({ mutants }: Task, at: number): string {
  const mutant = mutants[at];
  return mutant === undefined ? "the end" : `${mutant.fileName}:${mutant.location.start.line + 1}`;
}
