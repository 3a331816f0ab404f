/** Twin: two copies of one repository, the user's hands in both, and the git command line as the writer in one of them. */

import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { makeRepo, openRepo, type TestRepo } from "../support/git-repo.js";
import { type Act, type Ask, afterAsk, executable, firstText, twinPages } from "./against-git-steps.js";

export interface Twin {
  /** Written by what is under test. */
  readonly ours: TestRepo;
  /** Written by git. */
  readonly theirs: TestRepo;
}

const config =
  "pagefile: 1\nstore: torture0001\nname: torture\nprofile: plain\nscope: project\nbudget: { tokens: 4096 }\n";

export const pathOf = (ask: Ask): string => `memory/${ask.op === "create" ? "decisions/" : ""}${ask.page}.md`;

export function makeTwin(): Twin {
  const ours = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org", "gc.auto": "0" } });
  ours.write("pagefile.yaml", config);
  for (const page of twinPages) ours.write(`memory/${page}.md`, firstText(page));
  chmodSync(join(ours.dir, `memory/${executable}.md`), 0o755);
  ours.git("add", "--all");
  ours.git("commit", "--quiet", "--message", "Pages");
  cpSync(ours.dir, join(ours.home, "theirs"), { recursive: true });
  return { ours, theirs: openRepo(join(ours.home, "theirs"), ours.home) };
}

/** The user does the same in both. */
export function byHand(repo: TestRepo, act: Act, page: string, n: number): void {
  const path = `memory/${page}.md`;
  const file = join(repo.dir, path);
  const change = (from: RegExp, to: string): void =>
    writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
  switch (act) {
    case "edit":
      change(/^- Line 0\.$/m, `- Line 0.\n- Hand ${n}.`);
      break;
    case "status":
      change(/^status: .*$/m, `status: hand ${n}`);
      break;
    case "other":
      appendFileSync(join(repo.dir, "README.md"), `Line ${n}.\n`);
      break;
    case "untracked":
      repo.write(`memory/u${n}.md`, `- Untracked ${n}.\n`);
      break;
    case "chmod":
      chmodSync(file, (statSync(file).mode & 0o100) === 0 ? 0o755 : 0o644);
      break;
    case "add":
      repo.git("add", path);
      break;
    case "commit_all":
      repo.tryGit(["commit", "--quiet", "--all", "--message", `Hand ${n}`]);
      break;
    case "commit_staged":
      repo.tryGit(["commit", "--quiet", "--message", `Hand ${n}`]);
      break;
    case "stash":
      repo.tryGit(["stash", "push", "--quiet", "--message", `Stash ${n}`]);
  }
}

/** Everything that can be seen of a repository from outside, a line each. */
export function seen(repo: TestRepo): string {
  const files = (readdirSync(repo.dir, { recursive: true, encoding: "utf8" }) as string[])
    .filter((name) => !name.startsWith(".git") && statSync(join(repo.dir, name)).isFile())
    .sort()
    .map((name) => `${name} ${JSON.stringify(readFileSync(join(repo.dir, name), "utf8"))}`);
  const asked = [
    ["ls-tree", "-r", "HEAD"],
    ["ls-files", "--stage"],
    ["status", "--porcelain=v2", "--untracked-files=all"],
    ["stash", "list", "--format=%s"],
    ["cat-file", "commit", "HEAD"],
    ["rev-parse", "HEAD"],
  ];
  return [...files, ...asked.map((args) => `git ${args[0]}:\n${repo.git(...args)}`)].join("\n");
}

/** Makes the commit of `like`, message and dates with it, out of these asks, by the git command line alone. */
export function byGit(repo: TestRepo, asks: readonly Ask[], like: TestRepo, now: string): void {
  const [message, date] = [like.git("log", "-1", "--format=%B"), like.git("log", "-1", "--format=%ad", "--date=raw")];
  const dated = { ...repo.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const [first] = asks;
  if (first?.op === "archive") moveByGit(repo, first, now);
  const touched = first?.op === "archive" ? [] : [...new Set(asks.map(pathOf))];
  const temp = join(repo.home, "index.temp");
  const aside = { ...repo.env, GIT_INDEX_FILE: temp };
  const run = withEnv(repo);
  run(aside, ["read-tree", "HEAD"]);
  if (first?.op === "archive") moveInIndex(repo, first, (args) => run(aside, args), "HEAD");
  for (const path of touched) {
    const edit = (text: string | null): string | null =>
      asks.filter((ask) => pathOf(ask) === path).reduce((at, ask) => afterAsk(at, ask, now), text);
    const [head, index] = [at(repo, `HEAD:${path}`), at(repo, `:0:${path}`)];
    const file = join(repo.dir, path);
    const work = existsSync(file) ? readFileSync(file, "utf8") : null;
    put(repo, path, edit(head), (args) => run(aside, args), "HEAD");
    put(repo, path, edit(index), (args) => repo.git(...args), "index");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, edit(work) ?? "");
  }
  const tree = run(aside, ["write-tree"]);
  const commit = run(dated, ["commit-tree", tree, "-p", "HEAD", "-F", "-"], `${message.trimEnd()}\n`);
  repo.git("update-ref", "-m", "commit", "HEAD", commit);
}

