/** AuditGone: pages that are not where they were without anybody having said why, and files that nothing points to any more. */

import type { Instant, Oid, PagePath } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { compareText } from "../../base/text--order.js";
import type { LoggedCommit } from "../../git/history.js";
import { parseTrailers } from "../../git/history--trailer.js";
import type { AuditedCommit, AuditedFile, AuditHost } from "../../history/verify/attest--audit.js";
import { isOwnPage } from "../../memory/included.js";
import type { Memory } from "../../memory/memory.js";
import { thresholds } from "../thresholds.js";
import type { AuditFinding } from "./checks--audit.js";
import { pastLog } from "./past-log.js";

const dayMs = 86_400_000;
const blobFolder = "memory/evidence/blobs/";

/** Held against git, which is no part of what may have lost it: a guard that counts only what is left finds nothing missing. */
export async function goneFindings(
  memory: Memory,
  host: AuditHost,
  now: Instant,
): Promise<Outcome<readonly AuditFinding[]>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const { commit } = head.value;
  if (commit === null) return ok([]);
  const tree = await memory.history.tree(commit);
  if (!tree.ok) return tree;
  const paths = new Set<string>(tree.value.map(({ path }) => path));
  const gone = await goneFrom(memory, host, {
    head: commit,
    paths,
    since: Date.parse(now) - thresholds.goneDaysMax * dayMs,
  });
  if (!gone.ok) return gone;
  return ok([...missing(memory, paths), ...gone.value, ...orphans(memory, paths)]);
}

function missing(memory: Memory, paths: ReadonlySet<string>): readonly AuditFinding[] {
  // A file that is no page of the table, or that could not be read, is on disk all the same.
  const lost = [...paths].filter(
    (path) =>
      isOwnPage(path, memory.config) &&
      !memory.files.has(path as PagePath) &&
      (memory.store.stampOf?.(path as PagePath) ?? null) === null,
  );
  return lost.sort(compareText).map((path) => ({
    check: "page_missing",
    severity: "warning",
    path,
    line: 0,
    says: "HEAD holds this page and the disk does not: somebody deleted it and did not commit that.",
    hint: `Bring it back: git checkout -- ${path}; or say that it is gone: git rm, git commit`,
  }));
}

interface Looked {
  readonly head: Oid;
  /** What HEAD holds. */
  readonly paths: ReadonlySet<string>;
  readonly since: number;
}

/** Deletions in commits that name no reason: neither our commands nor the hook made them. */
async function goneFrom(
  memory: Memory,
  host: AuditHost,
  { head, paths, since }: Looked,
): Promise<Outcome<readonly AuditFinding[]>> {
  const logged = await pastLog(memory);
  if (!logged.ok) return logged;
  const found = new Map<string, AuditFinding>();
  const looked = await walkEach(host, head, suspects(logged.value, since), ({ oid, message, files }) => {
    if (parseTrailers(message)["Pagefile-Reason"] !== undefined) return;
    for (const file of files) {
      const isGone = file.mode === "" && !paths.has(file.path) && isOwnPage(file.path, memory.config);
      if (!isGone || found.has(file.path) || hasMoved(file, files)) continue;
      const says = `The page went in ${oid.slice(0, 10)}, which gives no reason.`;
      const hint = `See it with: git show ${oid.slice(0, 10)}~1:${file.path}; bring it back with: pagefile revert ${oid.slice(0, 10)}`;
      found.set(file.path, { check: "page_gone", severity: "warning", path: file.path, line: 0, says, hint });
    }
  });
  return looked.ok ? ok([...found.values()]) : looked;
}

/** Commits since then that give no reason, newest first; a first commit takes nothing away. */
function suspects(logged: readonly LoggedCommit[], since: number): Suspects {
  const until = logged.findIndex(({ when }) => Date.parse(when) < since);
  const all = until < 0 ? logged : logged.slice(0, until);
  const commits = all.filter(
    ({ message, parents }) => parents.length > 0 && parseTrailers(message)["Pagefile-Reason"] === undefined,
  );
  return { commits, until: logged[until]?.oid ?? null };
}

interface Suspects {
  readonly commits: readonly LoggedCommit[];
  /** The newest commit that is too old to be looked at; null where none is. */
  readonly until: Oid | null;
}

/** One by one where each has one parent: what a commit with a reason did is not read. Around a merge all of them are walked. */
async function walkEach(
  host: AuditHost,
  head: Oid,
  { commits, until }: Suspects,
  look: (commit: AuditedCommit) => void,
): Promise<Outcome<void>> {
  const isStraight = commits.every(({ parents }) => parents.length === 1);
  const walks = isStraight
    ? commits.map(({ oid, parents }) => ({ from: oid, until: parents[0] ?? null }))
    : [{ from: head, until }];
  for (const walk of walks) {
    const walked = await host.walk({ ...walk, shallow: "stop" }, async (commit) => {
      look(commit);
      return ok(undefined);
    });
    if (!walked.ok) return walked;
  }
  return ok(undefined);
}

function hasMoved(file: AuditedFile, files: readonly AuditedFile[]): boolean {
  return files.some(({ after }) => after !== null && file.before.includes(after));
}

/** Blobs that no evidence page resolves to: nobody will ever ask for them. */
function orphans(memory: Memory, paths: ReadonlySet<string>): readonly AuditFinding[] {
  const blobs = [...paths].filter((path) => path.startsWith(blobFolder));
  if (blobs.length === 0) return [];
  const wanted = new Set<string>();
  for (const { data } of memory.files.values()) {
    const resolves = data.meta.fields?.resolves;
    if (typeof resolves === "string") wanted.add(resolves.replace(/^file:/, ""));
  }
  const lost = blobs.filter((path) => !wanted.has(path)).sort(compareText);
  return lost.map((path) => ({
    check: "orphan",
    severity: "note",
    path,
    line: 0,
    says: "No evidence page points to this file.",
    hint: "If it is done with: git rm it and commit.",
  }));
}
