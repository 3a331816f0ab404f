/** Watcher: says that files below a memory's root have changed, some time after the last of a burst. */

import type { Outcome } from "../../base/result.js";

export interface Watcher {
  /** `changed` is called after every burst of changes; `failed` where the system can watch no more, and edits are seen later. */
  watch(heard: {
    readonly changed: () => void;
    readonly failed: (says: string) => void;
  }): Promise<Outcome<{ readonly close: () => Promise<void> }>>;
}
