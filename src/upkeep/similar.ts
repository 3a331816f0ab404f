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
