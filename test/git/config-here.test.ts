/** ConfigHere's tests: git's configuration read from its files is the map that git lists, or nothing where git alone can say. */

import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { configHere, openGitConfig } from "../../src/git/config.js";
import { findLayout } from "../../src/git/layout.js";
import { findGit, gitFor } from "../../src/git/process.js";

import { draws } from "../support/draws.js";
import { valueOf } from "../support/git-plan.js";
import { makeRepo, openRepo } from "../support/git-repo.js";
import { spawnText } from "../support/spawn.js";

const repo = makeRepo();
afterAll(() => repo.remove());
const layout = valueOf(findLayout(repo.dir));
const own = readFileSync(join(repo.dir, ".git/config"), "utf8");
const home = join(repo.home, "user");
mkdirSync(join(home, ".config/git"), { recursive: true });
const system = join(repo.home, "system");
const { GIT_CONFIG_GLOBAL: _global, GIT_CONFIG_NOSYSTEM: _none, ...bare } = repo.env;
const env: NodeJS.ProcessEnv = { ...bare, HOME: home, GIT_CONFIG_SYSTEM: system };

const files = { system, xdg: join(home, ".config/git/config"), user: join(home, ".gitconfig") };
const put = (texts: Partial<Record<keyof typeof files | "own", string | Uint8Array>>): void => {
  for (const [name, file] of Object.entries(files)) {
    const text = texts[name as keyof typeof files];
    if (text === undefined) rmSync(file, { recursive: true, force: true });
    else writeFileSync(file, text);
  }
  writeFileSync(join(repo.dir, ".git/config"), texts.own ?? own);
};

type Rows = readonly (readonly [string, { readonly text: string | null; readonly local: boolean }])[];

/** null where git finds the configuration malformed. */
function byGit(asked: NodeJS.ProcessEnv): Rows | null {
  const place = ["--git-dir", layout.gitDir, "--work-tree", layout.top];
  const ran = spawnText("git", [...place, "config", "--list", "-z", "--show-scope"], { cwd: repo.dir, env: asked });
  if (ran.status !== 0) return null;
  const parts = ran.stdout.split("\0");
  const rows = new Map<string, Rows[number][1]>();
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [key = "", ...rest] = parts[i + 1]!.split("\n");
    rows.set(key, {
      text: rest.length === 0 ? null : rest.join("\n"),
      local: !["system", "global"].includes(parts[i]!),
    });
  }
  return [...rows];
}

const byUs = (asked: NodeJS.ProcessEnv): Rows | null => {
  const here = configHere(layout, asked);
  return here === null ? null : [...here];
};

const line = fc.constantFrom(
  ..."[user]|name = Ada|email=a@b.c # note|[core]|autocrlf = input|fsync = all|[commit]|gpgSign|gpgsign = no".split(
    "|",
  ),
  ...'[a "B c"]|k = "v # v"|k = v \\\\|[A.B]|; note||Name = Zoë|[include]|path = more|[includeIf "gitdir:~/"]'.split(
    "|",
  ),
  ...'[extensions]|worktreeConfig = true|[branch "main"]|remote = origin|k = v \\|k = "v|= v|[user|\tname = \t tab'.split(
    "|",
  ),
);
const text = fc.option(
  fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom("[user]", "name = Ada", "[s]", "k = v") }, line), {
    maxLength: 6,
  }),
  { freq: 4 },
);

