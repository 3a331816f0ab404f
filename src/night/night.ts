/**
 * Nightly: one night of upkeep, planned whole and committed step by step; what was interrupted goes on, what is done stays done.
 *
 * A night promotes what its logs say, trims what is too long, archives old logs, and clears the buffer last, behind everything that reads it.
 * `steps.ts` makes these steps as pure data. `plan.ts` lays all of them over HEAD, the index and the disk before anything is written. A dry run
 * prints that plan, and a run must match it to the byte. Read this file first, then `steps.ts` and `keep/curate.ts`. `thresholds.ts` holds every
 * number.
 *
 * The state of a night is its trailers. A run that was killed plans again from the tree before the night's first commit (`undo.ts`) and skips
 * what is done. A night begins with an audit, kept on `refs/pagefile/audits`; it then commits the day's files as they stand on disk, as the
 * person's own edit, and no undoing of a night takes that back (`day-files.ts`, `undo.ts`). The kind `quiet` is the same plan by day; it clears
 * and archives nothing.
 *
 * Entries leave a page in one way, `write/entry/trim.ts`, and the commit plan refuses a plan in which they do not arrive. What may leave by which
 * rule, and what may be kept, is proposed on `refs/pagefile/proposals`, which holds digests and no words (`night-refs.ts`). A person's answer,
 * or an entry that came back, settles it for good.
 *
 * A model may word statements (`model.ts`). The user's environment alone names it, and a repository can only forbid it. It is shown entries by
 * number, and what it proposes stands for entries that exist or is refused.
 */

import { dayAt, type Instant, type Oid, type PagePath } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import { err, type Failure, type Outcome, ok } from "../base/result.js";
import { parseTrailers } from "../git/history.js";
import { inboxOf, pendingOf } from "../heard/inbox.js";
import { changedBetween, textsAt } from "../history/log.js";
import type { Memory } from "../memory/memory.js";
import { seriesFilesOf } from "../memory/series-files.js";
import { service } from "../memory/service.js";
import { redactSecrets } from "../rules/secret-keys.js";
import { judgePages } from "../session/pages/edits.js";
import { type CommitOptions, commit } from "../write/commit/commit.js";
import { settleRemovals } from "../write/commit/removals.js";
import type { Fault } from "../write/fault.js";
import { logFaults } from "../write/fault-log.js";
import { type AuditQuery, audit, consistency } from "./audit/audit.js";
import type { AuditAnswer } from "./audit/checks.js";
import type { HandWords } from "./day-files.js";
import { sourceName } from "./keep/candidate.js";
import { comingOf } from "./keep/curate.js";
import { keepEpisodes, sessionsDue, unseen } from "./keep/episode.js";
import { keepHeard, type OpenGlobal } from "./keep/heard.js";
import { askOpenAi, type Proposal, type ProposalFault, type Summarizer } from "./model.js";
import { keepAudit, keepProposal, lastKept } from "./night-refs.js";
import { type FileRow, named, type PlannedNight, type PlannedStep, planOn, planTonight, rowOf } from "./plan.js";
import { type Wait, waitsOf } from "./proposal.js";
import { type PerceptionAnswer, perceptionOf } from "./series/move-cold.js";
import type { NightKind } from "./steps.js";
import { thresholds } from "./thresholds.js";
import { type NightHistory, pastLog } from "./undo.js";

export interface NightlyAnswer extends LeftOnDisk {
  /** null where none was asked for. */
  readonly audit: NightAudit | null;
  /** The night's name: the instant of its first run. */
  readonly night: Instant;
  readonly plan: readonly { readonly reason: string; readonly subject: string; readonly files: readonly FileRow[] }[];
  /** In order; empty for a dry run. What people said or wrote comes first, and the subject says that no undoing of the night takes it back. */
  readonly commits: readonly { readonly commit: Oid; readonly reason: string; readonly subject: string }[];
  /** Tagged entries that no page takes, and why. */
  readonly passed: readonly { readonly source: string; readonly reason: string }[];
  readonly blocked: readonly { readonly says: string; readonly sources: readonly string[]; readonly why: string }[];
  /** Steps that the write path refused. */
  readonly refused: readonly { readonly reason: string; readonly says: string; readonly hint: string }[];
  /** What a model was asked and answered; null where none is set up. */
  readonly model: ModelNote | null;
  /** Pages that are too long, why, and what may leave each by which rule; a person is asked about it. */
  readonly tooLong: PlannedNight["tooLong"];
  /** Statements for another night. */
  readonly backlog: number;
  readonly waits: readonly Wait[];
  readonly staying: PlannedNight["staying"];
  readonly faults: readonly Fault[];
  /** What was found in series of perception; null where there are none. */
  readonly perception: PerceptionAnswer | null;
}

