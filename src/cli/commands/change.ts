/** Command resolve: settles conflicts that a page keeps, or a page that git left unmerged. */

import { type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { locate, type Workspace } from "../../memory/workspace.js";
import { settleUnmerged } from "../../merge/conflicts.js";
import type { ResolveAnswer } from "../../merge/conflicts--conflict-answers.js";
import { resolve } from "../../merge/conflicts--resolve.js";
import { wireUnmerged } from "../../merge/driver--wire-merge.js";
import type { Take } from "../../write/merge/settle.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { conflictLines } from "../render/recall--render-conflicts.js";
import { count, wrapped } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { commitOptions, envelopeOf } from "../share/write.js";
import { withWorkspace } from "../share/write--workspace.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const take = takeOf(call);
  if (!take.ok) return take;
  return withWorkspace(call, async (workspace) => {
    const answer = await settled(call, workspace, take.value);
    if (!answer.ok) return answer;
    return ok({
      json: answer.value,
      out: (theme) => render(answer.value, theme),
      notes: (theme) => answer.value.notes.map(({ says }) => wrapped(says, 0, theme)).join(""),
      onQuiet: answer.value.how === "planned" ? "keep" : "drop",
      exit: 0,
    });
  });
}

/** null where no side was named. */
function takeOf(call: Call): Outcome<Take | null> {
  const asked = (["ours", "theirs", "both", "asIs"] as const).filter((name) => call.options[name] === true);
  if (asked.length > 1) {
    return err(usage("More than one side was named.", "Name one of --ours, --theirs, --both and --as-is."));
  }
  return ok(asked[0] === "asIs" ? "as_is" : (asked[0] ?? null));
}

async function settled(call: Call, workspace: Workspace, take: Take | null): Promise<Outcome<ResolveAnswer>> {
  const page = call.args[0] ?? "";
  const how = call.options.plan === true ? "plan" : "commit";
  const about = { page, entry: textOption(call, "entry"), key: textOption(call, "key") };
  for (const memory of workspace.memories) {
    const unmerged = wireUnmerged(memory, call.env);
    if (!unmerged.ok) return unmerged;
    if (unmerged.value === null) continue;
    const merged = await settleUnmerged(memory, unmerged.value, { ...about, take, how });
    if (!merged.ok) return merged;
    if (merged.value !== null) return ok(merged.value);
  }
  if (take === null) {
    const says = `git left nothing of “${page}” unmerged, so a side has to be named.`;
    return err(usage(says, "Name one of --ours, --theirs, --both and --as-is; see: pagefile conflicts"));
  }
  const located = locate(workspace, page);
  if (!located.ok) return located;
  const { memory, entry } = located.value;
  const asked = { ...about, page: entry.id, take };
  return resolve(memory, { asked, envelope: envelopeOf(call), how }, commitOptions(call));
}

const words = { planned: "would settle", committed: "committed", merged: "merged" } as const;

function render({ path, how, settled: rows, open, commit }: ResolveAnswer, theme: Theme): string {
  const oid = commit === null ? "" : `  ${theme.yellow(commit.slice(0, 8))}`;
  const head = `${theme.green(words[how])}${oid}  ${theme.bold(visibleLine(path))}\n`;
  const took =
    rows.length === 0 ? "" : `  ${count(rows.length, "conflict")}, ${(rows[0]?.take ?? "").replace("_", " ")}\n`;
  const shown = how === "planned" ? conflictLines(rows, theme) : "";
  const left =
    open.length === 0
      ? ""
      : `  ${theme.yellow(`${count(open.length, "conflict")} left`)}\n${conflictLines(open, theme)}`;
  const next = how === "merged" ? `  ${theme.dim("end the merge with: git commit, or git rebase --continue")}\n` : "";
  return head + took + shown + left + next;
}
