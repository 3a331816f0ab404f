/** Merge pages' tests: each rule on a page a person could have written. */
import { describe, expect, it } from "vitest";
import { outline } from "../../../src/page/markdown/outline.js";
import type { MergeOutcome } from "../../../src/write/merge/head.js";
import { mergePages } from "../../../src/write/merge/merge.js";
import { conflictsIn, settleText, type Take } from "../../../src/write/merge/settle.js";

const page = (keys: string, body: string): string => `---\nid: a\n${keys}---\n${body}`;

function merged(base: string | null, ours: string, theirs: string): MergeOutcome {
  const outcome = mergePages("a.md", base, ours, theirs);
  if (!outcome.ok) throw new Error(outcome.error.says);
  return outcome.value;
}

const bodies = (base: string, ours: string, theirs: string): MergeOutcome => merged(base, ours, theirs);

describe("frontmatter", () => {
  const keys = (base: string, ours: string, theirs: string): MergeOutcome =>
    merged(page(base, "- x\n"), page(ours, "- x\n"), page(theirs, "- x\n"));

  it.each<[name: string, base: string, ours: string, theirs: string, want: string]>([
    ["raises a version both raised", "version: 3\n", "version: 4\n", "version: 6\n", "version: 7\n"],
    [
      "takes the later updated",
      "updated: 2026-01-01T00:00:00Z\n",
      "updated: 2026-03-01T00:00:00Z\n",
      "updated: 2026-02-01T00:00:00Z\n",
      "updated: 2026-03-01T00:00:00Z\n",
    ],
    [
      "compares instants, not letters",
      "updated: 2026-01-01\n",
      "updated: 2026-03-01T00:30:00+02:00\n",
      "updated: 2026-02-28T23:00:00Z\n",
      "updated: 2026-02-28T23:00:00Z\n",
    ],
    ["takes the earlier created", "", "created: 2026-03-01\n", "created: 2026-02-01\n", "created: 2026-02-01\n"],
    [
      "unites tags and honors one that was removed",
      "tags: [a, b]\n",
      "tags: [b, c]\n",
      "tags: [a, b, d]\n",
      "tags: [b, c, d]\n",
    ],
    [
      "never takes grounds out",
      "provenance: [p, q]\n",
      "provenance: [q, r]\n",
      "provenance: [p, q, s]\n",
      "provenance: [q, r, p, s]\n",
    ],
    ["takes the harder pin", "pin: none\n", "pin: soft\n", "pin: hard\n", "pin: hard\n"],
    [
      "never widens who may read a page",
      "scope: global\naudience: shared\n",
      "scope: session\naudience: private\n",
      "scope: project\naudience: shared\nmood: calm\n",
      "scope: session\naudience: private\nmood: calm\n",
    ],
    [
      "lets one side soften a pin",
      "pin: hard\nstatus: a\n",
      "pin: none\nstatus: a\n",
      "pin: hard\nstatus: b\n",
      "pin: none\nstatus: b\n",
    ],
    [
      "takes the least trusted origin, even where one side relabeled",
      "origin: web\nstatus: a\n",
      "origin: user\nstatus: a\n",
      "origin: web\nstatus: b\n",
      "origin: web\nstatus: b\n",
    ],
    [
      "merges fields key by key",
      "fields: { a: 1, b: 2 }\n",
      "fields: { a: 5, b: 2 }\n",
      "fields: { a: 1, b: 7 }\n",
      "fields: { a: 5, b: 7 }\n",
    ],
    ["keeps an unknown key of each side", "", "mood: calm\n", "weather: dry\n", "mood: calm\nweather: dry\n"],
    [
      "keeps comments and quotes",
      "# why\nstatus: 'x'\n",
      "# why\nstatus: 'x'\nmood: calm\n",
      "# why\nstatus: 'y'\n",
      "# why\nstatus: 'y'\nmood: calm\n",
    ],
    [
      "removes what one side removed",
      "mood: calm\nstatus: a\n",
      "status: a\n",
      "mood: calm\nstatus: b\n",
      "status: b\n",
    ],
  ])("%s", (_name, base, ours, theirs, want) => {
    const outcome = keys(base, ours, theirs);
    expect(outcome).toEqual({ text: page(want, "- x\n"), notes: [], conflicts: [] });
  });

  it("raises the version where both sides raised it to the same number for different bodies", () => {
    const outcome = merged(
      page("version: 3\n", "- x\n"),
      page("version: 4\n", "- x\n- y\n"),
      page("version: 4\n", "- x\n- z\n"),
    );
    expect(outcome.text).toBe(page("version: 5\n", "- x\n- y\n- z\n"));
  });

  it("keeps the newer of two changes and the other as data", () => {
    const outcome = keys(
      "version: 1\nfields: { k: a }\n",
      "version: 2\nfields: { k: b }\n",
      "version: 3\nfields: { k: c }\n",
    );
    const kept = "version: 4\nfields: { k: c }\nconflicts: [{ key: fields.k, values: [b, c] }]\n";
    expect(outcome.text).toBe(page(kept, "- x\n"));
    expect(outcome.conflicts).toEqual([
      { kind: "key", key: ["fields", "k"], kept: "theirs", ours: "b", theirs: "c" },
    ]);
  });

  it("keeps a key that was removed here and changed there, and says so", () => {
    const outcome = keys("mood: calm\n", "", "mood: wild\n");
    expect(outcome.text).toContain("mood: wild");
    expect(outcome.notes.map((note) => note.code)).toEqual(["key_kept"]);
  });

  it("lets one side rename the page", () => {
    const renamed = page("mood: calm\n", "- x\n").replace("id: a", "id: b");
    const outcome = merged(page("mood: calm\n", "- x\n"), renamed, page("mood: wild\n", "- x\n"));
    expect(outcome.text).toBe(renamed.replace("calm", "wild"));
  });

  it("refuses two pages under one path, and frontmatter that does not scan", () => {
    const other = page("", "- x\n").replace("id: a", "id: b");
    expect(mergePages("a.md", null, page("", "- x\n"), other).ok).toBe(false);
    expect(mergePages("a.md", page("", ""), page("", "- y\n"), "---\nid: a\nid: a\n---\n").ok).toBe(false);
  });

  it("takes frontmatter that one side added", () => {
    expect(merged("- x\n", "- x\n- y\n", page("", "- x\n")).text).toBe(page("", "- x\n- y\n"));
  });
});

