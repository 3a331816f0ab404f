/**
 * Lasting: whether words say of themselves that they hold beyond this moment.
 *
 * In the middle of work nearly all that people say is about the work, whatever kind it looks like: “the buttons must be at the bottom” is a task.
 * So a statement goes to a page unasked for a reason alone that its own words give. It is an order for all times or all places, it wants to be
 * remembered, it ends a discussion, it tells how the team works, what the person likes, or what a thing is called and where it is, or it
 * names a case that comes again and what is to be done then. All else is heard, found by recall, and kept when another session says it again.
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

/** `text` is the statement with what leads to it, `prompt` all that was typed at once. */
export function isLasting(judged: Judged, text: string, prompt: string): boolean {
  const { kind, features, hits, likely } = judged;
  const has = (...names: readonly string[]): boolean => names.some((name) => features.has(name));
  if (has(...asking) || hedges.test(text) || isPart(text) || halts.test(text) || ofScreen.test(text)) return false;
  if (prompt.length > pastedChars && !(everFirst.test(text) && isLong(text) && isTyped(text, prompt))) return false;
  if (reminds.test(text) || (holdsForEver(judged, text) && !inTalk.test(text))) return true;
  if (unlessAsked.test(text) || duties.test(text) || (has("bans", "musts") && withoutLeave.test(text))) return true;
  // What somebody likes or has settled holds, whatever they ask about it in the same breath.
  const isLiking = kind === "preference" && has("likesFirst");
  if (isTalk(text, isLiking || settles.test(text) ? text : prompt)) return false;
  if ((remembers.test(text) && !forgets.test(text)) || wishes.test(text))
    return isLong(text) && !atHand.test(text.replace(remembers, ""));
  if (settles.test(text) || isAnnounced(text, prompt)) return !momentary.test(text);
  if (answers.test(prompt)) return false;
  if (has("requestsFirst") && kind !== "preference" && kind !== "trigger") return false;
  // Who says how things are now may tell of a moment; a value says that they are so from now on.
  const isNow = (said: string): boolean => said === "now" && value.test(text);
  const isPassing =
    hits.some(
      ({ sign, said }) =>
        (sign === "once" ? !backs.test(said) : sign === "passing" && !isLiking) && !isNow(said.toLowerCase()),
    ) || deictic.test(text);
  if (isOfCode(judged, text, prompt) || (kind !== "preference" && !mine.test(text) && reports.test(text)))
    return false;
  if (kind === "trigger" || kind === "rule") {
    if (prompt.length <= shortChars && isOrderForCases(judged, text)) return true;
    if (placed.test(text) && !has("tasksFirst")) return true;
  }
  if (isPassing) return false;
  if (has("wide") && kind !== "fact" && has(...orders) && !has("tasks", "commandForm")) return true;
  switch (kind) {
    case "rule":
      if (likely >= certain && ofAll.test(text)) return true;
      if (weekly.test(text) && has("habits", "bans", "musts")) return true;
      if (likely >= certain && isAll(text, prompt) && isGeneral(judged, text)) return true;
      return (
        has("habits", "bans") &&
        isOfTeam(hits, text) &&
        (has("oursFirst") || !has("musts")) &&
        !needs.test(text) &&
        !lacking.test(text)
      );
    case "preference":
      return has("likes") && !liked.test(text) && isLong(text, 3) && (isAll(text, prompt) || !isChoice(text));
    case "fact":
    case "decision":
    case "correction":
      return isToBeKnown(judged, text, prompt);
    default:
      return false;
  }
}

/**
 * Whether it lasts once somebody says it in another session too. Who types an order or how a thing is twice means it; what is pasted, points at the
 * moment or leads to code comes again because the same program or form printed it.
 */
export function mayLast({ kind, features, hits }: Judged, text: string, prompt: string): boolean {
  const has = (...names: readonly string[]): boolean => names.some((name) => features.has(name));
  if (prompt.length > typedChars || isPart(text) || leadsOn.test(text)) return false;
  if (!isLong(text) && !/^use [\w.@/-]+$/i.test(text)) return false;
  if (has(...asking) || halts.test(text) || hedges.test(text) || deictic.test(text) || ofWork.test(text))
    return false;
  if (isTalk(text, text) || isOfCode({ kind }, text, prompt)) return false;
  if (kind === "fact" || kind === "decision" || kind === "correction")
    return hits.some(({ sign }) => toldBy.has(sign)) || has("thirdForm", "unspaced");
  return kind === "preference" ? has("likes") : has(...orders, "tasksFirst", "cases", "general", "unspaced");
}

