/** Purge beside git: somebody commits all the while; once they have stopped each commit they were told of is there, and git finds nothing wrong. */

import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";

/** A writer in the shell, with git alone, that notes what was acknowledged. */
const writer = `i=0
while [ ! -f "$1/stop" ]; do
  i=$((i + 1)); echo "typed $i" > note.txt
  git add note.txt && git commit --quiet --message="person $i" -- note.txt && echo "typed $i" >> "$1/acked"; sleep 1
done`;

test("loses no commit that git has acknowledged, and leaves a sound repository", async () => {
  const { folder, env, git, run, sample } = cli();
  const memory = sample();
  const typing = spawn("/bin/sh", ["-c", writer, "sh", folder], { cwd: memory, env, stdio: "ignore" });
  const ended = new Promise((done) => typing.once("exit", done));
  let purged = 0;
  const acknowledged = (): readonly string[] =>
    existsSync(join(folder, "acked")) ? readFileSync(join(folder, "acked"), "utf8").trim().split("\n") : [];
  for (let at = 0; at < 60 && (purged < 2 || acknowledged().length < 3); at += 1) {
    const source = `url:https://example.org/${at}`;
    run(["append", "one-hotel", `- Poison ${at}.`, "--evidence", source, "--actor", "agent:x"], { cwd: memory });
    const { exit } = run(["purge", "--source", source, "--yes"], { cwd: memory });
    // Beside a busy writer it may find the branch moved each time.
    expect([0, 6]).toContain(exit);
    if (exit === 0) purged += 1;
  }
  writeFileSync(join(folder, "stop"), "");
  await ended;
  const acked = acknowledged();
  expect([acked.length > 2, purged > 0]).toEqual([true, true]);
  // Ids change where a purge rewrote what was before them; what each commit holds does not.
  const held = git(["log", "--format=%H", "--", "note.txt"], memory).trim().split("\n");
  const texts = new Set(held.map((oid) => git(["show", `${oid}:note.txt`], memory).trim()));
  expect(acked.filter((text) => !texts.has(text))).toEqual([]);
  expect(git(["fsck", "--strict", "--no-dangling", "--no-progress"], memory)).toBe("");
}, 120_000);
