/** Doctor: whether all is well, from the machine up to the pages and to recall. Each check says what it saw and what to do. */

import { readFileSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { shortDigest } from "../base/digest.js";
import { dayMs, type Instant } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { type Failure, type Outcome, ok } from "../base/result.js";
import { shellWord } from "../base/text.js";
import { readConfigFiles } from "../git/identity.js";
import { findLayout } from "../git/layout.js";
import { maintain } from "../git/native-record.js";
import { openObjectStore } from "../git/objects/object-store.js";
import { findGit } from "../git/process.js";
import type { UnpushedAnswer } from "../history/log.js";
import { openPurge } from "../history/purge/finish.js";
import type { PurgeHost } from "../history/purge/purge.js";
import { type AuditHost, auditHost, openNativeAudit } from "../history/verify/attest.js";
import { verify } from "../history/verify/views.js";
import { hooksStatus, wireHooks } from "../hooks/install.js";
import { ignoredPage, linkLines } from "../init/init.js";
import { identityIn } from "../init/scaffold.js";
import type { Memory } from "../memory/memory.js";
import { joinSays, othersOf, personalRoot } from "../memory/root.js";
import type { Workspace } from "../memory/workspace.js";
import type { AuditQuery, DoctorAnswer } from "../night/audit/audit.js";
import type { DaemonTools } from "../night/clock/daemon.js";
import { nightsOf, openNights } from "../night/clock/lease.js";
import type { NightTools } from "../night/clock/run.js";
import type { ScheduleTools } from "../night/clock/schedule.js";
import { openTimerHost } from "../night/clock/scheduler.js";
import { status } from "../night/status.js";
import { engineFor, openWorkspace } from "../open.js";
import type { Finding } from "../page/page.js";
import { canary } from "../recall/canary.js";
import { searchOf } from "../recall/index/open.js";
import { checkWritable } from "../recall/index/sqlite.js";
import { embeddingOf } from "../recall/meaning/embedder.js";
import { probe, vectorsOf } from "../recall/meaning/fill.js";
import { trialSays } from "../recall/meaning/fuse.js";
import { damagedPatch, stagingOf } from "../session/staging.js";
import { attempt, gitFailed } from "../state/fs-calls.js";
import { homeOf, packageRoot, systemClock } from "../state/machine.js";

type Check = DoctorAnswer["checks"][number];

const nodeMin: readonly [number, number] = [20, 11];

interface Machine {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** `rebuilt`: every page is read and made anew beside the index, the search is asked for one, hooks are run; `as_indexed`: all is believed. */
  readonly pages: "rebuilt" | "as_indexed";
}

/** Never fails: what cannot be checked is a check that did not pass. */
export async function doctor(options: {
  readonly cwd: string;
  readonly repos: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly now: string | null;
  /** `rebuilt` when absent. */
  readonly pages?: Machine["pages"];
}): Promise<Outcome<DoctorAnswer>> {
  const { cwd, env, pages = "rebuilt" } = options;
  const opened = await openWorkspace(options);
  if (!opened.ok) return ok({ checks: [...machineChecks(env), failed("memory", opened.error)] });
  try {
    return ok({ checks: await checksOf(opened.value, { cwd, env, pages }) });
  } finally {
    await opened.value.close();
  }
}

/** The same of a memory that is open already. */
async function checksOf(workspace: Workspace, machine: Machine): Promise<DoctorAnswer["checks"]> {
  const { root, config } = workspace.primary;
  const { env, pages } = machine;
  return [
    ...machineChecks(env),
    ...(pages === "rebuilt" ? [await identityCheck(root, env)] : []),
    passed("memory", `${root} (${config.profile} profile)`),
    ...othersChecks(root, machine),
    ...(await repositoryChecks(workspace)),
    stateCheck(workspace),
    ...stagedChecks(workspace.primary),
    ...purgeChecks(workspace.primary, env),
    ...(await ignoredCheck(workspace.primary)),
    ...(pages === "rebuilt"
      ? [...(await pageChecks(workspace)), recallCheck(workspace.primary), ...(await embedderChecks(workspace))]
      : []),
    await hooksCheck(workspace, machine),
    syncCheck(workspace),
    ...(await treeChecks(workspace)),
  ];
}

/** Which of two memories a project goes on with is its user's choice. */
function othersChecks(root: string, { cwd, env }: Machine): readonly Check[] {
  const own = personalRoot(cwd, env);
  if (!own.ok || own.value !== root) return [];
  return othersOf(cwd, env).map((other) =>
    passed("beside", `${other} is known for this project, too: ${joinSays(other)}`),
  );
}

function machineChecks(env: NodeJS.ProcessEnv): readonly Check[] {
  return [nodeCheck(process.versions.node), gitCheck(env)];
}

function nodeCheck(version: string): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const recent = major > nodeMin[0] || (major === nodeMin[0] && minor >= nodeMin[1]);
  return recent
    ? passed("node", `Node ${version}`)
    : failing("node", `Node ${version} is too old.`, `Install Node ${nodeMin.join(".")} or later.`);
}

