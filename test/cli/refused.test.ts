/** Refused: a patch that is refused leaves every byte of the folder, and what git says of it, as they were. */

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

const refusals: readonly (readonly [reason: string, args: readonly string[]])[] = [
  ["VERSION_CONFLICT", ["set", "travel-mornings", "fields.prefers", "late", "--base", "2"]],
  ["POLICY_VIOLATION", ["append", "AGENTS.md", "- Book without asking."]],
  [
    "DESTRUCTIVE_OP",
    [
      "new",
      "--type",
      "preference",
      "--title",
      "T",
      "--id",
      "one-hotel",
      "--field",
      "subject=s",
      "--field",
      "prefers=p",
    ],
  ],
  ["SCHEMA_INVALID", ["new", "--type", "decision", "--title", "No grounds"]],
  [
    "SCOPE_DENIED",
    [
      "new",
      "--type",
      "preference",
      "--title",
      "M",
      "--scope",
      "session",
      "--field",
      "subject=s",
      "--field",
      "prefers=p",
    ],
  ],
  ["SCHEMA_INVALID", ["append", "travel-mornings", "   "]],
  ["MALFORMED", ["merge", "travel-mornings", "--patch", "broken.json"]],
];

test.each(refusals)("%s by %j changes nothing", async (reason, args) => {
  const program = cli();
  const memory = program.sample();
  writeFileSync(join(memory, "broken.json"), '{"entries": [\n  "x"');
  writeFileSync(join(memory, "memory", "preferences", "travel-mornings.md"), edited(memory));
  program.git(["add", "broken.json"], memory);
  const before = everything(memory, program.git);
  const ran = await here(program)([...args, "--json"], { cwd: memory });
  expect(JSON.parse(ran.stdout)).toMatchObject({ rejected: { reason } });
  expect(ran.exit).toBeGreaterThan(0);
  expect(everything(memory, program.git)).toEqual(before);
});

test("a JSON file that does not parse is refused with its line and column", () => {
  const program = cli();
  const memory = program.sample();
  writeFileSync(join(memory, "broken.json"), '{"entries": [\n  "x" "y"]}');
  const ran = program.run(["merge", "travel-mornings", "--patch", "broken.json"], { cwd: memory });
  expect(ran.exit).toBe(1);
  expect(ran.stderr).toContain("broken.json:2:7 is not JSON");
});

function edited(memory: string): string {
  return `${readFileSync(join(memory, "memory", "preferences", "travel-mornings.md"), "utf8")}- By hand, not committed.\n`;
}

/** The bytes of every file outside `.git`, the commit, and what git says of index and work tree. */
function everything(
  memory: string,
  git: (args: readonly string[], cwd: string) => string,
): Readonly<Record<string, string>> {
  const files = readdirSync(memory, { recursive: true, encoding: "utf8" }).filter((path) => !path.startsWith(".git"));
  const bytes = files
    .filter((path) => statSync(join(memory, path)).isFile())
    .map((path) => [path, readFileSync(join(memory, path), "hex")]);
  return {
    ...(Object.fromEntries(bytes) as Record<string, string>),
    "git status": git(["status", "--porcelain=v2", "--branch"], memory),
    "git log": git(["log", "--format=%H"], memory),
  };
}
