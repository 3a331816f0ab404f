/** Recall sample: a small memory with a page of each kind, opened with a search that does what it is told. */

import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Workspace } from "../../src/memory/workspace.js";
import { openTraceLog, type TraceLog, traceLogOf } from "../../src/prompt/trace/log.js";
import { openRecallUses, recallUsesOf } from "../../src/recall/canary.js";
import type { RecallAnswer } from "../../src/recall/compose.js";
import { searchOf } from "../../src/recall/index/open.js";
import { type RecallQuery, recall } from "../../src/recall/recall.js";
import { boundaryLogOf } from "../../src/session/cross.js";
import { type FaultLog, faultLogOf, openFaultLog } from "../../src/write/fault-log.js";

import { type FakeSearch, fakeSearch } from "./fake-search.js";
import { makeRepo, type TestRepo } from "./git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "./open-memory.js";

export interface RecallSample {
  readonly repo: TestRepo;
  readonly workspace: TestWorkspace;
  readonly search: FakeSearch;
  readonly log: TraceLog;
  readonly faultLog: FaultLog;
}

export const typed = (id: string, type: string, more: string, body: string): string =>
  `---\nid: ${id}\ntype: ${type}\ntitle: Title of ${id}\n${more}---\n${body}\n`;

const files: Readonly<Record<string, string>> = {
  "memory/preferences/seats.md": typed(
    "seats",
    "preference",
    'updated: 2026-11-01T08:00:00Z\nprovenance: ["user_message session:7f3a#L120"]\n',
    "- Prefers the aisle seat on flights. [human]",
  ),
  "memory/decisions/billing.md": typed(
    "billing",
    "decision",
    "",
    "- Invoices go out on Mondays, because the bank is slow.",
  ),
  "memory/plans/trip.md": typed("trip", "plan", "", "- Goal: book the Lisbon flights."),
  "memory/preferences/diary.md": typed("diary", "preference", "audience: private\n", "- Allergic to quinoa."),
  "memory/2026-11-18.md":
    "# 2026-11-18\n\n## 10:30 AM - API review\n\n- Chose REST over GraphQL with Alice. [decision]\n",
  "archive/2025/zanzibar.md": typed("zanzibar", "decision", "", "- The Zanzibar ferry was booked for three people."),
};

let shared: ReturnType<typeof make> | null = null;

export async function sample(more: Readonly<Record<string, string>> = {}): Promise<RecallSample> {
  const made = await make(more);
  onTestFinished(() => remove(made));
  return made;
}

/** One for all tests of a worker that change nothing; it goes with the worker, whose files share this module. */
export async function untouched(): Promise<RecallSample> {
  if (shared === null) {
    shared = make({});
    const { repo } = await shared;
    process.once("exit", () => repo.remove());
  }
  const made = await shared;
  made.search.asked.length = 0;
  made.search.instead = null;
  return made;
}

async function remove({ workspace, repo }: RecallSample): Promise<void> {
  await workspace.close();
  repo.remove();
}

async function make(more: Readonly<Record<string, string>>): Promise<RecallSample> {
  const repo = makeRepo();
  for (const [path, text] of Object.entries({ ...files, ...more })) repo.write(path, text);
  const search = fakeSearch();
  const state = join(repo.home, "state");
  const log = openTraceLog(state);
  const faultLog = openFaultLog(state);
  const services = [
    [searchOf, search],
    [recallUsesOf, openRecallUses(join(state, "recall-uses.json"))],
    [traceLogOf, log],
    [boundaryLogOf, log],
    [faultLogOf, faultLog],
  ] as const;
  const workspace = await openTestWorkspace(repo, { services });
  repo.git("add", "-A");
  repo.git("commit", "-qm", "Sample");
  return { repo, workspace, search, log, faultLog };
}

const wishes = { limit: null, tokens: null, types: [], since: null, until: null, tier: null } as const;
const owner = { session: null, audience: "owner", trusted: true, restore: true } as const;

export function ask(workspace: Workspace, text: string, more: Partial<RecallQuery> = {}): Promise<RecallAnswer> {
  return recall(workspace, { ...wishes, ...owner, text, ...more });
}

export const ids = ({ pages }: RecallAnswer): string[] => pages.map(({ id }) => id);
