/** KnownText: what files of a memory say, kept by blob id and shown again without a read while the stamp they were read under stands. */

import type { Oid, PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import type { PageStore, ReadPage } from "./disk/read--page-store.js";
import type { Memory } from "./memory.js";
import { vouches } from "./memory--vouches.js";

/** A file as it is on disk. */
export interface SaidText {
  readonly text: string;
  readonly oid: Oid;
}

/** UTF-16 units a store, which take up to twice as many bytes; what was not asked for while half as much was read is forgotten. */
const charsMax = 1 << 23;

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text on disk now, read where nobody knows it; null where it cannot be read. */
export function textNow(memory: Memory, path: PagePath): SaidText | null {
  return standing(memory, path) ?? decoded(memory, memory.store.read(path));
}

/** The same of many, read in one go after those that need no read. */
export function textsNow(
  memory: Memory,
  paths: readonly PagePath[],
  use: (path: PagePath, said: SaidText | null) => void,
): void {
  const unread = paths.filter((path) => {
    const said = standing(memory, path);
    if (said !== null) use(path, said);
    return said === null;
  });
  memory.store.readEach(unread, (path, read) => use(path, decoded(memory, read)));
}

/** A look instead of a read: null where the text was forgotten, or where the file may be another by now. */
function standing({ store, files }: Memory, path: PagePath): SaidText | null {
  const file = files.get(path);
  const text = file === undefined ? undefined : shelfOf(store).find(file.oid);
  if (file === undefined || text === undefined) return null;
  return vouches(file, { path, stamp: store.stampOf?.(path) ?? null }) ? { text, oid: file.oid } : null;
}

function decoded({ store }: Memory, read: Outcome<ReadPage | null>): SaidText | null {
  if (!read.ok || read.value === null) return null;
  const { oid, bytes } = read.value.blob;
  const text = utf8.decode(bytes);
  shelfOf(store).put(oid, text);
  return { text, oid };
}

interface Shelf {
  find(oid: Oid): string | undefined;
  put(oid: Oid, text: string): void;
}

const shelves = new WeakMap<PageStore, Shelf>();

function shelfOf(store: PageStore): Shelf {
  const known = shelves.get(store) ?? newShelf();
  shelves.set(store, known);
  return known;
}

function newShelf(): Shelf {
  let late = new Map<Oid, string>();
  let before = new Map<Oid, string>();
  /** Of `late`. */
  let chars = 0;
  const put = (oid: Oid, text: string): void => {
    if (late.has(oid) || text.length > charsMax / 2) return;
    if (chars + text.length > charsMax / 2) {
      before = late;
      late = new Map();
      chars = 0;
    }
    late.set(oid, text);
    chars += text.length;
  };
  return {
    find(oid) {
      const text = late.get(oid) ?? before.get(oid);
      if (text !== undefined) put(oid, text);
      return text;
    },
    put,
  };
}
