/** PinGuard: what is pinned hard stays what the user made of it, whoever else commits. */

import { blobOid } from "../../base/digest.js";
import type { PagePath } from "../../base/ids.js";
import { tally } from "../../base/result.js";
import { clip } from "../../base/text.js";
import { isUsersWord } from "../../memory/actor.js";
import type { Config } from "../../memory/config.js";
import { factsOf, type SaidMeta } from "../../memory/facts.js";
import { isPageFile, profileOf } from "../../memory/profile.js";
import { buildTable, type PageEntry, type PageTable } from "../../memory/table.js";
import { type Conflict, decodePage, sameValue } from "../../page/decode.js";
import { bodyStartOf, headingName, outline } from "../../page/markdown/outline.js";
import { rank } from "../../page/page.js";
import type { Refusal } from "../../rules/refusal.js";
import { isUsers, pathsIn, type Validated } from "../change.js";
import { advance, type Base } from "../commit/plan.js";
import { isOwnExtract } from "../entry/variant.js";
import type { PatchEnvelope } from "../patch.js";

// One rule over what a commit changes, asked where every commit of ours passes and by the commit hook: of each file that was pinned hard
// before, or has a section that was, it compares what stands there afterwards. Whoever is not the user may add to it, move lines around
// and move the file, by git and not by the memory tool; nothing else.

