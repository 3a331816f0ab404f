/**
 * Lasting: whether words say of themselves that they hold beyond this moment. In recorded sessions two of five statements looked like one to be
 * kept, and one in twenty of those was: what is said in the middle of work is mostly about the work, whatever its kind looks like. So only what
 * says that it lasts goes to a page unasked; the rest is heard, found, and kept when it is said again.
 */

import type { StatementKind } from "./kind.js";
import type { Hit } from "./sign.js";

interface Weighed {
  readonly kind: StatementKind;
  /** How likely the kind is. */
  readonly score: number;
  readonly features: ReadonlySet<string>;
  readonly hits: readonly Hit[];
}

export function isLasting({ kind, score, features, hits }: Weighed, text: string, prompt: string): boolean {
  const has = (...names: readonly string[]): boolean => names.some((name) => features.has(name));
  if (has("asked", "asksFirst", "supposes", "irreal", "requestsFirst") || hedges.test(text)) return false;
  if (reminds.test(text)) return true;
  const opensEver = has("standingFirst") || hits.some(({ said, isFirst }) => isFirst && everFirst.test(said));
  const isBound = points.test(text);
  // Said of all times or of all places, and no “first” or “today” in it makes it less.
  const isWide =
    opensEver ||
    has("wide") ||
    everLast.test(text) ||
    everywhere.test(text) ||
    settles.test(text) ||
    (ever.test(text) && !isBound);
  if (has("past") && !isWide) return false;
  const isPassing = has("passing", "once") && !isWide;
  const isEver = isWide || has("standing") || hits.some(({ said }) => everFirst.test(said));
  const isStated = hits.some(({ sign, said }) => (sign === "states" || sign === "decides") && named.test(said));
  if (
    score >= sureOfKind &&
    prompt.length <= shortChars &&
    !isPassing &&
    plain.has(kind) &&
    standsAlone(features, text)
  )
    return true;
  switch (kind) {
    case "rule": {
      const isOurs = has("habits", "bans") && has("ours", "near") && !has("musts");
      return (!isPassing && !has("selfFirst") && (isEver || isOurs)) || wishes.test(text);
    }
    case "preference":
      return has("likes");
    case "decision":
      if (isPassing || has("statesFirst", "selfFirst")) return false;
      return isStated || (has("decides") && has("decidesFirst", "ours")) || settles.test(text);
    case "fact":
      if (isPassing || has("chats")) return false;
      if (has("personal") && has("self") && has("states")) return true;
      return !has("self", "commandForm", "musts", "quote") && (has("tells") || isStated || (isEver && !isBound));
    case "trigger":
      return !has("self") && (isEver || (has("casesFirst") && anyCase.test(text)));
    case "correction":
      return isEver && !isPassing && !has("selfFirst");
    default:
      return false;
  }
}

const plain: ReadonlySet<StatementKind> = new Set(["rule", "fact", "decision"]);

/** A longer prompt is a story or a task, and what it states belongs to that. */
const shortChars = 300;
const sureOfKind = 0.5;

