/**
 * Capture: an event of a session for which the memory has to be opened, from its moment to its answer (`handle`). This file also keeps what the
 * user said: before a summary takes its place, and for the session after one that ended without a commit.
 */

import { shortDigest } from "../base/digest.js";
import { type Instant, type Oid, parseInstant } from "../base/ids.js";
import { parseLine, textOf } from "../base/json.js";
import { limits } from "../base/limits.js";
import { plainLine } from "../base/lines.js";
import { type Outcome, ok } from "../base/result.js";
import { findLayout } from "../git/layout.js";
import { inboxOf, pendingOf, untoldOf } from "../heard/inbox.js";
import { noWork, workIn } from "../heard/work.js";
import type { Memory } from "../memory/memory.js";
import { sessionsOf } from "../memory/sessions.js";
import { entriesOf } from "../memory/table.js";
import { openWorkspace } from "../open.js";
import { faultsOf } from "../prompt/trace/trace.js";
import { turnStatesOf } from "../prompt/trace/turns.js";
import { takeTurn } from "../prompt/turn/turn.js";
import { sqliteBinding } from "../recall/index/generation.js";
import { noBinding } from "../recall/index/sqlite.js";
import { findElisions } from "../rules/refusal.js";
import { findSecrets } from "../rules/secret-keys.js";
import type { Recovery } from "../session/cross.js";
import { flush } from "../session/flush.js";
import { type LifecycleEvent, lifecycle } from "../session/lifecycle.js";
import { sessionStart } from "../session/pages/session.js";
import { pruneEvidence, stage, stageEvidence } from "../session/stage.js";
import { type HarnessAnswer, joined, type Moment, silence, type Tongue } from "./codec.js";
import { type EventAsked, type MemoryEvent, notesAt } from "./event.js";
import {
  blockSays,
  checkpointDue,
  crossed,
  type Ending,
  type EventContext,
  fillOf,
  loadedIn,
  missingSays,
  nameOwn,
  noticeOf,
  sessionEnd,
  turnEnd,
} from "./event-context.js";
import {
  beginningOf,
  changedSays,
  changedSince,
  forgottenIn,
  type GivenText,
  givenFor,
  heardNow,
  saidOf,
} from "./prompt-entries.js";
import {
  type HarnessNote,
  harnessNotesOf,
  historyFrom,
  isDue,
  isOpen,
  nameOfLine,
  talksOf,
} from "./session-notes.js";
import { noneBefore, sessionsBefore } from "./sessions-before.js";

// PageIn: the pages that a session gets where its context begins, and again wherever they are not what the model has.

/** The session makes itself known first, which recovers what dead ones left. */
async function start(
  live: EventContext,
  { bare, fork }: Pick<Moment & { readonly kind: "start" }, "bare" | "fork">,
): Promise<Outcome<HarnessAnswer>> {
  if (live.history.again !== null) return againOf(live);
  const { session } = live.event;
  const begun = await sessionStart(live.workspace, { session, pid: live.pid, fork: fork ?? null }, live.options);
  if (!begun.ok) return begun;
  // Old notes and results are in nobody's way: that they cannot be removed is no reason to say nothing.
  harnessNotesOf(live.workspace.primary).sweep(limits.harnessNotesDaysMax);
  pruneEvidence(live.workspace);
  const { recovered, unrecovered } = begun.value;
  // What sessions before it said and nobody kept is kept first; that it cannot be keeps no page from going in.
  const settled = joined(" ", [await keepOwed(live, "crash"), await tellOf(live, "others", "crash")]);
  // A context that has a block goes on with it: what others changed comes with the next prompt, and here what a death left in the air.
  const { given, told: since, has } = live.history;
  const goesOn = !bare && given !== null;
  const found =
    goesOn && since !== null && recovered.committed.length > 0 ? await changedSince(live, since, "all") : ok([]);
  if (!found.ok) return found;
  const lines = found.value.filter((line) => !has.has(nameOfLine(line))).slice(0, limits.deltaLinesMax);
  const told = { lines: lines.map(nameOfLine), also: goesOn ? noneBefore : sessionsBefore(live) };
  const paged = await pageIn(live, goesOn ? "never" : "always", live.history.demanded, told);
  if (!paged.ok) return paged;
  return ok({
    ...paged.value,
    context: joined("\n", [paged.value.context, lines.length === 0 ? null : changedSays(lines)]),
    notice: joined(" ", [
      recoveredSays(recovered, unrecovered),
      settled,
      noRecallSays(),
      noGlobalSays(live.workspace.primary),
      paged.value.notice,
    ]),
  });
}

