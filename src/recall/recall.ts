/**
 * Recall: a question to the memory, and an answer that says what it rests on, what it could not look at, or why there is none.
 *
 * A question becomes a plan (`plan.ts`). `look.ts` asks the index for hot chunks, with access as its filter (`search-space.ts`), and `confidence.ts`
 * decides whether the archive's index is asked as well. `compose.ts` makes the answer and says why each page is in it. Read this file
 * first (`recall`), then `look.ts`, then `rank/rank.ts`.
 *
 * Every text that is shown is what its file holds: it is read, or known by its blob id while the stamp it was read under stands. No answer is
 * given up on a table that may be behind; the files are looked at a second time first. An answer is empty only with a status, and one that could
 * be misread as “nothing is known” is also the fault `silent_recall`. Only what the asker may see is heard, and also ranked.
 *
 * A page that answers from the archive three times comes back by a `restore` patch of `agent:recall`. The counts lie below the git dir
 * (`canary.ts`). A question of a group never does that.
 *
 * Quotes that stand nowhere together are searched word by word where the question says more, and the answer says so. “Yesterday” goes by the
 * clocks of the place. A model for meaning (`meaning/`) is loaded only where the user set one up: vectors are named by the digest of their text,
 * access is asked before anything is near, and private pages go to no other machine unasked.
 */

import { dayAt, type Instant, type PageId, type Zone } from "../base/ids.js";
import { objectOf, textOf } from "../base/json.js";
import { allOf, err, type Failure, type Result } from "../base/result.js";
import { inOneLine } from "../heard/episode.js";
import { type Item, inboxOf, owedOf } from "../heard/inbox.js";
import { type Memory, refresh } from "../memory/memory.js";
import type { Tokenizer } from "../memory/tokenizer.js";
import { locate, unreadLines, type Workspace } from "../memory/workspace.js";
import { traceLogOf } from "../prompt/trace/log.js";
import { type RecallRecord, recallRecordOf } from "../prompt/trace/trace.js";
import { redactSecrets } from "../rules/secret-keys.js";
import { patch } from "../session/patch.js";
import { stagingOf } from "../session/staging.js";
import { logFaults } from "../write/fault-log.js";
import { refreshLabels } from "../write/flow.js";
import { type Degraded, type Explained, memoryKinds, type RecallStatus } from "./answer.js";
import { recallUsesOf } from "./canary.js";
import {
  type Composed,
  compose,
  type Heard,
  otherWords,
  pageOf,
  type RecallAnswer,
  type Uncertainty,
  uncertaintyOf,
  whenOf,
} from "./compose.js";
import { type Confidence, linesThatAnswer, noConfidence } from "./confidence.js";
import type { Fired } from "./entries.js";
import { heardFor } from "./entries.js";
import { changedDays, isKeptFrom, type Looked, look, surestOf, timesOf, withRest } from "./look.js";
import { embeddingOf } from "./meaning/embedder.js";
import type { MeaningAnswer } from "./meaning/meaning.js";
import { type Plan, parseQuery, planOf, type Query, quotedWords, type Wishes } from "./plan.js";
import { disagreementsIn, newerFirst, type TimeOf } from "./rank/newer.js";
import { type AgeOf, agesAt } from "./rank/worth.js";
import type { RecallAsker, SearchSpace } from "./search-space.js";
import { termsOf } from "./words/terms.js";

export interface RecallQuery extends Wishes, RecallAsker {
  readonly text: string;
  /** By name; null for the default. */
  readonly tokenizer?: string | null;
  /** Whether archived pages that are of use again and again may be restored; a group's question never does that. */
  readonly restore: boolean;
  /** The files were looked at just now, as they are when a workspace is opened: no second look before an answer is given up. */
  readonly fresh?: boolean;
  /**
   * A prompt asks, which waits for the answer and has little room for it: each snippet is the few lines that answer, empty where the page has none of
   * them, and no process of git is asked when a line was said.
   */
  readonly isBrief?: boolean;
  /** Pages that go with the answer because their trigger fires: the record says so. */
  readonly fired?: readonly Fired[];
  /** False: asked before, so that it leaves no record a second time. */
  readonly records?: boolean;
  /** Of all that was heard the judge which tells what the person said later, and otherwise, of one of them; absent: that is not told. */
  readonly laterThan?: (items: readonly Item[]) => (item: Item) => Item | null;
}

