/**
 * HistoryCheck: one commit of the past judged by the rules that every commit is held to now: what its trailers claim, how its pages look, and
 * which entries went without an account. It is pure and has no memory of another commit.
 */

import { blobOid } from "../../base/digest.js";
import { type Oid, type PageId, type PagePath, parsePagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { textIn } from "../../base/text.js";
import type { Blob, FileState } from "../../git/history.js";
import { isPerson } from "../../memory/actor.js";
import { type FileFacts, factsOf } from "../../memory/facts.js";
import { archiveIndexPath, type Profile, ruleFor } from "../../memory/profile.js";
import { configPath } from "../../memory/service.js";
import { bodyStartOf, type Entry, outline } from "../../page/markdown/outline.js";
import { type Finding, schema } from "../../page/page.js";
import { findSecrets } from "../../rules/secret-keys.js";
import { guardWrites } from "../../write/validate.js";

// HistoryClaim: what a commit's trailers say it did, held against what it did.

interface Claims {
  readonly reason: string | null;
  readonly ops: readonly { readonly op: string; readonly id: string; readonly path: string }[];
  /** `Pagefile-Page`, one for each op. */
  readonly moves: readonly { readonly id: string; readonly from: string; readonly to: string }[];
  /** `Pagefile-From`: where moved files were. */
  readonly from: readonly string[];
  /** `Pagefile-Allow`: what a person let pass. */
  readonly allowed: readonly string[];
  /** Whether it says that an agent made it. */
  readonly byAgent: boolean;
}

/** From every paragraph: a squashed commit has the trailers of several in its middle. */
function claimsIn(message: string): Claims {
  const all = (key: string): string[] =>
    lines
      .filter((line) => line.startsWith(`Pagefile-${key}: `))
      .map((line) => line.slice(key.length + "Pagefile-: ".length).trim());
  const lines = message.split(/\r?\n/);
  return {
    reason: all("Reason").at(-1) ?? null,
    ops: all("Op").map((text) => {
      const [op = "", id = "", ...path] = text.split(" ");
      return { op, id, path: path.join(" ") };
    }),
    moves: all("Page").map((text) => {
      const [, id = "", from = "", to = ""] = /^(.*)@([^@]*)\.\.([^@]*)$/.exec(text) ?? [];
      return { id, from, to };
    }),
    from: all("From"),
    allowed: all("Allow"),
    byAgent: all("Actor").some((actor) => !isPerson(actor)),
  };
}

/** Whether a person made the commit: with the words the hook adds, or with none of ours. */
function isByHand(claims: Claims): boolean {
  return claims.reason === null || claims.reason === "MANUAL_EDIT";
}

/** Trailers name this many pages at most; of those beyond, the commit says nothing. */
const namedMax = 100;

/** Nothing where no trailers claim anything. */
function claimRemarks(commit: CheckedCommit, claims: Claims): readonly HistoryRemark[] {
  if (claims.reason === null) return [];
  const byHand = isByHand(claims);
  const files = new Map(commit.files.map((file) => [file.path, file]));
  const wrong = byHand ? handClaims(commit, claims) : ownClaims(claims, files);
  const stray = unclaimed(commit, claims).map(({ id, path }) =>
    finding("claim_false", "The commit changed this page, which its trailers do not name.", { id, path }),
  );
  if (!commit.replayed) return [...wrong, ...stray];
  // What a machine changed without saying so stays a finding: a rebase adds no page to a commit, and follows one to a new name.
  const amended = byHand ? stray : stray.filter(({ path }) => isFollowed(files.get(path ?? ""), claims, files));
  const told = "The commit was made anew by a rebase, cherry-pick or amend, and its trailers tell of the first one";
  const known = [...wrong, ...amended].slice(0, 1).map((remark): HistoryRemark => {
    return { ...remark, code: "claim_replayed", severity: "note", says: `${told}: ${remark.says}` };
  });
  return [...known, ...stray.filter((remark) => !amended.includes(remark))];
}

/** Whether the trailers name the page by a path that it has no longer: by its id, or by the versions that it had. */
function isFollowed(file: CheckedFile | undefined, claims: Claims, files: ReadonlyMap<string, CheckedFile>): boolean {
  return claims.ops.some(({ id, path }, at) => {
    if (file === undefined || files.has(path)) return false;
    const { from, to } = claims.moves[at] ?? {};
    return id.split("#", 1)[0] === file.id || (file.before[0]?.version === from && file.after?.version === to);
  });
}

function ownClaims(claims: Claims, files: ReadonlyMap<string, CheckedFile>): readonly HistoryRemark[] {
  if (claims.ops.length !== claims.moves.length) {
    const says = `The trailers name ${claims.ops.length} changes and the versions of ${claims.moves.length}.`;
    return [finding("claim_false", says)];
  }
  return claims.ops.flatMap(({ op, id, path }, at) => {
    const move = claims.moves[at]!;
    const wrong = id === move.id ? ownClaim({ op, path, ...move }, claims, files) : "two different pages";
    const says = `The trailers say “${op} ${id} ${path}” and “${move.id}@${move.from}..${move.to}”; that is ${wrong}.`;
    return wrong === null ? [] : [finding("claim_false", says, { id, path })];
  });
}

/** What speaks against one op and its versions; null where nothing does. */
function ownClaim(
  claim: Claims["ops"][number] & Claims["moves"][number],
  claims: Claims,
  files: ReadonlyMap<string, CheckedFile>,
): string | null {
  const file = files.get(claim.path);
  // A patch of a batch that found its words there already changes nothing, and says so by equal versions.
  if (file === undefined) return claim.from === claim.to ? null : "not so: the commit did not change the file";
  const moved = claims.from.map((path) => files.get(path)).filter((each) => each !== undefined);
  const sources = claim.op === "archive" || claim.op === "restore" ? moved : [file, ...moved];
  const before = sources.map((source) => source.before[0]?.version ?? "0");
  const after = file.after?.version ?? "0";
  if (after !== claim.to) return `not so: the commit left it at ${after}`;
  if (!before.includes(claim.from)) return `not so: the commit found it at ${before[0] ?? "no version"}`;
  const own = file.after?.id ?? file.before[0]?.id ?? null;
  const named = claim.id.split("#", 1)[0];
  return own === null || own === named ? null : `not so: the page there is “${own}”`;
}

function handClaims(commit: CheckedCommit, claims: Claims): readonly HistoryRemark[] {
  // Other memories of the same work tree are named in the same message, each below its own root.
  if (commit.outside) return [];
  return claims.ops.flatMap(({ op, id, path }) => {
    const file = commit.files.find((each) => each.path === path || each.path.endsWith(`/${path}`));
    const did = file === undefined ? null : statusOf(file);
    if (did === op) return [];
    const is = did === null ? "the commit did not change the file" : `the commit shows ${did}`;
    return [finding("claim_false", `The trailers say “${op} ${id} ${path}”; ${is}.`, { id, path })];
  });
}

function statusOf({ mode, before }: CheckedFile): string {
  return mode === "" ? "delete" : before[0] == null ? "create" : "edit";
}

function unclaimed(commit: CheckedCommit, claims: Claims): readonly CheckedFile[] {
  if (claims.ops.length >= namedMax) return [];
  const named = new Set([...claims.ops.map(({ path }) => path), ...claims.from]);
  const byHand = isByHand(claims);
  return commit.files.filter((file) => {
    if (file.path === archiveIndexPath || named.has(file.path)) return false;
    // The hook names pages only; a machine has no business in a file that is the user's to write.
    if (byHand) return file.own && ![...named].some((path) => file.path.endsWith(`/${path}`));
    return file.own || file.after !== null || file.before[0] != null;
  });
}

/** A page file that the commit changed. */
export interface CheckedFile extends PageName {
  /** Whether the profile reads it as a page that Pagefile may write. */
  readonly own: boolean;
  /** As git writes it; empty for a deletion. */
  readonly mode: string;
  /** null for a deletion, and for what is no regular file. */
  readonly after: PageView | null;
  /** One for each parent; a single null in a first commit. */
  readonly before: readonly (PageView | null)[];
  /** Where the sides of a merge began. */
  readonly bases: readonly (PageView | null)[];
}

export interface CheckedCommit {
  /** How many the commit has. */
  readonly parents: number;
  readonly message: string;
  /** Whether a rebase, cherry-pick or amend made it anew. */
  readonly replayed: boolean;
  /** Whether it changed files of other folders too. */
  readonly outside: boolean;
  /** `was` and `is`: whether the folder was a memory before, and is one after. */
  readonly memory: { readonly was: boolean; readonly is: boolean };
  readonly files: readonly CheckedFile[];
}

/** Nothing here looks at the author, who is whoever the commit says. Findings first by rule, then by path. */
export function checkCommit(commit: CheckedCommit): readonly HistoryRemark[] {
  const claims = claimsIn(commit.message);
  const gone = finding("config_removed", `The commit took ${configPath} away, which marks a memory.`);
  const config = commit.memory.was && !commit.memory.is ? [gone] : [];
  const secrets = secretRemarks(commit, claims);
  // Before a folder was a memory nobody had promised anything about its files; a secret is one all the same.
  if (!commit.memory.is) return [...config, ...secrets];
  const pages = commit.files.flatMap((file) => pageRemarks(commit, file, claims));
  if (commit.parents > 1) return [...config, ...secrets, ...pages, ...mergeRemarks(commit, claims)];
  const claimed = claimRemarks(commit, claims);
  const lost = lossRemarks(commit, claims);
  return [...config, ...secrets, ...pages, ...claimed, ...lost, ...handNote(commit, claims)];
}

function handNote(commit: CheckedCommit, claims: Claims): readonly HistoryRemark[] {
  const pages = commit.files.filter((file) => file.own).length;
  if (claims.reason !== null || pages === 0) return [];
  const says = `A person's commit without trailers changed ${pages} ${pages === 1 ? "page" : "pages"}.`;
  return [note("hand_commit", says)];
}

function bypassed(claims: Claims): "hook_bypassed" | "gate_bypassed" {
  return isByHand(claims) ? "hook_bypassed" : "gate_bypassed";
}

/** What a merge took over from a side was that side's commit to answer for. */
function isNews(file: CheckedFile): boolean {
  return file.before.every((view) => view === null || view.oid !== file.after?.oid);
}

function pageRemarks(commit: CheckedCommit, file: CheckedFile, claims: Claims): readonly HistoryRemark[] {
  if (!file.own || file.mode === "" || !isNews(file)) return [];
  const code = bypassed(claims);
  if (parsePagePath(file.path) === null) {
    return [finding(code, "Some operating systems cannot keep a file of this name.", file)];
  }
  // One that takes no page's place is its owner's own, and no page.
  if (file.after === null && file.before.every((view) => view === null)) return [];
  if (file.after === null) return [finding(code, "The page is a symbolic link or a submodule, not a file.", file)];
  const { problem, isSessions } = file.after;
  const place = problem === null || problem.line === 0 ? "" : `Line ${problem.line}: `;
  const malformed = problem === null ? [] : [finding(code, `${place}${problem.says}`, file)];
  const was = commit.parents === 1 && file.before[0]?.isSessions === true;
  const says = "The page is of scope session, which never goes onto a branch.";
  return isSessions && !was ? [...malformed, finding(code, says, file)] : malformed;
}

/** The same look that a commit gets before it is made; the words of a refusal hold a redacted form only. */
function secretRemarks(commit: CheckedCommit, claims: Claims): readonly HistoryRemark[] {
  // No hook was there to be passed by.
  const code = commit.memory.is ? bypassed(claims) : "secret_stood";
  const found: HistoryRemark[] = [];
  const known = once(() => statesBefore(commit.files));
  const stood = new Set(commit.files.flatMap(({ before }) => before.map((view) => view?.oid)));
  for (const file of commit.files) {
    const { after } = file;
    const named = file.before.every((view) => view === null) && file.mode !== "" && findSecrets(file.path).length > 0;
    if (named) found.push(finding(code, "The file's name holds a secret.", { id: "-", path: "-" }));
    // What only moved was told where it came in.
    if (after === null || !isNews(file) || stood.has(after.oid)) continue;
    if (!file.before.every((view) => isSuspect(view, after)) || after.withSecret === null) continue;
    const path = file.path as PagePath;
    const write = { path, before: noBlobs, head: after.withSecret.bytes, index: null, work: null };
    const refusal = guardWrites([write], "", known());
    if (refusal !== null) found.push(finding(code, refusal.says.replace(" Nothing of it was kept.", ""), file));
  }
  if (findSecrets(commit.message).length > 0) found.push(finding(code, "The commit message holds a secret."));
  return found;
}

/** What is looked at around a change: a name above its value, the head of a key. */
const aroundBytes = 1_024;

/** Whether what the commit changed in a page may hold a secret. A past of thousands of commits is not read whole for each line that it added. */
function isSuspect(before: PageView | null, { bytes }: PageView): boolean {
  if (before === null) return true;
  const old = before.bytes;
  const shorter = Math.min(old.length, bytes.length);
  let start = 0;
  while (start < shorter && old[start] === bytes[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && old[old.length - 1 - tail] === bytes[bytes.length - 1 - tail]) tail += 1;
  const from = bytes.lastIndexOf(newline, start - aroundBytes) + 1;
  const to = bytes.indexOf(newline, bytes.length - tail + aroundBytes);
  return findSecrets(textIn(bytes.subarray(start < aroundBytes ? 0 : from, to < 0 ? undefined : to))).length > 0;
}

const newline = 10;

const noBlobs = { head: null, index: null, work: null } as const;

/** What the commit found, so that a secret which moved with its page is told once, where it came in. */
function statesBefore(files: readonly CheckedFile[]): ReadonlyMap<string, FileState> {
  const states = files.flatMap((file) =>
    file.before.flatMap((view, side): readonly (readonly [string, FileState])[] => {
      const [path, head] = [file.path as PagePath, view?.withSecret ?? null];
      return head === null ? [] : [[`${side} ${path}`, { path, head, index: null, work: null }]];
    }),
  );
  return new Map(states);
}

// HistoryView: one version of a page as an audit looks at it: what it is called, what it says, and whether it may be kept.

export interface PageView {
  readonly oid: Oid;
  /** What the frontmatter says; null where the page has its id from its path. */
  readonly id: PageId | null;
  /** As a trailer names it: the version, or the first digits of the blob's id. */
  readonly version: string;
  /** Digests, each once. */
  readonly entries: readonly string[];
  /** The entries that are pinned hard, by the page or by their section. */
  readonly pinned: ReadonlySet<string>;
  /** What keeps the page from being read back as memory; null where nothing does. */
  readonly problem: Pick<Finding, "says" | "line"> | null;
  readonly isSessions: boolean;
  readonly bytes: Uint8Array;
  /** null where it holds no secret. */
  readonly withSecret: Blob | null;
}

/** Pure. What nobody asks of a version is not read from it. */
export function viewOf(path: string, blob: Blob, profile: Profile): PageView {
  const { oid, bytes } = blob;
  const text = once(() => textIn(bytes));
  // What is too large to be read as a page is not parsed as one either.
  const readable = bytes.length <= limits.pageBytesMax;
  const facts = once(() => factsOf(path, bytes, profile));
  const found = once(() => (readable ? outline(text(), bodyStartOf(text())).entries : []));
  const known: { readonly [K in keyof Asked]: () => Asked[K] } = {
    id: () => facts().meta.id ?? null,
    version: () => String(facts().meta.version ?? blobOid(bytes).slice(0, 10)),
    entries: () => [...new Set(found().map((entry) => entry.digest))],
    pinned: () => pinnedIn(path, profile, facts().meta, found()),
    problem: () => {
      const [problem] = (facts().findings ?? []).filter(({ severity }) => severity === "error");
      return problem === undefined ? null : { says: problem.says, line: problem.line };
    },
    isSessions: () => facts().meta.scope === "session",
    withSecret: () => (readable && findSecrets(text()).length > 0 ? blob : null),
  };
  const asked = Object.entries(known).map(([name, make]) => [name, { enumerable: true, get: once<unknown>(make) }]);
  return Object.defineProperties({ oid, bytes }, Object.fromEntries(asked)) as PageView;
}

/** What is made of a version where it is asked for. */
type Asked = Omit<PageView, "oid" | "bytes">;

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function pinnedIn(
  path: string,
  profile: Profile,
  meta: FileFacts["meta"],
  found: readonly Entry[],
): ReadonlySet<string> {
  const pagePin = meta.pin ?? (meta.type == null ? ruleFor(profile, path) : schema[meta.type]).pin;
  const isPinned = ({ section }: Entry): boolean =>
    ((section === null ? null : meta.sections?.[section]?.pin) ?? pagePin) === "hard";
  return new Set(found.filter(isPinned).map(({ digest }) => digest));
}

// HistoryLoss: the entries that a commit found and did not leave, and whether anything in it accounts for that.

/** Ops that may take an entry away from the page they name; every other op only adds. */
const takingOps: ReadonlySet<string> = new Set(["revert", "correct", "remove", "resolve", "purge"]);

/** For commits with one parent, or none. An entry that another page of the commit holds now has moved, and is not lost. */
function lossRemarks(commit: CheckedCommit, claims: Claims): readonly HistoryRemark[] {
  const kept = entriesIn(commit, ({ after }) => [after]);
  return commit.files.flatMap((file) => {
    const before = file.before[0];
    // The archive's index is made of what is in the archive; its lines come and go with the pages.
    if (before == null || file.path === archiveIndexPath) return [];
    const lost = [...before.entries].filter((digest) => !kept.has(digest));
    if (lost.length === 0) return [];
    return isByHand(claims) ? lostByHand(file, before, lost, claims) : lostByProgram(file, lost, claims);
  });
}

function lostByProgram(file: CheckedFile, lost: readonly string[], claims: Claims): readonly HistoryRemark[] {
  const ops = [...new Set(claims.ops.filter(({ path }) => path === file.path).map(({ op }) => op))];
  if (ops.some((op) => takingOps.has(op))) return [];
  const why = ops.length === 0 ? "no op of it names the page" : `${ops.join(", ")} takes no entry away`;
  return [finding("entry_vanished", `${entries(lost)} of the page vanished: ${why}.`, file)];
}

/** A person may delete what is theirs; what is pinned hard asks for a word in the message. */
function lostByHand(
  file: CheckedFile,
  before: PageView,
  lost: readonly string[],
  claims: Claims,
): readonly HistoryRemark[] {
  const pinned = file.own ? lost.filter((digest) => before.pinned.has(digest)) : [];
  if (pinned.length > 0 && claims.byAgent)
    return [finding("hook_bypassed", `${entries(pinned)} pinned hard vanished, and an agent made the commit.`, file)];
  if (pinned.length === 0 || claims.allowed.includes("DESTRUCTIVE_OP")) {
    const who = claims.byAgent ? "An agent" : "A person";
    return [note("removed_by_hand", `${who} removed or changed ${entries(lost)} of the page.`, file)];
  }
  const says = `${entries(pinned)} pinned hard vanished, and the message has no “Pagefile-Allow: DESTRUCTIVE_OP”.`;
  return [finding("hook_bypassed", says, file)];
}

/** For merges: an entry may go where a side that had it from the beginning gave it up, and elsewhere on a person's word alone. */
function mergeRemarks(commit: CheckedCommit, claims: Claims): readonly HistoryRemark[] {
  const kept = entriesIn(commit, ({ after }) => [after]);
  const held = Array.from({ length: commit.parents }, (_, side) => entriesIn(commit, (file) => [file.before[side]]));
  const began = entriesIn(commit, (file) => file.bases);
  return commit.files.flatMap((file) => {
    if (file.path === archiveIndexPath) return [];
    const had = new Set(file.before.flatMap((view) => [...(view?.entries ?? [])]));
    const lost = [...had].filter(
      (digest) => !kept.has(digest) && (!began.has(digest) || held.every((side) => side.has(digest))),
    );
    if (lost.length === 0) return [];
    if (claims.allowed.includes("DESTRUCTIVE_OP")) {
      return [note("removed_by_hand", `A person's merge left ${entries(lost)} of the page out.`, file)];
    }
    const says = `The merge lost ${entries(lost)} of the page that no side had removed.`;
    return [finding("merge_lost", says, file)];
  });
}

function entriesIn(
  commit: CheckedCommit,
  views: (file: CheckedFile) => readonly (PageView | null | undefined)[],
): ReadonlySet<string> {
  return new Set(commit.files.flatMap((file) => views(file).flatMap((view) => [...(view?.entries ?? [])])));
}

/** `1 entry (4f1c09a2b3d4)`: digests, never words, because an audit is printed where pages are not. */
function entries(digests: readonly string[]): string {
  const shown = digests.slice(0, 3).map((digest) => digest.slice(0, 12));
  const rest = digests.length > shown.length ? ", …" : "";
  return `${digests.length} ${digests.length === 1 ? "entry" : "entries"} (${shown.join(", ")}${rest})`;
}

// HistoryRemark: what an audit of the past has to say of one commit; a finding is to be looked into, a note is only to be known.

/**
 * `hook_bypassed`: a person's commit that the pre-commit hook refuses. `gate_bypassed`: the same in a commit that says Pagefile made
 * it. `secret_stood`: a secret that a page held before there was a memory here. `claim_false`: trailers that the commit's own changes do not bear out. `entry_vanished`: gone without an op that may take
 * it. `merge_lost`: gone in a merge though no side took it away. `config_removed`: the folder stopped being a memory.
 * `history_rewritten`: what was attested is no longer in the history. `label_lost`: words of strangers whose label no commit tells.
 * `purged_again`: an entry or a page that was purged and stands here again.
 */
type FindingKind =
  | "hook_bypassed"
  | "gate_bypassed"
  | "secret_stood"
  | "claim_false"
  | "entry_vanished"
  | "merge_lost"
  | "config_removed"
  | "history_rewritten"
  | "label_lost"
  | "purged_again";

/** `claim_replayed`: trailers of a commit that a rebase, cherry-pick or amend made anew speak of the commit as it was first. */
type NoteKind = "hand_commit" | "removed_by_hand" | "claim_replayed";

export interface HistoryRemark {
  readonly code: FindingKind | NoteKind;
  readonly severity: "finding" | "note";
  /** Id of the page; null where the remark is about the commit. */
  readonly page: string | null;
  /** Below the root. */
  readonly path: string | null;
  readonly says: string;
}

function finding(code: FindingKind, says: string, page: PageName | null = null): HistoryRemark {
  return { code, severity: "finding", page: page?.id ?? null, path: page?.path ?? null, says };
}

function note(code: NoteKind, says: string, page: PageName | null = null): HistoryRemark {
  return { code, severity: "note", page: page?.id ?? null, path: page?.path ?? null, says };
}

interface PageName {
  readonly id: string;
  readonly path: string;
}
