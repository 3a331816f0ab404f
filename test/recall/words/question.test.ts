/** Question: what says something in a question's language, its words in unspaced writing, and the forms a page may have of them. */

import { describe, expect, it } from "vitest";
import { readQuery } from "../../../src/recall/rank/weights.js";
import { isInflected, questionTerms } from "../../../src/recall/words/question.js";
import { formsOf, type IndexedWord, type Vocabulary } from "../../../src/recall/words/typo.js";

function telling(question: string): readonly string[] {
  return questionTerms(question).flatMap(({ text, stop }) => (stop ? [] : [text]));
}

describe("words that say something", () => {
  it.each([
    ["Who is her son?", ["son"]],
    ["When did they die in the war?", ["die", "war"]],
    ["Warum war die Fahrt so lang?", ["fahrt", "lang"]],
    ["¿Quién es su hijo y cuándo nació?", ["hijo", "nacio"]],
    ["Какая модель сейчас стоит?", ["модель", "стоит"]],
    ["Kiedy przyjdzie pod nasz dom?", ["przyjdzi", "dom"]],
    ["Where does the pod run?", ["pod", "run"]],
    ["Which editor do we currently use?", ["editor", "us"]],
    ["May a draft leave the house?", ["draft", "leav", "hous"]],
    ["May revenue of the house?", ["mai", "revenu", "hous"]],
    ["Sur quel modèle tourne Ana actuellement ?", ["model", "tourn", "ana"]],
    ["¿La tienda sigue con dos cajas?", ["tienda", "do", "caja"]],
  ])("are told by the language of %s", (question, words) => expect(telling(question)).toEqual(words));

  it("are a French verb without the pronoun that a question puts behind it", () =>
    expect(telling("Quelle limite a-t-on sur les ferries, et où dort-il ?")).toEqual([
      "limit",
      "ferri",
      "dort",
      "dort",
    ]));
  it("are all of them where there are no others", () =>
    expect(readQuery("who is that").words.map(({ text }) => text)).toEqual(["who", "is", "that"]));
});

describe("unspaced writing", () => {
  it("asks when with a word that is no other's part", () =>
    expect(questionTerms("馆长什么时候休息").flatMap(({ said, stop }) => (stop ? [said] : []))).toContain(
      "什么时候",
    ));

  it("is asked for by its words, and a little by what lies across two of them", () => {
    const asked = questionTerms("预算是多少").map(({ text, stop, weight }) => [text, stop, weight]);
    expect(asked).toEqual([
      ["预算", false, 1],
      ["是", true, 0.6],
      ["多少", true, 1],
    ]);
    const across = questionTerms("取得価格").map(({ text, weight }) => [text, weight]);
    expect(across).toEqual([
      ["取得", 1],
      ["得価", 0.4],
      ["価格", 1],
    ]);
  });

  it("has a word of many pairs weigh little more than one of two signs", () => {
    const asked = questionTerms("スクリプト投稿").map(({ text, weight }) => [text, weight]);
    expect(asked.filter(([, weight]) => weight === 0.5).map(([text]) => text)).toEqual([
      "スク",
      "クリ",
      "リプ",
      "プト",
    ]);
    expect(asked).toContainEqual(["投稿", 1]);
  });

  it("may be one sign long", () => expect(telling("猫の名前は？")).toEqual(["猫", "名前"]));

  it("takes Chinese signs that the dictionary parts for one word, and words of stop signs for none", () => {
    expect(telling("昨天馆长让我配置什么")).toEqual(["昨天", "天馆", "馆长", "馆", "长", "配置"]);
    expect(telling("我在哪里")).toEqual([]);
    expect(telling("馆长の仕事")).toEqual(["馆", "馆长", "长", "仕事"]);
  });

  it("keeps pairs in Korean, where spaces part words", () =>
    expect(telling("고양이 이름")).toEqual(["고양", "양이", "이", "이름", "름"]));
});

