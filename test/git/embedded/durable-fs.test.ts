/** The durable file system: whole files or none, nothing outside its base, and nothing through a symlink. */

import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { durableFs } from "../../../src/git/embedded/objects.js";
import { compile } from "../../cli/compiled.js";

describe("durableFs", () => {
  let base = "";
  let outside = "";
  beforeEach(() => {
    base = fs.mkdtempSync(join(tmpdir(), "pagefile-durable-"));
    outside = fs.mkdtempSync(join(tmpdir(), "pagefile-outside-"));
  });
  afterEach(() => {
    for (const folder of [base, outside]) fs.rmSync(folder, { recursive: true, force: true });
  });

  it("puts a new file in the place of the old one and never writes into it", async () => {
    const file = join(base, "a");
    fs.writeFileSync(file, "old");
    const handle = fs.openSync(file, "r");
    const inode = fs.statSync(file).ino;
    await durableFs(base).promises.writeFile(file, "new and longer");
    expect(fs.readFileSync(file, "utf8")).toBe("new and longer");
    expect(fs.readFileSync(handle, "utf8")).toBe("old");
    expect(fs.statSync(file).ino).not.toBe(inode);
    fs.closeSync(handle);
    expect(fs.readdirSync(base)).toEqual(["a"]);
  });

  it("leaves the old file and no temp file when the write fails", async () => {
    fs.mkdirSync(join(base, "taken/inside"), { recursive: true });
    await expect(durableFs(base).promises.writeFile(join(base, "taken"), "x")).rejects.toMatchObject({ code: /^E/ });
    expect(fs.readdirSync(base)).toEqual(["taken"]);
  });

  it.runIf(canTrace)("syncs the file before the rename and the folder after it", () => {
    expect(traceOf(base)).toEqual(["fsync", "rename", "fsync"]);
  });

  it("refuses to write, make folders or remove outside its base", async () => {
    const { promises } = durableFs(base);
    fs.symlinkSync(outside, join(base, "way-out"));
    fs.writeFileSync(join(outside, "theirs"), "theirs");
    const denied = { code: "EPERM" };
    await expect(promises.writeFile(join(outside, "x"), "x")).rejects.toMatchObject(denied);
    await expect(promises.writeFile(join(base, "../x"), "x")).rejects.toMatchObject(denied);
    await expect(promises.writeFile(join(base, "way-out/x"), "x")).rejects.toMatchObject(denied);
    await expect(promises.mkdir(join(base, "way-out/x"))).rejects.toMatchObject(denied);
    await expect(promises.unlink(join(base, "way-out/theirs"))).rejects.toMatchObject(denied);
    await expect(promises.rmdir(join(base, "way-out/theirs"))).rejects.toMatchObject(denied);
    await expect(promises.symlink("a", join(base, "b"))).rejects.toMatchObject(denied);
    expect(fs.readdirSync(outside)).toEqual(["theirs"]);
  });

  it("refuses to write through a symlink, even to a file inside", async () => {
    fs.writeFileSync(join(base, "real"), "real");
    fs.symlinkSync("real", join(base, "link"));
    await expect(durableFs(base).promises.writeFile(join(base, "link"), "x")).rejects.toMatchObject({
      code: "EPERM",
    });
    expect(fs.readFileSync(join(base, "real"), "utf8")).toBe("real");
  });

  it("gives objects git's mode and other files the umask's", async () => {
    fs.mkdirSync(join(base, "objects/ab"), { recursive: true });
    await durableFs(base).promises.writeFile(join(base, "objects/ab/cd"), "x");
    await durableFs(base).promises.writeFile(join(base, "config"), "x");
    expect(fs.statSync(join(base, "objects/ab/cd")).mode & 0o777).toBe(0o444 & ~process.umask());
    expect(fs.statSync(join(base, "config")).mode & 0o777).toBe(0o666 & ~process.umask());
  });
});

const canTrace: boolean = spawnSync("strace", ["-V"]).status === 0;

/** The names of the system calls that make one write durable, in order, as strace shows them. */
function traceOf(base: string): readonly string[] {
  const folder = compile("src/git/embedded/objects.ts");
  const module = JSON.stringify(join(folder, "src/git/embedded/objects.js"));
  const code = `const { durableFs } = await import(${module}); await durableFs(${JSON.stringify(base)}).promises.writeFile(`;
  const script = join(folder, "write.mjs");
  fs.writeFileSync(script, `${code}${JSON.stringify(join(base, "a"))}, "x");`);
  const traced = ["-f", "-qq", "-e", "trace=fsync,fdatasync,rename,renameat,renameat2"];
  const run = spawnSync("strace", [...traced, process.execPath, script], { encoding: "utf8" });
  fs.rmSync(folder, { recursive: true, force: true });
  const calls = run.stderr.split("\n").map((line) => /\b(fsync|fdatasync|rename)\w*\(/.exec(line)?.[1]);
  return calls.filter((call) => call !== undefined);
}
