/**
 * EntryWords: the entries that pages hold already, as a statement is held against them. A memory may have a hundred thousand of them, and a statement
 * speaks of a few: so the words of every entry are kept as numbers in one file, and only pages that can matter to the statement are opened.
 *
 * `EntryBlock` is that file: who looks for entries goes over its numbers. It holds what pages said by their blob ids, so that no edit, no other
 * branch and no other process can make it tell of a page what that does not say. Losing it costs a walk over the pages and nothing else.
 */

import { join } from "node:path";
import type { Oid, PagePath } from "../../base/ids.js";
import type { Item } from "../../heard/inbox.js";
import { openSealed, type Sealed } from "../../memory/disk/facts-cache.js";
import { type Memory, textsNow } from "../../memory/memory.js";
import { type Holder, service } from "../../memory/service.js";
import { entriesOf, type PageEntry } from "../../memory/table.js";
import { plainTags } from "../../page/markdown/blocks.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import { packageVersion } from "../../state/machine.js";
import { withoutSuperseded } from "../../write/entry/correct.js";
import { negated } from "./lexicon.js";
import { bare } from "./promote.js";
import { termsIn, type Words, wordsOf } from "./similar.js";

/** An entry that is there already. */
export interface OldEntry {
  readonly store: Memory;
  readonly path: PagePath;
  readonly digest: string;
  readonly said: string;
  readonly words: Words;
  readonly terms: ReadonlySet<string>;
  /** What it says is not. */
  readonly denies: ReadonlySet<string>;
  readonly writable: boolean;
  /** Whether a person said it: it came here through the inbox, or is tagged so, as what came through the inbox of another clone. */
  readonly isHeard: boolean;
  /** Tagged as a person's word. */
  readonly isTagged: boolean;
  /** On no page yet: it is to be kept in the same run. */
  readonly waits: Item | null;
}

export function oldEntry(said: string, about: Omit<OldEntry, "said" | "words" | "terms" | "denies">): OldEntry {
  return { ...about, said, words: wordsOf(said), terms: termsIn(said), denies: negatedIn(said) };
}

/** What a statement says is not, or is no more: “not 8080”, “statt npm”. */
export function negatedIn(text: string): ReadonlySet<string> {
  return termsIn([...text.matchAll(negated)].map(([, what = ""]) => what).join(" "));
}

// Held: the entries of the pages that can matter to a statement, and how much each of its words is worth.

/** What an entry is looked for by. */
export interface Looked {
  readonly words: Words;
  readonly terms: ReadonlySet<string>;
  /** An entry that has all of these says the same; null where that is not so. */
  readonly repeated: ReadonlySet<string> | null;
  /** What may speak of an entry: its terms, those of them that it calls wrong, and the share of an entry's weight that it has to have. */
  readonly speaks: {
    readonly terms: ReadonlySet<string>;
    readonly wrong: ReadonlySet<string>;
    readonly least: number;
  } | null;
  /** Of which entries of that store it may take the place. */
  readonly changes: (store: Memory) => Changes;
  /** What is on no page yet and may be changed, too. */
  readonly waits: readonly OldEntry[];
}

/** All that Pagefile may write, those alone that came through the inbox of the memory that keeps, or none. */
export type Changes = "all" | "heard" | "none";

export interface HeldEntries {
  /** Every entry of each page that holds one which is the same, was heard, or is spoken of: in the order of pages, the memory's own before others. */
  readonly entries: readonly OldEntry[];
  /** Inverse document frequency among the entries that may change, whether or not they are given here. */
  readonly worth: (term: string) => number;
}

interface Store {
  readonly memory: Memory;
  /** Null where all came through an inbox, be it another project's. */
  readonly heard: ReadonlySet<string> | null;
  readonly pages: readonly PageEntry[];
  readonly block: EntryBlock;
  readonly opened: Map<PagePath, readonly OldEntry[]>;
  readonly counted: Map<Changes, Counts>;
}

