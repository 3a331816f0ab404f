/** Staged: a path that is staged, and a folder of hooks, as git has them. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";

/** One path that differs between HEAD and the index of the commit being made; paths are below the work tree's top. */
export interface StagedFile {
  readonly path: string;
  readonly status: "added" | "changed" | "deleted";
  /** As git writes it: `100644`, `120000`; `000000` for a deletion. */
  readonly mode: string;
  /** The staged blob; null for a deletion. */
  readonly oid: Oid | null;
  /** The blob in HEAD; null for an addition. */
  readonly before: Oid | null;
}

/** A hook as it stands on disk. */
export interface HookFile {
  readonly bytes: Uint8Array;
  /** Permission bits. */
  readonly mode: number;
  readonly link: boolean;
}

/** One step of a plan, names inside the folder. */
export type HookChange =
  | { readonly kind: "write"; readonly name: string; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly kind: "move"; readonly name: string; readonly to: string }
  | { readonly kind: "remove"; readonly name: string };

/** The folder git takes its hooks from, or the one whose files those hooks run. */
export interface HookFolder {
  /** Absolute. */
  readonly path: string;
  /** `user`: set by the user's own or the system's configuration, or outside the repository; never written. */
  readonly owner: "repository" | "user";
  /** Whether a configuration names the folder (`core.hooksPath`): somebody else's program then looks after it. */
  readonly configured: boolean;
  /** husky's folder: its files are read by `sh -e` and need no shebang and no permission to run. */
  readonly sourced: boolean;
  read(name: string): Outcome<HookFile | null>;
  /** All steps or none: what was done is undone when a later step fails. */
  apply(changes: readonly HookChange[]): Outcome<void>;
  /** Runs the hook as git does, with PATH=/usr/bin:/bin; gives all it printed. null where it is not to be run. */
  canary(name: string, nonce: string): Promise<Outcome<string | null>>;
}