/** What a night leaves on disk. */
export interface LeftOnDisk {
  /** Pages whose words git's hook would refuse, and why; of the day's files also those that are being committed. */
  readonly left: HandWords["left"];
  /** Other pages that are not as HEAD has them; a night leaves those to whoever edits them. */
  readonly uncommitted: readonly PagePath[];
}

export async function leftOnDisk(
  memory: Memory,
  head: Oid | null,
  { left, others }: HandWords,
): Promise<Outcome<LeftOnDisk>> {
  const judged = await judgePages(memory, head, others, "first");
  if (!judged.ok) return judged;
  const refused = judged.value.flatMap(({ path, flaws: [flaw] }) => {
    if (flaw === undefined) return [];
    const { line, says, hint } = flaw;
    return [{ path, why: line > 0 ? `Line ${line}: ${says}` : says, ...(hint === "" ? {} : { hint }) }];
  });
  const uncommitted = judged.value.flatMap(({ path, flaws }) => (flaws.length === 0 ? [path] : []));
  return ok({ left: [...left, ...refused], uncommitted });
}

/** A night that another writer overtakes is planned anew, a few times. */
const plansMax = 4;

interface NightOptions extends CommitOptions {
  /** What the audit asks of the machine and the past; absent, the night begins without one. */
  readonly audit?: AuditQuery;
  /** As in `KeepOptions`. */
  readonly global?: OpenGlobal;
  /** `night` when absent. */
  readonly kind?: NightKind;
  /** As `keepEpisodes` asks it. */
  readonly isTalk?: (session: string) => boolean;
}

export async function nightly(
  memory: Memory,
  mode: "dry_run" | "apply",
  options: NightOptions,
): Promise<Outcome<NightlyAnswer>> {
  const ready = mode === "apply" ? await made(memory, () => makeReady(memory, options)) : ok([]);
  if (!ready.ok) return ready;
  const ahead = mode === "apply" ? ok([]) : wouldBeReady(memory, options);
  if (!ahead.ok) return ahead;
  // Before a night looks at anything: rows that came into files which had been cut already are brought over.
  const recovered = mode === "apply" ? seriesFilesOf(memory).recover() : ok(undefined);
  const first = await planTonight(memory, options.kind);
  if (!first.ok) return first;
  const { audit: asked } = options;
  const audit = asked === undefined ? null : await auditTonight(memory, mode, { ...asked, planned: first.value });
  const commits: NightlyAnswer["commits"][number][] = [...ready.value];
  const answers: ModelAnswers = new Map();
  for (let tried = 1; ; tried += 1) {
    const own = tried === 1 ? first : await planTonight(memory, options.kind);
    if (!own.ok) return own;
    const { ground, plan } = own.value;
    const worded = await wordedBy(memory, ground, plan, answers);
    const planned = worded.proposals.length === 0 ? ok(plan) : await planOn(memory, ground, worded.proposals);
    if (!planned.ok) return planned;
    const faults = faultsOf(planned.value);
    const model = noteOf(worded, planned.value);
    if (mode === "apply") {
      const applied = await apply(memory, planned.value.steps, { night: ground.at, commits }, options);
      if (!applied.ok && applied.error.code === "version_conflict" && tried < plansMax) continue;
      if (!applied.ok) return applied;
      const proposed = { tooLong: planned.value.tooLong, coming: comingOf(planned.value) };
      const kept = ground.kind === "night" ? await keepProposal(memory, ground.at, proposed) : ok(undefined);
      if (!kept.ok) return kept;
      logFaults(memory, faults, { at: ground.at });
    }
    const perception = await perceptionOf(memory, ground, { mode, options, recovered });
    if (!perception.ok) return perception;
    const head = await memory.history.head();
    if (!head.ok) return head;
    const left = await leftOnDisk(memory, head.value.commit, ground.hand);
    if (!left.ok) return left;
    const told = { ...left.value, audit, commits, model, faults, perception: perception.value };
    const answer = answerOf(ground, planned.value, told);
    return ok({ ...answer, plan: [...ahead.value, ...answer.plan] });
  }
}

