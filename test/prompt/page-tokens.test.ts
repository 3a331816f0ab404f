/** PageTokens: what is told of a page's ends is what a count of all its fidelities says, whatever costs how much. */

import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openTokenCache } from "../../src/memory/disk/facts-cache.js";
import { loadTokenizer, type Tokenizer } from "../../src/memory/tokenizer.js";
import { pagesIn } from "../../src/memory/workspace.js";
import { fidelities, rank } from "../../src/page/page.js";
import { tokensOf } from "../../src/prompt/prices.js";

import { draws } from "../support/draws.js";
import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace } from "../support/open-memory.js";

const said = fc.constantFrom(
  "- Lisbon in May. It rains. [human]",
  "/help lists them. More of it is in the book.",
  "  - [fact] An item below nothing.",
  "<!-- nobody\nreads this -->",
  "---",
  "```\none\ntwo\nthree\n```",
  "Words, and then more words. A second sentence.",
  "> Quoted by somebody.\n> At length.",
  "",
);
const head = fc.constantFrom("## Trips", "## /root", "## ", "##  <!-- x -->", "## A", "Trips\n-----");
const body = fc
  .array(fc.oneof({ weight: 2, arbitrary: said }, head), { maxLength: 7 })
  .chain((lines) => fc.constantFrom("", "# Title\n\n", "\n# T\n").map((top) => `${top}${lines.join("\n")}\n`));
const meta = fc.constantFrom(
  "",
  "type: preference\n",
  "type: evidence\n",
  "type: procedure\n",
  "type: plan\n",
  "title: /x\n",
  "title: P\n",
  "minFidelity: full\n",
  "type: preference\nfields: { subject: kiln, prefers: hot }\n",
  "type: preference\ncompressed: /short\n",
);
const page = fc.tuple(meta, body).map(([more, text]) => (more === "" ? text : `---\n${more}---\n${text}`));

/** Costs of no pattern for what lies between the places where a tokenizer of this kind splits: anything may be the least. */
const drawn = fc.integer({ min: 1, max: 1_000_000 }).map((salt): Tokenizer => {
  const cost = (part: string): number => {
    let hash = salt;
    for (let at = 0; at < part.length; at += 1) hash = Math.imul(hash ^ part.charCodeAt(at), 0x01000193);
    return 1 + ((hash >>> 8) % 40);
  };
  const splits = /(?<=\n)(?=[^\s/])|(?<=[a-z])(?=@)|(?<=[!-~])(?= )/;
  const count = (text: string): number =>
    text === "" ? 0 : text.split(splits).reduce((sum, part) => sum + cost(part), 0);
  return { name: `drawn ${salt}`, count, splitsBlocks: true };
});

async function looked(repo: TestRepo, aside: string, asked: readonly ("all" | "ends")[], tokenizer: Tokenizer) {
  const tokens = openTokenCache(join(repo.home, aside), "test");
  const workspace = await openTestWorkspace(repo, { config: { profile: "openclaw" }, parts: { tokens } });
  // As in another process, where nothing is remembered of what this one counted before.
  const another = { ...tokenizer };
  const rows = pagesIn(workspace).map((located) => {
    const told = asked.map((which) => tokensOf(located, another, undefined, which));
    const { minFidelity } = located.entry;
    return { name: located.name, minFidelity, told };
  });
  tokens.flush();
  await workspace.close();
  return rows;
}

test("the whole and the least are those of all fidelities, and what was told of them spoils no count of all", async () => {
  const exact = await loadTokenizer("o200k_base");
  const tokenizers = fc.oneof(drawn, drawn, fc.constant(exact));
  let short = 0;
  let dear = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(page, { minLength: 1, maxLength: 3 }),
      page,
      tokenizers,
      async (some, top, tokenizer) => {
        const repo = makeRepo();
        try {
          repo.write("MEMORY.md", top);
          for (const [at, text] of some.entries()) repo.write(`memory/2026-03-0${at + 1}.md`, text);
          const all = await looked(repo, "all", ["all"], tokenizer);
          const first = await looked(repo, "ends", ["ends"], tokenizer);
          const kept = await looked(repo, "ends", ["ends", "all", "ends"], tokenizer);
          expect(kept.map(({ told }) => told[1])).toEqual(all.map(({ told }) => told[0]));
          for (const [at, { told, minFidelity }] of all.entries()) {
            const ends = (tokens: (typeof told)[number] = {}): readonly unknown[] => {
              const may = fidelities.slice(rank(minFidelity)).flatMap((fidelity) => tokens?.[fidelity] ?? []);
              return [tokens?.full, Math.min(...may)];
            };
            for (const other of [first[at]?.told[0], kept[at]?.told[0], kept[at]?.told[2]])
              expect(ends(other)).toEqual(ends(told[0]));
            const { pointer = Infinity } = told[0] ?? {};
            if (Object.keys(first[at]?.told[0] ?? {}).length < Object.keys(told[0] ?? {}).length) short += 1;
            if (pointer !== Infinity && pointer > Math.min(...Object.values(told[0] ?? {}))) dear += 1;
          }
        } finally {
          repo.remove();
        }
      },
    ),
    { numRuns: draws(200) },
  );
  // Both kinds came up: pages of which less was counted, and pointers that are not the least.
  expect(short).toBeGreaterThan(draws(200) / 4);
  expect(dear).toBeGreaterThan(draws(200) / 25);
}, 110_000);
