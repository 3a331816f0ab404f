/** Kinds: a workspace of everything agents keep, as a person sees it: what is left out, what is what, and a receipt that fits a screen. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type CliHere, cliHere } from "../support/cli-here.js";

const text = (words: string): string => `${words} `.repeat(40).trim();

/** A memory of long texts, and beside it many that are short. */
async function workspace(at: CliHere): Promise<string> {
  const root = join(at.folder, "work");
  const put = (path: string, body: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), body);
  };
  put("CLAUDE.md", `# Rules\n\n## Style\n\n- Use tabs.\n\n## Tests\n\n- ${text("Write a test first.")}\n`);
  put("MEMORY.md", `# Memory\n\n## People\n\n- ${text("Ida leads the harbor survey.")}\n`);
  for (let day = 10; day < 30; day += 1)
    put(`memory/2026-09-${day}.md`, `# Day ${day}\n\n## Harbor\n\n- ${text(`Measured buoy ${day}.`)}\n`);
  for (let at = 0; at < 12; at += 1) {
    put(`skills/s${at}/SKILL.md`, "# Skill\n\nShort.\n");
    put(`site/vendor/p${at}/LICENSE.md`, "# License\n\nShort.\n");
    put(`site/p${at}/README.md`, "# Readme\n\nShort.\n");
  }
  await at.run(["init", "--no-hooks", "--profile", "plain"], { cwd: root });
  return root;
}

test("memory and the last days come before what is small, and status says what is left out", async () => {
  const at = cliHere();
  const cwd = await workspace(at);
  const { selected } = JSON.parse((await at.run(["assemble", "--budget", "700", "--json"], { cwd })).stdout);
  const ids: readonly string[] = selected.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining(["memory#people", "2026-09-29#harbor"]));
  // What is left at the edge is too little for anything else.
  expect(ids.filter((id) => /readme|skill|license|2026-09-1/.test(id)).length).toBeLessThanOrEqual(1);
  const status = JSON.parse((await at.run(["status", "--json"], { cwd })).stdout);
  expect(status.leftOut.map(({ files }: { files: number }) => files)).toEqual([12, 12]);
  expect(status.missing).toEqual([]);
  expect((await at.run(["status"], { cwd })).stdout).toContain("24 files (12 by ");
});

test("a receipt fits a screen unless all is asked for", async () => {
  const at = cliHere();
  const cwd = await workspace(at);
  const short = (await at.run(["assemble", "--budget", "1500"], { cwd })).stderr.trimEnd().split("\n");
  expect(short.length).toBeLessThanOrEqual(24);
  expect(short.join("\n")).toMatch(/out {2}\d+ over_budget: .*\d+ log/);
  const all = (await at.run(["assemble", "--budget", "1500", "--all"], { cwd })).stderr.trimEnd().split("\n");
  expect(all.length).toBeGreaterThan(30);
});

test("what a harness loads by itself is in no block, and nothing is said of it", async () => {
  const at = cliHere();
  const cwd = await workspace(at);
  const asked = ["assemble", "--budget", "300", "--harness", "claude-code", "--json"];
  const { selected, omitted, resident, faults } = JSON.parse((await at.run(asked, { cwd })).stdout);
  const loaded = omitted.filter(({ reason }: { reason: string }) => reason === "harness_loads");
  expect(loaded.map(({ id }: { id: string }) => id)).toEqual(["claude", "claude#style", "claude#tests"]);
  expect(resident).toBeGreaterThan(100);
  expect(JSON.stringify([selected, faults])).not.toContain("claude");
  const plain = JSON.parse((await at.run(["assemble", "--budget", "3000", "--json"], { cwd })).stdout);
  expect(JSON.stringify(plain.selected)).toContain("claude#tests");
  expect((await at.run(["assemble", "--harness", "nobody"], { cwd })).exit).not.toBe(0);
});
