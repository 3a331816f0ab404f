/** RecallWhole: questions to a memory as agents ask them, from the words to the packed and logged answer, beside a rival that only finds. */

import { openWorkspace } from "../../src/open.js";
import { type RecallQuery, recall } from "../../src/recall/recall.js";

import { packedMemory } from "./memory.js";

/** Milliseconds that one question took both. */
export interface Pair {
  readonly ours: number;
  readonly rival: number;
}

const config = "pagefile: 1\nstore: benchrecall\nname: bench\nprofile: plain\nscope: project\n";
const filesPerFolder = 500;

const wishes: Omit<RecallQuery, "text"> = {
  limit: 10,
  tokens: 2_000,
  types: [],
  since: null,
  until: null,
  tier: null,
  session: null,
  audience: "owner",
  trusted: true,
  restore: false,
};

/** In one process, on a workspace that stays open. `root` is a folder that is not there yet; the first `warmups` questions are asked unmeasured. */
export async function wholeRecalls(
  root: string,
  texts: readonly string[],
  { asked, warmups, rival }: { asked: readonly string[]; warmups: number; rival: (text: string) => void },
): Promise<readonly Pair[]> {
  const pages = texts.map((text, i) => ({ path: `memory/t${Math.floor(i / filesPerFolder)}/p${i}.md`, text }));
  packedMemory(root, [{ path: "pagefile.yaml", text: config }, ...pages]);
  // A file as young as the table that holds it is read again; a memory in use is older than that.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const opened = await openWorkspace({ cwd: root, repos: [], env: process.env, now: null });
  if (!opened.ok) throw new Error(opened.error.says);
  const pairs: Pair[] = [];
  for (const [i, text] of [...asked.slice(0, warmups), ...asked].entries()) {
    const start = performance.now();
    const answer = await recall(opened.value, { ...wishes, text });
    const ours = performance.now() - start;
    if (answer.status !== "ok" || answer.degraded.length > 0) throw new Error(`${text}: ${answer.reason}`);
    const before = performance.now();
    rival(text);
    if (i >= warmups) pairs.push({ ours, rival: performance.now() - before });
  }
  await opened.value.close();
  return pairs;
}
