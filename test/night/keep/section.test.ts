/** Section: below which heading an agent's entry goes, by its tags and by what it says. */

import { expect, it } from "vitest";
import { durable, type Item } from "../../../src/heard/inbox.js";
import { statementsOf } from "../../../src/heard/statement.js";
import { sectionFor } from "../../../src/night/keep/way.js";
import { heardItem } from "../../support/heard-item.js";

const item = (text: string, isPerson: boolean): Item => {
  const { kind = "fact" } = statementsOf(text, null).find((each) => durable.has(each.kind)) ?? {};
  return heardItem(text, { kind, isPerson });
};

it.each([
  ["The person wants drafts of tariffs removed when the work is finished. [human]", "Rules"],
  ["Language: Lyon's is the default, and changing it has to change the tariffs. [human]", "Rules"],
  ["Tariffs are printed in cents, preferably only by the desk. [human]", "Rules"],
  ["When listing berths, never change a name. [human]", "Rules"],
  ["Requirement of the person: tariffs never hardcoded, but read from the list. [human] [decision]", "Rules"],
  ["Der Mensch will, dass Tarife immer in Cent stehen. [human]", "Rules"],
  ["用户希望票价必须以分为单位。[human]", "Rules"],
  // A state, a place and what was tagged otherwise.
  ["The planner is to: clear the list, not print it again. Fixed, not yet confirmed.", "Facts"],
  ["The planner no longer knows --dry: the flag was taken out.", "Facts"],
  ["When a test of the planner fails, run it again.", "Triggers"],
  ["The list of berths must lie in Lyon. [lesson]", "Lessons"],
  ["Tariffs must be in cents. [decision]", "Decisions"],
])("what an agent writes of wishes and of what has to be is a rule: %s goes below %s", (text, section) => {
  expect(sectionFor(item(text, false))).toBe(section);
});

it("a person's own words go by their kind", () => {
  expect(sectionFor(item("When listing berths, check the names.", true))).toBe("Triggers");
  expect(sectionFor(item("I prefer short answers.", true))).toBe("Preferences");
});
