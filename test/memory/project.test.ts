/** Project: a folder is of one project however its remote is spelled and wherever a clone, a worktree or a branch of it lies. */

import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { shortDigest } from "../../src/base/digest.js";
import { notePersonal, personalPlace, placeOf } from "../../src/memory/disk/project.js";
import { findRoot, isLost, othersOf, personalRoot, rootsOf } from "../../src/memory/root.js";
import { openWorkspace, recognize } from "../../src/open.js";
import { dataFolderOf } from "../../src/state/machine.js";
import { makeRepo, type TestRepo } from "../support/git-repo.js";

describe("a remote", () => {
  const same = [
    "https://code.example/me/shop",
    "https://code.example/me/shop.git",
    "https://code.example/me/shop.git/",
    "https://Code.Example:443/me/shop",
    "https://ada:t0ken@code.example/me/shop.git",
    "http://code.example//me/shop",
    "ssh://git@code.example/me/shop.git",
    "ssh://git@code.example:22/me/shop",
    "git@code.example:me/shop.git",
    "git@CODE.example:/me/shop",
    "code.example:me/shop",
    "git://code.example/me/shop",
    "  https://code.example/me/shop\n",
    "HTTPS://code.example/me/sh%6Fp",
  ];
  test.each(same)("%s is of the same project", (url) => {
    expect(placeOf(url)).toEqual({ kind: "far", text: "code.example/me/shop" });
  });

  test.each([
    "https://code.example/me/Shop",
    "https://code.example/me/shop2",
    "https://code.example/you/shop",
    "https://other.example/me/shop",
    "https://code.example:8443/me/shop",
    "https://code.example/me/shop.github",
  ])("%s is of another one", (url) => {
    expect(placeOf(url)).not.toEqual(placeOf("https://code.example/me/shop"));
  });

  test.each([
    ["file:///srv/my%20shop.git", "/srv/my shop.git"],
    ["/srv/shop.git", "/srv/shop.git"],
    ["../shop", "../shop"],
    ["./a:b", "./a:b"],
    ["C:\\code\\shop", "C:\\code\\shop"],
    ["file:///C:/code/shop", "C:/code/shop"],
  ])("%s is a folder here", (url, path) => {
    expect(placeOf(url)).toEqual({ kind: "here", path });
  });
});

test.each([
  [{ PAGEFILE_HOME: "/p", XDG_DATA_HOME: "/x", HOME: "/h" }, "/p"],
  [{ PAGEFILE_HOME: "p", XDG_DATA_HOME: "/x", HOME: "/h" }, "/x/pagefile"],
  [{ XDG_DATA_HOME: "x", HOME: "/h" }, "/h/.local/share/pagefile"],
])("with %o data lies in %s", (env, folder) => {
  // The usual place is another one on other systems.
  if (process.platform === "linux") expect(dataFolderOf(env)).toBe(folder);
});

interface Ground {
  readonly repo: TestRepo;
  readonly env: NodeJS.ProcessEnv;
  /** A folder beside the repository. */
  readonly at: (name: string) => string;
  /** As setup does it, but for the pages. */
  readonly setUp: (folder: string) => Promise<string>;
  readonly rootOf: (folder: string) => string | null;
}

function ground(options: Parameters<typeof makeRepo>[0] = {}): Ground {
  const repo = makeRepo(options);
  onTestFinished(repo.remove);
  const data = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-data-")));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const env = { ...repo.env, PAGEFILE_HOME: data };
  const bare = makeRepo({ unborn: true });
  onTestFinished(bare.remove);
  return {
    repo,
    env,
    at: (name) => join(repo.home, name),
    async setUp(folder) {
      await recognize(folder, env);
      const known = personalRoot(folder, env);
      const dir = (known.ok ? known.value : null) ?? personalPlace(folder, env)?.dir ?? "";
      mkdirSync(dir, { recursive: true });
      if (!existsSync(join(dir, ".git"))) cpSync(join(bare.dir, ".git"), join(dir, ".git"), { recursive: true });
      writeFileSync(join(dir, "pagefile.yaml"), "pagefile: 1\n");
      notePersonal(folder, dir, env);
      return dir;
    },
    rootOf(folder) {
      const root = personalRoot(folder, env);
      return root.ok ? root.value : root.error.says;
    },
  };
}

