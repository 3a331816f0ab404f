/** Blame flows: every entry with its session, actor, origin, evidence and reason, through merges and from file to file, on both engines. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { blame } from "../../src/history/blame.js";
import { revert } from "../../src/history/revert.js";
import { adopt } from "../../src/init/init.js";
import { refresh } from "../../src/memory/memory.js";
import { patch } from "../../src/session/patch.js";
import { ownEnvelope } from "../../src/write/patch.js";

import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";

const refuse = { detached: "refuse" } as const;
const page = (entries: readonly string[]): string =>
  `---\nid: seats\ntype: preference\ntitle: Seats\nversion: 1\n---\n${entries.map((entry) => `- ${entry}\n`).join("")}`;

describe.each(["native", "embedded"] as const)("blame through the %s engine", (engine) => {
  let repo: TestRepo;
  let workspace: TestWorkspace;

  beforeEach(async () => {
    repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
    repo.write("memory/seats.md", page(["Aisle."]));
    workspace = await openTestWorkspace(repo, { engine });
    value(await adopt(workspace, { paths: [], dryRun: "commit" }, refuse));
  });
  afterEach(async () => {
    await workspace.close();
    repo.remove();
  });

  const byHand = (message: string, text?: string): string => {
    if (text !== undefined) repo.write("memory/seats.md", text);
    repo.git("add", "--all");
    repo.git("commit", "--quiet", "--message", message);
    refresh(workspace.primary);
    return repo.git("rev-parse", "HEAD");
  };
  const blamed = async () => value(await blame(workspace, { page: "seats" })).entries;
  const commits = async (): Promise<Readonly<Record<string, string | undefined>>> =>
    Object.fromEntries((await blamed()).map((entry) => [entry.text.trim(), entry.commit?.subject]));

  test("each entry tells who brought it, in which session, from where and why; a hand edit tells that it is one", async () => {
    const evidence = ["session:7f3a#L120", "session:7f3a#L140"];
    const said = { actor: "agent:scout", origin: "agent", session: "7f3a", evidence };
    value(await patch(workspace, { op: "append", page: "seats", value: "Exit row.", ...said }, refuse));
    byHand("Mine", page(["Aisle.", "Exit row.", "By hand."]));
    repo.write("memory/seats.md", page(["Aisle.", "Exit row.", "By hand.", "Not yet."]));
    refresh(workspace.primary);
    const by = Object.fromEntries((await blamed()).map((entry) => [entry.text.trim(), entry.by]));
    expect(by["- Exit row."]).toEqual({ hand: false, reason: "FLUSH_MANUAL", ...said });
    const none = { session: null, actor: null, origin: null, evidence: [] };
    expect(by["- By hand."]).toEqual({ hand: true, reason: null, ...none });
    expect(by["- Aisle."]).toMatchObject({ hand: false, reason: "ADOPT", origin: "user" });
    expect(by["- Not yet."]).toBeNull();
  });

  test("of a merge each entry is its own side's, whatever order the commits have", async () => {
    repo.git("checkout", "--quiet", "-b", "side");
    byHand("Side one", page(["Side one.", "Aisle."]));
    byHand("Side two", page(["Side one.", "Side two.", "Aisle."]));
    repo.git("checkout", "--quiet", "main");
    byHand("Main one", page(["Aisle.", "Main one."]));
    byHand("Main two", page(["Aisle.", "Main one.", "Main two."]));
    repo.tryGit(["merge", "--quiet", "--no-commit", "side"]);
    byHand("Merge", page(["Side one.", "Side two.", "Aisle.", "Main one.", "Main two.", "Of the merge."]));
    expect(await commits()).toEqual({
      "- Side one.": "Side one",
      "- Side two.": "Side two",
      "- Aisle.": "adopt: 2 pages".replace("2 pages", "memory/seats.md"),
      "- Main one.": "Main one",
      "- Main two.": "Main two",
      "- Of the merge.": "Merge",
    });
  });

  test("an entry keeps its commit through renames, splits, archives and their reverts", async () => {
    const first = byHand("One", page(["Aisle.", "Exit row."]));
    mkdirSync(join(repo.dir, "memory/preferences"));
    repo.git("mv", "memory/seats.md", "memory/preferences/seats.md");
    const renamed = byHand("Rename");
    value(await patch(workspace, { op: "archive", page: "seats" }, refuse));
    const archived = repo.git("rev-parse", "HEAD");
    const inArchive = (await blamed()).find((entry) => entry.text.includes("Exit row"));
    expect(inArchive?.commit?.commit).toBe(first);
    expect(inArchive?.moved).toEqual([
      { commit: archived, from: "memory/preferences/seats.md" },
      { commit: renamed, from: "memory/seats.md" },
    ]);
    value(await revert(workspace, { revision: "HEAD", envelope: ownEnvelope }, refuse));
    repo.write("memory/preferences/seats.md", page(["Aisle."]));
    repo.write("memory/rows.md", page(["Exit row."]).replace("id: seats", "id: rows"));
    const split = byHand("Split");
    const [row] = value(await blame(workspace, { page: "rows" })).entries;
    expect(row?.commit?.commit).toBe(first);
    expect(row?.moved[0]).toEqual({ commit: split, from: "memory/preferences/seats.md" });
    expect(row?.moved.map((move) => move.from)).toEqual([
      "memory/preferences/seats.md",
      "archive/2026/seats.md",
      "memory/preferences/seats.md",
      "memory/seats.md",
    ]);
  });

  test("in a shallow clone an entry that may be older than the clone is marked", async () => {
    byHand("Two", page(["Aisle.", "Exit row."]));
    byHand("Three", page(["Aisle.", "Exit row.", "Quiet car."]));
    expect((await blamed()).map(({ isCut }) => isCut)).toEqual([undefined, undefined, undefined]);
    const end = repo.git("rev-parse", "HEAD~1");
    writeFileSync(join(repo.dir, ".git/shallow"), `${end}\n`);
    const cut = await blamed();
    expect(cut.map(({ text, isCut, commit }) => [text.trim(), isCut, commit?.subject])).toEqual([
      ["- Aisle.", true, "Two"],
      ["- Exit row.", true, "Two"],
      ["- Quiet car.", undefined, "Three"],
    ]);
  });

  test("an entry that was taken away and came back is its return's", async () => {
    byHand("Gone", page([]));
    byHand("Back", page(["Aisle."]));
    expect(await commits()).toEqual({ "- Aisle.": "Back" });
  });
});

function value<T>(outcome: { ok: true; value: T } | { ok: false; error: { says: string } }): T {
  if (!outcome.ok) throw new Error(outcome.error.says);
  return outcome.value;
}
