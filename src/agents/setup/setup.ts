/**
 * Setup: a harness joined to memories, or left again. A table says which files that takes; every file is planned before the first one is touched,
 * and each is replaced whole, only while it is what was read.
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
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { parse } from "@humanwhocodes/momoa";
import { shortDigest } from "../../base/digest.js";
import { objectOf, parseLine, textOf } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { err, type Failure, type Outcome, ok, usage } from "../../base/result.js";
import { shellWord } from "../../base/text.js";
import { findLayout } from "../../git/layout.js";
import { attempt, errnoOf, orElse, whenLetGo } from "../../state/fs-calls.js";
import { dataFolderOf, packageRoot, programWords } from "../../state/machine.js";
import { type BlockMark, blockFault, putBlock, takeBlock } from "../../state/marked-block.js";
import { readLinked } from "../../state/plain-file.js";
import { isDead, nameOwner, parseOwner, thisOwner } from "../../state/process.js";
import { type FolderName, harnessFolder, type SetupName, setupNames } from "../codec.js";
import {
  allowEntries,
  allowRule,
  type Entry,
  hookEntries,
  hookParts,
  type Ours,
  oddIn,
  openclawParts,
  openclawPlaces,
  ourCommands,
  startOf,
  withEntries,
  withoutEntries,
} from "./settings.js";

// SetupPlan: which files a harness is joined to a memory by, and what each holds with and without that: values, nothing is written.

export const joinNames = ["claude-code", "codex", "pi", "openclaw"] as const;
export type JoinName = (typeof joinNames)[number];

export interface SetupAsked {
  readonly name: JoinName;
  readonly remove: boolean;
  readonly dryRun: boolean;
  /** Whether all of the user's sessions are joined, or those in this project, by its own settings. */
  readonly scope: "user" | "project";
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The memories that every session gets. None means the nearest at or above its folder. */
  readonly repos: readonly string[];
  /** Whether the harness is to ask a person before each line that the agent types. */
  readonly asks: boolean;
  /** Whether requests of pi or OpenClaw go through the kernel. */
  readonly kernel: boolean;
  /** Whether the project is to have a memory of its own; no file of a harness says so. */
  readonly personal?: boolean;
}

/** A file as it is, with the harness joined, and without; null stands for no file. */
interface Edit {
  readonly path: string;
  readonly now: string | null;
  readonly joined: string | null;
  readonly left: string | null;
  /** How many folders around it went with it into place. */
  readonly folders?: number;
  /** Why the harness cannot be joined through it: it is somebody else's, and stays as it is. */
  readonly refuses?: Failure;
  /** A note of this program's own, of which nobody needs to read. */
  readonly isNote?: true;
}

interface Around {
  readonly asked: SetupAsked;
  readonly path: string;
  /** How many folders lie between the harness's own and the file. */
  readonly depth: number;
}

/** `notes` are what this program writes down for itself about the file, before it is written and after that. */
type Plan = (
  now: string | null,
  around: Around,
) => Outcome<Omit<Edit, "path" | "now"> & { readonly notes?: readonly Edit[] }>;

const skillPath = "claude-code/skills/pagefile/SKILL.md";

/** The first file has the settings, of which a project may have its own; its instructions are for its people to write. */
const harnesses: Readonly<
  Record<FolderName, { readonly inProject: string; readonly files: readonly (readonly [path: string, plan: Plan])[] }>
> = {
  "claude-code": {
    inProject: ".claude",
    files: [
      ["settings.json", hooks],
      ["skills/pagefile/SKILL.md", (now, around) => ownFile(now, around, template(skillPath), ["<!-- ", " -->\n"])],
    ],
  },
  codex: {
    inProject: ".codex",
    files: [
      ["hooks.json", hooks],
      ["AGENTS.md", instructions],
      ["rules/pagefile.rules", rules],
    ],
  },
  pi: { inProject: ".pi", files: [["settings.json", packages]] },
};

