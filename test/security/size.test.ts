/** Size (T19): a huge file is refused without being read, and many small ones are listed in memory that their number bounds. */

import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parsePagePath } from "../../src/base/ids.js";
import { openPageStore } from "../../src/memory/page-store.js";
import { decodePage } from "../../src/page/decode.js";
import { scanFrontmatter } from "../../src/page/frontmatter/scan.js";
import { type FsCalls, realFs } from "../../src/state/fs-calls.js";

import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

const include = { folders: [{ path: "memory", recursive: true }] };
const gigabytes = 2 * 1024 ** 3;

function folder(): string {
  const root = mkdtempSync(join(tmpdir(), "pagefile-size-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "memory"));
  return root;
}

function sparse(path: string): void {
  const fd = openSync(path, "w");
  ftruncateSync(fd, gigabytes);
  closeSync(fd);
}

test("T19: a sparse page of two gigabytes is refused without a byte read", () => {
  const root = folder();
  sparse(join(root, "memory", "huge.md"));
  let read = 0;
  const fs: FsCalls = {
    ...realFs,
    readSync: ((...args: Parameters<typeof realFs.readSync>) => {
      read += 1;
      return realFs.readSync(...args);
    }) as FsCalls["readSync"],
  };
  const store = openPageStore(root, include, { fs });
  expect(store.list()).toMatchObject({ value: { files: [], findings: [{ code: "page_too_large" }] } });
  expect(store.read(parsePagePath("memory/huge.md")!)).toMatchObject({ error: { reason: "page_too_large" } });
  expect(read).toBe(0);
});

test("T19: every command that reads stays quick and small beside a sparse page of two gigabytes", async () => {
  const program = cli();
  const memory = program.sample();
  sparse(join(memory, "memory", "huge.md"));
  const run = here(program);
  const before = process.memoryUsage().rss;
  for (const args of [
    ["status"],
    ["pages"],
    ["assemble", "--budget", "2000"],
    ["verify"],
    ["append", "travel-mornings", "- Y."],
  ]) {
    const ran = await run([...args, "--json"], { cwd: memory });
    expect([0, 1], `${args[0]}: ${ran.stderr}`).toContain(ran.exit);
  }
  const found = JSON.parse((await run(["status", "--json"], { cwd: memory })).stdout).findings;
  expect(found).toContainEqual(expect.objectContaining({ code: "page_too_large", path: "memory/huge.md" }));
  // The file itself would be two thousand.
  expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(400);
});

test("T19: fifty megabytes in a single line are refused, one megabyte is read once", () => {
  expect(decodePage("x.md", new Uint8Array(50 * 1024 ** 2).fill(0x61))).toMatchObject({
    error: { code: "page_too_large" },
  });
  const started = performance.now();
  expect(scanFrontmatter("x.md", "a".repeat(1024 ** 2)).ok).toBe(true);
  expect(performance.now() - started).toBeLessThan(10_000);
});

/** 20,000 and more in a long run: PAGEFILE_MANY_PAGES=20000. */
const many = Number(process.env.PAGEFILE_MANY_PAGES ?? "1000");
const heapMiB = 64 + many / 50;

test(`T19: ${many} small pages are listed within a heap of ${heapMiB} MiB`, { timeout: 600_000 }, () => {
  const program = cli();
  const memory = program.sample();
  for (let at = 0; at < many; at += 1) {
    const inside = join(memory, "memory", `d${at % 50}`);
    if (at < 50) mkdirSync(inside);
    writeFileSync(join(inside, `p${at}.md`), `---\nid: p${at}\ntype: preference\n---\n- Entry ${at}.\n`);
  }
  const binary = new URL("../../dist/pagefile.cjs", import.meta.url).pathname;
  const words = [`--max-old-space-size=${heapMiB}`, binary, "pages", "--json"];
  for (const state of ["cold", "warm"]) {
    const out = execFileSync(process.execPath, words, { cwd: memory, env: program.env, maxBuffer: 1 << 30 });
    expect(JSON.parse(out.toString()).pages.length, state).toBeGreaterThanOrEqual(many);
  }
});
