/** WireInit: what makes a memory: its folder and first files on disk, and git's hooks where git is. */

import { join } from "node:path";
import type { Instant } from "./base/ids.js";
import type { InitServices } from "./init.js";
import { engineFor, openWorkspace } from "./open.js";
import { openScaffold } from "./scaffold.js";
import { packageRoot } from "./state/package.js";

export function wireInit(options: { readonly env: NodeJS.ProcessEnv; readonly now: Instant | null }): InitServices {
  const templatesDir = join(packageRoot(), "templates");
  return {
    scaffold: openScaffold({ templatesDir, engine: engineFor(options.env), env: options.env }),
    open: (dir) => openWorkspace({ cwd: dir, repos: [], env: options.env, now: options.now }),
    async hooks(dir) {
      if (engineFor(options.env) === "embedded") return { installed: false, says: "there is no git to run them" };
      const { hooksForNew } = await import("./hooks/install--wire-hooks.js");
      return hooksForNew(dir, options.env);
    },
  };
}
