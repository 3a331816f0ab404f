/** Secrets flow: every kind in every field (through the embedded engine, a third of the pairs) is refused before anything is written, through both engines, with git as the oracle. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Instant } from "../../src/base/ids.js";
import { patch } from "../../src/session/patch.js";
import { recordRejection } from "../../src/session/settle.js";
import { stage } from "../../src/session/stage.js";

import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace } from "../support/open-memory.js";
import { secretSamples } from "../support/secret-samples.js";

const seats =
  "---\nid: seats\ntype: preference\ntitle: Seats\nversion: 1\nfields: { subject: seats, prefers: aisle }\n---\n- Aisle. [human]\n";
const append = { op: "append", page: "seats", value: "Fine." } as const;
const create = { op: "create", type: "preference", title: "Trains", fields: { subject: "a", prefers: "b" } } as const;

const drafts: Readonly<Record<string, (text: string) => object>> = {
  value: (text) => ({ ...append, value: text }),
  body: (text) => ({ ...create, value: text }),
  title: (text) => ({ ...create, title: text }),
  field: (text) => ({ ...create, fields: { subject: "a", prefers: text } }),
  nested: (text) => ({ op: "merge", page: "seats", fields: { deep: { list: ["x", text] } } }),
  fieldName: (text) => ({ op: "merge", page: "seats", fields: { deep: { [text]: "x" } } }),
  entries: (text) => ({ op: "merge", page: "seats", entries: ["- Fine.", text] }),
  setValue: (text) => ({ op: "set_with_version", page: "seats", key: "fields.prefers", value: text, base: "1" }),
  key: (text) => ({ op: "set_with_version", page: "seats", key: `fields.${text}`, value: "x", base: "1" }),
  actor: (text) => ({ ...append, actor: text }),
  session: (text) => ({ ...append, session: text }),
  evidence: (text) => ({ ...append, evidence: [`url:${text}`] }),
  id: (text) => ({ ...append, id: text }),
  page: (text) => ({ ...append, page: text }),
};

/** Guards stand before the engine: the native one gets every kind in every field, the embedded one every third, from another start in each. */
function isTurn(engine: "native" | "embedded", field: string, at: number): boolean {
  const all = engine === "native" || process.env.PAGEFILE_EVERY_SECRET === "1";
  return all || (at + Object.keys(drafts).indexOf(field)) % 3 === 0;
}

describe.each(["native", "embedded"] as const)("through the %s engine", (engine) => {
  test.each(Object.keys(drafts))(
    "no kind of secret tried in %s reaches an object, a file or a fault",
    async (field) => {
      const repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
      repo.write("memory/seats.md", seats);
      repo.git("add", "-A");
      repo.git("commit", "-qm", "Seats");
      const workspace = await openTestWorkspace(repo, { engine });
      const shown: string[] = [];
      const samples = Object.entries(secretSamples(31)).filter((_, at) => isTurn(engine, field, at));
      for (const [kind, { line }] of samples) {
        const draft = drafts[field]!(line);
        for (const done of [await patch(workspace, draft, { detached: "refuse" }), await stage(workspace, draft)]) {
          // What is refused for its length or its shape before it is read is refused as well; nothing may pass.
          expect([kind, done.ok], JSON.stringify(done)).toEqual([kind, false]);
          shown.push(JSON.stringify(done));
        }
      }
      expect(shown.filter((told) => told.includes("SECRET_DETECTED")).length).toBeGreaterThan(samples.length);
      const row = {
        key: "k",
        at: "2026-11-21T08:00:00Z" as Instant,
        reason: "SECRET_DETECTED",
        says: "",
        hint: "",
      } as const;
      for (const [, { line }] of samples)
        await recordRejection(workspace.primary, { ...row, draft: drafts[field]!(line) });
      const all = everyByte(repo) + shown.join("\n") + JSON.stringify(workspace.faults);
      for (const [kind, { secret }] of samples) {
        for (const part of secret.split("\n")) expect([kind, all.includes(part)]).toEqual([kind, false]);
      }
      expect(workspace.faults.length).toBe(samples.length * 2);
      await workspace.close();
      repo.remove();
    },
  );
});

function everyByte(repo: TestRepo): string {
  const objects = repo.git("cat-file", "--batch-all-objects", "--batch");
  const files = [repo.dir, repo.home].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  );
  const bytes = files.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path, "utf8"));
  return [objects, ...files, ...bytes].join("\n");
}
