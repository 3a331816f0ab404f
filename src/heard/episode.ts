/**
 * Episode: what a session was, as a few lines of the day's log, made of what was heard and done in it: asked, decided, corrected, said to last, told in passing,
 * changed, worked on, run, open.
 *
 * No model takes part: the words are the person's own, clipped. Most of what is said in the middle of work says nothing to who was not there, so a
 * prompt has to name something to get a line, and those that name most get the few there are. In a talk without tools, as with a companion, all
 * that somebody tells of their own days is what it was about. The lines tell what was; what holds is on pages.
 * So no night promotes them, no prompt gets them unasked, and a recall finds them.
 */

import type { Instant } from "../base/ids.js";
import { dayAt, type Zone } from "../base/ids.js";
import { plainTags } from "../page/markdown/blocks.js";
import { redactSecrets } from "../rules/secret-keys.js";
import type { Item } from "./inbox.js";
import { marksIn, readingOf } from "./sign.js";
import { askedByMark } from "./words/kinds.js";
import { type Work, workLines } from "./work.js";

/** What a session did to the code beside the memory. */
export interface Commit {
  /** Abbreviated. */
  readonly oid: string;
  readonly subject: string;
  readonly files: readonly string[];
}

interface Told {
  /** As they were heard, the oldest first; all of one session. */
  readonly items: readonly Item[];
  readonly commits: readonly Commit[];
  /** What its tools had in hand. */
  readonly work: Work;
  /** What its section says already. */
  readonly known: string;
  /** Whether the last prompt was never answered: the session was cut short. */
  readonly isCut: boolean;
  /** Whether it was a talk, and no work with tools. */
  readonly isTalk: boolean;
  /** How many lines its section may get. */
  readonly most: number;
}

export interface EpisodeLine {
  /** With the mark of a list. */
  readonly text: string;
  /** What it was made of, as the inbox names it; none for commits. */
  readonly ids: readonly string[];
}

/** None where nothing was said that tells anybody anything. */
export function episodeLines({ items, commits, work, known, isCut, isTalk, most }: Told): readonly EpisodeLine[] {
  const pasted = new Set(items.filter(isOutput).map(({ at }) => at));
  const typed = items.filter(({ at }) => !pasted.has(at));
  // What is to last in every project is told in none of them.
  const own = typed.filter(({ scope }) => scope !== "always");
  const prompts = promptsIn(isTalk ? own.filter((item) => !isOfOwnDays(item, true)) : own);
  const last = items.at(-1)?.at;
  const open = prompts.filter((prompt) => isOpen(prompt, isCut && prompt.at === last)).slice(-openMax);
  const asked = best(
    prompts.filter((prompt) => !open.includes(prompt)),
    askedMax,
  );
  const said = [
    ...asked.map((prompt) => ({ label: prompt.items.some(isAsked) ? "Asked" : "Told", ...prompt })),
    ...stated(own, "Decided", ({ kind }) => kind === "decision"),
    ...stated(own, "Corrected", isCorrection),
    ...stated(own, "Said", (item) => item.lasting && item.kind !== "decision" && !isCorrection(item)),
  ];
  const named = new Set(said.flatMap(({ items: of }) => of.map(({ text }) => text)));
  said.push(
    ...toldIn(
      typed.filter(({ text }) => !named.has(text)),
      isTalk,
    ),
  );
  const changedLines = changed(commits);
  const lines = [
    ...said.map(({ label, ...told }) => entry(label, told)),
    ...changedLines,
    ...workLines(work, known + changedLines.map(({ text }) => text).join("\n")).map((text) => ({ text, ids: [] })),
    ...open.map((prompt) => entry("Open", prompt)),
  ];
  const first = new Map(lines.toReversed().map((line) => [line.text, line]));
  return lines.filter((line) => first.get(line.text) === line).slice(0, most);
}

/** Of a session in a log. */
export const episodeLinesMax = 20;
const askedMax = 5;
const statedMax = 2;
const openMax = 2;
const toldMax = 8;
const toldInTalkMax = 14;
const dayWorth = 3;

