/** Flush: staged patches end as one commit a boundary or as readable refusals, also when an earlier flush died half-way. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { flush } from "../../src/session/flush.js";
import { journal } from "../../src/session/settle.js";
import { stage } from "../../src/session/stage.js";

import { makeRepo, type TestRepo } from "../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../support/open-memory.js";

const seats = "---\nid: seats\ntype: preference\ntitle: Seats\nversion: 1\n---\n- Aisle.\n";
const refuse = { detached: "refuse" } as const;

describe.each(["native", "embedded"] as const)("staging and flushing through the %s engine", (engine) => {
  let repo: TestRepo;
  let workspace: TestWorkspace;

  beforeEach(async () => {
    repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
    repo.write("memory/seats.md", seats);
    repo.git("add", "-A");
    repo.git("commit", "-qm", "Seats");
    workspace = await openTestWorkspace(repo, { engine });
    repo.git("add", "-A");
    repo.git("commit", "-qm", "Mark");
  });
  afterEach(async () => {
    await workspace.close();
    expect(repo.tryGit(["fsck", "--strict"]).status).toBe(0);
    repo.remove();
  });

  const put = async (draft: object) => {
    const staged = await stage(workspace, draft);
    if (!staged.ok) throw new Error(staged.error.says);
    return staged.value;
  };
  const flushed = async (boundary: "turn" | "compaction" | "shutdown" = "turn") => {
    const done = await flush(workspace, { boundary }, refuse);
    if (!done.ok) throw new Error(done.error.says);
    return done.value;
  };
  const append = (value: string) => ({ op: "append", page: "seats", value });

  test("several patches are one commit, with a trailer for each, under the boundary's reason", async () => {
    await put({ ...append("One."), session: "7f3a", origin: "agent", actor: "agent:a" });
    await put({ ...append("Two."), session: "7f3a", origin: "tool", actor: "agent:b" });
    const before = repo.git("rev-parse", "HEAD");
    const done = await flushed("compaction");
    expect(done).toMatchObject({
      known: [],
      rejected: [],
      committed: [{ patches: [expect.any(String), expect.any(String)] }],
    });
    expect(repo.git("rev-parse", "HEAD~1")).toBe(before);
    expect(readFileSync(join(repo.dir, "memory/seats.md"), "utf8")).toMatch(/- Aisle\.\n- One\.\n- Two\.\n$/);
    const trailer = (key: string) =>
      repo.git("log", "-1", `--format=%(trailers:key=Pagefile-${key},valueonly,separator=%x7c)`);
    expect([trailer("Reason"), trailer("Boundary"), trailer("Session"), trailer("Actor"), trailer("Origin")]).toEqual(
      ["FLUSH_COMPACTION", "compaction", "7f3a", "several", "tool"],
    );
    expect(trailer("Patch").split("|")).toHaveLength(2);
    expect(repo.git("status", "--porcelain")).toBe("");
    expect((await flushed()).committed).toEqual([]);
  });

  test("the same patch twice is staged once, and a key of one's own is kept", async () => {
    expect((await put(append("One."))).known).toBe(false);
    expect(await put(append("One."))).toMatchObject({ known: true, waiting: 1 });
    expect((await put({ ...append("Other."), id: "mine" })).staged).toBe("mine");
  });

  test("a page that one patch makes is there for the next one", async () => {
    await put({
      op: "create",
      type: "decision",
      title: "Trains",
      page: "trains",
      fields: { decision: "d", because: "b" },
      value: "A.",
    });
    await put({ op: "append", page: "trains", value: "B." });
    const done = await flushed();
    expect(done.rejected).toEqual([]);
    expect(readFileSync(join(repo.dir, "memory/decisions/trains.md"), "utf8")).toMatch(/- A\.\n- B\.\n$/);
  });

  test("a refused patch holds nobody up, and stays readable on a ref of its own", async () => {
    await put({ op: "set_with_version", page: "seats", key: "title", value: "Chairs", base: "9" });
    await put(append("Fine."));
    const done = await flushed();
    expect(done.committed).toHaveLength(1);
    expect(done.rejected).toMatchObject([{ reason: "VERSION_CONFLICT", draft: { key: "title" } }]);
    const read = await journal(workspace);
    expect(read).toMatchObject({
      ok: true,
      value: {
        staged: [],
        damaged: [],
        rejected: [{ reason: "VERSION_CONFLICT", hint: expect.stringContaining("--base") }],
      },
    });
    expect(repo.git("log", "--format=%s", "refs/pagefile/rejected")).toBe("reject: VERSION_CONFLICT");
    expect(repo.git("branch", "--list", "--all", "--format=%(refname)")).toBe("refs/heads/main");
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test("a flush that died between commit and unstaging commits nothing twice", async () => {
    const page = {
      op: "create",
      type: "decision",
      title: "Trains",
      page: "trains",
      fields: { decision: "d", because: "b" },
    };
    await put(page);
    const folder = join(repo.home, "state", "staged");
    const [name] = readdirSync(folder);
    const bytes = readFileSync(join(folder, name as string));
    await flushed();
    const head = repo.git("rev-parse", "HEAD");
    writeFileSync(join(folder, name as string), bytes);
    expect(await flushed()).toMatchObject({
      committed: [],
      rejected: [],
      known: [{ patch: expect.any(String), commit: head }],
    });
    expect(repo.git("rev-parse", "HEAD")).toBe(head);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("what stands in the staging folder and is no patch is named and left alone", async () => {
    await put(append("One."));
    const folder = join(repo.home, "state", "staged");
    writeFileSync(join(folder, "junk.json"), "{");
    const says = `${join(folder, "junk.json")} holds no whole patch.`;
    const damaged = [expect.stringMatching(/junk\.json holds no whole patch\. Read .* delete the file/)];
    expect(await journal(workspace)).toMatchObject({ ok: true, value: { staged: [{}], damaged } });
    const done = await flushed();
    expect(done.committed).toHaveLength(1);
    expect(done.faults).toMatchObject([{ kind: "sidecar_corrupt", says, hint: expect.stringContaining("delete") }]);
    expect(readdirSync(folder)).toEqual(["junk.json"]);
  });

  test("a page that another process made since is found", async () => {
    repo.write("memory/late.md", seats.replace("id: seats", "id: late"));
    repo.git("add", "-A");
    repo.git("commit", "-qm", "Late");
    await put({ op: "append", page: "late", value: "Found." });
    expect(await flushed()).toMatchObject({ rejected: [], committed: [{}] });
  });

  test("what a session keeps stands on disk where a hand edit took it away, and nothing else of the edit changes", async () => {
    await put(append("One."));
    await flushed();
    repo.write("memory/seats.md", seats.replace("- Aisle.\n", "- By hand.\n"));
    await put({ ...append("One."), session: "later" });
    await flushed("shutdown");
    expect(readFileSync(join(repo.dir, "memory/seats.md"), "utf8")).toMatch(/\n- By hand\.\n- One\.\n$/);
  });

  test("hand edits in the same page stay uncommitted through a flush", async () => {
    repo.write("memory/seats.md", seats.replace("- Aisle.\n", "- By hand.\n- Aisle.\n"));
    await put(append("One."));
    await put(append("Two."));
    await flushed("shutdown");
    expect(repo.git("show", "HEAD:memory/seats.md")).not.toContain("By hand");
    expect(repo.git("diff", "--numstat")).toBe("1\t0\tmemory/seats.md");
    expect(readFileSync(join(repo.dir, "memory/seats.md"), "utf8")).toMatch(
      /- By hand\.\n- Aisle\.\n- One\.\n- Two\.\n$/,
    );
  });
});
