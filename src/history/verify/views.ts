/**
 * VerifyHistory: every commit since the last attested one judged again, with the versions of files it needs, and the attested point moved when
 * somebody says so. Labels of strangers' words that the history has lost are found here too, and the derived index is held against the files.
 */

import { join } from "node:path";
import { shortDigest } from "../../base/digest.js";
import type { Oid, PagePath } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { openShelf } from "../../base/memo-cache.js";
import { eachOf, err, type Failure, type Outcome, ok, usage } from "../../base/result.js";
import { type LoggedCommit, parseTrailers } from "../../git/history.js";
import { type Config, parseConfig } from "../../memory/config.js";
import { openKeyedCache } from "../../memory/disk/facts-cache.js";
import { type FileFacts, factsOf, type KeyedCache } from "../../memory/facts.js";
import { isOwnPage, isPageOf, type PageChoice } from "../../memory/included.js";
import { itemsOfBody } from "../../memory/labels.js";
import { type Memory, refresh } from "../../memory/memory.js";
import { isPageFile, type Profile, profileOf } from "../../memory/profile.js";
import { configPath, type Holder, service } from "../../memory/service.js";
import { idFromPath } from "../../memory/table.js";
import { allFindings, type Workspace } from "../../memory/workspace.js";
import type { Finding } from "../../page/page.js";
import type { Refusal } from "../../rules/refusal.js";
import { packageVersion } from "../../state/machine.js";
import { refuse } from "../../write/commit/commit.js";
import { digestsOf } from "../../write/entry/entries.js";
import type { Fault } from "../../write/fault.js";
import { logFaults } from "../../write/fault-log.js";
import { lostIn, refreshLabels } from "../../write/flow.js";
import { textsAt } from "../log.js";
import { unknownRevision } from "../revert.js";
import type { AuditedCommit, AuditedFile, AuditHost } from "./attest.js";
import {
  type CheckedCommit,
  type CheckedFile,
  checkCommit,
  type HistoryRemark,
  type PageView,
  viewOf,
} from "./check.js";

export interface HistoryQuery {
  /** A revision to begin behind, instead of the attested commit. */
  readonly since: string | null;
  /** `clean`: move the attested point when nothing was found; `accept`: also when something was; `leave`: never. */
  readonly attest: "leave" | "clean" | "accept";
  /** `stop` judges of a shallow clone what it has; it fails otherwise, since nothing is proved then. */
  readonly shallow?: "fail" | "stop";
  /** What was judged before, by where it ends; absent, each commit is judged, as is right for whoever asks for the proof itself. */
  readonly kept?: KeyedCache<KeptPast>;
}

export interface HistoryAnswer {
  /** Behind which commit the audit began; null from the first commit on. */
  readonly since: Oid | null;
  /** What was audited, HEAD; null on an unborn branch. */
  readonly head: Oid | null;
  readonly commits: number;
  /** Where a shallow clone ends, which was not judged; absent where all was. */
  readonly cut?: Oid;
  /** By commit, later ones first. */
  readonly findings: readonly HistoryRow[];
  /** What people did by hand, and what a rebase moved: to be known, not to be mended. */
  readonly notes: readonly HistoryRow[];
  /** Where `refs/pagefile/attested` stands now. */
  readonly attested: Oid | null;
  /** Whether this run moved it. */
  readonly moved: boolean;
}

/**
 * Who wrote a commit is never asked: a name in a commit is what somebody typed. Who accepts findings is asked: an agent that passed the hook by would
 * take its own traces away.
 */
