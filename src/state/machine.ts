/** Here: the folder that this process works in and the home of its user, also where neither is what it should be. */

import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";

/** null where the folder was deleted meanwhile: no other one may stand in for it. */
export function folderHere(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

/** Below no folder at all: what is named from a folder that is gone is found nowhere, and nothing can be made there. */
export function noFolder(): string {
  return "/dev/null/deleted";
}

/** Of the user who runs us where HOME says nothing: a relative one would lead into whatever folder this is. */
export function homeOf(env: NodeJS.ProcessEnv): string {
  if (env.HOME !== undefined && isAbsolute(env.HOME)) return env.HOME;
  try {
    const named = env.HOME === undefined ? homedir() : "";
    return isAbsolute(named) ? named : userInfo().homedir;
  } catch {
    // A user without an entry in the system's list has no home.
    return "/";
  }
}
