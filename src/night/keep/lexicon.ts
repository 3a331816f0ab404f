/** Lexicon: what a statement says by its form: the heading above it, the label before its colon, and the remedy it names. */

import { rememberByText } from "../../base/memo-cache.js";
import { isStopWord } from "../../recall/words/stop-words.js";
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

/** Whether a title says something by itself behind its label. */
export function isOwnTitle(title: string): boolean {
  return titled(title).isOwn;
}

/** What an item announces that is a label and nothing else, for the items below it. */
export function announcedBy(head: string): Kind | null {
  const { kind, spoken } = titled(head.replace(/[:：]\s*(?=[*_]*$)/u, ""));
  return labelEnd(spoken) === null && kind !== "identity" ? kind : null;
}

/** “Door fees — unchanged.”: what it is about stands above it, or nowhere. */
export function isThin(spoken: Spoken): boolean {
  const { plain, words, script } = spoken;
  if (script !== "spaced") return (plain.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < thinCharactersMax;
  const named = words.filter(({ raw }) => /^\p{L}/u.test(raw));
  const end = labelEnd(spoken);
  const behind = end === null ? named.length : named.filter(({ start }) => start >= end).length;
  return named.length < thinWordsMax || (behind < 2 && named.length <= thinWordsMax);
}

const thinCharactersMax = 6;
const thinWordsMax = 4;

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

// Remedy: whether a statement says what helps against a trouble, or in a case, with an arrow between: “long posts fail → split them”.

/** What helps; null where nothing is told, or only that it was mended once. */
export function remedyIn({ plain, sentences }: Spoken, hits: readonly Hit[]): string | null {
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

/** What a statement says is not, or is no more. */
export const negated: RegExp =
  /(?:(?<!\p{L})(?:not|no longer|drop|forget|stop using|instead of|rather than|nicht(?: mehr)?|statt|anstatt|kein\p{L}*|pas|plus de|au lieu de|en vez de|ya no)\s+|(?<=,\s)(?:no|não)\s+(?=[^\s,.;]+[.!]?\s*$)|(?:不是|不再|而不是|不要用?|别用?)\s*)((?:[^\s,.;，。；]+\s?){1,3})/giu;
