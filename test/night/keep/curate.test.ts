/** Curation: what a log entry becomes, what is refused as junk and why, and what counts as told again. */

import { describe, expect, test } from "vitest";
import { type Curated, curate } from "../../../src/night/keep/curate.js";
import { junkIn } from "../../../src/night/keep/junk.js";
import { bare, printStatement, statementOf } from "../../../src/night/keep/promote.js";

const from = (logs: Readonly<Record<string, string>>, kept: readonly string[] = []): Curated =>
  curate({
    logs: Object.entries(logs).map(([day, text]) => ({ path: `memory/${day}.md`, day, text })),
    kept,
    processed: new Set(),
    day: "2026-11-21",
    originOf: () => "agent",
  });

describe("a statement", () => {
  test.each([
    ["- 08:10 Lisbon offsite is confirmed. [human]", "Lisbon offsite is confirmed."],
    ["- 10:30 AM - we decided to use REST for simplicity [decision]", "Use REST for simplicity."],
    ["- On March 10 we decided that trains come first", "Trains come first."],
    ["* 2026-11-18: Lesson: compare the total fare. [lesson]", "Compare the total fare."],
    ["Keeps [a link](https://example.org) as it is.", "Keeps [a link](https://example.org) as it is."],
    ["- The fare is compared first", "The fare is compared first."],
    ["- 納品ルール: 25MB以下は直接、25MB超はDrive", "納品ルール: 25MB以下は直接、25MB超はDrive"],
    ["- キー入力はVK_CONTROLのみ、他は絶対NG", "キー入力はVK_CONTROLのみ、他は絶対NG"],
  ])("%s", (entry, text) => {
    expect(statementOf(entry, []).text).toBe(text);
  });

  test("reads back without its tags and grounds", () => {
    const said = { text: "Use REST for simplicity.", tags: ["decision", "human"] };
    const line = printStatement(said, { confidence: 0.75, days: ["2026-11-18", "2026-11-19"] });
    expect(line).toBe("- Use REST for simplicity. [decision] [human] (confidence 0.75, 2026-11-18, 2026-11-19)");
    expect(bare(line)).toBe(said.text);
  });
});

test.each([
  ["Git push --force origin main.", "command"],
  ["$ Make test.", "command"],
  ["`Npm ci`", "command"],
  ["The reason is that the.", "half_sentence"],
  ["Compared eleven fares and (kept.", "half_sentence"],
  ["Too short.", "half_sentence"],
  ["Score: 0.83 for the last recall.", "scores"],
  ["Recall=0.4 weight=0.7 rank=3.", "scores"],
  ["Promoted 5 entries to the memory page.", "own_output"],
  ["Ada prefers trains. (confidence 0.75, 2026-11-18)", "own_output"],
  ["Make sure the seat is booked.", null],
  ["Ada prefers an aisle seat on trains.", null],
  ["Git is the backup of this memory.", null],
])("%s is junk as %s", (text, reason) => {
  expect(junkIn("bullet", text)).toBe(reason);
});

