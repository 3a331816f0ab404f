/**
 * Statement: what a person said in a prompt, sentence by sentence and clause by clause, and what kind of words each is.
 *
 * A prompt is stripped of what is not the person's (`own-words.ts`), cut into sentences and pieces (`clause.ts`), and each piece is weighed by
 * the signs it shows (`sign.ts`, `weights.ts`). Pieces of one sentence are one statement unless they are of kinds that people join only for
 * brevity: a thank-you and an order, a fact and an order. What others are said to think, what is only imagined and what is not meant is
 * heard and left out. Nothing here asks a model, a clock or a file.
 */

import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import type { Holder } from "../memory/service.js";
import { redactSecrets } from "../rules/secret-keys.js";
import {
  follows,
  goesOnWithVerb,
  isException,
  type Piece,
  piecesOf,
  quotedTexts,
  type Sentence,
  type Span,
  sentencesOf,
  withoutQuoteInFront,
} from "./clause.js";
import {
  asOrdered,
  type Context,
  callIn,
  contextOf,
  correctsOf,
  forgottenIn,
  isAsking,
  isOfOwnLife,
  type Judged,
  likeliestOf,
  tellerOf,
  type Weighed,
  weigh,
  whyOf,
} from "./features.js";
import {
  durable,
  type HeardStatement,
  type Hearing,
  type Item,
  inboxOf,
  likelihoodOf,
  type Statement,
  type StatementKind,
} from "./inbox.js";
import { isForAlways, isHalf, isLasting, isOfAgentsWays, isOfProjects, lastsLikely, mayLast } from "./lasting.js";
import { asMeant, type Hit, hitsIn, marksIn, setOf } from "./sign.js";
import { forThisOnce, ordersFor, symptom } from "./words/lasting.js";

/** In the order of the prompt; no two overlap. `before` is the agent's turn before it. */
export function statementsOf(prompt: string, before: string | null): readonly Statement[] {
  const { context, heard } = heardIn(prompt, before);
  const statements = heard.map(({ statement }) => statement);
  const told = withReasons(prompt, asMeant(context.reading, prompt, statements));
  const isCrowd = told.filter(({ kind, lasting }) => durable.has(kind) && !lasting).length > crowdMax;
  return isCrowd ? told.map((each) => (each.lasting ? each : { ...each, ...doubted(each) })) : told;
}

/** A statement, and what tells whether it lasts. */
interface Heard {
  readonly statement: Statement;
  readonly judged: Judged;
}

/** Each sentence or clause for itself. */
export function heardIn(
  prompt: string,
  before: string | null,
): { readonly context: Context; readonly heard: readonly Heard[] } {
  const groups: Group[] = [];
  let context = contextOf(prompt, before);
  let ahead: Hit | undefined;
  for (const sentence of sentencesOf(context.text).flatMap((one) => withoutCall(context, one))) {
    if (groups.length >= statementsMax) break;
    const call = callIn(context, sentence);
    const last = groups.at(-1);
    if (call === null || (call.sign === "remembers" && last?.weighed.features.has("chatsFirst"))) {
      const [first, ...rest] = groupsOf(context, asOrdered(context, sentence));
      if (first !== undefined) groups.push({ ...first, call: ahead }, ...rest);
      ahead = undefined;
    } else if (last === undefined || context.text[sentence.end] === ":") ahead = call;
    else if (call.sign === "mocks") groups.pop();
    else groups[groups.length - 1] = { ...last, call };
    if (groups.length > 0) context = { ...context, isOnly: false };
  }
  const found = joined(context, groups);
  // Two words that show nothing are chat where they are all, and nothing beside what is said.
  const said = found.filter((group) => found.length === 1 || !isBare(group));
  const heard = said.flatMap((group) => statementOf(context, group) ?? []);
  return { context, heard };
}

