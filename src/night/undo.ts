/** Undo: what a night stands on, read from git, and a whole night taken back by one commit, in which files nobody touched since get the bytes they had. */

import { dayAt, dayMs, type Instant, type Oid, type PagePath } from "../base/ids.js";
import { allOf, err, type Outcome, ok, usage } from "../base/result.js";
import { type LoggedCommit, parseTrailers } from "../git/history.js";
import { textsAt } from "../history/log.js";
import { changedFiles, type RevertedFile, validateReversion } from "../history/revert.js";
import type { Memory } from "../memory/memory.js";
import { entriesOf, type PageEntry } from "../memory/table.js";
import type { ValidationInput } from "../write/change.js";
import { type CommitOptions, commit, type PatchAnswer } from "../write/commit/commit.js";
import { type Correction, validateCorrection } from "../write/entry/correct.js";
import { digestsOf } from "../write/entry/entries.js";
import type { PatchEnvelope } from "../write/patch.js";
import {
  bufferPath,
  dayOf,
  type HandWords,
  handWords,
  keptBeside,
  memoryPath,
  observationsPath,
} from "./day-files.js";
import { neverAgain } from "./night-refs.js";
import { gatherSeries, noSeries, type SeriesNight } from "./series/move-cold.js";
import { type NightKind, type NightView, nightNamed } from "./steps.js";
import { doneTags, thresholds } from "./thresholds.js";

/** A commit that a night made and nobody took back. */
export interface NightCommit {
  readonly oid: Oid;
  readonly parent: Oid | null;
  /** `accepted`: a person made it, of what a night had proposed. */
  readonly kind: NightKind | "accepted";
  readonly at: Instant;
  readonly reason: string;
  readonly evidence: readonly string[];
  readonly subject: string;
}

/** What a view takes over as it is, and what else the view is made of. */
export interface NightHistory
  extends Pick<
    NightView,
    "at" | "day" | "kind" | "processed" | "tonight" | "hasArchived" | "closed" | "curatedOn" | "done" | "variants"
  > {
  readonly head: Oid | null;
  /** Texts as they were before this night, of every path it may look at. */
  readonly texts: ReadonlyMap<string, string>;
  /** By path: the digests that have stood in the page for a day, or for a week. */
  readonly settled: ReadonlyMap<string, ReadonlySet<string>>;
  /** The digests that have stood in MEMORY.md for a week. */
  readonly lasting: ReadonlySet<string>;
  /** By path: the digests of entries that somebody kept; nobody is asked about them again. */
  readonly never: ReadonlyMap<string, ReadonlySet<string>>;
  /** Digests of entries of logs that nobody wants to be kept, and names of those that were accepted and taken back. */
  readonly rejected: ReadonlySet<string>;
  /** Every commit of a night, newest first. */
  readonly nights: readonly NightCommit[];
  /** What stands on disk alone; its texts are in `texts` where this is the night's first run. */
  readonly hand: HandWords;
  /** Days of series that are over and not counted; by day none are. */
  readonly perception: SeriesNight;
}

const alsoKept = ["IDENTITY.md", "USER.md", "TOOLS.md"] as const;

/** What a statement of a log must be new against. */
export const keptPaths = [memoryPath, ...alsoKept] as readonly PagePath[];

/** Newest first. */
function nightCommitsIn(logged: readonly LoggedCommit[]): readonly NightCommit[] {
  const undone = new Set<string>();
  const found: NightCommit[] = [];
  for (const { oid, parents, message } of logged) {
    const trailers = parseTrailers(message);
    const evidence = trailers["Pagefile-Evidence"] ?? [];
    const reason = trailers["Pagefile-Reason"]?.[0] ?? "";
    if (reason === "REVERT") for (const each of evidence) undone.add(each);
    const named = nightNamed(trailers["Pagefile-Actor"]?.[0], trailers["Pagefile-Session"]?.[0]);
    if (named === null || reason === "REVERT" || undone.has(`commit:${oid}`)) continue;
    const subject = message.split("\n", 1)[0] ?? "";
    found.push({ oid, parent: parents[0] ?? null, ...named, reason, evidence, subject });
  }
  return found;
}

