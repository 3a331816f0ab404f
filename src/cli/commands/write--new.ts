/** Command new: a page of a type, with its fields and its text. */

import type { Outcome } from "../../base/result.js";
import type { Call, Reply } from "../command.js";
import { listOption, textOption } from "../command--input.js";
import { textOrStdin } from "../command--intake.js";
import { parseFields } from "../command--value.js";
import { commitPatch } from "../share/write.js";

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
