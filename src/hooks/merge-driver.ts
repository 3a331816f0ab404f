/**
 * MergeSetup: our marked lines, in git's hooks and in the files that configure the merge driver, put in and taken out again to the byte, as plans
 * that are values. It also says what a merge or a rebase has just changed.
 */

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { limits } from "../base/limits.js";
import { err, type Outcome, ok } from "../base/result.js";
import type { GitLayout } from "../git/layout.js";
import { withLock } from "../git/locks/locks.js";
import { type Git, gitFor } from "../git/process.js";
import { parseMerging } from "../memory/config.js";
import { profileOf } from "../memory/profile.js";
import { configPath } from "../memory/service.js";
import { replaceFile } from "../state/durable.js";
import { attempt } from "../state/fs-calls.js";
import { blockIn, filled, latin, putBlock, quotedWord, takeBlock } from "../state/marked-block.js";
import { makeStateFolder, readLinked, readPlainText, writeOnce } from "../state/plain-file.js";
import type { AfterHost } from "./message.js";

export interface MergeSetup {
  readonly did: "installed" | "updated" | "removed" | "nothing";
  /** The patterns that are merged by our driver, as they stand in `info/attributes`; empty where it is not installed. */
  readonly patterns: readonly string[];
  /** Whether the command in the configuration merged a page; null where none of ours is there, and where nothing was run. */
  readonly runs: boolean | null;
  /** What was seen instead; empty otherwise. */
  readonly says: string;
}

export interface MergeChange extends Pick<MergeSetup, "did"> {
  /** Brings back the state before. */
  undo(): Promise<Outcome<void>>;
}

/** Idempotent; both files or none. */
export async function installMerge(host: MergeHost, templates: HookTemplates): Promise<Outcome<MergeChange>> {
  const before = host.read();
  if (!before.ok) return before;
  const wanted = await linesFor(host, templates);
  if (!wanted.ok) return wanted;
  const { config, attributes } = before.value;
  const had = blockIn(config) !== null;
  const after: MergeFilesState = {
    config: putBlock(config, wanted.value.config, "end"),
    // At the top: what a person wrote there comes later and so wins.
    attributes: putBlock(attributes, wanted.value.attributes, "top"),
  };
  return change(host, before.value, after, had ? "updated" : "installed");
}

export async function uninstallMerge(host: MergeHost): Promise<Outcome<MergeChange>> {
  const before = host.read();
  if (!before.ok) return before;
  const { config, attributes } = before.value;
  // The configuration file was there before us, whatever is left of it.
  const after = { config: takeBlock(config) ?? new Uint8Array(), attributes: takeBlock(attributes) };
  return change(host, before.value, after, "removed");
}

/** `prove` is null where files are looked at and nothing is run. */
export type LookedAt = Omit<MergeHost, "prove"> & { readonly prove: MergeHost["prove"] | null };

/** Runs a command of the configuration only where it is the very one we would write. */
export async function describeMerge(
  host: LookedAt,
  templates: HookTemplates,
  did: MergeSetup["did"] = "nothing",
): Promise<Outcome<MergeSetup>> {
  const state = host.read();
  if (!state.ok) return state;
  const config = blockIn(state.value.config);
  const lines = blockIn(state.value.attributes) ?? "";
  const patterns = lines.split("\n").flatMap((line) => (line === "" ? [] : [line.slice(0, line.lastIndexOf(" "))]));
  if (config === null && patterns.length === 0) return ok({ did, patterns, runs: null, says: "" });
  const wanted = await linesFor(host, templates);
  if (!wanted.ok) return wanted;
  const stale = (says: string): Outcome<MergeSetup> => ok({ did, patterns, runs: false, says });
  if (config !== wanted.value.config) return stale("it leads to another program, or half of it is gone");
  if (lines !== wanted.value.attributes) return stale("its patterns are not those of the memory here");
  if (host.prove === null) return ok({ did, patterns, runs: null, says: "" });
  const proof = await host.prove(driverText(templates));
  // What the disk refuses says nothing of the driver.
  if (!proof.ok) return proof.error.code === "io_failed" ? proof : stale(proof.error.says);
  if (!["- ours\n", "- theirs\n"].every((entry) => proof.value.text.includes(entry))) {
    return stale(proof.value.says.split("\n")[0] || "it was run and did not merge");
  }
  for (const { prefix } of wanted.value.roots) {
    const found = await host.attribute(`${prefix}memory/a.md`);
    if (!found.ok) return found;
    if (found.value !== "pagefile") return stale(`a later line of info/attributes gives pages merge=${found.value}`);
  }
  return ok({ did, patterns, runs: true, says: "" });
}

