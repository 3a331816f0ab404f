/**
 * HookCommands: what each hook does when git calls it. The pages of a commit are judged by their staged bytes, and its message gets the trailers
 * that say who edited what.
 */

import { type Oid, type PageId, parsePagePath } from "../base/ids.js";
import { lineAt } from "../base/lines.js";
import { type Outcome, ok } from "../base/result.js";
import { compareText, textIn } from "../base/text.js";
import { isPerson } from "../memory/actor.js";
import { isOwnPage } from "../memory/included.js";
import type { Workspace } from "../memory/workspace.js";
import type { Finding } from "../page/page.js";
import { findSecrets, isSameSecret } from "../rules/secret-keys.js";
import {
  contentFindings,
  type HookPage,
  mayBePinned,
  pinFindings,
  readHookPage,
  type StagedPage,
} from "../write/guard/hand.js";
import { agentFindings, blobsOf, type CommitHost, claimFindings, lostPages, overflowFindings } from "./commit.js";
import { type AfterName, type HookName, stagedPages, unfinishedFindings } from "./staged.js";

/** A page of the commit with the id it has, or had: its own, or the one its path gives it. */
interface JudgedPage extends StagedPage {
  readonly id: PageId;
}

interface StagedCheck {
  readonly pages: readonly JudgedPage[];
  /** What keeps the commit from being made. Paths are below the work tree's top. */
  readonly findings: readonly Finding[];
  /** What keeps it from being made unless its message allows it. */
  readonly asks: readonly Finding[];
}

/** Judges the two versions of each changed page, and asks the index who else claims an id that is new. */
async function checkStaged(host: CommitHost): Promise<Outcome<StagedCheck>> {
  const pages = await stagedPages(host);
  if (!pages.ok) return pages;
  const versions = await versionsOf(host, pages.value);
  if (!versions.ok) return versions;
  const findings = versions.value.flatMap(ownFindings);
  const fresh = versions.value.flatMap(({ page, after, before }): readonly Claim[] => {
    const id = after?.meta.id ?? null;
    return id === null || before?.meta.id === id ? [] : [{ page, id }];
  });
  const twice = await duplicates(host, fresh);
  if (!twice.ok) return twice;
  const lost = await lostPages(host, versions.value);
  if (!lost.ok) return lost;
  const overflow = await overflowFindings(host);
  if (!overflow.ok) return overflow;
  const bytes = versions.value.map(({ page, before, head, next }) => {
    return { page, before: head, after: next, mayBePinned: before !== null && mayBePinned(page, before) };
  });
  const agents = await agentFindings(host, bytes);
  if (!agents.ok) return agents;
  const unfinished = await unfinishedFindings(host, pages.value);
  if (!unfinished.ok) return unfinished;
  const stale = new Set(lost.value.map(({ path }) => path));
  const asks: Finding[] = [...lost.value];
  for (const pair of host.operation === null ? versions.value : [])
    if (!stale.has(pair.page.file.path)) asks.push(...(await asked(pair, versions.value)));
  const judged: JudgedPage[] = [];
  for (const { page, before, after } of versions.value) {
    judged.push({ ...page, id: (after ?? before)?.meta.id ?? (await inferredId(page)) });
  }
  return ok({
    pages: judged,
    findings: inOrder([...findings, ...twice.value, ...overflow.value, ...agents.value, ...unfinished.value]),
    asks: inOrder(asks),
  });
}

interface Pair {
  readonly page: StagedPage;
  /** HEAD's version; null for a new page. */
  readonly before: HookPage | null;
  /** The bytes of `before`. */
  readonly head: Uint8Array | null;
  /** null for a deleted page. */
  readonly after: HookPage | null;
  /** The bytes of `after`. */
  readonly next: Uint8Array | null;
}

interface Claim {
  readonly page: StagedPage;
  readonly id: PageId;
}

/** Loaded where it is needed: a digest loads more than all else that is done here. */
async function inferredId({ path }: StagedPage): Promise<PageId> {
  const { idFromPath } = await import("../memory/table.js");
  return idFromPath(path);
}

/** One round of reading for all. */
async function versionsOf(host: CommitHost, pages: readonly StagedPage[]): Promise<Outcome<readonly Pair[]>> {
  const blobs = await blobsOf(
    host,
    pages.map(({ file }) => file),
  );
  if (!blobs.ok) return blobs;
  // An object that is not there is told of by git, and no page that was deleted.
  const bytesOf = (oid: Oid | null): Uint8Array | null =>
    oid === null ? null : (blobs.value(oid) ?? new Uint8Array());
  const read = (page: StagedPage, oid: Oid | null): HookPage | null => {
    const found = bytesOf(oid);
    return found === null ? null : readHookPage(page.path, found);
  };
  return ok(
    pages.map((page) => ({
      page,
      before: read(page, page.file.before),
      head: bytesOf(page.file.before),
      after: read(page, page.file.oid),
      next: bytesOf(page.file.oid),
    })),
  );
}

