/**
 * Setup: a harness joined to memories, or left again. Every file is planned before the first one is touched, and each is replaced whole, only
 * while it is what was read.
 */

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { limits } from "../../base/limits.js";
import { err, type Failure, type Outcome, ok, usage } from "../../base/result.js";
import { findLayout } from "../../git/layout.js";
import { attempt, errnoOf } from "../../state/fs-calls.js";
import { homeOf, packageRoot, programWords } from "../../state/machine.js";
import { type BlockMark, putBlock, takeBlock } from "../../state/marked-block.js";
import { readLinked } from "../../state/plain-file.js";
import { isDead, nameOwner, parseOwner, thisOwner } from "../../state/process.js";
import { openclawFile, openclawSettings } from "../openclaw/config.js";
import { piHome } from "../pi/config.js";
import {
  allowEntries,
  allowRule,
  hookEntries,
  ourCommands,
  oursIn,
  packageOf,
  type SetupName,
  setupNames,
  startOf,
  withEntries,
  withoutEntries,
} from "./settings.js";

// SetupPlan: which files a harness is joined to a memory by, and what each holds with and without that: values, nothing is written.

export const joinNames = ["claude-code", "codex", "pi", "openclaw"] as const;
export type JoinName = (typeof joinNames)[number];
/** Those with a folder of settings. */
type FolderName = Exclude<JoinName, "openclaw">;

interface SetupPlace {
  /** The user's own folder. */
  readonly home: string;
  /** Absolute: the top of the project that is worked in. */
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  /** Absolute: what a hook starts. */
  readonly node: string;
  readonly program: string;
  /** The words by which an agent is told to call it; null where no line of ours is to be allowed. */
  readonly called: readonly string[] | null;
  /** Absolute; the memories that every session gets. None means the nearest at or above its folder. */
  readonly repos: readonly string[];
  /** Absolute: the folder that is pi's package. */
  readonly piPackage: string;
  /** pi's own folder, as pi finds it. */
  readonly piHome: string;
  /** Absolute: the folder that is OpenClaw's plugin. */
  readonly openclawPlugin: string;
  /** Whether the kernel plans what goes to a model. */
  readonly kernel: boolean;
  /** A file below `templates/harness`. */
  readonly template: (path: string) => Outcome<string>;
}

/** A file as it is, with the harness joined, and without; null stands for no file. */
interface SetupPart {
  readonly path: string;
  readonly now: string | null;
  readonly joined: string | null;
  readonly left: string | null;
  /** How many folders around it went with it into place. */
  readonly folders: number;
  /** Why the harness cannot be joined through it: it is somebody else's, and stays as it is. */
  readonly refuses?: Failure;
}

/** Fails where a file cannot be joined without harm. A harness without a folder here has nothing to join, and nothing to leave. */
function planSetup(asked: SetupAsked, place: SetupPlace, files: SetupFiles): Outcome<readonly SetupPart[]> {
  const { name, remove, scope } = asked;
  if (name === "openclaw") return planPlugin(asked, place, files);
  const [own, shared] = [folderOf(name, place), projectFolderOf(name, place.project)];
  const [folder, other] = scope === "user" ? [own, shared] : [shared, own];
  if (scope === "user" && !files.hasFolder(folder)) return remove ? ok([]) : err(absent(name, folder));
  const around = { place, files };
  const parts: SetupPart[] = [];
  for (const part of scope === "user" ? partsOf(name, folder, around) : [projectPart(name, folder, around)]) {
    if (!part.ok) return part;
    parts.push(part.value);
  }
  const also = join(other, settingsName(name));
  return !remove && own !== shared && hasOurs(name, also, files) ? err(joinedTwice(name, also)) : ok(parts);
}

