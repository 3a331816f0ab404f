/** Command restore: an archived page back to the hot tier. */

import type { Outcome } from "../../base/result.js";
import type { Call, Reply } from "../command.js";
import { commitPatch } from "../share/write.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  return commitPatch(call, { op: "restore", page: call.args[0] ?? "" });
}
