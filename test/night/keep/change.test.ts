/** Change: which later sentence of a person takes the place of an earlier one, and which stands beside it. */

import { describe, expect, it, test } from "vitest";
import { amends, succeeds } from "../../../src/night/keep/similar.js";

test.each([
  ["The deadline is 12 March.", "The deadline is 19 March."],
  ["The budget is 4000 euros.", "The budget is 5500 euros."],
  ["Invoices are due after 30 days.", "Invoices are due after 14 days."],
  ["We release every two weeks.", "We release every week now."],
  ["I run 5 km every morning.", "I run 8 km every morning."],
  ["Keep your answers under ten lines.", "Keep your answers under twenty lines."],
  ["We meet on Mondays at 10.", "We meet on Wednesdays at 10 now."],
  ["Wir deployen freitags.", "Wir deployen jetzt dienstags."],
  ["Write commit messages in English.", "Write commit messages in Portuguese."],
  ["Antworte immer auf Deutsch.", "Antworte immer auf Englisch."],
  ["Réponds toujours en français.", "Réponds toujours en anglais."],
  ["The staging URL is stage.acme.dev.", "The staging URL is staging.acme.io."],
  ["My boss is called Karen.", "My new boss is called Tomas."],
  ["Kickoff is in the Berlin office.", "Kickoff is in the Hamburg office instead."],
  ["I am vegetarian.", "I'm not vegetarian anymore."],
  ["I'm allergic to peanuts.", "Turns out I'm not allergic to peanuts."],
  ["Never commit to main.", "From now on you may commit to main."],
])("“%s” gives way to “%s”", (was, text) => {
  expect(succeeds(text, was)).toBe(true);
  expect(succeeds(was, was)).toBe(false);
});

test.each([
  ["Always answer in German.", "From now on keep your answers under ten lines."],
  ["Phase 2 starts in May.", "Phase 3 starts in May."],
  ["We support Node 20.", "We support Node 22."],
  ["I go to the gym on Mondays.", "I go to the gym on Thursdays."],
  ["I go to the gym on Mondays.", "I also go to the gym on Thursdays now."],
  ["My sister is called Ana.", "My sister is called Rita."],
  ["Use Vitest for tests.", "Use Playwright for tests."],
  ["Keep functions under 50 lines.", "Keep files under 400 lines."],
  ["The wifi password is in the kitchen.", "The alarm code is in the hallway now."],
  ["I'm allergic to peanuts.", "I'm not allergic to cats."],
  ["Never commit to main.", "Never push to main."],
  ["I live in Porto.", "I moved the server to Lisbon."],
  ["I live in Porto.", "My parents live in Lisbon."],
  ["Write commit messages in English.", "Write release notes in Portuguese."],
  ["I live in Porto.", "I moved to Vim."],
  ["My colleague is called Ana.", "My new colleague is called Rita."],
  ["The shop is closed in July.", "The shop is closed in August."],
  ["The app must be available in French.", "The app must be available in German."],
  ["The bus leaves at 7:10.", "The bus leaves at 7:40."],
  ["The bin is collected every week.", "The bin is collected every month."],
  ["Never deploy without tests.", "Deploy with tests."],
  ["We use Redis.", "We no longer use Redis for sessions."],
  ["Моя сестра живёт в Москве.", "Моя мама теперь живёт в Москве."],
  ["我喜欢喝咖啡。", "我现在喜欢喝茶。"],
  ["Sprint 12 ends on Friday.", "Sprint 13 ends on Thursday."],
])("“%s” stands beside “%s”", (was, text) => {
  expect(succeeds(text, was)).toBe(false);
});

describe("a correction that waits", () => {
  it("is told with the number that it corrects, by a word of it or by its shape", () => {
    const corrects = (text: string): boolean =>
      amends({ kind: "correction", text }, "The staging server is at 10.0.4.7, and I take atorvastatin 20 mg.");
    expect(corrects("correction: it's atorvastatin 10 mg, i read it wrong")).toBe(true);
    expect(corrects("correction: it's 10.0.4.9, i read it wrong")).toBe(true);
    expect(corrects("correction: it's 9:30, i read it wrong")).toBe(false);
    expect(corrects("no, the test server throws a TypeError at 10.0.4.9:80")).toBe(false);
  });
});
