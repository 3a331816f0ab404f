/** Demo: what a newcomer sees first works on a machine with git, without git, and without colors. */

import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { demoSteps } from "../../src/cli/commands/start.js";
import { cli } from "../support/cli.js";

test.each(["native", "embedded", "no git"])("%s: every step ends as it should", (machine) => {
  const program = cli();
  const bare = join(program.folder, "bin");
  mkdirSync(bare);
  symlinkSync(process.execPath, join(bare, "node"));
  const env = { native: {}, embedded: { PAGEFILE_GIT: "embedded" }, "no git": { PATH: bare } }[machine] ?? {};
  const ran = program.run(["demo", "--json"], { env });
  expect(ran.stderr).toBe("");
  expect(ran.exit).toBe(0);
  const { root, steps, next } = JSON.parse(ran.stdout) as { root: string; steps: { exit: number }[]; next: string[] };
  const acts = demoSteps.flatMap((step) => step.acts);
  expect(steps.map((step) => step.exit)).toEqual(acts.map((act) => ("exit" in act ? act.exit : 0)));
  expect(existsSync(join(root, "pagefile.yaml"))).toBe(true);
  for (const line of next) {
    const words = line.split(" ");
    expect(program.run(words.slice(words.indexOf("--repo")), { env }).exit).toBe(0);
  }
  if (machine !== "no git") expect(program.git(["fsck", "--strict"], root)).toBe("");
});

test("it reads as if typed: what was said and came back, commands, a refusal with its reason, a receipt, the log", () => {
  const program = cli();
  const ran = program.run(["demo"]);
  expect(ran.exit).toBe(0);
  const [, said = "", kept = "", back = "", changed = ""] = ran.stdout.split(/^\d+\. /m);
  expect(said).toContain("> Compare the two flights to Porto for me. From now on always book refundable fares.\n");
  expect(kept).toContain("\n- From now on always book refundable fares [human]\n");
  expect(kept).toMatch(
    /TURN_COMMIT .+\n.+ by human · origin user · session one · evidence session:one, user_message:/,
  );
  expect(back).toContain("Said before and on no page yet");
  expect(back).toMatch(/the agent reads beside it:\n.+\n {2}- Our contact at the harbor hotel is Marta Reis/);
  expect(changed).toMatch(/\n- from now on fares have to be refundable only above 200 EUR \[human\]\n/);
  expect(changed).not.toContain("always book");
  expect(ran.stdout).toContain("reason: VERSION_CONFLICT");
  expect(ran.stdout).toContain("exit code 5");
  expect(ran.stdout).toContain("Pagefile-Reason: ");
  expect(ran.stdout).toMatch(
    /The sample lies in .+\nTry next:\n(?: {2}.+ --repo .+\n){3}See it in a browser:\n {2}.+ --repo .+ studio\nGive your agent a memory, .+:\n {2}.+ setup claude-code\n$/,
  );
  expect(existsSync(program.env.PAGEFILE_HOME ?? "")).toBe(false);
});

test("it makes no sample inside somebody's repository", () => {
  const program = cli();
  const memory = program.sample();
  const ran = program.run(["demo"], { env: { TMPDIR: memory } });
  expect(ran.exit).toBe(2);
  expect(ran.stderr).toContain("lies inside the git repository");
  expect(program.git(["status", "--porcelain"], memory)).toBe("");
});
