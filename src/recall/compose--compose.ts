/** Recall compose: what was found as pages and as one text, each held against its file, under the caps. */

import type { Tokenizer } from "../memory/tokenizer--tokenizer.js";
import { type LeftOut, pack } from "./compose.js";
import { excerpt, textOf } from "./compose--excerpt.js";
import { countingPieces } from "./compose--piece-counts.js";
import { costOf, frameCost, printedCost, printRecall } from "./compose--print.js";
import type { RecallPage } from "./compose--recall-answers.js";
import type { Weighed } from "./confidence--lead.js";
import { cueOf, whyOf } from "./explain.js";
import type { Field } from "./field--field.js";
import { fetchLead } from "./look--fetch.js";
import type { AgeOf } from "./rank/worth--weigh.js";

export interface Composed {
  /** Best first. */
  readonly shown: readonly ShownPage[];
  readonly left: readonly LeftOut[];
  readonly text: string;
  /** Of `text`. */
  readonly tokens: number;
  /** Whether something was found that may not be shown. */
  readonly withheld: boolean;
  /** Whether a file was no longer the one that was searched; what was found in it is left out. */
  readonly changed: boolean;
}

export interface ShownPage {
  readonly lead: Weighed;
  readonly lines: readonly [first: number, last: number];
  readonly text: string;
  /** With its own lines. */
  readonly tokens: number;
}

export function compose({ workspace, plan }: Field, leads: readonly Weighed[], tokenizer: Tokenizer): Composed {
  const counter = countedOnce(countingPieces(tokenizer));
  const cost = (lead: Weighed, text: string): number => costOf({ lead, text }, counter);
  const kinds = new Set(leads.map(({ kind }) => kind));
  const packed = pack(leads, { pages: plan.pages, tokens: plan.tokens - frameCost(kinds, counter), cost });
  const shown: ShownPage[] = [];
  let withheld = false;
  let changed = false;
  for (const { lead, text, tokens } of packed.packed) {
    const fetched = fetchLead(workspace, lead);
    if (fetched === "withheld") withheld = true;
    if (fetched === "changed") changed = true;
    if (typeof fetched === "string") continue;
    // What may not be shown is cut out of the text; the rest has the room that the whole had.
    const isWhole = fetched.lead.text() === lead.text();
    const kept = isWhole
      ? text
      : excerpt(textOf(fetched.lead), fetched.lead.terms, (one) => cost(lead, one) <= tokens);
    if (kept !== null) shown.push({ lead: fetched.lead, lines: fetched.lines, text: kept, tokens });
  }
  const text = printRecall(shown);
  return { shown, left: packed.left, text, tokens: printedCost(text, shown, counter), withheld, changed };
}

/** A text that fits is asked for again, by whoever adds up and by whoever prints. */
function countedOnce(tokenizer: Tokenizer): Tokenizer {
  const known = new Map<string, number>();
  return {
    ...tokenizer,
    count(text) {
      const tokens = known.get(text) ?? tokenizer.count(text);
      known.set(text, tokens);
      return tokens;
    },
  };
}

export function pageOf({ lead, lines, text }: ShownPage, ageOf: AgeOf): RecallPage {
  const { event } = lead;
  return {
    id: lead.id,
    store: lead.store,
    path: lead.path,
    oid: lead.oid,
    lines,
    type: lead.type,
    kind: lead.kind,
    title: lead.title,
    tier: lead.tier,
    origin: lead.origin,
    updated: lead.updated,
    days: lead.days,
    event:
      event === null
        ? null
        : { start: event.start, end: event.end, entities: event.entities, importance: event.importance },
    provenance: lead.provenance,
    score: rounded(lead.score),
    confidence: cueOf(lead),
    snippet: text,
    why: whyOf(lead, ageOf),
  };
}

/** To a millionth: what stands further behind is noise and would only make two answers differ. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
