/** Explain: a decision record in words, for the person who asks why a page was or was not in the prompt. */

import type { OmittedReason, SelectedReason } from "../decision--decision.js";
import type { Inputs } from "./inputs.js";
import type { AssemblyRecord } from "./trace.js";
import { type BoundaryRecord, type LiveTurn, thrashOf } from "./trace--live.js";

/** Lines for a terminal, ending in a newline. A reason this version does not know, from a log of a later one, stands as its code. */
export function explain(record: AssemblyRecord, boundaries: readonly BoundaryRecord[] = []): string {
  const { live, upgrades } = record;
  const lines = [
    `Trace ${record.trace}: assembled at ${record.at} from ${record.head ?? "a branch without commits"}.`,
    ...uncommittedLines(record.inputs),
    ...(live === null ? [] : liveLines(live, record.inputs.session ?? "", boundaries)),
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
    `Upgrades: ${upgrades.taken} taken, ${upgrades.refused.length + upgrades.refusedMore} refused with ${record.budget - record.used} tokens left.`,
    ...upgrades.refused.map((r) => `  ${r.id}: ${r.fidelity} would cost ${r.more} tokens more.`),
    ...(upgrades.refusedMore > 0 ? [`  … and ${upgrades.refusedMore} more.`] : []),
    "",
    `Faults (${record.faults.length}):`,
    ...record.faults.map((fault) => `  ${fault.kind}: ${fault.says} ${fault.hint}`),
    "",
    `Text ${record.text}.`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** The same for a boundary. */
export function explainBoundary(record: BoundaryRecord): string {
  return [`Trace ${record.trace}: logged at ${record.at}.`, ...boundaryLines(record)]
    .map((line) => `${line}\n`)
    .join("");
}

function liveLines(live: LiveTurn, session: string, boundaries: readonly BoundaryRecord[]): readonly string[] {
  const before = live.after === null ? "its first" : `after ${live.after}`;
  const quiet = live.events.length === 0 ? ["Nothing happened to the session since."] : [];
  const events = live.events.flatMap(({ event, loses, boundary }) => {
    const record = boundaries.find((known) => known.trace === boundary);
    if (record !== undefined) return boundaryLines(record);
    return [`At ${event}: ${loses ? "the context was lost; " : ""}what was written back is not on record here.`];
  });
  const tools = live.tools.map(
    ({ signature, page }) => `Tool call ${signature}, its result in ${page ?? "no page"}.`,
  );
  const thrash = thrashOf(live).toFixed(3);
  return [
    `Turn ${live.turn} of session ${session}, ${before}; ${live.hits} hits so far, thrash ${thrash}.`,
    ...quiet,
    ...events,
    ...tools,
  ];
}

function boundaryLines({ event, session, committed, known, rejected, failed }: BoundaryRecord): readonly string[] {
  const whose = session === null ? "" : ` of session ${session}`;
  if (failed !== null) return [`At ${event}${whose}: nothing could be committed. ${failed}`];
  const patches = committed.reduce((sum, commit) => sum + commit.patches.length, 0);
  return [
    `At ${event}${whose}: ${patches} committed, ${known} committed before, ${rejected.length} rejected.`,
    ...committed.map(({ commit, patches: of }) => `  ${commit}: ${of.join(", ") || "edited by hand"}`),
    ...rejected.map(({ key, reason }) => `  ${key}: ${reason}`),
  ];
}

function uncommittedLines({ stores }: Inputs): readonly string[] {
  return stores.flatMap(({ store, uncommitted, uncommittedMore }) => {
    const count = uncommitted.length + uncommittedMore;
    return count === 0 ? [] : [`In store ${store} ${count} page files were not what that commit holds.`];
  });
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
  harness_loads: "the harness loads its file by itself",
  superseded: "a narrower scope holds a page of that name",
};
