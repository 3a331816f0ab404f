/**
 * Kernel: random sessions, cut at every call, give requests that a provider takes, with every signed block as it was and every byte where it stood;
 * and what differs by the maker of a model.
 */

import { describe, expect, test } from "vitest";
import type { Message } from "../../src/kernel/codec.js";
import { type KernelState, type Plan, type PlanInput, planContext } from "../../src/kernel/kernel.js";
import { pricesOf } from "../../src/kernel/prices.js";
import { seed } from "../support/seeds.js";
import {
  altered,
  broken,
  commonPrefix,
  done,
  makeBindings,
  numbersOf,
  refusals,
  type Session,
  sessionOf,
  step,
  text,
  thought,
  turn,
} from "./histories.js";

/** Requests looked at; `PAGEFILE_RUNS=1000000` for the whole of it. */
const runs = Number(process.env.PAGEFILE_RUNS ?? 6_000);

const longest = Math.max(120_000, 5 * runs);

const prices = pricesOf("claude-opus-4-6");
/** Its thoughts hold only while nothing in front of them changes. */
const bound = "claude-opus-5-5";

type Planner = (input: PlanInput) => Plan;

interface Tally {
  requests: number;
  refused: number;
  altered: number;
  unbound: number;
  moved: number;
  overfull: number;
  passes: number;
  folds: number;
  dropped: number;
}

const none = { refused: 0, altered: 0, unbound: 0, moved: 0, overfull: 0 };

function play(planner: Planner, requests: number, how: { readonly broken: boolean; readonly from: number }): Tally {
  const tally: Tally = { requests: 0, ...none, passes: 0, folds: 0, dropped: 0 };
  for (let number = how.from; tally.requests < requests; number += 1) {
    const next = numbersOf(number);
    const session = sessionOf(next);
    const model = [bound, "claude-opus-4-6", "gpt-6-sol"][next(3)]!;
    const window = [4_000, 9_000, 200_000][next(3)]!;
    playOne(planner, { session, next, model, window, broken: how.broken }, tally);
  }
  return tally;
}

interface Played {
  readonly session: Session;
  readonly next: (below: number) => number;
  readonly model: string;
  readonly window: number;
  readonly broken: boolean;
}

function playOne(planner: Planner, { session, next, model, window, broken: breaks }: Played, tally: Tally): void {
  const { messages, calls } = session;
  const bindings = makeBindings();
  let state: KernelState | null = null;
  let now = 1_800_000_000_000;
  let before: { readonly plan: Plan; readonly sent: readonly Message[] } | null = null;
  for (const cut of calls) {
    now += next(8) === 0 ? 4_000_000 : 20_000;
    const host = breaks && next(6) === 0 ? broken(messages.slice(0, cut), next) : messages.slice(0, cut);
    const recall =
      next(4) === 0 ? [{ id: `m${next(5)}`, text: `Known since ${next(9)} days: run the tests first.` }] : [];
    const plan = planner({
      messages: host,
      state,
      model: { id: model, window, output: 500 },
      fixed: { system: 300, tools: 400 },
      prices,
      now,
      recall,
      callsLeft: 30,
      settings: { protect: 600, stake: 1 },
    });
    tally.requests += 1;
    tally.refused += refusals(plan.messages).length > 0 ? 1 : 0;
    tally.altered += altered(plan.messages, host);
    if (!breaks && model === bound) {
      const forced = plan.faults.some(({ kind }) => kind === "thoughts_dropped");
      tally.unbound += bindings.broken(plan.messages);
      tally.dropped += forced ? 1 : 0;
      bindings.thought(plan.messages, messages[cut]!);
    }
    const stays = !breaks && plan.receipt.pass === null && before !== null;
    const ephemeral = before?.plan.receipt.recall.snippets.length === 0 || model === bound ? 0 : 1;
    if (stays && commonPrefix(before!.sent, plan.messages) < before!.sent.length - ephemeral) tally.moved += 1;
    const room = plan.budget.room;
    const isOver = plan.receipt.tokens > room && !plan.faults.some(({ kind }) => kind === "overflow");
    tally.overfull += isOver ? 1 : 0;
    tally.passes += plan.receipt.pass === null ? 0 : 1;
    tally.folds += plan.state.fold !== (state?.fold ?? null) && plan.state.fold !== null ? 1 : 0;
    // A restart between any two calls: only JSON survives.
    state = JSON.parse(JSON.stringify(plan.state)) as KernelState;
    before = { plan, sent: plan.messages };
  }
}

describe("random sessions, cut at every call", () => {
  test("no request is refused, no signed block altered, none stands behind other bytes, and nothing moves without a pass", {
    timeout: longest,
  }, () => {
    const tally = play(planContext, runs, { broken: false, from: seed });
    expect(tally).toMatchObject(none);
    // The sessions are worth something: they are shortened and folded.
    expect(tally.passes).toBeGreaterThan(runs / 20);
    expect(tally.folds).toBeGreaterThan(runs / 200);
  });

  test("a history that a crash or somebody's repair has broken is mended", { timeout: longest }, () => {
    const tally = play(planContext, Math.ceil(runs / 3), { broken: true, from: seed + 1 });
    expect(tally).toMatchObject({ ...none, moved: 0 });
  });

  test("the oracle catches a planner that keeps the last messages", () => {
    const tally = play(keepLast(7), 600, { broken: false, from: seed });
    expect(tally.refused).toBeGreaterThan(50);
    expect(tally.unbound).toBeGreaterThan(50);
  });

  test("it catches a planner that shortens results at every turn, and one that writes into thoughts", () => {
    expect(play(trimEveryTurn, 600, { broken: false, from: seed }).moved).toBeGreaterThan(50);
    expect(play(cutThoughts, 600, { broken: false, from: seed }).altered).toBeGreaterThan(50);
  });
});

