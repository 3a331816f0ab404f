/**
 * Features: what a clause shows of its kind, as names: the signs it has, its form, its length, and how it stands to the turn before it.
 *
 * A feature is a class of words or a form and never a word, so that a clause about anything is told by the same ones. What each speaks for
 * stands in `weights.ts`, which was fitted to them: a feature that is changed here says something else there until it is fitted again.
 */

import { ownWordsOf, type Span } from "./own-words.js";
import { type Hit, hitsIn, type Language, languagesOf, quoted, type Sign, type Word, wordsOf } from "./sign.js";

export interface Context {
  readonly prompt: string;
  /** The prompt with its gaps and quotations marked. */
  readonly text: string;
  readonly languages: readonly Language[];
  readonly turn: Turn | null;
  /** Whether nothing was said before it. */
  readonly isOnly: boolean;
}

/** `before` is the agent's turn before the prompt. */
export function contextOf(prompt: string, before: string | null): Context {
  const { text } = ownWordsOf(prompt);
  const turn = before === null ? null : turnOf(before);
  return { prompt, text, languages: languagesOf(text), turn, isOnly: true };
}

/** The agent's turn before, as far as a person answers it. */
interface Turn {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly asks: boolean;
}

const turnCharsMax = 4_000;

function turnOf(before: string): Turn {
  const text = before.length > turnCharsMax ? before.slice(-turnCharsMax) : before;
  const said = text.match(wordLike) ?? [];
  return {
    text,
    words: new Set(said.map((word) => word.toLowerCase())),
    asks: /[?？]\s*$/.test(text.slice(-200).trimEnd()) || /[?？]/.test(text.slice(-300)),
  };
}

const wordLike =
  /[0-9A-Za-z_\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\ud7ff\uf900-\ufdff\uff10-\uff9f]+/g;

const clauseCharsMax = 1_500;