/** How many entries may change, and how many of those have each word of the block. */
interface Counts {
  readonly entries: number;
  readonly of: Uint32Array;
}

/** The pages as the table has them now, which the caller brings in step. What the global one holds came through an inbox. */
export function openHeld(
  memory: Memory,
  global: Memory | null,
  heard: ReadonlySet<string>,
): (looked: Looked) => HeldEntries {
  const stores = [storeOf(memory, heard), ...(global === null ? [] : [storeOf(global, null)])];
  return (looked) => {
    const counts = stores.map((store) => countsOf(store, looked.changes(store.memory), heard));
    const worth = worthIn(stores, counts, looked.waits);
    return { entries: stores.flatMap((store) => entriesFor(store, looked, heard, worth)), worth: worth.of };
  };
}

function storeOf(memory: Memory, heard: ReadonlySet<string> | null): Store {
  const pages = entriesOf(memory.table).filter((entry) => {
    const isLog = entry.type === "conversation_segment" || entry.type === "evidence" || entry.tier === "cold";
    return !isLog && entry.slug === null;
  });
  return { memory, heard, pages, block: blockFor(memory, pages), opened: new Map(), counted: new Map() };
}

function countsOf({ pages, block, counted }: Store, changes: Changes, heard: ReadonlySet<string>): Counts {
  const known = counted.get(changes);
  if (known !== undefined) return known;
  const of = new Uint32Array(block.names.length / 2);
  const isHeard = digestsIn(heard);
  let entries = 0;
  for (const { oid, writable } of changes === "none" ? [] : pages) {
    const page = writable ? block.pages.get(oid) : undefined;
    if (page === undefined) continue;
    for (let entry = block.first[page]!; entry < block.first[page + 1]!; entry++) {
      if (changes === "heard" && !isHeard(block, entry)) continue;
      entries += 1;
      for (let at = block.terms[entry]!; at < block.words[entry]!; at++) of[block.ids[at]!]! += 1;
    }
  }
  const counts = { entries, of };
  counted.set(changes, counts);
  return counts;
}

/** Worth by a word, and by its number in one of the blocks. */
interface Worth {
  readonly of: (term: string) => number;
  readonly in: (block: EntryBlock) => (id: number) => number;
}

/** Inverse document frequency (Spärck Jones 1972). */
function worthIn(stores: readonly Store[], counts: readonly Counts[], waits: readonly OldEntry[]): Worth {
  const entries = counts.reduce((sum, each) => sum + each.entries, waits.length);
  const waiting = new Map<string, number>();
  for (const { terms } of waits)
    for (const term of terms) {
      const key = nameOf(term).join(" ");
      waiting.set(key, (waiting.get(key) ?? 0) + 1);
    }
  const of = (a: number, b: number): number => {
    let count = waiting.size === 0 ? 0 : (waiting.get(`${a} ${b}`) ?? 0);
    stores.forEach(({ block }, at) => {
      const id = findName(block, a, b);
      if (id >= 0) count += counts[at]!.of[id]!;
    });
    return Math.log(1 + (entries + 1) / (count || 1));
  };
  return {
    of: (term) => of(...nameOf(term)),
    in({ names }) {
      // A word that is not asked for yet has no worth.
      const known = new Float64Array(names.length / 2);
      return (id) => {
        known[id] ||= of(names[2 * id]!, names[2 * id + 1]!);
        return known[id]!;
      };
    },
  };
}

