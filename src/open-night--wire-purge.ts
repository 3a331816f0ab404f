/** WirePurge: opens the history of a memory to be rewritten, which takes the user's git. */

import type { Outcome } from "./base/result.js";
import { findLayout } from "./git/layout.js";
import { openPurge } from "./history/purge/finish.js";
import type { PurgeHost } from "./history/purge/repository--purge.js";
import { engineFor } from "./open.js";
import { gitFailed } from "./state/fs-calls--failures.js";

export function wirePurge(root: string, env: NodeJS.ProcessEnv): Outcome<PurgeHost> {
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  if (engineFor(env) === "native") return openPurge(layout.value, { env });
  return gitFailed(
    "A purge repacks the repository and prunes its objects, which only the git program does; the embedded engine is in use.",
    "Install git 2.38 or later, or unset PAGEFILE_GIT; then run the purge again.",
  );
}
