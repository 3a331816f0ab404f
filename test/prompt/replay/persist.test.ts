/** PersistTest: what boundaries destroy, what sessions share and what durability takes, on workloads small enough to be run by hand. */

import { describe, expect, it } from "vitest";
import { type Policy, policies } from "../../../src/prompt/decision.js";
import { simulate } from "../../../src/prompt/replay/simulate.js";
import type { Workload } from "../../../src/prompt/replay/workload.js";

import { bootstrap, faultsOf, page, turn, workload } from "./script.js";

const { retrieval, retrieval_cached: cached, compaction_hybrid: hybrid, pagefile } = policies;
const full = (id: string) => ({ page: id, fidelity: "full" as const });

function faults(what: Workload, policy: Policy, budget = 200): readonly string[] {
  return faultsOf(simulate(what, policy, budget));
}

describe("boundaries", () => {
  const rules = bootstrap("rules");
  const plan = page("plan", { type: "plan", tokens: { structured: 10 } });
  const compacted = workload([rules, plan], [turn({ dirty: ["plan"] }), turn({ events: ["compaction"] })]);
  const reset = workload([rules, plan], [turn({ dirty: ["plan"] }), turn({ events: ["reset"] })]);

  it("loses dirty pages where the policy does not write back, each by its boundary", () => {
    expect(faults(compacted, cached)).toContain("1 flush_miss plan");
    expect(faults(compacted, hybrid)).toEqual([]);
    expect(faults(reset, hybrid)).toEqual(["1 flush_miss plan"]);
    expect(faults(reset, pagefile)).toEqual([]);
  });

  it("loses them once: what is gone is not lost again, and what was written back is clean", () => {
    const what = workload(
      [plan],
      [turn({ dirty: ["plan"] }), turn({ events: ["compaction"] }), turn({ events: ["reset"] })],
    );
    expect(faults(what, retrieval)).toEqual(["1 flush_miss plan"]);
    expect(faults(what, hybrid)).toEqual([]);
  });

  it("takes what became dirty in the turn of the boundary to the next one", () => {
    const what = workload(
      [plan],
      [turn(), turn({ events: ["reset"], dirty: ["plan"] }), turn({ events: ["reset"] })],
    );
    expect(faults(what, hybrid)).toEqual(["2 flush_miss plan"]);
  });

  it("outruns a planned flush only where nothing is staged as it comes", () => {
    const what = workload([plan], [turn({ dirty: ["plan"] }), turn({ events: ["compaction"], jumped: true })]);
    expect(faults(what, hybrid)).toEqual(["1 flush_miss plan"]);
    expect(faults(what, { ...pagefile, writeback: { ...pagefile.writeback, jump: false } })).toEqual([
      "1 flush_miss plan",
    ]);
    expect(faults(what, pagefile)).toEqual([]);
  });

  it("destroys what stood: a demand right after it finds only what the policy keeps by itself", () => {
    const a = page("a");
    const what = workload(
      [a],
      [turn({ demands: [full("a")] }), turn({ events: ["compaction"], demands: [full("a")] })],
    );
    expect(faults(what, retrieval)).toEqual(["1 refetch a"]);
    expect(faults(what, { ...pagefile, resolves: false })).toEqual([]);
  });

  it("misses instructions in the first prompt after it, and in no other", () => {
    const what = workload([rules], [turn(), turn({ events: ["compaction", "reset"] }), turn()]);
    expect(faults(what, retrieval)).toEqual(["1 post_compaction_bootstrap_loss rules"]);
    expect(faults(what, pagefile)).toEqual([]);
  });

  it("does not miss instructions that came only with this turn", () => {
    const what = workload([{ ...rules, from: 1 }], [turn(), turn({ events: ["compaction"] })]);
    expect(faults(what, retrieval)).toEqual([]);
  });

  it("calls a pin that does not fit a pinned_invariant_miss at every turn, and never anything else", () => {
    const what = workload([rules], [turn(), turn({ events: ["reset"] })]);
    expect(faults(what, pagefile, 19)).toEqual(["0 pinned_invariant_miss rules", "1 pinned_invariant_miss rules"]);
    expect(faults(what, pagefile, 20)).toEqual([]);
  });
});

describe("sessions", () => {
  const mine = page("mine", { session: "a", signature: "look" });

  it("have contexts of their own: what one was shown the other has not seen, and an event of one is none of the other's", () => {
    const shared = page("shared");
    const what = workload(
      [shared, mine],
      [
        turn({ session: "a", demands: [full("shared")], dirty: ["mine"] }),
        turn({ session: "b", events: ["reset"], demands: [full("shared")] }),
        turn({ session: "a", demands: [full("shared")] }),
        turn({ session: "a", events: ["reset"] }),
      ],
    );
    const outcome = simulate(what, retrieval, 200);
    expect(faultsOf(outcome)).toEqual(["3 flush_miss mine"]);
    expect(outcome.hits).toBe(1);
  });

  it("do not hold the pages of others", () => {
    const what = workload([mine], [turn({ session: "b" }), turn({ session: "a" })]);
    expect(simulate(what, pagefile, 200).series.map(({ tokens }) => tokens)).toEqual([0, 40]);
  });

  it("leave a policy that cannot tell them apart a share of the budget, rounded down", () => {
    const what = { ...workload([], [turn()]), budgetScale: { retrieval: 0.78 } };
    const budgets: number[] = [];
    const observe = ({ budget }: { readonly budget: number }): number => budgets.push(budget);
    expect(simulate(what, retrieval, 120, { observe }).budget).toBe(120);
    simulate(what, pagefile, 120, { observe });
    expect(budgets).toEqual([93, 120]);
  });
});

describe("durability", () => {
  it("answers a denied or failed lookup with nothing where the policy does not tell why", () => {
    const recalls = (["ok", "no_match", "denied", "error"] as const).map((status) => ({
      query: `q-${status}`,
      status,
    }));
    const what = workload([], [turn({ recalls })]);
    expect(faults(what, hybrid)).toEqual(["0 silent_recall q-denied", "0 silent_recall q-error"]);
    expect(faults(what, { ...pagefile, tellsWhy: false })).toHaveLength(2);
    expect(faults(what, pagefile)).toEqual([]);
  });

  it("refuses an overwrite of committed content by the reason code of the edit, or lets it destroy", () => {
    const what = workload(
      [page("old"), page("new", { from: 1 })],
      [
        turn({
          writes: [
            { page: "old", op: "append" },
            { page: "old", op: "overwrite" },
          ],
        }),
        turn({
          writes: [
            { page: "new", op: "overwrite" },
            { page: "new", op: "overwrite" },
          ],
        }),
      ],
    );
    expect(simulate(what, pagefile, 100)).toMatchObject({ rejected: { DESTRUCTIVE_OP: 2 }, overwritten: 0 });
    expect(simulate(what, hybrid, 100)).toMatchObject({ rejected: {}, overwritten: 2 });
  });
});
