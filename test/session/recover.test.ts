/** Recover: what a session that provably died had staged is committed or journaled before anything else; nobody else's is touched. */

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { status } from "../../src/night/status.js";
import { flush } from "../../src/session/flush.js";
import { sessionList, sessionStart } from "../../src/session/pages/session.js";
import { patch } from "../../src/session/patch.js";
import { recover } from "../../src/session/recover.js";
import { journal } from "../../src/session/settle.js";
import { stage } from "../../src/session/stage.js";
import { stagingOf } from "../../src/session/staging.js";

import { type Lived, processThatLives } from "../support/dead-process.js";
import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";

const seats = "---\nid: seats\ntype: preference\ntitle: Seats\nversion: 1\n---\n- Aisle.\n";
const refuse = { detached: "refuse" } as const;

let repo: TestRepo;
let workspace: TestWorkspace;
let lived: Lived;

beforeEach(async () => {
  repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  repo.write("memory/seats.md", seats);
  workspace = await openTestWorkspace(repo);
  repo.git("add", "-A");
  repo.git("commit", "-qm", "Seats");
  lived = processThatLives();
});
afterEach(async () => {
  await workspace.close();
  expect(repo.tryGit(["fsck", "--strict"]).status).toBe(0);
  repo.remove();
});

const append = (value: string, session: string) => ({ op: "append", page: "seats", value, session });
const put = async (draft: object, pid: number | null = null) => {
  const staged = await stage(workspace, draft, { pid, source: null });
  if (!staged.ok) throw new Error(staged.error.says);
};
const began = async (session: string, pid: number | null) => {
  const started = await sessionStart(workspace, { session, pid }, refuse);
  if (!started.ok) throw new Error(started.error.says);
  return started.value;
};
const reasons = () =>
  repo.git("log", "--format=%(trailers:key=Pagefile-Reason,valueonly,separator=%x20)").split("\n");

test("the next session recovers what a killed one left, says so, and validates it like all else", async () => {
  await began("dead", lived.pid);
  await put(append("Said before the kill.", "dead"));
  await put({ op: "set_with_version", page: "seats", key: "title", value: "x", base: "99", session: "dead" });
  await put(append("From one that lives.", "alive"), process.pid);
  await put(append("From who knows.", "unknown"));
  await lived.kill();

  const before = await status(workspace);
  if (!before.ok) throw new Error(before.error.says);
  expect(before.value.waiting.map(({ session, state, patches }) => [session, state, patches])).toEqual([
    ["dead", "dead", 2],
    ["alive", "alive", 1],
    ["unknown", "unknown", 1],
  ]);
  expect(reasons().filter((reason) => reason === "RECOVERED")).toEqual([]);

  const started = await began("next", process.pid);
  expect(started.recovered).toMatchObject({
    sessions: ["dead"],
    committed: [{ commit: repo.git("rev-parse", "HEAD") }],
    rejected: [{ reason: "VERSION_CONFLICT" }],
  });
  expect(reasons()[0]).toBe("RECOVERED");
  expect(started.waiting.map((row) => row.session)).toEqual(["alive", "unknown"]);
  expect(readFileSync(join(repo.dir, "memory/seats.md"), "utf8")).toContain("- Said before the kill.");
  expect(await journal(workspace)).toMatchObject({
    value: { staged: [{ session: "alive" }, { session: "unknown" }], rejected: [{ reason: "VERSION_CONFLICT" }] },
  });
  expect(sessionList(workspace)).toMatchObject({
    value: {
      sessions: [
        { session: "next", state: "alive" },
        { session: "dead", state: "ended" },
      ],
    },
  });
});

test("a flush recovers the dead first, as a commit of its own", async () => {
  await put(append("First.", "dead"), lived.pid);
  await put(append("Second.", "mine"), process.pid);
  await put(append("Third.", "other"), process.pid);
  await lived.kill();
  const done = await flush(workspace, { boundary: "turn", session: "mine" }, refuse);
  expect(done).toMatchObject({ value: { recovered: { sessions: ["dead"], committed: [{}] }, committed: [{}] } });
  expect(reasons().slice(0, 2)).toEqual(["TURN_COMMIT", "RECOVERED"]);
  const left = stagingOf(workspace.primary).list();
  expect(left.ok && left.value.patches.map((one) => one.session)).toEqual(["other"]);
});

