/** Validate's tests: grounds, places and origins that a patch is refused for, and the one edit that it becomes. */
import { describe, expect, test } from "vitest";
import { itemsOfBody, labelsFrom, sumWith } from "../../src/memory/labels.js";
import { guardProvenance } from "../../src/write/change.js";
import { guardScope, itemsOfPatch, staysHome } from "../../src/write/guard/origin.js";
import type { Patch } from "../../src/write/patch.js";
import { gist, validate } from "../../src/write/validate.js";

import { append, create, merge, set } from "../support/drafts.js";
import { plainConfig } from "../support/facts.js";
import { groundOf } from "../support/ground.js";

describe("grounds and places", () => {
  const files = {
    "memory/p.md": "---\nid: p\nversion: 1\n---\n- a\n",
    "memory/s.md": "---\nid: s\nscope: session\n---\n- a\n",
    "memory/l.md": "---\nid: l\nscope: local\n---\n- a\n",
  };
  const ground = groundOf(files);

  test.each([
    "session:x",
    "session:x#L3-L9",
    "page:p",
    "file:x",
    "file:notes/c#.md#L12",
    "commit:0123abc",
    `commit:${"0f".repeat(32)}`,
    `sha256:${"0f".repeat(32)}`,
    "tool:x",
    "url:https://example.org/a?b#c",
    "url:http://localhost:8080",
    "user_message:x",
  ])("evidence has a form: %s", (evidence) => {
    expect(guardProvenance(append("x", { evidence: [evidence] }), ground)).toBeNull();
  });

  const forms =
    "Known forms: session:ID#L120, page:ID, file:PATH#L12, commit:OID, sha256:DIGEST, tool:NAME, url:https://…, user_message:ID.";

  test.each(["", "page", "page:", "other:x", ":x", "__proto__:x", "file: x"])(
    "evidence of no known form is refused: %j",
    (evidence) => {
      expect(guardProvenance(append("x", { evidence: ["file:x", evidence] }), ground)).toEqual({
        reason: "PROVENANCE_DANGLING",
        says: `The evidence “${evidence}” has no known form.`,
        hint: forms,
      });
    },
  );

  test.each([
    ["commit:HEAD", "is no commit's id: 7 to 64 of 0 to 9 and a to f"],
    ["commit:abc", "is no commit's id: 7 to 64 of 0 to 9 and a to f"],
    ["sha256:abc", "is no digest: 64 of 0 to 9 and a to f follow sha256:"],
    ["file:/etc/passwd", "is no path below the memory"],
    ["file:../x.md", "is no path below the memory"],
    ["file:a//b", "is no path below the memory"],
    ["file:C:\\x", "is no path below the memory"],
    ["file:.git/config", "is no path below the memory"],
    ["file:src/a.ts:12", "is no path below the memory"],
    ["url:bad", "is no address"],
    ["url:https://", "is no address"],
    ["url:https://a b", "is no address"],
    ["url:file:///etc/passwd", "is no address of http or https"],
    ["url:javascript:alert(1)", "is no address of http or https"],
  ])("%s %s", (evidence, what) => {
    const refused = guardProvenance(append("x", { evidence: [evidence] }), ground);
    expect(refused).toMatchObject({ reason: "PROVENANCE_DANGLING", says: `The evidence “${evidence}” ${what}.` });
    expect(refused?.hint).toContain(forms);
  });

  test("an address with a login is refused without repeating it", () => {
    const refused = guardProvenance(append("x", { evidence: ["url:https://me:swordfish@example.org/"] }), ground);
    expect(refused).toMatchObject({
      says: "The evidence “url:https://…@example.org…” holds a login, which no memory should.",
    });
    expect(JSON.stringify(refused)).not.toContain("swordfish");
  });

  test("evidence names a page that is there", () => {
    expect(guardProvenance(append("x", { evidence: ["page:gone"] }), ground)).toEqual({
      reason: "PROVENANCE_DANGLING",
      says: "The evidence “page:gone” does not resolve: there is no page “gone”.",
      hint: "List the pages with: pagefile pages",
    });
  });

  test("what cannot be found is refused in the words of who looked; the session that writes need not be known", () => {
    const unresolved = (evidence: string) => (evidence === "file:x" ? null : { says: "it is gone", hint: "Look." });
    const judge = (evidence: string, session: string | null = null) =>
      guardProvenance(append("x", { evidence: [evidence], session }), { ...ground, unresolved });
    expect(judge("file:x")).toBeNull();
    expect(judge("session:s#L4", "s")).toBeNull();
    for (const evidence of ["file:y", "commit:0123abc", "session:s#L4"])
      expect(judge(evidence, "t")).toEqual({
        reason: "PROVENANCE_DANGLING",
        says: `The evidence “${evidence}” does not resolve: it is gone.`,
        hint: "Look.",
      });
  });

  test("what stays on this machine is in no commit, until it gets a wider scope", () => {
    expect([
      staysHome("local", "project"),
      staysHome("session", "project"),
      staysHome("local", "local"),
      staysHome("global", "local"),
      staysHome("project", "session"),
    ]).toEqual([true, true, false, false, false]);
    for (const [page, scope] of [
      ["s", "session"],
      ["l", "local"],
    ] as const) {
      expect(guardScope(append("x", { page }), ground)).toEqual({
        reason: "SCOPE_DENIED",
        says: `“${page}” is of scope ${scope}: it stays on this machine, so no patch to it can be committed.`,
        hint: `Edit memory/${page}.md by hand; it is read as it stands. Or give it scope: project, if others may have it.`,
      });
      expect(guardScope(set("scope", "project", { page }), ground)).toBeNull();
      expect(guardScope(set("scope", scope, { page: "p" }), ground)).toEqual({
        reason: "SCOPE_DENIED",
        says: `“p” is in the shared history, and scope ${scope} cannot take it back from there.`,
        hint: `Write a new file with scope: ${scope}, and take the text out of this page; pagefile purge also takes it out of the past.`,
      });
      expect(guardScope(append("x", { page }), { ...ground, session: "x" })).toBeNull();
      expect(guardScope(append("x", { page }), { ...ground, config: { ...plainConfig, scope } })).toBeNull();
    }
    expect(guardScope(set("title", "local"), ground)).toBeNull();
    expect(guardScope(append("x", { page: "gone" }), ground)).toBeNull();
    expect(guardScope(create(), ground)).toBeNull();
  });
});

