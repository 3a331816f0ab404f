/** Origins: one who stays sums commit by commit and seldom writes the sum down; who comes later reads what is missing and sums the same. */

import { expect, test } from "vitest";
import type { Oid } from "../../src/base/ids.js";
import { ok } from "../../src/base/result.js";
import type { LoggedCommit } from "../../src/git/history.js";
import type { CachedOrigins } from "../../src/memory/disk/facts-cache.js";
import { emptySum } from "../../src/memory/labels.js";
import type { Memory } from "../../src/memory/memory.js";
import { noLabels } from "../../src/memory/table.js";
import { refreshLabels } from "../../src/write/flow.js";

const oidOf = (at: number): Oid => String(at).padStart(40, "0") as Oid;
const item = (at: number): string => `sha256:${String(at).padStart(8, "0")}`;

/** A line of commits; those in `labeled` say that a text came from the web. */
function line(length: number, labeled: readonly number[]): readonly LoggedCommit[] {
  return Array.from({ length }, (_, at) => {
    const message = labeled.includes(at) ? `Add\n\nPagefile-Label: web notes ${item(at)}\n` : "Add\n";
    return { oid: oidOf(at), parents: at === 0 ? [] : [oidOf(at - 1)], message } as unknown as LoggedCommit;
  });
}

/** One process over those commits and a cache on disk; `read` counts the commits it asked for. */
function processOver(commits: readonly LoggedCommit[], disk: { saved: CachedOrigins[] }) {
  const seen = { read: 0 };
  const log = async ({ from, above, limit }: { from?: Oid; above?: Oid; limit: number }) => {
    const [first, last] = [
      commits.findIndex(({ oid }) => oid === above),
      commits.findIndex(({ oid }) => oid === from),
    ];
    const asked = commits
      .slice(first + 1, last + 1)
      .reverse()
      .slice(0, limit);
    seen.read += asked.length;
    return ok(asked);
  };
  const origins = {
    load: () => disk.saved.at(-1) ?? null,
    save: (known: CachedOrigins) => void disk.saved.push(known),
  };
  const history = { log, isCut: () => ok(false) };
  const labelRecord = { read: () => ok(emptySum), add: () => ok(undefined) };
  const memory = { history, origins, labelRecord, labels: noLabels } as unknown as Memory;
  return {
    memory,
    seen,
    at: async (head: number) => expect((await refreshLabels(memory, oidOf(head))).ok).toBe(true),
  };
}

const labelsOf = ({ labels }: Memory, length: number): readonly unknown[] => [
  labels.version,
  ...Array.from({ length }, (_, at) => labels.untrusted(item(at))),
];

test("a sum is written down by who comes first, where it grew, and once in sixteen commits besides", async () => {
  const commits = line(60, [5, 40]);
  const disk = { saved: [] as CachedOrigins[] };
  const stays = processOver(commits, disk);
  for (let head = 3; head < commits.length; head += 1) {
    await stays.at(head);
    const comes = processOver(commits, { saved: [...disk.saved] });
    await comes.at(head);
    expect(comes.seen.read).toBeLessThan(16);
    const whole = processOver(commits, { saved: [] });
    await whole.at(head);
    expect(labelsOf(stays.memory, 60)).toEqual(labelsOf(whole.memory, 60));
    expect(labelsOf(comes.memory, 60)).toEqual(labelsOf(whole.memory, 60));
  }
  expect(disk.saved.map(({ head }) => Number(head))).toEqual([3, 5, 21, 37, 40, 56]);
  expect(stays.memory.labels.untrusted(item(40))).toBe("web");
});

test("each of several processes that make one commit each writes its sum down", async () => {
  const commits = line(6, []);
  const disk = { saved: [] as CachedOrigins[] };
  for (let head = 0; head < commits.length; head += 1) {
    const one = processOver(commits, disk);
    await one.at(head);
    expect(one.seen.read).toBe(1);
  }
  expect(disk.saved).toHaveLength(6);
});

test("what commits that are missing would say is not taken for known once they are there", async () => {
  const disk = { saved: [] as CachedOrigins[] };
  const commits = line(6, [1]);
  const one = processOver(commits, disk);
  let cut = true;
  const log = one.memory.history.log;
  const shown: typeof log = async (query) => {
    const logged = await log(query);
    return logged.ok && cut ? ok(logged.value.filter(({ oid }) => oid >= oidOf(3))) : logged;
  };
  Object.assign(one.memory.history, { isCut: () => ok(cut), log: shown });
  await one.at(5);
  expect([one.memory.labels.isCut, one.memory.labels.untrusted(item(1))]).toEqual([true, null]);
  expect(disk.saved).toEqual([]);
  cut = false;
  await one.at(5);
  expect([one.memory.labels.isCut, one.memory.labels.untrusted(item(1))]).toEqual([false, "web"]);
  expect(disk.saved).toHaveLength(1);
});
