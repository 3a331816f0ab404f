/** Gates: six lifecycle regressions (paper Table 3): each raises its fault under a weak policy and not under `pagefile`. */

import { type PolicyName, policies } from "../../../src/prompt/decision.js";
import { simulate } from "../../../src/prompt/replay/simulate.js";
import type {
  RunFaultKind,
  RunOutcome,
  Workload,
  WorkloadPage,
  WorkloadTurn,
} from "../../../src/prompt/replay/workload.js";

export interface Gate {
  readonly name: string;
  readonly says: string;
  readonly workload: Workload;
  /** Tokens. */
  readonly budget: number;
  readonly weak: PolicyName;
  /** What the weak policy does wrong: a fault, or an update taken that destroys what was committed. */
  readonly raises: RunFaultKind | "overwritten";
}

export interface GateResult {
  readonly gate: Gate;
  /** How often what the gate is for happened. */
  readonly weak: number;
  readonly ours: number;
  /** Updates that `pagefile` refused as `DESTRUCTIVE_OP`; only the gate of unsafe persistence asks for one. */
  readonly refused: number;
  readonly passed: boolean;
}

export function runGates(): readonly GateResult[] {
  return gates.map((gate) => {
    const weak = raisedIn(gate, simulate(gate.workload, policies[gate.weak], gate.budget));
    const outcome = simulate(gate.workload, policies.pagefile, gate.budget);
    const ours = raisedIn(gate, outcome);
    const refused = outcome.rejected.DESTRUCTIVE_OP ?? 0;
    const passed = weak > 0 && ours === 0 && refused === (gate.raises === "overwritten" ? weak : 0);
    return { gate, weak, ours, refused, passed };
  });
}

function raisedIn({ raises }: Gate, outcome: RunOutcome): number {
  return raises === "overwritten" ? outcome.overwritten : outcome.faults.filter(({ kind }) => kind === raises).length;
}

const protocol: WorkloadPage = {
  id: "protocol",
  type: "bootstrap_policy",
  pin: "none",
  scope: "project",
  tokens: { structured: 20, full: 40 },
};
const plan: WorkloadPage = {
  id: "plan",
  type: "plan",
  pin: "soft",
  scope: "session",
  tokens: { structured: 10, full: 30 },
};

function log(at: number, from = 0): WorkloadPage {
  const tokens = { pointer: 5, structured: 15, full: 40 };
  const signature = `tail log-${at}`;
  return { id: `log-${at}`, type: "evidence", pin: "soft", scope: "session", tokens, signature, from };
}

function turn(changes: Partial<WorkloadTurn> = {}): WorkloadTurn {
  return { events: [], demands: [], tools: [], dirty: [], ...changes };
}

function workload(name: string, pages: readonly WorkloadPage[], turns: readonly WorkloadTurn[]): Workload {
  return { workload: 1, name, family: "gate", seed: null, pages, turns };
}

const both = [
  { page: "log-0", fidelity: "full" },
  { page: "log-1", fidelity: "full" },
] as const;

/** In the order of the paper. */
export const gates: readonly Gate[] = [
  {
    name: "post_compaction_bootstrap",
    says: "After a compaction the prompt fills with results, and the instructions are not in it.",
    workload: workload(
      "gate-bootstrap",
      [protocol, plan, log(0), log(1)],
      [
        turn({ demands: [{ page: "plan" }] }),
        turn({ demands: both }),
        turn({ events: ["compaction"], demands: both }),
      ],
    ),
    budget: 100,
    weak: "compaction_hybrid",
    raises: "post_compaction_bootstrap_loss",
  },
  {
    name: "reset_flush_miss",
    says: "A reset comes while the plan has news that nobody has written back.",
    workload: workload("gate-reset", [protocol, plan], [turn({ dirty: ["plan"] }), turn({ events: ["reset"] })]),
    budget: 100,
    weak: "compaction_hybrid",
    raises: "flush_miss",
  },
  {
    name: "threshold_jump",
    says: "One long result takes the context past the mark of the planned flush, straight into a compaction.",
    workload: workload(
      "gate-jump",
      [protocol, plan],
      [turn({ dirty: ["plan"] }), turn({ events: ["compaction"], jumped: true })],
    ),
    budget: 100,
    weak: "compaction_hybrid",
    raises: "flush_miss",
  },
  {
    name: "silent_recall",
    says: "A backend denies one lookup and fails at another; a third really finds nothing.",
    workload: workload(
      "gate-recall",
      [protocol],
      [
        turn({
          recalls: [
            { query: "deploy key", status: "denied" },
            { query: "last incident", status: "error" },
            { query: "unicorns", status: "no_match" },
          ],
        }),
      ],
    ),
    budget: 100,
    weak: "compaction_hybrid",
    raises: "silent_recall",
  },
  {
    name: "unsafe_persistence",
    says: "An update would put a new text in the place of the committed one.",
    workload: workload(
      "gate-overwrite",
      [plan],
      [
        turn({
          writes: [
            { page: "plan", op: "append" },
            { page: "plan", op: "overwrite" },
          ],
        }),
      ],
    ),
    budget: 100,
    weak: "compaction_hybrid",
    raises: "overwritten",
  },
  {
    name: "evidence_churn",
    says: "A result falls out of the prompt, and the same call runs again.",
    workload: workload(
      "gate-churn",
      [log(0), log(1, 1)],
      [
        turn({ demands: [{ page: "log-0", fidelity: "full" }], tools: ["tail log-0"] }),
        turn({ demands: [{ page: "log-1", fidelity: "full" }], tools: ["tail log-1"] }),
        turn({ tools: ["tail log-0"] }),
      ],
    ),
    budget: 50,
    weak: "retrieval",
    raises: "duplicate_tool",
  },
];
