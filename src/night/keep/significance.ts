/** Significance: what a statement is by its own words, in seven languages, and whether it is over, with the reason in words; and what else its words show. */

import { termsIn } from "../../recall/words/terms.js";
import { findSecrets } from "../../rules/secret-keys.js";
import { type Kind, type Spoken, spokenIn, type Word } from "../../rules/words/other-words.js";
import { type Hit, hitsIn } from "../../rules/words/phrases.js";
import { significance as weights } from "../thresholds.js";
import { type Lapse, lapseOf } from "./junk.js";
import { isSentence, labelEnd, labelKind, order, type Titled, titled, wordSet } from "./lexicon.js";

export interface Significance {
  /** What it is that is worth reading again; null for what passes. */
  readonly kind: Kind | null;
  /** A tag and a label are its writer's word for it; a heading and its own words are a reader's guess. */
  readonly by: "tag" | "label" | "words" | "heading" | null;
  /** The reason, as it stands in a report: `it says “never”`. */
  readonly why: string;
  /** The heading's words, where it says too little without them; null for most. */
  readonly head: string | null;
  /** What its section is about, for a statement whose label says no more than what kind it is of; null for any other. */
  readonly subject: string | null;
  /** The word with which it insists, wherever it stands (never, always, must, do not, important, …); null for none. */
  readonly insists: string | null;
  /** Why it is over or never was more than a reading of a meter; null for what stands. */
  readonly lapse: Lapse | null;
}

export interface Context {
  readonly tags: readonly string[];
  /** Titles of the headings it stands under, the outermost first. */
  readonly under: readonly string[];
  /** Local day, `YYYY-MM-DD`: what dates are held against. */
  readonly today: string;
}

/** `whole` is an entry, or a sentence of one, without its bullet. */
export function significanceOf(whole: string, { tags, under, today }: Context): Significance {
  const markdown = whole.replace(timeOfDay, "");
  const spoken = spokenIn(markdown);
  const hits = hitsIn(spoken);
  const titles = under.map(titled);
  const found =
    tagged(tags) ?? labeled(spoken, hits, titles) ?? told(spoken, hits) ?? headed(whole, spoken, hits, titles);
  const insists = hits.find(({ list }) => list === "insists")?.said ?? null;
  const isBound = found !== null && found.kind !== "fact";
  const lapse = lapseOf({ markdown, spoken, hits, tags, titles, today });
  // What binds is no reading of a meter, whatever numbers are in it; what is over by its own words is over.
  const isRead = lapse?.state === "operational" && (isBound || insists !== null);
  const stands = { insists, lapse: isRead ? null : lapse };
  if (found === null || stands.lapse?.state === "operational")
    return { kind: null, by: null, why: none, head: null, subject: null, ...stands };
  return { head: null, subject: null, ...found, ...stands };
}

/** In front of an entry it says when, and hides the label behind it. */
const timeOfDay =
  /^\*{0,2}[[(]?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp][Mm])?(?: (?:UTC|GMT|[A-Z]{3,4}))?[\])]?\*{0,2}\s*[-–—:,]?\s+/;

/** A secret, or something that stands where one would. */
export function holdsSecret(markdown: string): boolean {
  if (markdown.trim() === "") return false;
  const spoken = spokenIn(markdown);
  return looksSecret(spoken, hitsIn(spoken)) || findSecrets(markdown).length > 0;
}

const none = "nothing in it says that it is to be kept";

type Found = Pick<Significance, "kind" | "by" | "why"> & Partial<Pick<Significance, "head" | "subject">>;

/** The tags of the protocol, in the order of what they weigh. */
const kindOfTag: Readonly<Record<string, Kind>> = {
  decision: "decision",
  human: "preference",
  identity: "identity",
  lesson: "lesson",
  surprise: "lesson",
};

function tagged(tags: readonly string[]): Found | null {
  const tag = Object.keys(weights).find((each) => tags.includes(each));
  const kind = tag === undefined ? undefined : kindOfTag[tag];
  return kind === undefined ? null : { kind, by: "tag", why: `it is tagged [${tag}]` };
}