function gitCheck(env: NodeJS.ProcessEnv): Check {
  const path = findGit(env);
  if (engineFor(env) === "native") return passed("git", `native engine, ${path}`);
  const why = path === null ? "no git of version 2.38 or later is on PATH" : "PAGEFILE_GIT=embedded";
  return passed("git", `embedded engine (${why}): hooks, signing, filters and linked worktrees are refused`);
}

/** Who commits, by the same rule as each commit. */
async function identityCheck(root: string, env: NodeJS.ProcessEnv): Promise<Check> {
  const layout = findLayout(root);
  const known = layout.ok ? await identityIn(layout.value, { engine: engineFor(env), env }) : layout;
  if (!known.ok) return failed("identity", known.error);
  const { name, email } = known.value.author;
  return passed("identity", `commits are by ${name} <${email}>`);
}

/** What was before the end of a shallow clone says here neither whose words it brought nor where they came from. */
function cutShort({ primary }: Workspace): string {
  const cut = primary.history.isCut?.();
  return cut?.ok === true && cut.value
    ? "; this clone is shallow: who brought what came before is not known (git fetch --unshallow)"
    : "";
}

async function repositoryChecks(workspace: Workspace): Promise<readonly Check[]> {
  const state = await status(workspace);
  if (!state.ok) return [failed("repository", state.error)];
  const { branch, operation, dirty, untracked, missing } = state.value;
  const repository =
    operation !== null
      ? failing("repository", `A ${operation} is under way.`, `Finish it (git ${operation} --continue) or abort it.`)
      : branch === null
        ? failing("repository", "HEAD is detached; patches are refused.", "git switch to a branch.")
        : passed("repository", `on branch ${branch}${cutShort(workspace)}`);
  const open = `${dirty.length} edited, ${untracked.length} untracked, ${missing.length} missing`;
  const isClean = dirty.length + untracked.length + missing.length === 0;
  return [
    repository,
    passed("work tree", isClean ? "every page is committed" : open),
    remoteCheck(state.value.unpushed, workspace.primary.clock.now()),
    blindCheck(state.value.findings),
  ];
}

/** No remote is a choice; commits that wait for days to be pushed are mostly a job that stopped and said nothing. */
function remoteCheck(unpushed: UnpushedAnswer | null, now: string): Check {
  if (unpushed === null || unpushed.remote === null)
    return passed("remote", "none for this branch; nothing is backed up");
  const { remote, commits, since } = unpushed;
  if (commits === 0 || since === null) return passed("remote", `${remote} has every commit`);
  const says = `${commits} not pushed to ${remote}, the oldest of ${since.slice(0, 10)}`;
  const days = (Date.parse(now) - Date.parse(since)) / dayMs;
  return days <= limits.unpushedDaysMax
    ? passed("remote", says)
    : failing("remote", `${says}.`, "Push them: git push");
}

