/** HarnessLoads: which pages a harness puts into its prompt by itself, so that no block repeats them. */

import type { Memory } from "../memory/memory.js";
import type { OpensFile } from "../memory/memory--open-file.js";
import type { ProfileName } from "../memory/profile.js";
import { loadFiles } from "../memory/truncate--load.js";
import { loadRulesOf } from "../memory/truncate--profile-load.js";

export interface HarnessAt {
  readonly name: ProfileName;
  /** `project`: it works in the memory's folder. `memory`: the folder is the one in which the harness keeps its own notes. */
  readonly folder: "project" | "memory";
}

const none: ReadonlySet<string> = new Set();
const known = new WeakMap<Memory, { readonly key: string; readonly ids: ReadonlySet<string> }>();

/** Ids of pages whose every line is loaded; what a harness cuts out of a long file is in nobody's prompt and may be in ours. */
export function loadedBy(memory: Memory, harness: HarnessAt | null, open: OpensFile): ReadonlySet<string> {
  if (harness === null || memory.session !== undefined) return none;
  const { config, table } = memory;
  const rules = loadRulesOf(harness.name, config.profile === harness.name ? (config.harness ?? null) : null);
  if (rules === null) return none;
  const files = rules.files.filter((file) => (file.folder ?? "project") === harness.folder);
  const entries = files.flatMap(({ path }) => table.byPath.get(path) ?? []);
  const key = [harness.name, rules.version, ...entries.map(({ path, oid }) => `${oid} ${path}`)].join("\n");
  const before = known.get(memory);
  if (before?.key === key) return before.ids;
  const texts = new Map<string, string>();
  for (const entry of entries) {
    const file = open(memory, entry);
    if (file.ok && file.value !== null) texts.set(entry.path, file.value.text);
  }
  const ids = new Set<string>();
  for (const { path, state, missing } of loadFiles({ ...rules, files }, texts).files) {
    const sections = memory.files.get(path as (typeof entries)[number]["path"])?.data.sections ?? [];
    const isWhole = (start: number, end: number): boolean =>
      state !== "dropped" && missing.every((gap) => gap.end <= start || gap.start >= end);
    const entry = table.byPath.get(path);
    if (entry === undefined) continue;
    if (isWhole(0, sections[0]?.start ?? texts.get(path)?.length ?? 0)) ids.add(entry.id);
    for (const [at, { start, end }] of sections.entries()) {
      const id = entry.sections[at];
      if (id !== undefined && isWhole(start, end)) ids.add(id);
    }
  }
  known.set(memory, { key, ids });
  return ids;
}