function noGlobalSays({ configFindings }: Memory): string | null {
  const missing = configFindings.find(({ code }) => code === "global_missing");
  return missing === undefined ? null : `${missing.says} ${missing.hint}`;
}

/** The words are on record before they are answered; what cannot be answered is heard all the same. */
async function prompt(
  prompted: EventContext,
  { text, apart }: Pick<Moment & { readonly kind: "prompt" }, "text" | "apart">,
): Promise<Outcome<HarnessAnswer>> {
  if (text === null) return prompted.history.again === null ? pageIn(prompted, "if-changed", []) : againOf(prompted);
  const live = noting(prompted, beginningOf(text));
  const heard = heardNow(live, text);
  if (!heard.ok) return heard;
  if (apart) return ok(silence);
  const { has: held, told, given, again } = live.history;
  // The same prompt told again gets the same answer.
  const before = again?.kind === "prompt" ? new Set(again.lines?.split(" ")) : null;
  const has = before === null ? held : new Set([...held].filter((line) => !before.has(line)));
  const since = given === null ? null : told;
  const found = await givenFor(live, text, { has, since, heard: heard.value });
  if (!found.ok) return found;
  if (again !== null) {
    const block = againOf(live);
    return block.ok ? ok({ ...silence, context: joined("\n", [block.value.context, found.value.text]) }) : block;
  }
  if (given !== null) return undecided(live, found.value);
  // A context without a block gets it with its first prompt.
  const paged = await pageIn(live, "always", found.value.pages, found.value);
  if (!paged.ok) return paged;
  const context = joined("\n", [paged.value.context, found.value.text]);
  return ok({ ...paged.value, context });
}

/** The note of a prompt says how it began. */
function noting(live: EventContext, words: string): EventContext {
  return { ...live, keep: (note) => live.keep(note.kind === "prompt" ? { ...note, words } : note) };
}

/** Where none stands, the next prompt is answered as the first one. */
function stands({ keep, transcript: { length } }: EventContext, block: string | null): Outcome<HarnessAnswer> {
  const given = block === null ? null : shortDigest(block, 16);
  const kept = keep({ kind: "prompt", given, length, bare: true, calm: true, lines: spaced(linesIn(block ?? "")) });
  return kept.ok ? ok(silence) : kept;
}

/** The model has its pages: what it demanded and called is judged later, because a person waits for the answer to a prompt. */
async function undecided(live: EventContext, given: GivenText): Promise<Outcome<HarnessAnswer>> {
  const [lines, demanded, watches] = [spaced(given.lines), spaced(given.pages), given.watches || undefined];
  const { length } = live.transcript;
  const told = await headNow(live);
  const kept = live.keep({ kind: "prompt", given: null, length, calm: true, lines, demanded, watches, told });
  return kept.ok ? ok({ ...silence, context: given.text }) : kept;
}

function spaced(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : names.join(" ");
}

async function headNow({ workspace }: EventContext): Promise<Oid | undefined> {
  const head = await workspace.primary.history.head();
  return (head.ok ? head.value.commit : null) ?? undefined;
}

interface Paging extends Pick<GivenText, "lines">, Partial<Pick<GivenText, "watches">> {
  /** What stands behind these pages, and takes of their room; behind none it is longest. */
  readonly also?: (pages: string) => string | null;
}

