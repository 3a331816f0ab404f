/** Confidence: each dimension moves it the way it should, and what it is made from is told. */

import { expect, test } from "vitest";
import type { Instant, PageId } from "../../src/base/ids.js";
import { cueOf, uncertaintyOf, whyOf, wordsLeftOpen } from "../../src/recall/compose.js";
import { confidenceOf, type Lead } from "../../src/recall/confidence.js";
import { type Plan, parseQuery, planOf } from "../../src/recall/plan.js";
import { agesAt, weigh } from "../../src/recall/rank/worth.js";

import { leadFrom } from "../support/lead.js";
import { openZone } from "../support/zones.js";

const now = "2026-11-21T08:00:00Z" as Instant;
const ageOf = agesAt(now, (at) => at.slice(0, 10));

function plan(text: string, since: string | null = null): Plan {
  const query = parseQuery(text, now.slice(0, 10));
  if (!query.ok) throw new Error(query.error.says);
  const made = planOf(query.value, { limit: null, tokens: null, types: [], since, until: null, tier: null });
  if (!made.ok) throw new Error(made.error.says);
  return made.value;
}

const words = [
  { asked: "aisle", weight: 0.7 },
  { asked: "seat", weight: 0.3 },
];
const term = (asked: string): Lead["terms"][number] => ({ asked, found: asked, kind: "word", fields: ["body"] });
const whole = leadFrom({ coverage: 1, terms: [term("aisle"), term("seat")], text: () => "aisle seat" });
const half = leadFrom({ coverage: 0.3, terms: [term("seat")], text: () => "a seat" });
const overall = (leads: readonly Lead[], asked: Plan = plan("aisle seat")): number =>
  confidenceOf(leads, words, asked).overall;

test("nothing found is no confidence, all found is enough, half is not", () => {
  expect(overall([])).toBe(0);
  expect(overall([whole])).toBeGreaterThan(plan("x").enough);
  expect(overall([half])).toBeLessThan(plan("x").doubtful);
});

test("two pages that cover the question together are better than either, and worse than one that does alone", () => {
  const other = leadFrom({ coverage: 0.7, terms: [term("aisle")], text: () => "aisle" });
  expect(overall([other, half])).toBeGreaterThan(overall([other]));
  expect(overall([other, half])).toBeLessThan(overall([whole]));
});

test.each<[string, Partial<Lead>]>([
  ["the web", { origin: "web" }],
  ["a page that is not sure of itself", { sure: 0.3 }],
  ["an open conflict", { contested: true }],
  ["what no longer holds", { stale: true }],
])("%s lowers it and the cue", (_, more) => {
  expect(overall([{ ...whole, ...more }])).toBeLessThan(overall([whole]));
  const [lead] = weigh([{ ...whole, ...more }], plan("aisle seat"), ageOf, words);
  expect(cueOf(lead!)).not.toBe("high");
});

test("days count only where the question names some, and events of other days count for little", () => {
  expect(confidenceOf([whole], words, plan("aisle seat")).temporal).toBeNull();
  const asked = plan("aisle seat last week");
  const event = (day: string): Lead => ({ ...whole, kind: "episodic", days: { from: day, to: day } });
  expect(confidenceOf([event("2026-11-10")], words, asked).temporal).toBe(1);
  expect(overall([event("2026-11-10")], asked)).toBeGreaterThan(overall([event("2026-01-10")], asked));
  expect(overall([{ ...whole, days: null }], asked)).toBeGreaterThan(overall([event("2026-01-10")], asked));
});

test("a name that no page holds leaves the question open", () => {
  const asked = plan("aisle seat of Zed");
  expect(overall([whole], asked)).toBeLessThan(overall([{ ...whole, text: () => "Zed's aisle seat" }], asked));
});

