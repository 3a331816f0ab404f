/** HistoryRefusals: what stops a commit, each time with nothing changed, and what an engine serves or says it cannot. */

import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { History } from "../../src/git/history.js";
import { commitBy, planFor, publishing } from "./planning.js";
import { makeScene, type Scene, sceneAt } from "./scene.js";
import { snapshot, statusOf } from "./snapshot.js";
import type { Scenes } from "./use-scenes.js";

/** What an engine serves; what it does not, it refuses as `git_failed` with nothing changed. */
export interface Capabilities {
  readonly linkedWorktree: boolean;
  readonly sha256: boolean;
  readonly indexVersion4: boolean;
  readonly splitIndex: boolean;
  readonly alternates: boolean;
  /** `git replace`: an object that stands for another one. */
  readonly replacements: boolean;
  /** Hooks that can veto a commit or edit its message. */
  readonly hooks: boolean;
  readonly signing: boolean;
  /** Content filters and other encodings of the work tree. */
  readonly filters: boolean;
}

const seed = { "a.md": "alpha\n", "b.md": "beta\n" };

export function historyRefusals(scenes: Scenes, serves: Capabilities): void {
  describe("what stops a commit", () => {
    it("finds the lock of the index or of the branch held by somebody else", async () => {
      // At once: each waits for the holder as long as anybody would.
      const each = ["index.lock", "refs/heads/main.lock"].map(async (lock) => {
        const { scene, history } = await scenes.begin({ files: seed });
        const file = join(scene.top, ".git", lock);
        writeFileSync(file, "");
        const before = snapshot(scene);
        await expectRefused(scene, history, "locked");
        expect(snapshot(scene)).toEqual(before);
        rmSync(file);
        await commitBy(history, scene, [{ path: "a.md", text: "free again\n" }]);
      });
      await Promise.all(each);
    });

    it("refuses a detached HEAD unless told otherwise", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      scene.git("checkout", "-q", "--detach");
      const before = snapshot(scene);
      expect(await history.head()).toMatchObject({ ok: true, value: { ref: null } });
      await expectRefused(scene, history, "git_failed");
      expect(snapshot(scene)).toEqual(before);
      const main = scene.git("rev-parse", "main");
      const plan = planFor(scene, [{ path: "a.md", text: "detached\n" }]);
      const allowed = await history.record(plan, { ...publishing(scene, plan), detached: "allow" });
      expect(allowed).toMatchObject({
        ok: true,
        value: { moved: false, commit: scene.git("rev-parse", "HEAD").trim() },
      });
      expect(scene.git("rev-parse", "main")).toBe(main);
      expect(() => scene.git("symbolic-ref", "-q", "HEAD")).toThrow();
      expect(statusOf(scene)).toBe("");
    });

    for (const operation of ["merge", "rebase", "cherry-pick", "revert", "bisect"] as const) {
      it(`refuses while a ${operation} is in progress`, async () => {
        const scene = halfWay(operation);
        const history = await scenes.openOn(scene);
        expect(await history.head()).toMatchObject({ ok: true, value: { operation } });
        const before = snapshot(scene);
        const plan = planFor(scene, [{ path: "b.md", text: "ours\n" }]);
        const recorded = await history.record(plan, { ...publishing(scene, plan), detached: "allow" });
        expect(recorded).toMatchObject({ ok: false, error: { code: "git_failed" } });
        expect(snapshot(scene)).toEqual(before);
      });
    }
  });

  describe("what an engine serves", () => {
    const cases: readonly [string, boolean, () => Scene][] = [
      ["a linked worktree", serves.linkedWorktree, linkedWorktree],
      ["a sha256 repository", serves.sha256, () => makeScene({ files: seed, init: ["--object-format=sha256"] })],
      [
        "an index of version 4",
        serves.indexVersion4,
        () => altered((s) => s.git("update-index", "--index-version=4")),
      ],
      ["a split index", serves.splitIndex, () => altered((s) => s.git("update-index", "--split-index"))],
      ["borrowed objects", serves.alternates, borrower],
      ["replaced objects", serves.replacements, () => altered(replaced)],
      ["a pre-commit hook", serves.hooks, () => altered((s) => hook(s, "pre-commit"))],
      ["a commit-msg hook in core.hooksPath", serves.hooks, () => altered(elsewhereHook)],
      ["a content filter", serves.filters, () => altered((s) => s.write(".gitattributes", "*.md filter=x\n"))],
      ["another encoding", serves.filters, () => altered(utf16)],
      ["signed commits", serves.signing, () => altered(signed)],
    ];
    for (const [what, served, make] of cases) {
      it.runIf(served)(`commits with ${what}`, async () => {
        const scene = make();
        await commitBy(await scenes.openOn(scene), scene, [{ path: "a.md", text: "served\n" }]);
        expect(scene.git("show", "HEAD:a.md")).toBe("served\n");
        expect(statusOf(scene)).toBe("");
      });
      it.runIf(!served)(`refuses ${what}, with nothing changed`, async () => {
        const scene = make();
        const before = snapshot(scene);
        const opened = await scenes.openOn(scene).catch((cause: unknown) => cause as Error);
        if (opened instanceof Error) expect(opened.message).toContain("git_failed");
        else await expectRefused(scene, opened, "git_failed");
        expect(snapshot(scene)).toEqual(before);
      });
    }

    it("minds no hook that is not executable and no filter on other files", async () => {
      const { scene, history } = await scenes.begin({
        files: { ...seed, ".gitattributes": "*.png filter=lfs -text\n" },
      });
      writeFileSync(join(scene.top, ".git/hooks/pre-commit"), "#!/bin/sh\nexit 1\n", { mode: 0o644 });
      await commitBy(history, scene, [{ path: "a.md", text: "alpha 2\n" }]);
      expect(statusOf(scene)).toBe("");
    });
  });
}