describe("body", () => {
  it.each<[name: string, base: string, ours: string, theirs: string, want: string]>([
    ["keeps both appends, ours first", "- a\n", "- a\n- b\n", "- a\n- c\n", "- a\n- b\n- c\n"],
    ["adds once what both added", "- a\n", "- a\n- b\n", "- a\n- c\n- b\n", "- a\n- c\n- b\n"],
    ["deletes what one side deleted", "- a\n- b\n- c\n", "- a\n- c\n", "- a\n- b\n- c\n- d\n", "- a\n- c\n- d\n"],
    [
      "keeps sections of both",
      "# T\n",
      "# T\n\n## A\n\n- a\n",
      "# T\n\n## B\n\n- b\n",
      "# T\n\n## A\n\n- a\n\n## B\n\n- b\n",
    ],
    [
      "puts entries of one new section together",
      "# T\n",
      "# T\n\n## A\n\n- a\n",
      "# T\n\n## A\n\n- b\n",
      "# T\n\n## A\n\n- a\n- b\n",
    ],
    [
      "keeps one text in two sections",
      "## A\n\n## B\n",
      "## A\n\n- yes\n\n## B\n",
      "## A\n\n## B\n\n- yes\n",
      "## A\n\n- yes\n\n## B\n\n- yes\n",
    ],
    ["follows a renamed heading", "## A\n\n- a\n", "## New\n\n- a\n", "## A\n\n- a\n- b\n", "## New\n\n- a\n- b\n"],
    [
      "moves what theirs moved",
      "## A\n\n- x\n\n## B\n\n- y\n",
      "## A\n\n- x\n\n## B\n\n- y\n- z\n",
      "## A\n\n## B\n\n- x\n- y\n",
      "## A\n\n## B\n\n- x\n- y\n- z\n",
    ],
    ["keeps paragraphs apart", "one\n", "one\n\ntwo\n", "one\n\nthree\n", "one\n\ntwo\n\nthree\n"],
    ["takes a spelling only theirs changed", "* a\n* b\n", "* a\n* b\n* c\n", "- a\n- b\n", "- a\n- b\n* c\n"],
    ["keeps a missing last line end", "- a", "- a\n- b", "- a\n- c", "- a\n- b\n- c"],
  ])("%s", (_name, base, ours, theirs, want) => {
    expect(bodies(base, ours, theirs)).toEqual({ text: want, notes: [], conflicts: [] });
  });

  it("keeps both edits of one entry, one after the other, and a conflict as data", () => {
    const outcome = bodies(
      "- Prefers a window seat.\n- b\n",
      "- Prefers an aisle seat.\n- new\n- b\n",
      "- Prefers a middle seat.\n- b\n",
    );
    const body = "- Prefers an aisle seat.\n- Prefers a middle seat.\n- new\n- b\n";
    const [aisle, middle] = outline(body, 0).entries.map(({ digest }) => digest);
    expect(outcome.text).toBe(`---\nconflicts: [{ entries: ["${aisle}", "${middle}"] }]\n---\n${body}`);
    expect(outcome.conflicts).toMatchObject([
      { kind: "entry", ours: "- Prefers an aisle seat.", theirs: "- Prefers a middle seat." },
    ]);
  });

  it("keeps theirs of an edit where our edit stands in theirs as well", () => {
    const outcome = bodies("- Seat: window.\n", "- Seat: aisle.\n", "- Seat: middle.\n- Seat: aisle.\n");
    expect(outcome.text.split("---\n")[2]).toBe("- Seat: aisle.\n- Seat: middle.\n");
  });

  it.each([
    ["ours deleted", "- b\n", "- Prefers an aisle seat.\n- b\n"],
    ["theirs deleted", "- Prefers an aisle seat.\n- b\n", "- b\n"],
  ])("keeps an edit against a deletion and says so: %s", (_name, ours, theirs) => {
    const outcome = bodies("- Prefers a window seat.\n- b\n", ours, theirs);
    expect(outcome.text).toBe("- Prefers an aisle seat.\n- b\n");
    expect(outcome.notes.map((note) => note.code)).toEqual(["edit_kept"]);
    expect(outcome.conflicts).toEqual([]);
  });

  it("keeps a deleted heading over what the other side added under it", () => {
    const outcome = bodies("# T\n\n## A\n\n- a\n", "# T\n", "# T\n\n## A\n\n- a\n- b\n");
    expect(outcome.text).toBe("# T\n\n## A\n\n- b\n");
    expect(outcome.notes.map((note) => note.code)).toEqual(["heading_kept"]);
  });

  it("keeps our CRLF and our byte order mark", () => {
    const ours = "\ufeff---\r\nid: a\r\n---\r\n- a\r\n- b\r\n";
    const outcome = merged("\ufeff---\r\nid: a\r\n---\r\n- a\r\n", ours, "---\nid: a\n---\n- a\n- c\n");
    expect(outcome.text).toBe(`${ours}- c\r\n`);
  });

  it("refuses to put an entry behind a fence that is left open", () => {
    expect(mergePages("a.md", "a\n", "a\n\n```\nopen\n", "a\n\nb\n").ok).toBe(false);
  });

  it("merges two additions of one page without a base", () => {
    expect(merged(null, page("", "- a\n"), page("", "- b\n")).text).toBe(page("", "- a\n- b\n"));
  });
});

