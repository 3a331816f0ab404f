/** A prompt is cut where a person goes over to something else, however sloppily it is typed, and nowhere else. */

import { describe, expect, test } from "vitest";
import { sentencesOf } from "../../src/heard/clause.js";
import { statementsOf } from "../../src/heard/statement.js";

const heard = (prompt: string, before: string | null = null): readonly string[] =>
  statementsOf(prompt, before).map(({ kind, text }) => `${kind}: ${text}`);

describe("what a stop parts is two statements, though the second begins in lower case and is of the same kind", () => {
  test.each([
    [
      "we use pnpm here, never npm. never deploy on a friday.",
      "rule: we use pnpm here, never npm",
      "rule: never deploy on a friday",
    ],
    ["I told you: pnpm. The staging port is 8080.", "correction: I told you: pnpm", "fact: The staging port is 8080"],
    ["nie freitags deployen. nie ohne tests pushen.", "rule: nie freitags deployen", "rule: nie ohne tests pushen"],
    [
      "ich hab doch gesagt pnpm! der port ist 8080",
      "correction: ich hab doch gesagt pnpm",
      "fact: der port ist 8080",
    ],
    [
      "ne déploie jamais le vendredi. toujours des tests avec",
      "rule: ne déploie jamais le vendredi",
      "rule: toujours des tests avec",
    ],
    ["nunca despliegues un viernes. nunca uses npm", "rule: nunca despliegues un viernes", "rule: nunca uses npm"],
    ["周五不要部署。提交之前必须跑测试。", "rule: 周五不要部署", "rule: 提交之前必须跑测试"],
    [
      "金曜はデプロイしないでください。今後は必ずテストも書いて",
      "rule: 金曜はデプロイしないでください",
      "rule: 今後は必ずテストも書いて",
    ],
  ])("%s", (prompt, ...said) => {
    expect(heard(prompt)).toEqual(said);
  });
});

describe("a rule behind a task is one, however short it is and whatever the task ends in", () => {
  test.each([
    [
      "Compare the flights for me. From now on always book refundable fares",
      "From now on always book refundable fares",
    ],
    ["Keep it under 200 ms. Always cache the index", "Always cache the index"],
    ["Ship it. We deploy on Fridays", "We deploy on Fridays"],
    ["Plan dinner. We never eat pork", "We never eat pork"],
    ["Mach die Tests grün. Bei uns gilt pnpm", "Bei uns gilt pnpm"],
    ["Corrige les tests. Nous utilisons pnpm", "Nous utilisons pnpm"],
  ])("%s", (prompt, rule) => {
    expect(heard(prompt).at(-1)).toBe(`rule: ${rule}`);
  });
  test.each([
    "Write the function. Use no libraries",
    "Use no. 5 from the list",
    "No. Use the other one, no. 5",
    "Ms. Keller owns billing",
    "Always cc ms. Chen on invoices",
    "ma prof est mme. Dubois",
    "Remember that my passport no. is X1234567",
    "Always wait 200 ms. between two requests",
    "Immer 2 m. Abstand halten",
    "When deploying, migrating, etc. Always ask first",
    "Draft the mail. On two lines max",
  ])("but %s is one statement", (prompt) => {
    expect(heard(prompt)).toHaveLength(1);
  });
});

test("a sentence that says nothing by itself goes on with the one before", () => {
  expect(heard("graphql lost. REST for the partner api.")).toHaveLength(1);
  expect(heard("Earlier I told you there are four workers. There are six.")).toHaveLength(1);
});

test.each([
  ["We always meet in room 12. Where is the projector?", 2],
  ["The new compiler is version 3. Never use the old flags", 2],
  ["The ferry is out of service until April 4. From now on we ship by train.", 2],
  ["Am 3. Mai ist die Prüfung im 2. Stock", 1],
  ["Der Termin ist Freitag, 12. März im Rathaus", 1],
  ["die 3. Version ist final", 1],
])("a number ends a sentence where it is no ordinal: %s", (prompt, count) => {
  expect(sentencesOf(prompt)).toHaveLength(count);
});

const cut = (text: string): readonly string[] => sentencesOf(text).map(({ start, end }) => text.slice(start, end));

describe("words that turn to something else part two sentences", () => {
  test.each([
    ["fix the login bug btw the staging db is called harbor", 2],
    ["fix the login bug, also we never use default exports", 2],
    ["add a test for it, and from now on always add one", 2],
    ["stell den button um, und ab jetzt immer tests dazu", 2],
    ["corrige le bug, et au fait la base s'appelle port", 2],
    ["napraw logowanie, i od teraz zawsze dodawaj test", 2],
    ["arregla el bug, y por cierto la base se llama puerto", 2],
    ["修一下登录的错误，顺便说一下测试库叫harbor", 2],
    ["ログインを直して、あとポートは8080です", 2],
    ["谢谢 现在把文件改个名 我们定了", 3],
    // They stand within a clause too.
    ["i'm on windows btw so use powershell", 1],
    ["it is also fast", 1],
    ["wir pushen ab jetzt alles", 1],
    ["ich bin taub, also keine tonbeispiele", 1],
    ["兼容 1.3 以后的版本", 1],
  ])("%s: %i", (text, count) => {
    expect(cut(text)).toHaveLength(count);
  });
});

test("an inline list is cut at its numbers, and a number in a sentence is none", () => {
  expect(cut("rules: 1. use tabs 2. no semicolons 3. never push")).toEqual([
    "rules",
    "use tabs",
    "no semicolons",
    "never push",
  ]);
  expect(cut("bump it to 2. then deploy 3. please")).not.toContain("bump it to");
});

test("a line that an editor broke goes on in the next, and a short line ends", () => {
  const full = "we always run the whole suite of tests before anything at all is pushed";
  expect(cut(`${full}\nto the main branch`)).toHaveLength(1);
  expect(cut(`${full}\n- to the main branch`)).toHaveLength(2);
  expect(cut("use tabs\nno semicolons")).toHaveLength(2);
});

test("an order that only wants assent is no question", () => {
  expect(sentencesOf("never push to main, ok?")[0]?.stop).toBe("");
  expect(sentencesOf("do we push to main?")[0]?.stop).toBe("?");
});

test.each([
  ["bullet lists use the - marker and there's one blank behind the marker", 1],
  ["put the list between - and the end", 1],
  ["jede Liste beginnt mit - und endet so", 1],
  ["las listas empiezan con el - y nada más", 1],
  ["fix the login bug - the staging db is called harbor", 2],
  ["never push to main - always open a pull request", 2],
])("a dash parts two sentences where the first waits for nothing: %s", (text, count) => {
  expect(cut(text)).toHaveLength(count);
});

test("Polish joins with words of its own, and a comma before “że” parts nothing", () => {
  expect(heard("dzięki, dodaj test i powiedz mi, że gotowe")).toHaveLength(2);
  expect(heard("zdecydowaliśmy, że zostajemy przy SQLite")).toHaveLength(1);
  // The same words of English join nothing.
  expect(heard("when i push, i always run a test")).toHaveLength(1);
});