/** “Please remember that, and now fix the header”, “the rent is 900, keep that in mind”: a sentence for each. */
function withoutCall(context: Context, sentence: Sentence): readonly Sentence[] {
  const pieces = piecesOf(context.text, sentence);
  const isCall = (one: Sentence): boolean => callIn(context, one)?.sign === "remembers";
  const partAt = (at: number): readonly [Sentence, Sentence] | null => {
    const { start, joint } = pieces[at]!;
    if (!/^(?:and|und|et|y|e|i|,)$/.test(joint)) return null;
    return [
      { ...sentence, end: pieces[at - 1]!.end, stop: "" },
      { ...sentence, start },
    ];
  };
  const first = pieces.length > 1 ? partAt(1) : null;
  const last = pieces.length > 1 ? partAt(pieces.length - 1) : null;
  if (last !== null && isCall(last[1])) return last;
  return first !== null && isCall(first[0]) && weigh(context, first[1], sentence.stop).kind === "task"
    ? first
    : [sentence];
}

/** Nobody types so much at once that is to be kept: it is pasted, and none of it is surely the person's word. */
const crowdMax = 12;
const doubtful = 0.4;

function doubted({ score, chance }: Pick<Statement, "score" | "chance">): Pick<Statement, "score" | "chance"> {
  return { score: score * doubtful, chance: Math.round(chance * doubtful * 100) / 100 };
}

/**
 * “I am in Lisbon, so give me times in WET always”: a lasting word is one with the fact that it follows from, and what is likely to hold with what
 * follows from it, as nobody knows what to do with “I am red-green blind” who does not hear “so use blue and orange”.
 */
function withReasons(prompt: string, statements: readonly Statement[]): readonly Statement[] {
  const found: Statement[] = [];
  for (const statement of statements) {
    const reason = found.at(-1);
    const isReasoned = reason !== undefined && follows(prompt.slice(reason.end, statement.start));
    const { start, scope } = reason ?? statement;
    const both = { start, end: statement.end, text: prompt.slice(start, statement.end) };
    if (isReasoned && statement.lasting && reason.kind === "fact")
      found[found.length - 1] = { ...statement, scope, ...both };
    else if (isReasoned && durable.has(reason.kind) && reason.chance >= sureMin && statement.kind !== "question")
      found[found.length - 1] = { ...reason, ...both };
    else found.push(statement);
  }
  return found;
}

/** From here on it is believed for what it is, whatever stands beside it. */
const sureMin = 0.5;

function joined(context: Context, groups: readonly Group[]): readonly Group[] {
  const found: Group[] = [];
  for (const group of groups) {
    const before = found.at(-1);
    if (before === undefined || !goesOn(context.text, before, group)) found.push(group);
    else {
      const span = { start: before.weighed.start, end: group.weighed.end };
      const weighed = weigh(context, span, group.stop);
      found[found.length - 1] = {
        ...before,
        ...group,
        isReported: before.isReported,
        weighed: { ...weighed, kind: isBare(before) ? group.weighed.kind : before.weighed.kind },
      };
    }
  }
  return found;
}

const statementsMax = 400;

// Groups: pieces of a sentence that are one statement, and sentences that go on with the one before.

interface Group {
  readonly weighed: Weighed;
  readonly stop: string;
  /** Somebody else is said to think it. */
  readonly isReported: boolean;
  /** Whether its sentence asks, whatever it says itself. */
  readonly asks?: boolean;
  /** What asks to remember it, or what is to be forgotten. */
  readonly call?: Hit | undefined;
  readonly forgets?: string;
}

