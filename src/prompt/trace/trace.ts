/**
 * Trace: the record of one decision: what was asked, what came in and out and why, and which turn of a session it was, under an id that the same
 * inputs give again. The record of one recall is here too. Inputs are named by their digests, so that a decision can be made again later and a
 * difference has a name.
 */

import { digest, digester, shortDigest } from "../../base/digest.js";
import type { Instant, Oid, PageId, PagePath } from "../../base/ids.js";
import { keepJson, stableJson } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { compareText, firstDecided, inOrder, utf8Of } from "../../base/text.js";
import { type Fidelity, rank } from "../../page/page.js";
import type { Fault } from "../../write/fault.js";
import { admittedLevels } from "../budget.js";
import type { Candidate, Demand, Omitted, Policy, Pressure, Selected, Selection } from "../decision.js";

// Assembly: the record of one decision: what was asked, what came in and out and why, under an id that the same inputs give again.

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
  /** By id, of those selected: what each is by its place, in words; absent in records of before. */
  readonly places?: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[];
  /** `sha256:` of the prompt text. */
  readonly text: string;
  readonly upgrades: Upgrades;
  readonly inputs: Inputs;
  /** null for a prompt that was no turn of a session. */
  readonly live: SessionTurn | null;
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
  readonly saysOf: (id: string) => string | null;
  /** Those of the pages and of the budget. */
  readonly faults: readonly Fault[];
  /** The prompt itself; the record keeps its digest. */
  readonly text: string;
  readonly upgrades: Upgrades;
  readonly inputs: Inputs;
  readonly live: SessionTurn | null;
}

const traceChars = 12;

export function recordOf(assembled: Assembled): AssemblyRecord {
  const { at, tokenizer, policy, head, selection, faults, inputs, live, upgrades } = assembled;
  const all = byInterest(selection.omitted, assembled.barred);
  const omitted = all.length <= limits.traceOmittedMax ? all : all.slice(0, limits.traceOmittedMax);
  const lists = new Map<unknown, Uint8Array>([
    [omitted, printedOmitted(omitted)],
    [faults, printedFaults(faults)],
  ]);
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
    places: Object.fromEntries(selection.selected.map(({ id }) => [id, assembled.saysOf(id) ?? ""])),
    policy,
    selected: selection.selected,
    text: digest(assembled.text),
    tokenizer,
  } as const;
  const behind = { upgrades, used: selection.used };
  const [front, back] = [membersOf(before, lists), membersOf(behind, lists)];
  const trace = nameOf([...front, ...back]);
  const record = { at, ...before, trace, ...behind };
  const parts = [printed(`{"at":${JSON.stringify(at)}`), ...front, printed(`,"trace":"${trace}"`), ...back, end];
  keepJson(record, Buffer.concat(parts));
  return record;
}

const printed = (text: string): Uint8Array => utf8Of([text]);
const end = printed("}");

/** In UTF-8, each with a comma before it. */
function membersOf(part: object, known: ReadonlyMap<unknown, Uint8Array>): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  let text = "";
  for (const [key, value] of Object.entries(part)) {
    text += `,${JSON.stringify(key)}:`;
    const bytes = known.get(value);
    if (bytes === undefined) text += stableJson(value);
    else {
      parts.push(printed(text), bytes);
      text = "";
    }
  }
  return [...parts, printed(text)];
}

/** The digest of what is printed of a record without its time and its name; the first comma is an opening brace there. */
function nameOf(members: readonly Uint8Array[]): string {
  const digest = digester();
  digest.update(printed("{"));
  for (const [at, bytes] of members.entries()) digest.update(at === 0 ? bytes.subarray(1) : bytes);
  digest.update(end);
  return digest.end().slice("sha256:".length, "sha256:".length + traceChars);
}

/** In UTF-8. What was printed last is mostly the same from turn to turn, and on a large memory longer than all else. */
function printsOf<T>(text: (list: readonly T[]) => string, isEqual: (a: T, b: T) => boolean) {
  let last: { readonly list: readonly T[]; readonly bytes: Uint8Array } = { list: [], bytes: printed(text([])) };
  return (list: readonly T[]): Uint8Array => {
    if (!isAlike(list, last.list, isEqual)) last = { list, bytes: printed(text(list)) };
    return last.bytes;
  };
}

const printedOmitted = printsOf<Omitted>(
  (omitted) => JSON.stringify(omitted.map(({ id, reason }) => ({ id, reason }))),
  (a, b) => a.id === b.id && a.reason === b.reason,
);
const printedFaults = printsOf<Fault>(
  (faults) => JSON.stringify(faults.map(({ hint, kind, page, says }) => ({ hint, kind, page, says }))),
  (a, b) => a === b || (a.kind === b.kind && a.page === b.page && a.says === b.says && a.hint === b.hint),
);

