/** Status: where the memory stands: pages, uncommitted edits, the last commit, remarks, and what each session keeps to itself. */

import type { Instant, Oid, PagePath } from "../base/ids.js";
import { allOf, type Outcome, ok, tally } from "../base/result.js";
import { compareText } from "../base/text.js";
import { blindFindings, goneFromDisk, type LogRow, rowOf, type UnpushedAnswer, unpushed } from "../history/log.js";
import type { CachedFile } from "../memory/facts.js";
import { excludedBy, isPageOf } from "../memory/included.js";
import type { Memory } from "../memory/memory.js";
import { isPageFile } from "../memory/profile.js";
import { type SessionRecord, sessionsOf } from "../memory/sessions.js";
import { entriesOf } from "../memory/table.js";
import { findingsOf, storeNamed, unreadLines, type Workspace } from "../memory/workspace.js";
import type { Finding, PageType } from "../page/page.js";
import type { SessionRow, WaitingRow } from "../session/cross.js";
import { keptSessions, openOwn, stateOf } from "../session/pages/folder.js";
import { waitingBySession } from "../session/recover.js";
import { stagingOf } from "../session/staging.js";
import { namesIn } from "../state/plain-file.js";
import type { LateFaults } from "../write/fault-log.js";
import { type KeptNote, keptNote, lastProposal } from "./night-refs.js";

export interface StatusAnswer {
  readonly root: string;
  /** Other memories that are open with it, as that in the project's tree: where each lies. */
  readonly beside: readonly string[];
  readonly store: string;
  readonly profile: string;
  readonly engine: "native" | "embedded" | "memory";
  /** `main`; null when HEAD is detached. */
  readonly branch: string | null;
  readonly head: Oid | null;
  readonly operation: string | null;
  readonly pages: {
    readonly hot: number;
    readonly cold: number;
    readonly sections: number;
    readonly excluded: number;
  };
  /** Markdown that is no page here, by the pattern that says so; the command names the profile, too. */
  readonly leftOut: readonly { readonly pattern: string; readonly files: number }[];
  readonly types: Readonly<Partial<Record<PageType, number>>>;
  /** Page files whose text on disk is not the committed one. */
  readonly dirty: readonly PagePath[];
  /** Page files git does not track yet. */
  readonly untracked: readonly PagePath[];
  /** Page files of scope local: they are kept on this disk alone. */
  readonly local: readonly PagePath[];
  /** Page files HEAD holds and the disk does not. */
  readonly missing: readonly PagePath[];
  /** Patches that wait for a boundary. */
  readonly staged: number;
  /** From whom they are. */
  readonly waiting: readonly WaitingRow[];
  /** What sessions keep to themselves on this machine; of the session alone where one was named. */
  readonly sessions: readonly SessionRow[];
  readonly conflicts: number;
  /** null on a detached HEAD and on an unborn branch. */
  readonly unpushed: UnpushedAnswer | null;
  readonly lastCommit: LogRow | null;
  /** The last night's audit; null where none was kept. */
  readonly lastAudit: KeptNote | null;
  /** Which notes were not read, and why, a line a reason. */
  readonly unread: readonly string[];
  /** What a night asks a person about and nobody has answered; null where nothing waits. */
  readonly proposal: { readonly night: Instant; readonly open: number; readonly coming: number } | null;
  readonly findings: readonly Finding[];
  /** What went wrong in the last days; null where nothing did. */
  readonly faults: LateFaults | null;
}

