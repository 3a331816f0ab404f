/** MemoryHistory: the History port's twin in memory, for flow tests, with faults that a test can ask for. */

import { createHash } from "node:crypto";
import { blobOid } from "../../src/base/digest.js";
import type { Oid, PagePath } from "../../src/base/ids.js";
import { err, type Failure, type Outcome, ok } from "../../src/base/result.js";
import { compareText } from "../../src/base/text.js";
import type {
  Blob,
  CommitPlan,
  History,
  LoggedCommit,
  LogQuery,
  RecordOptions,
  RecordOutcome,
} from "../../src/git/history.js";

export interface MemoryHistory extends History {
  /** The index by path. */
  readonly index: ReadonlyMap<string, Blob>;
  /** What HEAD holds, by path. */
  readonly files: ReadonlyMap<string, Blob>;
  readonly tip: Oid | null;
  readonly commits: number;
  /** The next record fails where publish would run: nothing is published, HEAD and index stay. */
  failNextPublish(): void;
  /** Somebody else commits right before the next record, which then says that its base moved. */
  moveOnce(): void;
  /** Somebody else's commit, now: path to text, null deletes. The index follows. */
  commitElsewhere(changes: Readonly<Record<string, string | null>>): Oid;
  /** Somebody stages a text; null stages a deletion. */
  stage(path: string, text: string | null): void;
}

interface Stored extends LoggedCommit {
  readonly files: ReadonlyMap<string, Blob>;
}

const other = { name: "Somebody Else", email: "else@example.org" };
const ours = { name: "Ada Lovelace", email: "ada@example.org" };

interface State {
  readonly commits: Map<Oid, Stored>;
  readonly index: Map<string, Blob>;
  readonly blobs: Map<Oid, Uint8Array>;
  readonly faults: { publish: boolean; move: boolean };
  head: Oid | null;
}

/** Files of the first commit, path to text; none leaves the branch unborn. */
export function memoryHistory(files: Readonly<Record<string, string>>): MemoryHistory {
  const faults = { publish: false, move: false };
  const state: State = { commits: new Map(), index: new Map(), blobs: new Map(), faults, head: null };
  if (Object.keys(files).length > 0) commitElsewhere(state, files);
  let turn: Promise<unknown> = Promise.resolve();
  return {
    ...readerOf(state),
    index: state.index,
    get files() {
      return filesAt(state, state.head) ?? new Map();
    },
    get tip() {
      return state.head;
    },
    get commits() {
      return state.commits.size;
    },
    record(plan, options) {
      const done = turn.then(() => record(state, plan, options));
      turn = done.catch(() => undefined);
      return done;
    },
    async recordAside(name, file) {
      const commit = blobOid(new TextEncoder().encode(`${name}/${file.path}`));
      return ok(commit);
    },
    close: async () => {},
    failNextPublish: () => {
      faults.publish = true;
    },
    moveOnce: () => {
      faults.move = true;
    },
    commitElsewhere: (changes) => commitElsewhere(state, changes),
    stage: (path, text) => put(state.index, path, text === null ? null : keep(state, new TextEncoder().encode(text))),
  };
}

function readerOf(state: State): Omit<History, "record" | "recordAside" | "close"> {
  return {
    engine: "memory",
    head: async () => ok({ commit: state.head, ref: "refs/heads/main", operation: null }),
    async at(at, paths) {
      const found = filesAt(state, at);
      return found === undefined ? missing(at) : ok(paths.map((path) => found.get(path) ?? null));
    },
    staged: async (paths) => ok(paths.map((path) => state.index.get(path) ?? null)),
    async tree(at) {
      const found = filesAt(state, at);
      if (found === undefined) return missing(at);
      const sorted = [...found].sort(([a], [b]) => compareText(a, b));
      return ok(sorted.map(([path, blob]) => ({ path: path as PagePath, oid: blob.oid })));
    },
    async blob(oid) {
      const bytes = state.blobs.get(oid);
      return bytes === undefined ? missing(oid) : ok(bytes);
    },
    log: async (query) => ok(logOf(state.commits, query, state.head)),
    isCut: () => ok(false),
    resolve: async (revision) => ok(resolveIn(state.commits, revision, state.head)),
  };
}

