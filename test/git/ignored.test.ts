/** Ignored files: words that git was told to leave out are committed by no night and no checkpoint, through either engine. */

import { afterEach, expect, test } from "vitest";
import { openCheckout } from "../../src/git/checkout.js";
import { findLayout } from "../../src/git/layout.js";
import { takeIn } from "../../src/night/day-files.js";

import { must, type NightMemory, nightMemory } from "../support/nights.js";

let memory: NightMemory;
afterEach(() => memory.close());
const [secret, open, late] = ["memory/2026-11-18.md", "memory/2026-11-19.md", "memory/2026-11-20.md"];
const said = {
  museum: "- The museum closes at noon on Mondays. [lesson]\n",
  garden: "- Ada waters the garden before breakfast. [lesson]\n",
  harbor: "- Harbor ferries need a paper ticket. [lesson]\n",
};

test.each(["git", "no git"])(
  "a log that git ignores stays where it is, asked of %s; a committed one does not",
  async (who) => {
    memory = await nightMemory({
      "MEMORY.md": "# Memory\n",
      ".gitignore": "/memory/2026-11-18.md\n*-20.md\n!/memory/2026-11-20.md\n",
      [late]: "- Nothing.\n",
    });
    const { primary } = memory.workspace;
    const env = who === "git" ? memory.repo.env : { PATH: "" };
    Object.assign(primary, { checkout: openCheckout(must(findLayout(memory.repo.dir)), env) });
    memory.write({
      ".gitignore": "/memory/2026-11-18.md\n*-20.md\n",
      [secret]: said.museum,
      [open]: said.garden,
    });
    memory.write({ [late]: said.harbor });
    const taken = must(await takeIn(primary, { detached: "refuse" }));
    expect(taken).toMatchObject({ paths: [open, late], left: [] });
    const done = await memory.night();
    expect(done.commits.map(({ reason }) => reason)).toEqual(["CURATE_PROMOTE"]);
    expect(done).toMatchObject({ uncommitted: [], left: [] });
    expect(memory.read("MEMORY.md")).toContain("garden");
    expect(memory.read("MEMORY.md")).toContain("Harbor");
    expect(memory.read("MEMORY.md")).not.toContain("museum");
    expect(memory.repo.tryGit(["cat-file", "-e", `HEAD:${secret}`]).status).not.toBe(0);
    expect(memory.read(secret)).toBe(said.museum);
  },
);

test("ignore files that cannot be asked fail the night, and commit nothing", async () => {
  memory = await nightMemory({ "MEMORY.md": "# Memory\n" });
  const broken = { code: "git_failed", says: "Broken.", hint: "Mend it." } as const;
  const checkout = {
    ignored: async () => ({ ok: false, error: broken }),
    blindMarks: async () => ({ ok: true, value: [] }),
  };
  Object.assign(memory.workspace.primary, {
    checkout: { ...checkout, remoteRef: () => ({ ok: true, value: null }) },
  });
  memory.write({ [open]: said.garden });
  expect(await takeIn(memory.workspace.primary, { detached: "refuse" })).toEqual({ ok: false, error: broken });
});
