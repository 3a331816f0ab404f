/**
 * Past: what prompts, recalls, boundaries and faults left on record, as the views of the present prompt, of time and of cost show it. A record
 * names pages by their ids; titles are those of today, because a record keeps none.
 */

import { join } from "node:path";
import { harnessFolder } from "../agents/codec.js";
import { type Outcome, ok, push } from "../base/result.js";
import { compareText } from "../base/text.js";
import { log } from "../history/log.js";
import { type Cost, causeWords } from "../kernel/cost.js";
import { totalOf } from "../kernel/simulate.js";
import { pagesIn, type Workspace } from "../memory/workspace.js";
import { type TraceRecord, traceLogOf } from "../prompt/trace/log.js";
import { faults } from "../prompt/trace/read.js";
import type { AssemblyRecord, RecallRecord } from "../prompt/trace/trace.js";
import { attempt } from "../state/fs-calls.js";
import { filesBelow } from "../state/plain-file.js";
import type {
  AskedLine,
  BillAnswer,
  Commit,
  CostAnswer,
  Happening,
  NowAnswer,
  PromptRecord,
  SessionCost,
  TimeAnswer,
} from "./shape.js";
import { commitOf, loadedBeside } from "./views.js";

const promptsMax = 60;
const recordsMax = 400;
const omittedMax = 300;
const askedMax = 40;

function isPrompt(record: TraceRecord): record is AssemblyRecord {
  return record.kind === "assemble";
}

function isRecall(record: TraceRecord): record is RecallRecord {
  return record.kind === "recall";
}

/** Each recall is of the prompt of its session that came last before it. Both lists begin with the newest. */
function askedBehind(
  prompts: readonly AssemblyRecord[],
  recalls: readonly RecallRecord[],
  titles: ReadonlyMap<string, string>,
): readonly (readonly AskedLine[])[] {
  const found: AskedLine[][] = prompts.map(() => []);
  for (const { at, query, status, pages, session } of recalls.toReversed()) {
    const of = prompts.findIndex((prompt) => prompt.inputs.session === session && prompt.at <= at);
    const named = pages.map(({ id }) => ({ id, title: titles.get(id) ?? id }));
    found[of]?.push({ at, query, status, pages: named });
  }
  return found.map((lines) => lines.slice(-askedMax));
}

/** The last prompts, newest first, and what the harness loads beside them. */
export function now(workspace: Workspace): Outcome<NowAnswer> {
  const titles = new Map(pagesIn(workspace).map(({ name, entry }) => [name, entry.title]));
  const traces = traceLogOf(workspace.primary);
  const records = traces.recent(promptsMax, isPrompt).records.filter(isPrompt);
  const asked = askedBehind(records, traces.recent(recordsMax, isRecall).records.filter(isRecall), titles);
  const prompts = records.map((record, at) => ({ ...promptOf(record, titles), asked: asked[at] ?? [] }));
  return ok({ prompts, ...loadedBeside(workspace) });
}

function promptOf(record: AssemblyRecord, titles: ReadonlyMap<string, string>): Omit<PromptRecord, "asked"> {
  const {
    trace,
    at,
    live,
    budget,
    used,
    policy,
    selected,
    omitted,
    omittedMore,
    upgrades,
    faults: seen,
    text,
  } = record;
  const shown = omitted.slice(0, omittedMax);
  return {
    ...{ trace, at, budget, used, policy, text },
    session: record.inputs.session,
    turn: live?.turn ?? null,
    selected: selected.map(({ id, fidelity, tokens, reason }) => ({
      ...{ id, fidelity, tokens, reason },
      title: titles.get(id) ?? id,
    })),
    omitted: shown.map(({ id, reason }) => ({ id, reason, title: titles.get(id) ?? id })),
    omittedMore: omittedMore + omitted.length - shown.length,
    refused: upgrades.refused.slice(0, 20).map(({ id, fidelity, more }) => ({ id, fidelity, more })),
    events: (live?.events ?? []).map(({ event, loses }) => ({ event, loses })),
    faults: seen.map(({ kind, says, hint }) => ({ kind, says, hint })),
  };
}

/** What a happening has that tells of nothing more. */
const bare = { hint: "", page: null, commit: null } as const;

/** Commits, prompts, recalls, boundaries and faults, the newest first. */
export async function time(workspace: Workspace): Promise<Outcome<TimeAnswer>> {
  const logged = await log(workspace, { page: null, limit: recordsMax });
  if (!logged.ok) return logged;
  const { records } = traceLogOf(workspace.primary).recent(recordsMax);
  const query = { kind: null, page: null, session: null, since: null, until: null, limit: recordsMax };
  const failed = faults(workspace, query);
  if (!failed.ok) return failed;
  const commits = logged.value.entries.map(commitOf);
  const ofDay = commits
    .filter(({ session }) => !isNight(session))
    .map((row): Happening => {
      const { commit, when, subject, reason, actor, author, session, pages } = row;
      const by = [reason ?? "by hand", actor ?? author].join(", ");
      return { ...bare, at: when, kind: "commit", title: subject, says: by, page: pages[0] ?? null, session, commit };
    });
  const seen = failed.value.faults.map(
    ({ at, kind, says, hint, page, session }): Happening => ({
      ...{ ...bare, at, kind: "fault", title: kind, says, hint, page, session: session ?? null },
    }),
  );
  const all = [...ofDay, ...nightsIn(commits), ...seen, ...records.map(happeningOf)];
  const newest = all.sort((a, b) => compareText(b.at, a.at));
  return ok({ happenings: newest.slice(0, recordsMax) });
}

