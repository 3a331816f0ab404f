/**
 * Lasting: whether words say of themselves that they hold beyond this moment.
 *
 * In the middle of work nearly all that people say is about the work, whatever kind it looks like: “the buttons must be at the bottom” is a task.
 * So a statement goes to a page unasked for one of two causes. All that it shows together makes it likely (`lasts` in `weights.ts`): who the
 * person is and lives with, how their team works, how the agent is to behave, what was settled and why. Or words of its own say it: it is an
 * order for all times, wants to be remembered, ends a discussion, tells what a thing is called and where it is, or names a case that comes
 * again and what is to be done then. All else is heard and found by recall, told to each start while it waits and is likely to hold, and kept when
 * another session says it again.
 *
 * Both read the signs of its kind and the signs of `words/lasting.ts`; only the shape of a text is read here.
 */

import { isForeign } from "./clause.js";
import { isOnce, type Judged } from "./features.js";
import { type Hit, type Sign, setOf } from "./sign.js";
import { lasts } from "./weights.js";
import { isOfOneDay, often, ordersFor } from "./words/lasting.js";

function has({ features }: Judged, ...names: readonly string[]): boolean {
  return names.some((name) => features.has(name));
}

function marked({ marks }: Judged, ...signs: readonly Sign[]): boolean {
  return marks.some(({ sign }) => signs.includes(sign));
}

/** Whether it begins so. */
function opens({ marks }: Judged, ...signs: readonly Sign[]): boolean {
  return marks.some(({ sign, isFirst }) => isFirst && signs.includes(sign));
}

/** `isForAll`: an order for all times. */
export function isLasting(judged: Judged, isForAll: boolean): boolean {
  const likely = lastsLikely(judged);
  const isOver = marked(judged, "until") || (judged.kind === "fact" && !judged.isTold && isOfOneDay(judged.text));
  if (likely === 0 || isOver) return false;
  if (likely >= lastsMin && isTyped(judged) && (likely >= sureMin || !isOfMoment(judged))) return true;
  return (likely >= doubtedBelow || isPlainly(judged)) && (isForAll || saysSo(judged));
}

/**
 * “…, always” and “from now on always …” are meant, whatever they are said of, and “必ず…てください”; so is who the person is, what is said to be known or of all
 * projects, what ends a discussion, an order for a case that is all that was typed, and what stands first or last in a long paste.
 */
function isPlainly(judged: Judged): boolean {
  return (
    judged.isTold ||
    opens(judged, "person") ||
    marked(judged, "remembers") ||
    judged.hits.some(isOfProjects) ||
    isAnnounced(judged) ||
    (isAll(judged) && isOrderForCases(judged)) ||
    judged.prompt.length > pastedChars ||
    judged.marks.filter(isEver).length > 1 ||
    judged.marks.some((hit) => isEver(hit) && (isLast(judged, hit, clauseEnd(hit)) || has(judged, "teEnd")))
  );
}

/** Half a sentence, a guess, what goes on now: however much else it shows, it is of no use to who was not there. */
function isOfMoment(judged: Judged): boolean {
  if (isUnsure(judged) || isPart(judged) || marked(judged, "talks", "broken") || ofIt.test(judged.text)) return true;
  if (blames.test(judged.text)) return true;
  return judged.marks.some(isMomentary) || (isCutOff(judged) && !has(judged, "selfFirst", "oursFirst", "likesFirst"));
}

/** “You renamed it without asking me”: what follows from it, the person says beside it. */
const blames = /^you(?: just| again)? \p{L}+ed(?!\p{L})/iu;

/** From here on it is kept for all that it shows together, and below it for a reason of its own; chosen over what was typed in real sessions. */
const lastsMin = 0.65;
const sureMin = 0.97;
const doubtedBelow = 0.32;

/** Whether what looks like an order for this once is one about the agent's ways, or wants to be remembered. */
export function isOfAgentsWays(judged: Judged): boolean {
  return marked(judged, "remembers", "manners", "leave") && lastsLikely(judged) >= sureMin && isTyped(judged);
}

/** How likely it is to hold in later sessions, from 0 to 1: by all that it shows, where no single word says so. */
export function lastsLikely(judged: Judged): number {
  if (isForOnce(judged)) return 0;
  let sum = 0;
  for (const feature of lastingFeatures(judged)) sum += lasts.get(feature) ?? 0;
  return 1 / (1 + Math.exp(-sum));
}

