/** PurgeObjects: takes the objects of the former history away, those alone, and none that another git process is about to name. */

import { existsSync, lstatSync, renameSync, rmSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Oid, parseOid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { GitLayout } from "../../git/layout.js";
import { makeFolder } from "../../state/durable.js";
import { attempt } from "../../state/fs-calls--failures.js";
import { listFolder } from "../../state/plain-file--plain-folder.js";
import { writeWhole } from "../../state/plain-file--staging-file.js";
import { readOrNull } from "../../state/plain-file--staging-read.js";
import type { PurgeJournal } from "./objects--purge-journal.js";
import type { PurgePlace } from "./repository.js";
import type { PurgeRules } from "./repository--purge.js";
import { journalFolder } from "./repository--purge-folder.js";

/** Who looked an object up a moment before it was put aside has moved its ref by then. */
const landMs = 300;

/**
 * `git prune --expire=now` would take what a `git commit` beside us has written and not yet named. So only what the refs before the purge
 * reached, and what holds the purged text, is put aside; then everything that counts is walked once more, and only where nothing of it
 * is missed do the files go. Until then they come back. Gives how many were left because somebody uses them.
 */
export async function dropObjects(
  place: PurgePlace,
  {
    journal,
    rules,
    since,
  }: { readonly journal: PurgeJournal; readonly rules: PurgeRules | null; readonly since: number },
): Promise<Outcome<number>> {
  const { layout } = place;
  const back = attempt("Putting objects back that a purge had set aside", () => putBack(layout));
  if (!back.ok) return back;
  const condemned = await condemnedOf(place, journal, rules);
  if (!condemned.ok) return condemned;
  const aside = attempt("Setting the objects of the former history aside", () => {
    writeWhole(listFile(layout), `${condemned.value.join("\n")}\n`);
    const folder = makeAside(layout);
    // Written or freshened since the purge began: git does so with what it is about to name.
    const [fresh, old] = parted(condemned.value, (oid) => isFresh(objectFile(layout, oid), since));
    for (const oid of old) renameSync(objectFile(layout, oid), join(folder, oid));
    return { went: old.length, kept: fresh.length };
  });
  if (!aside.ok) return aside;
  if (aside.value.went > 0) await sleep(landMs);
  const missed = await isMissed(place);
  if (!missed.ok || missed.value) {
    const restored = attempt("Putting objects back that are in use", () => putBack(layout));
    if (!restored.ok) return restored;
    return missed.ok ? ok(aside.value.went + aside.value.kept) : missed;
  }
  const gone = attempt("Removing the objects of the former history", () => {
    for (const oid of listFolder(asideFolder(layout))) unlinkSync(join(asideFolder(layout), oid));
    if (aside.value.kept === 0) rmSync(listFile(layout), { force: true });
  });
  return gone.ok ? ok(aside.value.kept) : gone;
}

/** Loose ones, which `git repack -A` has made of all that nothing reaches. */
async function condemnedOf(
  { git, layout, store }: PurgePlace,
  journal: PurgeJournal,
  rules: PurgeRules | null,
): Promise<Outcome<readonly Oid[]>> {
  const loose = attempt("Listing the objects", () => looseObjects(layout));
  if (!loose.ok) return loose;
  const reached = await git.output(["rev-list", "--objects", "--no-object-names", ...everything]);
  if (!reached.ok) return reached;
  const free = new Set(loose.value);
  for (const oid of linesOf(reached.value)) free.delete(oid as Oid);
  const known = attempt("Reading which objects go", () => readOrNull(listFile(layout)));
  if (!known.ok) return known;
  const former = new Set(linesOf(Buffer.from(known.value ?? "")));
  const tips = journal.tips.filter((oid) => free.has(oid));
  if (known.value === null && tips.length > 0) {
    const input = `${tips.join("\n")}\n`;
    const walked = await git.output(
      ["rev-list", "--objects", "--no-object-names", "--missing=allow-any", "--stdin"],
      {
        input,
      },
    );
    if (!walked.ok) return walked;
    for (const oid of linesOf(walked.value)) former.add(oid);
  }
  const condemned: Oid[] = [];
  for (const oid of free) {
    const goes = former.has(oid) || (rules !== null && (await holds(store, oid, rules)));
    if (goes) condemned.push(oid);
  }
  return ok(condemned);
}

async function holds(store: PurgePlace["store"], oid: Oid, rules: PurgeRules): Promise<boolean> {
  const bytes = await store.bytes(oid);
  return bytes.ok && bytes.value !== null && rules.holds(bytes.value);
}

/** Refs, HEADs, reflogs and indexes, of every work tree. */
const everything = ["--all", "--reflog", "--indexed-objects"];

/** Whether anything that counts leads to one of those that were set aside. */
async function isMissed({ git, layout }: PurgePlace): Promise<Outcome<boolean>> {
  const aside = attempt("Listing what was set aside", () => new Set(listFolder(asideFolder(layout))));
  if (!aside.ok) return aside;
  if (aside.value.size === 0) return ok(false);
  const walked = await git.run(["rev-list", "--objects", "--no-object-names", "--missing=print", ...everything]);
  if (!walked.ok) return walked;
  // A commit that is not there ends the walk.
  if (walked.value.code !== 0) return ok(true);
  return ok(linesOf(walked.value.stdout).some((line) => line.startsWith("?") && aside.value.has(line.slice(1))));
}

function putBack(layout: GitLayout): void {
  const folder = asideFolder(layout);
  for (const oid of listFolder(folder)) {
    const file = objectFile(layout, oid);
    makeFolder(dirname(file), layout.sharedMode);
    if (existsSync(file)) unlinkSync(join(folder, oid));
    else renameSync(join(folder, oid), file);
  }
}

function makeAside(layout: GitLayout): string {
  makeFolder(asideFolder(layout), 0);
  return asideFolder(layout);
}

function asideFolder(layout: GitLayout): string {
  return join(journalFolder(layout), "aside");
}

function listFile(layout: GitLayout): string {
  return join(journalFolder(layout), "objects");
}

function looseObjects(layout: GitLayout): readonly Oid[] {
  const objects = join(layout.commonDir, "objects");
  return listFolder(objects)
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .flatMap((folder) => listFolder(join(objects, folder)).map((name) => parseOid(folder + name)))
    .filter((oid) => oid !== null);
}

function objectFile(layout: GitLayout, oid: string): string {
  return join(layout.commonDir, "objects", oid.slice(0, 2), oid.slice(2));
}

function isFresh(file: string, since: number): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat === undefined || stat.mtimeMs >= since;
}

function linesOf(bytes: Buffer): readonly string[] {
  return bytes
    .toString("latin1")
    .split("\n")
    .filter((line) => line !== "");
}

function parted<T>(all: readonly T[], fits: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  const yes = new Set(all.filter(fits));
  return [[...yes], all.filter((one) => !yes.has(one))];
}
