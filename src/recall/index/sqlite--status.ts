/** Status: what state the index is in, without mending it. */

import type { OpenDatabase } from "./generation--database.js";
import { currentGeneration } from "./generation--generation.js";
import { fullVersion } from "./generation--schema.js";
import { isLocked, troubleOf } from "./generation--trouble.js";
import type { IndexStatus } from "./search.js";
import { openSqlite } from "./sqlite.js";

interface Asked {
  readonly dir: string;
  readonly version: string;
  readonly binding: OpenDatabase | null;
}

const sentences = {
  missing: "There is no index yet; the next recall makes one.",
  corrupt: "The index is damaged, or something else wrote into it; the next recall makes a new one.",
  other_version: "The index is of another version of Pagefile; the next recall makes a new one.",
  locked: "Another program holds the index; the next recall makes a new one if it does not let go.",
  no_binding: "No SQLite binding runs on this machine; every recall reads all pages.",
} as const;

export function statusOf({ dir, version, binding }: Asked): IndexStatus {
  if (binding === null) return without("no_binding", version);
  const generation = currentGeneration(dir);
  if (generation === null) return without("missing", version);
  try {
    const opened = openSqlite(binding, generation, version);
    if ("refused" in opened) return without(opened.refused, version);
    const { index } = opened;
    try {
      const [hot, cold] = index.counts();
      return {
        state: "ready",
        says: null,
        engine: "sqlite-fts5",
        version: fullVersion(version),
        bytes: index.bytes(),
        pages: { hot: hot?.pages ?? 0, cold: cold?.pages ?? 0 },
        chunks: { hot: hot?.chunks ?? 0, cold: cold?.chunks ?? 0 },
      };
    } finally {
      index.close();
    }
  } catch (error) {
    troubleOf(error);
    return without(isLocked(error) ? "locked" : "corrupt", version);
  }
}

function without(state: keyof typeof sentences, version: string): IndexStatus {
  const none = { hot: 0, cold: 0 };
  const engine = state === "no_binding" ? "scan" : "sqlite-fts5";
  return {
    state,
    says: sentences[state],
    engine,
    version: fullVersion(version),
    bytes: 0,
    pages: none,
    chunks: none,
  };
}
