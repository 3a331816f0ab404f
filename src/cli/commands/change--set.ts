/** Command set: one key of a page, on exactly the version the writer saw. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { YamlValue } from "../../page/frontmatter/print--frontmatter.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { parseValue } from "../command--value.js";
import { commitPatch } from "../share/write.js";

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
