/** Command mv: an entry from one page to another. */

import { type Outcome, usage } from "../../base/result.js";
import { err } from "../../base/result--result.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { runWorkOff } from "../share/write--entries.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const to = textOption(call, "to");
  if (call.args.length > 1 && to === null)
    return err(usage("--to was not given, so nothing says where the entry goes.", "For example: --to memory#people"));
  return runWorkOff(call, "move", to);
}