/** Fails where a file cannot be joined without harm. A harness without a folder here has nothing to join, and nothing to leave. */
function planSetup(asked: SetupAsked): Outcome<readonly Edit[]> {
  const { name, remove, scope, cwd, env } = asked;
  const absent = (folder: string): Outcome<readonly Edit[]> => {
    const says = `There is no folder ${folder} that can be read, so ${name} was never started by this user.`;
    return remove ? ok([]) : err(usage(says, "Start it once, or make that folder, and run the command again."));
  };
  if (name === "openclaw") {
    const path = openclawPlaces(env).file;
    if (scope === "project") return err(usage(`OpenClaw goes by ${path} alone.`, "Run the command without --scope."));
    return isFolder(dirname(path)) ? editsOf("", [[path, plugin]], asked) : absent(dirname(path));
  }
  const { files } = harnesses[name];
  const folder = scope === "user" ? harnessFolder(name, env) : projectFolder(name, cwd);
  if (scope === "user" && !isFolder(folder)) return absent(folder);
  const edits = editsOf(folder, scope === "user" ? files : files.slice(0, 1), asked);
  const other = edits.ok && !remove ? otherScope(asked) : null;
  if (other === null) return edits;
  const says = `${name} is joined by ${other.path} already, and would tell each event twice.`;
  return err(usage(says, `Leave that one first: ${other.command}`));
}

/** The settings of the other scope where they join the harness, and how they are left; null where they do not. */
export function otherScope({
  name,
  scope,
  cwd,
  env,
}: SetupAsked): { readonly path: string; readonly command: string } | null {
  if (name === "openclaw") return null;
  const [own, shared] = [harnessFolder(name, env), projectFolder(name, cwd)];
  const [folder, other] = scope === "user" ? [shared, "project"] : [own, "user"];
  const path = join(folder, harnesses[name].files[0]?.[0] ?? "");
  if (own === shared || !hasOurs(name, path)) return null;
  return { path, command: `pagefile setup ${name} --remove --scope ${other}` };
}

function editsOf(
  folder: string,
  files: readonly (readonly [path: string, plan: Plan])[],
  asked: SetupAsked,
): Outcome<readonly Edit[]> {
  const edits: Edit[] = [];
  for (const [below, plan] of files) {
    const path = join(folder, below);
    const now = read(path);
    if (!now.ok) return now;
    const planned = plan(now.value, { asked, path, depth: below.split("/").length - 1 });
    if (!planned.ok) return planned;
    const { notes = [], ...edit } = planned.value;
    const folders = asked.scope === "project" ? 1 : 0;
    const own = { path, now: now.value, folders, ...edit };
    // A note is there as long as what it tells of.
    edits.push(...(asked.remove ? [] : notes.slice(0, 1)), own, ...(asked.remove ? notes : notes.slice(1)));
  }
  return ok(edits);
}

function projectFolder(name: FolderName, folder: string): string {
  const layout = findLayout(folder);
  return join(layout.ok ? layout.value.top : folder, harnesses[name].inProject);
}

function hasOurs(name: FolderName, path: string): boolean {
  const now = read(path);
  if (!now.ok || now.value === null) return false;
  if (name !== "pi") return ourCommands(name, bare(now.value)) !== null;
  const left = withoutEntries(now.value, packageOf("", isOurPackage));
  return left !== "unfit" && left !== now.value;
}

function hooks(now: string | null, { asked, path }: Around): ReturnType<Plan> {
  const { repos, cwd, env, asks, remove } = asked;
  const name = asked.name as SetupName;
  const note = join(dataFolderOf(env), "setup", `${shortDigest(path, 12)}.json`);
  const noted = read(note);
  if (!noted.ok) return noted;
  const calls = [["pagefile"], programWords(), [process.execPath, process.argv[1] ?? ""]];
  const parts = hookParts(name, bare(now ?? ""), { note: parseLine(noted.value ?? "") ?? {}, calls });
  const { ours, written, others } = parts;
  const start = startHere(
    name,
    repos.map((repo) => resolve(cwd, repo)),
  );
  const rules = allowEntries(name, asks ? null : programWords()).filter(
    ({ value }) => !others.includes(String(value)),
  );
  const both = spliced(now, [...hookEntries(name, start), ...rules], ours);
  if (both === null) return err(noJson(path, now, ours));
  // As deep as it lies below a home at most; the user's data folder stays.
  const folders = remove ? 1 : 4;
  const edit = (before: string | null, own: readonly string[]): Edit => {
    const joined = name === "claude-code" ? `${JSON.stringify({ rules: [...new Set(own)] })}\n` : null;
    return { path: note, now: before, joined, left: null, folders, isNote: true };
  };
  const wanted = rules.map(({ value }) => String(value));
  // Wherever this is cut short, what is there of ours is noted.
  const ahead = edit(noted.value, [...wanted, ...written]);
  return ok({ ...both, notes: remove ? [ahead] : [ahead, edit(ahead.joined, wanted)] });
}

