/** Setup in a home that is lived in: joined, joined again, edited, killed half way, left: `diff -r` finds nothing. */

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { harnessFolder } from "../../../src/agents/codec.js";
import { openclawPlaces } from "../../../src/agents/setup/settings.js";
import { joinNames } from "../../../src/agents/setup/setup.js";
import { cli } from "../../support/cli.js";
import { here } from "../../support/here.js";
import { bare, differences, kept, livedIn } from "../../support/home.js";

const homes = { "that is lived in": livedIn, "with nothing in it": bare };
const cases = joinNames.flatMap((name) => Object.entries(homes).map(([says, make]) => [name, says, make] as const));

/** Kills the program at the call with that number that changes something below the home; what is written then is half there. */
const assassin = (number: number): string => `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
let left = ${number};
for (const name of ["mkdirSync", "writeFileSync", "chmodSync", "renameSync", "rmdirSync", "unlinkSync", "rmSync"]) {
  const real = fs[name];
  fs[name] = (...args) => {
    if (!String(args[0]).startsWith(process.env.HOME + "/") || left-- > 0) return real(...args);
    if (name === "writeFileSync") real(args[0], args[1].slice(0, args[1].length / 2), args[2]);
    process.kill(process.pid, "SIGKILL");
  };
}
syncBuiltinESMExports();`;

describe.each(cases)("a home with %s %s", (name, _, make) => {
  it("is what it was when the harness is left, however often it was joined", async () => {
    const program = cli();
    const [run, home] = [here(program), program.env.HOME ?? ""];
    make(home);
    const before = kept(home);
    expect((await run(["setup", name])).exit).toBe(0);
    expect(differences(home, before)).not.toBe("");
    const joined = kept(home, "joined");
    await run(["setup", name]);
    expect(differences(home, joined)).toBe("");
    expect((await run(["setup", name, "--remove"])).exit).toBe(0);
    expect(differences(home, before)).toBe("");
    await run(["setup", name, "--remove"]);
    expect(differences(home, before)).toBe("");
  });
});

it("a home on Windows is the one that each harness looks in, whatever HOME a shell there sets", () => {
  const env = { HOME: "/h", USERPROFILE: "/u" };
  const { platform } = process;
  try {
    Object.defineProperty(process, "platform", { value: "win32" });
    expect(harnessFolder("claude-code", env)).toBe("/u/.claude");
    expect(harnessFolder("codex", { HOME: "/h", USERPROFILE: "u" })).not.toContain("/h");
    // OpenClaw asks for HOME first, everywhere.
    expect(openclawPlaces(env).file).toBe("/h/.openclaw/openclaw.json");
    expect(openclawPlaces({ USERPROFILE: "/u" }).file).toBe("/u/.openclaw/openclaw.json");
  } finally {
    Object.defineProperty(process, "platform", { value: platform });
  }
  expect(harnessFolder("claude-code", env)).toBe("/h/.claude");
});

describe("a home in which somebody went on writing", () => {
  /** Elsewhere in each of the files that setup changes. */
  const edits: Readonly<Record<string, readonly (readonly [path: string, edit: (text: string) => string])[]>> = {
    "claude-code": [
      ["dotfiles/claude.json", (text) => text.replace('"opus"', '"sonnet"').replace(/\}$/, ',\n "added": [1] }')],
    ],
    codex: [
      [".codex/hooks.json", (text) => text.replace('"mine"', '"mine and more"').replace(/\}\n\n$/, ', "x": {} }\n')],
      [".codex/AGENTS.md", (text) => `${text.replace("# Mine", "# Ours")}${text.endsWith("\n") ? "" : "\n"}More.\n`],
    ],
    openclaw: [
      [".openclaw/openclaw.json", (text) => text.replace("0x496d", "1").replace("'~/other'", "'~/o', /* ! */ '~/p'")],
    ],
    pi: [[".pi/agent/settings.json", (text) => text.replace('"dark"', '"light"').replace("{ ", '{ "first": 1,\n')]],
  };

  it.each(joinNames)("keeps what was written when %s is left", async (name) => {
    const program = cli();
    const [run, home] = [here(program), program.env.HOME ?? ""];
    const edit = (): void => {
      for (const [path, change] of edits[name] ?? [])
        writeFileSync(join(home, path), change(readFileSync(join(home, path), "utf8")));
    };
    livedIn(home);
    edit();
    const wished = kept(home);
    rmSync(home, { recursive: true });
    livedIn(home);
    await run(["setup", name]);
    edit();
    await run(["setup", name, "--remove"]);
    expect(differences(home, wished)).toBe("");
  });
});

describe("a home in which the program was killed", () => {
  const remove = ["setup", "claude-code", "--remove"];
  const killed = (asked: readonly string[], make: (home: string) => void) => async () => {
    const program = cli();
    const [run, home] = [here(program), program.env.HOME ?? ""];
    make(home);
    const before = kept(home);
    let deaths = 0;
    for (; ; deaths += 1) {
      if (asked.includes("--remove")) await run(["setup", "claude-code"]);
      const options = `--import=data:text/javascript,${encodeURIComponent(assassin(deaths))}`;
      const ran = program.run(asked, { env: { NODE_OPTIONS: options } });
      if (ran.exit === 0) break;
      expect([ran.exit, ran.stderr]).toEqual([-1, ""]);
      // Every other time somebody joins it again first.
      if (deaths % 2 === 0) expect((await run(["setup", "claude-code"])).exit).toBe(0);
      expect((await run(remove)).exit).toBe(0);
      expect(differences(home, before), `${asked.join(" ")}, killed at call ${deaths}`).toBe("");
    }
    expect(deaths).toBeGreaterThan(4);
  };

  it("is what it was once the harness is left, wherever joining stopped", killed(["setup", "claude-code"], bare));
  it("is what it was, wherever leaving stopped", killed(remove, livedIn));
});
