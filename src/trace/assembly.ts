/** Assembly: the record of one decision: what was asked, what came in and out and why, under an id that the same inputs give again. */

import { digest, shortDigest } from "../base/digest.js";
import type { Instant, Oid, PageId } from "../base/ids.js";
import { keepJson, stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { compareText, firstDecided } from "../base/order.js";
import type { Demand, Omitted, Pressure, Selected, Selection } from "../residency/decision.js";
import type { Fault } from "./fault.js";
import type { Inputs } from "./inputs.js";
import type { LiveTurn } from "./live.js";
import type { Upgrades } from "./upgrades.js";

/** One assembly (paper section 4, "DecisionTrace"). `trace` is a digest of everything but `trace` and `at`. */
export interface AssemblyRecord {
  readonly trace: string;
  readonly kind: "assemble";
  readonly at: Instant;
  /** Tokens, as the selection says; `used` counts in the same way. */
  readonly budget: number;
  readonly used: number;
  readonly tokenizer: string;
  readonly policy: string;
  /** The commit HEAD was at; null on an unborn branch. */
  readonly head: Oid | null;
  readonly demands: readonly Demand[];
  /** By id. */
  readonly selected: readonly Selected[];
  /** What the budget did not leave out first, then by id; at most `limits.traceOmittedMax`. */
  readonly omitted: readonly Omitted[];
  readonly omittedMore: number;
  readonly faults: readonly Fault[];
  /** `sha256:` of the prompt text. */
  readonly text: string;
  readonly upgrades: Upgrades;
  readonly inputs: Inputs;
  /** null for a prompt that was no turn of a session. */
  readonly live: LiveTurn | null;
}

/** What a record is made from. */
export interface Assembled {
  readonly at: Instant;
  readonly tokenizer: string;
  readonly policy: string;
  readonly head: Oid | null;
  readonly demands: readonly Demand[];
  readonly selection: Selection;
  /** What was left out before selection. */
  readonly barred: readonly Omitted[];
  /** Those of the pages and of the budget. */
  readonly faults: readonly Fault[];
  /** The prompt itself; the record keeps its digest. */
  readonly text: string;
  readonly upgrades: Upgrades;
  readonly inputs: Inputs;
  readonly live: LiveTurn | null;
}

const traceChars = 12;

export function recordOf(assembled: Assembled): AssemblyRecord {
  const { at, tokenizer, policy, head, selection, faults, inputs, live, upgrades } = assembled;
  const omitted = byInterest([...selection.omitted, ...assembled.barred]);
  // Keys in order, here and in all that goes in: a record is printed here once, and with its name in three places.
  const before = {
    budget: selection.budget,
    demands: [...assembled.demands].sort(byDemand),
    faults,
    head,
    inputs,
    kind: "assemble",
    live,
    omitted: omitted.slice(0, limits.traceOmittedMax),
    omittedMore: Math.max(0, omitted.length - limits.traceOmittedMax),
    policy,
    selected: selection.selected,
    text: digest(assembled.text),
    tokenizer,
  } as const;
  const behind = { upgrades, used: selection.used };
  const [front, back] = [stableJson(before).slice(1, -1), stableJson(behind).slice(1)];
  const trace = shortDigest(`{${front},${back}`, traceChars);
  const record = { at, ...before, trace, ...behind };
  keepJson(record, `{"at":${JSON.stringify(at)},${front},"trace":"${trace}",${back}`);
  return record;
}

/** "over_budget" is what most pages are; any other reason tells more, so it stays when the list is cut. Each part by id. */
function byInterest(omitted: readonly Omitted[]): readonly Omitted[] {
  const isMost = ({ reason }: Omitted): boolean => reason === "over_budget";
  const byId = (a: Omitted, b: Omitted): number => compareText(a.id, b.id);
  return [...omitted.filter((page) => !isMost(page)).sort(byId), ...omitted.filter(isMost).sort(byId)];
}

function byDemand(a: Demand, b: Demand): number {
  return firstDecided(compareText(a.id, b.id), compareText(a.fidelity ?? "", b.fidelity ?? ""));
}

/**
 * Pressure as faults: `invariant_pressure` for each requirement that did not fit, and `pinned_invariant_miss` besides where a hard
 * pin is not in the prompt at all (paper section 3, "Fault model").
 */
export function pressureFaults(selection: Selection): readonly Fault[] {
  const out = new Set<PageId>(selection.omitted.map((page) => page.id));
  return selection.pressure.flatMap((pressure) => {
    const { id, pin, required, tokens, left } = pressure;
    const wanted = `“${id}” needs ${tokens} tokens at ${required}, ${left} were left of ${selection.budget}`;
    const hint = hintFor(pressure, selection);
    const squeezed: Fault = { hint, kind: "invariant_pressure", page: id, says: `${wanted}.` };
    if (pin !== "hard" || !out.has(id)) return [squeezed];
    const missed = `The hard-pinned page “${id}” is not in the prompt.`;
    return [squeezed, { hint, kind: "pinned_invariant_miss", page: id, says: missed }];
  });
}

function hintFor(pressure: Pressure, selection: Selection): string {
  const short = pressure.tokens - pressure.left;
  return `Raise the budget by ${short} tokens or more (now ${selection.budget}), shorten the page, or ask for less of others.`;
}