/** One path of a commit; null where there is no file. */
export interface ChangedFile {
  readonly path: PagePath;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** Something pinned hard that a commit takes from the user. */
export interface TakenPin {
  /** Where it stood. */
  readonly path: PagePath;
  /** The id of the page or of the section. */
  readonly id: string;
  /** What only the user may do, as `change its fields.rule`. */
  readonly what: string;
}

/** Each patch of a commit is judged by its own writer, on what the ones before it left. */
export function guardPins(validated: Validated, base: Base): Refusal | null {
  const parts = validated.parts ?? [validated];
  let states = base.states;
  for (const part of parts) {
    const next = advance(part.changes, { ...base, states });
    // What cannot be laid over the files is refused by whoever lays it there.
    if (!next.ok) return null;
    const before = states;
    states = next.value;
    if (isUsers(part)) continue;
    // What the user typed and has not committed is pinned as well.
    for (const place of ["head", "work"] as const) {
      const files = [...new Set(pathsIn(part.changes))].map((path): ChangedFile => {
        const bytesIn = (all: Base["states"]): Uint8Array | null => all.get(path)?.[place]?.bytes ?? null;
        return { path, before: bytesIn(before), after: bytesIn(states) };
      });
      const [first] = takenPins(files, base.config);
      if (first !== undefined) return refusalOf(first);
    }
  }
  return null;
}

export function refusalOf({ id, what }: TakenPin): Refusal {
  return {
    reason: "POLICY_VIOLATION",
    says: `“${id}” is pinned hard; only the user may ${what}.`,
    hint: "Let the user do it in a terminal of their own, where no agent runs and --actor names none, or add an entry or a page of your own.",
  };
}

/** In the order of the files; the first of each page says enough. */
export function takenPins(files: readonly ChangedFile[], config: Config): readonly TakenPin[] {
  const changed = files.filter(({ path, before, after }) => isPageFile(path) && !isSame(before, after));
  const old = tableOf(changed, "before", config);
  const pinned = [...old.table.byPath.values()].filter((page) => page.tier === "hot" && hasPins(page, old));
  if (pinned.length === 0) return [];
  const now = tableOf(changed, "after", config);
  return pinned.flatMap((page): readonly TakenPin[] => {
    const losses = placesOf(page, old, now).map((next) => lossOf(page, next, old, now));
    if (losses.length === 0) {
      const what = now.files.has(page.path) ? "take the pin away" : "put it away";
      return [{ path: page.path, id: hardIn(page, old)[0]?.id ?? page.id, what }];
    }
    if (losses.some((loss) => loss === null)) return [];
    return [{ path: page.path, ...losses[0]! }];
  });
}

interface Side {
  readonly table: PageTable;
  readonly files: ReadonlyMap<string, File>;
}

interface File {
  readonly meta: SaidMeta;
  readonly text: string;
}

function tableOf(files: readonly ChangedFile[], side: "before" | "after", config: Config): Side {
  const profile = profileOf(config.profile);
  const read = files.flatMap((file) => {
    const bytes = file[side];
    if (bytes === null) return [];
    const data = factsOf(file.path, bytes, profile);
    return [{ path: file.path, oid: blobOid(bytes), data, bytes }];
  });
  const texts = read.map(({ path, data, bytes }) => {
    const decoded = decodePage(path, bytes);
    return [path, { meta: data.meta, text: decoded.ok ? decoded.value : "" }] as const;
  });
  return { table: buildTable(read, config), files: new Map(texts) };
}

function hasPins(page: PageEntry, side: Side): boolean {
  return hardIn(page, side).length > 0 || fileOf(page, side).text.includes(entryMark);
}

/** The mark by which a person pins one entry of a page that is not pinned. */
const entryMark = "[pinned]";

/** The page, or those of its sections, that are pinned hard. */
export function hardIn(page: PageEntry, { table }: Pick<Side, "table">): readonly PageEntry[] {
  return [page, ...page.sections.flatMap((id) => table.byId.get(id) ?? [])].filter(({ pin }) => pin === "hard");
}

/** Where it may be now: under its path, under its id, or, for one that is called by its path, in any file that is new. */
function placesOf(page: PageEntry, old: Side, now: Side): readonly PageEntry[] {
  const here = now.table.byPath.get(page.path);
  if (here !== undefined || now.files.has(page.path)) return here === undefined ? [] : [here];
  const named = now.table.byId.get(page.id);
  if (named !== undefined) return [named];
  if (old.files.get(page.path)?.meta.id !== undefined) return [];
  return [...now.table.byPath.values()].filter(({ path }) => !old.files.has(path));
}

/** What of the page is not there any more; null where all is. */
function lossOf(page: PageEntry, next: PageEntry, old: Side, now: Side): Omit<TakenPin, "path"> | null {
  if (next.tier === "cold") return { id: hardIn(page, old)[0]?.id ?? page.id, what: "put it away" };
  for (const part of hardIn(page, old)) {
    const { id, slug } = part;
    const still = slug === null ? next : now.table.byId.get(`${next.id}#${slug}`);
    if (still?.pin !== "hard" || saidPin(part, fileOf(page, old)) > saidPin(part, fileOf(next, now)))
      return { id, what: "take the pin away" };
    if (rank(still.minFidelity) < rank(part.minFidelity)) return { id, what: "change its min_fidelity" };
    const key = changedKey(part, fileOf(page, old), fileOf(next, now), next.path);
    if (key !== null) return { id, what: `change its ${key}` };
    const isOf = ({ section }: Piece): boolean => slug === null || section === slug;
    const lost = lostText(fileOf(page, old).text, fileOf(next, now).text, isOf);
    if (lost !== null) return { id, what: `change or remove “${lost}”` };
  }
  const lost = lostText(fileOf(page, old).text, fileOf(next, now).text, ({ tags }) => tags.includes("pinned"));
  return lost === null ? null : { id: page.id, what: `change or remove “${lost}”` };
}

/** 1 where the file says in so many words that it is pinned hard, whatever its type or its folder says. */
function saidPin({ slug }: PageEntry, { meta }: File): 0 | 1 {
  return (slug === null ? meta.pin : meta.sections?.[slug]?.pin) === "hard" ? 1 : 0;
}

function fileOf({ path }: PageEntry, { files }: Side): File {
  return files.get(path) ?? { meta: {}, text: "" };
}

/** Keys that decide what of the page is said, to whom, and as what; absent or not, they stay. Others may only be added. */
const fixed = ["id", "type", "scope", "audience", "status", "origin"] as const;
const said = ["title", "summary"] as const;

function changedKey(part: PageEntry, was: File, is: File, path: string): string | null {
  if (part.slug !== null) {
    const [before, after] = [was.meta.sections?.[part.slug], is.meta.sections?.[part.slug]];
    if (before?.title != null && before.title !== after?.title) return "title";
    if (before?.type != null && before.type !== after?.type) return "type";
    return changedField(before?.fields, after?.fields);
  }
  const key =
    fixed.find((name) => was.meta[name] !== is.meta[name]) ??
    said.find((name) => was.meta[name] !== undefined && was.meta[name] !== is.meta[name]);
  if (key !== undefined) return key;
  if (was.meta.tags?.some((tag) => is.meta.tags?.includes(tag) !== true) === true) return "tags";
  // Our own extract of the body follows the body; any other short text would speak for the page in the user's place.
  const isRewritten = is.meta.compressed !== was.meta.compressed && !isOwnExtract(path, is.text);
  return isRewritten ? "compressed" : changedField(was.meta.fields, is.meta.fields);
}

function changedField(was: SaidMeta["fields"] = {}, is: SaidMeta["fields"] = {}): string | null {
  const name = Object.keys(was).find((field) => !Object.hasOwn(is, field) || !sameValue(was[field], is[field]));
  return name === undefined ? null : `fields.${name}`;
}

const shownCharsMax = 60;

/** The first of the entries and headings asked for that is there fewer times than it was; one in a comment or in code is another. */
function lostText(was: string, is: string, isMeant: (piece: Piece) => boolean): string | null {
  const left = tally(piecesOf(is).flatMap((piece) => (isMeant(piece) ? [piece.name] : [])));
  for (const { name, start, end } of piecesOf(was).filter(isMeant)) {
    const count = left.get(name) ?? 0;
    if (count === 0) {
      const [line = ""] = was.slice(start, end).trim().split(/\r?\n/, 1);
      return clip(line, shownCharsMax);
    }
    left.set(name, count - 1);
  }
  return null;
}

interface Piece {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly section: string | null;
  readonly tags: readonly string[];
}

/** A heading of the file belongs to no section: who renames that of a pinned section has taken its pin away. */
function piecesOf(text: string): readonly Piece[] {
  const { entries, headings } = outline(text, bodyStartOf(text));
  return [
    ...entries.map(({ digest, ...entry }) => ({ name: digest, ...entry })),
    ...headings.map(({ depth, title, start, end }) => ({
      name: `${depth} ${title}`,
      start,
      end,
      section: null,
      tags: [],
    })),
  ];
}

function isSame(before: Uint8Array | null, after: Uint8Array | null): boolean {
  return before === after || (before !== null && after !== null && Buffer.compare(before, after) === 0);
}

// Conflicts: who may settle those of a section that is pinned hard.

/** In a page that anybody may settle: a section that is pinned hard, is the user's all the same; so is every pin, by the rule above. */
export function guardPinned(
  page: PageEntry,
  { text, conflicts }: { readonly text: string; readonly conflicts: readonly Conflict[] },
  envelope: PatchEnvelope,
  table: PageTable,
): Refusal | null {
  if (isUsersWord(envelope)) return null;
  const slugs = new Set(conflicts.flatMap((conflict) => sectionsOf(conflict, text)));
  for (const id of page.sections) {
    const section = table.byId.get(id);
    if (section?.pin !== "hard" || section.slug === null || !slugs.has(section.slug)) continue;
    return notTheirs(`“${id}” is pinned hard; what two versions of it say`, envelope);
  }
  return null;
}

/** The sections a conflict is about, by their slugs. */
function sectionsOf(conflict: Conflict, text: string): readonly string[] {
  if (conflict.kind === "key") {
    const [first, slug] = conflict.key;
    return first === "sections" && slug !== undefined ? [slug] : [];
  }
  const { entries, headings } = outline(text, bodyStartOf(text));
  const says = new Set(conflict.entries);
  return [
    ...entries.filter(({ digest }) => says.has(digest)).flatMap(({ section }) => section ?? []),
    ...headings
      .filter((heading) => says.has(headingName(heading)))
      .map(({ start, slug }) => headings.findLast((at) => at.depth === 2 && at.start <= start)?.slug ?? slug),
  ];
}

export function notOurs(path: string, hint: string): Refusal {
  const says = `${path} is an instruction file that you wrote; Pagefile reads and measures it and never writes it.`;
  return { reason: "POLICY_VIOLATION", says, hint };
}

export function notTheirs(what: string, { origin, actor }: PatchEnvelope): Refusal {
  const says = `${what} is not for ${origin === "user" ? actor : `text of origin ${origin}`} to decide.`;
  return { reason: "ORIGIN_DENIED", says, hint: "Let the user decide (--origin user)." };
}