function groupsOf(context: Context, sentence: Sentence): readonly Group[] {
  const forgets = forgottenIn(context, sentence);
  // As of a question nothing of it is to be known.
  if (forgets !== null)
    return [{ weighed: { ...weigh(context, sentence, ""), kind: "task" }, stop: "?", isReported: false, forgets }];
  const pieces = piecesOf(context.text, sentence, context.reading.languages[0] === "pl");
  const groups: Group[] = [];
  let current: Weighed | null = null;
  let isReported = false;
  let lead: number | null = null;
  for (const [at, piece] of pieces.entries()) {
    const stop = at === pieces.length - 1 ? sentence.stop : "";
    const next = weigh(context, piece, stop);
    const isTold: boolean = isReported || current?.features.has("reports") === true;
    if (current === null) current = next;
    else if (goesOnWithVerb(context.text, piece, sentence, current) || isReportedAcross(context, current, piece))
      current = weigh(context, { start: current.start, end: piece.end }, stop);
    else if (isMarker(current) && !current.features.has("reports")) {
      // It leads to what follows, and says nothing of its kind.
      lead = lead ?? current.start;
      current = next;
    } else if (
      (isTold && isOwnVoice(next, piece, context.text)) ||
      parts(current, next, piece, at === pieces.length - 1, context.text.slice(piece.start, sentence.end))
    ) {
      groups.push({ weighed: led(current, lead), stop: "", isReported });
      lead = null;
      isReported = isTold && !isOwnVoice(next, piece, context.text);
      current = next;
    } else current = weigh(context, { start: current.start, end: piece.end }, stop);
  }
  if (current !== null) groups.push({ weighed: led(current, lead), stop: sentence.stop, isReported });
  // What leads to a piece is no part of it: “Sure, let's rewrite all of it.”
  const isMocked = pieces.length > 1 && hitsIn(context.reading, sentence).some(({ sign }) => sign === "mocks");
  const shows = (...signs: readonly string[]): boolean =>
    groups.some(({ weighed: { features } }) => signs.every((sign) => features.has(sign)));
  // “Lol imagine I said: …”
  const isSupposing = (piece: Piece, at: number): boolean =>
    pieces[at + 1]?.joint === ":" && hitsIn(context.reading, piece).some(({ sign }) => sign === "supposes");
  const isSupposed = shows("irreal", "casesFirst") || shows("irreal", "irrealFirst") || pieces.some(isSupposing);
  const said = isAsking(context, sentence) ? groups.map(asAsked) : groups;
  const isVoid = isMocked || isSupposed || shows("mocks") || shows("supposesFirst");
  return isVoid
    ? said.filter(({ weighed, stop }) => weighed.kind === "task" || (weighed.kind === "question" && stop === "?"))
    : said;
}

function asAsked(group: Group): Group {
  const { weighed } = group;
  return durable.has(weighed.kind) ? { ...group, asks: true, weighed: { ...weighed, kind: "question" } } : group;
}

/** “Ada meint, ich soll …” */
function isReportedAcross({ reading }: Context, { start }: Span, piece: Span): boolean {
  const hits = hitsIn(reading, { start, end: piece.end });
  return hits.some((hit) => hit.sign === "reports" && hit.start < piece.start && hit.end > piece.start);
}

function led(weighed: Weighed, lead: number | null): Weighed {
  return lead === null ? weighed : { ...weighed, start: lead };
}

/** What somebody says goes on until the person speaks of themselves, asks, or wants something done: “the wiki says npm, but we use pnpm”. */
function isOwnVoice({ kind, features, start, end, margin }: Weighed, { joint }: Piece, text: string): boolean {
  const said = text.slice(start, end);
  const isAgainst = contrast.test(joint) || contrast.test(said) || / though$/i.test(said);
  const isOwn = !durable.has(kind) || speaks.some((one) => features.has(one));
  return isAgainst ? isOwn || features.has("habitsFirst") : isOwn && margin > slight;
}

const speaks = ["selfFirst", "oursFirst", "likes"];
const contrast = /^(?:but|aber|mais|pero|mas|ma|ale|lecz|но|а)(?:\s|$)|^(?:但|不过|でも|しかし)/i;

const barredWordsMax = 5;