function entriesFor(store: Store, looked: Looked, heard: ReadonlySet<string>, worth: Worth): readonly OldEntry[] {
  const { pages, block, opened } = store;
  const matters = matching(store, looked, worth);
  const isHeard = digestsIn(heard);
  const wanted = pages.filter(({ oid, path, writable }) => {
    if (opened.has(path) || store.heard === null) return true;
    const page = block.pages.get(oid);
    // A page that could not be read when the others were may be there by now.
    if (page === undefined) return true;
    for (let entry = block.first[page]!; entry < block.first[page + 1]!; entry++)
      if (isHeard(block, entry) || matters(entry, writable)) return true;
    return false;
  });
  const unread = wanted.filter(({ path }) => !opened.has(path));
  const entryOf = new Map(unread.map((entry) => [entry.path, entry]));
  textsNow(store.memory, [...entryOf.keys()], (path, said) => {
    if (said !== null) opened.set(path, knownOf(store, path, entryOf.get(path)?.writable === true, said.text));
  });
  return wanted.flatMap(({ path }) => opened.get(path) ?? []);
}

function knownOf({ memory, heard }: Store, path: PagePath, writable: boolean, text: string): readonly OldEntry[] {
  return saidIn(text, "again").map(({ digest, said, isTagged }) => {
    const isHeard = heard === null || isTagged || heard.has(digest);
    return oldEntry(said, { store: memory, path, digest, writable, isHeard, isTagged, waits: null });
  });
}

/** Each entry as it holds. */
function saidIn(
  text: string,
  asked: "again" | "once",
): readonly { readonly digest: string; readonly said: string; readonly isTagged: boolean }[] {
  return outline(text, bodyStartOf(text), asked).entries.map(({ start, end, digest }) => {
    const holds = withoutSuperseded(text.slice(start, end));
    return { digest, said: bare(holds), isTagged: plainTags(holds).includes("human") };
  });
}

/** Sums of the same numbers in another order differ in their last digits. */
const rounding = 1e-9;
/** Of the words of two texts that are the same, that both have. */
export const sameShare = 0.9;

/** Whether the entry may be the same, or may be spoken of; what it is then is decided by its text. */
function matching(
  { memory, block }: Store,
  { words, terms: said, repeated, speaks, changes }: Looked,
  worth: Worth,
): (entry: number, writable: boolean) => boolean {
  const { terms, words: wordsAt, ids, sizes, tagged } = block;
  const [facts] = nameOf(words.facts);
  const content = marksOf(block, words.content);
  const stated = changes(memory) === "all" ? marksOf(block, said) : null;
  const repeats = repeated === null ? null : marksOf(block, repeated);
  const spoken = speaks === null || changes(memory) === "none" ? null : marksOf(block, speaks.terms);
  const wrong = speaks === null ? null : marksOf(block, speaks.wrong);
  const weigh = worth.in(block);
  const isSame = (entry: number): boolean => {
    const [from, size] = [wordsAt[entry]!, sizes[entry]!];
    if (block.facts[entry] !== facts) return false;
    if (size === 0 || words.content.size === 0) return size === words.content.size;
    const both = countIn(content, ids, from, from + size);
    return both / size >= sameShare && both / words.content.size >= sameShare;
  };
  const isSpokenOf = (entry: number): boolean => {
    if (spoken === null || speaks === null) return false;
    const [from, to] = [terms[entry]!, wordsAt[entry]!];
    const shared = countIn(spoken, ids, from, to);
    if (shared < 2 && (shared === 0 || countIn(wrong!, ids, from, to) === 0)) return false;
    let [both, all] = [0, 0];
    for (let at = from; at < to; at++) {
      const weight = weigh(ids[at]!);
      all += weight;
      if (spoken[ids[at]!] === 1) both += weight;
    }
    return both / all >= speaks.least - rounding;
  };
  // A person's word is changed by what says all but two of its words; two in common are the least for anything else.
  const isChanged = (entry: number): boolean => {
    if (stated === null || tagged[entry] === 0) return false;
    const [from, to] = [terms[entry]!, wordsAt[entry]!];
    const shared = countIn(stated, ids, from, to);
    return shared >= 2 || (shared === 1 && to - from <= 3);
  };
  return (entry, writable) =>
    isSame(entry) ||
    (repeats !== null && countIn(repeats, ids, terms[entry]!, wordsAt[entry]!) === repeated!.size) ||
    (writable && (isSpokenOf(entry) || isChanged(entry)));
}

