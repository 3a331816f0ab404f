/**
 * Days: questions by time over an invented log of sixty days in six languages, asked on one day. The same things come up again and again, so that
 * words alone do not tell which day is meant. Weights were fitted on every second question; what is held here are the others.
 */

import { afterAll, beforeAll, expect, test } from "vitest";
import type { RecallAnswer } from "../../src/recall/compose.js";
import { openSearch, searchOf } from "../../src/recall/index/open.js";
import { rangeOf, timesIn } from "../../src/recall/words/time-read.js";
import { measuredDays } from "../../src/recall/words/typo.js";
import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";
import { ask } from "../support/recall-sample.js";

/** A line for each day, told in turn with another detail; `2026-11-21`, a Saturday, is today. */
interface Theme {
  readonly line: string;
  readonly details: readonly string[];
  readonly days: string;
}

const themes = {
  billing: {
    line: "Deployed the billing service:",
    details: ["retries for failed cards.", "a new tax table.", "the invoice export, after two attempts."],
    days: "09-24 10-02 10-09 10-16 10-29 11-05 11-12 11-17 11-20",
  },
  supplier: {
    line: "Call with the supplier about the crates:",
    details: ["they raise the price.", "delivery is late again.", "we asked for smaller lots and a discount."],
    days: "09-25 09-29 10-06 10-13 10-20 10-27 11-10 11-17 11-19",
  },
  choir: {
    line: "Chorprobe in der Kirche:",
    details: ["der Alt war zu leise.", "wir üben jetzt das Requiem.", "zwei neue Tenöre sind da."],
    days: "09-23 09-30 10-07 10-14 10-21 10-28 11-04 11-11 11-18",
  },
  heating: {
    line: "Die Heizung im Büro fiel aus:",
    details: ["der Techniker kam am Nachmittag.", "die Pumpe wurde getauscht.", "es fehlte nur Wasser."],
    days: "09-26 10-05 10-12 10-19 10-30 11-03 11-09 11-16 11-20",
  },
  museum: {
    line: "Réunion avec le musée sur l'exposition :",
    details: ["le budget est réduit.", "les cadres arrivent en retard.", "on garde la grande salle."],
    days: "09-28 10-03 10-10 10-15 10-22 10-31 11-06 11-13 11-17",
  },
  market: {
    line: "Courses au marché avec Jeanne :",
    details: ["des poires et du fromage.", "plus de pain ce matin.", "on a trouvé des champignons."],
    days: "09-26 10-04 10-11 10-17 10-24 11-01 11-07 11-14 11-20",
  },
  pottery: {
    line: "Clase de cerámica en el taller:",
    details: ["el jarrón se rompió.", "probé un esmalte azul.", "terminé dos tazas."],
    days: "09-24 10-01 10-08 10-15 10-22 10-29 11-05 11-12 11-19",
  },
  garage: {
    line: "Llamada con el mecánico por el coche:",
    details: ["falta una pieza.", "los frenos están listos.", "la factura es alta."],
    days: "09-29 10-05 10-14 10-20 10-26 11-02 11-10 11-17 11-20",
  },
  factory: {
    line: "和工厂讨论包装设计：",
    details: ["颜色要改。", "样品下周到。", "价格没有谈好。"],
    days: "09-25 10-02 10-09 10-12 10-19 10-28 11-04 11-10 11-20",
  },
  running: {
    line: "在河边跑步：",
    details: ["七公里。", "下雨了，只跑了三公里。", "膝盖有点疼。"],
    days: "09-27 10-03 10-11 10-18 10-25 11-01 11-08 11-15 11-19",
  },
  garden: {
    line: "庭の手入れをした：",
    details: ["バラを切った。", "落ち葉を集めた。", "新しい土を入れた。"],
    days: "09-26 10-04 10-10 10-17 10-25 11-03 11-07 11-12 11-20",
  },
  dentist: {
    line: "歯医者に行った：",
    details: ["奥歯を直した。", "次は来週。", "痛みはなかった。"],
    days: "09-30 10-06 10-13 10-22 10-27 11-05 11-10 11-16 11-18",
  },
} satisfies Record<string, Theme>;

type Kind = "day" | "range" | "order";
type Asked = readonly [kind: Kind, theme: keyof typeof themes, question: string, from: string, to: string];

