/** Setup: a home folder with a harness joined and left again is the same folder, to the byte and the mode. */

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { hookEntries, startOf } from "../../../src/agents/setup/settings.js";
import { packageRoot, packageVersion } from "../../../src/state/machine.js";

import { type Cli, cli } from "../../support/cli.js";
import { here } from "../../support/here.js";
import { spawnText } from "../../support/spawn.js";

/** Every file, folder and link below a folder, with modes and contents. */
function shown(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return names.map((name) => {
    const path = join(folder, name);
    const stat = lstatSync(path);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) return `${name} -> ${readlinkSync(path)}`;
    return stat.isDirectory() ? `${name}/ ${mode}` : `${name} ${mode} ${readFileSync(path, "utf8")}`;
  });
}

function homeOf({ env }: Cli): string {
  return env.HOME ?? "";
}

const settings = '{\n\t"model": "opus",\n\t"hooks": { "Stop": [] }\n}';

describe("setup claude-code", () => {
  it("changes the files it lists, does nothing the second time, and leaves no trace", async () => {
    const program = cli();
    const [run, home] = [here(program), homeOf(program)];
    mkdirSync(join(home, ".claude"));
    mkdirSync(join(home, "dotfiles"));
    writeFileSync(join(home, "dotfiles/claude.json"), settings);
    chmodSync(join(home, "dotfiles/claude.json"), 0o600);
    symlinkSync("../dotfiles/claude.json", join(home, ".claude/settings.json"));
    const before = shown(home);
    const dry = JSON.parse((await run(["setup", "claude-code", "--dry-run", "--json"])).stdout);
    expect(shown(home)).toEqual(before);
    const done = JSON.parse((await run(["setup", "claude-code", "--json"])).stdout);
    expect(done.files).toEqual(dry.files);
    for (const { path, text } of done.files) expect(readFileSync(path, "utf8")).toBe(text);
    const joined = shown(home);
    const again = JSON.parse((await run(["setup", "claude-code", "--json"])).stdout);
    expect(again.files.map(({ did }: { did: string }) => did)).toEqual(["nothing", "nothing"]);
    expect(shown(home)).toEqual(joined);
    const hooks = JSON.parse(readFileSync(join(home, ".claude/settings.json"), "utf8")).hooks;
    expect(hooks.Stop[0].hooks[0].command).toContain(`'${process.execPath}' `);
    expect(hooks.Stop[0].hooks[0].command).toContain(" harness claude-code Stop --pid $PPID");
    await run(["setup", "claude-code", "--remove"]);
    expect(shown(home)).toEqual(before);
  });

  it("leaves rules of the person's own that are called as ours, however often it was joined", async () => {
    const program = cli();
    const [run, home] = [here(program), homeOf(program)];
    mkdirSync(join(home, ".claude"));
    const own = ["Bash(pagefile remember:*)", "Bash(ls:*)", "Bash(/old/pagefile.cjs recall:*)"];
    writeFileSync(join(home, ".claude/settings.json"), JSON.stringify({ permissions: { allow: own } }));
    const [before, kept] = [shown(home), join(program.env.PAGEFILE_HOME ?? "", "setup")];
    const [env, cwd] = [{ PATH: `${home}:${program.env.PATH}` }, join(program.folder, "code")];
    mkdirSync(cwd);
    // A rule alone joins nothing.
    for (const more of [[], ["--remove"]])
      expect((await run(["setup", "claude-code", "--scope", "project", ...more], { cwd })).exit).toBe(0);
    expect(existsSync(kept)).toBe(false);
    writeFileSync(join(home, "pagefile"), "");
    for (const more of [[], [], ["--ask"], []])
      expect((await run(["setup", "claude-code", ...more], { env })).exit).toBe(0);
    const { allow } = JSON.parse(readFileSync(join(home, ".claude/settings.json"), "utf8")).permissions;
    expect(allow).toEqual([...own, "Bash(pagefile recall:*)", "Bash(pagefile show:*)"]);
    rmSync(join(home, "pagefile"));
    await run(["setup", "claude-code", "--remove"]);
    expect(shown(home)).toEqual(before);
    expect(existsSync(kept)).toBe(false);
    await run(["setup", "claude-code", "--remove"]);
    expect(shown(home)).toEqual(before);
  });

  it("says where the memory stays that is left, how it goes too, and where settings stop being JSON", async () => {
    const program = cli();
    const run = here(program);
    mkdirSync(join(homeOf(program), ".claude"));
    const [code, tree] = [join(program.folder, "code"), join(program.folder, "tree")];
    for (const cwd of [code, tree]) program.git(["init", "--quiet", cwd]);
    await run(["init", "--no-hooks"], { cwd: tree });
    for (const cwd of [code, tree]) {
      expect((await run(["setup", "claude-code"], { cwd })).exit).toBe(0);
      const { stdout } = await run(["setup", "claude-code", "--remove"], { cwd });
      const [, root = "", goes = ""] = /^stays {2}(\S+) {2}(.*)$/m.exec(stdout) ?? [];
      expect(existsSync(join(root, "pagefile.yaml"))).toBe(true);
      expect(goes).toContain(cwd === tree ? "git rm pagefile.yaml" : `rm -rf ${root}`);
    }
    writeFileSync(join(homeOf(program), ".claude/settings.json"), '{\n  "hooks": {\n    "Stop": [,]\n  }\n}\n');
    const { stderr } = await run(["setup", "claude-code"], { cwd: code });
    expect(stderr).toContain("settings.json is no JSON: what stands at line 3, column 14 does");
  });

  it("does nothing to a file that it cannot read, a skill that is somebody's, or a home without the harness", async () => {
    const program = cli();
    const [run, home] = [here(program), homeOf(program)];
    expect((await run(["setup", "claude-code"])).exit).toBe(2);
    mkdirSync(join(home, ".claude/skills/pagefile"), { recursive: true });
    writeFileSync(join(home, ".claude/settings.json"), "{ // mine\n}");
    expect((await run(["setup", "claude-code"])).exit).toBe(9);
    expect(readFileSync(join(home, ".claude/settings.json"), "utf8")).toBe("{ // mine\n}");
    writeFileSync(join(home, ".claude/settings.json"), settings);
    writeFileSync(join(home, ".claude/skills/pagefile/SKILL.md"), "mine\n");
    expect((await run(["setup", "claude-code"])).stderr).toContain("was not made by `pagefile setup`");
    expect(readFileSync(join(home, ".claude/settings.json"), "utf8")).toBe(settings);
  });
});