function blindCheck(findings: readonly Finding[]): Check {
  const blind = findings.filter(({ code }) => code === "git_blind");
  const first = blind[0];
  if (first === undefined) return passed("index marks", "no page is hidden from git status");
  return failing("index marks", `${blind.length} hidden, e.g. ${first.path}: ${first.says}`, first.hint);
}

/** Somebody may have told git so after the memory was made: what is committed then is what they wanted in no commit. */
async function ignoredCheck(memory: Memory): Promise<readonly Check[]> {
  const ignored = await ignoredPage(memory);
  if (!ignored.ok) return [failed("ignored", ignored.error)];
  if (ignored.value === null) return [];
  const says = `Git ignores ${ignored.value}, and what is kept there is committed all the same.`;
  const hint = `Take the pattern out: git check-ignore -v ${ignored.value} says where it stands.`;
  return [failing("ignored", says, hint)];
}

function stateCheck(workspace: Workspace): Check {
  const { root, place, indexDamaged } = workspace.primary;
  const layout = findLayout(root);
  if (!layout.ok) return failed("index", layout.error);
  const { gitDir, commonDir } = layout.value;
  const { state } = place;
  const ours = [state, join(state, "index"), join(state, "index-search")];
  const folders = [gitDir, root, join(commonDir, "objects"), join(commonDir, "refs", "heads"), ...ours];
  const closed = folders.map(checkWritable).find((checked) => !checked.ok);
  if (closed?.ok === false) return failed("index", closed.error);
  return indexDamaged === null
    ? passed("index", "readable and writable")
    : failing("index", `It was damaged: ${indexDamaged.says}`, indexDamaged.hint);
}

/** Nothing where all that waits is whole: how much that is `status` tells. */
function stagedChecks(memory: Memory): readonly Check[] {
  const listed = stagingOf(memory).list();
  if (!listed.ok) return [failed("staged", listed.error)];
  const { damaged } = listed.value;
  return damaged.slice(0, 1).map((file) => {
    const { says, hint } = damagedPatch(file);
    return failing("staged", `${damaged.length} damaged, e.g. ${says}`, hint);
  });
}

/** Nothing where no purge was ended half-way, and where no git is there to make one. */
function purgeChecks({ root }: Memory, env: NodeJS.ProcessEnv): readonly Check[] {
  const host = engineFor(env) === "native" ? wirePurge(root, env) : null;
  if (host === null) return [];
  const pending = host.ok ? host.value.pending() : host;
  if (!pending.ok) return [failed("purge", pending.error)];
  const says = "A purge was ended half-way: what it takes out is there still.";
  return pending.value ? [failing("purge", says, "End it with: pagefile purge --resume")] : [];
}

async function pageChecks(workspace: Workspace): Promise<readonly Check[]> {
  const proof = await verify(workspace);
  if (!proof.ok) return [failed("pages", proof.error)];
  const { pages, differences, findings } = proof.value;
  const errors = findings.filter((finding) => finding.severity === "error");
  const differed = `${differences.length} files differed.`;
  const index =
    differences.length === 0
      ? passed("index = rebuild", `${pages} pages`)
      : failing("index = rebuild", differed, "The index was made anew; please report this.");
  const [first] = errors;
  const aside = linkLines(workspace.primary).map((line) => `; ${line}`);
  if (first === undefined) return [index, passed("pages", `${pages} pages, all readable${aside.join("")}`)];
  const place = first.line === 0 ? first.path : `${first.path}:${first.line}`;
  return [index, failing("pages", `${errors.length} left out, e.g. ${place}: ${first.says}`, first.hint)];
}

