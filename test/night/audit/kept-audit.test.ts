/** KeptAudit: no report holds a secret, whatever the report before it held, and what was looked at then is kept as it is. */

import { afterEach, expect, test } from "vitest";
import type { Instant } from "../../../src/base/ids.js";
import type { AuditAnswer, AuditFinding } from "../../../src/night/audit/checks.js";
import { keepAudit, lastKept } from "../../../src/night/night-refs.js";

import { must, type NightMemory, nightMemory } from "../../support/nights.js";

let memory: NightMemory;
afterEach(() => memory.close());

const secret = (more: string): string => ["ghp", "_", "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD1fG3h", more].join("");
const row = (says: string, path = "memory/a.md"): AuditFinding => ({
  check: "file_stale",
  severity: "note",
  path,
  line: 0,
  says,
  hint: `See it with: git show HEAD:${path}`,
});
const report = (now: string, findings: readonly AuditFinding[]): AuditAnswer => ({
  store: "desk",
  now: now as Instant,
  harness: null,
  loaded: null,
  judged: null,
  findings,
  counts: { error: 0, warning: 0, note: findings.length },
});

test("a secret that is new, one that was told before, and one beside what was told before are all blanked", async () => {
  memory = await nightMemory({ "MEMORY.md": "# Memory\n" });
  const { primary } = memory.workspace;
  const old = [row("It has not changed for 12 days."), row(`It says ${secret("J5")}.`, "memory/b.md")];
  must(await keepAudit(primary, "audit", report("2026-11-20T03:00:00Z", old), null));
  const first = must(await lastKept(primary, "audit"));
  expect(first?.findings.map(({ says }) => says)).toEqual([
    "It has not changed for 12 days.",
    "It says [REDACTED:github-token].",
  ]);
  const next = [
    ...old,
    row(`It says ${secret("K6")}.`),
    row("password=hunter2-and-more", `memory/${secret("L7")}.md`),
  ];
  must(await keepAudit(primary, "audit", report("2026-11-21T03:00:00Z", next), first));
  const kept = memory.repo.git("show", "refs/pagefile/audits:audit/2026-11-21.json");
  expect(kept).not.toMatch(/ghp_|hunter2/);
  expect(must(await lastKept(primary, "audit"))?.findings.slice(0, 2)).toEqual(first?.findings);
  must(await keepAudit(primary, "audit", report("2026-11-22T03:00:00Z", next), null));
  const alone = memory.repo.git("show", "refs/pagefile/audits:audit/2026-11-22.json");
  expect(alone.replaceAll("2026-11-22", "2026-11-21")).toBe(kept);
});

test("what the last report holds as it is is not looked at again", async () => {
  memory = await nightMemory({ "MEMORY.md": "# Memory\n" });
  const { primary } = memory.workspace;
  // A report of ours never holds this; that it stays shows that it was not looked at.
  const held = row(`It says ${secret("M8")}.`);
  const last = report("2026-11-20T03:00:00Z", [held]);
  must(await keepAudit(primary, "audit", report("2026-11-21T03:00:00Z", [held]), last));
  expect(memory.repo.git("show", "refs/pagefile/audits:audit/2026-11-21.json")).toContain(held.says);
});
