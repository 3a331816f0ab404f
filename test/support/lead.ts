/** Lead: what was found of a page, with plain values where a test says nothing. */

import type { Oid, PageId, PagePath } from "../../src/base/ids.js";
import type { Lead } from "../../src/recall/confidence.js";

export function leadFrom(more: Partial<Lead>): Lead {
  return {
    id: "page" as PageId,
    store: "test",
    path: "memory/page.md" as PagePath,
    oid: "0".repeat(40) as Oid,
    type: "preference",
    kind: "semantic",
    kept: true,
    title: "A page",
    origin: "user",
    tier: "hot",
    updated: null,
    provenance: [],
    sure: null,
    contested: false,
    stale: false,
    event: null,
    chunk: 0,
    start: 0,
    end: 0,
    headings: [],
    speaker: null,
    days: null,
    text: () => "Some text.",
    fields: "",
    base: 1,
    coverage: 1,
    terms: [],
    shares: {},
    tagged: true,
    neighbors: [],
    vector: null,
    ...more,
  };
}
