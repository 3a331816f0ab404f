/** Reads: what a night reads and parses of a large memory: each version once, whatever asks, and the same is found. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { PagePath } from "../../../src/base/ids.js";
import type { AuditHost } from "../../../src/history/verify/attest.js";
import { openKeyedCache } from "../../../src/memory/disk/facts-cache.js";
import { type AuditQuery, audit } from "../../../src/night/audit/audit.js";
import type { AuditFinding } from "../../../src/night/audit/checks.js";
import { linkCacheOf } from "../../../src/night/audit/pages.js";
import { nightly } from "../../../src/night/night.js";
import { lastKept } from "../../../src/night/night-refs.js";
import { searchOf } from "../../../src/recall/index/open.js";
import { existingIndexCheck } from "../../../src/upkeep/doctor.js";
import type { ValidationInput } from "../../../src/write/change.js";
import { decideOnHead } from "../../../src/write/flow.js";

import { openTestAudit } from "../../support/audit.js";
import { must, type NightMemory, nightMemory } from "../../support/nights.js";
import { give, withServices } from "../../support/open-memory.js";

let memory: NightMemory;
const folders: string[] = [];
afterEach(async () => {
  await memory.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function withHost<T>(use: (host: AuditHost) => Promise<T>): Promise<T> {
  const host = openTestAudit(memory.repo.dir, memory.repo.env, "native");
  try {
    return await use(host);
  } finally {
    await host.close();
  }
}

function audited(query: Partial<AuditQuery> = {}): Promise<readonly AuditFinding[]> {
  const { primary } = memory.workspace;
  return withHost(async (host) => must(await audit(primary, { doctor: [], host, across: false, ...query })).findings);
}

/** Paths that are read many at a time, from now on. */
function watchReads(): string[] {
  const { store } = memory.workspace.primary;
  const seen: string[] = [];
  Object.assign(memory.workspace.primary, {
    store: {
      ...store,
      readEach: (paths: Parameters<typeof store.readEach>[0], use: Parameters<typeof store.readEach>[1]) => {
        seen.push(...paths);
        store.readEach(paths, use);
      },
    },
  });
  return seen;
}

const broken = (findings: readonly AuditFinding[]): readonly string[] =>
  findings.filter(({ check }) => check === "link_broken").map(({ path, line }) => `${path}:${line}`);

test("a page that stays is read for its links once; one that changed is read again, and a lost cache costs time alone", async () => {
  memory = await nightMemory({
    "MEMORY.md": "# Memory\n\n- See [[nowhere]] and [[b]].\n",
    "memory/a.md": "- See [b](b.md).\n",
    "memory/b.md": "- Seats.\n",
  });
  const dir = mkdtempSync(join(tmpdir(), "pagefile-links-"));
  folders.push(dir);
  const forgetting = (): void =>
    void give(memory.workspace.primary, [[linkCacheOf, openKeyedCache(dir, "links-test")]]);
  forgetting();
  const seen = watchReads();
  expect(broken(await audited())).toEqual(["MEMORY.md:3"]);
  expect(seen.splice(0)).toHaveLength(3);
  forgetting();
  expect(broken(await audited())).toEqual(["MEMORY.md:3"]);
  expect(seen).toEqual([]);
  memory.write({ "memory/b.md": "- Seats, as in [[elsewhere]].\n" });
  // Bringing the table in step reads what is too young to vouch for itself.
  seen.splice(0);
  expect(broken(await audited())).toEqual(["MEMORY.md:3", "memory/b.md:1"]);
  expect(seen.splice(0)).toEqual(["memory/b.md"]);
  rmSync(dir, { recursive: true });
  forgetting();
  expect(broken(await audited())).toEqual(["MEMORY.md:3", "memory/b.md:1"]);
  expect(seen).toHaveLength(3);
});

test("logs that came when their day was over are each held against the text they came with, by one list of commits", async () => {
  memory = await nightMemory({ "MEMORY.md": "# Memory\n" });
  memory.now = "2026-11-21T03:00:00Z";
  memory.commit({ "memory/2026-11-10.md": "- Flew to Oslo.\n", "memory/2026-11-11.md": "- Rested.\n" });
  memory.commit({ "memory/2026-11-12.md": "- Flew to Bergen.\n", "memory/2026-11-10.md": "- Stayed.\n" });
  memory.commit({ "memory/2026-11-12.md": "- Stayed too.\n" });
  const { history } = memory.workspace.primary;
  const asked: (readonly string[])[] = [];
  Object.assign(memory.workspace.primary, {
    history: {
      ...history,
      log: (query: Parameters<typeof history.log>[0]) => {
        if (query.paths.some((path) => path.startsWith("memory/2026"))) asked.push(query.paths);
        return history.log(query);
      },
    },
  });
  const found = (await audited()).filter(({ check }) => check === "log_edited");
  expect(found).toMatchObject([
    { path: "memory/2026-11-10.md", says: expect.stringContaining("Flew to Oslo.") },
    { path: "memory/2026-11-12.md", says: expect.stringContaining("Flew to Bergen.") },
  ]);
  expect(asked).toHaveLength(1);
});

test("what was decided by the table need not be decided again where a file that is read late is the one it knew", async () => {
  memory = await nightMemory({ "MEMORY.md": "# Memory\n", "memory/a.md": "- One.\n" });
  const { primary } = memory.workspace;
  const head = must(await primary.history.head()).commit;
  const asked = async (): Promise<readonly unknown[]> => {
    const tables: unknown[] = [];
    const decide = (ground: Pick<ValidationInput, "table" | "committed">): unknown => {
      tables.push(ground.table);
      return ground.committed("memory/a.md" as PagePath);
    };
    must(await decideOnHead(primary, head, decide));
    return tables;
  };
  const [first, second] = await asked();
  expect(second).toBe(first);
  memory.repo.write("memory/a.md", "- Two.\n");
  const [before, after] = await asked();
  expect(before).toBe(first);
  expect(after).not.toBe(first);
});

test("the search is asked once a week, and what it says is in the report; an index that nobody made is not made", async () => {
  memory = await nightMemory({ "MEMORY.md": "# Memory\n\n- Ada prefers trains.\n" });
  const { primary } = memory.workspace;
  let asked = 0;
  const canary: NonNullable<AuditQuery["canary"]> = () => {
    asked += 1;
    return [{ name: "recall", ok: false, says: "It finds nothing.", hint: "Make it anew." }];
  };
  const night = (): Promise<unknown> =>
    withHost(async (host) =>
      must(await nightly(primary, "apply", { detached: "refuse", audit: { doctor: [], host, canary } })),
    );
  await night();
  expect(asked).toBe(1);
  const told = must(await lastKept(primary, "audit"))?.findings.filter(({ check }) => check === "doctor");
  expect(told).toMatchObject([{ says: "recall: It finds nothing." }]);
  memory.now = "2026-11-22T03:00:00Z";
  await night();
  expect(asked).toBe(1);
  memory.now = "2026-11-28T03:00:00Z";
  await night();
  expect(asked).toBe(2);
  const state = (is: string): typeof primary => {
    const search = { ...searchOf(primary), status: () => ({ state: is }), converge: () => ({}), query: () => ({}) };
    return withServices(primary, [[searchOf, search]]);
  };
  expect(existingIndexCheck(state("missing"))).toEqual([]);
});
