/** Command new: a page of a type, with its fields and its text. */

import type { Outcome } from "../../../base/failure.js";
import type { Call, Reply } from "../command.js";
import { listOption, textOption } from "../input.js";
import { textOrStdin } from "../intake.js";
import { commitPatch } from "../patching.js";
import { parseFields } from "../value.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
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
