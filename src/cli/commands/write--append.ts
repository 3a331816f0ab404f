/** Command append: entries at the end of a page. */

import type { Outcome } from "../../base/result.js";
import type { Call, Reply } from "../command.js";
import { textOrStdin } from "../command--intake.js";
import { commitPatch } from "../share/write.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const [page = "", text = ""] = call.args;
  const value = await textOrStdin(call, text);
  if (!value.ok) return value;
  return commitPatch(call, { op: "append", page, value: value.value });
}
