/** Session pages: for any two sessions, the pages of one are never the other's, whoever asks and whatever they are called. */

import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findLayout } from "../../../src/git/layout.js";
import { openNativeHistory } from "../../../src/git/native.js";
import { isRefName } from "../../../src/git/refs/refs.js";
import type { Memory } from "../../../src/memory/memory.js";
import type { Workspace } from "../../../src/memory/workspace.js";
import { openSessionMemory } from "../../../src/open.js";
import { candidatesIn } from "../../../src/prompt/candidates.js";
import { openSessionPages } from "../../../src/session/pages/folder.js";
import { unfitSession } from "../../../src/session/pages/session.js";
import { patch } from "../../../src/session/patch.js";

import { draws } from "../../support/draws.js";
import { makeRepo, type TestRepo } from "../../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../../support/open-memory.js";

const refuse = { detached: "refuse" } as const;
const fields = { subject: "seats", prefers: "aisle" };

let repo: TestRepo;
let workspace: TestWorkspace;

beforeEach(async () => {
  repo = makeRepo({ config: { "user.name": "Ada", "user.email": "ada@example.org" } });
  workspace = await openTestWorkspace(repo);
});
afterEach(async () => {
  await workspace.close();
  repo.remove();
});

async function openedFor(session: string): Promise<Workspace & { readonly own: Memory }> {
  const layout = findLayout(repo.dir);
  const histories = await openNativeHistory(repo.dir, repo.env);
  if (!layout.ok || !histories.ok) throw new Error("The repository cannot be opened.");
  const dir = join(layout.value.commonDir, "pagefile", "sessions");
  const primary = { ...workspace.primary, sessionPages: openSessionPages(dir, layout.value) };
  const place = {
    primary,
    layout: layout.value,
    histories: histories.value,
    dir,
    factsVersion: "test",
    embedding: () => ({}),
    opened: new Map(),
  };
  const own = await openSessionMemory(place, { session, how: "write" });
  if (!own.ok || own.value === null) throw new Error(`The pages of ${session} cannot be opened.`);
  const close = () => histories.value.close();
  return { ...workspace, memories: [...workspace.memories, own.value], own: own.value, close };
}

const sessions = fc
  .oneof(
    fc.constantFrom("a", "A", "b", "a.b", "../a", "_a", "a/b", "é", "nul"),
    fc.string({ minLength: 1, maxLength: 70 }),
  )
  .filter((name) => unfitSession(name) === null);

test("names: a part of a ref each, and no two sessions share one, in any case", () => {
  const layout = findLayout(repo.dir);
  if (!layout.ok) throw new Error(layout.error.says);
  const { nameOf } = openSessionPages(repo.dir, layout.value);
  fc.assert(
    fc.property(sessions, sessions, (one, other) => {
      expect(isRefName(`refs/pagefile/session/${nameOf(one)}`)).toBe(true);
      expect(nameOf(one)).not.toMatch(/[/\\.A-Z]/);
      expect(nameOf(nameOf(one)) === nameOf(one)).toBe(/^[a-z0-9]/.test(nameOf(one)));
      expect(nameOf(one) === nameOf(other)).toBe(one === other);
    }),
    { numRuns: draws(300) },
  );
});

test("a page is in the prompts of its own session and of nobody else, for any two sessions", async () => {
  const tokenizer = await workspace.tokenizer(null);
  if (!tokenizer.ok) throw new Error("no tokenizer");
  let n = 0;
  await fc.assert(
    fc.asyncProperty(sessions, fc.option(sessions), async (one, other) => {
      const mine = await openedFor(one);
      const title = `Seats ${++n}`;
      const made = await patch(
        mine,
        { op: "create", type: "preference", title, scope: "session", session: one, fields },
        refuse,
      );
      expect(made).toMatchObject({ ok: true });
      const id = `seats-${n}` as Parameters<Memory["table"]["byId"]["get"]>[0];
      const seen = (session: string | null, audience: "owner" | "group") =>
        candidatesIn(mine, { session, audience, demanded: new Set([id]), tokenizer: tokenizer.value }).located.has(
          id,
        );
      expect(seen(one, "owner")).toBe(true);
      expect(seen(one, "group")).toBe(false);
      expect(seen(other, "owner")).toBe(other === one);
      if (other !== null && other !== one) {
        const theirs = await openedFor(other);
        expect(theirs.own.table.byId.has(id)).toBe(false);
        const written = await patch(mine, { op: "append", page: id, value: "Mine?", session: other }, refuse);
        expect(written).toMatchObject({ ok: false, error: { reason: "SCOPE_DENIED" } });
        await theirs.close();
      }
      await mine.close();
    }),
    { numRuns: 12 },
  );
  expect(
    repo
      .git("for-each-ref", "--format=%(refname)")
      .split("\n")
      .filter((ref) => !ref.startsWith("refs/pagefile/session/")),
  ).toEqual(repo.git("for-each-ref", "--format=%(refname)", "refs/heads").split("\n"));
});

test("two writers of one session: both land, as two commits", async () => {
  const [one, other] = [await openedFor("s"), await openedFor("s")];
  const drafts = ["One", "Two"].map((title) => ({
    op: "create",
    type: "preference",
    title,
    scope: "session",
    session: "s",
    fields,
  }));
  const done = await Promise.all([patch(one, drafts[0], refuse), patch(other, drafts[1], refuse)]);
  expect(done.every(({ ok }) => ok)).toBe(true);
  expect(repo.git("ls-tree", "-r", "--name-only", "refs/pagefile/session/s")).toBe(
    "memory/preferences/one.md\nmemory/preferences/two.md",
  );
  expect(repo.git("rev-list", "--count", "refs/pagefile/session/s")).toBe("2");
  await one.close();
  await other.close();
});

test("a commit made on what the ref held before is not recorded", async () => {
  const mine = await openedFor("s");
  const draft = { op: "create", type: "preference", title: "One", scope: "session", session: "s", fields };
  expect(await patch(mine, draft, refuse)).toMatchObject({ ok: true });
  const plan = { base: null, writes: [], message: "late\n", when: workspace.primary.clock.now() } as unknown;
  const options = { ...refuse, publish: async () => ({ ok: true, value: undefined }) as const };
  const recorded = await mine.own.history.record(plan as Parameters<Memory["history"]["record"]>[0], options);
  expect(recorded).toEqual({ ok: true, value: { moved: true } });
  await mine.close();
});

test("a held lock is told, and the folder is as it was", async () => {
  const mine = await openedFor("s");
  repo.write(".git/refs/pagefile/session/s.lock", "");
  const draft = { op: "create", type: "preference", title: "One", scope: "session", session: "s", fields };
  expect(await patch(mine, draft, refuse)).toMatchObject({ ok: false, error: { code: "locked" } });
  expect(mine.own.store.list()).toMatchObject({ ok: true, value: { files: [] } });
  await mine.close();
});
