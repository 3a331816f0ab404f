/** Checkpoint: what a session saves at which fill of its context: three steps, so that where one fails the other two catch it. */

import type { PagePath } from "../base/ids.js";
import { outline } from "../page/markdown/outline.js";
import { bufferPath, statePath } from "./hand-words--night-places.js";
import { significance, thresholds } from "./thresholds.js";

/** `calm`: nothing yet. `buffer`, `flush` and `dump` are the protocol's 60, 75 and 80 %. */
export type CheckpointLevel = "calm" | "buffer" | "flush" | "dump";

const levels: readonly { readonly level: CheckpointLevel; readonly from: number }[] = [
  { level: "calm", from: 0 },
  { level: "buffer", from: thresholds.checkpointBuffer },
  { level: "flush", from: thresholds.checkpointFlush },
  { level: "dump", from: thresholds.checkpointDump },
];

export interface CheckpointPlan {
  readonly level: CheckpointLevel;
  /** The fill at which more is done; null at the last. */
  readonly nextAt: number | null;
  /** Whether what stands on disk and what is staged is committed. */
  readonly commits: boolean;
  /** Where the words given go: words given early are kept like any others. */
  readonly into: readonly PagePath[];
  /** What only the session can do. */
  readonly asks: string;
}

/** `usage` is a share from 0 to 1; more counts as full. `day` is the local day. */
export function planCheckpoint(usage: number, day: string): CheckpointPlan {
  const at = levels.findLastIndex(({ from }) => usage >= from);
  const { level } = levels[Math.max(0, at)]!;
  const log = `memory/${day}.md` as PagePath;
  return {
    level,
    nextAt: levels[Math.max(0, at) + 1]?.from ?? null,
    commits: level === "flush" || level === "dump",
    into: level === "dump" ? [log, statePath] : level === "flush" ? [log] : [bufferPath],
    asks: asked[level],
  };
}

const asked: Readonly<Record<CheckpointLevel, string>> = {
  calm: "Nothing yet; look again after the third answer from now, or after any large tool output.",
  buffer: "Give what is not written down anywhere yet as text: it goes to the working buffer.",
  flush: "Give decisions, lessons and what the human asked for as text: they go to the day's log.",
  dump: "Give everything unsaved now, without asking anybody: it goes to the day's log and to the session's state.",
};

/** Entries that nobody tagged: the first to be pruned. */
export function untaggedIn(markdown: string): number {
  const tags = Object.keys(significance);
  return outline(markdown, 0).entries.filter((entry) => !entry.tags.some((tag) => tags.includes(tag))).length;
}

/** What a file of the day begins with where it is made. */
export function headerOf(path: PagePath): string {
  if (path === bufferPath) return "# Working buffer\n";
  if (path === statePath) return "# Session state\n";
  return `# ${path.slice("memory/".length, -".md".length)}\n`;
}
