/**
 * Settle: a text with chosen conflicts decided: what was not chosen goes, and the page no longer keeps the conflict. A body is cut into units for
 * that, which joined are the body.
 */

import { err, ok, type Result } from "../../base/result.js";
import {
  type Conflict,
  conflictsKey,
  nameOf,
  printConflicts,
  readConflicts,
  sameConflict,
  sameValue,
} from "../../page/decode.js";
import type { YamlValue } from "../../page/frontmatter/print.js";
import { lookup, readFrontmatter, valueOf } from "../../page/frontmatter/scan.js";
import { addFrontmatter, removeKey, setKey } from "../../page/frontmatter/splice.js";
import { bodyStartOf, inOrderOf, outline } from "../../page/markdown/outline.js";
import type { Refusal } from "../../rules/refusal.js";
import { writeValue } from "../entry/keys.js";
import { unitedLists } from "./head.js";

/** `as_is`: somebody settled it by hand, and the page stays as it stands. */
export const takes = ["ours", "theirs", "both", "as_is"] as const;
export type Take = (typeof takes)[number];

export interface Choice {
  readonly conflict: Conflict;
  readonly take: Take;
}

/** No merge leaves these to be chosen; a list that does is not one of ours, and would forge what it names. */
const unchosen: ReadonlySet<string> = new Set([conflictsKey, "id", "origin", "provenance"]);

/** A conflict that this text does not keep is settled in it already. */
export function settleText(path: string, text: string, choices: readonly Choice[]): Result<string, Refusal> {
  let current = text;
  for (const choice of choices) {
    const known = conflictsIn(path, current);
    if (!known.ok) return known;
    const at = known.value.findIndex((each) => sameConflict(each, choice.conflict));
    if (at < 0) continue;
    const chosen =
      choice.conflict.kind === "key" ? setChosen(path, current, choice) : dropOthers(path, current, choice);
    if (!chosen.ok) return chosen;
    const left = stillOpen(choice);
    const next = withConflicts(path, chosen.value, known.value.toSpliced(at, 1, ...(left === null ? [] : [left])));
    if (!next.ok) return next;
    current = next.value;
  }
  return ok(current);
}

/** The entries that a choice takes out of a page. */
export function droppedBy({ conflict, take }: Choice): readonly string[] {
  if (conflict.kind === "key" || take === "both" || take === "as_is") return [];
  return take === "ours" ? conflict.entries.slice(1) : conflict.entries.slice(0, 1);
}

/** Of more than two alternatives, those that theirs leaves to choose from. */
function stillOpen({ conflict, take }: Choice): Conflict | null {
  if (take !== "theirs") return null;
  if (conflict.kind === "entry") {
    return conflict.entries.length < 3 ? null : { kind: "entry", entries: conflict.entries.slice(1) };
  }
  return conflict.values.length < 3 ? null : { ...conflict, values: conflict.values.slice(1) };
}

function setChosen(path: string, text: string, { conflict, take }: Choice): Result<string, Refusal> {
  if (conflict.kind !== "key" || take === "as_is") return ok(text);
  if (unchosen.has(conflict.key[0] ?? ""))
    return err({
      reason: "POLICY_VIOLATION",
      says: `“${nameOf(conflict)}” is not a key that a choice may set.`,
      hint: "Settle it by hand, then choose --as-is.",
    });
  const value = take === "both" ? united(conflict.values) : conflict.values[take === "ours" ? 0 : 1];
  if (value !== undefined) return writeValue(path, text, conflict.key, value);
  return err({
    reason: "SCHEMA_INVALID",
    says: `“${nameOf(conflict)}” holds one value, so it cannot keep both.`,
    hint: `Choose --ours or --theirs for it alone (--key ${nameOf(conflict)}); or set a third value and then choose --as-is.`,
  });
}

/** Lists hold both; undefined for anything else. */
function united(values: readonly YamlValue[]): YamlValue | undefined {
  const lists = values.flatMap((value) => (Array.isArray(value) ? [value as readonly YamlValue[]] : []));
  if (lists.length < values.length) return undefined;
  return lists.reduce((all, list) => unitedLists([], [all, list], sameValue), []);
}

function dropOthers(path: string, text: string, choice: Choice): Result<string, Refusal> {
  const dropped = droppedBy(choice);
  if (choice.conflict.kind !== "entry" || dropped.length === 0) return ok(text);
  const kept = new Set(choice.conflict.entries.filter((digest) => !dropped.includes(digest)));
  const start = bodyStartOf(text);
  const units = unitsOf(text.slice(start));
  if (units === null) return err(unsettled(path));
  if (!units.list.some(({ says }) => kept.has(says))) {
    return err({
      reason: "VERSION_CONFLICT",
      says: `The entry to keep no longer stands in ${path}; what is left of the conflict would go with it.`,
      hint: "Choose the other side, or --as-is to keep the page as it stands.",
    });
  }
  const gone = new Set(dropped.flatMap((digest) => nearest(units.list, digest, kept)));
  const body = without(units, gone);
  const wanted = units.list.filter((_, i) => !gone.has(i)).map(({ says }) => says);
  const reads = unitsOf(body)?.list.map(({ says }) => says);
  return sameValue(reads, wanted) ? ok(text.slice(0, start) + body) : err(unsettled(path));
}

