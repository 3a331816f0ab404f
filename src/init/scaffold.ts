/**
 * Scaffold: the folder, the repository and the first files of a new memory, on a real disk and by the user's own git, before there is a memory to
 * open.
 */

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { type PagePath, parsePagePath } from "../base/ids.js";
import { err, type Outcome, ok, tally } from "../base/result.js";
import { compareText } from "../base/text.js";
import { openGitConfig } from "../git/config.js";
import { findIdentity, type Identity, readConfigFiles } from "../git/identity.js";
import { findLayout, type GitLayout } from "../git/layout.js";
import { gitFor } from "../git/process.js";
import { newTempName } from "../memory/disk/read.js";
import { isPageOf } from "../memory/included.js";
import { kindOf, type Memory } from "../memory/memory.js";
import { profileOf } from "../memory/profile.js";
import { isOfUser } from "../memory/root.js";
import type { StatusAnswer } from "../night/status.js";
import { attempt } from "../state/fs-calls.js";
import { giveName, removeIfThere } from "../state/plain-file.js";

export type Scaffold = ReturnType<typeof openScaffold>;

export type NewFile = { readonly path: string; readonly text: string };

/** `templatesDir` holds a folder for each profile; `engine` says who makes the repository. */
export function openScaffold(options: {
  readonly templatesDir: string;
  readonly engine: "native" | "embedded";
  readonly env: NodeJS.ProcessEnv;
  /** Whether a repository around the folder serves; else it gets one of its own. */
  readonly around: boolean;
}) {
  // The topmost folder that was made for the memory, which goes again where none comes of it.
  let made: string | undefined;
  return {
    /** A fresh identity for a store: 20 hex digits. */
    newStoreId: (): string => randomBytes(10).toString("hex"),
    /** The folder, made where it is missing, and git's repository around it, made where there is none. */
    async ensureRepository(dir: string): Promise<Outcome<"made" | "found">> {
      const gitDir = gitDirAround(dir);
      if (gitDir !== null)
        return err({
          code: "not_a_repository",
          says: `The folder ${dir} ${
            dir === gitDir
              ? "is git's own: a bare repository, or the git dir of one"
              : `lies inside ${gitDir}, which is git's own`
          }.`,
          hint: "Name a folder of a work tree; of a bare repository, clone it and make the clone a memory.",
        });
      const folder = attempt(`make the folder ${dir}`, () => mkdirSync(dir, { recursive: true }));
      if (!folder.ok) return folder;
      made = folder.value;
      const ensured = await ensureRepository(dir, options);
      if (!ensured.ok) removeEmpty(dir, made);
      return ensured;
    },
    /** Whether git knows who commits. Without a first commit it would be half a memory: a repository that was made for it goes again. */
    async checkIdentity(dir: string, repository: "made" | "found"): Promise<Outcome<void>> {
      const layout = findLayout(dir);
      const known = layout.ok ? await identityIn(layout.value, options) : layout;
      if (known.ok) return ok(undefined);
      if (layout.ok && repository === "made")
        attempt("remove", () => rmSync(layout.value.gitDir, { recursive: true, force: true }));
      removeEmpty(dir, made);
      if (!layout.ok) return layout;
      const hint = `${known.error.hint} Then run the same command again: nothing was made yet.`;
      return err({ ...known.error, hint });
    },
    /** What stands in the folder, one level deep, sorted. */
    survey: (dir: string): Outcome<readonly string[]> =>
      attempt(`read the folder ${dir}`, () => readdirSync(dir).sort(compareText)),
    /** What `init` copies for a profile, sorted by path. */
    templates: (profile: string): Outcome<readonly NewFile[]> =>
      attempt("read the templates", () => readTemplates(join(options.templatesDir, profile))),
    /** Never replaces: a file that is there is kept as it is. */
    write: (dir: string, path: string, text: string): Outcome<"created" | "kept"> => writeNew(join(dir, path), text),
    /** Removes what still says what was written. */
    takeBack(dir: string, files: readonly NewFile[]): void {
      for (const { path, text } of files) {
        const file = join(dir, path);
        attempt(`remove ${file}`, () => {
          if (readFileSync(file, "utf8") === text) rmSync(file);
        });
        removeEmpty(dirname(file), join(dir, path.split("/")[0] ?? ""));
      }
      removeEmpty(dir, made);
    },
  };
}

/** From a folder up to one above it, as long as nothing stands in them; nothing at all where there is no such one. */
function removeEmpty(folder: string, top: string | undefined): void {
  if (top === undefined || (folder !== top && !folder.startsWith(`${top}${sep}`))) return;
  const removed = attempt(`remove ${folder}`, () => rmdirSync(folder));
  if (removed.ok) removeEmpty(dirname(folder), top);
}

async function ensureRepository(
  dir: string,
  options: Pick<Parameters<typeof openScaffold>[0], "engine" | "env" | "around">,
): Promise<Outcome<"made" | "found">> {
  const layout = findLayout(dir);
  if (layout.ok && (layout.value.prefix === "" || (options.around && !isOfUser(dir, options.env))))
    return ok("found");
  if (!layout.ok && layout.error.code !== "not_a_repository") return layout;
  const init = options.engine === "native" ? await initNative(dir, options.env) : await initWithoutGit(dir);
  return init.ok ? ok("made") : init;
}

/** Who commits in a repository, by its own configuration and the user's. */
export async function identityIn(
  layout: GitLayout,
  { engine, env }: Pick<Parameters<typeof openScaffold>[0], "engine" | "env">,
): Promise<Outcome<Identity>> {
  const git = engine === "native" ? gitFor(layout, env) : null;
  if (git?.ok === false) return git;
  const config = git === null ? readConfigFiles(layout, env) : await openGitConfig(layout, git.value, env)();
  return config.ok ? findIdentity(config.value, env) : config;
}

/** The git dir, or bare repository, that `dir` is or would lie in: nobody's work tree, and git's own to change. */
function gitDirAround(dir: string): string | null {
  for (let at = dir; ; at = dirname(at)) {
    if (["HEAD", "objects", "refs"].every((name) => existsSync(join(at, name)))) return at;
    if (dirname(at) === at) return null;
  }
}

async function initWithoutGit(dir: string): Promise<Outcome<void>> {
  const { initEmbedded } = await import("../git/embedded/history.js");
  return initEmbedded(dir, { defaultBranch: "main" });
}

function readTemplates(folder: string): readonly NewFile[] {
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.split("\\").join("/"));
  return paths
    .filter((path) => path.endsWith(".md") && parsePagePath(path) !== null)
    .sort(compareText)
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
}

/** Written beside and given its name when whole: a disk that fills up leaves no half of it to be taken for somebody's file. */
function writeNew(path: string, text: string): Outcome<"created" | "kept"> {
  return attempt(`write ${path}`, () => {
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) return "kept";
    const temp = join(dirname(path), newTempName());
    try {
      writeFileSync(temp, text, { flag: "wx", mode: 0o644, flush: true });
      // Of two that make the same file at once, one keeps what the other wrote.
      return giveName(temp, path) ? "created" : "kept";
    } finally {
      // Once more where that failed: nobody else would take it away while this process lives.
      attempt(`remove ${temp}`, () => removeIfThere(temp));
    }
  });
}

/** `dir` exists and lies in no repository. The branch is `main` where the user has configured none. */
async function initNative(dir: string, env: NodeJS.ProcessEnv): Promise<Outcome<void>> {
  const gitDir = join(dir, ".git");
  const git = gitFor(
    {
      top: dir,
      gitDir,
      commonDir: gitDir,
      prefix: "",
      objectFormat: "sha1",
      refStorage: "files",
      linked: false,
      sharedMode: 0,
    },
    env,
  );
  if (!git.ok) return git;
  const configured = await git.value.run(["config", "--get", "init.defaultBranch"], { discover: true });
  if (!configured.ok) return configured;
  const branch = configured.value.code === 0 ? [] : ["--initial-branch=main"];
  const made = await git.value.output(["init", "--quiet", ...branch], { discover: true });
  return made.ok ? ok(undefined) : made;
}

interface Below {
  /** Folders that look like the workspace of an agent, those nearest first. */
  readonly workspaces: readonly string[];
  /** Without that of such a workspace, and of a repository of its own. */
  readonly markdown: readonly string[];
  /** False where there were more folders than are looked at. */
  readonly isWhole: boolean;
}

/** What lies in the folders below one, a level after the other; nothing of a template, a test or an archive. */
export function surveyBelow(dir: string): Below {
  const [workspaces, markdown]: [string[], string[]] = [[], []];
  let level: readonly { readonly folder: string; readonly isOthers: boolean }[] = [{ folder: "", isOthers: false }];
  for (let depth = 0, read = 0; depth < depthMax && level.length > 0; depth += 1) {
    const next: { readonly folder: string; readonly isOthers: boolean }[] = [];
    for (const { folder, isOthers: isBelowOthers } of level) {
      if (read >= foldersMax) return { workspaces, markdown, isWhole: false };
      read += 1;
      const entries = attempt("read a folder", () => readdirSync(join(dir, folder), { withFileTypes: true }));
      if (!entries.ok) continue;
      const names = new Set(entries.value.map(({ name }) => name));
      const below = (name: string): string => (folder === "" ? name : `${folder}/${name}`);
      const isOne = folder !== "" && isWorkspace(names);
      if (isOne) workspaces.push(folder);
      const isOthers = isBelowOthers || isOne || (folder !== "" && names.has(".git"));
      const files = entries.value.filter((entry) => !isOthers && entry.isFile() && entry.name.endsWith(".md"));
      markdown.push(...files.map(({ name }) => below(name)));
      const folders = entries.value.filter((entry) => entry.isDirectory() && !passedBy.test(entry.name));
      const paths = folders.map(({ name }) => below(name)).sort(compareText);
      next.push(...paths.map((path) => ({ folder: path, isOthers })));
    }
    level = next;
  }
  return { workspaces, markdown, isWhole: true };
}

/** What OpenClaw and its kin make of an agent's folder. */
function isWorkspace(names: ReadonlySet<string>): boolean {
  const remembers = names.has("MEMORY.md") || names.has("memory");
  return remembers && ["SOUL.md", "IDENTITY.md", "AGENTS.md"].some((name) => names.has(name));
}

const passedBy = /^[._]|^(?:node_modules|vendor|templates?|examples?|skills|tests?|fixtures|archives?|backups?)$/i;
const depthMax = 5;
const foldersMax = 2_000;

/** What of a person's notes a memory beside code leaves out: how many, and in which of the topmost folders, the fullest first. */
export interface Beyond {
  readonly says: string;
  readonly files: number;
  readonly folders: readonly string[];
}

/** Told by names alone, without what documents the code and what git ignores. null where there are none. */
export async function notesBeyond({ root, config, checkout }: Memory, below?: Below): Promise<Beyond | null> {
  if (profileOf(config.profile).folders.some(({ path, recursive }) => path === "" && recursive)) return null;
  const { markdown, isWhole } = below ?? surveyBelow(root);
  const wide = { ...config, profile: "plain" as const };
  const notes = markdown.flatMap((text) => {
    const path = parsePagePath(text);
    const isOfCode = text
      .split("/")
      .slice(0, -1)
      .some((folder) => ofCode.test(folder));
    if (path === null || isOfCode || isPageOf(config, path) || !isPageOf(wide, path)) return [];
    return ["memory", "log"].includes(kindOf(path, profileOf("plain"))) ? [path] : [];
  });
  const ignored = (await checkout?.ignored(notes)) ?? ok(new Set<PagePath>());
  const meant = notes.filter((path) => !ignored.ok || !ignored.value.has(path));
  if (meant.length === 0) return null;
  const sorted = [...tally(meant.map((path) => path.split("/")[0] ?? ""))].sort((a, b) => b[1] - a[1]);
  const folders = sorted.map(([folder]) => folder);
  const more = folders.length - foldersShown;
  const rest = more > 0 ? ` and ${more} more ${more === 1 ? "folder" : "folders"}` : "";
  const least = isWhole ? "" : ", and perhaps in more";
  return { says: `in ${folders.slice(0, foldersShown).join(", ")}${rest}${least}`, files: meant.length, folders };
}

export const foldersShown = 3;

/** What status says was left out, with the notes for which the profile has no folder. */
export async function withBeyond(
  memory: Memory,
  { root, profile, leftOut }: Pick<StatusAnswer, "root" | "profile" | "leftOut">,
): Promise<StatusAnswer["leftOut"]> {
  const beyond = root === memory.root ? await notesBeyond(memory) : null;
  if (beyond === null) return leftOut;
  return [...leftOut, { pattern: `profile: ${profile}, ${beyond.says}`, files: beyond.files }];
}

/** Markdown in such folders is about the code beside it. */
const ofCode =
  /^(?:src|source|lib|libs|dist|build|target|out|coverage|packages|crates|apps?|bin|scripts|public|static|cmd|internal|pkg|modules|services|tools|specs?|rfcs|i18n|locales?|website|content|posts|changes|resources|legal|tests?|examples?)$/i;
