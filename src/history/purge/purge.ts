/**
 * Purge: takes a secret or a poison out of the pages, the state beside them and the history, and says what it cannot reach.
 *
 * A purge reads the whole past and follows evidence from commit to commit (`find.ts`). That gives a cut: digests, ids and texts that are to be
 * gone. `cut.ts` says, as pure functions, how a file, record, log or message reads without it. `finish.ts` drives the rest: `checkRepository`
 * refuses where the repository is in no state for it, `rewrite.ts` writes new trees and commits around exactly what changes and uses every other
 * object again, and `objects.ts` takes the former objects away. Read this file first, then `finish.ts`.
 *
 * One `update-ref` transaction is the commit point. What follows it (index, files, state, reflogs, repacking, former objects) can be repeated and
 * is driven by a plan below the git dir. That plan holds ids and cleaned texts and never what was purged, because a crash may leave it behind.
 * Rows of series are in no commit; those that hold what goes are named by file and line.
 *
 * What an entry says was said before it was kept, so that its words also go from the logs of days, the inbox and the notes of sessions, however they
 * were typed there, and from the memory that is open beside the one that has the entry.
 */

import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { shortDigest } from "../../base/digest.js";
import { type Instant, logName, type Oid, type PagePath, parseOid } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { eachOf, err, type Failure, type Outcome, ok } from "../../base/result.js";
import { fewOf, shellWord, textIn } from "../../base/text.js";
import { printMessage } from "../../git/history.js";
import { type GitLayout, refuseOperation } from "../../git/layout.js";
import type { ObjectStore } from "../../git/objects/object-store.js";
import type { Git } from "../../git/process.js";
import { readShallow } from "../../git/walk.js";
import type { Memory } from "../../memory/memory.js";
import { isPageFile, profileOf } from "../../memory/profile.js";
import { seriesFilesOf } from "../../memory/series-files.js";
import { attempt } from "../../state/fs-calls.js";
import { readPlain, realFolders } from "../../state/plain-file.js";
import { refuse } from "../../write/commit/commit.js";
import { refusalOf, takenPins } from "../../write/guard/pins.js";
import { envelopeHere, type PatchEnvelope } from "../../write/patch.js";
import { unknownRevision } from "../revert.js";
import type { AuditHost } from "../verify/attest.js";
import { type Cut, cutFile, cutHits, cutLog, cutMessage, cutName, cutRecord, cutSpans, type Renames } from "./cut.js";
import { type FoundPurge, findPurge, type PurgeQuery, withHeard } from "./find.js";

export interface PurgeRequest {
  readonly kind: "entry" | "page" | "source" | "commit" | "secret";
  /** The digest, id, source or revision; empty for secrets. */
  readonly name: string;
  readonly yes: boolean;
}

export interface PurgeAnswer extends PurgeDraft, PurgeDone {
  /** The commit that records the purge; null for a dry run, and where there was nothing to purge. */
  readonly commit: Oid | null;
  readonly dryRun: boolean;
  readonly pages: FoundPurge["pages"];
  /** Commits that brought any of it, and why each is one of them. */
  readonly derived: FoundPurge["traced"]["commits"];
  /** Commits that name what goes as their evidence, and stay. */
  readonly cites: readonly Oid[];
  /** Kinds of secrets. */
  readonly kinds: readonly string[];
  /** Frontmatter values that go. */
  readonly values: number;
  /** What no purge of this repository reaches, a sentence each. */
  readonly beyond: readonly string[];
  /** What else of it goes, from other memories that are open; absent where nothing does. */
  readonly also?: readonly (PurgeAnswer & { readonly memory: string })[];
}

/** A memory that a purge looks at, and what it is rewritten by. */
export interface PurgeStore {
  readonly memory: Memory;
  readonly audit: AuditHost;
  readonly host: PurgeHost;
}

/** What goes of one memory. */
interface Seen {
  readonly store: PurgeStore;
  readonly found: FoundPurge;
  readonly rules: PurgeRules;
  readonly head: Oid;
  readonly rows: readonly string[];
  readonly isEmpty: boolean;
  readonly told: Omit<PurgeAnswer, "commit" | "dryRun" | "left">;
}

