/** TooLong: whether a page is longer than what is loaded of it, in words; only then does anybody look for what may leave it. */

import { loadFiles } from "../memory/truncate--load.js";
import type { LoadRules } from "../memory/truncate--profile-load.js";
import { memoryPath } from "./hand-words--night-places.js";
import { linesIn } from "./keep/leave--prune.js";
import { thresholds } from "./thresholds.js";

export interface Limits {
  /** What the owner set in `pagefile.yaml`; null where nothing is set. */
  readonly memoryLines: number | null;
  /** null where no harness loads anything by itself. */
  readonly rules: LoadRules | null;
}

/** The most lines that MEMORY.md may have; null where its harness says by itself how much it loads. */
export function memoryLinesOf({ memoryLines, rules }: Limits): number | null {
  if (memoryLines !== null) return memoryLines;
  return rules?.files.some(({ path }) => path === memoryPath) === true ? null : thresholds.memoryLinesMax;
}

/** `others` are the files that are loaded beside it: they use up the room that all have together. */
export function memoryTooLong(text: string, limits: Limits, others: ReadonlyMap<string, string>): string | null {
  const [lines, most] = [linesIn(text), memoryLinesOf(limits)];
  if (most !== null && lines > most) {
    const whose = limits.memoryLines === null ? "a night looks at it from there on" : "pagefile.yaml says so";
    return `it has ${lines} lines, and ${most} are the most (${whose})`;
  }
  const { rules } = limits;
  if (rules === null) return null;
  const loaded = loadFiles(rules, new Map([...others, [memoryPath, text]]));
  const file = loaded.files.find(({ path }) => path === memoryPath);
  if (file === undefined || file.state === "whole") return null;
  return `${rules.profile} ${rules.version} loads ${file.loaded} of its ${file.size} ${loaded.unit === "chars" ? "characters" : "bytes"}`;
}

export function observationsTooLong(text: string, isShortened: boolean): string | null {
  const { observationLinesMax: above, observationLinesKept: to } = thresholds;
  const lines = linesIn(text);
  return lines > (isShortened ? to : above) ? `it has ${lines} lines, and ${above} are the most` : null;
}