test("what is shown counts, not what was found", () => {
  const asked = plan("aisle seat");
  const sure = (text: string): number => confidenceOf([whole], words, asked, [{ lead: whole, text }]).overall;
  expect(sure("an aisle seat")).toBeGreaterThan(sure("a seat by the aisle of the other hall, and much else"));
  expect(sure("a seat")).toBeGreaterThan(sure("nothing of the kind"));
  expect(confidenceOf([whole], words, asked, [])).toMatchObject({ overall: 0, relevance: 0 });
});

test("a page of the type that is asked for need not say the word that asks for it", () => {
  const weighed = [
    { asked: "decide", weight: 0.5 },
    { asked: "hotels", weight: 0.5 },
  ];
  const on = (type: Lead["type"]): number => {
    const lead = leadFrom({ type, terms: [term("hotels")], text: () => "One hotel for all." });
    return confidenceOf([lead], weighed, plan("what did we decide about hotels?")).relevance;
  };
  expect(on("decision")).toBe(1);
  expect(on("constraint")).toBe(0.5);
});

test("who said it counts where somebody is asked about by name", () => {
  const asked = plan("What did Ann say of the aisle seat?");
  const sure = (text: string): ReturnType<typeof confidenceOf> =>
    confidenceOf([whole], words, asked, [{ lead: whole, text }]);
  const own = sure("- Ann: The aisle seat is mine\n- Bob: Fine with me");
  const other = sure("- Bob: The aisle seat is mine\n- Ann: Fine with me");
  expect(own.speaker).toBeGreaterThan(0.5);
  expect(other.speaker).toBeLessThan(-0.5);
  expect(own.overall).toBeGreaterThan(other.overall);
  const toOther = sure("- Ann: Your aisle seat is great\n- Bob: Thanks");
  expect(toOther.speaker).toBeLessThan(-0.5);
  expect(sure("- Bob: Your aisle seat is great\n- Ann: Thanks").speaker).toBeGreaterThan(0.5);
  expect(sure("- Ann: I told you of my aisle seat\n- Bob: Yes").speaker).toBeGreaterThan(0.5);
  expect(sure("The aisle seat is taken").speaker).toBeNull();
});

test.each([
  ["When did we book the aisle seat?", "aisle seat booked on 2026-11-03", "aisle seat booked by us"],
  ["How many aisle seats are there?", "aisle seats: 14", "aisle seats: some"],
  ["Wie viele Sitze am Gang gibt es?", "Sitze am Gang: 14", "Sitze am Gang: einige"],
  ["¿Cuántos asientos de pasillo hay?", "asientos de pasillo: 14", "asientos de pasillo: pocos"],
  ["通道座位有多少？", "通道座位 14", "通道座位"],
])("a line that has what “%s” wants is surer", (question, has, lacks) => {
  const asked = plan(question);
  const of = (text: string): ReturnType<typeof confidenceOf> =>
    confidenceOf([whole], words, asked, [{ lead: whole, text }]);
  expect([of(has).wanted, of(lacks).wanted]).toEqual([1, 0]);
  expect(of(has).overall).toBeGreaterThan(of(lacks).overall);
  expect(confidenceOf([whole], words, plan("aisle seat")).wanted).toBeNull();
});

test("kinds that agree are worth more than one alone", () => {
  const episode: Lead = { ...whole, kind: "episodic", path: "memory/2026-11-18.md" as Lead["path"] };
  expect(confidenceOf([whole, episode], words, plan("aisle seat")).consistency).toBeGreaterThan(
    confidenceOf([whole, whole], words, plan("aisle seat")).consistency,
  );
});

