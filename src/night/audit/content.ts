/** CheckTwice: entries that stand in more than one place of the kept memory, and files that are copies of each other. */

import { compareText } from "../../base/text--order.js";
import { shellWord } from "../../base/text--shell-word.js";
import { lineAt } from "../../memory/truncate--load.js";
import { isStatement, isTask, weightOf } from "../keep/significance--statement.js";
import { thresholds } from "../thresholds.js";
import { type AuditFinding, type AuditPage, type AuditPlace, auditEntries } from "./checks--audit.js";
import { isLasting } from "./checks--audit-body.js";

/** An entry by what it says: small enough to be held for all pages at once. */
export interface Standing {
  readonly path: string;
  readonly place: AuditPlace;
  readonly line: number;
  readonly digest: string;
  /** How much it says. */
  readonly weight: number;
}

/** Logs tell what was kept elsewhere too, so only lasting pages are compared. */
export function checkTwice(pages: readonly AuditPage[]): readonly AuditFinding[] {
  return repetitions(pages.flatMap(standingIn));
}

export function standingIn(page: AuditPage): readonly Standing[] {
  if (!isLasting(page)) return [];
  const { entry, place, text } = page;
  return auditEntries(page).flatMap(({ kind, digest, start, end }) => {
    const said = text.slice(start, end);
    return (kind !== "bullet" && kind !== "paragraph" && kind !== "quote") || isTask(said) || !isStatement(said)
      ? []
      : [{ path: entry.path, place, line: lineAt(text, start), digest, weight: weightOf(said) }];
  });
}

interface Pair {
  readonly at: Standing;
  readonly other: Standing;
  times: number;
  /** How much they say together. */
  weight: number;
}

/**
 * The later file by name is the one remarked, once for each file that it shares entries with: of two versions of one text that is the news.
 * Where a line stands once more in a document or a note, that is how documents are written: there only copies are told.
 */
export function repetitions(entries: readonly Standing[]): readonly AuditFinding[] {
  const first = new Map<string, Standing>();
  const files = new Map<string, Set<string>>();
  const sizes = new Map<string, number>();
  const sorted = entries.toSorted((a, b) => compareText(a.path, b.path));
  for (const { path, digest } of sorted) {
    sizes.set(path, (sizes.get(path) ?? 0) + 1);
    const holding = files.get(digest);
    if (holding === undefined) files.set(digest, new Set([path]));
    else holding.add(path);
  }
  const pairs = new Map<string, Pair>();
  for (const entry of sorted) {
    const other = first.get(entry.digest);
    if (other === undefined) {
      first.set(entry.digest, entry);
      continue;
    }
    // A line of many files is the form that they are written in.
    const isForm = (files.get(entry.digest)?.size ?? 0) > thresholds.formFilesMax;
    if (isForm && entry.place !== "named" && other.place !== "named") continue;
    const key = JSON.stringify([entry.path, other.path]);
    const pair = pairs.get(key) ?? { at: entry, other, times: 0, weight: 0 };
    pair.times += 1;
    pair.weight += entry.weight;
    pairs.set(key, pair);
  }
  const size = (path: string): number => sizes.get(path) ?? 0;
  return [...pairs.values()]
    .filter((pair) => isTold(pair, Math.min(size(pair.at.path), size(pair.other.path))))
    .map(repetition);
}

/** `size` is how many entries the smaller file has. */
function isTold({ at, other, times, weight }: Pair, size: number): boolean {
  const places = [at.place, other.place];
  if (at.path === other.path)
    return at.place === "named" || (at.place === "kept" && weight >= thresholds.longStatement);
  if (times >= thresholds.copiedMin && times >= thresholds.copiedShareMin * size) return true;
  if (places.includes("beside")) return places.includes("named") && (times > 1 || weight >= thresholds.longStatement);
  return places.includes("named") || weight >= thresholds.longStatement;
}

function repetition({ at, other, times }: Pair): AuditFinding {
  const isOne = other.path === at.path;
  const place = `${other.path}:${other.line}`;
  const says = isOne
    ? `${times === 1 ? "The entry stands" : `${times} entries stand`} in it twice, the first in ${place}, too.`
    : `${times === 1 ? "The entry stands" : `${times} entries stand`} in ${other.path}, too${times === 1 ? `: ${place}` : `, the first: ${place}`}.`;
  const hint = isOne
    ? `Take one of the two out: pagefile edit ${shellWord(at.path)}`
    : "If one of the two is a copy, keep the other; what changes in one place alone is soon wrong in the other.";
  return { check: "entry_twice", severity: "warning", path: at.path, line: at.line, says, hint };
}