function entry(label: string, { text, items }: Pick<Prompt, "text" | "items">): EpisodeLine {
  const there = plainTags(text);
  const isTheirs = items.every(({ isPerson }) => isPerson);
  const tags = [...(isTheirs ? ["human"] : []), ...(label === "Decided" ? ["decision"] : [])];
  const more = tags.filter((tag) => !there.includes(tag)).map((tag) => ` [${tag}]`);
  const said = label === "Corrected" ? text.replace(sameLabel, "") : text;
  return { text: `- ${label}: ${said}${more.join("")}`, ids: items.map(({ id }) => id) };
}

/** “Corrected: Correction: …” */
const sameLabel = /^(?:correction|korrektur|corrección|correção|correzione|korekta|поправка)\s?:\s*/i;

/** What an agent wrote down corrects where it took the place of an entry; what a person wants besides corrects nothing. */
function isCorrection({ kind, isPerson, ended, text, why }: Item): boolean {
  if (!isPerson) return kind !== "decision" && ended?.state === "kept" && ended.instead === true;
  if (ofTime.test(why) && alone.test(text)) return false;
  return kind === "correction" && !besides.test(text) && (!wishes.test(text) || denies.test(text));
}

/** “Since yesterday I am back in Amrum”: who tells of their own days by a word of time takes nothing back. */
const ofTime =
  /^says “(?:since|again|already|any ?more|seit|wieder|schon|nicht mehr|inzwischen|längst|depuis|encore|déjà|desde|otra vez|ya|ya no|já|ancora|già|od|znowu|znów|już|juz nie|снова|уже|又|已经|また|もう)”$/iu;
