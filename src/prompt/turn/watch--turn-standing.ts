/** TurnStanding: the turn of a session under which nothing moved since such a turn was decided: the same decision, without a look at a page. */

import { shortDigest } from "../../base/digest--digest.js";
import { stableJson } from "../../base/json.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { Memory } from "../../memory/memory.js";
import type { Fault, FaultKind } from "../../write/fault.js";
import { recordOf } from "../trace/trace.js";
import type { LiveTurn } from "../trace/trace--live.js";
import type { LatestState, TurnState } from "../trace/turns--turn-states.js";
import type { StandingDecision } from "./standing--standing-decisions.js";
import { watchTurn } from "./watch.js";
import { happenedSince } from "./watch--turn-happened.js";
import { frozen, keepLogged, watchOf } from "./watch--turn-kept.js";

/** null for a turn whose decision is its session's alone. */
export function standingDecision(
  state: TurnState,
  { name, charsMax }: Pick<StandingDecision, "name" | "charsMax">,
): StandingDecision | null {
  const { record, text, bootstrap, pinned = [], demanded } = state;
  const isAnybodys =
    record.demands.length === 0 &&
    Object.keys(demanded).length === 0 &&
    record.live !== null &&
    record.live.recency.length === 0;
  // Of a longer list the rest is not known, and what the session did itself is no part of the decision.
  const isWhole = record.omittedMore === 0 && record.faults.every((fault) => isOfPages(fault, record));
  return isAnybodys && isWhole ? { name, charsMax, bootstrap, pinned, record, text } : null;
}

/** A pin whose page is gone is missed by the session that knew it alone. */
function isOfPages({ kind, page }: Fault, { selected, omitted }: TurnState["record"]): boolean {
  if (kind !== "pinned_invariant_miss") return ofPages.has(kind);
  return [...selected, ...omitted].some(({ id }) => id === page);
}

/** Faults of what the pages are and of what fits; the others are a session's. */
const ofPages: ReadonlySet<FaultKind> = new Set(["invariant_pressure", "page_unreadable", "origin_withheld"]);

type Place = Pick<Memory, "sessions" | "traces" | "turns" | "clock">;

/** What the next turn of a session gets; `before` are the faults of the one before it. */
export interface StandingTurn {
  readonly text: string;
  readonly faults: readonly Fault[];
  readonly before: readonly Fault[];
}

/** Whether nothing of the session's own has to be mended, demanded or missed first. */
function mayTakeOver({ traces }: Place, { state, damaged }: LatestState, { pinned }: StandingDecision): boolean {
  if (state === null) return damaged.length === 0;
  const isLogged = traces.leavesOut === "decisions" || traces.find(state.record.trace) !== null;
  const hasPins = (state.pinned ?? []).every((id) => pinned.includes(id));
  return damaged.length === 0 && Object.keys(state.demanded).length === 0 && isLogged && hasPins;
}

/**
 * As `takeTurn` for a session without pages, demands and calls of its own, `asked` being what that would be asked. null where it would
 * decide otherwise, or where something has to be mended first. Durable when it returns.
 */
export function takeStandingTurn(
  place: Place,
  decision: StandingDecision,
  { session, asked }: { readonly session: string; readonly asked: (turn: number) => object },
): Outcome<StandingTurn | null> {
  const latest = place.turns.latest(session);
  if (!latest.ok) return latest;
  const { state: before } = latest.value;
  if (!mayTakeOver(place, latest.value, decision)) return ok(null);
  const happened = happenedSince(place, session, before);
  if (!happened.ok) return happened;
  const { events, epoch, ended } = happened.value;
  const { record: made, text, bootstrap, pinned } = decision;
  const was = watchOf(before);
  const located = new Map(bootstrap.map((id) => [id, { entry: { type: "bootstrap_policy" } }] as const));
  const pressure = made.faults.flatMap(({ kind, page }) => (kind === "invariant_pressure" ? [{ id: page }] : []));
  const watched = watchTurn(was, {
    tools: [],
    lost: events.some((event) => event.loses),
    decision: {
      selection: { selected: made.selected, pressure },
      demands: [],
      field: { candidates: [], located },
      faults: made.faults,
      pinned,
    },
  });
  const order = latest.value.order + 1;
  const turn = (before?.turn ?? 0) + 1;
  const live: LiveTurn = {
    after: before?.record.trace ?? null,
    events,
    hits: watched.watch.hits,
    order,
    recency: [],
    sightings: watched.watch.sightings,
    tools: [],
    turn,
  };
  const faults = [...made.faults, ...watched.faults];
  const { omitted, inputs, selected, budget, used } = made;
  const record = recordOf({
    ...made,
    at: place.clock.now(),
    selection: { selected, omitted, budget, used, pressure: [] },
    barred: [],
    faults,
    text,
    inputs: { ...inputs, session },
    live,
  });
  const state: TurnState = {
    session,
    order,
    turn,
    asked: shortDigest(stableJson(asked(turn)), 32),
    epoch,
    ended,
    demanded: {},
    ...frozen(watched.watch),
    record,
    text,
  };
  const kept = place.turns.add(state);
  if (!kept.ok) return kept;
  if (kept.value === "taken") return ok(null);
  keepLogged(place, state);
  place.turns.tidy(session);
  return ok({ text, faults, before: before?.record.faults ?? [] });
}
