/** Titles: what a log's headings, announcing lines and signs make of the items below them, in six languages, and what they do not. */

import { describe, expect, test } from "vitest";
import type { Promotion } from "../../../src/night/keep/candidate.js";
import { curate } from "../../../src/night/keep/curate.js";
import { significanceOf } from "../../../src/night/keep/significance.js";

const day = "2026-11-19";

function curated(text: string, kept: readonly string[] = []): readonly Promotion[] {
  const { singles } = curate({
    logs: [{ path: `memory/${day}.md`, day, text }],
    kept,
    processed: new Set(),
    originOf: () => "agent",
    day: "2026-11-20",
  });
  return singles;
}

function promoted(text: string): readonly { readonly said: string; readonly kind: string | null }[] {
  return curated(text).map(({ said, kind }) => ({ said, kind }));
}

const said = (text: string): readonly string[] => promoted(text).map((one) => one.said);
const kindOf = (text: string): string | null => significanceOf(text, { tags: [], under: [], today: day }).kind;
const isWorth = (text: string): boolean => ![null, "fact"].includes(kindOf(text));

describe("a line that announces a list", () => {
  test.each([
    ["**House rules:**", "The attic stays locked over the winter"],
    ["Ines hat entschieden:", "Der Keller bleibt bis März leer"],
    ["**Règles du jardin :**", "Les outils rentrent avant la pluie"],
    ["Reglas de la cocina:", "Los cuchillos vuelven al bloque azul"],
    ["**仓库规则：**", "箱子按颜色放在三个架子上"],
    ["**台所のルール：**", "包丁は青い台に戻しておく"],
    ["**Door rules**", "The side door belongs to the baker"],
  ])("%s speaks for the items behind it", (line, item) => {
    expect(said(`## Tuesday\n\n${line}\n\n- ${item}\n`)).toEqual([item]);
  });

  test("ends at the next heading, and at a paragraph between", () => {
    const item = "- The attic stays locked over the winter\n";
    expect(said(`**House rules:**\n\n## Walk\n\n${item}`)).toEqual([]);
    expect(said(`**House rules:**\n\nWent for a walk there.\n\n${item}`)).toEqual([]);
  });

  test("that reports what was found speaks for nothing", () => {
    expect(said("**Key findings:**\n\n- Two of the pipes under the sink are alike\n")).toEqual([]);
  });
});

describe("a heading about a person", () => {
  test.each([
    ["## About Ines (new)", "Beekeeper since 2009", "About Ines: Beekeeper since 2009."],
    ["## 👤 User Profile", "Trains two teams of juniors", "User Profile: Trains two teams of juniors."],
    ["## Über Ines", "Imkerin seit 2009", "Über Ines: Imkerin seit 2009."],
    ["## À propos de Jeanne", "Apicultrice depuis 2009", "À propos de Jeanne: Apicultrice depuis 2009."],
    ["## Sobre Inés", "Apicultora desde 2009", "Sobre Inés: Apicultora desde 2009."],
    ["## 用户画像", "养蜂十年，住得离城很远", "用户画像: 养蜂十年，住得离城很远"],
    ["## ユーザー情報", "養蜂家、二人の娘と暮らす", "ユーザー情報: 養蜂家、二人の娘と暮らす"],
  ])("%s says whom an item is about, and stands before it", (heading, item, whole) => {
    expect(promoted(`${heading}\n\n- ${item}\n`)).toEqual([{ said: whole.replace(/\.$/, ""), kind: "identity" }]);
  });

  test("is not one about a product or a matter", () => {
    expect(said("## About HiveSync\n\n- Green hull with two lamps\n")).toEqual([]);
    expect(said("## About the attic\n\n- Green walls with two lamps\n")).toEqual([]);
  });
});

describe("an item that says too little alone", () => {
  test("is nothing under a heading that adds no words", () => {
    expect(said("## Decisions\n\n- Harbor talks — effective\n")).toEqual([]);
    expect(said("## 决策\n\n- 港口 — 好\n")).toEqual([]);
  });

  test("brings the words of a heading that has some", () => {
    expect(said("## Decisions on harbor parking fees\n\n- Guests park — free\n")).toEqual([
      "Decisions on harbor parking fees: Guests park — free",
    ]);
  });
});