/** OpenClaw loads a plugin from where it lies, by one file for all that a user does with it. */
function planPlugin(
  { name, remove, scope }: SetupAsked,
  place: SetupPlace,
  files: SetupFiles,
): Outcome<readonly SetupPart[]> {
  const path = openclawFile(place.env);
  if (scope === "project") return err(usage(`OpenClaw goes by ${path} alone.`, "Run the command without --scope."));
  if (!files.hasFolder(dirname(path))) return remove ? ok([]) : err(absent(name, dirname(path)));
  const now = files.read(path);
  if (!now.ok) return now;
  const planned = openclawSettings({ now: now.value, path, ...place, plugin: place.openclawPlugin });
  return planned.ok ? ok([{ path, now: now.value, folders: 0, ...planned.value }]) : planned;
}

/** A project's settings alone: its instructions are for its people to write. */
function projectPart(name: FolderName, folder: string, around: Around): Outcome<SetupPart> {
  const path = join(folder, settingsName(name));
  const part = name === "pi" ? packagePart(path, around) : hooksPart(path, { name, ...around });
  return part.ok ? ok({ ...part.value, folders: 1 }) : part;
}

function settingsName(name: FolderName): string {
  return name === "codex" ? "hooks.json" : "settings.json";
}

function projectFolderOf(name: FolderName, project: string): string {
  return join(project, { "claude-code": ".claude", codex: ".codex", pi: ".pi" }[name]);
}

function hasOurs(name: FolderName, path: string, files: SetupFiles): boolean {
  const now = files.read(path);
  if (!now.ok || now.value === null) return false;
  const left = withoutEntries(now.value, name === "pi" ? packageOf("", isOurPackage) : oursIn(name));
  return left !== "unfit" && left !== now.value;
}

function joinedTwice(name: FolderName, path: string): Failure {
  const says = `${name} is joined by ${path} already, and would tell each event twice.`;
  return usage(says, `Leave that one first: pagefile setup ${name} --remove (with the --scope it has)`);
}

function partsOf(name: FolderName, folder: string, around: Around): readonly Outcome<SetupPart>[] {
  switch (name) {
    case "claude-code":
      return [
        hooksPart(join(folder, settingsName(name)), { name, ...around }),
        skillPart(join(folder, "skills", "pagefile", "SKILL.md"), around),
      ];
    case "codex":
      return [
        hooksPart(join(folder, settingsName(name)), { name, ...around }),
        blockPart(join(folder, "AGENTS.md"), around),
        rulesPart(join(folder, "rules", "pagefile.rules"), around),
      ];
    case "pi":
      return [packagePart(join(folder, settingsName(name)), around)];
  }
}

function folderOf(name: FolderName, { home, env, piHome }: SetupPlace): string {
  return name === "pi" ? piHome : harnessFolder(name, { home, env });
}

interface Around {
  readonly place: SetupPlace;
  readonly files: SetupFiles;
}

function hooksPart(path: string, { name, place, files }: Around & { readonly name: SetupName }): Outcome<SetupPart> {
  const now = files.read(path);
  if (!now.ok) return now;
  const start = startOf([place.node, place.program], place.repos);
  const ours = oursIn(name);
  const entries = [...hookEntries(name, start), ...(place.called === null ? [] : allowEntries(name, place.called))];
  const joined = withEntries(now.value, entries, ours);
  const left = now.value === null ? null : withoutEntries(now.value, ours);
  if (joined === null || left === "unfit") return err(unfit(path));
  return ok({ path, now: now.value, joined, left, folders: 0 });
}

/** pi loads a package from where it lies; by the end of that path ours is known again. */
function packagePart(path: string, { place, files }: Around): Outcome<SetupPart> {
  if (place.repos.length > 0) return err(unasked());
  const now = files.read(path);
  if (!now.ok) return now;
  const own = packageOf(place.piPackage, isOurPackage);
  const joined = withEntries(now.value, own.entries, own);
  const left = now.value === null ? null : withoutEntries(now.value, own);
  const says = `${path} is not a JSON object whose packages are a list.`;
  if (joined === null || left === "unfit") return err({ ...unfit(path), says });
  return ok({ path, now: now.value, joined, left, folders: 0 });
}

