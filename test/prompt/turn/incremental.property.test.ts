/** Incremental: what a workspace that stays open decides after any story is, byte for byte, what one opened anew decides. */

import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { Instant } from "../../../src/base/ids.js";
import { stableJson } from "../../../src/base/json.js";
import { estimateTokens, type Tokenizer } from "../../../src/memory/tokenizer.js";
import type { Workspace } from "../../../src/memory/workspace.js";
import type { TurnQuery } from "../../../src/prompt/turn/turn.js";

import { beginWorld, type Code, happen, loadCode, openAnew, step } from "../../support/incremental.js";

const asked = fc.record({
  budget: fc.constantFrom(null, 90, 260, 700),
  demands: fc.array(
    fc.record({ page: fc.constantFrom("memory", "seats", "memory#trips"), fidelity: fc.constant(null) }),
    { maxLength: 1 },
  ),
  audience: fc.constantFrom("owner", "owner", "group"),
  tools: fc.constantFrom([], ["read:fares"]),
  events: fc.constantFrom<TurnQuery["events"][]>([], [], ["compaction-auto"]),
});
const turnArb = fc.tuple(fc.array(step, { maxLength: 2 }), asked, fc.constantFrom(0, 0.3, 0.9));

/** Files and folders that are a moment old are looked at whatever is known of them: a story as fast as this one tells nothing. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 25));

/** All that turns leave, by file. */
function left(state: string): Readonly<Record<string, string>> {
  const files = readdirSync(state, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(state.length), readFileSync(path, "utf8")]));
}

const letters = (text: string): number => [...text].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);

/** The program's own, and those that hang on every letter: of a text as a whole, and of its parts. */
const tokenizers: readonly Tokenizer[] = [
  { name: "estimate", count: estimateTokens },
  { name: "whole", count: (text) => letters(text) + text.length ** 2 },
  { name: "parts", count: letters, splitsBlocks: true },
];

/** All that selection is told, with the recency that no record holds. */
function told({ candidatesIn }: Code, workspace: Workspace, recent: number): unknown {
  const asker = { session: "s", audience: "owner", demanded: new Set<string>() } as const;
  return tokenizers.map((tokenizer) => {
    const recency = new Map([["plan", recent]]);
    const { candidates, omitted } = candidatesIn(workspace, { ...asker, tokenizer, recency });
    return { candidates, omitted };
  });
}

test("a turn in a workspace that stays open is the turn of one that was opened anew, whatever happened", async () => {
  const code = await loadCode();
  await fc.assert(
    fc.asyncProperty(fc.array(turnArb, { minLength: 7, maxLength: 7 }), async (story) => {
      // A process of its own, as far as modules go: nothing that ours remembers is known there.
      vi.resetModules();
      const other = await loadCode();
      const world = await beginWorld(code);
      try {
        for (const [at, [steps, ask, recent]] of story.entries()) {
          world.now = `2026-03-${String(3 + at).padStart(2, "0")}T09:00:00Z` as Instant;
          for (const one of steps) await happen(world, one);
          await settle();
          const copy = join(world.repo.home, `copy-${at}`);
          cpSync(world.state, copy, { recursive: true });
          const fresh = await openAnew(world, other, copy);
          const query = { ...ask, session: "s", turn: at + 1, charsMax: 5_000 };
          code.refresh(world.stays.primary);
          const answer = await code.turn(world.stays, query, { detached: "refuse" });
          expect(answer).toEqual(await other.turn(fresh, query, { detached: "refuse" }));
          expect(told(code, world.stays, recent)).toEqual(told(other, fresh, recent));
          const logged = left(world.state);
          expect(logged).toEqual(left(copy));
          for (const line of `${logged["/traces.jsonl"] ?? ""}${logged["/faults.jsonl"] ?? ""}`.split("\n"))
            if (line !== "") expect(line).toBe(stableJson(JSON.parse(line)));
          await fresh.close();
        }
      } finally {
        await world.stays.close();
        world.repo.remove();
      }
    }),
    { numRuns: Number(process.env.PAGEFILE_STORIES ?? 5), endOnFailure: true },
  );
});

test("a page that stands in the prompt is as the disk has it, though nobody looked at the files", async () => {
  const code = await loadCode();
  const world = await beginWorld(code);
  try {
    const query = { session: "s", budget: 700, demands: [], audience: "owner", tools: [], events: [] } as const;
    const take = (turn: number) => code.turn(world.stays, { ...query, turn }, { detached: "refuse" });
    await settle();
    code.refresh(world.stays.primary);
    expect((await take(1)).ok).toBe(true);
    await happen(world, { kind: "edit", page: "limit", text: "Edited." });
    const second = await take(2);
    expect(second.ok && second.value.text).toContain("- Edited.");
  } finally {
    await world.stays.close();
    world.repo.remove();
  }
});
