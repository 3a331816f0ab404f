/** Schema: the tables of the index, and the name of their version. */

import type { Database } from "./generation--database.js";
import { joinWhenAsked } from "./generation--join.js";

/** Changes with the tables, and with what chunks, terms and sketches are made of: another one's index is made anew. */
const schemaVersion = "search-2";

/** Rows of the word tables are numbered `page * chunkSpan + chunk`. */
export const chunkSpan = 65_536;

export const tierNumbers = { hot: 0, cold: 1 } as const;

/** Terms come split and folded: every character that is no space is part of one. */
const tokenize = `tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~'"`;
const columns = "title, tags, body, entities, time, speaker";

export function createTables(database: Database, version: string): void {
  database.exec(`
    CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE page (
      id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, oid TEXT NOT NULL, tier INTEGER NOT NULL,
      length INTEGER NOT NULL, mark INTEGER NOT NULL, chunks INTEGER NOT NULL, info TEXT NOT NULL, sketch BLOB NOT NULL
    );
    CREATE INDEX page_state ON page (path, oid, tier);
    CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, hot INTEGER NOT NULL, cold INTEGER NOT NULL);
    CREATE TABLE total (tier INTEGER PRIMARY KEY, pages INTEGER NOT NULL, chunks INTEGER NOT NULL, length INTEGER NOT NULL);
    CREATE TABLE edge (key TEXT NOT NULL, kind INTEGER NOT NULL, page INTEGER NOT NULL, PRIMARY KEY (key, kind, page)) WITHOUT ROWID;
    CREATE INDEX edge_page ON edge (page);
    CREATE VIRTUAL TABLE gram USING fts5(text, content = '', tokenize = 'trigram');
    CREATE VIRTUAL TABLE hot USING fts5(${columns}, content = '', contentless_delete = 1, ${tokenize});
    CREATE VIRTUAL TABLE cold USING fts5(${columns}, content = '', contentless_delete = 1, ${tokenize});
    INSERT INTO total VALUES (0, 0, 0, 0), (1, 0, 0, 0);
  `);
  joinWhenAsked(database);
  database.prepare("INSERT INTO meta VALUES ('version', ?)").run(fullVersion(version));
}

/** `version` names what the pages' facts are made by. */
export function fullVersion(version: string): string {
  return `${schemaVersion}-${version}`;
}
