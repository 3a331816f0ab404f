/** Novelty: what changes one thing of what is kept is news, and what adds most comes first. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { openEpisodes } from "../../../src/night/keep/candidate.js";
import { type Curated, curate } from "../../../src/night/keep/curate.js";
import { gistOf, overlaps, wordsOf } from "../../../src/night/keep/similar.js";
import { thresholds } from "../../../src/night/thresholds.js";

import { draws } from "../../support/draws.js";

const from = (log: readonly string[], kept: readonly string[]): Curated =>
  curate({
    logs: [{ path: "memory/2026-11-20.md", day: "2026-11-20", text: log.map((line) => `- ${line}\n`).join("") }],
    kept: [`# Memory\n\n${kept.map((line) => `- ${line}\n`).join("")}`],
    processed: new Set(),
    day: "2026-11-21",
    originOf: () => "agent",
  });
const texts = (curated: Curated): readonly string[] => curated.singles.map(({ text }) => text);

const kept = [
  "Ines values her friends and the support that they give. [human] (2026-11-01)",
  "Ines enjoys sharing paintings and stories with people. [human] (2026-11-02)",
  "Ines was accepted by everyone around the studio. [human] (2026-11-03)",
];

test("one kept statement with another value in it is news", () => {
  const was = ["Ada takes the early train to Lisbon on Mondays. [human]", "Ada has friends in Porto. [human]"];
  expect(texts(from(["Ada takes the early train to Porto on Mondays. [human]"], was))).toHaveLength(1);
});

test("a name in other letters makes another statement of a text without blanks, and the same name none", () => {
  const words = (name: string, tool: string) => wordsOf(`${name} 目录里一律用 ${tool} 安装依赖`);
  const one = words("lantern", "pnpm");
  expect(overlaps(one, words("ferry", "bun"), 0.5)).toBe(false);
  expect(overlaps(one, wordsOf("lantern 目录里一律要用 pnpm 安装依赖"), 0.5)).toBe(true);
});

test("of one day and one weight, what adds most to the kept memory comes first, and then what adds most to that", () => {
  const said = [
    "Ines enjoys sharing stories with her friends at the studio. [human]",
    "Ines got a silver necklace from her grandmother in Sweden. [human]",
    "Ines treasures that silver Sweden necklace. [human]",
    "Ines rents a workshop by the harbor and shares it with people. [human]",
  ];
  const [stories = "", necklace = "", again = "", workshop = ""] = said.map((line) => line.replace(" [human]", ""));
  const order = texts(from(said, kept));
  expect([...order].sort()).toEqual([stories, necklace, again, workshop].sort());
  expect(order.slice(0, 2)).toEqual([necklace, workshop]);
  expect(texts(from(said.toReversed(), kept))).toEqual(order);
});

test("the words behind a subject are compared without their endings", () => {
  expect(gistOf(wordsOf("Ines's friends were supportive and accepting"))).toMatchObject({ subject: "in" });
  const [one, other] = ["She encouraged acceptance", "She encourages accepting"].map((text) => gistOf(wordsOf(text)));
  expect(one).toEqual(other);
});

test("an episode is found among groups as by holding it against each in turn", () => {
  const word = fc.constantFrom(..."ada tom train trains hotel garden lisbon early 7 not the".split(" "));
  const statement = fc.array(word, { maxLength: 7 }).map((words) => wordsOf(words.join(" ")));
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 40 }), (all) => {
      const episodes = openEpisodes<number>(all);
      const plain: number[] = [];
      for (const [at, words] of all.entries()) {
        const first = plain.find((group) => overlaps(all[group]!, words, thresholds.episodeOverlap)) ?? null;
        expect(episodes.find(words)).toBe(first);
        if (first !== null) continue;
        plain.push(at);
        episodes.add(words, at);
      }
    }),
    { numRuns: draws(300) },
  );
});
