/**
 * Heard: what a person said becomes an entry of the page it belongs to. No model takes part: the words are the person's own.
 *
 * What a page says already is kept by that entry. What says otherwise than an entry takes its place, with the old words below it. All else goes
 * to the section of its kind, in MEMORY.md while a harness loads all of that, else in a page of the kind.
 */

import { join } from "node:path";
import type { PagePath } from "../../base/ids.js";
import { eachOf, err, type Failure, type Outcome, ok, push, usage } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { withLock } from "../../git/locks/locks.js";
import { inOneLine, plainSaid } from "../../heard/episode.js";
import {
  durable,
  type Ending,
  type HeardStatement,
  type Hearing,
  type Item,
  inboxOf,
  isResent,
  owedOf,
  pendingOf,
} from "../../heard/inbox.js";
import { isOfProjects } from "../../heard/lasting.js";
import { hitsIn, marksIn, readingOf } from "../../heard/sign.js";
import { statementsOf } from "../../heard/statement.js";
import { textsAtHead } from "../../history/log.js";
import { type Memory, refresh, textNow } from "../../memory/memory.js";
import { isPersonal } from "../../memory/root.js";
import type { Holder } from "../../memory/service.js";
import { findPage } from "../../memory/table.js";
import { plainTags } from "../../page/markdown/blocks.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import { belowIt, shorten } from "../../page/represent.js";
import { termsIn } from "../../recall/words/terms.js";
import { findElisions } from "../../rules/refusal.js";
import { patch } from "../../session/patch.js";
import { type CommitOptions, type PatchAnswer, refuse } from "../../write/commit/commit.js";
import type { PatchEnvelope } from "../../write/patch.js";
import { guardText } from "../../write/validate.js";
import { memoryPath } from "../day-files.js";
import { limitsOf, memoryTooLong } from "../plan.js";
import { correct } from "../undo.js";
import { negatedIn } from "./change.js";
import { blankedSecret, type OldEntry, oldEntry, openHeld, withRest } from "./entry-words.js";
import { bare } from "./promote.js";
import { isPrecise, sectionFor, type Way, type WayInput, wayOf } from "./way.js";

export interface KeptHeard {
  readonly kept: readonly Kept[];
  /** Still owed, and why. */
  readonly waiting: readonly Waits[];
}

interface Waits {
  readonly item: Item;
  readonly says: string;
  readonly failure: Failure;
}

interface Kept {
  readonly item: Item;
  readonly page: string;
  readonly commit: string | null;
  /** Where on the page, in words. */
  readonly where: string;
}

/** One keeps at a time, whichever worktree it is in, or two would write the same words. Fails with `locked` after half a minute: what is owed stays owed. */
export function keepAlone<T>(memory: Memory, act: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  return withLock(join(memory.place.shared, "keep"), { waitMs: 30_000 }, async () => {
    const now = refresh(memory);
    return now.ok ? act() : now;
  });
}

/**
 * Opens the memory of what holds always, beside a project's own; it is made where it is `needed`. null where the memory keeps that itself; where it fails
 * such words wait.
 */
export type OpenGlobal = (needed: boolean) => Promise<Outcome<GlobalMemory | null>>;

export interface GlobalMemory {
  readonly memory: Memory;
  readonly close: () => Promise<void>;
}

export interface KeepOptions extends CommitOptions {
  /** What holds always is kept in the memory itself when absent. */
  readonly global?: OpenGlobal;
  /** These alone, whether or not they say that they last; all that last when absent. */
  readonly ids?: readonly string[];
}

/** Keeps what is owed, oldest first. What cannot be kept is owed on, and told. */
export async function keepHeard(memory: Memory, options: KeepOptions): Promise<Outcome<KeptHeard>> {
  const read = itemsOf(memory);
  if (!read.ok) return read;
  const owed = owedBy(read.value, options);
  if (owed.length === 0) return ok({ kept: [], waiting: [] });
  const isNeeded = (item: Item): boolean =>
    item.scope === "always" && (options.ids !== undefined || item.lasting || item.mayLast === true);
  const global = (await options.global?.(owed.some(isNeeded))) ?? ok(null);
  const [opened, unopened] = global.ok ? [global.value, null] : [null, global.error];
  try {
    return await keepAlone(memory, () => keepOwed({ memory, global: opened?.memory ?? null, unopened, options }));
  } finally {
    await opened?.close();
  }
}