test("weighing moves equals apart by kind, age and trust, and never what the words set far apart", () => {
  const at = (id: string, more: Partial<Lead>): Lead =>
    leadFrom({ id: id as PageId, path: `${id}.md` as Lead["path"], ...more });
  const order = (leads: readonly Lead[], text: string): string[] =>
    weigh(leads, plan(text), ageOf, words).map(({ id }) => id);
  const episodic = { kind: "episodic" as const };
  expect(order([at("a", {}), at("b", episodic)], "when did it happen")).toEqual(["b", "a"]);
  expect(order([at("a", episodic), at("b", {})], "what do I prefer")).toEqual(["b", "a"]);
  const old = at("a", { ...episodic, days: { from: "2025-01-01", to: "2025-01-01" } });
  const young = at("b", { ...episodic, days: { from: "2026-11-20", to: "2026-11-20" } });
  expect(order([old, young], "seat")).toEqual(["b", "a"]);
  expect(order([at("a", { origin: "web" }), at("b", {})], "seat")).toEqual(["b", "a"]);
  expect(order([at("a", { tier: "cold" }), at("b", {})], "seat")).toEqual(["b", "a"]);
  expect(order([at("a", { kept: false }), at("b", { base: 0.9 })], "seat")).toEqual(["b", "a"]);
  expect(order([at("a", { base: 1, origin: "web", tier: "cold" }), at("b", { base: 0.5 })], "seat")).toEqual([
    "a",
    "b",
  ]);
  const typed = (text: string, type: Lead["type"]) =>
    order([at("a", { type: "constraint" }), at("b", { type })], text);
  expect(typed("what did we decide about seats", "decision")).toEqual(["b", "a"]);
  expect(typed("how do I book seats", "procedure")).toEqual(["b", "a"]);
  expect(typed("which seats do I prefer", "preference")).toEqual(["b", "a"]);
  expect(typed("what are we working on", "plan")).toEqual(["b", "a"]);
  expect(typed("seats", "decision")).toEqual(["a", "b"]);
  const neighbors = [{ id: "x" as PageId, by: "link", name: "x" }];
  expect(order([at("a", {}), at("b", { neighbors })], "seat")).toEqual(["b", "a"]);
});

test("doubt names the words that were not found, and what would help", () => {
  const leads = weigh([half], plan("aisle seat"), ageOf, words);
  const confidence = confidenceOf(leads, words, plan("aisle seat"));
  expect(wordsLeftOpen(leads, words, plan("aisle seat"))).toEqual(["aisle"]);
  const doubt = uncertaintyOf(plan("aisle seat", "2026-01-01"), { leads, words, confidence, degraded: [] });
  expect(doubt?.says).toContain("“aisle”");
  expect(doubt?.helps.join(" ")).toContain("--since");
  const sure = weigh([whole], plan("aisle seat"), ageOf, words);
  const is = {
    leads: sure,
    words,
    confidence: confidenceOf(sure, words, plan("aisle seat")),
    degraded: [],
    near: [],
  };
  expect(uncertaintyOf(plan("aisle seat"), is)).toBeNull();
});

test.each([
  ["how many aisle seats do we use", ["aisle", "seats", "many", "use"], ["aisle", "seats"]],
  ["¿cómo se llama el pasillo?", ["pasillo"], ["pasillo"]],
  ["what about the seat on 26 January 2025?", ["seat", "January", "2025"], ["seat"]],
  ["which seat of January?", ["seat", "January"], ["seat"]],
  ["summarize the seat please", ["summarize", "seat", "please"], ["seat"]],
  ["haben wir etwas zum Sitz notiert?", ["etwas", "Sitz", "notiert"], ["Sitz"]],
  ["what did we note on the seat, is there an entry?", ["note", "seat", "entry"], ["seat"]],
  ["à quelle heure commence-t-il dans la salle ?", ["heure", "commence-t-il", "salle"], ["heure", "salle"]],
  ["what did we decide on the seat?", ["decide", "seat"], ["seat"]],
  ["who wrote the seat down?", ["wrote", "seat"], ["wrote", "seat"]],
])("%s leaves no word open that nobody asks for", (question, asked, open) => {
  const weighed = asked.map((word) => ({ asked: word, weight: 1 / asked.length }));
  expect(wordsLeftOpen([], weighed, plan(question))).toEqual(open);
});

