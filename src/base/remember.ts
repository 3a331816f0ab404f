/** Remember: what a pure function made of a few recent texts, kept while they are likely to be asked for again. */

/** The same outcome as `make`, which must not depend on anything but the text. Keeps at most `charsMax` characters of texts. */
export function rememberByText<T>(charsMax: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  let chars = 0;
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) {
      // A map keeps its order: what was asked for last goes last.
      known.delete(text);
      known.set(text, found);
      return found;
    }
    const made = make(text);
    if (text.length > charsMax) return made;
    known.set(text, made);
    chars += text.length;
    for (const oldest of known.keys()) {
      if (chars <= charsMax && known.size <= textsMax) break;
      known.delete(oldest);
      chars -= oldest.length;
    }
    return made;
  };
}

/** Bounds what short texts cost. */
const textsMax = 512;
