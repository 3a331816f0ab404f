/** Lexicon: what a statement says by its form: the heading above it, the label before its colon, and where it names one of one. */

import { rememberByText } from "../../base/memo-cache.js";
import { compareText } from "../../base/text.js";
import { isStopWord } from "../../recall/words/stop-words.js";
import { fold, termsOf } from "../../recall/words/terms.js";
import { timeWords } from "../../recall/words/time-words.js";
import { type Kind, type Spoken, spokenIn } from "../../rules/words/other-words.js";
import { type Hit, hitsIn } from "../../rules/words/phrases.js";

/** Words that stand in one text with a blank between them. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

// Title: what a heading, or a paragraph that announces a list, makes of all below it, and the words that an item under it needs.

const titledCharsMax = 100_000;

/** A heading as what stands below it is read by: the same for hundreds of entries. */
export interface Titled {
  readonly spoken: Spoken;
  readonly hits: readonly Hit[];
  /** Behind its label stands a sentence: the title says it itself. */
  readonly isOwn: boolean;
  /** That sentence, where the label makes it a decision or the like; null for most. */
  readonly own: string | null;
  /** What its label makes of all below it; null for most, and where the title says the whole of it itself. */
  readonly kind: Kind | null;
  /** A paragraph that ends in a colon: what it says itself holds for the list behind it. */
  readonly announces: boolean;
  /** It heads what is to be done, files, times or checks: what stands further out says nothing of those. */
  readonly bars: boolean;
  /** Its words for an item that says too little alone; null where they would add nothing. */
  readonly head: string | null;
  /** What is told of below it; null where it names a day, a part of one, or what kind of thing stands there. */
  readonly subject: string | null;
}

export const titled: (title: string) => Titled = rememberByText(titledCharsMax, (title): Titled => {
  const bare = title.replace(/[:：][*_\s]*$/u, "");
  const announces = bare !== title;
  const spoken = spokenIn(bare);
  const hits = hitsIn(spoken);
  const end = labelEnd(spoken);
  const rest = end === null ? null : spokenIn(spoken.plain.slice(end));
  const isOwn = rest !== null && isSentence(rest);
  const kind = announces && (isLong(spoken) || isReport(hits)) ? null : kindOf(spoken, hits, end);
  return {
    spoken,
    hits,
    isOwn,
    own: isOwn && end !== null && labelKind(spoken, hits, end) !== null ? unended(nameOf(rest.plain)) : null,
    kind: isOwn && isLong(rest) ? null : kind,
    announces,
    bars: kind === null && hits.some((hit) => barring.has(hit.list) && opens(spoken, hit)),
    head: headOf(spoken, hits, kind),
    subject: kind === null && !announces ? subjectOf(spoken, hits) : null,
  };
});

/** What an examination found is the report of that day, where it heads a list within it. */
function isReport(hits: readonly Hit[]): boolean {
  return hits.some(({ list, said }) => list === "labels.lesson" && reported.test(said.toLowerCase()));
}

const reported = /find|insight|cause|discover|发现|根因|constat|befund|ursache|hallazgo|causa|知見|原因|発見/u;

/** What somebody is called heads a section as little as a fact does; that it is about a person does. */
function kindOf(spoken: Spoken, hits: readonly Hit[], end: number | null): Kind | null {
  if (isProfile(spoken, hits)) return "identity";
  const kind = labelKind(spoken, hits, end ?? spoken.plain.length) ?? kindAside(spoken, end);
  if (kind === "correction" && isDated(spoken, hits)) return null;
  return kind === "fact" || kind === "identity" || isStory(hits) ? null : kind;
}

/** “2026-11-20 21:40 — correction of the fees” heads what was done then; “2026-11-20 — corrections” says it of each item. */
function isDated({ plain, words }: Spoken, hits: readonly Hit[]): boolean {
  const others = words.filter(
    ({ raw, start, end }) =>
      /^\p{L}/u.test(raw) &&
      !hits.some((hit) => hit.list === "labels.correction" && hit.start < end && start < hit.end),
  );
  return /^\P{L}*\d{4}-\d{2}-\d{2}/u.test(plain) && others.length > 0;
}

