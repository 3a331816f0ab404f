/** Lock recovery: what a killed process left is taken over; whatever is not provably dead stays, and is not waited for without end. */

import { type ChildProcess, spawn } from "node:child_process";
import fs, {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../../../src/base/result.js";
import { findLayout } from "../../../src/git/layout.js";
import { acquireLock, reclaimLock, recoverLocks, withLock } from "../../../src/git/locks/locks.js";
import { nameOwner, type Owner, parseOwner, thisOwner } from "../../../src/state/process.js";

import { compile } from "../../cli/compiled.js";
import { valueOf } from "../../support/git-plan.js";
import { makeRepo, type TestRepo } from "../../support/git-repo.js";
import { failCalls } from "../../torture/failing-calls.js";

const compiled: string = compile("src/git/locks/locks.ts");
const locksUrl: string = pathToFileURL(join(compiled, "src/git/locks/locks.js")).href;
const children: ChildProcess[] = [];
let repo: TestRepo;
let index = "";
let records = "";

beforeEach(() => {
  repo = makeRepo();
  index = join(repo.dir, ".git", "index");
  records = join(repo.dir, ".git", "pagefile", "locks");
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  repo.remove();
});
afterAll(() => rmSync(compiled, { recursive: true, force: true }));

/** A process of ours that holds the lock on the index, with `staged` written and `promised` told, until it is killed. */
async function holder(staged = "", promised = ""): Promise<ChildProcess> {
  const code = `
    const { acquireLock } = await import(${JSON.stringify(locksUrl)});
    const lock = (await acquireLock(${JSON.stringify(index)})).value;
    if (${JSON.stringify(staged)}) await lock.stage([Buffer.from(${JSON.stringify(staged)})]);
    if (${JSON.stringify(promised)}) lock.publish(${JSON.stringify(promised)});
    console.log("held");
    setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], { stdio: ["ignore", "pipe", 2] });
  children.push(child);
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("close", resolve));
}

describe("the lock of a process that was killed", () => {
  it("can still be taken over where taking it over failed once", async () => {
    await killed(await holder("half an index"));
    const failing = failCalls(1, "EIO", /^ftruncateSync$/);
    const refused = await acquireLock(index, { waitMs: 0 });
    failing.restore();
    expect(refused).toMatchObject({ ok: false, error: { code: "io_failed", errno: "EIO" } });
    valueOf(await acquireLock(index, { waitMs: 0 })).release();
    expect([existsSync(`${index}.lock`), readdirSync(records)]).toEqual([false, []]);
  });

  it("is taken over at once, empty, and its file stays as it was", async () => {
    const before = readFileSync(index);
    await killed(await holder("half an index"));
    expect(repo.tryGit(["add", "README.md"]).stderr).toContain("index.lock");
    const lock = valueOf(await acquireLock(index, { waitMs: 0 }));
    expect(readFileSync(`${index}.lock`, "utf8")).toBe("");
    lock.release();
    expect(readFileSync(index).equals(before)).toBe(true);
    expect([existsSync(`${index}.lock`), readdirSync(records)]).toEqual([false, []]);
  });

  it("is had by one of many at a time", async () => {
    await killed(await holder());
    let inside = 0;
    const turns = Array.from({ length: 8 }, () =>
      withLock(index, {}, async () => {
        inside += 1;
        expect(inside).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 3));
        inside -= 1;
        return ok(undefined);
      }),
    );
    for (const turn of await Promise.all(turns)) valueOf(turn);
  });

  it("keeps what it published where the commit landed, and takes it back where it did not", async () => {
    const tip = repo.git("rev-parse", "HEAD");
    const whole = readFileSync(index, "latin1");
    await killed(await holder("of a commit that never was", "1".repeat(40)));
    expect(readFileSync(index, "latin1")).toBe("of a commit that never was");
    recoverLocks(valueOf(findLayout(repo.dir)));
    expect(readFileSync(index, "latin1")).toBe(whole);
    await killed(await holder("an index whose commit landed", tip));
    recoverLocks(valueOf(findLayout(repo.dir)));
    expect(readFileSync(index, "latin1")).toBe("an index whose commit landed");
    expect([existsSync(`${index}.lock`), readdirSync(records)]).toEqual([false, []]);
  });

  it("takes back a file that was none before", async () => {
    rmSync(index);
    await killed(await holder("an index", "1".repeat(40)));
    recoverLocks(valueOf(findLayout(repo.dir)));
    expect([existsSync(index), existsSync(`${index}.lock`), readdirSync(records)]).toEqual([false, false, []]);
  });

  it("does not truncate what it published, whoever takes the lock over", async () => {
    await killed(await holder("old", "1".repeat(40)));
    const lock = valueOf(reclaimLock(index));
    expect(readdirSync(records).map((name) => parseOwner(name)?.commit)).toEqual([null]);
    expect(repo.tryGit(["ls-files"]).stdout).toBe("README.md\n");
    if (lock !== null && lock !== "finished") lock.release();
  });

  it("is had again by a process that gave it up and could not remove it", async () => {
    const lock = valueOf(await acquireLock(index));
    const failing = failLater("unlinkSync");
    lock.release();
    failing();
    expect(existsSync(`${index}.lock`)).toBe(true);
    valueOf(await acquireLock(index, { waitMs: 0 })).release();
    expect(existsSync(`${index}.lock`)).toBe(false);
  });

  it("leaves no record behind once it is opened again", async () => {
    await killed(await holder());
    rmSync(`${index}.lock`);
    expect(readdirSync(records)).toHaveLength(1);
    recoverLocks(valueOf(findLayout(repo.dir)));
    expect(readdirSync(records)).toEqual([]);
  });
});

/** Every call of this name fails until the answer is called. */
function failLater(name: "unlinkSync"): () => void {
  const real = fs[name];
  fs[name] = () => {
    throw Object.assign(new Error("EIO: injected"), { code: "EIO" });
  };
  syncBuiltinESMExports();
  return () => {
    fs[name] = real;
    syncBuiltinESMExports();
  };
}

/** A lock file with a record of this owner. */
function plant(name: string): void {
  mkdirSync(records, { recursive: true });
  writeFileSync(join(records, name), "");
  linkSync(join(records, name), `${index}.lock`);
}

async function expectKept(): Promise<void> {
  const before = lstatSync(`${index}.lock`).ino;
  recoverLocks(valueOf(findLayout(repo.dir)));
  expect(await acquireLock(index, { waitMs: 60 })).toMatchObject({ ok: false, error: { code: "locked" } });
  expect(lstatSync(`${index}.lock`).ino).toBe(before);
}

describe("a lock that is not provably dead stays", () => {
  const gone = (): Owner => {
    const pid = 0x7ffffffe;
    return { ...thisOwner(), pid, commit: null };
  };

  it("of a live process of ours, until that ends", async () => {
    const child = await holder();
    await expectKept();
    await killed(child);
    valueOf(await acquireLock(index, { waitMs: 0 })).release();
  });

  it("of a live process of somebody else, with a time in the future", async () => {
    plant(nameOwner({ ...gone(), pid: 1, start: "0" }));
    utimesSync(`${index}.lock`, new Date("2999-01-01"), new Date("2999-01-01"));
    await expectKept();
  });

  it("of another machine, where the same number may live", async () => {
    plant(nameOwner({ ...gone(), machine: "0123456789ab" }));
    await expectKept();
  });

  it.each(["garbage", "-1-0-0-0-0", `99999999999-0-0-${"a".repeat(12)}-${"b".repeat(12)}`])(
    "with the record %s",
    async (name) => {
      plant(name);
      await expectKept();
    },
  );

  it("without a record: git's own", async () => {
    writeFileSync(`${index}.lock`, "");
    await expectKept();
  });

  it("that a record of a dead process speaks about, but is not a name of", async () => {
    plant(nameOwner(gone()));
    rmSync(`${index}.lock`);
    writeFileSync(`${index}.lock`, "");
    linkSync(`${index}.lock`, join(repo.home, "second name"));
    await expectKept();
  });

  it("that is a symbolic link, whose target is not touched", async () => {
    plant(nameOwner(gone()));
    const target = join(repo.home, "target");
    renameSync(`${index}.lock`, target);
    writeFileSync(target, "precious");
    symlinkSync(target, `${index}.lock`);
    await expectKept();
    expect([readlinkSync(`${index}.lock`), readFileSync(target, "utf8")]).toEqual([target, "precious"]);
  });

  it("while one whose number another process has by now is recovered", async () => {
    if (process.platform !== "linux") return;
    plant(nameOwner({ ...thisOwner(), start: "1", commit: null }));
    valueOf(await acquireLock(index, { waitMs: 0 })).release();
  });

  it("while one of a dead number is recovered: what is kept above is kept for its own reason", async () => {
    plant(nameOwner(gone()));
    valueOf(await acquireLock(index, { waitMs: 0 })).release();
  });
});
