/** HistoryCore: what every History does, the in-memory twin too; what was stored is looked at through the world, not the adapter. */

import { expect, it } from "vitest";
import { blobOid } from "../../src/base/digest.js";
import type { Oid, PagePath } from "../../src/base/ids.js";
import { ok } from "../../src/base/result.js";
import type { CommitPlan, History, RecordOptions, RecordOutcome } from "../../src/git/history.js";

import type { Wanted } from "./planning.js";

/** A repository and the means to look into it that do not go through the adapter. */
export interface World {
  readonly history: History;
  /** Text at HEAD; null where absent. */
  committed(path: string): string | null;
  /** Text in the index; null where absent. */
  staged(path: string): string | null;
  commits(): number;
  plan(wanted: readonly Wanted[], message?: string): CommitPlan;
  publishing(plan: CommitPlan): RecordOptions;
  /** Another writer commits. */
  commitElsewhere(): void;
}

export type OpenWorld = (files: Readonly<Record<string, string>>) => Promise<World>;

const some = { "a.md": "alpha\n", "deep/er/b.md": "beta\n" };

export function historyCore(open: OpenWorld): void {
  it("makes the first commit of an unborn branch", async () => {
    const world = await open({});
    expect(await world.history.head()).toMatchObject({ ok: true, value: { commit: null, operation: null } });
    const commit = await recordIn(world, [{ path: "first.md", text: "one\n" }]);
    expect(world.committed("first.md")).toBe("one\n");
    expect(world.commits()).toBe(1);
    expect(await world.history.head()).toMatchObject({ ok: true, value: { commit } });
  });

  it("creates, modifies, deletes and renames in nested folders in one commit", async () => {
    const world = await open({ ...some, "old/name.md": "name\n", "gone/x.md": "x\n" });
    const commit = await recordIn(world, [
      { path: "a.md", text: "alpha 2\n" },
      { path: "new/er/c.md", text: "gamma\n" },
      { path: "gone/x.md", text: null },
      { path: "old/name.md", text: null },
      { path: "new/name.md", text: "name\n" },
    ]);
    expect(world.committed("a.md")).toBe("alpha 2\n");
    expect(world.committed("new/er/c.md")).toBe("gamma\n");
    expect(world.committed("deep/er/b.md")).toBe("beta\n");
    expect(world.committed("gone/x.md")).toBeNull();
    expect(world.committed("old/name.md")).toBeNull();
    const tree = await world.history.tree(commit);
    const paths = tree.ok ? tree.value.map((file) => file.path) : [];
    expect(paths).toEqual(["a.md", "deep/er/b.md", "new/er/c.md", "new/name.md"]);
  });

  it("builds one commit on the other", async () => {
    const world = await open(some);
    const first = await recordIn(world, [{ path: "a.md", text: "2\n" }]);
    const second = await recordIn(world, [{ path: "a.md", text: "3\n" }]);
    const log = await world.history.log({ paths: [], limit: 10 });
    expect(log.ok && log.value.map((commit) => commit.oid).slice(0, 2)).toEqual([second, first]);
    expect(log.ok && log.value[0]?.parents).toEqual([first]);
    expect(world.commits()).toBe(3);
  });

  it("says that the base moved and writes nothing", async () => {
    const world = await open(some);
    const plan = world.plan([{ path: "a.md", text: "mine\n" }]);
    world.commitElsewhere();
    const before = world.commits();
    let published = 0;
    const publish = async () => {
      published += 1;
      return ok(undefined);
    };
    const recorded = await world.history.record(plan, { publish, detached: "refuse" });
    expect(recorded).toEqual({ ok: true, value: { moved: true } });
    expect({ published, commits: world.commits(), text: world.committed("a.md") }).toEqual({
      published: 0,
      commits: before,
      text: "alpha\n",
    });
  });

  it("leaves HEAD and index when publish fails, gives its failure, and commits the next time", async () => {
    const world = await open(some);
    const plan = world.plan([{ path: "a.md", text: "mine\n" }]);
    const failure = { code: "denied", reason: "test", says: "No.", hint: "None." } as const;
    const refused = await world.history.record(plan, {
      publish: async () => ({ ok: false, error: failure }),
      detached: "refuse",
    });
    expect(refused).toEqual({ ok: false, error: failure });
    expect([world.committed("a.md"), world.staged("a.md"), world.commits()]).toEqual(["alpha\n", "alpha\n", 1]);
    const again = await world.history.record(plan, world.publishing(plan));
    expect(again.ok && !again.value.moved).toBe(true);
    expect(world.committed("a.md")).toBe("mine\n");
  });

  it("keeps what the index held apart from what HEAD gets", async () => {
    const world = await open(some);
    await recordIn(world, [{ path: "a.md", head: "head\n", index: "index\n", work: "work\n" }]);
    expect([world.committed("a.md"), world.staged("a.md")]).toEqual(["head\n", "index\n"]);
    const staged = await world.history.staged(["a.md" as PagePath, "none.md" as PagePath]);
    expect(textsOf(staged)).toEqual(["index\n", null]);
  });

  it("reads blobs in the order asked, null for what is no file", async () => {
    const world = await open(some);
    const head = await world.history.head();
    const commit = head.ok ? head.value.commit : null;
    const asked = ["deep/er/b.md", "none.md", "deep", "a.md", "a.md/x", "deep/er/b.md"] as PagePath[];
    const at = await world.history.at(commit, asked);
    expect(textsOf(at)).toEqual(["beta\n", null, null, "alpha\n", null, "beta\n"]);
    const unborn = await world.history.at(null, asked);
    expect(textsOf(unborn)).toEqual([null, null, null, null, null, null]);
    const oid = at.ok ? (at.value[0]?.oid as Oid) : null;
    expect(oid).toBe(blobOid(new TextEncoder().encode("beta\n")));
    const blob = await world.history.blob(oid as Oid);
    expect(blob.ok && new TextDecoder().decode(blob.value)).toBe("beta\n");
    expect(await world.history.blob("1234567890123456789012345678901234567890" as Oid)).toMatchObject({ ok: false });
  });

  it("keeps the message byte for byte", async () => {
    const world = await open(some);
    const message =
      "append: Züge unter 4 h (travel)\n\nBody  \r\n\ttabbed\n\n\nMore\n\nPagefile-Reason: TURN_COMMIT\nPagefile-Page: travel@3..4\n";
    await recordIn(world, [{ path: "a.md", text: "2\n" }], message);
    const log = await world.history.log({ paths: [], limit: 1 });
    expect(log.ok && log.value[0]?.message).toBe(message);
  });

  it("resolves HEAD, its ancestors and abbreviated ids; null for what names nothing", async () => {
    const world = await open(some);
    const first = await recordIn(world, [{ path: "a.md", text: "2\n" }]);
    const second = await recordIn(world, [{ path: "a.md", text: "3\n" }]);
    const names = ["HEAD", "HEAD~1", "HEAD~9", second, first.slice(0, 12), "no-such-branch"];
    const found = await Promise.all(names.map((name) => world.history.resolve(name)));
    expect(found.map((one) => one.ok && one.value)).toEqual([second, first, null, second, first, null]);
  });

  it("takes two records at once: both are made, or the later one says that its base moved", async () => {
    const world = await open(some);
    const plans = ["x.md", "y.md"].map((path) => world.plan([{ path, text: `${path}\n` }]));
    const both = await Promise.all(plans.map((plan) => world.history.record(plan, world.publishing(plan))));
    const made = both.filter((one) => one.ok && !one.value.moved);
    expect(made).toHaveLength(1);
    expect(world.commits()).toBe(2);
  });
}

async function recordIn(world: World, wanted: readonly Wanted[], message?: string): Promise<Oid> {
  const plan = world.plan(wanted, message);
  const recorded = await world.history.record(plan, world.publishing(plan));
  expect(recorded).toMatchObject({ ok: true, value: { moved: false } });
  const value = recorded.ok ? recorded.value : ({ moved: true } as RecordOutcome);
  return value.moved ? ("" as Oid) : value.commit;
}

function textsOf(read: Awaited<ReturnType<History["at"]>>): readonly (string | null)[] | false {
  return read.ok && read.value.map((blob) => blob && new TextDecoder().decode(blob.bytes));
}
