/** Command merge-driver: what git calls to merge one page; exit 1 leaves the path unmerged and our file as it was. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { type DriverAnswer, mergeDriver } from "../../merge/driver.js";
import { wireMergeFiles } from "../../merge/driver--wire-merge.js";
import type { MergeConflict } from "../../write/merge/head--outcome.js";
import type { Call, Reply } from "../command.js";
import { wrapped } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table--theme.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const [base = "", ours = "", theirs = "", path = ""] = call.args;
  const answer = await mergeDriver(wireMergeFiles(call.cwd), { base, ours, theirs, path });
  if (!answer.ok) return answer;
  const { notes, result } = answer.value;
  return ok({
    json: answer.value,
    out: () => "",
    notes: (theme) => notes.map(({ says }) => line(path, says, theme)).join(""),
    warnings: (theme) => warnings(answer.value, theme),
    onQuiet: "keep",
    exit: result === "untouched" ? 1 : 0,
  });
}

function warnings({ path, why, hint, conflicts }: DriverAnswer, theme: Theme): string {
  const refused = why === null ? "" : line(path, `not merged: ${why}`, theme) + wrapped(hint ?? "", 2, theme);
  const todo = conflicts.length === 0 ? "" : wrapped(`Settle it with: pagefile resolve ${path}`, 2, theme);
  return refused + conflicts.map((conflict) => line(path, told(conflict), theme)).join("") + todo;
}

function told(conflict: MergeConflict): string {
  if (conflict.kind === "entry") {
    return `both sides edited one entry, and both texts stand: “${conflict.ours}” and “${conflict.theirs}”`;
  }
  const { key, kept } = conflict;
  const other = kept === "ours" ? conflict.theirs : conflict.ours;
  return `both sides changed “${key.join(".")}”; ${kept} is newer and stands, the other says ${JSON.stringify(other)}`;
}

function line(path: string, says: string, theme: Theme): string {
  return `${theme.bold(visibleLine(path))}: ${visibleLine(says)}\n`;
}