/** “Parking (since May)”, “Parking — house rules”: what is in brackets aside, and behind the dash where nothing stands before it. */
function kindAside({ plain }: Spoken, closed: number | null): Kind | null {
  const behind = closed === null ? plain : plain.slice(closed).replace(/^[\s:：–—-]+/u, "");
  const name = nameOf(behind);
  if (name === plain || name === "" || /^\P{L}*\d{4}-\d{2}-\d{2}/u.test(plain)) return null;
  const spoken = spokenIn(name);
  const hits = hitsIn(spoken);
  const kind = labelKind(spoken, hits, spoken.plain.length);
  // “Critical (2)” says how bad it is, and a lesson behind a dash what the story before it taught.
  const isNamed = hits.some(
    ({ list, start, end }) =>
      list === `labels.${kind}` &&
      !/\p{L}/u.test(name.slice(end)) &&
      !hits.some((hit) => hit.list === "insists" && hit.start === start),
  );
  return isNamed && kind !== "correction" && kind !== "lesson" ? kind : null;
}

/** A discovery as a heading tells how it was made. */
function isStory(hits: readonly Hit[]): boolean {
  return hits.some(
    ({ list, said }) => list === "labels.lesson" && /^(?:discover|découv|descubr|entdeck|発見)/iu.test(said),
  );
}

function isProfile(spoken: Spoken, hits: readonly Hit[]): boolean {
  const name = nameOf(spoken.plain);
  return aboutSomebody.test(name) || hits.some(({ list, said }) => list === "profiles" && said === name);
}

/** “About Anna”; what has a large letter inside is a product. */
const aboutSomebody = /^(?:[Aa]bout|[Üü]ber|[Àà] propos de|[Ss]obre|[Aa]cerca de) \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?$/u;

