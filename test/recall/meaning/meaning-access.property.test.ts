/** Recall access by meaning: whatever labels pages carry, meaning finds those that its asker may see, and a model elsewhere sees no private one. */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refresh } from "../../../src/memory/memory.js";
import type { Workspace } from "../../../src/memory/workspace.js";
import { searchOf } from "../../../src/recall/index/open.js";
import { embeddingOf } from "../../../src/recall/meaning/embedder.js";
import { embedAll } from "../../../src/recall/meaning/fill.js";
import { openVectorStore } from "../../../src/recall/meaning/vectors.js";
import { type RecallQuery, recall } from "../../../src/recall/recall.js";

import { embedderInMemory } from "../../support/fake-embeddings.js";
import { fakeSearch } from "../../support/fake-search.js";
import { makeRepo, type TestRepo } from "../../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace, withServices } from "../../support/open-memory.js";

type Generated<A> = A extends fc.Arbitrary<infer T> ? T : never;

const labels = fc.record({
  scope: fc.constantFrom("global", "project", "session", "local"),
  audience: fc.constantFrom("private", "shared", null),
  session: fc.constantFrom("s1", "s2", null),
  place: fc.constantFrom("typed", "archived", "daily", "own"),
});
type Labels = Generated<typeof labels>;

const asker = fc.record({
  session: fc.constantFrom("s1", "s2", null),
  audience: fc.constantFrom("owner" as const, "group" as const),
  trusted: fc.boolean(),
});

type Asker = Generated<typeof asker>;

/** Pages that session s1 keeps to itself lie in a store of their own. */
const ownFolder = "own-pages";
let repo: TestRepo;
let main: TestWorkspace;
let own: TestWorkspace;

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
});

afterAll(async () => {
  await main.close();
  await own.close();
  repo.remove();
});

/** Both stores with vectors of their own, made anew. */
function embedded(local: boolean): Workspace & { readonly seen: readonly string[] } {
  const embedder = embedderInMemory(local);
  const memories = [main.primary, own.primary].map((memory, at) => {
    const dir = join(repo.home, `vectors-${at}`);
    rmSync(dir, { recursive: true, force: true });
    const store = openVectorStore({ dir, model: "m", dimensions: null, version: "t" });
    return withServices(memory, [[embeddingOf, { embedder, sendsPrivate: false, store: async () => store }]]);
  });
  return { ...main, primary: memories[0]!, memories, seen: embedder.seen };
}

/** A word that no other page has. */
function needle(at: number): string {
  return `needle${String.fromCharCode(97 + at)}q`;
}

function pathOf({ place }: Labels, at: number): string {
  if (place === "own") return `${ownFolder}/memory/p${at}.md`;
  if (place === "archived") return `archive/2025/p${at}.md`;
  return place === "daily" ? `memory/2026-11-${String(1 + at).padStart(2, "0")}-p${at}.md` : `memory/p${at}.md`;
}

function write(pages: readonly Labels[]): void {
  for (const folder of ["memory", "archive", `${ownFolder}/memory`])
    rmSync(join(repo.dir, folder), { recursive: true, force: true });
  for (const [at, page] of pages.entries()) {
    const keys = [
      `id: p${at}`,
      "type: decision",
      `title: ${needle(at)}`,
      `scope: ${page.scope}`,
      ...(page.audience === null ? [] : [`audience: ${page.audience}`]),
      ...(page.session === null ? [] : [`fields: { session: ${page.session} }`]),
    ];
    const body = page.place === "daily" ? "## Part\n\n- Orchid orchid." : "- Orchid orchid.";
    repo.write(pathOf(page, at), `---\n${keys.join("\n")}\n---\n${body}\n`);
  }
  for (const { primary } of [main, own]) expect(refresh(primary).ok).toBe(true);
}

function isPrivate({ audience, place }: Labels): boolean {
  return audience === "private" || (audience === null && place === "daily");
}

/** The rule in plain words, apart from the code under test. */
function maySee(page: Labels, { session, audience, trusted }: Asker): boolean {
  const isOwn = page.place === "own";
  if (audience === "group" && (isPrivate(page) || page.scope !== "project" || isOwn)) return false;
  if (isOwn) return session === "s1";
  if (page.scope === "session" && (session === null || page.session !== session)) return false;
  return trusted || page.scope === "global";
}

function mayLeave(page: Labels): boolean {
  return page.place !== "own" && !isPrivate(page) && (page.scope === "project" || page.scope === "global");
}

/** No page holds the word; the model takes it for an orchid. */
const question: Omit<RecallQuery, "session" | "audience" | "trusted"> = {
  text: "blossom",
  limit: 100,
  tokens: 100_000,
  types: [],
  since: null,
  until: null,
  tier: null,
  restore: false,
};

test("meaning finds exactly what may be seen, and no byte of the rest; what may not leave does not", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(labels, { minLength: 1, maxLength: 7 }),
      asker,
      fc.boolean(),
      fc.boolean(),
      async (pages, who, local, before) => {
        write(pages);
        const workspace = embedded(local);
        // What its owner had embedded is there for whoever asks, and must not be found by all of them.
        if (before) expect((await embedAll(workspace)).ok).toBe(true);
        const found = new Set<string>();
        for (const tier of ["hot", "cold"] as const) {
          const answer = await recall(workspace, { ...question, ...who, tier });
          for (const page of answer.pages) found.add(page.id.replace("#part", ""));
          for (const { id, reason } of answer.left) if (reason === "same") found.add(id.replace("#part", ""));
          const printed = JSON.stringify(answer);
          for (const [at, page] of pages.entries()) if (!maySee(page, who)) expect(printed).not.toContain(needle(at));
        }
        const shown = pages.flatMap((page, at) => {
          return maySee(page, who) && (local || mayLeave(page)) ? [`p${at}`] : [];
        });
        expect([...found].sort()).toEqual(shown.sort());
        const sent = workspace.seen.join("\n");
        for (const [at, page] of pages.entries()) {
          if (!local && !mayLeave(page)) expect(sent).not.toContain(needle(at));
          if (!before && !maySee(page, who)) expect(sent).not.toContain(needle(at));
        }
      },
    ),
    { numRuns: Number(process.env.PAGEFILE_TEST_RUNS ?? 25) },
  );
});
