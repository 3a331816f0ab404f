/** A whole night: its audit, kept where it can be read by day, and the words nobody committed, which it takes in first. */

import { afterEach, describe, expect, test } from "vitest";
import type { Instant } from "../../src/base/ids.js";
import { hear } from "../../src/heard/statement.js";
import { verifyHistory } from "../../src/history/verify/views.js";
import { lastKept } from "../../src/night/night-refs.js";
import { status } from "../../src/night/status.js";
import { undoNight } from "../../src/night/undo.js";
import { ownEnvelope } from "../../src/write/patch.js";

import { openTestAudit } from "../support/audit.js";
import { must, type NightMemory, nightMemory } from "../support/nights.js";

const buffer = "memory/working-buffer.md";
const log = "memory/2026-11-20.md";
let memory: NightMemory;
afterEach(() => memory.close());
const open = async (files: Readonly<Record<string, string>>): Promise<void> => {
  memory = await nightMemory(files);
};

describe("the audit of a night", () => {
  test("comes first, writes to no page, is kept once a day and told by status", async () => {
    await open({ "MEMORY.md": "# Memory\n", [buffer]: "- The hotel holds rooms until Friday. [lesson]\n" });
    const { primary } = memory.workspace;
    const dry = await memory.night("dry_run");
    expect(dry.audit).toMatchObject({ kept: false, counts: { warning: expect.any(Number) } });
    expect(must(await lastKept(primary, "audit"))).toBeNull();
    expect(must(await status(memory.workspace)).lastAudit).toBeNull();
    const done = await memory.night();
    expect(done.audit).toMatchObject({ kept: true, at: "2026-11-21T03:00:00Z" });
    // It saw the buffer that the same night has cleared since.
    const kept = must(await lastKept(primary, "audit"));
    expect(kept?.findings.map(({ check }) => check)).toContain("buffer_full");
    expect(must(await status(memory.workspace)).lastAudit).toEqual({ at: kept?.now, counts: kept?.counts });
    const tip = memory.repo.git("rev-parse", "refs/pagefile/audits");
    expect((await memory.night()).audit).toEqual(done.audit);
    expect(memory.repo.git("rev-parse", "refs/pagefile/audits")).toBe(tip);
    memory.now = "2026-11-22T03:00:00Z";
    await memory.night();
    expect(memory.repo.git("ls-tree", "-r", "--name-only", "refs/pagefile/audits")).toBe(
      "audit/2026-11-21.json\naudit/2026-11-22.json\nconsistency/2026-11-21.json",
    );
  });

  test("that cannot be made keeps nothing from being curated", async () => {
    await open({ "MEMORY.md": "# Memory\n", [buffer]: "- The hotel holds rooms until Friday. [lesson]\n" });
    const { history } = memory.workspace.primary;
    const broken = { code: "git_failed", says: "The clone is shallow.", hint: "Unshallow it." } as const;
    history.recordAside = async () => ({ ok: false, error: broken });
    const done = await memory.night();
    expect(done.audit).toMatchObject({ kept: false, failure: broken });
    expect(done.commits.map(({ reason }) => reason)).toEqual(["CURATE_PROMOTE", "BUFFER_CLEAR"]);
  });
});

