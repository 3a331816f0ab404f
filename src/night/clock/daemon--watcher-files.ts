/** WatcherFiles: hears of changed pages by the file system's own notices; git's files, hidden ones and other kinds are not heard. */

import type { Stats } from "node:fs";
import { basename } from "node:path";
import { ok } from "../../base/result--result.js";
import { configPath } from "../../memory/root--config-path.js";
import type { Watcher } from "./daemon--watcher.js";

interface WatcherTimes {
  /** A burst is over when nothing came for so long … */
  readonly quietMs: number;
  /** … or when it has lasted so long. */
  readonly burstMs: number;
}

export function openWatcher(
  root: string,
  { quietMs, burstMs }: WatcherTimes = { quietMs: 400, burstMs: 3_000 },
): Watcher {
  return {
    async watch({ changed, failed }) {
      const { watch } = await import("chokidar");
      const watching = watch(root, {
        ignored: (path, stats) => path !== root && isIgnored(basename(path), stats),
        ignoreInitial: true,
        followSymlinks: false,
        ignorePermissionErrors: true,
        atomic: false,
      });
      const burst = debounce(changed, quietMs, burstMs);
      watching.on("all", burst.heard);
      watching.on("error", (error) => failed(error instanceof Error ? error.message : String(error)));
      await new Promise<void>((ready) => watching.once("ready", () => ready()));
      return ok({
        async close() {
          burst.stop();
          await watching.close();
        },
      });
    },
  };
}

function isIgnored(name: string, stats: Stats | undefined): boolean {
  if (name.startsWith(".") || name === "node_modules") return true;
  return stats?.isFile() === true && !name.endsWith(".md") && name !== configPath;
}

function debounce(
  fire: () => void,
  quietMs: number,
  burstMs: number,
): { readonly heard: () => void; readonly stop: () => void } {
  let timer: NodeJS.Timeout | null = null;
  let began = 0;
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  return {
    stop,
    heard() {
      const now = performance.now();
      if (timer === null) began = now;
      const left = Math.max(0, burstMs - (now - began));
      stop();
      timer = setTimeout(
        () => {
          timer = null;
          fire();
        },
        Math.min(quietMs, left),
      );
    },
  };
}
