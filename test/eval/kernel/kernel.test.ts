/** Kernel: what a policy loses is found, what it points to is found, and rivals send what their rules say. */

import { expect, test } from "vitest";
import { digest } from "../../../src/base/digest.js";
import type { Message, Part } from "../../../src/kernel/codec.js";
import { estimate } from "../../../src/kernel/layout.js";
import { pricesOf } from "../../../src/kernel/prices.js";
import { readRecorded } from "../../../src/kernel/recorded-session.js";
import { asRecorded, type Policy, replay, type Sized, sizesOf } from "../../../src/kernel/simulate.js";
import { minute } from "../../support/recorded-sessions.js";
import { evalKernel, sessionsOf } from "./kernel.js";
import { rivals } from "./policies.js";
import { keepsHold, qualityOf } from "./quality.js";
import { goalsOf, kernelText } from "./text.js";

/** A session that reads so many files of 4,000 characters each, and names the first of them in its last answer. */
function session(files: number, last = "It says fares/lisbon_0.md and nothing else."): string {
  const line = (entry: object): string => `${JSON.stringify({ sessionId: "s1", ...entry })}\n`;
  const said = (at: number, id: string, content: readonly object[], read: number): string =>
    line({
      type: "assistant",
      timestamp: minute(at),
      message: {
        id,
        model: "claude-opus-4-6",
        role: "assistant",
        content,
        usage: {
          input_tokens: 3,
          cache_read_input_tokens: read,
          cache_creation_input_tokens: 1200,
          output_tokens: 9,
        },
      },
    });
  const rows = [line({ type: "user", timestamp: minute(0), message: { role: "user", content: "Read them." } })];
  for (let at = 0; at < files; at += 1) {
    const input = { file_path: `desk/file_${at}.md` };
    rows.push(
      said(at + 0.1, `m${at}`, [{ type: "tool_use", id: `t${at}`, name: "Read", input }], 20_000 + 1200 * at),
    );
    const content = `fares/lisbon_${at}.md ${"costs 214 EUR ".repeat(280)}`;
    const result = { type: "tool_result", tool_use_id: `t${at}`, content };
    rows.push(line({ type: "user", timestamp: minute(at + 0.2), message: { role: "user", content: [result] } }));
  }
  rows.push(said(files, "last", [{ type: "text", text: last }], 20_000 + 1200 * files));
  return rows.join("");
}

function sized(text: string): Sized {
  return sizesOf(readRecorded(text)!, estimate)!;
}

/** Every result but the last is replaced. */
function replacing(as: (part: Part & { kind: "result" }) => string): Policy {
  return ({ messages, lifetime }) => ({ messages: messages.map((message) => replaced(message, as)), lifetime });
}

function replaced(message: Message, as: (part: Part & { kind: "result" }) => string): Message {
  return {
    ...message,
    parts: message.parts.map((part) => (part.kind === "result" ? { ...part, text: as(part) } : part)),
  };
}

test("a word that the last answer says and nothing has any more is lost", () => {
  const own = sized(session(4));
  const whole = qualityOf(own.recorded, replay(own, asRecorded, "as recorded"));
  expect([whole.used, whole.resident, whole.lost]).toEqual([1, 1, 0]);
  const gone = qualityOf(
    own.recorded,
    replay(
      own,
      replacing(() => "cleared"),
    ),
  );
  expect([gone.used, gone.resident, gone.pointed, gone.lost]).toEqual([1, 0, 0, 1]);
  expect(gone.samples[0]).toContain("fares/lisbon_0.md");
});

test("a pointer counts where the text was kept under the digest that it names, and not else", () => {
  const own = sized(session(4));
  const pointing = replacing(({ text }) => `kept as ${digest(text)}`);
  const forgetful = qualityOf(own.recorded, replay(own, pointing));
  expect([forgetful.pointed, forgetful.lost]).toEqual([0, 1]);
  const keeping: Policy = (turn) => {
    const results = turn.messages.flatMap(({ parts }) => parts).filter((part) => part.kind === "result");
    return { ...pointing(turn), keeps: results.map(({ text }) => ({ digest: digest(text), text })) };
  };
  const rows = replay(own, keeping);
  const found = qualityOf(own.recorded, rows);
  expect([found.pointed, found.lost, found.readBacks.map(({ number }) => number)]).toEqual([1, 0, [4]]);
  const elsewhere = qualityOf(
    own.recorded,
    replay(own, (turn) => ({
      ...pointing(turn),
      keeps: keeping(turn).keeps!.map(({ text }) => ({ digest: digest(`not ${text}`), text })),
    })),
  );
  expect([elsewhere.pointed, elsewhere.lost]).toEqual([0, 1]);
  expect(keepsHold(rows)).toBe(true);
  expect(keepsHold(replay(own, (turn) => ({ ...keeping(turn), keeps: [{ digest: "sha256:0", text: "x" }] })))).toBe(
    false,
  );
});

test("what stands in the input of a call is read as it was meant", () => {
  const text = session(2).replace("desk/file_0.md", "desk\\nfares/porto_9.md");
  const own = sized(text.replace("fares/lisbon_0.md and", "fares/porto_9.md and"));
  const { used, resident } = qualityOf(own.recorded, replay(own, asRecorded, "as recorded"));
  expect([used, resident]).toEqual([1, 1]);
});

test("each rival sends what its rule says", () => {
  const own = sized(session(60));
  const prices = pricesOf("claude-opus-4.6")!;
  const lastOf = (name: string): { readonly messages: number; readonly cleared: number } => {
    const rival = rivals.find((one) => one.name.startsWith(name))!;
    const { messages } = replay(
      own,
      rival.policy(prices, { count: estimate, model: "claude-opus-4.6" }),
      rival.sumsUp,
    ).at(-1)!;
    const parts = messages.flatMap((message) => message.parts);
    const cleared = parts.filter((part) => part.kind === "result" && part.text.startsWith("["));
    return { messages: messages.length, cleared: cleared.length };
  };
  // 60 results of 1,200 tokens: the newest 40,000 tokens are 34 of them, with what their calls take.
  expect(lastOf("trim every turn").cleared).toBeGreaterThan(20);
  expect(lastOf("opencode's rule").cleared).toBe(0);
  expect(lastOf("keep the last 60").messages).toBe(60);
  expect(lastOf("1h for all")).toEqual({ messages: 121, cleared: 0 });
});

test("the evaluation runs whole, names every goal, and sets a fifth aside", () => {
  const files = [0, 1, 2, 3, 4, 5].map((at) => ({
    name: `claude-code/${at}.jsonl`,
    text: session(6 + at).replaceAll('"s1"', `"s${at}"`),
  }));
  const sessions = sessionsOf(files, estimate);
  expect(sessions.filter(({ part }) => part === "set aside")).toHaveLength(2);
  const done = evalKernel(sessions, { count: estimate, tell: () => undefined });
  const text = kernelText(done);
  for (const { what } of goalsOf(done)) expect(text).toContain(what);
  expect(text).toContain("Sessions set aside");
  expect(text).not.toMatch(/NaN|Infinity|undefined/);
});