/** Whether two pieces of a sentence are two statements. In doubt they are one. */
function parts(current: Weighed, next: Weighed, piece: Piece, isLast: boolean, said: string): boolean {
  if (piece.joint === ":" && current.words.length <= labelWordsMax) return false;
  if (current.features.has("arrow")) return false;
  if (current.features.has("casesFirst") && !current.features.has("comma")) return false;
  if (isLikingApart(current, next)) return true;
  // “… is integer pence, never float”: half of what is said.
  if (current.kind !== "task" && next.features.has("bansFirst") && sizeOf(next) <= barredWordsMax) return false;
  if (next.margin < strong || current.margin < slight || current.kind === next.kind) return false;
  // A case that says nothing more belongs to what stands before it.
  if (next.features.has("casesFirst") && isLast) return false;
  const isWord = /^[a-zà-ÿ]/.test(piece.joint);
  const isThanks = current.kind === "chat" && current.features.has("chatsFirst");
  if (isThanks) return sizeOf(current) <= chatWordsMax || next.margin > certain;
  if (next.kind === "chat") return next.features.has("chatsFirst") && !isWord && isLast;
  if (sizeOf(current) < least || sizeOf(next) < least) {
    return !durable.has(current.kind) && next.kind === "task" && next.features.has("tasksFirst") && sizeOf(next) > 1;
  }
  if (next.kind === "question") {
    return next.features.has("asked") || (next.features.has("asksFirst") && current.kind !== "trigger");
  }
  if (next.kind === "task") {
    // “docs are Hanna's, leave them be” is one rule; what is to be done once shows it.
    const isOrder = ["requestsFirst", "once", "ba", "imperativeForm"].some((one) => next.features.has(one));
    const isSaid = next.features.has("tasksFirst") || next.features.has("commandForm");
    // “We decided to drop moment and use date-fns instead”, “I am away for two weeks, then Kati does it”: it goes on.
    const isDropped = current.features.has("decides") && current.words.some((word) => dropping.has(word.said));
    if (isDropped && piece.joint === "and" && inItsPlace.test(said)) return false;
    if (current.kind === "fact" && piece.joint === "," && !isSaid && thens.test(said)) return false;
    return isOrder || (isSaid && (!durable.has(current.kind) || (loose.has(current.kind) && next.margin > certain)));
  }
  if (next.features.has("casesFirst")) return true;
  if (!durable.has(current.kind)) return standsAlone(next) && (!isWord || next.margin > certain);
  if (!speaking.some((one) => next.features.has(one))) return false;
  // Two things to be kept are one statement, unless one follows from the other.
  return follows(piece.joint) && current.kind === "fact";
}

/** “I prefer e-books, can you find me some?”, “I'm stuck, and I prefer Word”: what a person likes stands for itself. */
function isLikingApart(current: Weighed, next: Weighed): boolean {
  const isLiking = ({ kind, features }: Weighed): boolean => kind === "preference" && features.has("likesFirst");
  if (!isLiking(current))
    return isLiking(next) && current.features.has("selfFirst") && !current.features.has("likes");
  const asks = ["requestsFirst", "asksFirst", "asked"].some((one) => next.features.has(one));
  return asks || (next.features.has("selfFirst") && next.features.has("supposes"));
}

const inItsPlace =
  /^(?:use|take|go with|switch to|move to|call|write our own) (?!it\b|them\b|me\b|us\b|a (?:look|moment)\b).*?(?:instead|because(?! of)|rather than)\b/i;
const dropping = setOf("drop remove stop ditch abandon leave quit retire replace");
/** Who does it then is no agent. */
const thens = /^(?:then|dann|luego|puis|poi|depois|potem) \p{L}+ (?:does|do|is|has|takes|will)(?!\p{L})/iu;

/** What is so, or was settled, is seldom said with its consequence in the same breath. */
const loose: ReadonlySet<StatementKind> = new Set(["fact", "decision", "preference"]);

const slight = 0.3;
const strong = 0.5;
const certain = 1.5;
const least = 3;
const labelWordsMax = 3;
const chatWordsMax = 4;

/** “Right, …”, “from today, …”, “between us, …”: it only leads to what follows. */
function isMarker({ words, features, kind }: Weighed): boolean {
  if (words.every(({ said }) => markers.has(said))) return true;
  return kind === "chat" && !features.has("chatsFirst") && !features.has("passing");
}

const markers = setOf(
  "right ok okay well so sure alright now then yes yeah no hm hmm oh ah honestly actually sorry also and but klar gut ja nein also na nun ach doch eigentlich bien bon oui non alors donc enfin bueno sí no vale pues vaya bem bom sim não dobra dobrze tak nie jasne okej hej ej czyli ogolnie szczerze wlasciwie 行 好 对 那 不 嗯",
);