describe("configHere", () => {
  it("gives the keys, values, order and scopes that git lists, or nothing", () => {
    let given = 0;
    fc.assert(
      fc.property(text, text, text, text, (machine, xdg, user, local) => {
        const joined = (lines: readonly string[] | null): string | undefined =>
          lines?.map((one) => `${one}\n`).join("");
        put({
          ...(machine === null ? {} : { system: `[a]\n${joined(machine)}` }),
          ...(xdg === null ? {} : { xdg: `[b]\n${joined(xdg)}` }),
          ...(user === null ? {} : { user: `[c]\n${joined(user)}` }),
          own: `${own}${joined(local) ?? ""}`,
        });
        const here = byUs(env);
        if (here === null) return;
        given += 1;
        expect(here).toEqual(byGit(env));
      }),
      { numRuns: draws(160) },
    );
    expect(given).toBeGreaterThan(30);
  });

  it("leaves to git what it does not surely read alike", () => {
    const more = join(repo.home, "more");
    writeFileSync(more, "[user]\n\tname = More\n");
    put({});
    expect(byUs(env)).toEqual(byGit(env));
    const own2 = own.replace("repositoryformatversion = 0", "repositoryformatversion = 2");
    const doubtful: readonly Parameters<typeof put>[0][] = [
      { user: `[include]\n\tpath = ${more}\n` },
      { own: `${own}[includeIf "onbranch:main"]\n\tpath = ${more}\n` },
      { system: `[include]\n\tpath = ${more}\n` },
      { own: `${own}[extensions]\n\tworktreeConfig = true\n` },
      { own: own2 },
      { user: "[user]\n\tname = a\0b\n" },
      { user: new Uint8Array([...Buffer.from("[user]\n\tname = "), 0xe4, 0x0a]) },
      { user: "[user\n" },
    ];
    for (const texts of doubtful) {
      put(texts);
      expect(byUs(env)).toBeNull();
    }
    put({});
    mkdirSync(files.user);
    expect(byUs(env)).toBeNull();
    put({});
    const others: readonly NodeJS.ProcessEnv[] = [
      { GIT_CONFIG_SYSTEM: "system" },
      { GIT_CONFIG_NOSYSTEM: "maybe" },
      { GIT_CONFIG_NOSYSTEM: "" },
      { HOME: "" },
      { GIT_CONFIG_GLOBAL: "relative" },
    ];
    for (const other of others) expect(byUs({ ...env, ...other })).toBeNull();
    put({ system: "[user]\n\tname = Machine\n" });
    for (const other of [
      { GIT_CONFIG_NOSYSTEM: "1" },
      { GIT_CONFIG_NOSYSTEM: "true" },
      {},
      { GIT_CONFIG_GLOBAL: more },
      // No file, as a folder on the way to it is none.
      { GIT_CONFIG_GLOBAL: join(more, "below") },
    ])
      expect(byUs({ ...env, ...other })).toEqual(byGit({ ...env, ...other }));
    repo.git("worktree", "add", "-q", join(repo.home, "linked"));
    const linked = valueOf(findLayout(openRepo(join(repo.home, "linked"), repo.home).dir));
    expect(configHere(linked, env)).toBeNull();
  });

  it.runIf(process.platform === "linux")(
    "asks a git once where the machine's file is, and notes it for that very git",
    async () => {
      put({ user: "[user]\n\tname = Ada\n" });
      const { GIT_CONFIG_SYSTEM: _system, ...usual } = env;
      const note = join(repo.dir, ".git/pagefile/git-config-file");
      mkdirSync(join(repo.dir, ".git/pagefile"), { recursive: true });
      expect(configHere(layout, usual)).toBeNull();
      const asked = openGitConfig(layout, valueOf(gitFor(layout, usual)), usual);
      expect([...valueOf(await asked())]).toEqual(byGit(usual));
      expect(existsSync(note)).toBe(true);
      const isUsual = readFileSync(note, "utf8").endsWith("\n/etc/gitconfig\n");
      expect(byUs(usual)).toEqual(isUsual ? byGit(usual) : null);
      const whole = readFileSync(note, "utf8");
      for (const cut of [
        whole.slice(0, -1),
        whole.replace(/^\d+/, "0"),
        whole.replace(/[^\n]*\n$/, "/tmp/else\n"),
        "",
      ]) {
        writeFileSync(note, cut);
        expect(byUs(usual)).toBeNull();
      }
      // Another git may have it elsewhere.
      const bin = join(repo.home, "bin");
      mkdirSync(bin);
      writeFileSync(join(bin, "git"), `#!/bin/sh\nexec '${findGit(usual)}' "$@"\n`);
      chmodSync(join(bin, "git"), 0o755);
      writeFileSync(note, whole);
      expect(byUs({ ...usual, PATH: `${bin}:${usual.PATH}` })).toBeNull();
    },
  );

  it.runIf(process.platform === "linux")("goes on asking a git that gives more than the files hold", async () => {
    put({ user: "[user]\n\tname = Ada\n" });
    const { GIT_CONFIG_SYSTEM: _system, ...usual } = env;
    const bin = join(repo.home, "odd");
    mkdirSync(bin);
    const odd = [
      "#!/bin/sh",
      'case "$*" in *show-scope*) printf "system\\0pack.odd\\n1\\0" ;; esac',
      `exec '${findGit(usual)}' "$@"`,
    ];
    writeFileSync(join(bin, "git"), `${odd.join("\n")}\n`);
    chmodSync(join(bin, "git"), 0o755);
    const there = { ...usual, PATH: `${bin}:${usual.PATH}` };
    for (let times = 0; times < 2; times += 1) {
      const asked = openGitConfig(layout, valueOf(gitFor(layout, there)), there);
      expect(valueOf(await asked()).get("pack.odd")).toEqual({ text: "1", local: false });
      expect(readFileSync(join(repo.dir, ".git/pagefile/git-config-file"), "utf8")).toMatch(/\n\?\n$/);
    }
  });
});