function ownFindings({ page, before, after }: Pair): readonly Finding[] {
  if (after === null) return [];
  const { path, mode } = page.file;
  const place = { severity: "error", path, line: 0 } as const;
  if (parsePagePath(page.path) === null) {
    const says = "Some operating systems cannot keep a file of this name, or read it as something else.";
    return [{ ...place, code: "path_refused", says, hint: "Rename the file to letters, digits and dashes." }];
  }
  if (mode !== "100644" && mode !== "100755") {
    // A link that takes no page's place is its owner's own, and no page.
    if (before === null) return [];
    const says = "The staged page is a symbolic link; a page is a regular file.";
    return [{ ...place, code: "not_a_regular_file", says, hint: "Stage the file itself instead of a link to it." }];
  }
  return contentFindings(path, after, { before, scope: page.config.scope });
}

/** A page that was deleted here and has its id there has moved. */
async function asked(pair: Pair, all: readonly Pair[]): Promise<readonly Finding[]> {
  const { page, before } = pair;
  if (before === null) return [];
  const { id } = before.meta;
  const isMoved = (one: Pair): boolean => id !== null && one.before === null && one.after?.meta.id === id;
  const next = pair.after === null ? all.find(isMoved) : pair;
  return pinFindings({ page, at: before }, next?.after == null ? null : { page: next.page, at: next.after });
}

async function duplicates(host: CommitHost, fresh: readonly Claim[]): Promise<Outcome<readonly Finding[]>> {
  const findings: Finding[] = [];
  for (const prefix of new Set(fresh.map(({ page }) => page.prefix))) {
    const claims = fresh.filter(({ page }) => page.prefix === prefix);
    const named = await host.claiming([...new Set(claims.map(({ id }) => id))], prefix);
    if (!named.ok) return named;
    const { config } = claims[0]!.page;
    const others = named.value.filter(({ path }) => isOwnPage(path.slice(prefix.length), config));
    const blobs = await host.blobs(others.map(({ oid }) => oid));
    if (!blobs.ok) return blobs;
    const holders = others.map(({ path }, at) => {
      const read = readHookPage(path.slice(prefix.length), blobs.value[at] ?? new Uint8Array());
      return { path, id: read.findings.some(({ severity }) => severity === "error") ? null : read.meta.id };
    });
    for (const { page, id } of claims) {
      const holder = holders.find((each) => each.id === id && each.path !== page.file.path);
      if (holder === undefined) continue;
      const [says, hint] = [`The id “${id}” is taken by ${holder.path}.`, "Give one of the two another id."];
      findings.push({ code: "id_duplicate", severity: "error", path: page.file.path, line: 2, says, hint });
    }
  }
  return ok(findings);
}

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((a, b) => compareText(a.path, b.path) || a.line - b.line || compareText(a.code, b.code));
}

// HookMessage: trailers put into a commit message where git's own interpret-trailers puts them; a pure function of the text.

/**
 * The message with the lines behind its last trailer, or as a new last paragraph. What follows the text (comments, blank lines, a
 * scissors line and the diff below it) stays where it is. `comment` opens a comment line; null where git takes all lines as text.
 */
export function addTrailers(message: string, lines: readonly string[], comment: string | null): string {
  const end = endOfText(message, comment);
  const text = message.slice(0, end);
  const added = lines.map((line) => `${line}\n`).join("");
  const ended = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  if (hasTrailers(ended, comment)) return `${ended.trimEnd()}\n${added}${message.slice(end)}`;
  const lastLine = ended.slice(ended.lastIndexOf("\n", ended.length - 2) + 1);
  return ended + (isBlank(lastLine) ? "" : "\n") + added + message.slice(end);
}

/** Whether there is a word to commit: git ends a commit whose message is comments alone, and so must we leave it. */
export function isEmptyMessage(message: string, comment: string | null): boolean {
  return textLines(message, comment).every((line) => isBlank(line) || line.startsWith("Signed-off-by: "));
}

/** Whether a line of the text, in any paragraph, already says why: a squashed message holds trailers in its middle. */
export function carriesReason(message: string, comment: string | null): boolean {
  return textLines(message, comment).some((line) => line.startsWith("Pagefile-Reason:"));
}

