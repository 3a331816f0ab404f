/** Setup: a home folder with a harness joined and left again is the same folder, to the byte and the mode. */

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { commandOf, hookEntries, ourCommands, startOf } from "../../../src/agents/setup/settings.js";
import { packageRoot, packageVersion, programCommand } from "../../../src/state/machine.js";

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

  it.each([[["--ask"], ["Bash(pagefile recall:*)"]] as const, [[], ["Bash(./pagefile show:*)"]] as const])(
    "takes with %j no rule that was written by hand afterwards",
    async (more, rules) => {
      const program = cli();
      const [run, file] = [here(program), join(homeOf(program), ".claude/settings.json")];
      mkdirSync(dirname(file));
      const read = () => JSON.parse(readFileSync(file, "utf8"));
      await run(["setup", "claude-code", ...more]);
      const { permissions = { allow: [] }, ...rest } = read();
      const written = permissions.allow;
      expect(written).toHaveLength(more.length === 0 ? 3 : 0);
      writeFileSync(file, JSON.stringify({ ...rest, permissions: { allow: [...written, ...rules] } }, null, 2));
      for (const how of [more, []]) {
        await run(["setup", "claude-code", ...how]);
        expect(read().permissions.allow).toEqual(expect.arrayContaining([...rules]));
        expect(new Set(read().permissions.allow).size).toBe(read().permissions.allow.length);
      }
      await run(["setup", "claude-code", "--remove"]);
      expect(read()).toEqual({ permissions: { allow: rules } });
    },
  );

  it("takes the rules of an earlier version, which noted none, by how its program is called, and only all of them", async () => {
    const program = cli();
    const [run, file] = [here(program), join(homeOf(program), ".claude/settings.json")];
    mkdirSync(dirname(file));
    const rules = (called: string) => ["remember", "recall", "show"].map((verb) => `Bash(${called} ${verb}:*)`);
    const old = hookEntries("claude-code", startOf(["/usr/bin/node", "/old/pagefile.cjs"], []));
    const hooks = Object.fromEntries(old.map(({ event, value }) => [event, [value]]));
    const own = ["Bash(./pagefile show:*)", "Bash(/other/pagefile.cjs recall:*)"];
    const allow = [...own, ...rules("/usr/bin/node /old/pagefile.cjs")];
    writeFileSync(file, JSON.stringify({ hooks, permissions: { allow } }, null, 2));
    await run(["setup", "claude-code"]);
    expect(JSON.parse(readFileSync(file, "utf8")).permissions.allow).toEqual([...own, ...rules("pagefile")]);
    await run(["setup", "claude-code", "--remove"]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ permissions: { allow: own } });
  });

  it("finds its hook in a group that somebody put theirs into, and takes it out alone", async () => {
    const program = cli();
    const [run, file] = [here(program), join(homeOf(program), ".claude/settings.json")];
    mkdirSync(dirname(file));
    await run(["setup", "claude-code"]);
    const settings = JSON.parse(readFileSync(file, "utf8"));
    const theirs = { type: "command", command: "mine" };
    settings.hooks.Stop[0].hooks.push(theirs);
    settings.hooks.SessionEnd[0].hooks.unshift(theirs);
    writeFileSync(file, JSON.stringify(settings, null, 4));
    expect([...(ourCommands("claude-code", readFileSync(file, "utf8"))?.keys() ?? [])]).toContain("Stop");
    const times = (event: string) => readFileSync(file, "utf8").split(` harness claude-code ${event} `).length - 1;
    for (let again = 0; again < 2; again += 1) {
      expect((await run(["setup", "claude-code"])).exit).toBe(0);
      expect([times("Stop"), times("SessionEnd")]).toEqual([1, 1]);
    }
    await run(["setup", "claude-code", "--remove"]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      hooks: { Stop: [{ hooks: [theirs] }], SessionEnd: [{ hooks: [theirs] }] },
    });
  });

  it.each(["node_modules/.bin/pagefile", "link/pagefile.cjs"])(
    "allows the lines that its hooks tell to type, also when it is called as %s",
    async (called) => {
      const program = cli();
      const [path, link] = [process.env.PATH ?? "", join(program.folder, called)];
      const [, typed = ""] = process.argv;
      onTestFinished(() => {
        process.env.PATH = path;
        process.argv[1] = typed;
      });
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(packageRoot(), "dist/pagefile.cjs"), link);
      // As npx does it, for as long as it runs.
      process.env.PATH = `${dirname(link)}:/usr/bin:/bin`;
      process.argv[1] = link;
      mkdirSync(join(homeOf(program), ".claude"));
      await here(program)(["setup", "claude-code"]);
      const { hooks, permissions } = JSON.parse(readFileSync(join(homeOf(program), ".claude/settings.json"), "utf8"));
      const { needs } = commandOf("claude-code", "Stop", hooks.Stop[0].hooks[0].command);
      process.env.PATH = "/usr/bin:/bin";
      const line = programCommand(needs);
      expect(line).toBe(`${process.execPath} ${realpathSync(link)}`);
      expect(permissions.allow[0]).toBe(`Bash(${line} remember:*)`);
    },
  );

  it("names a key that stands twice, and a list of rules that is none", async () => {
    const program = cli();
    const [run, file] = [here(program), join(homeOf(program), ".claude/settings.json")];
    mkdirSync(dirname(file));
    for (const [text, says] of [
      ['{"model":"a","model":"b"}', "an object has the key “model” twice"],
      ['{"a":[{"b":{"c":1,"c":2}}]}', "an object has the key “c” twice"],
      ['{"permissions":{"allow":"Bash(ls)"}}', "permissions.allow is no list"],
      ['{"permissions":[]}', "permissions is no object"],
      ['{"hooks":{"Stop":{}}}', "hooks are lists by event"],
    ] as const) {
      writeFileSync(file, text);
      const { exit, stderr } = await run(["setup", "claude-code"]);
      expect([exit, stderr]).toEqual([9, expect.stringContaining(says)]);
    }
  });

  it("takes no memory that is not there", async () => {
    const program = cli();
    const [run, home] = [here(program), homeOf(program)];
    mkdirSync(join(home, ".claude"));
    const before = shown(home);
    const refused = await run(["setup", "claude-code", "--repo", "/nonexist"]);
    expect(refused).toMatchObject({ exit: 3, stderr: expect.stringContaining("/nonexist does not exist") });
    expect(shown(home)).toEqual(before);
    expect((await run(["setup", "claude-code", "--repo", "/nonexist", "--remove"])).exit).toBe(0);
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
      expect(goes).toContain(cwd === tree ? `git -C ${root} rm pagefile.yaml` : `rm -rf ${root}`);
    }
    // Beside a memory of its user's too, what is printed of the tree's is about that one alone, from wherever it is typed.
    const link = join(program.folder, "link");
    symlinkSync(tree, link);
    await run(["setup", "claude-code", "--personal"], { cwd: tree });
    await run(["remember", "In all my projects: never use tabs."], { cwd: tree });
    const { stdout } = await run(["setup", "claude-code", "--remove"], { cwd: link });
    const stays = stdout.match(/^stays .*$/gm) ?? [];
    expect(stays).toEqual([
      expect.stringMatching(/projects\/\S+ {2}with all that was said and its history; to delete it: rm -rf/),
      `stays  ${tree}  in the project's tree; pagefile hooks uninstall --repo ${tree} takes git's hooks out, git -C ${tree} rm pagefile.yaml makes plain files of its pages`,
      expect.stringMatching(/global {2}with all that was said of every project/),
    ]);
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
      program.sample();
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      for (let times = 0; times < 2; times += 1)
        expect(await run(["setup", name, "--repo", "memory"].slice(0, name === "pi" ? 2 : 4))).toMatchObject({
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
    const option = name === "pi" ? "--kernel" : "--ask";
    expect((await run(["setup", name, option])).stderr).toContain(`run again: pagefile setup ${name} ${option}\n`);
    expect(shown(homeOf(program))).toEqual(before);
    expect(existsSync(program.env.PAGEFILE_HOME ?? "")).toBe(false);
    chmodSync(file, 0o644);
    expect((await run(["setup", name])).exit).toBe(0);
    chmodSync(file, 0o444);
    const joined = shown(homeOf(program));
    expect((await run(["setup", name])).exit).toBe(0);
    const kept = await run(["setup", name, "--remove", "--scope", "user"]);
    expect(kept.stderr).toContain(`(chmod u+w) and run again: pagefile setup ${name} --remove\n`);
    expect(shown(homeOf(program))).toEqual(joined);
  });
});

