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
  ["We deploy on Wednesdays.", "We deploy on Tuesdays."],
  ["Deploy on Wednesdays.", "We always deploy on Tuesdays."],
  ["We deploy every Wednesday now, because Ada is in then.", "We deploy on Tuesdays."],
  ["We deploy on Tuesdays and Thursdays.", "We deploy on Tuesdays."],
  ["The bins go out on Thursday.", "The bins go out on Friday."],
  ["Wir deployen mittwochs.", "Wir deployen dienstags."],
  ["Nous livrons le mercredi.", "Nous livrons le mardi."],
  ["Desplegamos los miércoles.", "Desplegamos los martes."],
  ["我们每周三部署。", "我们每周二部署。"],
  ["毎週水曜日にデプロイします。", "毎週火曜日にデプロイします。"],
  ["The staging server is called stork.", "The staging server is called heron."],
  ["The staging server is named Stork.", "The staging server is called heron."],
  ["The name of the staging server is stork.", "The name of the staging server is heron."],
  ["Der Testserver heißt Storch.", "Der Testserver heißt Reiher."],
  ["Le serveur de test s'appelle cigogne.", "Le serveur de test s'appelle héron."],
  ["El servidor de pruebas se llama cigüeña.", "El servidor de pruebas se llama garza."],
  ["Invoices are kept for seven years.", "Invoices are kept for ten years."],
  ["Invoices are kept for 7 years.", "Invoices are kept for ten years."],
  ["Invoices are kept for 18 months.", "Invoices are kept for ten years."],
  ["Rechnungen werden sieben Jahre aufbewahrt.", "Rechnungen werden zehn Jahre aufbewahrt."],
  ["Les factures sont conservées sept ans.", "Les factures sont conservées dix ans."],
  ["Las facturas se guardan siete años.", "Las facturas se guardan diez años."],
  ["发票保存七年。", "发票保存十年。"],
  ["We have lunch at 13:00.", "We have lunch at 12:30."],
  ["We build the kiosk with Node 22.1.", "We build the kiosk with Node 20.11."],
  ["We review the drafts within one week.", "We review the drafts within two days."],
  ["The board meets on the second Tuesday of the month.", "The board meets on the first Tuesday of the month."],
  ["The project's codename is osprey.", "The project's codename is falcon."],
  ["The tax return is due in May.", "The tax return is due in July."],
  ["The rent is due on the 3rd of each month.", "The rent is due on the 5th of each month."],
  ["Invoices must be paid within two weeks.", "Invoices must be paid within 30 days."],
  ["The review must take 2 hours.", "The review must take 60 minutes."],
  ["We have lunch at noon.", "We have lunch at 12:30."],
  ["A seat in the shared office costs 300 € a month.", "A seat in the shared office costs 250 € a month."],
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
  ["Ben is allergic to nuts.", "Ada is allergic to nuts."],
  ["Met Ada on Wednesday.", "Met Ada on Tuesday."],
  ["We met Ada on Wednesday at the pier.", "We met Ada on Tuesday at the pier."],
  ["The team moved the desks on Monday.", "The team moved the desks on Friday."],
  ["Wir haben Ada am Mittwoch getroffen.", "Wir haben Ada am Dienstag getroffen."],
  ["Nous avons rencontré Ada mercredi.", "Nous avons rencontré Ada mardi."],
  ["Las cajas llegaron el martes.", "Las cajas llegaron el lunes."],
  ["周三部署了新版本。", "周二部署了新版本。"],
  ["Wir sind am Mittwoch nach Rom geflogen.", "Wir sind am Dienstag nach Rom geflogen."],
  ["Step three: mix the flour.", "Step two: mix the flour."],
  ["June is the best month to visit.", "May is the best month to visit."],
  ["Dentist with Ada on Tuesday.", "Dentist with Ada on Thursday."],
  ["Call Ada on Tuesday.", "Call Ada on Thursday."],
  ["On Tuesdays the pool opens at nine.", "On Mondays the pool opens at nine."],
  ["The lunch on Tuesdays is pasta.", "The lunch on Mondays is pasta."],
  ["We deploy on Wednesdays.", "We ring the bell on Tuesdays."],
  ["We deploy the kiosk on Wednesdays.", "We deploy the mailer on Tuesdays."],
  ["We deploy on Tuesday mornings.", "On Tuesdays we deploy."],
  ["We do not deploy on Fridays.", "We do not deploy on Mondays."],
  ["We have lunch at 1 pm.", "We have lunch at 13:00."],
  ["Invoices are kept for 10 years.", "Invoices are kept for ten years."],
  ["We build the kiosk with Node 20.", "We build the kiosk with Node 20.11."],
  ["The build server is called stork.", "The staging server is called heron."],
  ["A server is called stork.", "A server is called heron."],
  ["The hook is called by the mailer.", "The hook is called by the kiosk."],
  ["The hook is called twice.", "The hook is called recursively."],
  ["Invoices must be paid within two weeks.", "Invoices must be paid within 14 days."],
  ["Rechnungen müssen binnen zwei Wochen bezahlt werden.", "Rechnungen müssen binnen 14 Tagen bezahlt werden."],
  ["The review must take 1 hour.", "The review must take 60 minutes."],
  ["Les copies sont gardées 24 heures.", "Les copies sont gardées un jour."],
  ["Las copias se guardan dos semanas.", "Las copias se guardan 14 días."],
  ["Backups are kept for 1 year.", "Backups are kept for twelve months."],
  ["We have lunch at noon.", "We have lunch at 12:00."],
  ["The dog gets food at 18:00.", "The dog gets food at 7:00, and her name is Mila."],
  ["Standup is at nine.", "Standup is at 9:00."],
  ["Wir essen um zwölf.", "Wir essen um 12 Uhr."],
  ["Nous mangeons à midi.", "Nous mangeons à 12h."],
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