describe("curate", () => {
  test("leaves to the person what holds another day, name or number at a place of a kept line, however long that is", () => {
    const lines = (day: string, name: string, years: string): string =>
      [
        `- We deploy the kiosk to the cluster by the pier on ${day} after the standup. [decision]`,
        `- The staging server of the kiosk team in the Lyon data center is called ${name}. [decision]`,
        `- Invoices of the Lyon office are kept for ${years} years in the archive by the accountant. [decision]\n`,
      ].join("\n");
    const kept = `# Memory\n\n${lines("Tuesdays", "heron", "ten")}`;
    const { held, merged, singles } = from({ "2026-11-18": lines("Wednesdays", "stork", "seven") }, [kept]);
    expect([...merged, ...singles]).toEqual([]);
    expect(held.map(({ reason }) => reason)).toEqual(["contradicts", "contradicts", "contradicts"]);
    expect(from({ "2026-11-18": lines("Tuesdays", "heron", "ten") }, [kept]).held).toEqual([]);
  });

  test.each([
    ["Always call Ada on Mondays before noon.", "Always call Ada on Monday before noon."],
    ["Always put the bins out on Thursday evening.", "Always put the bins out on Thursdays evening."],
    [
      "Toujours appeler Ada le mardi avant le repas de midi.",
      "Toujours appeler Ada les mardis avant le repas de midi.",
    ],
    ["Ada immer montags vor dem Essen anrufen.", "Ada immer Montag vor dem Essen anrufen."],
  ])("takes “%s” for what “%s” says", (said, other) => {
    const before = from({ "2026-11-18": `- ${said} [human]\n` }, [`# Memory\n\n- ${other} [human]\n`]);
    expect([...before.held, ...before.merged, ...before.singles]).toEqual([]);
    const { held, merged, singles } = from({ "2026-11-18": `- ${said} [human]\n- ${other} [human]\n` });
    expect([held.length, merged.length, singles.length]).toEqual([0, 0, 1]);
  });

  test("takes nothing from what OpenClaw copied into a log to think it over, and all from around it", () => {
    const staged = (text: string): string =>
      `- Candidate: ${text}\n  - confidence: 0.58\n  - evidence: memory/2026-11-16.md:3-3\n  - recalls: 0\n  - status: staged\n`;
    const block = (...said: readonly string[]): string =>
      `## Light Sleep\n<!-- openclaw:dreaming:light:start -->\n${said.map(staged).join("")}<!-- openclaw:dreaming:light:end -->\n`;
    const copied = ["We decided to use REST for simplicity.", "The human wants tea and no coffee. [human]"];
    const { merged, singles, held } = from({
      "2026-11-17": `- We decided to use REST for simplicity.\n\n${block(...copied)}\n- Lesson: compare the total fare first.\n`,
      "2026-11-18": block(...copied).replace("- Candidate", "### Lesson: never sail on a Friday\n\n- Candidate"),
      "2026-11-19": `${block(...copied)}\n<!-- openclaw:dreaming:rem:start -->\n- We decided to sail on Fridays. [decision]\n`,
    });
    const texts = [...merged, ...singles, ...held.map(({ promotion }) => promotion)].map(({ text }) => text);
    expect(texts.toSorted()).toEqual([
      "Compare the total fare first.",
      "Sail on Fridays.",
      "Use REST for simplicity.",
    ]);
    expect(merged).toEqual([]);
  });

  test("takes nothing from a talk whose roles stand on lines of their own, and what is known of a user for no talk", () => {
    const rule = "- Always lock the boathouse at dusk.\n";
    const talk =
      "## Summary\n\nassistant:\n\n\nDone with the list.\nuser: thanks\n\nNever tell my sister about it.\n";
    const said = ({ singles }: Curated): readonly string[] => singles.map(({ text }) => text);
    expect(said(from({ "2026-11-20": `# Day\n\n${rule}\n${talk}` }))).toEqual(["Always lock the boathouse at dusk."]);
    expect(said(from({ "2026-11-20": `# Day\n\nUser:\n\n${rule}` }))).toEqual(["Always lock the boathouse at dusk."]);
  });

  test("joins what several days tell, with a confidence and every source", () => {
    const { merged, held } = from({
      "2026-11-17": "- 09:00 Ada prefers morning trains. [human]\n",
      "2026-11-18": "- Ada prefers morning trains! [surprise]\n",
      "2026-11-19": "- The budget is 300 a night. [decision]\n",
      "2026-11-20": "- The budget is 400 a night. [decision]\n",
    });
    expect(merged).toMatchObject([{ confidence: 0.75, tags: ["human", "surprise"], sources: [{}, {}] }]);
    expect(held.map(({ promotion }) => promotion.text)).toEqual([
      "The budget is 300 a night.",
      "The budget is 400 a night.",
    ]);
  });

  test("says it in the words that somebody tagged, whenever they were said", () => {
    const { merged } = from({
      "2026-11-17": "- Ada prefers the early morning trains. [human]\n",
      "2026-11-18": "- Ada prefers early morning trains, the\n",
      "2026-11-19": "- The early morning trains Ada prefers!\n",
    });
    expect(merged).toMatchObject([{ text: "Ada prefers the early morning trains.", confidence: 0.75 }]);
  });

  test("passes over what is kept, unless the kept statement says the opposite", () => {
    const log = { "2026-11-20": "- Ada does like window seats on trains. [human]\n" };
    expect(from(log, ["- Ada does like window seats, on trains. [human]"]).passed).toMatchObject([
      { reason: "known" },
    ]);
    expect(from(log, ["- Ada does not like window seats on trains. [human]"])).toMatchObject({
      singles: [],
      held: [{ reason: "contradicts" }],
    });
  });

  const must = "船桨救生衣缆绳还有红色的浮标每天晚上关门之后";
  test.each([
    ["客室の鍵は毎晩かならず受付に戻すこと。", "**基本：客室の鍵は毎晩かならず受付に戻すこと**", 0],
    ["船桨每天晚上必须挂回蓝色的门上。", "规则：船桨每天晚上必须挂回蓝色的门上", 0],
    [`${must}必须挂回蓝色的门上。`, `规则：${must}不必挂回蓝色的门上`, 1],
    [`${must}必须5个人挂回蓝色的门上。`, `规则：${must}必须3个人挂回蓝色的门上`, 1],
    [`${must}必须五个人挂回蓝色的门上。`, `规则：${must}必须三个人挂回蓝色的门上`, 1],
  ])("knows what has no blanks by its characters, but for numbers and negations: %s", (kept, entry, news) => {
    const { singles, held } = from({ "2026-11-20": `- ${entry}\n` }, [`- ${kept}\n`]);
    expect(singles.length + held.length).toBe(news);
  });

  test("takes what was only told as a fact when it came back on three days", () => {
    const text = "- Fact: the harbor hotel answers within a day.\n";
    expect(from({ "2026-11-17": text, "2026-11-18": text }).merged).toEqual([]);
    expect(from({ "2026-11-17": text, "2026-11-18": text, "2026-11-19": text }).merged).toHaveLength(1);
  });
});

