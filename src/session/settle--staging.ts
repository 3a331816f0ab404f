/** Staging: one file a patch below the git dir, written beside, synced and renamed, so that a crash leaves it whole or not at all. */

import { renameSync } from "node:fs";
import { join } from "node:path";
import { shortDigest } from "../base/digest--digest.js";
import { type Oid, parseInstant } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import { compareText, firstDecided } from "../base/text--order.js";
import { attempt } from "../state/fs-calls.js";
import { attemptSoon } from "../state/fs-calls--fs-soon.js";
import { monotonicMs } from "../state/machine--system-clock.js";
import { removeAllWhole, syncFolder, writeNew } from "../state/plain-file--staging-file.js";
import { namesIn, readDerived } from "../state/plain-file--staging-read.js";
import { sourceFrom, textOrNull } from "./sessions--session-json.js";
import type { StagedPatch, Staging } from "./settle--stagingx.js";

/** `dir` belongs to one memory root and is made when first written. */
export function openStaging(dir: string): Staging {
  return {
    add: (patch) => attempt(`stage a patch in ${dir}`, () => add(dir, patch)),
    list: () => attempt(`read the staged patches in ${dir}`, () => list(dir)),
    remove: (keys) => attemptSoon("remove staged patches", () => removeAllWhole(dir, keys.map(nameOf))),
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

function list(dir: string): { patches: readonly StagedPatch[]; damaged: readonly string[] } {
  const patches: Ordered[] = [];
  const damaged: string[] = [];
  for (const name of namesIn(dir)) {
    if (name.endsWith(".damaged")) damaged.push(name);
    if (!name.endsWith(".json")) continue;
    const text = readDerived(join(dir, name));
    const patch = parse(text);
    if (patch !== null) patches.push(patch);
    // A flush beside us may have taken it away since the folder was listed.
    else if (text !== null) damaged.push(name);
  }
  patches.sort((a, b) => firstDecided(compareText(a.at, b.at), a.order - b.order, compareText(a.key, b.key)));
  return { patches: patches.map(({ order: _, ...patch }) => patch), damaged };
}

interface Ordered extends StagedPatch {
  readonly order: number;
}

function parse(text: string | null): Ordered | null {
  try {
    const value = JSON.parse(text ?? "") as { readonly [key in keyof Ordered]?: unknown } | null;
    const at = typeof value?.at === "string" ? parseInstant(value.at) : null;
    if (typeof value?.key !== "string" || at === null || value.draft === undefined) return null;
    const { key, draft } = value;
    const source = sourceFrom(value.source);
    const order = typeof value.order === "number" ? value.order : 0;
    const base = textOrNull(value.base) as Oid | null;
    const ownBase = textOrNull(value.ownBase) as Oid | "none" | null;
    return {
      key,
      at,
      draft,
      session: textOrNull(value.session),
      owner: textOrNull(value.owner),
      source,
      base,
      ...(ownBase === null ? {} : { ownBase }),
      order,
    };
  } catch {
    return null;
  }
}

/** A key is somebody's text; its digest is a name on every file system. */
function nameOf(key: string): string {
  return `${shortDigest(key, 32)}.json`;
}