describe("a repository with a remote", () => {
  it("has one memory from every worktree, branch, folder and clone of it", async () => {
    const { repo, at, setUp, rootOf } = ground();
    repo.git("remote", "add", "upstream", "https://other.example/they/shop");
    repo.git("remote", "add", "origin", "git@code.example:me/shop.git");
    const root = await setUp(repo.dir);
    expect(root).toMatch(/\/projects\/shop-[0-9a-f]{12}$/);
    repo.git("worktree", "add", "--quiet", "-b", "feature", at("wt"));
    repo.git("clone", "--quiet", repo.dir, at("clone"));
    repo.write("src/a.ts", "");
    for (const folder of [repo.dir, at("wt"), at("clone"), join(repo.dir, "src")]) expect(rootOf(folder)).toBe(root);
    repo.git("switch", "--quiet", "--orphan", "pages");
    expect(rootOf(repo.dir)).toBe(root);
    repo.git("-C", at("clone"), "remote", "set-url", "origin", "https://t0ken@CODE.example/me/shop");
    expect(rootOf(at("clone"))).toBe(root);
    repo.git("-C", at("clone"), "remote", "set-url", "origin", "https://code.example/you/shop");
    expect(rootOf(at("clone"))).toBeNull();
  });

  it("goes by its first remote where none is origin, and keeps its memory when it gets another one", async () => {
    const { repo, at, setUp, rootOf } = ground();
    repo.git("remote", "add", "work", "https://code.example/me/shop");
    const root = await setUp(repo.dir);
    repo.git("remote", "add", "other", "https://code.example/you/shop");
    expect(rootOf(repo.dir)).toBe(root);
    repo.git("clone", "--quiet", repo.dir, at("fork"));
    repo.git("-C", at("fork"), "remote", "set-url", "origin", "https://code.example/fork/shop");
    expect(rootOf(at("fork"))).toBeNull();
    repo.git("remote", "add", "origin", "https://code.example/new/shop");
    expect(rootOf(repo.dir)).toBe(root);
    repo.git("-C", at("fork"), "remote", "set-url", "origin", "https://code.example/new/shop.git");
    expect(rootOf(at("fork"))).toBe(root);
  });
});