/** Never fails: how it ended is `status`, and why is `reason`. Logs its trace, and a fault where an empty answer could be misread. */
export async function recall(workspace: Workspace, asked: RecallQuery): Promise<RecallAnswer> {
  const now = workspace.primary.clock.now();
  const { zone } = workspace.primary;
  const ageOf = agesAt(now, (at) => dayAt(zone, at));
  const tell = (told: Ending): RecallAnswer => report(workspace, asked, { ...told, now, ageOf });
  const planned = plannedFor(asked, now, zone);
  if (!planned.ok) return tell(empty("malformed", planned.error));
  const plan = planned.value;
  const tokenizer = await workspace.tokenizer(asked.tokenizer ?? null);
  if (!tokenizer.ok)
    return tell(empty(tokenizer.error.code === "usage" ? "malformed" : "backend_error", tokenizer.error));
  const words: SearchSpace = { workspace, plan, types: asked.types, asker: asked, meaning: null };
  const blind = await readLabels(workspace);
  const meant = await askMeaning(words);
  const field: SearchSpace = { ...words, meaning: meant.meaning };
  const { fresh = false, isBrief = false } = asked;
  const { looked, composed } = await lookTwice(field, { tokenizer: tokenizer.value, ageOf, fresh, isBrief });
  const found = { ...looked, degraded: [...blind, ...meant.degraded, ...looked.degraded] };
  const heard = heardNow(workspace, asked);
  const end = endOf(field, found, composed);
  const ended = withHeard(end, heard);
  // Beside what is heard a page that does not answer says nothing, and neither does what it lacks.
  const isHeardAlone = end.status === "no_match" && heard.length > 0;
  const uncertainty = isHeardAlone ? null : uncertaintyOf(plan, found);
  const isTold = ended.status === "ok" && !isHeardAlone && !isBrief;
  const undated = isTold ? composed.shown.flatMap(({ lead }) => (whenOf(lead) === null ? [lead] : [])) : [];
  const changed = await changedDays(workspace, undated);
  const about = { plan, uncertainty, heard, meaning: meant.says, changed };
  if (ended.status !== "ok" || composed.shown.length === 0 || isHeardAlone)
    return tell({ ...ended, ...about, found, composed: null, restored: [] });
  const mayRestore = asked.restore && asked.audience === "owner" && asked.trusted;
  const useful = composed.shown
    .filter(({ lead }) => lead.tier === "cold" && lead.coverage >= 0.5 && lead.also === undefined)
    .map(({ lead }) => lead.id);
  const warmed = mayRestore ? await warm(workspace, useful, asked.session) : { restored: [], degraded: [] };
  const degraded = [...found.degraded, ...warmed.degraded];
  return tell({ ...ended, ...about, found: { ...found, degraded }, composed, restored: warmed.restored });
}

/** The inbox is the owner's alone, and a prompt looks into it by itself. */
function heardNow(
  { primary }: Workspace,
  { text, also = [], session: asker, audience, trusted, isBrief = false, laterThan = () => () => null }: RecallQuery,
): readonly Heard[] {
  if (audience !== "owner" || !trusted || isBrief) return [];
  const read = inboxOf(primary).read();
  const items = read.ok ? read.value : [];
  const owed = owedOf(items);
  const telling = also.filter((one) => wordsIn(one).size > 1);
  const answering = <T extends Pick<Item, "text">>(those: readonly T[]): readonly T[] => {
    const asked = [text, ...telling].flatMap((one) => [...heardFor(one, those), ...withAllOf(one, those)]);
    return [...new Set(asked)].slice(0, heardMax);
  };
  const found = answering(owed);
  const laterOf = laterThan(found.length === 0 ? [] : items);
  const heard = found.map((item) => {
    const { id, at, kind, session, text } = item;
    const later = laterOf(item);
    return { id, at, kind, session, text, ...(later === null ? {} : { later: inOneLine(later.text) }) };
  });
  return asker === null ? heard : [...heard, ...answering(stagedBy(primary, asker))];
}

/** What a session staged is its own at once, though no page holds it before a boundary, nor shows it to others. */
function stagedBy(memory: Memory, session: string): readonly Heard[] {
  const listed = stagingOf(memory).list();
  const own = (listed.ok ? listed.value.patches : []).filter((one) => one.session === session);
  return own.flatMap(({ key, at, draft }) => {
    const text = inOneLine(redactSecrets(textOf(objectOf(draft)?.value) ?? ""));
    return text === "" ? [] : [{ id: key, at, kind: "fact" as const, session, text, staged: true as const }];
  });
}

