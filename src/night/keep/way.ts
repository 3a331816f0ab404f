/** Way: where a statement goes by what the pages say: to the entry that says the same, in the place of the one it changes, or to its kind. */

import { piecesOf, sentencesOf } from "../../heard/clause.js";
import { plainSaid } from "../../heard/episode.js";
import type { Item, StatementKind } from "../../heard/inbox.js";
import { hitsIn, readingOf, type Sign } from "../../heard/sign.js";
import type { Memory } from "../../memory/memory.js";
import { plainTags } from "../../page/markdown/blocks.js";
import { areNumberedApart } from "../../recall/words/question.js";
import { termsIn } from "../../recall/words/terms.js";
import { changing, hasChanged, isOfAnother, negatedIn } from "./change.js";
import {
  type Changes,
  type Looked,
  type OldEntry,
  type openHeld,
  sameShare,
  sumOf,
  withoutBlanks,
} from "./entry-words.js";
import { bare } from "./promote.js";
import { significanceOf } from "./significance.js";
import { coverage, succeeds, wordsOf } from "./similar.js";

/** Where a statement goes: beside what says the same, in the place of what it changes, or to its kind. */
export type Way =
  | { readonly kind: "known"; readonly known: OldEntry }
  | { readonly kind: "replaces"; readonly known: OldEntry }
  | { readonly kind: "new"; readonly section: string };

/** What a statement is held against. */
export interface WayInput {
  readonly memory: Memory;
  readonly items: readonly Item[];
  /** Digests of entries that came from the inbox. */
  readonly heard: ReadonlySet<string>;
  /** What the pages say, as far as it matters to a statement. */
  readonly held: ReturnType<typeof openHeld>;
  /** What no page says yet. */
  readonly known: readonly OldEntry[];
}

/** Of an entry's weight that what corrects it has to speak of. */
const correctedShare = 0.45;
/** Where the wrong value is named, and is a number or a name: who says it has the entry before their eyes. */
const preciselyShare = 0.35;
const changedShare = 0.5;
/** A rule beside a rule is no change of it: it has to name nearly all of the other. */
const mentionedShare = 0.85;

/** Of an entry with no more words than these one may be the value, and another all that it is about. */
const fewTerms = 6;

/** An entry of several sentences, as agents write them, gives way as a whole: to what speaks of nearly all of it. */
function leastOf({ said }: OldEntry, least: number): number {
  return sentencesOf(said).length > 1 ? mentionedShare : least;
}

export function wayOf(said: Item, run: WayInput): Way {
  const item = { ...said, text: withoutBlanks(said.text) };
  // “We decided to” is no part of what an entry is known by.
  const [words, terms] = [wordsOf(bare(plainSaid(item.text))), termsIn(item.text)];
  // An agent's word stands beside a person's, and never in its place: the tag would call it theirs.
  const mayTake = (each: OldEntry): boolean =>
    each.writable && (item.isPerson || !each.isTagged) && mayChange(run, item, each);
  const spoken = spokenBy(item);
  const repeated = repeatedBy(item);
  const held = run.held({
    words,
    terms,
    repeated,
    speaks: spoken,
    changes: (store) => changesIn(run, item, store),
    waits: run.known.filter(mayTake),
  });
  const known = [...held.entries, ...run.known].filter(({ said: was }) => !areNumberedApart(item.text, was));
  const restated = restatedIn(run.items, item);
  const isSame = (each: OldEntry): boolean =>
    (restated.has(each.digest) && shareIn(terms, each.terms) >= restatedShare) ||
    Math.min(coverage(words, each.words), coverage(each.words, words)) >= shareFor(item, each) ||
    (repeated !== null && [...repeated].every((term) => each.terms.has(term)));
  const equal = known.find(isSame);
  if (equal !== undefined) return { kind: "known", known: equal };
  const open = { known: known.filter((each) => mayTake(each) && !isOfPart(item.text, each)), worth: held.worth };
  const target = (spoken === null ? null : correctedBy(item, spoken, open)) ?? changedBy(item, open, run.memory);
  if (target !== null) return { kind: "replaces", known: target };
  return { kind: "new", section: sectionFor(item) };
}

/** What the agent wrote down in that session after it heard this: it holds the statement with what that was about. */
function restatedIn(items: readonly Item[], { isPerson, session, at }: Item): ReadonlySet<string> {
  const after = isPerson ? items.filter((each) => !each.isPerson && each.session === session && each.at >= at) : [];
  return new Set(after.flatMap(({ ended }) => (ended?.state === "kept" ? [ended.entry] : [])));
}