it.each(["pi", "openclaw"])("--ask is refused for %s, which is allowed nothing beforehand", async (name) => {
  const refused = await here(cli())(["setup", name, "--ask"]);
  expect(refused).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining(`--ask is for claude-code and codex, not for ${name}.`),
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
    const refused = (await run(["setup", name], { cwd })).stderr;
    expect(refused).toContain(`joined by ${join(project, path)} already`);
    expect(refused).toContain(`Leave that one first: pagefile setup ${name} --remove --scope project\n`);
    const left = await run(["setup", name, "--remove"], { cwd });
    expect(left.stdout).toContain(`stays  ${join(project, path)}  `);
    expect(left.stdout).toContain(`joined by it here: pagefile setup ${name} --remove --scope project\n`);
    const other = await run(["setup", name, "--scope", "project", "--remove"], { cwd });
    expect(other.stdout).not.toContain("joined by it");
    expect(readdirSync(project).sort()).toEqual([".git", "src"]);
    expect((await run(["setup", name], { cwd })).exit).toBe(0);
    const again = await run(["setup", name, "--scope", "project"], { cwd });
    expect(again).toMatchObject({ exit: 2, stderr: expect.stringContaining(`${name} --remove --scope user\n`) });
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
    program.sample();
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
    program.sample();
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
    expect(left).toMatchObject({
      exit: 0,
      stderr: "",
      stdout: expect.stringContaining("pi has no file of ours here"),
    });
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
    expect(await doctorOf(run, "pi")).toMatchObject({
      ok: false,
      hint: "Write them anew: pagefile setup pi --kernel",
    });
    await run(["setup", "pi", "--remove"]);
    expect(shown(home)).toEqual(before);
    expect(await doctorOf(run, "pi")).toBeUndefined();
    await run(["setup", "pi", "--scope", "project"]);
    const ofProject = join(program.folder, ".pi/settings.json");
    const says = expect.stringContaining("off, by the project's settings");
    expect(await doctorOf(run, "pi")).toMatchObject({ ok: true, says });
    const joint = readFileSync(ofProject, "utf8");
    writeFileSync(ofProject, joint.replace(packageRoot(), "/elsewhere"));
    const hint = "Write them anew: pagefile setup pi --scope project";
    expect(await doctorOf(run, "pi")).toMatchObject({ ok: false, hint });
    await run(["setup", "pi", "--scope", "project", "--remove"]);
    writeFileSync(join(home, ".pi/agent/settings.json"), '{ "packages": "npm:other" }');
    expect((await run(["setup", "pi"])).exit).toBe(9);
    expect((await run(["setup", "pi", "--repo", "memory"])).exit).toBe(2);
  });
});

test("doctor says of a plugin of OpenClaw's that is gone where it was, and how it is written anew", async () => {
  const program = cli();
  const [run, memory] = [here(program), program.sample()];
  const file = join(homeOf(program), ".openclaw/openclaw.json");
  mkdirSync(dirname(file));
  await run(["setup", "openclaw", "--repo", "memory"]);
  expect(await doctorOf(run, "openclaw")).toMatchObject({ ok: true });
  writeFileSync(file, readFileSync(file, "utf8").replace(packageRoot(), "/elsewhere"));
  expect(await doctorOf(run, "openclaw")).toMatchObject({
    ok: false,
    says: "Its settings load the plugin from /elsewhere/templates/harness/openclaw, which is gone.",
    hint: `Write them anew: pagefile setup openclaw --repo ${memory}`,
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
