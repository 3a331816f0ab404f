/** Bugs that other kernels had, each as a test that this one must be unable to have. */

import { describe, expect, test } from "vitest";
import type { Message, Part } from "../../src/kernel/codec.js";
import {
  codecs,
  estimate,
  type KernelState,
  newState,
  observeTurn,
  type Plan,
  type PlanInput,
  parseState,
  planContext,
} from "../../src/kernel/kernel.js";
import { tokensOf } from "../../src/kernel/layout.js";
import { pricesOf } from "../../src/kernel/prices.js";
import { scan, unitsOf } from "../../src/kernel/units.js";
import { commonPrefix, done, expectTaken, long, spelled, step, text, thought, turn } from "./histories.js";

const start = 1_800_000_000_000;
const minute = 60_000;

function inputOf(messages: readonly Message[], more: Partial<PlanInput> = {}): PlanInput {
  return {
    messages,
    state: null,
    model: { id: "claude-opus-5-5", window: 200_000, output: 8_000 },
    fixed: { system: 2_000, tools: 3_000 },
    prices: pricesOf("claude-opus-4-6"),
    now: start,
    ...more,
  };
}

const plan = (messages: readonly Message[], more: Partial<PlanInput> = {}): Plan =>
  planContext(inputOf(messages, more));

/** Calls one after another, a minute apart, each with what the one before left. */
function played(
  lists: readonly (readonly Message[])[],
  more: (at: number) => Partial<PlanInput> = () => ({}),
): readonly Plan[] {
  const plans: Plan[] = [];
  let state: KernelState | null = null;
  for (const [at, messages] of lists.entries()) {
    const made = plan(messages, { state, now: start + at * minute, ...more(at) });
    plans.push(made);
    state = made.state;
  }
  return plans;
}

/** All lists of a session that grows by one call at a time. */
function growing(messages: readonly Message[], from = 1): readonly (readonly Message[])[] {
  return messages.flatMap(({ role }, at) => (role !== "assistant" || at < from ? [] : [messages.slice(0, at)]));
}

const stubbed = ({ messages }: Plan): number =>
  messages.flatMap(({ parts }) => parts.filter((p) => p.kind === "result" && p.text.startsWith("[Stub of "))).length;

const thoughts = ({ messages }: Plan): readonly Part[] =>
  messages.flatMap(({ parts }) => parts.filter(({ kind }) => kind === "thinking"));

describe("orphaned calls and results", () => {
  test("calls made side by side and their results are one unit, and so are a thought and its call, and a picture and its words", () => {
    const [call, result] = step("a", "one");
    const both: Message = { ...call!, parts: [...call!.parts, ...step("b", "two")[0]!.parts] };
    const picture: Message = { role: "user", parts: [{ kind: "media", bytes: 9, raw: {} }], at: null, raw: {} };
    const alone: Message = { role: "assistant", parts: [thought("hm")], at: null, raw: {} };
    const messages = [picture, text("user", "What is it?"), alone, both, result!, step("b", "two")[1]!, done()];
    expect(scan(messages)).toEqual([]);
    expect(unitsOf(messages)).toEqual([
      { from: 0, to: 2 },
      { from: 2, to: 6 },
      { from: 6, to: 7 },
    ]);
  });

  test("a repair leaves no made-up result beside the real one", () => {
    const [call, real] = step("a", "the real one");
    const madeUp = { ...real!, parts: [{ ...real!.parts[0]!, text: "No result provided", failed: true } as Part] };
    for (const messages of [
      [text("user", "Go."), call!, madeUp, real!, done()],
      [text("user", "Go."), call!, madeUp, done(), text("user", "Well?"), real!],
    ]) {
      const made = plan(messages);
      expectTaken(made.messages);
      expect(
        made.messages.flatMap(({ parts }) => parts.flatMap((p) => (p.kind === "result" ? [p.text] : []))),
      ).toEqual(["the real one"]);
      expect(made.faults).toMatchObject([{ kind: "mended" }]);
    }
  });

  test("a call whose result was lost gets one that says so, in the provider's own shape", () => {
    const [call] = step("a", "");
    const made = plan([text("user", "Go."), call!, text("user", "Well?")]);
    expectTaken(made.messages);
    expect(codecs.anthropic.print(made.messages)[2]).toMatchObject({
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "a", is_error: true }, { text: "Well?" }],
    });
  });

  test("a result and words in one message of a person stay together", () => {
    const [call, result] = step("a", long(3));
    const both = { ...result!, parts: [...result!.parts, ...text("user", "And hurry.").parts] };
    const made = plan([text("user", "Go."), call!, both, ...turn("b", 8)]);
    expect(stubbed(made)).toBeGreaterThan(0);
    expect(made.messages[2]!.parts.map(({ kind }) => kind)).toEqual(["result", "text"]);
    expectTaken(made.messages);
  });

  test("a fold is found again by the message it kept first, so a host that drops messages in front splits no pair", () => {
    const model = { id: "claude-opus-5-5", window: 12_000, output: 1_000 };
    const fixed = { system: 100, tools: 100 };
    const whole = [
      text("user", "Begin."),
      ...Array.from({ length: 150 }, (_, at) => [...step(`c${at}`, long(at, 40))]).flat(),
    ];
    const [first] = played([whole], () => ({ model, fixed }));
    expect(first!.state.fold).not.toBeNull();
    const shorter = [text("user", "Begin."), ...whole.slice(11)];
    const again = plan(shorter, { model, fixed, state: first!.state, now: start + minute });
    expectTaken(again.messages);
    expect(again.state.fold!.first).toBe(first!.state.fold!.first);
    // Where that message itself is gone, the fold is, too.
    const gone = plan(whole.slice(0, 5), { model, fixed, state: first!.state, now: start + minute });
    expectTaken(gone.messages);
    expect(gone.state.fold).toBeNull();
  });
});