async function pageIn(
  live: EventContext,
  when: "always" | "if-changed" | "never",
  demanded: readonly string[],
  { lines, watches = false, also = noneBefore }: Paging = { lines: [] },
): Promise<Outcome<HarnessAnswer>> {
  const { workspace, event, history, transcript } = live;
  const { session } = event;
  const latest = turnStatesOf(workspace.primary).latest(session);
  if (!latest.ok) return latest;
  // With every line that pages can bring.
  const head = blockSays(live, ' fidelity="" type="evidence"<more files=""', limits.pagesMax);
  const harness = loadedIn(workspace, live.codec.name, event.cwd);
  const decided = await takeTurn(
    workspace,
    {
      session,
      turn: (latest.value.state?.turn ?? 0) + 1,
      events: [],
      tools: history.tools,
      budget: live.budget,
      demands: demanded.map((page) => ({ page, fidelity: null })),
      audience: "owner",
      charsMax: live.codec.blockCharsMax - head.length - (also("")?.length ?? 0) - 1,
      ...(harness === null ? {} : { harness }),
    },
    live.options,
    live.behind,
  );
  if (!decided.ok) return decided;
  const { text, out } = decided.value;
  const digest = shortDigest(text, 16);
  // Where a context begins, what it is told of an empty memory is what it has of it: what changes since is told as a change.
  const gives = when === "always" || (text !== "" && when === "if-changed" && digest !== history.given);
  const has = [...(gives ? linesIn(text) : []), ...lines];
  const { moment } = event;
  const kept = live.keep({
    ...{ kind: "prompt", given: gives ? digest : null, length: transcript.length, lines: spaced(has) },
    bare: (moment.kind === "start" && moment.bare) || undefined,
    at: (moment.kind === "start" && event.cwd) || undefined,
    watches: watches || undefined,
    told: await headNow(live),
  });
  if (!kept.ok) return kept;
  const missed = missingSays(decided.value.faults);
  // Told once, not with every prompt.
  const before = latest.value.state?.record;
  const notice = !gives && missed === missingSays(before === undefined ? [] : faultsOf(before)) ? null : missed;
  return ok({
    ...silence,
    context: gives ? joined("\n", [blockSays(live, text, out), also(text)]) : null,
    notice,
  });
}

/** What the session demanded and called again since its last decision: by that it is on record, and nothing is given. */
function judge(live: EventContext): Promise<Outcome<HarnessAnswer>> {
  return pageIn(live, "never", live.history.demanded);
}

/** The same answer as before; what it was is the state of the last turn. */
function againOf(live: EventContext): Outcome<HarnessAnswer> {
  const { workspace, event, history } = live;
  const latest = turnStatesOf(workspace.primary).latest(event.session);
  if (!latest.ok) return latest;
  const text = latest.value.state?.text ?? "";
  const given = history.again?.kind === "prompt" ? history.again.given : null;
  if (given === null || given !== shortDigest(text, 16)) return ok(silence);
  return ok({ ...silence, context: blockSays(live, text, latest.value.state?.out ?? 0) });
}

function noRecallSays(): string | null {
  return sqliteBinding() === null ? `${noBinding.says} ${noBinding.hint}` : null;
}

function recoveredSays({ committed, rejected }: Recovery, unrecovered: string | null): string | null {
  if (unrecovered !== null) return `What a session that died left could not be recovered: ${unrecovered}`;
  const patches = committed.reduce((sum, one) => sum + one.patches.length, 0);
  if (patches + rejected.length === 0) return null;
  const refused = rejected.length === 0 ? "" : `, ${rejected.length} refused (pagefile journal --rejected)`;
  return `What a session that died had staged was recovered: ${patches} committed${refused}.`;
}

// EventInMemory: an event of a session that needs pages: its memory is opened, and closed whatever happens.

/** `cwd` is the folder the session was started in. */
export async function eventInMemory(
  asked: EventAsked,
  event: MemoryEvent,
  cwd: string,
): Promise<Outcome<HarnessAnswer>> {
  const { codec, env, now, pid, repos, host } = asked;
  const { session } = event;
  const opened = await (host?.open() ?? openWorkspace({ cwd, repos, env, now, session: { session, how: "read" } }));
  if (!opened.ok) return opened;
  const workspace = opened.value;
  try {
    const noted = notesAt(workspace.primary, asked, event);
    if (!noted.ok) return noted;
    const live: EventContext = {
      ...{ ...noted.value, workspace, codec, event },
      // A process that is not there, as seen from here, says nothing about whether the session lives.
      pid: pid !== null && sessionsOf(workspace.primary).ownerOf(pid) !== null ? pid : null,
      options: { detached: "refuse" },
      fill: fillOf(codec, event, noted.value.transcript),
      // At the end of a session Claude Code and Codex wait too short a time for more than a flush.
      ...{ budget: null, captures: { compaction: true, end: false }, ...host },
    };
    return await handle(live, event.moment);
  } finally {
    await workspace.close();
  }
}

/**
 * Staged only: the flush that follows commits it to the session's own pages, which reach no remote. Answers with how much of the
 * transcript is captured now.
 */