/** Settings with ours and without; null where they are no settings that a harness reads. */
function spliced(now: string | null, entries: readonly Entry[], ours: Ours): Pick<Edit, "joined" | "left"> | null {
  const joined = withEntries(now, entries, ours);
  const left = now === null ? null : withoutEntries(now, ours);
  return joined === null || left === "unfit" ? null : { joined, left };
}

/** pi loads a package from where it lies; by the end of that path ours is known again. */
function packages(now: string | null, { asked, path }: Around): ReturnType<Plan> {
  const finds = "pi finds its memories itself: the user's in its own folder, and the project's in .pi/memory.";
  if (asked.repos.length > 0) return err(usage(finds, "Run the command without --repo."));
  const own = packageOf(templateAt(asked.kernel ? "pi-kernel" : "pi"), isOurPackage);
  const both = spliced(now, own.entries, own);
  return both === null ? err(noJson(path, now, own)) : ok(both);
}

/** pi takes a source as it is, or an object that narrows what of it is loaded. `isOurs` knows ours, wherever it lay then. */
export function packageOf(
  source: string,
  isOurs: (source: string) => boolean,
): Ours & { readonly entries: readonly Entry[] } {
  const path = ["packages"];
  const sourceIn = (value: unknown): string => textOf(value) ?? textOf(objectOf(value)?.source) ?? "";
  return { lists: [path], isOurs: (_, value) => isOurs(sourceIn(value)), entries: [{ path, value: source }] };
}

function isOurPackage(source: string): boolean {
  return /\/templates\/harness\/pi(?:-kernel)?$/.test(source.replaceAll("\\", "/"));
}

/** OpenClaw loads a plugin from where it lies, by one file for all that a user does with it. What a person turned off there is theirs to turn on. */
function plugin(now: string | null, { asked: { kernel, repos, cwd }, path }: Around): ReturnType<Plan> {
  const all = repos.map((repo) => resolve(cwd, repo));
  const { ours, entries, why } = openclawParts(now, { repos: all, kernel, plugin: templateAt("openclaw") });
  const both = spliced(now, entries, ours);
  const mend = "Mend that file (openclaw config validate) and run the command again; nothing was changed.";
  if (both === null) return err(unfit(path, "no object in JSON5 whose plugins are as OpenClaw takes them", mend));
  const says = `OpenClaw would not use the plugin: ${why} in ${path}.`;
  const refuses = usage(says, "Change that and run the command again.");
  return ok(why === null ? both : { joined: now ?? "", left: both.left, refuses });
}

/** What Codex allows runs outside of its sandbox, and has to: the memory of a project lies in the user's data folder. */
function rules(now: string | null, around: Around): ReturnType<Plan> {
  return ownFile(now, around, ok(around.asked.asks ? null : allowRule(programWords())), ["# ", "\n"]);
}

/** A file that is ours alone. It says itself how many folders were made for it, so that as many go with it. */
function ownFile(
  now: string | null,
  { asked: { name }, path, depth }: Around,
  text: Outcome<string | null>,
  [open, close]: readonly [string, string],
): ReturnType<Plan> {
  if (!text.ok) return text;
  const end = (count: number): string =>
    `${open}made by \`pagefile setup ${name}\` with ${count} folders; \`--remove\` takes it out${close}`;
  const counts = Array.from({ length: depth + 1 }, (_, count) => count);
  const kept = counts.find((count) => now?.endsWith(end(count)) === true);
  if (now !== null && kept === undefined) return ok({ joined: now, left: now, refuses: foreign(path) });
  const missing = counts.slice(1).filter((count) => !isFolder(join(path, "../".repeat(count))));
  const folders = kept ?? missing.length;
  return ok({ joined: text.value === null ? null : text.value + end(folders), left: null, folders });
}

const agentsMark: BlockMark = { name: "pagefile", by: "pagefile setup codex", in: "markdown" };

function instructions(now: string | null, { path }: Around): ReturnType<Plan> {
  const lines = template("codex/AGENTS.md");
  if (!lines.ok) return lines;
  const bytes = now === null ? null : Buffer.from(now);
  const fault = blockFault(bytes, agentsMark);
  if (now !== null && fault !== null) return ok({ joined: now, left: now, refuses: touched(path, fault) });
  const left = takeBlock(bytes, agentsMark);
  return ok({
    joined: Buffer.from(putBlock(bytes, lines.value, "end", agentsMark)).toString("utf8"),
    left: left === null ? null : Buffer.from(left).toString("utf8"),
  });
}