type Run = (args: readonly string[]) => string;

function put(repo: TestRepo, path: string, text: string | null, run: Run, place: "HEAD" | "index"): void {
  if (text === null) return;
  const blob = repo.tryGit(["hash-object", "-w", "--stdin"], text).stdout.trim();
  run(["update-index", "--add", "--cacheinfo", `${modeOf(repo, path, place)},${blob},${path}`]);
}

function modeOf(repo: TestRepo, path: string, place: "HEAD" | "index"): string {
  const listed = place === "HEAD" ? repo.git("ls-tree", "HEAD", path) : repo.git("ls-files", "--stage", path);
  return listed === "" ? "100644" : (listed.split(" ")[0] ?? "100644");
}

const indexHeader = "# Archive index\n\nOne line a cold page: id, title, where it came from, tags.\n\n";

const archivedPath = (ask: Ask, now: string): string => `archive/${now.slice(0, 4)}/${ask.page}.md`;

/** In the work tree and the index, as `git mv` does it, which keeps what was staged and what was not. */
function moveByGit(repo: TestRepo, ask: Ask, now: string): void {
  const to = archivedPath(ask, now);
  mkdirSync(join(repo.dir, dirname(to)), { recursive: true });
  const text = readFileSync(join(repo.dir, pathOf(ask)), "utf8");
  const [, title, updated] = /^title: (.*)\n(?:.*\n)*?updated: (.{10})/m.exec(text) ?? [];
  const about = `${title} · from ${pathOf(ask)} · ${updated} · #human`;
  const line = `- [${ask.page}](${to.slice("archive/".length)}) — ${about}\n`;
  const file = join(repo.dir, "archive/INDEX.md");
  writeFileSync(join(repo.home, "line"), line);
  writeFileSync(file, `${existsSync(file) ? readFileSync(file, "utf8") : indexHeader}${line}`);
}

function moveInIndex(repo: TestRepo, ask: Ask, aside: Run, revision: string): void {
  const from = pathOf(ask);
  const to = `archive/2026/${ask.page}.md`;
  const line = readFileSync(join(repo.home, "line"), "utf8");
  for (const [run, place] of [
    [aside, "HEAD"] as const,
    [(args: readonly string[]) => repo.git(...args), "index"] as const,
  ]) {
    const blob = repo.git("rev-parse", place === "HEAD" ? `${revision}:${from}` : `:0:${from}`);
    const mode = modeOf(repo, from, place);
    const index = at(repo, place === "HEAD" ? `${revision}:archive/INDEX.md` : ":0:archive/INDEX.md") ?? indexHeader;
    put(repo, "archive/INDEX.md", `${index}${line}`, run, place);
    if (place === "HEAD") run(["update-index", "--force-remove", from]);
    if (place === "HEAD") run(["update-index", "--add", "--cacheinfo", `${mode},${blob},${to}`]);
  }
  repo.git("mv", from, to);
}

function at(repo: TestRepo, revision: string): string | null {
  const shown = repo.tryGit(["cat-file", "blob", revision]);
  return shown.status === 0 ? shown.stdout : null;
}

function withEnv(repo: TestRepo): (env: NodeJS.ProcessEnv, args: readonly string[], input?: string) => string {
  return (env, args, input) => {
    const assigned = Object.entries(env).filter(([key, value]) => repo.env[key] !== value);
    const before = assigned.map(([key]) => [key, repo.env[key]] as const);
    for (const [key, value] of assigned) repo.env[key] = value;
    const ran = repo.tryGit(args, input);
    for (const [key, value] of before) {
      if (value === undefined) delete repo.env[key];
      else repo.env[key] = value;
    }
    if (ran.status !== 0) throw new Error(`git ${args.join(" ")}: ${ran.stderr}`);
    return ran.stdout.trim();
  };
}
