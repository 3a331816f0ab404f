/**
 * PhraseMatch: where a phrase of a table of words stands in a text: word by word in scripts with blanks, by characters in the others. A part of a phrase
 * is a choice of words, and a gap between two parts is a few words or characters wide.
 */

export type PhrasePart = readonly string[] | "gap";

const gapWords = 4;
const gapCharacters = 12;

/**
 * The last word of the phrase that begins at `at`; null where it does not go on. `isOf` says whether a word is one of a part's, and `mayStep` whether
 * the phrase may go on from one word to another.
 */
export function endOfPhrase<W extends { readonly said: string }>(
  words: readonly W[],
  at: number,
  parts: readonly PhrasePart[],
  how: {
    readonly isOf: (word: string, either: readonly string[]) => boolean;
    readonly mayStep: (last: number, next: number) => boolean;
  },
): number | null {
  let [next, room, last] = [at, 0, at];
  for (const part of parts) {
    if (part === "gap") {
      room = gapWords;
      continue;
    }
    const isHere = (): boolean => next < words.length && how.isOf(words[next]!.said, part);
    for (const until = next + room; next < until && !isHere(); ) next += 1;
    if (!isHere() || !how.mayStep(last, next)) return null;
    last = next;
    next += 1;
    room = 0;
  }
  return last;
}

/** Where the parts of a phrase stand near each other, the first time; `mayBegin` says where it may begin. */
export function spanOfPhrase(
  text: string,
  [first = [], ...rest]: readonly (readonly string[])[],
  mayBegin: (from: number) => boolean,
): readonly [start: number, end: number] | null {
  for (const one of first) {
    for (let from = text.indexOf(one); from >= 0; from = text.indexOf(one, from + 1)) {
      if (!mayBegin(from)) continue;
      let to = from + one.length;
      const goesOn = rest.every((part) => {
        const near = text.slice(to, to + gapCharacters + 12);
        const places = part.map((each) => near.indexOf(each)).filter((each) => each >= 0 && each <= gapCharacters);
        if (places.length === 0) return false;
        const at = Math.min(...places);
        to += at + (part.find((each) => near.startsWith(each, at)) ?? "").length;
        return true;
      });
      if (goesOn) return [from, to];
    }
  }
  return null;
}
