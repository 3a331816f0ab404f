/**
 * Trace: the record of one decision: what was asked, what came in and out and why, and which turn of a session it was, under an id that the same
 * inputs give again. The record of one recall is here too. Inputs are named by their digests, so that a decision can be made again later and a
 * difference has a name.
 */

import { digest, shortDigest } from "../../base/digest.js";
import type { Instant, Oid, PageId, PagePath } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { compareText, firstDecided, inOrder } from "../../base/text.js";
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
  /** Those of `pressed` are told by `faultsOf` alone. */
  readonly faults: readonly Fault[];
  /** What was required and did not fit, where that is much: a sentence for each of thousands of pages would be most of the record. */
  readonly pressed?: readonly Pressed[];
  /** `sha256:` of the prompt text. */
  readonly text: string;
  readonly upgrades: Upgrades;
  readonly inputs: Inputs;
  /** null for a prompt that was no turn of a session. */
  readonly live: SessionTurn | null;
}

/** What a record is made from: of its faults those of the selection's pressure come first. */
export interface Assembled
  extends Pick<
    AssemblyRecord,
    "at" | "tokenizer" | "policy" | "head" | "demands" | "faults" | "upgrades" | "inputs" | "live"
  > {
  readonly selection: Selection;
  /** What was left out before selection. */
  readonly barred: readonly Omitted[];
  readonly saysOf: (id: string) => string | null;
  /** The prompt itself; the record keeps its digest. */
  readonly text: string;
}

const traceChars = 12;

export function recordOf(assembled: Assembled): AssemblyRecord {
  const { at, tokenizer, policy, head, selection, faults, inputs, live, upgrades } = assembled;
  const all = byInterest(selection.omitted, assembled.barred);
  const omitted = all.length <= limits.traceOmittedMax ? all : all.slice(0, limits.traceOmittedMax);
  const pressed = selection.pressure.length > limits.faultsOfKindMax ? pressedIn(selection) : [];
  const told = pressed.reduce((sum, { tokens, pin, isOut }) => {
    return sum + Object.keys(tokens).length * (pin === "hard" && isOut ? 2 : 1);
  }, 0);
  const decision = {
    budget: selection.budget,
    demands: [...assembled.demands].sort(byDemand),
    faults: faults.slice(told).map(({ hint, kind, page, says }) => ({ hint, kind, page, says })),
    head,
    inputs,
    kind: "assemble",
    live,
    omitted: omitted.map(({ id, reason }) => ({ id, reason })),
    omittedMore: all.length - omitted.length,
    places: Object.fromEntries(selection.selected.map(({ id }) => [id, assembled.saysOf(id) ?? ""])),
    policy,
    ...(pressed.length === 0 ? {} : { pressed }),
    selected: selection.selected,
    text: digest(assembled.text),
    tokenizer,
    upgrades,
    used: selection.used,
  } as const;
  return { at, ...decision, trace: shortDigest(stableJson(decision), traceChars) };
}

/** "over_budget" is what most pages are; any other reason tells more, so it stays when the list is cut. Each part by id. */
function byInterest(omitted: readonly Omitted[], barred: readonly Omitted[]): readonly Omitted[] {
  const [telling, most]: [Omitted[], Omitted[]] = [[], []];
  for (const pages of [omitted, barred])
    for (const page of pages) (page.reason === "over_budget" ? most : telling).push(page);
  return [...inOrder(telling, byId), ...inOrder(most, byId)];
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return compareText(a.id, b.id);
}

function byDemand(a: Demand, b: Demand): number {
  return firstDecided(compareText(a.id, b.id), compareText(a.fidelity ?? "", b.fidelity ?? ""));
}

/** Pages that were required alike, and the tokens that each needs. */
interface Pressed extends Pick<Pressure, "left" | "pin" | "required"> {
  readonly isOut: boolean;
  readonly tokens: Readonly<Record<string, number>>;
}

