/** Behind: what is put off is done once, in order, soon or when asked, whatever becomes of a part of it. */

import { expect, test } from "vitest";
import { backgroundWork } from "../../src/agents/pi/session.js";

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

test("is done a moment later, in order, and not again", async () => {
  const done: string[] = [];
  const { put, finish } = backgroundWork(() => undefined);
  put(() => done.push("a"));
  put(() => done.push("b"));
  expect(done).toEqual([]);
  await soon();
  expect(done).toEqual(["a", "b"]);
  put(() => done.push("c"));
  finish();
  expect(done).toEqual(["a", "b", "c"]);
  finish();
  await soon();
  expect(done).toEqual(["a", "b", "c"]);
});

test("goes on behind a part that throws, which is told", () => {
  const told: unknown[] = [];
  const { put, finish } = backgroundWork((error) => told.push(error));
  put(() => {
    throw new Error("no room");
  });
  put(() => told.push("done"));
  finish();
  expect(told).toEqual([new Error("no room"), "done"]);
});
