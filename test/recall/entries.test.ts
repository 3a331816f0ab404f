/** Entries: which of what is kept answers a prompt, and that small talk, work and long texts get nothing that only shares a word with them. */

import { describe, expect, it } from "vitest";
import type { Item } from "../../src/heard/inbox.js";
import type { Stores } from "../../src/memory/workspace.js";
import { entriesFor, heardFor, sureFor } from "../../src/recall/entries.js";
import { heardItem } from "../support/heard-item.js";

const nowhere = { memories: [] } as unknown as Stores;

const kept = [
  "The ferry leaves at nine.",
  "The office is in Lyon.",
  "Ada lives in Oslo.",
  "Never book the night ferry.",
  "Always use pnpm, never npm.",
  "The booking API listens on port 4411.",
  "Liesl owns the payroll service, nobody else merges there.",
  "Requests to the umber host time out after 885 ms.",
  "We settled on Postgres for the ledger because of its row locks.",
  "Commits in the matcher have the prefix fin:.",
  "Die Fähre fährt um neun ab.",
  "Le bureau de Lyon ferme à dix-huit heures.",
  "La oficina de Lima abre a las siete.",
  "渡轮九点开。",
  "フェリーは9時に出ます。",
];

const given = (prompt: string, of: readonly string[] = kept): readonly string[] =>
  entriesFor(nowhere, prompt, { pages: [], heard: of.map((text) => heardItem(text)), ofDays: null }).map(
    ({ text }) => text,
  );

