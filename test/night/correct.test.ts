/** Corrections: what is right stands where the wrong stood, the wrong stays readable below it, and nobody corrects what is not theirs. */

import { afterEach, describe, expect, test } from "vitest";
import { verifyHistory } from "../../src/history/verify/views.js";
import { correct } from "../../src/night/undo.js";
import { ownEnvelope } from "../../src/write/patch.js";

import { openTestAudit } from "../support/audit.js";
import { must, type NightMemory, nightMemory } from "../support/nights.js";

let memory: NightMemory;
afterEach(() => memory.close());
const agent = { ...ownEnvelope, actor: "agent:main", origin: "agent" } as const;
const say = (entry: string, text: string, more: Partial<Parameters<typeof correct>[1]> = {}) =>
  correct(
    memory.workspace.primary,
    { page: "memory", entry, text, because: null, envelope: agent, ...more },
    { detached: "refuse" },
  );

const page =
  "# Memory\n\n## Places\n\n- The office is in Paris. [human] (2026-11-02)\n  - Third floor.\n- The office smells of coffee.\n\nOne paragraph about tea.\n";

describe("a correction", () => {
  test("keeps the earlier words with their day and why, twice over, and verifies as history", async () => {
    memory = await nightMemory({ "MEMORY.md": page });
    const done = must(await say("office is in paris", "The office is in Lyon.", { because: "They moved in May." }));
    expect(done.reason).toBe("CORRECTION");
    const once =
      "- The office is in Lyon. [human]\n  - Superseded 2026-11-21: “The office is in Paris. (2026-11-02)” They moved in May.\n  - Third floor.\n- The office smells of coffee.\n";
    expect(memory.read("MEMORY.md")).toContain(once);
    memory.now = "2026-12-01T08:00:00Z";
    must(await say("is in Lyon", "- The office is in Rome. [decision]"));
    expect(memory.read("MEMORY.md")).toContain(
      "- The office is in Rome. [decision]\n  - Superseded 2026-12-01: “The office is in Lyon.”\n  - Superseded 2026-11-21: “The office is in Paris. (2026-11-02)” They moved in May.\n  - Third floor.\n",
    );
    must(await say("about tea", "One paragraph about coffee."));
    expect(memory.read("MEMORY.md")).toContain(
      "\n\nOne paragraph about coffee.\nSuperseded 2026-12-01: “One paragraph about tea.”\n",
    );
    expect(memory.repo.git("log", "-1", "--format=%s")).toBe("correct: One paragraph about coffee. (memory)");
    const host = openTestAudit(memory.repo.dir, memory.repo.env, "native");
    const past = must(await verifyHistory(memory.workspace.primary, host, { since: null, attest: "leave" }));
    await host.close();
    expect(past.findings).toEqual([]);
  });

  test("names one entry, on one line, without secrets; a hand edit that took it away is not overwritten", async () => {
    memory = await nightMemory({ "MEMORY.md": `${page}\n## People\n\n- Ada leads.\n` });
    expect(await say("office", "Lyon.")).toMatchObject({ error: { says: "“office” names 2 entries of MEMORY.md." } });
    expect(await say("harbor", "Lyon.")).toMatchObject({ error: { says: "“harbor” names no entry of MEMORY.md." } });
    const section = { page: "memory#people" };
    expect(await say("in paris", "Lyon.", section)).toMatchObject({
      error: {
        says: "“in paris” names no entry of MEMORY.md#people.",
        hint: "The section #places has it: name the page by that.",
      },
    });
    expect(await say("paris", "One\n- Two")).toMatchObject({ error: { reason: "SCHEMA_INVALID" } });
    expect(await say("in paris", "The office is in Paris. (2026-11-02)")).toMatchObject({
      error: { says: "The entry says so already." },
    });
    const secret = ["AKIA", "Q3EGRIPUFDHTX7WM"].join("");
    expect(await say("paris", "The key.", { because: secret })).toMatchObject({
      error: { reason: "SECRET_DETECTED" },
    });
    memory.write({ "MEMORY.md": page.replace("Paris", "Nice") });
    expect(await say("paris", "The office is in Lyon.")).toMatchObject({ error: { reason: "VERSION_CONFLICT" } });
    expect(memory.repo.git("rev-list", "--count", "HEAD")).toBe("2");
  });

  test("leaves logs alone, and what is pinned hard to the user", async () => {
    memory = await nightMemory({
      "memory/2026-11-20.md": "- Flew to Oslo.\n",
      "MEMORY.md": page.replace("## Places\n", "## Places\n\n- Never fly. [pinned]"),
    });
    const log = { page: "2026-11-20" };
    expect(await say("Oslo", "Flew to Rome.", log)).toMatchObject({ error: { reason: "POLICY_VIOLATION" } });
    expect(await say("Never fly", "Fly.")).toMatchObject({ error: { says: expect.stringContaining("pinned hard") } });
    must(await say("Never fly", "Fly to Oslo only.", { envelope: ownEnvelope }));
    expect(memory.read("MEMORY.md")).toContain(
      "- Fly to Oslo only. [pinned]\n  - Superseded 2026-11-21: “Never fly.”\n",
    );
  });

  test("of words that came from the web carries their label, so it enters no page that stands in prompts", async () => {
    memory = await nightMemory({ "MEMORY.md": "# Memory\n", "memory/hotels.md": "# Hotels\n" });
    const { primary } = memory.workspace;
    const web = { page: "hotels", envelope: { ...agent, origin: "web" } as const };
    const { patch } = await import("../../src/session/patch.js");
    must(
      await patch(
        memory.workspace,
        { op: "append", value: "- The harbor hotel is best.", ...web.envelope, page: "hotels" },
        { detached: "refuse" },
      ),
    );
    must(
      await correct(
        primary,
        { page: "hotels", entry: "harbor", text: "The harbor hotel is fine.", because: null, envelope: agent },
        { detached: "refuse" },
      ),
    );
    expect(memory.repo.git("log", "-1", "--format=%(trailers:key=Pagefile-Label,valueonly)")).toMatch(/^web hotels /);
  });
});
