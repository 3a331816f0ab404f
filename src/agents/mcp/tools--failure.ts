/** McpFailure: a failure in the words of a model that has these tools and no command line. */

import type { Failure } from "../../base/result.js";

/** A failure as a model reads it: what is, what to do, and which tool helps. */
export function failureText(failure: Failure): string {
  const reason = "reason" in failure ? ` ${failure.reason}` : "";
  const next = tools[failure.code];
  return [`${failure.code}${reason}: ${failure.says}`, failure.hint, ...(next === undefined ? [] : [next])]
    .filter((line) => line !== "")
    .join("\n");
}

/** Hints name commands of the command line; a model has these tools. */
const tools: Readonly<Partial<Record<Failure["code"], string>>> = {
  page_missing: "With these tools: recall finds pages by what they say; resources/list names them all.",
  version_conflict:
    "With these tools: call read_page for the version as it is now, and send the patch again with it.",
  locked: "With these tools: call the same again in a moment.",
};
