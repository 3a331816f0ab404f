/**
 * Lasting: whether words say of themselves that they hold beyond this moment. In recorded sessions two of five statements looked like one to be
 * kept, and one in twenty of those was: what is said in the middle of work is mostly about the work, whatever its kind looks like. So only what
 * says that it lasts goes to a page unasked; the rest is heard, found, and kept when it is said again.
 */

import type { StatementKind } from "./inbox.js";
import type { Hit } from "./sign.js";

interface Judged {
  readonly kind: StatementKind;
  /** How likely one of the kinds is that are kept. */
  readonly likely: number;
  readonly features: ReadonlySet<string>;
  readonly hits: readonly Hit[];
}

export function isLasting(judged: Judged, text: string, prompt: string): boolean {
  const { kind, features, hits } = judged;
  const has = (...names: readonly string[]): boolean => names.some((name) => features.has(name));
  if (has("asked", "asksFirst", "supposes", "irreal", "requestsFirst") || hedges.test(text)) return false;
  if (reminds.test(text)) return true;
  if (isPart(text) || isOfCode(judged, text, prompt) || lately.test(text)) return false;
  if (progress.test(text) || leadsToQuestion(text, prompt)) return false;
  const opensEver = has("standingFirst") || hits.some(({ said, isFirst }) => isFirst && everFirst.test(said));
  const isBound = deictic.test(text) || addressed.test(text);
  // Said of all times or of all places, and no “first” or “today” in it makes it less.
  const isWide =
    opensEver || has("wide") || everLast.test(text) || settles.test(text) || (ever.test(text) && !isBound);
  if (inTalk.test(text) && !isWide) return false;
  const isAnswer = assents.test(prompt) && (proposes.test(text) || prompt.trimStart().startsWith(text));
  if (isAnswer && kind !== "correction" && !isWide) return false;
  if (has("past") && !isWide && !has(...holding)) return false;
  const isPassing =
    (has("passing") || (has("once") && hits.some(({ sign, said }) => sign === "once" && !backs.test(said)))) &&
    !isWide;
  const isEver = isWide || has("standing") || hits.some(({ said }) => everFirst.test(said));
  const isStated = hits.some(({ sign, said }) => (sign === "states" || sign === "decides") && named.test(said));
  if (wishes.test(text) || settles.test(text) || (has("wide") && !isPassing && !deictic.test(text))) return true;
  const isPlain = prompt.length <= shortChars && !isPassing && standsAlone(judged, text);
  if (isPlain && kind !== "preference" && kind !== "trigger") return true;
  switch (kind) {
    case "rule": {
      const isOurs = has("habits", "bans") && has("ours", "near") && !has("musts");
      const isOwn = has("selfFirst") && !has("wide") && !(wants.test(text) && has("general", "standing"));
      return !isPassing && !isOwn && (isEver || isOurs || isOrderForCases(judged, text));
    }
    case "preference":
      return has("likes") && !liked.test(text);
    case "decision":
      if (isPassing || has("statesFirst", "selfFirst")) return false;
      return isStated || (has("decides") && has("decidesFirst", "ours"));
    case "fact":
      if (isPassing || has("chats")) return false;
      if (mine.test(text) && !deictic.test(text.slice(3))) return true;
      if (has("personal") && (has("self") || selves.test(text))) return true;
      return (
        !has("self", "commandForm", "musts") &&
        ((has("tells") && !deictic.test(text) && isLong(text)) || isStated || (isEver && !isBound))
      );
    case "trigger":
      if (!has("self") && (isEver || (has("casesFirst") && anyCase.test(text)))) return true;
      return prompt.length <= shortChars && isOrderForCases(judged, text);
    case "correction":
      return unlike.test(text) || (isEver && !isPassing && !isBound && !has("selfFirst"));
    default:
      return false;
  }
}

/** Half of a sentence, a line of a list, the end of an output: what it was part of said what it is about. */
function isPart(text: string): boolean {
  return partFirst.test(text) || partLast.test(text) || pairs.some((pair) => !isEven(text, pair));
}

function isEven(text: string, [open, close]: string): boolean {
  const count = (sign: string | undefined): number => text.split(sign ?? "").length;
  return open === close ? count(open) % 2 === 1 : count(open) === count(close);
}

