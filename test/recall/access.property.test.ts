/** Recall access: whatever labels pages carry, an answer holds those that its asker may see, and nothing of any other. */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refresh } from "../../src/memory/memory.js";
import type { Workspace } from "../../src/memory/workspace.js";
import { searchOf } from "../../src/recall/index/open.js";
import { type RecallQuery, recall } from "../../src/recall/recall.js";

import { fakeSearch } from "../support/fake-search.js";
import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";

interface Labels {
  readonly scope: "global" | "project" | "session" | "local";
  readonly audience: "private" | "shared" | null;
  readonly session: "s1" | "s2" | null;
  readonly place: "typed" | "archived" | "daily" | "own";
}

const labels: fc.Arbitrary<Labels> = fc.record({
  scope: fc.constantFrom("global", "project", "session", "local"),
  audience: fc.constantFrom("private", "shared", null),
  session: fc.constantFrom("s1", "s2", null),
  place: fc.constantFrom("typed", "archived", "daily", "own"),
});

const asker = fc.record({
  session: fc.constantFrom("s1", "s2", null),
  audience: fc.constantFrom("owner" as const, "group" as const),
  trusted: fc.boolean(),
});

type Asker = Pick<RecallQuery, "session" | "audience" | "trusted">;

/** Pages that session s1 keeps to itself lie in a store of their own. */
const ownFolder = "own-pages";
let repo: TestRepo;
let main: TestWorkspace;
let own: TestWorkspace;
let both: Workspace;

beforeAll(async () => {
  repo = makeRepo();
  mkdirSync(join(repo.dir, ownFolder), { recursive: true });
  main = await openTestWorkspace(repo, {
    services: [[searchOf, fakeSearch()]],
    config: { name: "main", profile: "codex" },
  });
  own = await openTestWorkspace(repo, {
    folder: ownFolder,
    services: [[searchOf, fakeSearch()]],
    parts: { session: "s1" },
    config: { name: "session", scope: "session" },
  });
  both = { ...main, memories: [main.primary, own.primary] };
});

afterAll(async () => {
  await main.close();
  await own.close();
  repo.remove();
});

/** Nine letters that no other word holds: a needle found in an answer came from that page. */
function needle(at: number): string {
  return `needle${String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))}q`;
}

function pathOf(page: Labels, at: number): string {
  if (page.place === "own") return `${ownFolder}/memory/p${at}.md`;
  if (page.place === "archived") return `archive/2025/p${at}.md`;
  return page.place === "daily"
    ? `memory/2026-11-${String(1 + (at % 28)).padStart(2, "0")}-p${at}.md`
    : `memory/p${at}.md`;
}

function write(pages: readonly Labels[]): void {
  for (const folder of ["memory", "archive", `${ownFolder}/memory`])
    rmSync(join(repo.dir, folder), { recursive: true, force: true });
  for (const [at, page] of pages.entries()) {
    const keys = [
      `id: p${at}`,
      "type: decision",
      `title: Orchid ${needle(at)}`,
      `scope: ${page.scope}`,
      ...(page.audience === null ? [] : [`audience: ${page.audience}`]),
      ...(page.session === null ? [] : [`fields: { session: ${page.session} }`]),
    ];
    const body = page.place === "daily" ? `## Part\n\n- Orchid ${needle(at)}.` : `- Orchid ${needle(at)}.`;
    repo.write(pathOf(page, at), `---\n${keys.join("\n")}\n---\n${body}\n`);
  }
  for (const { primary } of [main, own]) expect(refresh(primary).ok).toBe(true);
}

/** The rule in plain words, apart from the code under test. */
function maySee(page: Labels, { session, audience, trusted }: Asker): boolean {
  const isOwn = page.place === "own";
  const isPrivate = page.audience === "private" || (page.audience === null && page.place === "daily");
  if (audience === "group" && (isPrivate || page.scope !== "project" || isOwn)) return false;
  if (isOwn) return session === "s1";
  if (page.scope === "session" && (session === null || page.session !== session)) return false;
  return trusted || page.scope === "global";
}

const wishes = { limit: 100, tokens: 100_000, types: [], since: null, until: null, restore: false } as const;

test("answers hold exactly what may be seen, and no byte of the rest", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(labels, { minLength: 1, maxLength: 24 }), asker, async (pages, who) => {
      write(pages);
      const found = new Set<string>();
      for (const tier of ["hot", "cold"] as const) {
        const answer = await recall(both, { ...wishes, ...who, tier, text: "orchid" });
        for (const page of answer.pages) found.add(page.id.replace("#part", ""));
        const printed = JSON.stringify(answer);
        for (const [at, page] of pages.entries()) if (!maySee(page, who)) expect(printed).not.toContain(needle(at));
      }
      const allowed = pages.flatMap((page, at) => (maySee(page, who) ? [`p${at}`] : []));
      expect([...found].sort()).toEqual([...allowed].sort());
    }),
    { numRuns: Number(process.env.PAGEFILE_TEST_RUNS ?? 25) },
  );
});

test("a question that only others could be answered is denied, and one that nobody could be is not", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(labels, asker, async (page, who) => {
      write([page]);
      const answer = await recall(both, { ...wishes, ...who, tier: null, text: needle(0) });
      expect(answer.status).toBe(maySee(page, who) ? "ok" : "denied");
      if (answer.status === "denied") {
        expect(answer).toMatchObject({ pages: [], left: [], text: "", escalated: null, uncertainty: null });
        expect(JSON.stringify(answer)).not.toMatch(/orchid|p0\b|decision/i);
      }
      expect((await recall(both, { ...wishes, ...who, tier: null, text: "zzyzx" })).status).toBe("no_match");
    }),
    { numRuns: Number(process.env.PAGEFILE_TEST_RUNS ?? 25) },
  );
});
