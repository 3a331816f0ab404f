/** Audit flows: where an audit begins, what it does with a history that was rewritten, cut or merged, and when it may attest. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { revert } from "../../../src/history/revert.js";
import { type HistoryAnswer, type HistoryQuery, verifyHistory } from "../../../src/history/verify/views.js";
import { adopt } from "../../../src/init/init.js";
import { patch } from "../../../src/session/patch.js";
import { ownEnvelope } from "../../../src/write/patch.js";

import { openTestAudit } from "../../support/audit.js";
import { makeRepo, openRepo, type TestRepo } from "../../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../../support/open-memory.js";

const refuse = { detached: "refuse" } as const;
const page = (entries: readonly string[], version = 1): string =>
  `---\nid: seats\ntype: preference\ntitle: Seats\nversion: ${version}\n---\n${entries.map((entry) => `- ${entry}\n`).join("")}`;

describe.each(["native", "embedded"] as const)("an audit through the %s engine", (engine) => {
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

  const audit = async (query: Partial<HistoryQuery> = {}) => {
    const host = openTestAudit(repo.dir, repo.env, engine);
    const answer = await verifyHistory(workspace.primary, host, { since: null, attest: "leave", ...query });
    await host.close();
    return answer;
  };
  const found = async (query: Partial<HistoryQuery> = {}): Promise<readonly string[]> =>
    codes(value(await audit(query)).findings);
  const byHand = (text: string, message = "By hand", ...flags: readonly string[]): void => {
    repo.write("memory/seats.md", text);
    repo.git("commit", "--quiet", "--all", ...flags, "--message", message);
  };
  const head = (): string => repo.git("rev-parse", "HEAD");

  test("finds nothing in what this program itself did: adopt, append, archive, restore, revert", async () => {
    const first = value(await patch(workspace, { op: "append", page: "seats", value: "Exit row." }, refuse));
    value(await patch(workspace, { op: "append", page: "seats", value: "Quiet car." }, refuse));
    value(await patch(workspace, { op: "archive", page: "seats" }, refuse));
    value(await revert(workspace, { revision: "HEAD", envelope: ownEnvelope }, refuse));
    value(await revert(workspace, { revision: first.commit ?? "", envelope: ownEnvelope }, refuse));
    value(await patch(workspace, { op: "archive", page: "seats" }, refuse));
    value(await patch(workspace, { op: "restore", page: "seats" }, refuse));
    expect(value(await audit())).toMatchObject({ findings: [], notes: [], commits: 9 });
  });

  test("begins behind what was attested, which only an attesting run moves", async () => {
    expect(value(await audit())).toMatchObject({ since: null, attested: null, moved: false });
    const attested = head();
    expect(value(await audit({ attest: "clean" }))).toMatchObject({ attested, moved: true });
    expect(repo.git("rev-parse", "refs/pagefile/attested")).toBe(attested);
    value(await patch(workspace, { op: "append", page: "seats", value: "Exit row." }, refuse));
    expect(value(await audit())).toMatchObject({ since: attested, commits: 1, attested, moved: false });
    expect(value(await audit({ attest: "clean" }))).toMatchObject({ commits: 1, attested: head(), moved: true });
    expect(value(await audit({ attest: "clean" }))).toMatchObject({ commits: 0, moved: false });
  });

  test("does not attest what it has findings in, until somebody accepts them", async () => {
    byHand("---\nid: half\n", "Broken");
    const refused = value(await audit({ attest: "clean" }));
    expect(refused).toMatchObject({ attested: null, moved: false });
    expect(codes(refused.findings)).toEqual(["hook_bypassed"]);
    expect(value(await audit({ attest: "accept" }))).toMatchObject({ attested: head(), moved: true });
    expect(await found()).toEqual([]);
  });

  test("--since looks at a part, and a part cannot be attested", async () => {
    byHand("---\nid: half\n", "Broken");
    byHand(page(["Aisle."]), "Mended");
    expect(await found({ since: "HEAD~1" })).toEqual([]);
    expect(await found({ since: "HEAD~2" })).toEqual(["hook_bypassed"]);
    expect(await audit({ since: "HEAD~1", attest: "clean" })).toMatchObject({ ok: false, error: { code: "usage" } });
    expect(await audit({ since: "nonsense" })).toMatchObject({ ok: false, error: { code: "usage" } });
    expect(repo.tryGit(["rev-parse", "--verify", "-q", "refs/pagefile/attested"]).status).toBe(1);
  });

  test("T21: a history that no longer holds what was attested is a finding and a fault, however it was rewritten", async () => {
    byHand(page(["Aisle.", "Window."]), "One");
    byHand(page(["Aisle.", "Window.", "Exit."]), "Two");
    value(await audit({ attest: "clean" }));
    const attested = head();
    for (const rewrite of [
      () => repo.git("commit", "--quiet", "--amend", "--message", "Two, otherwise"),
      () => repo.git("reset", "--quiet", "--hard", "HEAD~2"),
      () => repo.git("checkout", "--quiet", "--orphan", "main2"),
    ]) {
      rewrite();
      if (repo.git("symbolic-ref", "HEAD").endsWith("main2")) repo.git("commit", "--quiet", "--message", "Afresh");
      const { findings } = value(await audit());
      expect(findings[0]).toMatchObject({ code: "history_rewritten", commit: attested });
      expect(workspace.faults.at(-1)).toMatchObject({ kind: "history_rewritten", page: attested });
      expect(codes(value(await audit({ since: "HEAD" })).findings)).toEqual(["history_rewritten"]);
    }
    expect(value(await audit({ attest: "accept" })).attested).toBe(head());
    expect(await found()).toEqual([]);
  });

  test("T21: an attested commit whose objects are gone is no reason to stop", async () => {
    byHand(page(["Aisle.", "Window."]), "One");
    value(await audit({ attest: "clean" }));
    const attested = head();
    repo.git("reset", "--quiet", "--hard", "HEAD~1");
    writeFileSync(join(repo.dir, ".git/refs/pagefile/attested"), `${attested.replace(/./g, "d")}\n`);
    expect(await found()).toEqual(["history_rewritten"]);
  });

  test("T20: who the author says they are changes nothing", async () => {
    const broken = (): void => byHand("---\nid: half\n", "Broken", "--author", "Pagefile <pagefile@localhost>");
    broken();
    expect(await found()).toEqual(["hook_bypassed"]);
    byHand(page([]), "append: x\n\nPagefile-Reason: FLUSH_MANUAL\nPagefile-Op: append seats memory/seats.md");
    expect(await found()).toContain("claim_false");
  });

  test("a merge is followed on both sides, and loses nothing when it says so", async () => {
    byHand(page(["Aisle.", "Early."]), "Early");
    value(await audit({ attest: "clean" }));
    repo.git("checkout", "--quiet", "-b", "side", "HEAD~1");
    byHand(page(["Aisle.", "Sidelong."]), "Side");
    repo.git("checkout", "--quiet", "main");
    byHand(page(["Aisle.", "Early.", "Main."]), "Main");
    repo.git("merge", "--quiet", "--strategy", "ours", "--message", "Mine", "side");
    const answer = value(await audit());
    expect(answer.commits).toBe(3);
    expect(codes(answer.findings)).toEqual(["merge_lost"]);
    const message = "Mine\n\nPagefile-Allow: DESTRUCTIVE_OP\n";
    repo.git("commit", "--quiet", "--amend", "--message", message);
    expect(await found()).toEqual([]);
  });

  test("a memory below the top is audited alone, and the words of another one are not held against it", async () => {
    repo.write("inner/memory/rails.md", page(["Slow."]).replace("seats", "rails"));
    const below = await openTestWorkspace(repo, { engine, folder: "inner" });
    repo.write("memory/seats.md", page(["Aisle.", "Both."]));
    repo.git("add", "--all");
    const ops = "Pagefile-Op: create rails memory/rails.md\nPagefile-Op: edit seats memory/seats.md";
    repo.git("commit", "--quiet", "--message", `Both\n\nPagefile-Reason: MANUAL_EDIT\n${ops}`);
    const host = openTestAudit(join(repo.dir, "inner"), repo.env, engine);
    const answer = await verifyHistory(below.primary, host, { since: null, attest: "leave" });
    await host.close();
    await below.close();
    expect(value(answer).findings).toEqual([]);
    expect(await found()).toEqual([]);
  });

  test("a shallow clone says where its history ends, and audits what lies behind that", async () => {
    byHand(page(["Aisle.", "One."]), "One");
    byHand(page(["Aisle.", "One.", "Two."]), "Two");
    const dir = join(repo.home, "clone");
    repo.git("clone", "--quiet", "--depth", "2", `file://${repo.dir}`, dir);
    const clone = openRepo(dir, repo.home);
    const host = openTestAudit(clone.dir, clone.env, engine);
    const shallow = await openTestWorkspace(clone, { engine });
    const ask = (since: string | null) => verifyHistory(shallow.primary, host, { since, attest: "leave" });
    expect(await ask(null)).toMatchObject({ ok: false, error: { code: "git_failed" } });
    expect(value(await ask("HEAD~1"))).toMatchObject({ commits: 1, findings: [] });
    await host.close();
    await shallow.close();
  });
});

function value<T>(outcome: { ok: true; value: T } | { ok: false; error: { says: string } }): T {
  if (!outcome.ok) throw new Error(outcome.error.says);
  return outcome.value;
}

function codes(rows: HistoryAnswer["findings"]): readonly string[] {
  return rows.map((row) => row.code);
}
