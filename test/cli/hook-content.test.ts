/** Hooks, what they refuse: hand edits that would put something into a memory that has no business there. */

import { unlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Person, person } from "../support/person.js";

const page = "memory/preferences/travel-mornings.md";
const pinned = "memory/constraints/budget-ceiling.md";
const token = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vW7yZ0bC2eF4hJ6".slice(0, 36)}`;
const word = "Pagefile-Allow: DESTRUCTIVE_OP";

/** The commit is not made, nothing of it is lost, and what is said names the place. */
function refused(ada: Person, message: string, ...says: readonly string[]): string {
  const before = ada.head();
  const ran = ada.commit(message);
  expect(ran.status).toBe(1);
  expect(ada.head()).toBe(before);
  for (const each of says) expect(ran.stderr).toContain(each);
  return ran.stderr;
}

function passes(ada: Person, message: string, ...more: readonly string[]): void {
  const ran = ada.commit(message, ...more);
  expect([ran.status, ran.stderr]).toEqual([0, ""]);
}

function undo(ada: Person): void {
  ada.git("reset", "--quiet", "--hard");
}

describe("what a hand edit brings", () => {
  test("a secret is refused with its line and never shown; one that HEAD holds locks nobody out", () => {
    const ada = person();
    ada.append(page, `- The token is ${token}.\n`);
    const line = ada.read(page).split("\n").length - 1;
    const said = refused(ada, "secret", `${page}:${line}`, "secret", "git gc --prune=now");
    expect(said).not.toContain(token);
    expect(ada.git("commit", "--quiet", "--no-verify", "-m", "x").status).toBe(0);
    ada.append(page, "- A harmless line.\n");
    passes(ada, "harmless");
    ada.write(`memory/${token}.md`, "x\n");
    expect(refused(ada, "name", "file's name")).not.toContain(token);
  });

  test("text that stands for other text is refused, in body and fields, but not in code", () => {
    const ada = person();
    ada.append(page, "\n[rest unchanged]\n");
    refused(ada, "elided", `${page}:${ada.read(page).split("\n").length - 1}`, "left out", "`backticks`");
    undo(ada);
    ada.append(page, "- Agents write `[rest unchanged]` when they are lazy.\n");
    passes(ada, "said");
    ada.write(page, ada.read(page).replace("title: ", "title: [REDACTED] "));
    refused(ada, "blank", `${page}:4`, "redaction");
  });

  test("an open conflict is refused with its line, in the frontmatter for that reason alone, and may be shown in a fence", () => {
    const ada = person();
    const good = ada.read(page);
    ada.write(page, good.replace("title:", "<<<<<<< ours\ntitle:"));
    const said = refused(ada, "open", `${page}:4`, "conflict_marker", "`=======`");
    expect(said.match(/error/g)).toHaveLength(1);
    ada.write(page, `${good}\n- a\n=======\n- b\n>>>>>>> theirs\n`);
    refused(ada, "half", `${page}:${good.split("\n").length + 4}`, "conflict_marker");
    ada.write(page, `${good}\n\`\`\`\n<<<<<<< ours\n=======\n>>>>>>> theirs\n\`\`\`\n`);
    passes(ada, "shown");
  });

  test("a page of a private scope is refused with its line and the way out", () => {
    const ada = person();
    ada.write("memory/private.md", "---\nid: private-note\nscope: session\n---\nx\n");
    refused(ada, "private", "memory/private.md:3", "scope session", "git reset -q -- memory/private.md");
    ada.git("reset", "--quiet", "--", "memory/private.md");
    unlinkSync(join(ada.memory, "memory/private.md"));
    ada.write("memory/shared.md", "---\nid: shared-note\nscope: global\n---\nx\n");
    passes(ada, "shared");
  });
});

