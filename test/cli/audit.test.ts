/** Audit: it reports and never writes, and pinned words cannot be pushed out of what is loaded. */

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Cli, cli } from "../support/cli.js";
import { here } from "../support/here.js";

const configure = (memory: string, profile: string): void => {
  const path = join(memory, "pagefile.yaml");
  writeFileSync(path, readFileSync(path, "utf8").replace(/^profile: .*$/m, `profile: ${profile}`));
};
const commit = ({ git }: Cli, memory: string, message: string): void => {
  git(["add", "--all"], memory);
  git(["commit", "--quiet", "--message", message], memory);
};
/** 21,000 characters, with a section pinned hard in the middle of them. */
const rules = (before: number, after: number): string =>
  `---\nsections: { rules: { pin: hard } }\n---\n## Notes\n\n${"- Words.\n".repeat(before)}\n## Rules\n\n- Never fly.\n\n## More\n\n${"- Words.\n".repeat(after)}`;

test("shows what is cut to the character, names the pinned entry, exits 1 and writes nothing", async () => {
  const program = cli();
  const run = here(program);
  const memory = program.sample();
  configure(memory, "openclaw");
  writeFileSync(join(memory, "MEMORY.md"), rules(1_800, 600));
  commit(program, memory, "Grown");
  const state = () => [program.git(["status", "--porcelain"], memory), program.git(["for-each-ref"], memory)];
  const before = state();
  const ran = await run(["audit", "--json"], { cwd: memory });
  expect(ran.exit).toBe(1);
  const answer = JSON.parse(ran.stdout);
  const text = readFileSync(join(memory, "MEMORY.md"), "utf8");
  const file = answer.loaded.files.find((each: { path: string }) => each.path === "MEMORY.md");
  expect(file).toMatchObject({ state: "cut", size: text.length, max: 20_000 });
  expect(file.loaded).toBeLessThanOrEqual(20_000);
  const [missing] = file.missing;
  expect(text.slice(missing.start, missing.end)).toContain("Never fly.");
  expect(answer.findings[0]).toMatchObject({ check: "pinned_cut", severity: "error", path: "MEMORY.md" });
  expect(answer.findings[0].says).toContain("“- Never fly.”");
  const shown = await run(["audit"], { cwd: memory });
  expect(shown.stdout).toContain(`without ${missing.start}–${missing.end} (lines `);
  const report = (await run(["audit", "--markdown"], { cwd: memory })).stdout;
  expect(report).toContain(`| MEMORY.md | cut | ${text.length} | ${file.loaded} | without ${missing.start}–`);
  expect(report).toContain("- **pinned\\_cut**".replace("\\_", "_"));
  expect(state()).toEqual(before);
});

test("a commit by hand that pushes a pinned entry out is refused; one that leaves it where it is passes", () => {
  const program = cli();
  const memory = program.sample();
  configure(memory, "openclaw");
  writeFileSync(join(memory, "MEMORY.md"), rules(10, 10));
  commit(program, memory, "Small");
  expect(program.run(["hooks", "install"], { cwd: memory }).exit).toBe(0);
  writeFileSync(join(memory, "MEMORY.md"), rules(1_800, 600));
  program.git(["add", "MEMORY.md"], memory);
  const refused = program.run(["hook", "pre-commit"], { cwd: memory });
  expect(refused.exit).toBe(1);
  expect(refused.stderr + refused.stdout).toContain("bootstrap_overflow");
  expect(() => program.git(["commit", "--quiet", "--message", "Grown"], memory)).toThrow(/Never fly/);
  writeFileSync(join(memory, "MEMORY.md"), rules(10, 2_400));
  program.git(["add", "MEMORY.md"], memory);
  program.git(["commit", "--quiet", "--message", "Grown behind it"], memory);
});

test("our own commits are refused with BOOTSTRAP_OVERFLOW, and nothing is written", () => {
  const program = cli();
  const memory = program.sample();
  configure(memory, "claude-code");
  writeFileSync(join(memory, "MEMORY.md"), `---\npin: hard\n---\n## Rules\n\n${"- Words.\n".repeat(194)}`);
  commit(program, memory, "Full");
  const head = program.git(["rev-parse", "HEAD"], memory);
  const append = (words: string) => program.run(["append", "memory", words, "--json"], { cwd: memory });
  expect(append("The last line that is loaded.")).toMatchObject({ exit: 0 });
  const ran = append("One too many.");
  expect(ran.exit).toBe(1);
  expect(ran.stdout + ran.stderr).toContain("BOOTSTRAP_OVERFLOW");
  expect(program.git(["rev-list", "--count", `${head.trim()}..HEAD`], memory).trim()).toBe("1");
  expect(readFileSync(join(memory, "MEMORY.md"), "utf8")).not.toContain("One too many");
});

test("a log edited after its day is found from git's past", async () => {
  const program = cli();
  const run = here(program);
  const memory = program.sample();
  const log = join(memory, "memory/2026-03-01.md");
  writeFileSync(log, "# Day\n\n- Flew to Oslo.\n");
  commit(program, memory, "The day");
  const checks = async () =>
    JSON.parse((await run(["audit", "--json"], { cwd: memory })).stdout).findings.filter(
      ({ path }: { path: string | null }) => path === "memory/2026-03-01.md",
    );
  expect(await checks()).toEqual([]);
  appendFileSync(log, "- And back.\n");
  expect(await checks()).toEqual([]);
  writeFileSync(log, "# Day\n\n- Flew to Rome.\n");
  expect(await checks()).toMatchObject([{ check: "log_edited", severity: "warning", line: 3 }]);
});

test("of a folder with a past: what stood there before is told as that, and what other programs keep in one note", async () => {
  const program = cli();
  const run = here(program);
  const folder = join(program.folder, "old");
  program.git(["init", "--quiet", folder], program.folder);
  const secret = `Qu1llon${"!"}Pier77`;
  writeFileSync(join(folder, "MEMORY.md"), "# Memory\n\n- The pier opens at nine.\n");
  writeFileSync(join(folder, "a.md"), `---\nlayout: post\npermalink: /a/\n---\n- Login: ada / ${secret}\n`);
  writeFileSync(join(folder, "b.md"), "---\nlayout: post\nversion: 1.0.0\n---\n- Tide tables.\n");
  commit(program, folder, "As it was");
  expect((await run(["init"], { cwd: folder })).exit).toBe(0);
  const ran = await run(["audit", "--json"], { cwd: folder });
  const found = JSON.parse(ran.stdout).findings as { check: string; severity: string; path: string; says: string }[];
  expect([ran.exit, found.map(({ check, severity, path }) => [check, severity, path])]).toEqual([
    0,
    [
      ["history", "warning", "a.md"],
      ["page", "note", null],
    ],
  ]);
  expect(found[0]?.says).toMatch(
    / The line is that of [0-9a-f]{10}, in which it came, before there was a memory here\.$/,
  );
  expect(found[0]?.says).not.toContain(secret);
  expect(found[1]?.says).toContain("2 pages");
});
