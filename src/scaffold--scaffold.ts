/** Scaffold: what making a new memory needs of the world, before there is a memory to open. */

import type { Outcome } from "./base/result.js";

export interface Scaffold {
  /** A fresh identity for a store: 20 hex digits. */
  newStoreId(): string;
  /** The folder, made where it is missing, and git's repository around it, made where there is none. */
  ensureRepository(dir: string): Promise<Outcome<"made" | "found">>;
  /** What stands in the folder, one level deep, sorted. */
  survey(dir: string): Outcome<readonly string[]>;
  /** What `init` copies for a profile, sorted by path. */
  templates(profile: string): Outcome<readonly { readonly path: string; readonly text: string }[]>;
  /** Never replaces: a file that is there is kept as it is. */
  write(dir: string, path: string, text: string): Outcome<"created" | "kept">;
}
