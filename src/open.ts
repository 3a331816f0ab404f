/** Wire: the composition root: the one place that knows which adapter stands behind which port. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { shortDigest } from "./base/digest.js";
import type { Instant } from "./base/ids.js";
import { limits } from "./base/limits.js";
import { err, type Failure, type Outcome, ok } from "./base/result.js";
import { openCheckout } from "./git/checkout.js";
import type { History } from "./git/history.js";
import { findLayout, type GitLayout } from "./git/layout.js";
import { openNativeHistory } from "./git/native.js";
import { findGit, gitFor, hasGit } from "./git/process.js";
import { openWriterQueue } from "./git/queue.js";
import { readHead } from "./git/refs/refs.js";
import type { SessionHistories } from "./git/refs/session.js";
import { openRemovals } from "./git/removals.js";
import { actorOf, isPerson } from "./memory/actor.js";
import { parseMerging } from "./memory/config.js";
import {
  factsVersion,
  openIndexCache,
  openKeyedCache,
  openOriginCache,
  openSealed,
} from "./memory/disk/facts-cache.js";
import { noteFirstCommit, unrecognized } from "./memory/disk/project.js";
import type { FileFacts } from "./memory/facts.js";
import { searchedIn } from "./memory/included.js";
import { openLabelRecord } from "./memory/label-record.js";
import { type Memory, openMemory, refresh } from "./memory/memory.js";
import { openPageStore } from "./memory/page-store.js";
import { findRoot, globalRoot, hasPersonal, isPersonal, rootsOf, stateFolder } from "./memory/root.js";
import { closeServices, configPath } from "./memory/service.js";
import type { Tokenizer, TokenizerName } from "./memory/tokenizer.js";
import type { Workspace } from "./memory/workspace.js";
import type { Finding } from "./page/page.js";
import { openSessionFolder, openSessionPages, restoreFolder } from "./session/pages/folder.js";
import { attempt } from "./state/fs-calls.js";
import { fixedNow, packageRoot, systemClock, zoneHere } from "./state/machine.js";
import { readPlainText } from "./state/plain-file.js";

const tokensVersion = "tokens-4";
const comparedVersion = "compared-1";

export interface OpenOptions {
  readonly cwd: string;
  /** Folders in or below which a memory lies; none means the current folder. */
  readonly repos: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** An ISO 8601 instant that is taken for now, null for the machine's clock. PAGEFILE_NOW in `env` is read by the command line alone. */
  readonly now: string | null;
  /** Whose pages are opened too, as the narrowest store; nobody's when absent or null. */
  readonly session?: SessionAsked | null;
  /** False: no records of prompts and recalls. */
  readonly traces?: boolean;
}

/** Opens every store named; the first is the primary one. */
export async function openWorkspace(options: OpenOptions): Promise<Outcome<Workspace>> {
  const now = fixedNow(options.now, "now");
  if (!now.ok) return now;
  const memories: Memory[] = [];
  const close = async (): Promise<void> => {
    for (const memory of memories) {
      closeServices(memory);
      await memory.history.close();
    }
  };
  let beside: Outcome<Memory | null> = ok(null);
  const roots = await rootsFor(options);
  if (!roots.ok) return roots;
  const wide = options.repos.length === 0 && roots.value.length > 1 ? globalRoot(options.env) : null;
  const missing: Finding[] = [];
  const byRoot = new Map<string, Memory>();
  // What holds in all projects comes first: the others go on without it, and tell that it is missing.
  for (const root of roots.value.toSorted((a, b) => Number(b === wide) - Number(a === wide))) {
    const whole = root === wide ? findRoot(root, options.env) : ok(root);
    const opened = whole.ok ? await openOne(root, options, now.value, missing) : whole;
    if (!opened.ok && root === wide) {
      missing.push(globalMissing(root, opened.error));
      continue;
    }
    if (!opened.ok) {
      await close();
      return opened;
    }
    const memory = opened.value;
    memories.push(memory);
    byRoot.set(root, memory);
    const asked = root === roots.value[0] ? (options.session ?? null) : null;
    if (asked !== null) beside = (await memory.openSession?.(asked.session, asked.how)) ?? ok(null);
    if (!beside.ok) {
      await close();
      return beside;
    }
  }
  const own = beside.value === null ? [] : [beside.value];
  memories.push(...own);
  const inOrder = [...roots.value.flatMap((root) => byRoot.get(root) ?? []), ...own];
  return ok({ primary: inOrder[0]!, memories: inOrder, tokenizer: tokenizerNamed, close });
}