/** Two programs that both write below .git lose objects: the folder of a sync client is no place for a repository. */
function syncCheck(workspace: Workspace): Check {
  const { root } = workspace.primary;
  const client = /(?:^|[\\/])(Dropbox|OneDrive[^\\/]*|Google Drive|iCloud Drive|Mobile Documents)(?:[\\/]|$)/i.exec(
    root,
  )?.[1];
  if (client === undefined) return passed("location", "not in a folder that a sync client writes");
  const says = `The memory lies in a folder that ${client} syncs.`;
  return failing("location", says, "Move it out and use a git remote to share it.");
}

/** A memory among code is on one branch of one clone: a choice where others are to have it, and else a way that is older than the other one. */
async function treeChecks({ primary }: Workspace): Promise<readonly Check[]> {
  const head = await primary.history.head();
  const tree = head.ok ? await primary.history.tree(head.value.commit) : head;
  const isCode =
    tree.ok && tree.value.some(({ path }) => !/^(?:memory|archive)\/|\.md$|^pagefile\.yaml$|^\.git/.test(path));
  if (!isCode) return [];
  const says = "among other files, for whoever has the branch that is checked out";
  const offer = "a memory of your own for all of its clones: pagefile setup claude-code --personal (or codex, pi)";
  return [passed("tree", `${says}; ${offer}`)];
}

/**
 * Installed is what answers when git runs it, which doctor alone asks: an audit and a night look at the files. Not to have them is a
 * choice, and no fault. husky's own script is not run here.
 */
async function hooksCheck(workspace: Workspace, { cwd, env, pages }: Machine): Promise<Check> {
  if (engineFor(env) === "embedded") return hooksWithoutGit(workspace.primary.root, env);
  const tools = await wireHooks(workspace.primary.root, env);
  if (!tools.ok) return failed("hooks", tools.error);
  const { folder, merge: driver } = tools.value;
  const install = `pagefile hooks install${repoOption(workspace.primary.root, cwd)}`;
  const fires = pages === "rebuilt";
  const look = folder.sourced || !fires ? { ...folder, canary: async () => ok(null) } : folder;
  const answer = await hooksStatus({
    ...tools.value,
    folder: look,
    merge: fires ? driver : { ...driver, prove: null },
  });
  if (!answer.ok) return failed("hooks", answer.error);
  const { hooks, merge, ours } = answer.value;
  if (!ours) return passed("hooks", `the user's own, in ${folder.path}; the lines to add: ${install}`);
  const rows = [
    ...hooks.map((hook) => ({ ...hook, there: hook.how !== null })),
    // A driver that nobody ran is there where its patterns are.
    { ...merge, name: "merge driver", there: merge.runs !== null || merge.patterns.length > 0 },
  ];
  const there = rows.filter((row) => row.there);
  if (there.length === 0)
    return passed(
      "hooks",
      `not installed here, as in every new clone: no commit is checked, no two people's pages merge (${install})`,
    );
  const bad = rows.find((row) => row.runs !== true && !(row.there && row.says === ""));
  if (bad === undefined) {
    if (folder.sourced && fires) return passed("hooks", "in husky's folder; pagefile hooks status runs them");
    const are = fires ? "answer when git runs them" : "are installed; pagefile doctor runs them";
    return passed("hooks", `${hooks.length} hooks and the merge driver ${are}`);
  }
  const says = bad.there
    ? `${bad.name} does not answer: ${bad.says}`
    : `${bad.name} is not installed, the others are`;
  return failing("hooks", `${says}.`, `${install} puts all of them right.`);
}

/** How a command is told which memory is meant; empty where one stands in it. */
function repoOption(root: string, cwd: string): string {
  const here = attempt(`open ${cwd}`, () => realpathSync(cwd));
  return here.ok && `${here.value}/`.startsWith(`${root}/`) ? "" : ` --repo ${shellWord(root)}`;
}

function passed(name: string, says: string): Check {
  return { name, ok: true, says, hint: "" };
}

function failing(name: string, says: string, hint: string): Check {
  return { name, ok: false, says, hint };
}