/** The commits that an act makes here, in order. */
async function made(
  memory: Memory,
  act: () => Promise<Outcome<unknown>>,
): Promise<Outcome<NightlyAnswer["commits"]>> {
  const before = await memory.history.head();
  if (!before.ok) return before;
  const done = await act();
  if (!done.ok) return done;
  const logged = await pastLog(memory);
  if (!logged.ok) return logged;
  const end = logged.value.findIndex(({ oid }) => oid === before.value.commit);
  // A past that does not hold the commit any more tells nothing of what is new.
  const fresh = end < 0 && before.value.commit !== null ? [] : logged.value.slice(0, end < 0 ? undefined : end);
  const rows = fresh.map(({ oid, message }) => {
    const reason = parseTrailers(message)["Pagefile-Reason"]?.[0] ?? "";
    return { commit: oid, reason, subject: `${message.split("\n", 1)[0]}${stays}` };
  });
  return ok(rows.reverse());
}

/** What `makeReady` would commit: as rows of the plan, without files, for each word of it is judged when it is kept. */
function wouldBeReady(memory: Memory, options: NightOptions): Outcome<NightlyAnswer["plan"]> {
  const read = inboxOf(memory).read();
  if (!read.ok) return read;
  const sessions = sessionsDue(memory, toldFirst(options));
  if (!sessions.ok) return sessions;
  const said = pendingOf(read.value).filter(({ lasting }) => lasting).length;
  const told = sessions.value;
  const rows = [
    ...(said === 0 ? [] : [`keep: ${said === 1 ? "1 statement" : `${said} statements`} that you said`]),
    ...(told === 0
      ? []
      : [`append: what ${told === 1 ? "1 session was, to its log" : `${told} sessions were, to their logs`}`]),
  ];
  return ok(rows.map((subject) => ({ reason: "FLUSH_MANUAL", subject: `${subject}${stays}`, files: [] })));
}

/** Behind the subject of a commit that holds what people said or wrote. */
const stays = " (yours: undo night leaves it)";

/** What stood on disk alone is a step of the night and none of its own words. */
function subjectOf({ reason, subject }: Pick<PlannedStep, "reason" | "subject">): string {
  return reason === "MANUAL_EDIT" ? `${subject}${stays}` : subject;
}

/** Sessions that nobody ended are told of. */
function toldFirst({ isTalk = unseen.isTalk }: NightOptions): Parameters<typeof keepEpisodes>[1] {
  return { ...unseen, ending: null, others: true, current: null, isTalk };
}

async function makeReady(memory: Memory, options: NightOptions): Promise<Outcome<unknown>> {
  const settled = await settleRemovals(memory);
  if (!settled.ok) return settled;
  // What people said comes first: it is what a night has most reason to keep.
  const heard = await keepHeard(memory, options);
  if (!heard.ok) return heard;
  // Before what was said for the moment expires, and before the logs are looked through.
  const told = await keepEpisodes(memory, toldFirst(options), options);
  return told.ok ? inboxOf(memory).tidy(memory.clock.now()) : told;
}

/** Nothing behind a step that failed is made: the buffer is cleared last, and only when all before it is safe. What is made comes to `commits`. */
async function apply(
  memory: Memory,
  steps: readonly PlannedStep[],
  { night, commits }: { readonly night: Instant; readonly commits: NightlyAnswer["commits"][number][] },
  options: NightOptions,
): Promise<Outcome<void>> {
  for (const step of steps) {
    const head = await memory.history.head();
    if (!head.ok) return head;
    const files = step.files.map(({ path, after }) => [path, after]);
    const content = { op: "nightly", night, reason: step.reason, files };
    const tried = { head: head.value.commit, now: night };
    const done = await commit(memory, { validate: step.validate, content, about: step.subject, tried }, options);
    if (!done.ok) return done;
    const oid = done.value.commit;
    if (oid === null || done.value.unchanged) continue;
    commits.push({ commit: oid, reason: step.reason, subject: subjectOf(step) });
    const wrong = await differsFromPlan(memory, oid, step);
    if (!wrong.ok) return wrong;
  }
  return ok(undefined);
}

