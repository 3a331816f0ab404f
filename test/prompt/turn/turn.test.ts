/** Turn flow: told twice it is done once, two at once make one chain, and the working set's faults show where they belong. */

import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { refresh } from "../../../src/memory/memory.js";
import { sessionsOf } from "../../../src/memory/sessions.js";
import type { Workspace } from "../../../src/memory/workspace.js";
import { traceLogOf } from "../../../src/prompt/trace/log.js";
import { faultMetrics, faults, type TurnAnswer, trace } from "../../../src/prompt/trace/read.js";
import { turnStatesOf } from "../../../src/prompt/trace/turns.js";
import { type TurnQuery, turn } from "../../../src/prompt/turn/turn.js";
import { stage } from "../../../src/session/stage.js";

import { makeRepo } from "../../support/git-repo.js";
import { give, logsIn, openTestWorkspace } from "../../support/open-memory.js";

const typed = (id: string, type: string, more: string): string =>
  `---\nid: ${id}\ntype: ${type}\ntitle: Title of ${id}\n${more}---\n- Body of ${id}. ${"word ".repeat(40)}\n`;

const result = (id: string, signature: string): string =>
  typed(id, "evidence", `fields: { tool: read, signature: "${signature}", digest: d, bytes: 9, resolves: x }\n`);

async function open() {
  const repo = makeRepo();
  repo.write("SOUL.md", "# Soul\n\n- Kind and short.\n");
  repo.write("memory/limit.md", typed("limit", "constraint", "fields: { rule: under 400, applies_to: bookings }\n"));
  repo.write("memory/seats.md", typed("seats", "preference", "fields: { subject: seats, prefers: aisle }\n"));
  repo.write("memory/fares.md", result("fares", "read:fares"));
  repo.write("memory/stays.md", result("stays", "read:stays"));
  const state = join(repo.home, "log");
  const test = await openTestWorkspace(repo);
  const primary = give(test.primary, logsIn(state));
  const workspace: Workspace = { ...test, primary, memories: [primary] };
  repo.git("add", "-A");
  repo.git("commit", "-qm", "Sample");
  onTestFinished(async () => {
    await workspace.close();
    repo.remove();
  });
  return { repo, workspace, state };
}

const query: TurnQuery = {
  session: "s",
  turn: 1,
  events: [],
  tools: [],
  demands: [],
  budget: 2000,
  audience: "owner",
};

async function take(workspace: Workspace, more: Partial<TurnQuery>): Promise<TurnAnswer> {
  const answer = await turn(workspace, { ...query, ...more }, { detached: "refuse" });
  if (!answer.ok) throw new Error(answer.error.says);
  return answer.value;
}

const kinds = ({ faults }: TurnAnswer): string[] => faults.map((fault) => `${fault.kind} ${fault.page}`);

test("the same turn again gives the same answer and crosses nothing twice; another request under its number is refused", async () => {
  const { workspace } = await open();
  const draft = { op: "append", page: "seats", value: "- Window at night.", session: "s" };
  expect((await stage(workspace, draft)).ok).toBe(true);
  const asked = {
    turn: 3,
    events: ["compaction-auto", "reset"],
    demands: [{ page: "seats", fidelity: null }],
  } as const;
  const first = await take(workspace, asked);
  expect(first.boundaries.map(({ event, committed }) => [event, committed.length])).toEqual([
    ["compaction-auto", 1],
    ["reset", 0],
  ]);
  expect(await take(workspace, asked)).toEqual({ ...first, repeated: true });
  expect(
    traceLogOf(workspace.primary)
      .recent(99)
      .records.map(({ kind }) => kind),
  ).toEqual(["assemble", "boundary", "boundary"]);
  for (const other of [{ ...asked, budget: 1000 }, { turn: 2 }]) {
    expect(await turn(workspace, { ...query, ...other }, { detached: "refuse" })).toMatchObject({
      error: { code: "usage" },
    });
  }
});

test("the same turn again tells what did not fit and what the harness loads as it told it first", async () => {
  const { repo, workspace } = await open();
  repo.write("CLAUDE.md", "# Rules\n\n- Be brief.\n");
  repo.write(
    "memory/diary.md",
    typed("diary", "preference", "audience: private\nfields: { subject: a, prefers: b }\n"),
  );
  expect(refresh(workspace.primary)).toMatchObject({ ok: true });
  for (const [turn, audience, budget] of [
    [1, "owner", 180],
    [2, "group", 2000],
  ] as const) {
    const demands = [{ page: "fares", fidelity: "full" as const }];
    const asked = { turn, audience, budget, demands, harness: { name: "claude-code", folder: "project" } } as const;
    const first = await take(workspace, asked);
    expect([first.resident > 0, budget === 2000 || /^short fares: /m.test(first.receipt)]).toEqual([true, true]);
    expect(await take(workspace, asked)).toEqual({ ...first, repeated: true });
  }
});

