/** WireEval: the files an evaluation reads and writes, and the count of tokens it goes by. */

import { join, resolve } from "node:path";
import { type Outcome, ok } from "../../../src/base/result.js";
import { countTokens } from "../../../src/prompt/replay/parse.js";

import type { EvalOptions } from "./eval.js";
import { type EvalFile, evalMark } from "./eval-files.js";
import { checkReportFolder, readSessions, writeReport } from "./report-folder.js";

export interface EvalServices {
  /** Null where PAGEFILE_EVAL_DATA is not set. */
  readonly transcripts: () => Promise<Outcome<EvalOptions["transcripts"]>>;
  readonly check: (dir: string, names: readonly string[]) => Outcome<void>;
  readonly write: (dir: string, files: readonly EvalFile[]) => Outcome<readonly string[]>;
}

export function wireEval(cwd: string, env: NodeJS.ProcessEnv): EvalServices {
  const folder = (dir: string): Parameters<typeof checkReportFolder>[0] => ({
    dir: resolve(cwd, dir),
    mark: evalMark,
  });
  return {
    async transcripts() {
      const data = env.PAGEFILE_EVAL_DATA ?? "";
      if (data === "") return ok(null);
      const read = readSessions(resolve(cwd, join(data, "transcripts")));
      if (!read.ok) return read;
      const files = read.value.map(({ path, text }) => ({ name: shortName(path), text }));
      return ok({ files, count: await countTokens() });
    },
    check: (dir, names) => checkReportFolder(folder(dir), names),
    write: (dir, files) => writeReport(folder(dir), files),
  };
}

/** Files named by a uuid are told apart by its first eight digits. */
function shortName(path: string): string {
  const name = path.slice(0, -".jsonl".length);
  return name.replace(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, "$1");
}
