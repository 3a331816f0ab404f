/** Simulate: each published rule of a provider's cache, held to figures worked out by hand. */

import { expect, test } from "vitest";
import { type Block, type Cache, openCache, type Request } from "../../src/kernel/simulate.js";

const minute = 60_000;

function blocks(names: string, tokens = 1000): readonly Block[] {
  return names.split("").map((key) => ({ key, tokens }));
}

/** Tools and system prompt are 5,000 tokens, a message 1,000; marks stand behind both. */
function asked(messages: string, more: Partial<Request> = {}): Request {
  const row = blocks(messages);
  const marks = [1, 1 + row.length].map((after) => ({ after, lifetime: "5m" as const }));
  const prefix = [{ key: "tools", tokens: 5000 }];
  return { at: 0, until: more.at ?? 0, model: "m", mode: "", prefix, messages: row, marks, ...more };
}

function cache(shortest = 1024): Cache {
  return openCache(() => shortest);
}

test("what one request wrote the next one reads, and writes what came after", () => {
  const held = cache();
  expect(held(asked("ab"))).toEqual({ read: 0, write5m: 7000, write1h: 0, input: 0 });
  expect(held(asked("abcd", { at: minute }))).toEqual({ read: 7000, write5m: 2000, write1h: 0, input: 0 });
});

test("behind the first changed block nothing is read", () => {
  const held = cache();
  held(asked("abc"));
  expect(held(asked("aXc"))).toEqual({ read: 5000, write5m: 3000, write1h: 0, input: 0 });
});

test("what stands behind the last mark is neither read nor written", () => {
  const held = cache();
  const marks = [{ after: 3, lifetime: "5m" as const }];
  expect(held(asked("abcd", { marks }))).toEqual({ read: 0, write5m: 7000, write1h: 0, input: 2000 });
  expect(held(asked("abcd", { marks }))).toEqual({ read: 7000, write5m: 0, write1h: 0, input: 2000 });
});

test("without a mark nothing is kept or looked for", () => {
  const held = cache();
  held(asked("ab"));
  expect(held(asked("ab", { marks: [] }))).toEqual({ read: 0, write5m: 0, write1h: 0, input: 7000 });
});

test("a mark finds what was kept 19 blocks before it, and not what was kept 20 before it", () => {
  const row = "abcdefghijklmnopqrstuvwxyz";
  const end = (after: number): Partial<Request> => ({ marks: [{ after, lifetime: "5m" }] });
  const far = cache();
  far(asked(row.slice(0, 2), end(3)));
  expect(far(asked(row.slice(0, 22), end(23)))).toMatchObject({ read: 0 });
  const near = cache();
  near(asked(row.slice(0, 3), end(4)));
  expect(near(asked(row.slice(0, 22), end(23)))).toMatchObject({ read: 8000, write5m: 19_000 });
});

test("five minutes from the last use it is there, a moment later it is gone", () => {
  const held = cache();
  held(asked("ab"));
  expect(held(asked("ab", { at: 5 * minute }))).toMatchObject({ read: 7000 });
  expect(held(asked("ab", { at: 10 * minute }))).toMatchObject({ read: 7000 });
  expect(held(asked("ab", { at: 15 * minute + 1 }))).toMatchObject({ read: 0 });
});

test("a long answer uses what is kept until its end", () => {
  const held = cache();
  held(asked("ab", { until: 4 * minute }));
  expect(held(asked("ab", { at: 9 * minute, until: 10 * minute }))).toMatchObject({ read: 7000 });
  expect(held(asked("ab", { at: 15 * minute }))).toMatchObject({ read: 7000 });
});

test("what is kept an hour outlives a pause, is paid as such, and lies in front of what is kept for less", () => {
  const held = cache();
  const marks = [
    { after: 1, lifetime: "1h" as const },
    { after: 3, lifetime: "5m" as const },
  ];
  expect(held(asked("ab", { marks }))).toEqual({ read: 0, write5m: 2000, write1h: 5000, input: 0 });
  const later = held(asked("ab", { marks, at: 30 * minute }));
  expect(later).toEqual({ read: 5000, write5m: 2000, write1h: 0, input: 0 });
});

test("another model reads nothing; other thinking reads tools and system prompt alone", () => {
  const held = cache();
  held(asked("ab"));
  expect(held(asked("ab", { mode: "thinking" }))).toMatchObject({ read: 5000, write5m: 2000 });
  expect(held(asked("ab", { model: "n" }))).toMatchObject({ read: 0, write5m: 7000 });
  expect(held(asked("ab"))).toMatchObject({ read: 7000 });
});

test("other tools in front break all behind them", () => {
  const held = cache();
  held(asked("ab"));
  expect(held(asked("ab", { prefix: [{ key: "more tools", tokens: 5000 }] }))).toMatchObject({ read: 0 });
});

test("a prefix that is too short is not kept, and a longer one is", () => {
  const held = cache(6000);
  const marks = [{ after: 1, lifetime: "5m" as const }];
  expect(held(asked("a", { marks }))).toEqual({ read: 0, write5m: 0, write1h: 0, input: 6000 });
  expect(held(asked("a", { marks }))).toMatchObject({ read: 0, input: 6000 });
  held(asked("a"));
  expect(held(asked("a"))).toMatchObject({ read: 6000 });
});

test("marks beyond the fourth are not looked at", () => {
  const held = cache();
  const marks = [1, 2, 3, 4, 5].map((after) => ({ after, lifetime: "5m" as const }));
  expect(held(asked("abcd", { marks }))).toMatchObject({ write5m: 8000, input: 1000 });
});
