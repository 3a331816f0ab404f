/** What people type that nobody here wrote for the classifier: the half that judges keeps at least what it kept, and as little else. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { likelyOf } from "../../../src/heard/inbox.js";
import { statementsOf } from "../../../src/heard/statement.js";
import { heardItem } from "../../support/heard-item.js";
import { keptIn, readKept } from "./kept.js";
import { promptsOf, readWritten } from "./written.js";

const typed = readKept(join(import.meta.dirname, "said", "kept"));

test("of what has to be known more than a quarter is kept at once, and of what is kept at least three quarters have to be known", () => {
  const held = typed.filter(({ half }) => half === "held");
  const { known, found, kept, right } = keptIn(held).get("all")!;
  expect(known).toBeGreaterThan(250);
  expect(found / known).toBeGreaterThanOrEqual(0.27);
  expect(right / kept).toBeGreaterThanOrEqual(0.75);
});

test("of what people tell in passing, in weeks that nothing was fitted on, three quarters are kept or likely enough to be told", () => {
  const told = readWritten(join(import.meta.dirname, "said", "stories"), "held").flatMap(promptsOf);
  const facts = told.flatMap(({ prompt, keep }) => {
    const said = statementsOf(prompt, null);
    const likely = likelyOf(said.map(({ text, ...one }) => heardItem(text, one))).map(({ text }) => text);
    const heard = said.filter(({ text, lasting }) => lasting || likely.includes(text));
    return keep.map((words) => heard.some(({ text }) => text.includes(words) || words.includes(text)));
  });
  expect(facts.length).toBeGreaterThan(130);
  expect(facts.filter((isTold) => isTold).length / facts.length).toBeGreaterThanOrEqual(0.75);
});

test("a need of a story is of a later session than what it needs", () => {
  for (const half of ["fit", "held"] as const)
    for (const { name, needs, facts, sessions } of readWritten(join(import.meta.dirname, "said", "stories"), half))
      for (const { session, prompt, facts: ids } of needs) {
        expect(sessions[session]?.prompts[prompt], name).toBeDefined();
        for (const id of ids)
          expect(facts.find((fact) => fact.id === id)?.session, `${name} ${id}`).toBeLessThan(session);
      }
});

test("no prompt stands in both halves", () => {
  const fit = new Set(typed.filter(({ half }) => half === "fit").map(({ prompt }) => prompt.toLowerCase()));
  expect(typed.filter(({ half, prompt }) => half === "held" && fit.has(prompt.toLowerCase()))).toEqual([]);
});

test.each([
  ["Book me lunch near the office, I'm allergic to shrimp and crab.", "I'm allergic to shrimp and crab"],
  ["Fix the login test. By the way we use pnpm here, not npm.", "we use pnpm here, not npm"],
  ["merk dir: meine Hausärztin ist Dr. Wieczorek", "meine Hausärztin ist Dr. Wieczorek"],
  ["¿puedes reservar mesa? mi hija es celíaca", "mi hija es celíaca"],
  [
    "Rename the helper. I'd rather you showed me the plan before you code.",
    "I'd rather you showed me the plan before you code",
  ],
])("what is said beside a task is kept: %s", (prompt, text) => {
  expect(statementsOf(prompt, null).flatMap((one) => (one.lasting ? [one.text] : []))).toEqual([text]);
});

test.each([
  "every row should have an edit icon and a delete icon",
  "el botón siempre tiene que estar abajo a la derecha",
  "les tests sont passés, on continue",
  "the total is wrong whenever i change the quantity",
])("what the product is to do, or does wrong, is not: %s", (prompt) => {
  expect(statementsOf(prompt, null).filter(({ lasting }) => lasting)).toEqual([]);
});
