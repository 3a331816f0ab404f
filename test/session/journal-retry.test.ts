/** Journal retry: what was refused is validated again on what the pages hold now, and what became of it joins the journal. */

import { afterEach, beforeEach, expect, test } from "vitest";
import { flush } from "../../src/session/flush.js";
import { journal, recordRejection } from "../../src/session/settle.js";
import { retryRejected, settleRejected, stage } from "../../src/session/stage.js";
import { stagingOf } from "../../src/session/staging.js";

import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";

const refuse = { detached: "refuse" } as const;

let repo: TestRepo;
let workspace: TestWorkspace;

beforeEach(async () => {
  repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  repo.write("memory/seats.md", "---\nid: seats\ntype: preference\ntitle: Seats\nversion: 1\n---\n- Aisle.\n");
  workspace = await openTestWorkspace(repo);
  repo.git("add", "-A");
  repo.git("commit", "-qm", "Seats");
});
afterEach(async () => {
  await workspace.close();
  expect(repo.tryGit(["fsck", "--strict"]).status).toBe(0);
  repo.remove();
});

const refused = async (draft: object) => {
  const staged = await stage(workspace, draft);
  if (!staged.ok) throw new Error(staged.error.says);
  await flush(workspace, { boundary: "turn" }, refuse);
  return rows();
};
const rows = async () => {
  const read = await journal(workspace);
  if (!read.ok) throw new Error(read.error.says);
  expect(read.value.damaged).toEqual([]);
  return read.value.rejected;
};
const late = { op: "append", page: "late", value: "Found its page." };

test("a patch that came before its page is committed once the page is there, and the journal says so", async () => {
  const [row] = await refused(late);
  const id = row?.id as string;
  expect(await retryRejected(workspace, id, refuse)).toMatchObject({
    value: { retried: { outcome: "rejected", reason: "SCHEMA_INVALID" }, hint: expect.stringContaining("pages") },
  });
  expect(await rows()).toHaveLength(1);
  repo.write("memory/late.md", "---\nid: late\ntype: preference\ntitle: Late\n---\n- Here.\n");
  repo.git("add", "-A");
  repo.git("commit", "-qm", "Late");
  const done = await retryRejected(workspace, id.slice(0, 6), refuse);
  const head = repo.git("rev-parse", "HEAD");
  expect(done).toMatchObject({ value: { id, retried: { outcome: "committed", commit: head, reason: null } } });
  expect(repo.git("show", "HEAD:memory/late.md")).toContain("- Found its page.");
  expect(await retryRejected(workspace, id, refuse)).toMatchObject({
    value: { retried: { outcome: "known", commit: head } },
  });
  expect(await rows()).toMatchObject([
    { id, retried: [{ outcome: "rejected" }, { outcome: "committed", commit: head }, { outcome: "known" }] },
  ]);
  expect(stagingOf(workspace.primary).list()).toMatchObject({ value: { patches: [] } });
  expect(repo.git("status", "--porcelain")).toBe("");
});

test("what was blanked cannot be tried again, and nothing is staged", async () => {
  const draft = { op: "append", page: "seats", value: `The key is ghp_${"a1B2".repeat(9)}.` };
  const says = { reason: "MALFORMED", says: "x", hint: "y" };
  await recordRejection(workspace.primary, { key: "k", at: workspace.primary.clock.now(), draft, ...says });
  const [row] = await rows();
  expect(row).toMatchObject({ redacted: true, draft: { value: expect.stringContaining("[REDACTED:") } });
  const answer = await retryRejected(workspace, row?.id as string, refuse);
  expect(answer).toMatchObject({ error: { reason: "SECRET_DETECTED", hint: expect.stringContaining("stage") } });
  expect((await rows())[0]?.retried).toEqual([]);
  expect(stagingOf(workspace.primary).list()).toMatchObject({ value: { patches: [] } });
});

test("another patch that waits under the same key is not taken for it", async () => {
  const [row] = await refused({ ...late, id: "mine" });
  await stage(workspace, { op: "append", page: "seats", value: "Other.", id: "mine" });
  expect(await retryRejected(workspace, row?.id as string, refuse)).toMatchObject({ error: { code: "refused" } });
  expect(stagingOf(workspace.primary).list()).toMatchObject({ value: { patches: [{ draft: { value: "Other." } }] } });
});

test("an id that names none, or is no id, is a usage failure", async () => {
  await refused(late);
  for (const id of ["", "xyz1", "abc", "ffffffff", "../../x"])
    expect(await retryRejected(workspace, id, refuse), id).toMatchObject({ error: { code: "usage" } });
});

test("what is settled stays readable with its reason, and is settled once", async () => {
  const [row] = await refused(late);
  const id = row?.id as string;
  const done = await settleRejected(workspace, id.slice(0, 6), "It was a try.");
  const settled = { outcome: "settled", reason: "It was a try.", commit: null };
  expect(done).toMatchObject({ ok: true, value: { id, retried: settled } });
  expect(await settleRejected(workspace, id, null)).toEqual(done);
  expect(await rows()).toMatchObject([{ id, draft: { value: "Found its page." }, retried: [settled] }]);
  expect(await settleRejected(workspace, "ffffffff", null)).toMatchObject({ error: { code: "usage" } });
});
