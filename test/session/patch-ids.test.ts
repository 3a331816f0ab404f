/** Patch by several writers: which ids are free, when the table was read before somebody else committed. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { patch } from "../../src/session/patch.js";
import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";

const seats =
  "---\nid: seats\ntype: preference\ntitle: Seats\nversion: 1\nfields: { subject: seats, prefers: aisle }\n---\n- Aisle. [human]\n";
const allow = { detached: "refuse" } as const;

describe.each(["native", "embedded"] as const)("ids through the %s engine", (engine) => {
  let repo: TestRepo;
  let workspace: TestWorkspace;

  beforeEach(async () => {
    repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
    repo.write("memory/seats.md", seats);
    repo.git("add", "-A");
    repo.git("commit", "-qm", "Seats");
    workspace = await openTestWorkspace(repo, { engine });
    repo.git("add", "pagefile.yaml");
    repo.git("commit", "-qm", "Mark");
  });
  afterEach(async () => {
    await workspace.close();
    expect(repo.tryGit(["fsck", "--strict"]).status).toBe(0);
    repo.remove();
  });

  const run = (draft: object) => patch(workspace, draft, allow);

  test("an id that another process gave away meanwhile is taken, wherever its page lies", async () => {
    const other = await openTestWorkspace(repo, { engine });
    const draft = { op: "create", page: "hotel", title: "Hotel", value: "Near the station." };
    const asDecision = { ...draft, type: "decision", fields: { decision: "hotel", because: "near" } };
    const first = await patch(other, asDecision, allow);
    await other.close();
    expect(first).toMatchObject({ ok: true, value: { pages: [{ id: "hotel" }] } });
    const files = repo.git("ls-files");
    const second = await run({ ...draft, type: "preference", fields: { subject: "hotel", prefers: "near" } });
    expect(second).toMatchObject({ ok: false, error: { reason: "DESTRUCTIVE_OP" } });
    expect(repo.git("ls-files")).toBe(files);
  });

  test("an id whose page went away meanwhile is free, and is not refused by what was read before", async () => {
    repo.git("rm", "--quiet", "memory/seats.md");
    repo.git("commit", "--quiet", "--message", "No seats");
    const made = await run({
      op: "create",
      page: "seats",
      type: "decision",
      title: "Seats",
      fields: { decision: "aisle", because: "room" },
    });
    expect(made).toMatchObject({ ok: true, value: { pages: [{ id: "seats", from: "0", to: "1" }] } });
  });

  test("a page that is named by its path is the file there, whatever ids were changed or swapped since", async () => {
    repo.write("memory/beds.md", seats.replaceAll("seats", "beds"));
    repo.git("add", "-A");
    repo.git("commit", "-qm", "Beds");
    expect(await run({ op: "append", page: "memory/beds.md", value: "Soft." })).toMatchObject({ ok: true });
    const swap = { seats: "beds", beds: "seats" };
    for (const name of ["seats", "beds"] as const) {
      const text = repo.git("show", `HEAD:memory/${name}.md`);
      repo.write(`memory/${name}.md`, `${text.replace(`id: ${name}`, `id: ${swap[name]}`)}\n`);
    }
    repo.git("commit", "-qam", "Swap");
    const done = await run({ op: "append", page: "memory/beds.md", value: "Firm." });
    expect(done).toMatchObject({ ok: true, value: { pages: [{ id: "seats", path: "memory/beds.md" }] } });
    expect(repo.git("show", "HEAD:memory/beds.md")).toMatch(/- Soft\.\n- Firm\.$/);
    repo.write("memory/beds.md", `${repo.git("show", "HEAD:memory/beds.md").replace("id: seats", "id: cots")}\n`);
    repo.git("commit", "-qam", "Rename");
    const again = await run({ op: "append", page: "memory/beds.md", value: "Wide." });
    expect(again).toMatchObject({ ok: true, value: { pages: [{ id: "cots" }] } });
  });
});
