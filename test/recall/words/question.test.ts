/** Question: what says something in a question's language, its words in unspaced writing, and the forms a page may have of them. */

import { describe, expect, it } from "vitest";
import { readQuery } from "../../../src/recall/rank/weights.js";
import { areNumberedApart, isInflected, questionTerms } from "../../../src/recall/words/question.js";
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
    [
      "В какой ветке будет лежать код нашего бота, которую мы выбрали?",
      ["ветке", "лежать", "код", "бота", "выбрали"],
    ],
    ["Kiedy przyjdzie pod nasz dom?", ["przyjdzi", "dom"]],
    ["Where does the pod run?", ["pod", "run"]],
    ["Which editor do we currently use?", ["editor", "us"]],
    ["May a draft leave the house?", ["draft", "leav", "hous"]],
    ["May revenue of the house?", ["mai", "revenu", "hous"]],
    ["Sur quel modèle tourne Ana actuellement ?", ["model", "tourn", "ana"]],
    ["¿La tienda sigue con dos cajas?", ["tienda", "do", "caja"]],
    ["Mia's shoe size", ["mia", "shoe", "size"]],
    ["Des’s phone", ["de", "phone"]],
    ["what's Mia's port", ["mia", "port"]],
    ["la casa mia", ["casa"]],
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
    expect(formsIn(["базы", "базу", "базар", "басня"], "Где лежит база?")).toEqual(["базы word", "базу word"]);
    expect(formsIn(["хранится", "хранение", "храбрыи"], "Где мы храним копии?")).toEqual([
      "хранится word",
      "хранение word",
    ]);
    expect(formsIn(["ссылок", "ссора"], "Какая ссылка?")).toEqual(["ссылок word"]);
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

describe("a number right behind a noun", () => {
  it.each([
    ["We cap retries of worker 3 at 5", "We cap retries of worker 5 at 5"],
    ["We cap retries of worker 3 at 5", "We cap retries of worker 5 at 7"],
    ["Our cache host for zone 3 is called otter-a3", "Our cache host for zone 4 is called otter-a4"],
    ["We restart worker 3 nightly", "We restart worker 4 nightly"],
    ["In zone 3 the cache host is called otter", "In zone 4 the cache host is called heron"],
    ["We run otter in zone 3", "We run heron in zone 4"],
    ["Die Sicherung von Stufe 3 läuft nachts", "Die Sicherung von Stufe 4 läuft nachts"],
    ["Le cache de l'étage 2 s'appelle loutre", "Le cache de l'étage 3 s'appelle loutre"],
    ["El servidor de la zona 3 se llama nutria", "El servidor de la zona 4 se llama nutria"],
  ])("names one of several: %s", (one, other) => {
    expect([areNumberedApart(one, other), areNumberedApart(other, one)]).toEqual([true, true]);
  });

  it.each([
    ["The API listens on port 4000", "The API listens on port 5000"],
    ["We use Node 20 in CI", "We use Node 22 in CI"],
    ["Wir nutzen Node 20", "Wir nutzen Node 22"],
    ["The standup is in room 12", "Standup moved to room 14"],
    ["Retry 3 times", "Retry 5 times"],
    ["Keep 5 backups of the ledger", "Keep 7 backups of the ledger"],
    ["Warte 30 Sekunden", "Warte 60 Sekunden"],
    ["On garde 5 sauvegardes", "On garde 7 sauvegardes"],
    ["The budget for May 3 is 200", "The budget for May 9 is 200"],
    ["Worker 3 is capped at 5", "Worker 3 is capped at 7"],
    ["Zone 3 is called otter", "Not zone 3 but zone 4 is called otter"],
    ["The gate opens at 9", "The gate opens at 10"],
    ["Thread of Ada, latest 05:59", "Thread of Ada, latest 19:52"],
    ["Milestone 2 is our current goal", "Milestone 3 is our current goal"],
    ["Our build server 3 went down", "Our build server 5 went down"],
    ["Room 12 is our office", "Room 14 is our office"],
    ["Sprint 7 ends Friday", "Sprint 8 ends Monday"],
    ["Server 3 is the primary", "Server 5 is the primary"],
    ["Our cache server 3 is the primary", "Our cache server 5 is the primary"],
    ["Java 17 is what we use", "Java 21 is what we use"],
    ["We test on Java 17", "We test on Java 21"],
    ["Raum 12 ist unser Büro", "Raum 14 ist unser Büro"],
    ["La salle 12 est notre bureau", "La salle 14 est notre bureau"],
    ["La sala 12 es nuestra oficina", "La sala 14 es nuestra oficina"],
    ["Platform 9 is where my train leaves", "Platform 11 is where my train leaves"],
    ["Worker 3 is the leader now", "Worker 5 is the leader now"],
    ["We are in the middle of sprint 7", "We are in the middle of sprint 8"],
    ["The release is planned for sprint 7", "The release is planned for sprint 8"],
    ["Ada is now the lead of team 3 here", "Ada is now the lead of team 4 here"],
    ["We chose option 2 for the launch", "We chose option 3 for the launch"],
    ["We booked room 12 for the standup", "We booked room 14 for the standup"],
  ])("is a value, or names the same: %s", (one, other) => {
    expect([areNumberedApart(one, other), areNumberedApart(other, one)]).toEqual([false, false]);
  });
});
