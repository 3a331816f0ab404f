/** Upgrades: what the last phase of a decision did for pages, and what more fidelity for them would have cost. */

import type { PageId } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { compareText } from "../base/order.js";
import { type Fidelity, rank } from "../page/page.js";
import { admittedLevels } from "../residency/budget.js";
import type { Candidate, Selection } from "../residency/decision.js";

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
  // Few of many are selected.
  const selected = new Map(selection.selected.map((page) => [page.id, page]));
  const refused: Refused[] = [];
  for (const candidate of candidates) {
    const { id } = candidate;
    const stands = selected.get(id);
    if (stands === undefined) continue;
    const { fidelity, tokens } = stands;
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