describe("below a heading that speaks for its items", () => {
  test.each([
    ["## Learnings", "The east door is currently not open"],
    ["## Erkenntnisse", "Das Osttor ist aktuell nicht offen"],
    ["## Leçons", "La porte est actuellement fermée au public"],
    ["## Lecciones", "La puerta está actualmente cerrada al público"],
    ["## 教训", "东边的大门目前还没有打开"],
    ["## 学び", "東の門は現在まだ開いていない"],
  ])("%s: what is so for the moment is no lesson", (heading, item) => {
    expect(said(`${heading}\n\n- ${item}\n`)).toEqual([]);
  });

  test("what was decided for now is decided", () => {
    expect(said("## Decisions\n\n- Keep the blue door locked for now\n")).toEqual([
      "Keep the blue door locked for now",
    ]);
  });

  test.each([
    ["Sanded the hull (the old one) and counted the oars", []],
    ["Had a talk with the harbor master about moorings", []],
    ["Sanded hulls take paint only when they are dry", ["Sanded hulls take paint only when they are dry"]],
    ["Learned how the winch is oiled", ["Learned how the winch is oiled"]],
  ])("a deed is no lesson, and what it showed is one: %s", (item, told) => {
    expect(said(`## Today's learnings\n\n- ${item}\n`)).toEqual(told);
    expect(said(`## Decisions\n\n- ${item}\n`)).toEqual([item]);
  });

  test("preferences that somebody learned are preferences", () => {
    expect(promoted("## Preferences Learned\n\n- The oars hang above the blue door\n")).toMatchObject([
      { kind: "preference" },
    ]);
    expect(promoted("## Lessons and preferences\n\n- The oars hang above the blue door\n")).toMatchObject([
      { kind: "lesson" },
    ]);
  });

  test.each([
    "Guardrails: `docs/guardrails.md`",
    "**Lesson:** `notes/2026/oars.md`",
    "反思内容：船桨和缆绳",
    "更新了反思日志：船桨和缆绳",
  ])("what says where it stands, or what is in it, says nothing of it: %s", (item) => {
    expect(isWorth(item)).toBe(false);
    expect(isWorth("**Lesson:** `oars.md` grows too long to read")).toBe(true);
    expect(isWorth("教训：油漆要先晒干")).toBe(true);
  });

  test("what has the sign of being done is news, unless it insists", () => {
    expect(said("## House rules\n\n- ✅ Painted the fence and the gate\n")).toEqual([]);
    expect(said("## House rules\n\n- ✅ The gate may not stay open at night\n")).toHaveLength(1);
  });

  test.each(["Link", "链接", "Lien"])("a label %s before an address is no statement", (label) => {
    expect(said(`## House rules\n\n- **${label}**: https://example.org/a-page/of-ours\n`)).toEqual([]);
  });

  test("a line across the page ends what it speaks for", () => {
    expect(said("## Lessons\n\n- Wet sand holds the poles\n\n---\n\n*Session closed by the night watch*\n")).toEqual([
      "Wet sand holds the poles",
    ]);
  });

  test.each(["Files", "Next steps", "Pending", "Dateien", "Offen", "À faire", "Pendiente", "待办", "やること"])(
    "a heading “%s” within it speaks for itself",
    (inner) => {
      expect(said(`## Decisions\n\n### ${inner}\n\n- Blue paint for 大 the garden gate\n`)).toEqual([]);
    },
  );
});

describe("a heading with more than its label", () => {
  const item = "The smallest letters are as high as a thumb";

  test.each([
    "## Garden signs — house rules",
    "## Garden signs – Hausregeln",
    "## Panneaux du jardin — règles",
    "## Schilder-Regel (fest)",
    "## Carteles del jardín — reglas",
    "## 花园标牌 — 规则",
    "## 庭の看板 — ルール",
  ])("%s speaks for what stands below", (heading) => {
    expect(said(`${heading}\n\n- ${item}\n`)).toEqual([item]);
  });

  test.each([
    "## 2026-11-19 - The boat and a link correction",
    "## 2026-11-19 21:40 — Bootslack-Korrektur",
    "## Critical (2)",
    "## Nightly round — best practices library",
    "## The crane and its ropes — lesson",
  ])("%s does not", (heading) => {
    expect(said(`${heading}\n\n- ${item}\n`)).toEqual([]);
  });
});

test.each([
  "Jeder Name im Heft MUSS einem Gast von heute gehören",
  "Le portail DOIT rester fermé pendant la nuit",
  "La puerta DEBE quedar cerrada durante la noche",
])("%s: an order in capitals is a rule", (text) => {
  expect(kindOf(text)).toBe("rule");
});