const pairs = ["()", "[]", "``", '""'];
const partFirst =
  /^\s*(?:[)\]},.;:]|\d+\s*[.,):]|for (?:the (?:first|second|third|last) |\d)|no \p{L}+ \p{L}+ found|to (?:hide|suppress|see|run|use|fix) |when i'm |in terms |(?:e\.g|i\.e)\.|(?:ah|oh|hmm?),|(?:ah|oh|hmm?|one|both|the other|like|more|need|not|that|then|without|so|regarding|actually|while|looking|\p{Ll}{3,}ed|causes|calls|creates|removes|returns|takes|uses|checks|sets) |let me )/iu;
const partLast = /(?:(?<!\p{L})(?:and|are|if|is|line|or|run|the|to|with)|[:(|,])\s*$/iu;

/** What a reviewer or a plan says of code. Who reads the code reads it there; a rule for it says that it is one. */
function isOfCode({ kind, features, hits }: Judged, text: string, prompt: string): boolean {
  const isPasted = prompt.length > pastedChars;
  const isOrder = hits.some(({ isFirst, said }) => isFirst && everFirst.test(said)) || features.has("standingFirst");
  if (isOrder && (!isPasted || (everFirst.test(text) && isLong(text)))) return false;
  if (isPasted) return true;
  const names = (from: string): number => new Set(from.match(codeNames)).size;
  return names(text) > 0 ? kind !== "rule" || !ruleFirst.test(text) : names(prompt) >= namesOfTalk;
}

/** Nobody types so much at once. */
const pastedChars = 1_200;
const namesOfTalk = 3;
const codeNames =
  /(?<![\p{L}\p{N}`/._-])(?:\p{Ll}+\p{Lu}\w*|(?:\p{Lu}\p{Ll}+){3,}|\w+(?:\.\w+)?\(\w*\)|\w+\.\p{Lu}\w+|\p{L}\w*_\w+)(?![\p{L}\p{N}])/gu;
const ruleFirst =
  /^(?:please )?(?:we|don'?t|do not|use|prefer|avoid|no|wir|nutze|on|utili[sz]e|usa|no uses)(?!\p{L})/iu;

/** Unspaced writing shows by its end that a sentence wishes, asks, agrees, tells what happened or wants something done now. */
const inTalk =
  /(?:たい|よう|だろう|かな|かも|よね?|かね|よな|だな|ね|が|けど|のか|なんで|みて|して(?:おいて)?(?:ほしい|欲しい|くれ)?|った|した|っ足|ました|吧|吗|呢|嘛|一下|看看|试试)[。、！!…\s]*$|だろう?[？?]?$|^(?:[A-Za-z]に|じゃあ|では|それ|これ)/u;

/** What came about in this talk. */
const lately =
  /(?<!\p{L})(?:(?:is|are|keeps?) (?:flagging|showing|complaining|reporting|throwing)|(?:we|I)(?:'re| are|'m| am) (?:not \p{L}+ing|reviewing|merging|rebasing)|(?:tests?|build|ci) (?:has|have|is|are|was|were) (?:pass|fail|green|red)\p{L}*|in \d|the info|(?:we|you|I)(?:'ve| have)? (?:made|did|said|added|discussed|mentioned)|the PR|not \p{L}+ (?:correctly|properly)|is(?:n't| not) really|if you (?:haven't|need|want)|if I understand|(?:option|approach|variant) [\dA-Z]|(?:I'd )?(?:prefer|like) (?:that|this|it|both))(?!\p{L})|(?<!\p{L})there\s*$/iu;

/** A longer prompt is a story or a task, and what it states belongs to that. */
const shortChars = 300;
const sureEnough = 0.6;

/** What is so beside what was: “since”, “moved” and “already” tell of a past that goes on. */
const holding = ["states", "musts", "habits", "thirdForm", "plural", "standing", "tells", "passiveForm"];

/** A sentence that needs none of the talk around it: it names what it is about, points at nothing, and tells of no moment. */
function standsAlone({ kind, likely, features, hits }: Judged, typed: string): boolean {
  const bars = kind === "correction" ? loose.slice(0, aboutThem) : loose;
  if (likely < sureEnough || bars.some((name) => features.has(name))) return false;
  const text = (kind === "correction" ? typed.replace(denial, "") : typed).replace(aside, "");
  const verbs = hits.filter(({ sign }) => sign === "states" || sign === "musts");
  if (/^\s*(?:so|but|also|well|and|und|aber|mais|pero)(?!\p{L})/iu.test(text)) return false;
  const isSaid =
    verbs.some(({ isFirst, said }) => !isFirst || ownedFirst.test(said)) ||
    (features.has("instead") && features.has("number")) ||
    (kind === "fact" ? verbForms : said).some((name) => features.has(name));
  // Who says how things are now may tell of a moment; a value says that they are so from now on.
  const isNow = now.test(text) && !(valued.test(text) && !compared.test(text));
  if (!isSaid || isNow || pointsOut(text) || (kind !== "rule" && addressed.test(text))) return false;
  if (kind === "fact" && asking.test(text)) return false;
  // An order is one for all times where it says of what; “use the second one” is done when it is done.
  if (
    features.has("habitsFirst") &&
    !/^(?:we|wir|on|nous) /i.test(text) &&
    (/^\p{L}+ (?:the|this|that|these|those) /iu.test(text) || !general.some((name) => features.has(name)))
  )
    return false;
  return isLong(text);
}

/** “The planner sums up prices, which type do I take?” */
function leadsToQuestion(text: string, prompt: string): boolean {
  return /^\s*[,;，、][^.!\n。！]*[?？]/.test(prompt.slice(prompt.indexOf(text) + text.length));
}

/** What is to be done always is a rule, however it is said. */
export function isForAlways(text: string): boolean {
  return everLast.test(text);
}

/** What is named before it in the same sentence may be pointed at. */
function pointsOut(text: string): boolean {
  const [first = text] = text.split(/[,;:，；：]\s/u);
  return deictic.test(text) || anaphor.test(first) || (first.length < 12 && anaphor.test(text));
}

function isLong(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= 4 || unspaced.test(text);
}

const general = ["general", "near", "ours", "standing", "bans", "wide", "unspaced"];

const ownedFirst = /^(?:our|my|we|there) /i;
const verbForms = ["thirdForm", "plural", "passiveForm", "unspaced"];
const said = ["general", "habits", ...verbForms];
const loose = ["self", "selfFirst", "chats", "commandForm", "imperativeForm", "tasks"];
/** The others say that it is an order, which what corrects is none of. */
const aboutThem = 3;
/** Points back within a sentence as well as out of it. */
const backs =
  /^(?:first|then|it|them|the (?:old|new|same|last|current|rest|following)|these|those|another|so that)$/i;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{6}/u;

/** “No, …”, “that's outdated, …”: it points back, and what follows may stand alone. */
const denial =
  /^(?:(?:no|nope|nah|wrong|correction|sorry|actually|not quite|wait|update|scratch that|I was wrong|my mistake|that'?s (?:wrong|not right|not true|outdated|old|stale|over)|nein|nee|falsch|korrektur|non|faux|correction|falso|corrección|no es así|perdón|pardon|entschuldigung)[\s,.:;!—–-]+)+|^(?:不对|不是|错了|更正(?:一下)?|改了|訂正です|違います|いや|いえ)[，,。:：、\s]*/iu;

/** “They prolonged it, the contract …” */
const aside = /^(?:[\p{L}'’]+ ){1,3}[\p{L}'’]+[,:;] (?=\S+ \S+ \S)/u;
const unlike = /^I (?:no longer|don'?t|do not) (?:like|want|use|prefer|need)(?!\p{L})/iu;
const anaphor =
  /(?<!\p{L})(?:it|its|it's|they|them|their|he|she|his|her|hers|es|ça|eso|ello)(?!\p{L})|これ|それ|它/iu;
/** Points at what is before them, or at the moment. */
const deictic =
  /(?<!\p{L})(?:this|that|these(?! days)|those|here|just|still|again|back|yet|currently|recently|today|yesterday|tonight|tomorrow|I|i'm|i've|me|and then|ok|okay|hmm|yeah|yes|dude|also|too|same|there's|there is|there are(?! (?:\d|two|three|four|five|no|only) ?)|seems?|looks? (?:like|good|bad|ok)|feels?|guess|maybe|probably|(?:an?|the|get|getting|more|some) errors?|bugs?|fails|failing|failed|broken|stuck|missing|wrong|twice|commits? on|let'?s|consider|das ist|dies\p{L}*|gerade|noch|ich|mir|aber|vielleicht|heute|morgen|ce|cela|ça|cette|ceci|ici|encore|je|moi|mais|peut-être|esto|eso|este|esta|ese|esa|aquí|todavía|yo|pero|quizás)(?!\p{L})|这个|那个|刚才|好像|似乎|我觉得|あれ|さっき|みたい|かも|思う|\?|？/iu;
/** Rules say “you” to anybody; all else to who is there. */
const addressed =
  /(?<!\p{L})(?:my|you|your|think|should|would|could|can|du|dir|dein\p{L}*|tu|toi|ton|tú|tu)(?!\p{L})|你/iu;
const now = /(?<!\p{L})(?:now|jetzt|maintenant|ahora|agora)(?!\p{L})|现在|今は/iu;
/** A value: a number, code, a name within the sentence, a day. */
const valued =
  /\d|`|(?<=[\p{Ll},:] )\p{Lu}\p{Ll}|(?<=\p{L})[-_./]\p{L}|#\p{L}|(?:called|named|heißt|appelle|llama) \p{L}/u;
/** How it is beside how it was. */
const compared = /(?<!\p{L})(?:too|much|more|less|than|at \d+ \p{L}+ing|back)(?!\p{L})|\p{L}{3}er than/iu;
const asking = /(?<!\p{L})(?:what|why|how)(?!\p{L})/iu;

/** Words that end a discussion. */
const settles =
  /(?<!\p{L})(?:let'?s settle|settled on|(?:we|I)(?:'ve| have)? (?:decided|agreed|chosen|chose)|it'?s decided|the decision is|made up my mind|beschlossen|entschieden|c'est décidé|on a décidé|nous avons décidé|decidido|hemos decidido|decidimos)(?!\p{L})|决定了?|定了|に決め|に決ま/iu;

const evers = "always|never|toujours|jamais|immer|niemals|nie|siempre|nunca|jamás|sempre";
const fromNow = "from now on|désormais|ab jetzt|ab sofort|a partir de ahora";
const solidEvers = "总是|永远|始终|从不|绝不|常に|必ず|いつも|決して";
const everFirst = new RegExp(
  `^(?:(?:ne )?(?:${evers}|${fromNow}|every time)(?![\\p{L}\\p{N}])|${solidEvers}|以后|今后|今後)`,
  "iu",
);
const everLast = new RegExp(`(?<!\\p{L})(?:${evers}|${fromNow})[.!]*\\s*$`, "iu");
const ever = new RegExp(`(?<!\\p{L})(?:${evers}|grundsätzlich)(?!\\p{L})|${solidEvers}`, "iu");

/** “For commits in the matcher I want the prefix …”: of what kind, and then what. */
const wishes =
  /^\s*(?:for|in|with|für|bei|in|pour|dans|para|en)\s(?!this|that|these|now|diese|dies|jetzt|ce|cette|esta?\s)[^,.]{3,60}\s(?:I want|I'd like|we want|möchte ich|will ich|je veux|je voudrais|quiero)\s/iu;
const wants = /^I (?:want|need|expect|like|insist)|^ich (?:will|möchte|brauche)|^je veux|^quiero/iu;
const mine =
  /^(?:my|meine?|mon|ma|mi) \p{L}+(?: \p{L}+)? (?:is|are|has|only has|lives|works|runs|was born|heißt|ist|hat|s'appelle|est|se llama|es|tiene)(?!\p{L})/iu;
const selves = /^(?:I|I'm|my|ich|mein\p{L}*|je|j'|mon|ma|yo|soy|mi|vivo|我|私)(?!\p{L})/iu;

/** Who says yes to a proposal goes on with the work. */
const assents = /^\s*(?:yeah|yes|yep|ok|okay|sure|alright|fine|cool|nah|ja|oui|sí|vale)(?!\p{L})/iu;
/** What somebody reads out of a review, and what goes on while they speak. */
const progress =
  /^\s*consider(?!\p{L})|(?<!\p{L})(?:is|are|was|were) about to|(?<!\p{L})(?:we|they|i)(?:'re| are|'m| am| were| was) (?:(?:now|still|just|currently|getting|seeing|trying|looking|working|testing|debugging|hitting|missing|stuck|back))(?!\p{L})/iu;
const liked = /(?<!\p{L})(?:like|love|hate) (?:where|how|what|this|that|it)(?!\p{L})(?! when| if)/iu;
const proposes = /(?<!\p{L})let'?s(?!\p{L})/iu;

/** What a thing is called, where it is and whose it is; how it is just now says less. */
const named =
  /^(?:is|are) (?:now )?(?:called|named|owned by|maintained by|hosted|deployed|stored|kept)|^(?:called|named|hosted|deployed|owns|maintains|listens on|belongs to|expires|reports to|stands for|lives|my name)(?![\p{L}\p{N}])|^(?:lives|sits|runs) (?:in|on|at|under|behind)|^(?:heißt|gehört|liegt|läuft auf|hört auf|steht für|s'appelle|appartient|tourne sur|écoute(?: sur)?|se llama|pertenece|corre en|escucha)(?![\p{L}\p{N}])|^(?:端口|监听|叫|位于|属于|归|负责|住在|部署在|运行在|ポート|担当|という名前|と呼|にホスト|にデプロイ|が管理|住んで|所属)/iu;

const hedges =
  /(?<!\p{L})(?:seems?|looks like|feels like|I (?:think|guess|suppose)|apparently|scheint|on dirait|parece)(?!\p{L})|好像|似乎|みたい/iu;

/** Who has to say it again will have to say it once more. */
const reminds =
  /(?<!\p{L})(?:I(?:'ve| have)?(?: already| just)? (?:told|said)(?: you)?(?: already| before)|(?:as|like) I(?:'ve| have)?(?: already)? (?:told|said|mentioned)|I told you|you keep (?:forgetting|doing|using)|(?:hab(?:e)?|hatte) ich (?:dir )?(?:doch )?(?:schon|bereits) gesagt|je t'ai déjà dit|je l'ai déjà dit|comme je (?:te )?l'ai (?:déjà )?dit|ya te (?:lo )?(?:dije|he dicho)|como (?:ya )?(?:te )?(?:dije|he dicho)|já (?:te )?(?:disse|falei))(?!\p{L})|(?:说过了|告诉过你|我说过|前にも言|言ったはず|もう言い)/iu;

/** A case that comes again: “when a test fails”, not “when that is done”. */
const anyCase =
  /^\s*(?:whenever|if in doubt|im Zweifel|en cas de doute|en caso de duda|(?:each|every|any) ?time|when (?:an?|any|some|adding|writing|working|reviewing|changing|i (?:say|ask|write|type))|jedes Mal|immer wenn|wenn (?:eine?|jemand|ich)|chaque fois|quand (?:une?|on|je)|lorsqu'une?|cada vez|cuando (?:una?|alguien|yo|te)|sempre que|quando (?:uma?|alguém)|每当|每次|只要|たびに|毎回)(?![\p{L}\p{N}])|^\s*(?:每当|每次|只要)/iu;

/** “When the parser changes, regenerate the files”: an order for a case that may come again, and that is not the matter in hand. */
function isOrderForCases({ likely, features, hits }: Judged, text: string): boolean {
  if (likely < sureEnough) return false;
  // “Ask Ana before …”, “run the checks after …”
  if (hits.some(({ sign, said }) => sign === "habits" && /\s(?:before|after)$/i.test(said))) return true;
  if (!caseForms.some((name) => features.has(name))) return false;
  if (solid.test(text)) return (features.has("teEnd") || /[，,]|就/.test(text)) && !deictic.test(text);
  const first = hits.find(({ sign }) => sign === "cases" || sign === "caseBehind");
  const order = hits.find(({ sign, start }) => ordering.has(sign) && start !== first?.start);
  if (first === undefined) return false;
  const parted = /[,:–—]\s*/.exec(text);
  const isFront = features.has("casesFirst");
  const rest = isFront && parted !== null ? text.slice(parted.index + parted[0].length) : isFront ? "" : text;
  const at = text.indexOf(first.said);
  const said = isFront ? text.slice(0, parted?.index ?? text.length) : text.slice(at < 0 ? 0 : at);
  const isOrder = order !== undefined || orderLike.test(rest);
  return isOrder && !pending.test(said);
}

const caseForms = ["casesFirst", "caseBehind", "caseForm"];
const ordering: ReadonlySet<string> = new Set(["tasks", "habits", "bans", "requests"]);
/** A verb with what it is done to. */
const orderLike =
  /^(?:please |always |never |bitte |dann )?(?!(?:i|we|you|they|he|she|it|the|a|an|there|that|this|my|our|your)\b)\p{L}\p{Ll}+ (?:\p{Lu}|(?:the|a|an|it|them|me|my|our|us|all|every|den|die|das|dem|es|ihn|sie|mir|le|la|les|un|une|moi|el|lo|los|las|una|me)(?!\p{L}))/u;
/** A case that is waited for now. */
const pending =
  /(?<!\p{L})(?:this|that|these|those|it|its|they|them|here|now|still|again|back|yet|today|yes|not|so|done|finished|ready|ok|okay|needed|possible|necessary|latter|former|dies\p{L}*|es|fertig|nötig|ça|cela|ceci|fini|eso|esto|listo|we|wir|nous)(?!\p{L})|这个|那个|これ|それ/iu;
const solid = /^[^A-Za-z]*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
