/** Memory tool: a stream of 10,000 commands to our handlers and to the reference implementation, each answer compared. */

import { BetaLocalFilesystemMemoryTool } from "@anthropic-ai/sdk/tools/memory/node";
import { openWorkspace } from "../../src/open.js";
import { race } from "../support/memory-tool-rival.js";
import type { Bench, Row, Setting } from "./bench.js";
import { packedMemory } from "./memory.js";

const commands = 10_000;
const marker = "pagefile: 1\nstore: memorytool01\nname: memory-tool\nprofile: plain\nscope: project\n";

export const memoryToolBench: Bench = {
  name: "memory-tool",
  says: "answer 10,000 commands of the memory tool, each change a commit, beside the SDK's plain files",
  run: measure,
};

async function measure({ seed, folder }: Setting): Promise<readonly Row[]> {
  const root = `${folder}/memory`;
  const git = packedMemory(root, [{ path: "pagefile.yaml", text: marker }]);
  const opened = await openWorkspace({ cwd: root, repos: [], env: process.env, now: null });
  if (!opened.ok) throw new Error(opened.error.says);
  const tool = await BetaLocalFilesystemMemoryTool.init(`${folder}/rival`);
  const count = Number(process.env.PAGEFILE_TOOL_COMMANDS ?? commands);
  const result = await race(opened.value, { tool, folder: `${folder}/rival` }, { seed, commands: count });
  await opened.value.close();
  git("fsck", "--strict", "--no-dangling");
  process.stderr.write(`${result.changed} changes; told apart: ${JSON.stringify(result.seen)}\n`);
  const [ours, theirs] = [result.ours / result.commands, result.theirs / result.commands];
  const metric = "ms a command (mean)";
  return [{ case: `${count} commands`, metric, ours, rival: "SDK reference", ratio: ours / theirs, n: count }];
}
