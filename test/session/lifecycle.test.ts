/** Lifecycle events: each goes through the real flush, and each dirty page ends committed, archived, rejected or dirty with a fault. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionsOf } from "../../src/memory/sessions.js";
import { flush } from "../../src/session/flush.js";
import { lifecycle, lifecycleEvents } from "../../src/session/lifecycle.js";
import { stage } from "../../src/session/stage.js";
import { stagingOf } from "../../src/session/staging.js";

import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";

let repo: TestRepo;
let workspace: TestWorkspace;
const page = (id: string): string =>
  `---\nid: ${id}\ntype: preference\ntitle: ${id}\nversion: 1\nfields: { subject: a, prefers: b }\n---\n- Aisle.\n`;

beforeAll(async () => {
  repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  for (const event of lifecycleEvents) {
    repo.write(`memory/preferences/${event}-a.md`, page(`${event}-a`));
    repo.write(`memory/preferences/${event}-b.md`, page(`${event}-b`));
  }
  workspace = await openTestWorkspace(repo);
  repo.git("add", "-A");
  repo.git("commit", "-qm", "Pages");
});
afterAll(async () => {
  await workspace.close();
  expect(repo.tryGit(["fsck", "--strict"]).status).toBe(0);
  repo.remove();
});

test.each(lifecycleEvents)("%s", async (event) => {
  const { boundary, reason, loses } = lifecycle[event];
  const session = `s-${event}`;
  const drafts = [
    { op: "append", page: `${event}-a`, value: `Said before ${event}.` },
    { op: "archive", page: `${event}-b` },
    { op: "set_with_version", page: `${event}-a`, key: "title", value: "x", base: "99" },
  ];
  for (const draft of drafts) {
    const staged = await stage(
      workspace,
      { ...draft, session },
      { pid: process.pid, source: { epoch: 0, length: 10, digest: null } },
    );
    expect(staged.ok).toBe(true);
  }
  const query = { boundary, event, session, source: { epoch: 0, length: 12, digest: null } };

  const mergeHead = join(repo.dir, ".git", "MERGE_HEAD");
  writeFileSync(mergeHead, `${repo.git("rev-parse", "HEAD")}\n`);
  const before = workspace.faults.length;
  const blocked = await flush(workspace, query, { detached: "refuse" });
  expect(blocked.ok).toBe(false);
  const faults = workspace.faults.slice(before);
  expect(faults.map((fault) => [fault.kind, fault.page])).toEqual(drafts.map((one) => ["flush_miss", one.page]));
  rmSync(mergeHead);

  const done = await flush(workspace, query, { detached: "refuse" });
  if (!done.ok) throw new Error(done.error.says);
  const head = repo.git("rev-parse", "HEAD");
  expect(done.value.pages.map(({ page, outcome, commit, reason }) => [page, outcome, commit, reason])).toEqual([
    [`${event}-a`, "committed", head, null],
    [`${event}-b`, "archived", head, null],
    [`${event}-a`, "rejected", null, "VERSION_CONFLICT"],
  ]);
  const trailer = (key: string) => repo.git("log", "-1", `--format=%(trailers:key=Pagefile-${key},valueonly)`).trim();
  expect([trailer("Reason"), trailer("Boundary"), trailer("Session")]).toEqual([reason, boundary, session]);
  expect(repo.git("show", `HEAD:memory/preferences/${event}-a.md`)).toContain(`Said before ${event}.`);
  expect(repo.git("ls-tree", "-r", "--name-only", "HEAD", "archive/")).toContain(`${event}-b.md`);
  expect(stagingOf(workspace.primary).list()).toMatchObject({ ok: true, value: { patches: [] } });

  const record = sessionsOf(workspace.primary).read(session);
  if (!record.ok) throw new Error(record.error.says);
  expect(done.value.epoch).toBe(loses === "transcript" ? 1 : 0);
  expect(record.value?.seen.epoch).toBe(done.value.epoch);
  expect(record.value?.ended !== null).toBe(loses === "session");
});
