/** Flush beside a hand: an edit, a staging or another commit at any look of a flush is neither lost nor taken into its commit. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { History } from "../../src/git/history.js";
import { flush } from "../../src/session/flush.js";
import { stage } from "../../src/session/stage.js";

import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace } from "../support/open-memory.js";

const page = "memory/seats.md";
const head = "---\nid: seats\ntype: preference\n---\n";

const read = (repo: TestRepo): string => readFileSync(join(repo.dir, page), "utf8");
/** Above all that stands there. */
const type = (repo: TestRepo): void => repo.write(page, read(repo).replace("- Aisle.", "- By hand.\n- Aisle."));

const hands: Readonly<Record<string, (repo: TestRepo) => void>> = {
  "an edit on disk": type,
  "an edit that is staged": (repo) => {
    type(repo);
    repo.git("add", page);
  },
  "another's commit": (repo) => {
    type(repo);
    repo.git("commit", "-qam", "By hand");
  },
};

test.each(Object.entries(hands))("%s", async (name, hand) => {
  for (const engine of ["native", "embedded"] as const) {
    let tried = 0;
    // Until the flush is over before the hand comes.
    for (let came = true; came; tried++) {
      const repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
      repo.write(page, `${head}- Aisle.\n`);
      repo.git("add", "-A");
      repo.git("commit", "-qm", "Seats");
      const workspace = await openTestWorkspace(repo, { engine });
      let looks = 0;
      came = false;
      // The ports are frozen by nobody; this one is asked for HEAD before each look at the files.
      const history = workspace.primary.history as { -readonly [key in keyof History]: History[key] };
      const ask = history.head.bind(history);
      history.head = () => {
        if (looks++ === tried) {
          hand(repo);
          came = true;
        }
        return ask();
      };
      for (const value of ["One.", "Two."]) await stage(workspace, { op: "append", page: "seats", value });
      const done = await flush(workspace, { boundary: "turn" }, { detached: "refuse" });
      if (!done.ok) throw new Error(`${engine}, look ${tried}: ${done.error.says}`);
      await workspace.close();
      const mark = came ? "- By hand.\n" : "";
      const all = `${head}${mark}- Aisle.\n- One.\n- Two.\n`;
      expect(read(repo), `${engine}, look ${tried}`).toBe(all);
      const kept = repo.git("show", `HEAD:${page}`);
      expect(`${kept.trimEnd()}\n`).toBe(name === "another's commit" ? all : `${head}- Aisle.\n- One.\n- Two.\n`);
      repo.remove();
    }
    expect(tried).toBeGreaterThan(3);
  }
});
