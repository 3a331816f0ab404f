/** Weigh: between places that hold as much of a question, how they hold it and what came later decide. */

import { expect, test } from "vitest";
import type { PageId } from "../../../src/base/ids.js";
import type { Lead, LeadTerm, WeighedWord } from "../../../src/recall/confidence.js";
import { parseQuery, planOf } from "../../../src/recall/plan.js";
import { weigh } from "../../../src/recall/rank/worth.js";
import { leadFrom } from "../../support/lead.js";

const none = { limit: null, tokens: null, types: [], since: null, until: null, tier: null } as const;

function order(question: string, leads: readonly Lead[], words: readonly WeighedWord[] = []): readonly string[] {
  const query = parseQuery(question, "2026-11-28");
  if (!query.ok) throw new Error(query.error.says);
  const plan = planOf(query.value, none);
  if (!plan.ok) throw new Error(plan.error.says);
  return weigh(leads, plan.value, () => null, words).map(({ id }) => id);
}

const term = (asked: string, found: string): LeadTerm => ({ asked, found, kind: "word", fields: ["body"] });
const place = (id: string, text: string, terms: readonly LeadTerm[], more: Partial<Lead> = {}): Lead =>
  leadFrom({ id: id as PageId, text: () => text, terms, ...more });

test("a word as it was asked counts more than what shares its stem or a pair of its signs", () => {
  const educ = [term("Educative", "educ")];
  const [other, same] = [place("a", "An educational talk.", educ), place("b", "Educative pays monthly.", educ)];
  expect(order("How much does Educative bring in?", [other, same])).toEqual(["b", "a"]);
  const pair = [term("インスタ", "イン")];
  const [part, whole] = [place("a", "インフラの話", pair), place("b", "今日はインスタに投稿", pair)];
  expect(order("インスタは何回？", [part, whole])).toEqual(["b", "a"]);
});

test("the later of two logs that answer alike stands first, and a page between them by its words", () => {
  const cron = [term("cron", "cron")];
  const log = (id: string, day: string): Lead =>
    place(id, "The cron.", cron, { kind: "episodic", days: { from: day, to: day }, base: 0.9 });
  const page = place("page", "The cron.", cron, { base: 0.95 });
  const [early, late] = [log("early", "2026-03-01"), log("late", "2026-03-09")];
  expect(order("Which host runs the cron?", [early, page, late])).toEqual(["late", "page", "early"]);
});

test("logs that answer alike stand no higher as such: what the last of them gains the first loses", () => {
  const cron = [term("cron", "cron")];
  const log = (id: string, day: string): Lead =>
    place(id, "The cron.", cron, { kind: "episodic", days: { from: day, to: day }, base: 0.95 });
  const logs = [log("early", "2026-03-01"), log("middle", "2026-03-05"), log("late", "2026-03-09")];
  const pages = [place("page", "The cron.", cron, { base: 0.97 }), place("other", "The cron.", cron, { base: 0.9 })];
  const found = order("Which host runs the cron?", [...logs, ...pages]);
  expect(found).toEqual(["late", "page", "middle", "other", "early"]);
});

test("a line that holds the words together, below its headings, counts more than a place where they lie scattered", () => {
  const terms = [term("Valkey", "valkei"), term("license", "licens")];
  const words = ["Valkey", "license"].map((asked) => ({ asked, weight: 0.5 }));
  const scattered = place("a", "Valkey holds the counters.\nThe license of fonts is open.", terms);
  const together = place("b", "Counters.\nValkey was taken for its license.", terms, { base: 0.97 });
  const below = place("c", "Counters.\nTaken for its license.", terms, { base: 0.95, headings: ["Valkey"] });
  expect(order("Which license has Valkey?", [scattered, together, below], words)).toEqual(["b", "c", "a"]);
});
