/** Audience (T24, F45): of random memories with random labels, a group's prompt holds no byte of what is not for it. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refresh } from "../../src/memory/memory.js";
import { assemble } from "../../src/prompt/assemble.js";

import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";

let repo: TestRepo;
let workspace: TestWorkspace;
beforeAll(async () => {
  repo = makeRepo();
  workspace = await openTestWorkspace(repo);
});
afterAll(async () => {
  await workspace.close();
  repo.remove();
});

const pageArbitrary = fc.record({
  audience: fc.constantFrom("private", "group", null),
  scope: fc.constantFrom("local", "session", "project", "global", null),
  pin: fc.constantFrom("hard", "soft", "none"),
  min: fc.constantFrom("pointer", "full", null),
  where: fc.constantFrom("memory/", "memory/sub/", "archive/2026/"),
  type: fc.constantFrom("preference", "constraint", "evidence"),
});
type Page = typeof pageArbitrary extends fc.Arbitrary<infer T> ? T : never;

const path = (page: Page, at: number): string => `${page.where}p${at}.md`;

function text(page: Page, at: number): string {
  const keys = [
    `id: p${at}`,
    `type: ${page.type}`,
    `title: Title-${at}-word`,
    `pin: ${page.pin}`,
    ...(page.audience === null ? [] : [`audience: ${page.audience}`]),
    ...(page.scope === null ? [] : [`scope: ${page.scope}`]),
    ...(page.min === null ? [] : [`min_fidelity: ${page.min}`]),
    `fields: { subject: field-${at}-word, prefers: x, rule: field-${at}-word, applies_to: y, session: s }`,
  ];
  return `---\n${keys.join("\n")}\n---\n- Body-${at}-word.\n`;
}

/** For a group only what belongs to the project and is not marked private; a page without a scope belongs to where it lies. */
const mayBeSeen = (page: Page): boolean =>
  page.audience !== "private" && (page.scope === "project" || page.scope === null);

const runs = Number(process.env.PAGEFILE_AUDIENCE_RUNS ?? "40");
const demanded = fc.constantFrom("nothing", "what may be seen", "everything");

test("T24 F45: property: a group's prompt, receipt and faults hold nothing of a page that is not for it", async () => {
  let seen = 0;
  const memories = fc.array(pageArbitrary, { minLength: 1, maxLength: 12 });
  const property = fc.asyncProperty(
    memories,
    fc.constantFrom(400, 60_000),
    demanded,
    async (pages, budget, asked) => {
      for (const [at, page] of pages.entries()) repo.write(path(page, at), text(page, at));
      expect(refresh(workspace.primary).ok).toBe(true);
      const wanted = [...pages.entries()].filter(([, page]) => asked === "everything" || mayBeSeen(page));
      const demands = asked === "nothing" ? [] : wanted.map(([at]) => ({ page: `p${at}`, fidelity: null }));
      const made = await assemble(workspace, { budget, demands, session: "s", audience: "group" });
      for (const [at, page] of pages.entries()) rmSync(join(repo.dir, path(page, at)));
      const told = JSON.stringify(made);
      for (const [at, page] of pages.entries()) {
        if (mayBeSeen(page)) continue;
        for (const word of ["field", "Body"]) expect(told).not.toContain(`${word}-${at}-word`);
        // A label that its type does not have keeps the page out of the table, and so of everything.
        if (!made.ok || !workspace.primary.table.byId.has(`p${at}`)) continue;
        expect(made.value.text).not.toContain(`Title-${at}-word`);
        expect(made.value.omitted).toContainEqual(
          expect.objectContaining({ id: `p${at}`, reason: "audience_denied" }),
        );
        seen += 1;
      }
    },
  );
  await fc.assert(property, { numRuns: runs });
  expect(seen).toBeGreaterThan(runs / 4);
});

test("T24 F45: the same pages are there for their owner, so the words looked for are the ones that would be there", async () => {
  const page: Page = {
    audience: "private",
    scope: "project",
    pin: "none",
    min: null,
    where: "memory/",
    type: "preference",
  };
  repo.write(path(page, 0), text(page, 0));
  expect(refresh(workspace.primary).ok).toBe(true);
  const made = await assemble(workspace, { budget: 60_000, demands: [], session: null, audience: "owner" });
  expect(made.ok && made.value.text).toContain("Body-0-word");
});