/** What is named goes from the memory that has it, the first one before others, and what it says goes from all of them. */
export async function purge(stores: readonly PurgeStore[], request: PurgeRequest): Promise<Outcome<PurgeAnswer>> {
  const asked = request.kind === "secret" ? stores.slice(0, 1) : stores;
  const turns: { leave(): void }[] = [];
  try {
    for (const { memory } of asked) turns.push(await memory.queue.enter());
    if (request.yes) {
      // One that was killed between its steps is brought to its end before another one begins.
      const ended = await eachOf(asked, ({ host }) => host.finish(null));
      if (!ended.ok) return ended;
    }
    const found = await findIn(asked, request);
    if (!found.ok) return found;
    const seen = await eachOf(found.value, (each) => draftOf(each, request.yes));
    if (!seen.ok) return seen;
    const isKnown = ({ told, rows }: Seen): boolean => told.pages.length + told.derived.length + rows.length > 0;
    const known = seen.value.filter((each) => !each.isEmpty || isKnown(each));
    const main = known.find(isKnown) ?? known[0] ?? seen.value[0];
    if (main === undefined || (known.length === 0 && request.kind !== "secret")) return err(nothing(request));
    const done = await carryOut(request.yes ? known : [], main);
    if (!done.ok) return done;
    const answered = (each: Seen): PurgeAnswer =>
      done.value.get(each) ?? { ...each.told, commit: null, dryRun: !request.yes, left: 0 };
    const others = known.filter((each) => each !== main && !each.isEmpty);
    const also = others.map((each) => ({ memory: each.store.memory.config.name, ...answered(each) }));
    return ok({ ...answered(main), ...(also.length === 0 ? {} : { also }) });
  } finally {
    for (const turn of turns) turn.leave();
  }
}

type Found = Pick<Seen, "store" | "found" | "head">;

async function findIn(stores: readonly PurgeStore[], request: PurgeRequest): Promise<Outcome<readonly Found[]>> {
  const all: Found[] = [];
  let owner: Found | null = null;
  for (const store of stores) {
    const head = await store.memory.history.head();
    if (!head.ok) return head;
    if (head.value.commit === null) continue;
    const query = owner === null ? await queryOf(store.memory, request) : ok(null);
    if (!query.ok) return query;
    const found = await findPurge(store.memory, store.audit, query.value, head.value.commit);
    if (!found.ok) return found;
    all.push({ store, found: found.value, head: head.value.commit });
    // A page or a commit is of one memory.
    const isOne =
      request.kind === "page" ? found.value.pages.length > 0 : request.kind === "commit" && query.value !== null;
    if (isOne) owner = all.at(-1)!;
  }
  if (request.kind === "commit" && owner === null && all.length > 0) return err(unknownRevision(request.name));
  const own = await eachOf(all, async (each) => {
    const { store, head } = each;
    const is =
      owner === null || each === owner ? ok(each.found) : await findPurge(store.memory, store.audit, null, head);
    return is.ok ? ok({ ...each, found: is.value }) : is;
  });
  if (!own.ok) return own;
  const cuts = await withHeard(own.value.map(({ store, found }) => ({ memory: store.memory, cut: found.cut })));
  if (!cuts.ok) return cuts;
  const looked = own.value.map((each, at) => ({ ...each, found: { ...each.found, cut: cuts.value[at]! } }));
  const isOf = ({ cut, pages, traced }: FoundPurge): boolean =>
    cut.words.length + cut.items.size + pages.length + traced.commits.length > 0;
  return ok(looked.filter(({ found }, at) => at === 0 || isOf(found)));
}

async function draftOf({ store, found, head }: Found, yes: boolean): Promise<Outcome<Seen>> {
  const rules = rulesOf(store.memory, found.cut);
  const draft = await store.host.draft(rules);
  if (!draft.ok) return draft;
  const rows = rowsHolding(store.memory, found.cut, draft.value.files);
  if (!rows.ok) return rows;
  const { commits, files, state } = draft.value;
  const isEmpty = commits.length + files.length + state.length === 0;
  const pending = store.host.pending();
  if (!pending.ok) return pending;
  const isOpen = pending.value || (yes && !isEmpty);
  const told = answerOf(draft.value, found, { rows: rows.value, isEmpty, isOpen, memory: store.memory });
  return ok({ store, found, rules, head, rows: rows.value, isEmpty, told });
}

