/** Words: the vocabulary of an index while it is written: each word's number, and in how many chunks it stands. */

import type { Database, Statement } from "./generation--database.js";

interface Count {
  readonly id: number;
  hot: number;
  cold: number;
  readonly isNew: boolean;
}

export interface WordBook {
  /** Looks up words that will be counted, all at once: one by one that is a fifth of an update. */
  expect(words: Iterable<Iterable<string>>): void;
  /** Counts one more chunk that holds the word, and gives its number. */
  count(word: string, cold: boolean): number;
  /** Takes one chunk from the counts of these words. */
  discount(ids: Iterable<number>, cold: boolean): void;
  /** Writes what changed. */
  flush(): void;
}

/** `fresh`: the index is empty, so that no word needs to be looked up in it. */
export function openWordBook(database: Database, fresh: boolean): WordBook {
  const known = new Map<string, Count>();
  const change = new Map<number, [hot: number, cold: number]>();
  const find = fresh ? null : database.prepare("SELECT id FROM word WHERE text = ?").raw();
  let next = fresh ? 1 : ((database.prepare("SELECT max(id) FROM word").raw().get() as [number | null])[0] ?? 0) + 1;
  const of = (word: string): Count => {
    const count = known.get(word);
    if (count !== undefined) return count;
    const id = (find?.get(word) as [number] | undefined)?.[0];
    const made: Count = { id: id ?? next++, hot: 0, cold: 0, isNew: id === undefined };
    known.set(word, made);
    return made;
  };
  return {
    expect(words) {
      if (fresh) return;
      const asked = new Set<string>();
      for (const some of words) for (const word of some) if (!known.has(word)) asked.add(word);
      if (asked.size === 0) return;
      const select = database.prepare(
        "SELECT json_group_object(w.text, w.id) FROM json_each(?) AS asked JOIN word AS w ON w.text = asked.value",
      );
      const [found] = select.raw().get(JSON.stringify([...asked])) as [string];
      for (const [word, id] of Object.entries(JSON.parse(found) as Readonly<Record<string, number>>)) {
        known.set(word, { id, hot: 0, cold: 0, isNew: false });
      }
    },
    count(word, cold) {
      const counted = of(word);
      if (cold) counted.cold++;
      else counted.hot++;
      return counted.id;
    },
    discount(ids, cold) {
      for (const id of ids) move(change, id, cold ? 0 : -1, cold ? -1 : 0);
    },
    flush() {
      const more = database.prepare("UPDATE word SET hot = hot + ?, cold = cold + ? WHERE id = ?");
      const insert = database.prepare("INSERT INTO word VALUES (?, ?, ?, ?)");
      const gram = database.prepare("INSERT INTO gram (rowid, text) VALUES (?, ?)");
      for (const [word, { id, hot, cold, isNew }] of known) {
        if (isNew) put({ insert, gram }, word, [id, hot, cold]);
        else move(change, id, hot, cold);
      }
      // What a page says before and after it was changed is most of it, and moves nothing.
      for (const [id, [hot, cold]] of change) if (hot !== 0 || cold !== 0) more.run(hot, cold, id);
    },
  };
}

function move(change: Map<number, [hot: number, cold: number]>, id: number, hot: number, cold: number): void {
  const sum = change.get(id);
  if (sum === undefined) change.set(id, [hot, cold]);
  else {
    sum[0] += hot;
    sum[1] += cold;
  }
}

function put(
  into: { readonly insert: Statement; readonly gram: Statement },
  word: string,
  row: readonly [id: number, hot: number, cold: number],
): void {
  const [id, hot, cold] = row;
  into.insert.run(id, word, hot, cold);
  // Only words that somebody may misspell or join to others; a path or a number is asked for as it is.
  if (word.length >= 4 && word.length <= 40 && /^[\p{L}\p{M}]+$/u.test(word)) into.gram.run(id, word);
}
