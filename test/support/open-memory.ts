/** Open memory: a workspace on a real folder and a real engine, with a clock that ticks and faults that can be looked at. */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Instant } from "../../src/base/ids.js";
import { ok } from "../../src/base/result.js";
import { openDepartures } from "../../src/git/departures.js";
import { openEmbeddedHistory } from "../../src/git/embedded/history.js";
import { findLayout } from "../../src/git/layout.js";
import { openNativeHistory } from "../../src/git/native.js";
import { openWriterQueue } from "../../src/git/queue.js";
import { type Config, printConfig } from "../../src/memory/config.js";
import { openIndexCache, openTokenCache } from "../../src/memory/disk/facts-cache.js";
import type { FileFacts } from "../../src/memory/facts.js";
import { type Memory, openMemory, type Services } from "../../src/memory/memory.js";
import { openPageStore } from "../../src/memory/page-store.js";
import { profileOf } from "../../src/memory/profile.js";
import { configPath } from "../../src/memory/root.js";
import { estimateTokens } from "../../src/memory/tokenizer.js";
import type { Workspace } from "../../src/memory/workspace.js";
import { openSeriesFiles } from "../../src/night/series/files.js";
import { openTurnStates } from "../../src/prompt/trace/turns.js";
import { openSessions } from "../../src/session/sessions.js";
import { openStaging } from "../../src/session/settle.js";
import type { Fault } from "../../src/write/fault.js";

import { plainConfig } from "./facts.js";
import type { TestRepo } from "./git-repo.js";

export interface TestWorkspace extends Workspace {
  readonly primary: Memory;
  readonly faults: readonly Fault[];
}

/** Writes `pagefile.yaml` where there is none; commits nothing. */
export async function openTestWorkspace(
  repo: TestRepo,
  options: {
    readonly folder?: string;
    readonly engine?: "native" | "embedded";
    readonly config?: Partial<Config>;
    /** Instead of those that stand here. */
    readonly services?: Partial<Services>;
  } = {},
): Promise<TestWorkspace> {
  const root = join(repo.dir, options.folder ?? "");
  const config = { ...plainConfig, ...options.config };
  if (!existsSync(join(root, configPath))) writeFileSync(join(root, configPath), printConfig(config));
  const history = await (options.engine === "embedded"
    ? openEmbeddedHistory(root, repo.env)
    : openNativeHistory(root, repo.env));
  if (!history.ok) throw new Error(history.error.says);
  const layout = findLayout(root);
  if (!layout.ok) throw new Error(layout.error.says);
  const state = join(repo.home, "state");
  const faults: Fault[] = [];
  let tick = 0;
  const memory = openMemory({
    root,
    config,
    configFindings: [],
    store: openPageStore(
      root,
      { folders: profileOf(config.profile).folders },
      { algorithm: layout.value.objectFormat },
    ),
    history: history.value,
    queue: openWriterQueue(layout.value),
    cache: openIndexCache<FileFacts>(join(state, "index"), "test"),
    staging: openStaging(join(state, "staged")),
    departures: openDepartures(join(state, "departures")),
    series: openSeriesFiles(root, join(state, "perception")),
    sessions: openSessions(join(state, "sessions")),
    turns: openTurnStates(join(state, "turns")),
    tokens: openTokenCache(join(state, "tokens"), "test"),
    clock: { now: () => `2026-11-21T08:00:${String(tick++ % 60).padStart(2, "0")}Z` as Instant },
    traces: {
      append: () => ok(undefined),
      find: () => null,
      recent: () => ({ records: [], damaged: [] }),
      appendFaults(added) {
        faults.push(...added);
        return ok(undefined);
      },
      recentFaults: () => ({ records: [], damaged: [] }),
      countFaults: () => ({ records: [], damaged: [], counts: {} }),
    },
    ...options.services,
  });
  if (!memory.ok) throw new Error(memory.error.says);
  return {
    primary: memory.value,
    memories: [memory.value],
    faults,
    tokenizer: async () => ok({ name: "estimate", count: estimateTokens }),
    close: () => memory.value.history.close(),
  };
}