/** One that is refused comes first, so that nothing is changed yet. */
async function carryOut(all: readonly Seen[], main: Seen): Promise<Outcome<ReadonlyMap<Seen, PurgeAnswer>>> {
  const done = new Map<Seen, PurgeAnswer>();
  const due = all.filter(({ isEmpty }) => !isEmpty);
  for (const { store, rules, head } of due) {
    const pinned = await guardPinned(store.memory, rules, head);
    if (pinned !== null) return pinned;
  }
  for (const each of due.toSorted((a, b) => b.told.others.length - a.told.others.length)) {
    const { memory, host } = each.store;
    const message = messageOf(namesIn(each.found).length === 0 ? main.found : each.found, envelopeHere(memory));
    const commit = await host.commit(each.rules, { message, when: memory.clock.now() });
    if (!commit.ok) return commit;
    const ended = await host.finish(each.rules);
    if (!ended.ok) return ended;
    done.set(each, { ...each.told, ...ended.value, commit: commit.value, dryRun: false });
  }
  return ok(done);
}

/** By the rule of every commit: what the user pinned hard, as HEAD and the disk hold it, is not an agent's to purge. */
async function guardPinned(memory: Memory, rules: PurgeRules, head: Oid): Promise<Outcome<never> | null> {
  if (memory.actor === undefined) return null;
  const tree = await memory.history.tree(head);
  if (!tree.ok) return tree;
  const paths = tree.value.map(({ path }) => path).filter(isPageFile);
  const blobs = await memory.history.at(head, paths);
  if (!blobs.ok) return blobs;
  const files = paths.flatMap((path, at) => {
    const before = blobs.value[at]?.bytes ?? null;
    const after = before === null ? null : rules.file(path, before);
    const name = rules.name(path);
    if (name === path) return [{ path, before, after }];
    return [
      { path, before, after: null },
      { path: name as PagePath, before: null, after },
    ];
  });
  const [first] = takenPins(files, memory.config);
  return first === undefined ? null : refuse(memory, first.id, refusalOf(first));
}

export interface ResumeAnswer extends PurgeDone {
  /** Whether a purge waited; it still does while a remote branch holds what was purged, or an object is in use. */
  readonly resumed: boolean;
  /** What is to be done first, a sentence each. */
  readonly beyond: readonly string[];
}

/** Ends a purge that was killed after its refs had moved, or waited for remote branches. */
export async function resumePurge(memory: Memory, host: PurgeHost): Promise<Outcome<ResumeAnswer>> {
  const turn = await memory.queue.enter();
  try {
    const pending = host.pending();
    if (!pending.ok) return pending;
    const done = await host.finish(null);
    return done.ok ? ok({ ...done.value, resumed: pending.value, beyond: sayHeld(done.value.held, true) }) : done;
  } finally {
    turn.leave();
  }
}

/** null where the memory has not that commit. */
async function queryOf(memory: Memory, { kind, name }: PurgeRequest): Promise<Outcome<PurgeQuery | null>> {
  if (kind === "secret") return ok({ kind });
  if (kind !== "commit") return ok({ kind, name });
  const oid = await memory.history.resolve(name);
  if (!oid.ok) return oid;
  return ok(oid.value === null ? null : { kind, name, oid: oid.value });
}

function nothing({ kind, name }: PurgeRequest): Failure {
  return {
    code: "page_missing",
    says: `Nothing in this memory or its history is, or comes from, the ${kind} “${name}”.`,
    hint: "Digests of entries and ids of commits are listed by: pagefile blame PAGE",
  };
}

function rulesOf(memory: Memory, cut: Cut): PurgeRules {
  const profile = profileOf(memory.config.profile);
  const sessions = cut.sessions.flatMap((session) => [shortDigest(session, 32), shortDigest(session, 24)]);
  return {
    file: (path, bytes) => cutFile(path, bytes, cut, profile),
    name: (path) => cutName(path, cut),
    record: (bytes) => cutRecord(bytes, cut),
    message: (text, renames) => cutMessage(text, cut, renames),
    log: (text, kind) => cutLog(text, cut, kind),
    isOwn: (name) => name.split("/").some((part) => sessions.includes(part.split(".", 1)[0] ?? "")),
    holds: (bytes) => cutHits(bytes, cut),
  };
}

