/** WirePi: where pi keeps memories: the user's in its own folder, and the project's beside the project. */

import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { findLayout } from "../../git/layout.js";
import { configPath } from "../../memory/root--config-path.js";
import { homeOf } from "../../state/machine.js";

/** A folder of memory, and how it is called in what people and models read. */
export interface PiFolder {
  readonly dir: string;
  readonly shown: string;
}

/** pi's own folder. */
export function piHome(env: NodeJS.ProcessEnv): string {
  const home = homeOf(env);
  const own = env.PI_CODING_AGENT_DIR ?? "";
  if (own === "~" || own.startsWith("~/")) return join(home, own.slice(1));
  return own === "" ? join(home, ".pi", "agent") : resolve(own);
}

export function globalFolder(env: NodeJS.ProcessEnv): PiFolder {
  return { dir: join(piHome(env), "memory"), shown: "~/.pi/agent/memory" };
}

/**
 * `.pi/memory` or a folder with `pagefile.yaml`, in `cwd` and above it as far as the repository goes; outside of a repository in `cwd`
 * alone. null where there is none.
 */
export function projectFolder(cwd: string, env: NodeJS.ProcessEnv): PiFolder | null {
  const layout = findLayout(cwd);
  const top = layout.ok ? layout.value.top : cwd;
  for (let at = cwd; ; at = dirname(at)) {
    const found = [join(at, ".pi", "memory"), at].find((dir, own) =>
      existsSync(own === 0 ? dir : join(dir, configPath)),
    );
    if (found !== undefined && found !== globalFolder(env).dir)
      return { dir: found, shown: relative(cwd, found) || "." };
    if (at === top || dirname(at) === at) return null;
  }
}

/** Whether pages can be kept there: it is a memory repository, whether or not it is a sound one. */
export function isMemory(dir: string): boolean {
  return existsSync(join(dir, configPath));
}
