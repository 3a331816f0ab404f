/** Harness: what memory adds to a model call in pi's process at 1,000 pages, and to a turn in a process of its own. */

import { mkdirSync } from "node:fs";
import { piExtension } from "../../src/agents/pi/extension.js";
import { type FakePi, fakePi } from "../support/fake-pi.js";
import { generateMemory } from "../support/generate-memory.js";
import type { Bench, Row, Setting } from "./bench.js";
import { hookRows } from "./harness-hooks.js";
import { packedMemory } from "./memory.js";
import { median } from "./paired.js";

const pages = 1_000;

export const harness: Bench = {
  name: "harness",
  says: `a model call in pi at ${pages} pages; hook processes of Claude Code beside \`node -e 0\``,
  run: async (setting) => [...(await inProcess(setting)), ...(await hookRows(setting))],
};

async function inProcess({ seed, folder }: Setting): Promise<readonly Row[]> {
  const home = `${folder}/home`;
  const memory = `${home}/.pi/agent/memory`;
  mkdirSync(`${home}/.pi/agent`, { recursive: true });
  packedMemory(memory, generateMemory({ seed, pages }));
  const pi = fakePi({ cwd: folder, session: "bench", file: `${folder}/bench.jsonl` });
  piExtension(pi.api, { ...process.env, HOME: home });
  await pi.tell("session_start", { reason: "startup" });
  // A file that was just written is looked at again; a memory in use is older than that.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await prompt(pi);
  const messages = [{ role: "user", content: "Go on.", timestamp: 1 }];
  const call = async (): Promise<void> => {
    if ((await pi.tell("context", { messages })) === null) throw new Error("no pages were put in");
  };
  const remember = (value: string): Promise<unknown> =>
    pi.use("write_page", { patch: { op: "append", page: "memory", value: `- ${value} was here.` } });
  const rows = [
    await measured("a model call, nothing changed", 400, call),
    await measured("a prompt of the person, nothing changed", 60, () => prompt(pi)),
    await measured("the first model call after a write", 20, async (round) => {
      await remember(`Round ${round}`);
      return call;
    }),
    await session({ prompt: () => prompt(pi), call, remember }),
  ];
  await pi.tell("session_shutdown", { reason: "quit" });
  return rows.flat();
}

interface Acts {
  readonly prompt: () => Promise<void>;
  readonly call: () => Promise<void>;
  readonly remember: (value: string) => Promise<unknown>;
}

/** As an agent lives it. What a prompt of the person takes counts with its first call; the time of the tool itself with none. */
async function session({ prompt, call, remember }: Acts): Promise<readonly Row[]> {
  const [prompts, calls] = [20, 8];
  const walls: number[] = [];
  for (let at = 0; at < prompts * calls; at += 1) {
    if (at % calls === calls / 2) await remember(`Call ${at}`);
    const start = performance.now();
    if (at % calls === 0) await prompt();
    await call();
    walls.push(performance.now() - start);
    await settled();
  }
  const sorted = [...walls].sort((a, b) => a - b);
  const name = `each of ${calls} model calls a prompt, one behind a write, for ${prompts} prompts`;
  const mean = walls.reduce((sum, wall) => sum + wall, 0) / walls.length;
  return [
    { case: name, metric: "ms added, median", ours: median(walls), n: walls.length },
    { case: name, metric: "ms added, mean", ours: mean, n: walls.length },
    {
      case: name,
      metric: "ms added, 95 of 100",
      ours: sorted[Math.floor(0.95 * walls.length)] ?? 0,
      n: walls.length,
    },
  ];
}

/** What no call waits for is done a moment behind it. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 15));

async function prompt(pi: FakePi): Promise<void> {
  await pi.tell("before_agent_start", { prompt: "Go on.", systemPrompt: "" });
}

/**
 * What `act` gives back is what is measured, where it gives something. Wall and CPU time, because load tells on the first alone; that of
 * the CPU with what is done behind the answer.
 */
async function measured(
  name: string,
  n: number,
  act: (round: number) => Promise<(() => Promise<void>) | void>,
): Promise<readonly Row[]> {
  const walls: number[] = [];
  const cpus: number[] = [];
  for (let round = -3; round < n; round++) {
    let [start, cpu] = [performance.now(), process.cpuUsage()];
    const then = await act(round);
    if (then !== undefined) {
      [start, cpu] = [performance.now(), process.cpuUsage()];
      await then();
    }
    const wall = performance.now() - start;
    if (then !== undefined) await settled();
    const used = process.cpuUsage(cpu);
    if (round < 0) continue;
    walls.push(wall);
    cpus.push((used.user + used.system) / 1_000);
  }
  return [
    { case: name, metric: "ms added", ours: median(walls), n },
    { case: name, metric: "ms of CPU added", ours: median(cpus), n },
  ];
}
