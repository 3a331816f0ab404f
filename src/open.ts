/** Wire: the composition root: the one place that knows which adapter stands behind which port. */

import { join, resolve } from "node:path";
import type { Instant } from "./base/ids.js";
import { limits } from "./base/limits.js";
import type { Outcome } from "./base/result.js";
import { err, ok } from "./base/result--result.js";
import { openCheckout } from "./git/checkout.js";
import { openDepartures } from "./git/departures.js";
import type { History } from "./git/history.js";
import { findLayout, type GitLayout } from "./git/layout.js";
import { openNativeHistory } from "./git/native.js";
import { findGit } from "./git/process.js";
import { openWriterQueue } from "./git/queue.js";
import type { SessionHistories } from "./git/refs/session--session-pages.js";
import { parseConfig } from "./memory/config.js";
import { openIndexCache } from "./memory/disk/facts-cache.js";
import { openOriginCache } from "./memory/disk/facts-cache--origin-cache.js";
import { openKeyedCache, openTokenCache } from "./memory/disk/facts-cache--token-cache.js";
import type { FileFacts } from "./memory/facts.js";
import { searchedIn } from "./memory/included.js";
import { openLabelRecord } from "./memory/label-record.js";
import { isPerson } from "./memory/labels--actor.js";
import { actorOf } from "./memory/labels--principal.js";
import { type Memory, openMemory } from "./memory/memory.js";
import { openPageStore } from "./memory/page-store--fs-page-store.js";
import { findRoot, stateFolder } from "./memory/root.js";
import { configPath } from "./memory/root--config-path.js";
import type { Tokenizer } from "./memory/tokenizer--tokenizer.js";
import { loadTokenizer, type TokenizerName } from "./memory/tokenizer--tokenizers.js";
import type { Workspace } from "./memory/workspace.js";
import { openZone } from "./night/clock/scheduler-zone.js";
import { openSeriesFiles } from "./night/series/files--series-files.js";
import { embeddingFor } from "./open--wire-embedder.js";
import { summarizerFor } from "./open--wire-model.js";
import { openSessionMemory, type SessionAsked, type SessionPlace } from "./open--wire-session.js";
import { openTraceLog } from "./prompt/trace/log.js";
import { withoutDecisions } from "./prompt/trace/log--trace-log-quiet.js";
import { openTurnStates } from "./prompt/trace/turns.js";
import { openRecallUses } from "./recall/canary--recall-uses.js";
import { openSearch } from "./recall/index/open.js";
import { openSessionPages } from "./session/pages/folder--session-ref-folder.js";
import { openSessions } from "./session/sessions.js";
import { openStaging } from "./session/settle--staging.js";
import { attempt } from "./state/fs-calls.js";
import { systemClock } from "./state/machine--system-clock.js";
import { packageRoot, packageVersion } from "./state/package.js";
import { readPlainText } from "./state/plain-file.js";
import { openEvidenceBlobs } from "./write/evidence-blobs.js";

/** Changes with every change to what parsing a file gives: an index of another version is not loaded. */
const factsVersion = "facts-7";
const tokensVersion = "tokens-2";
const linksVersion = "links-1";
const saysVersion = "says-2";
const overdueVersion = "overdue-2";

export interface OpenOptions {
  readonly cwd: string;
  /** Folders in or below which a memory lies; none means the current folder. */
  readonly repos: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly now: Instant | null;
  /** Whose pages are opened too, as the narrowest store; nobody's when absent or null. */
  readonly session?: SessionAsked | null;
  /** False: no records of prompts and recalls. */
  readonly traces?: boolean;
}

/** Opens every store named; the first is the primary one. */
export async function openWorkspace(options: OpenOptions): Promise<Outcome<Workspace>> {
  const memories: Memory[] = [];
  const close = async (): Promise<void> => {
    for (const memory of memories) {
      memory.search?.close();
      await memory.history.close();
    }
  };
  let beside: Outcome<Memory | null> = ok(null);
  const named = options.repos.length === 0 ? [options.cwd] : options.repos.map((repo) => resolve(options.cwd, repo));
  for (const folder of named) {
    const opened = await openOne(folder, options);
    if (!opened.ok) {
      await close();
      return opened;
    }
    const memory = opened.value;
    if (memories.some(({ root }) => root === memory.root)) {
      await memory.history.close();
      continue;
    }
    memories.push(memory);
    const asked = memories.length === 1 ? (options.session ?? null) : null;
    if (asked !== null) beside = (await memory.openSession?.(asked.session, asked.how)) ?? ok(null);
    if (!beside.ok) {
      await close();
      return beside;
    }
  }
  const primary = memories[0]!;
  if (beside.value !== null) memories.push(beside.value);
  return ok({ primary, memories, tokenizer: tokenizerNamed, close });
}

