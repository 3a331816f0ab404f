/** Kill look: what git, asked from outside, says of a memory whose writers were killed, against what they had acknowledged. */

import { spawnSync } from "node:child_process";
import { entriesIn, environment, type Ground, locksIn, onDisk, pageNames, pathOf } from "./ground.js";
import type { Acknowledged } from "./writer.js";

/** What is known of one ground: what it must hold from now on. */
export interface Known {
  /** Where HEAD was when it was last looked at. */
  tip: string;
  /** Entries of each page in HEAD, as they were then. */
  readonly pages: Map<string, readonly string[]>;
  /** Acknowledged since. */
  readonly since: Acknowledged[];
}

export interface Seen {
  /** Promises that did not hold. */
  readonly wrong: readonly string[];
  /** A page on disk has an entry that was asked for and not acknowledged. */
  readonly edited: boolean;
}

export function knownOf(ground: Ground): Known {
  const known: Known = { tip: ground.git("rev-parse", "HEAD").trim(), pages: new Map(), since: [] };
  for (const [page, text] of headTexts(ground)) known.pages.set(page, entriesIn(text));
  return known;
}

/**
 * After a recovery and before the next write. HEAD has grown and nothing else; every acknowledged entry is in it once, its commit
 * reachable; the index is at HEAD; on disk is what HEAD holds, with at most one entry more that nobody was told of.
 */
export function look(ground: Ground, known: Known): Seen {
  const wrong: string[] = locksIn(ground).map((lock) => `${lock} is still there`);
  wrong.push(...lookAtCommits(ground, known));
  const heads = headTexts(ground);
  let edits = 0;
  for (const page of pageNames) {
    const head = entriesIn(heads.get(page) ?? "");
    const before = known.pages.get(page) ?? [];
    wrong.push(...lookAtPage(page, head, { before, since: known.since }));
    const disk = entriesIn(onDisk(ground, page));
    const more = disk.length - head.length;
    if (head.some((entry, at) => disk[at] !== entry)) wrong.push(`${page} on disk lacks what HEAD has`);
    else if (more > 1) wrong.push(`${page} on disk has ${more} entries more than HEAD`);
    else edits += more;
    known.pages.set(page, head);
  }
  if (edits > 1) wrong.push(`${edits} pages on disk have an entry more than HEAD`);
  const status = ground.tryGit("--no-optional-locks", "status", "--porcelain", "--untracked-files=all");
  const odd = status.said.split("\n").filter((line) => line !== "" && !/^ M memory\/p\d\.md$/.test(line));
  if (odd.length > 0 || status.status !== 0) wrong.push(`git status says ${odd.join(", ")}`);
  if (edits === 0 && status.said !== "") wrong.push(`git status says ${status.said.trim()}, and no entry is new`);
  known.since.length = 0;
  return { wrong, edited: edits > 0 };
}

export function fsck(ground: Ground): readonly string[] {
  const { status, said } = ground.tryGit("fsck", "--strict", "--no-dangling");
  return status === 0 ? [] : [`git fsck says ${said.trim()}`];
}

function lookAtCommits(ground: Ground, known: Known): readonly string[] {
  const { status, said } = ground.tryGit("rev-list", "--left-right", `${known.tip}...HEAD`);
  if (status !== 0) return [`HEAD cannot be walked: ${said.trim()}`];
  const lines = said.split("\n").filter((line) => line !== "");
  const added = lines.filter((line) => line.startsWith(">")).map((line) => line.slice(1));
  const wrong: string[] = [];
  if (added.length < lines.length) wrong.push(`${lines.length - added.length} commits are no longer reachable`);
  const lost = known.since.filter(({ commit }) => !added.includes(commit));
  if (lost.length > 0) wrong.push(`${lost.length} acknowledged commits are not reachable`);
  known.tip = added[0] ?? known.tip;
  return wrong;
}

function lookAtPage(
  page: string,
  head: readonly string[],
  { before, since }: { readonly before: readonly string[]; readonly since: readonly Acknowledged[] },
): readonly string[] {
  const wrong: string[] = [];
  if (before.some((entry, at) => head[at] !== entry)) wrong.push(`${page} in HEAD is not what it was, and more`);
  const entries = new Set(head);
  if (entries.size < head.length) wrong.push(`${page} in HEAD has an entry twice`);
  for (const one of since) {
    if (one.page === page && !entries.has(one.entry)) wrong.push(`${page} in HEAD lacks “${one.entry}”`);
  }
  return wrong;
}

/** One process for all pages; a page that is absent, or cannot be read, is absent from the answer. */
function headTexts({ root }: Ground): ReadonlyMap<string, string> {
  const { stdout } = spawnSync("git", ["cat-file", "--batch"], {
    cwd: root,
    env: environment(root),
    input: pageNames.map((page) => `HEAD:${pathOf(page)}\n`).join(""),
    maxBuffer: 1 << 28,
  });
  const texts = new Map<string, string>();
  let at = 0;
  for (const page of pageNames) {
    const end = stdout.indexOf("\n", at);
    const size = Number(/^[0-9a-f]+ blob (\d+)$/.exec(stdout.toString("utf8", at, Math.max(at, end)))?.[1]);
    at = end + 1;
    if (Number.isNaN(size)) continue;
    texts.set(page, stdout.toString("utf8", at, at + size));
    at += size + 1;
  }
  return texts;
}