function answerOf(
  draft: PurgeDraft,
  { cut, traced, pages, kinds }: FoundPurge,
  { rows, isEmpty, isOpen, memory }: Pick<Seen, "rows" | "isEmpty"> & { isOpen: boolean; memory: Memory },
): Omit<PurgeAnswer, "commit" | "dryRun" | "left"> {
  const { commits: derived, cites, values } = traced;
  // A purge that is refused moves nothing that could be pushed.
  const held = draft.others.length > 0 ? [] : sayHeld(draft.held, isOpen);
  const byHand = sayRows(rows);
  const isBare = isEmpty && derived.length > 0;
  const beyond = [
    ...(byHand === null ? [] : [byHand]),
    ...held,
    ...(isBare ? ["Those commits name it in their trailers, and nothing that they brought is left."] : []),
    ...(memory.config.scope === "global" ? [saidElsewhere] : []),
    "Clones that others made, backups, LFS storage, the transcripts that harnesses keep and copies of files elsewhere keep what they have.",
    `A clone of before the purge brings it back with its next pull and push: throw it away, or run in it, before that: ${resetOf(draft)}`,
    ...(cut.secrets ? ["A secret that was once in a commit is to be changed where it is valid."] : []),
  ];
  return { ...draft, pages, derived, cites, kinds, values: values.size, beyond };
}

const saidElsewhere =
  "What was said in another project is also in the log and the inbox of that one; the same command takes it out there.";

/** What brings a clone of before in step with the new history, once that was pushed. */
function resetOf({ refs, held }: PurgeDraft): string {
  const own = held.find(({ way }) => way !== "leave");
  return `git fetch && git reset --hard ${own === undefined ? `origin/${branchOf(refs) ?? "main"}` : shortOf(own)}`;
}

function branchOf(refs: PurgeDraft["refs"]): string | undefined {
  return refs.find((each) => each.name.startsWith("refs/heads/"))?.name.slice("refs/heads/".length);
}

function shortOf({ ref }: HeldRemote): string {
  return shellWord(ref.slice("refs/remotes/".length));
}

/**
 * What to do about each remote branch that reaches it, and never at the cost of what others have there: a push only over a branch that holds nothing
 * but what the rewritten one held. `isOpen` where a purge waits for it.
 */
function sayHeld(all: readonly HeldRemote[], isOpen: boolean): readonly string[] {
  const says = all.flatMap((held) => sayOne(held, isOpen) ?? []);
  const others = all.filter(({ way }) => way === "leave");
  if (others[0] !== undefined) says.push(sayOthers(others[0], others));
  if (!isOpen || all.every(({ way }) => way === "push")) return says;
  return [...says, "When no remote branch holds it any more: git fetch --prune, then pagefile purge --resume."];
}

function sayOne(held: HeldRemote, isOpen: boolean): string | null {
  const [branch, short] = [shellWord(held.branch), shortOf(held)];
  if (held.way === "leave") return null;
  return held.way === "push"
    ? `${isOpen ? "A" : "After the purge a"} remote still has the former history: ${pushOf(held.ref, held.branch)}, then pagefile purge --resume.`
    : `${short} holds it in commits that ${branch} does not have, and that a push would take away: git merge ${short}, then run this purge again.`;
}

function sayOthers(first: HeldRemote, others: readonly HeldRemote[]): string {
  const [branch, own] = [shellWord(first.branch), first.ref.split("/").slice(3).join("/")];
  const hold = others.length === 1 ? "holds" : "hold";
  return `${fewOf(others.map(shortOf))} ${hold} it too. A push of ${branch} would take what else stands there away: who owns the branch rebases their own commits onto the purged ${branch}, or you do it for them, branch by branch: git switch -c ${shellWord(own)} ${shortOf(first)}, then run this purge there, and ${pushOf(first.ref, own)}.`;
}

/** `refs/remotes/origin/main` is what a push of main to origin moves. */
function pushOf(ref: string, branch: string): string {
  const [, , remote = "origin", ...name] = ref.split("/");
  const target = name.join("/");
  return `git push --force-with-lease ${shellWord(remote)} ${shellWord(target === branch ? branch : `${branch}:${target}`)}`;
}

