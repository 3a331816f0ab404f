/** Remember: what a pure function made of a few recent inputs, kept while they are likely to be asked for again. */

/** The same outcome as `make`, which must not depend on anything but the text. Keeps at most `charsMax` characters of `textsMax` texts. */
export function rememberByText<T>(
  charsMax: number,
  make: (text: string) => T,
  textsMax?: number,
): (text: string) => T {
  const remember = rememberByKey<T>(charsMax, (_, text) => text.length, textsMax);
  return (text) => remember(text, () => make(text));
}

/**
 * What `make` gave for the key before; the key must hold all that `make` depends on. Keeps outcomes of at most `sizeMax` in all, and of
 * no more than `keysMax` keys, which bounds what short ones cost.
 */
export function rememberByKey<T>(
  sizeMax: number,
  sizeOf: (made: T, key: string) => number,
  keysMax = 512,
): (key: string, make: () => T) => T {
  const shelf = openShelf<{ readonly made: T }>(sizeMax, keysMax);
  return (key, make) => {
    const found = shelf.find(key);
    if (found !== undefined) return found.made;
    const made = make();
    shelf.put(key, { made }, sizeOf(made, key));
    return made;
  };
}

/** Values by their keys, at most `sizeMax` in all and no more than `keysMax` of them: what was asked for longest ago goes first. */
export function openShelf<T>(sizeMax: number, keysMax: number = Number.POSITIVE_INFINITY) {
  const known = new Map<string, Kept<T>>();
  // A ring that begins and ends in this one: behind it what was asked for last, before it what was asked for longest ago.
  const ring = { size: 0 } as Kept<T>;
  ring.newer = ring;
  ring.older = ring;
  let all = 0;
  return {
    find(key: string): T | undefined {
      const found = known.get(key);
      if (found === undefined) return undefined;
      unlink(found);
      linkBehind(ring, found);
      return found.value;
    },
    /** Under a key that has none; one that is too large by itself is not kept. */
    put(key: string, value: T, size: number): void {
      if (size > sizeMax || known.has(key)) return;
      const kept = { key, value, size } as Kept<T>;
      known.set(key, kept);
      linkBehind(ring, kept);
      all += size;
      while (all > sizeMax || known.size > keysMax) {
        const oldest = ring.newer;
        unlink(oldest);
        known.delete(oldest.key);
        all -= oldest.size;
      }
    },
  };
}

/** In a ring rather than in the order of the map: to find the first key of one, all that was deleted before it is passed over. */
interface Kept<T> {
  readonly key: string;
  readonly value: T;
  readonly size: number;
  newer: Kept<T>;
  older: Kept<T>;
}

function linkBehind<T>(ring: Kept<T>, kept: Kept<T>): void {
  kept.older = ring.older;
  kept.newer = ring;
  ring.older.newer = kept;
  ring.older = kept;
}

function unlink<T>(kept: Kept<T>): void {
  kept.older.newer = kept.newer;
  kept.newer.older = kept.older;
}

/** The same outcome as `make` of the key, for up to twice `keysMax` keys: what was not asked for while as many others came is forgotten. */
export function rememberRecent<T>(keysMax: number, make: (key: string) => T): (key: string) => T {
  let late = new Map<string, T>();
  let before = new Map<string, T>();
  return (key) => {
    const known = late.get(key);
    if (known !== undefined) return known;
    const found = before.get(key) ?? make(key);
    if (late.size >= keysMax) {
      before = late;
      late = new Map();
    }
    late.set(key, found);
    return found;
  };
}
