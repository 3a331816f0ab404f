/** Conflicts: what merges left to be settled: as data in pages, and as unmerged paths in git's index. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { compareText } from "../base/text--order.js";
import type { UnmergedIndex } from "../git/index/unmerged--unmerged-index.js";
import type { Memory } from "../memory/memory.js";
import { type Conflict, nameOf } from "../page/decode--conflict.js";
import { sameValue } from "../page/decode--value.js";
import { bodyStartOf } from "../page/markdown/outline.js";
import { readValue } from "../write/entry/keys.js";
import { conflictsIn } from "../write/merge/settle--conflict-text.js";
import { unitsOf } from "../write/merge/settle--units.js";
import type { Alternative, ConflictRow, ConflictsAnswer } from "./conflicts--conflict-answers.js";

/** As the files on disk have them. */
export async function conflicts(memory: Memory, unmerged: UnmergedIndex | null): Promise<Outcome<ConflictsAnswer>> {
  const left = unmerged === null ? ok([]) : await unmerged.paths();
  if (!left.ok) return left;
  const open = [...memory.files.values()].filter((file) =>
    file.data.findings?.some((finding) => finding.code === "conflict_open"),
  );
  const pages: ConflictsAnswer["pages"][number][] = [];
  for (const { path } of open.sort((a, b) => compareText(a.path, b.path))) {
    const read = memory.store.read(path);
    if (!read.ok) return read;
    const text = read.value === null ? "" : decoder.decode(read.value.blob.bytes);
    const known = conflictsIn(path, text);
    const rows = known.ok ? rowsOf(path, text, known.value) : [];
    if (rows.length > 0) pages.push({ page: memory.table.byPath.get(path)?.id ?? null, path, conflicts: rows });
  }
  return ok({ pages, unmerged: left.value });
}

const decoder: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });

/** Conflicts of a text with what each side says. */
export function rowsOf(path: string, text: string, known: readonly Conflict[]): readonly ConflictRow[] {
  const units = unitsOf(text.slice(bodyStartOf(text)))?.list ?? [];
  return known.map((conflict) => {
    const name = nameOf(conflict);
    if (conflict.kind === "key") {
      const now = readValue(path, text, conflict.key);
      const alternatives = conflict.values.map(
        (value, i): Alternative => ({
          side: sideOf(i),
          digest: null,
          value,
          stands: now.ok && sameValue(now.value, value),
        }),
      );
      return { kind: "key", name, alternatives };
    }
    const alternatives = conflict.entries.map((digest, i): Alternative => {
      const unit = units.find(({ says }) => says === digest);
      return { side: sideOf(i), digest, value: unit?.text ?? null, stands: unit !== undefined };
    });
    return { kind: "entry", name, alternatives };
  });
}

function sideOf(at: number): "ours" | "theirs" {
  return at === 0 ? "ours" : "theirs";
}
