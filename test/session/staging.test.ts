/** Staging: a staged patch is whole or not there, in order, once a key. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Instant, Oid } from "../../src/base/ids.js";
import { openStaging, type StagedPatch } from "../../src/session/staging.js";
import { writeNew } from "../../src/state/plain-file.js";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "pagefile-staging-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return join(made, "staged");
}

const patch = (key: string, minute: number): StagedPatch => ({
  key,
  at: `2026-11-21T08:0${minute}:00Z` as Instant,
  draft: { op: "append", key },
  session: "7f3a",
  owner: null,
  source: { epoch: 2, length: 4811, digest: "9f2c" },
  base: "a".repeat(40) as Oid,
});

test("patches come back oldest first, those of one second as they were staged, and a second handle sees them", () => {
  const dir = folder();
  const staging = openStaging(dir);
  for (const one of [patch("b", 2), patch("a", 2), patch("c", 1)])
    expect(staging.add(one)).toEqual({ ok: true, value: "staged" });
  const listed = openStaging(dir).list();
  expect(listed.ok && listed.value.patches.map((one) => one.key)).toEqual(["c", "b", "a"]);
  expect(readdirSync(dir).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("a key that waits is left as it was; a removed one may come again", async () => {
  const staging = openStaging(folder());
  staging.add(patch("a", 1));
  expect(staging.add(patch("a", 2))).toEqual({ ok: true, value: "known" });
  expect(staging.add({ ...patch("a", 2), draft: "other" })).toEqual({ ok: true, value: "taken" });
  const listed = staging.list();
  expect(listed.ok && listed.value.patches).toEqual([patch("a", 1)]);
  expect((await staging.remove(["a", "never there"])).ok).toBe(true);
  expect(staging.add(patch("a", 3))).toEqual({ ok: true, value: "staged" });
});

test("the keys of a draft keep the order in which they were written", () => {
  const staging = openStaging(folder());
  const draft = { op: "create", fields: { subject: "x", prefers: "y", because: "z" } };
  expect(staging.add({ ...patch("a", 1), draft })).toEqual({ ok: true, value: "staged" });
  const listed = staging.list();
  expect(JSON.stringify(listed.ok && listed.value.patches[0]?.draft)).toBe(JSON.stringify(draft));
  const turned = { fields: { prefers: "y", because: "z", subject: "x" }, op: "create" };
  expect(staging.add({ ...patch("a", 1), draft: turned })).toEqual({ ok: true, value: "known" });
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
  expect(listed).toMatchObject({
    ok: true,
    value: { patches: [{ key: "a" }], damaged: [join(dir, "null.json"), join(dir, "torn.json")] },
  });
});

test("what a broken disk left under a patch's own name is kept aside, and the patch is staged", () => {
  const dir = folder();
  const staging = openStaging(dir);
  staging.add(patch("a", 1));
  const [name] = readdirSync(dir);
  writeFileSync(join(dir, name as string), '{"key":"a","at":"20');
  expect(staging.add(patch("a", 1))).toEqual({ ok: true, value: "staged" });
  expect(staging.list()).toMatchObject({
    ok: true,
    value: { patches: [{ key: "a" }], damaged: [join(dir, `${name}.damaged`)] },
  });
});

test("a patch staged before sessions were kept with it is read", () => {
  const dir = folder();
  const staging = openStaging(dir);
  staging.add(patch("a", 1));
  const { key, at, draft } = patch("a", 1);
  writeFileSync(join(dir, readdirSync(dir)[0] as string), JSON.stringify({ key, at, draft }));
  const plain = { key, at, draft, session: null, owner: null, source: null, base: null };
  expect(staging.list()).toMatchObject({ ok: true, value: { patches: [plain], damaged: [] } });
});

test("of two writers of one new file the first one makes it", () => {
  const file = join(folder(), "one.json");
  expect(writeNew(file, "first")).toBe(true);
  expect(writeNew(file, "second")).toBe(false);
  expect(readFileSync(file, "utf8")).toBe("first");
  expect(readdirSync(dirname(file))).toEqual(["one.json"]);
});

test("a folder that cannot be made is a failure that names it", () => {
  const dir = folder();
  writeFileSync(join(dir, "..", "staged"), "in the way");
  expect(openStaging(dir).add(patch("a", 1))).toMatchObject({ ok: false, error: { code: "io_failed" } });
});
