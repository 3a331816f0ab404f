/** HooksFile: where a harness of this user keeps its settings, and the file in which it finds its hooks. */

import { isAbsolute, join } from "node:path";
import type { SetupName } from "./settings--hook-entries.js";

interface User {
  /** The user's own folder. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

export function harnessFolder(name: SetupName, { home, env }: User): string {
  const [own, usual] = name === "claude-code" ? [env.CLAUDE_CONFIG_DIR, ".claude"] : [env.CODEX_HOME, ".codex"];
  return own !== undefined && isAbsolute(own) ? own : join(home, usual);
}

export function hooksFile(name: SetupName, user: User): string {
  return join(harnessFolder(name, user), name === "claude-code" ? "settings.json" : "hooks.json");
}
