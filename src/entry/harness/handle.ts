/** Handle: one event of a session from its moment to its answer; every way to an answer is idempotent. */

import type { Outcome } from "../../base/failure.js";
import { ok } from "../../base/result.js";
import { redactSecrets } from "../../rule/secret.js";
import { signatureOf } from "../../transcript/tool.js";
import { beforeCompaction, end, stop } from "./boundary.js";
import { type HarnessAnswer, silence } from "./contract.js";
import type { Live } from "./live.js";
import { prompt, start } from "./page-in.js";

export async function handle(live: Live): Promise<Outcome<HarnessAnswer>> {
  const { moment } = live.event;
  switch (moment.kind) {
    case "start":
      return start(live, moment.bare);
    case "prompt":
      return prompt(live);
    case "tool":
      return called(live, signatureOf(moment.name, moment.input));
    case "stop":
      return stop(live, moment.again);
    case "before-compaction":
      return beforeCompaction(live, moment.event);
    case "end":
      return end(live, moment.event);
  }
}

/** Judged with the next prompt: whether the model had the result in its context is known there. */
function called(live: Live, signature: string): Outcome<HarnessAnswer> {
  if (live.known.again !== null) return ok(silence);
  const kept = live.keep({ kind: "tool", signature: redactSecrets(signature) });
  return kept.ok ? ok(silence) : kept;
}