const namedMax = 100;

/** Digests of entries and of ids, and kinds of secrets: a digest of a short secret could be guessed. */
function messageOf(found: FoundPurge, who: PatchEnvelope): string {
  const names = namesIn(found);
  const head = printMessage({
    subject: `purge: ${names.length} ${names.length === 1 ? "thing" : "things"} taken out of the history`,
    reason: "PURGE",
    ops: [],
    pages: [],
    from: [],
    boundary: "manual",
    session: null,
    actor: who.actor,
    origin: who.origin,
    evidence: [],
    patches: [],
  });
  const shown = names.slice(0, namedMax);
  const rest = names.length > shown.length ? [`more ${names.length - shown.length}`] : [];
  return head + [...shown, ...rest].map((name) => `Pagefile-Purged: ${name}\n`).join("");
}

function namesIn({ traced, kinds }: FoundPurge): readonly string[] {
  return [
    ...[...traced.entries.keys()].map((digest) => `entry ${digest}`),
    ...[...traced.pages].map((id) => `page ${shortDigest(id, 16)}`),
    ...kinds.map((kind) => `secret ${kind}`),
    ...(traced.values.size === 0 ? [] : [`values ${traced.values.size}`]),
  ];
}

// PurgeRows: where rows of series on disk hold what is purged; other programs write those files, and no purge does.

/** `path:line`, in the order of the listing, but for files that are `rewritten`. A file that cannot be read is named whole, with why. */
function rowsHolding(memory: Memory, cut: Cut, rewritten: readonly string[]): Outcome<readonly string[]> {
  // A row is no entry: what it can hold is a text, or a secret.
  if (cut.spans.length + cut.words.length === 0 && !cut.secrets) return ok([]);
  const files = seriesFilesOf(memory);
  const listed = files.list();
  if (!listed.ok) return listed;
  const found: string[] = [];
  for (const { path } of [...listed.value.hot, ...listed.value.cold]) {
    if (rewritten.includes(path)) continue;
    let line = 0;
    const read = files.lines(path, (bytes) => {
      line += 1;
      const text = bytes === null ? "" : textIn(bytes);
      if (cutSpans(text, cut) !== text) found.push(`${path}:${line}`);
    });
    if (!read.ok) found.push(`${path} (${read.error.says})`);
  }
  return ok(found);
}

/** The sentence for a person; null where nothing is left to do by hand. */
function sayRows(found: readonly string[]): string | null {
  if (found.length === 0) return null;
  const more = found.length > rowsNamedMax ? ` and ${found.length - rowsNamedMax} more` : "";
  return `Rows of a series are in no commit and are not rewritten; take these out by hand: ${found.slice(0, rowsNamedMax).join(", ")}${more}.`;
}

const rowsNamedMax = 5;

// PurgeCheck: whether a repository is in a state to be rewritten; every refusal names what stands in the way.

export interface PurgePlace {
  readonly git: Git;
  readonly layout: GitLayout;
  readonly store: ObjectStore;
}

/** Something that somebody has or set up stands in the way, and no command of git's failed. */
export function refusePurge(says: string, hint: string): Outcome<never> {
  return err({ code: "refused", reason: "DESTRUCTIVE_OP", says, hint });
}

/** Objects that are not this repository's own cannot be taken out of it. */
export async function checkRepository({ git, layout }: PurgePlace): Promise<Outcome<void>> {
  const operation = refuseOperation(layout);
  if (!operation.ok) return operation;
  const shallow = readShallow(layout);
  if (!shallow.ok) return shallow;
  if (shallow.value.size > 0) {
    return refusePurge("This clone is shallow: what lies before its end cannot be purged.", "git fetch --unshallow");
  }
  const objects = join(layout.commonDir, "objects");
  if (existsSync(join(objects, "info", "alternates"))) {
    const says = "This repository borrows objects from another one (objects/info/alternates).";
    return refusePurge(says, "Take them in first: git repack -a -d && rm .git/objects/info/alternates");
  }
  const packs = attempt("read the packs", () =>
    existsSync(join(objects, "pack")) ? readdirSync(join(objects, "pack")) : [],
  );
  if (!packs.ok) return packs;
  const kept = packs.value.find((name) => name.endsWith(".keep") || name.endsWith(".promisor"));
  if (kept !== undefined) {
    const hint = `Remove objects/pack/${kept} if nothing needs it.`;
    return refusePurge(`The pack beside ${kept} may not be rewritten.`, hint);
  }
  const hook = await git.run(["config", "--get-all", "gc.recentObjectsHook"]);
  if (!hook.ok) return hook;
  if (hook.value.stdout.length === 0) return ok(undefined);
  const says = "The configuration names a program that keeps objects (gc.recentObjectsHook), which is never run.";
  return refusePurge(says, "git config --unset-all gc.recentObjectsHook");
}

