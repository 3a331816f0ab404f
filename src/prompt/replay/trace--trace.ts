/** Replay trace: recorded decisions made again from their own records and the pages of their commits, to the byte or to the first difference. */

import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { compareText } from "../../base/text--order.js";
import type { Workspace } from "../../memory/workspace.js";
import { decide } from "../assemble.js";
import { recordFor } from "../assemble--assemble.js";
import { configDigest } from "../assemble--assemble-inputs.js";
import type { HarnessAt } from "../candidates--harness-loads.js";
import { formerPolicy } from "../decision--former-policy.js";
import { policyDigest } from "../trace/inputs.js";
import type { ReplayAnswer, ReplayRow } from "../trace/read--trace-answers.js";
import type { AssemblyRecord } from "../trace/trace.js";
import { shares } from "../turn/turn.js";
import { nothingWatched, type Watch, watchTurn } from "../turn/watch.js";
import { openWorlds, type Worlds } from "./trace.js";
import { type Compared, compareRecords } from "./trace--compare.js";

/** Stops at the first difference. What cannot be had any more is named, and the next turn is tried. */
export async function replayTrace(
  workspace: Workspace,
  query: { readonly trace: string } | { readonly session: string },
): Promise<Outcome<ReplayAnswer>> {
  const found = "trace" in query ? recordNamed(workspace, query.trace) : turnsOf(workspace, query.session);
  if (!found.ok) return found;
  const { records, damaged } = found.value;
  const notes = damaged.map((says) => says);
  const replayed: ReplayRow[] = [];
  const worlds = openWorlds(workspace);
  let chain: Chain = { last: null, watch: null };
  for (const record of records) {
    const watch = watchBefore(record, chain);
    if (watch === null && chain.watch !== null) notes.push(unchained(record, chain));
    else if (watch === null && chain.last === null && record.live !== null) notes.push(unchained(record, chain));
    const again = await replayOne(workspace, worlds, record, watch);
    if (!again.ok) return again;
    const { row, changed } = again.value;
    replayed.push(row);
    for (const says of changed) if (!notes.includes(says)) notes.push(says);
    if (row.outcome === "differs") break;
    chain = { last: record, watch: again.value.watch };
  }
  return ok({
    session: "session" in query ? query.session : (records[0]?.inputs.session ?? null),
    replayed,
    divergence: replayed.find((row) => row.outcome === "differs") ?? null,
    equal: replayed.filter((row) => row.outcome === "equal").length,
    notes,
  });
}

interface Chain {
  readonly last: AssemblyRecord | null;
  /** The working set behind `last`; null where it is not known. */
  readonly watch: Watch | null;
}

interface Found {
  readonly records: readonly AssemblyRecord[];
  readonly damaged: readonly string[];
}

function recordNamed(workspace: Workspace, id: string): Outcome<Found> {
  const record = workspace.primary.traces.find(id);
  if (record?.kind === "assemble") return ok({ records: [record], damaged: [] });
  const says = record === null ? `There is no trace “${id}”.` : `The trace “${id}” is a boundary, and no decision.`;
  return err({ code: "usage", says, hint: "List recent ones with: pagefile trace; old ones are rotated away." });
}

function turnsOf(workspace: Workspace, session: string): Outcome<Found> {
  const isTurn = (live: AssemblyRecord["live"], of: string | null): boolean => live !== null && of === session;
  const { records, damaged } = workspace.primary.traces.recent(
    Number.MAX_SAFE_INTEGER,
    (record) => record.kind === "assemble" && isTurn(record.live, record.inputs.session),
  );
  const turns = new Map<number, AssemblyRecord>();
  for (const record of records)
    if (record.kind === "assemble" && record.live !== null) turns.set(record.live.order, record);
  if (turns.size === 0) {
    const says = `No turn of session ${session} is recorded.`;
    return err({ code: "usage", says, hint: "Turns are recorded by: pagefile turn --session ID --turn N" });
  }
  const sorted = [...turns].sort(([a], [b]) => a - b).map(([, record]) => record);
  return ok({ records: sorted, damaged: damaged.map((fault) => fault.says) });
}

function watchBefore({ live }: AssemblyRecord, { last, watch }: Chain): Watch | null {
  if (live === null) return null;
  if (live.after === null) return nothingWatched;
  return live.after === last?.trace ? watch : null;
}

function unchained({ live }: AssemblyRecord, { last }: Chain): string {
  const before = last === null ? "The turn before" : `What comes between ${last.trace} and`;
  return `${before} turn ${live?.turn} is not at hand: faults of the working set are not compared from there on.`;
}

interface Again {
  readonly row: ReplayRow;
  readonly watch: Watch | null;
  /** Inputs that are not what they were although the decision came out the same. */
  readonly changed: readonly string[];
}

async function replayOne(
  workspace: Workspace,
  worlds: Worlds,
  record: AssemblyRecord,
  watch: Watch | null,
): Promise<Outcome<Again>> {
  const { live, inputs } = record;
  const name = { trace: record.trace, turn: live?.turn ?? null };
  // What a record of another time was made by is still at hand, with the files that were pages then.
  const isFormer = inputs.policy === policyDigest(formerPolicy);
  const world = await worlds.at(inputs.stores, isFormer ? "former" : "current");
  if (!world.ok) return world;
  const { gone } = world.value;
  if (gone.length > 0) {
    const differences = gone.map((says) => ({ what: "pages", says }));
    return ok({ row: { ...name, outcome: "not_reproducible", differences }, watch: null, changed: [] });
  }
  const decided = await decide(world.value.workspace, {
    budget: record.budget,
    demands: record.demands.map(({ id, fidelity }) => ({ page: id, fidelity })),
    session: inputs.session,
    audience: inputs.audience,
    tokenizer: record.tokenizer,
    ...(live === null ? {} : { recency: shares(live.recency) }),
    ...(inputs.harness === undefined ? {} : { harness: inputs.harness as HarnessAt }),
    ...(isFormer ? { policy: formerPolicy } : {}),
  });
  if (!decided.ok) {
    const differences = [...configChanges(workspace, record), { what: "decision", says: decided.error.says }];
    return ok({ row: { ...name, outcome: "differs", differences }, watch: null, changed: [] });
  }
  const lost = live?.events.some((event) => event.loses) ?? false;
  const tools = live?.tools ?? [];
  const watched = watch === null ? null : watchTurn(watch, { tools, lost, decision: decided.value });
  const faults = [...decided.value.faults, ...(watched?.faults ?? [])];
  const now = recordFor(world.value.workspace, decided.value, {
    faults,
    live:
      live === null || watched === null
        ? live
        : { ...live, hits: watched.watch.hits, sightings: watched.watch.sightings },
  });
  const compared: Compared = compareRecords(record, now, { watched: watched !== null });
  const causes = [...configChanges(workspace, record), ...compared.causes];
  const isEqual = compared.effects.length === 0;
  return ok({
    row: {
      ...name,
      outcome: isEqual ? "equal" : "differs",
      differences: isEqual ? [] : [...causes, ...compared.effects],
    },
    watch: watched?.watch ?? null,
    changed: isEqual ? causes.map(({ says }) => `${says} The decisions came out the same so far.`) : [],
  });
}

function configChanges({ memories }: Workspace, { inputs }: AssemblyRecord): ReplayRow["differences"] {
  return [...inputs.stores]
    .sort((a, b) => compareText(a.store, b.store))
    .filter((store) =>
      memories.some(({ config }) => config.store === store.store && configDigest(config) !== store.config),
    )
    .map(({ store }) => ({ what: "configuration", says: `pagefile.yaml of store ${store} is not what it was.` }));
}