/** Those that hold every word of the question, however much more they say; the newest first. */
function withAllOf<T extends Pick<Item, "text">>(text: string, owed: readonly T[]): readonly T[] {
  const words = wordsIn(text);
  if (words.size === 0) return [];
  return owed.filter((item) => [...words].every((word) => wordsIn(item.text).has(word))).toReversed();
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(termsOf(text).flatMap(({ text: word, stop, part }) => (stop || part ? [] : [word])));
}

const heardMax = 10;

/** What is heard and not kept yet is an answer too. */
function withHeard(end: End, heard: readonly Heard[]): End {
  if (heard.length === 0) return end;
  const said = `${heard.length === 1 ? "1 statement is" : `${heard.length} statements are`} heard and not kept yet.`;
  if (end.status === "ok") return { ...end, reason: `${end.reason} ${said}` };
  return end.status === "no_match"
    ? { status: "ok", reason: `No page matches; ${said}`, hint: "pagefile inbox" }
    : end;
}

/** What asks a model is not even loaded where nobody set one up. */
async function askMeaning(field: SearchSpace): Promise<MeaningAnswer> {
  if (field.workspace.memories.every((memory) => embeddingOf(memory) === undefined))
    return { meaning: null, says: "", degraded: [] };
  const { askMeaning: ask } = await import("./meaning/meaning.js");
  return ask(field);
}

/** “Yesterday” is the day before the one that the clocks of the place show; they are asked, which takes its time, where it matters. */
function plannedFor(asked: RecallQuery, now: Instant, zone: Zone): Result<Plan, Explained> {
  const queryOf = (text: string): Result<Query, Explained> => {
    const inUtc = parseQuery(text, now.slice(0, 10));
    return inUtc.ok && inUtc.value.days !== null ? parseQuery(text, dayAt(zone, now)) : inUtc;
  };
  const query = queryOf(asked.text);
  if (!query.ok) return query;
  const others = new Map((asked.also ?? []).map((text) => [text.trim().toLowerCase(), text]));
  for (const same of ["", asked.text.trim().toLowerCase()]) others.delete(same);
  const also = allOf([...others.values()].map(queryOf));
  if (also.ok) return planOf(query.value, asked, also.value);
  return err({ ...also.error, says: `In one of the other wordings: ${also.error.says}` });
}

function empty(status: RecallStatus, { says, hint }: Explained): Ending {
  const nothing = {
    plan: null,
    found: null,
    composed: null,
    changed: new Map(),
    restored: [],
    uncertainty: null,
    heard: [],
    meaning: "",
  };
  return { ...nothing, status, reason: says, hint };
}

/** Which texts came from outside: without it nothing is withheld, so that is told. */
async function readLabels(workspace: Workspace): Promise<readonly Degraded[]> {
  const degraded: Degraded[] = [];
  for (const memory of workspace.memories) {
    const head = await memory.history.head();
    const read = head.ok ? await refreshLabels(memory, head.value.commit) : head;
    if (!read.ok)
      degraded.push({
        what: `origins of store ${memory.config.name}`,
        says: `What came from outside is not marked: ${read.error.says}`,
      });
  }
  return degraded;
}

/** With the confidence of what is shown. */
type Found = Looked & { readonly confidence: Confidence };

interface Look {
  readonly looked: Found;
  readonly composed: Composed;
}

/** What a prompt is given of an answer: some 100 tokens. */
const briefChars = 400;

