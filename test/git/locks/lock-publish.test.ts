/** Lock publish: bytes that are put in place before their commit lands stay if it lands, and go if it does not. */

import { existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { acquireLock } from "../../../src/git/locks/locks.js";
import { valueOf } from "../../support/git-plan.js";
import { makeRepo, type TestRepo } from "../../support/git-repo.js";

let repo: TestRepo;
let index = "";
let records = "";

beforeEach(() => {
  repo = makeRepo();
  index = join(repo.dir, ".git", "index");
  records = join(repo.dir, ".git", "pagefile", "locks");
});
afterEach(() => repo.remove());

describe("bytes that are published under a lock", () => {
  it("are there while the lock is held, and go with it unless the commit landed", async () => {
    const before = readFileSync(index, "latin1");
    for (const landed of [false, true]) {
      const lock = valueOf(await acquireLock(index, { landed: () => landed }));
      valueOf(await lock.stage([Buffer.from("shown")]));
      valueOf(lock.publish("1".repeat(40)));
      expect(readFileSync(index, "latin1")).toBe("shown");
      expect(repo.tryGit(["add", "README.md"]).stderr).toContain("index.lock");
      lock.release();
      expect(readFileSync(index, "latin1")).toBe(landed ? "shown" : before);
      expect([existsSync(`${index}.lock`), readdirSync(records)]).toEqual([false, []]);
    }
  });

  it("go where the lock's own record is, also while the git dir cannot be told from any other folder", async () => {
    const before = readFileSync(index, "latin1");
    const head = join(repo.dir, ".git", "HEAD");
    const lock = valueOf(await acquireLock(index));
    valueOf(await lock.stage([Buffer.from("shown")]));
    renameSync(head, `${head}.away`);
    valueOf(lock.publish("1".repeat(40)));
    renameSync(`${head}.away`, head);
    expect(existsSync(join(records, `former-${"1".repeat(40)}`))).toBe(true);
    lock.release();
    expect(readFileSync(index, "latin1")).toBe(before);
    expect(readdirSync(records)).toEqual([]);
  });

  it("are kept by commit", async () => {
    const lock = valueOf(await acquireLock(index));
    valueOf(await lock.stage([Buffer.from("shown")]));
    valueOf(lock.publish("1".repeat(40)));
    valueOf(lock.commit());
    lock.release();
    expect(readFileSync(index, "latin1")).toBe("shown");
    expect([existsSync(`${index}.lock`), readdirSync(records)]).toEqual([false, []]);
  });
});
