/** Settle: a text with chosen conflicts decided: what was not chosen goes, and the page no longer keeps the conflict. */

import { err, ok, type Result } from "../../base/result--result.js";
import { type Conflict, nameOf, sameConflict } from "../../page/decode--conflict.js";
import { conflictsKey } from "../../page/decode--conflict-list.js";
import { isValueMap, sameValue } from "../../page/decode--value.js";
import type { YamlValue } from "../../page/frontmatter/print--frontmatter.js";
import { bodyStartOf } from "../../page/markdown/outline.js";
import type { Refusal } from "../../rules/reason.js";
import { writeValue } from "../entry/keys.js";
import { conflictsIn, withConflicts } from "./settle--conflict-text.js";
import { type Unit, type Units, unitsOf } from "./settle--units.js";

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
  if (unchosen.has(conflict.key[0] ?? "")) return err(notChosen(nameOf(conflict)));
  const value = take === "both" ? united(conflict.values) : conflict.values[take === "ours" ? 0 : 1];
  if (value !== undefined) return writeValue(path, text, conflict.key, value);
  return err({
    reason: "SCHEMA_INVALID",
    says: `“${nameOf(conflict)}” holds one value, so it cannot keep both.`,
    hint: "Choose --ours or --theirs; or set a third value and then choose --as-is.",
  });
}

function notChosen(name: string): Refusal {
  return {
    reason: "POLICY_VIOLATION",
    says: `“${name}” is not a key that a choice may set.`,
    hint: "Settle it by hand, then choose --as-is.",
  };
}

/** Lists hold both; undefined for anything else. */
function united(values: readonly YamlValue[]): YamlValue | undefined {
  const all: YamlValue[] = [];
  for (const value of values) {
    if (!Array.isArray(value) || isValueMap(value)) return undefined;
    for (const item of value) if (!all.some((known) => sameValue(known, item))) all.push(item);
  }
  return all;
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
