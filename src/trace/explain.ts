/** Explain: a decision record in words, for the person who asks why a page was or was not in the prompt. */

import type { OmittedReason, SelectedReason } from "../residency/decision.js";
import type { AssemblyRecord } from "./assembly.js";

/** Lines for a terminal, ending in a newline. A reason this version does not know, from a log of a later one, stands as its code. */
export function explain(record: AssemblyRecord): string {
  const lines = [
    `Trace ${record.trace}: assembled at ${record.at} from ${record.head ?? "a branch without commits"}.`,
    `Policy ${record.policy}, ${record.used} of ${record.budget} tokens used, counted by ${record.tokenizer}.`,
    ...record.demands.map(
      (demand) => `Asked for ${demand.id}${demand.fidelity === null ? "" : ` at ${demand.fidelity}`}.`,
    ),
    "",
    `In (${record.selected.length}):`,
    ...record.selected.map((s) => `  ${s.id}: ${s.fidelity}, ${s.tokens} tokens, ${whyIn[s.reason] ?? s.reason}.`),
    "",
    `Out (${record.omitted.length + record.omittedMore}):`,
    ...record.omitted.map((o) => `  ${o.id}: ${whyOut[o.reason] ?? o.reason}.`),
    ...(record.omittedMore > 0 ? [`  … and ${record.omittedMore} more that did not fit.`] : []),
    "",
    `Faults (${record.faults.length}):`,
    ...record.faults.map((fault) => `  ${fault.kind}: ${fault.says} ${fault.hint}`),
    "",
    `Text ${record.text}.`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

const whyIn: Readonly<Record<SelectedReason, string>> = {
  pinned: "because it is pinned",
  demanded: "because it was asked for",
  prefetched: "because it fitted at its minimum",
  upgraded: "raised because tokens were left",
};

const whyOut: Readonly<Record<OmittedReason, string>> = {
  over_budget: "it did not fit into what was left",
  not_demanded: "nobody asked for it and the policy fetches nothing ahead",
  minimum_over_budget: "it was required, and even its minimum did not fit",
  audience_denied: "it is not for this audience",
  session_denied: "it belongs to another session",
  cold_tier: "it is archived",
  origin_denied: "its title or a field came from outside and nobody approved it",
  unreadable: "it could not be read",
  superseded: "a narrower scope holds a page of that name",
};
