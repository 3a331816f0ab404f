/** Start answers: what `init` and `adopt` give back, in the shapes that `--json` prints. */

import type { Oid, PageId, PagePath } from "./base/ids.js";
import type { HooksMade } from "./hooks/install.js";
import type { PageType } from "./page/page--page.js";

export interface InitAnswer {
  readonly root: string;
  readonly profile: string;
  readonly created: readonly string[];
  readonly kept: readonly string[];
  /** Files that an earlier run made and could not commit; they are in this one's commit. */
  readonly finished: readonly string[];
  /** Files that were left out of the commit, each with the reason. */
  readonly skipped: AdoptAnswer["skipped"];
  /** The commit that holds the created and finished files; null when there were none. */
  readonly commit: Oid | null;
  /** Whether git ran each hook and it answered; `says` why not. */
  readonly hooks: HooksMade;
  /** Which notes were not read, and why, a line a reason. */
  readonly unread: readonly string[];
}

export interface AdoptAnswer {
  readonly adopted: readonly { readonly path: PagePath; readonly id: PageId; readonly type: PageType }[];
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
  /** null on a dry run and when nothing was adopted. */
  readonly commit: Oid | null;
  readonly dryRun: boolean;
}
