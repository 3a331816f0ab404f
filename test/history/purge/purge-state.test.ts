/** PurgeState: a session's page loses the purged words and keeps the others, whatever it is called. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findLayout } from "../../../src/git/layout.js";
import { cacheFiles, purgedState } from "../../../src/history/purge/finish.js";

import { makeRepo } from "../../support/git-repo.js";

test("it is cut like a page, and never taken for a cache or a staged patch", () => {
  const repo = makeRepo({});
  onTestFinished(() => repo.remove());
  const layout = findLayout(repo.dir);
  if (!layout.ok) throw new Error(layout.error.says);
  const pages = "pagefile/sessions/pages/pages";
  mkdirSync(join(layout.value.gitDir, pages), { recursive: true });
  writeFileSync(join(layout.value.gitDir, pages, "index.md"), "- Kept.\n- Poison.\n");
  const cut = (bytes: Uint8Array) => Buffer.from(Buffer.from(bytes).toString().replace("- Poison.\n", ""));
  const state = purgedState(layout.value, {
    file: (path, bytes) => (path === "index.md" ? cut(bytes) : bytes),
    name: (path) => path,
    record: () => null,
    message: (text) => text,
    log: (text) => text,
    isOwn: () => false,
    holds: () => false,
  });
  expect(state).toEqual([[`${pages}/index.md`, "- Kept.\n"]]);
  expect(cacheFiles(layout.value)).toEqual([]);
});

test("what is made anew at the next start goes with every purge", () => {
  const repo = makeRepo({});
  onTestFinished(() => repo.remove());
  const layout = findLayout(repo.dir);
  if (!layout.ok) throw new Error(layout.error.says);
  const caches = ["pagefile/index/pages.json", "pagefile/starts/claude-code.json", "pagefile/tokens/counts.json"];
  for (const name of [...caches, "pagefile/turns/a/1.json"]) {
    mkdirSync(dirname(join(layout.value.gitDir, name)), { recursive: true });
    writeFileSync(join(layout.value.gitDir, name), "{}\n");
  }
  expect(cacheFiles(layout.value)).toEqual(caches);
});