describe("a prompt", () => {
  it.each([
    ["When does the ferry leave?", "The ferry leaves at nine."],
    ["when does the ferry leave", "The ferry leaves at nine."],
    ["What time does the ferry leave?", "The ferry leaves at nine."],
    ["Can you tell me when the ferry leaves?", "The ferry leaves at nine."],
    ["Where is the office?", "The office is in Lyon."],
    ["Where does Ada live?", "Ada lives in Oslo."],
    ["Which port does the booking API use?", "The booking API listens on port 4411."],
    ["Who owns payroll?", "Liesl owns the payroll service, nobody else merges there."],
    ["Book the night ferry to Porto, please.", "Never book the night ferry."],
    ["Do we use pnpm or npm?", "Always use pnpm, never npm."],
    ["Which prefix do commits in the matcher have?", "Commits in the matcher have the prefix fin:."],
    ["Wann fährt die Fähre?", "Die Fähre fährt um neun ab."],
    ["Quand ferme le bureau de Lyon ?", "Le bureau de Lyon ferme à dix-huit heures."],
    ["¿Cuándo abre la oficina de Lima?", "La oficina de Lima abre a las siete."],
    ["渡轮几点开？", "渡轮九点开。"],
    ["フェリーは何時に出ますか？", "フェリーは9時に出ます。"],
  ])("%s is answered by %s", (prompt, entry) => {
    expect(given(prompt)).toContain(entry);
    expect(given(prompt, [entry])).toEqual([entry]);
  });

  it.each([
    "Thanks, go on.",
    "Hello!",
    "Ok, looks good.",
    "Are you sure?",
    "What do you think?",
    "Does that make sense?",
    "Why did it fail?",
    "Danke, weiter.",
    "Merci, continue.",
    "好的，谢谢，继续吧。",
    "Now rename the function and run the tests.",
    "Fix the flaky test of the importer, it fails one time in ten.",
    "One more thing: the header of the report needs another color.",
    "",
    "?",
  ])("%j is given nothing", (prompt) => {
    expect(given(prompt)).toEqual([]);
  });

  it("is not answered by an entry that has one word of two", () => {
    expect(given("Why did the deploy fail?", ["Never deploy on a Friday."])).toEqual([]);
    expect(given("Where is the report of Monday?", ["We deploy dashboard on Mondays only."])).toEqual([]);
  });

  it("is not answered by what was said in passing of another thing", () => {
    const passing = { ...heardItem("Messages for importer arrive twice."), lasting: false };
    const asked = (text: string, of: Item): number =>
      entriesFor(nowhere, text, { pages: [], heard: [of], ofDays: null }).length;
    expect(asked("Messages for payroll arrive twice. What carries them?", passing)).toBe(0);
    expect(asked("Messages for importer arrive twice. What carries them?", passing)).toBe(1);
    expect(asked("Messages for payroll arrive twice, what carries them?", passing)).toBe(0);
    expect(asked("Messages for payroll arrive twice. What carries them?", { ...passing, lasting: true })).toBe(1);
  });

  it("is answered by a long entry that has nearly all of what is asked, and by none that has less", () => {
    const long = heardItem(
      "I'm planning the summer with two crossings a day, and the first crossing of the season ends on March 29, with tariffs, berths, crews, menus, posters, deckchairs, lanterns, anchors and pilots as before",
    );
    const asked = (text: string): number =>
      entriesFor(nowhere, text, { pages: [], heard: [{ ...long, lasting: false }], ofDays: null }).length;
    expect(asked("When does my first crossing of the season end?")).toBe(1);
    expect(asked("When does my first lease of the garage end?")).toBe(0);
    expect(asked("My first crossing of the season is over.")).toBe(0);
  });

  it("gets nothing for a word that it only mentions in a long text", () => {
    const filler =
      "Please walk through the list of open tickets, sort them by age, and close what nobody answered for a month.";
    expect(given(`${filler} The office party is no ticket.`)).toEqual([]);
    expect(given(`${filler} When does the office open?`)).toEqual([]);
  });

  it("that is a task is given a long lesson about a name in it, and nothing for the name alone", () => {
    const lesson =
      "`auth.admin.inviteUserByEmail` does not always hand its data to the trigger, so upsert the member right after the call and accept the state of an invited person.";
    expect(given("Add an endpoint with inviteUserByEmail for a new member", [...kept, lesson])).toEqual([lesson]);
    expect(given("Rename inviteUserByEmail everywhere", [...kept, lesson])).toEqual([]);
    expect(given("Add an endpoint with a form for a new member", [...kept, lesson])).toEqual([]);
  });

  it("that is a task is given what shares several rare words with one of its sentences, with all its lines, and at most three", () => {
    const lesson =
      "Calendar templates stand alone:\n  - A calendar template never uses the layout wrapper, since other views here have none and their owners want one look.";
    const task = "Move the calendar to its own view and do not use the layout wrapper in its template";
    expect(given(task, [...kept, lesson])).toEqual([lesson]);
    expect(given("Move the calendar to another day", [...kept, lesson])).toEqual([]);
    // Each word in a sentence of its own.
    expect(given("Look at the calendar. Mend the layout. Print the template.", [...kept, lesson])).toEqual([]);
    const many = [1, 2, 3, 4, 5].map((at) => `${lesson} That was said on day ${at}.`);
    expect(given(task, [...kept, ...many])).toHaveLength(3);
  });

  it("is given what answers it best first, and no text twice", () => {
    const both = ["The ferry is white.", "The ferry leaves at nine.", "The ferry leaves at nine."];
    expect(given("When does the ferry leave?", both)).toEqual(["The ferry leaves at nine."]);
    const two = ["The ferry to Porto leaves daily.", "The ferry leaves at nine."];
    expect(given("When does the ferry leave?", two)).toEqual([two[1], two[0]]);
  });
});

describe("a question to recall", () => {
  it("finds what is heard and not kept yet by less than a prompt is given it for, and nothing by no word", () => {
    const heard = kept.map((text) => heardItem(text));
    const asked = (text: string): readonly string[] => heardFor(text, heard).map(({ text: said }) => said);
    expect(asked("umber host and what else we know of requests")).toContain(kept[7]);
    expect(asked("the color of the report")).toEqual([]);
    expect(asked("")).toEqual([]);
  });
});

it("has to be surer of an answer to a question in Japanese", () => {
  expect(sureFor("次のフェリーの出発は何時ですか？")).toBeGreaterThan(
    sureFor("When does the next ferry leave from Kiel?")!,
  );
});