export function featuresOf(
  context: Context,
  span: Span,
  stop: string,
): { features: Set<string>; hits: readonly Hit[]; words: readonly Word[] } {
  const clause = context.text.slice(span.start, Math.min(span.end, span.start + clauseCharsMax));
  const words = wordsOf(clause);
  const hits = hitsIn(clause, words, context.languages);
  const features = new Set<string>(["bias"]);
  const isDenial = denies.test(clause.slice(0, denialChars).toLowerCase());
  if (isDenial) features.add("denies");
  for (const { sign, isFirst, start } of hits) {
    // The “no” that answers bans nothing.
    if (isDenial && start < denialFront && ambiguous.has(sign)) continue;
    features.add(sign);
    if (isFirst) features.add(`${sign}First`);
  }
  const isSpaced = !/[\u3040-\u9fff]/.test(clause);
  const perWord = /[\u3041-\u30ff]/.test(clause) ? 2.5 : 1.7;
  const size = isSpaced ? words.length : Math.ceil(clause.length / perWord);
  if (!isSpaced) features.add("unspaced");
  if (stop === "?") features.add("asked");
  if (stop === "!") features.add("exclaims");
  if (size <= 2) features.add("tiny");
  else if (size <= 4) features.add("brief");
  if (size > 16) features.add("long");
  if (words.some(({ isOpaque }) => isOpaque)) features.add("code");
  if (clause.includes(quoted)) features.add("quote");
  if (/\d/.test(clause)) features.add("number");
  if (/→|⇒|->|=>/.test(clause)) features.add("arrow");
  if (/,\s|，|、/.test(clause)) features.add("comma");
  if (/[:：]/.test(clause)) features.add("colon");
  if (!context.languages.includes("de") && /[a-zà-öø-ÿ][,']? [A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ]/.test(clause))
    features.add("name");
  addForm(features, clause, words);
  for (const [one, other] of together) if (features.has(one) && features.has(other)) features.add(`${one}+${other}`);
  if (context.turn !== null) addTurn(features, context.turn, clause, context.isOnly);
  return { features, hits, words };
}

/** “No, …”, “no it's …”, and not “no tabs”. */
const denies =
  /^(?:(?:hm+|er|uh|but|ah|ach|aber|doch|mais|ah|pero|ay|still|actually|oh)[, ]{1,2})*(?:no+|nope|nah|wrong|nein|nee|nö|falsch|non|faux|mal|no no|不对|不是|错了|不，|違う|違います|ちがう|いや|いえ|不対)(?:[,，、:.!。]|\s?$|\s(?:it|that|this|the|not|its|it's|thats|that's|they|he|she|we|i|you|again|es|das|der|die|so|nicht|ich|du|wir|c'est|ce|le|la|les|pas|on|je|el|lo|eso|es|era)(?=[\s']|$))/;
const denialChars = 40;
/** So near to the front is what a denial begins with. */
const denialFront = 6;
const ambiguous: ReadonlySet<Sign> = new Set(["bans", "instead", "general", "chats", "asks"]);

/** Signs that mean something else beside each other. */
const together: readonly (readonly [string, string])[] = [
  ["tasksFirst", "once"],
  ["tasksFirst", "standing"],
  ["tasksFirst", "general"],
  ["tasksFirst", "casesFirst"],
  ["requestsFirst", "asked"],
  ["requestsFirst", "asks"],
  ["likes", "cases"],
  ["decides", "ours"],
  ["decides", "states"],
  ["states", "general"],
  ["states", "name"],
  ["bans", "ours"],
  ["general", "definite"],
  ["cases", "standing"],
  ["corrects", "bans"],
  ["tiny", "code"],
  ["musts", "definite"],
  ["musts", "once"],
  ["habitsFirst", "once"],
  ["bansFirst", "once"],
  ["caseBehind", "tasksFirst"],
  ["caseBehind", "habitsFirst"],
  ["casesFirst", "asked"],
  ["amendsFirst", "states"],
  ["amendsFirst", "subject"],
  ["corrects", "asksFirst"],
  ["definite", "passing"],
  ["states", "passing"],
  ["selfFirst", "states"],
  ["standing", "states"],
  ["once", "standing"],
  ["general", "plural"],
  ["asksFirst", "states"],
  ["past", "name"],
];

/** By how the clause begins and ends, in whichever language. */
const forms: readonly (readonly [string, RegExp])[] = [
  [
    "definite",
    /^(?:(?:and|so|btw|also|und|et|y|e) )?(?:the|our|my|his|her|this|that|der|das|unser\w*|mein\w*|dieser?s?|la|le|el|notre|nos|mon|ma|nuestr\w+|mi|o|a|nosso|nossa|meu|minha)\s|^l['’]/,
  ],
  [
    "plural",
    /^(?:los|las|les|os|as|toutes?|tous|todos|todas|alle)\s|^(?!this|its|is|was|has|does|yes|thus)(?:[\w-]+ )?[\w-]{3,}(?<!s)s (?:are|get|have|go|belong|stay|end|start|begin|carry|use|need|must|live|take|come|run|do|may|should|can|in|on|for|with|without|never|always|only|that|to)\b/,
  ],
  [
    "imperativeForm",
    /^[a-zà-öø-ÿ]+[aeiáéí](?:me|lo|la|le|los|las|nos|melo|mela)\s|^[a-zà-öø-ÿ]+-(?:le|la|les|moi|lui|nous|en|y)(?![a-zà-öø-ÿ-])/,
  ],
  [
    "infinitiveEnd",
    /\s(?!ihnen|denen|seinen|meinen|einen|keinen|morgen|zeilen|daten|gegen|wegen|neben|zwischen|unten|oben|drinnen|draußen)[a-zäöüß]{2,}(?:en|ern|eln)$/,
  ],
  ["participleEnd", /\sge[a-zäöüß]{2,}(?:t|en)$|\s(?:ver|be|ent|er)[a-zäöüß]{3,}t$/],
  // “crop the logo”, “bau einen Schalter”: a verb nobody listed, and what it is done to.
  [
    "commandForm",
    /^(?:(?:and|then|now|please|pls|also|so|ok|okay|und|dann|jetzt|bitte|et|puis|y|luego|ahora|maintenant) )*(?!(?:i|you|he|she|it|we|they|this|that|these|those|there|what|which|who|how|why|when|where|if|once|in|on|at|to|of|for|from|with|about|like|all|only|both|is|are|was|were|be|do|does|did|has|have|had|can|could|will|would|should|may|must|and|or|but|not|no|never|always|as|by|than|because|while|after|before|until|under|over|into|whenever|every|each|actually|maybe|btw|fyi|sorry|thanks|great|nice|yes|yeah|well|right|sure|since|given|during|across|inside|within|without|between|behind|next|last|same|more|most|some|many|any|cool|still|again|here|just|ich|du|er|sie|es|wir|ihr|man|das|der|die|den|dem|ein|eine|einen|wer|was|wo|wie|warum|wann|wenn|falls|sobald|ist|sind|war|hat|haben|hab|kann|soll|sollen|muss|in|auf|bei|mit|für|von|vor|nach|zu|aus|um|als|dass|ob|und|oder|aber|nicht|nie|immer|auch|nur|noch|je|tu|il|elle|on|nous|vous|ce|le|la|les|un|une|des|mon|ma|mes|si|quand|dans|sur|pour|par|avec|sans|que|qui|est|sont|était|a|ont|et|ou|mais|pas|yo|tú|él|ella|el|los|las|mi|mis|en|con|por|para|sin|de|del|es|son|era|ha|han|hay|ni|o|cada)\s)[a-zà-öø-ÿ]{2,}\s(?:the|a|an|my|our|your|this|these|those|it|them|me|us|up|out|mir|mal|das|die|den|dem|ein|eine|einen|alle|uns|bitte|le|la|les|l|un|une|ce|cette|ces|mon|ma|moi|el|los|las|una|este|esta|lo|me|nos)[\s'’]/,
  ],
  // “Ansel works from …”: what somebody or something does as a rule.
  [
    "thirdForm",
    /^(?:(?:our|the|my|every|each) )?[\w.'’-]+ (?!is |was |has |does |this |its |always |as |us |yes |plus |less |unless |across )[a-z]{3,}(?<!s)s (?:the|a|an|from|in|on|at|with|to|for|by|our|all|about|around|no|over|every|its|up|out|off|\d)/,
  ],
  [
    "passiveForm",
    /\b(?:is|are|was|were|gets?|got|been|be) [a-z]{2,}(?:ed|en|pt|lt|nt|ilt|ought|un|own) (?:by|in|on|with|at|for|from|to|through|as|into|under|after|before|every|once)\b|\b(?:wird|werden|wurde|wurden) .{2,40}(?:t|en)$|\b(?:est|sont|era|es|son|está|están) [a-zé]{3,}(?:ée?s?|ise?s?|ite?s?|ada?s?|ado?s?|ido?s?|ida?s?) (?:par|dans|en|por|à|a|con)\b/,
  ],
  [
    "counted",
    /\b(?:two|three|four|five|six|seven|eight|nine|ten|dozen|half|zwei|drei|vier|fünf|sechs|sieben|acht|zehn|deux|trois|quatre|cinq|six|sept|huit|dix|dos|tres|cuatro|cinco|seis|siete|ocho|diez)\b|[一二三四五六七八九十两几][个条套名件台位つ人桁]/,
  ],
  [
    "caseForm",
    /(?:たら|だら|れば|なければ|とき|時は|時に|場合|際は|際に|たびに|度に|前に|あとは|後は|次第)(?=.{4})|^[^，。]{2,16}(?:时|时候|之后|的话|一到)，?[^，。]{3}|^[^，。]{2,14}就[^，。]{2}|^(?:每当|每次|一旦|等)[^，。]{2,20}(?:就|要|先|再|马上)/,
  ],
  ["wh", /何|誰|どこ|いつ(?!も)|どう|なぜ|なんで|どの|どれ|いくら|どっち|どちら/],
  ["teEnd", /(?:て|で|ください|下さい|ほしい|欲しい|頼む|お願い)[。！]?$/],
  ["plainEnd", /(?:る|ない|こと|う|す)$/],
  ["politeEnd", /(?:です|ですよ|ますよ|ている|ています|である)$/],
  ["willEnd", /(?:ます|ましょう|よう)$/],
  ["askEnd", /(?:か|の|っけ|かな|吗|呢|没|谁|什么|哪|까|니|나요)$/],
  ["leEnd", /(?:了|过了|掉了|好了)$/],
  ["ba", /^(?:先|再|请|帮我|你)?把/],
  [
    "label",
    /^(?:rule|regel|règle|regla|regra|规则|ルール|decision|entscheidung|décision|decisión|决定|決定|preference|fact|note|correction|korrektur)\s?[:：]/,
  ],
];

function addForm(features: Set<string>, clause: string, words: readonly Word[]): void {
  const typed = clause.length > formCharsMax ? clause.slice(0, formCharsMax) : clause;
  const lower = typed.toLowerCase();
  // Who writes German nouns with a capital letter writes verbs without one.
  for (const [name, shape] of forms) if (shape.test(name.endsWith("End") ? typed : lower)) features.add(name);
  const subject = words[0]?.said;
  if (subject !== undefined && subjects.has(subject)) features.add("subject");
  if (words.length > 0 && /\d/.test(words[0]!.said)) features.add("numberFirst");
}

const formCharsMax = 400;
const subjects: ReadonlySet<string> = new Set(
  "he she it they he's it's er sie es man il elle ils elles ça ce él ella ellos eso ele ela eles".split(" "),
);

function addTurn(features: Set<string>, turn: Turn, clause: string, isOnly: boolean): void {
  if (isOnly && turn.asks) features.add("answers");
  const said = (clause.match(wordLike) ?? []).map((word) => word.toLowerCase());
  const shared = said.filter((word) => word.length > 3 && turn.words.has(word));
  if (
    shared.length > 0 ||
    [...turn.words].some(
      (word) => word.length > 1 && /[\u3040-\u9fff]/.test(word) && clause.includes(word.slice(0, 2)),
    )
  )
    features.add("repeats");
  const numbers = said.filter((word) => /^\d+$/.test(word));
  if (numbers.some((number) => !turn.words.has(number)) && /\d/.test(turn.text)) features.add("differs");
}