test("a term of a specification in capitals is no order", () => {
  expect(isWorth("Reply on the wall: thirteen fields, eleven of them MUST, as the text has it")).toBe(false);
});

describe("a heading's word", () => {
  test.each([
    "## Weekly of The Lesson Post",
    "## Garden & Learning Systems Review",
    "## Stage two (bird learning)",
    "## 重要数据",
    "## Discovery: the attic",
  ])("%s is of something else", (heading) => {
    expect(said(`${heading}\n\n- The pump under the 大 house takes salt water\n`)).toEqual([]);
  });

  test.each(["## Lessons of the post", "## Key Learnings Today", "## 重要提醒", "## 仓库规则更新"])(
    "%s speaks for what stands below",
    (heading) => {
      expect(said(`${heading}\n\n- The pump under the 大 house takes salt water\n`)).toHaveLength(1);
    },
  );
});

describe("what helps against a trouble", () => {
  test.each([
    "Long parcels fail → split them in two",
    "Breite Pakete gehen nicht → längs verschnüren",
    "Longs colis en échec → couper en deux parts",
    "Paquetes grandes fallan → dividir en dos partes",
    "上传大文件超时 → 拆成小块再传",
    "大きい荷物はエラー → 小分けにして送る",
  ])("%s is a lesson", (text) => {
    expect(kindOf(text)).toBe("lesson");
  });

  test.each([
    "If in doubt → leave the parcel at the office",
    "Wenn unklar → lieber weglassen",
    "Si le doute reste → garder le colis fermé",
    "如果不确定 → 先放在门口的箱子里",
  ])("%s is one for a case", (text) => {
    expect(kindOf(text)).toBe("lesson");
  });

  test.each([
    "Long parcels fail → fixed by the porter",
    "Paket ging nicht → wurde neu verschnürt",
    "大きい荷物はエラー → 小分けにして送った",
    "The crash took the count from 40 → 12 boxes",
    "Do long parcels fail → split them?",
  ])("%s is none", (text) => {
    expect(isWorth(text)).toBe(false);
  });
});

describe("a wish", () => {
  test("for an act is a plan, and for how things are is a preference", () => {
    expect(isWorth("Ines wants to give me the keys of the attic")).toBe(false);
    expect(kindOf("Ines wants to be asked before the attic is opened")).toBe("preference");
  });

  test("that was said aloud and holds on is kept", () => {
    expect(isWorth("Ines explicitly asked the porter to warn of high water before the gate opens")).toBe(true);
    expect(isWorth("New rule confirmed: parcels go to the side door in the Harbor list")).toBe(true);
  });
});

describe("the answer that there is none", () => {
  test.each([
    ["## Decisions", "None (a quiet day, only checks)"],
    ["## Lessons learned", "Nothing new — the usual work of a Tuesday"],
    ["## Entscheidungen", "Keine (nur der Alltag im Hafen)"],
    ["## Décisions", "Aucune (journée de routine au port)"],
    ["## Decisiones", "Ninguna (día de rutina en el puerto)"],
    ["## Решения", "Нет (обычный рабочий день в порту)"],
    ["## 决策", "无（今天只有日常检查工作）"],
    ["### 学んだこと・決定事項", "なし（いつもどおりの運用日）"],
  ])("%s: %s is nothing to keep", (heading, item) => expect(said(`${heading}\n\n- ${item}\n`)).toEqual([]));

  test.each([
    ["## Decisions", "Nothing leaves the harbor office without a stamp"],
    ["## Decisions", "None of the boats is painted before March"],
    ["### 決定事項", "なしの木は庭の北側に植える"],
  ])("%s: %s is no such answer", (heading, item) =>
    expect(said(`${heading}\n\n- ${item}\n`)).toEqual([item.replace(/\.$/, "")]),
  );
});

describe("a sign that it is done", () => {
  test.each([
    "✅ Privacy policy — “package” in the place of “subscription”",
    "✅ Политика конфиденциальности — «пакета» вместо «подписки»",
  ])("before %s makes work of it", (item) => expect(isWorth(item)).toBe(false));
  test.each(["✅ Rule: the attic stays locked over the winter", "✅ Decision: the attic stays locked"])(
    "before %s leaves it what it says it is",
    (item) => expect(isWorth(item)).toBe(true),
  );
});

