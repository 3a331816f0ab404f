/** The languages of a text are told by its small words and its letters, and what takes a statement back is read with it. */

import { expect, test } from "vitest";
import { readingOf } from "../../src/heard/sign.js";
import { statementsOf } from "../../src/heard/statement.js";

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

test.each([
  "from now on deploy from branch release... no sorry, from branch main",
  "our standup is always at 9:30. no wait, at 10:00",
  "We always use tabs for indentation. Sorry, I mean spaces",
  "Every PR needs two reviews. Make that 3",
  "We live in Rome, actually no, in Milan",
  "My wife's birthday is on March 3. Sorry, March 4",
  "always use pnpm - scratch that, always use yarn",
  "Wir deployen immer freitags. Nein, Moment, donnerstags",
  "Toujours répondre en français. Non, pardon, en anglais",
  "Siempre usa tabs. No, perdón, espacios",
  "Usa sempre i tab. Anzi no, gli spazi",
  "Zawsze używaj tabów. Nie, przepraszam, spacji",
  "Созвон у нас всегда в 9. Точнее, в 10",
  "以后都用 tabs。不对，用空格",
])("what is taken back in the same breath is one statement with what takes its place: %s", (prompt) => {
  expect(statementsOf(prompt, null).map(({ text }) => text)).toEqual([prompt]);
});

test.each([
  ["Always use pnpm. Scratch that.", []],
  ["Never push to main. Always use pnpm. Ich nehme das zurück.", ["Never push to main"]],
  ["Always use tabs. Sorry, one more thing: never push.", ["Always use tabs", "Sorry, one more thing: never push"]],
  ["Always run the tests. No exceptions.", ["Always run the tests", "No exceptions"]],
  ["Never commit secrets. I mean it.", ["Never commit secrets", "I mean it"]],
  ["We use Redux. Make that change in every file.", ["We use Redux", "Make that change in every file"]],
  ["Use tabs here. Actually no, fix the header first.", ["Use tabs here", "Actually no, fix the header first"]],
  ["Our db is Postgres.\n\nNo wait, MySQL", ["Our db is Postgres", "No wait, MySQL"]],
])("%s: only what takes it back, right behind it, is read so", (prompt, texts) => {
  expect(statementsOf(prompt, null).map(({ text }) => text)).toEqual(texts);
});
