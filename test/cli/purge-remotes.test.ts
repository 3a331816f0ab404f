/** Purge beside remotes, through the real program: what it prints takes nobody's commits away, and it stays open while a remote branch holds it. */

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Cli, cli, type Ran } from "../support/cli.js";
import { secretSamples } from "../support/secret-samples.js";

const secret = secretSamples(41).github?.secret ?? "";

interface Team {
  readonly program: Cli;
  /** The clone that purges. */
  readonly memory: string;
  /** A colleague's clone. */
  readonly theirs: string;
  readonly git: (...args: readonly string[]) => string;
  readonly purge: (...args: readonly string[]) => Ran;
  /** How many versions over there hold the secret. */
  readonly held: (ref: string) => number;
}

/** A secret is on main, here, there and in a colleague's clone. */
function team(): Team {
  const program = cli();
  const memory = program.sample();
  const [origin, theirs] = [join(program.folder, "origin.git"), join(program.folder, "theirs")];
  const git = (...args: readonly string[]): string => program.git(args, memory);
  git("init", "--quiet", "--bare", "--initial-branch=main", origin);
  git("remote", "add", "origin", origin);
  appendFileSync(join(memory, "MEMORY.md"), `\n- Key ${secret}\n`);
  git("commit", "--quiet", "--all", "--message", "A key");
  git("push", "--quiet", "--set-upstream", "origin", "main");
  program.git(["clone", "--quiet", origin, theirs]);
  const held = (ref: string): number =>
    program
      .git(["log", "--patch", "--format=", ref], origin)
      .split("\n")
      .filter((line) => line.includes(secret)).length;
  const purge: Team["purge"] = (...args) => program.run(["purge", ...args], { cwd: memory });
  return { program, memory, theirs, git, purge, held };
}

/** A colleague's commit, pushed to a branch. */
function work({ program, theirs }: Team, branch: string, file: string): void {
  const git = (...args: readonly string[]): string => program.git(args, theirs);
  if (branch !== "main") git("switch", "--quiet", "--create", branch);
  writeFileSync(join(theirs, file), "work\n");
  git("add", "--all");
  git("commit", "--quiet", "--message", `Work on ${file}`);
  git("push", "--quiet", "origin", branch);
}

/** What a run says to push. */
function pushesIn({ stdout, stderr }: Ran): readonly string[] {
  return [...`${stdout}${stderr}`.matchAll(/former history: (git push [^,]*), then pagefile purge --resume/g)].map(
    ([, push = ""]) => push,
  );
}

test("many branches that hold it are told in one sentence, the first of them by name, and each is found", () => {
  const at = team();
  const names = Array.from({ length: 8 }, (_, n) => `feat/${n}`);
  for (const name of names) at.git("push", "--quiet", "origin", `main:${name}`);
  at.git("fetch", "--quiet");
  const done = at.purge("--match-secret", "--yes");
  const few = "origin/feat/0, origin/feat/1, origin/feat/2, origin/feat/3, origin/feat/4 and 3 more";
  expect(done.stderr.replace(/\s+/g, " ")).toContain(`${few} hold it too. A push of main would`);
  expect(done.stderr.match(/hold it too/g)).toHaveLength(1);
  expect(done.stderr).not.toContain("holds it too");

  // Of the branches over there one gets a commit of its own, one is a merge, and one is made anew without the secret.
  at.git("push", "--quiet", "--force-with-lease", "origin", "main", "main:feat/0");
  work(at, "feat/new", "new.ts");
  at.program.git(["fetch", "--quiet"], at.theirs);
  at.program.git(["merge", "--quiet", "--no-edit", "origin/feat/1"], at.theirs);
  at.program.git(["push", "--quiet", "origin", "feat/new:feat/merged"], at.theirs);
  at.git("fetch", "--quiet");
  const open = at.purge("--resume", "--json");
  const held = names.slice(1).concat("feat/merged", "feat/new").sort();
  expect(JSON.parse(open.stdout).remotes).toEqual(held.map((name) => `refs/remotes/origin/${name}`));
});

