/** Recall uses: counted across openings, forgotten when told, and begun anew whatever the file holds. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openRecallUses } from "../../src/recall/canary.js";

const folder = mkdtempSync(join(tmpdir(), "pagefile-uses-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("uses add up across openings until they are forgotten", () => {
  const file = join(folder, "deep", "uses.json");
  expect(openRecallUses(file).add(["a", "b"])).toEqual({ ok: true, value: [1, 1] });
  expect(openRecallUses(file).add(["b"])).toEqual({ ok: true, value: [2] });
  expect(openRecallUses(file).forget(["b"]).ok).toBe(true);
  expect(openRecallUses(file).add(["a", "b"])).toEqual({ ok: true, value: [2, 1] });
});

test.each(["", "{", "[]", "null", '{"uses":7}', '{"uses":[["a",-1],["a"],7,["b","x"]]}'])(
  "a file that holds %s counts for nothing",
  (text) => {
    const file = join(folder, "broken.json");
    writeFileSync(file, text);
    expect(openRecallUses(file).add(["a"])).toEqual({ ok: true, value: [1] });
  },
);

test("a file that cannot be written is told, and the file of many uses stays small", () => {
  writeFileSync(join(folder, "plain"), "");
  const refused = openRecallUses(join(folder, "plain", "uses.json")).add(["a"]);
  expect(refused.ok).toBe(false);
  const file = join(folder, "many.json");
  const uses = openRecallUses(file);
  uses.add(Array.from({ length: 2_500 }, (_, at) => `page-${at}`));
  expect(JSON.parse(readFileSync(file, "utf8")).uses).toHaveLength(2_000);
  expect(uses.add(["page-2499", "page-0"])).toEqual({ ok: true, value: [2, 1] });
});
