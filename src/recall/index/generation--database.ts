/** Database: SQLite as the few calls an index makes, by a binding that is loaded when it is first asked for. */

import { createRequire } from "node:module";

export interface Statement {
  run(...values: readonly unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  get(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): unknown[];
  raw(on?: boolean): Statement;
}

export interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  close(): unknown;
}

export type OpenDatabase = (file: string) => Database;

/** null where no binding runs on this machine. */
export function sqliteBinding(): OpenDatabase | null {
  try {
    const require = createRequire(import.meta.url);
    const Binding = require("libsql") as new (file: string) => Database;
    return (file) => new Binding(file);
  } catch {
    return null;
  }
}

/** Prepares each statement once: that costs as much as running it. */
export function preparing(database: Database): Database {
  const prepared = new Map<string, Statement>();
  return {
    prepare(sql) {
      const known = prepared.get(sql);
      if (known !== undefined) return known;
      const made = database.prepare(sql);
      prepared.set(sql, made);
      return made;
    },
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
  };
}
