/** Entry shapes: what is read from the ways people lay a log out: headings that say it, items that announce, lines without marks. */

import { describe, expect, test } from "vitest";
import type { Promotion } from "../../../src/night/keep/candidate.js";
import { curate } from "../../../src/night/keep/curate.js";

function promoted(text: string): readonly Promotion[] {
  const day = "2026-11-19";
  const { singles } = curate({
    logs: [{ path: `memory/${day}.md`, day, text }],
    kept: [],
    processed: new Set(),
    originOf: () => "agent",
    day: "2026-11-20",
  });
  return singles;
}

const said = (text: string): readonly string[] => promoted(text).map((one) => one.said);

describe("a heading", () => {
  test("that says it itself is a statement, and what happened around it is none", () => {
    const text = "## LESSON: the printer has to cool down before every long job\n\nPushed the branch `print`.\n";
    expect(said(text)).toEqual(["LESSON: the printer has to cool down before every long job"]);
  });

  test.each([
    ["## Design-Entscheidungen", "Der Flur bleibt weiß und leer"],
    ["## Architekturentscheidungen", "Der Flur bleibt weiß und leer"],
    ["## Rules for guests", "Shoes stand outside the door"],
    ["## Règles de la maison", "Les vélos restent dans la cour"],
    ["## Buenas prácticas", "Las llaves vuelven al cajón azul"],
    ["## 拍板", "大厅用蓝色的门"],
    ["### 田中さんからの注意", "鍵は青い箱に戻す"],
    ["### 重要な学び（倉庫から）", "箱は小さいほど早く運べる"],
    ["## Decision log", "Blue doors for the hall"],
  ])("%s speaks for what stands below it", (heading, line) => {
    expect(said(`${heading}\n\n- ${line}\n`)).toEqual([line]);
  });

  test.each(["## Decision points", "## Learning rate", "## Next decisions needed", "## 发现的几篇文章"])(
    "%s speaks for nothing",
    (heading) => {
      expect(said(`${heading}\n\n- Blue doors for 大厅\n`)).toEqual([]);
    },
  );
});

describe("an item", () => {
  test("that announces decisions is kept with what hangs below it", () => {
    const [one] = promoted("1. **Key decisions**\n   - Anna = the front door\n   - Bela = the yard\n");
    expect(one).toMatchObject({
      kind: "decision",
      text: "Key decisions:",
      below: "  - Anna = the front door\n  - Bela = the yard",
    });
  });

  test("that says nothing itself gives those below it the word", () => {
    const text = "- Went through the hall\n  - counted the chairs\n  - **Lesson:** chairs need numbers\n";
    expect(said(text)).toEqual(["**Lesson:** chairs need numbers."]);
  });

  test("that leads on to a list of its own ends before it does", () => {
    expect(said("Tom said no to new locks on the doors. Two reasons:\n\n1. cost\n2. noise\n")).toEqual([
      "Tom said no to new locks on the doors.",
    ]);
  });

  test("whose lines stand by themselves is read line by line", () => {
    const text = "Branch: `hall`\nCopy: made at noon.\n**Lesson:** copies need a date in their name.\n";
    expect(said(text)).toEqual(["**Lesson:** copies need a date in their name."]);
  });

  test("that begins with a time of day has its label behind it", () => {
    expect(promoted("- 10:42 - **Decision:** the hall stays blue until spring comes\n")).toMatchObject([
      { kind: "decision", tags: ["decision"] },
    ]);
  });

  test("with a secret below it waits for a person", () => {
    const text = "- **Decision:** the van has its own account\n  - password: Tr0ub4dor-9x\n";
    expect(promoted(text)).toEqual([]);
  });
});

test.each([
  ["🔴 Critical: the swatch has no color in front of it"],
  ["The page is empty, never loads the list of rooms"],
  ["Impact: never shows the list of rooms"],
  ["**Delivery:** Fox Parcel Manager"],
  ["Wrote about “we decided to close the hall” in the paper today"],
  ["读了《我们决定关门》这本书的一半"],
])("%s is a report", (line) => {
  expect(said(`- ${line}\n`)).toEqual([]);
});

test("a short value keeps its label, a sentence does not need it", () => {
  const [plan, hall] = promoted("- **Decision: plan C**\n- **Decision:** the hall stays blue until spring comes\n");
  expect(plan?.text).toBe("**Decision: plan C**.");
  expect(hall?.text).toBe("The hall stays blue until spring comes.");
});
