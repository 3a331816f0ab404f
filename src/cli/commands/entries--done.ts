/** Command done: an entry that is done with, to the archive. */

import type { Outcome } from "../../base/result.js";
import type { Call, Reply } from "../command.js";
import { runWorkOff } from "../share/write--entries.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  return runWorkOff(call, "done", null);
}
