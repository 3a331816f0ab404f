/** HistoryCheck: one commit of the past judged by the rules that every commit is held to now; pure, and without memory of another commit. */

import { type PagePath, parsePagePath } from "../../base/ids.js";
import type { FileState } from "../../git/history--plan.js";
import { configPath } from "../../memory/root--config-path.js";
import { findSecrets } from "../../rules/secret-keys--secret.js";
import { guardWrites } from "../../write/guard/hand--guard-writes.js";
import { type Claims, claimRemarks, claimsIn, isByHand } from "./check.js";
import { lossRemarks, mergeRemarks } from "./check--loss.js";
import { finding, type HistoryRemark, note, type PageName } from "./check--remark.js";
import type { PageView } from "./check--view.js";

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
  const removed = commit.memory.was && !commit.memory.is;
  const config = removed
    ? [finding("config_removed", `The commit took ${configPath} away, which marks a memory.`)]
    : [];
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
  const known = statesBefore(commit.files);
  for (const file of commit.files) {
    const { after } = file;
    const named = file.before.every((view) => view === null) && file.mode !== "" && findSecrets(file.path).length > 0;
    if (named)
      found.push(
        finding(code, "The file's name holds a secret.", {
          id: "-",
          path: "-",
        }),
      );
    if (after?.withSecret == null || !isNews(file)) continue;
    const path = file.path as PagePath;
    const write = {
      path,
      before: noBlobs,
      head: after.withSecret.bytes,
      index: null,
      work: null,
    };
    const refusal = guardWrites([write], "", known);
    if (refusal !== null) found.push(finding(code, refusal.says.replace(" Nothing of it was kept.", ""), file));
  }
  if (findSecrets(commit.message).length > 0) found.push(finding(code, "The commit message holds a secret."));
  return found;
}

const noBlobs = { head: null, index: null, work: null } as const;

/** What the commit found, so that a secret which moved with its page is told once, where it came in. */
function statesBefore(files: readonly CheckedFile[]): ReadonlyMap<string, FileState> {
  const states = new Map<string, FileState>();
  for (const file of files) {
    for (const [side, view] of file.before.entries()) {
      if (view?.withSecret == null) continue;
      states.set(`${side} ${file.path}`, {
        path: file.path as PagePath,
        head: view.withSecret,
        index: null,
        work: null,
      });
    }
  }
  return states;
}
