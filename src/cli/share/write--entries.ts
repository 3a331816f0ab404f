/** Entries: what `done`, `mv` and `rm` share: the list of a page's entries with their numbers, and one of them worked off. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { type Located, locate } from "../../memory/workspace.js";
import { type EntryRow, entryRows, workOff } from "../../session/patch--work-off.js";
import type { WorkOff } from "../../write/entry/trim--work-off.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { commitOptions, envelopeOf, patchReply } from "./write.js";
import { withSession } from "./write--workspace.js";

/** Without an entry the list is the answer. */
export function runWorkOff(call: Call, verb: WorkOff["verb"], to: string | null): Promise<Outcome<Reply>> {
  const [page = "", entry] = call.args;
  return withSession(call, "write", async (workspace) => {
    const located = locate(workspace, page);
    if (!located.ok) return located;
    const { memory, entry: found } = located.value;
    if (entry === undefined) return listed(located.value);
    const target = to === null ? ok(null) : locate(workspace, to);
    if (!target.ok) return target;
    const asked: WorkOff = {
      verb,
      page: found.id,
      entry,
      to: target.value === null ? null : target.value.entry.id,
      because: textOption(call, "because"),
      envelope: envelopeOf(call),
    };
    const answer = await workOff(memory, asked, commitOptions(call));
    return answer.ok ? ok(patchReply(answer.value)) : answer;
  });
}

function listed({ memory, entry }: Located): Outcome<Reply> {
  const rows = entryRows(memory, entry);
  if (!rows.ok) return rows;
  const json = { page: entry.id, path: entry.path, entries: rows.value };
  return ok({ json, out: (theme) => lines(rows.value, theme), onQuiet: "keep", exit: 0 });
}

function lines(rows: readonly EntryRow[], theme: Theme): string {
  if (rows.length === 0) return "The page holds no entries.\n";
  const width = String(rows.length).length;
  return rows
    .map(({ number, says }) => `${theme.cyan(String(number).padStart(width))}  ${visibleLine(says)}\n`)
    .join("");
}
