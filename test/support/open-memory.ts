/** Open memory: a workspace on a real folder and a real engine, with a clock that ticks and faults that can be looked at. */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Instant } from "../../src/base/ids.js";
import { ok } from "../../src/base/result.js";
import { openEmbeddedHistory } from "../../src/git/embedded/history.js";
import { findLayout } from "../../src/git/layout.js";
import { openNativeHistory } from "../../src/git/native.js";
import { openWriterQueue } from "../../src/git/queue.js";
import { openRemovals } from "../../src/git/removals.js";
import { type Config, printConfig } from "../../src/memory/config.js";
import { openIndexCache, openKeyedCache, openOriginCache, openSealed } from "../../src/memory/disk/facts-cache.js";
import type { FileFacts } from "../../src/memory/facts.js";
import { searchedIn } from "../../src/memory/included.js";
import { openLabelRecord } from "../../src/memory/label-record.js";
import { type Memory, type MemoryParts, openMemory } from "../../src/memory/memory.js";
import { openPageStore } from "../../src/memory/page-store.js";
import { configPath, type Place } from "../../src/memory/service.js";
import { estimateTokens } from "../../src/memory/tokenizer.js";
import type { Workspace } from "../../src/memory/workspace.js";
import { openTraceLog, traceLogOf } from "../../src/prompt/trace/log.js";
import { boundaryLogOf } from "../../src/session/cross.js";
import type { Fault } from "../../src/write/fault.js";
import { type FaultLog, faultLogOf, openFaultLog } from "../../src/write/fault-log.js";

import { plainConfig } from "./facts.js";
import type { TestRepo } from "./git-repo.js";
import { utc } from "./zones.js";

/** Services by the function that gives each. */
export type Services = readonly (readonly [of: unknown, service: unknown])[];

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
    readonly parts?: Partial<MemoryParts>;
    /** By the function that gives each, instead of what it would open. */
    readonly services?: Services;
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
    place: { root, state, shared: state, env: {}, records: true },
    services: new Map([...unlogged(faults), ...(options.services ?? [])]),
    config,
    configFindings: [],
    store: openPageStore(root, searchedIn(config), { algorithm: layout.value.objectFormat }),
    history: history.value,
    queue: openWriterQueue(layout.value),
    cache: openIndexCache<FileFacts>(join(state, "index"), "test"),
    origins: openOriginCache(join(state, "origins.json")),
    labelRecord: openLabelRecord(join(state, "labels.jsonl")),
    departures: openRemovals(join(state, "departures")),
    zone: utc,
    tokens: openKeyedCache(join(state, "tokens"), "test"),
    compared: openSealed(join(state, "compared"), "test"),
    clock: { now: () => `2026-11-21T08:00:${String(tick++ % 60).padStart(2, "0")}Z` as Instant },
    ...options.parts,
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

/** Logs that keep nothing; faults can be looked at. */
export function unlogged(faults: Fault[] = []): Services {
  const append = () => ok(undefined);
  const nothing = { records: [], damaged: [] };
  const log: FaultLog = {
    append(added) {
      faults.push(...added);
      return ok(undefined);
    },
    recent: () => nothing,
    count: () => ({ damaged: [], counts: {} }),
  };
  return [
    [traceLogOf, { append, find: () => null, recent: () => nothing }],
    [boundaryLogOf, { append }],
    [faultLogOf, log],
  ];
}

/** Logs that are kept in a folder. */
export function logsIn(folder: string): Services {
  const log = openTraceLog(folder);
  return [
    [traceLogOf, log],
    [boundaryLogOf, log],
    [faultLogOf, openFaultLog(folder)],
  ];
}

/** From now on. */
export function give<M extends Memory>(memory: M, services: Services): M {
  for (const [of, service] of services) memory.services.set(of, service);
  return memory;
}

/** The same memory with services of its own in place of some. */
export function withServices(memory: Memory, services: Services): Memory {
  return { ...memory, services: new Map([...memory.services, ...services]) };
}

/** Somewhere that no file is, for what only asks the environment. */
export function placeWith(env: NodeJS.ProcessEnv): Place {
  return { root: "/nowhere", state: "/nowhere", shared: "/nowhere", env, records: true };
}