function isOurPackage(source: string): boolean {
  return /\/templates\/harness\/pi(?:-kernel)?$/.test(source.replaceAll("\\", "/"));
}

const skillEnd = (folders: number): string =>
  `<!-- made by \`pagefile setup claude-code\` with ${folders} folders; \`--remove\` takes it out -->\n`;

/** It says itself how many folders were made for it, so that as many go with it. */
function skillPart(path: string, { place, files }: Around): Outcome<SetupPart> {
  const now = files.read(path);
  if (!now.ok) return now;
  const text = place.template("claude-code/skills/pagefile/SKILL.md");
  if (!text.ok) return text;
  const [own, skills] = [join(path, ".."), join(path, "..", "..")];
  const missing = [own, skills].filter((folder) => !files.hasFolder(folder)).length;
  const kept = [0, 1, 2].find((folders) => now.value?.endsWith(skillEnd(folders)) === true);
  if (now.value !== null && kept === undefined)
    return ok({ path, now: now.value, joined: now.value, left: now.value, folders: 0, refuses: foreign(path) });
  const folders = kept ?? missing;
  return ok({ path, now: now.value, joined: `${text.value}${skillEnd(folders)}`, left: null, folders });
}

const rulesEnd = (folders: number): string =>
  `# made by \`pagefile setup codex\` with ${folders} folders; \`--remove\` takes it out\n`;

/** What Codex allows runs outside of its sandbox, and has to: the memory of a project lies in the user's data folder. */
function rulesPart(path: string, { place, files }: Around): Outcome<SetupPart> {
  const now = files.read(path);
  if (!now.ok) return now;
  const kept = [0, 1].find((folders) => now.value?.endsWith(rulesEnd(folders)) === true);
  if (now.value !== null && kept === undefined)
    return ok({ path, now: now.value, joined: now.value, left: now.value, folders: 0, refuses: foreign(path) });
  const folders = kept ?? (files.hasFolder(dirname(path)) ? 0 : 1);
  const { called } = place;
  const joined = called === null ? null : `${allowRule(called)}${rulesEnd(folders)}`;
  return ok({ path, now: now.value, joined, left: null, folders });
}

const agentsMark: BlockMark = { name: "pagefile", by: "pagefile setup codex", in: "markdown" };

function blockPart(path: string, { place, files }: Around): Outcome<SetupPart> {
  const now = files.read(path);
  if (!now.ok) return now;
  const lines = place.template("codex/AGENTS.md");
  if (!lines.ok) return lines;
  const bytes = now.value === null ? null : Buffer.from(now.value);
  const left = takeBlock(bytes, agentsMark);
  return ok({
    path,
    now: now.value,
    joined: Buffer.from(putBlock(bytes, lines.value, "end", agentsMark)).toString("utf8"),
    left: left === null ? null : Buffer.from(left).toString("utf8"),
    folders: 0,
  });
}

function absent(name: JoinName, folder: string): Failure {
  const says = `There is no folder ${folder} that can be read, so ${name} was never started by this user.`;
  return usage(says, "Start it once, or make that folder, and run the command again.");
}

function unasked(): Failure {
  const says = "pi finds its memories itself: the user's in its own folder, and the project's in .pi/memory.";
  return usage(says, "Run the command without --repo.");
}

function unfit(path: string): Failure {
  const says = `${path} is not a JSON object whose hooks are lists by event.`;
  return { code: "corrupt", says, hint: "Mend that file and run the command again; nothing was changed." };
}

function readOnly(path: string, { name, remove }: SetupAsked): Failure {
  return {
    code: "denied",
    reason: "not_ours",
    says: `${path} is read-only, and stays as it is; nothing was changed.`,
    hint: `Make it writable (chmod u+w) and run again: pagefile setup ${name}${remove ? " --remove" : ""}`,
  };
}

function foreign(path: string): Failure {
  return {
    code: "denied",
    reason: "not_ours",
    says: `${path} is there already and was not made by \`pagefile setup\`, or was changed since.`,
    hint: "Move that file away and run the command again; nothing was changed.",
  };
}