describe("a repository without a remote", () => {
  it("goes by its first commit, wherever it is moved, copied or cloned", async () => {
    const { repo, env, at, setUp, rootOf } = ground();
    const root = await setUp(repo.dir);
    repo.git("worktree", "add", "--quiet", "-b", "feature", at("wt"));
    repo.git("clone", "--quiet", repo.dir, at("clone"));
    for (const folder of [repo.dir, at("wt"), at("clone")]) expect(rootOf(folder)).toBe(root);
    cpSync(repo.dir, at("copy"), { recursive: true });
    repo.git("worktree", "remove", at("wt"));
    renameSync(repo.dir, at("moved"));
    for (const name of ["moved", "copy"]) {
      expect(rootOf(at(name))).toBeNull();
      await recognize(at(name), env);
      expect(rootOf(at(name))).toBe(root);
    }
  });

  it("is another one than what lies in the same folder later", async () => {
    const { repo, env, setUp, rootOf } = ground();
    await setUp(repo.dir);
    rmSync(join(repo.dir, ".git"), { recursive: true });
    repo.git("init", "--quiet");
    repo.git("commit", "--quiet", "--allow-empty", "--message=Another");
    await recognize(repo.dir, env);
    expect(rootOf(repo.dir)).toBeNull();
  });

  it("is another one than what was set up before its first commit in the same folder, and was moved away", async () => {
    const { repo, env, at, setUp, rootOf } = ground({ unborn: true });
    const root = await setUp(repo.dir);
    repo.git("commit", "--quiet", "--allow-empty", "--message=One");
    await recognize(repo.dir, env);
    renameSync(repo.dir, at("moved"));
    mkdirSync(repo.dir);
    repo.git("init", "--quiet");
    expect(rootOf(repo.dir)).toBeNull();
    const other = await setUp(repo.dir);
    repo.git("commit", "--quiet", "--allow-empty", "--message=Another");
    await recognize(repo.dir, env);
    await recognize(at("moved"), env);
    expect([rootOf(repo.dir), rootOf(at("moved")), other === root]).toEqual([other, root, false]);
    repo.git("clone", "--quiet", repo.dir, at("clone"));
    expect(rootOf(at("clone"))).toBe(other);
  });

  it("keeps its memory when it gets its first commit, and when it gets a remote, which clones are known by then", async () => {
    const { repo, env, at, setUp, rootOf } = ground({ unborn: true });
    const root = await setUp(repo.dir);
    repo.git("commit", "--quiet", "--allow-empty", "--message=One");
    await recognize(repo.dir, env);
    expect(rootOf(repo.dir)).toBe(root);
    repo.git("clone", "--quiet", repo.dir, at("clone"));
    for (const folder of [repo.dir, at("clone")])
      repo.git("-C", folder, "config", "remote.origin.url", "https://code.example/me/shop");
    expect(rootOf(repo.dir)).toBe(root);
    expect(rootOf(at("clone"))).toBe(root);
  });

  it("that was set up before its first commit is found by that once it is moved or copied", async () => {
    const { repo, env, at, setUp, rootOf } = ground({ unborn: true });
    const root = await setUp(repo.dir);
    expect(await recognize(repo.dir, env)).toBe(false);
    repo.git("commit", "--quiet", "--allow-empty", "--message=One");
    // Any command that opens the memory sees the commit, and asks for it once.
    const opened = await openWorkspace({ cwd: repo.dir, repos: [], env, now: null });
    if (opened.ok) await opened.value.close();
    expect(await recognize(repo.dir, env)).toBe(false);
    expect(await setUp(repo.dir)).toBe(root);
    expect(await recognize(repo.dir, env)).toBe(false);
    cpSync(repo.dir, at("copy"), { recursive: true });
    renameSync(repo.dir, at("moved"));
    for (const name of ["moved", "copy"]) {
      await recognize(at(name), env);
      expect(rootOf(at(name))).toBe(root);
      expect(await setUp(at(name))).toBe(root);
    }
  });

  it("whose first commit has a memory already takes that from nobody", async () => {
    const { repo, env, at, setUp, rootOf } = ground();
    const root = await setUp(repo.dir);
    repo.git("init", "--quiet", at("late"));
    const own = await setUp(at("late"));
    expect(own).not.toBe(root);
    repo.git("-C", at("late"), "fetch", "--quiet", repo.dir, "main");
    repo.git("-C", at("late"), "reset", "--quiet", "--hard", "FETCH_HEAD");
    await recognize(at("late"), env);
    expect([rootOf(at("late")), rootOf(repo.dir)]).toEqual([own, root]);
    renameSync(repo.dir, at("moved"));
    await recognize(at("moved"), env);
    expect(rootOf(at("moved"))).toBe(root);
  });

  it("is not told by the commit at which a shallow clone is cut", async () => {
    const { repo, env, at } = ground();
    repo.git("commit", "--quiet", "--allow-empty", "--message=Two");
    repo.git("clone", "--quiet", "--depth=1", `file://${repo.dir}`, at("cut"));
    repo.git("-C", at("cut"), "remote", "remove", "origin");
    expect(await recognize(at("cut"), env)).toBe(false);
    expect(await recognize(repo.dir, env)).toBe(true);
  });
});