function globalMissing(root: string, { says, hint }: Failure): Finding {
  const told = `What holds in all projects is missing here, and what is said of them waits: ${says}`;
  return { code: "global_missing", severity: "warning", path: root, line: 0, says: told, hint };
}

/** What was opened is closed again, whatever becomes of it. */
export async function closing<Opened extends { readonly close: () => Promise<void> }, T>(
  opened: Outcome<Opened>,
  use: (opened: Opened) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (!opened.ok) return opened;
  try {
    return await use(opened.value);
  } finally {
    await opened.value.close();
  }
}

async function tokenizerNamed(name: string | null): Promise<Outcome<Tokenizer>> {
  const known = tokenizerNames.find((candidate) => candidate === (name ?? tokenizerNames[0]));
  if (known !== undefined) {
    const { loadTokenizer } = await import("./memory/tokenizer.js");
    return ok(await loadTokenizer(known, join(packageRoot(), "dist", "o200k_base.table")));
  }
  return err({
    code: "usage",
    says: `There is no tokenizer “${name}”.`,
    hint: `One of: ${tokenizerNames.join(", ")}.`,
  });
}

const tokenizerNames: readonly TokenizerName[] = ["o200k_base", "estimate"];

/** `PAGEFILE_GIT=embedded` asks for the engine without git; so does a machine that has none. */
export function engineFor(env: NodeJS.ProcessEnv): "native" | "embedded" {
  return env.PAGEFILE_GIT === "embedded" || findGit(env) === null ? "embedded" : "native";
}

/** A repository that lies here for the first time may be of a project that is known by its first commit; one that has its first commit now is, from now on. */
async function rootsFor(options: OpenOptions): Promise<Outcome<readonly string[]>> {
  const roots = rootsOf(options, options.env);
  const { env, repos } = options;
  if (repos.length > 0 || !hasPersonal(env)) return roots;
  const isFit = roots.ok ? isPersonal(roots.value[0] ?? "", env) : roots.error.code === "not_a_repository";
  if (!isFit) return roots;
  return (await recognize(options.cwd, env)) ? rootsOf(options, env) : roots;
}

/** Asks the history of a repository without a remote for its first commit, once for each place it lies in; whether it was asked. */
export async function recognize(folder: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const layout = unrecognized(folder, env);
  // Found before it is asked for this repository, so that nothing is noted in that one's git dir.
  if (layout === null || engineFor(env) === "embedded") return false;
  const head = readHead(layout);
  if (head.ok && head.value.commit === null) return false;
  const git = gitFor(layout, env);
  const listed = git.ok ? await git.value.output(["rev-list", "--max-parents=0", "HEAD"]) : git;
  const first = listed.ok ? listed.value.toString("utf8").trim().split("\n").at(-1) : "";
  if (first === undefined || first === "") return false;
  noteFirstCommit(layout, first, env);
  return true;
}

