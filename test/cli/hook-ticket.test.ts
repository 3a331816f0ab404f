/** Hooks, the ticket: an ordinary commit starts one program, and is said to be what the program itself would have said. */

import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyBuilt } from "../support/cli.js";
import { type Person, person } from "../support/person.js";

const page = "memory/preferences/travel-mornings.md";

function hookFile(ada: Person, name: string): string {
  return join(ada.memory, ".git/hooks", name);
}

/** Lets the hooks start node by way of a script that counts. */
function counting(ada: Person): () => number {
  const log = join(ada.program.folder, "starts");
  const script = join(ada.program.folder, "node-counted");
  writeFileSync(log, "");
  writeFileSync(script, `#!/bin/sh\necho x >>'${log}'\nexec '${process.execPath}' "$@"\n`);
  chmodSync(script, 0o755);
  for (const name of ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"]) {
    const text = readFileSync(hookFile(ada, name), "utf8");
    writeFileSync(hookFile(ada, name), text.replaceAll(/^( *(?:pagefile_)?node=).*$/gm, `$1'${script}'`));
  }
  return () => {
    const starts = readFileSync(log, "utf8").length / 2;
    writeFileSync(log, "");
    return starts;
  };
}

test("a good edit starts one program, whichever way it is committed, and one that touches no page as well", () => {
  const ada = person();
  const starts = counting(ada);
  ada.append(page, "- One.\n");
  expect(ada.git("commit", "-q", "-am", "all").stderr).toBe("");
  expect([starts(), ada.body()]).toEqual([
    1,
    `all\n\nPagefile-Reason: MANUAL_EDIT\nPagefile-Op: edit travel-mornings ${page}\nPagefile-Actor: human\nPagefile-Origin: user`,
  ]);
  ada.append(page, "- Two.\n");
  expect(ada.git("commit", "-q", "-m", "path", page).stderr).toBe("");
  expect(starts()).toBe(1);
  ada.write("notes.txt", "x\n");
  expect(ada.commit("no page").stderr).toBe("");
  expect([starts(), ada.body()]).toEqual([1, "no page"]);
});

const messages: readonly (readonly string[])[] = [
  ["Title alone"],
  ["Title: with a colon", "A paragraph\nof two lines."],
  ["Title", "Signed-off-by: A <a@b.c>"],
  ["Title", "# no comment, because nobody edits"],
  ["Title", "See: this is no trailer\nbecause of this line."],
  ["fixup! Title"],
  ["Great! That works", "More of it! And more."],
  ["Größe — naïve 記憶", "Ünd."],
  ["Back\\slash \\n", "  indented"],
];

test("with a ticket and without one, a message comes out the same", () => {
  const ada = person();
  const plain = readFileSync(hookFile(ada, "pre-commit"), "utf8");
  const starts = counting(ada);
  const said: string[][] = [[], []];
  const used: number[] = [];
  for (const [side, hook] of [plain, `${plain}rm -f .git/pagefile/ticket\n`].entries()) {
    writeFileSync(hookFile(ada, "pre-commit"), hook);
    for (const message of messages) {
      ada.append(page, "- More.\n");
      const ran = ada.git("commit", "-qa", ...message.flatMap((each) => ["-m", each]));
      expect([ran.status, ran.stderr]).toEqual([0, ""]);
      said[side]?.push(ada.body());
      if (side === 0) used.push(starts());
    }
  }
  expect(said[0]).toEqual(said[1]);
  // The pre-commit hook is the plain one here, so only commit-msg is counted: none for what a ticket can be believed for.
  expect(used).toEqual([0, 0, 1, 1, 1, 1, 0, 0, 0]);
});

test("a hook that stages more after ours makes the ticket void: the message names all pages, and all are judged", () => {
  const ada = person();
  appendFileSync(hookFile(ada, "pre-commit"), "git add --all\n");
  ada.append(page, "- Mine.\n");
  ada.git("add", page);
  ada.append("MEMORY.md", "- Formatted.\n");
  expect(ada.git("commit", "-q", "-m", "two").stderr).toBe("");
  expect(ada.body()).toContain("Pagefile-Op: edit memory MEMORY.md");
  ada.append(page, "- Mine again.\n");
  ada.git("add", page);
  ada.write("MEMORY.md", "---\nid: half\n");
  const ran = ada.git("commit", "-q", "-m", "three");
  expect([ran.status, ran.stderr.includes("MEMORY.md:1")]).toEqual([1, true]);
});

test("a ticket of another git process is not believed", () => {
  const ada = person();
  appendFileSync(
    hookFile(ada, "pre-commit"),
    "printf 'pagefile-ticket-1 1 0\\nForged: yes\\n' >.git/pagefile/ticket\n",
  );
  ada.append(page, "- Mine.\n");
  expect(ada.git("commit", "-qam", "mine").stderr).toBe("");
  expect(ada.body()).toContain("Pagefile-Reason: MANUAL_EDIT");
  expect(ada.body()).not.toContain("Forged");
});

test("what was compiled of the hook is kept by a run that has judged a page, never by one that ended early", () => {
  const ada = person();
  const copy = join(ada.program.folder, "copy");
  for (const part of ["hook.cjs", "hook"]) copyBuilt(join("dist", part), join(copy, part));
  const kept = (): boolean => {
    const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "" };
    execFileSync(process.execPath, [join(copy, "hook.cjs"), "pre-commit"], { cwd: ada.memory, env });
    return existsSync(join(copy, "hook", ".code"));
  };
  expect(kept()).toBe(false);
  ada.append(page, "- One.\n");
  ada.git("add", page);
  expect(kept()).toBe(true);
});

test("what is staged the shell has git list while the program starts, which asks git itself where that list is not whole or of elsewhere", () => {
  const ada = person();
  const plain = readFileSync(hookFile(ada, "pre-commit"), "utf8");
  // The program behind the quick one would judge again; it is left out to see what the quick one says.
  const quick = plain.slice(0, plain.indexOf("} ||") + 4).concat("\nexit 1\n");
  const none = quick.replace(/git -c .* &&\n/, "");
  expect(none).not.toBe(quick);
  const half = none.replaceAll("pagefile-staged", "pagefile");
  expect(half).not.toBe(none);
  const passes = (hook: string): boolean => {
    writeFileSync(hookFile(ada, "pre-commit"), hook);
    return ada.git("commit", "--dry-run", "-q").status === 0 && ada.git("hook", "run", "pre-commit").status === 0;
  };
  ada.write("MEMORY.md", "---\nid: half\n");
  ada.git("add", "MEMORY.md");
  expect(passes(quick)).toBe(false);
  expect(passes(none)).toBe(true);
  expect(passes(half)).toBe(false);
  expect(passes(none.replace("PAGEFILE_HOOKS_STAGED=input", "PAGEFILE_HOOKS_STAGED=input GIT_DIR=elsewhere"))).toBe(
    false,
  );
  ada.git("reset", "--hard", "-q");
  ada.append(page, "- Good.\n");
  ada.git("add", page);
  expect([passes(quick), passes(half)]).toEqual([true, true]);
});
