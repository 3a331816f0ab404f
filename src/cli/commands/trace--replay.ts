/** Command replay: recorded decisions made again, and the first that does not come out the same; or workload files run. */

import { type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { replayTrace } from "../../prompt/replay/trace--trace.js";
import type { ReplayAnswer } from "../../prompt/trace/read--trace-answers.js";
import type { Call, Reply } from "../command.js";
import { listOption, textOption } from "../command--input.js";
import { count, wrapped } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { isReplayFile, replayFiles, workloadSchema } from "../share/replay.js";
import { withSession } from "../share/write--workspace.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const [trace] = call.args;
  const session = textOption(call, "session");
  if (call.options.schema === true) return schemaAlone(call, session);
  if (session === null && trace !== undefined && call.args.every((word) => isReplayFile(call, word)))
    return replayFiles(call);
  if (listOption(call, "policy").length > 0 || listOption(call, "budget").length > 0) {
    const hint = "pagefile replay workload.json --policy pagefile --budget 300";
    return err(usage("--policy and --budget are for files; a trace knows its own.", hint));
  }
  if (call.args.length > 1)
    return err(usage("Several traces were named; one was expected.", "pagefile replay TRACE"));
  if (trace !== undefined && session === null) return replay(call, { trace });
  if (trace === undefined && session !== null) return replay(call, { session });
  return err(
    usage(
      "A file, one trace or one session was expected.",
      "pagefile replay FILE…, pagefile replay TRACE, or pagefile replay --session ID",
    ),
  );
}

function schemaAlone(call: Call, session: string | null): Outcome<Reply> {
  if (call.args.length === 0 && session === null) return ok(workloadSchema());
  return err(usage("--schema prints a shape and runs nothing.", "pagefile replay --schema"));
}

function replay(call: Call, query: Parameters<typeof replayTrace>[1]): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const answer = await replayTrace(workspace, query);
    if (!answer.ok) return answer;
    const { replayed, equal, notes } = answer.value;
    return ok({
      json: answer.value,
      out: (theme) => render(answer.value, theme),
      warnings: (theme) => notes.map((note) => `${theme.yellow("note:")} ${visibleLine(note)}\n`).join(""),
      onQuiet: "keep",
      exit: equal < replayed.length ? 1 : 0,
    });
  });
}

function render({ replayed, equal }: ReplayAnswer, theme: Theme): string {
  const unequal = replayed.filter((row) => row.outcome !== "equal");
  const lines = unequal.map(({ trace, turn, outcome, differences }) => {
    const mark = outcome === "differs" ? theme.red("differs") : theme.yellow("not reproducible");
    const where = turn === null ? "" : `  turn ${turn}`;
    const head = `${mark}${where}  ${theme.dim(`trace ${visibleLine(trace)}`)}\n`;
    return head + differences.map(({ what, says }) => wrapped(`${what}: ${says}`, 2, theme)).join("");
  });
  const first = unequal.some((row) => row.outcome === "differs") ? ", stopped at the first that differs" : "";
  return `${lines.join("")}${theme.green(String(equal))} of ${count(replayed.length, "decision")} byte for byte${first}\n`;
}
