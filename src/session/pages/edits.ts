/**
 * Edits: what people edited by hand in a session's folder, sorted, and committed on the session's ref at a boundary, or told and left as it
 * is. Each staged patch is settled in the store that it is for. A page that a person edited with their own editor is committed here too, and an entry
 * that they are done with.
 */

import type { Oid, PageId, PagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { lineAt } from "../../base/lines.js";
import { eachOf, err, type Failure, type Outcome, ok, push } from "../../base/result.js";
import { compareText, shellWord } from "../../base/text.js";
import type { Boundary, FileState } from "../../git/history.js";
import { type Memory, openFile, readStates, refresh } from "../../memory/memory.js";
import { archiveIndexPath, isPageFile } from "../../memory/profile.js";
import type { Holder } from "../../memory/service.js";
import { findPage, idFromPath, idFromTitle, type PageEntry } from "../../memory/table.js";
import { findingsOf } from "../../memory/workspace.js";
import type { Finding } from "../../page/page.js";
import { redactSecrets } from "../../rules/secret-keys.js";
import { type CommitOptions, commit, type PatchAnswer } from "../../write/commit/commit.js";
import { numberedEntries, validateWorkOff, type WorkOff } from "../../write/entry/trim.js";
import type { Fault } from "../../write/fault.js";
import { faultLogOf, logFaults } from "../../write/fault-log.js";
import {
  contentFindings,
  type HandEdit,
  pinsLost,
  readHookPage,
  takenWrite,
  validateHandEdits,
  whyNot,
} from "../../write/guard/hand.js";
import { parsePatch } from "../../write/parse-patch.js";
import { type CreatePatch, ownEnvelope, type Patch, type PatchEnvelope } from "../../write/patch.js";
import type { HandCommit, SettledPage } from "../cross.js";
import { type How, pageNamed, type Settlement, settle } from "../settle.js";
import { type StagedPatch, stagingOf } from "../staging.js";
import { keptSessions, openOwn } from "./folder.js";

export interface EditsTaken {
  readonly edits: readonly HandCommit[];
  /** One a file that was not as the ref has it. */
  readonly pages: readonly SettledPage[];
  readonly faults: readonly Fault[];
}

/**
 * Of one session's store. A bad edit keeps no other out and is a fault with its line; a failure is a fault too, because no
 * session's folder may keep a boundary from being crossed. Nothing on disk changes.
 */
async function takeEdits(memory: Memory, boundary: Boundary): Promise<EditsTaken> {
  const taken = { edits: [] as HandCommit[], pages: [] as SettledPage[] };
  const and = ({ pages, faults }: Left): EditsTaken => ({ ...taken, pages: [...taken.pages, ...pages], faults });
  for (let attempt = 0; attempt < limits.commitRetriesMax; attempt += 1) {
    const refreshed = refresh(memory);
    const judged = refreshed.ok ? await judgeEdits(memory) : refreshed;
    if (!judged.ok) return and(missed(memory, boundary, { left: [], failure: judged.error }));
    const { good, bad } = judged.value;
    if (good.length === 0) return and(refused(memory, boundary, bad));
    const done = await commitEdits(memory, boundary, good);
    if (!done.ok) return and(missed(memory, boundary, { left: good, failure: done.error }));
    const { commit: made, unchanged, pages } = done.value;
    if (made === null || unchanged) continue;
    taken.edits.push({ session: memory.session ?? "", commit: made, pages: pages.map(({ path }) => path) });
    taken.pages.push(...pages.map(({ id }) => row(id, made)));
  }
  const failure: Failure = { code: "locked", says: "The files kept changing while they were committed.", hint: "" };
  return and(missed(memory, boundary, { left: [], failure }));
}

/** Of one session, or of all that keep pages here. A folder that nothing tells the session of is one fault. */
export async function takeAllEdits(memory: Memory, session: string | null, boundary: Boundary): Promise<EditsTaken> {
  const kept = session === null ? await keptSessions(memory) : ok([{ session, folder: "" }]);
  if (!kept.ok) return noStore(memory, boundary, { session: null, failure: kept.error });
  const taken: EditsTaken[] = [];
  for (const { session: whose, folder } of kept.value) {
    if (whose === null) {
      taken.push(noStore(memory, boundary, { session: null, failure: unknownFolder(folder) }));
      continue;
    }
    const opened = await openOwn(memory, whose, "read");
    if ("failure" in opened) taken.push(noStore(memory, boundary, { session: whose, failure: opened.failure }));
    else if (opened.store !== null) taken.push(await takeEdits(opened.store, boundary));
  }
  return {
    edits: taken.flatMap(({ edits }) => edits),
    pages: taken.flatMap(({ pages }) => pages),
    faults: taken.flatMap(({ faults }) => faults),
  };
}

function noStore(
  memory: Memory,
  boundary: Boundary,
  { session, failure }: { readonly session: string | null; readonly failure: Failure },
): EditsTaken {
  const whose = session === null ? "Sessions' own pages" : `The own pages of session ${session}`;
  const fault: Fault = { kind: "flush_miss", page: "", says: `${whose}: ${failure.says}`, hint: failure.hint };
  log({ ...memory, session: session ?? "" }, boundary, [fault]);
  return { edits: [], pages: [], faults: [fault] };
}

function unknownFolder(folder: string): Failure {
  return {
    code: "page_missing",
    says: `Nothing tells which session ${folder} is of, so what was edited there is not committed.`,
    hint: "Move its files to the folder of a session that pagefile session list shows.",
  };
}

function commitEdits(memory: Memory, boundary: Boundary, good: readonly HandEdit[]): ReturnType<typeof commit> {
  const envelope = { ...ownEnvelope, session: memory.session ?? null };
  return commit(
    memory,
    {
      validate: (_ground, { states }) => validateHandEdits(good, envelope, states),
      content: { op: "hand_edit", files: good },
      about: good.map(({ path }) => path).join(", "),
      boundary,
      patches: [],
    },
    { detached: "allow" },
  );
}

type Left = Pick<EditsTaken, "pages" | "faults">;

/** Told at every boundary, and logged once as long as the file is what it was. */
function refused(memory: Memory, boundary: Boundary, bad: readonly BadEdit[]): Left {
  const faults = bad.map(({ id, path, why }): Fault => {
    const place = `${memory.root}/${path}${why.line > 0 ? `:${why.line}` : ""}`;
    const says = redactSecrets(`A hand edit is not committed: ${place}: ${why.says}`);
    return { kind: "writeback_rejected", page: redactSecrets(id ?? path), says, hint: why.hint };
  });
  log(memory, boundary, faults);
  return { pages: bad.map(({ id, path }) => row(redactSecrets(id ?? path), null, "writeback_rejected")), faults };
}

function missed(
  memory: Memory,
  boundary: Boundary,
  { left, failure }: { readonly left: readonly HandEdit[]; readonly failure: Failure },
): Left {
  const says = `What was edited by hand in ${memory.root} is not committed: ${failure.says}`;
  const hint = `${failure.hint} The files are as they were left; the next boundary tries again.`.trim();
  const pages = left.length === 0 ? [""] : left.map(({ id }) => id);
  const faults = pages.map((page): Fault => ({ kind: "flush_miss", page, says, hint }));
  log(memory, boundary, faults);
  return { pages: pages.map((page) => row(page, null, "flush_miss")), faults };
}

function log(memory: Holder & Pick<Memory, "session" | "clock">, boundary: Boundary, faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const { session = "" } = memory;
  const known = faultLogOf(memory).recent(recentMax, (fault) => fault.session === session).records;
  const fresh = faults.filter(({ page, says }) => known.find((fault) => fault.page === page)?.says !== says);
  logFaults(memory, fresh, { session, boundary });
}

const recentMax = 200;

function row(page: string, commit: Oid | null, reason: string | null = null): SettledPage {
  return { patch: null, page, outcome: reason === null ? "committed" : "still_dirty", commit, reason };
}

export interface StoresSettled extends Settlement {
  /** A fault for each patch that is dirty still, because its session's pages could not be reached. */
  readonly faults: readonly Fault[];
}

/**
 * Sessions first: their refs are written in the middle of a merge too. One that cannot be written keeps its patches staged, as
 * faults, and keeps no other store from being settled; a failure of the memory itself is the answer.
 */
export async function settleInStores(
  memory: Memory,
  patches: readonly StagedPatch[],
  how: How,
): Promise<Outcome<StoresSettled>> {
  const own = await sessionPatches(memory, patches);
  const parts: Settlement[] = [];
  const failed: (readonly [StagedPatch, Failure])[] = [];
  for (const { store, staged } of own) {
    const based = staged.map(({ ownBase, ...one }) => ({
      ...one,
      base: ownBase === "none" ? null : (ownBase ?? null),
    }));
    const settled =
      "failure" in store ? { ok: false as const, error: store.failure } : await settle(store.memory, based, how);
    if (settled.ok) parts.push(settled.value);
    else failed.push(...(await stillStaged(memory, staged)).map((one) => [one, settled.error] as const));
  }
  const elsewhere = new Set(own.flatMap(({ staged }) => staged));
  const rest = await settle(
    memory,
    patches.filter((one) => !elsewhere.has(one)),
    how,
  );
  if (!rest.ok) return rest;
  parts.push(rest.value);
  const faults = failed.map(([one, failure]) => missedAt(memory, how.boundary, { one, failure }));
  const rows = [
    ...parts.flatMap(({ pages }) => pages),
    ...failed.map(([one]) => ({ ...row(pageNamed(one.draft), null, "flush_miss"), patch: one.key })),
  ];
  return ok({
    committed: parts.flatMap(({ committed }) => committed),
    known: parts.flatMap(({ known }) => known),
    rejected: parts.flatMap(({ rejected }) => rejected),
    pages: patches.flatMap(({ key }) => rows.filter(({ patch }) => patch === key)),
    faults,
  });
}

interface OwnPatches {
  readonly store: { readonly memory: Memory } | { readonly failure: Failure };
  readonly staged: readonly StagedPatch[];
}

/** By session; patches that are for the memory are in none. */
export async function sessionPatches(
  memory: Memory,
  patches: readonly StagedPatch[],
): Promise<readonly OwnPatches[]> {
  const bySession = new Map<string, (readonly [StagedPatch, Patch])[]>();
  for (const staged of patches) {
    const patch = parsePatch(staged.draft);
    if (!patch.ok || patch.value.session === null) continue;
    push(bySession, patch.value.session, [staged, patch.value]);
  }
  const found: OwnPatches[] = [];
  for (const [session, asked] of bySession) {
    const creates = asked.some(([, patch]) => isOwnCreate(patch));
    const opened = await openOwn(memory, session, creates ? "write" : "read");
    if ("store" in opened && opened.store === null) continue;
    const own = "store" in opened ? opened.store : null;
    const staged = ownAmong(asked, { memory, own });
    if (staged.length === 0) continue;
    found.push({ staged, store: "failure" in opened ? opened : { memory: opened.store as Memory } });
  }
  return found;
}

function isOwnCreate(patch: Patch): patch is CreatePatch {
  return patch.op === "create" && patch.scope === "session";
}

/**
 * A patch is for the store that holds its page when its turn comes: the session's, with what the patches before it made there;
 * then the memory's; then what a later patch makes.
 */
function ownAmong(
  asked: readonly (readonly [StagedPatch, Patch])[],
  { memory, own }: { readonly memory: Memory; readonly own: Memory | null },
): readonly StagedPatch[] {
  const made = asked.map(([, patch]) => (isOwnCreate(patch) ? (patch.page ?? idFromTitle(patch.title)) : null));
  const owned = asked.filter(([, patch], at) => {
    if (patch.op === "create") return isOwnCreate(patch);
    const { page } = patch;
    const file = page.split("#")[0] ?? page;
    if (own !== null && (findPage(own.table, page) !== null || findPage(own.table, file) !== null)) return true;
    if (made.slice(0, at).includes(file)) return true;
    if (findPage(memory.table, page) !== null) return false;
    // A store that cannot be opened may hold it: nothing is refused on a guess.
    return own === null || made.includes(file);
  });
  return owned.map(([staged]) => staged);
}

async function stillStaged(memory: Memory, staged: readonly StagedPatch[]): Promise<readonly StagedPatch[]> {
  const listed = stagingOf(memory).list();
  if (!listed.ok) return staged;
  const keys = new Set(listed.value.patches.map(({ key }) => key));
  return staged.filter(({ key }) => keys.has(key));
}

/** It is staged still, and that is on record. */
export function missedAt(
  memory: Memory,
  boundary: string,
  { one: { draft, session }, failure }: { readonly one: StagedPatch; readonly failure: Failure },
): Fault {
  const says = `Not committed at ${boundary}: ${failure.says}`;
  const hint = "It is staged still; mend the cause and run pagefile flush again.";
  const fault: Fault = { kind: "flush_miss", page: pageNamed(draft), says, hint };
  logFaults(memory, [fault], { boundary, ...(session === null ? {} : { session }) });
  return fault;
}

// SessionJudge: what a person changed by hand in a session's folder, sorted into what may be committed as it stands and what keeps the rest from it.

/** A file that stays as the person left it, uncommitted, and why. */
interface BadEdit {
  readonly path: string;
  readonly id: PageId | null;
  readonly why: Finding;
}

export interface JudgedEdits {
  readonly head: Oid | null;
  readonly good: readonly HandEdit[];
  readonly bad: readonly BadEdit[];
}

/** Of a session's store, as its table stands: the caller brings that in step with the disk. Changes nothing. */
export async function judgeEdits(memory: Memory): Promise<Outcome<JudgedEdits>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const { commit } = head.value;
  const tree = await memory.history.tree(commit);
  if (!tree.ok) return tree;
  const committed = new Map(tree.value.filter(({ path }) => isPageFile(path)).map(({ path, oid }) => [path, oid]));
  const unread = memory.outside.filter(({ severity }) => severity === "error");
  const isUnread = (path: string): boolean =>
    unread.some((one) => path === one.path || path.startsWith(`${one.path}/`));
  const onDisk = [...memory.files.values()].filter(({ path, oid }) => committed.get(path as PagePath) !== oid);
  const missing = [...committed.keys()].filter((path) => !memory.files.has(path) && !isUnread(path));
  const paths = [...onDisk.map(({ path }) => path as PagePath), ...missing].sort(compareText);
  const states = await readStates(memory, commit, paths);
  if (!states.ok) return states;
  const good: HandEdit[] = [];
  const bad: BadEdit[] = unread.map((why) => ({ path: why.path, id: null, why }));
  for (const state of states.value) {
    const { path } = state;
    const edit = { path, id: idOf(memory, state), head: state.head?.oid ?? null, work: state.work?.oid ?? null };
    if (edit.head === edit.work) continue;
    // Else the table was made from what the disk held before.
    const isKnown = (memory.files.get(path)?.oid ?? null) === edit.work;
    const why = isKnown ? ((await flawsOf(memory, state))[0] ?? null) : { ...writtenNow, path };
    if (why === null) good.push(edit);
    else bad.push({ path, id: edit.id, why });
  }
  return ok({ head: commit, good, bad });
}