/** Words of languages without blanks are counted by their characters. */
function sizeOf({ start, end, words, features }: Weighed): number {
  return features.has("unspaced") ? Math.ceil((end - start) / charactersPerWord) : words.length;
}

const charactersPerWord = 2;

const speaking = "selfFirst oursFirst definite plural generalFirst standingFirst states musts unspaced name".split(
  " ",
);

/** “graphql lost. REST for the partner api.”: a sentence that only goes on with the statement before it. */
function goesOn(text: string, before: Group, next: Group): boolean {
  const between = text.slice(before.weighed.end, next.weighed.start);
  if (isException(text, next.weighed)) return durable.has(before.weighed.kind) && between.length <= 4;
  if (between.length > 4 || /[\n\uE000?？]/.test(between))
    return /[?？]/.test(between) && isMeasure(text, before, next);
  if ([before, next].some((each) => each.isReported || each.weighed.features.has("reports"))) return false;
  const [first, second] = [before.weighed.kind, next.weighed.kind];
  if (isBare(before)) return durable.has(second) && !standsAlone(next.weighed);
  if (first === "task") return isMeasure(text, before, next);
  if (!durable.has(first)) return false;
  if (isBare(next)) return first === "correction" || first === "decision";
  if (!durable.has(second)) return false;
  // “There are four workers, I said. There are six.”
  if (first === "correction" && ["subject", "amendsFirst"].some((one) => next.weighed.features.has(one))) return true;
  return (
    !standsAlone(next.weighed) &&
    sizeOf(next.weighed) <= tailWordsMax &&
    (first === second || next.weighed.margin < strong)
  );
}

const tailWordsMax = 6;

/** It says for itself what is to be done or what is so: people put a stop between two statements, and seldom a capital letter. */
function standsAlone({ features }: Weighed): boolean {
  return [...telling, ...subjected].some((one) => features.has(one));
}

const telling: readonly string[] =
  "standing bans habitsFirst musts likes decides corrects cases tasksFirst requestsFirst asked states tells generalFirst".split(
    " ",
  );
const subjected: readonly string[] = ["selfFirst", "oursFirst", "definite", "plural"];

/** “toml”, “nightly”: so short that it is of no kind by itself. */
function isBare({ weighed }: Group): boolean {
  const { kind, features } = weighed;
  return kind === "chat" && sizeOf(weighed) < least && !bare.some((one) => features.has(one));
}

const bare: readonly string[] = ["chats", "passing", "asked", ...telling];

/** “Could you draft a mail? Two paragraphs at most.” What we do is no measure of a task. */
function isMeasure(text: string, before: Group, { weighed }: Group): boolean {
  if (
    before.weighed.kind !== "task" ||
    before.forgets !== undefined ||
    !durable.has(weighed.kind) ||
    sizeOf(weighed) > measureWordsMax
  )
    return false;
  return (
    !own.some((one) => weighed.features.has(one)) &&
    !/^(?:we|wir|bei uns|nous|chez nous|nosotr[ao]s|мы|у нас) /iu.test(text.slice(weighed.start))
  );
}

/** What says more than how a task is to be done. */
const own: readonly string[] = [
  ..."states tasksFirst standing casesFirst caseForm likes decides corrects denies tells near wide generalFirst thirdForm".split(
    " ",
  ),
  ...subjected,
];

const measureWordsMax = 4;

