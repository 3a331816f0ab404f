/** The core of the History contract on the in-memory twin, so that flow tests stand on the same promises. */

import { describe, expect, it } from "vitest";
import type { Instant, PagePath } from "../../src/base/ids.js";
import { ok } from "../../src/base/result.js";
import type { Blob, CommitPlan } from "../../src/git/history.js";

import { type MemoryHistory, memoryHistory } from "../support/memory-history.js";
import { historyCore } from "./history-core.js";
import type { Wanted } from "./planning.js";

describe("history contract: memory", () => {
  historyCore(async (files) => {
    const history = memoryHistory(files);
    return {
      history,
      committed: (path) => textOf(history.files.get(path)),
      staged: (path) => textOf(history.index.get(path)),
      commits: () => history.commits,
      plan: (wanted, message) => planOn(history, wanted, message),
      publishing: () => ({ publish: async () => ok(undefined), detached: "refuse" }),
      commitElsewhere: () => history.commitElsewhere({ "elsewhere.md": "elsewhere\n" }),
    };
  });
});

describe("faults of the twin", () => {
  it("fails one publish, without running it, and serves the next record", async () => {
    const history = memoryHistory({ "a.md": "1\n" });
    const tip = history.tip;
    history.failNextPublish();
    const plan = planOn(history, [{ path: "a.md", text: "2\n" }]);
    let published = 0;
    const publish = async () => {
      published += 1;
      return ok(undefined);
    };
    expect(await history.record(plan, { publish, detached: "refuse" })).toMatchObject({ ok: false });
    expect([published, history.tip]).toEqual([0, tip]);
    expect(await history.record(plan, { publish, detached: "refuse" })).toMatchObject({ value: { moved: false } });
    expect(published).toBe(1);
  });

  it("moves the base once, by a commit of somebody else", async () => {
    const history = memoryHistory({ "a.md": "1\n" });
    history.moveOnce();
    const record = () => {
      const plan = planOn(history, [{ path: "a.md", text: "2\n" }]);
      return history.record(plan, { publish: async () => ok(undefined), detached: "refuse" });
    };
    expect(await record()).toEqual({ ok: true, value: { moved: true } });
    expect(await record()).toMatchObject({ ok: true, value: { moved: false } });
    const log = await history.log({ paths: [], limit: 9 });
    const authors = log.ok && log.value.map((commit) => commit.author.name);
    expect(authors).toEqual(["Ada Lovelace", "Somebody Else", "Somebody Else"]);
  });
});

function textOf(blob: Blob | undefined): string | null {
  return blob === undefined ? null : new TextDecoder().decode(blob.bytes);
}

function planOn(history: MemoryHistory, wanted: readonly Wanted[], message = "change\n"): CommitPlan {
  const bytes = (text: string | null | undefined) => (text == null ? null : new TextEncoder().encode(text));
  const writes = wanted.map((one) => ({
    path: one.path as PagePath,
    before: {
      head: history.files.get(one.path)?.oid ?? null,
      index: history.index.get(one.path)?.oid ?? null,
      work: null,
    },
    head: bytes(one.head === undefined ? one.text : one.head),
    index: bytes(one.index === undefined ? one.text : one.index),
    work: bytes(one.work === undefined ? one.text : one.work),
  }));
  const when = "2026-01-02T03:04:05Z" as Instant;
  return { base: history.tip, writes, message, when } as unknown as CommitPlan;
}