function touched(path: string, { kind, line }: NonNullable<ReturnType<typeof blockFault>>): Failure {
  const what =
    kind === "torn"
      ? "a mark of Pagefile's block without the other one"
      : "Pagefile's block, and something was typed into it";
  const hint =
    "Move what is yours out of the block, delete the rest of it with its marks and run the command again; nothing was changed.";
  return { code: "denied", reason: "not_ours", says: `At line ${line} of ${path} stands ${what}.`, hint };
}

function templateAt(path: string): string {
  return join(packageRoot(), "templates", "harness", path);
}

function template(path: string): Outcome<string> {
  return attempt(`read the template ${path}`, () => readFileSync(templateAt(path), "utf8"));
}

function programHere(): string {
  return realpathSync(process.argv[1] ?? join(packageRoot(), "dist", "pagefile.cjs"));
}

/** Where and why a text is no JSON; null where it is that. */
function tornAt(text: string): string | null {
  try {
    parse(text.replace(/^\ufeff/, ""), { mode: "json" });
    return null;
  } catch (error) {
    const { message, line, column } = error as Error & { readonly line?: number; readonly column?: number };
    return line === undefined || message.startsWith("Unexpected end")
      ? "it ends in the middle"
      : `what stands at line ${line}, column ${column} does not belong there`;
  }
}

function noJson(path: string, now: string | null, ours: Ours): Failure {
  const torn = tornAt(now ?? "");
  if (torn !== null) return unfit(path, `no JSON: ${torn}`);
  const odd = oddIn(now ?? "", ours);
  return unfit(path, odd === null ? "not a JSON object whose hooks are lists by event" : `JSON in which ${odd}`);
}

const mendSays = "Mend that file and run the command again; nothing was changed.";

function unfit(path: string, what: string, hint: string = mendSays): Failure {
  return { code: "corrupt", says: `${path} is ${what}.`, hint };
}

function foreign(path: string): Failure {
  const says = `${path} is there already and was not made by \`pagefile setup\`, or was changed since.`;
  const hint = "Move that file away and run the command again; nothing was changed.";
  return { code: "denied", reason: "not_ours", says, hint };
}

export interface SetupAnswer extends Pick<SetupAsked, "name" | "remove" | "dryRun" | "scope"> {
  readonly files: readonly {
    readonly path: string;
    /** On a dry run what would be done. */
    readonly did: "written" | "removed" | "nothing";
    /** What the file holds afterwards; null where there is none. */
    readonly text: string | null;
    /** Why a file that we made stays when the harness is left; null where it does not. */
    readonly stays: string | null;
  }[];
}

/** The same command twice does nothing the second time; one that failed part-way goes on where it stopped. */
export function setup(asked: SetupAsked): Outcome<SetupAnswer> {
  const { name, remove, dryRun, scope } = asked;
  const planned = planSetup(asked);
  if (!planned.ok) return planned;
  const refused = remove ? undefined : planned.value.find(({ refuses }) => refuses !== undefined)?.refuses;
  if (refused !== undefined) return err(refused);
  const wanted = ({ left, joined }: Edit): string | null => (remove ? left : joined);
  const closed = planned.value.find((edit) => wanted(edit) !== edit.now && isClosed(edit.path));
  if (closed !== undefined) {
    const says = `${closed.path} is read-only, and stays as it is; nothing was changed.`;
    const again = `Make it writable (chmod u+w) and run again: ${lineOf(asked)}`;
    return err({ code: "denied", reason: "not_ours", says, hint: again });
  }
  const rows: SetupAnswer["files"][number][] = [];
  for (const edit of planned.value) {
    const [path, text] = [edit.path, wanted(edit)];
    const done = dryRun ? ok(undefined) : act(edit, text);
    if (!done.ok) return done;
    const did = text === edit.now ? "nothing" : text === null ? "removed" : "written";
    const stays = remove ? (edit.refuses?.says ?? null) : null;
    if (edit.isNote !== true && (did !== "nothing" || text !== null)) rows.push({ path, did, text, stays });
  }
  return ok({ name, remove, dryRun, scope, files: rows });
}

/** The command line by which this was asked for. */
function lineOf({ name, remove, scope, asks, kernel, personal, repos }: SetupAsked): string {
  const flags = { remove, ask: asks, kernel, personal, "scope project": scope === "project" };
  const given = Object.entries(flags).flatMap(([flag, on]) => (on === true ? [`--${flag}`] : []));
  const named = repos.flatMap((repo) => ["--repo", shellWord(repo)]);
  return ["pagefile setup", name, ...given, ...named].join(" ");
}