/** The commit's own tree against its parent's: exactly the planned files, each to the byte. */
async function differsFromPlan(memory: Memory, oid: Oid, step: PlannedStep): Promise<Outcome<void>> {
  const parent = await memory.history.resolve(`${oid}~1`);
  if (!parent.ok) return parent;
  const changed = await changedBetween(memory, parent.value, oid);
  if (!changed.ok) return changed;
  const paths = step.files.map(({ path }) => path);
  const texts = await textsAt(memory, oid, paths);
  if (!texts.ok) return texts;
  const isPlanned = ({ path, after }: PlannedStep["files"][number], i: number): boolean =>
    changed.value.includes(path) && named(texts.value[i] ?? null) === after;
  if (changed.value.length === step.files.length && step.files.every(isPlanned)) return ok(undefined);
  const says = `Commit ${oid.slice(0, 10)} (${step.subject}) is not what was planned; the night stopped behind it.`;
  return err({ code: "corrupt", says, hint: "Take the night back with: pagefile undo night" });
}

function faultsOf({ stalledSince, backlog }: PlannedNight): readonly Fault[] {
  if (stalledSince === null) return [];
  const says = `Nights take nothing in, and ${backlog === 1 ? "1 statement waits" : `${backlog} statements wait`}, the first since ${stalledSince}.`;
  const hint = "See why under “blocked” of: pagefile nightly --dry-run --json";
  return [{ kind: "curation_stalled", page: "MEMORY.md", says, hint }];
}

function answerOf(
  { at }: NightHistory,
  planned: PlannedNight,
  made: LeftOnDisk & Pick<NightlyAnswer, "audit" | "commits" | "model" | "faults" | "perception">,
): NightlyAnswer {
  return {
    ...made,
    night: at,
    plan: planned.steps.map((step) => ({
      reason: step.reason,
      subject: subjectOf(step),
      files: step.files.map(rowOf),
    })),
    passed: planned.passed.map((passed) => ({ source: sourceName(passed), reason: passed.reason })),
    blocked: planned.blocked.map(({ promotion: { text, sources }, why }) => {
      return { says: text, sources: sources.map(sourceName), why };
    }),
    refused: planned.refused,
    tooLong: planned.tooLong,
    backlog: planned.backlog,
    waits: waitsOf(planned),
    staying: planned.staying,
  };
}

/** `kept`: on its ref, by this run or an earlier one of the same day. */
interface NightAudit {
  readonly at: Instant;
  /** null where no audit could be made; `failure` says why, and the night went on without it. */
  readonly counts: AuditAnswer["counts"] | null;
  readonly kept: boolean;
  readonly failure: Failure | null;
  /** What files say against each other, once a week; null where it was not this night's turn. */
  readonly consistency: AuditAnswer["counts"] | null;
}

/** Once a day: a night that goes on found what it found when it began. A dry run audits too, and keeps no report of it. */
async function auditTonight(memory: Memory, mode: "dry_run" | "apply", query: AuditQuery): Promise<NightAudit> {
  const at = memory.clock.now();
  // What cannot be read is as if it were not kept: then everything is looked at.
  const [last, week] = [valueIn(await lastKept(memory, "audit")), valueIn(await lastKept(memory, "consistency"))];
  const isOf = (report: AuditAnswer | null, instant: Instant): report is AuditAnswer =>
    report !== null && dayAt(memory.zone, report.now) === dayAt(memory.zone, instant);
  if (isOf(last, at)) {
    const { now, counts } = last;
    return { at: now, counts, kept: true, failure: null, consistency: isOf(week, now) ? week.counts : null };
  }
  const isDue = week === null || Date.parse(at) - Date.parse(week.now) >= weekMs;
  const across = isDue ? consistency(memory) : null;
  const doctor = isDue ? [...query.doctor, ...(query.canary?.(memory) ?? [])] : query.doctor;
  // Once a week, with what is compared then, all of the past is judged anew: a newer version knows more rules.
  const judged = isDue ? {} : judgedBy(last);
  const report = await audit(memory, { ...query, doctor, across: false, ...judged });
  const failed = { at, counts: null, kept: false, consistency: across?.counts ?? null };
  if (!report.ok) return { ...failed, failure: report.error };
  const done = { ...failed, at: report.value.now, counts: report.value.counts };
  if (mode === "dry_run") return { ...done, failure: null };
  // The weekly report first: the day's is what a run that goes on asks for.
  const kept = across === null ? null : await keepAudit(memory, "consistency", across, week);
  if (kept !== null && !kept.ok) return { ...done, failure: kept.error };
  const daily = await keepAudit(memory, "audit", report.value, last);
  return { ...done, kept: daily.ok, failure: daily.ok ? null : daily.error };
}