function statementOf(said: Context, group: Group): Heard | null {
  const { call, forgets } = group;
  const context = { ...said, call };
  const span = withoutQuoteInFront(context.prompt, context.text, group.weighed);
  if (span === null) return null;
  const isWhole = span.start === group.weighed.start;
  const plain = isWhole ? group.weighed : weigh(context, span, group.stop);
  const isOrder = !durable.has(plain.kind) && plain.kind !== "question" && group.stop !== "?";
  const isAlways =
    isOrder &&
    (((plain.kind === "task" || plain.features.has("requestsFirst")) &&
      isForAlways(judgedOf(context, plain, plain))) ||
      isOfAgentsWays(judgedOf(context, plain, plain)));
  const held: Weighed = isAlways ? { ...plain, kind: "rule" } : asHeld(context, plain, group.asks ? "?" : group.stop);
  const weighed: Weighed = isOver(context, held) ? { ...held, kind: "task" } : held;
  const teller = tellerOf(context, weighed);
  if (durable.has(weighed.kind)) {
    if (group.isReported || weighed.features.has("mocks") || teller === "anyone") return null;
    const isThought = weighed.features.has("supposes") || weighed.features.has("irreal");
    const isHeld = ["preference", "correction"].includes(weighed.kind);
    // “My daughter must not have nuts, it should be on the list”: what is thought stands beside what is so.
    if (isThought && !isHeld && lastsLikely(judgedOf(context, weighed, weighed)) < sureMin) return null;
    // What a sentence says about a text that it quotes is seldom to be kept, and what the text says never.
    if (weighed.kind !== "trigger" && quotedTexts(context.prompt, context.text, span).length > 0) return null;
  } else if (weighed.kind === "chat" && ["reports", "mocks"].some((sign) => weighed.features.has(sign))) return null;
  const body = withoutLead(context, weighed);
  const { start, end, kind } = body;
  const text = context.prompt.slice(start, end);
  const likely = likelihoodOf(body.sums, (one) => one === (isAlways ? plain.kind : kind));
  const whole = judgedOf(context, body, weighed);
  // What only looks as if it held waits for somebody who knows.
  const isTold = call !== undefined && !["tasksFirst", "requestsFirst"].some((one) => plain.features.has(one));
  const isDoubtful = !durable.has(plain.kind) && !isAlways && !isTold;
  const isMeant = durable.has(kind) && !isDoubtful && (teller === null || call !== undefined);
  const lasting = isMeant && (isLasting(whole, isAlways) || lastsBehindLead(context, body));
  const chance = Math.round(lastsLikely(whole) * 100) / 100;
  const isLoose = !lasting && durable.has(kind);
  const isPart = isLoose && (teller === "team" || isHalf(judgedOf(context, body, body)));
  const statement: Statement = {
    text,
    start,
    end,
    kind,
    scope: scopeOf(weighed, whole.marks, text),
    ...(isPart ? doubted({ score: likely, chance }) : { score: likely, chance }),
    why: group.asks === true ? "begins as a question" : whyOf(body, group.stop),
    corrects: kind === "correction" ? correctsOf(context, body) : null,
    lasting,
    ...(forgets === undefined ? {} : { forgets }),
    ...(isLoose && !isPart && mayLast(judgedOf(context, body, body)) ? { mayLast: true } : {}),
  };
  return { statement, judged: whole };
}

/** “Correction: from now on …”, “you should always …”: what lasts is said behind the first words. */
function lastsBehindLead(context: Context, { kind, start, end }: Weighed): boolean {
  const said = context.prompt.slice(start, end);
  const lead = kind === "correction" ? /^\p{L}{2,12}\s?[:：]\s*/u.exec(said) : ordersFor.exec(said);
  const rest = lead && weigh(context, { start: start + lead[0].length, end }, "");
  if (rest === null || !durable.has(rest.kind)) return false;
  const judged = judgedOf(context, rest, rest);
  return kind === "correction"
    ? rest.features.has("standingFirst") && isLasting(judged, false)
    : said.length + 2 >= context.prompt.trim().length && isLasting(judged, false);
}

/** Whether it is over with its session: an order for this once, and an “always” that only tells when something fails. */
function isOver({ prompt }: Context, { kind, start, end }: Weighed): boolean {
  if (!["rule", "preference", "trigger"].includes(kind)) return false;
  return (
    forThisOnce.test(prompt.slice(start, end)) || symptom.test(prompt.slice(Math.max(0, start - leadChars), end))
  );
}

/** “i do branches named by ticket”: what looks like an order or a word of courtesy, and is likely to hold, is of the kind that is next. */
function asHeld(context: Context, plain: Weighed, stop: string): Weighed {
  if (durable.has(plain.kind) || stop === "?" || /[?？]/.test(context.prompt.slice(plain.start, plain.end)))
    return plain;
  const least = plain.kind === "question" ? sureMin : heldMin;
  if (lastsLikely(judgedOf(context, plain, plain)) < least) return plain;
  return { ...plain, kind: likeliestOf(plain.sums, (kind) => durable.has(kind)) };
}

