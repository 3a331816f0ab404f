/** Slowest: after the whole suite, the ten files that took longest and the time of each group, which is a top folder of test/. */

import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

const filesMax = 10;
const root = new URL("..", import.meta.url).pathname;

/** The longest first; of equals the first by name. */
function longest(times: ReadonlyMap<string, number>): readonly string[] {
  return [...times]
    .toSorted(([one, left], [other, right]) => right - left || (one < other ? -1 : 1))
    .map(([name, ms]) => `${(ms / 1_000).toFixed(1).padStart(8)} s  ${name}`);
}

/** Files that ran one beside another are added up: a group's seconds are more than those of the clock. */
export function slowest(files: readonly (readonly [path: string, ms: number])[]): string {
  const groups = new Map<string, number>();
  for (const [path, ms] of files) {
    const group = path.slice(0, path.indexOf("/") + 1) || path;
    groups.set(group, (groups.get(group) ?? 0) + ms);
  }
  const parts = ["Slowest files", ...longest(new Map(files)).slice(0, filesMax), "Groups", ...longest(groups)];
  return `\n${parts.join("\n")}\n`;
}

/** Stands before vitest's own reporter, whose closing lines stay the last ones. A run of a few files is told nothing. */
export const slowestReporter = (filesMin: number): Reporter => ({
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < filesMin) return;
    const files = modules.map((module) => {
      const { duration, collectDuration } = module.diagnostic();
      return [relative(root, module.moduleId), duration + collectDuration] as const;
    });
    process.stdout.write(slowest(files));
  },
});
