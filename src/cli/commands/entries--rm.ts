/** Command rm: an entry out of a page; git alone keeps it. */

import type { Outcome } from "../../base/result.js";
import type { Call, Reply } from "../command.js";
import { runWorkOff } from "../share/write--entries.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  return runWorkOff(call, "remove", null);
}