describe("a memory that a folder was set up with", () => {
  const url = (name: string): string => `https://code.example/me/${name}`;

  it("goes with it under a new remote, and the remote before begins anew for others", async () => {
    const { repo, env, at, setUp, rootOf } = ground();
    repo.git("remote", "add", "origin", url("starter"));
    const root = await setUp(repo.dir);
    repo.git("remote", "set-url", "origin", url("acme"));
    expect(rootOf(repo.dir)).toBe(root);
    repo.git("clone", "--quiet", repo.dir, at("bolt"));
    const bolt = (...args: readonly string[]) => repo.git("-C", at("bolt"), ...args);
    bolt("remote", "set-url", "origin", url("starter"));
    expect(rootOf(at("bolt"))).toBeNull();
    const other = await setUp(at("bolt"));
    bolt("remote", "set-url", "origin", url("bolt"));
    repo.git("clone", "--quiet", repo.dir, at("third"));
    repo.git("-C", at("third"), "remote", "set-url", "origin", url("starter"));
    const roots = [root, rootOf(at("bolt")), await setUp(at("third"))];
    expect([new Set(roots).size, roots[1], rootOf(repo.dir)]).toEqual([3, other, root]);
    expect(othersOf(repo.dir, env)).toEqual([]);
  });

  it("stays with one of two folders that get remotes of their own, and the other is told of it", async () => {
    const { repo, env, at, setUp, rootOf } = ground();
    repo.git("remote", "add", "origin", url("starter"));
    repo.git("clone", "--quiet", repo.dir, at("bolt"));
    repo.git("-C", at("bolt"), "remote", "set-url", "origin", url("starter"));
    const root = await setUp(repo.dir);
    expect(await setUp(at("bolt"))).toBe(root);
    for (const [dir, name] of [
      [repo.dir, "acme"],
      [at("bolt"), "bolt"],
    ] as const)
      repo.git("-C", dir, "remote", "set-url", "origin", url(name));
    expect([rootOf(at("bolt")), rootOf(repo.dir), rootOf(at("bolt"))]).toEqual([null, root, null]);
    const told = { code: "not_a_repository", hint: expect.stringContaining(`--join ${basename(root)}`) };
    expect(rootsOf({ cwd: at("bolt"), repos: [] }, env)).toMatchObject({ error: told });
    expect([isLost(at("bolt"), env), isLost(repo.dir, env), isLost(repo.home, env)]).toEqual([true, false, false]);
    expect(await setUp(at("bolt"))).not.toBe(root);
    expect([rootOf(repo.dir), othersOf(at("bolt"), env), othersOf(repo.dir, env)]).toEqual([root, [root], []]);
    notePersonal(at("bolt"), root, env, true);
    expect(rootOf(at("bolt"))).toBe(root);
  });

  it("stays with the folder that goes by the remote still, until the other one's is the same again", async () => {
    const { repo, at, setUp, rootOf } = ground();
    repo.git("remote", "add", "origin", url("shop"));
    repo.git("clone", "--quiet", repo.dir, at("second"));
    const second = (name: string) => repo.git("-C", at("second"), "remote", "set-url", "origin", url(name));
    second("shop");
    const root = await setUp(repo.dir);
    await setUp(at("second"));
    second("store");
    expect([rootOf(at("second")), rootOf(repo.dir)]).toEqual([null, root]);
    repo.git("remote", "set-url", "origin", url("store"));
    expect([rootOf(repo.dir), rootOf(at("second"))]).toEqual([root, root]);
  });

  it("goes under a new remote with the folder that was set up first, wherever that lies and in whatever order files are dated", async () => {
    const { repo, env, at, setUp, rootOf } = ground();
    repo.git("remote", "add", "origin", url("shop"));
    repo.git("clone", "--quiet", repo.dir, at("second"));
    repo.git("-C", at("second"), "remote", "set-url", "origin", url("shop"));
    const root = await setUp(repo.dir);
    expect([await setUp(at("second")), await setUp(repo.dir)]).toEqual([root, root]);
    const notes = join(env.PAGEFILE_HOME ?? "", "aliases");
    for (const name of readdirSync(notes)) utimesSync(join(notes, name), 1, 1);
    renameSync(repo.dir, at("away"));
    mkdirSync(repo.dir);
    repo.git("-C", at("second"), "remote", "set-url", "origin", url("mine"));
    expect([rootOf(at("second")), isLost(at("second"), env)]).toEqual([null, true]);
    renameSync(at("away"), repo.dir);
    repo.git("remote", "set-url", "origin", url("store"));
    expect([rootOf(repo.dir), rootOf(at("second")), othersOf(at("second"), env)]).toEqual([root, null, [root]]);
  });

  it("leaves the remote that an older version named it after, with or without a note of that", async () => {
    const { repo, env, at, setUp, rootOf } = ground();
    repo.git("remote", "add", "origin", url("starter"));
    const root = await setUp(repo.dir);
    const notes = join(env.PAGEFILE_HOME ?? "", "aliases");
    // One line, and none for the remote, as it was.
    for (const name of readdirSync(notes)) {
      const [line = "", , text = ""] = readFileSync(join(notes, name), "utf8").split("\n");
      if (text.startsWith("folder:")) writeFileSync(join(notes, name), `${line}\n`);
      else rmSync(join(notes, name));
    }
    repo.git("remote", "set-url", "origin", url("acme"));
    expect(rootOf(repo.dir)).toBe(root);
    repo.git("clone", "--quiet", repo.dir, at("bolt"));
    repo.git("-C", at("bolt"), "remote", "set-url", "origin", url("starter"));
    expect([rootOf(at("bolt")), isLost(at("bolt"), env), othersOf(at("bolt"), env)]).toEqual([null, false, [root]]);
    expect(await setUp(at("bolt"))).not.toBe(root);
    expect(rootOf(repo.dir)).toBe(root);
  });

  it("is named again by a folder that joined another one, and a third", async () => {
    const { repo, env, at, setUp } = ground();
    const roots: string[] = [];
    for (const name of ["one", "two", "three"]) {
      mkdirSync(at(name));
      repo.git("-C", at(name), "init", "--quiet");
      roots.push(await setUp(at(name)));
    }
    for (const root of roots.slice(1)) notePersonal(at("one"), root, env, true);
    expect(othersOf(at("one"), env)).toEqual(expect.arrayContaining(roots.slice(0, 2)));
  });

  it("is not taken from the first folder by a second clone, which has another one", async () => {
    const { repo, env, at, setUp, rootOf } = ground();
    const root = await setUp(repo.dir);
    repo.git("remote", "add", "origin", url("shop"));
    repo.git("clone", "--quiet", repo.dir, at("whole"));
    repo.git("clone", "--quiet", "--depth=1", `file://${repo.dir}`, at("cut"));
    for (const name of ["cut", "whole"]) repo.git("-C", at(name), "remote", "set-url", "origin", url("shop"));
    const other = await setUp(at("cut"));
    expect(other).not.toBe(root);
    expect([rootOf(repo.dir), othersOf(repo.dir, env)]).toEqual([root, [other]]);
    rmSync(other, { recursive: true });
    expect([await setUp(at("whole")), othersOf(at("whole"), env)]).toEqual([other, [root]]);
    expect(rootOf(repo.dir)).toBe(root);
  });

  it.each([false, true])(
    "is named to a folder that was moved and got its first remote, and to its fork, and taken by neither: made before that %s",
    async (unborn) => {
      const { repo, env, at, setUp, rootOf } = ground({ unborn });
      const root = await setUp(repo.dir);
      if (unborn) repo.git("commit", "--quiet", "--allow-empty", "--message=One");
      await recognize(repo.dir, env);
      cpSync(repo.dir, at("fork"), { recursive: true });
      repo.git("-C", at("fork"), "remote", "add", "origin", url("fork"));
      renameSync(repo.dir, at("moved"));
      mkdirSync(repo.dir);
      const moved = (...args: readonly string[]) => repo.git("-C", at("moved"), ...args);
      moved("remote", "add", "origin", url("shop"));
      for (const name of ["moved", "fork"]) {
        expect(await recognize(at(name), env)).toBe(true);
        expect([rootOf(at(name)), othersOf(at(name), env)]).toEqual([null, [root]]);
        expect(await recognize(at(name), env)).toBe(false);
      }
      // Who had it is told; a folder that never did is not.
      expect([isLost(at("moved"), env), isLost(at("fork"), env)]).toEqual([true, false]);
      // Once it was seen where it lies, it is the folder that was set up first.
      moved("remote", "remove", "origin");
      await recognize(at("moved"), env);
      moved("remote", "add", "origin", url("shop"));
      expect([rootOf(at("moved")), rootOf(at("fork"))]).toEqual([root, null]);
    },
  );

  it("stays with its folder where a copy without a remote had it too, and got one while that folder was away", async () => {
    const { repo, env, at, setUp, rootOf } = ground();
    const root = await setUp(repo.dir);
    cpSync(repo.dir, at("copy"), { recursive: true });
    await recognize(at("copy"), env);
    expect(rootOf(at("copy"))).toBe(root);
    renameSync(repo.dir, at("away"));
    mkdirSync(repo.dir);
    repo.git("-C", at("copy"), "remote", "add", "origin", url("copy"));
    expect([rootOf(at("copy")), isLost(at("copy"), env)]).toEqual([null, true]);
    renameSync(at("away"), repo.dir);
    repo.git("remote", "add", "origin", url("shop"));
    expect(rootOf(repo.dir)).toBe(root);
  });

  it("is told of where another repository lies in the folder now", async () => {
    const { repo, env, setUp, rootOf } = ground();
    const root = await setUp(repo.dir);
    rmSync(join(repo.dir, ".git"), { recursive: true });
    repo.git("init", "--quiet");
    repo.git("commit", "--quiet", "--allow-empty", "--message=Another");
    await recognize(repo.dir, env);
    expect([rootOf(repo.dir), othersOf(repo.dir, env)]).toEqual([null, [root]]);
    const hint = expect.stringContaining(`--join ${basename(root)}`);
    expect(findRoot(repo.dir, env)).toMatchObject({ error: { code: "not_a_repository", hint } });
    notePersonal(repo.dir, root, env, true);
    expect(rootOf(repo.dir)).toBe(root);
  });

  it("has lost its history where it lies in no repository of its own, which is said", async () => {
    const { repo, env, setUp } = ground();
    const root = await setUp(repo.dir);
    rmSync(join(root, ".git"), { recursive: true });
    const lost = { ok: false, error: { code: "corrupt", hint: expect.stringContaining(`pagefile init ${root}`) } };
    const asked = () => [
      personalRoot(repo.dir, env),
      findRoot(root, env),
      rootsOf({ cwd: repo.dir, repos: [] }, env),
    ];
    for (const each of asked()) expect(each).toMatchObject(lost);
    cpSync(join(repo.dir, ".git"), join(env.PAGEFILE_HOME ?? "", ".git"), { recursive: true });
    for (const each of asked()) expect(each).toMatchObject(lost);
  });
});