/** 1 for each of the words that the block has. */
function marksOf(block: EntryBlock, words: ReadonlySet<string>): Uint8Array {
  const marks = new Uint8Array(block.names.length / 2);
  for (const word of words) {
    const id = findName(block, ...nameOf(word));
    if (id >= 0) marks[id] = 1;
  }
  return marks;
}

function countIn(marks: Uint8Array, ids: Int32Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) count += marks[ids[at]!]!;
  return count;
}

function digestsIn(heard: ReadonlySet<string>): (block: EntryBlock, entry: number) => boolean {
  const heads = new Set([...heard].map((digest) => digestHalves(digest)[0]));
  return ({ digests }, entry) => {
    if (!heads.has(digests[2 * entry]!)) return false;
    const tail = digests[2 * entry + 1]!;
    return [...heard].some((digest) => {
      const [a, b] = digestHalves(digest);
      return a === digests[2 * entry]! && b === tail;
    });
  };
}

function digestHalves(digest: string): readonly [number, number] {
  return [Number.parseInt(digest.slice(0, 8), 16) | 0, Number.parseInt(digest.slice(8, 16), 16) | 0];
}

// EntryBlock: the words of every entry as numbers, in one file.

/** Of entry `e` the terms are `ids[terms[e]]` up to `ids[words[e]]`, and the `sizes[e]` words behind them are those that texts are compared by. */
interface EntryBlock {
  /** By blob id, the number of what the page says. */
  readonly pages: ReadonlyMap<Oid, number>;
  /** The first entry of each page, and the end of the last. */
  readonly first: Int32Array;
  /** Two numbers an entry. */
  readonly digests: Int32Array;
  /** One number an entry: where two differ, the numbers and negations of the entries do. */
  readonly facts: Int32Array;
  /** 1 where the entry is tagged as a person's word. */
  readonly tagged: Int32Array;
  readonly terms: Int32Array;
  readonly words: Int32Array;
  readonly sizes: Int32Array;
  readonly ids: Int32Array;
  /** Two numbers a word, which is all that is kept of it: no two words of a memory share both. */
  readonly names: Int32Array;
  /** The number of a word plus one, at the place that its name leads to. */
  readonly slots: Int32Array;
}

/** FNV-1a, and the same from another start: what a word is known by in a block. */
function nameOf(text: string): readonly [number, number] {
  let a = 0x811c9dc5 | 0;
  let b = 0x2545f491 | 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x5bd1e995) ^ (b >>> 15);
  }
  return [a, b];
}

/** -1 where the block does not have it. */
function findName({ names, slots }: Pick<EntryBlock, "names" | "slots">, a: number, b: number): number {
  const mask = slots.length - 1;
  for (let slot = a & mask; ; slot = (slot + 1) & mask) {
    const id = slots[slot]! - 1;
    if (id < 0 || (names[2 * id] === a && names[2 * id + 1] === b)) return id;
  }
}

function slotsFor(names: Int32Array, count: number): Int32Array {
  let size = 16;
  while (size < 2 * count) size *= 2;
  const slots = new Int32Array(size);
  for (let id = 0; id < count; id++) {
    let slot = names[2 * id]! & (size - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot] = id + 1;
  }
  return slots;
}

/** What a page says, as it goes into a block: names of words two by two. */
interface SaidPage {
  readonly oid: Oid;
  readonly entries: readonly {
    readonly digest: string;
    readonly facts: number;
    readonly tagged: number;
    readonly terms: ReadonlySet<string>;
    readonly content: ReadonlySet<string>;
  }[];
}

function saidPage(oid: Oid, text: string): SaidPage {
  const entries = saidIn(text, "once").map(({ digest, said, isTagged }) => {
    const { facts, content } = wordsOf(said);
    return { digest, facts: nameOf(facts)[0], tagged: isTagged ? 1 : 0, terms: termsIn(said), content };
  });
  return { oid, entries };
}

