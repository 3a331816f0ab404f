/** Recall standing: what a page's frontmatter says of how far it can be relied on. */

import { leastTrusted } from "../memory/labels--lines.js";
import type { Memory } from "../memory/memory.js";
import type { PageEntry } from "../memory/table--entry.js";
import type { ValueMap } from "../page/decode--value.js";
import type { Origin } from "../page/page--page.js";

export interface Standing {
  readonly fields: ValueMap;
  readonly provenance: readonly string[];
  /** `fields.confidence`, where it is a number from 0 to 1. */
  readonly sure: number | null;
  readonly stale: boolean;
  readonly contested: boolean;
  /** The page's own label, or a lower one that history gave to something in it. */
  readonly origin: Origin;
}

const overWords: ReadonlySet<string> = new Set([
  "superseded",
  "deprecated",
  "obsolete",
  "stale",
  "revoked",
  "withdrawn",
]);

export function standingOf(memory: Memory, entry: PageEntry): Standing {
  const meta = memory.files.get(entry.path)?.data.meta ?? {};
  const own = entry.slug === null ? meta.fields : (meta.sections?.[entry.slug]?.fields ?? {});
  const fields = own ?? {};
  const { confidence } = fields;
  return {
    fields,
    provenance: meta.provenance ?? [],
    sure: typeof confidence === "number" && confidence >= 0 && confidence <= 1 ? confidence : null,
    stale: overWords.has(meta.status ?? "") || entry.tags.some((tag) => overWords.has(tag)),
    contested: contestedPaths(memory).has(entry.path),
    origin: leastTrusted([entry.origin, memory.labels.ofPage(entry.id) ?? "user"]),
  };
}

/** Made once a table. */
const known = new WeakMap<Memory["table"]["findings"], ReadonlySet<string>>();

function contestedPaths({ table }: Memory): ReadonlySet<string> {
  const before = known.get(table.findings);
  if (before !== undefined) return before;
  const paths = new Set(table.findings.filter(({ code }) => code === "conflict_open").map(({ path }) => path));
  known.set(table.findings, paths);
  return paths;
}