/** Hooks that git would run hold every write up where there is none to run them. */
async function hooksWithoutGit(root: string, env: NodeJS.ProcessEnv): Promise<Check> {
  const layout = findLayout(root);
  if (!layout.ok) return failed("hooks", layout.error);
  const config = readConfigFiles(layout.value, env);
  if (!config.ok) return failed("hooks", config.error);
  const { hookInTheWay } = await import("../git/embedded/history.js");
  const hook = hookInTheWay({ layout: layout.value, config: config.value, env });
  if (hook === null) return passed("hooks", "there is no git to run them");
  const says = `${hook} stands in the way: there is no git to run it, so every write is refused`;
  return failing(
    "hooks",
    says,
    `Install git 2.38 or newer and put it on PATH; or let the hook go: rm ${shellWord(hook)}`,
  );
}

function failed(name: string, failure: Failure): Check {
  return failing(name, failure.says, failure.hint);
}

// DoctorRecall: whether recall finds what is there, by its index, and by a model where one is set up.

/** For a night, which makes no index: where no question was ever asked there is none to look into. */
export function existingIndexCheck(memory: Memory): readonly Check[] {
  return searchOf(memory).status().state === "missing" ? [] : [recallCheck(memory)];
}

function recallCheck(memory: Memory): Check {
  const found = canary(memory);
  if (!found.ok) return failed("recall", found.error);
  const { page, words, by, skipped } = found.value;
  if (page === null) return passed("recall", "no page says anything yet");
  if (by === "index" && skipped.length === 0) return passed("recall", `finds ${page.path} by “${words}”`);
  const says = `It works without its index: ${skipped.join(" ")}`;
  const { state, says: why } = searchOf(memory).status();
  const hint = state === "blocked" ? why : null;
  return failing("recall", says, hint ?? "Make it anew: pagefile index rebuild");
}

/** None where no model is set up: that is a choice, and no fault. One plain sentence is sent. */
async function embedderChecks(workspace: Workspace): Promise<readonly Check[]> {
  const { primary } = workspace;
  const stored = await vectorsOf(workspace, primary);
  const embedding = embeddingOf(primary);
  if (embedding === undefined || stored === null) return [];
  const { model, trial, local, ready, pending, kept, dimensions, damaged } = stored;
  const answered = await probe(embedding.embedder);
  if (!answered.ok) return [failed("embedder", answered.error)];
  const hint = "Make them anew: pagefile index embed";
  if (damaged > 0) return [failing("embedder", `${damaged} files of vectors are damaged.`, hint)];
  if (dimensions !== null && dimensions !== answered.value) {
    const says = `${model} gives ${answered.value} numbers a text, and ${dimensions} are stored.`;
    return [failing("embedder", says, hint)];
  }
  // A model that knows another language than the memory's does no harm, and no good either.
  const other = "Set up a model for the languages of this memory, or unset PAGEFILE_EMBEDDER_URL.";
  if (trial.believed === 0) return [failing("embedder", `${trialSays(model, trial)}.`, other)];
  const where = local ? "on this machine" : "elsewhere";
  const pages = `${ready} pages embedded, ${pending} pending, ${kept} private and kept here`;
  return [passed("embedder", `${model}, ${where}, gives ${answered.value} numbers a text; ${pages}`)];
}

// UpkeepNights: opens what nights, audits and purges need beside a memory: the lease, the ledger, the clocks of this place, the system's timers, and the past.

export function wireNight(root: string, env: NodeJS.ProcessEnv, night: NightTools["night"]): Outcome<NightTools> {
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  const keep: NightTools["maintain"] = async () =>
    engineFor(env) === "native" ? maintain(layout.value, env) : ok({ ran: false, says: "there is no git to do it" });
  return ok({ ...nightsOf(layout.value), night, maintain: keep });
}

interface DaemonPlace {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly now: Instant | null;
}

