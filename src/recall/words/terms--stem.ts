/** Stem: Porter's stemmer for English words in ASCII; other words pass through unchanged. */

import { regular } from "./terms--irregular.js";

/** `word` is folded already. Words of other languages are cut too where they end as English ones do; both sides are cut alike. */
export function stem(word: string): string {
  if (word.length < 3 || !isPlain(word)) return word;
  const known = memory.get(word);
  if (known !== undefined) return known;
  const stemmed = stepFive(stepFour(stepThree(stepTwo(stepOneC(stepOneB(stepOneA(regular(word))))))));
  // Pages come in bursts of the same words; a full memory is thrown away whole, which keeps it a pure function.
  if (memory.size >= memoryMax) memory.clear();
  memory.set(word, stemmed);
  return stemmed;
}

const memoryMax = 50_000;
const memory = new Map<string, string>();

function isPlain(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code < 97 || code > 122) return false;
  }
  return true;
}

function isConsonant(word: string, at: number): boolean {
  const letter = word[at]!;
  if ("aeiou".includes(letter)) return false;
  return letter !== "y" || at === 0 || !isConsonant(word, at - 1);
}

/** How many times a vowel is followed by a consonant. */
function measure(word: string): number {
  let count = 0;
  let vowel = false;
  for (let i = 0; i < word.length; i++) {
    if (!isConsonant(word, i)) vowel = true;
    else if (vowel) {
      count++;
      vowel = false;
    }
  }
  return count;
}

function hasVowel(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (!isConsonant(word, i)) return true;
  return false;
}

function endsDouble(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && isConsonant(word, last);
}

/** Consonant, vowel, consonant, where the last is not w, x or y. */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  if (last < 2) return false;
  if (!isConsonant(word, last) || isConsonant(word, last - 1) || !isConsonant(word, last - 2)) return false;
  return !"wxy".includes(word[last]!);
}

function stepOneA(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  if (word.endsWith("ss") || !word.endsWith("s")) return word;
  return word.slice(0, -1);
}

function stepOneB(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const cut = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  if (cut === 0) return word;
  const rest = word.slice(0, -cut);
  if (!hasVowel(rest)) return word;
  if (rest.endsWith("at") || rest.endsWith("bl") || rest.endsWith("iz")) return `${rest}e`;
  if (endsDouble(rest) && !"lsz".includes(rest.at(-1)!)) return rest.slice(0, -1);
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

function stepOneC(word: string): string {
  return word.endsWith("y") && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

type Ending = readonly [ending: string, instead: string];

const secondEndings: readonly Ending[] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["entli", "ent"],
  ["ousli", "ous"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["abli", "able"],
  ["alli", "al"],
  ["ator", "ate"],
  ["eli", "e"],
];

const thirdEndings: readonly Ending[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];

const fourthEndings = "ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic ou".split(" ");

function stepTwo(word: string): string {
  return replaced(word, secondEndings);
}

function stepThree(word: string): string {
  return replaced(word, thirdEndings);
}

function replaced(word: string, endings: readonly Ending[]): string {
  for (const [ending, instead] of endings) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    return measure(rest) > 0 ? rest + instead : word;
  }
  return word;
}

function stepFour(word: string): string {
  for (const ending of fourthEndings) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    if (measure(rest) <= 1) return word;
    return ending === "ion" && !rest.endsWith("s") && !rest.endsWith("t") ? word : rest;
  }
  return word;
}

function stepFive(word: string): string {
  let rest = word;
  if (rest.endsWith("e")) {
    const without = rest.slice(0, -1);
    const m = measure(without);
    if (m > 1 || (m === 1 && !endsShort(without))) rest = without;
  }
  return rest.endsWith("ll") && measure(rest) > 1 ? rest.slice(0, -1) : rest;
}