const writtenNow = {
  code: "read_failed",
  severity: "error",
  line: 0,
  says: "The file was written while it was looked at.",
  hint: "It stays as it is, and the next boundary looks again.",
} as const;

/** Pages that are not as the commit has them, by path. */
export async function editedPages(memory: Memory, commit: Oid | null): Promise<Outcome<readonly PagePath[]>> {
  const tree = await memory.history.tree(commit);
  if (!tree.ok) return tree;
  const committed = new Map<string, Oid>(tree.value.map(({ path, oid }) => [path, oid]));
  const edited = [...memory.files.values()].filter(
    ({ path, oid }) => isPageFile(path) && committed.get(path) !== oid,
  );
  return ok(edited.map(({ path }) => path as PagePath).sort(compareText));
}

/** Of those that are somebody's to commit: new files that git was told to leave out are nobody's. */
export async function statesToCommit(
  memory: Memory,
  commit: Oid | null,
  paths: readonly PagePath[],
): Promise<Outcome<{ readonly states: readonly FileState[]; readonly ignored: ReadonlySet<PagePath> }>> {
  const read = await readStates(memory, commit, paths);
  if (!read.ok) return read;
  const fresh = read.value.filter(({ head, index, work }) => work !== null && head === null && index === null);
  const none = fresh.length === 0 || memory.checkout === undefined;
  const ignored = none ? ok(new Set<PagePath>()) : await memory.checkout.ignored(fresh.map(({ path }) => path));
  if (!ignored.ok) return ignored;
  const states = read.value.filter((state) => !ignored.value.has(state.path) && !isAsCommitted(state));
  return ok({ states, ignored: ignored.value });
}

