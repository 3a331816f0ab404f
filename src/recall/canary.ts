/**
 * RecallCanary: words of a page that is there, asked of the search as it stands, so that one that finds nothing shows before anyone misses it; and
 * the uses of archived pages as one file.
 */

import { dirname, join } from "node:path";
import { parseLine, stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { err, type Outcome, ok } from "../base/result.js";
import { compareText } from "../base/text.js";
import { type Memory, openFile } from "../memory/memory.js";
import { type Holder, service } from "../memory/service.js";
import type { PageEntry } from "../memory/table.js";
import { withoutSecrets } from "../prompt/access.js";
import { attempt, orElse } from "../state/fs-calls.js";
import { makeStateFolder, readPlainText, replaceWhole } from "../state/plain-file.js";
import { searchOf } from "./index/open.js";
import type { SearchFound } from "./index/search.js";
import { searchSource } from "./index/write.js";
import { termsOf } from "./words/terms.js";

interface Canary {
  /** The page that was looked for, and the words; null where no page says anything. */
  readonly page: PageEntry | null;
  readonly words: string;
  readonly by: SearchFound["by"];
  /** What the search did without. */
  readonly skipped: readonly string[];
}

const pagesTried = 8;
const wordsAsked = 3;
/** The page need not be the first: another may hold the same words. */
const hitsAsked = 32;

/** Fails where the search fails, or does not find what is there. */
export function canary(memory: Memory): Outcome<Canary> {
  const search = searchOf(memory);
  search.converge(searchSource(memory));
  const known = pageWithWords(memory);
  if (known === null) return ok({ page: null, words: "", by: "index", skipped: [] });
  const { page, words } = known;
  const found = search.query({ text: words, tier: "hot", limit: hitsAsked, admits: () => true });
  if (!found.ok) return found;
  const { hits, by, skipped } = found.value;
  if (hits.some(({ path }) => path === page.path)) return ok({ page, words, by, skipped });
  return err({
    code: "corrupt",
    says: `The search does not find ${page.path} by its own words “${words}”.`,
    hint: "Make the index anew: pagefile index rebuild",
  });
}

/** Its longest words: they are rare. The same memory gives the same page. */
function pageWithWords(memory: Memory): { readonly page: PageEntry; readonly words: string } | null {
  const pages = [...memory.table.byPath.values()].filter(({ tier }) => tier === "hot");
  pages.sort((a, b) => compareText(a.path, b.path));
  for (const page of pages.slice(0, pagesTried)) {
    const file = openFile(memory, page);
    if (!file.ok || file.value === null) continue;
    const terms = termsOf(withoutSecrets(file.value.text).slice(file.value.bodyStart)).filter(
      ({ stop, part }) => !stop && !part,
    );
    const said = [...new Set(terms.map((term) => term.said))].filter((word) => word.length <= 40);
    said.sort((a, b) => b.length - a.length || compareText(a, b));
    if (said.length > 0) return { page, words: said.slice(0, wordsAsked).join(" ") };
  }
  return null;
}

/** Pages beyond this many that were not of use for the longest are forgotten. */
const pagesMax = 2_000;

/** `file` is machine-local. What is no such file counts as empty; two processes that add at once may lose one of the uses. */
export function openRecallUses(file: string) {
  const write = (uses: ReadonlyMap<string, number>): Outcome<void> =>
    attempt(`keep the uses of archived pages in ${file}`, () => {
      makeStateFolder(dirname(file), 0o777);
      replaceWhole(file, `${stableJson({ uses: [...uses].slice(-pagesMax) })}\n`, 0o666);
    });
  return {
    /** Adds one use to each and gives what they have now, in the order of `ids`. */
    add(ids: readonly string[]): Outcome<readonly number[]> {
      const uses = new Map(load(file));
      const counts = ids.map((id) => {
        const count = (uses.get(id) ?? 0) + 1;
        // A map keeps its order: the latest goes last.
        uses.delete(id);
        uses.set(id, count);
        return count;
      });
      const written = write(uses);
      return written.ok ? ok(counts) : written;
    },
    /** They are counted from nothing again. */
    forget(ids: readonly string[]): Outcome<void> {
      const uses = new Map(load(file));
      for (const id of ids) uses.delete(id);
      return write(uses);
    },
  };
}

function load(file: string): readonly (readonly [string, number])[] {
  const { uses } = parseLine(orElse("", () => readPlainText(file, limits.stateFileBytesMax))) ?? {};
  return Array.isArray(uses) ? uses.filter(isUse) : [];
}

function isUse(value: unknown): value is readonly [string, number] {
  if (!Array.isArray(value) || value.length !== 2) return false;
  return typeof value[0] === "string" && Number.isSafeInteger(value[1]) && (value[1] as number) > 0;
}

/** How often archived pages were of use lately; derived state of this machine, of no weight when it is lost. */
export type RecallUses = ReturnType<typeof openRecallUses>;

export const recallUsesOf: (holder: Holder) => RecallUses = service(({ place }) =>
  openRecallUses(join(place.state, "recall-uses.json")),
);