/** “No emojis on this one”, “act as a strict interviewer: …”, “I said not before summer”: of one thing in hand, which what leads to it may say. */
function isForOnce({ marks, before, text, start, prompt }: Judged): boolean {
  const front = prompt.slice(Math.max(0, start - leadMost), start).trimEnd();
  const lead = /[:：]$/.test(front) ? front.split(/[.!?\n]/).at(-1)! : "";
  const all = lead === "" ? marks : [...before, ...marks];
  return all.some((hit) => isOnce(hit, all, prompt)) || forThis.test(lead + text);
}

const forThis =
  /(?<!\p{L})(?:for this|just here|only here|here only|dafür|hierfür|nur hier|hier nur|pour ça|juste ici|para esto|solo aquí|para isto|só aqui|per questo|solo qui|do tego|tylko tu(?:taj)?|для этого|только здесь)\s*[:：]|^(?:(?:i|we) (?:said|told (?:him|her|them))|(?:ich|wir) (?:sagten?|hab(?:en?)? gesagt)),? (?:(?:yes|no|ok|okay|maybe|ja|nein|vielleicht)[\s.!]*$|(?:not|nicht|erst) (?:before|until|till|now|yet|today|tomorrow|this|next|vor|bis|jetzt|heute|morgen|nach)(?!\p{L}))/iu;

/** The names of `lasts`: its kind and form, the signs of how long it holds, and how it stands in its prompt. */
export function lastingFeatures(judged: Judged): ReadonlySet<string> {
  const { kind, features, marks, isTold, prompt, text, start } = judged;
  const found = new Set<string>([...features].filter((one) => !one.includes("+")));
  found.add(kind);
  for (const { sign, isFirst } of marks) {
    found.add(sign);
    if (isFirst) found.add(`${sign}First`);
  }
  const isOwn = has(judged, "self", "personal", "ours") || marked(judged, "mine");
  if (isOwn && marked(judged, "kin", "life")) found.add("ownLife");
  if (isTold) found.add("told");
  if (isAll(judged)) found.add("alone");
  for (const chars of promptSizes) if (prompt.length > chars) found.add(`over${chars}`);
  for (const chars of textSizes) if (text.length > chars) found.add(`says${chars}`);
  return found.add(`quarter${Math.floor((4 * start) / prompt.length)}`);
}

const promptSizes = [60, 120, 200, 300, 500, 1_200];
const textSizes = [20, 40, 60, 80, 120];

/** Whether words of its own say that it lasts. */
function saysSo(judged: Judged): boolean {
  const { kind, text, prompt } = judged;
  if (isUnsure(judged) || isPart(judged) || isHalt(judged) || marked(judged, "screens") || pick.test(text))
    return false;
  if (isCutOff(judged) || !isTyped(judged)) return false;
  if (marked(judged, "binds") || (holdsForEver(judged) && !inTalk.test(text))) return true;
  if (has(judged, "bans", "musts") && marked(judged, "leave")) return true;
  // What somebody likes or has settled holds, whatever they ask about it in the same breath.
  const settles = marked(judged, "settles");
  const isLiking = kind === "preference" && has(judged, "likesFirst");
  if (isTalk(judged, isLiking || settles)) return false;
  if (marked(judged, "remembers")) return isLong(text) && !isOfTalk(judged);
  if (prompt.length <= typedChars && !isOfCode(judged) && !isPassing(judged, isLiking) && isWayOfWork(judged))
    return true;
  if (!isShort(prompt)) return false;
  if (settles || isAnnounced(judged)) return !judged.marks.some(isMomentary) && !asMeans.test(text);
  if (answers.test(prompt)) return false;
  if (has(judged, "requestsFirst") && !has(judged, "bansFirst", "likes", "cases")) return false;
  if (isOfCode(judged)) return false;
  if (kind === "trigger" || kind === "rule") {
    if (isOrderForCases(judged)) return true;
    if (opens(judged, "placed") && !has(judged, "tasks")) return true;
  }
  if (isPassing(judged, isLiking)) return false;
  if (isRuleOfAll(judged) || isSaidAlone(judged)) return true;
  const isWide = has(judged, ...orders) || judged.hits.some(isOfProjects);
  if (has(judged, "wide") && kind !== "fact" && isWide && !has(judged, "tasks", "commandForm")) return true;
  switch (kind) {
    case "preference":
      return isAll(judged)
        ? has(judged, "likes") && isLong(text, 3) && !marked(judged, "liked")
        : isLiking && isLong(text, 3) && !marked(judged, "liked") && (!marked(judged, "chooses") || over.test(text));
    case "fact":
    case "decision":
    case "correction":
      return isToBeKnown(judged);
    default:
      return false;
  }
}

