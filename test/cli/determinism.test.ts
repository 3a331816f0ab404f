/** Determinism: the same memory gives the same prompt, receipt and trace, here and in another clone. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";

test("two clones assemble the same bytes, with the same receipt and trace", () => {
  const program = cli();
  const memory = program.sample();
  const clone = join(program.folder, "elsewhere", "clone");
  program.git(["clone", "--quiet", memory, clone]);
  const args = ["assemble", "--budget", "700", "--demand", "kickoff-call", "--session", "7f3a"];
  const first = program.run(args, { cwd: memory });
  const again = program.run(args, { cwd: memory });
  const second = program.run(args, { cwd: clone });
  const embedded = program.run(args, { cwd: clone, env: { PAGEFILE_GIT: "embedded" } });
  expect(first.exit).toBe(0);
  expect(first.stdout.length).toBeGreaterThan(200);
  expect(first.stderr).toMatch(/trace \S{8,}/);
  expect(again).toEqual(first);
  expect(second).toEqual(first);
  expect(embedded).toEqual(first);
});

test("another budget gives another trace", () => {
  const program = cli();
  const memory = program.sample();
  const trace = (budget: string): string => {
    const ran = program.run(["assemble", "--budget", budget, "--json"], { cwd: memory });
    return (JSON.parse(ran.stdout) as { trace: string }).trace;
  };
  expect(trace("700")).toBe(trace("700"));
  expect(trace("700")).not.toBe(trace("701"));
});
