/** Commands that add: new, append, merge and approve. */

import { err, type Outcome, ok } from "../../base/result.js";
import type { ApproveAnswer } from "../../history/approve.js";
import {
  type Call,
  fileOrStdin,
  jsonObject,
  listOption,
  malformed,
  type Reply,
  textOption,
  textOrStdin,
} from "../command.js";
import { type Theme, visibleLine } from "../render/table.js";
import { withSession } from "../share/session.js";
import { commitOptions, commitPatch, envelopeOf, parseFields } from "../share/write.js";

// Command approve: a person lets text from outside stand in prompts, or a refused patch land.

export function runApprove(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const query = { name: call.args[0] ?? "", envelope: envelopeOf(call) };
    const { approve } = await import("../../history/approve.js");
    const answer = await approve(workspace, query, commitOptions(call));
    if (!answer.ok) return answer;
    return ok({ json: answer.value, out: (theme) => render(answer.value, theme), onQuiet: "drop", exit: 0 });
  });
}

function render(answer: ApproveAnswer, theme: Theme): string {
  const page = visibleLine(answer.page ?? "");
  if (answer.commit === null) return `${theme.dim("unchanged")}  nothing of ${page} waits for approval\n`;
  const head = `${theme.green("approved")}  ${theme.yellow(answer.commit.slice(0, 8))}  ${theme.bold(page)}\n`;
  const rows = answer.approved.map(
    ({ item, origin, text }) =>
      `  ${theme.cyan(origin)}  ${theme.dim(item)}  ${visibleLine(text.split("\n")[0] ?? "")}\n`,
  );
  return head + rows.join("");
}

// Command merge: the fields, tags and entries of a JSON file that a page does not have yet.

const parts = ["fields", "tags", "entries"] as const;
const hint = 'Expected: {"fields": {"key": "value"}, "tags": ["tag"], "entries": ["- text"]}, each part optional.';

export async function runMerge(call: Call): Promise<Outcome<Reply>> {
  const file = textOption(call, "patch") ?? "-";
  const text = await fileOrStdin(call, file);
  if (!text.ok) return text;
  const patch = parsed(text.value, file === "-" ? "standard input" : file);
  if (!patch.ok) return patch;
  return commitPatch(call, { op: "merge", page: call.args[0] ?? "", ...patch.value });
}

function parsed(text: string, where: string): Outcome<Readonly<Record<string, unknown>>> {
  const value = jsonObject(text, where, hint);
  if (!value.ok) return value;
  const unknown = Object.keys(value.value).filter((key) => !(parts as readonly string[]).includes(key));
  if (unknown.length === 0) return ok(value.value);
  return err(malformed(`${where} has keys a merge does not know: ${unknown.join(", ")}.`, hint));
}

// Command new: a page of a type, with its fields and its text.

export async function runNew(call: Call): Promise<Outcome<Reply>> {
  const fields = parseFields(listOption(call, "field"));
  if (!fields.ok) return fields;
  const body = await textOrStdin(call, textOption(call, "body") ?? "");
  if (!body.ok) return body;
  return commitPatch(call, {
    op: "create",
    page: textOption(call, "id"),
    type: textOption(call, "type"),
    title: textOption(call, "title"),
    scope: textOption(call, "scope"),
    pin: textOption(call, "pin"),
    tags: listOption(call, "tag"),
    fields: fields.value,
    value: body.value,
  });
}

// Command append: entries at the end of a page.

export async function runAppend(call: Call): Promise<Outcome<Reply>> {
  const [page = "", text = ""] = call.args;
  const value = await textOrStdin(call, text);
  if (!value.ok) return value;
  return commitPatch(call, { op: "append", page, value: value.value });
}