/** What it names lies between the two days; where the order is asked for, the day is one. */
const questions: readonly Asked[] = [
  ["day", "billing", "what did we deploy for the billing service yesterday?", "11-20", "11-20"],
  ["day", "supplier", "what came out of the call with the supplier last Tuesday?", "11-17", "11-17"],
  ["day", "billing", "billing service deployed on 16 October", "10-16", "10-16"],
  ["day", "supplier", "the supplier call on October 6th", "10-06", "10-06"],
  ["day", "supplier", "what did the supplier say two days ago?", "11-19", "11-19"],
  ["day", "billing", "what went out with the billing service on Thursday last week?", "11-12", "11-12"],
  ["day", "choir", "Wie war die Chorprobe am 14. Oktober?", "10-14", "10-14"],
  ["day", "heating", "Was war gestern mit der Heizung?", "11-20", "11-20"],
  ["day", "choir", "Was haben wir letzten Mittwoch in der Chorprobe geübt?", "11-18", "11-18"],
  ["day", "heating", "Heizung am 5.10.2026", "10-05", "10-05"],
  ["day", "market", "qu'avons-nous acheté au marché hier ?", "11-20", "11-20"],
  ["day", "museum", "la réunion avec le musée mardi dernier", "11-17", "11-17"],
  ["day", "museum", "qu'a dit le musée le 15 octobre ?", "10-15", "10-15"],
  ["day", "market", "les courses au marché le 24 octobre", "10-24", "10-24"],
  ["day", "garage", "¿qué dijo el mecánico ayer?", "11-20", "11-20"],
  ["day", "pottery", "la clase de cerámica del 8 de octubre", "10-08", "10-08"],
  ["day", "garage", "¿qué dijo el mecánico el martes pasado?", "11-17", "11-17"],
  ["day", "pottery", "¿qué hice en cerámica hace dos días?", "11-19", "11-19"],
  ["day", "factory", "昨天和工厂讨论了什么？", "11-20", "11-20"],
  ["day", "factory", "10月12日和工厂讨论了什么包装？", "10-12", "10-12"],
  ["day", "running", "两天前跑步跑了多远？", "11-19", "11-19"],
  ["day", "factory", "上周二工厂的包装怎么样？", "11-10", "11-10"],
  ["day", "garden", "昨日は庭で何をした？", "11-20", "11-20"],
  ["day", "dentist", "10月13日の歯医者はどうだった？", "10-13", "10-13"],
  ["day", "dentist", "3日前の歯医者", "11-18", "11-18"],
  ["day", "garden", "先週の木曜日に庭でしたこと", "11-12", "11-12"],
  ["range", "billing", "what did we deploy for billing between 10 and 20 October?", "10-10", "10-20"],
  ["range", "supplier", "supplier calls in the first week of October", "10-01", "10-07"],
  ["range", "supplier", "what did the supplier want in late September?", "09-21", "09-30"],
  ["range", "billing", "billing deploys from 1 to 7 November", "11-01", "11-07"],
  ["range", "choir", "Chorproben vom 5. bis 15. Oktober", "10-05", "10-15"],
  ["range", "heating", "Heizung Ende Oktober", "10-21", "10-31"],
  ["range", "heating", "Fiel die Heizung letzte Woche aus?", "11-09", "11-15"],
  ["range", "choir", "Chorprobe Anfang Oktober", "10-01", "10-10"],
  ["range", "museum", "réunions avec le musée du 5 au 12 octobre", "10-05", "10-12"],
  ["range", "market", "le marché la semaine dernière", "11-09", "11-15"],
  ["range", "market", "courses au marché fin septembre", "09-21", "09-30"],
  ["range", "museum", "le musée entre le 20 et le 28 octobre", "10-20", "10-28"],
  ["range", "pottery", "cerámica del 5 al 12 de octubre", "10-05", "10-12"],
  ["range", "garage", "el mecánico a finales de octubre", "10-21", "10-31"],
  ["range", "garage", "el mecánico la semana pasada", "11-09", "11-15"],
  ["range", "pottery", "la primera semana de noviembre en cerámica", "11-01", "11-07"],
  ["range", "running", "10月中旬跑步的情况", "10-11", "10-20"],
  ["range", "factory", "10月25日到31日和工厂谈了什么包装", "10-25", "10-31"],
  ["range", "garden", "10月上旬の庭の手入れ", "10-01", "10-10"],
  ["range", "dentist", "10月20日から25日の歯医者", "10-20", "10-25"],
  ["order", "billing", "when did we first deploy the billing service?", "09-24", "09-24"],
  ["order", "supplier", "the most recent call with the supplier", "11-19", "11-19"],
  ["order", "choir", "Wann war die letzte Chorprobe in der Kirche, also das letzte Mal?", "11-18", "11-18"],
  ["order", "heating", "Wann fiel die Heizung zum ersten Mal aus?", "09-26", "09-26"],
  ["order", "museum", "la dernière fois qu'on a vu le musée pour l'exposition", "11-17", "11-17"],
  ["order", "market", "quand avons-nous fait les courses au marché pour la première fois ?", "09-26", "09-26"],
  ["order", "garage", "la última vez que llamé al mecánico por el coche", "11-20", "11-20"],
  ["order", "pottery", "la primera vez en clase de cerámica", "09-24", "09-24"],
  ["order", "running", "上次在河边跑步", "11-19", "11-19"],
  ["order", "factory", "第一次和工厂讨论包装设计", "09-25", "09-25"],
  ["order", "garden", "最後に庭の手入れをしたのはいつ", "11-20", "11-20"],
  ["order", "dentist", "初めて歯医者に行ったのはいつ", "09-30", "09-30"],
];

