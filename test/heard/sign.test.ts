/** The languages of a text are told by its small words and its letters, and what is not in a language is not read as it. */

import { expect, test } from "vitest";
import { readingOf } from "../../src/heard/sign.js";

test.each([
  ["zawsze uzywaj pnpm", "pl"],
  ["używaj pnpm", "pl"],
  ["Używaj pnpm", "pl"],
  ["nie rob tego bez pytania", "pl"],
  ["dodaj the login button do strony i zrób deploy", "pl"],
  ["nie freitags deployen", "de"],
  ["use jest on this file", "en"],
  ["swap w and z in the matrix", "en"],
  ["Łukasz owns the booking service", "en"],
  ["ask Paweł first", "en"],
  ["na raiz, nunca mais", "pt"],
])("%s: %s", (text, language) => {
  expect(readingOf(text).languages[0]).toBe(language);
});

test("Polish that is typed without its marks, or with some, is read as that with all", () => {
  const said = (text: string): readonly string[] => readingOf(text).words.map((word) => word.said);
  expect(said("proszę, żadnych średników")).toEqual(said("prosze, zadnych srednikow"));
  expect(said("¿cómo decidió?")).toEqual(["cómo", "decidió"]);
});