/** A night that was interrupted goes on from where it began: its own commits of the same day are not counted as the past. */
export async function readNightHistory(memory: Memory, kind: NightKind = "night"): Promise<Outcome<NightHistory>> {
  const logged = await pastLog(memory);
  if (!logged.ok) return logged;
  const commits = nightCommitsIn(logged.value);
  const head = await memory.history.head();
  if (!head.ok) return head;
  const now = memory.clock.now();
  // A pause is no night: each stands by itself, and nights count what it promoted as promoted before them.
  const isTonights = (c: NightCommit): boolean =>
    kind === "night" && c.kind === "night" && dayAt(memory.zone, c.at) === dayAt(memory.zone, now);
  const tonight = commits.filter(isTonights);
  const earlier = commits.filter((commit) => !tonight.includes(commit));
  const first = tonight.at(-1);
  const at = first?.at ?? now;
  const base = first === undefined ? head.value.commit : first.parent;
  const here = allOf([await nightTexts(memory, base), await handWords(memory, head.value.commit)]);
  if (!here.ok) return here;
  const [texts, hand] = here.value;
  // A night that goes on judges what it began with; what came since is made durable and waits for the next.
  const fresh = first === undefined ? hand.taken : [];
  // One log for all that is asked of the past: a log of each page's own reads the whole history again.
  const past =
    first === undefined ? logged.value : logged.value.slice(logged.value.findIndex((c) => c.oid === first.oid) + 1);
  const { immuneHours, observationDaysMin, doneDaysMin } = thresholds;
  const ago = (days: number): Oid | null => commitBy(past, Date.parse(at) - days * dayMs);
  const aDayAgo = ago(immuneHours / 24);
  const stood = allOf([
    await digestsAt(memory, memoryPath, aDayAgo),
    await digestsAt(memory, observationsPath, ago(observationDaysMin)),
    await digestsAt(memory, memoryPath, ago(doneDaysMin)),
    await donePages(memory, head.value.commit, aDayAgo),
  ]);
  if (!stood.ok) return stood;
  const [aDay, aWeek, lasting, done] = stood.value;
  const kept = await neverAgain(memory, logged.value, new Set(tonight.map(({ oid }) => oid)));
  if (!kept.ok) return kept;
  const never = new Map([memoryPath, observationsPath].map((path) => [path, kept.value(path)] as const));
  const day = dayAt(memory.zone, at);
  const perception = kind === "night" ? await gatherSeries(memory, head.value.commit, day) : ok(noSeries);
  if (!perception.ok) return perception;
  const named = (all: readonly NightCommit[]): ReadonlySet<string> =>
    new Set(promotions(all).flatMap((c) => c.evidence));
  const curated = promotions(earlier)[0]?.at;
  return ok({
    at,
    day,
    kind,
    perception: perception.value,
    nights: commits,
    head: head.value.commit,
    texts: new Map([...texts, ...fresh.map(({ path, text }) => [path, text] as const)]),
    hand,
    settled: new Map([
      [memoryPath, aDay],
      [observationsPath, aWeek],
    ]),
    lasting,
    never,
    processed: named(earlier),
    rejected: kept.value(null),
    tonight: named(tonight),
    hasArchived: tonight.some(({ reason }) => reason === "PRUNE_ARCHIVE"),
    closed: new Set(tonight.flatMap(({ reason }) => stepOf[reason] ?? [])),
    curatedOn: curated === undefined ? null : dayAt(memory.zone, curated),
    done,
    variants: variantsIn(memory),
  });
}

/** By what the table knows of the disk; a page that git alone sees otherwise is another night's. */
function variantsIn(memory: Memory): NightView["variants"] {
  const stale = memory.table.findings.filter(({ code }) => code === "compressed_stale").map(({ path }) => path);
  const kept = [...memory.files.values()].filter(({ data }) => data.meta.compressed != null).map(({ path }) => path);
  return { stale: stale as PagePath[], kept: new Set(kept) };
}

