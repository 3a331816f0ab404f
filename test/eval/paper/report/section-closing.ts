/** SectionClosing: our figures beside the paper's, and why they differ where the making of the workloads says why. */

import { type RunRow, sum } from "../../../../src/prompt/replay/workload.js";

import type { Section } from "./document.js";
import type { Evaluation } from "./evaluation.js";
import { mean } from "./means.js";

type Row = readonly [figure: string, paper: string, ours: string | number, why: string];

export function closingSection(evaluation: Evaluation): Section {
  const rows: readonly Row[] = [
    ...familyRows(evaluation),
    ...ablationRows(evaluation),
    ...scenarioRows(evaluation),
    ...transcriptRows(evaluation),
  ];
  return {
    heading: "Ours beside the paper's",
    says: [
      "What should agree is the order of the policies and the cause of each fault. The counts depend on how often a workload repeats a call, crosses a boundary and leaves pages dirty, which the paper does not print.",
      "A transcript is closed by a reset here, and each edit since the last writeback is a page lost to a policy that does not write back then; the paper counts one flush miss a session. Thrash on transcripts is higher here because the first demand of a result is neither hit nor fault, so there are few hits to divide by.",
    ],
    tables: [{ caption: "Figures side by side", head: ["figure", "paper", "ours", "why"], rows, paper: null }],
    plots: [],
  };
}

function familyRows({ families }: Evaluation): readonly Row[] {
  const of = (policy: string): readonly RunRow[] => families.filter((row) => row.policy === policy);
  const explicit = (policy: string): number => mean(of(policy), (row) => row.controllable);
  return [
    ["mean explicit faults, retrieval", "67.8", explicit("retrieval"), "how many results our turns come back to"],
    ["… with cache", "10.8", explicit("retrieval_cached"), "pointers resolve: bootstrap and flush misses are left"],
    ["… hybrid", "1.5", explicit("compaction_hybrid"), "resets lose news, bootstrap pages are not pinned"],
    ["… pagefile", "0.0", explicit("pagefile"), "agrees"],
    ["… oracle, h = 3", "0.0", explicit("oracle"), "agrees"],
    ["thrash, pagefile", "0.901", mean(of("pagefile"), (row) => row.thrash), "alerts alone: how often calls repeat"],
  ];
}

function ablationRows({ additive, subtractive }: Evaluation): readonly Row[] {
  const total = (name: string): number =>
    [...additive, ...subtractive].find(({ policy }) => policy === name)?.total ?? 0;
  const others = `${total("-upgrade")} / ${total("-prefetch")}`;
  return [
    [
      "baseline with upgrades alone",
      "72 of 271",
      `${total("+upgrade")} of ${total("baseline")}`,
      "upgrades raise what stands and bring nothing in here; the paper's seem to bring pages in",
    ],
    ["without pins", "9", total("-pin"), "bootstrap faults alone, as in the paper"],
    ["without resolving", "126", total("-resolve"), "duplicates and refetches alone, as in the paper"],
    ["without writeback at compaction", "20", total("-WB-C"), "flush misses alone, as in the paper"],
    ["without writeback at reset", "3", total("-WB-R"), "flush misses alone, as in the paper"],
    ["without upgrades / prefetch", "0 / 0", others, "neither is needed against faults"],
  ];
}

function scenarioRows({ tasks, adversarial }: Evaluation): readonly Row[] {
  const all = (name: string, policy: string): number =>
    sum(
      adversarial.filter((row) => row.family === name && row.policy === policy),
      ({ controllable, faults }) => controllable + faults.pinned_invariant_miss,
    );
  const both = (name: string): string => `${all(name, "compaction_hybrid")} / ${all(name, "pagefile")}`;
  return [
    [
      "tasks failed by hybrid",
      "7 of 60",
      failed(tasks, "compaction_hybrid"),
      "debugging tasks at 180, as in the paper",
    ],
    ["tasks failed by pagefile", "0 of 60", failed(tasks, "pagefile"), "agrees"],
    ["starvation, pagefile", "10", all("starvation", "pagefile"), "the physical misses and nothing else"],
    ["churn, hybrid / pagefile", "9 / 0", both("churn"), "the same gaps under news without end"],
    ["cascade, hybrid / pagefile", "7 / 0", both("cascade"), "every reset loses what is dirty"],
  ];
}

function transcriptRows({ transcripts }: Evaluation): readonly Row[] {
  if (transcripts === null) return [];
  const ours = transcripts.runs.filter(({ policy }) => policy === "pagefile");
  const faults = sum(ours, (row) => row.controllable);
  return [["real transcripts, pagefile", "0", faults, "all sessions, lengths and budgets together"]];
}

function failed(tasks: readonly RunRow[], policy: string): string {
  const rows = tasks.filter((row) => row.policy === policy);
  return `${rows.filter(({ controllable }) => controllable > 0).length} of ${rows.length}`;
}
