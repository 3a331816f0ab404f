/**
 * Engine: one opened repository, as the parts of this folder hand it to one another, and what an engine does in its own way: with the user's git,
 * or without any.
 */

import type { Oid } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import type { CommitPlan, LoggedCommit, LogQuery } from "./history.js";
import type { GitConfig, Identity } from "./identity.js";
import type { GitLayout } from "./layout.js";
import type { NewObject } from "./objects/loose.js";
import type { ObjectStore } from "./objects/object-store.js";
import type { Git } from "./process.js";

/** `none`: bytes are stored as they are. `lines`: line ends may differ, so git must look at the file for itself. */
export type Conversion = "none" | "lines";

/** What a commit is signed with; nothing of the tree is written yet. */
export interface Signing {
  readonly identity: Identity;
  readonly config: GitConfig;
  readonly tree: Oid;
  readonly objects: readonly NewObject[];
}

export interface Engine {
  readonly name: "native" | "embedded";
  readonly layout: GitLayout;
  readonly store: ObjectStore;
  readonly env: NodeJS.ProcessEnv;
  /** null where no git is asked. */
  readonly git: Git | null;
  /** Cached; read again when the files have changed. */
  config(): Promise<Outcome<GitConfig>>;
  /** Refuses a plan that git would store other bytes for, or that this engine cannot serve. */
  conversion(config: GitConfig, plan: CommitPlan): Promise<Outcome<Conversion>>;
  /** null where the configuration does not ask for it; else the commit, written and durable. */
  sign(plan: CommitPlan, signing: Signing): Promise<Outcome<Oid | null>>;
  log(start: Oid, query: LogQuery): Promise<Outcome<readonly LoggedCommit[]>>;
  resolve(revision: string): Promise<Outcome<Oid | null>>;
}
