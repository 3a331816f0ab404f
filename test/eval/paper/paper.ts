/** Paper: one command line of the paper's evaluation: its tables as text, and the report in a folder that is named. */

import { parseArgs } from "node:util";
import { err, type Outcome, ok, usage } from "../../../src/base/result.js";
import type { Reply, Surroundings } from "../../../src/cli/command.js";
import { printFailure } from "../../../src/cli/render/failure.js";
import { type Printed, printReply } from "../../../src/cli/render/render.js";
import { themeFor, visible, visibleLine } from "../../../src/cli/render/table.js";

import { evaluate } from "./eval.js";
import { evalFileNames, evalFiles } from "./eval-files.js";
import { reportMarkdown } from "./report/markdown.js";
import { reportOf } from "./report/report.js";
import { wireEval } from "./wire-eval.js";

export type PaperWorld = Pick<Surroundings, "cwd" | "env" | "stdout" | "stderr">;

/** What `npm run eval` is told without the name of another evaluation. */
interface PaperAsked {
  readonly out: string | null;
  readonly quick: boolean;
}

/** Everything that is printed, and the exit code: 1 where a gate failed. Only the folder of `--out` is written to. */
export async function evalPaper(args: readonly string[], world: PaperWorld): Promise<Printed> {
  const says = (word: string): boolean => args.includes(word);
  const colors = says("--no-color") ? "never" : "auto";
  const manner = {
    json: says("--json"),
    quiet: says("--quiet") || says("-q"),
    out: themeFor(world.stdout, world.env, colors),
    err: themeFor(world.stderr, world.env, colors),
  };
  const asked = askedBy(args);
  const reply = asked.ok ? await run(asked.value, world) : asked;
  return reply.ok ? printReply(reply.value, manner) : printFailure(reply.error, manner, "other");
}

function askedBy(args: readonly string[]): Outcome<PaperAsked> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        out: { type: "string" },
        quick: { type: "boolean" },
        json: { type: "boolean" },
        quiet: { type: "boolean", short: "q" },
        "no-color": { type: "boolean" },
      },
    });
    return ok({ out: values.out ?? null, quick: values.quick === true });
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return err(usage(says, "npm run eval -- -h lists what it can be told."));
  }
}

async function run({ out: dir, quick }: PaperAsked, { cwd, env }: PaperWorld): Promise<Outcome<Reply>> {
  const services = wireEval(cwd, env);
  const checked = dir === null ? ok(undefined) : services.check(dir, evalFileNames);
  if (!checked.ok) return checked;
  const transcripts = await services.transcripts();
  if (!transcripts.ok) return transcripts;
  const evaluation = evaluate({ quick, transcripts: transcripts.value });
  const written = dir === null ? ok([]) : services.write(dir, evalFiles(evaluation));
  if (!written.ok) return written;
  const absent = "PAGEFILE_EVAL_DATA is not set, so no transcript was replayed.\n";
  const failed = evaluation.gates.some(({ passed }) => !passed);
  return ok({
    json: { evaluation, written: written.value },
    out: () => visible(reportMarkdown(reportOf(evaluation))),
    notes: () => written.value.map((path) => `wrote ${visibleLine(path)}\n`).join(""),
    warnings: (theme) => (transcripts.value === null ? theme.yellow(absent) : ""),
    exit: failed ? 1 : 0,
  });
}