test("what died between its decision and the log is logged by the next call, and events that were crossed stay crossed", async () => {
  const { workspace, state } = await open();
  const asked = { turn: 1, events: ["compaction-auto"] } as const;
  const traces = traceLogOf(workspace.primary);
  const deaf = {
    ...traces,
    append: () => ({ ok: true as const, value: undefined }),
  };
  give(workspace.primary, [[traceLogOf, deaf]]);
  const first = await take(workspace, asked);
  expect(traces.find(first.trace)).toBeNull();
  give(workspace.primary, [[traceLogOf, traces]]);
  expect((await take(workspace, asked)).repeated).toBe(true);
  expect(traces.find(first.trace)?.trace).toBe(first.trace);
  rmSync(join(state, "..", "state", "turns"), { recursive: true });
  expect((await take(workspace, asked)).events).toHaveLength(1);
  const record = sessionsOf(workspace.primary).read("s");
  expect(record.ok && record.value?.seen.epoch).toBe(1);
});

test("two processes that take turns at once make one chain, whoever is first", async () => {
  const { workspace } = await open();
  const both = [take(workspace, { turn: 5 }), take(workspace, { turn: 5 })];
  const [a, b] = await Promise.all(both);
  expect([a?.repeated, b?.repeated].sort()).toEqual([false, true]);
  expect(a?.trace).toBe(b?.trace);
  const raced = await Promise.allSettled([take(workspace, { turn: 6 }), take(workspace, { turn: 7 })]);
  const latest = turnStatesOf(workspace.primary).latest("s");
  expect(latest.ok && latest.value.state?.turn).toBe(7);
  const taken = raced.filter(({ status }) => status === "fulfilled").length;
  expect(latest.ok && latest.value.order).toBe(1 + taken);
});

test("what a session demanded is recent in it, and fades; another session knows nothing of it", async () => {
  const { workspace } = await open();
  await take(workspace, { turn: 1, demands: [{ page: "stays", fidelity: null }] });
  const recency = (answer: TurnAnswer): unknown => {
    const found = traceLogOf(workspace.primary).find(answer.trace);
    return found?.kind === "assemble" ? found.live?.recency : null;
  };
  expect(recency(await take(workspace, { turn: 2 }))).toEqual([{ id: "stays", ago: 1 }]);
  expect(recency(await take(workspace, { turn: 9 }))).toEqual([{ id: "stays", ago: 2 }]);
  expect(recency(await take(workspace, { turn: 1, session: "other" }))).toEqual([]);
  // Of two results nobody asks for, neither is worth its whole text; the one that was demanded is, and the other is not.
  const alone = async (session: string, turn: number, budget: number): Promise<string | undefined> => {
    const { selected } = await take(workspace, { session, turn, budget });
    const full = selected.filter(({ id, fidelity }) => fidelity === "full" && /^(?:fares|stays)$/.test(id));
    return full.length === 1 ? full[0]?.id : undefined;
  };
  const pairs: (string | undefined)[][] = [];
  for (let at = 0; at < 12; at += 1)
    pairs.push([await alone("s", 10 + at, 200 + 10 * at), await alone("other", 10 + at, 200 + 10 * at)]);
  expect(pairs).toContainEqual(["stays", undefined]);
  expect(pairs.flat()).not.toContain("fares");
});

test("a call again is an alert while the result is there, and a fault when it has gone", async () => {
  const { workspace } = await open();
  expect(kinds(await take(workspace, { turn: 1 }))).toEqual([]);
  expect(kinds(await take(workspace, { turn: 2, tools: ["read:fares"] }))).toEqual([
    "duplicate_signature_alert fares",
  ]);
  const small = await take(workspace, { turn: 3, budget: 180 });
  expect(small.selected.map(({ id }) => id)).not.toContain("fares");
  const missed = await take(workspace, { turn: 4, tools: ["read:fares", "search:token=hunter2"], budget: 180 });
  expect(kinds(missed)).toEqual(["duplicate_tool_signature fares"]);
  expect(missed.thrash).toBe(2);
  const again = await take(workspace, {
    turn: 5,
    tools: ["search:token=hunter2"],
    events: ["compaction-auto"],
    budget: 180,
  });
  expect(again.faults.map(({ kind }) => kind)).toEqual(["duplicate_signature_alert"]);
  const later = await take(workspace, { turn: 6, tools: ["search:token=hunter2"], budget: 180 });
  expect(later.faults.map(({ kind }) => kind)).toEqual(["duplicate_tool_signature"]);
  expect(JSON.stringify(traceLogOf(workspace.primary).recent(99))).not.toContain("hunter2");
});

