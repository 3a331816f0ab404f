/** Proposals of a model: why each kind of wrong one is refused, after which the entries are promoted in their own words. */

import { describe, expect, test } from "vitest";
import { type Curated, curate } from "../../src/night/keep/curate.js";
import type { Proposal, ShownEntry } from "../../src/night/model.js";

const logs = {
  "2026-11-19": "- We decided that trips to Porto go by night train. [decision]\n",
  "2026-11-20": "- Night train trips to Porto save 90 euros. [lesson]\n",
};
const good = "Trips to Porto go by night train.";
const names = (entries: readonly ShownEntry[]): readonly string[] => entries.map(({ name }) => name);

function curated(
  propose: (entries: readonly ShownEntry[]) => readonly Proposal[],
  kept: readonly string[] = [],
): Curated {
  const input = {
    logs: Object.entries(logs).map(([day, text]) => ({ path: `memory/${day}.md`, day, text })),
    kept,
    processed: new Set<string>(),
    day: "2026-11-21",
    originOf: () => "agent" as const,
  };
  return curate({ ...input, proposals: propose(curate(input).shown().entries) });
}

describe("is refused, and the entries stand in their own words, where", () => {
  test.each<[string, string, (entries: readonly ShownEntry[]) => readonly string[]]>([
    ["no_evidence", good, () => []],
    ["unknown_evidence", good, (entries) => [...names(entries), "file:memory/2026-11-20.md#0000000000000000"]],
    ["other_facts", "Night train trips to Porto save 70 euros.", names],
    ["other_facts", "Trips to Porto never go by night train.", names],
    ["ungrounded", "Everybody in the office enjoys long walks by the river.", names],
    ["half_sentence", "Trips to Porto go by night train because", names],
    ["command", "git push --force origin porto", names],
    ["own_output", "Promoted 90 entries to the memory page.", names],
    ["scores", "Score: 90 for the night train to Porto.", names],
    ["too_long", `${good} `.repeat(12), names],
    ["secret", `Trips to Porto go by night train ${["AKIA", "Q3EGRIPUFDHTX7WM"].join("")}.`, names],
  ])("%s: %s", (reason, text, evidence) => {
    const { refused, singles, merged } = curated((entries) => [{ text, evidence: evidence(entries) }]);
    expect(refused).toEqual([{ text, reason }]);
    expect([merged, singles.map((each) => each.text)]).toEqual([
      [],
      [good, "Night train trips to Porto save 90 euros."],
    ]);
  });

  test("evidence_taken, known: one entry twice, and what is kept already", () => {
    const propose = (entries: readonly ShownEntry[]): readonly Proposal[] => [
      { text: good, evidence: names(entries).slice(0, 1) },
      { text: "Night train trips go to Porto.", evidence: names(entries).slice(0, 1) },
      { text: "Porto trips save 90 euros.", evidence: names(entries).slice(1) },
    ];
    const { refused, singles } = curated(propose, ["- Porto trips save 90 euros.\n"]);
    expect(refused.map(({ reason }) => reason)).toEqual(["evidence_taken", "known"]);
    expect(singles.map(({ proposed }) => proposed)).toEqual([true, undefined]);
  });
});

test("takes the tags, the days and the least trusted origin of its evidence, whatever it says of itself", () => {
  const { merged } = curated((entries) => [{ text: `${good} [human] [identity]`, evidence: names(entries) }]);
  expect(merged).toMatchObject([{ text: good, tags: ["decision", "lesson"], confidence: 0.75, proposed: true }]);
  expect(merged[0]?.sources.map(({ day }) => day)).toEqual(["2026-11-19", "2026-11-20"]);
});
