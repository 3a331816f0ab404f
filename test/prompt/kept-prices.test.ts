/** KeptPrices: a process that has only begun counts what a write changed and nothing else, to the numbers of one that counts all. */

import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Tokenizer } from "../../src/memory/tokenizer.js";

import { makeRepo } from "../support/git-repo.js";
import { beginWorld, happen, loadCode, type openAnew, type Step, type World } from "../support/incremental.js";

/** Of a text it sees as many tokens as the sum over its letters, and keeps what it was asked. */
function tokenizerOf(seen: string[]): Tokenizer {
  const count = (text: string): number => {
    seen.push(text);
    return [...text].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  };
  return { name: "parts", count, splitsBlocks: true };
}

const said = fc.constantFrom("Lisbon.", "Aisle, and 400 euros.", "[human] Never.", "a\n\n- b", "0123456789");
const title = fc.constantFrom("Trips", "People", "Money");
const section: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("section", "cut"), title, text: said }) },
  fc.record({ kind: fc.constant("edit"), page: fc.constantFrom("seats", "rules"), text: said }),
  fc.record({ kind: fc.constant("pin"), page: fc.constantFrom("seats", "rules") }),
);

test("what a process wrote down serves the next one, whatever happened to the sections between them", async () => {
  const code = await loadCode();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(section, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 3 }),
      async (story) => {
        const world: World = await beginWorld(code);
        try {
          const told = async (aside: string): Promise<unknown> => {
            vi.resetModules();
            const next = await loadCode();
            const workspace = await next.open(world, world.state, aside);
            const asked = { session: "s", audience: "owner", demanded: new Set<string>() } as const;
            const made = next.candidatesIn(workspace, { ...asked, tokenizer: tokenizerOf([]) });
            for (const { tokens } of workspace.memories) tokens.flush();
            await workspace.close();
            return { candidates: made.candidates, omitted: made.omitted };
          };
          for (const [at, steps] of story.entries()) {
            for (const one of steps) await happen(world, one);
            expect(await told(`${world.repo.home}/one`)).toEqual(await told(`${world.repo.home}/new-${at}`));
          }
        } finally {
          await world.stays.close();
          world.repo.remove();
        }
      },
    ),
    { numRuns: 6 },
  );
}, 60_000);

test("of a file of sections only the one that changed is counted again", async () => {
  const repo = makeRepo();
  onTestFinished(() => repo.remove());
  const text = "# Memory\n\nWhat lasts.\n\n## Trips\n\n- Lisbon in May.\n\n## People\n\n- Ada flies.\n";
  repo.write("MEMORY.md", text);
  const world = { repo, config: {}, now: "2026-03-02T09:00:00Z" } as unknown as World;
  const counted = async (): Promise<string> => {
    vi.resetModules();
    const code = await loadCode();
    const workspace = await openAnewAt(world, code);
    const seen: string[] = [];
    code.candidatesIn(workspace, {
      session: null,
      audience: "owner",
      demanded: new Set(),
      tokenizer: tokenizerOf(seen),
    });
    for (const { tokens } of workspace.memories) tokens.flush();
    await workspace.close();
    return seen.join("");
  };
  const first = await counted();
  for (const part of ["What lasts", "Lisbon", "Ada flies"]) expect(first).toContain(part);
  expect(await counted()).toBe("");
  repo.write("MEMORY.md", text.replace("in May", "in June"));
  const again = await counted();
  expect(again).toContain("in June");
  expect(again).not.toMatch(/Ada flies|What lasts/);
});

const openAnewAt = (world: World, code: Parameters<typeof openAnew>[1]): ReturnType<typeof openAnew> =>
  code.open(world, `${world.repo.home}/state`, `${world.repo.home}/aside`);
