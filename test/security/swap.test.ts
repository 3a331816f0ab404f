/** Swap (T15): a folder that another process keeps replacing by a link never leads a read or a write out of the root. */

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { blobOid } from "../../src/base/digest.js";
import { parsePagePath } from "../../src/base/ids.js";
import { anchoredFs, openPageStore } from "../../src/memory/page-store.js";
import { type FsCalls, realFs } from "../../src/state/fs-calls.js";

/** A long run: PAGEFILE_SWAP_ROUNDS=10000. */
const rounds = Number(process.env.PAGEFILE_SWAP_ROUNDS ?? "40");

/** Real folder, link, real folder: two renames each way, as fast as the system does them, until it is told to stop. */
const swapper = `
const { renameSync, rmSync } = require("node:fs");
const { workerData } = require("node:worker_threads");
const { at, stop } = workerData;
const flag = new Int32Array(stop);
const spin = () => { for (let turn = 0; turn < Math.random() * 20000; turn += 1); };
/** The store may make the folder anew in the moment in which there is none. */
const put = (from) => {
  for (;;) {
    try {
      return renameSync(from, at + "/memory/d");
    } catch {
      try {
        rmSync(at + "/memory/d", { recursive: true, force: true });
      } catch {
        // It was written into meanwhile.
      }
    }
  }
};
while (Atomics.load(flag, 0) === 0) {
  renameSync(at + "/memory/d", at + "/memory/real");
  put(at + "/link");
  spin();
  renameSync(at + "/memory/d", at + "/link");
  put(at + "/memory/real");
  spin();
}
`;

test(`T15: ${rounds} reads and writes through a folder that is swapped for a link stay inside`, {
  timeout: 600_000,
}, async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-swap-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [root, outside] = [join(base, "root"), join(base, "outside")];
  mkdirSync(join(root, "memory", "d"), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, "a.md"), "outside\n");
  writeFileSync(join(root, "memory", "d", "a.md"), "inside 0\n");
  symlinkSync(outside, join(root, "link"));
  const stop = new SharedArrayBuffer(4);
  const worker = new Worker(swapper, { eval: true, workerData: { at: root, stop } });
  // Asked for at once, because whoever waits for an end that has been waits for ever.
  const ended = new Promise((done) => worker.once("exit", done));
  await new Promise((done) => worker.once("online", done));
  const store = openPageStore(root, { folders: [{ path: "memory", recursive: true }] }, { wait: () => {} });
  const path = parsePagePath("memory/d/a.md")!;
  const fresh = parsePagePath("memory/d/new.md")!;
  const seen = { inside: 0, refused: 0 };
  const leaks: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const read = store.read(path);
    const text = read.ok && read.value !== null ? Buffer.from(read.value.blob.bytes).toString() : "";
    if (text.startsWith("outside")) leaks.push("read");
    if (text.startsWith("inside")) seen.inside += 1;
    else seen.refused += 1;
    const outsideOid = blobOid(Buffer.from("outside\n"));
    const before = read.ok && read.value !== null ? read.value.blob.oid : outsideOid;
    const bytes = Buffer.from(`inside ${round}\n`);
    // The worst that can be asked for: what stands outside is what the writer says it saw.
    for (const writes of [
      [{ path, before, bytes }],
      [{ path, before: outsideOid, bytes }],
      [{ path, before: outsideOid, bytes: null }],
      [{ path: fresh, before: null, bytes }],
      [{ path: fresh, before: blobOid(bytes), bytes: null }],
    ])
      await store.replace(writes);
    const names = readdirSync(outside);
    if (names.join() !== "a.md") leaks.push(names.join());
    if (names.includes("a.md") && readFileSync(join(outside, "a.md"), "utf8") !== "outside\n") leaks.push("changed");
    if (leaks.length > 0) break;
  }
  Atomics.store(new Int32Array(stop), 0, 1);
  await ended;
  expect(leaks).toEqual([]);
  // How the two met is chance; the tests below choose it.
  expect(seen.inside + seen.refused).toBe(rounds);
});

const onLinux = test.skipIf(process.platform !== "linux");

/** Right before the `at`th call the folder becomes a link to `outside`, and stays one. */
function swapping(
  base: string,
  at: number,
): { readonly fs: FsCalls; readonly calls: () => number; readonly strays: Set<string> } {
  let calls = 0;
  const strays = new Set<string>();
  const wrap = (real: (...args: unknown[]) => unknown) => {
    return (...args: unknown[]): unknown => {
      calls += 1;
      if (calls === at) {
        renameSync(join(base, "root", "memory", "d"), join(base, "real"));
        symlinkSync(join(base, "outside"), join(base, "root", "memory", "d"));
      }
      const result = real(...args);
      // Also what is there for a moment only.
      for (const name of readdirSync(join(base, "outside"))) if (name !== "a.md") strays.add(name);
      return result;
    };
  };
  const wrapped = Object.entries(realFs).filter(([name]) => /Sync$/.test(name));
  const fs = { ...realFs, ...Object.fromEntries(wrapped.map(([name, real]) => [name, wrap(real as never)])) };
  return { fs: fs as FsCalls, calls: () => calls, strays };
}

/** One write or read with a swap before each of its calls; gives what was seen of the outside, or done to it. */
async function leaksOf(
  how: "anchored" | "plain",
  kind: "create" | "replace" | "remove" | "read",
): Promise<readonly string[]> {
  const leaks: string[] = [];
  for (let at = 1; ; at += 1) {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-swap-")));
    try {
      const [root, outside] = [join(base, "root"), join(base, "outside")];
      mkdirSync(join(root, "memory", "d"), { recursive: true });
      mkdirSync(outside);
      // The same bytes on both sides, so that no comparison of contents helps.
      const text = kind === "read" ? "outside\n" : "same\n";
      writeFileSync(join(outside, "a.md"), text);
      writeFileSync(join(root, "memory", "d", "a.md"), "same\n");
      const swap = swapping(base, at);
      const fs = how === "plain" ? swap.fs : anchoredFs(root, swap.fs);
      const store = openPageStore(root, { folders: [] }, { fs, wait: () => {} });
      const path = parsePagePath(kind === "create" ? "memory/d/new.md" : "memory/d/a.md")!;
      const before = kind === "create" ? null : blobOid(Buffer.from("same\n"));
      const bytes = kind === "remove" ? null : Buffer.from("ours\n");
      const read = kind === "read" ? store.read(path) : null;
      if (read?.ok && read.value !== null && Buffer.from(read.value.blob.bytes).toString() === "outside\n")
        leaks.push(`${at}: read`);
      if (kind !== "read") await store.replace([{ path, before, bytes }]);
      const left = readdirSync(outside).map((name) => `${name}=${readFileSync(join(outside, name), "utf8").trim()}`);
      if (left.join() !== `a.md=${text.trim()}`) leaks.push(`${at}: ${left.join()}`);
      leaks.push(...swap.strays);
      if (swap.calls() < at) return leaks;
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  }
}

onLinux.each(["create", "replace", "remove", "read"] as const)(
  "T15: a folder swapped before any call of a %s leads nowhere",
  async (kind) => {
    expect(await leaksOf("anchored", kind)).toEqual([]);
    // The control: by plain paths the same swaps do lead out.
    expect((await leaksOf("plain", kind)).length).toBeGreaterThan(0);
  },
);