const alone = /(?<!\p{L})(?:i|ich|je|yo|eu|io|ja|jestem|я)(?!\p{L})|(?<!\p{L})j['’]|我(?!们)|私|나는/iu;

const besides =
  /^(?:(?:also|außerdem|auch|aussi|de plus|además|también|também|też|także|dodatkowo|poza tym|ponadto)[\s,]|另外|还有|また(?!は)|さらに|それと)/iu;
const wishes =
  /^(?:(?:i (?:want|need|would like)|i['’]d like|ich (?:will|möchte)|je (?:veux|voudrais)|quiero|chc[eę]|chciał(?:by|aby)m|potrzebuj[eę])\s|我(?:想|希望))|たい(?:です)?$/iu;
const denies =
  /(?<!\p{L})(?:not|no|never|instead|nicht|kein\p{L}*|statt|pas|plus|nada|ya|nie|zamiast|jednak)(?!\p{L})|n['’]t|不|别|ない|なく|はなし/iu;

// Prompts: what was asked at once becomes one line; those that name most are told.

interface Prompt {
  readonly at: Instant;
  readonly text: string;
  readonly names: number;
  /** What it is made of. */
  readonly items: readonly Item[];
}

function promptsIn(items: readonly Item[]): readonly Prompt[] {
  const byTime = new Map<Instant, Item[]>();
  for (const [place, item] of items.entries()) {
    if (item.kind !== "task" && item.kind !== "question") continue;
    const before = byTime.get(item.at) ?? [];
    const last = items[place - 1];
    const isOfLast = takesBack.test(item.text) && last?.at === item.at && !before.includes(last);
    byTime.set(item.at, [...before, ...(isOfLast ? [last] : []), item]);
  }
  return [...byTime].map(([at, asked]) => {
    const parts = asked.map(said);
    const telling = parts.filter((part) => namesIn(part) > 1 || takesBack.test(part));
    const text = clipped((telling.length > 0 ? telling : parts).join(" · "));
    return { at, text, names: namesIn(text), items: asked };
  });
}

/** “Keep it”, “mach das bitte NICHT”: without what stands before it says nothing, which says the contrary without it. */
const takesBack =
  /^(?:(?:no|nope|wait|actually|nein|doch|non|espera),? )*(?:(?:keep|leave|don['’]?t (?:do|delete|touch|remove)|do not (?:do|delete|touch|remove)|mach|lass|behalte?|garde|laisse|zostaw) (?:it|that|this|them|das|es|sie|ihn|ça|le|la|to)|ne (?:le|la) \p{L}+ pas|no l[oa]s? \p{L}+|d[eé]jal[oa]s?|nie r[oó]b tego)(?!\p{L}).{0,20}$/iu;

/** Whether it wants something done or answered: what only has a word of a question within it tells how things are. */
function isAsked({ kind, text, why }: Item): boolean {
  const word = /^says “(.+)”$/.exec(why)?.[1];
  if (kind !== "question" || why === askedByMark || /[?？]$/.test(text)) return true;
  const at = word === undefined ? -1 : text.indexOf(word);
  return at >= 0 ? at < askingCharsMax : why.startsWith("begins");
}

const askingCharsMax = 8;

/** In the order of time; what is asked first is what a session is about. */
function best(prompts: readonly Prompt[], most: number): readonly Prompt[] {
  const telling = prompts.filter(({ names }) => names >= namesMin);
  const rank = (prompt: Prompt): number => (prompt === telling[0] ? namesMost : Math.min(namesMost, prompt.names));
  return mostOf(telling, most, (a, b) => rank(b) - rank(a));
}

/** So many of them by that order, as they stood. */
function mostOf<T>(all: readonly T[], most: number, compare: (a: T, b: T) => number): readonly T[] {
  const chosen = [...all].sort(compare).slice(0, most);
  return all.filter((one) => chosen.includes(one));
}

/** Who puts something off says so, in seven languages. */
const later =
  /(?<!\p{L})(?:to-?do|(?:do|fix|handle|tackle|finish) (?:it|that|this|the rest) (?:later|tomorrow|next)|next time|not yet done|still (?:have|need|has) to|left to do|später|nächstes Mal|plus tard|la prochaine fois|más tarde|la próxima vez|później|pozniej|następnym razem|nastepnym razem|na później|do zrobienia)(?!\p{L})|以后再|下次|之后再|あとで|次回/iu;

function isOpen({ text, names }: Prompt, isUnanswered: boolean): boolean {
  return names >= namesMin && (isUnanswered || later.test(text));
}

interface Labeled extends Pick<Prompt, "text" | "items"> {
  readonly label: string;
}

function stated(items: readonly Item[], label: string, isOne: (item: Item) => boolean): readonly Labeled[] {
  const found = items.filter((item) => isOne(item) && (item.lasting || isTelling(item)));
  const surest = mostOf(found, statedMax, (a, b) => Number(b.lasting) - Number(a.lasting) || b.score - a.score);
  return surest.map((item) => ({ label, text: clipped(said(item)), items: [item] }));
}

/**
 * What was said once of how things are, with a number, a day or names in it, and what people tell of their own days: nobody asks for it now, and
 * somebody may later. In a talk that is what all of it is about.
 */
function toldIn(items: readonly Item[], isTalk: boolean): readonly Labeled[] {
  const typed = new Map<Instant, number>();
  for (const { at, text } of items) typed.set(at, (typed.get(at) ?? 0) + text.length);
  const isOne = (item: Item): boolean =>
    toldKinds.has(item.kind) && item.score >= toldScoreMin && valuesIn(item.text) > 0;
  const found = items.filter(
    (item) =>
      !item.lasting &&
      !relative.test(item.text) &&
      typed.get(item.at)! <= typedCharsMax &&
      ((isOne(item) && namesIn(said(item)) > namesMin) || isOfOwnDays(item, isTalk) || isWayOfTeam(item)),
  );
  const worth = ({ text }: Item): number =>
    valuesIn(text) + (aDay.test(text) || madeWith.test(text) ? dayWorth : 0) + (isTalk ? namesIn(text) : 0);
  const dearest = mostOf(found, isTalk ? toldInTalkMax : toldMax, (a, b) => worth(b) - worth(a));
  return dearest.map((item) => ({ label: "Told", text: clipped(said(item).replace(asking, "")), items: [item] }));
}

/** “For the database we use Supabase”: what a work is made with, which who begins it says once. */
function isWayOfTeam({ kind, text, isPerson }: Item): boolean {
  if (!isPerson || kind === "question" || kind === "task" || /[?？]/.test(text)) return false;
  return madeWith.test(text) && named.test(text);
}

const madeWith =
  /(?<!\p{L})(?:we(?:['’]ll| will)? (?:use|build|deploy|host|store|run)|wir (?:nutzen|benutzen|verwenden|nehmen)|(?:nutzen|benutzen|verwenden|nehmen) wir|(?:nous|on) utilis\p{L}+|usamos|utilizamos|a gente usa|usiamo|utilizziamo|używamy|uzywamy|korzystamy z|stawiamy na|мы используем)(?!\p{L})|を(?:使い|使う|使用|採用|利用)|[使采利]用|用的?是|사용/iu;
/** A name behind the first word, or one in Latin letters in a text of others. */
const named =
  /(?<=\p{Ll}[,.]? )\p{Lu}[\p{L}\d.]+|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}、，：]\s?)[A-Z][\w.]+/u;

/** “I went to Rome last week”: somebody of themselves, and in the middle of work with its day. */
function isOfOwnDays(item: Item, isTalk: boolean): boolean {
  const { kind, text, isPerson } = item;
  if (!isPerson || (kind === "question" && isAsked(item)) || /[?？]/.test(text)) return false;
  if (requesting.test(clean(text)) || wishes.test(text)) return false;
  // Japanese leaves out who it was.
  const at = own.exec(text)?.index ?? -1;
  const isOwn = (kind === "task" ? at === 0 : at >= 0) || /[\p{Script=Hiragana}]/u.test(text);
  const isDay = isTalk ? isOwn || aDay.test(text) : isOwn && aDay.test(text);
  return (isDay && namesIn(said(item)) >= namesMin) || (isTalk && tellsOfLife(item));
}

/** “Lena and I broke up”, “Mia is 8 now”: what happened to somebody, or how they are. */
function tellsOfLife(item: Item): boolean {
  const { kind, text, why } = item;
  if (orders.has(kind) || (kind === "chat" && why.startsWith("says")) || toAgent.test(text)) return false;
  if (clean(text).includes(blank)) return false;
  const numbers = text.match(/\d+/g)?.length ?? 0;
  if (namesIn(said(item)) + numbers < lifeNamesMin) return false;
  if (numbers > 0 || own.test(text) || happened.test(text) || /(?<=[\p{Ll},] )\p{Lu}\p{Ll}/u.test(text)) return true;
  return marksIn(readingOf(text), { start: 0, end: text.length }).some(
    ({ sign }) => sign === "kin" || sign === "life",
  );
}

const lifeNamesMin = 2;
const orders: ReadonlySet<string> = new Set(["task", "rule", "trigger"]);
/** What is said of the answer before, or to who gave it. */
const toAgent =
  /^(?:(?:ok|okay|yes|no|and|but|so),? )*(?:that|this|it|these|those|das|es|ça|c['’]est|eso|esto|isso|questo|sounds|looks|seems|klingt|passt)(?!\p{L})|(?<!\p{L})(?:you|your|yours|please|pls|du|dich|dir|dein\p{L}*|bitte|te|toi|vous|votre|usted|contigo|você|voce|proszę|prosze|ты|тебя|пожалуйста|(?:don['’]?t|not) want (?:that|this|it))(?!\p{L})|[你您]/iu;
/** How people tell that something came about or is over. */
const happened =
  /(?<!\p{L})(?:was|were|died|broke|fell|lost|won|met|got|left|quit|bought|sold|signed|started|finished|passed|moved|is (?:done|over|gone|dead)|war|waren|wurde|gestorben|gekauft|verkauft|bekommen|ist (?:weg|vorbei|fertig|tot)|était|mort|est (?:mort|fini|parti)e?|fue|murió|terminó|era|foi|morreu|è (?:morto|morta|finit[oa])|zmarł\p{L}*|umarł\p{L}*|był[ao]?|умер\p{L}*|был[ао]?)(?!\p{L})|[了过]$|[たった]$/iu;

/** The person, in eleven languages. */
const own =
  /(?<!\p{L})(?:i|i['’]?m|i['’]?ve|i['’]?d|i['’]?ll|my|mine|me|we|we['’]re|we['’]ve|our|us|ich|mein\p{L}*|mich|mir|wir|uns|unser\p{L}*|je|mon|ma|mes|moi|nous|notre|nos|yo|mi|mis|me|nuestr\p{L}+|eu|meu|minha|meus|minhas|nosso|nossa|io|mio|mia|miei|mie|noi|nostr\p{L}+|moja|mój|moj|moje|moich|mojego|mojej|mnie|mam|mamy|jestem|byłem|byłam|bylem|bylam|nasz\p{L}*|\p{L}+(?:liśmy|łyśmy|łem|łam|lismy|lysmy)|я|мне|меня|мой|моя|моё|мои|моей|моего|мы|нас|нам|наш\p{L}*)(?!\p{L})|(?<!\p{L})j['’]|我|私|僕|俺|(?<!\p{L})(?:나|내|저|제|우리)/iu;
/** A day, a week or a year by what it is called, in eleven languages. */
const aDay =
  /(?<!\p{L})(?:yesterday|today|tonight|tomorrow|(?:last|next|this|past) (?:night|morning|weekend|week|month|year|spring|summer|fall|autumn|winter|\p{L}+day)|\p{L}+ ago|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|april|june|july|august|september|october|november|december|gestern|vorgestern|heute|morgen|übermorgen|letzte\p{L}*|nächste\p{L}*|wochenende|\p{L}+tags?|hier|aujourd['’]hui|demain|semaine|dernier|dernière|prochaine?|ayer|anoche|hoy|mañana|semana|pasad[oa]|próxim[oa]|ontem|hoje|amanhã|passad[oa]|ieri|oggi|domani|settimana|scors[oa]|prossim[oa]|wczoraj|przedwczoraj|dziś|dzis|dzisiaj|jutro|pojutrze|zeszł\p{L}+|zeszl\p{L}+|przyszł\p{L}+|przyszl\p{L}+|\p{L}+ temu|tydzień|tygodni\p{L}*|poniedziałek|wtorek|środ[aęy]|czwartek|piątek|sobot[aęy]|niedziel[aęi]|вчера|сегодня|завтра|недел\p{L}+|прошл\p{L}+|следующ\p{L}+|назад)(?!\p{L})|昨天|今天|明天|前天|上周|下周|上个月|下个月|去年|明年|周末|星期|昨日|今日|明日|先週|来週|先月|来月|来年|週末|曜日|어제|오늘|내일|지난|다음|작년|주말|요일/iu;

const toldKinds: ReadonlySet<string> = new Set(["fact", "preference", "decision", "correction"]);
const toldScoreMin = 0.4;
/** Who says more than this at once mostly pastes. */
const typedCharsMax = 1_200;
/** “Which has 450 pages”: what it says that of stands elsewhere. */
const relative = /^\s*(?:which|who|whose|whom|where|qui|dont|où|któr\p{L}+|ktor\p{L}+)(?!\p{L})/iu;
/** “…, can you help me with it?” */
const asking =
  /[,;] (?:(?:so|and|but) )?(?:(?:can|could|would|will) (?:you|I)|I(?:'m| am| was) (?:\p{L}+ )?(?:curious|hoping|not sure|struggling|unsure|wondering))(?!\p{L}).*$/iu;

/** Amounts, days and numbers of two digits, and names behind the first word, of which one alone may be any word. */
function valuesIn(text: string): number {
  const numbers = text.match(/[$€£¥]\s?\d|(?<![\p{L}\d_./-])\d[\d.,:]*(?:\s?%|\s\p{L}|[\d年月日])/gu)?.length ?? 0;
  const names = text.match(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}+/gu)?.length ?? 0;
  return numbers + (names > 1 ? names - 1 : 0);
}

function isTelling(item: Item): boolean {
  return item.score >= scoreMin && namesIn(said(item)) >= namesMin + 1;
}

const scoreMin = 0.7;

// Words: what of a statement is worth a line.

/** What a program printed, or a review says, is nobody's word, and neither is what stands around it in the same prompt. */
function isOutput({ text }: Item): boolean {
  return /[⏺⎿❯│┌└]|\|(?:DEBU|INFO|WARN|ERRO)|^\s*[{[<]/u.test(text) || reviewing.test(text);
}

/** As those write who comment on somebody's lines. */
const reviewing =
  /^\s*(?:consider|suggest) \p{L}+ing (?!it|this|that)\S|\((?:lines?|L)\s?\d+(?:\s?[-–]\s?L?\d+)?\)|^\s*(?:nitpick|nit|suggested change|severity|potential issue)(?:\s*[:(]|$)/iu;

/** Without what leads to it, with the mark that ended it, and as it can be told: a blank where a secret stood is none in a page. */
function said({ text, kind, why }: Item): string {
  const plain = clean(text)
    .replace(leading, "")
    .replace(opening, "")
    .replace(requesting, "")
    .replace(smile, "")
    .trim();
  const told = isBalanced(plain) ? plain : plain.replace(/[()]/g, "").trim();
  const [first = ""] = told;
  const isAsked =
    kind === "question" &&
    why === askedByMark &&
    !requesting.test(clean(text).replace(opening, "")) &&
    !/[?？…]$/u.test(told);
  return `${first.toUpperCase()}${told.slice(first.length)}${isAsked ? (unspaced.test(told) ? "？" : "?") : ""}`;
}

const leading = /^(?:[-*+>#.…]+|\d{1,9}[.)])\s*/;
const opening =
  /^(?:(?:ok|okay|yeah|yes|yep|nah|hmm+|um+|uh+|ah+|ooh|oh|so|right|alright|well|now|and|also|then|cool|great)[,!.:… -]+)+(?=\S{2})/i;
const smile = /\s[:;]-?[)(DP]+$/;
const requesting = /^(?:can|could|would|will) you (?:please |also )*(?=\p{L}{3})/iu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

function isBalanced(text: string): boolean {
  return text.split("(").length === text.split(")").length && !text.startsWith(")");
}

const namesMin = 3;
const namesMost = 9;

/** How many things it names: words that tell, each once. */
function namesIn(text: string): number {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_./-]{3,}/gu) ?? [];
  const signs = (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0) / 3;
  return new Set(words.filter((word) => !vague.has(word))).size + signs;
}

const vague: ReadonlySet<string> = new Set(
  "the and for are was were not but you your can could would should will that this these those there here have has had what when where which who why how does did don't doesn't didn't let's lets get got make made just also then than they them their its it's i'm i'll i've we're we've with from into about some any all one two yes yeah okay please now still again back really actually maybe think know see look want need like thing things something anything same other good right sure did done doing going come way out our use used per yet too even only more most very much both being been because after before over case first next log".split(
    " ",
  ),
);

function clipped(text: string): string {
  const cut = text.length <= charsMax ? text : text.slice(0, Math.max(text.lastIndexOf(" ", charsMax), charsMax / 2));
  // Half of a code span would take what follows with it.
  const whole = cut.split("`").length % 2 === 1 ? cut : cut.replaceAll("`", "");
  return cut === text ? whole : `${whole.trimEnd()} …`;
}

const charsMax = 160;

// Changed: commits of code, and the files that they touched.

function changed(commits: readonly Commit[]): readonly EpisodeLine[] {
  if (commits.length === 0) return [];
  const told = commits.slice(-commitsMax).map(({ oid, subject }) => `${clipped(clean(subject))} (${oid})`);
  const before = commits.length - told.length;
  const files = [...new Set(commits.flatMap((each) => each.files))];
  const names = files.slice(0, filesMax).map((file) => `\`${clean(file).replaceAll("`", "")}\``);
  const more = files.length - names.length;
  const lines = [
    `- Changed: ${told.join("; ")}${before === 0 ? "" : `; and ${before} commits before`}`,
    ...(names.length === 0 ? [] : [`- Changed files: ${names.join(", ")}${more === 0 ? "" : ` and ${more} more`}`]),
  ];
  return lines.map((text) => ({ text, ids: [] }));
}

const commitsMax = 4;
const filesMax = 6;

const blank = "(a secret, not kept)";

function clean(text: string): string {
  return redactSecrets(text)
    .replace(/\[REDACTED:[^\]\s]+\]/g, blank)
    .replace(/\s+/g, " ")
    .trim();
}

/** `Session 1f3a9c20 at 09:05`: by when it was first heard that day. */
export function episodeTitle(session: string, at: Instant, zone: Zone): string {
  const { minute } = zone(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${episodeName(session)} at ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** What the titles of a session's sections begin with. */
export function episodeName(session: string): string {
  const plain = session.replace(/[^\w-]/g, "");
  return `Session ${plain.length > 12 ? plain.slice(0, 8) : plain}`;
}

/** The day of what was heard last. */
export function episodeDay(items: readonly Item[], zone: Zone): string {
  return dayAt(zone, items.at(-1)!.at);
}

export function isEpisodeTitle(text: string): boolean {
  return /^Session [\w-]{1,12} at \d{2}:\d{2}$/.test(text.trim());
}

export function isEpisodeSlug(text: string | null): boolean {
  return text !== null && /^session-[\w-]{1,12}-at-\d{4}(?:-\d+)?$/.test(text);
}

/** A line of such a section that only says what was asked: it answers nobody who asks it again. */
export function isEpisodeQuestion(text: string): boolean {
  return /^[-*+]?\s*(?:Asked|Open): .*[?？](?:\s*\[[^\]\n]*\])*\s*$/u.test(text);
}

/** A line of such a section: others may write below it. */
export function isEpisodeLine(text: string): boolean {
  return /^[-*+]?\s*(?:Asked|Decided|Corrected|Said|Told|Changed|Changed files|Worked on|Ran|Open): /.test(text);
}

// Plain: an entry is read by who was not there.

/** In one line, without what leads to it, thanks, and what asks for it to be kept. */
export function plainSaid(text: string): string {
  const line = inOneLine(text);
  let said = line.replace(fillers, "");
  for (let at = 0; at < thanksMost; at += 1) said = said.replace(thanks, "");
  return (said.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) > 1 ? said : line;
}

export function inOneLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:[-*+>#]+|\d{1,9}[.)])\s+/, "");
}

const fillers =
  /^(?:(?:(?:no|nope|nah|nein|nee|non|yes|yeah|yep|ja|oui|sí|si|sure|ok|okay|alright|well|oh|ah|sorry|actually|wait|great|cool|perfect|nice|thanks|thank you|danke|merci|gracias|correction|korrektur|corrección|and|but|so|also|(?:hi|hey|hello|hallo|hola|salut|bonjour)(?: [a-zß-öø-ÿ]+)?)(?: ?[,:;!—–]|\.(?= [a-zß-öø-ÿ]))|(?:and|but|also|oh|please|pls|bitte)(?= [a-zß-öø-ÿ]))\s*|(?:不对|不是|不|错了|请?记住|いいえ|いえ|いや|違います)[，,。、:：]\s*)+/i;
const thanks =
  /(?<![\s,.;!—–-])(?:[\s,.;!—–-]+(?:thanks|thank you|thx|please|pls|plz|danke|bitte|merci|s'il te pla[iî]t|gracias|por favor|obrigad[oa])(?: (?:a lot|so much|very much|sehr|beaucoup|bien))?|[,.;!] ?(?:ok|okay|alright|cheers|ja|vale|谢谢))[\s!.?。！]*$|(?<!\s)\s*\((?:please )?(?:add|note|remember|save|store|update|write) [^()]*(?:memory|this|that|it)\)[\s.!]*$/i;
/** “…, ok? Thanks!” */
const thanksMost = 3;
