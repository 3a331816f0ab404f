/** WireSetup: what joining a harness needs of this machine: its files, its folders, and the program that hooks start. */

import { readFileSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { attempt } from "../../state/fs-calls.js";
import { homeOf } from "../../state/machine.js";
import { packageRoot } from "../../state/package.js";
import { piHome } from "../pi/config--wire-pi.js";
import type { SetupPlace } from "./setup.js";
import { openSetupFiles } from "./setup--setup-files.js";
import type { SetupFiles } from "./setup--setup-filesx.js";

/** The node and the program that run now are the ones a hook will start. */
export function wireSetup(options: {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly repos: readonly string[];
}): { readonly place: SetupPlace; readonly files: SetupFiles } {
  const { cwd, env, repos } = options;
  const source = join(packageRoot(), "templates", "harness");
  return {
    files: openSetupFiles(),
    place: {
      home: homeOf(env),
      env,
      node: process.execPath,
      program: realpathSync(process.argv[1] ?? join(packageRoot(), "dist", "pagefile.cjs")),
      piPackage: join(source, "pi"),
      piHome: piHome(env),
      repos: repos.map((repo) => resolve(cwd, repo)),
      template: (path) => attempt(`read the template ${path}`, () => readFileSync(join(source, path), "utf8")),
    },
  };
}