/**
 * `files` are those that change, from the work tree's top. What is not committed would be lost there, and a file that holds the purged
 * text and is not committed would keep it.
 */
export async function checkFiles(
  place: PurgePlace,
  rules: PurgeRules,
  files: readonly string[],
): Promise<Outcome<void>> {
  const { git, layout } = place;
  if (files.length > 0) {
    const input = files.map((path) => `${path}\0`).join("");
    const out = await git.output(["check-attr", "-z", "--stdin", "filter", "working-tree-encoding"], { input });
    if (!out.ok) return out;
    const parts = out.value.toString("utf8").split("\0");
    const at = parts.findIndex((value, i) => i % 3 === 2 && value !== "unspecified" && value !== "unset");
    if (at >= 0) {
      const says = `The path ${parts[at - 2]} has the git attribute ${parts[at - 1]}=${parts[at]}, so a purge cannot write it.`;
      return refusePurge(says, "Take the attribute away in .gitattributes, then try again.");
    }
  }
  const dirty = await dirtyIn(place);
  if (!dirty.ok) return dirty;
  for (const { path, staged } of dirty.value)
    if (files.includes(path) || (await keepsIt(place, rules, path, staged)))
      return refusePurge(
        `${rules.name(path)} has changes that are not committed, in a file that the purge has to change.`,
        "Commit them, or take them back; then run the purge again.",
      );
  const listed = await git.output(["ls-files", "--others", "-z", "--", layout.prefix === "" ? "." : layout.prefix]);
  if (!listed.ok) return listed;
  for (const path of listed.value.toString("utf8").split("\0")) {
    const isOurs = path.startsWith(layout.prefix) && isLocalLog(path.slice(layout.prefix.length));
    // A purge writes what a commit has; the file of which none has anything would still hold it afterwards.
    if (path.endsWith(".md") && !isOurs && (await keepsIt(place, rules, path, null)))
      return refusePurge(
        `${rules.name(path)} holds it too, and no commit has that file, so a purge does not write it.`,
        "Take it out of the file by hand; then run the purge again.",
      );
  }
  return ok(undefined);
}

interface Dirty {
  readonly path: string;
  /** What the index holds of it, where that is not what HEAD holds. */
  readonly staged: Oid | null;
}

async function dirtyIn({ git }: PurgePlace): Promise<Outcome<readonly Dirty[]>> {
  const refreshed = await git.run(["update-index", "-q", "--refresh"]);
  if (!refreshed.ok) return refreshed;
  const work = await git.output(["diff-files", "--name-only", "-z"]);
  if (!work.ok) return work;
  const index = await git.output(["diff-index", "--cached", "--no-renames", "-z", "HEAD", "--"]);
  if (!index.ok) return index;
  const [rows, paths] = [index, work].map(({ value }) => value.toString("utf8").split("\0").slice(0, -1));
  const staged = rows!.flatMap((info, at): readonly Dirty[] =>
    at % 2 === 1 ? [] : [{ path: rows![at + 1]!, staged: parseOid(info.split(" ")[3] ?? "") }],
  );
  return ok([...staged, ...paths!.map((path) => ({ path, staged: null }))]);
}

/** Whether the work tree or the index has the purged text in a file of the memory. */
async function keepsIt(place: PurgePlace, rules: PurgeRules, path: string, staged: Oid | null): Promise<boolean> {
  const { layout, store } = place;
  if (!path.startsWith(layout.prefix)) return false;
  const below = path.slice(layout.prefix.length);
  const differs = (bytes: Uint8Array): boolean => rules.name(below) !== below || rules.file(below, bytes) !== bytes;
  const file = join(layout.top, path);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() === true && stat.size <= limits.pageBytesMax && differs(readPlain(file, limits.pageBytesMax)))
    return true;
  if (staged === null || /^0+$/.test(staged)) return false;
  const blob = await store.read(staged, "blob");
  return blob.ok && differs(blob.value);
}

