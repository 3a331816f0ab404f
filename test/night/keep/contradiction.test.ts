/** Contradiction: another number or the opposite of the same matter; gates, versions and days are things, and no claims. */

import { expect, test } from "vitest";
import { keptOf, openContradictions } from "../../../src/night/keep/similar.js";

function isAgainst(said: string, kept: string): boolean {
  return openContradictions([keptOf(kept)])(keptOf(said)) !== null;
}

test.each([
  ["The budget is 400 a night.", "The budget is 300 a night."],
  ["The office never closes before six on weekdays.", "The office closes before six on weekdays."],
  ["Das Büro ist freitags nicht besetzt.", "Das Büro ist freitags besetzt."],
  ["Upload limit for guests is 20 MB.", "Upload limit for guests is 5 MB."],
  ["No `/srv/desk/files/` exists on the host.", "The files are in `/srv/desk/files/` on the host."],
  ["The desk files are not on the host at all.", "The desk files are in `/srv/desk/files/` on the host."],
])("%s is against: %s", (said, kept) => {
  expect(isAgainst(said, kept)).toBe(true);
  expect(isAgainst(kept, said)).toBe(true);
});

test.each([
  ["Gate 2 opens for the morning train.", "Gate 1 opens for the morning train."],
  ["The gate 2 opens for the morning train.", "The gate 1 opens for the morning train."],
  ["Gate 2 never opens for the morning train.", "Gate 1 opens for the morning train."],
  ["3. Ask the owner of the page first.", "4. Ask the owner of the page first."],
  ["Node 22.1.0 builds the package without warnings.", "Node 20.11.0 builds the package without warnings."],
  ["The train left the station late on 2026-11-03.", "The train left the station late on 2026-11-04."],
  ["The van left the yard at 7:10 with both drivers.", "The van left the yard at 7:40 with both drivers."],
  ["Ticket #12 is about the broken printer.", "Ticket #14 is about the broken printer."],
  ["Moved 3 of 7 boxes to the small hall.", "Moved 5 of 7 boxes to the small hall."],
  ["No `/srv/anna/desk/files/old/` exists on host", "**Desk store:** `/srv/anna/desk/files/` on host."],
  ["Start the printer by its switch (not by the menu).", "Start the printer by its switch."],
  ["Start the printer by its switch, not from the menu.", "Start the printer by its switch."],
])("%s says nothing against: %s", (said, kept) => {
  expect(isAgainst(said, kept)).toBe(false);
  expect(isAgainst(kept, said)).toBe(false);
});

test("what stands against one is found among thousands", () => {
  const all = Array.from({ length: 3_000 }, (_, at) =>
    keptOf(`Room ${at} of the hotel has window${at} to yard${at}.`),
  );
  const found = openContradictions([...all, keptOf("The night porter speaks 3 languages.")]);
  expect(found(keptOf("The night porter speaks 4 languages."))?.said).toContain("speaks 3");
});
