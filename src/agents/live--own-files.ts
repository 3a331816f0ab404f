/** OwnFiles: whether a session's harness loads files of a memory by itself, told by where the memory lies and where the session works. */

import { resolve, sep } from "node:path";
import { type ProfileName, profileNames } from "../memory/profile.js";
import type { HarnessAt } from "../prompt/candidates--harness-loads.js";

/** null where it loads none of them: a memory that lies elsewhere is unknown to it. */
export function ownFilesOf(codec: string, root: string, cwd: string | null): HarnessAt | null {
  const name: ProfileName | undefined = profileNames.find((each) => each === codec);
  if (name === undefined || cwd === null) return null;
  const [memory, work] = [resolve(root), resolve(cwd)];
  const top = memory.endsWith(sep) ? memory : memory + sep;
  if (work === memory || work.startsWith(top)) return { name, folder: "project" };
  return name === "claude-code" && isNotesOf(memory, work) ? { name, folder: "memory" } : null;
}

/** Claude Code keeps notes of a project in `.claude/projects/NAME/memory`, NAME being the project's path with a dash for all else. */
function isNotesOf(memory: string, work: string): boolean {
  const [claude, projects, name, last] = memory.split(sep).slice(-4);
  return claude === ".claude" && projects === "projects" && last === "memory" && name === dashed(work);
}

function dashed(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, "-");
}
