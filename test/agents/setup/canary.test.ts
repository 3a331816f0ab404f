/** Canary: doctor runs the hooks of harnesses as they are written, and says of each that does nothing what is wrong. */

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { SetupName } from "../../../src/agents/codec.js";
import { commandOf, hookEntries, startOf } from "../../../src/agents/setup/settings.js";
import { runEditor } from "../../../src/cli/commands/change.js";
import { findShell } from "../../../src/night/clock/scheduler.js";
import { packageRoot } from "../../../src/state/machine.js";

import { cli } from "../../support/cli.js";
import { here } from "../../support/here.js";

const program = join(packageRoot(), "dist/pagefile.cjs");
const works = startOf([process.execPath, program], []);

interface Row {
  readonly name: string;
  readonly ok: boolean;
  readonly says: string;
  readonly hint: string;
}

function desk() {
  const built = cli();
  const memory = built.sample();
  const home = built.env.HOME ?? "";
  const run = here(built);
  return {
    memory,
    /** Writes the hooks of a harness as `setup` does, with that start. */
    join(name: SetupName, start: string, more: object = {}, without = ""): void {
      const hooks = hookEntries(name, start).filter(({ event }) => event !== without);
      const text = { hooks: Object.fromEntries(hooks.map(({ event, value }) => [event, [value]])), ...more };
      const folder = join(home, name === "codex" ? ".codex" : ".claude");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name === "codex" ? "hooks.json" : "settings.json"), JSON.stringify(text, null, 2));
    },
    settings: (value: object) => {
      mkdirSync(join(home, ".claude"), { recursive: true });
      writeFileSync(join(home, ".claude/settings.json"), JSON.stringify(value));
    },
    async checks(path = "/usr/bin:/bin"): Promise<readonly Row[]> {
      const ran = await run(["doctor", "--json"], {
        cwd: memory,
        env: { PATH: `${path}:${dirname(process.execPath)}`, USERPROFILE: home },
      });
      const { checks } = JSON.parse(ran.stdout) as { checks: readonly Row[] };
      expect(ran.exit).toBe(checks.every(({ ok }) => ok) ? 0 : 1);
      return checks.filter(({ name }) => name === "claude-code" || name === "codex");
    },
    doctor: () => built.run(["doctor"], { cwd: memory }).stdout,
    status: () => built.git(["status", "--porcelain"], memory),
  };
}

test("says of hooks that fire that they do, and of harnesses that are not joined nothing", async () => {
  const at = desk();
  at.settings({ model: "opus", hooks: { Stop: [{ hooks: [{ type: "command", command: "true" }] }] } });
  expect(await at.checks()).toEqual([]);
  at.join("claude-code", startOf([process.execPath, program], [at.memory]));
  at.join("codex", works);
  const says = "6 hooks answer and leave their traces";
  expect(await at.checks()).toEqual([
    { name: "claude-code", ok: true, says, hint: "" },
    { name: "codex", ok: true, says, hint: "" },
  ]);
  expect(at.status()).toBe("");
});

test("names the hook that does not, why, and what to do", async () => {
  const at = desk();
  const fake = join(at.memory, "..", "echo.cjs");
  writeFileSync(fake, "process.stdin.pipe(process.stdout)");
  const cases: readonly (readonly [write: () => void, says: RegExp, hint: RegExp])[] = [
    [
      () => at.join("claude-code", startOf([process.execPath, "/no/such/pagefile.cjs"], [])),
      /^SessionStart does nothing, because \/no\/such\/pagefile.cjs is gone/,
      /pagefile setup claude-code/,
    ],
    [
      () => at.join("claude-code", startOf(["/no/such/node", program], [])),
      /^SessionStart does nothing, because \/no\/such\/node is gone/,
      /pagefile setup claude-code/,
    ],
    [
      () => at.join("claude-code", works, { disableAllHooks: true }),
      /every hook is turned off by /,
      /disableAllHooks/,
    ],
    [() => at.join("claude-code", works, {}, "PreCompact"), /no hook of ours for PreCompact/, /setup claude-code/],
    [() => at.join("claude-code", "true"), /^SessionStart gave no pages/, /setup claude-code/],
    [
      () => at.join("claude-code", startOf([process.execPath, fake], [])),
      /^SessionStart answers and leaves no trace/,
      /setup claude-code/,
    ],
    [
      () => at.join("claude-code", startOf([process.execPath, program], ["/no/such/memory"])),
      /^SessionStart names the memory \/no\/such\/memory: .*[^.]\.$/,
      /setup claude-code/,
    ],
    [
      () => at.settings({ enabledPlugins: { "pagefile@pagefile": true } }),
      /^SessionStart ended with code 127: .*pagefile.*by the plugin\.$/,
      /setup claude-code/,
    ],
  ];
  for (const [write, says, hint] of cases) {
    write();
    const [row, ...others] = await at.checks();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ ok: false, says: expect.stringMatching(says), hint: expect.stringMatching(hint) });
  }
}, 60_000);