const sample = { base: "- both\n", ours: "- both\n- ours\n", theirs: "- both\n- theirs\n" };

async function change(
  host: MergeHost,
  before: MergeFilesState,
  after: MergeFilesState,
  done: MergeSetup["did"],
): Promise<Outcome<MergeChange>> {
  if (isSame(before, after)) return ok({ did: "nothing", undo: async () => ok(undefined) });
  const written = await host.write(before, after);
  return written.ok ? ok({ did: done, undo: () => host.write(after, before) }) : written;
}

function isSame(a: MergeFilesState, b: MergeFilesState): boolean {
  return isSameText(a.config, b.config) && isSameText(a.attributes, b.attributes);
}

function isSameText(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : Buffer.compare(a, b) === 0;
}

async function linesFor(host: Pick<MergeHost, "roots">, templates: HookTemplates) {
  const roots = await host.roots();
  if (!roots.ok) return roots;
  const read = roots.value.flatMap(({ prefix, text }) => {
    const config = parseMerging(text);
    return config.ok ? [{ prefix, profile: profileOf(config.value.config.profile) }] : [];
  });
  const attributes = read.flatMap(({ prefix, profile }) =>
    profile.folders.map(({ path, recursive }) => {
      const folder = `${prefix}${path === "" ? "" : `${path}/`}`;
      return `${pattern(`/${escaped(folder)}${recursive ? "**/" : ""}*.md`)} merge=pagefile\n`;
    }),
  );
  const driver = driverText(templates);
  const config = `[merge "pagefile"]\n\tname = Pagefile merges pages entry by entry\n\tdriver = ${value(driver)}\n`;
  return ok({ config, attributes: [...new Set(attributes)].join(""), roots: read });
}

/** A name that is matched as it is. */
function escaped(path: string): string {
  return path.replace(/[\\*?[\]]/g, (mark) => `\\${mark}`);
}