interface Interesting extends Pick<Selection, "omitted">, Pick<Assembled, "barred"> {
  readonly all: readonly Omitted[];
}

let lastOut: Interesting = { omitted: [], barred: [], all: [] };

/** "over_budget" is what most pages are; any other reason tells more, so it stays when the list is cut. Each part by id. */
function byInterest(omitted: readonly Omitted[], barred: readonly Omitted[]): readonly Omitted[] {
  const isSame = lastOut.omitted === omitted && isAlike(lastOut.barred, barred, (a, b) => a === b);
  if (isSame) return lastOut.all;
  const [telling, most]: [Omitted[], Omitted[]] = [[], []];
  for (const pages of [omitted, barred])
    for (const page of pages) (page.reason === "over_budget" ? most : telling).push(page);
  lastOut = { omitted, barred, all: [...inOrder(telling, byId), ...inOrder(most, byId)] };
  return lastOut.all;
}

function isAlike<T>(these: readonly T[], those: readonly T[], isEqual: (a: T, b: T) => boolean): boolean {
  return these === those || (these.length === those.length && these.every((one, at) => isEqual(one, those[at] as T)));
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return compareText(a.id, b.id);
}

function byDemand(a: Demand, b: Demand): number {
  return firstDecided(compareText(a.id, b.id), compareText(a.fidelity ?? "", b.fidelity ?? ""));
}

/**
 * Pressure as faults: `invariant_pressure` for each requirement that did not fit, and `pinned_invariant_miss` besides where a hard
 * pin is not in the prompt at all (paper section 3, "Fault model").
 */
export function pressureFaults(selection: Selection): readonly Fault[] {
  if (!isPressedAs(lastPressed, selection)) lastPressed = { ...selection, faults: faultsOfPressure(selection) };
  return lastPressed.faults;
}

interface Pressed extends Pick<Selection, "budget" | "pressure" | "omitted"> {
  readonly faults: readonly Fault[];
}

/** What presses in one turn presses in the next: on a large memory hundreds of pages, and then it is the same list again. */
let lastPressed: Pressed = { budget: 0, pressure: [], omitted: [], faults: [] };

function isPressedAs(last: Pressed, { budget, pressure, omitted }: Selection): boolean {
  if (last.budget !== budget || last.omitted !== omitted || last.pressure.length !== pressure.length) return false;
  return pressure.every((one, at) => {
    const { id, pin, required, tokens, left } = last.pressure[at]!;
    if (one.id !== id || one.tokens !== tokens || one.left !== left) return false;
    return one.pin === pin && one.required === required;
  });
}

