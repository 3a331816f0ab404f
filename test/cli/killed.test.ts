/** Killed tests (F37): the built program dies in the middle of a commit, at one moment after another; what was there stays, the next one works. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";

/** Writing objects begins when what the one before left has been recovered. */
const writing = /^writeSync object/;

/** Loaded before the program: at the first call that fits, `armed` by then, it writes half of what it was to write, and dies. */
const assassin = (moment: RegExp, armed: boolean): string => `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
let armed = ${armed};
let object = -1;
const open = fs.openSync;
fs.openSync = (...args) => {
  const fd = open(...args);
  if (String(args[0]).includes("tmp_obj_")) object = fd;
  return fd;
};
const half = (bytes) => Buffer.from(bytes).subarray(0, bytes.length / 2);
for (const name of ["renameSync", "linkSync", "unlinkSync", "writeSync", "writeFileSync"]) {
  const real = fs[name];
  fs[name] = (...args) => {
    const isObject = name === "writeSync" && args[0] === object;
    const isIndex = name === "writeSync" && Buffer.from(args[1]).subarray(0, 4).toString() === "DIRC";
    const call = isObject ? "writeSync object" : isIndex ? "writeSync index" : [name, ...args.filter((arg) => typeof arg !== "object").slice(0, 2)].join(" ");
    armed ||= ${writing}.test(call);
    if (!armed || !${moment}.test(call)) return real(...args);
    if (name.startsWith("write")) real(args[0], half(args[1]));
    process.kill(process.pid, "SIGKILL");
  };
}
syncBuiltinESMExports();`;

/** In the order in which a commit comes to them. */
const moments: readonly (readonly [says: string, call: RegExp])[] = [
  ["the index is locked", /^linkSync .*index\.lock$/],
  ["the branch is locked", /^linkSync .*main\.lock$/],
  ["an object is half written", writing],
  ["an object gets its name", /^renameSync .*tmp_obj_/],
  ["the page is put in place", /^(?:rename|writeFile)Sync .*travel-mornings\.md$/],
  ["the new index is half written", /^writeSync index/],
  ["the old index is kept", /^linkSync .*index .*former-[0-9a-f]+$/],
  ["the new index is put in place", /^renameSync .*\.next .*index$/],
  ["the branch moves", /^renameSync .*main\.lock/],
  ["the old index is let go", /^unlinkSync .*former-/],
  ["the lock is given up", /^unlinkSync .*index\.lock$/],
  ["the turn is over", /^unlinkSync .*queue/],
];

const page = "memory/preferences/travel-mornings.md";
const facts = (text: string): readonly string[] => text.split("\n").filter((line) => line.startsWith("- When"));

test("F37: a program that is killed at any moment of a commit leaves old or new, and the next one works", () => {
  const program = cli();
  const memory = program.sample();
  const inHead = (): readonly string[] => facts(program.git(["show", `HEAD:${page}`], memory));
  const asked = moments.map(([says]) => `- When ${says}.`);
  let before: readonly string[] = [];
  for (const [says, call] of moments) {
    const env = {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(assassin(call, says.endsWith("locked")))}`,
    };
    const ran = program.run(["append", "travel-mornings", `When ${says}.`], { cwd: memory, env });
    expect([ran.exit, ran.stdout, ran.stderr], `killed when ${says}`).toEqual([-1, "", ""]);
    const head = inHead();
    const disk = facts(readFileSync(join(memory, page), "utf8"));
    // Once and whole, and on disk besides at most what the dead had put there.
    expect(head.slice(0, before.length), says).toEqual(before);
    expect(disk.filter((line) => head.includes(line)).toSorted(), says).toEqual(head.toSorted());
    expect(
      disk.filter((line) => !asked.includes(line)),
      says,
    ).toEqual([]);
    before = head;
  }
  // The branch had moved when the last three died.
  expect(before.slice(-3)).toEqual(asked.slice(-3));
  expect(program.run(["append", "travel-mornings", "When all is well."], { cwd: memory }).exit).toBe(0);
  expect(inHead()).toEqual([...before, "- When all is well."]);
  const left = readdirSync(join(memory, ".git"), { recursive: true, encoding: "utf8" }) as string[];
  expect(left.filter((name) => name.endsWith(".lock"))).toEqual([]);
  expect(program.git(["diff", "--cached", "--name-only"], memory)).toBe("");
  program.git(["fsck", "--strict", "--no-dangling"], memory);
});