// SetupFilesPlace: a file put in place and taken away in one rename, with the folders that come and go with it.

/** Whole beside its place first, with the mode that the file had; missing folders are made around it there. */
function putFile(path: string, text: string, folders: number): "written" {
  const target = throughLinks(path);
  let top = target;
  for (let left = folders; left > 0 && !existsSync(dirname(top)); left -= 1) top = dirname(top);
  const aside = asideOf(top);
  const file = join(aside, relative(top, target));
  try {
    if (top !== target) mkdirSync(dirname(file), { recursive: true });
    const mode = statSync(target, { throwIfNoEntry: false })?.mode;
    // Until it has its mode nobody else may read it: it may hold what the file before kept to its owner.
    writeFileSync(file, text, { flag: "wx", flush: true, ...(mode === undefined ? {} : { mode: 0o600 }) });
    if (mode !== undefined) chmodSync(file, mode & 0o7777);
    renameSync(aside, top);
  } catch (error) {
    rmSync(aside, { force: true, recursive: true });
    throw error;
  }
  return "written";
}

/** Where links lead the file there goes. A folder goes with it where it holds nothing else and is no link. */
function takeFile(path: string, folders: number): "removed" {
  const target = throughLinks(path);
  let top = target;
  for (let left = target === path ? folders : 0; left > 0 && isAloneIn(dirname(top)); left -= 1) top = dirname(top);
  const aside = asideOf(top);
  renameSync(top, aside);
  // What somebody put there in this very moment comes back.
  if (!takeChain(aside)) renameSync(aside, top);
  return "removed";
}

/** A process that was killed leaves what it had aside, and nothing else. */
function sweepAround(path: string, folders: number): void {
  let folder = dirname(throughLinks(path));
  for (let left = folders; left >= 0; left -= 1, folder = dirname(folder)) {
    for (const name of namesIn(folder)) if (isLeft(name)) takeChain(join(folder, name));
  }
}

const opening = ".pagefile-";
const ending = ".tmp";

function asideOf(top: string): string {
  return join(dirname(top), opening + nameOwner(thisOwner()) + ending);
}

function isLeft(name: string): boolean {
  if (!name.startsWith(opening) || !name.endsWith(ending)) return false;
  const owner = parseOwner(name.slice(opening.length, -ending.length));
  return owner !== null && isDead(owner);
}

/** Also where the last one leads to nothing yet. */
function throughLinks(path: string): string {
  const linksMax = 40;
  let at = path;
  for (let left = linksMax; left > 0 && isLink(at); left -= 1) at = resolve(dirname(at), readlinkSync(at));
  return at;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function isAloneIn(folder: string): boolean {
  return lstatSync(folder).isDirectory() && readdirSync(folder).length === 1;
}

/** A file, or folders in each other with one file at most; anything wider stays, and the answer is false. */
function takeChain(path: string): boolean {
  if (!lstatSync(path).isDirectory()) {
    unlinkSync(path);
    return true;
  }
  const [first, ...others] = readdirSync(path);
  if (others.length > 0) return false;
  if (first !== undefined && !takeChain(join(path, first))) return false;
  try {
    rmdirSync(path);
  } catch (error) {
    if (errnoOf(error) !== "ENOTEMPTY") throw error;
    return false;
  }
  return true;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return [];
  }
}

// Setup: a harness joined to memories, or left again, file by file as planned before the first one is touched.

interface SetupAsked {
  readonly name: JoinName;
  readonly remove: boolean;
  readonly dryRun: boolean;
  /** Whether all of the user's sessions are joined, or those in this project, by its own settings. */
  readonly scope: "user" | "project";
}

export interface SetupAnswer extends SetupAsked {
  readonly files: readonly {
    readonly path: string;
    /** On a dry run what would be done. */
    readonly did: "written" | "removed" | "nothing";
    /** What the file holds afterwards; null where there is none. */
    readonly text: string | null;
  }[];
}

