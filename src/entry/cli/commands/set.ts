/** Command set: one key of a page, on exactly the version the writer saw. */

import type { Outcome } from "../../../base/failure.js";
import { ok } from "../../../base/result.js";
import type { YamlValue } from "../../../page/frontmatter.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../input.js";
import { commitPatch } from "../patching.js";
import { parseValue } from "../value.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const [page = "", key = "", typed = ""] = call.args;
  const value: Outcome<YamlValue> = call.options.string === true ? ok(typed) : parseValue(typed);
  if (!value.ok) return value;
  return commitPatch(call, {
    op: "set_with_version",
    page,
    key,
    value: value.value,
    base: textOption(call, "base") ?? "",
  });
}