describe("words of strangers", () => {
  const files = {
    "memory/h.md": "---\nid: h\npin: soft\n---\n- a\n",
    "memory/p.md": "---\nid: p\nversion: 1\n---\n- a\n",
    "AGENTS.md": "- x\n",
  };
  const ground = groundOf(files);
  const run = (patch: Patch, more = {}, word: "own" | "approved" = "own") => {
    const done = validate(patch, { ...ground, ...more }, word);
    return done.ok ? done.value : done.error;
  };
  const [own] = itemsOfBody(files["memory/p.md"]);
  const labels = labelsFrom(sumWith(null, [`s\n\nPagefile-Label: web p ${own?.item}\n`]));

  test("enter no page that stands in prompts, and are labeled elsewhere", () => {
    const items = itemsOfPatch(append("New."));
    expect(run(append("New.", { page: "h", origin: "web", id: "mine" }))).toEqual({
      reason: "ORIGIN_DENIED",
      says: "“h” stands in every prompt; it takes no text of origin web that nobody approved.",
      hint: "Look at it with: pagefile journal --rejected; let it in with: pagefile approve mine",
    });
    expect(run(append("New.", { page: "h", origin: "web" }))).toMatchObject({
      hint: expect.stringMatching(/approve [0-9a-f]{12}$/),
    });
    expect(run(append("New.", { origin: "web" }))).toMatchObject({ labels: [`web p ${items[0]}`] });
    expect(run(append("New."))).not.toHaveProperty("labels");
    expect(run(append("New.", { page: "AGENTS.md", origin: "web" }))).toMatchObject({ reason: "POLICY_VIOLATION" });
    expect(run(create({ pin: "soft", origin: "web", fields: { goal: "g", status: "s" } }))).toMatchObject({
      says: "A page that stands in every prompt takes no text of origin web that nobody approved.",
    });
  });

  test("enter it on a person's word, which is named once", () => {
    const [item] = itemsOfPatch(append("New."));
    const patch = append("New.", { page: "h", origin: "web" });
    expect(run(patch, {}, "approved")).toMatchObject({ labels: [`web h ${item}`], approved: [item] });
    const approved = labelsFrom(sumWith(null, [`s\n\nPagefile-Actor: human\nPagefile-Approved: ${item}\n`]));
    expect(run(patch, { labels: approved }, "approved")).not.toHaveProperty("approved");
  });

  test("keep their page from being pinned", () => {
    for (const [key, value] of [
      ["pin", "hard"],
      ["type", "bootstrap_policy"],
    ] as const)
      expect(run(set(key, value), { labels })).toEqual({
        reason: "ORIGIN_DENIED",
        says: "“p” holds 1 text from outside that nobody approved; pinned, they would stand in every prompt.",
        hint: "Read the page, then let them in with: pagefile approve p",
      });
    expect(run(set("pin", "none"), { labels })).toMatchObject({ changes: [{}] });
    expect(run(set("title", "x"), { labels })).toMatchObject({ changes: [{}] });
    expect(run(set("pin", "hard"))).toMatchObject({ changes: [{}] });
    expect(run(set("pin", "hard"), { labels }, "approved")).toMatchObject({ changes: [{}] });
  });

  test("that a standing page says as well take nothing from that page", () => {
    expect(run(append("a", { origin: "web" }))).toMatchObject({ labels: [] });
  });
});