export async function verifyHistory(
  memory: Memory,
  host: AuditHost,
  query: HistoryQuery,
): Promise<Outcome<HistoryAnswer>> {
  if (query.attest === "accept" && memory.actor !== undefined)
    return refuse(memory, "attested", notForAgents(memory.actor));
  const head = await memory.history.head();
  if (!head.ok) return head;
  const attested = await host.attested();
  if (!attested.ok) return attested;
  const from = head.value.commit;
  const since = query.since === null ? attested : await sinceOf(memory, query.since);
  if (!since.ok) return since;
  if (from === null) {
    const findings = attested.value === null ? [] : [rewritten(attested.value)];
    const nothing = { head: null, commits: 0, notes: [], moved: false };
    return ok({ ...nothing, since: since.value, findings, attested: attested.value });
  }
  const asked = { ...query, from, until: since.value, profile: memory.config.profile };
  const judged = await judgePast(openHistoryViews(host, memory.config), host, asked);
  if (!judged.ok) return judged;
  const { commits, rows, cut } = judged.value;
  logFaults(memory, rows.filter((row) => row.code === "hook_bypassed").map(bypassed));
  const ends = { from, attested: attested.value, walked: judged.value, since: since.value };
  const gone = await goneFrom(memory, host, ends);
  if (!gone.ok) return gone;
  const unlabeled = await lostRows(memory, from);
  if (!unlabeled.ok) return unlabeled;
  const ofSeverity = (asked: HistoryRemark["severity"]): readonly HistoryRow[] =>
    rows.flatMap(({ severity, ...row }) => (severity === asked ? [row] : []));
  // Of all commits the messages are read anew, which is worth it for whoever asks for the proof itself.
  const back = query.kept === undefined ? await purgedAgain(memory, from, attested.value) : ok([]);
  if (!back.ok) return back;
  const findings = [...gone.value, ...unlabeled.value, ...back.value, ...ofSeverity("finding")];
  const move = query.attest === "accept" || (query.attest === "clean" && findings.length === 0);
  // A part that was left out by --since was not looked at, and cannot be vouched for.
  if (move && query.since !== null && since.value !== attested.value) return err(partly);
  const moved = move && from !== attested.value;
  const set = moved ? await host.attest(from, attested.value) : ok(undefined);
  if (!set.ok) return set;
  const judgedAll = cut === null ? {} : { cut };
  const stands = move ? from : attested.value;
  const told = { findings, notes: ofSeverity("note"), attested: stands, moved };
  return ok({ since: since.value, head: from, commits, ...judgedAll, ...told });
}

function notForAgents(actor: string): Refusal {
  return {
    reason: "ORIGIN_DENIED",
    says: `“${actor}” is an agent; accepting what the history was found to hold is a person's decision.`,
    hint: "Ask the user to run the same command in a terminal of their own.",
  };
}

async function sinceOf(memory: Memory, revision: string): Promise<Outcome<Oid>> {
  const resolved = await memory.history.resolve(revision);
  if (!resolved.ok) return resolved;
  return resolved.value === null ? err(unknownRevision(revision)) : ok(resolved.value);
}

interface Ends {
  readonly from: Oid;
  readonly attested: Oid | null;
  readonly since: Oid | null;
  readonly walked: JudgedCommits;
}

/** An attested commit that HEAD no longer comes from: recorded as a fault, because it may be the last trace of what was undone. */
async function goneFrom(memory: Memory, host: AuditHost, ends: Ends): Promise<Outcome<readonly HistoryRow[]>> {
  const { attested, from } = ends;
  if (attested === null || ends.walked.cut !== null) return ok([]);
  let reached = ends.walked.reached;
  if (attested !== ends.since) {
    const descends = await host.descends(from, attested);
    if (!descends.ok) return descends;
    reached = descends.value;
  }
  if (reached) return ok([]);
  const row = rewritten(attested);
  logFaults(memory, [{ kind: "history_rewritten", page: attested, says: row.says, hint: row.next }]);
  return ok([row]);
}

/** A hook that was passed by is told by the audit alone, and each time it looks. */
function bypassed(row: HistoryRow): Fault {
  const says = `Commit ${row.commit.slice(0, 10)} holds what the pre-commit hook refuses: ${row.says}`;
  return { kind: "hook_bypassed", page: row.page ?? row.path ?? row.commit, says, hint: row.next };
}

function rewritten(attested: Oid): HistoryRow {
  const says = "The commit attested last is no longer in the history of HEAD: commits were rewritten or dropped.";
  const next = `git log --oneline HEAD..${attested.slice(0, 10)}`;
  return { code: "history_rewritten", commit: attested, page: null, path: null, says, next };
}

const partly: Failure = usage(
  "Only commits behind the attested one can be attested together: --since leaves some of them out.",
  "Run it over all of them: pagefile verify --history --attest",
);

// AuditViews: the files of a commit made ready for judging; each version is looked at once, and few are held at a time.

/** A commit with the files that are judged. */
type Checked = (commit: AuditedCommit) => Promise<Outcome<CheckedCommit>>;

const heldBytesMax = 16 << 20;
/** What a view costs besides its bytes. */
const viewBytes = 1_024;

