/** Episode: which line of the day's log a statement gets, and with which label and tags. */

import { expect, it } from "vitest";
import { episodeLines } from "../../src/heard/episode.js";
import { type Item, untoldOf } from "../../src/heard/inbox.js";
import { noWork } from "../../src/heard/work.js";
import { heardItem } from "../support/heard-item.js";

const at = "2026-11-23T08:00:00Z" as Item["at"];
const item = (text: string, more: Partial<Item>): Item => heardItem(text, { kind: "correction", ...more });
const linesOf = (one: Item): readonly string[] =>
  episodeLines({ items: [one], commits: [], work: noWork, known: "", isCut: false, isTalk: false, most: 20 }).map(
    ({ text }) => text,
  );

const kept = { at, by: "pagefile", state: "kept", page: "MEMORY.md", entry: "e1", commit: "c1" } as const;
const tariff = "The tariffs of the harbor are no secret, and lie in Lyon";

it.each([
  ["an agent's that took the place of an entry", { isPerson: false, ended: { ...kept, instead: true } }, "Corrected"],
  ["an agent's that stands beside the others", { isPerson: false, ended: kept }, "Said"],
  ["an agent's that waits", { isPerson: false }, "Said"],
  ["a person's", {}, "Corrected"],
] as const)("%s is told as what it is", (_, more, label) => {
  expect(linesOf(item(tariff, more))).toEqual([`- ${label}: ${tariff}${"isPerson" in more ? "" : " [human]"}`]);
});

it.each([
  ["また、デスクの画面で港の料金を変更できるようにしたい", "Said"],
  ["Also, the harbor list should show the tariffs of Lyon", "Said"],
  ["I want to see the tariffs of the harbor in Lyon", "Said"],
  ["I want the tariffs of the harbor in cents, not in francs", "Corrected"],
  ["料金は選択不可ではなく非表示にしたい", "Corrected"],
])("a wish for something new corrects nothing: %s", (text, label) => {
  expect(linesOf(item(text, {}))[0]).toMatch(new RegExp(`^- ${label}: `));
});

it.each([
  ["Ich schreib morgens von 5 bis 8, danach bin ich nicht mehr zu gebrauchen", "nicht mehr", "Said"],
  ["Seit gestern sitz ich wieder auf Amrum in der Ferienwohnung in Norddorf", "Seit", "Said"],
  ["Der Hafen in Lyon hat die Tarife für Boote nicht mehr auf Papier", "nicht mehr", "Corrected"],
])("who tells of their own days by a word of time corrects nothing: %s", (text, said, label) => {
  expect(linesOf(item(text, { why: `says “${said}”` }))[0]).toMatch(new RegExp(`^- ${label}: `));
});

it.each([
  [
    ["delete the old deploy.sh of the harbor", "actually wait, tom still uses it", "keep it"],
    "delete the old deploy.sh of the harbor · actually wait, tom still uses it · keep it",
  ],
  [
    ["Kati will die alte Tariftabelle löschen", "mach das bitte NICHT"],
    "Kati will die alte Tariftabelle löschen · mach das bitte NICHT",
  ],
  [["fix the tariffs of the harbor", "go on"], "fix the tariffs of the harbor"],
])("what takes back what was asked is told with it: %s", (texts, line) => {
  const items = texts.map((text, count) =>
    item(text, {
      id: `i${count}`,
      session: "s1",
      at,
      lasting: false,
      kind: /^Kati/.test(text) ? "decision" : "task",
    }),
  );
  const lines = episodeLines({ items, commits: [], work: noWork, known: "", isCut: false, isTalk: false, most: 20 });
  expect(lines[0]?.text.toLowerCase()).toContain(`: ${line.toLowerCase()} [human]`);
});

it("tells of no request to forget", () => {
  const [asked, other] = [item(tariff, { session: "s1", forgets: "tariffs" }), item(tariff, { session: "s1" })];
  expect(untoldOf([asked, other], at)).toEqual([other]);
});

it("has each tag once", () => {
  const said = "Spec: the harbor list is one file [decision] [human]";
  expect(linesOf(item(said, { kind: "decision" }))).toEqual([`- Decided: ${said}`]);
  expect(linesOf(item("Spec: the harbor list is one file", { kind: "decision" }))).toEqual([
    "- Decided: Spec: the harbor list is one file [human] [decision]",
  ]);
});

// What people tell of their own days.

const toldOf = (texts: readonly string[], isTalk: boolean): readonly string[] =>
  episodeLines({
    items: texts.map((text, n) =>
      item(text, { id: String(n), kind: n % 2 === 0 ? "chat" : "task", lasting: false, score: 0.2 }),
    ),
    ...{ commits: [], work: noWork, known: "", isCut: false, isTalk, most: 20 },
  }).map(({ text }) => text);

