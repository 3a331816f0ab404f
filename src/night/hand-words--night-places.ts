/** NightPlaces: the files that a night knows by name. */

import type { PagePath } from "../base/ids.js";

export const memoryPath: PagePath = "MEMORY.md" as PagePath;

export const observationsPath: PagePath = "memory/observations.md" as PagePath;

export const bufferPath: PagePath = "memory/working-buffer.md" as PagePath;

export const statePath: PagePath = "SESSION-STATE.md" as PagePath;

/** `memory/2026-11-20.md` and `memory/2026-11-20-flights.md` → `2026-11-20`; null for another file. */
export function dayOf(path: string): string | null {
  return /^memory\/(\d{4}-\d{2}-\d{2})(?:-[^/]*)?\.md$/.exec(path)?.[1] ?? null;
}
