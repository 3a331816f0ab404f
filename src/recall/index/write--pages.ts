/** Pages: the pages of an index as ranking and hits need them, many read at once, and remembered. */

import { decodeSketches } from "../meaning/fuse--sketch-bytes.js";
import type { SketchedPage } from "../rank/rows--rank-postings.js";
import type { Database } from "./generation--database.js";
import { Damaged } from "./generation--trouble.js";
import type { PageInfo } from "./write.js";

export interface StoredPages {
  /** Reads those that are not remembered, at once: that costs a third of one by one. */
  fetch(ids: Iterable<number>): void;
  /** Throws where the index holds no such page. */
  readonly page: (id: number) => SketchedPage;
  readonly info: (id: number) => PageInfo & { readonly mark: number };
}

/** A number never stands for another version of a page. */
interface StoredPage extends SketchedPage {
  readonly mark: number;
  /** As it is stored, until it is asked for: most pages that are ranked are no hits. */
  info: string | (PageInfo & { readonly mark: number });
}

/** Some 40 MB at most; what was not asked for while as much again was read is forgotten. */
const rememberedChunks = 40_000;

export function storedPages(database: Database): StoredPages {
  let late = new Map<number, StoredPage>();
  let before = new Map<number, StoredPage>();
  /** Of `late`. */
  let chunks = 0;
  const keep = (id: number, page: StoredPage): StoredPage => {
    if (chunks >= rememberedChunks) {
      before = late;
      late = new Map();
      chunks = 0;
    }
    late.set(id, page);
    chunks += page.chunks.length;
    return page;
  };
  const select = database.prepare(
    "SELECT p.id, p.path, p.mark, p.info, p.sketch FROM json_each(?) AS asked JOIN page AS p ON p.id = asked.value",
  );
  const fetch = (ids: Iterable<number>): void => {
    const missing: number[] = [];
    for (const id of ids) {
      if (late.has(id)) continue;
      const old = before.get(id);
      if (old === undefined) missing.push(id);
      else keep(id, old);
    }
    if (missing.length === 0) return;
    for (const row of select.raw().all(`[${missing}]`)) {
      const [id, path, mark, json, bytes] = row as [number, string, number, string, Uint8Array];
      keep(id, pageOf(path, mark, json, bytes));
    }
  };
  const stored = (id: number): StoredPage => {
    const known = late.get(id) ?? before.get(id);
    if (known !== undefined) return known;
    fetch([id]);
    const read = late.get(id);
    if (read === undefined) throw new Damaged(`the index names page ${id} and does not hold it`);
    return read;
  };
  return {
    fetch,
    page: stored,
    info(id) {
      const page = stored(id);
      if (typeof page.info === "string") page.info = { ...(JSON.parse(page.info) as PageInfo), mark: page.mark };
      return page.info;
    },
  };
}

function pageOf(path: string, mark: number, json: string, bytes: Uint8Array): StoredPage {
  const chunks = decodeSketches(bytes);
  if (chunks === null) throw new Damaged(`the index holds no sketches of ${path}`);
  const hasSections = chunks.some(({ slug }) => slug >= 0);
  return { path, slugs: hasSections ? (JSON.parse(json) as PageInfo).slugs : [], chunks, info: json, mark };
}