/** git reads a pattern with spaces, or one that would start a comment or a macro, only in quotes. */
function pattern(text: string): string {
  return /[\s"]/.test(text) ? `"${text.replace(/["\\]/g, (mark) => `\\${mark}`)}"` : text;
}

/** One value of git's configuration, on one line. */
function value(text: string): string {
  return `"${text
    .replace(/["\\]/g, (mark) => `\\${mark}`)
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")}"`;
}

// MergeHost: a repository's configuration and its untracked attributes, changed together, and a driver run to prove it.

/** What linked worktrees share is where git looks for both files. */
export function openMergeHost(layout: GitLayout, env: NodeJS.ProcessEnv): Outcome<MergeHost> {
  const git = gitFor(layout, env);
  if (!git.ok) return git;
  const config = join(layout.commonDir, "config");
  const attributes = join(layout.commonDir, "info", "attributes");
  const read = (): Outcome<MergeFilesState> =>
    attempt("read the repository's configuration and attributes", () => ({
      config: readLinked(config, limits.gitTextBytesMax),
      attributes: existsSync(attributes) ? readLinked(attributes, limits.gitTextBytesMax) : null,
    }));
  return ok({
    roots: () => roots(git.value, layout),
    read,
    write: (before, after) =>
      // A configuration that is a link stays one.
      withLock(realpathSync(config), { sharedMode: layout.sharedMode }, async (lock) => {
        const now = read();
        if (!now.ok) return now;
        if (!isSame(now.value, before)) return moved();
        const staged = await lock.stage([after.config]);
        if (!staged.ok) return staged;
        const moves = !isSameText(before.attributes, after.attributes);
        return attempt(`change ${config} and ${attributes}`, () => {
          chmodSync(lock.lockPath, statSync(config).mode & 0o7777);
          if (moves) writeAttributes(attributes, after.attributes);
          const done = lock.commit();
          if (done.ok) return;
          if (moves) writeAttributes(attributes, before.attributes);
          throw Object.assign(new Error(done.error.says), { code: "EIO" });
        });
      }),
    prove: (command) => prove(git.value, layout, command),
    async attribute(path) {
      const said = await git.value.output(["check-attr", "-z", "merge", "--", path]);
      return said.ok ? ok(said.value.toString("utf8").split("\0")[2] ?? "unspecified") : said;
    },
  });
}

function writeAttributes(path: string, bytes: Uint8Array | null): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (bytes === null) {
    if (stat !== undefined) unlinkSync(path);
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  const real = stat === undefined ? path : realpathSync(path);
  replaceFile(real, bytes, stat === undefined ? 0o666 & ~process.umask() : statSync(real).mode & 0o7777);
}

function moved(): Outcome<never> {
  const says = "The repository's configuration changed while Pagefile was about to change it; nothing was written.";
  return err({ code: "locked", says, hint: "Run the command again." });
}

async function roots(git: Git, layout: GitLayout): ReturnType<MergeHost["roots"]> {
  const found = await memoryRoots(git, layout);
  if (!found.ok) return found;
  const textOf = (prefix: string): string =>
    readPlainText(join(layout.top, prefix, configPath), limits.configBytesMax);
  return attempt(`read ${configPath}`, () => found.value.map((prefix) => ({ prefix, text: textOf(prefix) })));
}

/** git's own way to run a command line, from a setting of ours, in the environment of a desktop program. */
async function prove(
  git: Git,
  layout: GitLayout,
  command: string,
): Promise<Outcome<{ readonly text: string; readonly says: string }>> {
  const poor = process.platform === "win32" ? {} : { PATH: "/usr/bin:/bin" };
  const made = attempt("make a folder for a trial merge", () => {
    const state = join(layout.gitDir, "pagefile");
    makeStateFolder(state, 0o777);
    return mkdtempSync(join(state, "trial-"));
  });
  if (!made.ok) return made;
  const folder = made.value;
  try {
    const put = attempt("write a trial merge", () => {
      for (const [name, text] of Object.entries(sample)) writeOnce(join(folder, name), text);
    });
    if (!put.ok) return put;
    const [base, ours, theirs] = Object.keys(sample).map((name) => quotedWord(join(folder, name)));
    const values = { "%O": base, "%A": ours, "%B": theirs, "%P": "trial.md", "%L": "7", "%%": "%" };
    const line = command.replaceAll(/%[OABPL%]/g, (mark) => values[mark as keyof typeof values] ?? mark);
    const ran = await git.run(["pagefile-trial"], {
      config: [`alias.pagefile-trial=!${line}`],
      env: { ...poor, PAGEFILE_HOOKS: "1" },
    });
    if (!ran.ok) return ran;
    return attempt("read the trial merge", () => ({
      text: readPlainText(join(folder, "ours"), limits.gitTextBytesMax),
      says: ran.value.stderr,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How a file came to hold our block: made whole by us, added to somebody's script, or standing before a file set aside. */
export type HookHow = "made" | "added" | "chained";

/** A hook as it stands on disk. */
export interface HookFile {
  readonly bytes: Uint8Array;
  /** Permission bits. */
  readonly mode: number;
  readonly link: boolean;
}

/** One step of a plan, names inside the folder. */
export type HookChange =
  | { readonly kind: "write"; readonly name: string; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly kind: "move"; readonly name: string; readonly to: string }
  | { readonly kind: "remove"; readonly name: string };

/** The block in a file: where it stands and how it came there; null where there is none. */
export function findBlock(file: HookFile | null): { start: number; end: number; how: HookHow } | null {
  if (file === null || file.link) return null;
  const text = latin(file.bytes);
  const start = text.indexOf("# >>> pagefile ");
  const last = start < 0 ? -1 : text.indexOf("# <<< pagefile ", start);
  if (last < 0 || (start > 0 && text[start - 1] !== "\n")) return null;
  const newline = text.indexOf("\n", last);
  const line = text.slice(start, text.indexOf("\n", start));
  const how = (["made", "added", "chained"] as const).find((each) => line.includes(` (${each}) `));
  return how === undefined || newline < 0 ? null : { start, end: newline + 1, how };
}

/** Empty when the file holds the very block already. `sourced` files get no shebang. */
export function planInstall(
  name: string,
  file: HookFile | null,
  context: { readonly templates: HookTemplates; readonly sourced: boolean },
): readonly HookChange[] {
  const { templates, sourced } = context;
  const found = findBlock(file);
  if (file !== null && found !== null) {
    const next = spliced(file, found, blockText(templates, name, found.how));
    return next === latin(file.bytes) ? [] : [write(name, next, file.mode)];
  }
  const shebang = sourced ? "" : "#!/bin/sh\n";
  if (file === null) return [write(name, shebang + blockText(templates, name, "made"), 0o755)];
  const place = placeIn(file, sourced);
  if (place !== null) {
    const next = spliced(file, { start: place, end: place }, blockText(templates, name, "added"));
    return [write(name, next, file.mode)];
  }
  const chain = templates.chain.replaceAll("@NEXT@", () => asideName(name));
  const wrapper = shebang + blockText(templates, name, "chained") + chain;
  return [{ kind: "move", name, to: asideName(name) }, write(name, wrapper, 0o755)];
}

/** Takes out exactly what `planInstall` put in; lines somebody added around the block stay. */
export function planUninstall(name: string, file: HookFile | null): readonly HookChange[] {
  const found = findBlock(file);
  if (file === null || found === null) return [];
  if (found.how === "chained") {
    return [
      { kind: "remove", name },
      { kind: "move", name: asideName(name), to: name },
    ];
  }
  const rest = spliced(file, found, "");
  const ours = found.how === "made" && (rest === "" || rest === "#!/bin/sh\n");
  return ours ? [{ kind: "remove", name }] : [write(name, rest, file.mode)];
}

/**
 * Whether running the file, when it is asked for a canary, runs our own lines and nothing else: they are what `planInstall` writes,
 * and only a shell's shebang stands above them. A repository's own files are never run to be looked at.
 */
export function isOurs(
  name: string,
  file: HookFile,
  context: { readonly templates: HookTemplates; readonly sourced: boolean },
): boolean {
  const found = findBlock(file);
  if (found === null || planInstall(name, file, context).length > 0) return false;
  const above = latin(file.bytes).slice(0, found.start);
  return above === "" || (above.endsWith("\n") && shells.test(above.slice(0, -1)));
}

function asideName(name: string): string {
  return `${name}.before-pagefile`;
}

function spliced(file: HookFile, { start, end }: { start: number; end: number }, block: string): string {
  const text = latin(file.bytes);
  return text.slice(0, start) + block + text.slice(end);
}

const shells =
  /^#![ \t]*(?:\/(?:usr\/)?(?:local\/)?bin\/(?:env[ \t]+)?)(?:sh|bash|dash|ash|ksh|zsh)(?:[ \t]+-[a-z]+)?[ \t]*$/;

/**
 * Where the block goes: directly below the shebang, because a line behind the script's own `exit` or `exec` would never run.
 * null for a file that is no shell script, that git does not run, or that is a link to somewhere else: it is set aside as it is.
 */
function placeIn(file: HookFile, sourced: boolean): number | null {
  const text = latin(file.bytes);
  const runs = sourced || (file.mode & 0o100) !== 0;
  if (file.link || !runs || text.includes("\0") || text.includes("\r")) return null;
  if (!text.startsWith("#!")) return 0;
  const newline = text.indexOf("\n");
  return newline >= 0 && shells.test(text.slice(0, newline)) ? newline + 1 : null;
}

function write(name: string, text: string, mode: number): HookChange {
  return { kind: "write", name, bytes: Buffer.from(text, "latin1"), mode };
}

// HookTemplate: our shell lines with the paths of this machine filled in, for hooks and for the merge driver.

export interface HookTemplates {
  /** The marked block of each hook, with @NAME@, @HOW@, @NODE@ and @PROGRAM@. */
  readonly blocks: Readonly<Record<string, string>>;
  /** What runs a hook that was set aside, with @NEXT@. */
  readonly chain: string;
  /** The command of the merge driver, with @NODE@ and @PROGRAM@. */
  readonly driver: string;
  readonly node: string;
  readonly program: string;
}

/** The line for a hook that Pagefile may not write itself. `pre-push` reads what git says on standard input. */
export function lineToAdd(name: string, templates: HookTemplates): string {
  const call = `${quotedWord(templates.node)} ${quotedWord(templates.program)} hook ${name} "$@"`;
  if (name === "pre-push") return `refs=$(cat); printf '%s\\n' "$refs" | ${call} || exit $?`;
  return name.startsWith("post-") ? `${call} </dev/null || :` : `${call} </dev/null || exit $?`;
}

/** What git is told to run to merge a page, as one text for `sh`. */
function driverText(templates: HookTemplates): string {
  // git reads % in it: %O, %A, %B, %P and %L are its own, and a path may hold any.
  const word = (text: string): string => quotedWord(text).replaceAll("%", "%%");
  return filled(templates.driver, { NODE: word(templates.node), PROGRAM: word(templates.program) });
}

/** The marked block of one hook, bytes as characters one to one. */
function blockText(templates: HookTemplates, name: string, how: string): string {
  const word = (text: string): string => latin(Buffer.from(quotedWord(text)));
  const paths = { NODE: word(templates.node), PROGRAM: word(templates.program) };
  return filled(templates.blocks[name] ?? "", { NAME: name, HOW: how, ...paths });
}

// AfterHost: which memories lie in a work tree, and what a merge or a rebase has just changed in it.

export function openAfterFiles(layout: GitLayout, env: NodeJS.ProcessEnv): Outcome<Omit<AfterHost, "open">> {
  const git = gitFor(layout, env);
  if (!git.ok) return git;
  return ok({
    roots: () => memoryRoots(git.value, layout),
    changed: () => changed(git.value),
    async before(path) {
      const ran = await git.value.run(["cat-file", "blob", `ORIG_HEAD:${path}`]);
      return ran.ok ? ok(ran.value.code === 0 ? ran.value.stdout.toString("utf8") : "") : ran;
    },
  });
}

/** The folder of every `pagefile.yaml` that git tracks, and of the one at or above `layout.prefix`; sorted. */
async function memoryRoots(git: Git, layout: GitLayout): Promise<Outcome<readonly string[]>> {
  const listed = await git.output(["ls-files", "--cached", "-z"]);
  if (!listed.ok) return listed;
  const files = listed.value.toString("utf8").split("\0");
  const found = files.filter((path) => path === configPath || path.endsWith(`/${configPath}`));
  for (let at = layout.prefix; ; at = at.slice(0, at.lastIndexOf("/", at.length - 2) + 1)) {
    found.push(`${at}${configPath}`);
    if (at === "") break;
  }
  const there = [...new Set(found)].sort().filter((path) => existsSync(join(layout.top, path)));
  return ok(there.map((path) => path.slice(0, -configPath.length)));
}

/** git notes where a branch stood before a merge or a rebase as ORIG_HEAD. */
async function changed(git: Git): Promise<Outcome<ReadonlySet<string> | null>> {
  const ran = await git.run(["diff-tree", "-r", "-z", "--name-only", "--no-renames", "ORIG_HEAD", "HEAD"]);
  if (!ran.ok) return ran;
  return ok(ran.value.code === 0 ? new Set(ran.value.stdout.toString("utf8").split("\0")) : null);
}

// MergeHost: what installing the merge driver needs of a repository: its configuration, its attributes, and a proof.

/** The two files that join a merge driver to pages, neither of them tracked and both shared by all linked worktrees. */
interface MergeFilesState {
  /** The repository's own configuration. */
  readonly config: Uint8Array;
  /** `info/attributes`; null where there is none. */
  readonly attributes: Uint8Array | null;
}

export interface MergeHost {
  /** Folder and text of every `pagefile.yaml` that git tracks, and of the one at or above the folder that was named. */
  roots(): Promise<Outcome<readonly { readonly prefix: string; readonly text: string }[]>>;
  read(): Outcome<MergeFilesState>;
  /** Both files or none, under git's lock of the configuration; `locked` where another process changed it since it was read. */
  write(before: MergeFilesState, after: MergeFilesState): Promise<Outcome<void>>;
  /** Merges two versions of a small page by this command, as git would, with PATH=/usr/bin:/bin; gives the merged text. */
  prove(command: string): Promise<Outcome<{ readonly text: string; readonly says: string }>>;
  /** Which attribute `merge` git gives a path: `pagefile`, another driver, or `unspecified`. */
  attribute(path: string): Promise<Outcome<string>>;
}