describe("words that nobody committed", () => {
  test("are taken in first, then curated; the plan says so, and the history verifies", async () => {
    await open({ "MEMORY.md": "# Memory\n" });
    memory.write({
      [log]: "# Day\n\n- 10:00 We decided to use the night train. [decision]\n",
      [buffer]: "- The hotel holds rooms until Friday. [lesson]\n",
      "MEMORY.md": "# Memory\n\nMine, by hand.\n",
      "memory/half.md": "---\ntype: plan\n---\nHalf a thought",
    });
    const planned = await memory.night("dry_run");
    expect(memory.repo.git("rev-list", "--count", "HEAD")).toBe("2");
    const done = await memory.night();
    expect(done.commits.map(({ reason }) => reason)).toEqual(["MANUAL_EDIT", "CURATE_PROMOTE", "BUFFER_CLEAR"]);
    expect(done.plan).toEqual(planned.plan);
    expect(done.uncommitted).toEqual(["memory/half.md"]);
    expect(memory.repo.git("show", "HEAD~2:MEMORY.md")).toBe("# Memory\n\nMine, by hand.");
    expect(memory.read("MEMORY.md")).toContain("Mine, by hand.\n\n## Decisions\n\n- Use the night train. [decision]");
    expect(memory.repo.git("status", "--porcelain")).toBe("?? memory/half.md\n?? pagefile.yaml");
    const host = openTestAudit(memory.repo.dir, memory.repo.env, "native");
    const past = must(await verifyHistory(memory.workspace.primary, host, { since: null, attest: "leave" }));
    await host.close();
    expect(past.findings).toEqual([]);
    expect((await memory.night()).commits).toEqual([]);
  });

  test("are listed among the commits with what sessions told, as the dry run has it, and stay when the night is undone", async () => {
    await open({ "MEMORY.md": "# Memory\n" });
    const { primary } = memory.workspace;
    const told = "We always use the harbor crane for heavy crates.";
    const hearing = { by: "claude-code", session: "s-one", key: "p1", isPerson: true, before: null };
    must(hear(primary, told, { ...hearing, at: "2026-11-20T09:00:00Z" as Instant }));
    memory.write({ [log]: "# Day\n\n- We decided to use the night train. [decision]\n" });
    const head = memory.repo.git("rev-parse", "HEAD");
    const planned = await memory.night("dry_run");
    expect(memory.repo.git("rev-parse", "HEAD")).toBe(head);
    const done = await memory.night();
    expect(done.commits.map(({ commit }) => commit)).toEqual(
      memory.repo.git("log", "--format=%H", "--reverse", `${head}..`).split("\n"),
    );
    expect(done.commits.map(({ reason, subject }) => [reason, subject])).toEqual([
      ["FLUSH_MANUAL", expect.stringMatching(/harbor crane.*\(yours: undo night leaves it\)$/)],
      ["MANUAL_EDIT", "take in: memory/2026-11-20.md as on disk (yours: undo night leaves it)"],
      ["FLUSH_MANUAL", expect.stringMatching(/Said: We always .*\(yours: undo night leaves it\)$/)],
      ["CURATE_PROMOTE", "curate: 1 statement from the logs"],
    ]);
    expect(planned.plan.map(({ reason }) => reason).toSorted()).toEqual(
      done.commits.map(({ reason }) => reason).toSorted(),
    );
    const undone = must(await undoNight(primary, ownEnvelope, { detached: "refuse" }));
    expect(undone.taken.map(({ reason }) => reason)).toEqual(["CURATE_PROMOTE"]);
    expect(memory.read(log)).toContain("night train");
  });

  test("stay when the night is undone", async () => {
    await open({ "MEMORY.md": "# Memory\n" });
    const words = "# Day\n\n- We decided to use the night train. [decision]\n";
    memory.write({ [log]: words });
    await memory.night();
    must(await undoNight(memory.workspace.primary, ownEnvelope, { detached: "refuse" }));
    expect(memory.read("MEMORY.md")).toBe("# Memory\n");
    expect(memory.read(log)).toBe(words);
    expect(memory.repo.git("show", `HEAD:${log}`)).toBe(words.trimEnd());
  });

  test("that could not be committed by hand stay as they are, and are told", async () => {
    const pinned = "---\nsections: { rules: { pin: hard } }\n---\n# Memory\n\n## Rules\n\n- Never fly.\n";
    await open({ "MEMORY.md": pinned, [buffer]: "- One. [lesson]\n" });
    memory.write({
      [log]: `- The key is ${["AKIA", "Q3EGRIPUFDHTX7WM"].join("")} for now. [decision]\n`,
      "MEMORY.md": pinned.replace("Never", "Always"),
      [buffer]: "- One. [lesson]\n- Two words more of the day. [lesson]\n",
    });
    memory.repo.git("add", buffer);
    const done = await memory.night();
    expect(done.left.map(({ path, why }) => `${path} ${why.slice(0, 24)}`)).toEqual([
      "MEMORY.md A line of a page that is",
      `${log} Line 1: There is a secre`,
      `${buffer} It is staged, so a commi`,
    ]);
    expect(memory.reasons()).not.toContain("MANUAL_EDIT");
    expect(memory.read(log)).toContain("AKIA");
  });

  test("written while the night is at work are not lost: it plans again", async () => {
    await open({ "MEMORY.md": "# Memory\n" });
    const day = "# Day\n\n- We decided to use the night train. [decision]\n";
    memory.write({ [log]: day });
    const { queue } = memory.workspace.primary;
    const enter = queue.enter.bind(queue);
    let entered = 0;
    // Between the plan and its first commit.
    queue.enter = () => {
      if (entered++ === 0) memory.repo.write(log, `${day}- Late.\n`);
      return enter();
    };
    const done = await memory.night();
    expect(done.commits.map(({ reason }) => reason)).toEqual(["MANUAL_EDIT", "CURATE_PROMOTE"]);
    expect(memory.repo.git("show", `HEAD:${log}`)).toContain("- Late.");
  });
});

