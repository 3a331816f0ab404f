/** WireInit: what makes a memory: its folder and first files on disk, and git's hooks where git is. */

import { join } from "node:path";
import { openScaffold } from "../adapter/scaffold.js";
import type { Instant } from "../base/ids.js";
import type { InitServices } from "../flow/init.js";
import { packageRoot } from "./package.js";
import { engineFor, openWorkspace } from "./wire.js";

export function wireInit(options: { readonly env: NodeJS.ProcessEnv; readonly now: Instant | null }): InitServices {
  const templatesDir = join(packageRoot(), "templates");
  return {
    scaffold: openScaffold({ templatesDir, engine: engineFor(options.env), env: options.env }),
    open: (dir) => openWorkspace({ cwd: dir, repos: [], env: options.env, now: options.now }),
    async hooks(dir) {
      if (engineFor(options.env) === "embedded") return { installed: false, says: "there is no git to run them" };
      const { hooksForNew } = await import("./wire-hooks.js");
      return hooksForNew(dir, options.env);
    },
  };
}