describe("what real memories hold", () => {
  test("a count of decisions labels none, and a number of a list does not hide one", () => {
    const kept = from({
      "2026-11-20": "- 500 decisions: gap of 43 percent here\n\n1. Decision: gap of 43 percent there\n",
    });
    expect(kept.singles.map(({ text }) => text)).toEqual(["Gap of 43 percent there."]);
  });

  test.each([
    ["npm ci fails when the cache is read-only. [lesson]", "npm ci fails when the cache is read-only."],
    ["docker compose up hangs [lesson]", "docker compose up hangs."],
    ["Use pnpm. [decision]", "Use pnpm."],
    ["payments.shift_id must be set. [lesson]", "payments.shift_id must be set."],
    ["Decision: payments stay in cents. [decision]", "Payments stay in cents."],
  ])("a tag outranks every rule: %s", (said, text) => {
    expect(from({ "2026-11-20": `- ${said}\n` }).singles).toMatchObject([{ text }]);
  });

  test("what hangs below a statement comes along", () => {
    const { singles } = from({
      "2026-11-20": "- Use two branches: [decision]\n  - one for work\n  - one for trials\n",
    });
    expect(singles).toMatchObject([{ below: "  - one for work\n  - one for trials" }]);
  });

  test("a pattern says only what each day said, and a counter is none", () => {
    const flights = ["Oslo", "Rome", "Lima", "Cairo"].map(
      (city, i) => [`2026-11-1${i}`, `- The morning flight to ${city} is booked.\n- Email: No new.\n`] as const,
    );
    expect(from(Object.fromEntries(flights))).toMatchObject({ merged: [], singles: [] });
  });

  test("a secret waits for a person and goes nowhere", () => {
    const { singles, held } = from({ "2026-11-20": "- Decision: the mail password is Sunny#Hill42\n" });
    expect(singles).toEqual([]);
    expect(held).toMatchObject([{ reason: "secret" }]);
  });
});