describe("a settings file", () => {
  const places = [
    ["claude-code", ".claude/settings.json"],
    ["codex", ".codex/hooks.json"],
    ["pi", ".pi/agent/settings.json"],
  ] as const;
  const texts = {
    "with a mark before it": `\ufeff${settings}`,
    empty: "",
    "with blanks alone": " \n\n",
    "with that mark alone": "\ufeff",
  };

  describe.each(Object.entries(texts))("%s", (_, text) => {
    it.each(places)("is joined and left to the byte by %s", async (name, path) => {
      const program = cli();
      const [run, file] = [here(program), join(homeOf(program), path)];
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      for (let times = 0; times < 2; times += 1)
        expect(await run(["setup", name, "--repo", "m"].slice(0, name === "pi" ? 2 : 4))).toMatchObject({
          exit: 0,
          stderr: "",
        });
      const joined = readFileSync(file, "utf8");
      expect(joined.startsWith("\ufeff")).toBe(text.startsWith("\ufeff"));
      expect(JSON.parse(joined.replace(/^\ufeff/, ""))[name === "pi" ? "packages" : "hooks"]).toBeTruthy();
      await run(["setup", name, "--remove"]);
      expect(readFileSync(file, "utf8")).toBe(text);
    });
  });

  it.each(places)("that is read-only is said and left alone by %s, joining and leaving", async (name, path) => {
    const program = cli();
    const [run, file] = [here(program), join(homeOf(program), path)];
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "{}");
    chmodSync(file, 0o444);
    const before = shown(homeOf(program));
    const refused = await run(["setup", name]);
    expect(refused).toMatchObject({ exit: 7, stderr: expect.stringContaining(`${file} is read-only`) });
    expect(shown(homeOf(program))).toEqual(before);
    expect(existsSync(program.env.PAGEFILE_HOME ?? "")).toBe(false);
    chmodSync(file, 0o644);
    expect((await run(["setup", name])).exit).toBe(0);
    chmodSync(file, 0o444);
    const joined = shown(homeOf(program));
    expect((await run(["setup", name])).exit).toBe(0);
    expect((await run(["setup", name, "--remove"])).stderr).toContain("chmod u+w");
    expect(shown(homeOf(program))).toEqual(joined);
  });
});