const stepOf: Readonly<Record<string, "merged" | "single">> = { CURATE_MERGE: "merged", CURATE_PROMOTE: "single" };

/** Names of entries that a night took, or a person of what it proposed, and nobody took back. */
export function promotedIn(logged: readonly LoggedCommit[]): ReadonlySet<string> {
  return new Set(promotions(nightCommitsIn(logged)).flatMap(({ evidence }) => evidence));
}

function promotions(commits: readonly NightCommit[]): readonly NightCommit[] {
  return commits.filter(
    ({ reason, kind }) => reason.startsWith("CURATE_") || (kind === "accepted" && reason === "CORRECTION"),
  );
}

/** The files of the night's own kinds: daily logs, the buffer, and what a statement must be new against. */
async function nightTexts(memory: Memory, base: Oid | null): Promise<Outcome<ReadonlyMap<string, string>>> {
  const tree = await memory.history.tree(base);
  if (!tree.ok) return tree;
  const beside = keptBeside(memory.table);
  const named: ReadonlySet<string> = new Set([memoryPath, observationsPath, bufferPath, ...alsoKept, ...beside]);
  const paths = tree.value.map(({ path }) => path).filter((path) => named.has(path) || dayOf(path) !== null);
  const texts = await textsAt(memory, base, paths);
  if (!texts.ok) return texts;
  const known = paths.flatMap((path, at) => {
    const text = texts.value[at] ?? null;
    // What the table leaves out as broken is left alone here too.
    const isKnown = memory.table.byPath.has(path) || !memory.files.has(path);
    return text === null || !isKnown ? [] : [[path, text] as const];
  });
  return ok(new Map(known));
}

/** The newest commit of an instant or before it; null where history does not reach back so far. */
function commitBy(past: readonly LoggedCommit[], ms: number): Oid | null {
  return past.find(({ when }) => Date.parse(when) <= ms)?.oid ?? null;
}

/** Of the entries that stood in a page at a commit. */
async function digestsAt(memory: Memory, path: PagePath, commit: Oid | null): Promise<Outcome<ReadonlySet<string>>> {
  if (commit === null) return ok(new Set());
  const texts = await textsAt(memory, commit, [path]);
  if (!texts.ok) return texts;
  return ok(digestsOf(texts.value[0] ?? ""));
}

/** Typed pages tagged as done that are in HEAD what they were a day ago: asked of two trees, not of each page's own log. */
async function donePages(memory: Memory, head: Oid | null, then: Oid | null): Promise<Outcome<readonly PagePath[]>> {
  const done = entriesOf(memory.table).filter(isDone);
  if (done.length === 0 || then === null) return ok([]);
  const trees = allOf([await memory.history.tree(head), await memory.history.tree(then)]);
  if (!trees.ok) return trees;
  const [is, was] = trees.value;
  const now = new Map<PagePath, Oid>(is.map(({ path, oid }) => [path, oid]));
  const stood = new Set(was.flatMap(({ path, oid }) => (now.get(path) === oid ? [path] : [])));
  return ok(done.flatMap(({ path }) => (stood.has(path) ? [path] : [])));
}

function isDone(page: PageEntry): boolean {
  const { slug, implicit, tier, writable, pin, type, tags } = page;
  if (slug !== null || implicit || tier === "cold" || !writable || pin === "hard") return false;
  return type !== "bootstrap_policy" && tags.some((tag) => doneTags.includes(tag));
}

// PastLog: the commits of a memory's past, listed once for all that a night and its audit ask of them.

/** Enough for years of nights; a night whose traces lie further back has nothing left to repeat. */
const lookBackCommits = 20_000;