describe("a home that is in git", () => {
  it("claims no folder in it, and is no project", async () => {
    const { repo, env, at, setUp, rootOf } = ground();
    for (const name of ["novel", "taxes"]) mkdirSync(at(name));
    const [root, code] = [await setUp(at("novel")), await setUp(repo.dir)];
    repo.git("init", "--quiet", repo.home);
    repo.git("-C", repo.home, "commit", "--quiet", "--allow-empty", "--message=Dotfiles");
    expect(await recognize(at("taxes"), env)).toBe(false);
    expect([rootOf(at("novel")), rootOf(at("taxes")), rootOf(repo.dir)]).toEqual([root, null, code]);
    expect(personalPlace(repo.home, env)).toBeNull();
    expect(await setUp(at("taxes"))).toMatch(/\/taxes-[0-9a-f]{12}$/);
    expect(rootOf(at("novel"))).toBe(root);
    // What an older version made for it: the home has that still, and what lies in it is told.
    const older = join(env.PAGEFILE_HOME ?? "", "projects", `home-${shortDigest(`folder:${repo.home}`, 12)}`);
    cpSync(root, older, { recursive: true });
    mkdirSync(at("late"));
    expect([rootOf(repo.home), rootOf(at("late")), rootOf(at("novel"))]).toEqual([older, null, root]);
    expect([isLost(at("late"), env), isLost(at("novel"), env), isLost(repo.dir, env)]).toEqual([true, false, false]);
    expect([othersOf(at("late"), env), othersOf(repo.dir, env)]).toEqual([[older], []]);
    notePersonal(at("late"), older, env, true);
    expect([rootOf(at("late")), rootOf(at("taxes"))]).toEqual([older, expect.stringContaining("taxes")]);
    expect(personalPlace(repo.home, env)).toBeNull();
    // A home that somebody keeps in a project claims nothing of that.
    const inside = { ...env, HOME: join(repo.dir, "home") };
    mkdirSync(inside.HOME);
    expect(personalPlace(repo.dir, inside)?.dir).toBe(personalPlace(repo.dir, env)?.dir);
  });
});