test("a colleague's branch is named and never pushed over; as told, each branch is purged by itself and keeps its work", () => {
  const at = team();
  work(at, "feat/x", "x.ts");
  at.git("push", "--quiet", "origin", "main:copy");
  at.git("fetch", "--quiet");
  const dry = at.purge("--match-secret");
  expect([dry.exit, pushesIn(dry)]).toEqual([0, ["git push --force-with-lease origin main"]]);
  expect(dry.stderr).toContain("After the purge a remote still has the former history");
  const done = at.purge("--match-secret", "--yes");
  expect([done.exit, pushesIn(done)]).toEqual([1, ["git push --force-with-lease origin main"]]);
  expect(`${done.stdout}${done.stderr}`).not.toContain("main:");
  expect(done.stderr).toMatch(
    /origin\/copy, origin\/feat\/x hold it too\. A push of main would.*rebases.*git switch -c copy/,
  );

  at.git("push", "--quiet", "--force-with-lease", "origin", "main");
  at.git("push", "--quiet", "origin", ":copy");
  const open = at.purge("--resume");
  expect([open.exit, open.stdout]).toEqual([1, "waits  origin/feat/x still holds what was purged\n"]);
  expect([at.held("main"), at.held("feat/x")]).toEqual([0, 1]);

  at.git("switch", "--quiet", "--create", "feat/x", "origin/feat/x");
  const other = at.purge("--match-secret", "--yes");
  expect(pushesIn(other)).toEqual(["git push --force-with-lease origin feat/x"]);
  at.git("push", "--quiet", "--force-with-lease", "origin", "feat/x");
  at.git("switch", "--quiet", "main");
  at.git("branch", "--quiet", "-D", "feat/x");
  expect(at.purge("--resume")).toMatchObject({ exit: 0, stdout: "finished\n", stderr: "" });
  expect(at.held("feat/x")).toBe(0);
  expect(at.git("show", "origin/feat/x:x.ts")).toBe("work\n");
  expect(at.git("cat-file", "--batch-all-objects", "--batch")).not.toContain(secret);
}, 60_000);

test("a remote branch with commits that the local one has not is merged first, and no push over it is printed", () => {
  const at = team();
  work(at, "main", "late.ts");
  at.git("fetch", "--quiet");
  const done = at.purge("--match-secret", "--yes");
  expect(pushesIn(done)).toEqual([]);
  expect(done.stderr).toMatch(/origin\/main holds it in commits that main does not have.*git merge origin\/main/);
  at.git("merge", "--quiet", "--no-edit", "-X", "theirs", "origin/main");
  const again = at.purge("--match-secret", "--yes");
  expect(pushesIn(again)).toEqual(["git push --force-with-lease origin main"]);
  at.git("push", "--quiet", "--force-with-lease", "origin", "main");
  expect(at.purge("--resume")).toMatchObject({ exit: 0, stdout: "finished\n" });
  expect([at.held("main"), at.git("show", "origin/main:late.ts")]).toEqual([0, "work\n"]);
  expect(readFileSync(join(at.memory, "MEMORY.md"), "utf8")).toContain("- Key REDACTED\n");
}, 60_000);

test("a branch that is tracked under another name is pushed to under that name", () => {
  const at = team();
  at.git("push", "--quiet", "--set-upstream", "origin", "main:trunk");
  at.git("push", "--quiet", "origin", "main:other");
  expect(pushesIn(at.purge("--match-secret", "--yes"))).toEqual([
    "git push --force-with-lease origin main",
    "git push --force-with-lease origin main:trunk",
  ]);
}, 60_000);

test("it stays open, with exit code 1, while a remote branch holds it, also one that was fetched later and in commits of its own", () => {
  const at = team();
  writeFileSync(join(at.memory, "unpushed.txt"), "Only here.\n");
  at.git("add", "--all");
  at.git("commit", "--quiet", "--message", "Not pushed");
  at.purge("--match-secret", "--yes");
  const early = at.purge("--resume");
  expect([early.exit, early.stdout]).toEqual([1, "waits  origin/main still holds what was purged\n"]);
  // The commit that it was on went with the former history: what is said is still the same.
  expect(pushesIn(early)).toEqual(["git push --force-with-lease origin main"]);
  work(at, "feat/deploy", "deploy.ts");
  // The same page in another commit, as after a squash.
  const git = (...args: readonly string[]): string => at.program.git(args, at.theirs);
  git("switch", "--quiet", "--orphan", "squash");
  git("checkout", "--quiet", "main", "--", ".");
  git("commit", "--quiet", "--message", "All at once");
  git("push", "--quiet", "origin", "squash");
  at.git("push", "--quiet", "--force-with-lease", "origin", "main");
  at.git("fetch", "--quiet");
  const late = at.purge("--resume", "--json");
  const answer = JSON.parse(late.stdout);
  const ways = ["refs/remotes/origin/feat/deploy", "refs/remotes/origin/squash"];
  expect([late.exit, answer.resumed, answer.remotes]).toEqual([1, true, ways]);
  git("push", "--quiet", "origin", ":feat/deploy", ":squash");
  at.git("fetch", "--quiet", "--prune");
  expect(at.purge("--resume")).toMatchObject({ exit: 0, stdout: "finished\n" });

  // None waits any more, so none is told to be resumed.
  git("push", "--quiet", "origin", "feat/deploy");
  at.git("fetch", "--quiet");
  for (const yes of [[], ["--yes"]]) {
    const ran = at.purge("--match-secret", ...yes);
    expect([ran.exit, ran.stdout.split("  ")[0]]).toEqual([1, "nothing to purge here"]);
    expect(ran.stderr).toContain("origin/feat/deploy holds it too.");
    expect(ran.stderr).not.toContain("--resume");
  }
  expect(at.purge("--resume")).toMatchObject({ exit: 0, stdout: "no purge waits to be finished\n" });
}, 60_000);