describe("setup --scope project", () => {
  const joined = { "claude-code": ".claude/settings.json", codex: ".codex/hooks.json", pi: ".pi/settings.json" };

  it.each(Object.entries(joined))("joins %s by the project's %s alone, and leaves no trace", async (name, path) => {
    const program = cli();
    const [run, project] = [here(program), join(program.folder, "code")];
    mkdirSync(join(project, "src"), { recursive: true });
    mkdirSync(join(homeOf(program), name === "pi" ? ".pi/agent" : dirname(path)), { recursive: true });
    program.git(["init", "--quiet"], project);
    const cwd = join(project, "src");
    const before = shown(homeOf(program));
    expect(await run(["setup", name, "--scope", "project"], { cwd })).toMatchObject({ exit: 0, stderr: "" });
    expect(program.git(["status", "--porcelain", "-uall"], project)).toBe(`?? ${path}\n`);
    expect(shown(homeOf(program))).toEqual(before);
    // Both would tell each event twice.
    expect((await run(["setup", name], { cwd })).stderr).toContain(`joined by ${join(project, path)} already`);
    await run(["setup", name, "--scope", "project", "--remove"], { cwd });
    expect(readdirSync(project).sort()).toEqual([".git", "src"]);
    expect((await run(["setup", name], { cwd })).exit).toBe(0);
    expect((await run(["setup", name, "--scope", "project"], { cwd })).exit).toBe(2);
  });
});

describe("a hook whose program is gone", () => {
  it.each(["/no/such/node", process.execPath])("is quiet with %s", (node) => {
    const [entry] = hookEntries("codex", startOf([node, "/no/such/it's/pagefile.cjs"], ["/no/memory"]));
    const ran = spawnText("/bin/sh", ["-c", entry?.command ?? ""], { input: "{}" });
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, "", ""]);
  });
});