test("of how many there are no line is sure to tell without a number beside the word", () => {
  const asked = plan("how many lines of the aisle are there?");
  const said = (text: string): Lead => ({ ...whole, terms: [term("aisle"), term("lines")], text: () => text });
  const [has, lacks, other] = [
    "The aisle has ~15,400 lines.",
    "The lines of the aisle are there from the first day on.",
    "2. 2026-05-02 the lines of the aisle are there and with them a bench, a lamp, a fan, 3 hooks",
  ].map((text) => weigh([said(text)], asked, ageOf, words)[0]!);
  expect([has, lacks, other].map((lead) => cueOf(lead!))).toEqual(["high", "medium", "medium"]);
  expect(has!.score).toBeGreaterThan(lacks!.score);
  const [plain] = weigh([said("The lines of the aisle.")], plan("lines of the aisle"), ageOf, words);
  expect(cueOf(plain!)).toBe("high");
});

test.each<[string, object]>([
  ["ADR-0013", { path: "docs/adr/0013-skills.md" }],
  ["what is the status of ADR 13?", { path: "docs/adrs/0013-skills.md" }],
  ["DEC-006", { path: "decisions.md", text: () => "| ID | DEC-006 |\n| Date | none |" }],
  ["DEC-6", { path: "decisions.md", title: "DEC-006: helpline" }],
  ["what does lot 2 say", { path: "log.md", headings: ["Log", "Lot 2"] }],
])("“%s” finds the page of that name first", (question, more) => {
  const mention = leadFrom({
    id: "a" as PageId,
    path: "a.md" as Lead["path"],
    text: () => "As ADR-0013, DEC-006 and lot 2.",
  });
  const named = leadFrom({ id: "b" as PageId, base: 0.4, text: () => "Text.", ...more });
  const [first, second] = weigh([mention, { ...named, coverage: 0.1 }], plan(question), ageOf, words);
  expect([first!.id, second!.id, cueOf(first!)]).toEqual(["b", "a", "medium"]);
});

test("a page that is asked for by its number holds that number, whatever it says", () => {
  const asked = plan("summarize ADR-0006 please");
  const weighed = ["summarize", "ADR-0006", "adr", "0006", "please"].map((asked) => ({ asked, weight: 0.2 }));
  const kiln = leadFrom({ path: "docs/adr/0006-kiln.md" as Lead["path"], text: () => "Gas.", coverage: 0.1 });
  const [found] = weigh([{ ...kiln, terms: [term("adr")] }], asked, ageOf, weighed);
  expect(wordsLeftOpen([found!], weighed, asked)).toEqual([]);
  expect(found!.coverage).toBeCloseTo(0.5);
  const name = [{ asked: "ADR-0006", weight: 1 }];
  expect(confidenceOf(weigh([kiln], plan("ADR-0006"), ageOf, name), name, plan("ADR-0006")).relevance).toBe(1);
});

test.each(["ADR-013", "adr 14", "the 13 seats", "version 2.13"])("“%s” names no page by chance", (question) => {
  const mention = leadFrom({ id: "a" as PageId, path: "a.md" as Lead["path"] });
  const other = { id: "b" as PageId, path: "docs/13-seats.md" as Lead["path"], title: "ADR-130", base: 0.4 };
  expect(weigh([mention, leadFrom(other)], plan(question), ageOf, words)[0]!.id).toBe("a");
});

test("an answer that holds what was asked in a bit more than half of all cases is doubted", () => {
  const leads = weigh([whole], plan("aisle seat"), ageOf, words);
  const of = (chance: number) => {
    const confidence = { ...confidenceOf(leads, words, plan("aisle seat")), overall: chance };
    return uncertaintyOf(plan("aisle seat"), { leads, words, confidence, degraded: [] });
  };
  expect([0.25, 0.52, 0.59].map((chance) => of(chance)?.says)).toEqual(
    Array(3).fill("What was found holds the words, but not together or not of the time asked for."),
  );
  expect([0.6, 0.7].map(of)).toEqual([null, null]);
});

