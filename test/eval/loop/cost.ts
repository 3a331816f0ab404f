/**
 * Cost: the processor time that a session's start and a prompt behind a tool call take in a process of their own, over that of a Node that does
 * nothing, in pairs that take turns.
 *
 * Time is that of the process and of all it waited for, as the shell's own `time` tells it to the millisecond. What happens before a measured event
 * is not measured: behind a start there is a session in which a person said something and a tool was called, for that is how a day of work goes.
 */

import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { packedMemory } from "../../bench/memory.js";
import { paired } from "../../bench/paired.js";
import { generateMemory } from "../../support/generate-memory.js";

export interface Cost {
  readonly pages: number;
  readonly event: "session start" | "prompt behind a tool call";
  /** CPU of the event over CPU of `node -e 0`: median of the ratios of the pairs. */
  readonly ratio: number;
  /** Medians, ms of CPU. */
  readonly ours: number;
  readonly nothing: number;
  readonly pairs: number;
}

export interface CostAsked {
  readonly program: string;
  readonly sizes: readonly number[];
  readonly pairs: number;
  readonly seed: number;
}

export async function costsOf({ program, sizes, pairs, seed }: CostAsked): Promise<readonly Cost[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-eval-cost-")));
  const costs: Cost[] = [];
  try {
    for (const pages of sizes) {
      const memory = join(folder, `memory-${pages}`);
      packedMemory(memory, generateMemory({ seed, pages }));
      for (const event of ["session start", "prompt behind a tool call"] as const) {
        const meter = new Meter(resolve(program), memory, folder, event);
        const { ours, rival, pairRatio, n } = await meter.run(pairs);
        costs.push({ pages, event, ratio: pairRatio, ours, nothing: rival, pairs: n });
      }
    }
    return costs;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class Meter {
  private readonly program: string;
  private readonly memory: string;
  private readonly folder: string;
  private readonly event: Cost["event"];
  private session = "";
  /** The sum of all processes measured so far: what `paired` takes for the time. */
  private spentMs = 0;

  constructor(program: string, memory: string, folder: string, event: Cost["event"]) {
    this.program = program;
    this.memory = memory;
    this.folder = folder;
    this.event = event;
  }

  run(pairs: number): ReturnType<typeof paired> {
    const isStart = this.event === "session start";
    return paired({
      pairs,
      warmups: 2,
      now: () => this.spentMs,
      before: (round) => {
        const number = String(round).padStart(3, "0");
        this.begin(`${isStart ? "start" : "prompt"}-before-${number}`);
        this.turn();
        if (!isStart) return;
        this.hook("SessionEnd", { reason: "other" });
        this.begin(`start-${number}`);
      },
      ours: () => {
        if (isStart) this.hook("SessionStart", { source: "startup" });
        else this.hook("UserPromptSubmit", { prompt_id: "p2", prompt: "Which of the deploys was agreed weekly?" });
      },
      rival: () => this.timed(["-e", "0"], ""),
    });
  }

  private begin(session: string): void {
    this.session = session;
    writeFileSync(this.transcript(), "");
  }

  /** A session with one turn in which something was said and a tool was called. */
  private turn(): void {
    const prompt = `The release of ${this.session} is number ${this.session.length * 31}, remember that.`;
    this.hook("SessionStart", { source: "startup" });
    this.hook("UserPromptSubmit", { prompt_id: "p1", prompt });
    const line = { type: "user", sessionId: this.session, message: { role: "user", content: prompt } };
    appendFileSync(this.transcript(), `${JSON.stringify(line)}\n`);
    const call = { tool_use_id: "t1", tool_name: "Read", tool_input: { file_path: "a.ts" } };
    this.hook("PostToolUse", {
      prompt_id: "p1",
      ...call,
      tool_response: { type: "text", file: { content: "one\n" } },
    });
    this.hook("Stop", { prompt_id: "p1", stop_hook_active: false });
  }

  private transcript(): string {
    return join(this.folder, `${this.session}.jsonl`);
  }

  private hook(event: string, more: object): void {
    const common = { session_id: this.session, transcript_path: this.transcript(), cwd: this.memory };
    const words = [this.program, "harness", "claude-code", event, "--pid", String(process.pid)];
    this.timed(words, JSON.stringify({ ...common, hook_event_name: event, ...more }));
  }

  private timed(words: readonly string[], input: string): void {
    const told = join(this.folder, "told");
    const script = `TIMEFORMAT='%3U %3S'; { time "$@" >/dev/null 2>&1; } 2>"${told}"`;
    // Certificates that a machine asks every Node to load cost more than all else that one does which does nothing: few people's machines ask for any.
    const here = { HOME: this.folder, CLAUDE_PROJECT_DIR: this.memory, PAGEFILE_NOW: "", NODE_EXTRA_CA_CERTS: "" };
    const env = { ...process.env, ...here };
    const { status } = spawnSync("bash", ["-c", script, "time", process.execPath, ...words], {
      cwd: this.memory,
      env,
      input,
    });
    if (status !== 0) throw new Error(`${words.slice(1).join(" ")} ended with ${status}.`);
    const [user = Number.NaN, system = Number.NaN] = readFileSync(told, "utf8").trim().split(" ").map(Number);
    this.spentMs += (user + system) * 1000;
  }
}