/** No answer is given up on a table that may be behind the files. Looking at every file takes longer than all the rest, so that it is not done before. */
async function lookTwice(
  field: SearchSpace,
  how: Required<Pick<RecallQuery, "fresh" | "isBrief">> & { readonly tokenizer: Tokenizer; readonly ageOf: AgeOf },
): Promise<Look> {
  const once = async (): Promise<Look> => {
    const found = look(field, how.ageOf);
    const apart = disagreementsIn(found.leads, field.plan);
    const timeOf = (): Promise<TimeOf> => timesOf(field.workspace, apart, how.isBrief);
    const ordered = apart.length === 0 ? found.leads : newerFirst(found.leads, apart, await timeOf());
    const leads = how.isBrief ? ordered : withRest(field.workspace, ordered);
    const words = [...found.also.flat(), ...found.words];
    const composedIn = (tokens: number): Composed =>
      compose({ ...field, plan: { ...field.plan, tokens } }, leads, words, {
        tokenizer: how.tokenizer,
        apart: how.isBrief,
      });
    const whole = composedIn(field.plan.tokens);
    const held = whole.shown.flatMap(({ sections }) => sections).sort((a, b) => b.lead.score - a.lead.score);
    const confidence = surestOf(leads, found, field.plan, held);
    const looked = { ...found, leads, confidence };
    const { tokens, poor } = field.plan;
    const isCut = confidence.overall < poor.below && poor.tokens < tokens;
    const composed = isCut ? composedIn(poor.tokens) : whole;
    if (!how.isBrief) return { looked, composed };
    const lines = linesThatAnswer(leads, found.words, field.plan, composed.shown, briefChars);
    const shown = composed.shown.map((page, at) => ({ ...page, text: lines[at]!.join("\n") }));
    return { looked, composed: { ...composed, shown } };
  };
  const first = await once();
  const isBehind = first.looked.changed || first.composed.changed;
  const isGood = first.looked.confidence.overall >= field.plan.hopeless || how.fresh;
  if (isGood && !isBehind) return first;
  const tables = field.workspace.memories.map(({ table }) => table);
  const unread = field.workspace.memories.flatMap((memory): readonly Degraded[] => {
    const refreshed = refresh(memory);
    return refreshed.ok ? [] : [{ what: `files of store ${memory.config.name}`, says: refreshed.error.says }];
  });
  // A table that stands says that no file has changed, and what was found is all there is.
  const isSame = field.workspace.memories.every(({ table }, at) => table === tables[at]);
  if (isSame && !isBehind && unread.length === 0) return first;
  const { looked, composed } = await once();
  const says = "Pages changed while they were read; what changed is left out.";
  const behind = looked.changed || composed.changed ? [{ what: "pages", says }] : [];
  return { looked: { ...looked, degraded: [...looked.degraded, ...unread, ...behind] }, composed };
}

type Ending = Omit<Told, "now" | "ageOf">;
type End = Pick<Told, "status" | "reason" | "hint">;

function endOf(field: SearchSpace, found: Found, composed: Composed): End {
  const first = found.failed[0];
  const nearest = composed.shown[0];
  // What a model finds needs no word of the question.
  const isTold = found.confidence.overall >= field.plan.hopeless || field.meaning !== null || first !== undefined;
  if (nearest !== undefined && isTold) return { status: "ok", reason: foundSays(found, composed), hint: "" };
  if (nearest !== undefined) {
    const says = `Every page in reach was searched and none answers; ${nearest.lead.id} comes nearest.`;
    const reason = [says, ...unreadIn(field)].join(" ");
    return { status: "no_match", reason, hint: `${otherWords(field.plan)}, or with a name.` };
  }
  if (first !== undefined) return failedEnd(first.failure);
  if (composed.withheld || (found.leads.length === 0 && isKeptFrom(field))) return denied(field);
  if (composed.changed) {
    const says = "What was found is no longer what the files hold, and the search is behind them.";
    return { status: "unavailable", reason: says, hint: "Try again; if it stays so: pagefile index rebuild" };
  }
  if (found.leads.length > 0) {
    const says = `What was found does not fit into ${field.plan.tokens} tokens.`;
    return { status: "malformed", reason: says, hint: "Ask for more of them: --tokens 200 holds a page." };
  }
  const where = field.plan.tier === null ? "the archive included" : `only the ${field.plan.tier} tier was asked for`;
  const says = `Every page in reach was searched (${where}) and none matches.`;
  return { status: "no_match", reason: [says, ...unreadIn(field)].join(" "), hint: "" };
}

/** What may answer and could not be searched. */
function unreadIn({ asker, workspace }: SearchSpace): readonly string[] {
  return asker.audience === "owner" ? workspace.memories.flatMap(unreadLines).map((line) => `${line}.`) : [];
}

/** Locks, files out of reach and what is not installed pass; anything else is broken. */
function failedEnd({ code, says, hint }: Failure): End {
  const passes = code === "locked" || code === "unavailable" || code === "io_failed";
  return { status: passes ? "unavailable" : "backend_error", reason: says, hint };
}

/** Says that there is something and not what, how much or where: even its number would be a way to guess at it. */
function denied({ asker }: SearchSpace): End {
  const says =
    asker.audience === "group"
      ? "What matches is not for a group."
      : asker.trusted
        ? "What matches belongs to another session, or came from outside and nobody approved it."
        : "What matches belongs to a project that is not trusted.";
  const hint =
    asker.audience === "group"
      ? "Its owner can ask with --audience owner."
      : asker.trusted
        ? "Name the session with --session, or see what waits for approval: pagefile faults --kind origin_withheld"
        : "Trust the project, or keep what should be known everywhere in a global memory.";
  return { status: "denied", reason: says, hint };
}

