/** SimulateTest: demands, tool calls and the series of the simulator on workloads small enough to be run by hand. */

import { describe, expect, it } from "vitest";
import { type Policy, policies } from "../../../src/prompt/decision.js";
import { simulate } from "../../../src/prompt/replay/simulate.js";
import type { Workload } from "../../../src/prompt/replay/workload.js";

import { faultsOf, page, turn, workload } from "./script.js";

const { retrieval, retrieval_cached: cached, pagefile } = policies;
const full = (id: string) => ({ page: id, fidelity: "full" as const });

function faults(what: Workload, policy: Policy, budget = 200): readonly string[] {
  return faultsOf(simulate(what, policy, budget));
}

describe("demands", () => {
  const a = page("a");
  const b = page("b");

  it("is cold the first time, a hit while it stands, a refetch once it was seen and is gone", () => {
    const what = workload(
      [a, b],
      [
        turn({ demands: [full("a")] }),
        turn({ demands: [full("a")] }),
        turn({ demands: [full("b")] }),
        turn({ demands: [full("a")] }),
      ],
    );
    const outcome = simulate(what, retrieval, 200);
    expect(faultsOf(outcome)).toEqual(["3 refetch a"]);
    expect(outcome.hits).toBe(1);
  });

  it("comes back by its pointer where the policy resolves, whether or not the pointer stands", () => {
    const what = workload(
      [a, b],
      [turn({ demands: [full("a")] }), turn({ demands: [full("b")] }), turn({ demands: [full("a")] })],
    );
    const outcome = simulate(what, cached, 200);
    expect(faultsOf(outcome)).toEqual([]);
    expect(outcome.hits).toBe(1);
  });

  it("is no refetch where what is asked for now was never seen, because less of the page was", () => {
    const what = workload(
      [a, b],
      [
        turn({ demands: [{ page: "a", fidelity: "structured" }] }),
        turn({ demands: [full("b")] }),
        turn({ demands: [full("a")] }),
      ],
    );
    expect(faults(what, retrieval)).toEqual([]);
  });

  it("is not met by a pointer that leads nowhere", () => {
    const what = workload([a], [turn({ demands: [{ page: "a" }] }), turn({ demands: [{ page: "a" }] })]);
    expect(faults(what, { ...pagefile, resolves: false }, 5)).toEqual(["1 refetch a"]);
    expect(simulate(what, pagefile, 5).hits).toBe(1);
  });

  it("is not met by a page that stands lower than what is asked for", () => {
    const turns = ["a", "b", "a"].map((id) => turn({ demands: [full(id)] }));
    expect(faults(workload([a, b], turns), { ...pagefile, resolves: false }, 50)).toEqual(["2 refetch a"]);
  });

  it("is a refetch also of what nobody had asked for, once the prompt has shown it", () => {
    const pages = ["a", "b"].map((id) => page(id, { tokens: { full: 40 } }));
    const what = workload(pages, [turn(), turn({ demands: [full("b")] }), turn({ demands: [full("a")] })]);
    expect(faults(what, { ...pagefile, resolves: false }, 40)).toEqual(["2 refetch a"]);
  });

  it("is met by the most there is of a page that has no text at the fidelity asked for", () => {
    const short = page("short", { tokens: { pointer: 5, structured: 10 } });
    const what = workload([short], [turn({ demands: [full("short")] }), turn({ demands: [full("short")] })]);
    expect(simulate(what, retrieval, 200)).toMatchObject({ faults: [], hits: 1, unmet: 0 });
  });

  it("counts what the prompt could not hold, as no fault", () => {
    const what = workload([a, b], [turn({ demands: [full("a"), full("b")] })]);
    expect(simulate(what, pagefile, 79)).toMatchObject({ faults: [], unmet: 1 });
    expect(simulate(what, pagefile, 80)).toMatchObject({ faults: [], unmet: 0 });
    expect(simulate(what, pagefile, 4)).toMatchObject({ faults: [], unmet: 2 });
  });

  it("does not see a page before its turn", () => {
    const late = page("late", { from: 1 });
    const what = workload([late], [turn(), turn({ demands: [full("late")] })]);
    const outcome = simulate(what, pagefile, 200);
    expect(outcome.hits).toBe(0);
    expect(outcome.series.map(({ tokens }) => tokens)).toEqual([0, 40]);
    // Nor does the prompt made after an event of that very turn.
    const after = workload([late], [turn(), turn({ events: ["reset"], demands: [full("late")] })]);
    expect(simulate(after, pagefile, 200).hits).toBe(0);
  });
});

describe("tool calls", () => {
  const log = page("log", { signature: "tail" });
  const other = page("other");

  it("runs again where the result was seen and is gone", () => {
    const what = workload(
      [log, other],
      [
        turn({ tools: ["tail"], demands: [full("log")] }),
        turn({ demands: [full("other")] }),
        turn({ tools: ["tail"] }),
      ],
    );
    expect(faults(what, retrieval)).toEqual(["2 duplicate_tool log"]);
    expect(simulate(what, cached, 200)).toMatchObject({ faults: [], alerts: 1 });
  });

  it("is an alert, and no fault, while the result stands", () => {
    const what = workload([log], [turn({ tools: ["tail"], demands: [full("log")] }), turn({ tools: ["tail"] })]);
    expect(simulate(what, retrieval, 200)).toMatchObject({ faults: [], alerts: 1, hits: 0, thrash: 1 });
  });

  it("and a demand of the same turn ask twice, and neither makes the other look repeated", () => {
    const both = turn({ tools: ["tail"], demands: [full("log")] });
    const what = workload([log, other], [both, turn({ demands: [full("other")] }), both]);
    expect(faults(what, retrieval)).toEqual(["2 duplicate_tool log", "2 refetch log"]);
  });

  it("is not judged where no page holds its result", () => {
    const what = workload([log], [turn({ tools: ["write"] }), turn({ tools: ["write"] })]);
    expect(simulate(what, retrieval, 200)).toMatchObject({ faults: [], alerts: 0 });
  });
});

describe("series", () => {
  it("tells tokens, idle tokens, utility by the weights of pagefile, the fidelity mix and the faults of each turn", () => {
    const idle = page("idle", { recomputeCost: 0, scope: "global", tokens: { full: 30 } });
    const what = workload(
      [page("a", { recomputeCost: 0, scope: "global" }), idle],
      [turn({ demands: [full("a")] }), turn({ events: ["reset"] })],
    );
    const outcome = simulate(what, pagefile, 70);
    const worth = 0.5 + 0.2 * 0.4;
    expect(outcome.series).toEqual([
      {
        tokens: 70,
        idleTokens: 30,
        utility: expect.closeTo(2 * worth + 0.6),
        mix: { pointer: 0, structured: 0, compressed: 0, full: 2 },
        faults: 0,
      },
      {
        tokens: 70,
        idleTokens: 30,
        utility: expect.closeTo(2 * worth + 0.6 * 0.88),
        mix: { pointer: 0, structured: 0, compressed: 0, full: 2 },
        faults: 0,
      },
    ]);
    expect(simulate(what, retrieval, 70).series[1]).toMatchObject({ tokens: 0, utility: 0, faults: 0 });
  });

  it("weighs faults and alerts against hits: F / (H + 1)", () => {
    const log = page("log", { signature: "tail" });
    const again = turn({ tools: ["tail"], demands: [full("log")] });
    const outcome = simulate(workload([log], [again, again, again]), retrieval, 100);
    expect(outcome).toMatchObject({ alerts: 2, hits: 2, thrash: 2 / 3 });
  });
});
