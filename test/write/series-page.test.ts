/** SeriesPage's tests: a month of a series becomes a page or is added to one, and files come with it, or nothing does. */

import { expect, test } from "vitest";
import { type SeriesDraft, validateSeries } from "../../src/write/series-page.js";
import { envelopeOf, groundOf } from "../support/ground.js";
import { path } from "../support/places.js";

const draft = (name: string, more: Partial<SeriesDraft> = {}): SeriesDraft => ({
  path: path(`memory/perception/${name}.md`),
  id: name,
  title: `Steps in ${name}`,
  fields: { series: "steps", span: "month", start: "2026-11-01", end: "2026-11-30" },
  head: "- Counted by night.",
  entries: ["- One.", "- Two."],
  ...more,
});
const told = {
  reason: "CAPTURE",
  subject: "counted",
  envelope: envelopeOf({ actor: "agent:nightly", origin: "tool" }),
} as const;
const there = {
  "memory/perception/old.md": "---\nid: old\ntype: conversation_segment\norigin: tool\n---\n- Counted by night.\n",
};

function validated(drafts: readonly SeriesDraft[], files = {}, uncommitted: readonly string[] = []) {
  const done = validateSeries({ drafts }, told, groundOf({ ...there, ...files }, { uncommitted }));
  return done.ok ? done.value : done.error;
}

test("a month that has no page gets one at its place", () => {
  const made = validated([draft("new")]);
  expect(made).toMatchObject({
    targets: [{ op: "create", id: "new", path: "memory/perception/new.md" }],
    changes: [{ kind: "edit", path: "memory/perception/new.md", edit: { kind: "create" } }],
    reason: "CAPTURE",
    subject: "counted",
    envelope: { actor: "agent:nightly", origin: "tool" },
  });
  const change = "changes" in made ? made.changes[0] : undefined;
  const text = change?.kind === "edit" && change.edit.kind === "create" ? change.edit.text : "";
  for (const line of ["type: conversation_segment", "title: Steps in new", "tags: [perception]"]) {
    expect(text.split("\n")).toContain(line);
  }
  expect(text).toContain("{ series: steps, span: month, ");
  expect(text).toMatch(/\n- Counted by night\.\n- One\.\n- Two\.\n$/);
});

test("a month that has a page is added to", () => {
  expect(validated([draft("old")])).toMatchObject({
    targets: [{ op: "append", id: "old", path: "memory/perception/old.md" }],
    changes: [
      {
        kind: "edit",
        path: "memory/perception/old.md",
        edit: { kind: "append", slug: null, entries: ["- One.\n- Two."] },
      },
    ],
  });
});

test("several months are one change, with the files that come first and the labels of all", () => {
  const drafts = [draft("old"), draft("new")];
  const files = [{ path: path("archive/steps/2026-10.jsonl"), text: "{}\n" }];
  const done = validateSeries({ drafts, files }, told, groundOf(there));
  if (!done.ok) throw new Error(done.error.says);
  expect(done.value.changes.map((change) => (change.kind === "edit" ? [change.path, change.edit.kind] : []))).toEqual(
    [
      ["archive/steps/2026-10.jsonl", "create"],
      ["memory/perception/old.md", "append"],
      ["memory/perception/new.md", "create"],
    ],
  );
  expect(done.value.changes[0]).toMatchObject({ edit: { text: "{}\n" } });
  expect(done.value.targets.map(({ id }) => id)).toEqual(["old", "new"]);
  const alone = drafts.map((one) => validateSeries({ drafts: [one] }, told, groundOf(there)));
  expect(done.value.labels).toEqual(alone.flatMap((one) => (one.ok ? (one.value.labels ?? []) : [])));
  expect(done.value.labels).not.toEqual([]);
});

test("no month is a change of files alone, by whoever asked", () => {
  const done = validateSeries({ drafts: [] }, told, groundOf({}));
  expect(done).toMatchObject({ ok: true, value: { targets: [], changes: [], labels: [], envelope: told.envelope } });
});

test("what is refused of one month is refused of all", () => {
  expect(validated([draft("old"), draft("new", { fields: {} })])).toMatchObject({ reason: "SCHEMA_INVALID" });
  expect(validated([draft("old", { entries: ["password: hunter2"] }), draft("new")])).toMatchObject({
    reason: "SECRET_DETECTED",
  });
  const names = { "memory/perception/New.md": "- by hand\n" };
  expect(validated([draft("new")], names, Object.keys(names))).toEqual({
    reason: "POLICY_VIOLATION",
    says: "memory/perception/New.md stands where a night keeps the page of a series, and no commit has it.",
    hint: "Commit it (pagefile adopt), or move it away.",
  });
});