test("a session in a process that lives, or elsewhere, or nowhere known is never recovered", async () => {
  await put(append("A.", "alive"), lived.pid);
  await put(append("B.", "unknown"));
  const elsewhere = lived.owner.replace(/-[0-9a-f]{12}-([0-9a-f]{12})$/, "-000000000000-$1");
  const foreign = {
    key: "k",
    at: workspace.primary.clock.now(),
    source: null,
    base: null,
    session: "far",
    owner: elsewhere,
  };
  stagingOf(workspace.primary).add({ ...foreign, draft: append("C.", "far") });
  expect(await recover(workspace.primary, refuse)).toMatchObject({ value: { sessions: [], committed: [] } });
  await lived.kill();
  expect(await recover(workspace.primary, refuse)).toMatchObject({ value: { sessions: ["alive"] } });
  expect(await recover(workspace.primary, refuse)).toMatchObject({ value: { sessions: [] } });
  const left = stagingOf(workspace.primary).list();
  expect(left.ok && left.value.patches.map((one) => one.session).sort()).toEqual(["far", "unknown"]);
});

test("a session that is started again under its name goes on while what it left is recovered", async () => {
  await began("same", lived.pid);
  await put(append("Before.", "same"));
  await lived.kill();
  await began("same", process.pid);
  expect(sessionList(workspace)).toMatchObject({ value: { sessions: [{ session: "same", state: "alive" }] } });
});

test("where recovery is impossible the session starts, the failure is told, and the patches wait with a fault", async () => {
  await put(append("Kept.", "dead"), lived.pid);
  await lived.kill();
  writeFileSync(join(repo.dir, ".git", "MERGE_HEAD"), `${repo.git("rev-parse", "HEAD")}\n`);
  const started = await began("next", process.pid);
  expect(started.unrecovered).toContain("merge");
  expect(started.waiting).toMatchObject([{ session: "dead", state: "dead", patches: 1 }]);
  expect(workspace.faults.map((fault) => fault.kind)).toEqual(["flush_miss"]);
  rmSync(join(repo.dir, ".git", "MERGE_HEAD"));
  expect((await began("later", process.pid)).recovered.committed).toHaveLength(1);
});

test("two processes that recover at once commit it once and refuse nothing", async () => {
  const other = await openTestWorkspace(repo);
  const draft = { op: "create", type: "decision", title: "Trains", page: "trains", session: "dead" };
  await put({ ...draft, fields: { decision: "d", because: "b" } }, lived.pid);
  await put(append("Said.", "dead"), lived.pid);
  await lived.kill();
  const both = await Promise.all([recover(workspace.primary, refuse), recover(other.primary, refuse)]);
  await other.close();
  for (const one of both) expect(one).toMatchObject({ ok: true, value: { rejected: [] } });
  expect(reasons().filter((reason) => reason === "RECOVERED")).toHaveLength(1);
  expect(await journal(workspace)).toMatchObject({ value: { staged: [], rejected: [] } });
});

test("a patch that another process commits while it is being sorted is known, not refused", async () => {
  const other = await openTestWorkspace(repo);
  const draft = { op: "create", type: "decision", title: "Trains", page: "trains", session: "dead" };
  await put({ ...draft, fields: { decision: "d", because: "b" } }, lived.pid);
  await lived.kill();
  const history = Object.create(workspace.primary.history) as typeof workspace.primary.history;
  let quicker = false;
  history.log = async (query) => {
    const logged = await workspace.primary.history.log(query);
    if (!quicker) await recover(other.primary, refuse);
    quicker = true;
    return logged;
  };
  const done = await recover({ ...workspace.primary, history }, refuse);
  await other.close();
  expect(done).toMatchObject({ value: { committed: [], rejected: [], known: [{}] } });
});

test("a retry by the same key gets the first success, staged or not", async () => {
  const draft = { op: "create", type: "decision", title: "Trains", page: "trains", id: "request-1" };
  const whole = { ...draft, fields: { decision: "d", because: "b" } };
  const first = await patch(workspace, whole, refuse);
  if (!first.ok) throw new Error(first.error.says);
  expect(await patch(workspace, whole, refuse)).toEqual({
    ok: true,
    value: { ...first.value, unchanged: true },
  });
  await put(whole);
  expect(await flush(workspace, { boundary: "turn" }, refuse)).toMatchObject({
    value: { known: [{ patch: "request-1", commit: first.value.commit }], rejected: [], committed: [] },
  });
  expect(await patch(workspace, { ...whole, id: "request-2" }, refuse)).toMatchObject({ ok: false });
});

test("a process that died between commit and unstaging is recovered without a second commit", async () => {
  await put(append("Once.", "dead"), lived.pid);
  const folder = join(repo.home, "state", "staged");
  const [name] = readdirSync(folder);
  const bytes = readFileSync(join(folder, name as string));
  await flush(workspace, { boundary: "turn" }, refuse);
  const head = repo.git("rev-parse", "HEAD");
  writeFileSync(join(folder, name as string), bytes);
  await lived.kill();
  expect((await began("next", null)).recovered).toMatchObject({ committed: [], known: [{ commit: head }] });
  expect(repo.git("rev-parse", "HEAD")).toBe(head);
});
