/** Beside code: notes in a folder for which the guessed profile has none are said to be left out, with what takes them in. */

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

/** A folder with the instructions of an agent, and files by their paths. */
function folderWith(...paths: readonly string[]) {
  const program = cli();
  const dir = join(program.folder, "desk");
  for (const path of ["CLAUDE.md", ...paths]) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), "# Dog\n\nMila the dog is looked after by Ines on Mondays.\n");
  }
  const execute = here(program);
  const run = (...args: readonly string[]) => execute(args, { cwd: dir });
  const json = async (...args: readonly string[]) => JSON.parse((await run(...args, "--json")).stdout);
  return { dir, git: program.git, run, json };
}

it("counts the notes by folder and names both ways, and status counts them too", async () => {
  const { run, json } = folderWith("notes/dog.md", "notes/2026/boat.md", "diary/one.md", "boat.md");
  const { stdout } = await run("init", ".");
  expect(stdout).toContain("3 Markdown files are no pages, in notes, diary: a memory of the profile claude-code");
  expect(stdout).toContain("“profile: plain”, as --profile plain does in a new memory");
  expect(stdout).toContain('include: ["notes/**", "diary/**"]; then: pagefile adopt');
  expect(await json("status")).toMatchObject({
    leftOut: [{ pattern: "profile: claude-code, in notes, diary", files: 3 }],
  });
  expect((await run("status")).stdout).toContain("left out  3 files (3 by profile: claude-code, in notes, diary)\n");
});

it.each([
  ["include", (text: string) => `${text}include: ["notes/**"]\n`],
  ["profile", (text: string) => text.replace("profile: claude-code", "profile: plain")],
])("both ways take them in (%s)", async (_, change) => {
  const { dir, run, json } = folderWith("notes/dog.md");
  await run("init", ".");
  const config = join(dir, "pagefile.yaml");
  writeFileSync(config, change(readFileSync(config, "utf8")));
  expect((await run("adopt")).stdout).toContain("notes/dog.md");
  expect(await json("status")).toMatchObject({ leftOut: [], untracked: [] });
  expect((await run("recall", "who looks after the dog?")).stdout).toContain("Ines");
});

it("says nothing of documents of the code, of what git ignores, of other repositories, or where all is taken in", async () => {
  const code = [
    "docs/api.md",
    "src/notes.md",
    "lib/README.md",
    "web/README.md",
    "web/CLAUDE.md",
    "tests/case.md",
    "skills/x/SKILL.md",
    "build/out.md",
    "vendor/a/b.md",
    "scratch/draft.md",
    "other/.git/HEAD.md",
    "other/note.md",
    "agent/SOUL.md",
    "agent/memory/one.md",
  ];
  const { dir, run, json, git } = folderWith(...code);
  git(["init", "--quiet"], dir);
  appendFileSync(join(dir, ".git", "info", "exclude"), "scratch\n");
  expect((await run("init", ".")).stdout).not.toContain("no page");
  expect(await json("status")).toMatchObject({ leftOut: [] });
  const plain = folderWith("notes/dog.md");
  expect((await plain.run("init", ".", "--profile", "plain")).stdout).not.toContain("no page");
});
