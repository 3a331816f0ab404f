/** Session: what comes after its transcript was dropped is refused, and a session that says much and proposes nothing is a fault. */

import { afterEach, beforeEach, expect, test } from "vitest";
import { parseSource, sessionsOf } from "../../../src/memory/sessions.js";
import { flush } from "../../../src/session/flush.js";
import { sessionStart } from "../../../src/session/pages/session.js";
import { journal } from "../../../src/session/settle.js";
import { stage } from "../../../src/session/stage.js";

import { makeRepo, type TestRepo } from "../../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../../support/open-memory.js";

const seats = "---\nid: seats\ntype: preference\ntitle: Seats\nversion: 1\n---\n- Aisle.\n";
const refuse = { detached: "refuse" } as const;

let repo: TestRepo;
let workspace: TestWorkspace;

beforeEach(async () => {
  repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  repo.write("memory/seats.md", seats);
  workspace = await openTestWorkspace(repo);
  repo.git("add", "-A");
  repo.git("commit", "-qm", "Seats");
});
afterEach(async () => {
  await workspace.close();
  repo.remove();
});

const put = (value: string, epoch: string | null, session: string | null = "s") =>
  stage(
    workspace,
    { op: "append", page: "seats", value, session },
    { pid: null, source: epoch === null ? null : parseSource(epoch) },
  );
const crossed = async (event: "compaction-auto" | "turn" | "exit", epoch: string | null) =>
  flush(
    workspace,
    {
      boundary: event === "turn" ? "turn" : event === "exit" ? "shutdown" : "compaction",
      event,
      session: "s",
      source: epoch === null ? null : parseSource(epoch),
    },
    refuse,
  );
const kinds = () => workspace.faults.map((fault) => fault.kind);

test("words from before a compaction are refused after it, and kept in the journal", async () => {
  expect((await put("Seen whole.", "0:9000")).ok).toBe(true);
  expect(await crossed("compaction-auto", "0:9100")).toMatchObject({ ok: true, value: { epoch: 1, faults: [] } });
  const late = await put("Made from the stub.", "0:9100");
  expect(late).toMatchObject({ ok: false, error: { code: "refused", reason: "FLUSH_AFTER_EVICT" } });
  expect(kinds()).toEqual(["flush_after_evict"]);
  expect(await journal(workspace)).toMatchObject({
    value: { staged: [], rejected: [{ reason: "FLUSH_AFTER_EVICT", draft: { value: "Made from the stub." } }] },
  });
  expect((await put("Said since.", "1:300")).ok).toBe(true);
  expect((await put("Of another session.", "0:10", "other")).ok).toBe(true);
});

test("a flush that speaks of a dropped transcript commits nothing and loses nothing, also in another process", async () => {
  await put("Early.", "0:50");
  await crossed("compaction-auto", "0:60");
  await put("Staged since.", "1:20");
  const head = repo.git("rev-parse", "HEAD");
  const again = await openTestWorkspace(repo);
  const late = await flush(
    again,
    { boundary: "turn", session: "s", source: { epoch: 0, length: 70, digest: null } },
    refuse,
  );
  expect(late).toMatchObject({ ok: false, error: { reason: "FLUSH_AFTER_EVICT" } });
  expect(again.faults.map((fault) => fault.kind)).toEqual(["flush_after_evict"]);
  await again.close();
  expect(repo.git("rev-parse", "HEAD")).toBe(head);
  expect(await crossed("turn", "1:20")).toMatchObject({ ok: true, value: { committed: [{}] } });
});

test("what was staged whole before a compaction is committed after it", async () => {
  await put("Whole.", "0:50");
  await flush(workspace, { boundary: "compaction", session: "other-name" }, refuse);
  expect(await crossed("compaction-auto", null)).toMatchObject({ value: { committed: [{}], epoch: 1 } });
  await put("Whole too.", "1:50");
  expect(await crossed("turn", "2:1")).toMatchObject({ value: { committed: [{}], epoch: 2 } });
});

test("a transcript that is shorter than it was within its epoch was cut, whoever did it", async () => {
  await put("Long.", "0:900");
  expect(await put("Short.", "0:40")).toMatchObject({ ok: false, error: { reason: "FLUSH_AFTER_EVICT" } });
  await crossed("turn", "0:950");
  expect(await crossed("turn", "0:100")).toMatchObject({ ok: false, error: { reason: "FLUSH_AFTER_EVICT" } });
});

test("a compaction that is told twice counts once", async () => {
  await put("Once.", "0:50:aaaa");
  expect(await crossed("compaction-auto", "0:60:bbbb")).toMatchObject({ value: { epoch: 1, committed: [{}] } });
  expect(await crossed("compaction-auto", "0:60:bbbb")).toMatchObject({ value: { epoch: 1, committed: [] } });
  expect(await crossed("compaction-auto", "0:61:cccc")).toMatchObject({ ok: false });
});

test("an agent that answers every flush with nothing is a fault wherever something is dropped, once", async () => {
  expect(await crossed("turn", "0:100")).toMatchObject({ value: { faults: [] } });
  expect(await crossed("compaction-auto", "0:200")).toMatchObject({
    value: { faults: [{ kind: "agent_declined" }] },
  });
  expect(await crossed("compaction-auto", "0:200")).toMatchObject({ value: { faults: [] } });
  expect(await crossed("turn", "1:30")).toMatchObject({ value: { faults: [] } });
  expect(await crossed("exit", "1:30")).toMatchObject({ value: { faults: [] } });
  expect(await crossed("exit", "1:90")).toMatchObject({ value: { faults: [{ kind: "agent_declined" }] } });
  expect(kinds()).toEqual(["agent_declined", "agent_declined"]);
});

test("an agent that proposed something did not decline, and one without a length is not accused", async () => {
  await put("Something.", "0:100");
  expect(await crossed("exit", "0:120")).toMatchObject({ value: { faults: [], committed: [{}] } });
  expect(await crossed("exit", null)).toMatchObject({ value: { faults: [] } });
  expect(kinds()).toEqual([]);
});

test("an epoch outlives the process and the session's end", async () => {
  await crossed("compaction-auto", null);
  await crossed("exit", null);
  const again = await sessionStart(workspace, { session: "s", pid: process.pid }, refuse);
  expect(again).toMatchObject({ ok: true, value: { epoch: 1 } });
  expect(await put("Old.", "0:1")).toMatchObject({ ok: false });
});

test("what cannot be meant is a usage failure, and changes nothing", async () => {
  const source = { epoch: 0, length: null, digest: null };
  const bad = [
    await put("No session.", "0:1", null),
    await flush(workspace, { boundary: "turn", source }, refuse),
    await flush(workspace, { boundary: "turn", event: "exit" }, refuse),
    await flush(workspace, { boundary: "turn", session: " " }, refuse),
    await sessionStart(workspace, { session: "", pid: null }, refuse),
    await sessionStart(workspace, { session: "s", pid: 0x7ffffff0 }, refuse),
  ];
  for (const one of bad) expect(one).toMatchObject({ ok: false, error: { code: "usage" } });
  const secret = await sessionStart(workspace, { session: `ghp_${"a1B2".repeat(9)}`, pid: null }, refuse);
  expect(secret).toMatchObject({ ok: false, error: { reason: "SECRET_DETECTED" } });
  expect(sessionsOf(workspace.primary).list()).toEqual({ ok: true, value: { records: [], damaged: [] } });
});
