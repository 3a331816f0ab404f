/** Upgrades: what the last phase of a decision did for pages, and what more fidelity for them would have cost. */

import type { PageId } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { compareText } from "../../base/text--order.js";
import { type Fidelity, rank } from "../../page/page--page.js";
import { admittedLevels } from "../budget--budget.js";
import type { Candidate, Selected, Selection } from "../decision--decision.js";

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
