/** User config: where git keeps the configuration that is the user's own and not a repository's. */

import { join } from "node:path";

/** The user's own files, by git's rule; GIT_CONFIG_GLOBAL stands in for them. */
export function userFiles(env: NodeJS.ProcessEnv): readonly string[] {
  const named = env.GIT_CONFIG_GLOBAL;
  if (named !== undefined) return named === "" ? [] : [named];
  const home = env.HOME ?? env.USERPROFILE;
  const xdg = env.XDG_CONFIG_HOME || (home ? join(home, ".config") : null);
  return [...(xdg ? [join(xdg, "git", "config")] : []), ...(home ? [join(home, ".gitconfig")] : [])];
}