/** A night commits as a session of its own, which its moment names. */
export function isNight(session: string | null): session is string {
  return session?.startsWith("night:") === true;
}

/** One for each night, whatever it committed; only the last can be taken back as a whole. */
function nightsIn(commits: readonly Commit[]): readonly Happening[] {
  const nights = new Map<string, Commit[]>();
  for (const row of commits) if (isNight(row.session)) push(nights, row.session, row);
  return [...nights].map(([session, rows], at): Happening => {
    const [last] = rows;
    const title = `A night: ${rows.length === 1 ? "1 commit" : `${rows.length} commits`}`;
    const says = rows
      .map(({ subject }) => subject)
      .toReversed()
      .join(" · ");
    const hint = at === 0 ? "pagefile undo night" : "";
    return { ...bare, at: last?.when ?? "", kind: "night", title, says, hint, session, commit: last?.commit ?? null };
  });
}

function happeningOf(record: TraceRecord): Happening {
  const none = { ...bare, hint: `pagefile trace ${record.trace}` };
  if (record.kind === "assemble") {
    const { at, used, budget, selected, omitted, omittedMore, inputs } = record;
    const says = `${selected.length} in, ${omitted.length + omittedMore} out, ${used} of ${budget} tokens`;
    return { ...none, at, kind: "prompt", title: "A prompt was made", says, session: inputs.session };
  }
  if (record.kind === "recall") {
    const { at, query, status, pages, session } = record;
    const says = `${status}, ${pages.length === 1 ? "1 page" : `${pages.length} pages`}`;
    return { ...none, at, kind: "recall", title: query, says, session };
  }
  const { at, event, session, committed, rejected, failed } = record;
  const says = failed ?? `${committed.length} commits, ${rejected.length} refused`;
  return { ...none, at, kind: "boundary", title: event, says, session };
}

/** What each session was given, and which of its blocks were another than before, by what had happened. */
export function cost(workspace: Workspace): Outcome<CostAnswer> {
  const { records } = traceLogOf(workspace.primary).recent(4 * recordsMax);
  const sessions = new Map<string, TraceRecord[]>();
  for (const record of records) {
    if (record.kind === "boundary") continue;
    const name = (record.kind === "assemble" ? record.inputs.session : record.session) ?? "";
    push(sessions, name, record);
  }
  return ok({ sessions: [...sessions].map(([session, of]) => costOf(session, of.reverse())) });
}

/** `records` oldest first. */
function costOf(session: string, records: readonly TraceRecord[]): SessionCost {
  const prompts = records.filter(isPrompt);
  const recalls = records.filter(isRecall);
  const broken = new Map<string, { times: number; tokens: number }>();
  for (const [at, prompt] of prompts.entries()) {
    const before = prompts[at - 1];
    // Who is given the same bytes as before reads them from a cache.
    if (before === undefined || before.text === prompt.text) continue;
    const cause = causeOf(before, prompt);
    const sum = broken.get(cause) ?? { times: 0, tokens: 0 };
    broken.set(cause, { times: sum.times + 1, tokens: sum.tokens + prompt.used });
  }
  return {
    session,
    prompts: prompts.length,
    tokens: prompts.reduce((sum, { used }) => sum + used, 0),
    most: prompts.reduce((most, { used }) => Math.max(most, used), 0),
    last: records.at(-1)?.at ?? "",
    broken: [...broken].map(([cause, sum]) => ({ cause, ...sum })).sort((a, b) => b.tokens - a.tokens),
    recalls: recalls.length,
    recallTokens: recalls.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

function causeOf(before: AssemblyRecord, prompt: AssemblyRecord): string {
  const lost = prompt.live?.events.find(({ loses }) => loses);
  if (lost !== undefined) return lost.event;
  if (before.budget !== prompt.budget) return "another budget";
  if (before.head !== prompt.head) return "the memory was written";
  return prompt.demands.length > 0 ? "a page was asked for" : "other pages were chosen";
}

// Bill: what a session cost, by the file that its harness wrote.

/** The file in which Claude Code, Codex or pi keeps this session; null where none of them has it, or what is asked for is no id. */
export function transcriptOf(session: string, env: NodeJS.ProcessEnv): string | null {
  if (!/^[\w-]{4,100}$/.test(session)) return null;
  const places = [
    { folder: join(harnessFolder("claude-code", env), "projects"), name: `/${session}.jsonl` },
    { folder: join(harnessFolder("codex", env), "sessions"), name: `-${session}.jsonl` },
    { folder: join(harnessFolder("pi", env), "sessions"), name: `_${session}.jsonl` },
  ];
  for (const { folder, name } of places) {
    const files = attempt(`look for the session in ${folder}`, () => filesBelow(folder));
    const found = files.ok ? files.value.find((path) => path.endsWith(name)) : undefined;
    if (found !== undefined) return join(folder, found);
  }
  return null;
}

export function billOf(file: string, { harness, models, used, dollars, causes, calls, memory }: Cost): BillAnswer {
  const fresh = totalOf(used) - used.read;
  const { blocks, sent, dollars: ofMemory } = memory;
  return {
    ...{ file, harness, models, fresh, dollars },
    causes: causes.map(({ cause, tokens, dollars }) => ({ cause: causeWords[cause], tokens, dollars })),
    ...{ calls: calls.length, read: used.read, output: used.output },
    memory: { blocks, sent, dollars: ofMemory },
  };
}