/** Other line ends than the committed ones are the checkout's, and no edit of anybody's. */
function isAsCommitted(state: FileState): boolean {
  const { path, head, work } = state;
  if (head === null || work === null || head.oid === work.oid) return head?.oid === work?.oid;
  const taken = takenWrite({ path, work: work.oid }, state, () => null);
  return taken.ok && taken.value.head !== null && Buffer.compare(taken.value.head, head.bytes) === 0;
}

/** For whoever waits so many edited pages are looked at. */
const judgedMax = 100;

/** What git's hook would refuse edited pages for: the first of them, or all, as an audit wants. Local pages are nobody's to commit. */
export async function judgePages(
  memory: Memory,
  commit: Oid | null,
  paths: readonly PagePath[],
  which: "first" | "all",
): Promise<Outcome<readonly { readonly path: PagePath; readonly flaws: readonly Finding[] }[]>> {
  const shared = paths.filter((path) => memory.table.byPath.get(path)?.scope !== "local");
  const most = which === "all" ? shared.length : judgedMax;
  const read = await statesToCommit(memory, commit, shared.slice(0, most));
  if (!read.ok) return read;
  const others = shared.slice(most).map((path) => ({ path, flaws: [] }));
  const judged = await eachOf(read.value.states, async (state) =>
    ok({ path: state.path, flaws: await flawsOf(memory, state) }),
  );
  return judged.ok ? ok([...judged.value, ...others]) : judged;
}