/** `config` holds for commits whose own configuration is missing or cannot be read. */
function openHistoryViews(host: AuditHost, config: Config): Checked {
  const held = openShelf<PageView>(heldBytesMax);
  const view = async (path: string, oid: Oid | null, profile: Profile): Promise<Outcome<PageView | null>> => {
    if (oid === null) return ok(null);
    const key = `${oid} ${profile.name} ${path}`;
    const found = held.find(key);
    if (found !== undefined) return ok(found);
    const read = await host.blob(oid);
    if (!read.ok) return read;
    const bytes = read.value;
    const made = viewOf(path, { oid, bytes }, profile);
    // It may be read later, from these bytes.
    held.put(key, made, viewBytes + bytes.length);
    return ok(made);
  };
  const profileAt = openProfiles(host, config);
  return async (commit) => {
    const profile = await profileAt(commit.config);
    if (!profile.ok) return profile;
    const { name } = profile.value;
    // The globs of a configuration are compiled once for each that there is.
    const chosen = name === config.profile ? config : { ...config, profile: name };
    // Before a folder was a memory, its other files were none of ours to judge.
    const isJudged = commit.config === null ? isPageOf.bind(null, config) : isPageFile;
    const files = await eachOf(
      commit.files.filter(({ path }) => isJudged(path)),
      (file) => checkedFile(file, chosen, (oid) => view(file.path, oid, profile.value)),
    );
    if (!files.ok) return files;
    const { message, replayed, outside, parents } = commit;
    const about = { parents: parents.length, message, replayed, outside, memory: memoryOf(commit) };
    return ok({ ...about, files: files.value });
  };
}

/** The profile that a commit's own configuration names; today's where it has none that can be read. */
function openProfiles(host: AuditHost, config: Config): (oid: Oid | null) => Promise<Outcome<Profile>> {
  const profiles = new Map<Oid | null, Profile>([[null, profileOf(config.profile)]]);
  return async (oid) => {
    const known = profiles.get(oid);
    if (known !== undefined || oid === null) return ok(known ?? profileOf(config.profile));
    const read = await host.blob(oid);
    if (!read.ok) return read;
    const parsed = parseConfig(new TextDecoder().decode(read.value));
    const profile = profileOf(parsed.ok ? parsed.value.config.profile : config.profile);
    profiles.set(oid, profile);
    return ok(profile);
  };
}

async function checkedFile(
  file: AuditedFile,
  chosen: PageChoice,
  view: (oid: Oid | null) => Promise<Outcome<PageView | null>>,
): Promise<Outcome<CheckedFile>> {
  const views = await eachOf([file.after, ...file.before, ...file.bases], view);
  if (!views.ok) return views;
  const [after = null, ...others] = views.value;
  const { path, mode } = file;
  const sides = file.before.length;
  return ok({
    get id() {
      return views.value.find((each) => each?.id != null)?.id ?? idFromPath(path);
    },
    path,
    mode,
    own: isOwnPage(path, chosen),
    after,
    before: others.slice(0, sides),
    bases: others.slice(sides),
  });
}

function memoryOf(commit: AuditedCommit): CheckedCommit["memory"] {
  const is = commit.config !== null;
  const changed = commit.files.find(({ path }) => path === configPath);
  return { is, was: changed === undefined ? is : changed.before.some((oid) => oid !== null) };
}

// JudgedPast: commits judged one by one; what lies behind a commit never changes, so that what was judged there need not be judged again.

/** One line of the answer: a remark with its commit and the command to look further. */
export interface HistoryRow extends Omit<HistoryRemark, "severity"> {
  readonly commit: Oid;
  readonly next: string;
}

interface JudgedCommits {
  readonly commits: number;
  readonly reached: boolean;
  readonly cut: Oid | null;
  readonly rows: readonly (HistoryRow & Pick<HistoryRemark, "severity">)[];
}

/** All of a past up to `head`, which a clone that is not whole never gives. */
export type KeptPast = Pick<JudgedCommits, "commits" | "reached" | "rows"> & { readonly head: Oid };

interface Asked extends Pick<HistoryQuery, "shallow" | "kept"> {
  readonly from: Oid;
  readonly until: Oid | null;
  /** By which a page is read where a commit has no configuration of its own. */
  readonly profile: string;
}