/** What stands before the first colon or dash, if it is short. */
function labeled(spoken: Spoken, hits: readonly Hit[], titles: readonly Titled[]): Found | null {
  const end = labelEnd(spoken);
  if (end === null) return null;
  const kind = labelKind(spoken, hits, end);
  if (kind === null) return null;
  const label = spoken.plain.slice(0, end).trim();
  // “50 decisions: …” counts them.
  if (/^\d+\s+\p{L}/u.test(label)) return null;
  const isAlone = isLabelAlone(spoken, hits, end);
  // “✅ Privacy policy: new address” was worked off; “✅ Rule: …” is one.
  if (isDone.test(spoken.plain) && !isAlone) return null;
  if (spoken.sentences.every(({ asks }) => asks)) return null;
  // “Guardrails: `docs/guardrails.md`” says where they are, and none of them.
  if (!/\p{L}/u.test(spoken.plain.slice(end))) return null;
  const why = `its label “${withCode(label)}” says so`;
  const abouts = titles.map((title) => (title.kind === "identity" ? title.head : title.subject));
  const about = abouts.findLast((each) => each !== null) ?? null;
  // “Name: Juno” below “The neighbor's dog” is the dog's, and of nobody whom the log is of.
  if (kind === "identity" && about !== null) return { kind, by: "heading", why, head: about };
  return { kind, by: "label", why, subject: isAlone && about !== null && !isSaidIn(about, spoken) ? about : null };
}

/** Whether a word of it stands there, in whatever form. */
function isSaidIn(about: string, { plain }: Spoken): boolean {
  const said = termsIn(plain);
  return [...termsIn(about)].some((term) => said.has(term));
}

/** Nothing else is in the label than the word for what the statement is. */
function isLabelAlone({ plain }: Spoken, hits: readonly Hit[], end: number): boolean {
  const letters = (said: string): string => said.replace(/[^\p{L}\p{N}]+/gu, "");
  const label = letters(plain.slice(0, end));
  return hits.some(({ list, said }) => list.startsWith("labels.") && letters(said) === label);
}

function told(spoken: Spoken, hits: readonly Hit[]): Found | null {
  if (isQuotation(spoken.plain)) return null;
  const isReport = isParticular(spoken, hits);
  for (const kind of order) {
    if (isReport && kind !== "decision" && kind !== "correction") continue;
    if (kind === "person") {
      const person = personIn(spoken, hits);
      if (person !== null) return { kind, by: "words", why: `it says who “${person}” is` };
      continue;
    }
    const hit = kind === "fact" ? undefined : saidOf(kind, spoken, hits);
    if (hit !== undefined) return { kind, by: "words", why: `it says “${withCode(hit.said)}”` };
    const loud = kind === "rule" ? loudIn(spoken, hits) : undefined;
    if (loud !== undefined) return { kind, by: "words", why: `it insists with “${loud}”` };
    const help = kind === "lesson" ? remedyIn(spoken, hits) : null;
    if (help !== null) return { kind, by: "words", why: `it says what helps (“${help}”)` };
  }
  return null;
}

/** Code is read as one backtick; a person is shown that something was there. */
function withCode(said: string): string {
  return said.replaceAll("`", "`…`");
}

/** An order in capitals within words that are not: “Namen MÜSSEN die von Gästen sein”. */
function loudIn({ plain, sentences, words }: Spoken, hits: readonly Hit[]): string | undefined {
  if (words.filter(({ raw }) => /^\p{Ll}{2}/u.test(raw)).length < loudWordsMin || isOpenEnded(hits)) return undefined;
  return hits.find(
    (hit) =>
      hit.list === "insists" &&
      /^\p{Lu}{4,}(?:\s\p{Lu}+)*$/u.test(hit.said) &&
      orders.test(hit.said) &&
      sentences[hit.sentence]?.asks !== true &&
      !isCited(plain, hit),
  )?.said;
}

const loudWordsMin = 3;
/** In English they are the terms of specifications too. */
const orders =
  /^(?:MUSS|MÜSSEN|DARF|DÜRFEN|IMMER|NIEMALS|DOIT|DOIVENT|JAMAIS|TOUJOURS|UNIQUEMENT|DEBE|DEBEN|NUNCA|SIEMPRE|JAMÁS)/u;

/** What a report tells beside: “Commit: …”, “Impact: …”. */
function isParticular(spoken: Spoken, hits: readonly Hit[]): boolean {
  const end = labelEnd(spoken);
  const first = spoken.words[0]?.start;
  return end !== null && hits.some((hit) => hit.list === "particulars" && hit.start === first && hit.end >= end - 1);
}

function saidOf(kind: Kind, spoken: Spoken, hits: readonly Hit[]): Hit | undefined {
  return hits.find((hit) => hit.list === `says.${kind}` && holds(hit, kind, spoken, hits));
}