function foundSays({ escalated, failed }: Looked, { shown }: Composed): string {
  const cold = shown.filter(({ lead }) => lead.tier === "cold").length;
  const where = cold === 0 ? "" : cold === shown.length ? ", in the archive" : `, ${cold} of them in the archive`;
  const searched = escalated !== null && cold === 0 ? "; the archive was searched too and holds nothing better" : "";
  const missed = failed.length === 0 ? "" : `; ${failed.map(({ store }) => store).join(", ")} could not be searched`;
  const over = shown.flatMap(({ lead: { id, superseded = null } }) =>
    superseded === null ? [] : [{ id, superseded }],
  )[0];
  const changed = over === undefined ? "" : ` ${over.superseded.says}, says ${over.superseded.by}.`;
  return `${shown.length === 1 ? "1 page" : `${shown.length} pages`} found${where}${searched}${missed}.${changed}`;
}

// Recall report: the answer as it is given, its trace, and the fault that stands where an empty answer could be misread.

interface Told {
  readonly now: Instant;
  readonly ageOf: AgeOf;
  readonly status: RecallStatus;
  readonly reason: string;
  readonly hint: string;
  /** null where the question could not be understood. */
  readonly plan: Plan | null;
  readonly found: Found | null;
  /** null where nothing is shown. */
  readonly composed: Composed | null;
  /** The days of the last commits of pages that name no day themselves. */
  readonly changed: ReadonlyMap<PageId, string>;
  readonly restored: readonly PageId[];
  readonly uncertainty: Uncertainty | null;
  readonly heard: readonly Heard[];
  /** How far models counted; empty where none was asked. */
  readonly meaning: string;
}

/** What was found and may not be shown leaves no trace in the answer, and none in the log but that it was so. */
function report(workspace: Workspace, asked: RecallQuery, told: Told): RecallAnswer {
  const { now, ageOf, status, reason, hint, plan, found, composed, restored } = told;
  const shown = composed?.shown ?? [];
  const escalation = found?.escalated ?? null;
  const kept = status === "ok" || status === "no_match";
  const heardLine = ({ text, at, later, staged }: Heard): string => {
    const since = later === undefined ? "" : `; said later: “${later}”`;
    return `- ${text} (${staged ? "staged" : "heard"} on ${dayAt(workspace.primary.zone, at)}, not yet kept${since})`;
  };
  const escalated =
    escalation === null || !kept ? null : { ...escalation, from: thousandth(escalation.from), restored };
  const answer: Omit<RecallAnswer, "trace"> = {
    status,
    reason,
    hint,
    pages: shown.map((page) => pageOf(page, ageOf, told.changed.get(page.lead.id) ?? null)),
    confidence: rounded(kept && shown.length > 0 ? (found?.confidence ?? noConfidence) : noConfidence),
    uncertainty: kept ? told.uncertainty : null,
    text: [composed?.text ?? "", ...told.heard.map(heardLine)].filter((part) => part !== "").join("\n"),
    tokens: composed?.tokens ?? 0,
    blocks: memoryKinds.flatMap((kind) => {
      const own = shown.filter(({ lead }) => lead.kind === kind);
      const tokens = own.reduce((sum, page) => sum + page.tokens, 0);
      return own.length === 0 ? [] : [{ kind, pages: own.map(({ lead }) => lead.id), tokens }];
    }),
    left: composed?.left ?? [],
    understood: plan === null ? null : understood(plan, told.meaning),
    escalated,
    degraded: found?.degraded ?? [],
    ...(told.heard.length === 0 ? {} : { heard: told.heard }),
  };
  const record = recallRecordOf(recordOf(asked, answer, { now, plan, composed }));
  if (asked.records === false) return { ...answer, trace: record.trace };
  traceLogOf(workspace.primary).append(record);
  if (isSilent(status, answer.degraded)) {
    const session = asked.session === null ? {} : { session: asked.session };
    const says = `A recall came back empty, and not because there is nothing (${status}): ${reason}`;
    const page = redactSecrets(asked.text.trim().slice(0, 120));
    const fault = { kind: "silent_recall" as const, page, says, hint: hint === "" ? "pagefile doctor" : hint };
    logFaults(workspace.primary, [fault], { at: now, trace: record.trace, ...session });
  }
  return { ...answer, trace: record.trace };
}