async function capture(live: EventContext): Promise<Outcome<number>> {
  const { codec, history, transcript, workspace } = live;
  const { lines, first } = transcript.lines(history.captured);
  const heard = inboxOf(workspace.primary).read();
  if (!heard.ok) return heard;
  const isForgotten = forgottenIn(heard.value);
  const said = saidIn(codec, lines, first).filter(({ text }) => !isForgotten(text));
  if (said.length === 0) return ok(transcript.length);
  const draft = captureDraft(said, whoOf(live));
  const staged = await stage(workspace, draft);
  return staged.ok ? ok(transcript.length) : staged;
}

function whoOf({ codec, event }: EventContext): { readonly session: string; readonly actor: string } {
  return { session: event.session, actor: `agent:${codec.name}` };
}

/** Something the user said, and the line of the transcript that holds it. */
export interface UserLine {
  readonly text: string;
  readonly line: number;
  /** As the transcript tells it; null where it does not. */
  readonly at: Instant | null;
}

/** The user's own words in these lines of a transcript, the first of which has that number. */
export function saidIn(tongue: Tongue, lines: readonly string[], first: number): readonly UserLine[] {
  return lines.flatMap((line, at): readonly UserLine[] => {
    const entry = parseLine(line);
    const text = entry === null ? "" : saidOf(tongue.words(entry));
    // When a line was written all harnesses call so.
    const time = textOf(entry?.timestamp);
    return text === "" ? [] : [{ text, line: first + at, at: time === null ? null : parseInstant(time) }];
  });
}

/** Newest words first to be kept, in their own order. Deterministic: the same words are the same patch. */
export function captureDraft(
  said: readonly UserLine[],
  { session, actor }: { readonly session: string; readonly actor: string },
): Readonly<Record<string, unknown>> {
  const lines: string[] = [];
  let room = limits.harnessCaptureCharsMax;
  let from = said.length;
  for (const { text, line } of said.toReversed()) {
    const entry = entryOf(text, line, entryCharsMax);
    if (entry.length > room) break;
    lines.unshift(entry);
    room -= entry.length;
    from -= 1;
  }
  const skipped =
    from === 0 ? [] : [`- ${from} earlier messages are in the transcript alone, up to line ${said[from - 1]?.line}.`];
  const [start, end] = [said[0]?.line ?? 0, said.at(-1)?.line ?? 0];
  const span = `L${start}-L${end}`;
  return {
    op: "create",
    page: `said-${shortDigest(`${session}\n${span}`, 12)}`,
    type: "conversation_segment",
    title: `What the user said, lines ${start} to ${end} of the transcript`,
    scope: "session",
    fields: { span: `session:${session}#${span}`, ...spanOf(said) },
    value: [...skipped, ...lines].join("\n"),
    actor,
    origin: "user",
    session,
    evidence: [`session:${session}#L${start}`],
    id: `capture-${shortDigest(`${session}\n${span}`, 32)}`,
  };
}

/** Instants where both are told, else lines: what came first and what came last of something that was said. */
function spanOf(said: readonly UserLine[]): { readonly start: string; readonly end: string } {
  const [first, last] = [said[0], said.at(-1)];
  if (first?.at != null && last?.at != null && first.at <= last.at) return { start: first.at, end: last.at };
  return { start: `L${first?.line ?? 0}`, end: `L${last?.line ?? 0}` };
}

const entryCharsMax = 1_000;

/** One line, because a heading or a list in somebody's message is none of the page's; words beyond `most` characters are cut. */
function entryOf(text: string, line: number, most: number): string {
  if (findSecrets(text).length > 0) return `- A message that holds a secret is in the transcript alone. (L${line})`;
  const whole = text
    .split(/\s+/u)
    .filter((word) => word !== "")
    .join(" ");
  // It would keep all of the others out.
  if (findElisions(`- ${whole}`).length > 0) return `- A message that stands for another text is at L${line}.`;
  if (whole.length <= most) return `- ${whole} (L${line})`;
  const cut = whole.slice(0, whole.lastIndexOf(" ", most) + 1 || most).trimEnd();
  return `- ${cut} (its first ${cut.length} of ${whole.length} characters; the rest is at L${line})`;
}

// Boundary: where a session's words are committed: at the end of a turn, before a compaction, and when it is left.