async function tokenizerNamed(name: string | null): Promise<Outcome<Tokenizer>> {
  const known = tokenizerNames.find((candidate) => candidate === (name ?? tokenizerNames[0]));
  if (known !== undefined) return ok(await loadTokenizer(known, join(packageRoot(), "dist", "o200k_base.table")));
  return err({
    code: "usage",
    says: `There is no tokenizer “${name}”.`,
    hint: `One of: ${tokenizerNames.join(", ")}.`,
  });
}

const tokenizerNames: readonly TokenizerName[] = ["o200k_base", "estimate"];

/** `PAGEFILE_GIT=embedded` asks for the engine without git; so does a machine that has none. */
export function engineFor(env: NodeJS.ProcessEnv, layout: GitLayout | null = null): "native" | "embedded" {
  return env.PAGEFILE_GIT === "embedded" || findGit(env, layout) === null ? "embedded" : "native";
}

async function openOne(folder: string, options: OpenOptions): Promise<Outcome<Memory>> {
  const root = findRoot(folder);
  if (!root.ok) return root;
  const text = attempt(`read ${join(root.value, configPath)}`, () =>
    readPlainText(join(root.value, configPath), limits.configBytesMax),
  );
  if (!text.ok) return text;
  const parsed = parseConfig(text.value);
  if (!parsed.ok) {
    const { line, says, hint } = parsed.error;
    return err({ code: "corrupt", says: `${configPath}${line === 0 ? "" : `:${line}`}: ${says}`, hint });
  }
  const layout = findLayout(root.value);
  if (!layout.ok) return layout;
  const history = await openHistory(root.value, layout.value, options.env);
  if (!history.ok) return history;
  const { config, findings } = parsed.value;
  const state = stateFolder(layout.value);
  const shared = stateFolder(layout.value, layout.value.commonDir);
  const dir = join(shared, "sessions");
  const algorithm = layout.value.objectFormat;
  let own: SessionPlace | null = null;
  const opened = openMemory({
    root: root.value,
    config,
    configFindings: findings,
    store: openPageStore(root.value, searchedIn(config), { algorithm }),
    history: history.value,
    queue: openWriterQueue(layout.value),
    cache: openIndexCache<FileFacts>(join(state, "index"), `${factsVersion}-${config.profile}`),
    tokens: openTokenCache(join(state, "tokens"), tokensVersion),
    links: openKeyedCache(join(state, "index-links"), linksVersion),
    says: openKeyedCache(join(state, "index-says"), saysVersion),
    overdue: openKeyedCache(join(state, "index-overdue"), overdueVersion),
    // A newer version knows more rules, so that what an older one judged is judged anew.
    past: openKeyedCache(join(state, "index-past"), `past-1-${packageVersion()}`),
    clock: systemClock(options.now),
    ...agentHere(options.env),
    zone: openZone(),
    ...summarizerFor(config, options.env),
    ...embeddingFor(config, options.env, state),
    traces: options.traces === false ? withoutDecisions(openTraceLog(state)) : openTraceLog(state),
    checkout: openCheckout(layout.value, options.env),
    labelRecord: openLabelRecord(join(shared, "labels.jsonl")),
    origins: openOriginCache(join(state, "origins.json")),
    staging: openStaging(join(state, "staged")),
    departures: openDepartures(join(state, "departures")),
    sessions: openSessions(join(state, "sessions")),
    turns: openTurnStates(join(state, "turns")),
    search: openSearch({ dir: join(state, "index-search"), version: `${factsVersion}-${config.profile}` }),
    uses: openRecallUses(join(state, "recall-uses.json")),
    evidence: openEvidenceBlobs(join(shared, "evidence")),
    series: openSeriesFiles(root.value, join(state, "perception")),
    sessionPages: openSessionPages(dir, layout.value),
    openSession: (session, how) =>
      own === null ? Promise.resolve(ok(null)) : openSessionMemory(own, { session, how }),
  });
  if (!opened.ok) return opened;
  const embedding: SessionPlace["embedding"] = (folder) => embeddingFor(config, options.env, folder);
  const place = { layout: layout.value, histories: history.value, dir, factsVersion, embedding, opened: new Map() };
  own = { primary: opened.value, ...place };
  return opened;
}

function agentHere(env: NodeJS.ProcessEnv): { readonly actor?: string } {
  const actor = actorOf(env, "human");
  return isPerson(actor) ? {} : { actor };
}

/** The embedded engine is loaded only where it serves: it costs a start of its own. */
async function openHistory(
  root: string,
  layout: GitLayout,
  env: NodeJS.ProcessEnv,
): Promise<Outcome<History & SessionHistories>> {
  if (engineFor(env, layout) === "native") return openNativeHistory(root, env);
  const { openEmbeddedHistory } = await import("./git/embedded/history--embedded-history.js");
  return openEmbeddedHistory(root, env);
}