test("a page that was had and no longer fits is a refetch; one that never fitted is pressure alone", async () => {
  const { workspace } = await open();
  const demands = [{ page: "fares", fidelity: "full" as const }];
  const never = await take(workspace, { turn: 1, demands, budget: 180 });
  expect(never.faults.map(({ kind }) => kind)).toEqual(["invariant_pressure"]);
  expect(kinds(await take(workspace, { turn: 2, demands, budget: 180 }))).not.toContain("refetch fares");
  expect((await take(workspace, { turn: 3, demands })).hits).toBe(0);
  expect((await take(workspace, { turn: 4, demands })).hits).toBe(1);
  await take(workspace, { turn: 5, demands, budget: 180 });
  expect(kinds(await take(workspace, { turn: 6, demands, budget: 180 }))).toContain("refetch fares");
});

test("instructions that are gone after a compaction are a loss, told once; before one they are no fault", async () => {
  const { repo, workspace } = await open();
  await take(workspace, { turn: 1 });
  rmSync(join(repo.dir, "SOUL.md"));
  const { refresh } = await import("../../../src/memory/memory.js");
  refresh(workspace.primary);
  expect(kinds(await take(workspace, { turn: 2 }))).toEqual([]);
  repo.write("SOUL.md", "# Soul\n\n- Kind and short.\n");
  refresh(workspace.primary);
  await take(workspace, { turn: 3 });
  rmSync(join(repo.dir, "SOUL.md"));
  refresh(workspace.primary);
  expect(kinds(await take(workspace, { turn: 4, events: ["compaction-auto"] }))).toEqual([
    "post_compaction_bootstrap_loss soul",
  ]);
  expect(kinds(await take(workspace, { turn: 5, events: ["compaction-auto"] }))).toEqual([]);
});

test("a damaged state is a fault, and the session goes on from the one before", async () => {
  const { repo, workspace } = await open();
  await take(workspace, { turn: 1, demands: [{ page: "stays", fidelity: null }] });
  const dir = join(repo.home, "state", "turns");
  const folder = join(dir, readdirSync(dir)[0] ?? "");
  writeFileSync(join(folder, "2.json"), "{");
  const next = await take(workspace, { turn: 2 });
  expect(next.faults.map(({ kind }) => kind)).toEqual(["sidecar_corrupt"]);
  expect((await take(workspace, { turn: 3 })).faults).toEqual([]);
});

test("faults are found by kind, page, session and time, and a trace tells a person what happened", async () => {
  const { workspace } = await open();
  await stage(workspace, {
    op: "set_with_version",
    page: "seats",
    key: "title",
    value: "x",
    base: "9",
    session: "s",
  });
  const seen = await take(workspace, { turn: 1, events: ["compaction-auto"], budget: 60 });
  expect(seen.boundaries[0]?.rejected).toHaveLength(1);
  const all = { kind: null, page: null, session: null, since: null, until: null, limit: 100 };
  const of = (more: object): number => {
    const answer = faults(workspace, { ...all, ...more });
    return answer.ok ? answer.value.total : -1;
  };
  expect(of({ kind: "writeback_rejected", session: "s" })).toBe(1);
  expect(of({ kind: "pinned_invariant_miss", page: "limit" })).toBe(1);
  expect(of({ session: "nobody" })).toBe(0);
  expect(of({ since: "2026-11-22T00:00:00Z" })).toBe(0);
  expect(of({ until: "2026-11-22T00:00:00Z" })).toBe(of({}));
  const told = await trace(workspace, { id: seen.trace });
  expect(told.ok && told.value.explained).toMatch(
    /Turn 1 of session s[\s\S]*At compaction-auto of session s: 0 committed[\s\S]*VERSION_CONFLICT/,
  );
  const metrics = faultMetrics(workspace);
  expect(metrics.ok && metrics.value).toContain('pagefile_faults_total{kind="writeback_rejected"} 1\n');
  expect(metrics.ok && metrics.value).toMatch(/pagefile_thrash_index\{session="s"\} [1-9]/);
});

test("a page that is pinned hard and gone by the next turn is missed once, whether the context was lost or not", async () => {
  const { repo, workspace } = await open();
  const missed = (answer: TurnAnswer) => kinds(answer).filter((kind) => kind.startsWith("pinned_invariant_miss"));
  expect(missed(await take(workspace, { turn: 1 }))).toEqual([]);
  rmSync(join(repo.dir, "memory/limit.md"));
  expect(refresh(workspace.primary).ok).toBe(true);
  expect(missed(await take(workspace, { turn: 2 }))).toEqual(["pinned_invariant_miss limit"]);
  expect(missed(await take(workspace, { turn: 3, events: ["compaction-auto"] }))).toEqual([]);
});

test("a pin that was taken away is no page that is gone", async () => {
  const { repo, workspace } = await open();
  await take(workspace, { turn: 1 });
  repo.write("memory/limit.md", typed("limit", "decision", "fields: { decision: under 400, because: x }\n"));
  expect(refresh(workspace.primary).ok).toBe(true);
  expect(kinds(await take(workspace, { turn: 2 }))).toEqual([]);
});