async function expectRefused(scene: Scene, history: History, code: "locked" | "git_failed"): Promise<void> {
  const plan = planFor(scene, [{ path: "a.md", text: "ours\n" }]);
  const recorded = await history.record(plan, publishing(scene, plan));
  expect(recorded).toMatchObject({ ok: false, error: { code } });
  const told = recorded.ok ? [] : [recorded.error.says, recorded.error.hint];
  for (const sentence of told) expect(sentence).toMatch(/^\S.*[.]$/su);
}

/** A repository whose user left off in the middle of something. */
function halfWay(operation: "merge" | "rebase" | "cherry-pick" | "revert" | "bisect"): Scene {
  const scene = makeScene({ files: seed });
  scene.git("checkout", "-q", "-b", "side");
  scene.write("a.md", "side\n");
  scene.commitAll("side");
  scene.git("checkout", "-q", "main");
  scene.write("a.md", "main\n");
  scene.commitAll("main");
  const start: Record<typeof operation, readonly string[]> = {
    merge: ["merge", "-q", "side"],
    rebase: ["rebase", "-q", "side"],
    "cherry-pick": ["cherry-pick", "side"],
    revert: ["revert", "--no-commit", "side"],
    bisect: ["bisect", "start"],
  };
  try {
    scene.git(...start[operation]);
  } catch {
    // A conflict is how git leaves off in the middle.
  }
  return scene;
}

function altered(change: (scene: Scene) => unknown): Scene {
  const scene = makeScene({ files: seed });
  change(scene);
  if (scene.read(".gitattributes") !== null) scene.commitAll("attributes");
  return scene;
}

function linkedWorktree(): Scene {
  const main = makeScene({ files: seed });
  const place = makeScene().top;
  main.git("worktree", "add", "-q", "-b", "linked", join(place, "linked"));
  return sceneAt(join(place, "linked"), "");
}

function borrower(): Scene {
  const lender = makeScene({ files: seed });
  const place = makeScene().top;
  lender.git("clone", "-q", "--shared", lender.top, join(place, "clone"));
  const scene = sceneAt(join(place, "clone"), "");
  scene.git("config", "user.name", "Ada Lovelace");
  scene.git("config", "user.email", "ada@example.org");
  return scene;
}

function hook(scene: Scene, name: string, folder: string = join(scene.top, ".git/hooks")): void {
  writeFileSync(join(folder, name), "#!/bin/sh\nexit 0\n");
  chmodSync(join(folder, name), 0o755);
}

function elsewhereHook(scene: Scene): void {
  const folder = makeScene().top;
  hook(scene, "commit-msg", folder);
  scene.git("config", "core.hooksPath", folder);
}

/** An object of no importance, so that reads through git and past it agree on all that the test looks at. */
function replaced(scene: Scene): void {
  scene.write("b.md", "beta 2\n");
  scene.commitAll("beta 2");
  scene.git("replace", "HEAD~1:b.md", "HEAD:b.md");
}

function utf16(scene: Scene): void {
  scene.write(".gitattributes", "a.* working-tree-encoding=UTF-16\n");
  scene.write("a.md", Buffer.from("\ufeffalpha\n", "utf16le"));
}

/** The program that signs is the user's choice, so it stands in the user's own configuration. */
function signed(scene: Scene): void {
  const program = join(makeScene().top, "gpg");
  const signature = "-----BEGIN PGP SIGNATURE-----\\n\\nfake\\n-----END PGP SIGNATURE-----\\n";
  writeFileSync(program, `#!/bin/sh\ncat >/dev/null\necho "[GNUPG:] SIG_CREATED " >&2\nprintf -- '${signature}'\n`);
  chmodSync(program, 0o755);
  scene.git("config", "--global", "gpg.program", program);
  scene.git("config", "commit.gpgsign", "true");
}