const changed =
  (change: (messages: readonly Message[]) => readonly Message[]): Planner =>
  (input) => {
    const plan = planContext({
      ...input,
      model: { ...input.model, window: 10_000_000 },
      prices: null,
      state: null,
      recall: [],
    });
    return { ...plan, receipt: { ...plan.receipt, pass: null }, messages: change(input.messages) };
  };

const keepLast = (count: number): Planner => changed((messages) => messages.slice(-count));

const trimEveryTurn: Planner = changed((messages) =>
  messages.map((message, at) => ({
    ...message,
    parts: message.parts.map((part) =>
      part.kind === "result" && at < messages.length - 4 ? { ...part, text: part.text.slice(0, 40) } : part,
    ),
  })),
);

const cutThoughts: Planner = changed((messages) =>
  messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => (part.kind === "thinking" ? { ...part, text: part.text.slice(0, 20) } : part)),
  })),
);

test("the same input gives the same plan", () => {
  const { messages, calls } = sessionOf(numbersOf(seed));
  const input: PlanInput = {
    messages: messages.slice(0, calls.at(-1)),
    state: null,
    model: { id: "claude-opus-4-6", window: 6_000, output: 500 },
    fixed: { system: 100, tools: 100 },
    prices,
    now: 1_800_000_000_000,
  };
  const plan = JSON.stringify(planContext(input));
  expect(JSON.stringify(planContext(JSON.parse(JSON.stringify(input)) as PlanInput))).toBe(plan);
});

const plan = (messages: readonly Message[], more: Partial<PlanInput> = {}): Plan =>
  planContext({
    messages,
    state: null,
    model: { id: bound, window: 200_000, output: 8_000 },
    fixed: { system: 2_000, tools: 3_000 },
    prices,
    now: 1_800_000_000_000,
    ...more,
  });

const stubbed = ({ messages }: Plan): number =>
  messages.flatMap(({ parts }) => parts.filter((p) => p.kind === "result" && p.text.startsWith("[Stub of "))).length;

describe("families", () => {
  /** Calls in one turn, each with a thought, behind a turn that is over. */
  const messages = [
    ...turn("old", 3, (at) => [thought(`o${at}`)]),
    done(),
    ...turn("new", 30, (at) => [thought(`n${at}`)]),
  ];
  const made = (id: string): Plan => plan(messages, { model: { id, window: 200_000, output: 8_000 } });
  const thoughtsIn = ({ messages: sent }: Plan): number =>
    sent.flatMap(({ parts }) => parts).filter(({ kind }) => kind === "thinking").length;

  test("Claude of before the check stubs within a turn that is at work, whose thoughts stay as they were, and leaves out those of turns that are over", () => {
    for (const id of ["claude-opus-4-6", "claude-sonnet-4-5-20250929", "claude-opus-5", "claude-fable-5-20260609"]) {
      // The first of all stands in front of the first stub.
      expect([id, stubbed(made(id)) > 20, thoughtsIn(made(id))]).toEqual([id, true, 31]);
      const own = messages.flatMap(({ parts }) => parts).filter(({ kind }) => kind === "thinking");
      const sent = made(id)
        .messages.flatMap(({ parts }) => parts)
        .filter(({ kind }) => kind === "thinking");
      expect(sent).toEqual([own[0], ...own.slice(-30)]);
    }
  });

  test("Claude that checks what stands before a thought, and one that is not known, change nothing in front of a turn's thoughts", () => {
    for (const id of [
      "claude-opus-5-5",
      "claude-fable-5.1",
      "claude-fable-5-2",
      "claude-opus-6",
      "claude-opus-5.5-20260922",
    ])
      expect([id, stubbed(made(id)), thoughtsIn(made(id))]).toEqual([id, 0, 33]);
  });

  test("other makers' thoughts stay, for nobody has said that they may go", () => {
    expect([stubbed(made("gpt-6-sol")) > 20, thoughtsIn(made("gpt-6-sol"))]).toEqual([true, 33]);
  });

  test("a name that tells nothing goes by the rules of the model that the host names", () => {
    const model = { id: "our-deployment", family: "claude-opus-4-6", window: 200_000, output: 8_000 };
    expect(stubbed(plan(messages, { model }))).toBeGreaterThan(20);
    expect(stubbed(made("our-deployment"))).toBe(0);
  });
});

describe("a host that sums up late", () => {
  const model = { id: "gpt-6-sol", window: 40_000, output: 2_000 };
  const messages = [...turn("a", 60), done(), text("user", "Go on.")];
  const at = (wholeAt: number): Plan => plan(messages, { model, settings: { wholeAt } });

  test("a history that a host would have summed up by now is folded where that pays, though its stubs would fit", () => {
    const [now, later] = [at(0.85), at(Number.POSITIVE_INFINITY)];
    expect(now.receipt.was).toBeGreaterThan(0.85 * model.window);
    expect([now.state.fold === null, later.state.fold === null]).toEqual([false, true]);
    expect(now.receipt.tokens).toBeLessThan(later.receipt.tokens);
    expect(now.keeps.some(({ text: whole }) => whole.includes("Do a."))).toBe(true);
  });

  test("with the cache warm and no price known it is not", () => {
    const first = plan(messages, { model, settings: { wholeAt: Number.POSITIVE_INFINITY } });
    const again = plan([...messages, ...step("b", "ok")], {
      model,
      state: first.state,
      now: 1_800_000_060_000,
      prices: null,
    });
    expect(again.state.fold).toBeNull();
  });
});