/** By commit, later ones first; those that were judged before stand behind those that were not. */
async function judgePast(checked: Checked, host: AuditHost, asked: Asked): Promise<Outcome<JudgedCommits>> {
  const { from, until, profile, kept } = asked;
  const key = `${profile} ${until ?? "-"}`;
  const known = kept?.get(key) ?? null;
  if (known?.head === from) return ok({ ...known, cut: null });
  // Where the end was not reached, a merge that came since may lead there after all. Nothing descends from a commit that was rewritten.
  const grows = known?.reached === true ? await host.descends(from, known.head) : ok(false);
  if (!grows.ok) return grows;
  const before = grows.value ? known : null;
  const judged = await judge(checked, host, before === null ? asked : { ...asked, until: before.head });
  if (!judged.ok) return judged;
  const { cut } = judged.value;
  const all: JudgedCommits = {
    commits: judged.value.commits + (before?.commits ?? 0),
    reached: before?.reached ?? judged.value.reached,
    cut,
    rows: [...judged.value.rows, ...(before?.rows ?? [])],
  };
  if (cut !== null) return ok(all);
  kept?.put(key, { head: from, commits: all.commits, reached: all.reached, rows: all.rows });
  kept?.flush();
  return ok(all);
}

async function judge(checked: Checked, host: AuditHost, query: Asked): Promise<Outcome<JudgedCommits>> {
  const rows: JudgedCommits["rows"][number][] = [];
  const walked = await host.walk(query, async (commit) => {
    const ready = await checked(commit);
    if (!ready.ok) return ready;
    for (const remark of checkCommit(ready.value))
      rows.push({ ...remark, commit: commit.oid, next: nextFor(remark, commit.oid) });
    return ok(undefined);
  });
  return walked.ok ? ok({ ...walked.value, rows }) : walked;
}

function nextFor(remark: HistoryRemark, commit: Oid): string {
  const looks = { entry_vanished: "pagefile revert", removed_by_hand: "pagefile revert", merge_lost: "git show -m" };
  return `${looks[remark.code as keyof typeof looks] ?? "git show"} ${commit.slice(0, 10)}`;
}

// LabelsLost: words of strangers that stand in HEAD and whose label no commit tells any more: squashed, amended, or committed anew.

/** A row a page. They stay untrusted here by the record; the next commit of ours says their labels again. */
async function lostRows(memory: Memory, head: Oid): Promise<Outcome<readonly HistoryRow[]>> {
  const refreshed = await refreshLabels(memory, head);
  if (!refreshed.ok) return refreshed;
  const lost = new Set(lostIn(memory).labels.map(([item]) => item));
  if (lost.size === 0) return ok([]);
  const pages = await pagesAt(memory, head);
  if (!pages.ok) return pages;
  return ok(
    [...pages.value].flatMap(([path, text]): readonly HistoryRow[] => {
      const items = itemsOfBody(text).filter(({ item }) => lost.has(item));
      if (items.length === 0) return [];
      const says = `${items.length} ${items.length === 1 ? "text" : "texts"} of the page came from outside, and no commit says so any more.`;
      const page = memory.table.byPath.get(path)?.id ?? null;
      return [{ code: "label_lost", commit: head, page, path, says, next: `pagefile blame ${page ?? path}` }];
    }),
  );
}

/** Beyond this many commits an older purge is not remembered. */
const purgesAmongMax = 20_000;

/**
 * Entries and pages that a purge took out and that stand here again: a clone of before the purge was merged, or pushed. What was attested with
 * them is not told, and neither is a page that somebody began anew under the same id after the purge.
 */
async function purgedAgain(memory: Memory, head: Oid, attested: Oid | null): Promise<Outcome<readonly HistoryRow[]>> {
  const logged = await memory.history.log({ paths: [], limit: purgesAmongMax, every: true, from: head });
  if (!logged.ok) return logged;
  const purges = purgesIn(logged.value);
  if (purges.size === 0) return ok([]);
  const pages = await pagesAt(memory, head);
  if (!pages.ok) return pages;
  // A commit that the repository no longer has accepted nothing that is here.
  const known = attested === null ? null : await pagesAt(memory, attested);
  const before = known?.ok === true ? known.value : new Map<PagePath, string>();
  const accepted = new Set([...before.values()].flatMap((text) => [...digestsOf(text)]));
  const rows: HistoryRow[] = [];
  for (const [path, text] of pages.value) {
    const page = memory.table.byPath.get(path)?.id ?? null;
    const whole = page === null ? undefined : purges.get(`page ${shortDigest(page, 16)}`);
    const isBack = whole === undefined || before.has(path) ? ok(false) : await isOlder(memory, path, { head, whole });
    if (!isBack.ok) return isBack;
    if (isBack.value && whole !== undefined) {
      rows.push(againRow({ path, page, commit: whole.oid }, "The page was", `pagefile purge --page ${page}`));
      continue;
    }
    const digests = [...digestsOf(text)].filter((digest) => purges.has(`entry ${digest}`) && !accepted.has(digest));
    const [first] = digests;
    if (first === undefined) continue;
    const many = digests.length === 1 ? "1 entry of the page was" : `${digests.length} entries of the page were`;
    const commit = purges.get(`entry ${first}`)?.oid ?? head;
    rows.push(againRow({ path, page, commit }, many, `pagefile purge --entry ${first}`));
  }
  return ok(rows);
}

