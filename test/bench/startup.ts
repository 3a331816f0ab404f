/** Startup: what the smallest command costs, beside a node that does nothing. */

import { spawnSync } from "node:child_process";
import type { Bench, Row, Setting } from "./bench.js";
import { paired, rowsOf } from "./paired.js";

export const startup: Bench = {
  name: "startup",
  says: "`pagefile --version` beside `node -e 0`",
  run: measure,
};

async function measure({ project, folder }: Setting): Promise<readonly Row[]> {
  const node =
    (...args: readonly string[]) =>
    (): void => {
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
      if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
    };
  const result = await paired({
    pairs: 40,
    warmups: 3,
    ours: node(`${project}/dist/pagefile.cjs`, "--version"),
    rival: node("-e", "0"),
  });
  return rowsOf(result, { case: "pagefile --version", metric: "ms a start", rival: "node -e 0" });
}