async function stop(live: EventContext, moment: Moment & { readonly kind: "stop" }): Promise<Outcome<HarnessAnswer>> {
  if (live.history.again !== null) return ok(silence);
  const { primary } = live.workspace;
  const before = primary.table;
  const settled = await keepOwed(live, "turn");
  const judged = isDue(live.history) ? await judge(live) : ok(silence);
  if (!judged.ok) return judged;
  const saved = await checkpointed(live);
  const ended = await turnEnd(endingOf(live), moment);
  // Here nobody waits for an answer; at the next prompt a person does.
  if (primary.table !== before) (await import("../recall/index/open.js")).indexAhead(primary);
  return ended.ok ? ok({ ...ended.value, notice: joined(" ", [ended.value.notice, settled, saved]) }) : ended;
}

/**
 * What a summary would take is on disk before one can come, whether or not the harness tells of it: at 60 % of the window the log of the day has
 * what the session was so far; at 75 %, and for what came since at 80 %, what was written by hand is committed and the user's words and the
 * results of tools are pages. Claude Code was seen to compact at 77 %. A text says what could not be done; it is tried again at the next turn.
 */
async function checkpointed(live: EventContext): Promise<string | null> {
  const { workspace, history, fill, options } = live;
  const due = checkpointDue(fill, history);
  if (due === 0 || fill === null) return null;
  const who = whoOf(live);
  const told = await tellOf(live, "answered", "turn");
  const { checkpoint } = await import("../night/day-files.js");
  const envelope = { ...who, origin: "agent", evidence: [], id: null } as const;
  const usage = Math.min(1, fill.tokens / fill.window);
  const done = await checkpoint(workspace, { usage, text: null, envelope }, options);
  const isNear = due > 1;
  const captured = isNear && live.captures.compaction ? await capture(live) : ok(history.captured);
  const evidence = isNear ? await stageEvidence(workspace, history.results, who) : ok(0);
  const kept =
    done.ok && captured.ok && evidence.ok
      ? live.keep({ kind: "checkpoint", captured: captured.value, filled: fill.tokens })
      : [done, captured, evidence].find((each) => !each.ok);
  return joined(" ", [told, kept?.ok === false ? `Not all of the session is on disk: ${kept.error.says}` : null]);
}

/** What is owed becomes entries of pages; a text says why some of it could not, and it is owed on. */
async function keepOwed({ workspace, options }: EventContext, at: LifecycleEvent): Promise<string | null> {
  const { primary } = workspace;
  const read = inboxOf(primary).read();
  const owed = read.ok ? pendingOf(read.value) : [];
  if (read.ok && owed.length === 0) return null;
  const { keepHeard } = await import("../night/keep/heard.js");
  const { globalOf } = await import("../init/personal.js");
  const kept = await keepHeard(primary, { ...options, ...lifecycle[at], global: globalOf(workspace) });
  if (!kept.ok) return `What was said waits in the inbox: ${kept.error.says}`;
  const { waiting } = kept.value;
  const [first] = waiting;
  return first === undefined ? null : `${waiting.length} of what was said waits in the inbox: ${first.says}`;
}

/** What sessions were goes into the log of their day: this one where it ends or has `answered`, else others that are over. A text says why it could not. */
async function tellOf(
  { workspace, options, event }: EventContext,
  whose: "own" | "answered" | "others",
  at: LifecycleEvent,
): Promise<string | null> {
  const { primary } = workspace;
  const read = inboxOf(primary).read();
  const now = primary.clock.now();
  const { session } = event;
  const untold = read.ok
    ? untoldOf(read.value, now).filter((item) => (item.session === session) === (whose !== "others"))
    : [];
  if (untold.length === 0) return null;
  const { keepEpisodes } = await import("../night/keep/episode.js");
  const { committedIn } = await import("../git/native-record.js");
  const notes = harnessNotesOf(primary);
  const folder = event.cwd ?? primary.root;
  const about = {
    ending: whose === "others" ? null : session,
    others: whose === "others",
    current: session,
    isCut: (name: string) => whose !== "answered" && isUnanswered(notes.read(name)),
    commits: (from: Instant, to: Instant) => committedIn(folder, primary.place.env, { from, to }),
    work(name: string) {
      const left = notes.read(name);
      const layout = findLayout(folder);
      return left.ok ? workIn(historyFrom(left.value, "").calls, layout.ok ? layout.value.top : folder) : noWork;
    },
    isTalk: talksOf(primary),
  };
  const told = await keepEpisodes(primary, about, { ...options, ...lifecycle[at] });
  return told.ok ? null : `What a session was could not be written into the log of its day: ${told.error.says}`;
}

