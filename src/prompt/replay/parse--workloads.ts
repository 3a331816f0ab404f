/** ReplayWorkloads: workload files and recorded sessions, run under policies and budgets, a row a run. */

import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { parseTranscript } from "../../session/transcript/transcript--parse.js";
import { type PolicyName, policies } from "../decision.js";
import { parseWorkload } from "./parse.js";
import { simulate } from "./simulate.js";
import { truncated, workloadFrom } from "./workload.js";
import { type RunRow, rowOf } from "./workload--run-row.js";
import type { Workload } from "./workload--workload.js";

export interface ReplayWorkloadsInput {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly policies: readonly PolicyName[];
  /** Tokens. */
  readonly budgets: readonly number[];
  /** Tokens of a text, where a session is made a workload. */
  readonly count: (text: string) => number;
}

export interface ReplayWorkloadsAnswer {
  /** By file, budget and policy, each in the order given. */
  readonly runs: readonly RunRow[];
}

/** The first file that is neither a workload nor a session stops it all. */
export function replayWorkloads(input: ReplayWorkloadsInput): Outcome<ReplayWorkloadsAnswer> {
  const workloads: Workload[] = [];
  for (const { name, text } of input.files) {
    const read = workloadIn(name, text, input.count);
    if (!read.ok) return read;
    workloads.push(read.value);
  }
  const runs = workloads.flatMap((workload) =>
    input.budgets.flatMap((budget) =>
      input.policies.map((name) => rowOf(simulate(workload, policies[name], budget))),
    ),
  );
  return ok({ runs });
}

function workloadIn(name: string, text: string, count: ReplayWorkloadsInput["count"]): Outcome<Workload> {
  const whole = wholeJson(text);
  if (typeof whole === "object" && whole !== null && "workload" in whole) {
    const parsed = parseWorkload(whole);
    return parsed.ok ? parsed : err({ ...parsed.error, says: `${name}: ${parsed.error.says}` });
  }
  const transcript = parseTranscript(text);
  if (transcript !== null) return ok(truncated(workloadFrom(transcript, name, count), transcript.turns.length));
  return err({
    code: "usage",
    says: `${name} is neither a workload nor a session that Claude Code or pi recorded.`,
    hint: "`pagefile replay --schema` prints the shape of a workload.",
  });
}

/** Undefined for a text that is no single JSON value, as sessions of more than one line are. */
function wholeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
