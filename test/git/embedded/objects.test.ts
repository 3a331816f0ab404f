/** Objects without git: packed ones are read, damage is a failure, a torn file is mended by the next write, ids are told apart by prefix. */

import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Oid } from "../../../src/base/ids.js";
import { openEmbeddedHistory } from "../../../src/git/embedded/history.js";
import { openObjects } from "../../../src/git/embedded/objects.js";
import { findLayout } from "../../../src/git/layout.js";
import { makeObject, writeObjects } from "../../../src/git/objects/loose.js";

import { commitBy } from "../../contract/planning.js";
import { hermetic, makeScene, type Scene } from "../../contract/scene.js";

describe("embedded objects", () => {
  let undo = (): void => {};
  beforeAll(() => {
    undo = hermetic();
  });
  afterAll(() => undo());

  const looseFile = (scene: Scene, oid: string) => join(scene.top, ".git/objects", oid.slice(0, 2), oid.slice(2));
  const damage = (scene: Scene, oid: string, bytes: Uint8Array) => {
    chmodSync(looseFile(scene, oid), 0o644);
    writeFileSync(looseFile(scene, oid), bytes);
  };

  it("reads what git packed", async () => {
    const scene = makeScene({ files: { "a.md": "alpha\n", "b.md": "beta\n" } });
    const objects = openObjects(join(scene.top, ".git"));
    scene.git("gc", "-q", "--prune=now");
    const oid = scene.git("rev-parse", "HEAD:b.md").trim() as Oid;
    expect(await objects.read(oid)).toMatchObject({ ok: true, value: { type: "blob" } });
    expect(await objects.read("0123456789012345678901234567890123456789" as Oid)).toEqual({ ok: true, value: null });
  });

  it("calls a torn, an empty and a swapped object corrupt, and never gives its bytes", async () => {
    const scene = makeScene({ files: { "a.md": "alpha\n", "b.md": "beta\n" } });
    const oid = scene.git("rev-parse", "HEAD:a.md").trim();
    const whole = readFileSync(looseFile(scene, oid));
    const swapped = readFileSync(looseFile(scene, scene.git("rev-parse", "HEAD:b.md").trim()));
    for (const bytes of [whole.subarray(0, 7), Buffer.alloc(0), swapped]) {
      damage(scene, oid, bytes);
      const read = await openObjects(join(scene.top, ".git")).read(oid as Oid);
      expect(read).toMatchObject({ ok: false, error: { code: "corrupt" } });
    }
  });

  it("puts the whole object in the place of a torn one when it is written again", async () => {
    const scene = makeScene({ files: { "b.md": "beta\n" } });
    const oid = scene.git("rev-parse", "HEAD:b.md").trim();
    damage(scene, oid, Buffer.alloc(0));
    const history = await openEmbeddedHistory(scene.root);
    if (!history.ok) throw new Error(history.error.says);
    await commitBy(history.value, scene, [{ path: "copy.md", text: "beta\n" }]);
    expect(scene.git("cat-file", "blob", oid)).toBe("beta\n");
    expect(scene.git("fsck", "--strict")).toBe("");
  });

  it("expands an abbreviation to all ids that begin with it", async () => {
    const scene = makeScene();
    const objects = openObjects(join(scene.top, ".git"));
    const blobs = Array.from({ length: 600 }, (_, i) => makeObject("sha1", "blob", Buffer.from(`${i}\n`)));
    const layout = findLayout(scene.root);
    if (!layout.ok) throw new Error(layout.error.says);
    await writeObjects(layout.value, blobs);
    const ids = blobs.map((blob) => blob.oid);
    for (const oid of ids.slice(0, 20)) {
      const found = await objects.expand(oid.slice(0, 3));
      const wanted = ids.filter((one) => one.startsWith(oid.slice(0, 3))).sort();
      expect(found.ok && [...found.value].sort()).toEqual(wanted);
    }
    expect(await objects.expand("ffffffffff")).toEqual({ ok: true, value: [] });
  });
});