/** Without signs before it and brackets behind it. */
function nameOf(plain: string): string {
  const named = plain.replace(/^[^\p{L}\p{N}]+/u, "");
  const bracket = named.search(/[([（【]/u);
  return (bracket < 0 ? named : named.slice(0, bracket)).trim();
}

const barring: ReadonlySet<string> = new Set(["tasks", "particulars", "checks", "unlabels", "finished"]);

function opens({ plain }: Spoken, { start }: Hit): boolean {
  return !/[\p{L}\p{N}]/u.test(plain.slice(0, start));
}

/** “Decisions” adds nothing to what was decided; “Parking for guests: decisions” says what of. */
function headOf({ plain, words, script }: Spoken, hits: readonly Hit[], kind: Kind | null): string | null {
  const name = nameOf(plain);
  if (kind === "identity") return name;
  if (script !== "spaced") return null;
  const adds = words.filter(
    ({ said, raw, start, end }) =>
      /^\p{L}/u.test(raw) &&
      !isStopWord(said) &&
      !plainly.has(said) &&
      !hits.some((hit) => telling.test(hit.list) && hit.start <= start && end <= hit.end),
  );
  return adds.length >= headWordsMin ? name : null;
}

/** “Guest parking”; “14:20 – notes”, “Session 2” and “Identity” are of nothing. */
function subjectOf({ plain, words, script }: Spoken, hits: readonly Hit[]): string | null {
  const name = unended(nameOf(plain.replace(/^\P{L}+/u, "")));
  if (name === "" || name.length > subjectCharsMax || /\d{4}-\d{2}-\d{2}/.test(plain)) return null;
  if (script !== "spaced") return unspacedParts.test(name) ? null : name;
  const says = words.some(
    ({ said, raw, start, end }) =>
      /\p{L}/u.test(raw) &&
      // What is in brackets is left out of it.
      name.includes(raw) &&
      !isStopWord(said) &&
      !plainly.has(said) &&
      !partly.has(said) &&
      !hits.some((hit) => aside.test(hit.list) && hit.start <= start && end <= hit.end),
  );
  return says ? name : null;
}

/** A point, a call or a sign at its end is none before what it heads. */
function unended(name: string): string {
  const last = name.match(/[\p{L}\p{N})\]"”»」』`]/gu)?.at(-1);
  return last === undefined ? "" : name.slice(0, name.lastIndexOf(last) + last.length);
}

const subjectCharsMax = 60;
const aside = /^(?:labels\.|tasks$|particulars$|checks$|unlabels$|finished$|momentary$)/;
/** Parts of a log and of a report, which tell when or how something came into it. */
const partly: ReadonlySet<string> = wordSet(
  "identity identität identité identidad light deep rem sleep note notes log logs daily journal session sessions summary overview update updates status today yesterday morning afternoon evening night work done misc other general checkpoint heartbeat backlog highlights recap context conversation chat meeting details important progress changes activity activities event events part day week happened notizen notiz tag heute morgen vormittag nachmittag abend zusammenfassung sonstiges allgemein arbeit sitzung verlauf gespräch matin après midi soir résumé divers séance aujourd hui mañana tarde noche resumen sesión hoy varios diario заметки утро день вечер сессия итоги разное сегодня сделано problem problems issue issues fix fixes cause solution background goal plan result results lösung ursache hintergrund ergebnis problème contexte cause problema solución causa contexto проблема проблемы решение причина фикс цель контекст результат результаты",
);
const unspacedParts =
  /^(?:(?:今日|本日|昨日|日次|活動|作業|その他|其他|实施|実施|会话|會話|工作|重要|主要)?の?(?:メモ|概要|ログ|記録|记录|日志|笔记|总结|總結|备注|事項|内容|進捗|したこと|やったこと)?|問題|问题|原因|対応|対策|背景|結果|结果|方案|上午|下午|晚上|早上|午前|午後|朝|夜)$/u;

/** What is said of decisions of any kind. */
const plainly: ReadonlySet<string> = wordSet(
  "key main new latest top final clé clés nouvelle neue neuen clave nueva nuevas",
);

const telling = /^(?:labels\.|insists$|momentary$)/;
const headWordsMin = 2;

/** A whole sentence heads what happened around it; a few words head more of the same. */
function isLong({ words, plain, script }: Spoken): boolean {
  return script === "spaced" ? words.length > titleWordsMax : plain.length > titleWordsMax * 2;
}

const titleWordsMax = 6;

// Label: what stands before the first colon or dash of a statement, and whether what stands behind it is a sentence.

const labelWordsMax = 5;
const labelCharactersMax = 48;

export function labelEnd({ plain, words }: Spoken): number | null {
  const mark = /[:：]|\s[–—-]\s|——/.exec(plain.slice(0, labelCharactersMax + 1));
  if (mark === null || mark.index === 0) return null;
  // A time of day or a host's port has a colon too.
  if (/^[:：]\d/.test(plain.slice(mark.index)) || plain.slice(mark.index + mark[0].length).trim() === "") return null;
  return words.filter(({ start }) => start < mark.index).length > labelWordsMax ? null : mark.index;
}

/** A name's label has to be nothing but that; “error name” is no one's. */
export function labelKind({ plain, words, script }: Spoken, hits: readonly Hit[], end: number): Kind | null {
  const here = hits.filter((hit) => hit.end <= end);
  const isOfLabel = ({ start, end: last }: Hit): boolean =>
    here.some((hit) => hit.list.startsWith("labels.") && hit.start <= start && last <= hit.end);
  if (here.some((hit) => hit.list === "denies.decision" || (hit.list === "unlabels" && !isOfLabel(hit)))) return null;
  if (!/\p{L}/u.test(plain.slice(0, end)) || words.length === 0) return null;
  for (const kind of order) {
    const hit = here.find(({ list }) => list === `labels.${kind}`);
    if (hit === undefined) continue;
    // “Preferences learned” are preferences, whoever learned them.
    if (kind === "lesson" && acquired.test(hit.said) && here.some(({ list }) => list === "labels.preference"))
      continue;
    const isWhole = plain.slice(0, hit.start).trim() === "" && plain.slice(hit.end, end).trim() === "";
    if (isWhole) return kind;
    const [behind = ""] = plain
      .slice(hit.end, end)
      .trim()
      .split(/[:：(（【]/u, 1);
    if (script !== "spaced" && behind.length > behindCharactersMax) continue;
    if (wholeOnly.has(kind) || isNamePart(plain, hit)) continue;
    if (kind !== "rule" || isRuleLabel(plain, hit, { end, hits })) return kind;
  }
  return null;
}

const acquired = /^(?:learn(?:ed|t|ing|ings)|gelernte?s?|appris(?:es?)?|aprendid[ao]s?|学到)$/iu;

/** Behind a noun at the end of its title; a verb has its object there. */
const behindCharactersMax = 3;

/** A word of a file's or a program's name labels nothing; one that German hangs to another noun does. */
function isNamePart(plain: string, { start, end }: Hit): boolean {
  if (isWithinName(plain, start, end) || isModifier(plain, start, end)) return true;
  const isCompound = /^-\p{Lu}/u.test(plain.slice(start - 1, start + 1));
  return (!isCompound && /[-._/]/.test(plain.charAt(start - 1))) || /^[-._/]\p{L}/u.test(plain.slice(end));
}

/** “The Lesson Post”: between two words that are written large as it is, one lesson is a part of what something is called. */
function isWithinName(plain: string, start: number, end: number): boolean {
  if (!/^\p{Lu}\p{L}*[^s]$/u.test(plain.slice(start, end)) || !endsInName(plain.slice(0, start))) return false;
  const next = /^\s(\p{Lu}\p{L}+)/u.exec(plain.slice(end))?.[1]?.toLowerCase();
  return next !== undefined && !isStopWord(next) && !/(?:ed|made|log|day|today)$/.test(next);
}

/** The last word has a large letter, and one blank follows it. */
function endsInName(before: string): boolean {
  if (!/\s$/.test(before)) return false;
  const bare = before.slice(0, -1);
  const word = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+$/u.exec(bare)?.[0];
  return word !== undefined && /\p{Lu}/u.test(word);
}

/** “Learning systems” are systems, and “(pattern learning)” is an aside about what it was. */
function isModifier(plain: string, start: number, end: number): boolean {
  const aside = /[(（]([^()（）]*)$/u.exec(plain.slice(0, start))?.[1];
  if (aside !== undefined && /\p{L}/u.test(aside)) return true;
  if (!/^(?:learning|lesson|insight|finding)$/i.test(plain.slice(start, end))) return false;
  const next = /^\s(\p{L}+)/u.exec(plain.slice(end))?.[1]?.toLowerCase();
  return next !== undefined && !isStopWord(next) && !/(?:ed|today)$/.test(next);
}

/** “Important” and “never” stand in many titles: at the front of a short one they are the label. “Rules” are what the title is of. */
function isRuleLabel(
  plain: string,
  hit: Hit,
  { end, hits }: { readonly end: number; readonly hits: readonly Hit[] },
): boolean {
  const [before, behind] = [plain.slice(0, hit.start), plain.slice(hit.end, end)];
  const words = `${before} ${behind}`.match(/[\p{L}\p{N}]+/gu) ?? [];
  // Reports of reviews and checks put a sign of how bad it is before “critical”.
  const isNoun = !hits.some(({ list, start }) => list === "insists" && start === hit.start);
  if (/\d/.test(before) || (!isNoun && /\p{Extended_Pictographic}/u.test(before))) return false;
  if (/\p{Script=Han}/u.test(plain)) {
    // “Important data” are data: what is important has to be said by the noun, or by nothing.
    const isFirst =
      !/\p{L}/u.test(before) && (isNoun ? behind.trim().length <= 4 : !/\p{L}/u.test(behind.replace(bidden, "")));
    const isLast = !/\p{L}/u.test(behind.replace(renewed, ""));
    return isFirst || (isLast && (isNoun || /[的の]$/.test(before.trim())));
  }
  const isOf = isNoun && words.length <= ruleTitleWordsMax;
  if (!isNoun) return words.length === 0;
  if (isOf && settled.test(behind)) return true;
  return words.length <= 1 || (isOf && (behind.trim() === "" || (before.trim() === "" && leadsOn.test(behind))));
}

/** “New rule confirmed”, “règle ajoutée”, “neue Regel ergänzt”, “regla añadida”: what was done about the rule. */
const settled =
  /^\s(?:\p{L}+(?:ed|iert|nzt|legt)|\p{L}+(?:é|ée|és|ées|ado|ada|ados|adas|ido|ida|idos|idas))(?:\s(?:on|am|le|el))?[\s\d.-]*$/u;
const bidden = /^\s*(?:事项|事項|提醒|提示|说明|声明|なこと|なお願い)/;
const renewed = /^\s*(?:更新|新增|补充|補充|确认|確認|调整|調整|強化|强化|追加|変更|制定)/;
const ruleTitleWordsMax = 4;
/** “rules for guests”, “règles de la maison”. */
const leadsOn = /^\s(?:for|of|about|on|für|zum|zur|beim|im|pour|de|du|des|d|para|del|sobre)\b/u;

/** What says most of how to act first. */
export const order: readonly Kind[] = [
  "correction",
  "decision",
  "lesson",
  "rule",
  "preference",
  "person",
  "identity",
  "fact",
];

const wholeOnly: ReadonlySet<Kind> = new Set(["identity", "person", "fact"]);

const addresses = /\bhttps?:\/\/\S+/g;

const sentenceWordsMin = 3;
const sentenceCharactersMin = 5;

/** Numbers, names of files and addresses are no words, nor is a label before one of them. */
export function isSentence(spoken: Spoken): boolean {
  const { words, script, plain } = spoken;
  const said = plain.replace(addresses, " ");
  if (said !== plain && !/\p{L}/u.test(said.slice(labelEnd(spoken) ?? 0))) return false;
  if (script !== "spaced") return said.length >= sentenceCharactersMin;
  return words.filter(({ raw }) => /^\p{L}+$/u.test(raw)).length >= sentenceWordsMin;
}

/** Whether it says that something is not so, and not only beside the point. */
export function isDenied(text: string): boolean {
  return denial.test(text.replace(beside, " "));
}

/** In six languages; as words, or as the signs that stand for them. */
const denial =
  /(?<![\p{L}\p{N}])(?:not|no|never|none|without|cannot|\p{L}+n['’]t|nicht|kein\p{L}*|nie|niemals|ohne|pas|jamais|aucune?|sans|nunca|jamás|ningun[ao]|ningún|sin)(?![\p{L}\p{N}])|[不没無无未]|ない|ません|禁止/iu;

/** What is denied beside the point: what stands in parentheses or behind “, not”, and the call not to forget. */
const beside =
  /\([^()]*\)|（[^（）]*）|(?:[,，;—–]| -) ?(?:and |und |et |y )?(?:not|nicht|pas|no|不是|而非)\b.*|\b(?:do not|don['’]t|never) (?:ever )?forget\b|nicht vergessen|ne pas oublier|no olvid\p{L}*|不要忘记|忘れない/giu;

// Slot: a place of a sentence in which one thing can stand alone: “the office is in _”, “_ is the accountant”, “use _ for the mailer”.

export interface Slot extends Place {
  /** What stands before the sentence and a colon, which others may leave out. */
  readonly label: string;
}

export interface Place {
  readonly frame: string;
  readonly value: string;
  /** Of two such values one alone can hold; absent where that is not known. */
  readonly isOne?: boolean;
}

/** `valuesIn` finds the places that hold a value of a kind, wherever they stand. */
export function slotsIn(said: string, valuesIn: (text: string) => readonly Place[]): readonly Slot[] {
  return said.split(/(?<=[.!])\s+(?=[\p{Lu}\p{Lo}])|(?<=[。！])/u).flatMap((sentence, at) => {
    if (sentence.length > slotCharsMax || /[?？]\W*$/u.test(sentence)) return [];
    const plain = sentence.replace(/\*\*/g, "").replace(leftWords, " ").replace(beside, " ");
    if (denial.test(plain)) return [];
    if (unspaced.test(plain)) return unspacedSlot(plain);
    const [, label = "", text = plain] = /^([^:`]{2,60}):\s+(.+)$/u.exec(plain) ?? [];
    const held = text.replace(leadIn, "");
    const found = slotIn(held, at === 0);
    const about = frameText(label) || low(label);
    return [...(found === null ? [] : [found]), ...valuesIn(held)].map((place) => ({ ...place, label: about }));
  });
}

/** “No longer in Paris but” in Lyon: what holds is what is said besides. */
const leftWords =
  /(?<!\p{L})(?:no longer|not|nicht(?: mehr)?|plus|pas|ya no|no)\s[^.;]{1,60}?,?\s(?:but|sondern|mais|sino)(?!\p{L})|(?<!\p{L})ne?(?:\s|['’])(?=\p{L}+ (?:plus|pas)\s)|(?<!\p{L})(?:instead of|rather than|statt|anstatt|au lieu de|en vez de)\s[^.,;]{1,60}/giu;
const slotCharsMax = 200;

/** A clock's time, a day, a number or a name stands out of a script without blanks; all around it is the frame. */
function unspacedSlot(sentence: string): readonly Slot[] {
  const counted = happenedUnspaced.test(sentence) ? [] : (sentence.match(countedUnspaced) ?? []);
  const named =
    sentence.match(/[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}.:_-]*(?: [\p{Script=Latin}\p{N}]+)*/gu) ?? [];
  const [value, ...others] = counted.length > 0 ? counted : named;
  if (value === undefined || others.length > 0) return [];
  const frame = sentence.replace(value, "_").replace(/[\s。.！!]/gu, "");
  const holds = counted.length > 0 ? !frame.startsWith("_") : linksUnspaced.test(frame);
  return holds ? [{ frame, value: value.toLowerCase(), label: "" }] : [];
}

export const unspaced: RegExp = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u;
const linksUnspaced = /_开始|_结束|[是在为叫于]_|[はが]_/u;
const countedUnspaced =
  /(?<=周|星期|礼拜)[一二三四五六日天]|[月火水木金土日](?=曜)|(?:\d{1,6}|[一二三四五六七八九十两百]{1,4})(?=年|[か个個ヶ]月|天|周|週間|日間|小时|時間?|分|点|元|円|%|GB|MB)/gu;
const happenedUnspaced = /[了过]|(?:まし)?た。?$/u;

function slotIn(text: string, isFirst: boolean): Place | null {
  const words =
    text
      .replace(/ a las? /u, " à ")
      .replace(calling, " heißt ")
      .match(slotTokens) ?? [];
  const used = usedIn(words);
  if (used !== null) return used;
  for (let at = 1; at < words.length; at += 1) {
    const verb = linking.get(low(words[at]));
    const found = verb === undefined ? null : linked(words, at, { verb, isFirst });
    if (found !== null) return found;
  }
  return null;
}

/** “Use Postgres for the mailer”. */
function usedIn(words: readonly string[]): Place | null {
  const first = words.findIndex((word) => !leading.has(low(word)));
  if (!using.test(low(words[first]))) return null;
  const end = words.findIndex((word, at) => at > first && forWhat.has(low(word)));
  const value = words.slice(first + 1, end);
  if (end < 0 || value.length === 0 || value.length > 3 || value.some((word) => /^\W$/.test(word))) return null;
  return filled(["use", frameText(words.slice(end + 1).join(" "))], value);
}

function linked(
  words: readonly string[],
  at: number,
  { verb, isFirst }: { readonly verb: string; readonly isFirst: boolean },
): Place | null {
  const isBound = low(words[at]) === "be";
  if (isBound && !binding.has(low(words[at - 1]))) return null;
  const subject = words.slice(0, isBound ? at - 1 : at);
  const about = frameText(subject.join(" "));
  const isOpen =
    unsettled.has(low(subject[0])) ||
    subject.some((word) => /^[;()!]$/.test(word) || conditions.has(low(word)) || passingThings.has(low(word)));
  if (about === "" || about.split(" ").length > (verb === "name" ? 10 : 5) || isOpen) return null;
  const rest = words
    .slice(at + 1)
    .filter((word, i, all) => !(nowWords.has(low(word)) && all.slice(0, i).every((w) => nowWords.has(low(w)))));
  const start = rest.findIndex((word) => !places.has(low(word)) && !articles.has(low(word)));
  if (start < 0) return null;
  const lead = rest.slice(0, start).map(low);
  const behind = rest.slice(start);
  const end = behind.findIndex((word, i) => i > 0 && (/^[,;()—–!]$/u.test(word) || tails.has(low(word))));
  const value = end < 0 ? behind : behind.slice(0, end);
  const tail = tailText(end < 0 ? [] : behind.slice(end));
  if (value.length > 4 || value.some((word) => linking.has(low(word)) || unsettled.has(low(word)))) return null;
  const isMany = plural.has(low(words[at]));
  const isPlaced = lead.some((word) => places.has(word));
  const hasArticle = lead.some((word) => articles.has(word));
  if (verb === "name") return isPlaced || !isName(value) ? null : filled([verb, "", about, tail], value);
  const shape = shapeOf(value, isPlaced);
  if (verb === "be" && !isPlaced && hasArticle) return isMany || !isFirst ? null : roleOf(subject, behind);
  const isDefinite = articles.has(low(subject[0])) || /['’]s$/.test(subject.at(-2) ?? "");
  if (shape === "time" || shape === "day")
    return filled([verb, about, shape, tail], shape === "time" ? [clockOf(value)] : value);
  if (shape === "number") return filled([verb, about, tail, frameText(value.slice(1).join(" "))], value.slice(0, 1));
  const isOne = subject.some((word) => single.test(word));
  const holds = isPlaced
    ? shape === "name" || (!isMany && isDefinite && (shape === "code" || hasArticle))
    : verb === "be" && !isMany && ((isDefinite && shape !== "word") || isOne);
  return holds ? filled([verb, isPlaced ? "at" : "", about, tail], value) : null;
}

/** “Ada is the accountant” says of the accountant what “the accountant is Ada” says. */
function roleOf(subject: readonly string[], role: readonly string[]): Place | null {
  const isName =
    subject.length <= 3 &&
    subject.every((word) => /^\p{Lu}/u.test(word) && dayOf(word) === null) &&
    !articles.has(low(subject[0]));
  return isName ? filled(["be", "", frameText(role.join(" ")), ""], subject) : null;
}

/** “Twice” and “by the mailer” tell how something is called, and no name. */
function isName([first = "", ...rest]: readonly string[]): boolean {
  return !isStopWord(low(first)) && !/^(?:once|twice|first|last|again|\p{L}+ly)$/iu.test(first) && rest.length < 3;
}

function filled(frame: readonly string[], value: readonly string[]): Place | null {
  const said = value.map((word) => low(word).replace(/^[`'’]|['’`]s?$/g, "")).join(" ");
  return frame[1] === "" && frame[0] === "use" ? null : { frame: frame.join("\n"), value: said };
}

/** Its words in one order, whichever the sentence has. */
function frameText(text: string): string {
  return [...new Set(termsOf(text).flatMap(({ text: term, stop }) => (stop ? [] : [term])))]
    .sort(compareText)
    .join(" ");
}

/** Since when something holds is no part of what it holds for. */
function tailText([first = "", ...rest]: readonly string[]): string {
  return sinceWords.has(low(first)) ? "" : frameText([first, ...rest].join(" "));
}

function shapeOf(value: readonly string[], isPlaced: boolean): string {
  const text = value.join(" ").toLowerCase();
  const isClock = /^\d{1,2}(?::\d{2}|h\d{0,2}| ?[ap]m| ?uhr| o['’]clock| heures?)/.test(text);
  if (isClock || (isPlaced && (/^\d{1,2}(?:\.\d{2})?$/.test(text) || hours.has(text)))) return "time";
  const isDay = value.every((word) => /^\d{1,2}(?:st|nd|rd|th)?$/.test(word) || dayOf(word) !== null);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) || (isDay && !value.every((word) => /^\d/.test(word)))) return "day";
  const [first = ""] = value;
  return /^\d/.test(first)
    ? "number"
    : /^`|\p{L}[./@]\p{L}/u.test(first)
      ? "code"
      : /^\p{Lu}/u.test(first)
        ? "name"
        : "word";
}

/** “9”, “9:00”, “9 am” and “nine” are one time. */
export function clockOf(value: readonly string[]): string {
  const said = value.join(" ").toLowerCase();
  const text = said.replace(/^\p{L}+/u, (word) => `${hours.get(word) ?? word}`);
  const [, shown, minute = "00"] = /^(\d{1,2})(?:[:.h](\d{2}))?/.exec(text) ?? [];
  if (shown === undefined) return text;
  const hour = Number(shown) % 24;
  return `${(hour % 12) + (/pm/.test(text) || (hour >= 12 && !/am/.test(text)) ? 12 : 0)}:${minute}`;
}

/** A weekday or a month by its number, whatever the language and the ending. */
export function dayOf(
  word: string | undefined,
): { readonly kind: "weekday" | "month"; readonly number: number } | null {
  const said = fold(word ?? "");
  for (const name of said.endsWith("s") ? [said, said.slice(0, -1)] : [said]) {
    const [weekday, month] = [timeWords.weekdayNames.get(name), timeWords.monthNames.get(name)];
    if (weekday !== undefined) return { kind: "weekday", number: weekday };
    if (month !== undefined && !shortMonths.has(name)) return { kind: "month", number: month };
  }
  return null;
}

/** Names and words of other things. */
const shortMonths = wordSet("marco maja maju sep sept dec jan set ene lut");

function low(word: string | undefined): string {
  return (word ?? "").toLowerCase();
}

const slotTokens =
  /`[^`]+`|\d+(?:[:.,h-]\d+)*\p{L}{0,3}|[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_'’/-]*(?:\.\p{L}+)*|[,;()—–!]/gu;
const leadIn =
  /^(?:from now on|as of (?:now|today|\p{L}+)|now|currently|ab sofort|jetzt|désormais|maintenant|ahora|desde ahora),?\s+/iu;
const linking = new Map(
  Object.entries({
    be: "be is are start starts begin begins happens meets ist sind beginnt startet est sont commence débute está están es son empieza comienza",
    live: "lives wohnt habite vive",
    run: "runs läuft tourne corre",
    cost: "costs kostet coûte cuesta",
    end: "ends closes endet schließt finit ferme termina cierra",
    open: "opens öffnet ouvre abre",
    leave: "leaves arrives listens sits liegt",
    name: "heißt",
  }).flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind] as const)),
);
const calling =
  / (?:(?:is|will be) (?:called|named)|goes by|se (?:llama|nomme)|s['’]appelle|est (?:appelée?|nommée?))(?= )/iu;
const binding = wordSet("must should shall");
const plural = wordSet("are sind sont son están");
const articles = wordSet(
  "the our my your their his her der die das dem den unser unsere unserer unserem mein meine le la les l notre mon ma nos el los las nuestro nuestra mi",
);
const places = wordSet("at in on near by behind um am im auf bei unter à au en dans sur chez");
const nowWords = wordSet("now currently still always already only jetzt nun immer maintenant toujours ahora siempre");
const tails = wordSet(
  "for of since from until till because when if with on at in to by but which who that as and or für von seit ab bis weil wenn mit aber und oder um am im pour depuis dès quand avec mais et para de desde hasta porque cuando con pero y",
);
const sinceWords = wordSet("since from seit ab depuis dès desde because weil porque ,");
/** What begins with one of these speaks of any, of another sentence, or of nobody. */
const unsettled = wordSet(
  "a an some one another any each every no many most two three other it this that these those there here he she they we i you what who which how ein eine einer dies hier un une des ce cela il elle ils uno una eso esto there's",
);
const conditions = wordSet(
  "if when whenever unless while because where that which who wenn falls weil dass wo si quand que qui cuando porque",
);
/** Of these there is another one tomorrow. */
const passingThings = wordSet(
  "latest bug bugs issue issues problem error fix cause reason solution goal step idea question point trick task tasks status progress state focus result results next today fehler ursache lösung ziel frage stand problème erreur cause solution but but tâche objetivo problema causa solución tarea",
);
const single =
  /^(?:\p{L}*name|nom|nombre|main|default|primary|preferred|favou?rite|only|official|current|standard|Haupt\p{L}+|Standard\p{L}*|Lieblings\p{L}+|principale?|préférée?s?|favori(?:te)?|principal|preferid[oa]|favorit[oa])$/iu;
const hours: ReadonlyMap<string, number> = new Map(
  "midnight mitternacht minuit medianoche|one eins|two zwei|three drei|four vier|five fünf|six sechs|seven sieben|eight acht|nine neun|ten zehn|eleven elf|noon twelve mittag zwölf midi mediodía"
    .split("|")
    .flatMap((words, hour) => words.split(" ").map((word) => [word, hour] as const)),
);
const leading = wordSet("always please we i immer bitte wir toujours nous siempre");
const using = /^(?:use|prefer|verwenden?|nutzen?|benutzen?|utilis(?:e|er|ez|ons)|usar?|usamos)$/;
const forWhat = wordSet("for as für als pour comme para como");

/** For whoever looks for places of another form. */
export const slotWords: Readonly<
  Record<"articles" | "hours" | "leading" | "linking" | "nowWords" | "passingThings" | "unsettled", Words>
> = { articles, hours, leading, linking, nowWords, passingThings, unsettled };
type Words = Pick<ReadonlySet<string>, "has">;