/** Others read a memory in the tree: what a person says of themself there goes with what holds in all of their projects. */
function itemsOf(memory: Memory): Outcome<readonly Item[]> {
  const read = inboxOf(memory).read();
  if (!read.ok || isPersonal(memory.root, memory.place.env)) return read;
  return ok(read.value.map((item) => (isOfSelf(item) ? { ...item, scope: "always" } : item)));
}

function owedBy(items: readonly Item[], { ids }: KeepOptions): readonly Item[] {
  return ids === undefined ? pendingOf(items) : owedOf(items).filter(({ id }) => ids.includes(id));
}

async function keepOwed(
  at: Pick<Run, "memory" | "global" | "options"> & { readonly unopened: Failure | null },
): Promise<Outcome<KeptHeard>> {
  const { memory, options, unopened } = at;
  const read = itemsOf(memory);
  if (!read.ok) return read;
  const fit = owedBy(read.value, options).map(asEntry);
  const out = fit.filter(({ text }) => findElisions(`- ${text}`).length > 0).map(({ id }) => id);
  const expired = inboxOf(memory).end(out, { at: memory.clock.now(), by, state: "expired", rule: standsForText });
  if (!expired.ok) return expired;
  const owed = fit.filter(({ id }) => !out.includes(id));
  if (owed.length === 0) return ok({ kept: [], waiting: [] });
  const heard = new Set(read.value.flatMap(({ ended }) => (ended?.state === "kept" ? [ended.entry] : [])));
  const about = { ...at, heard, items: read.value };
  const run: Run = { ...about, held: heldFor(about), known: [], added: new Map(), kept: [], waiting: [] };
  const before = owedOf(read.value).filter(({ id }) => !owed.some((item) => item.id === id));
  run.known = before.map((item) => waitingIn(run, item));
  const loose: string[] = [];
  for (const item of owed) {
    if (unopened !== null && item.scope === "always") {
      run.known = [...run.known, waitingIn(run, item)];
      const isAsked = options.ids !== undefined || item.lasting;
      if (isAsked) run.waiting.push({ item, says: unopened.says, failure: unopened });
      continue;
    }
    const way = wayOf(item, run);
    const isOnce = options.ids === undefined && !item.lasting;
    const isWaiting = way.kind === "replaces" && isLoose(run, way.known);
    const stays = way.kind === "replaces" && isOfWork(item, way.known);
    if (isOnce && (way.kind === "new" || isWaiting || stays)) {
      if (way.kind === "replaces" && isWaiting && !stays) {
        const settled = drop(run, way.known, `replaced by ${item.id}`);
        if (!settled.ok) return settled;
      }
      run.known = [...run.known, waitingIn(run, item)];
      loose.push(item.id);
      continue;
    }
    const said = way.kind === "replaces" ? withRest(plainSaid(item.text), way.known.said) : item.text;
    const taken = await take(run, { ...item, text: said }, way);
    if (!taken.ok) return taken;
  }
  const added = [...run.added].toSorted((a, b) => compareText(a[0], b[0]));
  const put = await eachOf(added, ([key, items]) => putAll(run, key.split("\n", 1)[0]!, items));
  if (!put.ok) return put;
  const looked = inboxOf(memory).look(loose, { at: memory.clock.now(), by });
  if (!looked.ok) return looked;
  const { kept, waiting } = run;
  return ok({ kept, waiting });
}

/** In another session, in a prompt of its own: then it holds beyond the talk it was part of. What is corrected twice is still the work in hand. */
function isSaidAgain({ items }: Run, item: Item, waits: Item): boolean {
  const isWhole = [item, waits].every(({ mayLast, kind }) => mayLast === true && kind !== "correction");
  return isWhole && waits.session !== item.session && !isResent(items, waits, item);
}

/**
 * Who corrects the work in hand speaks of what is known, too, and seldom means to change it. It gives way to who names a number of it as wrong, to who
 * says all of it again or names a name of it as wrong, and to a name in code that is spoken of; a ban gives way to the first and the last alone.
 */
