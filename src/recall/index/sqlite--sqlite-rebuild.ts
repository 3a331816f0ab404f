/** SqliteRebuild: an index of all pages, made aside and put in the place of whatever was there. */

import type { PagePath } from "../../base/ids.js";
import type { Database, OpenDatabase } from "./generation--database.js";
import { discard, install, newGeneration } from "./generation--generation.js";
import { joinAll } from "./generation--join.js";
import { createTables } from "./generation--schema.js";
import { seal } from "./generation--seal.js";
import { stateName, sumsOf } from "./generation--sums.js";
import type { SearchPage, SearchSource } from "./search.js";
import { connect, indexOf, type SqliteIndex } from "./sqlite.js";
import { openWriter } from "./write.js";

/** Pages written by one transaction. */
const batchPages = 2_000;

/** Makes an index of these pages aside and puts it in the place of whatever was there. */
export function rebuildSqlite(
  open: OpenDatabase,
  dir: string,
  version: string,
  source: SearchSource,
): SqliteIndex & { readonly unread: readonly PagePath[] } {
  const made = newGeneration(dir);
  try {
    const unread = fill(open(made.file), version, source);
    seal(made);
    install(dir, made);
    return { ...indexOf(connect(open, made), made), unread };
  } catch (error) {
    discard(`${dir}/${made.name}`);
    throw error;
  }
}

/** Nobody else knows of the file yet: it needs no log and no care for a crash until it is whole. */
function fill(database: Database, version: string, source: SearchSource): readonly PagePath[] {
  const unread: PagePath[] = [];
  try {
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000;");
    createTables(database, version);
    database.exec("BEGIN");
    const writer = openWriter(database, true);
    const held: SearchPage[] = [];
    for (const page of source.pages()) {
      const text = source.read(page.path);
      if (text === null) unread.push(page.path);
      else {
        writer.put(page, text);
        held.push(page);
      }
      if (held.length % batchPages === 0) database.exec("COMMIT; BEGIN");
    }
    writer.finish();
    joinAll(database);
    database.prepare("INSERT INTO meta VALUES ('state', ?)").run(stateName(sumsOf(held)));
    database.exec("COMMIT; PRAGMA synchronous = NORMAL; PRAGMA journal_mode = WAL;");
  } finally {
    database.close();
  }
  return unread;
}