/** The same command twice does nothing the second time; one that failed part-way goes on where it stopped. */
export function setup(asked: SetupAsked, place: SetupPlace, files: SetupFiles): Outcome<SetupAnswer> {
  const planned = planSetup(asked, place, files);
  if (!planned.ok) return planned;
  const refused = asked.remove ? undefined : planned.value.find(({ refuses }) => refuses !== undefined)?.refuses;
  if (refused !== undefined) return err(refused);
  const rows: SetupAnswer["files"][number][] = [];
  const wanted = (part: SetupPart): string | null => (asked.remove ? part.left : part.joined);
  const closed = planned.value.find((part) => wanted(part) !== part.now && files.isClosed(part.path));
  if (closed !== undefined) return err(readOnly(closed.path, asked));
  for (const part of planned.value) {
    const text = wanted(part);
    const did = text === part.now ? "nothing" : text === null ? "removed" : "written";
    const swept = asked.dryRun ? ok(undefined) : files.sweep(part.path, part.folders);
    if (!swept.ok) return swept;
    const done = asked.dryRun || did === "nothing" ? ok(undefined) : act(part, text, files);
    if (!done.ok) return done;
    if (did !== "nothing" || text !== null) rows.push({ path: part.path, did, text });
  }
  return ok({ ...asked, files: rows });
}

function act({ path, now, folders }: SetupPart, text: string | null, files: SetupFiles): Outcome<void> {
  const done = text === null ? files.remove(path, now ?? "", folders) : files.write(path, now, text, folders);
  if (!done.ok) return done;
  if (done.value !== "changed") return ok(undefined);
  const says = `${path} was changed by another program while it was looked at; it was left as it is.`;
  return err({ code: "locked", says, hint: "Run the command again." });
}

// SetupFiles on disk: what is read of another program's settings, and when they may be replaced.

function openSetupFiles(): SetupFiles {
  return {
    read,
    hasFolder(path) {
      const looked = attempt(`look at ${path}`, () => statSync(path, { throwIfNoEntry: false }));
      return looked.ok && looked.value?.isDirectory() === true;
    },
    isClosed(path) {
      const looked = attempt(`look at ${path}`, () => statSync(path, { throwIfNoEntry: false })?.mode);
      // By its mode: to the system's administrator every file is open.
      return looked.ok && looked.value !== undefined && (looked.value & 0o222) === 0;
    },
    write(path, before, text, folders) {
      const now = read(path);
      if (!now.ok) return now;
      if (now.value !== before) return ok("changed");
      return attempt(`write ${path}`, () => putFile(path, text, folders));
    },
    remove(path, before, folders) {
      const now = read(path);
      if (!now.ok) return now;
      if (now.value !== before) return ok("changed");
      return attempt(`remove ${path}`, () => takeFile(path, folders));
    },
    sweep: (path, folders) => attempt(`look around ${path}`, () => sweepAround(path, folders)),
  };
}

function read(path: string): Outcome<string | null> {
  const bytes = attempt(`read ${path}`, () => (existsSync(path) ? readLinked(path, limits.stateFileBytesMax) : null));
  if (!bytes.ok || bytes.value === null) return bytes.ok ? ok(null) : bytes;
  const text = bytes.value.toString("utf8");
  if (Buffer.from(text).equals(bytes.value)) return ok(text);
  return err({ code: "corrupt", says: `${path} is not UTF-8.`, hint: "Mend that file and run the command again." });
}

// WireSetup: what joining a harness needs of this machine: its files, its folders, and the program that hooks start.

