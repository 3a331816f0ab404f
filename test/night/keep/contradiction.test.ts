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
  ["Standup is at 10:30.", "Standup is at 9:00."],
  ["The standup starts at 10:30 from Monday on.", "Standup is at 9:00."],
  ["The office is in Lyon.", "The office is in Paris."],
  ["We moved last week. The office is now in Lyon.", "The office is in Paris, third floor."],
  ["The office is no longer in Paris but in Lyon.", "The office is in Paris."],
  ["Team: the office is in Lyon.", "The office is in Paris."],
  ["Our main database is Postgres.", "Our main database is MySQL."],
  ["Billing runs on Hetzner.", "Billing runs on AWS."],
  ["Use Postgres for the mailer.", "Use MySQL for the mailer."],
  ["The default branch is main.", "The default branch is trunk."],
  ["The port is 9090.", "The port is 8080."],
  ["The release is on Thursday.", "The release is on Friday."],
  ["Never use tabs.", "Always use tabs."],
  ["Do not use tabs.", "Always use tabs."],
  ["Carl is the accountant.", "Ada is the accountant."],
  ["Our accountant is Carl.", "Ada is the accountant."],
  ["Niemals Tabs benutzen.", "Immer Tabs benutzen."],
  ["Das Standup ist um 10:30 Uhr.", "Das Standup ist um 9 Uhr."],
  ["Das Büro ist nicht mehr in Paris, sondern in Lyon.", "Das Büro ist in Paris."],
  ["Le bureau n'est plus à Paris mais à Lyon.", "Le bureau est à Paris."],
  ["La reunión es a las 10:30.", "La reunión es a las 9:00."],
  ["主数据库是 Postgres。", "主数据库是 MySQL。"],
  ["メインのデータベースは Postgres です。", "メインのデータベースは MySQL です。"],
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
  ["Carl is the driver.", "Ada is the accountant."],
  ["Ada is the driver.", "Ada is the accountant."],
  ["Ada likes coffee.", "Ada likes tea."],
  ["We use Redis.", "We use Postgres."],
  ["Standup is at 9 am.", "Standup is at 9:00."],
  ["Standup is at 10:30 on Fridays.", "Standup is at 9:00 on Mondays."],
  ["The office is in Paris, third floor.", "The office is in Paris."],
  ["The office is not in Lyon.", "The office is in Paris."],
  ["The office of Carl is in Lyon.", "The office of Ada is in Paris."],
  ["Kiosk: the database is Postgres.", "Mailer: the database is MySQL."],
  ["Use Postgres for the kiosk.", "Use MySQL for the mailer."],
  ["If the office is in Lyon, call Ada.", "If the office is in Paris, call Ada."],
  ["A room is in Lyon.", "A room is in Paris."],
  ["Service kiosk runs on port 9090.", "Service mailer runs on port 8080."],
  ["The bug is in Parser.", "The bug is in Lexer."],
  ["We slept. Sleep is the product.", "We talked. Trust is the product."],
  ["Ada ist Ärztin.", "Ada ist Mutter."],
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

test("of many that are worded alike each is held against a few", () => {
  const looked = (count: number): number => {
    let looks = 0;
    const all = Array.from({ length: count }, (_, at) => {
      const one = keptOf(`We decided that gateway ${at} runs on port ${at * 13}.`);
      const watched = { ...one, series: `${at}` };
      Object.defineProperty(watched, "matter", {
        get: () => {
          looks += 1;
          return one.matter;
        },
      });
      return watched;
    });
    const found = openContradictions(all);
    expect(all.map((one) => found(one))).toEqual(all.map(() => null));
    return looks;
  };
  expect(looked(400)).toBeLessThanOrEqual(4.5 * looked(100));
});
