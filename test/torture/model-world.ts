/** Model world: what outlives a process: files, git and what is staged; over a history in memory, or over a real engine. */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Instant, Oid, PagePath } from "../../src/base/ids.js";
import { ok } from "../../src/base/result.js";
import type { History } from "../../src/git/history.js";
import { openOriginCache } from "../../src/memory/disk/facts-cache.js";
import { openLabelRecord } from "../../src/memory/label-record.js";
import { type MemoryParts, openMemory } from "../../src/memory/memory.js";
import { openPageStore } from "../../src/memory/page-store.js";
import { profileOf } from "../../src/memory/profile.js";
import type { Workspace } from "../../src/memory/workspace.js";

import { plainConfig } from "../support/facts.js";
import { type MemoryHistory, memoryHistory } from "../support/memory-history.js";
import { type Mortal, mortal } from "../support/mortal.js";
import { unlogged } from "../support/open-memory.js";
import { utc } from "../support/zones.js";
import { type Fuse, fused, fusedFs, type Sabotage } from "./model-ports.js";
import type { Places } from "./model-state.js";

export interface World {
  readonly root: string;
  /** A process that begins now. */
  open(clock: { now: Instant }, fuse: Fuse, sabotage: Sabotage | null): Promise<Workspace>;
  places(): Places;
  /** Rows of the journal of refusals, as JSON. */
  rejected(): readonly { readonly key: string; readonly reason: string }[];
  add(path: string): void;
  /** `git commit` of these paths and texts; null deletes. The index follows. */
  commit(changes: Readonly<Record<string, string | null>>): void;
  remove(): void;
}

/** A folder in memory where the system has one. */
function worldFolder(): string {
  const shared = "/dev/shm";
  return mkdtempSync(join(existsSync(shared) ? shared : tmpdir(), "pagefile-model-"));
}

export function writeText(root: string, path: string, text: string | null): void {
  const file = join(root, path);
  if (text === null) {
    if (existsSync(file)) unlinkSync(file);
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export function textsBelow(root: string): ReadonlyMap<string, string> {
  const names = ["memory", "archive"].filter((name) => existsSync(join(root, name)));
  const found = names.flatMap((name) =>
    (readdirSync(join(root, name), { recursive: true, encoding: "utf8" }) as string[]).map(
      (path) => `${name}/${path}`,
    ),
  );
  const pages = found.filter((path) => path.endsWith(".md"));
  return new Map(pages.sort().map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

export function memoryWorld(files: Readonly<Record<string, string>>): World {
  const root = worldFolder();
  const history = memoryHistory(files);
  const asides = new Map<string, Uint8Array>();
  for (const [path, text] of Object.entries(files)) writeText(root, path, text);
  const texts = (map: ReadonlyMap<string, { readonly bytes: Uint8Array }>): ReadonlyMap<string, string> =>
    new Map([...map].map(([path, blob]) => [path, decode(blob.bytes)]));
  return {
    root,
    async open(clock, fuse, sabotage) {
      const born = mortal(join(root, ".state/departures"));
      const services = servicesFor(root, { clock, fuse, history: withAsides(history, asides), born });
      const opened = openMemory(services);
      if (!opened.ok) throw new Error(opened.error.says);
      const memory = fused(opened.value, fuse, sabotage);
      const tokenizer: Workspace["tokenizer"] = async () => ok({ name: "none", count: () => 0 });
      return { primary: memory, memories: [memory], tokenizer, close: async () => born.die() };
    },
    places: () => ({ head: texts(history.files), index: texts(history.index), work: textsBelow(root) }),
    rejected: () => [...asides.values()].map((bytes) => JSON.parse(decode(bytes))),
    add: (path) => history.stage(path, textsBelow(root).get(path) ?? null),
    commit: (changes) => void history.commitElsewhere(changes),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

interface Wiring {
  readonly clock: { now: Instant };
  readonly fuse: Fuse;
  readonly history: History;
  readonly born: Mortal;
}

/** Real files and real staging; caches that remember nothing; nobody else in the queue. */
function servicesFor(root: string, { clock, fuse, history, born }: Wiring): MemoryParts {
  const state = join(root, ".state");
  return {
    root,
    place: { root, state, shared: state, env: {}, records: true },
    services: new Map(unlogged()),
    config: plainConfig,
    configFindings: [],
    store: openPageStore(root, { folders: profileOf("plain").folders }, { fs: fusedFs(fuse), wait: () => {} }),
    history,
    queue: { enter: async () => ({ leave: () => {}, isLong: () => true }) },
    cache: {
      load: () => ({ records: new Map(), damaged: null }),
      save: () => ok(undefined),
      appendChanges: () => ok(undefined),
      sums: () => ({ count: 0, a: 0, b: 0 }),
    },
    tokens: { get: () => undefined, put: () => {}, flush: () => {} },
    clock: { now: () => clock.now },
    origins: openOriginCache(join(state, "origins.json")),
    labelRecord: openLabelRecord(join(state, "labels.jsonl")),
    departures: born.departures,
    zone: utc,
  };
}

const asideTip = "a".repeat(40) as Oid;

/** The history in memory keeps no refs of ours; this one does. */
function withAsides(history: MemoryHistory, asides: Map<string, Uint8Array>): History {
  const oids = new Map<Oid, string>();
  const oidOf = (path: string): Oid => {
    const oid = Buffer.from(path).toString("hex").slice(-40).padStart(40, "0") as Oid;
    oids.set(oid, path);
    return oid;
  };
  return {
    ...history,
    async recordAside(_name, file) {
      asides.set(file.path, file.bytes);
      return ok(asideTip);
    },
    resolve: async (name) =>
      name === "refs/pagefile/rejected" ? ok(asides.size > 0 ? asideTip : null) : history.resolve(name),
    tree: async (at) =>
      at === asideTip
        ? ok([...asides.keys()].map((path) => ({ path: path as PagePath, oid: oidOf(path) })))
        : history.tree(at),
    blob: async (oid) =>
      oids.has(oid) ? ok(asides.get(oids.get(oid) ?? "") ?? new Uint8Array()) : history.blob(oid),
  };
}