/** What a test does is done on Windows, as far as the program asks which system it is. */
function onWindows(): void {
  const { platform, env } = process;
  const { TEMP } = env;
  const folder = tmpdir();
  Object.defineProperty(process, "platform", { value: "win32" });
  env.TEMP = folder;
  onTestFinished(() => {
    Object.defineProperty(process, "platform", { value: platform });
    if (TEMP === undefined) delete env.TEMP;
    else env.TEMP = TEMP;
  });
}

test("on Windows hooks and editors run by the shell that comes with git, and where there is none that is said", async () => {
  const at = desk();
  const [git, log] = [join(at.memory, "../Git"), join(at.memory, "../asked")];
  for (const folder of ["cmd", "bin"]) mkdirSync(join(git, folder), { recursive: true });
  symlinkSync("/usr/bin/git", join(git, "cmd/git.exe"));
  const env = { PATH: join(git, "cmd") };
  at.join("claude-code", works);
  onWindows();
  expect(findShell(env)).toBeNull();
  expect(await at.checks(env.PATH)).toMatchObject([{ ok: false, says: expect.stringContaining("no shell") }]);
  expect(await runEditor("true", "a.md", env)).toBeNull();
  writeFileSync(join(git, "bin/sh.exe"), `#!/bin/sh\necho asked >>'${log}'\nexec /bin/sh "$@"\n`, { mode: 0o755 });
  expect(findShell(env)).toBe(join(git, "bin/sh.exe"));
  expect(await at.checks(env.PATH)).toMatchObject([{ ok: true }]);
  expect(await runEditor("true", "a.md", { PATH: `${env.PATH}:/usr/bin` })).toBe(0);
  expect(readFileSync(log, "utf8")).toBe("asked\n".repeat(7));
});

test("runs nothing that a project's own settings say but what setup would have written there", async () => {
  const at = desk();
  const mark = join(at.memory, "..", "ran");
  const write = (start: string): void => {
    const hooks = hookEntries("claude-code", start).map(({ event, value }) => [event, [value]] as const);
    mkdirSync(join(at.memory, ".claude"), { recursive: true });
    writeFileSync(join(at.memory, ".claude/settings.json"), JSON.stringify({ hooks: Object.fromEntries(hooks) }));
  };
  write(`touch '${mark}'; ${works}`);
  expect(await at.checks()).toEqual([]);
  expect(existsSync(mark)).toBe(false);
  write(startOf([process.execPath, "/no/such/pagefile.cjs"], []));
  expect(await at.checks()).toEqual([
    {
      name: "claude-code",
      ok: false,
      says: "SessionStart does nothing, because /no/such/pagefile.cjs is gone, by the project's settings.",
      hint: "Write its hooks anew: pagefile setup claude-code --scope project",
    },
  ]);
  write(works);
  expect(at.doctor()).toContain("6 hooks answer and leave their traces, by the project's settings");
});

test("a command is taken apart as it was put together, whatever folders are called", () => {
  const repos = ["/srv/it's mine", "/tmp/a b"];
  const start = startOf(["/usr/bin/node", "/opt/o'clock/pagefile.cjs"], repos);
  const [entry] = hookEntries("codex", start);
  expect(commandOf("codex", entry?.event ?? "", entry?.command ?? "")).toEqual({
    bare: `[ ! -e '/usr/bin/node' ] || [ ! -e '/opt/o'\\''clock/pagefile.cjs' ] || '/usr/bin/node' '/opt/o'\\''clock/pagefile.cjs' harness codex ${entry?.event} --pid $PPID`,
    repos,
    needs: ["/usr/bin/node", "/opt/o'clock/pagefile.cjs"],
  });
});
