/** The past in nightly audits: judged once a week as a whole, and between only what came since, with nothing found before forgotten. */

import { afterEach, expect, test } from "vitest";
import type { Oid } from "../../../src/base/ids.js";
import { judgedPastOf } from "../../../src/history/verify/views.js";
import { nightly } from "../../../src/night/night.js";
import { lastKept } from "../../../src/night/night-refs.js";

import { openTestAudit } from "../../support/audit.js";
import { must, type NightMemory, nightMemory } from "../../support/nights.js";
import { give } from "../../support/open-memory.js";

let memory: NightMemory;
afterEach(() => memory.close());

const malformed = "---\nid: half\n- Half a page, and no end of its frontmatter.\n";

/** A night at three o'clock; gives behind which commits histories were walked for it, and what was found in the past. */
async function nightOf(
  day: string,
): Promise<{ readonly untils: readonly (Oid | null)[]; readonly past: readonly string[] }> {
  const { repo, workspace } = memory;
  // What verify keeps would spare the walks that are looked at here.
  give(workspace.primary, [[judgedPastOf, { get: () => undefined, put: () => undefined, flush: () => undefined }]]);
  memory.now = `${day}T03:00:00Z`;
  const host = openTestAudit(repo.dir, repo.env, "native");
  const untils: (Oid | null)[] = [];
  const walk = host.walk.bind(host);
  const watched = {
    ...host,
    walk(...[query, see]: Parameters<typeof walk>) {
      untils.push(query.until);
      return walk(query, see);
    },
  };
  must(await nightly(workspace.primary, "apply", { detached: "refuse", audit: { doctor: [], host: watched } }));
  await host.close();
  const kept = must(await lastKept(workspace.primary, "audit"));
  return {
    untils,
    past: (kept?.findings ?? []).flatMap(({ check, path }) => (check === "history" ? [path ?? ""] : [])),
  };
}

test("what an earlier night found is told again without being judged again, what came since is judged", async () => {
  memory = await nightMemory({ "MEMORY.md": "# Memory\n" });
  memory.now = "2026-11-19T12:00:00Z";
  memory.commit({ "memory/first.md": malformed });
  const first = await nightOf("2026-11-21");
  expect(first).toMatchObject({ past: ["memory/first.md"] });
  const judged = memory.repo.git("rev-parse", "HEAD") as Oid;
  memory.now = "2026-11-21T12:00:00Z";
  memory.commit({ "memory/second.md": malformed });
  const second = await nightOf("2026-11-22");
  expect(second.past).toEqual(["memory/first.md", "memory/second.md"]);
  expect(first.untils[0]).toBeNull();
  expect(second.untils[0]).toBe(judged);
  // A week later all of it once more.
  expect((await nightOf("2026-11-29")).untils[0]).toBeNull();
});

test("a past that was rewritten is judged from its beginning", async () => {
  memory = await nightMemory({ "MEMORY.md": "# Memory\n" });
  memory.now = "2026-11-19T12:00:00Z";
  memory.commit({ "memory/first.md": malformed });
  await nightOf("2026-11-21");
  memory.repo.git("reset", "--quiet", "--hard", "HEAD~1");
  memory.commit({ "memory/other.md": "- Fine.\n" });
  const next = await nightOf("2026-11-22");
  expect(next.untils[0]).toBeNull();
  expect(next.past).toEqual([]);
});