describe("a conflict that is open already", () => {
  const start = page("mood: calm\n", "- Seat by the aisle.\n- Two bags.\n");
  const says = (mood: string, seat: string): string =>
    start.replace("calm", mood).replace("by the aisle", `in the ${seat}`);
  const open = merged(start, says("bright", "middle"), says("wild", "rear")).text;

  function settled(text: string, take: Take): string {
    const known = conflictsIn("a.md", text);
    const choices = known.ok ? known.value.map((conflict) => ({ conflict, take })) : [];
    const done = settleText("a.md", text, choices);
    if (!done.ok) throw new Error(done.error.says);
    return done.value;
  }

  it.each<[name: string, ours: (text: string) => string, theirs: (text: string) => string, kept: readonly string[]]>([
    ["to opposite sides", (at) => settled(at, "ours"), (at) => settled(at, "theirs"), ["middle", "rear"]],
    ["to one side and to both", (at) => settled(at, "as_is"), (at) => settled(at, "ours"), ["middle", "rear"]],
    [
      "to opposite sides, one of which edited its choice",
      (at) => settled(at, "ours").replace("in the middle", "in the middle, front"),
      (at) => settled(at, "theirs"),
      ["middle, front", "rear"],
    ],
    [
      "to opposite sides, one of which put an entry beside it",
      (at) => settled(at, "ours"),
      (at) => settled(at, "theirs").replace("- Two bags.", "- One hat.\n- Two bags."),
      ["middle", "rear"],
    ],
  ])("is open again where the two sides settled it %s", (_name, ours, theirs, kept) => {
    const again = merged(open, ours(open), theirs(open));
    for (const each of kept) expect(again.text).toContain(`- Seat in the ${each}.\n`);
    const known = conflictsIn("a.md", again.text);
    const entries = outline(again.text, 0).entries.filter(({ start: at, end }) =>
      /Seat/.test(again.text.slice(at, end)),
    );
    const digests = entries.map(({ digest }) => digest);
    expect(known.ok && known.value.find(({ kind }) => kind === "entry")).toEqual({ kind: "entry", entries: digests });
    expect(again.conflicts.find(({ kind }) => kind === "entry")).toMatchObject({
      ours: `- Seat in the ${kept[0]}.`,
      theirs: `- Seat in the ${kept[1]}.`,
    });
  });

  it("stays settled where both settled it alike, or one of them only edited an alternative", () => {
    const ours = settled(open, "ours");
    for (const theirs of [ours, `${ours}- One hat.\n`, open.replace("in the middle", "in the middle, front")]) {
      const again = merged(open, ours, theirs);
      expect(again).toMatchObject({ conflicts: [] });
      expect(again.text).not.toContain("rear");
      expect(again.text).not.toContain("conflicts:");
    }
  });

  it("keeps what one side chose where the other deleted all of it by hand", () => {
    const bare = settled(open, "as_is").replace(/- Seat.*\n- Seat.*\n/, "");
    const again = merged(open, settled(open, "theirs"), bare);
    expect(again.text).toContain("- Seat in the rear.\n");
    expect(again.notes).toContainEqual({
      code: "edit_kept",
      says: "Deleted on one side, chosen on the other; the choice stays: - Seat in the rear.",
    });
  });

  it("has the text of this branch as ours when a third person merges it", () => {
    const third = settled(merged(start, says("odd", "front"), open).text, "ours");
    expect(third).toContain("mood: odd\n");
    expect(third).toContain("- Seat in the front.\n- Two bags.\n");
    expect(third).not.toMatch(/middle|rear/);
  });
});