let repo: TestRepo;
let workspace: TestWorkspace;

beforeAll(async () => {
  repo = makeRepo();
  for (const [path, text] of pages()) repo.write(path, text);
  const search = openSearch({ dir: `${repo.home}/search`, version: "days" });
  workspace = await openTestWorkspace(repo, { services: [[searchOf, search]] });
});

afterAll(async () => {
  await workspace.close();
  repo.remove();
});

function pages(): ReadonlyMap<string, string> {
  const logs = new Map<string, string[]>();
  for (let at = 0; at < 60; at++) {
    const day = new Date(Date.UTC(2026, 8, 23 + at)).toISOString().slice(0, 10);
    logs.set(day, [`- Slept ${6 + (at % 3)} hours; ${at % 20} messages were answered.`]);
  }
  for (const { line, details, days } of Object.values(themes)) {
    for (const [at, day] of days.split(" ").entries())
      logs.get(`2026-${day}`)!.push(`- ${line} ${details[at % details.length]}`);
  }
  return new Map([...logs].map(([day, lines]) => [`memory/${day}.md`, `# ${day}\n\n${lines.join("\n")}\n`]));
}

async function isRight([, theme, text, from, to]: Asked): Promise<boolean> {
  const answer: RecallAnswer = await ask(workspace, text);
  const day = answer.pages[0]?.path.slice("memory/2026-".length, -".md".length) ?? "none";
  return themes[theme].days.split(" ").includes(day) && day >= from && day <= to;
}

/** `left` are the questions that nothing was fitted on. */
async function shareOf(
  kind: Kind,
  left: boolean,
): Promise<{ readonly share: number; readonly missed: readonly string[] }> {
  const missed: string[] = [];
  const own = questions.filter((asked) => asked[0] === kind).filter((_, at) => (at % 2 === 1) === left);
  for (const asked of own) if (!(await isRight(asked))) missed.push(asked[2]);
  return { share: 1 - missed.length / own.length, missed };
}

test.each([
  ["day", 0.8],
  ["range", 0.6],
  ["order", 0.6],
] as const)("questions by %s have the right page first in at least %f", async (kind, least) => {
  const { share, missed } = await shareOf(kind, true);
  expect(share, missed.join("\n")).toBeGreaterThanOrEqual(least);
  // The other half is told on demand, and holds nothing: it was fitted on.
  if (process.env.ALL) console.log(kind, "left", share, missed, "fit", await shareOf(kind, false));
});

