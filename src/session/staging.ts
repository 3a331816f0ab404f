/** Staging: patches that were accepted for a later boundary, safe on disk before the writer is told so. */

import { renameSync } from "node:fs";
import { join } from "node:path";
import { shortDigest } from "../base/digest.js";
import { type Instant, type Oid, parseInstant } from "../base/ids.js";
import { parseLine, stableJson, textOf } from "../base/json.js";
import type { Outcome } from "../base/result.js";
import { compareText, firstDecided } from "../base/text.js";
import { type Holder, service } from "../memory/service.js";
import { type Source, sourceFrom } from "../memory/sessions.js";
import { attempt, attemptSoon } from "../state/fs-calls.js";
import { monotonicMs } from "../state/machine.js";
import { namesIn, readDerived, removeAllWhole, syncFolder, writeNew } from "../state/plain-file.js";
import type { Fault } from "../write/fault.js";

export interface StagedPatch {
  /** The idempotency key: the writer's own, or a digest of the patch. */
  readonly key: string;
  readonly at: Instant;
  /** As the writer gave it; parsed again when it is flushed. */
  readonly draft: unknown;
  /** The session that proposed it; null outside of any. */
  readonly session: string | null;
  /** The process that the session lives in, as `Sessions` names it; null where nobody said. */
  readonly owner: string | null;
  /** Which state of the session's transcript it was taken from; null where nobody said. */
  readonly source: Source | null;
  /** What HEAD was when it was staged: a commit before that which names the same patch is of another time. null where nobody said. */
  readonly base: Oid | null;
  /** The same of the session's own ref: `none` where it had no commit yet. Absent where nobody looked. */
  readonly ownBase?: Oid | "none";
}

// Staging on disk: one file a patch below the git dir, written beside, synced and renamed, so that a crash leaves it whole or not at all.

export type Staging = ReturnType<typeof openStaging>;

/** `dir` belongs to one memory root and is made when first written. */
export function openStaging(dir: string) {
  return {
    /** Durable when it returns. The same patch twice is one patch (`known`); a key that stands for another one is `taken`. */
    add: (patch: StagedPatch): Outcome<"staged" | "known" | "taken"> =>
      attempt(`stage a patch in ${dir}`, () => add(dir, patch)),
    /** Oldest first, those of one second in the order in which they were staged. `damaged` are files that are no staged patch; they are left where they are. */
    list: (): Outcome<ReturnType<typeof list>> => attempt(`read the staged patches in ${dir}`, () => list(dir)),
    /** Gone for good when it ends; keys that are not staged do not matter. */
    remove: (keys: readonly string[]): Promise<Outcome<void>> =>
      attemptSoon("remove staged patches", () => removeAllWhole(dir, keys.map(nameOf))),
  };
}

function add(dir: string, patch: StagedPatch): "staged" | "known" | "taken" {
  const file = join(dir, nameOf(patch.key));
  for (;;) {
    const there = readDerived(file);
    const waiting = parse(there);
    if (waiting !== null) {
      // Another process may have put it in place and not have synced the folder yet.
      syncFolder(dir);
      return stableJson(waiting.draft) === stableJson(patch.draft) ? "known" : "taken";
    }
    // What a broken disk left in its place is kept for people, and does not keep the patch out.
    if (there !== null) renameSync(file, `${file}.damaged`);
    // Not sorted: a page that is made from the draft has its fields in the writer's order.
    if (writeNew(file, `${JSON.stringify({ ...patch, order: nextOrder() })}\n`)) return "staged";
  }
}

let lastOrder = 0;
const loaded = { atMs: Date.now(), monotonicMs: monotonicMs() };

/** Microseconds of this machine's clock, larger each time: what tells patches of one second apart, in whatever process. */
function nextOrder(): number {
  lastOrder = Math.max(lastOrder + 1, Math.floor((loaded.atMs + monotonicMs() - loaded.monotonicMs) * 1000));
  return lastOrder;
}

function list(dir: string): { readonly patches: readonly StagedPatch[]; readonly damaged: readonly string[] } {
  const patches: Ordered[] = [];
  const damaged: string[] = [];
  for (const name of namesIn(dir)) {
    if (name.endsWith(".damaged")) damaged.push(join(dir, name));
    if (!name.endsWith(".json")) continue;
    const text = readDerived(join(dir, name));
    const patch = parse(text);
    if (patch !== null) patches.push(patch);
    // A flush beside us may have taken it away since the folder was listed.
    else if (text !== null) damaged.push(join(dir, name));
  }
  patches.sort((a, b) => firstDecided(compareText(a.at, b.at), a.order - b.order, compareText(a.key, b.key)));
  return { patches: patches.map(({ order: _, ...patch }) => patch), damaged };
}

export function damagedPatch(file: string): Fault {
  const hint = "Read what is left in it and stage that patch again, then delete the file.";
  return { kind: "sidecar_corrupt", page: "staged", says: `${file} holds no whole patch.`, hint };
}

interface Ordered extends StagedPatch {
  readonly order: number;
}

function parse(text: string | null): Ordered | null {
  const { key, draft, ...value }: { readonly [key in keyof Ordered]?: unknown } = parseLine(text ?? "") ?? {};
  const at = typeof value.at === "string" ? parseInstant(value.at) : null;
  if (typeof key !== "string" || at === null || draft === undefined) return null;
  const order = typeof value.order === "number" ? value.order : 0;
  const [session, owner] = [textOf(value.session), textOf(value.owner)];
  const base = textOf(value.base) as Oid | null;
  const ownBase = textOf(value.ownBase) as Oid | "none" | null;
  const own = ownBase === null ? {} : { ownBase };
  return { key, at, draft, session, owner, source: sourceFrom(value.source), base, ...own, order };
}

/** A key is somebody's text; its digest is a name on every file system. */
function nameOf(key: string): string {
  return `${shortDigest(key, 32)}.json`;
}

/** The patches of a memory that wait for a boundary. */
export const stagingOf: (holder: Holder) => Staging = service(({ place }) =>
  openStaging(join(place.state, "staged")),
);