describe("a page that is pinned hard", () => {
  test("may be added to and tidied without a word", () => {
    const ada = person();
    ada.write(pinned, ada.read(pinned).replace("version: 2", "version: 3"));
    ada.append(pinned, "\n- Trains count as travel. [human]\n");
    passes(ada, "more");
    ada.git("mv", pinned, "memory/constraints/budget.md");
    passes(ada, "moved");
  });

  test("asks for a word before it is deleted, loses a line or a field, or its pin", () => {
    const ada = person();
    const good = ada.read(pinned);
    const cases: readonly (readonly [string | null, string])[] = [
      [null, "deletes it"],
      [good.replace(/^- Above 5000.*\n/m, ""), "Above 5000 EUR"],
      [good.replace("5400 EUR for travel and beds together.", "9400 EUR."), "fields.rule"],
      [good.replace("pin: hard", "pin: soft"), "no longer is"],
    ];
    for (const [text, says] of cases) {
      if (text === null) unlinkSync(join(ada.memory, pinned));
      else ada.write(pinned, text);
      refused(ada, "take", pinned, says, word, "git commit -e -F .git/COMMIT_EDITMSG");
      undo(ada);
    }
    ada.write(pinned, good.replace("pin: hard", "pin: soft"));
    passes(ada, "Let it go", "--trailer", word);
    expect(ada.body()).toContain(`${word}\nPagefile-Reason: MANUAL_EDIT`);
  });

  test("asks for one pinned section alone", () => {
    const ada = person();
    ada.write(
      "memory/2026-11-18.md",
      "---\nsections: { rules: { pin: hard } }\n---\n# Day\n\n## Rules\n\n- keep\n\n## Rest\n\n- go\n",
    );
    passes(ada, "day");
    ada.write("memory/2026-11-18.md", ada.read("memory/2026-11-18.md").replace("- go\n", "- gone\n"));
    passes(ada, "rest");
    ada.write("memory/2026-11-18.md", ada.read("memory/2026-11-18.md").replace("- keep\n", "- kept\n"));
    refused(ada, "rules", "“- keep” (line 8 in HEAD)");
  });
});

describe("an index from before another process committed", () => {
  test("does not take their change back: the page is named, with the command that mends it", () => {
    const ada = person();
    const theirs = `${ada.read(page)}- Theirs.\n`;
    const [mode, oid] = ada.git("ls-files", "--stage", "--", page).stdout.split(" ");
    ada.write(page, theirs);
    ada.git("commit", "--quiet", "--no-verify", "--all", "--message", "theirs");
    ada.git("update-index", "--cacheinfo", `${mode},${oid},${page}`);
    ada.append("MEMORY.md", "- Mine.\n");
    ada.git("add", "MEMORY.md");
    const before = ada.head();
    const ran = ada.git("commit", "--quiet", "--message", "mine");
    expect([ran.status, ada.head()]).toEqual([1, before]);
    for (const says of [page, "older version", `git reset -q -- ${page}`]) expect(ran.stderr).toContain(says);
    ada.git("reset", "-q", "--", page);
    expect(ada.git("commit", "--quiet", "--message", "mine").stderr).toBe("");
    expect(ada.git("show", `HEAD:${page}`).stdout).toBe(theirs);
  });

  test("does not delete a page they made; a word lets it", () => {
    const ada = person();
    ada.write("memory/the new one.md", "- theirs\n");
    ada.git("add", "--", "memory/the new one.md");
    ada.git("commit", "--quiet", "--no-verify", "--message", "theirs");
    ada.git("update-index", "--force-remove", "memory/the new one.md");
    ada.append("MEMORY.md", "- Mine.\n");
    ada.git("add", "MEMORY.md");
    const ran = ada.git("commit", "--quiet", "--message", "mine");
    expect(ran.status).toBe(1);
    expect(ran.stderr).toContain("git reset -q -- 'memory/the new one.md'");
    const meant = ada.git("commit", "--quiet", "--message", "mine", "--trailer", word);
    expect([meant.status, meant.stderr]).toEqual([0, ""]);
    expect(ada.git("ls-tree", "-r", "--name-only", "HEAD").stdout).not.toContain("the new one");
  });

  test("is told from an edit that was staged and then undone on disk", () => {
    const ada = person();
    const good = ada.read(page);
    ada.append(page, "- Staged.\n");
    ada.git("add", page);
    ada.write(page, good);
    const ran = ada.git("commit", "--quiet", "--message", "staged");
    expect([ran.status, ran.stderr]).toEqual([0, ""]);
    expect(ada.git("show", `HEAD:${page}`).stdout).toContain("- Staged.");
  });
});
