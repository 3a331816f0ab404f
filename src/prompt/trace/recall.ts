/** Recall record: what was asked of the memory, how far the search went, what came back and why; without the texts. */

import { shortDigest } from "../../base/digest.js";
import type { Instant, PageId, PagePath } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";

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

const traceChars = 12;

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
