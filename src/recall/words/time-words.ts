/**
 * TimeWords: how people name days in English, German, French and Spanish, and dates in four languages more: words as data, folded, so that an accent that nobody typed is none here.
 * Chinese and Japanese, whose words nothing parts, are in `time-wide.ts`.
 */

import type { SpanPart, Unit } from "./calendar.js";

type Side = "since" | "until" | "after" | "before";
type Sets =
  | ("ambiguousMonths" | "articles" | "everyWords" | "frenchWords" | "hourWords" | "leadWords" | "linkWords")
  | ("ofWords" | "pastWords" | "recentWords" | "smallNames");
type Numbers = "backWords" | "dayWords" | "monthNames" | "numberWords" | "ordinalWords" | "weekdayNames";

interface TimeWords
  extends Readonly<Record<Sets, ReadonlySet<string>>>,
    Readonly<Record<Numbers, ReadonlyMap<string, number>>> {
  readonly partNouns: ReadonlyMap<string, "week" | "half">;
  readonly partWords: ReadonlyMap<string, SpanPart>;
  readonly rangeWords: ReadonlyMap<string, ReadonlySet<string>>;
  readonly sideWords: ReadonlyMap<string, Side>;
  readonly unitNames: ReadonlyMap<string, Unit>;
}

export const timeWords: TimeWords = {
  /** Month counted from 1, by name; `may`, `march`, `mai`, `sept` and their like are told apart from other words by what stands beside them. */
  monthNames: numbered([
    "january jan januar janner janvier janv enero ene gennaio janeiro января январь январе stycznia styczen styczniu янв",
    "february feb februar fevrier fevr fev febrero febbraio fevereiro февраля февраль феврале lutego luty lutym фев",
    "march mar marz mrz mars marzo marco марта март марте marca marzec marcu",
    "april apr avril avr abril abr aprile апреля апрель апреле kwietnia kwiecien kwietniu",
    "may mai mayo maggio maio мая маи мае maja maj maju",
    "june jun juni juin junio giugno junho июня июнь июне czerwca czerwiec czerwcu",
    "july jul juli juillet juil julio luglio julho июля июль июле lipca lipiec lipcu",
    "august aug aout agosto августа август августе sierpnia sierpien sierpniu",
    "september sep sept septembre septiembre setiembre settembre setembro сентября сентябрь сентябре wrzesnia wrzesien wrzesniu",
    "october oct oktober okt octobre octubre ottobre outubro октября октябрь октябре pazdziernika pazdziernik pazdzierniku",
    "november nov novembre noviembre novembro ноября ноябрь ноябре listopada listopad listopadzie",
    "december dec dezember dez decembre diciembre dic dicembre dezembro декабря декабрь декабре grudnia grudzien grudniu",
  ]),
  /** Names that are common words, too: they count only beside a number or behind a word that leads to a time. */
  ambiguousMonths: setOf("may march mar mars mai jan dec jun sep sept marco maja maju"),
  /** Languages that write months and days of the week small. */
  smallNames: setOf(
    "janvier fevrier avril juin juillet aout septembre octobre novembre decembre enero febrero abril mayo junio julio agosto " +
      "septiembre setiembre octubre noviembre diciembre lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes " +
      "miercoles jueves viernes sabado domingo " +
      "gennaio janeiro января январь январе stycznia styczen styczniu febbraio fevereiro февраля февраль феврале lutego luty " +
      "lutym марта март марте marca marzec marcu aprile апреля апрель апреле kwietnia kwiecien kwietniu maggio maio мая маи " +
      "мае maja maj maju giugno junho июня июнь июне czerwca czerwiec czerwcu luglio julho июля июль июле lipca lipiec lipcu " +
      "августа август августе sierpnia sierpien sierpniu settembre setembro сентября сентябрь сентябре wrzesnia wrzesien " +
      "wrzesniu ottobre outubro октября октябрь октябре pazdziernika pazdziernik pazdzierniku novembro ноября ноябрь ноябре " +
      "listopada listopad listopadzie dicembre dezembro декабря декабрь декабре grudnia grudzien grudniu понедельник " +
      "понедельника poniedzialek вторник вторника wtorek среду srode sroda четверг четверга czwartek пятница пятницу piatek " +
      "суббота субботу sobote sobota воскресенье niedziele niedziela",
  ),
  /** Monday is 1. */
  weekdayNames: numbered([
    "monday mondays montag lundi lunes понедельник понедельника poniedzialek",
    "tuesday tuesdays dienstag mardi martes вторник вторника wtorek",
    "wednesday wednesdays mittwoch mercredi miercoles среду srode sroda",
    "thursday thursdays donnerstag jeudi jueves четверг четверга czwartek",
    "friday fridays freitag vendredi viernes пятница пятницу piatek",
    "saturday saturdays samstag sonnabend samedi sabado суббота субботу sobote sobota",
    "sunday sundays sonntag dimanche domingo воскресенье niedziele niedziela",
  ]),
  /** What comes again and again is no one day. */
  everyWords: setOf("every each jeden jeder chaque cada tous todos"),
  /** Days back from today. */
  dayWords: numbered(
    [
      "today tonight heute hoy сегодня dzis dzisiaj",
      "yesterday gestern ayer anoche вчера wczoraj",
      "vorgestern anteayer antier позавчера przedwczoraj",
    ],
    0,
  ),
  /** The last two weeks. */
  recentWords: setOf("recently lately kurzlich neulich recemment recientemente"),
  unitNames: new Map([
    ...named<Unit>("day", "day days tag tage tagen jour jours dia dias"),
    ...named<Unit>("week", "week weeks woche wochen semaine semaines semana semanas"),
    ...named<Unit>("month", "month months monat monate monaten monats mois mes meses"),
    ...named<Unit>("quarter", "quarter quarters quartal trimestre trimestres"),
    ...named<Unit>("year", "year years jahr jahre jahren jahres an ans annee annees ano anos"),
  ]),
  /** Units back that a word before a unit means: `last week`, `this month`. */
  backWords: numbered(
    [
      "this current diese diesen dieser dieses ce cet cette ces este esta estos estas",
      "last previous past letzte letzten letzter letztes vorige vorigen voriges vergangene vergangenen vergangenes derniere dernier " +
        "derniers dernieres ultimo ultima ultimos ultimas",
    ],
    0,
  ),
  /** The same behind a unit or a day: `la semaine dernière`, `el martes pasado`. */
  pastWords: setOf(
    "dernier derniere derniers dernieres passe passee passes pasado pasada pasados pasadas ultimo ultima",
  ),
  /** Hours of a day, as a word behind `this` and `last` names them. */
  hourWords: setOf("morning afternoon evening night matin soir nuit manana tarde noche"),
  /** Numbers that are written as words. */
  numberWords: numbered([
    "a an one ein einen einem einer eine un une una",
    "two couple zwei deux dos",
    "three few paar drei trois tres quelques",
    "four vier quatre cuatro",
    "five funf cinq cinco",
    "six sechs seis",
    "seven sieben sept siete",
    "eight acht huit ocho",
    "nine neun neuf nueve",
    "ten zehn dix diez",
  ]),
  /** What a word before a time makes of it: the side that stays open. */
  sideWords: new Map([
    ...named<Side>("since", "since seit ab depuis partir desde"),
    ...named<Side>("until", "until till bis jusqu hasta"),
    ...named<Side>("after", "after nach apres despues tras"),
    ...named<Side>("before", "before vor avant antes"),
  ]),
  /** Words that lead to a time and say nothing more of it. */
  leadWords: setOf(
    "in on during of at im am w в во from around about vom von den dem der des das the en au aux le la les du de d l el los las del durant pendant " +
      "durante vers hacia",
  ),
  /** `the march` is no month. */
  articles: setOf("the der dem den das des le la les l el los las"),
  /** What stands between a day and its month, and a month and its year. */
  ofWords: setOf("of de del d"),
  /** By what begins a range, the words that lead to its end; a dash does always. */
  rangeWords: new Map([
    ["between", setOf("and to")],
    ["zwischen", setOf("und bis")],
    ["entre", setOf("et y e")],
    ["from", setOf("to until till through")],
    ["von", setOf("bis")],
    ["vom", setOf("bis")],
    ["du", setOf("au jusqu")],
    ["de", setOf("a al hasta")],
    ["del", setOf("al a hasta")],
    ["desde", setOf("hasta al a")],
  ]),
  /** The same where nothing begins it: `3 to 5 May`. */
  linkWords: setOf("to until through bis au al hasta"),
  /** Parts of a month or year by one word before it. */
  partWords: new Map([
    ...named<SpanPart>(
      { by: "third", at: 0 },
      "early beginning start anfang debut principios comienzos inicios principio",
    ),
    ...named<SpanPart>({ by: "third", at: 1 }, "mid middle mitte mi milieu mediados"),
    ...named<SpanPart>({ by: "third", at: 2 }, "late end ende fin finales fines final"),
  ]),
  /** Which week or half, counted from 0; -1 is the last. */
  ordinalWords: new Map([
    ...named<number>(0, "first 1st erste ersten erster premiere primera"),
    ...named<number>(1, "second 2nd zweite zweiten zweiter deuxieme seconde segunda"),
    ...named<number>(2, "third 3rd dritte dritten dritter troisieme tercera"),
    ...named<number>(3, "fourth 4th vierte vierten vierter quatrieme cuarta"),
    ...named<number>(-1, "last final letzte letzten letzter derniere ultima"),
  ]),
  partNouns: new Map([
    ...named<"week" | "half">("week", "week woche semaine semana"),
    ...named<"week" | "half">("half", "half halfte moitie mitad quincena"),
  ]),
  /** What tells French from German, in which `hier` is another word. */
  frenchWords: setOf(
    "le la les l un une du qu que qui quoi quel quelle ou est ce c a ai avons nous on je j il elle dans avec pour sur au et fait",
  ),
};

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

function named<V>(value: V, words: string): readonly (readonly [string, V])[] {
  return words.split(" ").map((word) => [word, value] as const);
}

function numbered(rows: readonly string[], first = 1): ReadonlyMap<string, number> {
  return new Map(rows.flatMap((words, at) => named(first + at, words)));
}

// TimeNumber: numbers, days of a month and years.

export function numberAt(word: { readonly low: string } | undefined): number | null {
  if (word === undefined) return null;
  if (/^\d{1,3}$/.test(word.low)) return Number(word.low);
  return timeWords.numberWords.get(word.low) ?? null;
}

/** `20`, `20th`, `1er`: a day of a month. */
export function dayNumberAt(word: { readonly low: string } | undefined): number | null {
  const digits = /^(\d{1,2})(?:st|nd|rd|th|er|º|o)?$/.exec(word?.low ?? "")?.[1];
  const day = Number(digits ?? 0);
  return day >= 1 && day <= 31 ? day : null;
}

export function isYear(text: string): boolean {
  return /^(?:19|20)\d\d$/.test(text);
}

export function isDigits(text: string): boolean {
  return /^\d+$/.test(text);
}

export function isSmall(text: string): boolean {
  return text === text.toLowerCase();
}