describe("a remote at a host that takes names in any case", () => {
  const setAt = (repo: TestRepo, dir: string, url: string) => repo.git("-C", dir, "config", "remote.origin.url", url);

  it.each([
    "git@github.com:me/myapp.git",
    "ssh://git@ssh.github.com:443/Me/MyApp.git",
    "https://www.github.com/Me/MyApp/",
    "git://GitHub.com/ME/myapp",
  ])("is one with %s", async (url) => {
    const { repo, at, setUp, rootOf } = ground();
    setAt(repo, repo.dir, "https://github.com/Me/MyApp.git");
    const root = await setUp(repo.dir);
    repo.git("clone", "--quiet", repo.dir, at("clone"));
    setAt(repo, at("clone"), url);
    expect(rootOf(at("clone"))).toBe(root);
    setAt(repo, at("clone"), `${url.replace(/(\.git)?\/?$/, "")}2`);
    expect(rootOf(at("clone"))).toBeNull();
  });

  it("keeps a memory that was made by the name as it was spelled", () => {
    const { repo, env, rootOf } = ground();
    setAt(repo, repo.dir, "https://github.com/Me/MyApp.git");
    const root = join(env.PAGEFILE_HOME ?? "", "projects", `myapp-${shortDigest("remote:github.com/Me/MyApp", 12)}`);
    mkdirSync(root, { recursive: true });
    cpSync(join(repo.dir, ".git"), join(root, ".git"), { recursive: true });
    writeFileSync(join(root, "pagefile.yaml"), "pagefile: 1\n");
    expect(rootOf(repo.dir)).toBe(root);
  });
});

