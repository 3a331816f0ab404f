/** Schedule on the command line: the user's own files and crontab, through the programs that keep them. */

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

/** As Debian's: it says so where there is none, and takes no text whose last line does not end. */
const crontab = `#!/bin/sh
tab=$HOME/tab
case $1 in
  -l) [ -e "$tab" ] || { echo "no crontab for ada" >&2; exit 1; }; cat "$tab" ;;
  -r) rm "$tab" ;;
  -) cat >"$tab.new"
     [ ! -s "$tab.new" ] || [ "$(tail -c 1 "$tab.new" | wc -l)" = 1 ] || { echo "missing newline before EOF" >&2; exit 1; }
     mv "$tab.new" "$tab" ;;
esac
`;

/** A memory, and a machine with that crontab. */
function desk() {
  const program = cli();
  const run = here(program);
  const cwd = program.sample();
  const tools = join(program.folder, "tools");
  mkdirSync(tools);
  writeFileSync(join(tools, "crontab"), crontab);
  chmodSync(join(tools, "crontab"), 0o755);
  const home = program.env.HOME as string;
  const tab = join(home, "tab");
  const env = { PATH: [tools, program.env.PATH].join(delimiter), TZ: "UTC", SECRET_TOKEN: "hunter2" };
  /** All in the home but that crontab. */
  const left = (): readonly string[] => readdirSync(home).filter((name) => name !== "tab");
  return { run, cwd, home, tab, env, left };
}

test("a crontab and the files of systemd go in and come out to the byte", async () => {
  const { run, cwd, home, tab, env, left } = desk();
  const before = readdirSync(home);

  const none = await run(["schedule", "status"], { cwd, env });
  expect([none.exit, none.stdout]).toEqual([0, "no timer is installed  pagefile schedule install\n"]);
  const plan = await run(["schedule", "install", "--crontab", "--at", "03:30", "--dry-run"], { cwd, env });
  expect([plan.exit, existsSync(tab)]).toEqual([0, false]);
  expect(plan.stdout).toContain(" --quiet --repo '");
  for (const text of [null, "5 4 * * * caf\xe9\n"]) {
    if (text !== null) writeFileSync(tab, text, "latin1");
    expect((await run(["schedule", "install", "--crontab", "--at", "03:30"], { cwd, env })).exit).toBe(0);
    const installed = readFileSync(tab, "latin1");
    expect(installed).toMatch(
      /^30 \* \* \* \* PATH='.*' '.*' '.*' --quiet --repo '.*memory' nightly --due --at 03:30$/m,
    );
    expect(installed).not.toContain("hunter2");
    expect((await run(["schedule", "uninstall"], { cwd, env })).exit).toBe(0);
    expect(existsSync(tab) ? readFileSync(tab, "latin1") : null).toBe(text);
  }

  expect((await run(["schedule", "install", "--crontab"], { cwd, env })).stdout).toContain(
    "✓ crontab  installed at 03:30",
  );
  const status = JSON.parse((await run(["schedule", "status", "--json"], { cwd, env })).stdout);
  expect(status).toMatchObject({ hour: "03:30", nights: { next: "2026-11-22T03:30:00Z", timers: ["crontab"] } });
  expect((await run(["status"], { cwd, env })).stdout).toContain("nights    next 2026-11-22 03:30");

  const unit = join(home, ".config/systemd/user");
  expect((await run(["schedule", "install", "--systemd"], { cwd, env })).exit).toBe(0);
  const [service, timer, wants] = readdirSync(unit).sort();
  expect([service, timer, wants]).toEqual([
    expect.stringMatching(/\.service$/),
    expect.stringMatching(/\.timer$/),
    "timers.target.wants",
  ]);
  expect(readlinkSync(join(unit, wants as string, timer as string))).toBe(`../${timer}`);
  expect(readFileSync(join(unit, service as string), "utf8")).not.toContain("hunter2");
  expect((await run(["schedule", "uninstall", "--systemd"], { cwd, env })).exit).toBe(0);
  expect(left()).toEqual(before);
  expect((await run(["schedule", "install", "--launchd"], { cwd, env })).exit).toBe(0);
  expect(readdirSync(join(home, "Library/LaunchAgents"))).toHaveLength(1);
  expect((await run(["schedule", "uninstall", "--launchd"], { cwd, env })).exit).toBe(0);
  expect(left()).toEqual(before);

  // What stands beside ours keeps its folders.
  mkdirSync(join(home, ".config/systemd/other"), { recursive: true });
  expect((await run(["schedule", "install", "--systemd"], { cwd, env })).exit).toBe(0);
  expect((await run(["schedule", "uninstall", "--systemd"], { cwd, env })).exit).toBe(0);
  expect(readdirSync(join(home, ".config/systemd"))).toEqual(["other"]);

  expect((await run(["schedule", "install", "--at", "25:00"], { cwd, env })).exit).toBe(2);
  expect((await run(["schedule", "install", "--systemd", "--crontab"], { cwd, env })).exit).toBe(2);
  expect((await run(["schedule", "mend"], { cwd, env })).exit).toBe(2);
});

test("a timer takes the place of another one of the same memory, and two that fire are told", async () => {
  const { run, cwd, tab, env, left } = desk();
  const before = left();
  writeFileSync(tab, "5 4 * * * mine\n");
  await run(["schedule", "install", "--crontab", "--at", "03:30"], { cwd, env });
  const dry = await run(["schedule", "install", "--systemd", "--at", "04:00", "--dry-run"], { cwd, env });
  expect(dry.stdout).toMatch(/ {2}write {2}crontab\n {4}5 4 \* \* \* mine\n/);
  expect(readFileSync(tab, "utf8")).toContain("03:30");
  const both = readFileSync(tab, "utf8");
  const moved = await run(["schedule", "install", "--systemd", "--at", "04:00"], { cwd, env });
  expect(moved.stdout).toMatch(
    /✓ systemd {2}installed at 04:00\n[^✓]*· crontab {2}not installed\n {2}written {2}crontab\n/,
  );
  expect(readFileSync(tab, "utf8")).toBe("5 4 * * * mine\n");
  const clean = await run(["schedule", "status"], { cwd, env });
  expect(clean.stdout).not.toContain("fires");
  // An earlier version left both.
  writeFileSync(tab, both);
  const two = await run(["schedule", "status"], { cwd, env });
  expect([two.exit, two.stdout]).toEqual([
    1,
    expect.stringMatching(/✗ crontab .*\n {2}it still fires; take it out: pagefile schedule uninstall --crontab\n/),
  ]);
  expect(two.stdout).not.toContain("uninstall --systemd");
  await run(["schedule", "uninstall"], { cwd, env });
  expect(left()).toEqual(before);
});
