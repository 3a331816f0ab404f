/** PurgeCut: what is to be gone from every version of everything, and a text or a value without it. */

import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import { findSecrets } from "../../rules/secret-keys--secret.js";

export interface Cut {
  /** Digests of entries. */
  readonly entries: ReadonlySet<string>;
  /** Ids of pages that go whole; `file#slug` is a section. */
  readonly pages: ReadonlySet<string>;
  /** Where those pages were in any version. */
  readonly paths: ReadonlySet<string>;
  /** Their titles, which commit messages repeat beside the id. */
  readonly titles: readonly (readonly [id: string, title: string])[];
  /** What the subject of a commit repeats of a purged entry. */
  readonly gists: readonly string[];
  /** Texts of purged entries and values, which go wherever they stand word for word; longest first. */
  readonly spans: readonly string[];
  /** Evidence that a patch may not rest on, e.g. `url:…` or `page:…`. */
  readonly sources: ReadonlySet<string>;
  /** Everything that is found as a secret goes too. */
  readonly secrets: boolean;
}

/** Stands where a purged text stood inside another one; opens no YAML list and is no secret itself. */
export const purgeMark = "REDACTED";

/** Any text: spans and secrets replaced, entries of the digests taken out whole. The same string where nothing was found. */
export function cutText(text: string, cut: Cut): string {
  const kept = cut.entries.size === 0 ? text : withoutEntries(text, cut.entries);
  return cutSpans(kept, cut);
}

/** Spans and secrets alone. */
export function cutSpans(text: string, cut: Cut): string {
  let current = text;
  for (const span of cut.spans) if (current.includes(span)) current = current.replaceAll(span, purgeMark);
  return cut.secrets ? blanked(current) : current;
}

/**
 * Every string of a JSON value, keys too, and whether anything in it rests on what is purged: names a page that goes, or a
 * source that is not to be believed.
 */
export function cutJson(value: unknown, cut: Cut): { readonly value: unknown; readonly hit: boolean } {
  if (typeof value === "string") {
    const names = cut.pages.has(value) || cut.sources.has(value) || cut.paths.has(value);
    const text = cutText(value, cut);
    return { value: text, hit: names || text !== value };
  }
  if (typeof value !== "object" || value === null) return { value, hit: false };
  let hit = false;
  const each = (item: unknown): unknown => {
    const inner = cutJson(item, cut);
    hit ||= inner.hit;
    return inner.value;
  };
  if (Array.isArray(value)) return { value: value.map(each), hit };
  const entries = Object.entries(value).map(([key, item]) => {
    const keyed = cut.secrets && typeof item === "string" && isKeyed(key, item);
    hit ||= keyed;
    return [each(key), keyed ? purgeMark : each(item)];
  });
  return { value: Object.fromEntries(entries), hit };
}

/** Without the entries of these digests; every other entry keeps its own, whatever stood around the ones that go. */
function withoutEntries(text: string, digests: ReadonlySet<string>): string {
  const found = outline(text, bodyStartOf(text)).entries;
  const going = found.filter((entry) => digests.has(entry.digest));
  if (going.length === 0) return text;
  const rest = found.filter((entry) => !digests.has(entry.digest)).map((entry) => entry.digest);
  for (const stand of ["", "\n", "\n<!-- -->\n\n"]) {
    const kept = spliced(text, going, stand);
    const now = outline(kept, bodyStartOf(kept)).entries.map((entry) => entry.digest);
    if (rest.every((digest) => now.includes(digest)) && !now.some((digest) => digests.has(digest))) return kept;
  }
  // No way was found that leaves the others as they were: what is purged goes all the same.
  return spliced(text, going, "\n");
}

function spliced(
  text: string,
  going: readonly { readonly start: number; readonly end: number }[],
  stand: string,
): string {
  let kept = "";
  let done = 0;
  for (const { start, end } of going) {
    let after = end;
    if (text.startsWith("\r\n", after)) after += 2;
    else if (text[after] === "\n") after += 1;
    const before = kept + text.slice(done, start);
    // Two blank lines would be left where the entry stood between two.
    const blank = before.endsWith("\n\n") && stand === "" && text[after] === "\n" ? 1 : 0;
    kept = before + stand;
    done = after + blank;
  }
  return kept + text.slice(done);
}

/** Line by line inside a secret that is split over lines, because a line break may be what YAML needs. */
function blanked(text: string): string {
  let current = text;
  // What is left when one is gone can be put together into another; each round takes at least one away.
  for (let round = 0; round < 8; round += 1) {
    const secrets = findSecrets(current);
    if (secrets.length === 0) return current;
    let shown = "";
    let done = 0;
    for (const { start, end } of secrets) {
      const breaks = current.slice(start, end).replace(/[^\r\n]+/g, "");
      shown += current.slice(done, start) + purgeMark + breaks;
      done = end;
    }
    current = shown + current.slice(done);
  }
  return current;
}

function isKeyed(key: string, item: string): boolean {
  const line = `${key}: ${JSON.stringify(item)}`;
  return findSecrets(line).some((secret) => secret.end > key.length);
}
