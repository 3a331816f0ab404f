/** Staging: one file a patch below the git dir, written beside, synced and renamed, so that a crash leaves it whole or not at all. */

import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { shortDigest } from "../base/digest.js";
import { type Instant, parseInstant } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import { compareText, firstDecided } from "../base/order.js";
import type { StagedPatch, Staging } from "../port/staging.js";
import { attempt, errnoOf } from "./fs-calls.js";

/** `dir` belongs to one memory root and is made when first written. */
export function openStaging(dir: string): Staging {
  return {
    add: (patch) => attempt(`Staging a patch in ${dir}`, () => add(dir, patch)),
    list: () => attempt(`Reading the staged patches in ${dir}`, () => list(dir)),
    remove: (key) => attempt("Removing a staged patch", () => remove(dir, key)),
  };
}

function add(dir: string, patch: StagedPatch): "staged" | "known" {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = fileOf(dir, patch.key);
  if (readOrNull(file) !== null) return "known";
  const temp = `${file}.${process.pid}.tmp`;
  const fd = openSync(temp, "wx", 0o600);
  try {
    writeSync(fd, `${stableJson(patch)}\n`);
    fsyncSync(fd);
  } catch (error) {
    rmSync(temp, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  renameSync(temp, file);
  syncFolder(dir);
  return "staged";
}

function list(dir: string): { patches: readonly StagedPatch[]; damaged: readonly string[] } {
  const patches: StagedPatch[] = [];
  const damaged: string[] = [];
  for (const name of namesIn(dir)) {
    if (!name.endsWith(".json")) continue;
    const patch = parse(readOrNull(join(dir, name)));
    if (patch === null) damaged.push(name);
    else patches.push(patch);
  }
  patches.sort((a, b) => firstDecided(compareText(a.at, b.at), compareText(a.key, b.key)));
  return { patches, damaged };
}

function remove(dir: string, key: string): void {
  rmSync(fileOf(dir, key), { force: true });
  syncFolder(dir);
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir).sort(compareText);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
}

function parse(text: string | null): StagedPatch | null {
  try {
    const value = JSON.parse(text ?? "") as Partial<StagedPatch> | null;
    const at: Instant | null = typeof value?.at === "string" ? parseInstant(value.at) : null;
    if (typeof value?.key !== "string" || at === null || value.draft === undefined) return null;
    return { key: value.key, at, draft: value.draft };
  } catch {
    return null;
  }
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** A key is somebody's text; its digest is a name on every file system. */
function fileOf(dir: string, key: string): string {
  return join(dir, `${shortDigest(key, 32)}.json`);
}

function syncFolder(dir: string): void {
  const fd = openSync(dir, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