/** Those flaws as remarks: without what a reader of the page is told of it anyway, and what a person is only asked about. */
export async function remarksOnEdits(
  memory: Memory,
  commit: Oid | null,
  paths: readonly PagePath[],
  which: "first" | "all",
): Promise<Outcome<readonly Finding[]>> {
  const judged = await judgePages(memory, commit, paths, which);
  if (!judged.ok) return judged;
  const known = new Set(findingsOf(memory).map(({ code, path }) => `${code} ${path}`));
  const flaws = judged.value.flatMap((each) => each.flaws);
  return ok(flaws.filter(({ code, path }) => code !== "destructive_op" && !known.has(`${code} ${path}`)));
}

/** The rules of a commit by hand; but what lies in a session's folder is the session's own, whatever scope it names. */
async function flawsOf(memory: Memory, { path, head, work }: FileState): Promise<readonly Finding[]> {
  if (path === archiveIndexPath) return [];
  const before = head === null ? null : readHookPage(path, head.bytes);
  const after = work === null ? null : readHookPage(path, work.bytes);
  const known = new Set(before?.findings.map(({ code }) => code));
  const own = findingsOf(memory).filter(
    ({ code, severity, ...one }) =>
      one.path === path &&
      (severity === "error" ? !known.has(code) : code === "id_duplicate" && before?.meta.id !== after?.meta.id),
  );
  const ownScope = memory.session === undefined ? null : after?.meta.scope;
  const content =
    after === null ? [] : contentFindings(path, after, { before, scope: ownScope ?? memory.config.scope });
  const flaws = [...(after === null ? [] : own), ...content];
  if (flaws.length > 0 || before === null) return flaws;
  const [lost] = await pinsLost(memory, path, { before, after });
  // A person may take from a page that is pinned hard, and says so first: there is no message here to say it in.
  const { id = null, version = null } = before.meta;
  const loosen = `pagefile set ${id ?? idFromPath(path)} pin none --base ${version ?? "BLOB"} --session ${memory.session ?? "ID"}`;
  return lost === undefined ? [] : [{ ...lost, hint: `If you mean it, loosen the pin first: ${loosen}` }];
}

