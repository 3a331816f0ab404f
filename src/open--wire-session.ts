/** WireSession: the pages that one session keeps to itself, opened as the narrowest store of a workspace. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { shortDigest } from "./base/digest--digest.js";
import type { Outcome } from "./base/result.js";
import { ok } from "./base/result--result.js";
import { openDepartures } from "./git/departures.js";
import type { GitLayout } from "./git/layout.js";
import type { SessionHistories } from "./git/refs/session--session-pages.js";
import { openIndexCache } from "./memory/disk/facts-cache.js";
import { openOriginCache } from "./memory/disk/facts-cache--origin-cache.js";
import type { FileFacts } from "./memory/facts.js";
import { type Memory, openMemory, refresh } from "./memory/memory.js";
import { openSearch } from "./recall/index/open.js";
import { openSessionFolder, restoreFolder } from "./session/pages/folder--session-ref-folder.js";
import { unfitSession } from "./session/pages/session.js";

/** Who only reads is spared a store without pages. */
export interface SessionAsked {
  readonly session: string;
  readonly how: "read" | "write";
}

export interface SessionPlace {
  readonly primary: Memory;
  readonly layout: GitLayout;
  readonly histories: SessionHistories;
  /** Holds one folder a session. */
  readonly dir: string;
  readonly factsVersion: string;
  /** Where a model is set up, what stands behind vectors that are kept below this folder. */
  readonly embedding: (folder: string) => Pick<Memory, "embedding">;
  /** The stores that were opened before, by name. */
  readonly opened: Map<string, Memory>;
}

/** null where there is nothing to open: no pages to be read, or an id that no session can have. */
export async function openSessionMemory(
  { primary, layout, histories, dir, factsVersion, embedding, opened }: SessionPlace,
  { session, how }: SessionAsked,
): Promise<Outcome<Memory | null>> {
  if (unfitSession(session) !== null || primary.sessionPages === undefined) return ok(null);
  const name = primary.sessionPages.nameOf(session);
  const folder = join(dir, name, "pages");
  const history = histories.session(name);
  if (layout.refStorage === "files") {
    const restored = await restoreFolder(history, folder, layout);
    if (!restored.ok) return restored;
  }
  if (how === "read" && !existsSync(folder)) return ok(null);
  const before = opened.get(name);
  if (before !== undefined) {
    const refreshed = refresh(before);
    return refreshed.ok ? ok(before) : refreshed;
  }
  const { checkout: _checkout, sessionPages: _sessionPages, openSession: _openSession, ...shared } = primary;
  const memory = openMemory({
    ...shared,
    root: folder,
    config: {
      store: shortDigest(`${primary.config.store}\n${session}`, 20),
      name: "session",
      profile: "plain",
      scope: "session",
      budgetTokens: primary.config.budgetTokens,
    },
    configFindings: [],
    store: openSessionFolder(folder, layout),
    history,
    cache: openIndexCache<FileFacts>(join(dir, name, "index"), `${factsVersion}-plain`),
    origins: openOriginCache(join(dir, name, "origins.json")),
    departures: openDepartures(join(dir, name, "departures")),
    search: openSearch({ dir: join(dir, name, "index-search"), version: `${factsVersion}-plain` }),
    ...embedding(join(dir, name)),
    session,
    lasting: primary,
  });
  if (memory.ok) opened.set(name, memory.value);
  return memory;
}