it.each([
  "I started at the lighthouse as a keeper last week",
  "Mein Bruder hat gestern die Fähre nach Kiel verpasst",
  "Ma sœur ouvre une boulangerie au port la semaine prochaine",
  "Mi hermana se casó ayer en la playa de Cádiz",
  "Мы вчера переехали на остров с маяком",
  "我昨天搬到了灯塔旁边的新房子",
  "昨日は妹と灯台まで歩きました",
])("a day that somebody tells of gets a line, also beside work: %s", (text) => {
  for (const isTalk of [true, false]) expect(toldOf([text], isTalk)).toEqual([`- Told: ${text} [human]`]);
});

it("tells of a talk what people say of themselves without a day, and not what they thank, wish or ask for", () => {
  const said = [
    "My grandmother kept the lighthouse on the island of Porto Santo",
    "I want to see the list of lighthouses on the island",
    "I still get the same timeout from the importer of fares",
    "Your kind words about the island",
    "Would my sister like the island of lighthouses?",
  ];
  const told = (isTalk: boolean): readonly string[] =>
    toldOf(said, isTalk).filter((line) => line.startsWith("- Told"));
  expect(told(true)).toEqual([
    "- Told: My grandmother kept the lighthouse on the island of Porto Santo [human]",
    "- Told: I still get the same timeout from the importer of fares [human]",
  ]);
  expect(told(false)).toEqual([]);
});

it.each([
  ["For the database we use Supabase", 1],
  ["Für die Datenbank nutzen wir Postgres", 1],
  ["データベースは、Supabase を使います", 1],
  ["数据库使用 Supabase", 1],
  ["we use the new list for it", 0],
  ["Use the new list of Kiel", 0],
])("what a work is made with gets a line, though it does not say that it lasts: %s", (text, lines) => {
  const told = linesOf(item(text, { kind: "rule", lasting: false, score: 0.4 }));
  expect(told).toEqual(lines === 0 ? [] : [`- Told: ${text} [human]`]);
});

const logOf = (more: Partial<Item>, text: string): readonly string[] => {
  const one = item(text, { lasting: false, score: 0.3, why: "is too short to say more", ...more });
  const told = {
    items: untoldOf([{ ...one, session: "s1" }], at),
    commits: [],
    work: noWork,
    known: "",
    isCut: false,
  };
  return episodeLines({ ...told, isTalk: true, most: 20 }).map((line) => line.text);
};

it.each([
  ["chat", "Lena and i broke up", "Lena and i broke up"],
  ["fact", "Mia is 8 now :)", "Mia is 8 now"],
  ["correction", "party was great, mum cried", "Party was great, mum cried"],
  ["chat", "biopsy was benign", "Biopsy was benign"],
  ["chat", "oma ist gestorben", "Oma ist gestorben"],
  ["chat", "Léa et moi, on s'est séparés", "Léa et moi, on s'est séparés"],
  ["chat", "Lena y yo hemos roto", "Lena y yo hemos roto"],
  ["chat", "犬が今朝死んだ、悲しくて何もできない", "犬が今朝死んだ、悲しくて何もできない"],
] as const)("in a talk what happened in somebody's life gets a line, as a %s: %s", (kind, text, line) => {
  expect(logOf({ kind }, text)).toEqual([`- Told: ${line} [human]`]);
});

it.each([
  ["chat", "that was a great answer, mum"],
  ["chat", "you are right about the lentils"],
  ["rule", "the second one is better with 3 lines"],
  ["chat", "STRIPE_KEY=[REDACTED:stripe] was in the old file"],
  ["chat", "sounds better to me"],
] as const)("and what is said of the answer before, or holds a secret, gets none: %s, %s", (kind, text) => {
  expect(logOf({ kind }, text)).toEqual([]);
});

it.each([
  ["left Siemens today", "states something and asks for nothing", "Told: Left Siemens today"],
  ["dentist was today, was due", "says “was”", "Told: Dentist was today, was due"],
  ["when is the half marathon of Kiel", "says “when”", "Asked: When is the half marathon of Kiel"],
  [
    "when leaves the ferry of the harbor?",
    "ends with a question mark",
    "Asked: When leaves the ferry of the harbor?",
  ],
])("what only looks like a question is told, and one that asks is asked: %s", (text, why, line) => {
  expect(logOf({ kind: "question", why }, text)).toEqual([`- ${line} [human]`]);
});