function idOf(memory: Memory, { path, head }: FileState): PageId {
  const known = memory.table.byPath.get(path)?.id;
  if (known !== undefined) return known;
  return (head === null ? null : readHookPage(path, head.bytes).meta.id) ?? idFromPath(path);
}

/** Where the edit stands: nothing to commit, words that a commit by hand would refuse, or the commit. */
export type EditAnswer =
  | { readonly state: "unchanged"; readonly path: PagePath }
  /** Kept on this disk alone, by its scope. */
  | { readonly state: "local"; readonly path: PagePath }
  | { readonly state: "refused"; readonly path: PagePath; readonly why: string }
  | ({ readonly state: "committed"; readonly path: PagePath } & Pick<PatchAnswer, "commit" | "pages" | "reason">);

export async function commitEdit(
  memory: Memory,
  { path, envelope }: { readonly path: PagePath; readonly envelope: PatchEnvelope },
  options: CommitOptions,
): Promise<Outcome<EditAnswer>> {
  const refreshed = refresh(memory);
  if (!refreshed.ok) return refreshed;
  const head = await memory.history.head();
  if (!head.ok) return head;
  const states = await readStates(memory, head.value.commit, [path]);
  if (!states.ok) return states;
  const [state] = states.value;
  const [was, is] = [state?.head?.oid ?? null, state?.work?.oid ?? null];
  if (is === null) return err(goneFrom(memory, path, was));
  if (state === undefined || was === is) return ok({ state: "unchanged", path });
  const page = memory.table.byPath.get(path);
  if (page?.scope === "local") return ok({ state: "local", path });
  const why = await whyNot(memory, state);
  if (why !== null) return ok({ state: "refused", path, why });
  const exact = await memory.history.isStoredAsIs?.(path, state.work?.bytes ?? new Uint8Array());
  const edit = { path, id: page?.id ?? idFromPath(path), head: was, work: is, exact: exact === true };
  const done = await commit(
    memory,
    {
      validate: (_ground, base) => {
        // Asked for, so that it is read.
        base.states.get(path);
        return validateHandEdits([edit], envelope, base.states);
      },
      content: { op: "hand_edit", files: [edit] },
      about: path,
      patches: [],
    },
    options,
  );
  if (!done.ok) return done;
  const { commit: made, pages, reason, unchanged } = done.value;
  if (unchanged)
    return err({
      code: "version_conflict",
      reason: "VERSION_CONFLICT",
      says: `${path} was written while it was being committed.`,
      hint: "What you typed is on disk as you left it; try again: pagefile edit.",
    });
  return ok({ state: "committed", path, commit: made, pages, reason });
}

