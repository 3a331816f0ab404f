/** Generate: one assembly with a bit of everything, for tests to change. */

import type { Instant, Oid, PageId, PagePath } from "../../../src/base/ids.js";
import type { Selection } from "../../../src/prompt/decision.js";
import { type Assembled, pressureFaults } from "../../../src/prompt/trace/trace.js";

const id = (text: string): PageId => text as PageId;

export const selection: Selection = {
  budget: 200,
  used: 145,
  selected: [
    { id: id("house-rules"), fidelity: "full", tokens: 130, reason: "upgraded" },
    { id: id("trips"), fidelity: "pointer", tokens: 15, reason: "demanded" },
  ],
  omitted: [
    { id: id("big-rule"), reason: "minimum_over_budget" },
    { id: id("a-note"), reason: "over_budget" },
  ],
  pressure: [
    { id: id("big-rule"), pin: "hard", required: "structured", tokens: 90, left: 70 },
    { id: id("trips"), pin: "none", required: "full", tokens: 400, left: 70 },
  ],
};

export const assembled: Assembled = {
  at: "2026-11-20T21:40:12Z" as Instant,
  tokenizer: "o200k_base",
  policy: "pagefile",
  head: "a".repeat(40) as Oid,
  demands: [
    { id: id("trips"), fidelity: "full" },
    { id: id("house-rules"), fidelity: null },
  ],
  selection,
  barred: [{ id: id("diary"), reason: "audience_denied" }],
  saysOf: (page) => (page === "house-rules" ? "memory, of what lasts by its heading, type or tag" : null),
  faults: pressureFaults(selection),
  text: "the prompt\n",
  upgrades: { taken: 1, refused: [{ id: id("trips"), fidelity: "structured", more: 80 }], refusedMore: 0 },
  inputs: {
    session: "s1",
    audience: "owner",
    stores: [
      {
        store: "store1",
        config: "c0ffee",
        head: "a".repeat(40) as Oid,
        uncommitted: [{ path: "memory/a.md" as PagePath, oid: "b".repeat(40) as Oid }],
        uncommittedMore: 0,
      },
    ],
    policy: "p0",
    pages: "p1",
    prices: "p2",
  },
  live: {
    turn: 7,
    order: 3,
    after: "0123456789ab",
    events: [{ event: "compaction-auto", loses: true, boundary: null }],
    tools: [{ signature: "5ca1ab1e", page: id("trips") }],
    recency: [{ id: id("trips"), ago: 2 }],
    hits: 4,
    sightings: 1,
  },
};
