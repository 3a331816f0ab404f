/** Recall archive: what only archived pages can answer, read for one answer, and brought back when it is of use again and again. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask, ids, sample, typed } from "../support/recall-sample.js";

test("only archived memory answers: the archive is asked, read for this answer, and told; the third use brings it back", async () => {
  const { workspace, search, repo } = await sample();
  for (const use of [1, 2, 3]) {
    search.asked.length = 0;
    const answer = await ask(workspace, "Zanzibar ferry people");
    expect(ids(answer)).toEqual(["zanzibar"]);
    expect(answer.pages[0]?.tier).toBe("cold");
    expect(search.asked).toEqual(["hot", "cold"]);
    expect(answer.reason).toContain("in the archive");
    expect(answer.escalated).toMatchObject({
      from: 0,
      fetched: ["zanzibar"],
      restored: use === 3 ? ["zanzibar"] : [],
    });
  }
  expect(existsSync(join(repo.dir, "archive/2025/zanzibar.md"))).toBe(false);
  expect(repo.git("log", "-1", "--format=%B")).toContain("Pagefile-Reason: RESTORE");
  expect(repo.git("log", "-1", "--format=%B")).toContain("Pagefile-Actor: agent:recall");
  const warm = await ask(workspace, "Zanzibar ferry people");
  expect(warm.pages[0]).toMatchObject({ id: "zanzibar", tier: "hot" });
  expect(warm.escalated).toBeNull();
});

test("nothing is restored for a group, for an untrusted project, or where that is not wanted", async () => {
  const world = typed("world", "decision", "scope: global\n", "- Xylophone.");
  const { workspace, repo } = await sample({ "archive/2025/world.md": world });
  const cases = [
    ["Zanzibar ferry people", { restore: false }],
    ["Zanzibar ferry people", { audience: "group" as const }],
    ["Xylophone", { trusted: false }],
  ] as const;
  for (const [text, more] of cases)
    for (const _ of [1, 2, 3, 4]) expect((await ask(workspace, text, more)).pages[0]?.tier).toBe("cold");
  expect(existsSync(join(repo.dir, "archive/2025/zanzibar.md"))).toBe(true);
  expect(existsSync(join(repo.dir, "archive/2025/world.md"))).toBe(true);
});

test("a restoration that is refused takes nothing from the answer, and is told", async () => {
  const { workspace, repo } = await sample();
  repo.git("checkout", "-q", "--detach");
  for (const _ of [1, 2]) await ask(workspace, "Zanzibar ferry people");
  const third = await ask(workspace, "Zanzibar ferry people");
  expect(third.status).toBe("ok");
  expect(third.degraded.map(({ what }) => what)).toEqual(["warm restoration"]);
  expect(existsSync(join(repo.dir, "archive/2025/zanzibar.md"))).toBe(true);
});