function goneFrom({ root }: Memory, path: PagePath, was: Oid | null): Failure {
  const at = `git -C ${shellWord(root)}`;
  return {
    code: "refused",
    reason: "POLICY_VIOLATION",
    says: `${path} is gone from the disk, and nothing was committed.`,
    hint:
      was === null
        ? "No commit has it: write it again, or leave it away."
        : `Bring it back: ${at} checkout HEAD -- ${shellWord(path)}; or let it go: ${at} commit -m Gone -- ${shellWord(path)}`,
  };
}

// WorkOff: the entries of a page with the numbers a person names them by, and one of them done with, moved or removed in a commit.

export interface EntryRow {
  readonly number: number;
  readonly digest: string;
  /** Its first words. */
  readonly says: string;
  readonly line: number;
}

/** As the page stands on disk. */
export function entryRows(memory: Memory, page: PageEntry): Outcome<readonly EntryRow[]> {
  const file = openFile(memory, page);
  if (!file.ok) return file;
  if (file.value === null)
    return err({ code: "page_missing", says: `${page.path} was changed or removed just now.`, hint: "Try again." });
  const { text } = file.value;
  return ok(
    numberedEntries(text, page).map(({ number, entry, says }) => ({
      number,
      digest: entry.digest,
      says,
      line: lineAt(text, entry.start),
    })),
  );
}

/** `subject` is the commit's, which names the entry by its words. */
export async function workOff(
  memory: Memory,
  asked: WorkOff,
  options: CommitOptions,
): Promise<Outcome<PatchAnswer & { readonly subject: string }>> {
  let subject = "";
  const done = await commit(
    memory,
    {
      validate: (ground, { states }) => {
        const valid = validateWorkOff(asked, ground, {
          isEdited: ({ path }) => {
            const state = states.get(path);
            return state?.head?.oid !== state?.work?.oid;
          },
        });
        if (valid.ok) subject = valid.value.subject;
        return valid;
      },
      content: { op: asked.verb, ...asked },
      about: asked.page,
    },
    options,
  );
  return done.ok ? ok({ ...done.value, subject }) : done;
}