function pressedIn({ pressure, omitted }: Selection): readonly Pressed[] {
  const out = new Set(omitted.map(({ id }) => id));
  const alike = new Map<string, Pressed & { readonly tokens: Record<string, number> }>();
  for (const { id, tokens, ...like } of pressure) {
    const key = JSON.stringify([like, out.has(id)]);
    const known = alike.get(key) ?? { ...like, isOut: out.has(id), tokens: {} };
    known.tokens[id] = tokens;
    alike.set(key, known);
  }
  return [...alike.values()];
}

/** All faults that it was recorded with, in their order. */
export function faultsOf(record: AssemblyRecord): readonly Fault[] {
  const { budget, faults } = record;
  return [...pressureOf(record).flatMap((page) => faultsOfPressure(page, budget, page.isOut)), ...faults];
}

/** What was required and did not fit, by id, where a record keeps it apart from its faults. */
export function pressureOf({ pressed = [] }: AssemblyRecord): readonly (Pressure & Pick<Pressed, "isOut">)[] {
  const told = pressed.flatMap(({ tokens, ...alike }) =>
    Object.entries(tokens).map(([id, count]) => ({ ...alike, id: id as PageId, tokens: count })),
  );
  return told.sort(byId);
}

/** `invariant_pressure` for each requirement that did not fit, and besides, for a hard pin that is out, `pinned_invariant_miss` (paper section 3, "Fault model"). */
export function pressureFaults({ pressure, omitted, budget }: Selection): readonly Fault[] {
  const out = new Set(pressure.length === 0 ? [] : omitted.map(({ id }) => id));
  return pressure.flatMap((page) => faultsOfPressure(page, budget, out.has(page.id)));
}

function faultsOfPressure({ id, pin, required, tokens, left }: Pressure, budget: number, isOut: boolean): Fault[] {
  const hint = `Raise the budget by ${tokens - left} tokens or more (now ${budget}), shorten the page, or ask for less of others.`;
  const wanted = `“${id}” needs ${tokens} tokens at ${required}, ${left} were left of ${budget}`;
  const squeezed: Fault = { hint, kind: "invariant_pressure", page: id, says: `${wanted}.` };
  if (pin !== "hard" || !isOut) return [squeezed];
  const missed = `The hard-pinned page “${id}” is not in the prompt.`;
  return [squeezed, { hint, kind: "pinned_invariant_miss", page: id, says: missed }];
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
  /** The same in other words, without secrets; absent where none were given. */
  readonly also?: readonly string[];
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
  const { at, ...ended } = told;
  const decision = { ...ended, kind: "recall" } as const;
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
    ...(record.also ?? []).map((text) => `  also as: ${text}`),
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
  readonly harness?: {
    readonly name: string;
    readonly folder: string;
    readonly store?: string;
    readonly links?: Readonly<Record<string, string>>;
  };
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

export function policyDigest(policy: Policy): string {
  return shortDigest(stableJson({ ...policy, horizon: String(policy.horizon) }), chars);
}

export function candidateDigests(candidates: readonly Candidate[]): Pick<Inputs, "pages" | "prices"> {
  const sorted = inOrder([...candidates], byId);
  return { pages: digestOf(sorted.map(toldOf)), prices: digestOf(sorted.map(priceOf)) };
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

/** A step up is refused where it costs more than is left; one that fits and was not taken is none the policy wanted. */
export function upgradesOf(selection: Selection, candidates: readonly Candidate[]): Upgrades {
  const left = selection.budget - selection.used;
  const refused: Refused[] = [];
  const selected = new Map(selection.selected.map((page) => [page.id, page]));
  for (const candidate of candidates) {
    const { id } = candidate;
    const stands = selected.get(id);
    if (stands === undefined) continue;
    const { fidelity, tokens } = stands;
    const next = admittedLevels(candidate).find((level) => rank(level.fidelity) > rank(fidelity));
    if (next !== undefined && next.tokens - tokens > left)
      refused.push({ fidelity: next.fidelity, id, more: next.tokens - tokens });
  }
  refused.sort(byId);
  return {
    refused: refused.slice(0, limits.traceRefusedMax),
    refusedMore: Math.max(0, refused.length - limits.traceRefusedMax),
    taken: selection.selected.filter((page) => page.reason === "upgraded").length,
  };
}
