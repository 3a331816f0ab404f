/** Staging: a staged patch is whole or not there, in order, once a key. */

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStaging } from "../../src/adapter/staging.js";
import type { Instant } from "../../src/base/ids.js";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "pagefile-staging-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return join(made, "staged");
}

const patch = (key: string, minute: number) => ({
  key,
  at: `2026-11-21T08:0${minute}:00Z` as Instant,
  draft: { op: "append", key },
});

test("patches come back oldest first, and a second handle sees them", () => {
  const dir = folder();
  const staging = openStaging(dir);
  for (const one of [patch("b", 2), patch("a", 2), patch("c", 1)])
    expect(staging.add(one)).toEqual({ ok: true, value: "staged" });
  const listed = openStaging(dir).list();
  expect(listed.ok && listed.value.patches.map((one) => one.key)).toEqual(["c", "a", "b"]);
  expect(readdirSync(dir).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("a key that waits is left as it was; a removed one may come again", () => {
  const staging = openStaging(folder());
  staging.add(patch("a", 1));
  expect(staging.add({ ...patch("a", 2), draft: "other" })).toEqual({ ok: true, value: "known" });
  const listed = staging.list();
  expect(listed.ok && listed.value.patches).toEqual([patch("a", 1)]);
  expect(staging.remove("a").ok).toBe(true);
  expect(staging.add(patch("a", 3))).toEqual({ ok: true, value: "staged" });
});

test("any key is a safe file name", () => {
  const dir = folder();
  const staging = openStaging(dir);
  for (const key of ["../../escape", "a/b", "con", "\0", "ä", "x".repeat(120)])
    expect(staging.add(patch(key, 1)).ok).toBe(true);
  expect(existsSync(join(dir, "..", "..", "escape"))).toBe(false);
  expect(readdirSync(dir)).toHaveLength(6);
});

test("torn and foreign files are named, never taken for patches and never removed", () => {
  const dir = folder();
  const staging = openStaging(dir);
  staging.add(patch("a", 1));
  writeFileSync(join(dir, "torn.json"), '{"key":"b","at":"2026-');
  writeFileSync(join(dir, "null.json"), "null");
  writeFileSync(join(dir, "note.txt"), "not ours");
  const listed = staging.list();
  expect(listed).toMatchObject({ ok: true, value: { patches: [{ key: "a" }], damaged: ["null.json", "torn.json"] } });
});

test("a folder that cannot be made is a failure that names it", () => {
  const dir = folder();
  writeFileSync(join(dir, "..", "staged"), "in the way");
  expect(openStaging(dir).add(patch("a", 1))).toMatchObject({ ok: false, error: { code: "io_failed" } });
});