test("every page says why: its words, where they stand, how old it is, what it is near, and its tier", () => {
  const neighbors = [{ id: "flights" as PageId, by: "tag", name: "travel" }];
  const typo = { asked: "aisel", found: "aisle", kind: "typo", fields: ["title"] };
  const lead = {
    ...whole,
    tier: "cold" as const,
    neighbors,
    terms: [...whole.terms, typo],
    updated: "2026-11-20T08:00:00Z" as Instant,
  };
  const [weighed] = weigh([lead], plan("aisle seat"), ageOf, words);
  const why = whyOf(weighed!, ageOf);
  expect(why).toMatchObject({ fields: ["body", "title"], ageDays: 1, neighbors, tier: "cold" });
  expect(why.says).toContain("“aisel as aisle”");
  const stemmed = {
    ...weighed!,
    text: () => "The Decision stands.",
    terms: [{ ...typo, asked: "decide", found: "decis" }],
  };
  expect(whyOf(stemmed, ageOf).says).toContain("“decide as Decision”");
  expect(why.says).toContain("1 day old");
  expect(why.says).toContain("flights");
  expect(why.says).toContain("archived");
});

test("an age counts the days that the clocks of the place show, and what lies ahead is new", () => {
  const west = openZone("America/Los_Angeles");
  const at = "2026-11-22T05:00:00Z" as Instant;
  const [here, inUtc] = [agesAt(at, (moment) => west(moment).day), agesAt(at, (moment) => moment.slice(0, 10))];
  const changed = (updated: string): Pick<Lead, "days" | "updated"> => ({ days: null, updated: updated as Instant });
  const told = (day: string): Pick<Lead, "days" | "updated"> => ({
    ...changed("2026-01-01T00:00:00Z"),
    days: { from: day, to: day },
  });
  expect([here, inUtc].map((ageOf) => ageOf(changed("2026-11-21T20:00:00Z")))).toEqual([0, 1]);
  expect([here, inUtc].map((ageOf) => ageOf(changed("2026-11-22T04:00:00Z")))).toEqual([0, 0]);
  expect([here, inUtc].map((ageOf) => ageOf(changed("2026-11-21T04:00:00Z")))).toEqual([1, 1]);
  expect([here, inUtc].map((ageOf) => ageOf(told("2026-11-21")))).toEqual([0, 1]);
  expect([here, inUtc].map((ageOf) => ageOf(told("2026-11-23")))).toEqual([0, 0]);
  expect(here({ days: null, updated: null })).toBeNull();
});

test("a line stands under the headings and items above it, until another begins", () => {
  const of = (text: string): number =>
    confidenceOf([whole], words, plan("aisle seat"), [{ lead: whole, text }]).relevance;
  expect(of("### Seat\n\n- aisle: 14")).toBe(1);
  expect(of("- Seat:\n  - aisle: 14")).toBe(1);
  expect(of("### Seat\n\n- row: 14\n\n### Row\n\n- aisle: 15")).toBeCloseTo(0.7);
  expect(of("- seat: 14\n- aisle: 15")).toBeCloseTo(0.7);
});

test("a line of the day that is asked for holds more of the question", () => {
  const asked = plan("who had the aisle seat on November 18, 2026?");
  const of = (text: string): number => confidenceOf([whole], words, asked, [{ lead: whole, text }]).relevance;
  expect(of("- 2026-11-18: aisle seat")).toBeGreaterThan(of("- 2026-11-17: aisle seat"));
});

test("a question of several words that are all there is surer than one of a single word", () => {
  const sure = (text: string, of: readonly string[]): number => {
    const weighed = of.map((word) => ({ asked: word, weight: 1 / of.length }));
    const lead = leadFrom({ coverage: 1, terms: of.map(term), text: () => text });
    return confidenceOf([lead], weighed, plan(of.join(" "))).overall;
  };
  expect(sure("aisle", ["aisle"])).toBeLessThan(sure("aisle seat night train", ["aisle", "seat", "night", "train"]));
});