/** The lines of the text, comments left out. */
function textLines(message: string, comment: string | null): readonly string[] {
  return linesOf(message.slice(0, endOfText(message, comment))).filter((line) => !isComment(line, comment));
}

/** Whether a line of the text is the trailer `Pagefile-Allow:` with this word. */
function allows(message: string, word: string, comment: string | null): boolean {
  const words = textLines(message, comment).flatMap((line) => /^pagefile-allow:(.*)$/i.exec(line)?.[1] ?? []);
  return words.some((said) => said.split(/[ \t\r,]+/).includes(word));
}

/** A commit that `git rebase --autosquash` folds into another, whose message is the one that counts. */
export function isFixup(message: string): boolean {
  return /^(?:fixup|squash|amend)! /.test(message);
}

/** Where the text ends: before the scissors line, and before the comments and blank lines that trail it. */
function endOfText(message: string, comment: string | null): number {
  let end = message.length;
  if (comment !== null) {
    const scissors = `${comment} ------------------------ >8 ------------------------\n`;
    const cut = message.startsWith(scissors) ? 0 : message.indexOf(`\n${scissors}`) + 1;
    if (cut > 0 || message.startsWith(scissors)) end = cut;
  }
  let text = 0;
  for (let at = 0; at < end; ) {
    const newline = message.indexOf("\n", at);
    const next = newline < 0 || newline >= end ? end : newline + 1;
    const line = message.slice(at, next);
    if (line !== "\n" && !isComment(line, comment)) text = next;
    at = next;
  }
  return text;
}