const heldMin = 0.25;

/** What leads to it says that it is to be known, and a sign of that within it only names a thing: “background colors”. */
function judgedOf(context: Context, body: Weighed, { start }: Span): Judged {
  const { kind, sums, hits, features, end } = body;
  const { call } = context;
  const marks = [...marksIn(context.reading, { start, end }), ...(call === undefined ? [] : [call])];
  return {
    kind,
    likely: likelihoodOf(sums, (one) => durable.has(one)),
    hits,
    isTold:
      call !== undefined || hitsIn(context.reading, { start, end: body.start }).some(({ sign }) => sign === "tells"),
    features,
    marks,
    before: marksIn(context.reading, { start: Math.max(0, start - leadChars), end: start }),
    text: context.prompt.slice(start, end),
    start,
    prompt: context.prompt,
  };
}

const leadChars = 80;

/** “By the way, …”, “as I said, …”: it says that what follows is to be known, and is no part of it. */
function withoutLead(context: Context, weighed: Weighed): Weighed {
  if (!durable.has(weighed.kind)) return weighed;
  const typed = context.prompt.slice(weighed.start, weighed.end);
  const from = leadOf(context, weighed, typed);
  const rest = typed.slice(from);
  if (from === 0 || (rest.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < leadRestMin) return weighed;
  const body = weigh(context, { start: weighed.start + from, end: weighed.end }, "");
  const kind = durable.has(body.kind) && weighed.kind !== "correction" ? body.kind : weighed.kind;
  return { ...body, kind };
}

/** How long what leads to it is: a sign that something is to be known, and what parts it from what is. */
function leadOf({ reading }: Context, { start, end }: Span, typed: string): number {
  const more = also.exec(typed)?.[0].length ?? 0;
  const tells = hitsIn(reading, { start, end }).find(
    ({ sign, said, isFirst }) => isFirst && (sign === "tells" || before.test(said)),
  );
  if (tells === undefined) return more;
  const rest = typed.slice(tells.end - start);
  const parting = (
    /^(?:btw|by the way|fyi)$|(?:that|dass|que|że|ze)$/i.test(tells.said) ? /^[\s,:–—-]+/ : parted
  ).exec(rest);
  return parting === null ? more : tells.end - start + parting[0].length;
}

const leadRestMin = 2;
const before = /^(?:as|like) i |^wie gesagt|^comme je|^como dije|^jak (?:już )?m[oó]wi/i;
const parted =
  /^(?: before| already| earlier| schon| bereits)?(?:\s*[,:，：、–—-]\s*(?:(?:that|że|ze) )?|\s+(?:that|dass|que|że|ze)\s+)/iu;
const also = /^(?:also|oh and|and also|plus|one more thing)(?:\s*[,:–—-]\s*|(?<=oh and)\s+)/i;

const wishes =
  /(?<!\p{L})(?:I(?:'d| would)? (?:want|need|expect|like)|ich (?:will|möchte|brauche)|(?:will|möchte|brauche) ich|je (?:veux|voudrais)|quiero|necesito|chc[eę]|chciał(?:by|aby)m|potrzebuj[eę])(?!\p{L})/iu;

/**
 * What a person wants of a thing that they name is no fact about the person, nor is what names files, or people of this work. In doubt it stays in the
 * project: “everywhere” may be everywhere on a page, and what goes to all projects is read in those of others.
 */
function scopeOf({ kind, features, hits }: Weighed, marks: readonly Hit[], text: string): Statement["scope"] {
  if (!durable.has(kind) || kind === "decision") return "project";
  const isWide = hits.some((hit) => isOfProjects(hit) || (hit.sign === "wide" && ofAllWork.test(hit.said)));
  if (isWide && kind !== "correction") return "always";
  if (features.has("near") || features.has("ours") || ofThisWork.test(text)) return "project";
  if (isOfOwnLife(marks, text) && !wishes.test(text)) return "always";
  if (kind === "correction") return "project";
  if (kind === "fact" && features.has("self") && !wishes.test(text)) return "always";
  if (ofRepository.test(text) && !ofAnswers.test(text)) return "project";
  return features.has("personal") ? "always" : "project";
}

/** What begins with a part of a repository or names what is written in one, and says nothing of how the person is to be answered. */
const ofRepository =
  /^(?:(?:the|all|our|git|die|alle) )?(?:commits?|branch(?:es)?(?: names?)?|branch-?namen|(?:code|source)|prs?|pull requests?|tests?|test names?)\s?:|(?<!\p{L})(?:commit[- ]?(?:messages?|nachrichten|titles?|infos?)|(?:mensajes|messages|mensagens|messaggi) d[ei] commits?|commity|commitów|коммит\p{L}*|change-?logs?|release[- ]?notes?|notes de version|(?:code[- ]?)?(?:comments?|kommentare|comentarios|commentaires|comentários|commenti|komentarze|комментари\p{L})|(?:prs?|pull requests?)[- ](?:titles?|descriptions?|titel|beschreibungen)|docs|documentation|dokumentation|doku|documentación|documentação|documentazione|dokumentacj\p{L}|документаци\p{L}|readmes?|docstrings?)(?!\p{L})|提交信息|提交说明|更新日志|文档|注释|コミットメッセージ|変更履歴|ドキュメント|コメント|リリースノート|커밋 메시지/iu;
const ofAnswers =
  /(?<!\p{L})(?:answer|repl|respon|talk|speak|chat|summar|expla|antwort|zusammenfass|répon|résum|resum|rispo|parla|habla|contest|fala(?!\p{L})|odpow|mów|sprich|отвеча|говори|me(?!\p{L})|mir(?!\p{L})|moi(?!\p{L})|you(?!\p{L})|all (?:my )?projects)|回答|回复|跟我|返事|返信|답변|대답/iu;

const ofAllWork = /work|arbeit|boss|trabaj|prac|робот|作業|mir|moi|conmigo|私/iu;
const ofThisWork =
  /^[^@]*(?:[`/\\_]|\p{L}\.(?:[cm]?[jt]sx?|py|go|rs|md|json|ya?ml|sql|css|html)(?!\p{L}))|(?<!\p{L})(?:my|our|meine?[mnr]?|unser\p{L}*|mon|ma|mes|notre|nos|mis?|nuestr[oa]s?|mi[oa]|meus?|minhas?|nosso|m[oó]j\p{L}*|moi) (?:app|username|(?:\p{L}+ )?(?:boss|manager|supervisor|(?:team )?lead(?!\p{L})|co-?worker|colleague|team-?mate|chef(?!\p{L})|chefin|vorgesetzte|kolleg|client|customer|employee|user(?!name)|kund|nutzer|mitarbeiter|patronn?e?(?!\p{L})|collègue|szef|klien|jef[ea](?!\p{L})|compañer[oa] de trabajo|cliente|usuario|empleado|chefe|gerente|capo(?!\p{L})|collega|salarié|utilisateur))/iu;

// Hear: what somebody typed becomes statements in the inbox, before anything else is done with it.

/** `before` is what the agent said last, without which “yes, do that” says nothing; null where that is not known. On the disk when it returns. */
export function hear(
  holder: Holder,
  prompt: string,
  { before, ...hearing }: Hearing & { readonly before: string | null },
): Outcome<readonly Item[]> {
  return inboxOf(holder).add(statementsOf(prompt, before).map(asSaid), hearing);
}

/** What is longer than anybody's statement is text that somebody put there. What told a secret tells nothing of use without it. */
function asSaid({ start: _, end: __, mayLast, ...said }: Statement): HeardStatement {
  const isBlanked = redactSecrets(said.text) !== said.text;
  if (isBlanked) return { ...said, lasting: false, chance: 0 };
  if (said.text.length <= limits.statementCharsMax) return { ...said, ...(mayLast ? { mayLast } : {}) };
  const { scope, score } = said;
  const text = `${said.text.slice(0, limits.statementCharsMax)}…`;
  const why = "is too long for a statement";
  return { text, kind: "chat", scope, score, why, corrects: null, lasting: false, chance: 0 };
}
