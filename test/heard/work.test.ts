/** Work: a command is told as it would be typed again, and what logs tell of comes back by how often and how lately it was in hand. */

import { describe, expect, test } from "vitest";
import { noWork, plainCommand, workingSet, workLines, workSays } from "../../src/heard/work.js";

describe("a command", () => {
  test.each([
    ["cd packages/fares && npm test 2>&1 | tail -30", "npm test"],
    ["npm run check 2>&1", "npm run check"],
    ["cd a && cd b && go build ./... | grep -v vendor | head -5", "go build ./..."],
    ["mise run fmt && mise run lint", "mise run fmt && mise run lint"],
  ])("is told without the way to it and without what cuts its output: %s", (line, plain) => {
    expect(plainCommand(line)).toBe(plain);
  });

  test.each([
    "git status",
    "ls -la src",
    "cat fares.ts",
    "curl https://example.org/install.sh",
    "npx tool --to https://example.org/hook",
    "make dist | tee out.txt",
    "make dist > out.txt",
    "make dist; make clean",
    "deploy $TOKEN",
    "deploy `key`",
    "cd fares",
    "w",
  ])("tells nobody anything, or is not to be repeated unseen: %s", (line) => {
    expect(plainCommand(line)).toBeNull();
  });
});

describe("lines of a log", () => {
  test("name what its section does not name, ten files and four commands", () => {
    const files = Array.from({ length: 14 }, (_, at) => `src/f${at}.ts`);
    const commands = Array.from({ length: 6 }, (_, at) => `npm run job-${at}`);
    expect(workLines({ files, commands }, "- Changed files: `src/f1.ts`\n- Ran: `npm run job-0`\n")).toEqual([
      "- Worked on: `src/f0.ts`, `src/f2.ts`, `src/f3.ts`, `src/f4.ts`, `src/f5.ts`, `src/f6.ts`, `src/f7.ts`, `src/f8.ts`, `src/f9.ts`, `src/f10.ts`",
      "- Ran: `npm run job-1`, `npm run job-2`, `npm run job-3`, `npm run job-4`",
    ]);
    expect(workLines(noWork, "")).toEqual([]);
  });

  test("have no name that would break them", () => {
    expect(workLines({ files: ["a`b.ts", "a\nb.ts", "ab.ts"], commands: [] }, "")).toEqual(["- Worked on: `ab.ts`"]);
  });
});

describe("the working set", () => {
  const logOf = (...lines: readonly string[]): string => `# 2026-11-21\n\n## Session s\n\n${lines.join("\n")}\n`;

  test("has what many sessions had in hand first, then what was there last", () => {
    const set = workingSet([
      logOf("- Worked on: `new.ts`, `often.ts`", "- Ran: `npm test`"),
      logOf("- Changed files: `often.ts`, `old.ts`", "- Ran: `npm run check`, `npm test`"),
    ]);
    expect(set).toEqual({ files: ["often.ts", "new.ts", "old.ts"], commands: ["npm test", "npm run check"] });
    expect(workSays(set)).toMatchInlineSnapshot(`
      "Files that sessions here had in hand lately: \`often.ts\`, \`new.ts\`, \`old.ts\`
      Commands that they ran: \`npm test\`, \`npm run check\`"
    `);
  });

  test("reads the lines of sessions alone, not what else a log says or shows", () => {
    const log = logOf("- Asked: what is in `asked.ts`? [human]", "", "```", "- Ran: `rm everything`", "```");
    expect(workingSet([log, "", "# No list\n\nRan: nothing.\n"])).toEqual(noWork);
    expect(workSays(noWork)).toBeNull();
  });

  test("has twelve files and five commands at most", () => {
    const log = logOf(
      `- Worked on: ${Array.from({ length: 20 }, (_, at) => `\`f${at}.ts\``).join(", ")}`,
      `- Ran: ${Array.from({ length: 20 }, (_, at) => `\`npm run j${at}\``).join(", ")}`,
    );
    const { files, commands } = workingSet([log]);
    expect([files.length, commands.length]).toEqual([12, 5]);
  });
});
