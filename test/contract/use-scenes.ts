/** UseScenes: opens scenes for one describe block, closes them, and has git check each repository after each test. */

import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { History } from "../../src/git/history.js";
import { gitIn, hermetic, makeScene, type Scene, type SceneOptions } from "./scene.js";
import { gitDirOf, leftoversOf } from "./snapshot.js";

export interface Begun {
  readonly scene: Scene;
  readonly history: History;
}

export interface Scenes {
  /** A fresh repository and the adapter open on it. */
  begin(options?: SceneOptions): Promise<Begun>;
  /** Another adapter on a scene the test made or changed itself. */
  openOn(scene: Scene): Promise<History>;
}

export type OpenHistory = (root: string) => Promise<History>;

export function useScenes(open: OpenHistory): Scenes {
  const scenes = new Set<Scene>();
  const histories: History[] = [];
  let undo = (): void => {};
  beforeAll(() => {
    undo = hermetic();
  });
  afterAll(() => undo());
  afterEach(async () => {
    for (const history of histories.splice(0)) await history.close();
    for (const scene of scenes) expectSound(scene);
    scenes.clear();
  });
  const openOn = async (scene: Scene): Promise<History> => {
    const history = await open(scene.root);
    scenes.add(scene);
    histories.push(history);
    return history;
  };
  const begin = async (options?: SceneOptions): Promise<Begun> => {
    const scene = makeScene(options);
    return { scene, history: await openOn(scene) };
  };
  return { begin, openOn };
}

function expectSound(scene: Scene): void {
  const run = gitIn(scene.top, ["fsck", "--strict", "--no-dangling"]);
  const remarks = run.stderr.split("\n").filter((line) => line !== "" && !line.startsWith("notice: "));
  expect({ status: run.status, remarks }).toEqual({ status: 0, remarks: [] });
  expect(leftoversOf(gitDirOf(scene))).toEqual([]);
}