async function record(state: State, plan: CommitPlan, options: RecordOptions): Promise<Outcome<RecordOutcome>> {
  const { commits, faults, index } = state;
  if (faults.move) commitElsewhere(state, { "elsewhere.md": `elsewhere ${commits.size}\n` });
  faults.move = false;
  const restaged = plan.writes.some((write) => (index.get(write.path)?.oid ?? null) !== write.before.index);
  if (plan.base !== state.head || restaged) return ok({ moved: true });
  const injected = faults.publish;
  faults.publish = false;
  const published = injected ? err(fullDisk) : await options.publish();
  if (!published.ok) {
    if (!injected) await options.withdraw?.();
    return published;
  }
  const files = new Map(filesAt(state, state.head));
  for (const write of plan.writes) {
    put(files, write.path, write.head && keep(state, write.head));
    put(index, write.path, write.index && keep(state, write.index));
  }
  const { message, when } = plan;
  const oid = commit(state, { files, message, when, author: ours });
  await options.settle?.();
  return ok({ moved: false, commit: oid });
}

function commitElsewhere(state: State, changes: Readonly<Record<string, string | null>>): Oid {
  const { commits, index } = state;
  const files = new Map(filesAt(state, state.head));
  for (const [path, text] of Object.entries(changes)) {
    const blob = text === null ? null : keep(state, new TextEncoder().encode(text));
    put(files, path, blob);
    put(index, path, blob);
  }
  const when = `2026-01-01T00:00:${String(commits.size % 60).padStart(2, "0")}Z` as Stored["when"];
  return commit(state, { files, message: `elsewhere ${commits.size}\n`, when, author: other });
}

function commit(state: State, next: Pick<Stored, "files" | "message" | "when" | "author">): Oid {
  const parents = state.head === null ? [] : [state.head];
  const listed = [...next.files].map(([path, blob]) => `${path} ${blob.oid}`).sort(compareText);
  const identity = JSON.stringify([parents, listed, next.message, next.when, next.author]);
  const oid = createHash("sha1").update(`commit ${identity}`).digest("hex") as Oid;
  state.commits.set(oid, { ...next, oid, parents });
  state.head = oid;
  return oid;
}

function filesAt(state: State, commit: Oid | null): ReadonlyMap<string, Blob> | undefined {
  return commit === null ? new Map() : state.commits.get(commit)?.files;
}

function keep(state: State, bytes: Uint8Array): Blob {
  const blob = { oid: blobOid(bytes), bytes };
  state.blobs.set(blob.oid, bytes);
  return blob;
}

const fullDisk: Failure = { code: "io_failed", errno: "ENOSPC", says: "The disk is full.", hint: "Free some space." };

function missing(oid: Oid | null): { readonly ok: false; readonly error: Failure } {
  return err({ code: "git_failed", says: `There is no object ${oid}.`, hint: "Name one that exists." });
}

function put(files: Map<string, Blob>, path: string, blob: Blob | null): void {
  if (blob === null) files.delete(path);
  else files.set(path, blob);
}

function logOf(commits: ReadonlyMap<Oid, Stored>, query: LogQuery, head: Oid | null): readonly LoggedCommit[] {
  const found: LoggedCommit[] = [];
  const hidden = new Set(
    query.without === undefined
      ? []
      : logOf(commits, { paths: [], limit: commits.size, from: query.without, every: true }, null).map(
          ({ oid }) => oid,
        ),
  );
  let at = query.from ?? head;
  while (at !== null && !hidden.has(at) && found.length < query.limit) {
    const commit = commits.get(at);
    if (commit === undefined) break;
    const parent = commits.get(commit.parents[0] as Oid);
    if (query.every === true || changes(commit, parent, query.paths)) {
      const { files: _files, ...logged } = commit;
      found.push(logged);
    }
    at = parent?.oid ?? null;
  }
  return found;
}

function changes(commit: Stored, parent: Stored | undefined, paths: readonly PagePath[]): boolean {
  const names = new Set([...commit.files.keys(), ...(parent?.files.keys() ?? [])]);
  const asked = [...names].filter((name) => paths.length === 0 || paths.some((path) => below(name, path)));
  return asked.some((name) => commit.files.get(name)?.oid !== parent?.files.get(name)?.oid);
}

function below(name: string, path: string): boolean {
  return name === path || name.startsWith(`${path}/`);
}

/** `HEAD`, a full or abbreviated id, each with `~n`. */
function resolveIn(commits: ReadonlyMap<Oid, Stored>, revision: string, head: Oid | null): Oid | null {
  const [name = "", steps = "0"] = revision.split("~");
  const named = [...commits.keys()].filter((oid) => name.length >= 4 && oid.startsWith(name));
  let at = name === "HEAD" ? head : named.length === 1 ? (named[0] ?? null) : null;
  for (let step = Number(steps === "" ? "1" : steps); step > 0 && at !== null; step -= 1) {
    at = commits.get(at)?.parents[0] ?? null;
  }
  return at;
}