/** A sentence that needs none of the talk around it: it names what it is about, points at nothing, and tells of no moment. */
function standsAlone(features: ReadonlySet<string>, text: string): boolean {
  const isBare =
    !features.has("states") && !features.has("general") && !features.has("musts") && !features.has("habits");
  if (isBare || loose.some((name) => features.has(name)) || points.test(text)) return false;
  return (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= 5 || unspaced.test(text);
}

const loose = [
  "self",
  "selfFirst",
  "chats",
  "quote",
  "past",
  "commandForm",
  "imperativeForm",
  "tasks",
  "habitsFirst",
];
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{6}/u;
const points =
  /(?<!\p{L})(?:this|that|these|those|it|its|it's|they|them|here|now|just|still|again|back|yet|currently|recently|today|yesterday|I|i'm|me|my|you|your|he|she|so|but|and then|ok|okay|hmm|yeah|yes|no|dude|well|also|too|same|there's|there is|there are|seems?|looks?|feels?|think|guess|maybe|probably|should|would|could|can|will|errors?|bugs?|fails?|failing|failed|broken|stuck|missing|wrong|commits? on|es|das|dies\p{L}*|jetzt|gerade|noch|ich|mir|du|dir|aber|vielleicht|ce|cela|ça|cette|ceci|ici|maintenant|encore|je|tu|moi|toi|mais|peut-être|esto|eso|este|esta|ese|esa|aquí|ahora|todavía|yo|tú|pero|quizás)(?!\p{L})|这个|那个|现在|刚才|好像|似乎|我觉得|你|これ|それ|あれ|今は|さっき|みたい|かも|思う|\?|？/iu;

/** Words that end a discussion. */
const settles =
  /(?<!\p{L})(?:let'?s settle|settled on|(?:we|I)(?:'ve| have)? (?:decided|agreed|chosen|chose)|it'?s decided|the decision is|made up my mind|beschlossen|entschieden|c'est décidé|on a décidé|nous avons décidé|decidido|hemos decidido|decidimos)(?!\p{L})|决定了?|定了|に決め|に決ま/iu;

const everFirst =
  /^(?:always|never|from now on|every time|toujours|(?:ne )?jamais|désormais|immer|niemals|nie|ab jetzt|ab sofort|siempre|nunca|jamás|a partir de ahora|sempre|总是|永远|始终|从不|绝不|以后|今后|常に|必ず|いつも|決して|今後)(?![\p{L}\p{N}])|^(?:总是|永远|始终|从不|绝不|以后|今后|常に|必ず|いつも|決して|今後)/iu;

const everLast = /(?<!\p{L})(?:always|toujours|immer|siempre|sempre|from now on|ab jetzt)[.!]*\s*$/iu;
const everywhere =
  /(?<!\p{L})in (?:all|every|any) (?:of )?(?:my )?(?:repos?|repositor(?:y|ies)|projects?)(?!\p{L})/iu;
const ever =
  /(?<!\p{L})(?:always|never|toujours|jamais|immer|niemals|nie|grundsätzlich|siempre|nunca|jamás|sempre)(?!\p{L})|总是|永远|始终|从不|绝不|常に|必ず|いつも|決して/iu;

/** “For commits in the matcher I want the prefix …”: of what kind, and then what. */
const wishes =
  /^\s*(?:for|in|with|für|bei|in|pour|dans|para|en)\s(?!this|that|these|now|diese|dies|jetzt|ce|cette|esta?\s)[^,.]{3,60}\s(?:I want|I'd like|we want|möchte ich|will ich|je veux|je voudrais|quiero)\s/iu;

/** What a thing is called, where it is and whose it is; how it is just now says less. */
const named =
  /^(?:is|are) (?:now )?(?:called|named|owned by|maintained by|hosted|deployed|stored|kept)|^(?:called|named|hosted|deployed|owns|maintains|listens on|belongs to|expires|reports to|stands for|lives|my name)(?![\p{L}\p{N}])|^(?:lives|sits|runs) (?:in|on|at|under|behind)|^(?:heißt|gehört|liegt|läuft auf|hört auf|steht für|s'appelle|appartient|tourne sur|écoute(?: sur)?|se llama|pertenece|corre en|escucha)(?![\p{L}\p{N}])|^(?:端口|监听|叫|位于|属于|归|负责|住在|部署在|运行在|ポート|担当|という名前|と呼|にホスト|にデプロイ|が管理|住んで|所属)/iu;

const hedges =
  /(?<!\p{L})(?:seems?|looks like|feels like|I (?:think|guess|suppose)|apparently|scheint|on dirait|parece)(?!\p{L})|好像|似乎|みたい/iu;

/** Who has to say it again will have to say it once more. */
const reminds =
  /(?<!\p{L})(?:I(?:'ve| have)?(?: already| just)? (?:told|said)(?: you)?(?: already| before)|I told you|you keep (?:forgetting|doing|using)|(?:hab(?:e)?|hatte) ich (?:dir )?(?:doch )?(?:schon|bereits) gesagt|je t'ai déjà dit|je l'ai déjà dit|ya te (?:lo )?(?:dije|he dicho)|já (?:te )?(?:disse|falei))(?!\p{L})|(?:说过了|告诉过你|前にも言|言ったはず|もう言い)/iu;

/** A case that comes again: “when a test fails”, not “when that is done”. */
const anyCase =
  /^\s*(?:whenever|if in doubt|im Zweifel|en cas de doute|en caso de duda|(?:each|every|any) ?time|when (?:an?|any|some|adding|writing|working|reviewing|changing|i (?:say|ask|write|type))|jedes Mal|immer wenn|wenn (?:eine?|jemand|ich)|chaque fois|quand (?:une?|on|je)|lorsqu'une?|cada vez|cuando (?:una?|alguien|yo|te)|sempre que|quando (?:uma?|alguém)|每当|每次|只要|たびに|毎回)(?![\p{L}\p{N}])|^\s*(?:每当|每次|只要)/iu;
