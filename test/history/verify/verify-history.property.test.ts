/** Audit property: of random histories with planted violations the audit says exactly what was planted, through both engines. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { verifyHistory } from "../../../src/history/verify/views.js";
import { openTestAudit } from "../../support/audit.js";
import { makeRepo } from "../../support/git-repo.js";
import { openTestWorkspace } from "../../support/open-memory.js";
import { everyStep, playHistory, steps } from "../../support/random-history.js";

const runs = Number(process.env.PAGEFILE_AUDIT_RUNS ?? "6");

test.each(["native", "embedded"] as const)(
  "every planted violation is found, and nothing else (%s)",
  async (engine) => {
    const property = fc.asyncProperty(steps, async (played) => {
      const repo = makeRepo({ unborn: true });
      try {
        const expected = playHistory(repo, played);
        const workspace = await openTestWorkspace(repo, { engine });
        const host = openTestAudit(repo.dir, repo.env, engine);
        const answer = await verifyHistory(workspace.primary, host, { since: null, attest: "leave" });
        await host.close();
        await workspace.close();
        if (!answer.ok) throw new Error(answer.error.says);
        const said = [...answer.value.findings, ...answer.value.notes].map((row) => `${row.code} ${row.commit}`);
        expect(said.sort()).toEqual([...expected].sort());
        expect(answer.value.commits).toBe(Number(repo.git("rev-list", "--count", "HEAD")));
      } finally {
        repo.remove();
      }
    });
    await fc.assert(property, { numRuns: runs, examples: [[everyStep]] });
  },
  600_000,
);
