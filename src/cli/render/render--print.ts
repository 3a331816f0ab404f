/** Print: a reply or a failure as it leaves the program: one JSON document, or text for people. */

import { stableJson } from "../../base/json.js";
import { exitCodes, type Failure } from "../../base/result.js";
import type { Reply } from "../command.js";
import { type Theme, visible, visibleLine } from "./table--theme.js";

/** Everything one command prints, and how it ends: made whole before the first byte is written. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

export interface Manner {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly out: Theme;
  readonly err: Theme;
}

export function printReply(reply: Reply, manner: Manner): Printed {
  if (manner.json) {
    const document = reply.json === undefined ? "" : `${stableJson(reply.json)}\n`;
    return { stdout: document, stderr: "", exit: reply.exit };
  }
  const stdout = manner.quiet && reply.onQuiet === "drop" ? "" : reply.out(manner.out);
  const notes = manner.quiet ? "" : (reply.notes?.(manner.err) ?? "");
  const warnings = reply.warnings?.(manner.err) ?? "";
  return { stdout, stderr: notes + warnings, exit: reply.exit };
}

/** A refused patch is `{ rejected: … }`, anything else `{ error: … }`. */
export function printFailure(failure: Failure, manner: Manner, kind: "write" | "other"): Printed {
  const exit = exitCodes[failure.code];
  if (!manner.json) return { stdout: "", stderr: failureText(failure, manner.err), exit };
  const { says, hint } = failure;
  const reason = "reason" in failure ? failure.reason : null;
  if (reason !== null && kind === "write") {
    return { stdout: `${stableJson({ rejected: { reason, says, hint } })}\n`, stderr: "", exit };
  }
  const error = { code: failure.code, says, hint, ...(reason === null ? {} : { reason }) };
  return { stdout: `${stableJson({ error })}\n`, stderr: "", exit };
}

function failureText(failure: Failure, theme: Theme): string {
  const reason = "reason" in failure ? `  ${theme.cyan("reason:")} ${visibleLine(failure.reason)}\n` : "";
  const hint = visible(failure.hint).split("\n").join("\n        ");
  const last = hint === "" ? "" : `  ${theme.cyan("hint:")} ${hint}\n`;
  return `${theme.red(theme.bold("error:"))} ${visible(failure.says)}\n${reason}${last}`;
}
