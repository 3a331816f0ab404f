/** Locks: git's own protocol, seen from both sides. */

import { spawn } from "node:child_process";
import fs, { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ok } from "../../../src/base/result.js";
import { acquireLock, withLock } from "../../../src/git/locks/locks.js";

import { valueOf } from "../../support/git-plan.js";
import { makeRepo } from "../../support/git-repo.js";
import { failCalls } from "../../torture/failing-calls.js";

const repo = makeRepo();
afterAll(() => repo.remove());
const index = join(repo.dir, ".git", "index");

describe("a lock", () => {
  it("keeps git out until it is given up, and leaves the file as it was", async () => {
    const before = readFileSync(index);
    const lock = valueOf(await acquireLock(index));
    repo.write("new.md", "new\n");
    expect(repo.tryGit(["add", "new.md"]).stderr).toContain("index.lock");
    valueOf(await lock.stage([Buffer.from("half"), Buffer.from(" written")]));
    lock.release();
    lock.release();
    expect(readFileSync(index).equals(before)).toBe(true);
    expect(repo.tryGit(["add", "new.md"]).status).toBe(0);
  });

  it("is renamed over its file, whole", async () => {
    const file = join(repo.home, "some-file");
    const pieces = Array.from({ length: 1_300 }, (_, i) => Buffer.from(`${i}\n`));
    const done = await withLock(file, {}, async (lock) => {
      valueOf(await lock.stage(pieces));
      return lock.commit();
    });
    valueOf(done);
    expect(readFileSync(file).equals(Buffer.concat(pieces))).toBe(true);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it.skipIf(process.platform === "win32")("that cannot be shared as the repository asks is given up", async () => {
    valueOf(await acquireLock(index, { sharedMode: 0o660 })).release();
    const failing = failCalls(1, "EPERM", /^chmodSync$/);
    const refused = await acquireLock(index, { sharedMode: 0o660 });
    failing.restore();
    expect(refused).toMatchObject({ ok: false, error: { code: "io_failed", errno: "EPERM" } });
    expect(existsSync(`${index}.lock`)).toBe(false);
    valueOf(await acquireLock(index, { waitMs: 0 })).release();
  });

  it("has its record on Windows too, where a name is not free at once when its file was removed", async () => {
    const { linkSync } = fs;
    const { platform } = process;
    let left = 2;
    Object.defineProperty(process, "platform", { value: "win32" });
    fs.linkSync = (...paths) => {
      left -= 1;
      if (left >= 0) throw Object.assign(new Error("EPERM"), { code: "EPERM" });
      linkSync(...paths);
    };
    syncBuiltinESMExports();
    try {
      const lock = valueOf(await acquireLock(index));
      expect(readdirSync(join(repo.dir, ".git/pagefile/locks"))).toHaveLength(1);
      lock.release();
    } finally {
      Object.assign(fs, { linkSync });
      syncBuiltinESMExports();
      Object.defineProperty(process, "platform", { value: platform });
    }
    expect(existsSync(`${index}.lock`)).toBe(false);
  });

  it("is given up when the work under it throws", async () => {
    const file = join(repo.home, "thrown");
    const work = withLock(file, {}, async () => {
      throw new Error("inside");
    });
    await expect(work).rejects.toThrow("inside");
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it("waits for its turn", async () => {
    const file = join(repo.home, "turns");
    let inside = 0;
    const turns = Array.from({ length: 12 }, () =>
      withLock(file, {}, async () => {
        inside += 1;
        expect(inside).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 3));
        inside -= 1;
        return ok(undefined);
      }),
    );
    for (const turn of await Promise.all(turns)) valueOf(turn);
  });

  it("of somebody else is waited for, named with its holder, and never removed", async () => {
    const file = join(repo.home, "foreign");
    const holder = spawn("sh", ["-c", `exec 9>"${file}.lock"; echo held; exec sleep 60`], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    await new Promise((resolve) => holder.stdout.once("data", resolve));
    const started = performance.now();
    const refused = await acquireLock(file, { waitMs: 120 });
    expect(performance.now() - started).toBeGreaterThan(100);
    expect(refused).toMatchObject({ ok: false, error: { code: "locked" } });
    const says = refused.ok ? "" : refused.error.says;
    expect(says).toContain(`${file}.lock`);
    if (process.platform === "linux") expect(says).toContain(`sleep (process ${holder.pid})`);
    holder.kill();
    await new Promise((resolve) => holder.once("close", resolve));
    const stale = await acquireLock(file, { waitMs: 20 });
    expect(stale.ok ? "" : stale.error.says).toMatch(/since \d{4}-/);
    expect(existsSync(`${file}.lock`)).toBe(true);
    rmSync(`${file}.lock`);
    valueOf(await acquireLock(file)).release();
  });

  it("in a folder that is missing or forbidden is an i/o failure at once", async () => {
    const refused = await acquireLock(join(repo.home, "no", "such", "file"));
    expect(refused).toMatchObject({ ok: false, error: { code: "io_failed", errno: "ENOENT" } });
    writeFileSync(join(repo.home, "plain"), "");
    const below = await acquireLock(join(repo.home, "plain", "file"));
    expect(below).toMatchObject({ ok: false, error: { code: "io_failed", errno: "ENOTDIR" } });
  });
});
