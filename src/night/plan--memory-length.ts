/** MemoryLength: whether a page of this memory is too long, held against what its owner and its harness say. */

import type { PagePath } from "../base/ids.js";
import type { Config } from "../memory/config.js";
import type { Ground } from "../write/change--ground.js";
import { rulesOf } from "../write/commit/overflow.js";
import { memoryPath } from "./hand-words--night-places.js";
import { type Limits, memoryTooLong, observationsTooLong } from "./plan--too-long.js";

export function limitsOf(config: Config): Limits {
  return { memoryLines: config.nights?.memoryLines ?? null, rules: rulesOf(config) };
}

/** `text` is the page as it stands; the answer is asked of what it might become. */
export function lengthOf(
  path: PagePath,
  text: string,
  config: Config,
  ground: Pick<Ground, "committed">,
): (next: string) => string | null {
  if (path !== memoryPath) return (next) => observationsTooLong(next, next !== text);
  const limits = limitsOf(config);
  const others = new Map<string, string>();
  for (const file of limits.rules?.files ?? []) {
    const other = file.path === path ? null : ground.committed(file.path as PagePath);
    if (other !== null) others.set(file.path, other);
  }
  return (next) => memoryTooLong(next, limits, others);
}