/** Whether a commit from before the purge brought the page. */
async function isOlder(
  memory: Memory,
  path: PagePath,
  { head, whole }: { readonly head: Oid; readonly whole: LoggedCommit },
): Promise<Outcome<boolean>> {
  const own = await memory.history.log({ paths: [path], limit: purgesAmongMax, from: head });
  return own.ok ? ok(own.value.some(({ when }) => when <= whole.when)) : own;
}

function againRow(at: Pick<HistoryRow, "path" | "page" | "commit">, what: string, next: string): HistoryRow {
  const stands = what.endsWith("were") ? "stand" : "stands";
  const says = `${what} purged and ${stands} here again: a clone from before the purge was merged or pushed. Throw such clones away, or reset them.`;
  return { code: "purged_again", ...at, says, next };
}

/** The newest purge of each thing, by what its trailer calls it. */
function purgesIn(commits: readonly LoggedCommit[]): ReadonlyMap<string, LoggedCommit> {
  const purges = new Map<string, LoggedCommit>();
  for (const commit of commits) {
    if (!commit.message.includes("Pagefile-Purged: ")) continue;
    for (const name of parseTrailers(commit.message)["Pagefile-Purged"] ?? [])
      if (!purges.has(name)) purges.set(name, commit);
  }
  return purges;
}

async function pagesAt(memory: Memory, commit: Oid): Promise<Outcome<ReadonlyMap<PagePath, string>>> {
  const tree = await memory.history.tree(commit);
  if (!tree.ok) return tree;
  const paths = tree.value.map(({ path }) => path).filter(isPageFile);
  const texts = await textsAt(memory, commit, paths);
  return texts.ok ? ok(new Map(paths.map((path, at) => [path, texts.value[at] ?? ""]))) : texts;
}

/** The history as it was judged last. A newer version knows more rules, so that what an older one judged is judged anew. */
export const judgedPastOf: (holder: Holder) => KeyedCache<KeptPast> = service(({ place }) =>
  openKeyedCache(join(place.state, "index-past"), `past-1-${packageVersion()}`),
);

// Verify: the proof that the derived index holds what the files say, and that every page can be read.

export interface VerifyAnswer {
  readonly pages: number;
  /** `equal`: the derived index is what a rebuild gives; `rebuilt`: it was missing or damaged and was made again. */
  readonly index: "equal" | "rebuilt";
  readonly differences: readonly string[];
  readonly findings: readonly Finding[];
}

/** Reads every file again, without the index, and compares fact by fact; writes the index anew where they differ. */
export async function verify(workspace: Workspace): Promise<Outcome<VerifyAnswer>> {
  const differences: string[] = [];
  let pages = 0;
  for (const memory of workspace.memories) {
    const rebuilt = rebuild(memory);
    if (!rebuilt.ok) return rebuilt;
    pages += memory.table.byId.size;
    const paths = [...new Set<PagePath>([...rebuilt.value.keys(), ...memory.files.keys()])].sort();
    const wrong = paths.filter(
      (path) => stableJson(rebuilt.value.get(path) ?? null) !== stableJson(memory.files.get(path)?.data ?? null),
    );
    differences.push(...wrong);
    if (wrong.length === 0) continue;
    memory.files.clear();
    const refreshed = refresh(memory);
    if (!refreshed.ok) return refreshed;
  }
  const damaged = workspace.memories.some((memory) => memory.indexDamaged !== null);
  return ok({
    pages,
    index: damaged || differences.length > 0 ? "rebuilt" : "equal",
    differences,
    findings: allFindings(workspace.memories),
  });
}

function rebuild(memory: Memory): Outcome<ReadonlyMap<PagePath, FileFacts>> {
  const listing = memory.store.list(() => false);
  if (!listing.ok) return listing;
  const profile = profileOf(memory.config.profile);
  const facts = new Map<PagePath, FileFacts>();
  const paths = listing.value.files.map((listed) => listed.path).filter(isPageFile);
  memory.store.readEach(paths, (path, read) => {
    if (!read.ok || read.value === null) return;
    const { blob } = read.value;
    facts.set(path, factsOf(path, blob.bytes, profile));
  });
  return ok(facts);
}
