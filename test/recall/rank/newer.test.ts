/** Newer: of places that answer alike and disagree the newer first, and what it supersedes told so; all else as it was. */

import { describe, expect, it } from "vitest";
import type { Instant, PageId, PagePath } from "../../../src/base/ids.js";
import type { Weighed } from "../../../src/recall/confidence.js";
import { type Plan, parseQuery, planOf } from "../../../src/recall/plan.js";
import { newerFirst, weigh } from "../../../src/recall/rank/worth.js";
import { termsOf } from "../../../src/recall/words/terms.js";

const noWishes = { limit: null, tokens: null, types: [], since: null, until: null, tier: null } as const;

function planFor(question: string): Plan {
  const query = parseQuery(question, "2026-11-24");
  if (!query.ok) throw new Error(query.error.says);
  const plan = planOf(query.value, noWishes);
  if (!plan.ok) throw new Error(plan.error.says);
  return plan.value;
}

interface Said {
  readonly day: string | null;
  readonly text: string;
  readonly origin?: Weighed["origin"];
  readonly coverage?: number;
  readonly speaker?: string;
}

/** Best first. */
function ask(question: string, said: readonly Said[]): readonly Weighed[] {
  const words = termsOf(question).filter(({ stop }) => !stop);
  const leads = said.map(({ day, text, origin = "user", coverage = 1, speaker = null }, at) => ({
    id: `page-${at}` as PageId,
    path: `page-${at}.md`,
    days: day === null ? null : { from: day, to: day },
    updated: null as Instant | null,
    origin,
    coverage,
    speaker,
    score: 1 - at / 10,
    boosts: [],
    terms: words.map(({ text: found, said: asked }) => ({ asked, found, kind: "word", fields: ["body"] })),
    text: () => text,
  }));
  return newerFirst(leads as unknown as readonly Weighed[], planFor(question));
}

const told = (leads: readonly Weighed[]): readonly unknown[] =>
  leads.map(({ id, superseded = null }) => (superseded === null ? id : [id, superseded.by, superseded.on]));

describe("newerFirst", () => {
  it.each([
    ["when do deploys go out?", "- Deploys go out on Tuesdays.", "- Deploys go out on Thursdays now."],
    ["how long is the session timeout?", "- Session timeout: 30 minutes", "- Session timeout: 45 minutes"],
    ["who signs the invoices?", "- All invoices are signed by Maria.", "- All invoices are signed by Petra."],
    ["Wie lange gilt das Kennwort?", "Das Kennwort gilt 30 Tage.", "Das Kennwort gilt 90 Tage."],
  ])("puts what is newer before what it disagrees with: %s", (question, was, is) => {
    const found = ask(question, [
      { day: "2026-03-01", text: was },
      { day: "2026-05-02", text: is },
    ]);
    expect(told(found)).toEqual(["page-1", ["page-0", "page-1", "2026-05-02"]]);
    expect(found[0]!.boosts.map(({ what }) => what)).toEqual(["newer"]);
  });

  it("names the newest where several disagree, and leaves the newest where it is the best", () => {
    const found = ask("when do deploys go out?", [
      { day: "2026-05-02", text: "Deploys go out on Thursdays." },
      { day: "2026-03-01", text: "Deploys go out on Tuesdays." },
      { day: "2026-04-01", text: "Deploys go out on Mondays." },
    ]);
    const by = ["page-0", "2026-05-02"];
    expect(told(found)).toEqual(["page-0", ["page-1", ...by], ["page-2", ...by]]);
    expect(found[0]!.boosts).toEqual([]);
  });

  it.each([
    ["the same day", "2026-05-02", "Deploys go out on Tuesdays."],
    ["no day", null, "Deploys go out on Tuesdays."],
    ["the same value", "2026-03-01", "Deploys go out on Thursdays, as ever."],
    ["another thing", "2026-03-01", "- Docs: deploys go out on Tuesdays."],
    ["other words", "2026-03-01", "Tuesday was the day on which we shipped the planner to everybody in the house."],
    ["another kind of value", "2026-03-01", "Deploys go out at 9."],
  ])("leaves alone what has %s", (_, day, text) => {
    const found = ask("when do deploys go out?", [
      { day, text },
      { day: "2026-05-02", text: "Deploys go out on Thursdays." },
    ]);
    expect(told(found)).toEqual(["page-0", "page-1"]);
  });

  it("lets nothing from outside supersede a person's word, nothing that answers less, and no talk", () => {
    const was = { day: "2026-03-01", text: "Deploys go out on Tuesdays." };
    const is = { day: "2026-05-02", text: "Deploys go out on Thursdays." };
    expect(told(ask("when do deploys go out?", [was, { ...is, origin: "web" }]))).toEqual(["page-0", "page-1"]);
    expect(told(ask("when do deploys go out?", [was, { ...is, coverage: 0.5 }]))).toEqual(["page-0", "page-1"]);
    expect(told(ask("when do deploys go out?", [was, { ...is, speaker: "Ann" }]))).toEqual(["page-0", "page-1"]);
  });

  it.each(["when did deploys go out for the first time?", "when did deploys go out in March?"])(
    "tells the past to who asks for it: %s",
    (question) => {
      const found = ask(question, [
        { day: "2026-03-01", text: "Deploys go out on Tuesdays." },
        { day: "2026-05-02", text: "Deploys go out on Thursdays." },
      ]);
      expect(told(found)).toEqual(["page-0", "page-1"]);
    },
  );
});

describe("weigh", () => {
  const logs = (more: Partial<Weighed> = {}): readonly Weighed[] =>
    ["2026-03-01", "2026-05-02"].map((day, at) => ({
      ...{ path: `memory/${day}.md`, start: 0, chunk: 0, days: { from: day, to: day }, updated: null },
      ...{ kind: "episodic", type: "conversation_segment", origin: "user", tier: "hot", speaker: null, ...more },
      ...{ neighbors: [], event: null, contested: false, stale: false, coverage: 1, base: 1 - at / 20, boosts: [] },
    })) as unknown as readonly Weighed[];
  const first = (question: string, leads: readonly Weighed[]): string =>
    weigh(leads, planFor(question), () => null)[0]!.path;

  it("puts the later of two logs that answer alike first, where the question is of now and nobody speaks", () => {
    expect(first("which model do the jobs run on?", logs())).toBe("memory/2026-05-02.md");
    expect(first("what was the first model of the jobs?", logs())).toBe("memory/2026-03-01.md");
    expect(first("which model did the jobs run on?", logs())).toBe("memory/2026-03-01.md");
    expect(first("which model do the jobs run on in March 2026?", logs())).toBe("memory/2026-03-01.md");
    expect(first("which model do the jobs run on?", logs({ speaker: "Ann" }))).toBe("memory/2026-03-01.md");
    expect(first("which model do the jobs run on?", logs({ kind: "semantic" }))).toBe("memory/2026-03-01.md");
  });

  it("goes by the place in one log, too", () => {
    const [morning, evening] = logs().map((lead, at) => ({
      ...lead,
      path: "memory/2026-03-01.md" as PagePath,
      start: at * 90,
    }));
    const days = { from: "2026-03-01", to: "2026-03-01" };
    const leads = [morning!, evening!].map((lead) => ({ ...lead, days }));
    expect(weigh(leads, planFor("which model do the jobs run on?"), () => null)[0]).toMatchObject({ start: 90 });
  });
});
