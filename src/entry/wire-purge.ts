/** WirePurge: opens the history of a memory to be rewritten, which takes the user's git. */

import { gitFailed } from "../adapter/git/failures.js";
import { findLayout } from "../adapter/git/layout.js";
import { openPurge } from "../adapter/git/purge.js";
import type { Outcome } from "../base/failure.js";
import type { PurgeHost } from "../port/purge.js";
import { engineFor } from "./wire.js";

export function wirePurge(root: string, env: NodeJS.ProcessEnv): Outcome<PurgeHost> {
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  if (engineFor(env) === "native") return openPurge(layout.value, { env });
  return gitFailed(
    "A purge repacks the repository and prunes its objects, which only the git program does; the embedded engine is in use.",
    "Install git 2.38 or later, or unset PAGEFILE_GIT; then run the purge again.",
  );
}
