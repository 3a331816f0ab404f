/** Verify: the proof that the derived index holds what the files say, and that every page can be read. */

import type { PagePath } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { type Outcome, ok } from "../../base/result.js";
import { type FileFacts, factsOf } from "../../memory/facts.js";
import { type Memory, refresh } from "../../memory/memory.js";
import { isPageFile, profileOf } from "../../memory/profile.js";
import { allFindings, type Workspace } from "../../memory/workspace.js";
import type { Finding } from "../../page/page.js";

export interface VerifyAnswer {
  readonly pages: number;
  /** `equal`: the derived index is what a rebuild gives; `rebuilt`: it was missing or damaged and was made again. */
  readonly index: "equal" | "rebuilt";
  readonly differences: readonly string[];
  readonly findings: readonly Finding[];
}

/** Reads every file again, without the index, and compares fact by fact; writes the index anew where they differ. */
export async function verify(workspace: Workspace): Promise<Outcome<VerifyAnswer>> {
  const differences: string[] = [];
  let pages = 0;
  for (const memory of workspace.memories) {
    const rebuilt = rebuild(memory);
    if (!rebuilt.ok) return rebuilt;
    pages += memory.table.byId.size;
    const paths = [...new Set<PagePath>([...rebuilt.value.keys(), ...memory.files.keys()])].sort();
    const wrong = paths.filter(
      (path) => stableJson(rebuilt.value.get(path) ?? null) !== stableJson(memory.files.get(path)?.data ?? null),
    );
    differences.push(...wrong);
    if (wrong.length === 0) continue;
    memory.files.clear();
    const refreshed = refresh(memory);
    if (!refreshed.ok) return refreshed;
  }
  const damaged = workspace.memories.some((memory) => memory.indexDamaged !== null);
  return ok({
    pages,
    index: damaged || differences.length > 0 ? "rebuilt" : "equal",
    differences,
    findings: allFindings(workspace.memories),
  });
}

function rebuild(memory: Memory): Outcome<ReadonlyMap<PagePath, FileFacts>> {
  const listing = memory.store.list(() => false);
  if (!listing.ok) return listing;
  const profile = profileOf(memory.config.profile);
  const facts = new Map<PagePath, FileFacts>();
  const paths = listing.value.files.map((listed) => listed.path).filter(isPageFile);
  memory.store.readEach(paths, (path, read) => {
    if (!read.ok || read.value === null) return;
    const { blob } = read.value;
    facts.set(path, factsOf(path, blob.bytes, profile));
  });
  return ok(facts);
}
