/** Ignored: which paths git would pass over, read from the ignore files where there is no git to ask. */

import git from "isomorphic-git";
import type { PagePath } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { ioFailed } from "../../state/fs-calls--failures.js";
import type { GitLayout } from "../layout.js";
import { durableFs } from "./objects.js";

/** By `.gitignore` files and `info/exclude`; a user's own `core.excludesFile` is not looked at. Nothing is written. */
export async function ignoredByFiles(
  layout: GitLayout,
  paths: readonly PagePath[],
): Promise<Outcome<ReadonlySet<PagePath>>> {
  const { top, commonDir, prefix } = layout;
  const { promises } = durableFs(top);
  const found = new Set<PagePath>();
  try {
    for (const path of paths) {
      const filepath = `${prefix}${path}`;
      if (await git.isIgnored({ fs: { promises }, dir: top, gitdir: commonDir, filepath })) found.add(path);
    }
    return ok(found);
  } catch (error) {
    return ioFailed(error, "Reading the ignore files");
  }
}
