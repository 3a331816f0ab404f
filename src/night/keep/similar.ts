/** Similar: whether two texts say the same, by the words they share; numbers and negations have to agree. */

/** What a text says, for comparing. */
export interface Words {
  /** All words in order: equal for texts that differ in case, marks and layout alone. */
  readonly said: string;
  /** Content words; without articles and the like. */
  readonly content: ReadonlySet<string>;
  /** Numbers and negations: where these differ, so does the fact. */
  readonly facts: string;
}

export function wordsOf(text: string): Words {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/n['’]t\b/g, " not");
  const all = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  const content = all.filter((word) => !common.has(word)).map(stem);
  const facts = all.filter((word) => /^\p{N}/u.test(word) || negations.has(word));
  return {
    said: all.join(" "),
    content: new Set(content),
    facts: [...facts].sort().join(" "),
  };
}

/** The share of the words of `a` that `b` has too; 0 where numbers or negations differ, 1 for the same text. */
export function coverage(a: Words, b: Words): number {
  if (a.said === b.said) return 1;
  if (a.facts !== b.facts || a.content.size === 0) return 0;
  return shared(a, b) / a.content.size;
}

/** Texts that others may repeat. */
interface Repeated {
  /** Whether one of them has at least `share` of the words of `words`, as `coverage` counts. */
  has(words: Words, share: number): boolean;
}

/** Held against those alone that agree in numbers and negations and have one of its words. */
export function openRepeated(all: readonly Words[]): Repeated {
  const said = new Set<string>();
  const byWord = new Map<string, Words[]>();
  for (const words of all) {
    said.add(words.said);
    for (const word of words.content) {
      const key = `${word}\n${words.facts}`;
      const known = byWord.get(key);
      if (known === undefined) byWord.set(key, [words]);
      else known.push(words);
    }
  }
  return {
    has(words, share) {
      if (said.has(words.said)) return true;
      const counts = new Map<Words, number>();
      for (const word of words.content)
        for (const other of byWord.get(`${word}\n${words.facts}`) ?? []) {
          const count = (counts.get(other) ?? 0) + 1;
          if (count / words.content.size >= share) return true;
          counts.set(other, count);
        }
      return false;
    },
  };
}

/** Shared words among all words of both. */
function overlap(a: Words, b: Words): number {
  if (a.said === b.said) return 1;
  if (a.facts !== b.facts) return 0;
  const both = shared(a, b);
  const all = a.content.size + b.content.size - both;
  return all === 0 ? 0 : both / all;
}

/** Whether `overlap` is at least `share`; most pairs differ too much in length alone. */
export function overlaps(a: Words, b: Words, share: number): boolean {
  const less = Math.min(a.content.size, b.content.size);
  const more = Math.max(a.content.size, b.content.size);
  return (a.said === b.said || less >= share * more) && overlap(a, b) >= share;
}

function shared(a: Words, b: Words): number {
  let count = 0;
  for (const word of a.content) if (b.content.has(word)) count += 1;
  return count;
}

/** A plural and its singular are one word. */
function stem(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

const negations: ReadonlySet<string> = new Set(["not", "no", "never", "none", "without", "cannot"]);

const common: ReadonlySet<string> = new Set(
  "a an the is are was were be been it its this that these those of to in on at by for from with and or as we i you he she they our my your their has have had do does did will would".split(
    " ",
  ),
);
