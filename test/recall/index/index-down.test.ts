/** Recall without its index: whatever became of it, the needle is found, hot or archived, and no page is touched. */

import fs, { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { canary } from "../../../src/recall/canary.js";
import { openSearch, searchOf } from "../../../src/recall/index/open.js";
import { searchSource } from "../../../src/recall/index/write.js";
import { makeStateFolder } from "../../../src/state/plain-file.js";

import { withServices } from "../../support/open-memory.js";
import { ask, ids, untouched } from "../../support/recall-sample.js";

function filesBelow(dir: string): readonly string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

const damages: Readonly<Record<string, (dir: string, files: readonly string[]) => void>> = {
  deleted: (dir) => rmSync(dir, { recursive: true }),
  truncated: (_, files) => {
    for (const file of files) truncateSync(file, Math.floor(statSync(file).size / 2));
  },
  emptied: (_, files) => {
    for (const file of files) writeFileSync(file, "");
  },
  overwritten: (_, files) => {
    for (const file of files) writeFileSync(file, Buffer.alloc(statSync(file).size, 0x5a));
  },
  "a folder in its place": (dir) => {
    rmSync(dir, { recursive: true });
    writeFileSync(dir, "not a folder");
  },
};

test.each(Object.keys(damages))("%s", async (name) => {
  const { workspace, repo } = await untouched();
  const dir = join(repo.home, "index");
  const open = () => openSearch({ dir, version: "test" });
  const pages = () => filesBelow(join(repo.dir, "memory")).map((path) => [path, readFileSync(path, "utf8")]);
  const before = pages();
  const first = open();
  const memory = withServices(workspace.primary, [[searchOf, first]]);
  const at = { ...workspace, primary: memory, memories: [memory] };
  expect(ids(await ask(at, "aisle seat"))[0]).toBe("seats");
  first.close();
  damages[name]!(dir, existsSync(dir) ? filesBelow(dir) : []);
  const again = open();
  const damaged = withServices(workspace.primary, [[searchOf, again]]);
  const there = { ...workspace, primary: damaged, memories: [damaged] };
  try {
    expect(ids(await ask(there, "aisle seat"))[0]).toBe("seats");
    const cold = await ask(there, "Zanzibar ferry people", { restore: false });
    expect(cold.pages[0]).toMatchObject({ id: "zanzibar", tier: "cold" });
    expect((await ask(there, "quinoa", { audience: "group" })).status).toBe("denied");
    expect(pages()).toEqual(before);
  } finally {
    again.close();
    rmSync(dir, { recursive: true, force: true });
  }
});

test("without a binding nothing is told as not known: recall is unavailable, and says how to get one", async () => {
  const { workspace, repo } = await untouched();
  const search = openSearch({ dir: join(repo.home, "index"), version: "test", binding: () => null });
  const memory = withServices(workspace.primary, [[searchOf, search]]);
  const at = { ...workspace, primary: memory, memories: [memory] };
  for (const isBrief of [false, true]) {
    const answer = await ask(at, "Zanzibar ferry people", { isBrief });
    expect(answer).toMatchObject({ status: "unavailable", pages: [], reason: expect.stringContaining("No SQLite") });
    for (const word of ["libsql", "--omit=optional", "Windows on x64"]) expect(answer.hint).toContain(word);
    expect(answer.degraded.length).toBeGreaterThan(0);
  }
  expect(canary(memory)).toMatchObject({ ok: false, error: { hint: expect.stringContaining("libsql") } });
  const status = search.status();
  expect([status.state, status.says]).toEqual(["no_binding", expect.stringContaining("libsql")]);
  expect(search.rebuild(searchSource(memory))).toMatchObject({ ok: false, error: { code: "unavailable" } });
});

test("a file in the place of the index is named, as what keeps one from being made, and told to be moved away", async () => {
  const { workspace, repo } = await untouched();
  const dir = join(repo.dir, ".git/pagefile/index-search");
  makeStateFolder(dirname(dir));
  writeFileSync(dir, "x");
  const search = openSearch({ dir, version: "test" });
  const memory = withServices(workspace.primary, [[searchOf, search]]);
  const answer = await ask({ ...workspace, primary: memory, memories: [memory] }, "aisle seat");
  const skipped = answer.degraded.map(({ says }) => says).join(" ");
  expect(skipped).toContain("a file stands where a folder belongs");
  expect(search.status()).toMatchObject({ state: "blocked", says: expect.stringContaining(`Move ${dir} away.`) });
  expect(search.rebuild(searchSource(memory))).toMatchObject({ ok: false, error: { hint: `Move ${dir} away.` } });
  rmSync(dir);
  expect(search.rebuild(searchSource(memory))).toMatchObject({ ok: true });
  expect(search.status().state).toBe("ready");
  search.close();
});

test("a folder that takes no index is named, and who may change that told to", async () => {
  const { repo } = await untouched();
  const dir = join(repo.home, "closed", "index");
  fs.mkdirSync(dirname(dir));
  // Who runs the tests may be root, who may write everywhere.
  const { accessSync } = fs;
  fs.accessSync = () => {
    throw Object.assign(new Error("EACCES: closed"), { code: "EACCES" });
  };
  syncBuiltinESMExports();
  const status = openSearch({ dir, version: "test" }).status();
  fs.accessSync = accessSync;
  syncBuiltinESMExports();
  expect(status).toMatchObject({ state: "blocked" });
  expect(status.says).toContain(`Let yourself write into ${dirname(dir)}.`);
});