test("short texts of another body are made anew, before the buffer goes and once", async () => {
  const stale = `---\nid: seats\ntype: preference\ntitle: Aisle seats\ncompressed: Old.\ncompressed_of: sha256:${"0".repeat(64)}\n---\n- Prefers an aisle seat. Always.\n`;
  await open({ "memory/seats.md": stale, [buffer]: "- A thought nobody tagged.\n" });
  const done = await memory.night();
  expect(done.commits.map(({ reason }) => reason)).toEqual(["VARIANT_REFRESH", "BUFFER_CLEAR"]);
  expect(memory.read("memory/seats.md")).toContain(
    "\ncompressed: - Prefers an aisle seat.\n".replace("- Prefers an aisle seat.", '"- Prefers an aisle seat."'),
  );
  expect(memory.workspace.primary.table.findings).toEqual([]);
  expect((await memory.night()).commits).toEqual([]);
});

describe("a buffer that a skill made", () => {
  const head =
    "# Working Buffer (Danger Zone Log)\n\n**Status:** INACTIVE\n**Started:** (when ACTIVE)\n\n> Read it FIRST.\n\n---\n";
  const protocol =
    "\n## Protocol\n\n1. **Rule:** once in the danger zone, always log every exchange here.\n2. Never clear it by hand.\n";
  const places =
    "\n## Buffer Log\n\n*Entries appear here at 60%*\n\n(Format: ## [time] Human)\n\n## [timestamp] Human\n\n[message]\n";

  test.each([
    ["as most have it", `${head}${protocol}`],
    [
      "told how to recover",
      `${head}\n## Recovery Checklist (for after)\n\n- [ ] Read this first\n\n## 使用说明\n\n每条消息都要记录\n`,
    ],
    ["with its rule last", "# Buffer\n**Status:** IDLE\n**Started:** -\n\n---\n\n> Log here above 60%.\n"],
    ["in Chinese", "# 危险区日志\n\n**状态:** INACTIVE\n**开始时间:** -\n\n---\n\n<!-- \n格式:\n## Human\n-->\n"],
    ["with places to fill in", `${head}${places}`],
    [
      "with its state in a section of that name",
      "# Buffer\n\n> Every exchange above 60 %\n\n---\n\n## Status\n**Status:** ACTIVE\n**Started:** 2026-11-20 10:00\n\n---\n",
    ],
  ])("keeps its form, of which nothing is told as a rule: %s", async (_, form) => {
    const talk = "\n## [2026-11-20 10:01] Agent (summary)\n- The hotel holds rooms until Friday. [lesson]\n";
    await open({ "MEMORY.md": "# Memory\n", [buffer]: form });
    expect((await memory.night()).commits).toEqual([]);
    memory.repo.write(buffer, form + talk);
    memory.repo.git("commit", "--quiet", "--all", "--message=Talk");
    memory.now = "2026-11-22T03:00:00Z";
    const done = await memory.night();
    expect(done.commits.map(({ reason }) => reason)).toEqual(["CURATE_PROMOTE", "BUFFER_CLEAR"]);
    expect(memory.read(buffer).trimEnd()).toBe(form.trimEnd());
    expect(memory.read("MEMORY.md")).toContain("holds rooms");
    expect(memory.read("MEMORY.md")).not.toContain("danger zone");
  });

  test("is entries alone where it says no state, whatever its labels", async () => {
    await open({ [buffer]: "# Working buffer\n\n**Status:** the build is green\n\n## Next\n\nShip it.\n" });
    expect((await memory.night()).commits.map(({ reason }) => reason)).toEqual(["BUFFER_CLEAR"]);
    expect(memory.read(buffer).trimEnd()).toBe("# Working buffer");
  });
});

describe("a checkout with other line ends than the repository", () => {
  const crlf = (text: string): string => text.replaceAll("\n", "\r\n");
  const stands = "# Memory\n\n- The kiosk is red.\n";
  const blob = (path: string): string => memory.repo.git("cat-file", "blob", `HEAD:${path}`);

  test("is no edit of anybody's: no status lists it and no night commits it", async () => {
    await open({ "MEMORY.md": stands });
    memory.repo.git("config", "core.autocrlf", "true");
    memory.write({ "MEMORY.md": crlf(stands) });
    expect(must(await status(memory.workspace)).dirty).toEqual([]);
    await memory.night();
    expect(memory.reasons()).not.toContain("MANUAL_EDIT");
    expect(memory.read("MEMORY.md")).toBe(crlf(stands));
  });

  test("keeps both: what a person typed there is committed with the line ends that are committed", async () => {
    await open({ "MEMORY.md": stands });
    memory.repo.git("config", "core.autocrlf", "true");
    const typed = `${stands}- The ferry leaves at nine.\n`;
    memory.write({ "MEMORY.md": crlf(typed) });
    expect(must(await status(memory.workspace)).dirty).toEqual(["MEMORY.md"]);
    await memory.night();
    expect(memory.reasons()).toContain("MANUAL_EDIT");
    expect(`${blob("MEMORY.md")}\n`).toBe(typed);
    expect(memory.read("MEMORY.md")).toBe(crlf(typed));
  });
});
