/** RunMemoryCommand: one command of the memory tool, from what it asks to its commit and the words that answer it. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Memory } from "../memory/memory.js";
import { commit } from "../write/commit/commit.js";
import type { PatchEnvelope } from "../write/patch.js";
import { type ToolFile, validateToolFile } from "../write/tool-file.js";
import { decideMemoryCommand } from "./memory-tool.js";
import type { MemoryCommand } from "./memory-tool--command.js";
import { standingAt } from "./memory-tool--standing.js";

/** Looked at again where somebody else wrote between the look and the commit. */
const triesMax = 5;

/**
 * Each change is one commit, made by the rules of every other patch. A failure of code `usage` says what the reference implementation
 * says; any other failure is a rule of the memory, with its hint.
 */
export async function runMemoryCommand(
  memory: Memory,
  command: MemoryCommand,
  envelope: PatchEnvelope,
): Promise<Outcome<string>> {
  for (let tried = 1; ; tried += 1) {
    const decided = await decideMemoryCommand(memory, command);
    if (!decided.ok) return decided;
    const { file, answer } = decided.value;
    if (file === null) return ok(answer);
    const done = await commit(
      memory,
      {
        validate: (ground, base) => validateToolFile(file, envelope, ground, base),
        content: { op: "memory-tool", ...command },
        about: aboutOf(file),
      },
      { detached: "refuse" },
    );
    if (done.ok) return ok(answer);
    const isStale = done.error.code === "version_conflict" && (file.kind === "replace" || file.kind === "insert");
    if (!isStale || tried === triesMax || !(await movedOn(memory, file))) return done;
  }
}

/** Whether the text that was decided on is no longer the one on disk. */
async function movedOn(memory: Memory, file: Extract<ToolFile, { kind: "replace" | "insert" }>): Promise<boolean> {
  const standing = await standingAt(memory, { shown: file.path, path: file.path });
  return standing.ok && (standing.value.kind !== "file" || standing.value.text !== file.from);
}

function aboutOf(file: ToolFile): string {
  if (file.kind === "delete") return file.paths.join(", ");
  return file.kind === "rename" ? file.moves.map(({ from }) => from).join(", ") : file.path;
}
