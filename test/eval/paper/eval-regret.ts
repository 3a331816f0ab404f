/** EvalRegret: how far a policy stays behind the exact optimum, turn by turn over workloads and budgets. */

import { type Policy, policies } from "../../../src/prompt/decision.js";
import { simulate } from "../../../src/prompt/replay/simulate.js";
import type { Workload } from "../../../src/prompt/replay/workload.js";

import { type Regret, regret } from "./oracle.js";
import type { RegretRow } from "./report/evaluation.js";
import { mean } from "./report/means.js";

/** Whatever chose, utility is that of `pagefile`: else a policy would be measured by its own taste. */
export function regretOf(workloads: readonly Workload[], budgets: readonly number[], policy: Policy): RegretRow {
  const found: Regret[] = [];
  let tooLarge = 0;
  for (const workload of workloads) {
    for (const budget of budgets) {
      simulate(workload, policy, budget, {
        observe({ selection, candidates, demands }) {
          const here = regret(selection, candidates(), demands, policies.pagefile);
          if (here === null) tooLarge += 1;
          else found.push(here);
        },
      });
    }
  }
  const comparable = policy === policies.pagefile;
  return {
    policy: policy.name,
    turns: found.length,
    tooLarge,
    mean: mean(found, ({ share }) => share),
    worst: found.reduce((most, { share }) => Math.max(most, share), 0),
    optionalMean: comparable ? mean(found, ({ optionalShare }) => optionalShare) : null,
    optionalWorst: comparable ? found.reduce((most, { optionalShare }) => Math.max(most, optionalShare), 0) : null,
  };
}
