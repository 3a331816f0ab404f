/** AuditPages: every file of a memory read once, as text and as the checks see a page. */

import { type PagePath, parseInstant } from "../../base/ids.js";
import { decodePage } from "../../page/decode.js";
import { bodyStartOf } from "../../page/outline.js";
import type { AuditPage } from "../../upkeep/audit.js";
import type { Memory } from "../memory.js";
import { put } from "./overflow.js";

export interface AuditTexts {
  readonly pages: readonly AuditPage[];
  /** Every file's text by path, those that are no pages too. */
  readonly texts: ReadonlyMap<string, string>;
}

export function readAll(memory: Memory): AuditTexts {
  const texts = new Map<string, string>();
  const pages: AuditPage[] = [];
  memory.store.readEach([...memory.files.keys()].sort(), (path: PagePath, read) => {
    if (!read.ok || read.value === null) return;
    put(texts, path, read.value.blob.bytes);
    const decoded = decodePage(path, read.value.blob.bytes);
    const entry = memory.table.byPath.get(path);
    const file = memory.files.get(path);
    if (!decoded.ok || entry === undefined || file === undefined) return;
    const time = new Date(read.value.stamp.mtimeMs).toISOString();
    const changed = entry.updated ?? parseInstant(time);
    pages.push({ entry, text: decoded.value, bodyStart: bodyStartOf(decoded.value), meta: file.data.meta, changed });
  });
  return { pages, texts };
}