export function wireDaemon({ root, env, now }: DaemonPlace, night: NightTools["night"]): Outcome<DaemonTools> {
  const tools = wireNight(root, env, night);
  if (!tools.ok) return tools;
  return ok({
    ...tools.value,
    clock: systemClock(now),
    root,
    async open() {
      const opened = await openWorkspace({ cwd: root, repos: [root], env, now });
      return opened.ok ? ok({ memory: opened.value.primary, close: opened.value.close }) : opened;
    },
  });
}

/** The node and the program that run now are the ones a timer will call; of the environment it gets PATH alone. */
export function wireSchedule({ root, env, now }: DaemonPlace, name: string): Outcome<ScheduleTools> {
  const nights = openNights(root);
  if (!nights.ok) return nights;
  const source = join(packageRoot(), "cron");
  const files = ["pagefile.service", "pagefile.timer", "pagefile.plist", "crontab"] as const;
  const templates = attempt("read the templates of timers", () =>
    Object.fromEntries(files.map((file) => [file, readFileSync(join(source, file), "utf8")])),
  );
  if (!templates.ok) return templates;
  const home = homeOf(env);
  const { XDG_CONFIG_HOME: named = "" } = env;
  const config = isAbsolute(named) ? named : join(home, ".config");
  const git = findGit(env);
  const folders = [...(git === null ? [] : [dirname(git)]), "/usr/local/bin", "/usr/bin", "/bin"];
  return ok({
    ...nights.value,
    clock: systemClock(now),
    host: openTimerHost(env),
    system: process.platform,
    place: {
      node: process.execPath,
      program: realpathSync(process.argv[1] ?? join(packageRoot(), "dist", "pagefile.cjs")),
      path: [...new Set(folders)].join(":"),
      root,
      name,
      label: `pagefile-night-${shortDigest(root, 8)}`,
      home,
      config,
      uid: process.getuid?.() ?? 0,
      templates: templates.value as ScheduleTools["place"]["templates"],
    },
  });
}

// WireNight: what an audit asks of the machine and of the past, opened for as long as one is made.

interface AuditedPlace {
  /** Of a memory that is open already. */
  readonly root: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** null for the machine's clock. */
  readonly now: Instant | null;
  /** A night believes the index: to make every page anew costs more than all else that a night does. */
  readonly pages: "rebuilt" | "as_indexed";
  /** Opened again where absent. */
  readonly workspace?: Workspace;
}

export async function withAuditQuery<T>(
  { root, cwd, env, now, pages, workspace }: AuditedPlace,
  use: (query: AuditQuery) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const checked = await (workspace === undefined
    ? doctor({ now, cwd, repos: [root], env, pages })
    : checksOf(workspace, { cwd, env, pages }).then((checks) => ok({ checks })));
  if (!checked.ok) return checked;
  const host = await wireAudit(root, env);
  if (!host.ok) return host;
  try {
    const canary = pages === "rebuilt" ? {} : { canary: existingIndexCheck };
    return await use({ doctor: checked.value.checks, host: host.value, ...canary });
  } finally {
    await host.value.close();
  }
}

/** `root` is the root of a memory that is open already: what an engine refuses was refused then. */
export async function wireAudit(root: string, env: NodeJS.ProcessEnv): Promise<Outcome<AuditHost>> {
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  if (engineFor(env) === "native") return openNativeAudit(layout.value, env);
  const { openObjects } = await import("../git/embedded/objects.js");
  return ok(auditHost(openObjectStore(layout.value, openObjects(layout.value.commonDir))));
}

// WirePurge: opens the history of a memory to be rewritten, which takes the user's git.

export function wirePurge(root: string, env: NodeJS.ProcessEnv): Outcome<PurgeHost> {
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  if (engineFor(env) === "native") return openPurge(layout.value, { env });
  return gitFailed(
    "A purge repacks the repository and prunes its objects, which only the git program does; the embedded engine is in use.",
    "Install git 2.38 or later, or unset PAGEFILE_GIT; then run the purge again.",
  );
}