async function openOne(
  root: string,
  options: OpenOptions,
  now: Instant | null,
  missing: readonly Finding[],
): Promise<Outcome<Memory>> {
  const text = attempt(`read ${join(root, configPath)}`, () =>
    readPlainText(join(root, configPath), limits.configBytesMax),
  );
  if (!text.ok) return text;
  const parsed = parseMerging(text.value);
  if (!parsed.ok) {
    const { line, says, hint } = parsed.error;
    return err({ code: "corrupt", says: `${configPath}${line === 0 ? "" : `:${line}`}: ${says}`, hint });
  }
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  const history = await openHistory(root, options.env);
  if (!history.ok) return history;
  const { config, findings } = parsed.value;
  const state = stateFolder(layout.value);
  const shared = stateFolder(layout.value, layout.value.commonDir);
  const dir = join(shared, "sessions");
  const algorithm = layout.value.objectFormat;
  let own: SessionPlace | null = null;
  const records = options.traces !== false;
  const isAlone = options.repos.length > 0 && !isPersonal(root, options.env);
  const opened = openMemory({
    root,
    place: { root, state, shared, env: options.env, records, isAlone },
    services: new Map(),
    config,
    configFindings: [...findings, ...missing],
    store: openPageStore(root, searchedIn(config), { algorithm }),
    history: history.value,
    queue: whenAsked(() => openWriterQueue(layout.value)),
    cache: openIndexCache<FileFacts>(join(state, "index"), `${factsVersion}-${config.profile}`),
    tokens: openKeyedCache(join(state, "tokens"), tokensVersion),
    compared: openSealed(join(state, "compared"), comparedVersion),
    clock: systemClock(now),
    ...agentHere(options.env),
    zone: zoneHere,
    checkout: whenAsked(() => openCheckout(layout.value, options.env)),
    labelRecord: whenAsked(() => openLabelRecord(join(shared, "labels.jsonl"))),
    origins: openOriginCache(join(state, "origins.json")),
    departures: whenAsked(() => openRemovals(join(state, "departures"))),
    sessionPages: whenAsked(() => openSessionPages(dir, layout.value)),
    openSession: (session, how) =>
      own === null ? Promise.resolve(ok(null)) : openSessionMemory(own, { session, how }),
  });
  if (!opened.ok) return opened;
  own = { primary: opened.value, layout: layout.value, histories: history.value, dir, opened: new Map() };
  return opened;
}

/** Stands for what is opened when something of it is first asked for: most runs ask for few of the parts of a memory, and load no others. */
function whenAsked<T extends object>(open: () => T): T {
  let opened: T | null = null;
  return new Proxy({} as T, {
    get(_, name) {
      opened ??= open();
      return Reflect.get(opened, name);
    },
  });
}

function agentHere(env: NodeJS.ProcessEnv): { readonly actor?: string } {
  const actor = actorOf(env, "human");
  return isPerson(actor) ? {} : { actor };
}

/** The embedded engine is loaded only where it serves: it costs a start of its own. */
async function openHistory(root: string, env: NodeJS.ProcessEnv): Promise<Outcome<History & SessionHistories>> {
  const embedded = () => import("./git/embedded/history.js");
  if (env.PAGEFILE_GIT === "embedded" || !hasGit(env)) return (await embedded()).openEmbeddedHistory(root, env);
  return openNativeHistory(root, env, async (layout) => (await embedded()).waysWithoutGit(layout, env));
}

// WireSession: the pages that one session keeps to itself, opened as the narrowest store of a workspace.

/** Who only reads is spared a store without pages. */
export interface SessionAsked {
  readonly session: string;
  readonly how: "read" | "write";
}

interface SessionPlace {
  readonly primary: Memory;
  readonly layout: GitLayout;
  readonly histories: SessionHistories;
  /** Holds one folder a session. */
  readonly dir: string;
  /** The stores that were opened before, by name. */
  readonly opened: Map<string, Memory>;
}

/** null where there is nothing to open: no pages to be read, or an id that no session can have. */
export async function openSessionMemory(
  { primary, layout, histories, dir, opened }: SessionPlace,
  { session, how }: SessionAsked,
): Promise<Outcome<Memory | null>> {
  const { unfitSession } = await import("./session/pages/session.js");
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
    place: { ...primary.place, root: folder, state: join(dir, name) },
    services: new Map(),
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
    compared: openSealed(join(dir, name, "compared"), comparedVersion),
    departures: whenAsked(() => openRemovals(join(dir, name, "departures"))),
    session,
    lasting: primary,
  });
  if (memory.ok) opened.set(name, memory.value);
  return memory;
}