function faultsOfPressure(selection: Selection): readonly Fault[] {
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

// SessionTurn: what a decision record tells of the session whose turn it was: which turn, what had happened since the one before, what it showed.

/** Part of the record of a turn; ids and digests only, because a tool call may quote a secret. */
export interface SessionTurn {
  readonly turn: number;
  /** The turns of the session before it that were recorded. */
  readonly order: number;
  /** The trace of the one right before; null for the first. */
  readonly after: string | null;
  /** What happened to the session since then, in order: boundaries that were crossed, and losses that only the session's record tells. */
  readonly events: readonly TurnEvent[];
  /** Tool calls since then, as digests of their signatures, and the page that holds the result. */
  readonly tools: readonly { readonly signature: string; readonly page: PageId | null }[];
  /** Recency as the session's turns made it, before this one; by id. */
  readonly recency: readonly Recent[];
  /** Demands met by what was at hand, and faults and alerts, over the session. */
  readonly hits: number;
  readonly sightings: number;
}

export interface TurnEvent {
  readonly event: string;
  /** Whether the context was gone afterwards. */
  readonly loses: boolean;
  /** The record of the flush that crossed it; null where none was found. */
  readonly boundary: string | null;
}

/** F / (H + 1) (paper Appendix A). */
export function thrashOf({ hits, sightings }: Pick<SessionTurn, "hits" | "sightings">): number {
  return sightings / (hits + 1);
}

// Recall record: what was asked of the memory, how far the search went, what came back and why; without the texts.

/** One recall. `trace` is a digest of everything but `trace` and `at`. */
export interface RecallRecord {
  readonly trace: string;
  readonly kind: "recall";
  readonly at: Instant;
  readonly session: string | null;
  readonly audience: "owner" | "group";
  /** Without secrets. */
  readonly query: string;
  readonly status: string;
  readonly reason: string;
  /** How it was understood: intent, kinds of memory in the order of preference, days; null where it was malformed. */
  readonly plan: {
    readonly intent: string;
    readonly kinds: readonly string[];
    readonly days: string | null;
    readonly tier: string | null;
    readonly pages: number;
    readonly tokens: number;
  } | null;
  /** By dimension, rounded to thousandths, with `overall`; a dimension that does not apply is absent. */
  readonly confidence: Readonly<Record<string, number>>;
  readonly escalated: {
    readonly says: string;
    readonly fetched: readonly PageId[];
    readonly restored: readonly PageId[];
  } | null;
  readonly degraded: readonly { readonly what: string; readonly says: string }[];
  /** Best first. */
  readonly pages: readonly {
    readonly id: PageId;
    readonly path: PagePath;
    readonly tier: string;
    readonly score: number;
    readonly tokens: number;
    readonly says: string;
  }[];
  readonly left: readonly { readonly id: PageId; readonly reason: string }[];
  readonly tokens: number;
}

export function recallRecordOf(told: Omit<RecallRecord, "trace" | "kind">): RecallRecord {
  const { at, audience, confidence, degraded, escalated, left, pages, plan, query, reason, session, status, tokens } =
    told;
  const heard = { audience, confidence, degraded, escalated };
  const ended = { left, pages, plan, query, reason, session, status, tokens };
  // In the order of their names, in which they are printed: that takes a tenth of the time.
  const decision = { ...heard, kind: "recall", ...ended } as const;
  const trace = shortDigest(stableJson(decision), traceChars);
  return { at, ...decision, trace };
}

/** Lines for a terminal, ending in a newline. */
export function explainRecall(record: RecallRecord): string {
  const { plan, escalated, confidence } = record;
  const { overall = 0, ...dimensions } = confidence;
  const whose = record.session === null ? "" : ` in session ${record.session}`;
  const lines = [
    `Trace ${record.trace}: recalled at ${record.at}${whose}, for ${record.audience === "owner" ? "the owner" : "a group"}.`,
    `Asked: ${record.query}`,
    ...(plan === null ? [] : [`Understood as ${plan.intent}: ${plan.kinds.join(", ")}${planDays(plan)}.`]),
    `${record.status}: ${record.reason}`,
    `Confidence ${overall.toFixed(2)} (${Object.entries(dimensions)
      .map(([name, value]) => `${name} ${value.toFixed(2)}`)
      .join(", ")}).`,
    ...(escalated === null ? [] : [`Archive: ${escalated.says}`]),
    ...(escalated === null || escalated.fetched.length === 0 ? [] : [`  read ${escalated.fetched.join(", ")}`]),
    ...(escalated === null || escalated.restored.length === 0
      ? []
      : [`  back in the hot tier: ${escalated.restored.join(", ")}`]),
    ...record.degraded.map(({ what, says }) => `Degraded, ${what}: ${says}`),
    "",
    `In (${record.pages.length}, ${record.tokens} tokens):`,
    ...record.pages.map(
      ({ id, tier, score, tokens, says }) => `  ${id}: ${score.toFixed(3)}, ${tier}, ${tokens} tokens; ${says}`,
    ),
    ...(record.left.length === 0 ? [] : ["", `Left out (${record.left.length}):`]),
    ...record.left.map(({ id, reason }) => `  ${id}: ${whyLeft[reason] ?? reason}.`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function planDays({ days, tier }: NonNullable<RecallRecord["plan"]>): string {
  return `${days === null ? "" : `; days ${days}`}${tier === null ? "" : `; only the ${tier} tier`}`;
}

const whyLeft: Readonly<Record<string, string>> = {
  same: "it says what another page says",
  pages: "there was no room for more pages",
  tokens: "there were no tokens left for it",
};

// Inputs: all that a decision was made from, by name and digest, and what more fidelity would have cost.

export interface Inputs {
  readonly session: string | null;
  readonly audience: "owner" | "group";
  /** Every store that was open, in the order of the workspace. */
  readonly stores: readonly StoreInput[];
  /** Digest of the policy with its weights. */
  readonly policy: string;
  /** Digest of all that selection was told of the pages, but what they cost and how lately they were demanded. */
  readonly pages: string;
  /** Digest of what every page costs at every fidelity. */
  readonly prices: string;
  /** The harness whose own files were left to it; absent where none was named. */
  readonly harness?: { readonly name: string; readonly folder: string; readonly store?: string };
}

export interface StoreInput {
  readonly store: string;
  /** Digest of the configuration as it was understood. */
  readonly config: string;
  readonly head: Oid | null;
  /** Page files whose bytes were not those of HEAD, by path; `oid` is null where HEAD had one and the disk had none. */
  readonly uncommitted: readonly { readonly path: PagePath; readonly oid: Oid | null }[];
  /** How many more there were than are listed. */
  readonly uncommittedMore: number;
}

/** How lately a page was demanded in a session: turns since then, 0 for the turn before. */
export interface Recent {
  readonly id: PageId;
  readonly ago: number;
}

const chars = 16;

const digestOfPolicy = new WeakMap<Policy, string>();

export function policyDigest(policy: Policy): string {
  const known =
    digestOfPolicy.get(policy) ?? shortDigest(stableJson({ ...policy, horizon: String(policy.horizon) }), chars);
  digestOfPolicy.set(policy, known);
  return known;
}

interface Digests {
  readonly pages: string;
  readonly prices: string;
}

interface Digested extends Digests {
  /** By id, or in the order in which they came where most were those of the time before. */
  readonly candidates: readonly Candidate[];
}

/** What was digested last: a turn changes what a few pages cost, and mostly not what any of them is. */
let last: Digested = { candidates: [], pages: digestOf([]), prices: digestOf([]) };

export function candidateDigests(candidates: readonly Candidate[]): Digests {
  last = alike(candidates) ?? digested(candidates);
  const { pages, prices } = last;
  return { pages, prices };
}

/** Of candidates that are mostly those of the last time, each in its place and under its name; null for others. */
function alike(candidates: readonly Candidate[]): Digested | null {
  const before = last.candidates;
  if (before.length !== candidates.length) return null;
  let [isTold, isPriced] = [false, false];
  for (let at = 0; at < candidates.length; at += 1) {
    const [one, was] = [candidates[at]!, before[at]!];
    if (one === was) continue;
    if (one.id !== was.id) return null;
    isTold ||= JSON.stringify(toldOf(one)) !== JSON.stringify(toldOf(was));
    isPriced ||= JSON.stringify(priceOf(one)) !== JSON.stringify(priceOf(was));
  }
  const pages = isTold ? digestOf(candidates.map(toldOf)) : last.pages;
  return { candidates, pages, prices: isPriced ? digestOf(candidates.map(priceOf)) : last.prices };
}

function digested(candidates: readonly Candidate[]): Digested {
  const sorted = inOrder([...candidates], byId);
  return { candidates: sorted, pages: digestOf(sorted.map(toldOf)), prices: digestOf(sorted.map(priceOf)) };
}

/** All in one go: printing ten thousand one by one takes twice the time. */
function digestOf(told: readonly unknown[]): string {
  return shortDigest(JSON.stringify(told), chars);
}

/** With its keys in their order, so that it prints as `stableJson` would in a tenth of the time: there is one a page and turn. */
function toldOf(candidate: Candidate): object {
  const { activePlan, future, id, minFidelity, pin, place, recomputeCost, scope, shares, type } = candidate;
  return { activePlan, future, id, minFidelity, pin, place, recomputeCost, scope, shares, type };
}

function priceOf({ id, tokens: { compressed, full, pointer, structured } }: Candidate): readonly unknown[] {
  return [id, { compressed, full, pointer, structured }];
}

// Upgrades: what the last phase of a decision did for pages, and what more fidelity for them would have cost.

/** What the last phase did: pages raised above where they came in, and how many stand lower than they could for want of tokens. */
export interface Upgrades {
  readonly taken: number;
  /** By id: the next fidelity up and the tokens it lacked; the first `limits.traceRefusedMax` of them. */
  readonly refused: readonly Refused[];
  readonly refusedMore: number;
}

interface Refused {
  readonly id: PageId;
  readonly fidelity: Fidelity;
  /** Tokens it would have cost more than the page costs as it stands; never less than what was left. */
  readonly more: number;
}

interface Seated {
  readonly candidate: Candidate;
  readonly stands: Selected;
}

/** Few of many are selected, and both mostly come by id: then one walk along both finds them. */
function seated(selected: readonly Selected[], candidates: readonly Candidate[]): readonly Seated[] {
  const found: Seated[] = [];
  for (const candidate of candidates) {
    const stands = selected[found.length];
    if (stands?.id === candidate.id) found.push({ candidate, stands });
  }
  if (found.length === selected.length) return found;
  const byId = new Map(selected.map((page) => [page.id, page]));
  return candidates.flatMap((candidate) => {
    const stands = byId.get(candidate.id);
    return stands === undefined ? [] : [{ candidate, stands }];
  });
}

/** A step up is refused where it costs more than is left; one that fits and was not taken is none the policy wanted. */
export function upgradesOf(selection: Selection, candidates: readonly Candidate[]): Upgrades {
  const left = selection.budget - selection.used;
  const refused: Refused[] = [];
  for (const { candidate, stands } of seated(selection.selected, candidates)) {
    const { fidelity, tokens } = stands;
    const { id } = candidate;
    const next = admittedLevels(candidate).find((level) => rank(level.fidelity) > rank(fidelity));
    if (next !== undefined && next.tokens - tokens > left)
      refused.push({ fidelity: next.fidelity, id, more: next.tokens - tokens });
  }
  refused.sort((a, b) => compareText(a.id, b.id));
  return {
    refused: refused.slice(0, limits.traceRefusedMax),
    refusedMore: Math.max(0, refused.length - limits.traceRefusedMax),
    taken: selection.selected.filter((page) => page.reason === "upgraded").length,
  };
}