describe("what the system says", () => {
  test("stays in front of a fold, wherever it was said, and a fold does not tell it again", () => {
    const model = { id: "gpt-6-sol", window: 12_000, output: 1_000 };
    const messages = [
      text("system", "You help."),
      text("user", "Begin."),
      ...step("a", long(1, 40)),
      text("system", "A tool has gone."),
      ...turn("b", 150),
    ];
    const [first, second] = played([messages, [...messages, done(), text("user", "Next.")]], () => ({ model }));
    for (const made of [first!, second!]) {
      expect(made.state.fold).not.toBeNull();
      expect(made.messages.slice(0, 3).map(({ role }) => role)).toEqual(["system", "system", "user"]);
      expect(made.messages.filter(({ role }) => role === "system")).toHaveLength(2);
      expect(made.receipt.tokens).toBeGreaterThanOrEqual(
        made.messages.reduce((sum, message) => sum + tokensOf(message, estimate), 0) - 8,
      );
    }
    expect(first!.keeps.at(-1)!.text).not.toContain("You help.");
    expect(second!.receipt.lines[0]).toMatchObject({ as: "whole", from: 0 });
    expect(commonPrefix(first!.messages, second!.messages)).toBe(first!.messages.length);
  });
});

describe("signed thinking", () => {
  test("a thought goes whole with a change in front of it, and what stays is the block that came", () => {
    const messages = [...turn("a", 8, (at) => [thought(`a${at}`)]), done(), text("user", "Next.")];
    const made = plan(messages);
    expect(stubbed(made)).toBeGreaterThan(0);
    const first = made.receipt.pass!.from;
    const kept = thoughts(made);
    expect(kept).toEqual(
      messages.slice(0, first).flatMap(({ parts }) => parts.filter(({ kind }) => kind === "thinking")),
    );
    const blocks = new Set(messages.flatMap(({ parts }) => parts));
    expect(kept.every((part) => blocks.has(part))).toBe(true);
  });

  test("while tools of a turn are at work, nothing in front of its thoughts changes", () => {
    const messages = [...turn("a", 8), done(), ...turn("b", 6, (at) => (at === 4 ? [thought("hold")] : []))];
    const made = plan(messages);
    expect(thoughts(made)).toHaveLength(1);
    const at = made.messages.findIndex(({ parts }) => parts.some(({ kind }) => kind === "thinking"));
    expect(spelled(made.messages.slice(0, at + 1))).toBe(spelled(messages.slice(0, at + 1)));
  });

  test("a provider that does not bind a signature to what stands before it keeps its thoughts", () => {
    const messages = [...turn("a", 8, (at) => [thought(`a${at}`)]), done(), text("user", "Next.")];
    const made = plan(messages, { model: { id: "gpt-6-sol", window: 200_000, output: 8_000 } });
    expect(stubbed(made)).toBeGreaterThan(0);
    expect(thoughts(made)).toHaveLength(8);
  });

  test("a call with a signature on it keeps its input", () => {
    const content = long(1);
    const input = JSON.stringify({ path: "src/a.ts", content });
    const write = (signed: object): Message => ({
      role: "assistant",
      parts: [{ kind: "call", id: "w", name: "Write", input, raw: {}, ...signed }],
      at: null,
      raw: {},
    });
    const rest = [step("w", "ok")[1]!, ...turn("b", 8)];
    const inputs = (made: Plan): readonly unknown[] => made.messages[1]!.parts;
    expect(inputs(plan([text("user", "Go."), write({ signed: true }), ...rest]))).toMatchObject([{ input }]);
    const [shorter] = inputs(plan([text("user", "Go."), write({}), ...rest])) as { input: string }[];
    expect(JSON.parse(shorter!.input)).toMatchObject({
      path: "src/a.ts",
      content: expect.stringMatching(/^\[Stub of content: /),
    });
  });
});

describe("rewrites and the cache", () => {
  const session = [...turn("a", 60), done()];

  test("bytes that were sent do not change without a pass, and passes are few", () => {
    const plans = played(growing(session));
    for (const [at, made] of plans.entries())
      if (at > 0 && made.receipt.pass === null)
        expect(commonPrefix(plans[at - 1]!.messages, made.messages)).toBe(plans[at - 1]!.messages.length);
    const passes = plans.filter(({ receipt }) => receipt.pass !== null).length;
    expect(passes).toBeGreaterThan(1);
    expect(passes).toBeLessThan(plans.length / 5);
    expect(plans.at(-1)!.receipt.tokens).toBeLessThan(plans.at(-1)!.receipt.was / 2);
  });

  test("where reading is nearly free nothing that is kept is rewritten as soon", () => {
    const count = (model: string): number =>
      played(growing(session), () => ({ prices: pricesOf(model) })).filter(({ receipt }) => receipt.pass !== null)
        .length;
    expect(count("claude-fable-5-2")).toBeLessThan(count("claude-opus-4-6"));
  });

  test("without a price nothing is changed while the cache is warm", () => {
    const plans = played(growing(session), () => ({ prices: null }));
    expect(plans.slice(1).every(({ receipt }) => receipt.pass === null)).toBe(true);
  });

  test("a pass is judged by real stubs: one that would be as long as what it stands for is not made", () => {
    const failing = Array.from({ length: 4 }, (_, at) => `error ${at}: ${"x".repeat(140)}`).join("\n");
    const messages = [text("user", "Go."), ...step("a", failing), ...turn("b", 1)];
    const made = plan(messages, { settings: { newest: 1, protect: 0 } });
    expect(stubbed(made)).toBe(0);
    expect(made.receipt.pass).toBeNull();
  });

  test("a stub that is more than half as long as what it stands for is not made, though it would save", () => {
    const failing = [`error: ${"x".repeat(130)}`, "y".repeat(100), `failed: ${"z".repeat(130)}`, "w".repeat(220)];
    const half = (more: number): number =>
      stubbed(
        plan([text("user", "Go."), ...step("a", [...failing, "v".repeat(more)].join("\n")), ...turn("b", 1)], {
          settings: { newest: 1, protect: 0 },
        }),
      );
    expect([half(1), half(900)]).toEqual([0, 1]);
  });

  /** A short result, then a long text that no stub stands for; the third call is the first to which a rewrite would pay. */
  const behindLongText = (spent: number, callsLeft: number): Plan => {
    const messages = [text("user", "Go."), ...step("a", long(1, 500)), done(), text("user", long(2, 9_000))];
    const lists = [messages.slice(0, 3), [...messages], [...messages, ...step("b", "ok")]];
    let state: KernelState | null = null;
    let made = plan(lists[0]!);
    for (const [at, list] of lists.entries()) {
      const calls = at === 2 ? callsLeft : 0;
      made = plan(list, { state, now: start + at * minute, callsLeft: calls, settings: { newest: 1 } });
      state = at === 1 ? { ...made.state, saved: 0, spent } : made.state;
    }
    return made;
  };

  test("nothing is rewritten that calls to come would not pay for, or that may lose more than a tenth of what was spent", () => {
    expect(behindLongText(1e12, 9_000).receipt.pass).toMatchObject({ why: "pays", from: 2 });
    expect(behindLongText(1e12, 5).receipt.pass).toBeNull();
    // Behind the result some 13,000 tokens are kept; each costs 5.75 more to write than to read.
    expect(behindLongText(1_000_000, 9_000).receipt.pass).not.toBeNull();
    expect(behindLongText(400_000, 9_000).receipt.pass).toBeNull();
  });

  test("stubs and a fold of one call are one pass, which tells all that went, and that nothing in front stays", () => {
    const model = { id: "claude-opus-5-5", window: 14_000, output: 1_000 };
    const how = { model, fixed: { system: 500, tools: 500 } };
    const first = plan(turn("a", 120), how);
    expect(first.receipt.pass).toMatchObject({ why: "full", from: 0, cached: 0 });
    expect(first.receipt.pass!.saved).toBe(first.receipt.was - first.receipt.tokens);
    // What the cache holds of the first is lost with the second fold, the entry for an hour with it.
    const hour = { messages: 3, tokens: 900, until: start + 60 * minute };
    const state = { ...first.state, sent: { ...first.state.sent!, hour } };
    const second = plan([...turn("a", 120), ...turn("b", 120).slice(1)], { ...how, state, now: start + minute });
    expect(second.state.fold!.at).toBeGreaterThan(first.state.fold!.at);
    expect(second.receipt.pass).toMatchObject({ why: "full", from: 0, cached: first.receipt.tokens });
    expect(second.state.sent).toMatchObject({ cause: "fold", expected: 0 + 1_000, hour: null });
  });

  test("a request with a fold is one pass, and the next one none", () => {
    const model = { id: "claude-opus-5-5", window: 14_000, output: 1_000 };
    const lists = growing([...turn("a", 120)]);
    const plans = played(lists, () => ({ model, fixed: { system: 500, tools: 500 } }));
    const folded = plans.findIndex(({ state }) => state.fold !== null);
    expect(folded).toBeGreaterThan(0);
    expect(plans[folded]!.receipt.pass).toMatchObject({ why: "full" });
    expect(plans[folded + 1]!.receipt.pass).toBeNull();
  });

  test("a choice is given out to the byte after a restart, and by another version of the stubs too", () => {
    const first = plan(session.slice(0, -1));
    const state = parseState(JSON.stringify(first.state));
    const other = {
      ...state,
      choices: Object.fromEntries(Object.entries(state.choices).map(([k, c]) => [k, { ...c, as: `${c.as} OLD` }])),
    };
    const again = plan(session.slice(0, -1), { state: other, now: start + minute });
    expect(
      again.messages.flatMap(({ parts }) => parts.filter((p) => p.kind === "result" && p.text.endsWith(" OLD")))
        .length,
    ).toBe(stubbed(first));
  });
});

describe("pauses", () => {
  const session = [...turn("a", 12), done(), text("user", "Next.")];

  test("the rewrite is done on the call that finds the cache cold", () => {
    const lists = [session.slice(0, 3), session];
    const [, warm] = played(lists, (at) => ({ now: start + at * minute }));
    const [, cold] = played(lists, (at) => ({ now: start + at * 120 * minute }));
    expect(warm!.receipt.cache).toEqual({ warm: true, cause: null });
    expect(cold!.receipt.cache).toEqual({ warm: false, cause: "idle" });
    expect(stubbed(cold!)).toBeGreaterThan(0);
  });

  test("another model, other tools and a shorter history are cold too, and a host that knows when the cache ends is believed", () => {
    const first = plan(session.slice(0, 9));
    const next = (more: Partial<PlanInput>): string | null =>
      plan(session, { state: first.state, now: start + minute, ...more }).receipt.cache.cause;
    expect(next({})).toBeNull();
    expect(next({ model: { id: "claude-opus-4-5", window: 200_000, output: 8_000 } })).toBe("model");
    expect(next({ fixed: { system: 2_000, tools: 3_500 } })).toBe("fixed");
    expect(next({ messages: session.slice(0, 5) })).toBe("history");
    expect(next({ cache: { expiresAt: start + 1 } })).toBe("idle");
    expect(next({ now: start + 50 * minute, cache: { expiresAt: start + 55 * minute } })).toBeNull();
  });

  test("what is kept an hour is chosen where the session's own pauses pay for it", () => {
    const lists = growing([...turn("a", 40)]);
    const slow = played(lists, (at) => ({ now: start + at * 8 * minute }));
    const kept = slow.findIndex(({ lifetime }) => lifetime === "1h");
    expect(kept).toBeGreaterThan(0);
    // What was kept an hour is there after each pause, and only what came since is written again.
    expect(slow.slice(kept + 1).every(({ receipt }) => receipt.cache.warm)).toBe(true);
    expect(slow[kept + 1]!.marks.map(({ message }) => message)).toContain(slow[kept]!.messages.length - 1);
    const quick = played(growing(turn("b", 3)), (at) => ({
      now: start + at * minute,
      fixed: { system: 100, tools: 100 },
    }));
    expect(quick.at(-1)!.lifetime).toBe("5m");
  });
});

describe("the memory tool itself", () => {
  const recall = (at: number) => [{ id: `m${at}`, text: `Remembered for turn ${at}: run pnpm, never npm.` }];
  const session = [...turn("a", 6), done()];

  test("what is recalled for one turn stands behind everything, and the next turn finds all in front of it", () => {
    const model = { id: "gpt-6-sol", window: 200_000, output: 8_000 };
    const plans = played(growing(session), (at) => ({ recall: recall(at), model, prices: pricesOf("gpt-6-sol") }));
    for (const [at, made] of plans.entries()) {
      expect(made.messages.at(-1)!.parts).toMatchObject([{ text: recall(at)[0]!.text }]);
      if (at > 0)
        expect(commonPrefix(plans[at - 1]!.messages, made.messages)).toBe(plans[at - 1]!.messages.length - 1);
    }
  });

  test("where a signature binds what stands before it, what was recalled stays where it was, once", () => {
    const plans = played(growing(session), (at) => ({ recall: recall(at > 2 ? 2 : at) }));
    for (const [at, made] of plans.entries())
      if (at > 0) expect(commonPrefix(plans[at - 1]!.messages, made.messages)).toBe(plans[at - 1]!.messages.length);
    expect(spelled(plans.at(-1)!.messages).match(/Remembered for turn 2/g)).toHaveLength(1);
  });

  test("a rewrite takes along what was recalled for turns that are over, and leaves what this one was given", () => {
    const first = [...turn("a", 3)];
    const lists = [first, [...first, done(), ...turn("b", 8)]];
    const [, second] = played(lists, (at) => ({ recall: recall(at), now: start + at * 120 * minute }));
    expect(second!.receipt.pass).toMatchObject({ why: "cold" });
    expect(spelled(second!.messages)).not.toContain("Remembered for turn 0");
    expect(spelled(second!.messages)).toContain("Remembered for turn 1");
    expect(second!.state.given.map(({ ids }) => ids)).toEqual([["m1"]]);
    // A later rewrite in the same turn leaves what it was given.
    const third = plan([...lists[1]!, ...turn("c", 9).slice(1)], { state: second!.state, now: start + 400 * minute });
    expect(third.receipt.pass).toMatchObject({ why: "cold" });
    expect(spelled(third.messages)).toContain("Remembered for turn 1");
  });

  test("entries that say the same are given once, and no more than six", () => {
    const said = Array.from({ length: 9 }, (_, at) => ({
      id: `m${at}`,
      text: `Rule ${"abcdefghi"[at]} of ${long(at, 9)}`,
    }));
    const { recall: packed } = plan(session.slice(0, 3), {
      recall: [said[0]!, { ...said[0]!, id: "twin" }, ...said.slice(1)],
    }).receipt;
    expect(packed.snippets).toHaveLength(6);
    expect(packed.out).toContainEqual(expect.objectContaining({ id: "twin", why: "like" }));
    expect(packed.out.filter(({ why }) => why === "count").length).toBeGreaterThan(0);
  });
});

describe("breakpoints", () => {
  test("one stands at the end, one where the last request ended, and three at most", () => {
    const session = [...turn("a", 30)];
    const plans = played(growing(session));
    for (const [at, { marks, messages }] of plans.entries()) {
      expect(marks.length).toBeLessThanOrEqual(3);
      expect(marks.at(-1)!.message).toBe(messages.length - 1);
      if (at > 0 && plans[at]!.receipt.pass === null)
        expect(marks.map(({ message }) => message)).toContain(plans[at - 1]!.messages.length - 1);
    }
  });

  test("behind a fold one stands on the summary", () => {
    const model = { id: "claude-opus-5-5", window: 14_000, output: 1_000 };
    const steps = Array.from({ length: 200 }, (_, at) => step(`c${at}`, long(at, 40)));
    const made = plan([text("user", "Go."), ...steps.flat()], { model, fixed: { system: 500, tools: 500 } });
    expect(made.messages.length).toBeGreaterThan(20);
    expect(made.state.fold).not.toBeNull();
    const printed = codecs.anthropic.print(made.messages, made.marks);
    expect(JSON.stringify(printed[0])).toMatch(/\[SESSION_SUMMARY v1\].*cache_control/);
    expect(JSON.stringify(printed).match(/cache_control/g)).toHaveLength(made.marks.length);
  });

  test("in front of a rewrite one stands on the last message that did not change", () => {
    const plans = played(growing([...turn("a", 60)]));
    const rewritten = plans.filter(({ receipt }) => receipt.pass?.why === "pays" && receipt.pass.from > 0);
    expect(rewritten.length).toBeGreaterThan(0);
    for (const { marks, receipt } of rewritten)
      expect(marks.map(({ message }) => message)).toContain(receipt.pass!.from - 1);
  });
});

describe("pictures", () => {
  test("a picture is the block that came, and one in an old result goes with its words in one pass", () => {
    const raw = { type: "image", source: { data: "aGVsbG8=" } };
    const asked: Message = {
      role: "user",
      parts: [{ kind: "media", bytes: 4_000, raw }, ...text("user", "See?").parts],
      at: null,
      raw: {},
    };
    const [call, result] = step("p", long(2));
    const seen = { ...result!, parts: [{ ...result!.parts[0]!, media: 40_000 } as Part] };
    const made = plan([asked, call!, seen, ...turn("b", 8)]);
    expect(made.messages[0]!.parts[0]!.raw).toBe(raw);
    expect(made.messages[2]!.parts).toMatchObject([{ text: expect.stringContaining("40000 bytes of pictures") }]);
    expect(made.messages[2]!.parts[0]).not.toHaveProperty("media");
  });
});

describe("counting", () => {
  test("an id that comes again in a later turn is not taken for the old result", () => {
    const first = turn("a", 8);
    const one = plan(first);
    expect(stubbed(one)).toBeGreaterThan(0);
    const again = [...first, done(), text("user", "Again."), ...step("a0", long(99))];
    const two = plan(again, { state: one.state, now: start + minute });
    expect(two.messages.at(-1)!.parts).toMatchObject([{ text: long(99) }]);
    const other = first.map((m, at) => (at === 2 ? step("a0", `Other. ${long(98)}`)[1]! : m));
    const three = plan(other, { state: one.state, now: start + minute, prices: null });
    expect(three.messages[2]!.parts).toMatchObject([{ text: expect.stringMatching(/^Other\. /) }]);
  });

  test("the provider's count of the last call corrects ours, and calls are not added up", () => {
    const made = plan(turn("a", 3));
    const usage = { input: 10, read: 0, write: made.state.sent!.tokens * 1.4, output: 50 };
    const once = observeTurn(made.state, { at: start, messages: [], usage });
    expect(once.scale).toBeCloseTo(1.4, 1);
    expect(observeTurn(once, { at: start, messages: [], usage }).scale).toBe(once.scale);
  });
});

describe("loops that make it worse", () => {
  test("a cache that is lost and nobody knows why is told, and three times end rewrites while it is warm", () => {
    const lists = growing([...turn("a", 60)]);
    let state: KernelState | null = null;
    const plans = lists.map((messages, at) => {
      const made = plan(messages, { state, now: start + at * minute });
      const { tokens } = made.state.sent!;
      state = observeTurn(made.state, {
        at: start + at * minute,
        messages,
        usage: { input: 0, read: 0, write: tokens, output: 9 },
      });
      return made;
    });
    expect(plans.at(-1)!.state.strikes).toBeGreaterThanOrEqual(3);
    expect(plans.at(-1)!.state.breaks.at(-1)).toMatchObject({ cause: "unknown", read: 0 });
    expect(plans.slice(4).every(({ receipt }) => receipt.pass === null)).toBe(true);
  });
});

describe("blocks that others put in", () => {
  test("words in tags and marks like our own are a person's and stay, in time that grows with their length alone", () => {
    const said = `<memory>[Stub of nothing] ${"<x ".repeat(200_000)}</memory>`;
    const messages = [...turn("a", 8), done(), text("user", said), ...step("z", "a ".repeat(300_000))];
    const made = plan(messages, { model: { id: "claude-opus-5-5", window: 2_000_000, output: 8_000 } });
    expect(made.messages.find(({ parts }) => parts.some((p) => p.kind === "text" && p.text === said))).toBeDefined();
    expect(made.messages.at(-1)!.parts).toMatchObject([{ text: "a ".repeat(300_000) }]);
  });
});

describe("room", () => {
  const fixed = { system: 3_000, tools: 5_000 };
  const model = { id: "claude-opus-5-5", window: 16_000, output: 1_000 };

  test("what cannot fit is a fault with its numbers, and the last unit is there", () => {
    const messages = [text("user", "Go."), ...step("huge", long(5, 30_000))];
    const made = plan(messages, { model, fixed });
    expect(made.faults).toMatchObject([{ kind: "overflow", window: 16_000, system: 3_000, tools: 5_000 }]);
    const [fault] = made.faults as unknown as { needed: number; room: number; lastUnit: number }[];
    expect(fault!.needed).toBeGreaterThan(fault!.room);
    expect(fault!.lastUnit).toBeLessThanOrEqual(fault!.needed);
    expect(made.messages.at(-1)).toEqual(messages.at(-1));
  });

  test("what is recalled gives way before what was said, and the person's last words and the last unit stay", () => {
    const recall = Array.from({ length: 6 }, (_, at) => ({ id: `m${at}`, text: long(50 + at, 120) }));
    const messages = [...turn("old", 3), done(), ...turn("new", 18)];
    const settings = { foldAt: 1, foldTo: 1, wholeAt: Number.POSITIVE_INFINITY };
    const roomy = plan(messages, { model, fixed, settings });
    // So much window is taken away that what is said fits, and no entry beside it.
    const window = model.window - (roomy.budget.room - roomy.receipt.tokens) + 100;
    const made = plan(messages, { model: { ...model, window }, fixed, recall, settings });
    expect(made.receipt.tokens).toBeLessThanOrEqual(made.budget.room);
    expect(made.receipt.recall.out.some(({ why }) => why === "room")).toBe(true);
    const said = made.messages.flatMap(({ parts }) => parts.flatMap((p) => (p.kind === "text" ? [p.text] : [])));
    expect(said).toContain("Do new.");
    expect(made.messages.slice(-2)).toEqual(messages.slice(-2));
    expectTaken(made.messages);
  });

  test("thoughts of a turn at work go only for want of room, all behind the change, and that is told", () => {
    const messages = turn("a", 12, (at) => [thought(`t${at}`)]);
    const made = plan(messages, { model, fixed });
    expect(made.faults).toMatchObject([{ kind: "thoughts_dropped" }]);
    // The first stands in front of the first byte that changed.
    expect(made.receipt.pass).toMatchObject({ from: 2 });
    expect(thoughts(made)).toEqual([expect.objectContaining({ text: "t0" })]);
  });
});

test("a state of another version or of nobody counts for nothing", () => {
  for (const json of [
    "",
    "null",
    "[]",
    "{}",
    JSON.stringify({ ...newState, version: 2 }),
    JSON.stringify({ ...newState, choices: null }),
  ])
    expect(parseState(json)).toEqual(newState);
  const { state } = plan(turn("a", 8));
  expect(parseState(JSON.stringify(state))).toEqual(state);
});