/**
 * Whether an answer would look like “there is nothing” although something kept the question from being answered: that is a
 * `silent_recall` to whoever drops the reason, so it is logged.
 */
function isSilent(status: RecallStatus, degraded: readonly Degraded[]): boolean {
  if (status === "denied" || status === "unavailable" || status === "backend_error") return true;
  // That quotes stand nowhere kept nothing from it: least of all in what a program's message quotes.
  return status === "no_match" && degraded.some(({ what }) => what !== quotedWords);
}

function understood({ query, also, kinds, within }: Plan, meaning: string): NonNullable<RecallAnswer["understood"]> {
  const { intent, entities, days } = query;
  const asked = { intent, entities, days: within ?? days, kinds: kinds.map(({ kind }) => kind) };
  const others = also.length === 0 ? {} : { also: also.map((one) => inOneLine(redactSecrets(one.asked))) };
  return { ...asked, ...others, ...(meaning === "" ? {} : { meaning }) };
}

function recordOf(
  asked: RecallQuery,
  answer: Omit<RecallAnswer, "trace">,
  { now, plan, composed }: Pick<Told, "now" | "plan" | "composed">,
): Omit<RecallRecord, "trace" | "kind"> {
  const { status, reason, confidence, escalated, degraded, left, tokens, understood: read } = answer;
  const days = read?.days ?? null;
  return {
    at: now,
    session: asked.session,
    audience: asked.audience,
    query: redactSecrets(asked.text.trim()).slice(0, 500),
    ...(read?.also === undefined ? {} : { also: read.also.map((text) => text.slice(0, 500)) }),
    status,
    reason: redactSecrets(reason),
    plan:
      plan === null || read === null
        ? null
        : {
            intent: read.intent,
            kinds: read.kinds,
            days: days === null ? null : `${days.from ?? ""}..${days.to ?? ""}`,
            tier: plan.tier,
            pages: plan.pages,
            tokens: plan.tokens,
          },
    confidence: Object.fromEntries(Object.entries(confidence).filter((pair) => pair[1] !== null)),
    escalated:
      escalated === null ? null : { says: escalated.says, fetched: escalated.fetched, restored: escalated.restored },
    degraded: degraded.map(({ what, says }) => ({ what, says: redactSecrets(says) })),
    pages: [
      ...(asked.fired ?? []).map(({ page, path, why }) => {
        return { id: page, path, score: 1, says: redactSecrets(why), tier: "hot", tokens: 0 };
      }),
      ...answer.pages.map(({ id, path, tier, score, why }, at) => {
        return { id, path, score, says: redactSecrets(why.says), tier, tokens: composed?.shown[at]?.tokens ?? 0 };
      }),
    ],
    left,
    tokens,
  };
}

function rounded(confidence: Confidence): Confidence {
  const pairs = Object.entries(confidence).map(([name, value]) => [name, value === null ? null : thousandth(value)]);
  return Object.fromEntries(pairs) as Confidence;
}

function thousandth(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

// Recall warm: archived pages that are of use again and again go back to the hot tier, by a patch like any other.

/** The use at which a page comes back. */
const restoredAtUse = 3;

/** `ids` were of use in an answer. What cannot be counted or restored is told, and takes nothing from the answer. */
async function warm(
  workspace: Workspace,
  ids: readonly PageId[],
  session: string | null,
): Promise<{ readonly restored: readonly PageId[]; readonly degraded: readonly Degraded[] }> {
  const restored: PageId[] = [];
  const degraded: Degraded[] = [];
  for (const id of ids) {
    const located = locate(workspace, id);
    if (!located.ok) continue;
    const { memory, entry } = located.value;
    const uses = recallUsesOf(memory);
    const counted = uses.add([entry.id]);
    if (!counted.ok) {
      degraded.push({ what: "warm restoration", says: counted.error.says });
      continue;
    }
    if ((counted.value[0] ?? 0) < restoredAtUse) continue;
    const draft = { op: "restore", page: id, actor: "agent:recall", origin: "agent", session };
    const done = await patch(workspace, draft, { detached: "refuse" });
    if (!done.ok) {
      degraded.push({ what: "warm restoration", says: `“${id}” stays archived: ${done.error.says}` });
      continue;
    }
    uses.forget([entry.id]);
    restored.push(id);
  }
  return { restored, degraded };
}