test.each([
  ["what did we do in October?", ["2026-10-01", "2026-10-02", "2026-10-03"]],
  ["was haben wir im Oktober gemacht?", ["2026-10-01", "2026-10-02", "2026-10-03"]],
  ["what did we do last month?", ["2026-10-01", "2026-10-02", "2026-10-03"]],
  ["between 2026-10-02 and 2026-10-05", ["2026-10-02", "2026-10-03"]],
  ["what did we do on October 2?", ["2026-10-02"]],
  ["what happened on 2026-10-02?", ["2026-10-02"]],
])("%s brings what was then, and nothing else", async (text, wanted) => {
  const own = makeRepo();
  for (const day of ["01", "02", "03"])
    own.write(`memory/2026-10-${day}.md`, `- Thing number ${day} was done at the shed.\n`);
  own.write("log.md", "# Log\n\n## 2026-05-01\n\n- Planted a tree.\n\n## 2026-06-03\n\n- Built the shed.\n");
  own.write("garden.md", "# Garden\n\nThe garden has 02 beds and 10 rows since 2026.\n");
  const search = openSearch({ dir: `${own.home}/search`, version: "days" });
  const opened = await openTestWorkspace(own, { services: [[searchOf, search]] });
  const { status, pages } = await ask(opened, text);
  await opened.close();
  own.remove();
  expect({ status, ids: pages.map(({ id }) => id).sort() }).toEqual({ status: "ok", ids: wanted });
});

test.each([
  ["2026-04-13", "last weekend I ran five kilometers for the shelter", "What happened on 11 April 2026?"],
  ["2026-04-20", "two weeks ago we adopted a dog", "What did we do in the week of 6 April 2026?"],
  ["2026-04-22", "vorgestern war ich beim Zahnarzt", "Was war am 20. April 2026?"],
  ["2026-04-22", "on a adopté un chien la semaine dernière", "Qu'est-ce qu'on a fait le 15 avril 2026 ?"],
  ["2026-04-22", "hace tres días pinté la puerta", "¿Qué hice el 19 de abril de 2026?"],
  ["2026-04-22", "昨天我去了牙医那里", "2026年4月21日做了什么？"],
])("what a log of %s tells of another day is found by that day: %s", async (day, told, text) => {
  const { status, pages } = await answerOf(
    { [`memory/${day}.md`]: told, "memory/2026-05-02.md": "The tax form is with Jana" },
    text,
  );
  expect(status).toBe("ok");
  expect(pages[0]?.path).toBe(`memory/${day}.md`);
});

test("a day of the week alone may be one to come, and tells of no day", () => {
  expect(measuredDays("on Friday we ship", { from: "2026-04-22", to: "2026-04-22" })).toEqual([]);
  expect(measuredDays("last Friday we shipped", { from: "2026-04-22", to: "2026-04-22" })).toEqual([
    { from: "2026-04-17", to: "2026-04-17" },
  ]);
});

test.each([
  ["memory/2026-10-05.md", "Last year we used Redis for the queue", "What happened on 31 December 2025?"],
  ["memory/2026-11-20.md", "Hast du hier den Schlüssel gesehen?", "Was war am 19. November 2026?"],
  ["memory/2026-11-13.md", "The rent is due on the last day of the month", "What happened on 12 November 2026?"],
  ["memory/2026-11-20.md", "我们5日前提交报告", "2026年11月15日做了什么？"],
])("what %s says is of no other day: %s", async (path, said, text) => {
  expect((await answerOf({ [path]: said }, text)).status).toBe("no_match");
});

test("three Fridays after a day are no day", () => {
  expect(range("three Fridays after 3 May 2026")).toBe(range("Fridays after 3 May 2026"));
  expect(range("three Fridays after 3 May 2026")).not.toBe("2026-05-08..2026-05-08");
});

function range(text: string): string {
  const found = rangeOf(timesIn(text, "2026-11-21"));
  return found === null ? "none" : `${found.from ?? ""}..${found.to ?? ""}`;
}

/** What a memory of these pages, a line each, answers. */
async function answerOf(lines: Readonly<Record<string, string>>, text: string): Promise<RecallAnswer> {
  const own = makeRepo();
  for (const [path, line] of Object.entries(lines)) own.write(path, `# Log\n\n- ${line}\n`);
  const search = openSearch({ dir: `${own.home}/search`, version: "told" });
  const opened = await openTestWorkspace(own, { services: [[searchOf, search]] });
  const answer = await ask(opened, text);
  await opened.close();
  own.remove();
  return answer;
}
