/** Ground: the memory that is tortured, made by plain git, and what can be asked about it from outside. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const pageNames: readonly string[] = ["p0", "p1", "p2", "p3", "p4", "p5"];

/** Page `p0` is `memory/p0.md`. */
export const pathOf = (page: string): string => `memory/${page}.md`;

export type Engine = "native" | "embedded";

/** The whole environment of a process; nothing of the machine's own git configuration. */
export function environment(home: string, engine: Engine = "native"): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    ...(engine === "embedded" ? { PAGEFILE_GIT: "embedded" } : {}),
  };
}

export interface Ground {
  readonly root: string;
  /** Runs git; gives what it printed, or throws. */
  git(...args: readonly string[]): string;
  /** The same without throwing. */
  tryGit(...args: readonly string[]): { readonly status: number | null; readonly said: string };
}

export function openGround(root: string): Ground {
  const tryGit = (...args: readonly string[]): { status: number | null; said: string } => {
    const options = { cwd: root, env: environment(root), encoding: "utf8", maxBuffer: 1 << 28 } as const;
    const { status, stdout, stderr } = spawnSync("git", args, options);
    return { status, said: stdout + stderr };
  };
  return {
    root,
    tryGit,
    git(...args) {
      const { status, said } = tryGit(...args);
      if (status !== 0) throw new Error(`git ${args.join(" ")}: ${said}`);
      return said;
    },
  };
}

/** One commit with every page of `pages`, each of so many lines; half of them keep a version. */
export function makeGround(root: string, pages: readonly string[] = pageNames, lines = 300): Ground {
  mkdirSync(join(root, "memory"), { recursive: true });
  const ground = openGround(root);
  ground.git("init", "--quiet", "--initial-branch=main");
  for (const [key, value] of ["user.name=Torture", "user.email=torture@example.org", "gc.auto=0"].map((line) =>
    line.split("="),
  )) {
    ground.git("config", key ?? "", value ?? "");
  }
  const store = "pagefile: 1\nstore: torture0001\nname: torture\nprofile: plain\nscope: project\n";
  writeFileSync(join(root, "pagefile.yaml"), `${store}budget: { tokens: 4096 }\n`);
  const filler = Array.from({ length: lines }, (_, i) => `- Line ${i} was there from the beginning, and stays.\n`);
  for (const [at, page] of pages.entries()) {
    const version = at % 2 === 0 ? "version: 1\n" : "";
    writeFileSync(
      join(root, pathOf(page)),
      `---\nid: ${page}\ntype: evidence\ntitle: Page ${page}\n${version}---\n\n${filler.join("")}`,
    );
  }
  ground.git("add", "--all");
  ground.git("commit", "--quiet", "--message", "Begin");
  return ground;
}

/** The text of every file in HEAD by its path, as git tells it; empty where there is no HEAD. */
export function headTexts({ root, tryGit }: Ground): ReadonlyMap<string, string> {
  const listed = tryGit("ls-tree", "-r", "-z", "--name-only", "HEAD");
  const paths = listed.status === 0 ? listed.said.split("\0").filter((path) => path !== "") : [];
  const { stdout } = spawnSync("git", ["cat-file", "--batch"], {
    cwd: root,
    env: environment(root),
    input: paths.map((path) => `HEAD:${path}\n`).join(""),
    maxBuffer: 1 << 28,
  });
  const texts = new Map<string, string>();
  let at = 0;
  for (const path of paths) {
    const end = stdout.indexOf("\n", at);
    const size = Number(/^[0-9a-f]+ blob (\d+)$/.exec(stdout.toString("utf8", at, Math.max(at, end)))?.[1]);
    at = end + 1;
    if (Number.isNaN(size)) continue;
    texts.set(path, stdout.toString("utf8", at, at + size));
    at += size + 1;
  }
  return texts;
}

/** Entries of a page's text, one a line, in their order. */
export function entriesIn(text: string): readonly string[] {
  return text.split("\n").filter((line) => line.startsWith("- "));
}

/** The text of a page on disk; empty where it is gone. */
export function onDisk({ root }: Ground, page: string): string {
  try {
    return readFileSync(join(root, pathOf(page)), "utf8");
  } catch {
    return "";
  }
}

/** Lock files that git would stumble over. */
export function locksIn({ root }: Ground): readonly string[] {
  const all = readdirSync(join(root, ".git"), { recursive: true }) as string[];
  return all.filter((name) => name.endsWith(".lock"));
}
