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
  // In the order in which they were asked for last.
  const known = new Map<string, { readonly made: T; readonly size: number }>();
  let size = 0;
  return (key, make) => {
    const found = known.get(key);
    if (found !== undefined) {
      known.delete(key);
      known.set(key, found);
      return found.made;
    }
    const made = make();
    const added = sizeOf(made, key);
    if (added > sizeMax) return made;
    known.set(key, { made, size: added });
    size += added;
    for (const [oldest, { size: freed }] of known) {
      if (size <= sizeMax && known.size <= keysMax) break;
      known.delete(oldest);
      size -= freed;
    }
    return made;
  };
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