/** “Don't write any code”, “no changes”: what forbids all work holds for this turn. */
const halts =
  /^(?:(?:please|so|and|but|ok|now|for now),? )*(?:(?:don'?t|do not|no need to) (?:start |actually )*(?:write|do|change|edit|touch|run|implement|make|modify|code|fix|add|build)(?: out)?(?: or [a-z]+)*|no|without|kein[a-z]*|sin|pas de|sem) ?(?:any |more |new |further |actual |code |other |ningún |más )*(?:code|coding|changes?|anything|edits?|files?|implementation|commands?|yet|änderungen|cambios|código|código|modifications?|alterações)(?![a-zß-öø-ÿ])(?! (?:in|on|of|to|for|from|outside|below|under|without|unless|that|which|with|is|are|goes|go|may|must|should)(?![a-z]))|^(?:no (?:toques?|hagas|cambies|modifiques|escribas)|ne (?:touche|modifie|change|code)[a-z]*) (?:a )?(?:nada|rien|código)|^(?:先)?(?:不要|别)(?:改|写|动)(?:任何)?代码/i;

/** “Here's my code”, “address 12 and 14”: it leads to what only that prompt has. */
const leadsOn =
  /^\s*(?:here|that|it|they|he|she|I have|I've|hier|voici|voilà|aquí|acá|这是|ここ)(?![a-zß-öø-ÿ])|^\s*(?:[a-zß-öø-ÿ]+ ){1,2}#?\d+(?:[\s,/]|$)/i;
const toldBy: ReadonlySet<string> = new Set(["states", "tells", "decides", "corrects"]);
/** Who types more than this at once mostly pastes. */
const typedChars = 500;

/** What is to be done always is a rule, however it is said. */
export function isForAlways(text: string): boolean {
  if (setting.test(text) || hedges.test(text) || pointing.test(text)) return false;
  return (
    unlessAsked.test(text) ||
    (everLast.test(text) && !reports.test(text)) ||
    everFirst.test(text) ||
    (foreignEver.test(text.replace(reported, " ")) && !deictic.test(text))
  );
}

// Ever: an order for all times. Reports say “always” and “never” too: “it never works”, “toujours rien”.

function holdsForEver({ features }: Judged, text: string): boolean {
  const said = text.replace(reported, " ").replace(example, "");
  if (pointing.test(text)) return false;
  if (everFirst.test(said.trimStart()) || (everLast.test(said) && !reports.test(text))) return true;
  const isOrder = orderForms.some((name) => features.has(name));
  // What the next sentence points at is this one.
  return said
    .split(sentenceEnd)
    .some((one) => ((isOrder && ever.test(one)) || everInOrder.test(one)) && !deictic.test(one));
}

/** “Always show the total”, “all columns should be sortable”: what a screen does is asked of the program, and nothing of who works on it. */
const ofScreen =
  /(?<![a-zß-öø-ÿ])(?:always|never|should|must|be|and) (?:always |never |only |not )?(?:(?:show|display|hide|render|redirect|scroll)(?! (?:me|us)(?![a-z]))(?!.{0,200} I (?:ask|request|say)(?![a-z]))|(?:be |stay )?(?:visible|hidden|clickable|collapsed|expanded|sortable|centered|aligned|highlighted|(?:closed|open|selected|checked|disabled|enabled) by default))(?![a-z])|(?<![a-zß-öø-ÿ])(?:siempre|nunca|deben?|debería) (?:mostrar|ocultar|aparecer|verse)|(?:toujours|jamais|doit|doivent) (?:afficher|masquer|être visibles?)|(?:immer|nie|soll|muss) (?:\p{L}+ ){0,6}(?:anzeigen|angezeigt|sichtbar)|^(?:whenever|every time|each time|when|cuando|cada vez que|quand|wenn) (?:I|yo|ich|je|a user|the user) (?:click|close|hit|hover|open|play|press|refresh|scroll|select|submit|tap|try|hago clic|abro|pulso|clique|klicke|öffne)(?!\p{L})/iu;

/** It says what is to be done by words for what was said before, and says nothing to who did not hear that. */
const pointing =
  /^(?:(?:and|but|also|so|cependant|pero),? )*(?:it|they|elles?)(?![a-zß-öø-ÿ])|(?<![a-zß-öø-ÿ])(?:do|doing|continue|indiquer|faire|hacer) (?:this|that|so|comme ça|ça|cela|esto|eso)(?![a-zß-öø-ÿ])|^(?:[a-zß-öø-ÿ']+,? ){1,4}(?:it|them|ça|cela|esto|eso)\W*$/i;

/** “…, especially in a case like this”: an example of the order and no part of it. */
const example =
  /,? (?:especially|particularly|e\.g\.|for example|insbesondere|zum Beispiel|surtout|par exemple|por ejemplo) [^,]*$/i;
const sentenceEnd = /(?<=[.!?])\s(?=\p{Lu})/u;

const asking = ["asked", "asksFirst", "supposes", "irreal"];
const orders = ["habits", "bans", "musts", "requests", "likes", "standing", "decides", "imperativeForm"];
const orderForms = ["habitsFirst", "bans", "imperativeForm", "commandForm", "requestsFirst"];

const latinEvers = "always|never|immer|niemals|nie|grundsätzlich|siempre|nunca|jamás|sempre|jamais";
const fromNow =
  "from now on|going forward|from here on|as a rule(?! of)|no matter what|under no circumstances|désormais|dorénavant|à partir de maintenant|ab jetzt|ab sofort|ab heute|künftig|de ahora en adelante|a partir de ahora|en adelante|de agora em diante|a partir de agora";
const solidEvers = "永远|始终|绝不|从现在开始|今后|一律|常に|決して|今後|これからは";
const please = "(?:(?:please|pls|bitte|s'il te pla[iî]t|por favor|also|and|but|so|oh|ok|okay|yes|no|hey),? )*";
const everFirst = new RegExp(
  `^${please}(?:(?:don't ever|do not ever|(?:ne )?(?:${latinEvers}|${fromNow})|every time(?! (?:you|I|it|this|we|they) [^,]*$)|toujours(?= \\p{L}+(?:er|ir|re|ez)(?!\\p{L})))(?![\\p{L}\\p{N}])|(?:请)?(?:${solidEvers}|总是|从不)|以后(?!的)|必ず|いつも)`,
  "iu",
);
const everLast = new RegExp(`(?<!\\p{L})(?:${latinEvers}|ever|toujours|${fromNow})[.!]*\\s*$`, "iu");
const ever = new RegExp(`(?<!\\p{L})(?:${latinEvers}|toujours)(?!\\p{L})`, "iu");
/** In these languages the verb of an order stands before it: “schreib sie immer auf Englisch”. */
const foreignEver =
  /^\p{L}+ (?:(?!que |qui |ob |si |weil |porque |car )[^\s,]+ ){0,8}(?:immer|nie|niemals|toujours|jamais|siempre|nunca|sempre) \p{L}/iu;
/** What stands before an “always” that is an order: a word that obliges, who obeys, or the other half of a sentence. */
const obliging =
  "should|must|shall|has to|have to|needs? to|please|to|do|we|team|you|muss|müssen|soll|sollen|wir|bitte|du|debe|deben|debes|tienes? que|hay que|se deben?|deve|devem|il faut|doit|doivent|on|nous";
const everInOrder = new RegExp(
  `^(?:for|in|with|on|für|bei|in|pour|dans|para|en) [^,.]{2,40} (?:${latinEvers})(?= \\p{L})|(?<!\\p{L})(?:${obliging}|[,;:–—-])\\s(?:\\p{L}+ )?(?:${latinEvers})(?= \\p{L})|(?<!\\p{L})(?:wird|werden) (?:\\p{L}+ ){0,3}(?:immer|nie|niemals)(?= \\p{L})|(?<!\\p{L})(?:${fromNow})(?![\\p{L}\\p{N}])|(?<!\\p{L})(?:${latinEvers}) (?:se )?(?:debe|deberia|debería|hay que)|${solidEvers}|(?<!你)总是|必ず|いつも`,
  "iu",
);
const reported =
  /(?<![a-zß-öø-ÿ])(?:(?:it|that|this|they|he|she|which|who|has|have|had|was|were|is|are|(?<!(?:we|I) )will|would|can|could|did|does|almost|nearly) (?:[a-zß-öø-ÿ]+ )?(?:always|never)|(?:always|never) (?:be able|happen)|we will (?:always|never) (?:get|have|need|see)|(?<!(?:should|must|shall|to|please|may) )never (?:mind|(?:built|came|dealt|did|got|had|kept|knew|made|said|saw|was|went|were|[a-zß-öø-ÿ]+(?:ed|own|en|ead|et))(?![a-zß-öø-ÿ]))|(?:I|yo) (?:never|nunca)|(?:noch|schon|fast|wie) (?:nie|immer)|(?:hat|haben|ist|war) (?:[a-zß-öø-ÿ]+ )?(?:nie|immer)|immer (?:noch|wieder)|toujours (?:pas|rien|plus|le|la|les|en|un|une|dans|sur|aussi)|(?:est|sont|a|ai|ont|suis|était) toujours|no se (?:ve|ven|muestra|muestran) [^,.]{0,40}siempre|(?:siempre|nunca) (?:(?:me|lo|la|te)(?![a-zß-öø-ÿ])|(?:aparec|sal[eí]|fall[aó]|ped[ií]|hubo|funcion)[a-zß-öø-ÿ]*)|o nunca|sempre (?:aparece|dá|falha))(?![a-zß-öø-ÿ])/gi;

/** Who has to say it again will have to say it once more. */
const reminds =
  /(?<![a-zß-öø-ÿ])(?:I(?:'ve| have)? (?:already )?told you|I(?:'ve| have)? already (?:told|said)|I said (?:no|never|always|not|don't|do not)|you keep (?:forgetting|doing|using|adding|ignoring|making|writing)|(?:hab(?:e)?|hatte) ich (?:dir )?(?:doch )?(?:schon|bereits) gesagt|je t'ai déjà dit|je l'ai déjà dit|ya te (?:lo )?(?:dije|he dicho)|já (?:te )?(?:disse|falei))(?![a-zß-öø-ÿ])|(?:说过了|告诉过你|我说过|前にも言|言ったはず|もう言い)/i;

/** “No new files unless I ask for them”: an exception is made for times to come. */
const unlessAsked =
  /(?<![a-zß-öø-ÿ])(?:unless (?:I|we)(?: have|'ve)? (?:(?:explicitly|specifically|directly) )?(?:ask|tell|request|say so|approve|confirm)[a-z]*|es sei denn,? ich|sauf si je|à moins que je|(?:a menos que|salvo que) (?:yo )?(?:te )?lo (?:pida|diga|solicite)|que no (?:te )?(?:pido|pedí|haya pedido)|a menos que eu (?:peça|diga))(?![a-zß-öø-ÿ])|除非我|(?:言|頼|指示し)(?:わない|まない|ない)限り/i;
/** “Don't send it without my approval”: of what is forbidden, it is no complaint. */
const withoutLeave =
  /(?<![a-zß-öø-ÿ])(?:without (?:being asked|asking(?! (?:the|for|a)\b)(?: me)?|my (?:explicit )?(?:permission|approval|consent|ok))|ohne (?:mich zu fragen|Rückfrage|zu fragen|meine Zustimmung)|sans (?:me )?demander|sans mon accord|sin (?:pedirme|preguntarme|mi permiso)|sem (?:me )?perguntar)(?![a-zß-öø-ÿ])/i;

/** “You don't need to open the plot any more”, “answer in French”: a duty of the agent's begins or ends. */
const duties =
  /(?<![a-zß-öø-ÿ])(?:(?:you|u) (?:don'?t|do not|no longer) (?:need|have) to [^.?!]{0,160}any ?more|du (?:musst|brauchst) [^.?!]{0,160}nicht mehr|tu n'as plus (?:besoin|à )|ya no (?:tienes que|hace falta que)|você não precisa mais)(?![a-zß-öø-ÿ])|^(?:你)?(?:以后|今后)不(?:用|需要)|もう[^。]{0,40}なくて(?:も)?いい|^(?:(?:please|pls|bitte|por favor|and|also),? )*(?:(?:answer|reply|respond|speak|talk|write)(?: to)?(?: me)? in (?:chinese|english|french|german|italian|japanese|korean|portuguese|russian|spanish)|(?:antworte?|sprich|schreib)(?: mir| mit mir)? (?:auf|in) (?:deutsch|englisch)|(?:réponds|parle|écris)(?:[- ]moi)? en (?:français|anglais)|(?:responde|respóndeme|háblame|escríbeme|contesta) en (?:español|castellano|inglés)|responda em (?:português|inglês))(?![a-zß-öø-ÿ])|^请?(?:始终|都)?(?:使用|用|以)(?:中文|英文|英语|日语|日文)(?:来)?(?:回答|回复|交流|沟通)|^(?:日本語|英語)で(?:答え|回答|返信|話し)/i;

const forgets =
  /(?<![a-zß-öø-ÿ])(?:won'?t|can'?t|cannot|don'?t|do(?: you)?|did(?: you)?|didn'?t|will not|if you|I) remember(?![a-zß-öø-ÿ])|(?<![a-zß-öø-ÿ])I(?:'ll| will) (?:keep|bear|remember)/i;

const remembers =
  /(?<![a-zß-öø-ÿ])(?:(?:please )?remember(?: that|,|:| this)(?!.{0,160} will be )|^remember (?!how|if|it|me|that|the last|this|to|what|when|where|which|who|why)[a-z]+ [a-z]+|remember that[.!]*\s*$|(?:keep|bear) in mind(?!.{0,160} will be )|(?:add|save|write|put|store|commit|update) (?:(?:this|that|it) )?(?:(?:to|in|into) )?(?:your |the )?memory|I(?:'d like to)? remind you|for (?:the|future) (?:record|reference)|(?:for|in) (?:all )?future (?:chats|conversations|sessions|tasks|prompts|runs)|merk dir|denk dran|vergiss nicht|souviens-toi|rappelle-toi|n'oublie pas|retiens|recuerda que|record[aá] que|acordate (?:de )?que|no olvides|ten(?:é|e|) en cuenta que|lembre(?:-se)?|não (?:se )?esqueça)(?![a-zß-öø-ÿ])|(?:请)?记住|覚えておいて|忘れないで/i;

// Known: facts that somebody is told, and what was settled.

/** What a thing is called, whose it is, where it is; who the person is; and a value that is all that somebody types. */
function isToBeKnown({ kind, features, hits, likely }: Judged, text: string, prompt: string): boolean {
  const has = (...names: readonly string[]): boolean => names.some((name) => features.has(name));
  if (unlike.test(text) && (isAll(text, prompt) || !wants.test(text))) return true;
  if (has("chats", "musts", "commandForm", "imperativeForm", "tasksFirst", "requests")) return false;
  if (presented.test(text.replace(aside, "")) || ofWork.test(text) || has("casesFirst")) return false;
  if (equips.test(text)) return true;
  if (mine.test(text) || (has("personal") && selves.test(text))) return true;
  if (has("self")) return false;
  const telling = hits.filter(({ sign }) => sign === "tells");
  // What leads to the statement is no part of it any more: “by the way, …”.
  const isTold = has("tells") && (telling.length === 0 || telling.some(({ isFirst }) => isFirst));
  if (kind === "fact" && isTold) return isLong(text);
  if (hits.some(({ sign, said }) => (sign === "states" || sign === "decides") && named.test(said))) return true;
  // Who types nothing else tells how it is; beside a task it belongs to that.
  const said = kind === "correction" ? text.replace(denial, "") : text;
  if (!isAll(text, prompt) || isPath.test(text) || likely < sureEnough || !isLong(said) || addressed.test(said))
    return false;
  if (kind === "decision") return has("decidesFirst") || (has("decides") && has("oursFirst"));
  return has("states", "thirdForm", "plural", "unspaced") && (value.test(said) || has("oursFirst"));
}

/** Whether a prompt says nothing else; what an “and” leads to is half of something. */
function isAll(text: string, prompt: string): boolean {
  return (
    prompt.trim().length <= text.length + aroundChars &&
    !/(?<![a-z])(?:and|und|et|y|e) $/i.test(prompt.slice(0, prompt.indexOf(text)))
  );
}

/** A day that comes every week. */
const weekly =
  /(?<![a-zß-öø-ÿ])(?:(?:on|every|each) (?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s|le (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos))(?![a-zß-öø-ÿ])|周[一二三四五六日天末]|星期[一二三四五六日天]|[月火水木金土日]曜日/i;

/** “No default exports in the packages”: a rule of things there are many of, and not of the one in hand. */
function isGeneral({ features }: Judged, text: string): boolean {
  const has = (...names: readonly string[]): boolean => names.some((name) => features.has(name));
  if (!has("general", "plural") || /^\p{L}+ (?:the|el|la|los|las|le|les|tous|todos) /iu.test(text)) return false;
  if (has("musts") || lacking.test(text) || goesOn.test(text) || toldOf.test(text)) return false;
  return value.test(text) || (has("habitsFirst", "bans") && !has("tasksFirst", "requestsFirst"));
}

/** “No escuché nada”, “no code, tell me where it is”, “at the bottom, not at the top”: what came about, and how the thing in hand is to be. */
const toldOf =
  /^(?:no,? )*no (?:(?:me|se|te|lo|la|le) )?[a-zß-öø-ÿ]+(?:é|í|ó|aste|iste|amos|imos|aron|ieron)(?![a-zß-öø-ÿ])|^(?:no|sin|kein[a-z]*) [^,]*, (?:just |only |solo )?(?:tell|show|give|explain|say|dime|explica|sag|zeig)|^(?!no |nunca |nada )[^,]*, (?:no|not|nicht|pas) (?:arriba|abajo|above|below|[a-zß-öø-ÿ]+)\W*$|^we (?:don'?t|do not|dont) (?:get|have|make|see)/i;

/** It goes on with what was said before, or tells how the one thing in hand should be. */
const goesOn =
  /^(?:(?:so|and|but|sorry|yes|sim|sí|si|oui|ja)(?![a-zß-öø-ÿ])|[a-z]+ #?\d+(?![\w.]))|^the .*(?<![a-zß-öø-ÿ])should(?![a-zß-öø-ÿ])|(?<![a-z])until (?:complete|done|it|that|this|you)(?![a-z])/i;

/** “Here” at the end is what lies before the person, and a team that is shown or sorted is none that works. */
function isOfTeam(hits: readonly Hit[], text: string): boolean {
  return hits.some(
    ({ sign, said }) =>
      (sign === "ours" && !/^on$|team$/i.test(said)) ||
      (sign === "ours" &&
        /(?<![a-z])team (?:always|does|has|is|may|must|never|shall|should|uses)(?![a-z])/i.test(text)) ||
      (sign === "near" && !(said.toLowerCase() === "here" && /here\W*$/i.test(text))),
  );
}

const aroundChars = 30;
const sureEnough = 0.6;
const certain = 0.8;

/** What somebody sees, what does not work and what goes on just now is told of the work in hand, however it is said. */
const reports =
  /(?<![a-zß-öø-ÿ])(?:(?:is|are|was|were)(?:n'?t| not)(?! (?:an?|the|allowed|supposed|permitted|meant|to|for)(?![a-zß-öø-ÿ]))|(?:is|are|am|keeps?) (?:[a-z]+ly |being |now )?(?!(?:running|listening|living|working|using|nothing|something|anything|everything) )[a-z]{2,}ing(?![a-zß-öø-ÿ])|(?:can'?t|cannot|can not) (?:see|find|open|get)|(?:do|does|did)(?:n'?t| not) (?:appear|go|load|seem|show|update|work)|at all(?=\W*$)|(?:ist|sind) (?:immer )?noch nicht|n'(?:est|a) (?:toujours )?pas|ne (?:sont|marche|fonctionne)[a-z]* (?:toujours )?pas|no (?:está|están|se ven?|aparecen?|funcionan?))(?![a-zß-öø-ÿ])|^(?:(?:also|and|but|so|still) )?no (?:error[a-z]*,|(?:[a-z-]+ ){1,3}(?:is|are|was|were|gets?|shows?|appears?) )/i;

/** What a thing is called, where it is and whose it is; how it is just now says less. */
const named =
  /^(?:is|are) (?:now )?(?:called|named|owned by|maintained by|hosted|deployed|stored|kept)|^(?:called|named|hosted|deployed|owns|maintains|listens on|belongs to|expires|reports to|stands for|lives|my name)(?![a-zß-öø-ÿ0-9])|^(?:lives|sits|runs) (?:in|on|at|under|behind)|^(?:heißt|gehört|liegt|läuft auf|hört auf|steht für|s'appelle|appartient|tourne sur|écoute(?: sur)?|se llama|pertenece|corre en|escucha)(?![a-zß-öø-ÿ0-9])|^(?:端口|监听|叫|位于|属于|归|负责|住在|部署在|运行在|ポート|担当|という名前|と呼|にホスト|にデプロイ|が管理|住んで|所属)/i;
/** “They prolonged it, the contract …” */
const aside = /^(?:[\p{L}'’]+ ){1,3}[\p{L}'’]+[,:;] (?=\S+ \S+ \S)/u;
const presented =
  /^(?:here|there|it|that|they|he|she|I have|I've|we've|hier|voici|voilà|aquí|acá|这是|ここ)(?!\p{L})|^\*\*|即可$/iu;
/** A number, code, a name as machines have it, a day. */
const value = /\d|`|(?<=\p{L})[-_.]\p{L}|(?<=\p{L})(?<!(?<!\p{L})and)\/\p{L}|#\p{L}/u;
const isPath = /^\s*(?:[A-Z]:)?[\\/]\S+\s*$/;
/** What is said to be well or to do nothing is of the work in hand, and so is an order in the middle of it. */
const ofWork =
  /(?<![a-zß-öø-ÿ])(?:(?:am|is|are) (?:fine|good|great|ok|okay|done|completed?|finished|correct|right|perfect)|(?:can|could|may|should) be (?:called|named)|(?:problems?|problemas?|probleme?|problèmes?|issue) (?:is|es|ist|est)|unfortunately|sadly|leider|malheureusement|(?:des)?graciadamente|infelizmente|(?:add|change|create|fix|make|move|put|remove|show) (?:an?|another|new|one|that|the))(?![a-zß-öø-ÿ])/i;

const mine =
  /^(?:my|meine?|mon|ma|mi) (?!assumption|concern|fear|feeling|goal|guess|hope|hunch|idea|issue|opinion|plan|point|problem|question|suggestion|theory|thinking|understanding|worry|punto|problema|idée|idee|frage)[a-zß-öø-ÿ]+(?: [a-zß-öø-ÿ]+)? (?:is|are|has|only has|lives|works|runs|was born|heißt|ist|hat|s'appelle|est|se llama|es|tiene)(?![a-zß-öø-ÿ])/i;
/** What somebody works on and with, by names that languages share. */
const equips =
  /(?<![a-zß-öø-ÿ])(?:(?:I|we)(?:'m| am|'re| are)(?: currently| now)? (?:on|using|running|in)|(?:I|we) (?:use|develop (?:on|in)|work (?:on|in|with)|run|have)|uso|usamos|trabajo (?:en|con)|estoy en|(?:ich|wir) (?:nutzen?|arbeiten? (?:mit|auf|unter))|(?:j'|nous )(?:utili[sz]e|travaille sur)[a-z]*|我(?:们)?(?:在)?用(?:的是)?) ?(?:an? |my |ein(?:en|em)? )?(?:mac(?: ?os)?|windows|win ?1[01]|linux|ubuntu|debian|fedora|arch|nixos|wsl2?|zsh|fish|powershell|vs ?code|neovim|emacs|podman|docker|pnpm|yarn|bun|uv|poetry)(?![a-zß-öø-ÿ0-9])/i;
const selves = /^(?:I|I'm|my|ich|mein\p{L}*|je|j'|mon|ma|yo|soy|mi|vivo|我|私)(?!\p{L})/iu;
/** What somebody wants of a thing in hand, they say beside what else is to be done with it. */
const wants = /(?:want|need) /i;
const unlike = /^I (?:no longer|don'?t|do not) (?:like|want|use|prefer|need)(?!\p{L}) (?!the |this |that |it|any)/iu;

/** Words that end a discussion. */
const settles =
  /(?<![a-zß-öø-ÿ])(?:let'?s settle|settled on|we(?:'ve| have)? (?:moved|switched|migrated) to|(?:we|I)(?:'ve| have)? (?:decided|agreed|chosen|chose)|we no longer use|it'?s decided|the decision is|made up my mind|beschlossen|entschieden|c'est décidé|on a décidé|nous avons décidé|decidido|hemos decidido|decidimos|ya no usamos)(?![a-zß-öø-ÿ])|决定了?|定了|不再使?用|に決め|に決ま|もう使(?:いません|わない|っていません)/i;

/** “Let's settle it: …”, “Decided: …”: what stands before the statement ends the discussion. */
function isAnnounced(text: string, prompt: string): boolean {
  const at = Math.max(0, prompt.indexOf(text));
  return announces.test(prompt.slice(Math.max(0, at - leadChars), at));
}

const leadChars = 40;
const announces = /(?:let'?s settle (?:it|this)|decided|decision|beschlossen|décidé|decidido|决定|決定) ?[:：] ?$/iu;

/** “For commits in the matcher I want the prefix …”: of what kind, and then what. */
const wishes =
  /^\s*(?:(?:for|in|with|pour|dans|para|en) (?:(?:all|any|my|our|les|las|los|mes|mis|tous les|tod[ao]s l[ao]s) )?(?!the |this |each |every )(?:[a-zß-öø-ÿ-]+ )?[a-zß-öø-ÿ-]+s|(?:für|bei) [a-zß-öø-ÿ]+)(?![a-zß-öø-ÿ'])[^,.]{0,50}\s(?:I want|I'd like|we want|möchte ich|will ich|je veux|je voudrais|quiero)\s/i;
const momentary = /(?<!\p{L})(?:now|this|that|these|those|again|for now|today)(?!\p{L})|这|那/iu;
/** “For this repo: …” */
const placed =
  /^(?:for|in|für|in|pour|dans|para|en) (?:this|our|all|every|any|dieses?m?|unser[a-zß-öø-ÿ]*|alle|ce|notre|tous|este|nuestro|todos) ?(?:repo[a-zß-öø-ÿ]*|projects?|codebase|team|projekt[a-zß-öø-ÿ]*|projets?|dépôts?|proyectos?|equipo)(?: we| wir| on)?\s*[,:]/i;
/** “All public functions must have a docstring” */
const ofAll =
  /^(?:(?:also|and|but|please|note that|keep in mind that|I (?:also )?want to mention that),? )*(?:all|every|each)(?! of (?:this|these|the|it|them)(?![a-zß-öø-ÿ])) (?:[a-zß-öø-ÿ0-9-]+ ){1,4}(?:must|should|shall|needs? to|ha(?:s|ve) to)(?![a-zß-öø-ÿ])|^(?:bitte )?(?:alle|jeder?|jedes) (?:[a-zß-öø-ÿ0-9-]+ ){1,4}(?:müssen|muss|sollen|soll)(?![a-zß-öø-ÿ])|^(?:tou(?:te)?s les|chaque) (?:[a-zß-öø-ÿ0-9'’-]+ ){1,4}(?:doit|doivent)(?![a-zß-öø-ÿ])|^(?:tod[oa]s l[oa]s|cada) (?:[a-zß-öø-ÿ0-9-]+ ){1,4}(?:deben?|tienen? que)(?![a-zß-öø-ÿ])|^tod[oa]s [oa]s (?:[a-zß-öø-ÿ0-9-]+ ){1,4}(?:devem?|têm que)(?![a-zß-öø-ÿ])|^(?:所有|全部|每个|每一个)(?!这|那)[^，,。]{1,20}(?:必须|都要|都应该|都必须|应该|需要)|^(?:すべて|全て|全部)の(?!この)[^、。]{1,20}(?:なければ|べき|こと[。]?$)/i;
/** What the team lacks, wants or has just now is no habit. */
const needs =
  /^(?:je|yo|ich|I|no need)(?![a-zß-öø-ÿ])|^(?:don'?t|do not) (?:need|think|want|see|care)(?![a-zß-öø-ÿ])|^(?:so |but |and )?we(?:'re|'ll|'ve|'d)? (?:do not |don'?t |not |also |really )*(?:need|want|have|care|are|can|could|should|find|get|know|make|see)(?![a-zß-öø-ÿ])/i;
const lacking =
  /^(?:il n'y a|rien|aucune?|nothing|nada|no hay|nichts|only then)(?![a-zß-öø-ÿ])|^(?:no|nada|rien|kein[a-zß-öø-ÿ]*) [a-zß-öø-ÿ]+ [a-zß-öø-ÿ]*(?:ed|ado|ido)(?![a-zß-öø-ÿ])/i;
const liked =
  /(?<![a-zß-öø-ÿ])(?:like|love|hate|prefer|value|enjoy|appreciate|find|gustan?|prefiero|préfère|aime)s? (?:where|how|what|all|both|some|most|the|your|it|that|this|these|those|them|him|her|his|their|bien que|el|la|los|las|le|les|l')(?![a-zß-öø-ÿ])|(?<![a-zß-öø-ÿ])veux bien que(?![a-zß-öø-ÿ])|希望(?!你(?:以后|每次|总|都|一直|回答|回复|用|先|在|能))/i;

/** Who would rather have it so chooses between two things in hand, unless nothing else is said. */
const choosing =
  /(?<![a-zß-öø-ÿ])(?:I(?:'d| would)|ich (?:würde|hätte)|je (?:préférerais|voudrais)|preferir[ií]a|mejor que)(?![a-zß-öø-ÿ])/i;

function isChoice(text: string): boolean {
  return choosing.test(text) && !/(?<![a-z])(?:ci|pipelines?|pull requests?|tests?)(?![a-z])/i.test(text);
}

/** “No, …”, “that's outdated, …”: it points back, and what follows may stand alone. */
const denial =
  /^(?:(?:no|nope|nah|wrong|correction|sorry|actually|not quite|wait|update|scratch that|I was wrong|my mistake|that'?s (?:wrong|not right|not true|outdated|old|stale|over)|nein|nee|falsch|korrektur|non|faux|correction|falso|corrección|no es así|perdón|pardon|entschuldigung)[\s,.:;!—–-]+)+|^(?:不对|不是|错了|更正(?:一下)?|改了|訂正です|違います|いや|いえ)[，,。:：、\s]*/i;

// Talk: what points at the moment, at what is before the person, or goes on with what was said.

function isTalk(text: string, prompt: string): boolean {
  if (inTalk.test(text) || lately.test(text) || progress.test(text) || leadsToQuestion(text, prompt)) return true;
  return assents.test(prompt) && prompt.trimStart().startsWith(text);
}

const hedges =
  /(?<![a-zß-öø-ÿ])(?:seems?|looks like|feels like|I (?:think|guess|suppose)|apparently|scheint|on dirait|parece)(?![a-zß-öø-ÿ])|好像|似乎|みたい/i;

/** Half of a sentence, a line of a list, the end of an output: what it was part of said what it is about. */
function isPart(text: string): boolean {
  return (
    partFirst.test(text) || partLast.test(text) || setting.test(text) || pairs.some((pair) => !isEven(text, pair))
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
  /^\s*(?:(?:also|and|plus|oh),? )?(?:[)\]},;:·•|]|\.(?!\w)|\[[a-z]+ *:|to be (?:clear|honest|precise|more)|note (?!that)|\d+\s*[.,):]|for (?:the (?:first|second|third|last|given) |\d)|para que |en cuanto a |with |@[^ ]*[./:]|-\p{L}|第[一二三四五六七八九十\d]+[步条点]|[而并但]|(?:one|two|three|some|other|\d+) (?:bugs?|issues?|problems?|questions?|things?)|no [a-zß-öø-ÿ]+ [a-zß-öø-ÿ]+ found|to (?:hide|suppress|see|run|use|fix) |only (?:if|when) |y, |when i'm |in terms |(?:e\.g|i\.e)\.|(?:ah|oh|hmm?),|(?:ah|hmm?|one|both|(?:all|the) others?|like|more|need|not|that|then|without|so|regarding|actually|while|looking|[a-zß-öø-ÿ]{3,}ed|causes|calls|creates|removes|returns|takes|uses|checks|sets) |let me )/iu;
const partLast = /(?:(?<!\p{L})(?:(?:stored|located|found) in|and|are|if|is|or|the|to|with)|[:(|,])\s*$/iu;

/** What a reviewer or a plan says of code. Who reads the code reads it there; a rule for it says that it is one. */
function isOfCode({ kind }: Pick<Judged, "kind">, text: string, prompt: string): boolean {
  const names = (from: string): number => new Set(from.match(codeNames)).size;
  return names(text) > 0 ? kind !== "rule" || !ruleFirst.test(text) : names(prompt) >= namesOfTalk;
}

/** Who types more than this at once mostly pastes; and so much nobody types, but for what stands around the paste. */
const pastedChars = 1_200;
const typedMost = 4_000;
const edgeChars = 40;

function isTyped(text: string, prompt: string): boolean {
  if (prompt.length <= typedMost) return true;
  const start = prompt.indexOf(text);
  return start >= 0 && (start <= edgeChars || start + text.length >= prompt.length - edgeChars);
}

const namesOfTalk = 3;
const codeNames =
  /(?<![\p{L}\p{N}`/._-])(?:\p{Ll}+\p{Lu}\w*|(?:\p{Lu}\p{Ll}+){3,}|\w+(?:\.\w+)?\(\w*\)|\w+\.\p{Lu}\w+|\p{L}\w*_\w+)(?![\p{L}\p{N}])/gu;
const ruleFirst =
  /^(?:please )?(?:we|don'?t|do not|use|prefer|avoid|no|wir|nutze|on|utili[sz]e|usa|no uses)(?!\p{L})/iu;

/** Unspaced writing shows by its end that a sentence wishes, asks, agrees, tells what happened or wants something done now. */
const inTalk =
  /(?:たい|のでは|よう|だろう|かな|かも|よね?|かね|よな|だな|ね|が|けど|のか|なんで|みて|して(?:おいて)?(?:ほしい|欲しい|くれ)?|った|した|っ足|ました|吧|吗|呢|嘛|一下|看看|试试)[。、！!…\s]*$|だろう?[？?]?$|^(?:[A-Za-z]に|じゃあ|では|それ|これ)/u;

/** What came about in this talk. */
const lately =
  /(?<![a-zß-öø-ÿ])(?:(?:is|are|keeps?) (?:flagging|showing|complaining|reporting|throwing)|(?:we|I)(?:'re| are|'m| am) (?:not [a-zß-öø-ÿ]+ing|reviewing|merging|rebasing|going)|(?:tests?|build|ci) (?:has|have|is|are|was|were) (?:pass|fail|green|red)[a-zß-öø-ÿ]*|in \d|the info|(?:we|you|I)(?:'ve| have)? (?:made|did|said|added|discussed|mentioned)|the PR|screenshots?|not [a-zß-öø-ÿ]+ (?:correctly|properly)|is(?:n't| not) really|if you (?:haven't|need|want)|if I understand|(?:option|approach|variant) [\dA-Z]|(?:I'd )?(?:prefer|like) (?:that|this|it|both))(?![a-zß-öø-ÿ])|(?<![a-zß-öø-ÿ])there\s*$/i;

/** A longer prompt is a story or a task, and what it states belongs to that. */
const shortChars = 300;

/** “The planner sums up prices, which type do I take?” */
function leadsToQuestion(text: string, prompt: string): boolean {
  return /^\s*[,;，、][^.!\n。！]*[?？]/.test(prompt.slice(prompt.indexOf(text) + text.length));
}

function isLong(text: string, wordsMin = 4): boolean {
  return (text.match(/[\p{L}\p{N}']+/gu)?.length ?? 0) >= wordsMin || unspaced.test(text);
}

/** Points back within a sentence as well as out of it. */
const backs =
  /^(?:first|then|it|them|the (?:old|new|same|last|current|rest|following)|these|those|another|so that)$/i;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{6}/u;

/** Points at what is before them, or at the moment. */
const deictic =
  /(?<![a-zß-öø-ÿ])(?:this(?! (?:repo|project|codebase|team)[a-zß-öø-ÿ]*)|(?<!(?:add|know|mean|mention|note|remember|remind you|say|state|sure|think) )that(?! [a-zß-öø-ÿ]+ (?:is|are|must|should|need))|these(?! days)|those|just|still|again|back|yet|currently|recently|today|yesterday|tonight|tomorrow|i've|and then|ok|okay|hmm|yeah|yes|dude|too|same|there's|there is|there are(?! (?:\d|two|three|four|five|no|only) ?)|seems?|looks? (?:like|good|bad|ok)|feels?|guess|maybe|probably|(?:an?|the|get|getting|many|more|some) (?:errors?|issues?|problems?)|c'est quel[a-z]*|bugs?|fails|failing|failed|broken|stuck|missing|wrong|twice|commits? on|let'?s|consider|das ist|dies[a-zß-öø-ÿ]*|gerade|noch|aber|vielleicht|heute|morgen|ce|cela|ça|cette|ceci|encore|mais|peut-être|esto|eso|este|esta|estas|estos|ese|esa|todavía|pero|quizás)(?![a-zß-öø-ÿ])|这个|那个|这里|刚才|好像|似乎|我觉得|あれ|さっき|みたい|かも|思う|\?|？/i;
/** Rules say “you” to anybody; all else to who is there. */
const addressed =
  /(?<![a-zß-öø-ÿ])(?:my|you|your|think|should|would|could|can|du|dir|dein[a-zß-öø-ÿ]*|tu|toi|ton|tú|tu)(?![a-zß-öø-ÿ])|你/i;

/** “1. yes 2. only the second”: who answers the questions of a turn one by one. */
const answers = /(?:^|\s)\d{1,2}[.):]\s*(?:yes|yep|no|ok|okay|sure|agreed|i like|sí|oui|non|ja|nein)(?![a-zß-öø-ÿ])/i;
/** Who says yes to a proposal goes on with the work. */
const assents =
  /^\s*(?:approved|agreed|yeah|yes|yep|ok|okay|sure|alright|fine|cool|great|perfect|nice|awesome|phenomenal|excellent|looks (?:good|great|perfect)|thanks?|nah|ja|oui|sí|si|vale)(?![a-zß-öø-ÿ])/i;
/** What somebody reads out of a review, and what goes on while they speak. */
const progress =
  /^\s*(?:consider|I(?:'ll| will))(?![a-zß-öø-ÿ])|(?<![a-zß-öø-ÿ])(?:is|are|was|were) about to|(?<![a-zß-öø-ÿ])(?:we|they|i)(?:'re| are|'m| am| were| was) (?:(?:now|still|just|currently|getting|seeing|trying|looking|working|testing|debugging|hitting|missing|stuck|back))(?![a-zß-öø-ÿ])/i;

// Cases: what is to be done when something comes again.

/** A case that comes again: “when a test fails”, not “when that is done”. */
const anyCase =
  /^\s*(?:whenever|if in doubt|im Zweifel|en cas de doute|en caso de duda|(?:each|every|any) ?time|when (?:an?|any|some|adding|writing|working|reviewing|changing|i (?:say|ask|write|paste))|jedes Mal|immer wenn|wenn (?:eine?|jemand)|chaque fois|quand une?|lorsqu'une?|cada vez que (?:un|alguien|te)|cuando (?:una?|alguien|te)|sempre que|quando (?:uma?|alguém)|每当|只要|たびに|毎回)(?![a-zß-öø-ÿ0-9])|^\s*(?:每当|只要)/i;
/** Languages in whose talk a case in front mostly tells of a fault: “cuando abro el pedido, no se ve nada”. */
const oftenReports = /^(?:si|cuando|antes|despu[eé]s|al|cada|quand|lors|avant|apr[eè]s|se|quando)(?!\p{L})/iu;

/** “When the parser changes, regenerate the files”: an order for a case that may come again, and that is not the matter in hand. */
function isOrderForCases({ likely, features, hits }: Judged, text: string): boolean {
  if (likely < sureEnough || (features.has("self") && !anyCase.test(text)) || asksIf.test(text)) return false;
  // “Ask Ana before …”, “run the checks after …”
  if (hits.some(({ sign, said }) => sign === "habits" && /\s(?:before|after)$/i.test(said))) return true;
  if (!caseForms.some((name) => features.has(name))) return false;
  if (solid.test(text) && !anyCase.test(text)) return false;
  if (solid.test(text)) return features.has("teEnd") || /[，,]|就/.test(text.replace(/（[^）]*）/g, ""));
  const first = hits.find(({ sign }) => sign === "cases" || sign === "caseBehind");
  const order = hits.find(({ sign, start }) => ordering.has(sign) && start !== first?.start);
  if (first === undefined || (oftenReports.test(first.said) && !anyCase.test(text))) return false;
  const parted = /[,:–—]\s*/.exec(text);
  const isFront = features.has("casesFirst");
  const rest = isFront && parted !== null ? text.slice(parted.index + parted[0].length) : isFront ? "" : text;
  const at = text.indexOf(first.said);
  const said = isFront ? text.slice(0, parted?.index ?? text.length) : text.slice(at < 0 ? 0 : at);
  const isOrder = order !== undefined || orderLike.test(rest);
  if (isOfProgram(said, text) || (tells.test(rest) && !orderLike.test(rest)) || (!isFront && ofWork.test(rest)))
    return false;
  return isOrder && !pending.test(said) && !needs.test(rest) && (anyCase.test(text) || !atHand.test(rest));
}

/**
 * “When selecting a berth, …”, “if the flag is set, …”: a case of the program that is built, and no case of the work on it. Who works is told by
 * “you” and “I”, by what they work with, or by what comes about: “when the timetable changes”.
 */
function isOfProgram(said: string, text: string): boolean {
  if (ofUse.test(said)) return true;
  return ofState.test(said) && !(anyCase.test(text) || ofTools.test(said));
}

const ofUse =
  /(?<![a-zß-öø-ÿ])(?:(?:the |an? )?users?|until|if you (?:agree|can|find|have|like|need|propose|see|think|want))(?![a-zß-öø-ÿ])/i;
const ofState =
  /(?<![a-zß-öø-ÿ])(?:(?:when|while|after|before|upon|if|once) [a-z]+ing|(?:after|before) (?!all|any|every|each|you|we|I)[a-z]+ (?:the|an?)|is|are|was|were|does|do)(?![a-zß-öø-ÿ])/i;
/** What people who write programs have in hand, in words that their languages share. */
const ofTools =
  /(?<![a-zß-öø-ÿ])(?:api|branch[a-z]*|build|ci|code|commit[a-z]*|comment[a-z]*|coverage|depend[a-z]*|deploy[a-z]*|diffs?|docs?|endpoints?|files?|functions?|issues?|lint[a-z]*|merg[a-z]*|migration[a-z]*|modules?|packages?|mocks?|pipelines?|production|pull requests?|push[a-z]*|PRs?|refactor[a-z]*|releas[a-z]*|repo[a-z]*|review[a-z]*|schemas?|scripts?|servers?|tests?|testing|types?|versions?)(?![a-zß-öø-ÿ])/i;
/** What a program does then is told, and nobody is to do it. */
const tells = /^(?:if|when|unless)(?![a-z])|(?<![a-zß-öø-ÿ])(?:is|are|does|wo(?:n'?|uld no)t|will not) /i;

/** “Check to see if any are copies” names no case. */
const asksIf =
  /(?<![a-zß-öø-ÿ])(?:ask|check|find out|know|look|see|tell me|test|verify|wonder) if(?![a-zß-öø-ÿ])|(?<![a-zß-öø-ÿ])(?:prüfe?|schau|sieh|frag) (?:[a-zß-öø-ÿ]+ ){0,3}ob(?![a-zß-öø-ÿ])|能不能|可不可以|是不是|有没有|会不会/i;

const caseForms = ["casesFirst", "caseBehind", "caseForm"];
const ordering: ReadonlySet<string> = new Set(["tasks", "habits", "bans", "requests"]);
/** A verb with what it is done to. */
const orderLike =
  /^(?:please (?:be )?|always |never |bitte |dann )?(?!(?:i|we|you|they|he|she|it|the|a|an|there|that|this|my|our|your)\b)\p{L}\p{Ll}+ (?:\p{Lu}|(?:the|a|an|it|them|me|my|our|us|all|every|den|die|das|dem|es|ihn|sie|mir|le|la|les|un|une|moi|el|lo|los|las|una|me)(?!\p{L}))/u;
/** A case that is waited for now. */
const pending =
  /(?<![a-zß-öø-ÿ])(?:this|that|these|those|it|its|they|them|here|now|still|again|back|yet|today|yes|not|so|done|finished|ready|ok|okay|needed|possible|necessary|latter|former|dies[a-zß-öø-ÿ]*|cette|es|fertig|nötig|ça|cela|ceci|fini|eso|esto|listo|we|wir|nous)(?![a-zß-öø-ÿ])|这个|那个|これ|それ/i;
/** Things that lie before the person. */
const atHand = /(?<![a-zß-öø-ÿ])(?:these|those|this (?!repo|project|codebase|team)[a-zß-öø-ÿ]+)(?![a-zß-öø-ÿ])/i;
const solid = /^[^A-Za-z]*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
