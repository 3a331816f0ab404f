/** HistoryContract: what src/git/history.ts promises, as tests for an engine on real repositories, judged by git itself. */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { historyCore, type World } from "./history-core.js";
import { historyPlaces } from "./history-places.js";
import { historyReading } from "./history-reading.js";
import { type Capabilities, historyRefusals } from "./history-refusals.js";
import { commitBy, planFor, publishing } from "./planning.js";
import { gitIn } from "./scene.js";
import { statusOf } from "./snapshot.js";
import { type Begun, type OpenHistory, type Scenes, useScenes } from "./use-scenes.js";

export function historyContract(name: string, open: OpenHistory, capabilities: Capabilities): void {
  describe(`history contract: ${name}`, () => {
    const scenes = useScenes(open);
    historyCore(async (files) => worldOf(await scenes.begin({ files })));
    historyCommits(scenes);
    historyPlaces(scenes);
    historyReading(scenes);
    historyRefusals(scenes, capabilities);
  });
}

/** A real repository seen through git's command line. */
function worldOf({ scene, history }: Begun): World {
  const shown = (name: string): string | null => {
    const run = gitIn(scene.root, ["cat-file", "blob", name]);
    return run.status === 0 ? run.stdout : null;
  };
  const count = () => gitIn(scene.root, ["rev-list", "--count", "HEAD"]);
  return {
    history,
    committed: (path) => shown(`HEAD:./${path}`),
    staged: (path) => shown(`:./${path}`),
    commits: () => Number(count().stdout.trim() || "0"),
    plan: (wanted, message) => planFor(scene, wanted, message),
    publishing: (plan) => publishing(scene, plan),
    commitElsewhere: () => {
      scene.write("elsewhere.md", "elsewhere\n");
      scene.commitAll("elsewhere");
    },
  };
}

function historyCommits(scenes: Scenes): void {
  describe("the commit itself", () => {
    const seed = { "a.md": "alpha\n" };

    it("has the configured author, the plan's time, one parent and a reflog line", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      const parent = scene.git("rev-parse", "HEAD").trim();
      const plan = planFor(scene, [{ path: "a.md", text: "2\n" }], "set: two\n");
      await history.record(plan, publishing(scene, plan));
      const shown = scene.git("log", "-1", "--format=%an|%ae|%cn|%ce|%P|%at");
      const seconds = Date.parse(plan.when) / 1000;
      expect(shown.trim()).toBe(`Ada Lovelace|ada@example.org|Ada Lovelace|ada@example.org|${parent}|${seconds}`);
      const tip = scene.git("rev-parse", "HEAD").trim();
      for (const ref of ["HEAD", "refs/heads/main"]) {
        const [line] = scene.git("reflog", "show", "--format=%H %gs", ref).split("\n");
        expect(line).toMatch(new RegExp(`^${tip} commit.*: set: two$`));
      }
      expect(scene.git("rev-parse", "HEAD@{1}").trim()).toBe(parent);
    });

    it("prefers GIT_AUTHOR_* and the repository's user over the global one", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      writeFileSync(process.env.GIT_CONFIG_GLOBAL ?? "", "[user]\n\tname = Global\n\temail = global@example.org\n");
      process.env.GIT_AUTHOR_NAME = "From Env";
      try {
        await commitBy(history, scene, [{ path: "a.md", text: "2\n" }]);
        expect(scene.git("log", "-1", "--format=%an|%ae|%cn")).toBe("From Env|ada@example.org|Ada Lovelace\n");
      } finally {
        delete process.env.GIT_AUTHOR_NAME;
      }
      scene.git("config", "--unset", "user.name");
      scene.git("config", "--unset", "user.email");
      await commitBy(await scenes.openOn(scene), scene, [{ path: "a.md", text: "3\n" }]);
      expect(scene.git("log", "-1", "--format=%an|%ae")).toBe("Global|global@example.org\n");
    });

    it("carries trailers that git interpret-trailers reads back", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      const trailers = ["Pagefile-Reason: TURN_COMMIT", "Pagefile-Page: züge@3..4", "Pagefile-Patch: sha256:51d0"];
      const message = `append: trains under 4 h\n\nSome body: with a colon.\n\n${trailers.join("\n")}\n`;
      await commitBy(history, scene, [{ path: "a.md", text: "2\n" }], message);
      const raw = scene.git("cat-file", "commit", "HEAD");
      expect(raw.slice(raw.indexOf("\n\n") + 2)).toBe(message);
      const read = gitIn(scene.top, ["interpret-trailers", "--parse"], message);
      expect(read.stdout).toBe(`${trailers.join("\n")}\n`);
      expect(scene.git("log", "-1", "--format=%(trailers:key=Pagefile-Reason,valueonly)").trim()).toBe("TURN_COMMIT");
    });

    it("writes HEAD's branch even when it lives in packed-refs only", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      scene.git("pack-refs", "--all", "--prune");
      expect(existsSync(join(scene.top, ".git/refs/heads/main"))).toBe(false);
      const commit = await commitBy(history, scene, [{ path: "a.md", text: "2\n" }]);
      expect(scene.git("rev-parse", "main").trim()).toBe(commit);
      expect(scene.git("symbolic-ref", "HEAD").trim()).toBe("refs/heads/main");
    });

    it("commits on an unborn branch beside files that were only staged", async () => {
      const { scene, history } = await scenes.begin();
      scene.write("theirs.md", "theirs\n");
      scene.git("add", "theirs.md");
      await commitBy(history, scene, [{ path: "memory/a.md", text: "a\n" }]);
      expect(scene.git("ls-tree", "-r", "--name-only", "HEAD")).toBe("memory/a.md\n");
      expect(scene.git("diff", "--cached", "--name-only")).toBe("theirs.md\n");
      expect(statusOf(scene)).toMatch(/^1 A\. .* theirs\.md\n$/);
    });

    it("leaves an index whose tree is the tree of HEAD after many commits", async () => {
      const { scene, history } = await scenes.begin({ files: seed });
      for (let round = 0; round < 25; round += 1) {
        await commitBy(history, scene, [{ path: `n${round % 7}/f${round}.md`, text: `${round}\n` }]);
      }
      expect(statusOf(scene)).toBe("");
      expect(scene.git("write-tree")).toBe(scene.git("rev-parse", "HEAD^{tree}"));
      expect(scene.git("rev-list", "--count", "HEAD").trim()).toBe("26");
    });
  });
}
