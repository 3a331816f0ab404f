/** Kind: which of the four memories a page belongs to, by its type and its place. */

import { perceptionFolder, perceptionTag } from "../memory/profile.js";
import type { PageEntry } from "../memory/table--entry.js";
import type { MemoryKind } from "./answer.js";

const workingFiles: ReadonlySet<string> = new Set(["SESSION-STATE.md", "memory/working-buffer.md"]);

/** `own`: the page is one that a session keeps to itself. */
export function kindOf({ path, type, tags, scope }: PageEntry, own: boolean): MemoryKind {
  if (path.startsWith(`${perceptionFolder}/`) || tags.includes(perceptionTag)) return "perceptual";
  if (own || scope === "session" || workingFiles.has(path)) return "working";
  if (type === "plan") return tags.includes("done") ? "episodic" : "working";
  return type === "conversation_segment" || type === "evidence" ? "episodic" : "semantic";
}