function isOfWork({ kind, mayLast, text }: Item, { terms, said }: OldEntry): boolean {
  if (kind !== "correction" || mayLast === true) return false;
  const [now, denied] = [termsIn(text), negatedIn(text)];
  const left = [...terms].filter((term) => !now.has(term)).length / terms.size;
  const inCode = [...termsIn((text.match(/`[^`\n]+`/g) ?? []).join(" "))];
  if (inCode.some((term) => terms.has(term) && !denied.has(term))) return left > leftMost;
  const wrong = [...denied].filter((term) => terms.has(term));
  const undone = undoes.test(text);
  if (!undone && wrong.some((term) => /\d/.test(term))) return false;
  if (wrong.length === 0 || forbids.test(said)) return true;
  return left > 0 && (undone || !wrong.some((term) => isPrecise(term, said, text)));
}

/** An order to take work back. */
const undoes =
  /(?<!\p{L})(?:undo|revert|roll (?:it |that )?back|(?:take|put) (?:it|that|this) back|rückgängig|zurücknehmen|annule|défais|deshaz|revierte|cofnij|annulla|desfaz)(?!\p{L})/iu;

/** Of its words: “never touch” may be told otherwise. */
const leftMost = 1 / 3;
const forbids =
  /(?<!\p{L})(?:never|do not|must not|mustn['’]t|don['’]t|nie(?:mals)?|(?:darf|dürfen|soll|sollen) nicht|jamais|nunca)(?!\p{L})|不要|别|禁止|ないで/iu;

/** Whether it only waits to be said again. */
function isLoose({ added }: Run, { waits }: OldEntry): boolean {
  return waits !== null && ![...added.values()].some((items) => items.includes(waits));
}

/** A later word took the place of one that no page has. */
function drop(run: Run, known: OldEntry, because: string): Outcome<void> {
  const isLeft = (item: Item): boolean => item !== known.waits;
  for (const [key, items] of run.added) run.added.set(key, items.filter(isLeft));
  run.known = run.known.filter((each) => each !== known);
  return known.waits === null ? ok(undefined) : settle(run, known.waits, because);
}

/** No page takes a blank where a secret stood, or brackets that stand for left-out text, and the words around them are owed all the same. */
function asEntry(item: Item): Item {
  const text = item.text.replace(/\[REDACTED:[^\]\s]+\]/g, blankedSecret);
  if (findElisions(`- ${text}`).length === 0) return { ...item, text };
  const bracketed = /\[([^[\]\n]{1,160})\](?![(:])/g;
  // Brackets and nothing else say nothing.
  const words = text.replace(bracketed, " ").split(/\s+/);
  if (words.filter((word) => /\p{L}/u.test(word)).length < 2) return { ...item, text };
  return { ...item, text: text.replace(bracketed, (_, said: string) => `“${said}”`) };
}

/** The rule by which words go that no page takes: they only say that other words are not there. */
const standsForText = "stands for text that is left out";

/** One keeping of all that is owed. */
interface Run extends WayInput {
  readonly global: Memory | null;
  readonly options: KeepOptions;
  readonly heard: Set<string>;
  held: WayInput["held"];
  known: WayInput["known"];
  /** What is new, by its section and by who says it. */
  readonly added: Map<string, Item[]>;
  readonly kept: Kept[];
  readonly waiting: Waits[];
}

async function take(run: Run, item: Item, way: Way): Promise<Outcome<void>> {
  const { heard } = run;
  if (way.kind === "new") {
    add(run, item, way.section);
    return ok(undefined);
  }
  const { known } = way;
  if (known.waits !== null) {
    const isAgain = way.kind === "known";
    const isOne = !isLoose(run, known) || (!item.lasting && !isSaidAgain(run, item, known.waits));
    if (isAgain && isOne) return settle(run, item, `said again as ${known.waits.id}`);
    // Neither is on a page yet: the later word alone gets there.
    add(run, item, sectionFor(item));
    return drop(run, known, `${isAgain ? "said again as" : "replaced by"} ${item.id}`);
  }
  if (way.kind === "known")
    return done(run, item, { page: known.path, entry: known.digest, commit: null, again: true }, asBefore);
  const { store, path: page, digest } = known;
  const text = lineOf(item).slice("- ".length);
  const correction = { page, entry: digest, text, because: null, envelope: envelopeOf([item]) };
  const answer = await correct(store, correction, run.options);
  if (!answer.ok) {
    run.waiting.push({ item, says: answer.error.says, failure: answer.error });
    return ok(undefined);
  }
  const entry = digestOf(lineOf(item));
  heard.add(entry);
  run.held = heldFor(run);
  const where = `in the place of “${shorten(known.said, gistCharsMax)}”`;
  return done(run, item, { page: known.path, entry, commit: answer.value.commit, instead: true }, where);
}

function storeFor({ memory, global }: Run, { scope }: Item): Memory {
  return scope === "always" ? (global ?? memory) : memory;
}

function add(run: Run, item: Item, section: string): void {
  push(run.added, `${section}\n${item.isPerson ? "person" : item.by}\n${storeFor(run, item).config.store}`, item);
  run.known = [...run.known, waitingIn(run, item)];
}

function waitingIn(run: Run, item: Item): OldEntry {
  const about = { store: storeFor(run, item), writable: true, isHeard: true, isTagged: item.isPerson, waits: item };
  return oldEntry(bare(plainSaid(item.text)), { ...about, path: memoryPath, digest: digestOf(lineOf(item)) });
}

async function putAll(run: Run, section: string, items: readonly Item[]): Promise<Outcome<void>> {
  const [first] = items;
  if (first === undefined) return ok(undefined);
  const answer = await appended(storeFor(run, first), section, items, run.options);
  const noted = await eachOf(items, (item) => {
    // One that is refused holds no other back.
    if (!answer.ok && items.length > 1) return putAll(run, section, [item]);
    if (!answer.ok) return ok(void run.waiting.push({ item, says: answer.error.says, failure: answer.error }));
    const page = answer.value.pages[0]?.path ?? memoryPath;
    const where = `below “${section}”${storeFor(run, item) === run.memory ? "" : ", for all projects"}`;
    return done(run, item, { page, entry: digestOf(lineOf(item)), commit: answer.value.commit }, where);
  });
  return noted.ok ? ok(undefined) : noted;
}

const by = "pagefile";

type Place = Omit<Extract<Ending, { readonly state: "kept" }>, keyof Pick<Ending, "at" | "by" | "state">>;

const asBefore = "where it stands already";
const gistCharsMax = 60;

function done({ memory, kept }: Run, item: Item, place: Place, where: string): Outcome<void> {
  kept.push({ item, page: place.page, commit: place.commit, where });
  return inboxOf(memory).end([item.id], { at: memory.clock.now(), by, state: "kept", ...place });
}

function settle({ memory }: Run, { id }: Item, because: string): Outcome<void> {
  return inboxOf(memory).end([id], { at: memory.clock.now(), by, state: "settled", because });
}

/** Whoever keeps alone has brought the memory in step, and a commit the pages that it changed; nobody has looked at what holds always. */
function heldFor({ memory, global, heard }: Pick<Run, "memory" | "global" | "heard">): Run["held"] {
  if (global !== null) refresh(global);
  return openHeld(memory, global, heard);
}

// Self: what a person says of themself, and of nothing in the work.

/** In doubt it is: what the team lacks can be said to it, and what it was told of somebody's life stays in its history. */
function isOfSelf({ ended, kind, text, isPerson, scope }: Item): boolean {
  if (ended !== null || !isPerson || scope === "always" || kind === "decision" || !durable.has(kind)) return false;
  // “My boss wants all PRs reviewed twice” is of the work.
  if (hasOver.test(text) && !ofWork.test(text.replace(hasOver, " "))) return true;
  if (kind !== "fact" && forOne.test(text) && !ofWork.test(text)) return true;
  const starts = [...text.matchAll(speaksOfSelf)].map(({ index }) => index);
  if (starts.length === 0) return false;
  const reading = readingOf(text);
  const isOfLife = (start: number, at: number): boolean => {
    const end = starts[at + 1] ?? text.length;
    if (tellsDone.test(text.slice(start, end))) return false;
    return marksIn(reading, { start, end }).some(({ sign, said }) => sign === "life" && !works.test(said));
  };
  if (starts.some(isOfLife)) return true;
  const signs = new Set(marksIn(reading, { start: 0, end: text.length }).map(({ sign }) => sign));
  if (signs.has("craft") || signs.has("names") || signs.has("settings") || ofWork.test(text)) return false;
  const rest = text.replace(isSelf, "").replace(named, "");
  if (tellsDone.test(text) || (!/^ich /i.test(text) && namesSomebody.test(rest))) return false;
  return signs.has("person") || signs.has("kin") || isSelf.test(text);
}

/** Where a clause of the person's begins, in eleven languages. */
const speaksOfSelf =
  /(?:^|[.!?,;:(–—]\s*|(?<!\p{L})(?:that|because|since|as|and|but|so|dass|weil|da|denn|und|que|car|parce que|comme|et|porque|como|y|e|perché|siccome|bo|że|ponieważ|i|потому что|что) )(?:(?:i|i['’]?m|i['’]ve|my|ich|meine?[mnrs]?|je|mon|ma|mes|yo|soy|estoy|tengo|trabajo|vivo|mis?|eu|sou|estou|tenho|trabalho|moro|meus?|minhas?|io|sono|ho|lavoro|abito|mi[oa]|ja|jestem|mam|pracuj[eę]|mieszkam|m[oó]j|moja|moje|я|у меня|мой|моя|мои)(?!\p{L})|j['’]|我(?!们)|私(?!たち)|僕(?!ら|たち)|俺|저는|나는|제|내)/giu;
/** Who somebody is, what they have, and where or when they work and live. */
const isSelf =
  /^(?:(?:please |bitte )?(?:remember|note|keep in mind|merk dir)(?: that|,? dass)?[,:]? )?(?:i(?: am|['’]?m| have|['’]ve got| work| live| suffer)|ich (?:bin|habe?|arbeite|lebe|wohne|leide)|je (?:suis|travaille|vis|souffre)|j['’](?:ai|habite)|(?:yo )?(?:soy|estoy|tengo|trabajo|vivo|sufro|padezco)|(?:eu )?(?:sou|estou|tenho|trabalho|moro|sofro)|(?:io )?(?:sono|ho|lavoro|abito|soffro)|(?:ja )?(?:jestem|mam|pracuj[eę]|mieszkam|cierpi[eę]|choruj[eę]))(?!\p{L})/iu;
/** Whom somebody works for: who that is differs from one person of a team to the next. */
const hasOver =
  /(?<!\p{L})(?:my (?:\p{L}+ )?(?:manager|boss|supervisor|team ?lead(?:er)?|mentor)|meine?[mnr]? (?:chef(?:in)?|vorgesetzte[nr]?|manager(?:in)?|teamleit(?:er|erin|ung))|(?:mon|ma) (?:chef(?:fe)?|manager|responsable|patron(?:ne)?|supérieure?)|mi (?:jef[ea]|gerente|supervisora?|responsable)|(?:meu|minha) (?:chefe|gerente|supervisora?|gestora?)|mi[oa] (?:capo|responsabile|manager|superiore)|(?:m[oó]j|moja) (?:szef(?:owa)?|mened[żz]er(?:ka)?|kierownik|kierowniczka|prze[łl]o[żz]on[ya])|мо(?:й|я) (?:начальни(?:к|ца)|менеджер|руководитель(?:ница)?|шеф|босс))(?!\p{L})|我的?(?:经理|老板|上司|领导|主管)|(?:私|僕|俺)の(?:上司|マネージャー|ボス|部長|課長)|(?:제|내) (?:상사|매니저|팀장|부장)/iu;
/** What is to be done for the one who says it alone. */
const forOne =
  /(?<!\p{L})(?:for me|für mich|pour moi|para m[ií]m?|pra mim|per me|dla mnie|для меня)(?!\p{L})|[为為给給替]我(?!们|們)|(?:私|僕|俺)のために|(?:저|나)를 위해/iu;
const works = /work|arbeit|travail|trabaj|trabalh|lavor|prac/iu;
/** “I have moved the school fixtures” */
const tellsDone =
  /(?<!\p{L})(?:i have|i['’]ve) (?:(?:just|already|now|also) )?(?!red(?!\p{L})|need(?!\p{L}))(?:\p{Ll}{2,}ed|been|set|put|made|built|written|rewritten|found|seen|done|gone|run|split|left|kept|sent)(?!\p{L})/iu;
/** Things, files, tools and duties. */
const ofWork =
  /[`/\\_@#]|\p{L}\.\p{Ll}|(?<!\p{L})(?:(?:we|us|our|the|on[ -]call|in charge|pull requests?|prs?|api)(?!\p{L})|(?:team|servi[cçz]|dienst(?!ag)|repo|proje[ckt]|proyect|branch|build|releas|rilasc|deploy|wdroż|déplo|despl|pipeline|ticket|sprint|code|parser|modul|moduł|server|serwer|serwis|serv[ei]ur|servidor|cluster|staging|production|dat[ae]ba[sn]|base d|bases? de|banco de|migra[ctzç]|backend|frontend|merg|review|revis|revue|test|docs|bug|app(?!\p{L})|apps(?!\p{L})|client|customer|kund|klient|maint[ae]|respons|verantwort|zuständig|charg[é]|encargad|odpowied|odpowiad|owner|admin|access|accès|acces[os]|acesso|dostęp|zugriff|rights|permission|lead(?!\p{L})|bereitschaft|astreinte|guardia|plantão|reperibil|dyżur|équipe|equip[eo]|squadra|zesp[oó]ł?|usług|gałę|dépôt|branche|rama(?!\p{L})))/iu;
/** “I am Jewish”, “I have Crohn's” */
const named = /^ (?:an? |from |in )?\p{Lu}\p{L}*(?:['’]s (?:disease|syndrome|palsy)|['’]s(?= *$)|(?![\p{L}'’]))/u;
/** No day or month is one, nor is a noun of German. */
const namesSomebody =
  /\s(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|I(?!\p{L}))\p{Lu}\p{Ll}+/u;

// Remember: the verb that needs nothing but words: no page, type or field is asked for. It refuses what has none, and a secret.

export interface Remembered {
  readonly item: Item;
  /** Where the words are; null while the inbox has them. */
  readonly kept: Omit<Kept, "item"> | null;
  /** Why the inbox has them still; empty where a page does. */
  readonly says: string;
  /** What kept them from a page, where something did. */
  readonly failure: Failure | null;
}

export async function remember(
  memory: Memory,
  text: string,
  about: { readonly by: string; readonly session: string | null; readonly isPerson: boolean },
  options: KeepOptions,
): Promise<Outcome<Remembered>> {
  if (!/[\p{L}\p{N}]/u.test(text))
    return err(usage("There is nothing to remember.", "Say it in words, for example: The office is in Lyon."));
  const refusal = guardText({ op: "append", page: memoryPath, value: text, ...envelopeOf([]) });
  // Brackets that stand for other words are mended on the way to a page; whoever types a secret has to know that it is not kept.
  const isEmpty =
    refusal?.reason === "ELISION_DETECTED" && !/[\p{L}\p{N}]/u.test(text.replace(/\[[^[\]]{0,200}\]/g, ""));
  if (refusal?.reason === "SECRET_DETECTED" || (refusal !== null && isEmpty))
    return refuse(memory, memoryPath, refusal);
  const at = memory.clock.now();
  const heard = hearWhole(memory, text, { at, key: `${at} ${text}`, ...about });
  if (!heard.ok) return heard;
  const { value: item } = heard;
  // What the turn said besides waits for its end: the agent may still write it down in better words.
  const done = await keepHeard(memory, { ...options, ids: [item.id] });
  const kept = done.ok ? (done.value.kept.find((each) => each.item.id === item.id) ?? null) : null;
  if (kept !== null) return ok({ item, kept, says: "", failure: null });
  const before = keptBefore(memory, item);
  if (before !== null) return ok({ item, kept: before, says: "", failure: null });
  const row = done.ok ? done.value.waiting.find((each) => each.item.id === item.id) : undefined;
  const failure = done.ok ? (row?.failure ?? null) : done.error;
  return ok({ item, kept: null, says: failure?.says ?? "It waits for the next boundary.", failure });
}

/** What somebody asked to be remembered: one statement, on the disk when it returns. “Everywhere” in an agent's words is everywhere in the project. */
export function hearWhole(holder: Holder, text: string, hearing: Hearing): Outcome<Item> {
  const found = statementsOf(text, null).find(({ kind }) => durable.has(kind));
  const { kind, scope, corrects } = found ?? { kind: "fact", scope: "project", corrects: null };
  const isWide = hitsIn(readingOf(text), { start: 0, end: text.length }).some(isOfProjects);
  const said: HeardStatement = {
    text: text.trim(),
    kind,
    scope: hearing.isPerson || isWide ? scope : "project",
    score: 1,
    why: "asked to be remembered",
    corrects,
    lasting: true,
    chance: 1,
  };
  const heard = inboxOf(holder).add([said], hearing);
  return heard.ok ? { ok: true, value: heard.value[0]! } : heard;
}

/** Whoever kept what was owed while this one waited for its turn kept this too. */
function keptBefore(memory: Memory, { id }: Item): Remembered["kept"] {
  const read = inboxOf(memory).read();
  const ended = read.ok ? read.value.find((each) => each.id === id)?.ended : null;
  return ended?.state === "kept" ? { page: ended.page, commit: ended.commit, where: asBefore } : null;
}

// Kept: a statement as an entry.

/** One line, with nothing in front that would make it anything but a sentence. */
function lineOf({ text, isPerson, kind }: Item): string {
  const said = isPerson ? plainSaid(text) : inOneLine(text);
  const tags = [...(isPerson ? ["human"] : []), ...(kind === "decision" ? ["decision"] : [])];
  const there = plainTags(said);
  return ["-", said, ...tags.filter((tag) => !there.includes(tag)).map((tag) => `[${tag}]`)].join(" ");
}

function digestOf(line: string): string {
  return outline(line, 0).entries[0]?.digest ?? "";
}

function envelopeOf(items: readonly Item[]): PatchEnvelope {
  const sessions = [...new Set(items.flatMap(({ session }) => (session === null ? [] : [`session:${session}`])))];
  // The words are whose they are, whichever program writes them down.
  const isTheirs = items.every(({ isPerson }) => isPerson);
  return {
    actor: isTheirs ? "human" : `agent:${items[0]?.by ?? "pagefile"}`,
    origin: isTheirs ? "user" : "agent",
    session: sessions.length === 1 ? (items[0]?.session ?? null) : null,
    evidence: [...sessions, ...items.map(({ id }) => `user_message:${id}`)],
    id: null,
  };
}

async function appended(
  memory: Memory,
  section: string,
  items: readonly Item[],
  options: CommitOptions,
): Promise<Outcome<PatchAnswer>> {
  const workspace = { primary: memory, memories: [memory] };
  const lines = items.map(lineOf).join("\n");
  const envelope = envelopeOf(items);
  const home = await homeOf(memory, lines);
  if (home === null) {
    const page = section.toLowerCase();
    if (findPage(memory.table, page) !== null)
      return patch(workspace, { op: "append", page, value: lines, ...envelope }, options);
    const create = { op: "create", page, title: section, type: "preference", pin: "soft", value: lines };
    return patch(workspace, { ...create, fields: { subject: section, prefers: belowIt }, ...envelope }, options);
  }
  const text = textOf(memory, home);
  const { headings } = outline(text, bodyStartOf(text));
  const slug = headings.find(
    ({ depth, title }) => depth === 2 && title.toLowerCase() === section.toLowerCase(),
  )?.slug;
  const [page, value] = slug === undefined ? [home, `## ${section}\n\n${lines}`] : [`${home}#${slug}`, lines];
  return patch(workspace, { op: "append", page, value, ...envelope }, options);
}

/** MEMORY.md while its harness loads all of it; null where another page has to take it, also where no commit has it yet. */
async function homeOf(memory: Memory, lines: string): Promise<PagePath | null> {
  if (findPage(memory.table, memoryPath)?.writable !== true) return null;
  const there = await textsAtHead(memory, [memoryPath]);
  if (there.ok && there.value[0] === null) return null;
  const next = `${textOf(memory, memoryPath)}\n${lines}\n`;
  return memoryTooLong(next, limitsOf(memory.config), new Map()) === null ? memoryPath : null;
}

function textOf(memory: Memory, path: PagePath): string {
  return textNow(memory, path)?.text ?? "";
}