/** The block with those pages, of the others with what `keeps` says. Words that nobody has any more are left out. */
function withPages(block: EntryBlock, keeps: (oid: Oid) => boolean, fresh: readonly SaidPage[]): EntryBlock {
  const kept = [...block.pages].filter(([oid]) => keeps(oid));
  const made = growing(block, kept, fresh);
  const rename = new Int32Array(block.names.length / 2);
  const take = (a: number, b: number): number => {
    const known = findName(made, a, b);
    if (known >= 0) return known;
    const id = made.count++;
    made.names[2 * id] = a;
    made.names[2 * id + 1] = b;
    let slot = a & (made.slots.length - 1);
    while (made.slots[slot] !== 0) slot = (slot + 1) & (made.slots.length - 1);
    made.slots[slot] = id + 1;
    return id;
  };
  const end = (oid: Oid): void => {
    made.pages.set(oid, made.pages.size);
    made.first[made.pages.size] = made.entries;
  };
  for (const [oid, page] of kept) {
    for (let entry = block.first[page]!; entry < block.first[page + 1]!; entry++) {
      const [from, to] = [block.terms[entry]!, block.words[entry]! + block.sizes[entry]!];
      begin(
        made,
        block.digests[2 * entry]!,
        block.digests[2 * entry + 1]!,
        block.facts[entry]!,
        block.tagged[entry]!,
      );
      made.words[made.entries - 1] = made.at + block.words[entry]! - from;
      made.sizes[made.entries - 1] = block.sizes[entry]!;
      for (let at = from; at < to; at++) {
        const was = block.ids[at]!;
        if (rename[was] === 0) rename[was] = take(block.names[2 * was]!, block.names[2 * was + 1]!) + 1;
        made.ids[made.at++] = rename[was]! - 1;
      }
    }
    end(oid);
  }
  for (const { oid, entries } of fresh) {
    for (const { digest, facts, tagged, terms, content } of entries) {
      begin(made, ...digestHalves(digest), facts, tagged);
      for (const term of terms) made.ids[made.at++] = take(...nameOf(term));
      made.words[made.entries - 1] = made.at;
      made.sizes[made.entries - 1] = content.size;
      for (const word of content) made.ids[made.at++] = take(...nameOf(word));
    }
    end(oid);
  }
  const names = made.names.slice(0, 2 * made.count);
  return { ...made, names, slots: slotsFor(names, made.count) };
}

interface Growing extends Omit<EntryBlock, "pages"> {
  readonly pages: Map<Oid, number>;
  entries: number;
  at: number;
  count: number;
}

/** With room for all of them. */
function growing(block: EntryBlock, kept: readonly (readonly [Oid, number])[], fresh: readonly SaidPage[]): Growing {
  let [entries, ids, names] = [0, 0, block.names.length / 2];
  for (const [, page] of kept) {
    const [from, to] = [block.first[page]!, block.first[page + 1]!];
    entries += to - from;
    if (to > from) ids += block.words[to - 1]! + block.sizes[to - 1]! - block.terms[from]!;
  }
  for (const page of fresh) {
    entries += page.entries.length;
    for (const { terms, content } of page.entries) {
      ids += terms.size + content.size;
      names += terms.size + content.size;
    }
  }
  let size = 16;
  while (size < 2 * names) size *= 2;
  return {
    pages: new Map(),
    first: new Int32Array(kept.length + fresh.length + 1),
    digests: new Int32Array(2 * entries),
    facts: new Int32Array(entries),
    tagged: new Int32Array(entries),
    terms: new Int32Array(entries),
    words: new Int32Array(entries),
    sizes: new Int32Array(entries),
    ids: new Int32Array(ids),
    names: new Int32Array(2 * names),
    slots: new Int32Array(size),
    entries: 0,
    at: 0,
    count: 0,
  };
}