/** Of HEAD as it is now, newest first: what lies behind a commit never changes, so the list holds as long as HEAD does. */
export async function pastLog(memory: Memory): Promise<Outcome<readonly LoggedCommit[]>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const { commit } = head.value;
  if (commit === null) return ok([]);
  const known = listed.get(memory);
  if (known?.head === commit) return ok(known.commits);
  const logged = await memory.history.log({ paths: [], limit: lookBackCommits, from: commit });
  if (logged.ok) listed.set(memory, { head: commit, commits: logged.value });
  return logged;
}

const listed: WeakMap<Memory, { readonly head: Oid; readonly commits: readonly LoggedCommit[] }> = new WeakMap();

/** Which night it was, and its commits, the newest first. What people wrote stays, whoever made it durable. */
export interface UndoneNight extends PatchAnswer {
  readonly night: Instant;
  readonly kind: NightCommit["kind"];
  readonly taken: readonly { readonly commit: Oid; readonly reason: string; readonly subject: string }[];
}

/**
 * The last night that committed anything, or what a person accepted of its proposal since, that nobody took back. Afterwards the files are as if it
 * had not been, and what it had promoted counts as refused: `neverAgain` reads that from the commit made here.
 */
export async function undoNight(
  memory: Memory,
  envelope: PatchEnvelope,
  options: CommitOptions,
): Promise<Outcome<UndoneNight>> {
  const logged = await pastLog(memory);
  if (!logged.ok) return logged;
  const nights = nightCommitsIn(logged.value).filter(({ kind }) => kind !== "quiet");
  const [newest] = nights;
  const night = nights.filter(({ at, kind }) => at === newest?.at && kind === newest.kind);
  const [last] = night;
  if (last === undefined)
    return err(usage("No night has committed anything that is not taken back already.", "Look with: pagefile log"));
  const files = await filesOf(memory, night);
  if (!files.ok) return files;
  const subject = `${last.kind === "accepted" ? "what was accepted on" : "the night of"} ${last.at}`;
  const name = { name: last.oid.slice(0, 10), subject };
  const evidence = [...envelope.evidence, ...night.map(({ oid }) => `commit:${oid}`)];
  const content = { op: "undo", night: last.at, commits: night.map(({ oid }) => oid), ...envelope };
  const validate = validateReversion.bind(null, files.value, name, { ...envelope, evidence });
  const proposal = { validate: (ground: ValidationInput) => validate(ground, "exact"), content, about: last.at };
  const done = await commit(memory, proposal, options);
  if (!done.ok) return done;
  const taken = night.map(({ oid, reason, subject: what }) => ({ commit: oid, reason, subject: what }));
  return ok({ ...done.value, night: last.at, kind: last.kind, taken });
}

/** By path, from what the night's last commit left to what its first one found. */
async function filesOf(memory: Memory, night: readonly NightCommit[]): Promise<Outcome<readonly RevertedFile[]>> {
  const files = new Map<PagePath, RevertedFile>();
  for (const { oid, parent } of night) {
    const changed = await changedFiles(memory, oid, parent);
    if (!changed.ok) return changed;
    for (const file of changed.value) {
      const later = files.get(file.path);
      // Somebody's commit between two of the night's: what that one did is theirs.
      if (later !== undefined && later.to !== file.from) {
        const says = `${file.path} was changed by somebody else between two commits of the night.`;
        const hint =
          "Take the night's commits back one by one, the newest first: pagefile log, pagefile revert COMMIT";
        return err({ code: "version_conflict", reason: "VERSION_CONFLICT", says, hint });
      }
      files.set(file.path, { ...file, from: later === undefined ? file.from : later.from });
    }
  }
  return ok([...files.values()].filter(({ from, to }) => from !== to));
}

export function correct(memory: Memory, asked: Correction, options: CommitOptions): Promise<Outcome<PatchAnswer>> {
  const validate = (ground: ValidationInput): ReturnType<typeof validateCorrection> =>
    validateCorrection(asked, ground, dayAt(memory.zone, ground.now));
  return commit(memory, { validate, content: { op: "correct", ...asked }, about: asked.page }, options);
}
