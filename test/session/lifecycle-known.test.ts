/** Lifecycle known's tests: which patches a commit since their staging names is what the log of all recent commits says, and mostly costs none. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Instant, Oid } from "../../src/base/ids.js";
import { limits } from "../../src/base/limits.js";
import type { LoggedCommit, LogQuery } from "../../src/git/history.js";
import type { Memory } from "../../src/memory/memory.js";
import { committedSince, everCommitted } from "../../src/session/settle.js";

import { draws } from "../support/draws.js";

const when = "2026-03-02T02:41:00Z" as Instant;
const oidOf = (at: number): Oid => String(at).padStart(40, "0") as Oid;

interface Step {
  /** How far back the parents are; what is before the first commit is none. */
  readonly parents: readonly number[];
  readonly patches: readonly string[];
  /** Changes nothing below the root: in the log of every commit alone. */
  readonly isAside?: true;
}

/** A history whose commits' dates are in the order in which they are given, and the log that the port speaks of. */
function worldOf(steps: readonly Step[]) {
  const commits = steps.map(({ parents, patches }, at): LoggedCommit => {
    const before = [...new Set(parents.map((back) => at - back).filter((one) => one >= 0))];
    const trailers = patches.map((patch) => `Pagefile-Patch: ${patch}\n`).join("");
    return {
      oid: oidOf(at),
      parents: before.map(oidOf),
      author: { name: "a", email: "b" },
      when,
      message: `S\n\n${trailers}`,
    };
  });
  const byOid = new Map(commits.map((commit) => [commit.oid, commit]));
  const head = commits.at(-1)?.oid ?? null;
  const asked: LogQuery[] = [];
  const all = (from: Oid | null): readonly LoggedCommit[] => {
    const found = new Set<Oid>();
    const follow = [...(from === null ? [] : [from])];
    for (let oid = follow.pop(); oid !== undefined; oid = follow.pop()) {
      if (!found.has(oid)) follow.push(...byOid.get(oid)!.parents);
      found.add(oid);
    }
    return commits.filter(({ oid }) => found.has(oid)).toReversed();
  };
  const line = (from: Oid, above: Oid, limit: number): readonly LoggedCommit[] | null => {
    const passed: LoggedCommit[] = [];
    for (let at = from; at !== above; ) {
      const commit = byOid.get(at)!;
      const [parent, ...others] = commit.parents;
      if (parent === undefined || others.length > 0 || passed.length === limit) return null;
      passed.push(commit);
      at = parent;
    }
    return passed;
  };
  const log = async (query: LogQuery) => {
    asked.push(query);
    const from = query.from ?? head;
    const short = query.above === undefined || from === null ? null : line(from, query.above, query.limit);
    const isShown = ({ oid }: LoggedCommit): boolean => query.every === true || steps[Number(oid)]?.isAside !== true;
    return { ok: true, value: short ?? all(from).filter(isShown).slice(0, query.limit) };
  };
  const history = { head: async () => ({ ok: true, value: { commit: head, ref: null, operation: null } }), log };
  return {
    memory: { history } as unknown as Memory,
    asked,
    recent: all(head).slice(0, limits.retryLookBackCommitsMax),
  };
}

/** As it is said of the whole log: the newest commit that names the patch, where it stands above the patch's base. */
function plainly(recent: readonly LoggedCommit[], digest: string, base: Oid | null): Oid | null {
  const at = recent.findIndex(({ message }) => message.includes(`Pagefile-Patch: ${digest}\n`));
  const stagedAt = recent.findIndex(({ oid }) => oid === base);
  return at >= 0 && (stagedAt < 0 || at < stagedAt) ? recent[at]!.oid : null;
}

const patch = fc.constantFrom("d1", "d2", "d3");
const step = fc.record({
  parents: fc.oneof(
    { weight: 8, arbitrary: fc.constant([1]) },
    { weight: 1, arbitrary: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }) },
  ),
  patches: fc.array(patch, { maxLength: 2 }),
});

test("what was committed since it was staged is told as the whole log tells it, across merges too", async () => {
  const met = { line: 0, whole: 0, found: 0 };
  const asks = fc.array(fc.record({ digest: patch, back: fc.option(fc.integer({ min: 0, max: 13 })) }), {
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), asks, async (steps, drawn) => {
      const { memory, asked, recent } = worldOf(steps);
      const waiting = drawn.map(({ digest, back }) => ({
        digest,
        base: back === null ? null : oidOf(steps.length - 1 - back),
      }));
      const told = await committedSince(memory, waiting);
      const expected = waiting.map(({ digest, base }) => plainly(recent, digest, base));
      expect(told).toEqual({ ok: true, value: expected });
      met.found += expected.filter((one) => one !== null).length;
      if (waiting.length > 0 && asked.every(({ every }) => every === true)) met.line += 1;
      else met.whole += 1;
      const ever = await everCommitted(memory, waiting);
      expect(ever).toEqual({ ok: true, value: waiting.map(({ digest }) => plainly(recent, digest, oidOf(99))) });
    }),
    { numRuns: draws(1_500) },
  );
  for (const times of Object.values(met)) expect(times).toBeGreaterThan(draws(1_500) / 10);
});

test("nothing is read where HEAD is what it was, and what is beyond the look back is told as ever", async () => {
  const steps = Array.from({ length: 260 }, (_, at) => ({ parents: [1], patches: at === 100 ? ["d1"] : [] }));
  const still = worldOf(steps);
  const head = oidOf(steps.length - 1);
  const asked = ["d1", "d2"].map((digest) => ({ digest, base: head }));
  expect(await committedSince(still.memory, asked)).toEqual({ ok: true, value: [null, null] });
  expect(still.asked).toEqual([]);
  for (const back of [1, 158, 159, 160, 199, 200, 201, 259]) {
    const { memory, recent } = worldOf(steps);
    const base = oidOf(steps.length - 1 - back);
    const told = await committedSince(memory, [{ digest: "d1", base }]);
    expect({ back, told }).toEqual({ back, told: { ok: true, value: [plainly(recent, "d1", base)] } });
  }
});

test("a base that changed nothing below the root is one all the same, and one that is nowhere leaves the log of the root's own", async () => {
  const named: Step = { parents: [1], patches: ["d1"] };
  const aside: Step = { parents: [1], patches: [], isAside: true };
  const own: Step = { parents: [1], patches: [] };
  const told = async (steps: readonly Step[], base: Oid) => {
    const since = await committedSince(worldOf(steps).memory, [{ digest: "d1", base }]);
    return since.ok ? since.value[0] : since;
  };
  expect(await told([own, named, aside, own], oidOf(2))).toBeNull();
  expect(await told([own, aside, named, own], oidOf(1))).toBe(oidOf(2));
  expect(await told([own, { ...named, isAside: true }, own], oidOf(99))).toBeNull();
  expect(await told([own, named, own], oidOf(99))).toBe(oidOf(1));
});
