/** Embedded writers in processes of their own, with no git on PATH: every acknowledged commit stays reachable. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hermetic, makeScene, type Scene } from "../contract/scene.js";
import { leftoversOf, statusOf } from "../contract/snapshot.js";
import { compile } from "./compiled.js";

describe("embedded writers", () => {
  let undo = (): void => {};
  let folder = "";
  beforeAll(() => {
    undo = hermetic();
    folder = compile("test/support/writer.ts");
  });
  afterAll(() => {
    undo();
    rmSync(folder, { recursive: true, force: true });
  });

  it("lose nothing when four of them make fifteen commits each", async () => {
    const scene = begin(["w0", "w1", "w2", "w3"]);
    const runs = await Promise.all([0, 1, 2, 3].map((number) => writer(folder, scene, `w${number}`, 15)));
    expectAllThere(scene, runs.flat(), 60);
    expect(scene.read("shared.md")?.trim().split("\n")).toHaveLength(60);
    expect(scene.git("rev-list", "--count", "HEAD").trim()).toBe("61");
  }, 120_000);

  it("lose nothing beside git's own add and commit", async () => {
    const scene = begin(["w0", "w1", "cli"]);
    const cli = outputOf(spawn("sh", ["-c", gitLoop], { cwd: scene.top, stdio: ["ignore", "pipe", "inherit"] }));
    const runs = await Promise.all([writer(folder, scene, "w0", 15), writer(folder, scene, "w1", 15), cli]);
    expectAllThere(scene, runs.flat(), 50);
    const files = scene.git("ls-tree", "-r", "--name-only", "HEAD").split("\n");
    expect(files.filter((name) => name.startsWith("cli/"))).toHaveLength(20);
  }, 120_000);
});

/** Twenty commits by git, each tried again while a lock is held; prints what git acknowledged. */
const gitLoop = `
i=0
while [ $i -lt 20 ]; do
  echo $i > cli/$i.md
  until git add cli/$i.md 2>/dev/null; do sleep 0.02; done
  until git commit -q -m "cli $i" -- cli/$i.md 2>/dev/null; do sleep 0.02; done
  i=$((i+1))
done
git log --format=%H --grep='^cli '
`;

function begin(folders: readonly string[]): Scene {
  const scene = makeScene({ files: { "shared.md": "" } });
  for (const name of folders) mkdirSync(join(scene.top, name));
  return scene;
}

async function writer(folder: string, scene: Scene, name: string, count: number): Promise<readonly string[]> {
  const script = join(folder, "test/support/writer.js");
  const env = { ...process.env, PATH: join(folder, "nothing-here") };
  const args = [script, scene.top, name, String(count)];
  return outputOf(spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] }));
}

async function outputOf(child: ChildProcess): Promise<readonly string[]> {
  let text = "";
  child.stdout?.on("data", (chunk) => {
    text += chunk;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code).toBe(0);
  return text.trim().split("\n");
}

function expectAllThere(scene: Scene, acknowledged: readonly string[], count: number): void {
  expect(acknowledged).toHaveLength(count);
  const reachable = new Set(scene.git("rev-list", "HEAD").trim().split("\n"));
  expect(acknowledged.filter((oid) => !reachable.has(oid))).toEqual([]);
  expect(statusOf(scene)).toBe("");
  expect(leftoversOf(join(scene.top, ".git"))).toEqual([]);
  const fsck = spawnSync("git", ["fsck", "--strict", "--no-dangling"], { cwd: scene.top, encoding: "utf8" });
  expect({ status: fsck.status, said: fsck.stderr.replace(/^notice: .*\n/gm, "") }).toEqual({ status: 0, said: "" });
}
