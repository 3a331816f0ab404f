/** Editor: the person's own editor, started as git starts it; the environment names it, and never a repository's configuration. */

import { spawn } from "node:child_process";

/** A command line for a shell: VISUAL, else EDITOR; null where neither is set or the terminal is none that an editor can use. */
export function editorOf(env: NodeJS.ProcessEnv): string | null {
  return [env.VISUAL, env.EDITOR].map((word) => word?.trim() ?? "").find((word) => word !== "") ?? null;
}

/** Waits until it ends; the exit code, or null where it could not be started or was stopped by a signal. */
export function runEditor(command: string, file: string, env: NodeJS.ProcessEnv): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", `${command} "$@"`, command, file], { env, stdio: "inherit" });
    child.on("error", () => resolve(null));
    child.on("close", (code) => resolve(code));
  });
}