function valueIn(read: Outcome<AuditAnswer | null>): AuditAnswer | null {
  return read.ok ? read.value : null;
}

function judgedBy(report: AuditAnswer | null): Pick<AuditQuery, "judged"> {
  if (report?.judged == null) return {};
  return { judged: { ...report.judged, findings: report.findings.filter(({ check }) => check === "history") } };
}

// An hour less than a week, so that a night that begins a little early does not wait for another.
const weekMs = (thresholds.consistencyDays * 24 - 1) * 3_600_000;

/** What a night says of the model it asked. */
interface ModelNote {
  readonly name: string;
  /** Entries that were sent; 0 where nothing was asked. */
  readonly sent: number;
  /** Entries worth a statement that were not sent: a secret in them, or words of strangers. */
  readonly withheld: number;
  /** Statements of this night in the model's words. */
  readonly taken: number;
  readonly refused: readonly { readonly text: string; readonly reason: ProposalFault }[];
  /** Why the night did without it; null where it answered, or there was nothing to ask. */
  readonly failure: Failure | null;
}

/** By what was asked: a night that is planned anew asks no second time. */
type ModelAnswers = Map<string, Outcome<readonly Proposal[]>>;

interface Worded {
  readonly note: Omit<ModelNote, "taken" | "refused"> | null;
  readonly proposals: readonly Proposal[];
}

/** A night that goes on asks nothing: another wording of what it has promoted would not be known for the same. */
async function wordedBy(
  memory: Memory,
  night: NightHistory,
  { shown }: Pick<PlannedNight, "shown">,
  answers: ModelAnswers,
): Promise<Worded> {
  const summarizer = summarizerOf(memory);
  if (summarizer === undefined) return { note: null, proposals: [] };
  const { name } = summarizer;
  const { entries, withheld } = shown();
  if (entries.length === 0 || night.closed.size > 0)
    return { note: { name, sent: 0, withheld, failure: null }, proposals: [] };
  const key = stableJson(entries);
  const answer = answers.get(key) ?? (await summarizer.propose(entries));
  answers.set(key, answer);
  const note = { name, sent: entries.length, withheld, failure: answer.ok ? null : answer.error };
  return { note, proposals: answer.ok ? answer.value : [] };
}

function noteOf({ note }: Worded, { proposed }: Pick<PlannedNight, "proposed">): ModelNote | null {
  if (note === null) return null;
  const refused = proposed.refused.map(({ text, reason }) => ({ text: redactSecrets(text), reason }));
  return { ...note, taken: proposed.taken, refused };
}

// Whether a model may word a night's statements, which the user's own environment says and never a repository alone.

/** `PAGEFILE_SUMMARIZER_URL` and `_MODEL` together are the user's yes; `_KEY` is sent to that host alone, and nothing before a night has something to ask. */
export function summarizerFor({ config, place: { env } }: Pick<Memory, "config" | "place">): Summarizer | undefined {
  const { PAGEFILE_SUMMARIZER_URL: url = "", PAGEFILE_SUMMARIZER_MODEL: model = "" } = env;
  if (url === "" || model === "" || config.summarizer === "off") return undefined;
  const key = env.PAGEFILE_SUMMARIZER_KEY || null;
  return { name: model, propose: (entries) => askOpenAi({ url, model, key }, entries) };
}

/** The model that words a night's statements; undefined, a night words them by itself. */
export const summarizerOf: (memory: Memory) => Summarizer | undefined = service((memory: Memory) =>
  summarizerFor(memory),
);