describe("setup codex", () => {
  it("adds a block to instructions of somebody's, and leaves no trace", async () => {
    const program = cli();
    const [run, home] = [here(program), homeOf(program)];
    mkdirSync(join(home, ".codex"));
    writeFileSync(join(home, ".codex/AGENTS.md"), "# Mine\n\nWithout a line end");
    const before = shown(home);
    await run(["setup", "codex", "--repo", "memory"]);
    const text = readFileSync(join(home, ".codex/AGENTS.md"), "utf8");
    expect(
      text.startsWith("# Mine\n\nWithout a line end\n<!-- >>> pagefile (joined) >>> made by `pagefile setup codex`"),
    ).toBe(true);
    const hooks = JSON.parse(readFileSync(join(home, ".codex/hooks.json"), "utf8")).hooks;
    expect(hooks.PreCompact[0].hooks[0].command).toContain(
      `'--repo' '${join(program.folder, "memory")}' harness codex`,
    );
    await run(["setup", "codex", "--remove"]);
    expect(shown(home)).toEqual(before);
  });

  it("allows three commands in a file of rules of its own, none where it is told to ask, and leaves rules of somebody's", async () => {
    const program = cli();
    const [run, home] = [here(program), homeOf(program)];
    mkdirSync(join(home, ".codex"));
    const before = shown(home);
    const rules = join(home, ".codex/rules/pagefile.rules");
    const done = await run(["setup", "codex", "--repo", "memory"]);
    expect(done.stdout).toContain("outside of the sandbox");
    const text = readFileSync(rules, "utf8");
    expect(text).toMatch(
      /^prefix_rule\(\n {4}pattern = \["[^\n]*",\["remember","recall","show"\]\],\n {4}decision = "allow",/,
    );
    expect((await run(["setup", "codex", "--repo", "memory"])).stdout).toMatch(/as it was {2}\S*pagefile\.rules/);
    const asked = await run(["setup", "codex", "--repo", "memory", "--ask"]);
    expect(asked.stdout).not.toContain("sandbox");
    expect(existsSync(join(home, ".codex/rules"))).toBe(false);
    await run(["setup", "codex", "--repo", "memory"]);
    await run(["setup", "codex", "--remove"]);
    expect(shown(home)).toEqual(before);
    mkdirSync(join(home, ".codex/rules"));
    writeFileSync(rules, 'prefix_rule(pattern = ["ls"])\n');
    expect((await run(["setup", "codex", "--repo", "memory"])).exit).toBe(7);
    expect(readFileSync(rules, "utf8")).toBe('prefix_rule(pattern = ["ls"])\n');
  });
});

describe("setup pi", () => {
  it("puts its package on the list, once, and leaves no trace", async () => {
    const program = cli();
    const [run, home] = [here(program), homeOf(program)];
    expect((await run(["setup", "pi"])).stderr).toContain("pi was never started by this user");
    const left = await run(["setup", "pi", "--remove"]);
    expect(left).toMatchObject({ exit: 0, stderr: "", stdout: expect.stringContaining("pi has no file of ours here") });
    mkdirSync(join(home, ".pi/agent"), { recursive: true });
    const empty = shown(home);
    const joined = await run(["setup", "pi"]);
    expect(joined.stdout).toContain("--personal gives this one a memory of its own beside it\n");
    expect(joined.stdout).not.toContain("This folder is no project");
    await run(["setup", "pi", "--remove"]);
    expect(shown(home)).toEqual(empty);
    writeFileSync(join(home, ".pi/agent/settings.json"), '{ "packages": ["npm:other"], "theme": "dark" }');
    const before = shown(home);
    const dry = JSON.parse((await run(["setup", "pi", "--dry-run", "--json"])).stdout);
    expect(shown(home)).toEqual(before);
    const done = JSON.parse((await run(["setup", "pi", "--json"])).stdout);
    expect(done.files).toEqual(dry.files);
    const [, ours] = JSON.parse(readFileSync(join(home, ".pi/agent/settings.json"), "utf8")).packages;
    const manifest = JSON.parse(readFileSync(join(ours, "package.json"), "utf8"));
    expect(readdirSync(join(ours, manifest.pi.extensions[0]))).toEqual(["pagefile.js"]);
    const again = JSON.parse((await run(["setup", "pi", "--json"])).stdout);
    expect(again.files.map(({ did }: { did: string }) => did)).toEqual(["nothing"]);
    expect(await doctorOf(run, "pi")).toMatchObject({ ok: true, says: expect.stringContaining("the kernel is off") });
    await run(["setup", "pi", "--kernel"]);
    expect(await doctorOf(run, "pi")).toMatchObject({ ok: true, says: expect.stringContaining("the kernel is on") });
    const settings = readFileSync(join(home, ".pi/agent/settings.json"), "utf8");
    writeFileSync(join(home, ".pi/agent/settings.json"), settings.replace(packageRoot(), "/elsewhere"));
    expect(await doctorOf(run, "pi")).toMatchObject({ ok: false, hint: "Write them anew: pagefile setup pi" });
    await run(["setup", "pi", "--remove"]);
    expect(shown(home)).toEqual(before);
    expect(await doctorOf(run, "pi")).toBeUndefined();
    writeFileSync(join(home, ".pi/agent/settings.json"), '{ "packages": "npm:other" }');
    expect((await run(["setup", "pi"])).exit).toBe(9);
    expect((await run(["setup", "pi", "--repo", "memory"])).exit).toBe(2);
  });
});

/** What doctor says of a harness. */
async function doctorOf(run: ReturnType<typeof here>, harness: string): Promise<unknown> {
  const { checks } = JSON.parse((await run(["doctor", "--json"])).stdout);
  return checks.find(({ name }: { name: string }) => name === harness);
}

describe("the instructions for agents", () => {
  it("forbid what no memory should hold", () => {
    const ends = ["claude-code/skills/pagefile/SKILL.md", "codex/AGENTS.md"].map((path) =>
      join(packageRoot(), "templates/harness", path),
    );
    const sources = ["mcp/server.ts", "pi/session.ts"].map((path) => join(packageRoot(), "src/agents", path));
    for (const path of [...ends, ...sources])
      expect([path, readFileSync(path, "utf8")]).toEqual([
        path,
        expect.stringMatching(/Never[^\n]*(?:passwords|secrets)/),
      ]);
  });
});

describe("the plugin", () => {
  const read = (path: string): unknown =>
    JSON.parse(readFileSync(join(packageRoot(), "templates/harness", path), "utf8"));

  it("has the hooks that setup writes, with the program on PATH, and each says that it is the plugin's", () => {
    const hooks = Object.fromEntries(
      hookEntries("claude-code", "pagefile").map(({ event, value }) => [event, [value]]),
    );
    const written = JSON.stringify(read("claude-code/hooks/hooks.json"));
    expect(JSON.parse(written.replaceAll(" --plugin --pid", " --pid"))).toMatchObject({ hooks });
    expect(written.split(" --plugin --pid $PPID").length - 1).toBe(Object.keys(hooks).length);
  });

  it("stands back at every event that setup has a hook for, so that nothing is told twice", async () => {
    const program = cli();
    const [run, home, memory] = [here(program), homeOf(program), program.sample()];
    const told = async (name: string, args: readonly string[] = []): Promise<string> => {
      const event = { session_id: "s-one", cwd: memory, hook_event_name: name, transcript_path: null };
      const input = JSON.stringify({ ...event, source: "startup" });
      const ran = await run(["harness", "claude-code", name, ...args], { input });
      expect([ran.stderr, ran.exit]).toEqual(["", 0]);
      return ran.stdout;
    };
    expect(await told("SessionStart", ["--plugin"])).toContain("budget-ceiling");
    mkdirSync(join(home, ".claude"));
    await run(["setup", "claude-code"]);
    expect(await told("SessionStart", ["--plugin"])).toBe("");
    expect(await told("SessionStart")).toContain("budget-ceiling");
    const settings = JSON.parse(readFileSync(join(home, ".claude/settings.json"), "utf8"));
    writeFileSync(join(home, ".claude/settings.json"), JSON.stringify({ hooks: { Stop: settings.hooks.Stop } }));
    expect(await told("SessionStart", ["--plugin"])).toContain("budget-ceiling");
    await run(["setup", "claude-code", "--remove"]);
    expect(await told("SessionStart", ["--plugin"])).toContain("budget-ceiling");
  });

  it("has the version of the package, and the marketplace leads to it", () => {
    expect(read("claude-code/.claude-plugin/plugin.json")).toMatchObject({
      name: "pagefile",
      version: packageVersion(),
    });
    expect(read(".claude-plugin/marketplace.json")).toMatchObject({
      plugins: [{ name: "pagefile", source: "./claude-code" }],
    });
  });
});
