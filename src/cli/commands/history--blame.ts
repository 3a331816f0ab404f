/** Command blame: which commit brought each entry of a page, and on what grounds. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { type BlameAnswer, blame } from "../../history/blame--blame.js";
import type { Call, Reply } from "../command.js";
import { type Cell, table } from "../render/table.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { withSession } from "../share/write--workspace.js";

export function run(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const answer = await blame(workspace, { page: call.args[0] ?? "" });
    if (!answer.ok) return answer;
    const notes = (theme: Theme): string => `${theme.dim(visibleLine(answer.value.path))}\n`;
    return ok({ json: answer.value, out: (theme) => render(answer.value, theme), notes, onQuiet: "keep", exit: 0 });
  });
}

type BlamedEntry = BlameAnswer["entries"][number];

function render(answer: BlameAnswer, theme: Theme): string {
  if (answer.entries.length === 0) return "The page has no entries.\n";
  const rows = answer.entries.map((entry): readonly Cell[] => {
    const { commit, by } = entry;
    return [
      { text: commit === null ? "not yet" : commit.commit.slice(0, 8), paint: theme.yellow },
      { text: commit === null ? "" : commit.when.slice(0, 10), paint: theme.dim },
      { text: reasonOf(entry), paint: theme.cyan },
      { text: by?.actor ?? "" },
      { text: by?.origin ?? "" },
      { text: by?.session ?? "", paint: theme.dim },
      { text: String(entry.line), align: "right", paint: theme.dim },
      { text: entry.text.trimEnd().split("\n")[0] ?? "" },
    ];
  });
  const heads = ["commit", "day", "reason", "actor", "origin", "session", "line", "entry"];
  return table(heads, rows, theme) + groundLines(answer.entries, theme);
}

function reasonOf({ commit, by }: BlamedEntry): string {
  if (commit === null) return "on disk only";
  return by?.reason ?? "by hand";
}

/** What does not fit beside an entry: the evidence of each commit once, and the ways entries came from other files. */
function groundLines(entries: readonly BlamedEntry[], theme: Theme): string {
  const lines = new Set<string>();
  for (const { commit, by, moved } of entries) {
    if (commit !== null && by !== null && by.evidence.length > 0) {
      lines.add(`${theme.yellow(commit.commit.slice(0, 8))}  evidence ${visibleLine(by.evidence.join(", "))}\n`);
    }
    for (const move of moved) {
      lines.add(`${theme.yellow(move.commit.slice(0, 8))}  moved here from ${visibleLine(move.from)}\n`);
    }
  }
  return [...lines].join("");
}