function formsIn(words: readonly string[], question: string): readonly string[] {
  const known = words.map((text, id): IndexedWord => ({ text, id, chunks: 5 }));
  const vocabulary: Vocabulary = {
    find: (word) => known.find(({ text }) => text === word) ?? null,
    near: () => known,
    begins: (start) => known.filter(({ text }) => text.startsWith(start)),
  };
  return readQuery(question).words.flatMap((word) =>
    formsOf(word, vocabulary).map(({ text, kind }) => `${text} ${kind}`),
  );
}

it("go by what they say: “go” and “viel” rank what the others find", () => {
  const light = (question: string): readonly string[] =>
    questionTerms(question).flatMap(({ said, stop, light }) => (stop || !light ? [] : [said]));
  expect(light("When should the digests go out?")).toEqual(["go"]);
  expect(light("Wie viel Strom braucht der Kessel?")).toEqual(["viel"]);
  expect(light("Qu'a tranché le conseil en février ?")).toEqual(["février"]);
  expect(light("Which set of keys opens the mar file?")).toEqual([]);
  expect(light("Что мы сделали с насосом?")).toEqual(["сделали"]);
  expect(light("Quel choix avons-nous pris pour la pompe ?")).toEqual(["pris"]);
  expect(light("How long is the rope, and how often is it used?")).toEqual(["long", "often", "used"]);
  expect(light("Is the rope long?")).toEqual([]);
  expect(light("Wie lange gilt das Kennwort?")).toEqual(["lange"]);
  expect(light("Die Sachlage im Kommentar?")).toEqual([]);
});

it.each([
  ["How many crates are there at the moment?", ["crate"]],
  ["Wie heißt der Kater im Moment?", ["heisst", "kater"]],
  ["¿Cómo se llama el gato?", ["gato"]],
  ["Comment s'appelle le chat en ce moment ?", ["chat"]],
  ["The moment of the launch", ["moment", "launch"]],
  ["¿Quién llama a Ana?", ["llama", "ana"]],
])("leave out how %s says that it is of now", (question, words) =>
  expect(questionTerms(question).flatMap(({ text, stop, light }) => (stop || light ? [] : [text]))).toEqual(words),
);

describe("forms of a word", () => {
  it("are the same number with other zeros before it", () => {
    expect(formsIn(["0013", "13", "adr-0013", "adr"], "ADR-13")).toEqual(
      expect.arrayContaining(["adr-0013 word", "0013 word"]),
    );
    expect(formsIn(["6", "dec-6", "60"], "006")).toEqual(["6 word"]);
    expect(formsIn(["0025", "25"], "2025")).toEqual([]);
  });

  it("are its inflections in the question's language, and no other words", () => {
    expect(formsIn(["проекты", "проектов", "прогресс"], "Какой это проект?")).toEqual([
      "проекты word",
      "проектов word",
    ]);
    expect(formsIn(["serwisu", "serwera"], "Co jest w serwisie?")).toEqual(["serwisu word"]);
    expect(formsIn(["plan", "plane"], "What is the plan?")).toEqual(["plan word"]);
  });

  it("are longer words that hold it, in German", () => {
    expect(formsIn(["kessel", "pelletkessel"], "Wie oft darf der Kessel an?")).toEqual([
      "kessel word",
      "pelletkessel part",
    ]);
    expect(formsIn(["kettl", "kettlebel"], "Where is the kettle?")).toEqual(["kettl word"]);
  });

  it("are all that begin with one sign", () =>
    expect(formsIn(["猫", "猫は", "犬は"], "猫?")).toEqual(["猫 word", "猫は word"]));
});

describe("isInflected", () => {
  const endings = new Set(["", "a", "ow"]);
  it.each([
    ["serwer", "serwera", true],
    ["serwera", "serwerow", true],
    ["serwer", "serwis", false],
    ["dom", "doma", false],
  ])("holds %s beside %s: %s", (a, b, is) => expect(isInflected(a, b, endings)).toBe(is));
});
