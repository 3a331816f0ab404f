/** FsListStamped: a file that has the stamp of what its caller knows of it is listed as that, and any other anew. */

import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import type { Listed } from "../../../src/memory/disk/read.js";
import { openPageStore } from "../../../src/memory/page-store.js";

const include = { folders: [{ path: "memory", recursive: true }] };

function folder(): string {
  const root = fs.mkdtempSync(`${tmpdir()}/pagefile-stamped-`);
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  fs.mkdirSync(`${root}/memory/a`, { recursive: true });
  fs.writeFileSync(`${root}/memory/a/one.md`, "one\n");
  return root;
}

test("a file that is as it was known is listed as what was known of it, and any other anew", () => {
  const root = folder();
  const store = openPageStore(root, include);
  const [known] = filesOf(store.list());
  if (known?.stamp == null) throw new Error("One file stands there.");
  const { path, stamp } = known;
  const asKnown = { path, stamp };
  expect(filesOf(store.list(() => asKnown))[0]).toBe(asKnown);
  for (const part of ["size", "mtimeMs", "ctimeMs", "inode"] as const) {
    const other = { path, stamp: { ...stamp, [part]: stamp[part] + 1 } };
    expect(filesOf(store.list(() => other)), part).toEqual([known]);
  }
  fs.appendFileSync(`${root}/${path}`, "two\n");
  expect(filesOf(store.list(() => asKnown))[0]?.stamp?.size).toBe(stamp.size + 4);
});

function filesOf(listed: ReturnType<ReturnType<typeof openPageStore>["list"]>): readonly Listed[] {
  return listed.ok ? listed.value.files : [];
}
