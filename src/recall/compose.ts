/** Package: which of what was found goes into the answer, under a cap of pages and tokens, with no text twice. */

import type { PageId } from "../base/ids.js";
import { excerpt, textOf } from "./compose--excerpt.js";
import type { Weighed } from "./confidence--lead.js";
import { termsOf } from "./words/terms.js";

export interface Packed {
  readonly lead: Weighed;
  /** The lead's text, or the lines of it that matter most where it is too long. */
  readonly text: string;
  readonly tokens: number;
}

export interface LeftOut {
  readonly id: PageId;
  /** `same`: it says what another page says; `pages` and `tokens` are the caps. */
  readonly reason: "same" | "pages" | "tokens";
}

export interface Package {
  /** Best first, one a page. */
  readonly packed: readonly Packed[];
  readonly left: readonly LeftOut[];
  /** The sum of what is packed, frames included; never above the cap. */
  readonly tokens: number;
}

export interface PackageCaps {
  readonly pages: number;
  readonly tokens: number;
  /** Tokens of a lead that is shown with this text, with everything that is printed around it. */
  readonly cost: (lead: Weighed, text: string) => number;
}

/** What a candidate's likeness to those already taken costs it (maximal marginal relevance). */
const likenessShare = 0.25;
const sameFrom = 0.9;
/** Comparing texts is most of what packing costs: beyond these, and twice the pages wanted, what comes has too little to say. */
const comparedLeast = 8;
/** A page with long lines may take more than its share of the tokens, while there are some. */
const overdraw = 1.5;

/** `leads` best first; where several are of one page the best stands for it. Deterministic. */
export function pack(leads: readonly Weighed[], caps: PackageCaps): Package {
  const pages = onePerPage(leads);
  const compared = Math.max(comparedLeast, 2 * caps.pages);
  const { chosen, left } = diversify(pages.slice(0, compared), caps.pages);
  left.push(...pages.slice(compared).map(({ id }): LeftOut => ({ id, reason: "pages" })));
  const packed: Packed[] = [];
  let tokens = 0;
  for (const [at, lead] of chosen.entries()) {
    const rest = caps.tokens - tokens;
    const share = Math.min(rest, Math.floor((rest / (chosen.length - at)) * overdraw));
    const text = excerpt(textOf(lead), lead.terms, (shown) => caps.cost(lead, shown) <= share);
    if (text === null) {
      left.push({ id: lead.id, reason: "tokens" });
      continue;
    }
    const cost = caps.cost(lead, text);
    packed.push({ lead, text, tokens: cost });
    tokens += cost;
  }
  return { packed: packed.sort((a, b) => b.lead.score - a.lead.score), left, tokens };
}

function onePerPage(leads: readonly Weighed[]): readonly Weighed[] {
  const seen = new Set<string>();
  return leads.filter(({ id, store }) => {
    const key = `${store}\n${id}`;
    const first = !seen.has(key);
    seen.add(key);
    return first;
  });
}

interface Candidate {
  readonly lead: Weighed;
  /** The most it is like any of the first `compared` that were chosen. */
  likest: number;
  compared: number;
}

function diversify(
  leads: readonly Weighed[],
  pages: number,
): { readonly chosen: readonly Weighed[]; readonly left: LeftOut[] } {
  const top = leads[0]?.score ?? 1;
  const open: Candidate[] = leads.map((lead) => ({ lead, likest: 0, compared: 0 }));
  const chosen: Weighed[] = [];
  const left: LeftOut[] = [];
  const words = new Map<Weighed, ReadonlySet<string>>();
  const wordsIn = (lead: Weighed): ReadonlySet<string> => {
    const known = words.get(lead) ?? wordsOf(textOf(lead));
    words.set(lead, known);
    return known;
  };
  while (open.length > 0 && chosen.length < pages) {
    let best = 0;
    for (let at = 1; at < open.length; at += 1) if (worth(open[at]!, top) > worth(open[best]!, top)) best = at;
    const first = open[best]!;
    if (first.compared < chosen.length) {
      // More chosen pages can only make it likelier to one, so who stays behind until then needs no comparison.
      for (const other of chosen.slice(first.compared))
        first.likest = Math.max(first.likest, likeness(wordsIn(other), wordsIn(first.lead)));
      first.compared = chosen.length;
      continue;
    }
    open.splice(best, 1);
    if (first.likest >= sameFrom) left.push({ id: first.lead.id, reason: "same" });
    else chosen.push(first.lead);
  }
  return { chosen, left: [...left, ...open.map(({ lead }): LeftOut => ({ id: lead.id, reason: "pages" }))] };
}

function worth({ lead, likest }: Candidate, top: number): number {
  return (1 - likenessShare) * (lead.score / top) - likenessShare * likest;
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const term of termsOf(text)) if (!term.stop) words.add(term.text);
  return words;
}

/** The share of the words of both that they have in common (Jaccard). */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return common / (a.size + b.size - common);
}