/** Of the primary store; where a session is named, of what it keeps to itself. */
export async function status(workspace: Workspace, session: string | null = null): Promise<Outcome<StatusAnswer>> {
  const store = storeNamed(workspace, session);
  if (!store.ok) return store;
  const memory = store.value;
  const head = await memory.history.head();
  if (!head.ok) return head;
  const read = allOf([
    await memory.history.tree(head.value.commit),
    await memory.history.log({ paths: [], limit: 1 }),
    stagingOf(memory).list(),
    waitingBySession(memory),
    await sessionRows(workspace.primary, session),
    await unpushed(memory, head.value),
    leftOutOf(memory),
    await blindFindings(memory),
  ]);
  if (!read.ok) return read;
  const [tree, [last], staged, waiting, sessions, ahead, leftOut, blind] = read.value;
  const isAsked = (row: { readonly session: string | null }): boolean => session === null || row.session === session;
  const isPage = memory.session === undefined ? isPageOf.bind(null, memory.config) : isPageFile;
  const committed = new Map(tree.filter((file) => isPage(file.path)).map((file) => [file.path, file.oid]));
  const onDisk = [...memory.files.values()];
  const fresh = onDisk.filter(({ path }) => !committed.has(path));
  const gone = await goneFromDisk(memory, [...committed.keys()]);
  if (!gone.ok) return gone;
  const dirty = sorted(onDisk.filter((file) => isEdited(memory, file, committed.get(file.path))));
  const untracked = sorted(fresh.filter(({ path }) => !isLocal(memory, path)));
  const typed = await typedFindings(memory, head.value.commit, [...dirty, ...untracked]);
  if (!typed.ok) return typed;
  const entries = entriesOf(memory.table);
  const files = entries.filter((entry) => entry.slug === null);
  const types: Partial<Record<PageType, number>> = {};
  for (const entry of files) types[entry.type] = (types[entry.type] ?? 0) + 1;
  return ok({
    root: memory.root,
    beside: workspace.memories.flatMap((each) => (each === memory || each.session !== undefined ? [] : [each.root])),
    store: memory.config.name,
    profile: memory.config.profile,
    engine: memory.history.engine,
    branch: head.value.ref?.replace(/^refs\/heads\//, "") ?? null,
    head: head.value.commit,
    operation: head.value.operation,
    pages: {
      hot: files.filter((entry) => entry.tier === "hot").length,
      cold: files.filter((entry) => entry.tier === "cold").length,
      sections: entries.length - files.length,
      excluded: onDisk.filter((file) => file.data.excluded).length,
    },
    leftOut,
    types,
    dirty,
    untracked,
    local: sorted(fresh.filter(({ path }) => isLocal(memory, path))),
    missing: gone.value.missing,
    staged: staged.patches.filter(isAsked).length,
    waiting: waiting.filter(isAsked),
    sessions,
    conflicts: findingsOf(memory).filter((finding) => finding.code === "conflict_open").length,
    unpushed: ahead,
    lastCommit: last === undefined ? null : rowOf(last),
    lastAudit: await keptNote(workspace.primary),
    unread: [...unreadLines(memory), ...skippedLines(gone.value.skipped)],
    proposal: await waitingProposal(workspace.primary),
    findings: [...findingsOf(memory), ...blind, ...typed.value],
    faults: await faultsNow(workspace.primary, session),
  });
}

/** What no commit takes of the edits: a session's own are judged where its row is made. */
async function typedFindings(
  memory: Memory,
  head: Oid | null,
  paths: readonly PagePath[],
): Promise<Outcome<readonly Finding[]>> {
  if (paths.length === 0 || memory.session !== undefined) return ok([]);
  const { remarksOnEdits } = await import("../session/pages/edits.js");
  return remarksOnEdits(memory, head, paths, "first");
}

/** What a page that a sparse checkout leaves out says is read by nobody here. */
function skippedLines([first, ...others]: readonly PagePath[]): readonly string[] {
  if (first === undefined) return [];
  if (others.length === 0) return [`1 page is not read: the sparse checkout leaves it out (${first})`];
  const more = `${first} and ${others.length} more`;
  return [`${others.length + 1} pages are not read: the sparse checkout leaves them out (${more})`];
}

/** Other line ends than the committed ones are the checkout's, by `core.autocrlf` or an attribute, and no edit of anybody's. */
function isEdited({ store }: Memory, { path, oid }: CachedFile, committed: Oid | undefined): boolean {
  if (committed === undefined || committed === oid) return false;
  const read = store.read(path);
  const text = read.ok && read.value !== null ? Buffer.from(read.value.blob.bytes).toString("latin1") : "";
  return !text.includes("\r\n") || store.idOf(Buffer.from(text.replaceAll("\r\n", "\n"), "latin1")) !== committed;
}

/** The most files first. */
function leftOutOf(memory: Memory): Outcome<StatusAnswer["leftOut"]> {
  const listing = memory.store.list(() => false);
  if (!listing.ok) return listing;
  const stands = (path: string): boolean => memory.files.has(path as PagePath);
  const patterns = (listing.value.left ?? []).flatMap((path) => excludedBy(memory.config, path, stands) ?? []);
  const rows = [...tally(patterns)].map(([pattern, files]) => ({ pattern, files }));
  return ok(rows.sort((a, b) => b.files - a.files || compareText(a.pattern, b.pattern)));
}

/** One that cannot be read is none here; `pagefile night` says why. */
async function waitingProposal(memory: Memory): Promise<StatusAnswer["proposal"]> {
  const kept = await lastProposal(memory);
  if (!kept.ok || kept.value === null) return null;
  // What still stands of it is told by the rules of nights, which are loaded for a memory that has had one.
  const { currentProposal } = await import("./proposal.js");
  const found = await currentProposal(memory, "names");
  if (!found.ok || found.value === null || found.value.open === 0) return null;
  return { night: found.value.night, open: found.value.open, coming: found.value.comingOpen };
}

/** Where none was ever logged, no log is loaded. */
async function faultsNow(memory: Memory, session: string | null): Promise<LateFaults | null> {
  if (!namesIn(memory.place.state).includes("faults.jsonl")) return null;
  return (await import("../write/fault-log.js")).lateFaults(memory, session);
}

/** Never committed, and so nothing to be done about. */
function isLocal(memory: Memory, path: string): boolean {
  return memory.session === undefined && memory.table.byPath.get(path)?.scope === "local";
}

function sorted(files: readonly { readonly path: string }[]): readonly PagePath[] {
  return files.map((file) => file.path as PagePath).sort();
}

/** By name; `only` leaves out all others. */
async function sessionRows(memory: Memory, only: string | null): Promise<Outcome<readonly SessionRow[]>> {
  const read = allOf([await keptSessions(memory), stagingOf(memory).list()]);
  if (!read.ok) return read;
  const [kept, { patches }] = read.value;
  const rows: SessionRow[] = [];
  const isAsked = ({ session }: { readonly session: string | null }): boolean => only === null || session === only;
  const rowOfSession = (session: string | null, record: SessionRecord | null) => ({
    session,
    staged: session === null ? 0 : patches.filter((one) => one.session === session).length,
    state: record === null ? ("unknown" as const) : stateOf(memory, record),
    ...(record?.parent === undefined ? {} : { parent: record.parent }),
  });
  const none = { dirty: [], wrong: [], failed: null };
  for (const { session, record, folder, pages } of kept.filter(isAsked)) {
    const looked = session === null ? none : await dirtyOf(memory, session);
    // What had been lost was brought back from the ref when it was looked at.
    if (looked !== null) rows.push({ ...rowOfSession(session, record), folder, pages, ...looked });
  }
  const known = sessionsOf(memory).list();
  if (!known.ok) return known;
  const shown = new Set(rows.map(({ session }) => session));
  // Forks under way that keep no pages yet: that they are forks would be said nowhere else.
  const isFork = ({ session, parent, ended }: SessionRecord): boolean =>
    parent !== undefined && ended === null && !shown.has(session);
  for (const record of known.value.records.filter((one) => isFork(one) && isAsked(one)))
    rows.push({ ...rowOfSession(record.session, record), folder: null, pages: 0, ...none });
  return ok(rows);
}

/** null where there is nothing to look at. */
async function dirtyOf(
  memory: Memory,
  session: string,
): Promise<(Pick<SessionRow, "dirty" | "wrong" | "failed"> & { readonly pages?: number }) | null> {
  const opened = await openOwn(memory, session, "read");
  if ("failure" in opened) return { dirty: [], wrong: [], failed: opened.failure.says };
  if (opened.store === null) return null;
  const { judgeEdits } = await import("../session/pages/edits.js");
  const judged = await judgeEdits(opened.store);
  if (!judged.ok) return { dirty: [], wrong: [], failed: judged.error.says };
  const wrong = judged.value.bad.map(({ path }) => path);
  const dirty = [...judged.value.good.map(({ path }) => path as string), ...wrong].sort();
  return { pages: opened.store.files.size, dirty, wrong, failed: null };
}
