/** Written: of a made-up week what is at hand, where it stood, and what was told after it was replaced, by the built program. */

import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { playWritten, seenText, type Written } from "./written.js";

const program = fileURLToPath(new URL("../../../dist/pagefile.cjs", import.meta.url));

const week: Written = {
  name: "ferries",
  language: "en",
  sessions: [
    { day: 0, prompts: ["Never book the night ferry.", "we keep the tariffs in pence"] },
    { day: 8, prompts: ["book me the ferry to Kiel", "from now on we keep the tariffs in cents"] },
    { day: 9, prompts: ["add the tariff of berth four"] },
  ],
  facts: [
    { id: "night", session: 0, prompt: 0, words: "Never book the night ferry" },
    { id: "pence", session: 0, prompt: 1, words: "we keep the tariffs in pence" },
    { id: "cents", session: 1, prompt: 1, words: "from now on we keep the tariffs in cents", replaces: "pence" },
    { id: "harbor", session: 0, prompt: 0, words: "the harbor office closes at noon" },
  ],
  needs: [
    { session: 1, prompt: 0, facts: ["night"], how: "words" },
    { session: 2, prompt: 0, facts: ["cents", "harbor"], how: "implied" },
  ],
};

test("a need is at hand where its words stand, and nowhere where nobody said them", { timeout: 120_000 }, () => {
  const seen = playWritten(week, program);
  expect(seen.mishaps).toEqual([]);
  expect(seen.needs.map(({ at, days, words }) => [at, days, words.slice(0, 14)])).toEqual([
    ["start", 8, "Never book the"],
    ["start", 1, "from now on we"],
    ["nowhere", 9, "the harbor off"],
  ]);
  expect(seen.facts.find(({ words }) => words.startsWith("Never"))?.where).toBe("page");
  expect(seen.facts.at(-1)?.where).toBe("nowhere");
  expect(seen.starts[0]).not.toContain("night ferry");
  expect(seenText([seen], 9)).toMatch(
    /^needed, implied: 1 of 2 at hand[\s\S]*^needed after 7 to 20 days: 1 of 2 at hand$[\s\S]*not at hand \(implied\): add the tariff/m,
  );
});
