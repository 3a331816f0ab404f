/** HeardDesk: a memory beside which a person talks, and what of that is kept. */

import { expect, onTestFinished } from "vitest";
import type { Instant } from "../../src/base/ids.js";
import type { Outcome } from "../../src/base/result.js";
import { type Item, inboxOf, owedOf } from "../../src/heard/inbox.js";
import { hear } from "../../src/heard/statement.js";
import { type KeptHeard, keepHeard } from "../../src/night/keep/heard.js";
import { type NightMemory, nightMemory } from "./nights.js";

export const at = "2026-11-23T08:00:00Z" as Instant;

export interface Desk {
  readonly memory: NightMemory;
  /** What a person says at once, and where it goes. */
  readonly says: (...texts: readonly string[]) => Promise<KeptHeard>;
  readonly items: () => readonly Item[];
  readonly page: (path?: string) => string;
}

export function must<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.error.says);
  return outcome.value;
}

export async function desk(
  files: Readonly<Record<string, string>> = { "MEMORY.md": "# Memory\n" },
  config: Parameters<typeof nightMemory>[1] = {},
): Promise<Desk> {
  const memory = await nightMemory(files, config);
  onTestFinished(() => memory.close());
  const { primary } = memory.workspace;
  let prompts = 0;
  return {
    memory,
    async says(...texts) {
      for (const text of texts) {
        prompts += 1;
        const hearing = { at, by: "claude-code", session: "s-one", key: `p${prompts}`, isPerson: true, before: null };
        const heard = must(hear(primary, text, hearing));
        expect([text, heard.some((item) => owedOf([item]).length > 0)]).toEqual([text, true]);
      }
      return must(await keepHeard(primary, { detached: "refuse" }));
    },
    items: () => must(inboxOf(primary).read()),
    page: (path = "MEMORY.md") => memory.read(path),
  };
}
