/** FsCalls' tests: what a system error is called, and which one it is where Node names another. */

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { ioFailure } from "../../src/state/fs-calls.js";

const { accessSync } = fs;
afterEach(() => setAccess(accessSync));

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

test("what is no error of the system is thrown on", () => {
  expect(() => ioFailure(new Error("a bug"), "keep a turn")).toThrow("a bug");
});