const restatedShare = 0.6;

function shareIn(terms: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...terms].filter((term) => others.has(term)).length / (terms.size || 1);
}

/** Who tells the agent in two sessions what to do or what it did wrong seldom finds the same words twice. */
function shareFor({ text, session, mayLast }: Item, { said, waits, words }: OldEntry): number {
  const isOther = mayLast === true && waits !== null && waits.session !== session && words.content.size > 3;
  return isOther && toAgent.test(text) && toAgent.test(said) ? againShare : sameShare;
}

const againShare = 0.6;
/** Words for whoever does the work, and none about what is built. */
const toAgent =
  /^(?:(?:no|please|pls|again|and|but|also|so|bitte|por favor),? )*(?:you(?:['’](?:re|ve)| are| have)?|don['’]?t|do not|never|stop|be (?:very |really )?careful|avoid|ask|if (?:anything|something)|du hast|nutze|ne |tu (?:as|es)|arrête|no (?:uses|hagas|toques|crees|agregues|borres)|deja de|você)(?!\p{L})|^(?:请)?(?:不要|别|你又|先问)/iu;

/** Entries that may give way, and what each of their words is worth among all that may. */
interface Open {
  readonly known: readonly OldEntry[];
  readonly worth: (term: string) => number;
}

/** What another project said of everything, and what holds elsewhere than “here”, is no matter of a word about this project, whose people are “we”. */
function mayChange(run: WayInput, item: Item, { store, digest, waits }: OldEntry): boolean {
  const changes = changesIn(run, item, store);
  return changes === "all" || (changes === "heard" && (waits !== null || run.heard.has(digest)));
}

function changesIn({ memory }: WayInput, { scope, text }: Item, store: Memory): Changes {
  if (scope === "always" || store === memory) return "all";
  return near.test(text) ? "none" : "heard";
}

const near =
  /(?<!\p{L})(?:here|hier|ici|aquí|we|our|wir|unser\p{L}*|nous|notre|nos|nosotros|nuestr[oa]s?|(?:this|dies\p{L}*|ce|cette|este|esta) (?:repo\p{L}*|project|folder|projekt|ordner|projet|dossier|dépôt|proyecto|carpeta))(?!\p{L})|这里|这个(?:项目|仓库)|本项目|我们|ここ|うちの|この(?:プロジェクト|リポジトリ)/iu;

/** “I told you: pnpm” says nothing that an entry with these words does not; null where a statement says more. */
function repeatedBy({ kind, text }: Item): ReadonlySet<string> | null {
  if (kind !== "correction" || negatedIn(text).size > 0 || changing.test(text)) return null;
  const said = [...termsIn(text)].filter((term) => !reminding.has(term));
  return said.length === 0 ? null : new Set(said);
}

const reminding: ReadonlySet<string> = termsIn(
  "told tell said say already again mentioned remember wrong gesagt sagte schon bereits wieder falsch dit déjà encore rappel dije dicho ya otra vez recuerda 说过 说了 已经 告诉 言った 言いました もう",
);

/** By what a correction or a change speaks of an entry; null where a statement is none. */
function spokenBy({ kind, text, corrects }: Item): NonNullable<Looked["speaks"]> | null {
  const isContrast = contrasting.test(text);
  if (kind !== "correction" && !isContrast && !changing.test(text)) return null;
  const wrong = termsIn(corrects ?? "");
  const least =
    kind === "correction" ? correctedShare : valued.has(kind) || isContrast ? changedShare : mentionedShare;
  return { terms: new Set([...termsIn(text), ...wrong]), wrong, least };
}

/** The entry that is spoken of: what nobody is known to have said gives way to words that last or name what is wrong, and speak of all else in it. */
function correctedBy(
  { kind, text, lasting }: Item,
  { terms: said, wrong, least }: NonNullable<Looked["speaks"]>,
  { known, worth }: Open,
): OldEntry | null {
  const denied = negatedIn(text);
  let best: { readonly each: OldEntry; readonly isNamed: boolean; readonly share: number } | null = null;
  for (const each of known) {
    const shared = [...each.terms].filter((term) => said.has(term));
    if (shared.length < 2 && !shared.some((term) => wrong.has(term))) continue;
    const isNamed = shared.some((term) => denied.has(term) && !each.denies.has(term));
    const mayGive =
      each.isHeard || ((isNamed || lasting) && hasChanged(text, each.said, isNamed ? denied : undefined));
    if (!mayGive) continue;
    const share = sumOf(shared, worth) / sumOf(each.terms, worth);
    if (isOfAnother(text, each.said, kind === "correction" ? "corrected" : "changed")) continue;
    const isSure = shared.some((term) => denied.has(term) && isPrecise(term, each.said, text));
    if (share < leastOf(each, isSure ? Math.min(least, preciselyShare) : least)) continue;
    // What has the word that is denied is spoken of, however alike another one is.
    const isBetter = best === null || (isNamed === best.isNamed ? share > best.share : isNamed);
    if (isBetter) best = { each, isNamed, share };
  }
  return best?.each ?? null;
}

/** A number, or a name in both texts. */
export function isPrecise(term: string, ...texts: readonly string[]): boolean {
  const isCapital = (text: string): boolean =>
    text.split(/[^\p{L}\p{N}]+/u).some((word) => /^\p{Lu}/u.test(word) && termsIn(word).has(term));
  return /\d/.test(term) || texts.every(isCapital);
}

/** “60 seconds, not 30”: the wrong value is named. */
const contrasting = /[,;–—]\s*(?:not|nicht|pas|no|non)\s/iu;

/** What a person said before holds no longer where they say it with another value: the latest word holds. What nobody is known to have said is not touched. */
function changedBy({ kind, text, scope }: Item, { known, worth }: Open, memory: Memory): OldEntry | null {
  const denied = negatedIn(text);
  const said = termsIn(text);
  const isDenied = ({ terms, denies }: OldEntry): boolean => {
    const shared = [...terms].filter((term) => said.has(term));
    return shared.some((term) => denied.has(term) && !denies.has(term)) && shared.some((term) => !denied.has(term));
  };
  const isChange = kind === "correction" || changing.test(text);
  // “We switched from npm to pnpm” ends “we use npm here”, and is no word about “never publish to npm”.
  const [first, ...more] = piecesOf(text, { start: 0, end: text.length }).map(({ start, end }) =>
    text.slice(start, end),
  );
  const left = namedBy(leaving, more.some((piece) => narrowing.test(piece)) ? "" : (first ?? "").replace(lately, ""));
  const mayEnd = ({ said: was }: OldEntry): boolean => left.size === 0 || !ban.test(was);
  const isLeft = (each: OldEntry): boolean => {
    if (left.size === 0 || !mayEnd(each) || (each.store !== memory && scope !== "always")) return false;
    const isOne = piecesOf(each.said, { start: 0, end: each.said.length }).length === 1;
    const used = namedBy(inUse, isOne ? each.said : "");
    return used.size > 0 && [...left].every((term) => used.has(term));
  };
  const hasOther = (each: OldEntry): boolean =>
    (valued.has(kind) && hasOtherValue(said, each.terms) && !isOfAnother(text, each.said, "stated")) ||
    fillsSlot(text, each.said) ||
    succeeds(text, each.said) ||
    isLeft(each) ||
    (isChange && mayEnd(each) && hasChanged(text, each.said));
  // Of several that it may change it changes the one that it says most of: of two folders each may have its own.
  const shareOf = ({ terms }: OldEntry): number => {
    const shared = [...terms].filter((term) => said.has(term));
    return sumOf(shared, worth) / sumOf(terms, worth);
  };
  // A word that is denied is of many entries, and those have other words of their own.
  const isSpoken = (each: OldEntry): boolean => {
    const least =
      each.terms.size > fewTerms ? correctedShare : hasOther(each) ? 0 : isDenied(each) ? changedShare : 1;
    return shareOf(each) >= leastOf(each, least);
  };
  const open = known.filter((each) => each.isHeard && (isDenied(each) || hasOther(each)) && isSpoken(each));
  return open.toSorted((a, b) => shareOf(b) - shareOf(a))[0] ?? null;
}

/** “We no longer use Redis for sessions” says of a part that it is over: “we use Redis” goes on, “we use Redis for sessions” does not. */
function isOfPart(text: string, { terms }: OldEntry): boolean {
  const part = termsIn(endedPart.exec(text.trim())?.[1] ?? "");
  return part.size > 0 && [...part].every((term) => !terms.has(term));
}

/** What stands behind the last preposition of a sentence in one piece that ends something, where no manner or time does. */
const endedPart =
  /^(?=[^,;:]*(?:(?<!\p{L})(?:no longer|not\s[^,;:]*any ?more|nicht mehr|ya no)|n['’]t\s[^,;:]*any ?more)(?!\p{L}))[^,;:]*\s(?:for|in|on|at|during|für|bei|im|auf|para|en)\s(?!(?:(?:this|the|our|diese[mrns]?|de[mrn]|unser\p{L}{0,3}|este|esta|nuestr[oa]) )?(?:good|now|ever|all|any\p{L}*|every\p{L}*|general|favou?r|future|purpose|moment\p{L}?|time|project|repo\p{L}*|code\p{L}*|company|team|app|zukunft|projekt\p{L}*|firma|proyecto)(?!\p{L}))(?![^,;:]*(?:reasons?|gründen?|razones)[.!]*$)((?:[^\s,;:]+\s){0,2}[^\s,;:]+?)(?: any ?more)?[.!]*$/iu;

/** The same sentence with another number or name in code: “the prefix `a:`”, “the prefix `b:`”. Of what must not be there may be several. */
function fillsSlot(text: string, was: string): boolean {
  if (ban.test(text)) return false;
  const [now, then] = [text, was].map((said) => [...termsIn(said.replace(value, " "))]) as [string[], string[]];
  const isSame = then.length >= 3 && then.every((term) => now.includes(term));
  const values = (said: string): readonly string[] => said.match(value) ?? [];
  return isSame && values(was).length === 1 && values(text).length > 0 && values(text)[0] !== values(was)[0];
}

const value = /`[^`]+`|\d(?:[\p{L}\p{N}.:]*[\p{L}\p{N}])?/gu;
const ban =
  /(?<!\p{L})(?:never|not|no|nie|niemals|nicht|kein\p{L}*|jamais|pas|nunca|no)(?!\p{L})|n['’]t\b|不要|别|禁止|ない|ません|禁止/iu;

/** The words that stand in the places which the patterns keep. */
function namedBy(patterns: readonly RegExp[], text: string): ReadonlySet<string> {
  return termsIn(patterns.flatMap((each) => each.exec(text)?.slice(1) ?? []).join(" "));
}

/** What is left, as one word, by whoever speaks, for everything and for good: “for alerts”, “if” and “only” leave it in use. */
const leaving: readonly RegExp[] = [
  /^(?:(?:ok|okay|btw|fyi|so|and|also|update)[,:]? )?(?:we|i)(?:['’]ve| have)?(?: just| finally| now)? (?:switched|moved|migrated|changed)(?: over| away)? from (\S{2,40}) to \S{2,40}$/iu,
  /^(?:(?:ok|okay|btw|fyi|so|and|also|update)[,:]? )?(?:we|i)(?:['’]ve| have)?(?: just| finally| now)? (?:(?:replaced|swapped) (\S{2,40}) (?:with|by|for) \S{2,40}|(?:ditched|dropped|dumped|abandoned|got rid of|stopped using|moved off|no longer use) (\S{2,40}))$/iu,
  /^(?:wir|ich) (?:(?:sind|bin|haben|habe)(?: jetzt| inzwischen)? von (\S{2,40}) (?:auf|zu|nach) \S{1,40} (?:gewechselt|umgestiegen|migriert)|haben? (\S{2,40}) durch \S{1,40} ersetzt|(?:nutzen|verwenden|benutzen) (\S{2,40}) nicht mehr)$/iu,
  /^(?:(?:on est|nous sommes|on a|nous avons) (?:passés?|migré) de (\S{2,40}) [àa] \S{1,40}|(?:on a|nous avons|j['’]ai) remplacé (\S{2,40}) par \S{1,40}|(?:on|nous) n['’]utilis\S{1,6} plus (\S{2,40}))$/iu,
  /^(?:(?:cambiamos|pasamos|migramos|hemos (?:cambiado|pasado|migrado)|mudamos|trocamos) de (\S{2,40}) (?:a|para) \S{1,40}|(?:reemplazamos|cambiamos|trocamos) (\S{2,40}) por \S{1,40}|ya no usamos (\S{2,40})|não usamos mais (\S{2,40})|siamo passati da (\S{2,40}) a \S{1,40}|non usiamo più (\S{2,40}))$/iu,
  /^(?:(?:przeszliśmy|przechodzimy) z (\S{2,40}) na \S{1,40}|nie używamy już (\S{2,40})|мы (?:перешли|переходим) с (\S{2,40}) на \S{1,40}|мы больше не используем (\S{2,40}))$/iu,
  /^(?:我们)?(?:已经)?从\s?([\w.+-]{2,40})\s?(?:换|改|迁移?|切换?)(?:到|成|为)\s?[\w.+-]{2,40}了?$|^我们不再使?用\s?([\w.+-]{2,40})了?$|^([\w.+-]{2,40})から[\w.+-]{2,40}に(?:移行|変更|切り替え|乗り換え)(?:た|ました|しました)?$/u,
];

const lately =
  /[\s,]{1,4}(?:now|today|yesterday|recently|already|completely|entirely|last (?:week|month|year)|this (?:week|month|year)|jetzt|letzte woche|ahora|maintenant|la semaine dernière)[.!\s]{0,4}$|[.!\s]{1,4}$/iu;
const narrowing =
  /(?<!\p{L})(?:for|only|except|unless|if|when|nur|für|bei|falls|wenn|außer|seulement|pour|sauf|si|solo|para|excepto|salvo|tylko|dla|jeśli|только|для|если)(?!\p{L})/iu;

/** What is in use, as one word behind which nothing more names it: “we use npm here”, and not “we use the npm registry”. */
const inUse: readonly RegExp[] = [
  /(?<!\p{L})(?:uses?|using|runs?|running|works? with|hosted|deploy(?:ed|s)?|nutz\p{L}{1,8}|verwend\p{L}{1,8}|benutz\p{L}{1,8}|läuft|laufen|utilis\p{L}{1,8}|tourne|usa(?:mos|n)?|utiliz\p{L}{1,8}|usiamo|usano|używa\p{L}{1,8}|uzywa\p{L}{1,8}|использу\p{L}{1,8}) (?:(?:on|in|to|at|auf|bei|mit|sur|avec|en|na|w|z|на|в) )?(\S{2,40}?)(?=$|[,.;!)]|\s(?:for|in|on|at|as|to|with|and|here|now|everywhere|für|bei|auf|als|hier|und|pour|dans|ici|et|para|por|como|aquí|aqui|en|per|qui|do|w|na|tu|для|в|на|здесь)(?!\p{L}))/iu,
  /使?用\s{0,2}([\w.+-]{2,40})|([\w.+-]{2,40})\s{0,2}を使/u,
];

/** Of these a subject has one value: there may be two rules of one matter. */
const valued: ReadonlySet<StatementKind> = new Set(["fact", "decision", "preference"]);

/** All but one word the same, three at least: “the host is called cobalt”, “the host is called umber”. */
function hasOtherValue(said: ReadonlySet<string>, terms: ReadonlySet<string>): boolean {
  const shared = [...terms].filter((term) => said.has(term)).length;
  return shared >= 3 && terms.size - shared === 1 && said.size - shared === 1;
}

/** A tag that the writer set says what kind of entry it is; the words are only asked where there is none. */
export function sectionFor(item: Item): string {
  const tags = plainTags(item.text);
  const tagged = sectionOfTag.get(tags.find((tag) => sectionOfTag.has(tag)) ?? "");
  const isWish = tags.includes("human") && tagged !== "Lessons";
  if (!item.isPerson && (tagged === undefined || isWish)) return agentsSection(item, isWish, tagged);
  return tagged ?? sectionOf[item.kind] ?? "Facts";
}

/** An agent writes of a person's wishes, and of what has to be, as of any fact; both are rules, wherever a “when” stands. What is not done yet is none. */
function agentsSection({ kind, text }: Item, isWish: boolean, tagged: string | undefined): string {
  const said = text.replace(/\[\w+\]/g, "");
  const { kind: means, insists } = significanceOf(said, { tags: [], under: [], today: "" });
  const signs = hitsIn(readingOf(said), { start: 0, end: said.length });
  const isBound = means === "rule" || (insists !== null && !able.test(insists));
  if (tagged !== undefined || kind === "decision") return isBound ? "Rules" : "Decisions";
  const isWanted = isBound || means === "preference" || (isWish && signs.some(({ sign }) => wanting.has(sign)));
  if (pending.test(said) && !isBound) return "Facts";
  if (isWanted || kind === "rule" || kind === "preference") return "Rules";
  const isCase = kind === "trigger" && signs.some(({ sign, isFirst }) => sign === "cases" && isFirst);
  return isCase ? "Triggers" : kind === "trigger" && isWish ? "Rules" : "Facts";
}

const wanting: ReadonlySet<Sign> = new Set(["musts", "bans", "likes", "standing"]);
const able = /^(?:can ?not|may not|important|critical)$/i;
const pending = /(?<!\p{L})(?:not yet|noch nicht|pas encore|todavía no|aún no)(?!\p{L})|まだ|尚未|还没/iu;

const sectionOfTag: ReadonlyMap<string, string> = new Map([
  ["decision", "Decisions"],
  ["lesson", "Lessons"],
]);

const sectionOf: Readonly<Partial<Record<StatementKind, string>>> = {
  rule: "Rules",
  correction: "Rules",
  preference: "Preferences",
  decision: "Decisions",
  trigger: "Triggers",
};
