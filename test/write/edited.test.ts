/** Edited: an append that is asked for again is remembered, and with anything else about it another it is made anew. */

import { expect, test } from "vitest";
import type { Instant, PagePath } from "../../src/base/ids.js";
import type { Edit } from "../../src/write/change.js";
import { committedAfter, edited } from "../../src/write/edit.js";

import { plainConfig } from "../support/facts.js";
import { blobOf } from "../support/ground.js";

const config = plainConfig;
const now = "2026-11-21T09:00:00.000Z" as Instant;
const page = "memory/p.md" as PagePath;
const blob = blobOf("---\nid: p\nversion: 3\nupdated: 2026-01-01T00:00:00.000Z\n---\n## A\n\n- One.\n\n## B\n");
const append = (slug: string | null, ...entries: string[]): Edit => ({ kind: "append", slug, entries });

type Asked = Parameters<typeof committedAfter>;
const first: Asked = [page, blob, append(null, "Two."), { config, now }];

test("the same append gives the very bytes it gave", () => {
  const [one, again] = [committedAfter(...first), committedAfter(...first)];
  expect(one.ok && one.value).toBe(again.ok && again.value);
  expect(one).toEqual(edited(...first));
});

test.each<[what: string, asked: Asked]>([
  ["another text", [page, blob, append(null, "Three."), { config, now }]],
  ["two texts for one", [page, blob, append(null, "Two.", "Three."), { config, now }]],
  ["another section", [page, blob, append("a", "Two."), { config, now }]],
  ["another time", [page, blob, append(null, "Two."), { config, now: "2027-01-01T00:00:00.000Z" as Instant }]],
  ["another file", [page, blobOf("- One.\n"), append(null, "Two."), { config, now }]],
])("%s gives another outcome", (_what, asked) => {
  const before = committedAfter(...first);
  const other = committedAfter(...asked);
  expect(other).toEqual(edited(...asked));
  expect(other).not.toEqual(before);
});

test("a refusal names the file it is for", () => {
  const says = ["memory/p.md", "memory/q.md"].map((path) => {
    const refused = committedAfter(path as PagePath, blob, append("none", "Two."), { config, now });
    return refused.ok ? "" : refused.error.says.slice(0, 11);
  });
  expect(says).toEqual(["memory/p.md", "memory/q.md"]);
});
