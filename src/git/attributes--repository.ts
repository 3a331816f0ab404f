/** Repository: one opened repository, as the parts of the native engine hand it to one another. */

import type { Outcome } from "../base/result.js";
import type { GitConfig } from "./identity.js";
import type { GitLayout } from "./layout.js";
import type { ObjectStore } from "./objects/object-store--object-store.js";
import type { Git } from "./process.js";

export interface Repository {
  readonly layout: GitLayout;
  readonly git: Git;
  readonly store: ObjectStore;
  /** Cached; asks git when the files have changed. */
  readonly config: () => Promise<Outcome<GitConfig>>;
  readonly env: NodeJS.ProcessEnv;
}