describe("a patch", () => {
  const ground = groundOf({
    "memory/p.md": "---\nid: p\nversion: 1\n---\n- a\n",
    "MEMORY.md": "# M\n\n## One\n\n- x\n",
  });
  const run = (patch: Patch) => {
    const done = validate(patch, ground);
    return done.ok ? done.value : done.error;
  };

  test.each<[patch: Patch, edit: object, subject: string]>([
    [
      append("- Words. [x]\nmore"),
      { kind: "append", slug: null, entries: ["- Words. [x]\nmore"] },
      "append: Words. (p)",
    ],
    [append("x", { page: "memory#one" }), { kind: "append", slug: "one" }, "append: x (memory#one)"],
    [
      merge({ fields: { a: 1 }, tags: ["t"] }),
      {
        kind: "merge",
        keys: [
          { key: ["fields", "a"], value: 1 },
          { key: ["tags"], value: ["t"] },
        ],
        slug: null,
      },
      "merge: a, t (p)",
    ],
    [
      merge({ page: "memory#one", fields: { a: 1 }, entries: ["1. e"] }),
      {
        kind: "merge",
        keys: [{ key: ["sections", "one", "fields", "a"], value: 1 }],
        slug: "one",
        entries: ["1. e"],
      },
      "merge: e (memory#one)",
    ],
    [set("title", "T"), { kind: "set", key: ["title"] }, "set: title (p)"],
  ])("is one edit of its page: %j", (patch, edit, subject) => {
    expect(run(patch)).toMatchObject({
      targets: [{ op: patch.op }],
      changes: [{ kind: "edit", edit }],
      reason: "FLUSH_MANUAL",
      subject,
    });
  });

  test("to a page that stays on this machine, or into a folder without pages, is refused", () => {
    const at = (patch: Patch, more: Parameters<typeof groundOf>[1]) =>
      validate(patch, groundOf({ "memory/p.md": "---\nid: p\nscope: local\n---\n- a\n" }, more));
    expect(at(append("x"), {})).toMatchObject({ error: { reason: "SCOPE_DENIED" } });
    const config = { ...plainConfig, exclude: ["memory/**"] };
    expect(at(create({ fields: { goal: "g", step: "s", open: "o" } }), { config })).toMatchObject({
      error: { reason: "POLICY_VIOLATION", says: expect.stringContaining("leaves it out, by memory/**.") },
    });
  });

  test("that merges nothing is refused", () => {
    expect(run(merge())).toEqual({
      reason: "SCHEMA_INVALID",
      says: "The merge names no field, no tag and no entry.",
      hint: 'A merge patch is, for example, { "fields": { "prefers": "trains" }, "entries": ["- Takes the 9:14."] }',
    });
  });

  test("is told by the first words of what it brings", () => {
    expect(gist("  ## Head [a]\n\n- more\n- still")).toBe("more");
    expect(gist("## Head [a]\n")).toBe("Head");
    expect(gist("12) x")).toBe("x");
    expect(gist("-  a - b [cut-1] c")).toBe("a - b c");
    expect(gist("- a[0] of mcp[cli]")).toBe("a[0] of mcp[cli]");
    expect(gist("x".repeat(44))).toBe("x".repeat(44));
    expect(gist(`${"x".repeat(42)} ${"y".repeat(9)}`)).toBe(`${"x".repeat(42)}…`);
    expect(gist("🙂".repeat(45))).toBe(`${"🙂".repeat(43)}…`);
  });
});