/** Neither asked nor doubted nor denied; a task is no rule. */
function holds(hit: Hit, kind: Kind, spoken: Spoken, hits: readonly Hit[]): boolean {
  const { sentences, script, plain } = spoken;
  if (sentences[hit.sentence]?.asks === true || isCited(plain, hit)) return false;
  if ((kind === "rule" && isTold(hit, spoken)) || (kind === "preference" && isPlan(hit, spoken))) return false;
  return !hits.some((other) => {
    if (other.sentence !== hit.sentence) return false;
    if (other.list === "doubts") return script !== "spaced" || other.start < hit.start;
    if (other.list === "tasks") return kind === "rule" || kind === "identity";
    if (other.list !== `denies.${kind}`) return false;
    return other.end + deniedWithin >= hit.start && other.start - deniedWithin <= hit.end;
  });
}

/** “The page never loads”, “always empty”: what is so, and no order. An order has the bare verb behind it. */
function isTold({ said, end }: Hit, { words }: Spoken): boolean {
  if (!/^(?:never|always)$/i.test(said)) return false;
  const next = words.find(({ start }) => start >= end)?.said ?? "";
  return /(?:[^s]s|ed|ing)$/.test(next) || next === "empty";
}

/** “Wants to send the keys” is a plan, done with once; “wants to be asked first” is how somebody is. */
function isPlan({ said, end }: Hit, { words }: Spoken): boolean {
  const [to, verb] = words.filter(({ start }) => start >= end);
  return /^wants?$/i.test(said) && to?.said === "to" && !lasting.has(verb?.said ?? "");
}

const lasting: ReadonlySet<string> = wordSet(
  "be keep have hear see receive get avoid stay read approve review only never always not",
);

/** Within quotation marks that a sentence of its own goes on around, or in the title of a work. */
function isCited(plain: string, { start, end }: Hit): boolean {
  for (const { 0: whole, index } of plain.matchAll(
    /“[^”]*”|„[^“]*“|«[^»]*»|「[^」]*」|『[^』]*』|《[^》]*》|"[^"]*"/gu,
  )) {
    if (start < index || end > index + whole.length) continue;
    const [before, behind] = [plain.slice(0, index).trim(), plain.slice(index + whole.length)];
    return (
      whole.startsWith("《") ||
      (!/(?:^|[:：,，–—-])$/.test(before) && /[\p{L}\p{N}]/u.test(before)) ||
      /[\p{L}\p{N}]{3}/u.test(behind)
    );
  }
  return false;
}

/** Characters between a denial and what it denies. */
const deniedWithin = 3;

/** Somebody's words as they were said, and nothing about them. */
function isQuotation(plain: string): boolean {
  return /^["“„«「『].*["”“»」』][.!?。]?$/su.test(plain) && !/["”“»」』]\s*[\p{L}]+.*["“„«「『]/u.test(plain);
}

function isOpenEnded(hits: readonly Hit[]): boolean {
  return hits.some(({ list }) => list === "tasks" || list === "doubts");
}

/**
 * Below “Lessons learned”, near or far, a sentence is one, unless it looks like work, like what a report tells beside, or like what is so
 * for the moment. What says too little alone brings its heading's words, or is nothing where those are none.
 */
function headed(markdown: string, spoken: Spoken, hits: readonly Hit[], titles: readonly Titled[]): Found | null {
  const { kind, at } = kindAbove(titles);
  if (kind === null || spoken.sentences.some(({ asks }) => asks) || isOpenEnded(hits)) return null;
  if (isParticular(spoken, hits) || (!binding.has(kind) && hits.some(({ list }) => list === "momentary")))
    return null;
  if (isDone.test(markdown) && !hits.some(({ list }) => list === "insists")) return null;
  if (kind === "lesson" && isDeed(spoken)) return null;
  if (isNone.test(spoken.plain)) return null;
  const ofPerson = kind === "identity";
  const isThinned = isThin(spoken);
  if (!isSentence(spoken) && !(ofPerson && spoken.words.length > 1)) return null;
  const head = titles.slice(at).findLast((title) => title.head !== null)?.head ?? null;
  if (isThinned && head === null) return null;
  const { own, spoken: title } = titles[at]!;
  const why = `it stands under “${title.plain}”`;
  // Below “Decision: hire the second crane” stand its details.
  const ofOwn = own === null || isSaidIn(own, spoken) ? null : own;
  return { kind, by: "heading", why, head: isThinned || ofPerson ? head : ofOwn };
}

/** What was decided holds, even if for now. */
const binding: ReadonlySet<Kind> = new Set(["decision", "rule", "preference", "correction"]);

