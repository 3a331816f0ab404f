/** NightlyView: what a night stands on, read from git: the memory before its first commit, and what it has done since. */

import type { Outcome } from "../../base/failure.js";
import type { Instant, Oid, PagePath } from "../../base/ids.js";
import { ok } from "../../base/result.js";
import { bodyStartOf, outline } from "../../page/outline.js";
import { entriesOf } from "../../table/build.js";
import { dayBefore, nightActor, nightPrefix } from "../../upkeep/night-name.js";
import { bufferPath, dayOf, memoryPath, observationsPath } from "../../upkeep/night-places.js";
import { doneTags, thresholds } from "../../upkeep/thresholds.js";
import { parseTrailers } from "../../writeback/trailer.js";
import type { Memory } from "../memory.js";

/** A commit that a night made and nobody took back. */
export interface NightCommit {
  readonly oid: Oid;
  readonly parent: Oid | null;
  readonly at: Instant;
  readonly reason: string;
  readonly evidence: readonly string[];
  readonly subject: string;
}

export interface NightGround {
  readonly at: Instant;
  readonly head: Oid | null;
  /** Texts as they were before this night, of every path it may look at. */
  readonly texts: ReadonlyMap<string, string>;
  /** By path: the digests that have stood in the page for a day, or for a week. */
  readonly settled: ReadonlyMap<string, ReadonlySet<string>>;
  readonly processed: ReadonlySet<string>;
  readonly tonight: ReadonlySet<string>;
  readonly curated: Instant | null;
  readonly done: readonly PagePath[];
}

const alsoKept = ["IDENTITY.md", "USER.md", "TOOLS.md"] as const;

/** Enough for years of nights; a night whose traces lie further back has nothing left to repeat. */
const lookBackCommits = 20_000;

/** Newest first. */
export async function nightCommits(memory: Memory): Promise<Outcome<readonly NightCommit[]>> {
  const logged = await memory.history.log({ paths: [], limit: lookBackCommits });
  if (!logged.ok) return logged;
  const undone = new Set<string>();
  const found: NightCommit[] = [];
  for (const { oid, parents, message } of logged.value) {
    const trailers = parseTrailers(message);
    const evidence = trailers["Pagefile-Evidence"] ?? [];
    const reason = trailers["Pagefile-Reason"]?.[0] ?? "";
    if (reason === "REVERT") for (const each of evidence) undone.add(each);
    const session = trailers["Pagefile-Session"]?.[0] ?? "";
    const isNights = trailers["Pagefile-Actor"]?.[0] === nightActor && session.startsWith(nightPrefix);
    if (!isNights || reason === "REVERT" || undone.has(`commit:${oid}`)) continue;
    const subject = message.split("\n", 1)[0] ?? "";
    const at = session.slice(nightPrefix.length) as Instant;
    found.push({ oid, parent: parents[0] ?? null, at, reason, evidence, subject });
  }
  return ok(found);
}

/** A night that was interrupted goes on from where it began: its own commits of the same day are not counted as the past. */
export async function groundNight(memory: Memory): Promise<Outcome<NightGround>> {
  const commits = await nightCommits(memory);
  if (!commits.ok) return commits;
  const head = await memory.history.head();
  if (!head.ok) return head;
  const now = memory.clock.now();
  const tonight = commits.value.filter(({ at }) => at.slice(0, 10) === now.slice(0, 10));
  const earlier = commits.value.filter((commit) => !tonight.includes(commit));
  const first = tonight.at(-1);
  const at = first?.at ?? now;
  const base = first === undefined ? head.value.commit : first.parent;
  const texts = await textsAt(memory, base);
  if (!texts.ok) return texts;
  const settled = new Map<string, ReadonlySet<string>>();
  for (const [path, days] of [
    [memoryPath, thresholds.immuneHours / 24],
    [observationsPath, thresholds.observationDaysMin],
  ] as const) {
    const since = await digestsSince(memory, { base, path, before: msOf(at) - days * dayMs });
    if (!since.ok) return since;
    settled.set(path, since.value);
  }
  const done = await donePages(memory, at);
  if (!done.ok) return done;
  const named = (all: readonly NightCommit[]): ReadonlySet<string> =>
    new Set(promotions(all).flatMap((c) => c.evidence));
  return ok({
    at,
    head: head.value.commit,
    texts: texts.value,
    settled,
    processed: named(earlier),
    tonight: named(tonight),
    curated: promotions(earlier)[0]?.at ?? null,
    done: done.value,
  });
}

function promotions(commits: readonly NightCommit[]): readonly NightCommit[] {
  return commits.filter(({ reason }) => reason.startsWith("CURATE_"));
}

const dayMs = 86_400_000;

function msOf(at: Instant): number {
  return Date.parse(at);
}

/** The files of the night's own kinds: daily logs, the buffer, and what a statement must be new against. */
async function textsAt(memory: Memory, base: Oid | null): Promise<Outcome<ReadonlyMap<string, string>>> {
  const tree = await memory.history.tree(base);
  if (!tree.ok) return tree;
  const named: ReadonlySet<string> = new Set([memoryPath, observationsPath, bufferPath, ...alsoKept]);
  const paths = tree.value.map(({ path }) => path).filter((path) => named.has(path) || dayOf(path) !== null);
  const blobs = await memory.history.at(base, paths);
  if (!blobs.ok) return blobs;
  return ok(
    new Map(
      paths.flatMap((path, i) => {
        const blob = blobs.value[i] ?? null;
        // What the table leaves out as broken is left alone here too.
        const known = memory.table.byPath.has(path) || !memory.files.has(path);
        return blob === null || !known ? [] : [[path, decoder.decode(blob.bytes)] as const];
      }),
    ),
  );
}

const decoder: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });

/** Of the entries that stood in a page at an instant; none where history does not reach back so far. */
async function digestsSince(
  memory: Memory,
  { base, path, before }: { readonly base: Oid | null; readonly path: PagePath; readonly before: number },
): Promise<Outcome<ReadonlySet<string>>> {
  if (base === null) return ok(new Set());
  const logged = await memory.history.log({ paths: [path], limit: lookBackCommits, from: base });
  if (!logged.ok) return logged;
  const then = logged.value.find(({ when }) => Date.parse(when) <= before);
  if (then === undefined) return ok(new Set());
  const read = await memory.history.at(then.oid, [path]);
  if (!read.ok) return read;
  const blob = read.value[0] ?? null;
  if (blob === null) return ok(new Set());
  const text = decoder.decode(blob.bytes);
  return ok(new Set(outline(text, bodyStartOf(text)).entries.map(({ digest }) => digest)));
}

/** Typed pages tagged as done that no commit has touched for a day. */
async function donePages(memory: Memory, at: Instant): Promise<Outcome<readonly PagePath[]>> {
  const last = `${dayBefore(at, thresholds.immuneHours / 24)}${at.slice(10)}`;
  const done: PagePath[] = [];
  for (const page of entriesOf(memory.table)) {
    if (page.slug !== null || page.implicit || page.tier === "cold" || !page.writable || page.pin === "hard")
      continue;
    if (page.type === "bootstrap_policy" || !page.tags.some((tag) => doneTags.includes(tag))) continue;
    const logged = await memory.history.log({ paths: [page.path], limit: 1 });
    if (!logged.ok) return logged;
    const touched = logged.value[0]?.when;
    if (touched !== undefined && touched <= last) done.push(page.path);
  }
  return ok(done);
}
