/** FsCalls' tests: what a system error is called, which one it is where Node names another, and what a failed call leaves. */

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { isRemoved, renameIfThere, replaceFile } from "../../src/state/durable.js";
import { ioFailure } from "../../src/state/fs-calls.js";
import { filesBelow, openPlain, replaceWhole, writeNew, writeOnce, writeWhole } from "../../src/state/plain-file.js";
import { failCalls } from "../torture/failing-calls.js";

const { accessSync, fstatSync } = fs;
afterEach(() => {
  Object.assign(fs, { fstatSync });
  setAccess(accessSync);
});

function setAccess(access: typeof accessSync): void {
  fs.accessSync = access;
  syncBuiltinESMExports();
}

const failed = (code: string, syscall: string) =>
  ioFailure(Object.assign(new Error(code), { code, syscall, path: join(tmpdir(), "no", "such") }), "keep a turn");

test.each(["EROFS", "EACCES"])("a folder that cannot be made for %s is not said to be missing", (code) => {
  // A test cannot mount a disk that nobody can write to, and whoever is root may write anywhere else.
  setAccess(() => {
    throw Object.assign(new Error(code), { code });
  });
  expect(failed("ENOENT", "mkdir")).toMatchObject({ errno: code });
  expect(failed("ENOENT", "open")).toMatchObject({ errno: "ENOENT" });
  expect(failed("ENOSPC", "mkdir")).toMatchObject({ errno: "ENOSPC" });
});

test("a folder above that is gone is missing", () => {
  expect(failed("ENOENT", "mkdir")).toMatchObject({
    errno: "ENOENT",
    says: expect.stringContaining("does not exist"),
  });
});

test("who may not enter a folder is told which", () => {
  expect(failed("EACCES", "scandir").hint).toBe(`Give this user access to ${tmpdir()}.`);
});

test("what is no error of the system is thrown on", () => {
  expect(() => ioFailure(new Error("a bug"), "keep a turn")).toThrow("a bug");
});

test("a file that is made and cannot be looked at is gone again, and one that was there stays", () => {
  const folder = fs.mkdtempSync(join(tmpdir(), "pagefile-state-"));
  const file = join(folder, "a.json");
  const fails = (act: () => void): void => {
    Object.assign(fs, {
      fstatSync: () => {
        throw Object.assign(new Error("EIO"), { code: "EIO" });
      },
    });
    syncBuiltinESMExports();
    expect(act).toThrow("EIO");
    Object.assign(fs, { fstatSync });
    syncBuiltinESMExports();
  };
  for (const write of [writeWhole, writeNew, writeOnce]) fails(() => write(file, "x"));
  expect(fs.readdirSync(folder)).toEqual([]);
  writeOnce(file, "x");
  fails(() => openPlain(file, fs.constants.O_WRONLY | fs.constants.O_CREAT));
  expect(fs.readdirSync(folder)).toEqual(["a.json"]);
  fs.rmSync(folder, { recursive: true });
});

test.each([
  ["written", /^writeSync$/],
  ["closed", /^closeSync$/],
])("a file that is made and cannot be %s is gone again", (_, call) => {
  const folder = fs.mkdtempSync(join(tmpdir(), "pagefile-state-"));
  const file = join(folder, "a.json");
  for (const write of [writeWhole, writeNew, writeOnce, replaceWhole]) {
    const failing = failCalls(1, "EIO", call);
    try {
      expect(() => write(file, "x")).toThrow("EIO");
    } finally {
      failing.restore();
    }
    expect([write.name, fs.readdirSync(folder)]).toEqual([write.name, []]);
  }
  fs.rmSync(folder, { recursive: true });
});

test("a file of git's own is replaced whatever a killed process of the same number left", () => {
  const folder = fs.mkdtempSync(join(tmpdir(), "pagefile-state-"));
  const file = join(folder, "hook");
  fs.writeFileSync(`${file}.pagefile-${process.pid}`, "half");
  replaceFile(file, Buffer.from("whole"), 0o755);
  expect([fs.readFileSync(file, "utf8"), fs.statSync(file).mode & 0o777]).toEqual(["whole", 0o755]);
  fs.rmSync(folder, { recursive: true });
});

test("a folder whose file system cannot sync it keeps no file from being written", () => {
  const folder = fs.mkdtempSync(join(tmpdir(), "pagefile-state-"));
  const failing = failCalls(2, "EINVAL", /^fsyncSync$/);
  try {
    writeWhole(join(folder, "a.json"), "x");
  } finally {
    failing.restore();
  }
  expect(fs.readdirSync(folder)).toEqual(["a.json"]);
  fs.rmSync(folder, { recursive: true });
});

test("a call that was refused is told with a verb that “Could not” takes, wherever it is made", () => {
  const files = filesBelow("src").filter((path) => path.endsWith(".ts"));
  const told = files.flatMap((path) =>
    [
      ...fs
        .readFileSync(join("src", path), "utf8")
        .matchAll(/\b(?:attempt|attemptSoon|settle)(?:<\w+>)?\(\s*["`]([A-Z]\w*)/g),
    ].map(([, verb]) => `${path}: ${verb}`),
  );
  expect([files.length > 100, told]).toEqual([true, []]);
});

test("what another program has open is waited for where the system refuses to replace or remove it, for a moment", () => {
  const folder = fs.mkdtempSync(join(tmpdir(), "pagefile-state-"));
  const [file, aside] = [join(folder, "a.json"), join(folder, "b.json")];
  const { renameSync, unlinkSync } = fs;
  const { platform } = process;
  const set = (name: string): void => void Object.defineProperty(process, "platform", { value: name });
  /** Each call is refused so often. */
  const hold = (times: number): void => {
    let left = times;
    const held = (real: (...paths: never) => void) =>
      ((...paths: never) => {
        left -= 1;
        if (left >= 0) throw Object.assign(new Error("EPERM"), { code: "EPERM" });
        real(...paths);
      }) as typeof renameSync & typeof unlinkSync;
    Object.assign(fs, { renameSync: held(renameSync), unlinkSync: held(unlinkSync) });
    syncBuiltinESMExports();
  };
  try {
    set("win32");
    for (const write of [
      writeWhole,
      replaceWhole,
      (at: string, text: string) => replaceFile(at, Buffer.from(text), 0o644),
    ]) {
      hold(2);
      write(file, "new\n");
      expect(fs.readFileSync(file, "utf8")).toBe("new\n");
    }
    hold(2);
    expect(renameIfThere(file, aside)).toBe(true);
    hold(2);
    expect(isRemoved(aside)).toBe(true);
    hold(9);
    expect(() => writeWhole(file, "new\n")).toThrow("EPERM");
    set("linux");
    hold(1);
    expect(() => writeWhole(file, "new\n")).toThrow("EPERM");
  } finally {
    set(platform);
    Object.assign(fs, { renameSync, unlinkSync });
    syncBuiltinESMExports();
    fs.rmSync(folder, { recursive: true });
  }
});
