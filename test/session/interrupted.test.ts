/** Interrupted: what fails half-way leaves nothing behind that keeps it from being done again, through both engines. */

import { chmodSync, existsSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { err } from "../../src/base/result.js";
import type { PageStore } from "../../src/memory/disk/read.js";
import { flush } from "../../src/session/flush.js";
import { patch } from "../../src/session/patch.js";
import { stage } from "../../src/session/stage.js";
import { stagingOf } from "../../src/session/staging.js";

import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";

const refuse = { detached: "refuse" } as const;
const seats = "---\nid: seats\ntype: preference\ntitle: Seats\nversion: 1\n---\n- Aisle.\n";
const broken = { code: "io_failed", errno: "EIO", says: "The disk failed.", hint: "Check it." } as const;

describe.each(["native", "embedded"] as const)("interrupted through the %s engine", (engine) => {
  let repo: TestRepo;
  let workspace: TestWorkspace;

  beforeEach(async () => {
    repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
    repo.write("memory/seats.md", seats);
    workspace = await openTestWorkspace(repo, { engine });
    repo.git("add", "-A");
    repo.git("commit", "-qm", "Seats");
  });
  afterEach(async () => {
    await workspace.close();
    repo.remove();
  });

  const bend = (change: (real: PageStore) => Partial<PageStore>): (() => void) => {
    const { store } = workspace.primary;
    Object.assign(workspace.primary, { store: { ...store, ...change(store) } });
    return () => Object.assign(workspace.primary, { store });
  };
  const value = <T>(outcome: { ok: true; value: T } | { ok: false; error: { says: string } }): T => {
    if (!outcome.ok) throw new Error(outcome.error.says);
    return outcome.value;
  };
  const ask = async (draft: object) => value(await patch(workspace, draft, refuse));
  const flushed = async () => value(await flush(workspace, { boundary: "turn" }, refuse));
  const create = (fields: object) => ({ op: "create", type: "preference", page: "trains", title: "Trains", fields });

  test("a page that was written when the disk failed is taken back, and can be made again", async () => {
    let calls = 0;
    const mend = bend((real) => ({
      async replace(writes) {
        const done = await real.replace(writes);
        return ++calls === 1 ? err(broken) : done;
      },
    }));
    const draft = create({ subject: "travel", prefers: "trains" });
    expect(await patch(workspace, draft, refuse)).toMatchObject({ ok: false, error: { code: "io_failed" } });
    mend();
    expect(existsSync(join(repo.dir, "memory/preferences/trains.md"))).toBe(false);
    expect(repo.git("status", "--porcelain")).toBe("");
    expect((await ask(draft)).unchanged).toBe(false);
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test("of files taken back, one that somebody changed meanwhile stays theirs and keeps no other back", async () => {
    let calls = 0;
    const mend = bend((real) => ({
      async replace(writes) {
        const done = await real.replace(writes);
        if (++calls > 1) return done;
        repo.write("archive/INDEX.md", "# Mine\n");
        return err(broken);
      },
    }));
    const done = await patch(workspace, { op: "archive", page: "seats" }, refuse);
    expect(done).toMatchObject({ ok: false, error: { code: "io_failed" } });
    mend();
    expect(readFileSync(join(repo.dir, "memory/seats.md"), "utf8")).toBe(seats);
    expect(existsSync(join(repo.dir, "archive/2026/seats.md"))).toBe(false);
    expect(readFileSync(join(repo.dir, "archive/INDEX.md"), "utf8")).toBe("# Mine\n");
  });

  test("a page that cannot be read just now fails the flush, and what waits for it waits on", async () => {
    value(await stage(workspace, { op: "append", page: "seats", value: "Exit row." }));
    const { primary } = workspace;
    utimesSync(join(repo.dir, "memory/seats.md"), 1, 1);
    const mend = bend((real) => ({
      read: (path) => (path === "memory/seats.md" ? err(broken) : real.read(path)),
      readEach: (paths, use) => {
        for (const path of paths) use(path, path === "memory/seats.md" ? err(broken) : real.read(path));
      },
    }));
    for (let times = 0; times < 2; times++)
      expect(await flush(workspace, { boundary: "turn" }, refuse)).toMatchObject({
        ok: false,
        error: { code: "io_failed", errno: "EIO" },
      });
    expect(await patch(workspace, { op: "append", page: "seats", value: "x" }, refuse)).toMatchObject({
      ok: false,
      error: { code: "io_failed" },
    });
    expect(value(stagingOf(primary).list()).patches).toHaveLength(1);
    mend();
    expect(await flushed()).toMatchObject({ committed: [{}], rejected: [] });
    expect(readFileSync(join(repo.dir, "memory/seats.md"), "utf8")).toContain("- Aisle.\n- Exit row.\n");
  });

  test("a file keeps its mode into the archive and back, in HEAD, in the index and on disk", async () => {
    chmodSync(join(repo.dir, "memory/seats.md"), 0o755);
    repo.git("add", "-A");
    repo.git("commit", "-qm", "Executable");
    for (const [op, path] of [
      ["archive", "archive/2026/seats.md"],
      ["restore", "memory/seats.md"],
    ] as const) {
      await ask({ op, page: "seats" });
      expect(repo.git("ls-tree", "HEAD", path).slice(0, 6)).toBe("100755");
      expect(repo.git("ls-files", "-s", path).slice(0, 6)).toBe("100755");
      expect(statSync(join(repo.dir, path)).mode & 0o777).toBe(0o755);
      expect(repo.git("status", "--porcelain")).toBe("");
    }
  });

  test("a staged draft prints its fields in the writer's order", async () => {
    value(await stage(workspace, create({ subject: "travel", prefers: "trains", because: "sleep" })));
    expect((await flushed()).rejected).toEqual([]);
    const text = readFileSync(join(repo.dir, "memory/preferences/trains.md"), "utf8");
    const places = ["subject", "prefers", "because"].map((name) => text.indexOf(`${name}: `));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });

  test("an operation that was undone is done again when it is asked for again, and one that stands is known", async () => {
    const archive = { op: "archive", page: "seats" };
    value(await stage(workspace, archive));
    const first = (await flushed()).committed[0]?.commit;
    value(await stage(workspace, archive));
    expect(await flushed()).toMatchObject({ committed: [], known: [{ commit: first }], rejected: [] });
    await ask({ op: "restore", page: "seats" });
    value(await stage(workspace, archive));
    expect(await flushed()).toMatchObject({ committed: [{}], known: [], rejected: [] });
    expect(existsSync(join(repo.dir, "archive/2026/seats.md"))).toBe(true);
    const append = { op: "append", page: "trains", value: "Night train." };
    await ask(create({ subject: "travel", prefers: "trains" }));
    value(await stage(workspace, append));
    const held = (await flushed()).committed[0]?.commit;
    value(await stage(workspace, append));
    expect(await flushed()).toMatchObject({ committed: [], known: [{ commit: held }], rejected: [] });
  });
});
