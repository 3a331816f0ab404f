/** Spoken: a statement as words with their places, sentence by sentence, without markup and code: what tables of words are held against. */

export interface Word {
  readonly said: string;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
  /** Number of its sentence. */
  readonly sentence: number;
  /** Whether it begins a clause. */
  readonly opens: boolean;
}

export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly asks: boolean;
}

export interface Spoken {
  /** Without emphasis, with code as blanks; offsets of words and sentences are into it. */
  readonly plain: string;
  readonly words: readonly Word[];
  readonly sentences: readonly Sentence[];
  readonly script: "spaced" | "han" | "kana";
}

export function spokenIn(markdown: string): Spoken {
  const plain = withoutMarks(markdown);
  const sentences = sentencesIn(plain);
  return { plain, sentences, words: wordsIn(plain, sentences), script: scriptOf(plain) };
}

/** Links as their words, emphasis without its marks, code as blanks. */
function withoutMarks(markdown: string): string {
  return markdown
    .normalize("NFKC")
    .replace(/`[^`]*`/g, " ` ")
    .replace(/\]\([^)\s]*\)/g, "]")
    .replace(/\*+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replace(/[’ʼ]/g, "'")
    .replace(/\b(can|won|sha)'t\b/gi, (whole) => contracted[whole.toLowerCase()] ?? whole)
    .replace(/n't\b/gi, " not")
    .replace(/\bcannot\b/gi, "can not")
    .replace(/[\t\r\n ]+/g, " ")
    .trim();
}

const contracted: Readonly<Record<string, string>> = {
  "can't": "can not",
  "won't": "will not",
  "shan't": "shall not",
};

/** A point ends a sentence before a blank only: versions, hosts and numbers have points inside. */
function sentencesIn(plain: string): readonly Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  for (const { 0: mark, index } of plain.matchAll(/[。！？]+|[.!?;…]+/g)) {
    const end = index + mark.length;
    if (!/[。！？]/.test(mark) && /[^\s"'”’)\]]/.test(plain.charAt(end))) continue;
    found.push({ start, end, asks: asks(plain.slice(start, end)) });
    start = end;
  }
  if (start < plain.length) found.push({ start, end: plain.length, asks: asks(plain.slice(start)) });
  return found;
}

function asks(sentence: string): boolean {
  return /[?？]\s*$|(?:吗|呢|でしょうか|だろうか|ますか|ですか)[。.？?]?\s*$/.test(sentence);
}

function wordsIn(plain: string, sentences: readonly Sentence[]): readonly Word[] {
  const words: Word[] = [];
  let sentence = 0;
  let before = 0;
  for (const { 0: raw, index } of plain.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    while ((sentences[sentence]?.end ?? plain.length) <= index) sentence += 1;
    const gap = plain.slice(before, index);
    const opens = before === 0 || /[.!?;:,–—(|→>。！？；：，、"“„«]| - /.test(gap);
    before = index + raw.length;
    words.push({ said: raw.toLowerCase(), raw, start: index, end: before, sentence, opens });
  }
  return words;
}

function scriptOf(plain: string): Spoken["script"] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(plain)) return "kana";
  return /\p{Script=Han}/u.test(plain) ? "han" : "spaced";
}
