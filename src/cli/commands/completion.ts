/** Command completion: a script for a shell, made from the commands as they are. */

import { err, type Outcome, ok, usage } from "../../base/result.js";
import type { Call, Reply } from "../command.js";
import { completionScript, shells } from "../completion.js";

export async function runCompletion(call: Call): Promise<Outcome<Reply>> {
  const shell = shells.find((each) => each === call.args[0]);
  if (shell === undefined) {
    const says = `“${call.args[0] ?? ""}” is no shell this command knows; one of ${shells.join(", ")} was expected.`;
    return err(usage(says, "For example: source <(pagefile completion bash)"));
  }
  const script = completionScript(shell);
  return ok({
    json: { shell, script },
    out: () => script,
    onQuiet: "keep",
    exit: 0,
  });
}