/** The node and the program that run now are the ones a hook will start. */
export function wireSetup(options: {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly repos: readonly string[];
  /** Whether the harness is to ask a person before each line that the agent types. */
  readonly asks?: boolean;
  /** Whether requests of pi or OpenClaw go through the kernel. */
  readonly kernel?: boolean;
}): { readonly place: SetupPlace; readonly files: SetupFiles } {
  const { cwd, env, repos } = options;
  const source = join(packageRoot(), "templates", "harness");
  return {
    files: openSetupFiles(),
    place: {
      home: homeOf(env),
      project: topOf(cwd),
      env,
      node: process.execPath,
      program: programHere(),
      called: options.asks === true ? null : programWords(),
      piPackage: join(source, options.kernel === true ? "pi-kernel" : "pi"),
      piHome: piHome(env),
      openclawPlugin: join(source, "openclaw"),
      kernel: options.kernel === true,
      repos: repos.map((repo) => resolve(cwd, repo)),
      template: (path) => attempt(`read the template ${path}`, () => readFileSync(join(source, path), "utf8")),
    },
  };
}

function programHere(): string {
  return realpathSync(process.argv[1] ?? join(packageRoot(), "dist", "pagefile.cjs"));
}

function topOf(folder: string): string {
  const layout = findLayout(folder);
  return layout.ok ? layout.value.top : folder;
}

// WireJoined: what `pagefile setup` has written into the settings of this user's harnesses, as it stands there now.

/** Without the mark that editors of Windows put before it; null where there is none that can be read. */
export function settingsAt(path: string): string | null {
  const text = read(path);
  return text.ok && text.value !== null ? text.value.replace(/^\ufeff/, "") : null;
}

export function settingsOf(name: SetupName, env: NodeJS.ProcessEnv): string | null {
  return settingsAt(hooksFile(name, { home: homeOf(env), env }));
}

/** Of the project that a folder is in; they came with a clone, and what they say is not to be run. */
export function projectSettingsOf(name: SetupName, folder: string): string | null {
  return settingsAt(join(projectFolderOf(name, topOf(folder)), settingsName(name)));
}

/** What the hooks that are written now start, for a memory that they do not name. */
export function startHere(): string {
  return startOf([process.execPath, programHere()], []);
}

export function hasHook(name: string, event: string, env: NodeJS.ProcessEnv): boolean {
  const known = setupNames.find((each) => each === name);
  if (known === undefined) return false;
  const { CLAUDE_PROJECT_DIR: project = "" } = env;
  const all = [settingsOf(known, env), project === "" ? null : projectSettingsOf(known, project)];
  return all.some((settings) => settings !== null && ourCommands(known, settings)?.has(event) === true);
}

// HooksFile: where a harness of this user keeps its settings, and the file in which it finds its hooks.

interface User {
  /** The user's own folder. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Where a harness of this user keeps all that is its own. */
export function harnessFolder(name: SetupName, { home, env }: User): string {
  const [own, usual] = name === "claude-code" ? [env.CLAUDE_CONFIG_DIR, ".claude"] : [env.CODEX_HOME, ".codex"];
  return own !== undefined && isAbsolute(own) ? own : join(home, usual);
}

export function hooksFile(name: SetupName, user: User): string {
  return join(harnessFolder(name, user), settingsName(name));
}

// SetupFiles: the settings of another program, read as they are and replaced whole.

interface SetupFiles {
  /** Through links; null where there is no such file. A file that is not UTF-8 is a failure. */
  read(path: string): Outcome<string | null>;
  /** Whether there is such a folder. */
  hasFolder(path: string): boolean;
  /** Whether its owner has closed the file to writers. */
  isClosed(path: string): boolean;
  /**
   * Where a link leads, the file there is written and the link stays. `before` is what the file held when its new text was made: it
   * is left alone where it holds something else by now. That many folders around it come into place with it, where they are missing.
   */
  write(path: string, before: string | null, text: string, folders: number): Outcome<"written" | "changed">;
  /** The file, and that many folders around it where they hold nothing else. */
  remove(path: string, before: string, folders: number): Outcome<"removed" | "changed">;
  /** Takes away what a process that is dead left half way beside the file, and beside that many folders around it. */
  sweep(path: string, folders: number): Outcome<void>;
}

// SetupFilesScratch: a folder for one trial, gone when it is over.

export async function inScratch<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-canary-")));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
