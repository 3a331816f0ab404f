/** Person: the same seed gives the same story, everything happens in it, and no prompt needs what nobody can know. */

import { describe, expect, it, test } from "vitest";
import { type Act, type Story, storyOf, type Turn } from "./person.js";
import { values } from "./subjects.js";

const size = { days: 6, sessions: 16, statements: 60, turns: 200 };
const story = storyOf(7, size);
type Timed = Turn & { readonly at: string };
const turnsOf = ({ acts }: Story): readonly Timed[] => acts.filter((act): act is Timed => act.type === "turn");

it("depends on the seed alone", () => {
  expect(storyOf(7, size)).toEqual(story);
  expect(storyOf(8, size)).not.toEqual(story);
});

it("has the size that was asked for, in the order of time", () => {
  expect(story.statements).toHaveLength(60);
  expect(turnsOf(story)).toHaveLength(200);
  const times = story.acts.map(({ at }) => at);
  expect([...new Set(times)].sort()).toEqual(times);
  expect(story.acts.map((act) => ("prompt" in act ? act.prompt : "")).join("")).not.toMatch(/[{}⟦⟧]/);
});

test.each([7, 8, 9, 10])("everything happens with the seed %i", (seed) => {
  const { acts } = storyOf(seed, size);
  const sources = acts.flatMap((act) => (act.type === "start" ? [act.source] : []));
  expect(new Set(sources)).toEqual(new Set(["startup", "resume", "clear", "fork", "compact"]));
  expect(new Set(acts.map(({ type }) => type))).toEqual(
    new Set(["start", "turn", "end", "branch", "worktree", "edit", "night"]),
  );
  expect(acts.some((act) => act.type === "turn" && act.dies)).toBe(true);
  expect(acts.some((act) => act.type === "turn" && act.commits)).toBe(true);
  expect(acts.some((act, at) => isTwoAtOnce(acts, at, act))).toBe(true);
});

/** Two starts without an end or a crash between them, and a prompt of the first behind both. */
function isTwoAtOnce(acts: readonly Act[], at: number, act: Act): boolean {
  const next = acts[at + 1];
  if (act.type !== "start" || next?.type !== "start" || next.session === act.session) return false;
  return acts.slice(at + 2).some((later) => later.type === "turn" && later.session === act.session);
}

test("no value of a family is one of another, so that none is taken for another", () => {
  const all = Object.values(values).flat();
  expect(new Set(all).size).toBe(all.length);
});

describe("what a prompt needs", () => {
  /** What each conversation holds, told from the acts alone. */
  function heldBefore({ acts }: Story): ReadonlyMap<Act, ReadonlySet<string>> {
    const talks = new Map<string, ReadonlySet<string>>();
    const held = new Map<Act, ReadonlySet<string>>();
    for (const act of acts) {
      if (act.type === "start") {
        const goesOn = act.source === "fork" || act.source === "resume";
        talks.set(act.session, new Set(goesOn ? talks.get(act.parent ?? "") : []));
      }
      if (act.type !== "turn") continue;
      const before = talks.get(act.session) ?? new Set();
      held.set(act, before);
      if (act.says !== null) talks.set(act.session, new Set([...before, act.says.id]));
    }
    return held;
  }

  test.each([7, 8, 9])("was said before, elsewhere, and still holds, with the seed %i", (seed) => {
    const told = storyOf(seed, size);
    const held = heldBefore(told);
    const turns = turnsOf(told);
    const asking = turns.filter(({ needs }) => needs !== null);
    expect(asking.length).toBeGreaterThan(30);
    for (const turn of asking) {
      const { needs, part } = turn;
      const said = turns.slice(0, turns.indexOf(turn)).flatMap(({ says }) => (says === null ? [] : [says]));
      expect(["words", "paraphrase"]).toContain(part);
      expect(said).toContain(needs);
      expect(said.map(({ replaces }) => replaces)).not.toContain(needs?.id);
      expect(held.get(turn)?.has(needs?.id ?? "")).toBe(false);
    }
  });

  it("knows what was replaced, from the prompt behind the correction on", () => {
    const turns = turnsOf(story);
    const at = turns.findIndex(({ says }) => says?.kind === "correction");
    const says = turns[at]?.says;
    expect(turns[at]?.replaced).toEqual([]);
    expect(turns[at + 1]?.replaced).toEqual([[story.statements.find(({ id }) => id === says?.replaces), says]]);
  });
});