/** Where the same text stands in several places, the one beside what is kept is the alternative. */
function nearest(list: readonly Unit[], digest: string, kept: ReadonlySet<string>): readonly number[] {
  const standing = list.flatMap(({ says }, i) => (kept.has(says) ? [i] : []));
  const distance = (i: number): number => Math.min(...standing.map((at) => Math.abs(at - i)));
  const found = list.flatMap(({ says }, i) => (says === digest ? [i] : []));
  return found.sort((a, b) => distance(a) - distance(b)).slice(0, 1);
}

/** Of the blank lines around what goes, the longer stretch stays. */
function without({ lead, list }: Units, gone: ReadonlySet<number>): string {
  const left: { text: string; gap: string }[] = [];
  for (const [i, { text, gap }] of list.entries()) {
    const before = left.at(-1);
    if (!gone.has(i)) left.push({ text, gap });
    else if (before !== undefined && (i === list.length - 1 || gap.length > before.gap.length)) before.gap = gap;
  }
  return lead + left.map(({ text, gap }) => text + gap).join("");
}

function unsettled(path: string): Refusal {
  return {
    reason: "MALFORMED",
    says: `The other entry cannot be taken out of ${path} so that the rest reads as before.`,
    hint: "Take it out by hand, then choose --as-is.",
  };
}

// Units: a body cut into its headings and entries, each with the blank lines behind it, so that joined they are the body.

export interface Unit {
  readonly kind: "heading" | "bullet" | "block";
  /** What it says, wherever it stands: an entry's digest, or a heading's depth and title. */
  readonly says: string;
  /** What it says and under which heading. */
  readonly key: string;
  /** The `says` of the nearest heading above; empty where there is none. */
  readonly under: string;
  /** Whole lines, without the last line's end. */
  readonly text: string;
  /** From there to the next unit: line ends and blank lines. */
  readonly gap: string;
}

export interface Units {
  /** What stands before the first unit. */
  readonly lead: string;
  readonly list: readonly Unit[];
}

/** null where no cut gives the body back: two blocks on one line, as a lone carriage return puts them, or text that none claims. */
export function unitsOf(body: string): Units | null {
  const places = inOrderOf(outline(body, 0));
  const list: Unit[] = [];
  let under = "";
  for (const [i, place] of places.entries()) {
    const next = places[i + 1]?.start ?? body.length;
    const gap = body.slice(place.end, next);
    if (next < place.end || place.end <= place.start || gap.trim() !== "") return null;
    const { says } = place;
    const kind = place.kind === "heading" || place.kind === "bullet" ? place.kind : "block";
    if (kind === "heading") under = says;
    list.push({
      kind,
      says,
      key: keyOf(kind, says, under),
      under: kind === "heading" ? "" : under,
      text: body.slice(place.start, place.end),
      gap,
    });
  }
  const lead = body.slice(0, places[0]?.start ?? body.length);
  return lead.trim() === "" ? { lead, list } : null;
}

/** A heading is named by what it says, an entry by that and the heading above it. */
export function keyOf(kind: Unit["kind"], says: string, under: string): string {
  return kind === "heading" ? says : `${under}\n${says}`;
}

// Conflict text: the conflicts a page keeps, read from its text and written back into it.

/** Empty where the page keeps none. */
export function conflictsIn(path: string, text: string): Result<readonly Conflict[], Refusal> {
  const scanned = readFrontmatter(path, text);
  if (!scanned.ok) return err({ reason: "MALFORMED", says: scanned.error.says, hint: scanned.error.hint });
  const node = scanned.value === null ? null : lookup(scanned.value.root, [conflictsKey]);
  const conflicts = readConflicts(node === null ? undefined : valueOf(node));
  if (conflicts !== null) return ok(conflicts);
  return err({
    reason: "MALFORMED",
    says: `“${conflictsKey}:” of ${path} is not a list that a merge wrote.`,
    hint: "Take the key out by hand when everything in it is settled.",
  });
}

/**
 * The text with exactly these conflicts. A file without frontmatter gets a block for them, which goes again with the last of
 * them. Refused where frontmatter cannot hold them.
 */
export function withConflicts(path: string, text: string, conflicts: readonly Conflict[]): Result<string, Refusal> {
  const scanned = readFrontmatter(path, text);
  if (!scanned.ok) return err({ reason: "MALFORMED", says: scanned.error.says, hint: scanned.error.hint });
  const block = scanned.value;
  if (block === null) return conflicts.length === 0 ? ok(text) : begun(path, text, conflicts);
  if (conflicts.length === 0 && lookup(block.root, [conflictsKey]) === null) return ok(text);
  if (conflicts.length === 0 && block.root.pairs.length === 1) {
    return ok(text.slice(0, block.span.start) + text.slice(block.span.end));
  }
  const written =
    conflicts.length === 0
      ? removeKey(text, block, [conflictsKey])
      : setKey(text, block, [conflictsKey], printConflicts(conflicts));
  return written.ok ? written : err({ reason: "SIZE_LIMIT", ...written.error });
}

function begun(path: string, text: string, conflicts: readonly Conflict[]): Result<string, Refusal> {
  const added = addFrontmatter(text, [[conflictsKey, printConflicts(conflicts)]]);
  const read = conflictsIn(path, added);
  const scanned = readFrontmatter(path, added);
  const end = scanned.ok ? (scanned.value?.span.end ?? 0) : 0;
  const body = text.startsWith("\ufeff") ? text.slice(1) : text;
  if (read.ok && read.value.length === conflicts.length && added.slice(end) === body) return ok(added);
  return err({
    reason: "SIZE_LIMIT",
    says: `What the versions of ${path} say differently does not fit into its frontmatter.`,
    hint: "Settle it by hand, or take one side with: pagefile resolve",
  });
}