function act({ path, now, folders = 0 }: Edit, text: string | null): Outcome<void> {
  const swept = attempt(`look around ${path}`, () => sweepAround(path, folders));
  if (!swept.ok || text === now) return swept;
  const again = read(path);
  if (!again.ok) return again;
  if (again.value === now)
    return text === null
      ? attempt(`remove ${path}`, () => takeFile(path, folders))
      : attempt(`write ${path}`, () => putFile(path, text, folders));
  const says = `${path} was changed by another program while it was looked at; it was left as it is.`;
  return err({ code: "locked", says, hint: "Run the command again." });
}

// SetupFiles: the settings of another program, read as they are and replaced whole, each in one rename with the folders that come and go with it.

/** Through links; null where there is no such file. */
function read(path: string): Outcome<string | null> {
  const bytes = attempt(`read ${path}`, () => (existsSync(path) ? readLinked(path, limits.stateFileBytesMax) : null));
  if (!bytes.ok || bytes.value === null) return bytes.ok ? ok(null) : bytes;
  const text = bytes.value.toString("utf8");
  if (Buffer.from(text).equals(bytes.value)) return ok(text);
  return err({ code: "corrupt", says: `${path} is not UTF-8.`, hint: "Mend that file and run the command again." });
}

function statOf(path: string): Stats | undefined {
  return orElse(undefined, () => statSync(path, { throwIfNoEntry: false }));
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

/** By its mode: to the system's administrator every file is open. */
function isClosed(path: string): boolean {
  const mode = statOf(path)?.mode;
  return mode !== undefined && (mode & 0o222) === 0;
}

/** Whole beside its place first, with the mode that the file had; missing folders are made around it there. */
function putFile(path: string, text: string, folders: number): void {
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
    whenLetGo(() => renameSync(aside, top));
  } catch (error) {
    rmSync(aside, { force: true, recursive: true });
    throw error;
  }
}

/** Where links lead the file there goes. A folder goes with it where it holds nothing else and is no link. */
function takeFile(path: string, folders: number): void {
  const target = throughLinks(path);
  let top = target;
  const isAloneIn = (folder: string): boolean => lstatSync(folder).isDirectory() && readdirSync(folder).length === 1;
  for (let left = target === path ? folders : 0; left > 0 && isAloneIn(dirname(top)); left -= 1) top = dirname(top);
  const aside = asideOf(top);
  whenLetGo(() => renameSync(top, aside));
  // What somebody put there in this very moment comes back.
  if (!takeChain(aside)) renameSync(aside, top);
}

/** A process that was killed leaves what it had aside, and nothing else. */
function sweepAround(path: string, folders: number): void {
  let folder = dirname(throughLinks(path));
  for (let left = folders; left >= 0; left -= 1, folder = dirname(folder)) {
    for (const name of orElse([], () => readdirSync(folder))) if (isLeft(name)) takeChain(join(folder, name));
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
  const isLink = (): boolean => lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  for (let left = linksMax; left > 0 && isLink(); left -= 1) at = resolve(dirname(at), readlinkSync(at));
  return at;
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

// WireJoined: what `pagefile setup` has written into the settings of this user's harnesses, as it stands there now.

/** null where there is none that can be read. */
export function settingsAt(path: string): string | null {
  const text = read(path);
  return text.ok && text.value !== null ? bare(text.value) : null;
}

/** Without the mark that editors of Windows put before it. */
function bare(text: string): string {
  return text.replace(/^\ufeff/, "");
}

/** The file in which a harness finds the hooks of this user. */
export function hooksFile(name: FolderName, env: NodeJS.ProcessEnv): string {
  return join(harnessFolder(name, env), harnesses[name].files[0]?.[0] ?? "");
}

/** Of the project that a folder is in; they came with a clone, and what they say is not to be run. */
export function projectSettingsOf(name: FolderName, folder: string): string | null {
  return settingsAt(join(projectFolder(name, folder), harnesses[name].files[0]?.[0] ?? ""));
}

/** What the hooks that are written now start, for these memories. */
export function startHere(name: SetupName, repos: readonly string[]): string {
  return startOf([process.execPath, programHere()], repos, name);
}

export function hasHook(name: string, event: string, env: NodeJS.ProcessEnv): boolean {
  const known = setupNames.find((each) => each === name);
  if (known === undefined) return false;
  const { CLAUDE_PROJECT_DIR: project = "" } = env;
  const all = [settingsAt(hooksFile(known, env)), project === "" ? null : projectSettingsOf(known, project)];
  return all.some((settings) => settings !== null && ourCommands(known, settings)?.has(event) === true);
}

export async function inScratch<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-canary-")));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
