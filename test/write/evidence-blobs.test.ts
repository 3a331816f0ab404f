/** EvidenceBlobs: the same bytes once, checked when they are read, and the longest unused first to go. */

import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openEvidenceBlobs } from "../../src/write/evidence-blobs.js";

function open() {
  const folder = mkdtempSync(join(tmpdir(), "pagefile-blobs-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dir = join(folder, "evidence");
  let second = 1_000;
  const blobs = openEvidenceBlobs(dir, () => {
    second += 1;
    return second * 1_000;
  });
  const put = (text: string): string => {
    const kept = blobs.put(Buffer.from(text));
    if (!kept.ok) throw new Error(kept.error.says);
    return kept.value;
  };
  const has = (name: string): boolean => {
    const got = blobs.get(name);
    return got.ok && got.value !== null;
  };
  return { blobs, dir, put, has };
}

test("the same bytes twice are one file that nobody else can read", () => {
  const { blobs, dir, put } = open();
  const name = put("41 passed");
  expect(put("41 passed")).toBe(name);
  expect(readdirSync(dir)).toEqual([name.slice("sha256:".length)]);
  expect(statSync(join(dir, name.slice(7))).mode & 0o777).toBe(0o600);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(blobs.get(name)).toMatchObject({ ok: true, value: { file: join(dir, name.slice(7)) } });
});

test("a blob that was damaged is none, and is mended when it comes again", () => {
  const { dir, put, has } = open();
  const name = put("41 passed");
  writeFileSync(join(dir, name.slice(7)), "40 passed");
  expect(has(name)).toBe(false);
  expect(put("41 passed")).toBe(name);
  expect(has(name)).toBe(true);
});

test("a name that is no digest leads nowhere", () => {
  const { blobs, put } = open();
  put("a");
  for (const name of ["", "sha256:", "../evidence", `sha256:../${"a".repeat(61)}`, `SHA256:${"a".repeat(64)}`])
    expect(blobs.get(name)).toEqual({ ok: true, value: null });
});

test("those that nobody put again for longest go first, by bytes and by number", () => {
  const { blobs, put, has } = open();
  const [a, b, c] = [put("a".repeat(10)), put("b".repeat(10)), put("c".repeat(10))] as const;
  put("a".repeat(10));
  expect(blobs.prune({ bytesMax: 30, blobsMax: 3 })).toEqual({ ok: true, value: 0 });
  expect(blobs.prune({ bytesMax: 20, blobsMax: 3 })).toEqual({ ok: true, value: 1 });
  expect([a, b, c].map(has)).toEqual([true, false, true]);
  expect(blobs.prune({ bytesMax: 100, blobsMax: 1 })).toEqual({ ok: true, value: 1 });
  expect([a, b, c].map(has)).toEqual([true, false, false]);
  expect(openEvidenceBlobs(join("no", "such", "folder")).prune({ bytesMax: 0, blobsMax: 0 })).toEqual({
    ok: true,
    value: 0,
  });
});
