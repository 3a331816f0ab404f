/** RunnerBundle: how a runner (bench, eval, torture, e2e) is bundled: beside the product, never into it. */

import type { UserConfig } from "tsdown";

/** Paths are relative to the configuration that asks, which lies in the runner's own folder. */
export function runnerBundle(
  name: string,
  entry: Readonly<Record<string, string>> = { main: "main.ts" },
): UserConfig {
  return {
    entry: { ...entry },
    outDir: `../../node_modules/.cache/pagefile-${name}`,
    format: "esm",
    fixedExtension: false,
    platform: "node",
    target: "node20",
    dts: false,
    clean: true,
    report: false,
  };
}
