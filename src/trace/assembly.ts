/** Assembly: the record of one decision: what was asked, what came in and out and why, under an id that the same inputs give again. */

import { digest, digester } from "../base/digest.js";
import type { Instant, Oid, PageId } from "../base/ids.js";
import { keepJson, stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { compareText, firstDecided, sortedById } from "../base/order.js";
import { utf8Of } from "../base/utf8.js";
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
  const all = byInterest([...selection.omitted, ...assembled.barred]);
  const omitted = all.slice(0, limits.traceOmittedMax);
  keepJson(omitted, printedOmitted(omitted));
  keepJson(faults, JSON.stringify(faults.map(({ hint, kind, page, says }) => ({ hint, kind, page, says }))));
  // Keys in order, here and in all that goes in: a record is printed here once, and with its name in three places.
  const before = {
    budget: selection.budget,
    demands: [...assembled.demands].sort(byDemand),
    faults,
    head,
    inputs,
    kind: "assemble",
    live,
    omitted,
    omittedMore: all.length - omitted.length,
    policy,
    selected: selection.selected,
    text: digest(assembled.text),
    tokenizer,
  } as const;
  const behind = { upgrades, used: selection.used };
  const [front, back] = [utf8Of(membersOf(before)), utf8Of([...membersOf(behind).slice(0, -1), "}"])];
  const trace = nameOf(front, back);
  const record = { at, ...before, trace, ...behind };
  keepJson(
    record,
    Buffer.concat([utf8Of([`{"at":${JSON.stringify(at)},`]), front, utf8Of([`"trace":"${trace}",`]), back]),
  );
  return record;
}

/** Each with a comma behind it. */
function membersOf(part: object): readonly string[] {
  return Object.entries(part).flatMap(([key, value]) => [`${JSON.stringify(key)}:`, stableJson(value), ","]);
}

/** The digest of what is printed of a record without its time and its name. */
function nameOf(front: Uint8Array, back: Uint8Array): string {
  const digest = digester();
  for (const bytes of [utf8Of(["{"]), front, back]) digest.update(bytes);
  return digest.end().slice("sha256:".length, "sha256:".length + traceChars);
}

/** What was printed last: on a large memory it is longer than all else, and from turn to turn it is mostly the same. */
let last: { readonly omitted: readonly Omitted[]; readonly text: string } = { omitted: [], text: "[]" };

function printedOmitted(omitted: readonly Omitted[]): string {
  const { length } = last.omitted;
  const isSame = length === omitted.length && omitted.every((page, at) => isEqual(page, last.omitted[at] as Omitted));
  if (!isSame) last = { omitted, text: JSON.stringify(omitted.map(({ id, reason }) => ({ id, reason }))) };
  return last.text;
}

function isEqual(a: Omitted, b: Omitted): boolean {
  return a.id === b.id && a.reason === b.reason;
}

/** "over_budget" is what most pages are; any other reason tells more, so it stays when the list is cut. Each part by id. */
function byInterest(omitted: readonly Omitted[]): readonly Omitted[] {
  const [telling, most]: [Omitted[], Omitted[]] = [[], []];
  for (const page of omitted) (page.reason === "over_budget" ? most : telling).push(page);
  return [...sortedById(telling), ...sortedById(most)];
}

function byDemand(a: Demand, b: Demand): number {
  return firstDecided(compareText(a.id, b.id), compareText(a.fidelity ?? "", b.fidelity ?? ""));
}

/**
 * Pressure as faults: `invariant_pressure` for each requirement that did not fit, and `pinned_invariant_miss` besides where a hard
 * pin is not in the prompt at all (paper section 3, "Fault model").
 */
export function pressureFaults(selection: Selection): readonly Fault[] {
  const pressed = new Set<PageId>(selection.pressure.map(({ id }) => id));
  const out = new Set<PageId>();
  for (const { id } of selection.omitted) if (pressed.has(id)) out.add(id);
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