/** Whether it ended in the middle of a turn. */
function isUnanswered(notes: Outcome<readonly HarnessNote[]>): boolean {
  const last = notes.ok ? notes.value.findLast(({ kind }) => kind === "prompt" || kind === "stop") : undefined;
  return last?.kind === "prompt";
}

/** What the user said since the last one is captured, whether or not the model saved anything. */
async function beforeCompaction(live: EventContext, event: LifecycleEvent): Promise<Outcome<HarnessAnswer>> {
  if (live.history.again !== null) return ok({ ...silence, summarizer: summarizerOf(live) });
  const captured = live.captures.compaction ? await capture(live) : ok(live.history.captured);
  const evidence = await stageEvidence(live.workspace, live.history.results, whoOf(live));
  const settled = await keepOwed(live, event);
  // The flush comes all the same, and the pages go in again all the same: the context goes whatever failed here.
  const flushed = await crossed(endingOf(live), event);
  const kept = live.keep({ kind: "lost", captured: captured.ok ? captured.value : live.history.captured });
  if (!captured.ok) return captured;
  if (!evidence.ok) return evidence;
  if (!flushed.ok) return flushed;
  if (!kept.ok) return kept;
  return ok({ ...silence, summarizer: summarizerOf(live), notice: joined(" ", [noticeOf(flushed.value), settled]) });
}

/** What was written down is durable before: here it is said that it is over, and words are kept where that is wanted. */
async function end(live: EventContext, event: LifecycleEvent): Promise<Outcome<HarnessAnswer>> {
  if (live.history.again !== null) return ok(silence);
  const isLast = lifecycle[event].loses === "session";
  const captured = live.captures.end && isLast ? await capture(live) : ok(live.history.captured);
  await keepOwed(live, event);
  // What cannot be told now is told at the next start, or by the night.
  if (isLast) await tellOf(live, "own", event);
  const judged = isLast && isOpen(live.history) ? await judge(live) : ok(silence);
  const ended = await sessionEnd(endingOf(live), event, captured);
  return judged.ok ? ended : judged;
}

function endingOf(live: EventContext): Ending {
  const { workspace, options } = live;
  return {
    ...live,
    sessions: sessionsOf(workspace.primary),
    async head() {
      const head = await workspace.primary.history.head();
      return head.ok ? ok(head.value.commit) : head;
    },
    flush: (query) => flush(workspace, query, options),
    own: ({ committed, known, pages, faults }) =>
      committed.length + known.length + pages.length + faults.length > 0
        ? null
        : nameOwn(workspace, live.event.session),
  };
}

/** Names what comes back by itself, so that the summary spends its words on what does not. */
function summarizerOf({ workspace }: EventContext): string {
  const held = workspace.memories.flatMap((memory) =>
    entriesOf(memory.table).filter(({ pin, type, tier }) => tier === "hot" && (pin === "hard" || type === "plan")),
  );
  const ids = joined(", ", held.map(({ id }) => id).slice(0, 40));
  const names = ids === null ? "" : ` Among them: ${ids}.`;
  return [
    `Pagefile keeps this project's memory; its pages are put back after the summary, so do not copy them.${names}`,
    "Keep in the summary, word for word where they are short: what the user asked for and forbade in this session, decisions and why, the current step and what is open, and every page id, file path and number that work depends on.",
  ].join("\n");
}

async function handle(live: EventContext, moment: MemoryEvent["moment"]): Promise<Outcome<HarnessAnswer>> {
  switch (moment.kind) {
    case "start":
      return start(live, moment);
    case "prompt":
      return prompt(live, moment);
    case "stands":
      return stands(live, moment.block);
    case "stop":
      return stop(live, moment);
    case "before-compaction":
      return beforeCompaction(live, moment.event);
    case "end":
      return end(live, moment.event);
  }
}

/** Of a block of pages. */
function linesIn(block: string): readonly string[] {
  const lines = block.split("\n").filter((line) => line !== "" && !line.startsWith("<"));
  return lines.map((line) => nameOfLine(plainLine(line)));
}
