/** Overflow: what a commit would push out of the part of a file that the harness loads, looked at before it is made. */

import type { PagePath } from "../../base/ids.js";
import { type Outcome, ok } from "../../base/result.js";
import type { FileState, FileWrite } from "../../git/history.js";
import type { Config } from "../../memory/config.js";
import type { CutPin } from "../../memory/cut-pins.js";
import type { Memory } from "../../memory/memory.js";
import { type LoadRules, loadRulesOf, profileOf } from "../../memory/profile.js";
import type { Loaded } from "../../memory/truncate.js";
import { decodePage } from "../../page/decode.js";
import type { Refusal } from "../../rules/refusal.js";

/** By path, what the harness would find on disk. */
export type Texts = ReadonlyMap<string, string>;

export function rulesOf(config: Config): LoadRules | null {
  return loadRulesOf(config.profile, config.harness ?? null);
}

/** Entries pinned hard that are loaded now and would not be; what is cut already is not this commit's doing. */
export async function pinsPushedOut(config: Config, before: Texts, after: Texts): Promise<readonly CutPin[]> {
  const rules = rulesOf(config);
  if (rules === null) return [];
  const { loadFiles } = await import("../../memory/truncate.js");
  const next = loadFiles(rules, after);
  if (next.files.every(({ missing }) => missing.length === 0)) return [];
  const cut = await hardPinsCut(next, after, config);
  if (cut.length === 0) return [];
  const was = new Set((await hardPinsCut(loadFiles(rules, before), before, config)).map(nameOf));
  return cut.filter((pin) => !was.has(nameOf(pin)));
}

/** Loaded late: it brings the Markdown parser, and a commit hook does without as long as nothing is cut. */
async function hardPinsCut(loaded: Loaded, texts: Texts, config: Config): Promise<readonly CutPin[]> {
  if (loaded.files.every(({ missing }) => missing.length === 0)) return [];
  const { pinsCutFrom } = await import("../../memory/cut-pins.js");
  const profile = profileOf(config.profile);
  const cut = loaded.files.flatMap((file) => pinsCutFrom(file, texts.get(file.path) ?? "", profile));
  return cut.filter(({ pin }) => pin === "hard");
}

function nameOf({ path, entry }: CutPin): string {
  return `${path} ${entry}`;
}

/** Why the writes are refused; null where nothing pinned goes out of sight. Only files the harness loads are read. */
export async function guardLoaded(
  memory: Memory,
  writes: readonly FileWrite[],
  states: ReadonlyMap<string, FileState>,
): Promise<Outcome<Refusal | null>> {
  const rules = rulesOf(memory.config);
  const loaded = new Set(rules?.files.map(({ path }) => path));
  if (rules === null || !writes.some(({ path }) => loaded.has(path))) return ok(null);
  const before = new Map<string, string>();
  for (const { path } of rules.files) {
    const read = memory.store.read(path as PagePath);
    // A file that cannot be read now is not read by the harness either.
    if (read.ok && read.value !== null) put(before, path, read.value.blob.bytes);
  }
  const after = new Map(before);
  for (const { path, work } of writes) {
    if (!loaded.has(path)) continue;
    const state = states.get(path)?.work ?? null;
    put(before, path, state?.bytes ?? null);
    put(after, path, work);
  }
  const out = await pinsPushedOut(memory.config, before, after);
  const first = out[0];
  if (first === undefined) return ok(null);
  const more = out.length === 1 ? "" : `, and ${out.length - 1} more`;
  return ok({
    reason: "BOOTSTRAP_OVERFLOW",
    says: `${rules.profile} ${rules.version} would no longer load the pinned entry “${first.text}” (${first.entry}) of ${first.path}${more}.`,
    hint: "Shorten what is loaded before it, or keep the new text on a page of its own; see: pagefile audit",
  });
}

/** Takes a path out where there is no text for it. */
export function put(texts: Map<string, string>, path: string, bytes: Uint8Array | null): void {
  const decoded = bytes === null ? null : decodePage(path, bytes);
  if (decoded?.ok) texts.set(path, decoded.value);
  else texts.delete(path);
}