describe("a folder without a repository", () => {
  it("is a project with all that lies below it, but for repositories, the home and what is above that", async () => {
    const { repo, env, at, setUp, rootOf } = ground();
    mkdirSync(at("notes/deep"), { recursive: true });
    const root = await setUp(at("notes"));
    expect(rootOf(at("notes/deep"))).toBe(root);
    renameSync(repo.dir, at("notes/repo"));
    expect(rootOf(at("notes/repo"))).toBeNull();
    expect(rootOf(repo.home)).toBeNull();
    expect(personalPlace(repo.home, env)).toBeNull();
    expect(personalPlace("/", env)).toBeNull();
    expect(rootOf(at("gone"))).toBeNull();
  });
});

describe("the memories of a call", () => {
  it("are the project's, before the one in its tree, unless one is named", async () => {
    const { repo, env, setUp } = ground();
    expect(rootsOf({ cwd: repo.dir, repos: [] }, env)).toMatchObject({ error: { code: "not_a_repository" } });
    const root = await setUp(repo.dir);
    expect(rootsOf({ cwd: repo.dir, repos: [] }, env)).toEqual({ ok: true, value: [root] });
    expect(findRoot(repo.dir, env)).toEqual({ ok: true, value: root });
    repo.write("pagefile.yaml", "pagefile: 1\n");
    expect(rootsOf({ cwd: repo.dir, repos: [] }, env)).toEqual({ ok: true, value: [root, repo.dir] });
    expect(rootsOf({ cwd: repo.home, repos: ["repo"] }, env)).toEqual({ ok: true, value: [repo.dir] });
    expect(rootsOf({ cwd: root, repos: [] }, env)).toEqual({ ok: true, value: [root] });
  });
});

test.each([
  ["lstatSync", "pagefile.yaml"],
  ["readdirSync", "projects"],
] as const)(
  "a folder of which the system does not say what is in it holds no memory, and that is said: %s",
  (call, name) => {
    const { [call]: before } = fs;
    onTestFinished(() => {
      Object.assign(fs, { [call]: before });
      syncBuiltinESMExports();
    });
    const fails = (path: string, options: object): unknown => {
      if (!path.endsWith(name)) return (before as (path: string, options: object) => unknown)(path, options);
      throw Object.assign(new Error("EIO"), { code: "EIO", syscall: call });
    };
    Object.assign(fs, { [call]: fails });
    syncBuiltinESMExports();
    const data = mkdtempSync(join(tmpdir(), "pagefile-data-"));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    mkdirSync(join(data, "projects"));
    const failed = { ok: false, error: { code: "io_failed", errno: "EIO" } };
    const env = { HOME: "/nowhere", PAGEFILE_HOME: data };
    expect(findRoot(tmpdir(), env)).toMatchObject(failed);
    expect(rootsOf({ cwd: tmpdir(), repos: [] }, env)).toMatchObject(failed);
  },
);

test("an instant that is none is refused where a memory is opened", async () => {
  const repo = makeRepo();
  onTestFinished(() => repo.remove());
  for (const now of ["yesterday", "2026-02-30T10:00:00Z", "1969-12-31"])
    expect(await openWorkspace({ cwd: repo.dir, repos: [], env: repo.env, now })).toMatchObject({
      ok: false,
      error: { code: "usage", says: expect.stringContaining(now) },
    });
  const opened = await openWorkspace({ cwd: repo.dir, repos: [], env: repo.env, now: "2026-11-20T21:40:12Z" });
  expect(opened).not.toMatchObject({ error: { code: "usage" } });
});