/** git's rule for the last paragraph: trailers alone, or one that git itself writes and a quarter of the lines; never the title. */
function hasTrailers(text: string, comment: string | null): boolean {
  const lines = linesOf(text);
  const title = lines.findIndex((line) => isBlank(line) && !isComment(line, comment));
  if (title < 0) return false;
  let trailers = 0;
  let others = 0;
  let continued = 0;
  let recognized = false;
  for (let at = lines.length - 1; at >= title; at -= 1) {
    const line = lines[at]!;
    if (isComment(line, comment)) {
      others += continued;
      continued = 0;
    } else if (isBlank(line)) {
      if (trailers + others + continued === 0) continue;
      others += continued;
      return recognized ? trailers * 3 >= others : trailers > 0 && others === 0;
    } else if (/^(?:Signed-off-by: |\(cherry picked from commit )/.test(line)) {
      trailers += 1;
      continued = 0;
      recognized = true;
    } else if (/^[A-Za-z0-9-]+[ \t]*:/.test(line)) {
      trailers += 1;
      continued = 0;
    } else if (/^[ \t]/.test(line)) continued += 1;
    else {
      others += 1 + continued;
      continued = 0;
    }
  }
  return false;
}

function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function isBlank(line: string): boolean {
  return line.trim() === "";
}

function isComment(line: string, comment: string | null): boolean {
  return comment !== null && line.startsWith(comment);
}

export interface HookAnswer {
  readonly hook: HookName;
  /** Paths of the pages in the commit, below the work tree's top. */
  readonly pages: readonly string[];
  /** What keeps the commit from being made. */
  readonly findings: readonly Finding[];
  /** The trailers that were added. */
  readonly trailers: readonly string[];
}

/**
 * Reads the staged blobs of changed pages; stages nothing. What a word in the message can allow is left to commit-msg, which sees
 * the message. `git` is the id of the git process that commits; with it an ordinary commit gets a ticket past commit-msg.
 */
export async function preCommit(host: CommitHost, git: string | null): Promise<Outcome<HookAnswer>> {
  const checked = await checkStaged(host);
  if (!checked.ok) return checked;
  const { pages, findings, asks } = checked.value;
  // What an agent says in its message is looked at, whatever is staged.
  const plain = findings.length === 0 && asks.length === 0 && host.operation === null && isPerson(host.actor);
  const ticket = plain && git !== null ? ticketText(git, pages.length, trailersFor(pages, host.actor)) : null;
  const left = host.leaveTicket(ticket);
  // Without it the next hook looks for itself; an old one is known by its process.
  if (!left.ok && left.error.code !== "io_failed") return left;
  return ok({ hook: "pre-commit", pages: pathsOf(checked.value), findings, trailers: [] });
}

/**
 * Says in the message that a person edited these pages, once. Merges, rebases and fixups keep the words they have. It is only
 * asked where no ticket holds, so what is staged now is judged anew: another hook may have staged more since pre-commit.
 */
export async function commitMessage(host: CommitHost, file: string): Promise<Outcome<HookAnswer>> {
  const nothing: HookAnswer = { hook: "commit-msg", pages: [], findings: [], trailers: [] };
  const isReplay = host.operation === "merge" || host.operation === "rebase";
  if (isReplay && isPerson(host.actor)) return ok(nothing);
  const message = host.readMessage(file);
  if (!message.ok) return message;
  const text = message.value ?? "";
  const comment = host.comment(text);
  if (!comment.ok) return comment;
  const said = textLines(text, comment.value);
  const claims = claimFindings(host.actor, said);
  if (claims.length > 0) return ok({ ...nothing, findings: claims });
  if (isReplay) return ok(nothing);
  if (message.value !== null && isEmptyMessage(text, comment.value)) return ok(nothing);
  const checked = await checkStaged(host);
  if (!checked.ok) return checked;
  const { pages, findings, asks } = checked.value;
  const refused = allows(text, "DESTRUCTIVE_OP", comment.value) ? findings : [...findings, ...asks];
  if (refused.length > 0) return ok({ ...nothing, pages: pathsOf(checked.value), findings: refused });
  if (message.value === null || isFixup(text)) return ok(nothing);
  if (carriesReason(text, comment.value)) {
    const rest = withoutDraft(text, comment.value) ?? withActor(text, comment.value, host.actor);
    const cleared = rest === null ? ok(undefined) : host.writeMessage(file, rest);
    return cleared.ok ? ok(nothing) : cleared;
  }
  const trailers = trailersFor(pages, host.actor);
  if (trailers.length === 0) return ok(nothing);
  const written = host.writeMessage(file, addTrailers(text, trailers, comment.value));
  return written.ok ? ok({ ...nothing, pages: pathsOf(checked.value), trailers }) : written;
}

/** An agent that writes trailers of its own says who it is; null where that is said. */
function withActor(text: string, comment: string | null, actor: string): string | null {
  const isSaid = textLines(text, comment).some((line) => line.startsWith("Pagefile-Actor:"));
  return isSaid || isPerson(actor) ? null : addTrailers(text, whoLines(actor), comment);
}

/** Before the editor opens: the person sees what `commit-msg` would add, by the same trailers; what is there already is never doubled. */
export async function draftMessage(host: CommitHost, file: string): Promise<Outcome<HookAnswer>> {
  const nothing: HookAnswer = { hook: "prepare-commit-msg", pages: [], findings: [], trailers: [] };
  if (host.operation === "merge" || host.operation === "rebase") return ok(nothing);
  const message = host.readMessage(file);
  if (!message.ok) return message;
  const text = message.value ?? "";
  const comment = host.comment(text);
  if (!comment.ok) return comment;
  if (message.value === null || isFixup(text) || carriesReason(text, comment.value)) return ok(nothing);
  const checked = await checkStaged(host);
  if (!checked.ok) return checked;
  const trailers = trailersFor(checked.value.pages, host.actor);
  const answer = { ...nothing, pages: pathsOf(checked.value), trailers };
  if (trailers.length === 0) return ok(answer);
  const lines = trailers.map((line) => `${line}\n`).join("");
  const bare = isEmptyMessage(text, comment.value) && !/^Signed-off-by: /m.test(text);
  // An empty first line to write in, and a blank one below it, as git leaves them above a sign-off.
  const next = bare
    ? `\n\n${lines}${text.startsWith("\n") ? "" : "\n"}${text}`
    : addTrailers(text, trailers, comment.value);
  const written = host.writeMessage(file, next);
  return written.ok ? ok(answer) : written;
}

function pathsOf({ pages }: StagedCheck): readonly string[] {
  return pages.map(({ file }) => file.path);
}

// HookAfter: what follows a commit, merge, checkout or rebase: the derived index is read anew, and only trouble is told.

export interface AfterAnswer {
  readonly hook: AfterName;
  /** Pages in the tables of the memories here, after the refresh. */
  readonly pages: number;
  /** Pages that git has just changed and that cannot be read, or that came with a secret; paths are below the work tree's top. */
  readonly findings: readonly Finding[];
}

/** What a hook of this kind needs of the repository. */
export interface AfterHost {
  /** Folders with a `pagefile.yaml`, below the work tree's top: empty, or with a slash at the end. */
  roots(): Promise<Outcome<readonly string[]>>;
  /** Opening a memory brings its derived index in step with the disk. */
  open(root: string): Promise<Outcome<Workspace>>;
  /** Paths that differ between where HEAD was and where it is; null where that is not known. */
  changed(): Promise<Outcome<ReadonlySet<string> | null>>;
  /** The text of a file where HEAD was; empty where there was none. */
  before(path: string): Promise<Outcome<string>>;
}

/** Trouble is told after a merge or a rebase alone: a commit was checked before it was made, a checkout makes nothing new. */
export async function afterGit(host: AfterHost, hook: AfterName): Promise<Outcome<AfterAnswer>> {
  const roots = await host.roots();
  if (!roots.ok) return roots;
  const joins = hook === "post-merge" || hook === "post-rewrite";
  const changed = joins ? await host.changed() : ok(null);
  if (!changed.ok) return changed;
  const findings: Finding[] = [];
  let pages = 0;
  for (const root of roots.value) {
    const opened = await host.open(root);
    if (!opened.ok) return opened;
    const { table, outside, store } = opened.value.primary;
    pages += table.byPath.size;
    for (const { path } of table.byPath.values()) {
      if (changed.value?.has(`${root}${path}`) !== true) continue;
      const read = store.read(path);
      const text = read.ok && read.value !== null ? textIn(read.value.blob.bytes) : "";
      const brought = await secretBrought(host, `${root}${path}`, text);
      if (!brought.ok) return brought;
      findings.push(...brought.value);
    }
    await opened.value.close();
    if (changed.value === null) continue;
    for (const finding of [...table.findings, ...outside]) {
      const path = `${root}${finding.path}`;
      if (finding.severity === "error" && changed.value.has(path)) findings.push({ ...finding, path });
    }
  }
  return ok({ hook, pages, findings });
}

/** The first secret that the page did not have before: who sent it went past the hooks, so others have it too. */
async function secretBrought(host: AfterHost, path: string, text: string): Promise<Outcome<readonly Finding[]>> {
  const secrets = findSecrets(text);
  if (secrets.length === 0) return ok([]);
  const before = await host.before(path);
  if (!before.ok) return before;
  const known = findSecrets(before.value).map(({ start, end }) => before.value.slice(start, end));
  const [first] = secrets.filter(
    ({ start, end }) => !known.some((each) => isSameSecret(each, text.slice(start, end))),
  );
  if (first === undefined) return ok([]);
  const says = `A secret came into the page: ${first.redacted}. It stays out of prompts, and whoever has the branch has it.`;
  const hint =
    "Change it where it is used, then take it out of the pages and the history: pagefile purge --match-secret shows what that takes.";
  return ok([{ code: "secret_detected", severity: "error", path, line: lineAt(text, first.start), says, hint }]);
}

/**
 * The message without our trailers where they are all that is in it, so that git ends the commit as it does when nothing was
 * written; null where somebody wrote a word.
 */
function withoutDraft(message: string, comment: string | null): string | null {
  const lines = message.split("\n");
  const rest = lines.filter((line) => !/^Pagefile-(?:Reason|Op|Actor|Origin): /.test(line)).join("\n");
  return rest !== message && isEmptyMessage(rest, comment) ? rest : null;
}

/** Empty where the commit holds no page. Nobody knows whose words an agent commits by hand, so they are not called the user's. */
function trailersFor(pages: readonly JudgedPage[], actor: string): readonly string[] {
  if (pages.length === 0) return [];
  const ops = pages.map(({ file, id, path }) => `Pagefile-Op: ${opOf[file.status]} ${id} ${oneLine(path)}`);
  return ["Pagefile-Reason: MANUAL_EDIT", ...ops.slice(0, opsMax), ...whoLines(actor)];
}

function whoLines(actor: string): readonly string[] {
  const isUser = isPerson(actor);
  return [`Pagefile-Actor: ${isUser ? "human" : oneLine(actor)}`, `Pagefile-Origin: ${isUser ? "user" : "agent"}`];
}

/** A first commit of ten thousand pages needs no message of ten thousand lines: the commit itself names them. */
const opsMax = 100;

/** One word each, so that a path with spaces still reads back as the rest of the line. */
const opOf = { added: "create", changed: "edit", deleted: "delete" } as const;

/** A deleted file may have had any name; a line break in it would forge the next trailer. */
function oneLine(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  return path.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, "?");
}

/**
 * `pagefile-ticket-1 PID PAGES` and the trailers to add, a line each. `hooks/ahead-commit-msg.sh` believes it where the same git
 * process, by its id, calls the hook and has not staged anything since. null where the lines are not ASCII: the gate cannot tell
 * how the message is encoded.
 */
function ticketText(git: string, pages: number, trailers: readonly string[]): string | null {
  const lines = [`pagefile-ticket-1 ${git} ${pages}`, ...trailers];
  const plain = /^[1-9]\d*$/.test(git) && lines.every((line) => /^[ -~]+$/.test(line));
  return plain ? lines.map((line) => `${line}\n`).join("") : null;
}
