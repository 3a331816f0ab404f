/** InitNative: a new repository made by the user's own git, with the user's own default branch. */

import { join } from "node:path";
import type { Outcome } from "./base/result.js";
import { ok } from "./base/result--result.js";
import { gitFor } from "./git/process.js";

/** `dir` exists and lies in no repository. The branch is `main` where the user has configured none. */
export async function initNative(dir: string, env: NodeJS.ProcessEnv): Promise<Outcome<void>> {
  const gitDir = join(dir, ".git");
  const git = gitFor(
    {
      top: dir,
      gitDir,
      commonDir: gitDir,
      prefix: "",
      objectFormat: "sha1",
      refStorage: "files",
      linked: false,
      sharedMode: 0,
    },
    env,
  );
  if (!git.ok) return git;
  const configured = await git.value.run(["config", "--get", "init.defaultBranch"], { discover: true });
  if (!configured.ok) return configured;
  const branch = configured.value.code === 0 ? [] : ["--initial-branch=main"];
  const made = await git.value.output(["init", "--quiet", ...branch], { discover: true });
  return made.ok ? ok(undefined) : made;
}
