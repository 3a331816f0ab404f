/** Person: whether a statement says who somebody is: a name, and what they are to others or at work. */

import type { Spoken, Word } from "./cjk-words--spoken.js";
import type { Hit } from "./lexicon.js";

/** The name; null where it says of nobody. */
export function personIn(spoken: Spoken, hits: readonly Hit[]): string | null {
  const roles = hits.filter(({ list, sentence }) => list === "roles" && spoken.sentences[sentence]?.asks !== true);
  if (roles.length === 0 || hits.some(({ list }) => list === "doubts")) return null;
  return spoken.script === "spaced" ? spacedName(spoken, hits, roles) : unspacedName(spoken, hits, roles);
}

function spacedName({ words, plain }: Spoken, hits: readonly Hit[], roles: readonly Hit[]): string | null {
  const listed = (list: string, word: Word): boolean =>
    hits.some((hit) => hit.list === list && hit.start <= word.start && word.end <= hit.end);
  const isName = (word: Word | undefined): boolean =>
    word !== undefined &&
    /^\p{Lu}\p{Ll}/u.test(word.raw) &&
    !listed("noNames", word) &&
    !listed("roles", word) &&
    !listed("particulars", word);
  for (const role of roles) {
    const at = words.findIndex(({ start }) => start === role.start);
    const past = words.findIndex(({ start }) => start >= role.end);
    const next = past < 0 ? words.length : past;
    // “Maria Example is our new CFO”, “Maria (CFO)”, “Maria: CFO”.
    for (let back = at - 1; back >= Math.max(0, at - reach); back -= 1) {
      const gap = plain.slice(words[back]!.end, words[back + 1]!.start);
      const isLinked = listed("links", words[back]!) && isName(words[back - 1]);
      if (isLinked && !isCommonNoun(words, back - 1, plain)) return nameAt(words, back - 1, isName);
      if (
        /^\s*(?:\(|[:–—]|\s-\s|,)/.test(gap) &&
        isName(words[back]) &&
        // “Distribution: Yak Package Manager” is what a thing is called.
        words.slice(back + 1, at).filter(isName).length < 2 &&
        back <= 2 &&
        words[0] === words[back - wordsBefore(words, back, isName)]
      ) {
        return nameAt(words, back, isName);
      }
      if (/[.!?;]/.test(gap) || /\d/.test(words[back]!.said)) break;
    }
    // “Our CFO is Maria”, “my wife's name is Anna”, “the CFO, Maria,”.
    for (let ahead = next; ahead < Math.min(words.length - 1, next + reach); ahead += 1) {
      const isLink = listed("links", words[ahead]!) || heißt.has(words[ahead]!.said);
      if (isLink && isName(words[ahead + 1])) return nameAt(words, ahead + 1, isName);
    }
  }
  return null;
}

/** Words between a name, a link and a role: “is our new”. */
const reach = 4;

/** “is called”, in the languages that say it in one word. */
const heißt: ReadonlySet<string> = new Set(["called", "named", "heißt", "appelle", "llama"]);

/** Behind an article stands a thing, in languages that write all nouns large too. */
function isCommonNoun(words: readonly Word[], at: number, plain: string): boolean {
  const before = words[at - 1];
  if (before === undefined || /[.!?;:,]/.test(plain.slice(before.end, words[at]!.start))) return false;
  return articles.has(before.said);
}

const articles: ReadonlySet<string> = new Set(
  "the a an this that each every der die das ein eine dieser diese dieses le la les un une ce cette el los las una este esta".split(
    " ",
  ),
);

function wordsBefore(words: readonly Word[], at: number, isName: (word: Word | undefined) => boolean): number {
  let count = 0;
  while (isName(words[at - count - 1])) count += 1;
  return count;
}

function nameAt(words: readonly Word[], at: number, isName: (word: Word | undefined) => boolean): string {
  let [first, last] = [at, at];
  while (isName(words[first - 1]) && !words[first]!.opens) first -= 1;
  while (isName(words[last + 1]) && !words[last + 1]!.opens) last += 1;
  return words
    .slice(first, last + 1)
    .map(({ raw }) => raw)
    .join(" ");
}

/** A few characters before the link, which is before the role; or the role first: 财务总监是王芳. */
function unspacedName({ plain, sentences }: Spoken, hits: readonly Hit[], roles: readonly Hit[]): string | null {
  for (const { sentence } of roles) {
    const { start, end } = sentences[sentence]!;
    const named =
      /([\p{L}・·]{1,12}?)(?:さん|氏|ちゃん|くん|女士|先生)?(?:（[^）]*）|\([^)]*\))?(是|担任|出任|は|が)/u.exec(
        plain.slice(start, end),
      );
    if (named === null) continue;
    const [whole, name = ""] = named;
    const from = start + named.index;
    const isNone = hits.some(({ list, ...hit }) => list === "noNames" && hit.start >= from && hit.start <= from + 1);
    const [behind, before] = [plain.slice(from + whole.length, end), plain.slice(start, from + whole.length)];
    const hasRole = (text: string): boolean => roles.some(({ said }) => text.includes(said));
    const isShort = behind.length <= 24;
    const isSaidOf = hasRole(behind) && isShort && !/[て-と]いる|ました|した/.test(behind);
    const isSaidFirst =
      hasRole(before) && /^[\p{L}・·]{2,12}(?:さん|氏|女士|先生)?(?:です|だ)?[。，,、]?$/u.test(behind.trim());
    if (isSaidFirst || (!isNone && isSaidOf)) return name;
  }
  return null;
}
