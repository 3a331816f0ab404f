/** Harness: what memory adds to a model call in pi's process at 1,000 pages, and to a turn in a process of its own. */

import { mkdirSync } from "node:fs";
import { piExtension } from "../../src/entry/harness/pi.js";
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
  const messages = [{ role: "user", content: "Go on." }];
  const call = async (): Promise<void> => {
    if ((await pi.tell("context", { messages })) === null) throw new Error("no pages were put in");
  };
  const rows = [
    await measured("a model call, nothing changed", 400, call),
    await measured("a prompt of the person, nothing changed", 60, () => prompt(pi)),
    await measured("the first model call after a write, all decided anew", 20, async (round) => {
      await pi.use("remember", { patch: { op: "append", page: "memory", value: `- Round ${round} was here.` } });
      return call;
    }),
  ];
  await pi.tell("session_shutdown", { reason: "quit" });
  return rows.flat();
}

async function prompt(pi: FakePi): Promise<void> {
  await pi.tell("before_agent_start", { prompt: "Go on.", systemPrompt: "" });
}

/** What `act` gives back is what is measured, where it gives something. Wall and CPU time, because load tells on the first alone. */
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
    const used = process.cpuUsage(cpu);
    if (round < 0) continue;
    walls.push(performance.now() - start);
    cpus.push((used.user + used.system) / 1_000);
  }
  return [
    { case: name, metric: "ms added", ours: median(walls), n },
    { case: name, metric: "ms of CPU added", ours: median(cpus), n },
  ];
}
