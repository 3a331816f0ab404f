/** KnownPages: versions of pages that git holds and that are at hand already: neither asked of git nor parsed a second time. */

import type { Oid, PagePath } from "../../base/ids.js";
import type { Memory } from "../../memory/memory.js";
import type { KnownVersion } from "./check--view.js";

export interface KnownPages {
  /** Of a page that was parsed. */
  keep(oid: Oid, entries: NonNullable<KnownVersion["entries"]>): void;
  /** Of the version that stands on disk now; null for every other. */
  at(path: string, oid: Oid): KnownVersion | null;
}

/** For as long as one audit takes. */
export function openKnownPages(memory: Memory): KnownPages {
  const parsed = new Map<Oid, NonNullable<KnownVersion["entries"]>>();
  return {
    keep: (oid, entries) =>
      void parsed.set(
        oid,
        entries.map(({ digest, section }) => ({ digest, section })),
      ),
    at(path, oid) {
      const file = memory.files.get(path as PagePath);
      if (file?.oid !== oid) return null;
      const read = memory.store.read(path as PagePath);
      // The bytes have the name that git knows them by, or they are not asked for here.
      if (!read.ok || read.value === null || read.value.blob.oid !== oid) return null;
      const { bytes } = read.value.blob;
      const entries = parsed.get(oid);
      // Whoever asked keeps what it makes of them.
      parsed.delete(oid);
      return { bytes, facts: file.data, ...(entries === undefined ? {} : { entries }) };
    },
  };
}