function begin(made: Growing, a: number, b: number, facts: number, tagged: number): void {
  const entry = made.entries++;
  made.digests[2 * entry] = a;
  made.digests[2 * entry + 1] = b;
  made.facts[entry] = facts;
  made.tagged[entry] = tagged;
  made.terms[entry] = made.at;
}

const empty: EntryBlock = {
  pages: new Map(),
  first: new Int32Array(1),
  digests: new Int32Array(0),
  facts: new Int32Array(0),
  tagged: new Int32Array(0),
  terms: new Int32Array(0),
  words: new Int32Array(0),
  sizes: new Int32Array(0),
  ids: new Int32Array(0),
  names: new Int32Array(0),
  slots: new Int32Array(16),
};

// EntryFile: the block on disk, its numbers as the machine has them, behind one that tells whether this machine reads them so.

const order = 0x01020304;

const columns = ["first", "digests", "facts", "tagged", "terms", "words", "sizes", "ids", "names", "slots"] as const;

function bytesOf(block: EntryBlock): Uint8Array {
  const numbers = [order, block.pages.size, ...columns.map((column) => block[column].length)];
  const parts = [Int32Array.from(numbers), ...columns.map((column) => block[column])];
  return Buffer.concat([
    ...parts.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
    Buffer.from([...block.pages.keys()].join(""), "latin1"),
  ]);
}

/** Null where a machine with another order of bytes wrote it. What carries its seal is as it was written. */
function blockIn(bytes: Uint8Array): EntryBlock | null {
  // Where numbers lie in a file they may begin at any byte, and here they may not.
  const { buffer } = new Uint8Array(bytes);
  const [first, count = 0, ...lengths] = new Int32Array(buffer, 0, 2 + columns.length);
  if (first !== order) return null;
  let at = 4 * (2 + columns.length);
  const parts = columns.map((column, number) => {
    const part = new Int32Array(buffer, at, lengths[number]);
    at += part.byteLength;
    return [column, part];
  });
  const oids = Buffer.from(buffer, at).toString("latin1");
  const chars = oids.length / count;
  const pages = Array.from({ length: count }, (_, page) => [oids.slice(page * chars, (page + 1) * chars), page]);
  return { ...Object.fromEntries(parts), pages: new Map(pages as [Oid, number][]) } as EntryBlock;
}

/** Pages that are read before what they say is written down: who walks through a large memory may be stopped, and the next goes on from there. */
const readAtOnce = 2_048;

/** What all of those pages say. Of others as many are kept: who leaves a branch may come back to it. */
function blockFor(memory: Memory, pages: readonly PageEntry[]): EntryBlock {
  const file = entryFileOf(memory);
  const bytes = file.load();
  let block = (bytes === null ? null : blockIn(bytes)) ?? empty;
  const missing = pages.filter(({ oid }) => !block.pages.has(oid));
  const live = new Set(pages.map(({ oid }) => oid));
  for (let at = 0; at < missing.length; at += readAtOnce) {
    const fresh = new Map<Oid, SaidPage>();
    textsNow(
      memory,
      missing.slice(at, at + readAtOnce).map(({ path }) => path),
      (_, said) => {
        if (said !== null && !block.pages.has(said.oid)) fresh.set(said.oid, saidPage(said.oid, said.text));
      },
    );
    const keepsAll = block.pages.size + fresh.size <= 2 * live.size;
    block = withPages(block, (oid) => keepsAll || live.has(oid), [...fresh.values()]);
    // What cannot be written is made again by whoever needs it next.
    file.save(bytesOf(block));
  }
  return block;
}

/** Beside each checkout: who keeps what was heard does it alone. */
const entryFileOf: (holder: Holder) => Sealed = service(({ place }) =>
  openSealed(join(place.state, "entries"), `entries-2-${packageVersion()}`),
);