/**
 * Whether it lasts once somebody says it in another session too. Who types an order or how a thing is twice means it; what is pasted, points at the
 * moment or leads to code comes again because the same program or form printed it.
 */
export function mayLast(judged: Judged): boolean {
  const { kind, text, prompt, hits } = judged;
  if (prompt.length > typedChars || isPart(judged) || counted.test(text)) return false;
  if (!isLong(text) && !/^use [\w.@/-]+$/i.test(text)) return false;
  if (isUnsure(judged) || isHalt(judged) || marked(judged, "points", "working") || isForeign(text, prompt))
    return false;
  if (/[?？]/.test(text) || bareQuestion.test(text) || pick.test(text)) return false;
  if (isTalk(judged, true) || isOfCode(judged)) return false;
  // “I am off to bed” is as true the next evening.
  if (kind === "fact" && has(judged, "selfFirst") && !marked(judged, "mine", "works", "person", "names"))
    return false;
  if (kind === "fact" || kind === "decision" || kind === "correction")
    return hits.some(({ sign }) => toldBy.has(sign)) || has(judged, "thirdForm", "unspaced");
  return kind === "preference"
    ? has(judged, "likes")
    : has(judged, ...orders, "tasksFirst", "cases", "general", "unspaced");
}

/** “Let's go with option 3”, “go with your recommendation”: of what was offered, which nobody finds here. */
const pick =
  /^(?:(?:ok|okay|yes|yep|great|sure),? )?(?:(?:let['’]?s|we(?:['’]ll)?) )?(?:go|start|proceed|continue|do|vamos|gehen|nimm|prends|vas-y|bierz(?:emy)?|bior[eę]|weź|wez|r[oó]b(?:my)?|lecimy|idziemy)(?: ahead| on| forward)?(?: with| mit| con| com| avec| w| z)?(?: (?:the|la|le|die|den|o|a|t[eę]|ten))? ?(?:option|number|step|opci[oó]n|opç[aã]o|opcj[aeęią]|wariant|numer|#)? ?(?:\d{1,2}|[a-d](?=[\s.!]*$)|your (?:recommendation|suggestion|plan|proposal|idea)s?|(?:first|second|third|last|former|latter|pierwsz[aąeęy]|drug[aąei]|trzeci[aą]?|ostatni[aą]?)(?: one| option| opcj[aęe]| wariant)?)[\s.!]*$/i;
/** “do all tests pass”, where nobody types the mark. */
const bareQuestion = /^(?:do|does|did|is|are|was|were|have|has) (?:all|any|we|you|they|i|it|there)(?!\p{L})/iu;
const toldBy: ReadonlySet<Sign> = new Set(["states", "tells", "decides", "corrects"]);
/** “address 12 and 14” */
const counted = /^\s*(?:\p{L}+ ){1,2}#?\d+(?:[\s,/]|$)/u;

/** Half of what was said, or a word in the talk: it points back, answers, thanks or goes on, and tells nothing to who was not there. */
export function isHalf(judged: Judged): boolean {
  const { text } = judged;
  // Behind a verb “with” may end a sentence.
  const isOpen = partLast.test(text) && !/(?:in|to|with)\s*$/i.test(text);
  if (isOpen || opens(judged, "parts") || pairs.some((pair) => !isEven(text, pair))) return true;
  return (
    counted.test(text) || halves.some((half) => half.test(text)) || (ofIt.test(text) && !marked(judged, "names"))
  );
}

/** “They should be limited”: what it is about stands elsewhere, unless it says what that is called. */
const ofIt =
  /^(?:(?:and|but|so|also|und|aber|et|mais|y|pero|ale),? )?(?:(?:it|they|he|she|er|sie|il|elle|ils|elles|ella|ellos|ellas|ona|oni|ono)(?![\p{L}'’])|(?:it|he|she)['’]?s (?!important|better|best)|they['’]?re )/iu;
const halves: readonly RegExp[] = [
  // “This allows to …”, “these are failing”; “this is our …” tells.
  /^(?:(?:and|but|so|also),? )?(?:(?:this|that) (?:was|has|can|could|will|should|must|would|does|did|got|way|is(?! (?:an?|the|my|our) )|\p{Ll}{3,}(?<!s)s)|(?:that|this)['’]s|thats|(?:these|those) are)(?!\p{L})/iu,
  // “As well as the list”, “or a branch if one is named”: the rest of a sentence.
  /^(?:as well as|both (?:in|inside|when|where)|either (?:in|by|with)|or (?:an?|the)|ignoring|including|excluding)(?!\p{L})/iu,
  // “Have it done by default”: a verb and what nobody knows.
  /^(?!(?:also|if|when|as|keep|for|after|once|only|all|is|so|that|in|on|with|at|of|to|from) )\p{L}+ (?:it|them|this|that)(?!\p{L})/iu,
  /^(?:(?:if|when) (?:so|not|yes|no|present|needed|possible|necessary|done|ready|(?:it|this|that) (?:is|does|has))|(?:wenn|falls) (?:ja|nicht|so)|si (?:no|non|oui|sí|es así)|(?:jeśli|jesli|jak) (?:tak|nie)(?=[\s,]*(?:$|,|to(?!\p{L}))))(?!\p{L})|^(?:なければ|あれば)/iu,
  /^\s*(?:[)\]},;:·•|]|\.(?!\w)|\[[a-z]+ *:|-\p{L}|[而并但]|(?:e\.g|i\.e)\.)|[:;]-?[()D]\s*$/u,
  /^(?:\p{L}{2,4},? )?(?:grazie|спасибо|dzięki|dzieki|dziękuję)(?!\p{L})|^(?:よろしく)?お願い(?:し|いたし|致し)ます$/iu,
];

/** “In all my projects”, where “everywhere” may be everywhere on a page. */
export function isOfProjects({ sign, said }: Pick<Hit, "sign" | "said">): boolean {
  return sign === "wide" && ofProjects.test(said);
}

const ofProjects =
  /proj|repo|codebase|dépôt|session|sitzung|conversa|sesj|rozm[oó]w|项目|仓库|对话|プロジェクト|リポジトリ|案件|会話|프로젝트|저장소/iu;

/** What is to be done always is a rule, however it is said. */
export function isForAlways(judged: Judged): boolean {
  if (setting.test(judged.text) || marked(judged, "hedges")) return false;
  const isPlaced = (hit: Hit): boolean => isFront(hit) || isLast(judged, hit) || isInside(judged, hit);
  if (marked(judged, "binds") || (isAll(judged) && ordersFor.test(judged.text))) return true;
  return judged.marks.some((hit) => isEver(hit) && isPlaced(hit) && isClear(judged, hit));
}

/** English puts the word in front of an order, and other languages put it behind the verb: “schreib sie immer auf Englisch”. */
function isInside({ text, start }: Judged, hit: Hit): boolean {
  return !/[,;:]/.test(text.slice(0, hit.start - start)) && !/(?:always|never|ever)$/i.test(hit.said);
}

// Ever: an order for all times.

function holdsForEver(judged: Judged): boolean {
  const { text } = judged;
  const isOrder = has(judged, ...orderForms);
  return judged.marks.some(
    (hit) =>
      isEver(hit) &&
      (text.length > hit.said.length + 2 || isLong(hit.said)) &&
      (hit.sign === "ever" || isOrder || isLast(judged, hit)) &&
      isClear(judged, hit),
  );
}

/** Nothing beside it is of the moment. What begins with it may point at what it is about, and so may what ends with it. */
function isClear(judged: Judged, hit: Hit): boolean {
  if (isLast(judged, hit)) return !judged.marks.some(isMomentary);
  return isFront(hit) ? !judged.marks.some(isMomentary) : !isPointed(judged, hit);
}

/** “Save this to your memory” points at its own words. */
function isOfTalk({ marks }: Judged): boolean {
  const all = marks.filter(({ sign }) => sign === "remembers");
  return marks.some(
    ({ sign, end }) => sign === "points" && !all.some(({ start }) => start > end && start - end <= 2),
  );
}

function isFront({ sign, isFirst }: Hit): boolean {
  return sign === "ever" && isFirst;
}

function isEver({ sign }: Hit): boolean {
  return sign === "ever" || sign === "always";
}

function isLast({ text, start }: Judged, { end }: Hit, ending = lastEnd): boolean {
  return ending.test(text.slice(end - start));
}

const lastEnd = /^[\s.!。！]*$/;
/** “Use pnpm from now on, npm is gone”: what no “always” is may end a clause; “always” also tells how things are. */
function clauseEnd({ sign, said }: Hit): RegExp {
  return sign === "ever" && !often.test(said) ? /^\s*(?:[.!。！,;–—，]|$)/ : lastEnd;
}

/** Whether something in the same sentence points at the moment; what the next sentence points at is this one. */
function isPointed({ marks, text, start }: Judged, { start: from, end: to }: Hit): boolean {
  return marks.some(
    ({ sign, start: at, end }) =>
      sign === "points" && !sentenceEnd.test(text.slice(Math.min(to, end) - start, Math.max(from, at) - start)),
  );
}

const sentenceEnd = /[.!?]\s+\p{Lu}|[。！？]/u;

const asking = ["asked", "asksFirst", "supposes", "irreal"];
const orders = ["habits", "bans", "musts", "requests", "likes", "standing", "decides", "imperativeForm"];
const orderForms = ["habitsFirst", "bans", "imperativeForm", "commandForm", "requestsFirst"];

function isUnsure(judged: Judged): boolean {
  return has(judged, ...asking) || marked(judged, "hedges");
}

/** “Don't write any code”: nothing behind it says of what. */
function isHalt({ marks, text, start }: Judged): boolean {
  if (marks.some(({ sign }) => sign === "craft")) return false;
  return marks.some(
    ({ sign, isFirst, end }) => sign === "halts" && isFirst && /^\s*(?:[.!。！，,;]|$)/.test(text.slice(end - start)),
  );
}

// Ways: what the work is done with, and how what is made over and over has to be. Neither is of the matter in hand.

function isWayOfWork(judged: Judged): boolean {
  const { text } = judged;
  if (has(judged, "casesFirst") || marked(judged, "working")) return false;
  if (opens(judged, "person")) return true;
  if (marked(judged, "settings") && value.test(text)) return !has(judged, "tasks", "commandForm", "imperativeForm");
  if (marked(judged, "chosen")) return isLong(text, 3);
  return marked(judged, "craft") && has(judged, ...measures, "likes", "instead") && isLong(text);
}

const measures = ["bans", "musts", "habits", "general"];

/** Who types nothing but what the agent has to do or leave, or how it is to talk, means more than the matter in hand. */
function isSaidAlone(judged: Judged): boolean {
  const { kind, text, prompt } = judged;
  if (!isAll(judged) || isHalf(judged) || marked(judged, "working") || text.includes("@")) return false;
  if (has(judged, "tasks", "casesFirst")) return false;
  if (has(judged, "habitsFirst") && namesOne.test(text)) return true;
  if (kind !== "rule" && kind !== "preference") return false;
  if (has(judged, "personal") && (kind === "preference" || has(judged, "personalFirst", "habits")))
    return isLong(text, 3);
  if (has(judged, "unspaced")) {
    const isOnly = prompt.trim().length <= text.length + solidAroundChars;
    return (
      isOnly &&
      has(judged, "plainEnd", "teEnd", "habits", "standing") &&
      has(judged, ...measures.slice(0, 3), "standing")
    );
  }
  if (has(judged, "infinitiveEnd")) return has(judged, ...measures);
  if (has(judged, "habitsFirst") && !toDo.test(text)) return isLong(text, 3) && !loosely.test(text);
  return has(judged, "bans") && forbids.test(text);
}

const solidAroundChars = 10;
/** “I would prefer classes over styles”: of all of them, and not of two answers. */
const over =
  /(?<!\p{L})(?:over|instead of|rather than|statt|anstatt|plutôt que|en vez de|em vez de|invece di|niż|niz|zamiast|od|вместо)(?!\p{L})/iu;
/** “Let's use the copy to compare”, “let's go with 3”: for that, and no more. */
const asMeans = /^(?:\p{L}+,? )?let['’]?s .* (?:to \p{Ll}+|#?\d{1,2}|[a-d]|both)$/iu;
/** “Use the hook to update it”: it says by what something is to be done. */
const toDo =
  /^(?:please )?(?:use|keep) (?:the|this|that|your)(?!\p{L})|(?<!\p{L})to (?:\p{Ll}+ly )?\p{Ll}+ (?:the|a|it|this|that)(?!\p{L})/iu;
/** “We do not get on”, “only the list is empty”: it sounds like a habit, and tells how it went. */
const loosely = /^(?:only|we do|we don['’]?t|you never know)(?!\p{L})/iu;
const namesOne = /^(?:please )?use [\w.-]+$/i;
const forbids =
  /^(?:please |bitte |por favor,? |prosz[eę] |请)?(?:do not|don['’]?t|never|you (?:should|must|may) (?:not|never)|no (?:uses|hagas|toques|crees|cambies|borres)|ne |kein|nie |nigdy |[żz]adn|bez |não |non |не |不要|别|勿|禁止|严禁|不许|不得|不准)/iu;

// Rules: of all things of a kind.

function isRuleOfAll(judged: Judged): boolean {
  if (!marked(judged, "all")) return false;
  return has(judged, "habits", "bans", "musts") || (opens(judged, "all") && has(judged, "general", "plural"));
}

const sureEnough = 0.6;

// Known: facts that somebody is told, and what was settled.

/** What a thing is called, whose it is, where it is; who the person is; and a value that is all that somebody types. */
function isToBeKnown(judged: Judged): boolean {
  const { kind, isTold, likely, text } = judged;
  if (has(judged, "chats", "musts", "commandForm", "imperativeForm", "tasksFirst", "requests")) return false;
  if (marked(judged, "working") || has(judged, "casesFirst")) return false;
  if (marked(judged, "works") && equipped.test(text)) return true;
  const isOwn = marked(judged, "mine") || (has(judged, "personal") && isOfPerson(text));
  if (kind === "fact" && isOwn && isAll(judged) && !openEnd.test(text)) return true;
  if (has(judged, "self")) return false;
  if (kind === "fact" && isTold && isLong(text)) return true;
  if (marked(judged, "names")) return true;
  if (kind !== "decision" || !isAll(judged) || likely < sureEnough || !isLong(text, choice.test(text) ? 3 : 4))
    return false;
  if (asMeans.test(text)) return false;
  return has(judged, "decidesFirst") || (has(judged, "decides") && has(judged, "oursFirst"));
}

/** “We take Postgres”: what is named is what was chosen. */
const choice = /.\s[^\s.,]*(?:\p{Lu}|\d)/u;

/** “… is running it”: what that is stands elsewhere. */
const openEnd = /(?<!\p{L})(?:it|them|this|that|these|those|ça|eso|esto|das|tego|tym|nim|nich)$/iu;

/** Whether it begins with the person. */
function isOfPerson(text: string): boolean {
  return persons.has((/^\p{L}+/u.exec(text)?.[0] ?? "").toLowerCase()) || /^[我私僕제내]/.test(text);
}

const persons = setOf(
  "i im my ich mein meine meinem j je mon ma mes yo soy vivo mi mis eu sou meu minha mój moja moje moj mam jestem mieszkam nazywam pracuję pracuje lubię lubie wolę wole używam uzywam mojego mojej moim",
);

/** What somebody works on and with, by names that languages share. */
const equipped =
  /\b(?:mac(?: ?os)?|windows?|linux|ubuntu|debian|fedora|arch|nixos|wsl2?|zsh|fish|powershell|vs ?code|n?vim|neovim|emacs|podman|docker)\b/i;
/** A number, code, a name as machines have it, a day. */
const value = /\d|`|(?<=\p{L})[-_.]\p{L}|(?<=\p{L})(?<!(?<!\p{L})and)\/\p{L}|#\p{L}/u;

function isMomentary({ sign, said }: Hit): boolean {
  return sign === "points" && momentary.has(said.toLowerCase());
}

const momentary = setOf(
  "this that these those today diese dieses ça esto eso isso ten ta te tego tej dziś dzis dzisiaj 这个 那个",
);

/** Whether a prompt says nothing else; what an “and” leads to is half of something. */
function isAll({ text, prompt }: Judged): boolean {
  return prompt.trim().length <= text.length + aroundChars;
}

const aroundChars = 30;

/** “Let's settle it: …”, “Decided: …”: what stands before the statement ends the discussion. */
function isAnnounced({ before, start, prompt }: Judged): boolean {
  return /[:：]\s*$/.test(prompt.slice(0, start)) && before.some(({ sign }) => sign === "settles");
}

// Talk: what points at the moment, at what is before the person, or goes on with what was said.

/** What points at the moment, or at what was said before. */
function isPassing({ hits, marks, text }: Judged, isLiking: boolean): boolean {
  // Who says how things are now may tell of a moment; a value says that they are so from now on.
  const isNow = (said: string): boolean => said === "now" && value.test(text);
  return (
    /[?？]/.test(text) ||
    marks.some(({ sign }) => sign === "points") ||
    hits.some(
      ({ sign, said }) =>
        (sign === "once" ? !backs.test(said) : sign === "passing" && !isLiking) && !isNow(said.toLowerCase()),
    )
  );
}

/** Points back within a sentence as well as out of it. */
const backs =
  /^(?:first|then|it|them|najpierw|potem|zeby|żeby|go|the (?:old|new|same|last|current|rest|following)|these|those|another|so that)$/i;

function isTalk(judged: Judged, isOwn: boolean): boolean {
  const { text, prompt } = judged;
  const whole = isOwn ? text : prompt;
  if (inTalk.test(text) || marked(judged, "talks") || isBeforeQuestion(text, whole)) return true;
  return has(judged, "chatsFirst") && whole.trimStart().startsWith(text);
}

/** “1. yes 2. only the second”: who answers the questions of a turn one by one. */
const answers =
  /(?:^|\s)\d{1,2}[.):]\s*(?:yes|yep|no|ok|okay|sure|sí|sim|oui|non|ja|nein|tak|nie|是|はい|네)(?!\p{L})/iu;

/** “The planner sums up prices, which type do I take?” */
function isBeforeQuestion(text: string, prompt: string): boolean {
  return /^\s*[,;，、][^.!\n。！]*[?？]/.test(prompt.slice(prompt.indexOf(text) + text.length));
}

/** Unspaced writing shows by its end that a sentence wishes, asks, agrees, tells what happened or wants something done now. */
const inTalk =
  /(?:たい|のでは|よう|だろう|かな|かも|よね?|かね|だな|ね|が|けど|のか|みて|ほしい|欲しい|して(?:くれ)?|った|した|吧|吗|呢|嘛|一下|看看|试试)[。、！!…\s]*$|^(?:それ|これ)/u;

/** Half of a sentence, a line of a list, the end of an output: what it was part of said what it is about. */
function isPart(judged: Judged): boolean {
  const { text } = judged;
  return (
    opens(judged, "parts") ||
    partFirst.test(text) ||
    partLast.test(text) ||
    setting.test(text) ||
    pairs.some((pair) => !isEven(text, pair))
  );
}

/** “restart: always” */
const setting = /^\s*[\w.-]+(?:: |\s?=\s?)\w+\s*$/;

function isEven(text: string, [open, close]: string): boolean {
  const count = (sign: string | undefined): number => text.split(sign ?? "").length;
  return open === close ? count(open) % 2 === 1 : count(open) === count(close);
}

const pairs = ["()", "[]", "``", '""'];
const partFirst =
  /^\s*(?:[)\]},;:·•|]|\.(?!\w)|\[[a-z]+ *:|\d+\s*[.,):]|@[^ ]*[./:]|-\p{L}|第[一二三四五六七八九十\d]+[步条点]|[而并但]|(?:e\.g|i\.e)\.|\p{Ll}{3,}ed )/u;
const partLast = /(?:(?<!\p{L})(?:in|and|are|if|is|or|the|to|with)|[:(|,])\s*$/iu;

/** What a reviewer or a plan says of code. Who reads the code reads it there; a rule for it says that it is one. */
function isOfCode(judged: Judged): boolean {
  const { kind, text, prompt } = judged;
  const names = (from: string): number => new Set(from.match(codeNames)).size;
  return names(text) > 0
    ? kind !== "rule" || !has(judged, "habitsFirst", "bansFirst", "oursFirst")
    : names(prompt) >= namesOfTalk;
}

const namesOfTalk = 3;
const codeNames =
  /(?<![\p{L}\p{N}`/._-])(?:\p{Ll}+\p{Lu}\w*|(?:\p{Lu}\p{Ll}+){3,}|\w+(?:\.\w+)?\(\w*\)|\w+\.\p{Lu}\w+|\p{L}\w*_\w+)(?![\p{L}\p{N}])/gu;

/** Who types more than this at once mostly pastes, but for what stands around the paste. */
const typedChars = 500;
const pastedChars = 1_200;
const edgeChars = 40;
/** A plan or a report ends with what is to be remembered, too. */
const documentChars = 4_000;

/** What begins or ends a long prompt is an order for all times, or is to be remembered, where its first word says so. */
function isTyped(judged: Judged): boolean {
  const { text, prompt, start } = judged;
  if (prompt.length <= pastedChars) return true;
  const isEdge = start <= edgeChars || start + text.length >= prompt.length - edgeChars;
  return (
    isEdge &&
    opens(judged, "ever", ...(prompt.length <= documentChars ? (["remembers"] as const) : [])) &&
    isLong(text)
  );
}

/**
 * Whether it goes on with a sentence that began before it. What a few words lead to, or an “and”, stands for itself: “hi, please never …”,
 * “add a retry, and never …”.
 */
function isCutOff({ prompt, start }: Judged): boolean {
  const lead = /[^.!?;:。！？；：\n\uE000]*$/u.exec(prompt.slice(Math.max(0, start - leadMost), start))?.[0] ?? "";
  return !going.test(lead) && (lead.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) > leadWords;
}

const leadMost = 200;
const leadWords = 4;
const going =
  /(?<!\p{L})(?:and|but|also|so|und|aber|daher|deshalb|et|mais|donc|y|pero|así que|por eso|e|ma|mas|quindi|portanto|i|a|ale|więc|wiec|oraz|dlatego|и)[\s,]*$|[，、]\s*$/iu;

/** A longer prompt is a story or a task, and what it states belongs to that. Chinese and Japanese say as much in a third of the characters. */
const shortChars = 300;

function isShort(prompt: string): boolean {
  const solid = prompt.match(solidLetter)?.length ?? 0;
  return prompt.length + 2 * solid <= shortChars;
}

const solidLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

function isLong(text: string, wordsMin = 4): boolean {
  return (text.match(/[\p{L}\p{N}']+/gu)?.length ?? 0) >= wordsMin || unspaced.test(text);
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{6}/u;

// Cases: what is to be done when something comes again.

/** “When the parser changes, regenerate the files”: an order for a case that may come again, and that is not the matter in hand. */
function isOrderForCases(judged: Judged): boolean {
  const { likely, hits, text, start } = judged;
  const isAny = opens(judged, "anyCase");
  if (likely < sureEnough || (has(judged, "self") && !isAny)) return false;
  // “Ask Ana before …”, “run the checks after …”
  if (hits.some(({ sign, said }) => sign === "habits" && /\s(?:before|after)$/i.test(said))) return true;
  if (!has(judged, "casesFirst", "caseBehind", "caseForm") || permits.test(text)) return false;
  if (has(judged, "unspaced"))
    return (
      isAny && !has(judged, "asks") && (has(judged, "teEnd") || /[，,]|就/.test(text.replace(/（[^）]*）/g, "")))
    );
  const first = hits.find(({ sign }) => sign === "cases" || sign === "caseBehind");
  if (first === undefined || (oftenReports.test(first.said) && !isAny)) return false;
  const order = hits.find(({ sign, start: at }) => ordering.has(sign) && at !== first.start);
  // The case, and what is to be done then.
  const comma = text.search(/[,:–—]/);
  const isFront = has(judged, "casesFirst");
  const [from, to] = isFront ? [0, comma < 0 ? text.length : comma] : [first.start - start, text.length];
  const rest = isFront ? text.slice(to).replace(/^[,:–—]\s*/, "") : text;
  const within = judged.marks.filter(({ start: at }) => at - start >= from && at - start < to);
  if (within.some(({ sign }) => sign === "instance") || (ofState.test(text.slice(from, to)) && !isAny)) return false;
  if (judged.marks.some(isMomentary)) return false;
  if (!isFront && marked(judged, "working")) return false;
  return order !== undefined || orderLike.test(rest);
}

/** What somebody may do then is told by a manual. */
const permits =
  /, (?:you|du|man|vous|on|tú|você|to) (?:can|may|might|kannst|kann|pouvez|peut|puedes|pode|możesz|mozesz|można|mozna)(?!\p{L})/iu;

/** Languages in whose talk a case in front mostly tells of a fault: “cuando abro el pedido, no se ve nada”. */
const oftenReports = /^(?:si|cuando|antes|después|al|cada|quand|lors|avant|après|se|quando)(?!\p{L})/iu;
const ofState =
  /(?<!\p{L})(?:(?:when|while|after|before|upon|if|once) [a-z]+ing|(?:after|before) (?!all|any|every|each|you|we|I)[a-z]+ (?:the|an?)|is|are|was|were|does|do)(?!\p{L})/iu;
const ordering: ReadonlySet<Sign> = new Set(["tasks", "habits", "bans", "requests"]);
/** A verb with what it is done to. */
const orderLike =
  /^(?:please |always |never |bitte |dann |to |prosz[eę] |zawsze )?(?!(?:i|we|you|they|he|she|it|the|a|an|there|that|this|my|our|your)\b)\p{L}\p{Ll}+ (?:\p{Lu}|(?:the|a|an|it|them|me|my|our|us|all|every|den|die|das|dem|es|mir|le|la|les|un|une|el|lo|los|las|una)(?!\p{L}))/u;