/** “Expanded the notes on pumps”: what was done that day, where nothing is told of why, or of what it showed. */
function isDeed({ words, plain, script }: Spoken): boolean {
  const [first] = words;
  return (
    script === "spaced" &&
    first !== undefined &&
    /^(?:had|made|did|wrote|built|sent|met|gave|took|[a-z]{3,}ed)$/.test(first.said) &&
    !/^(?:learned|realized|realised|discovered|confirmed|noticed|observed|proved|need(?:ed)?|speed|feed|seed|embed|exceed|proceed)$/.test(
      first.said,
    ) &&
    !/\b(?:because|since|so|instead|only|not|never|no|must|when|if|unless|but|than|works?|fails?|is|are|was|were)\b|n['’]t\b|[:：=]|\s[–—-]\s/i.test(
      plain.slice(first.end),
    )
  );
}

/** A sign that it is done, before what was done. */
const isDone = /^(?:\*\*)?(?:✅|✔|☑|🎉)/u;

/** “None (a quiet day)” answers the heading, and says nothing. */
const isNone =
  /^[^\p{L}\p{N}]*(?:none|nothing|n\/a|keine?r?s?|nichts|aucune?|rien|ningun[ao]|ningún|nada|nenhuma?|ничего|нет|無|无|没有|特に?なし|なし|特にありません)(?: (?:new|today|so far|yet|neue[ns]?|heute|bisher|de nouveau|hoy|nuevo|hoje|de novo|нового|сегодня))?[.!。]?\s*(?:[(（—–-].*)?$/iu;

/** The nearest title that says what stands below it is, unless one that heads work or particulars stands between. */
function kindAbove(titles: readonly Titled[]): { readonly kind: Kind | null; readonly at: number } {
  for (let at = titles.length - 1; at >= 0; at -= 1) {
    const title = titles[at]!;
    const said = title.kind ?? (title.announces && saidOf("decision", title.spoken, title.hits) ? "decision" : null);
    // “Decided: the second crane” says all of it: of what stands below, the next lines tell more of it, and another heading something else.
    const isOver = title.own !== null && titles.slice(at + 1).some(({ announces }) => !announces);
    if (said !== null && !isOver) return { kind: said, at };
    if (title.bars) break;
  }
  return { kind: null, at: -1 };
}

// Person: whether a statement says who somebody is: a name, and what they are to others or at work.

/** The name; null where it says of nobody. */
function personIn(spoken: Spoken, hits: readonly Hit[]): string | null {
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

const articles: ReadonlySet<string> = wordSet(
  "the a an this that each every der die das ein eine dieser diese dieses le la les un une ce cette el los las una este esta",
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

// Statement: whether an entry says something by itself, or is a label, a form to fill in, a counter or a measurement of its moment.

/** Below it, words are alike by accident: two files hold “Status: open” and mean two things. */
const weightMin = 5;

/** A task or a point of a checklist: written to be ticked off, and the same in every list of its kind. */
export function isTask(markdown: string): boolean {
  return /^[ \t]*(?:>[ \t]?)*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]\][ \t]/.test(markdown);
}

/** Marks of emphasis, bullets, boxes and quotes aside; words count one, characters of scripts without spaces a half. */
export function isStatement(markdown: string): boolean {
  const lines = markdown.split(/\r?\n/).map(bareLine);
  const said = lines.join(" ").trim();
  const first = lines[0] ?? "";
  // `Label:` announces what follows, and `Label: two words` fills in a form.
  if (said === "" || /[:：]$/.test(said) || said.startsWith("|")) return false;
  const value = /^[^:：]{1,40}[:：](?!\/\/)\s*(.*)$/u.exec(first)?.[1];
  const weighed = value !== undefined && lines.length === 1 ? value : said;
  return weightOf(weighed) >= weightMin;
}

/** A share, a ratio, an amount of bytes or time, or several numbers: what a count says of its moment. */
export function isMeasure(text: string): boolean {
  const numbers = text.match(/\d+(?:[.,]\d+)*/g) ?? [];
  return (
    numbers.length > 1 ||
    /\d\s*(?:%|％|\/\s*\d|[kKMGT]i?B\b|ms\b|[xX×]\b|[+＋])|[<>≤≥~≈约]\s*\d|\d\s*(?:回|次|個|个|件|人|日|小時|小时|時間)/u.test(
      text,
    )
  );
}

function bareLine(line: string): string {
  return line
    .replace(/^[ \t]*(?:>[ \t]?)*(?:[-*+]|\d{1,9}[.)])?[ \t]*(?:\[[ xX]\][ \t]+)?/, "")
    .replace(/[*_`~]+/g, "")
    .trim();
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;

/** Where something leads is no word of it. */
const links: RegExp = /\]\([^()\s]*\)|\[\[[^[\]]*\]\]|<?\bhttps?:\/\/[^\s<>]+>?/g;

export function weightOf(markdown: string): number {
  const text = markdown.replace(links, " ");
  const characters = text.match(unspaced)?.length ?? 0;
  const words = text.replace(unspaced, " ").match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.-]*/gu)?.length ?? 0;
  return words + characters / 2;
}

// SecretLike: a value where a secret would stand, behind the word for one; what asks to be kept must be nowhere near it.

/** Beside what the detector of secrets finds, which is asked at every gate: here one too many costs a line that waits. */
function looksSecret({ plain }: Spoken, hits: readonly Hit[]): boolean {
  return hits.some(({ list, end }) => {
    if (list !== "credentials") return false;
    const behind =
      /^["'”’)\]]?(?:\s*[:=：]\s*|\s+(?:is|ist|lautet|est|es)\s+|\s*[是为は]\s*|\s*\/\s*)(?:\S{1,32} ?\/ ?)?([^\s，。、]{4,})/u.exec(
        plain.slice(end),
      );
    return behind !== null && isValue(behind[1] ?? "");
  });
}

/** Letters and digits mixed, or signs among them, and no path, date, address or word. */
function isValue(text: string): boolean {
  // What looks behind itself tries a row of marks once, from its first one.
  const token = text.replace(/^["'“‘(]+/, "").replace(/(?<!["'”’.,;:!?)])["'”’.,;:!?)]+$/, "");
  const isPlace = /^(?:https?:|\/|~|\.{1,2}\/|\[|<|\$|\d{4}-\d{2})/.test(token) || token.includes("://");
  if (isPlace || /^(?:19|20)\d\d$/.test(token)) return false;
  if (/\p{L}/u.test(token)) return /[\d#&$@!%^+=~]/.test(token);
  return /^\d{4,}$/.test(token);
}

/** “Door fees — unchanged.”: what it is about stands above it, or nowhere. */
function isThin(spoken: Spoken): boolean {
  const { plain, words, script } = spoken;
  if (script !== "spaced") return (plain.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < thinCharactersMax;
  const named = words.filter(({ raw }) => /^\p{L}/u.test(raw));
  const end = labelEnd(spoken);
  const behind = end === null ? named.length : named.filter(({ start }) => start >= end).length;
  return named.length < thinWordsMax || (behind < 2 && named.length <= thinWordsMax);
}

const thinCharactersMax = 6;
const thinWordsMax = 4;

// Remedy: whether a statement says what helps against a trouble, or in a case, with an arrow between: “long posts fail → split them”.

/** What helps; null where nothing is told, or only that it was mended once. */
function remedyIn({ plain, sentences }: Spoken, hits: readonly Hit[]): string | null {
  const arrows = [
    ...plain.matchAll(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana})）])(?:→|⇒)|\s(?:→|⇒|=>|->)\s/gu),
  ];
  const [arrow] = arrows;
  if (arrow === undefined || arrows.length > 1 || sentences.some(({ asks }) => asks)) return null;
  const [from, to] = [arrow.index, arrow.index + arrow[0].length];
  // What went wrong stands right before the arrow: “crashes from 40 → 12” tells of numbers.
  const isNear = (end: number): boolean =>
    end <= from && (plain.slice(end, from).match(/[\p{L}\p{N}]+/gu) ?? []).length < 3;
  const isCase = conditional.test(plain);
  if (!isCase && !hits.some(({ list, end }) => list === "troubles" && isNear(end))) return null;
  // “If unclear → ask”: what is in doubt is the case.
  if (hits.some(({ list, start }) => list === "tasks" || (list === "doubts" && (!isCase || start >= to))))
    return null;
  const help = plain.slice(to).trim();
  const isWord =
    (help.match(/[\p{L}\p{N}]+/gu) ?? []).length > 1 || /[\p{Script=Han}\p{Script=Hiragana}]{4}/u.test(help);
  return isWord &&
    !/^[~≈]?\d[\d.,]*(?:\s|%|$)/.test(help) &&
    !mended.test(isCase ? (help.split(/\s/)[0] ?? "") : help)
    ? help
    : null;
}

/** “If in doubt → leave it out”. */
const conditional = /^\P{L}*(?:(?:if|whenever|wenn|falls|si|quand|lorsque|cuando)(?!\p{L})|如果|若|一旦)/iu;

/** What was done about it on that day, in the forms of the past of six languages. */
const mended =
  /(?<!\p{L})\p{L}{2,}(?:ed|é|ée|és|ées|ado|ada|ido|ida|iert)(?!\p{L})|(?<!\p{L})(?:ge\p{L}{3,}|wurden?|was|were|done)(?!\p{L})|[了已]|修复|修復|解决|た。?$|済|✅/iu;