// Purge: a repository whose past can be written anew without something, in steps of which only one is seen.

/** How each thing reads without what is purged; pure functions, because the same blob is met in many commits. */
export interface PurgeRules {
  /** A file below the root; the same bytes where nothing is in it, null where it goes. */
  readonly file: (path: string, bytes: Uint8Array) => Uint8Array | null;
  readonly name: (path: string) => string;
  /** A file of `refs/pagefile/rejected`. */
  readonly record: (bytes: Uint8Array) => Uint8Array | null;
  readonly message: (text: string, renames: Renames) => string;
  /** Traces, faults, the inbox, and notes of sessions. */
  readonly log: (text: string, kind: Parameters<typeof cutLog>[2]) => string;
  /** Whether a file below the git dir is of a session that goes. */
  readonly isOwn: (name: string) => boolean;
  /** Whether any of it is in these bytes: asked of every object at the end, and of what git keeps beside its objects. */
  readonly holds: (bytes: Uint8Array) => boolean;
}

/** A remote-tracking ref that reaches what is purged, and what can be done about it that takes nobody's commits away. */
export interface HeldRemote {
  readonly ref: string;
  /**
   * `push`: it holds nothing that the local branch did not hold, so a forced push takes nothing away. `merge`: it is the same branch, with commits
   * that the local one does not have. `leave`: it is another branch.
   */
  readonly way: "push" | "merge" | "leave";
  /** The local branch that a purge rewrites, without its folder. */
  readonly branch: string;
}

export interface PurgeDraft {
  /** The branch, and refs of ours, that move; empty where nothing of the past holds it. */
  readonly refs: readonly { readonly name: string; readonly from: Oid; readonly to: Oid }[];
  /** Commits written anew because they, and not only one before them, change. */
  readonly commits: readonly Oid[];
  /** Files below the root that change in HEAD, as they are called afterwards. */
  readonly files: readonly string[];
  /** What of all that lies beside the history changes, by its name below the git dir; a log of this machine alone by its path. */
  readonly state: readonly string[];
  /** Refs, stashes and worktrees that reach it and are not moved: a purge is refused while there are any. */
  readonly others: readonly string[];
  /** Remote-tracking refs that reach it, which only a push changes. */
  readonly remotes: readonly string[];
  /** The same, each with what can be done about it. */
  readonly held: readonly HeldRemote[];
}

export interface PurgeDone {
  /** Objects that still hold it, because something not purged reaches them. */
  readonly left: number;
  /** Remote-tracking refs that reach the former history. */
  readonly remotes: readonly string[];
  readonly held: readonly HeldRemote[];
}

export interface PurgeHost {
  /** Whether a purge that was ended half-way waits to be finished. */
  pending(): Outcome<boolean>;
  /** Fails where the repository is in no state to be rewritten. Nothing is written. */
  draft(rules: PurgeRules): Promise<Outcome<PurgeDraft>>;
  /**
   * Writes the new history, adds a commit of this message to it and moves all refs in one transaction: `locked` when one of them moved
   * meanwhile. A failure, or a crash, before that leaves everything as it was.
   */
  commit(rules: PurgeRules, note: { readonly message: string; readonly when: Instant }): Promise<Outcome<Oid>>;
  /** Index, work tree, state, reflogs and objects brought in step with the refs; may be called again at any time. */
  finish(rules: PurgeRules | null): Promise<Outcome<PurgeDone>>;
  close(): Promise<void>;
}

/** The log of a day that is a page of this machine alone: in no commit, and no state below the git dir. */
export function isLocalLog(name: string): boolean {
  return logName.test(name) && name.endsWith("-local.md");
}

// PurgeFolder: where a purge keeps what it has still to do.

/** Throws where it, or a folder above it, is a link. */
export function journalFolder(layout: GitLayout): string {
  const folder = join(layout.gitDir, "pagefile", "purge");
  realFolders(folder);
  return folder;
}