describe("a statement that says what kind it is of and not of what", () => {
  const textsIn = (text: string): readonly string[] => curated(text).map((one) => one.text);
  test.each([
    [
      "## Reader for the archive",
      "Decision: skip it until the spring",
      "Reader for the archive: Skip it until the spring.",
    ],
    [
      "## Orgel der Kapelle",
      "**Lektion:** erst stimmen und danach lackieren",
      "Orgel der Kapelle: Erst stimmen und danach lackieren.",
    ],
    [
      "## Scierie — la lame",
      "Décision: attendre encore le printemps prochain",
      "Scierie — la lame — Attendre encore le printemps prochain.",
    ],
    ["## Подбор духов", "**Решение:** выбор из трёх списков сразу", "Подбор духов: Выбор из трёх списков сразу."],
    [
      "## 倉庫の整理",
      "**教訓：** 箱は小さいほど早く運べるので大きくしない",
      "倉庫の整理: 箱は小さいほど早く運べるので大きくしない",
    ],
  ])("is told of what its section is about: %s", (heading, item, text) =>
    expect(textsIn(`# 2026-11-19\n\n${heading}\n\n- ${item}\n`)).toEqual([text]),
  );

  test.each([
    ["no heading", ""],
    ["the day", "## 2026-11-19 — Thursday\n\n"],
    ["a part of the day", "## Afternoon session\n\n### 14:20 – Notes\n\n"],
    ["the kind again", "## Key decisions\n\n"],
    ["a list of work", "## Backlog (confirmed by Petra)\n\n"],
    ["what it says itself", "## The boat\n\n"],
    ["a number, by which it would be another statement", "## Quay 7\n\n"],
  ])("and by itself below %s", (_, heading) =>
    expect(textsIn(`${heading}- Decision: paint all boats before March\n`)).toEqual([
      "Paint all boats before March.",
    ]),
  );

  test("is known below another heading, and contradicted with its subject or without", () => {
    const [one] = curated("## Harbor office\n\n- Rule: the side door is always open to the baker\n");
    expect(one!.text).toBe("Harbor office: Rule: the side door is always open to the baker.");
    const again = "## Bakery\n\n- Rule: the side door is always open to the baker\n";
    expect(textsIn(again).length).toBe(1);
    expect(curated(again, [`- ${one!.text}`])).toEqual([]);
    const against = "## Harbor office\n\n- Rule: the side door is never always open to the baker\n";
    expect(curated(against, [`- ${one!.text}`])).toEqual([]);
    expect(curated(against, ["- Rule: the side door is always open to the baker."])).toEqual([]);
  });

  test("is not told of what stands beside it, nor of the kind of a part of a report", () => {
    const text =
      "## Scent list! 🚀\n\n### Problem\n\nToo many doubles.\n\n### Decision: choose from three of the boxes\n";
    expect(textsIn(text)).toEqual(["Scent list: Choose from three of the boxes."]);
  });

  test("that stands below another heading within a decision is none of it", () => {
    const text = "## Decided: hire the second crane for good!\n\n### Also mended\n\n- The lamp over the side door\n";
    expect(textsIn(text)).toEqual(["Hire the second crane for good!"]);
  });

  test("that hangs below a decision in a heading brings that decision", () => {
    const text =
      "### Decision: hire the second crane\n\n- It unloads the timber at night\n- The crane driver stays\n";
    expect(textsIn(text).toSorted()).toEqual([
      "Hire the second crane.",
      "The crane driver stays.",
      "hire the second crane: It unloads the timber at night.",
    ]);
  });
});

describe("a name in a list of its own", () => {
  test.each([
    ["## The neighbor's dog", "- **Name:** Juno", "The neighbor's dog: **Name:** Juno."],
    ["## About Ines", "- Name: Ines Okonkwo", "About Ines: Name: Ines Okonkwo."],
    ["## りんちゃんについて", "- 名前: りん（りんちゃん）", "りんちゃんについて: 名前: りん（りんちゃん）"],
  ])("%s is of what its heading is about, and not the agent's", (heading, item, text) => {
    const [one] = curated(`${heading}\n\n${item}\n`);
    expect(one).toMatchObject({ text, tags: [], kind: "identity" });
  });

  test.each(["", "## Identity\n\n", "# 2026-11-19\n\n", "## Morning\n\n"])("below %j is the agent's", (heading) => {
    const [one] = curated(`${heading}- **Name:** Juno Okonkwo\n`);
    expect(one).toMatchObject({ tags: ["identity"] });
  });
});
