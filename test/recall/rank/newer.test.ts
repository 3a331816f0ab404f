/** Newer: of places that answer alike and disagree the newer first, and what it supersedes told so; all else as it was. */

import { describe, expect, it } from "vitest";
import type { Instant, PageId, PagePath } from "../../../src/base/ids.js";
import type { Weighed } from "../../../src/recall/confidence.js";
import { type Plan, parseQuery, planOf } from "../../../src/recall/plan.js";
import { dateOf, dayOf, disagreementsIn, newerFirst } from "../../../src/recall/rank/newer.js";
import { weigh } from "../../../src/recall/rank/worth.js";
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
  readonly kind?: Weighed["kind"];
  /** Of its page; one of its own else. */
  readonly path?: string;
  readonly title?: string;
  readonly start?: number;
}

/** Best first. `commits` has the moments of lines that say no day. */
function ask(
  question: string,
  said: readonly Said[],
  commits: Readonly<Record<string, string>> = {},
): readonly Weighed[] {
  const words = termsOf(question).filter(({ stop }) => !stop);
  const leads = said.map(
    ({ day, text, origin = "user", coverage = 1, speaker = null, kind = "semantic", path, title, start }, at) => ({
      id: (path ?? `page-${at}`) as PageId,
      path: `${path ?? `page-${at}`}.md`,
      kind,
      start: start ?? 0,
      title: title ?? "A page",
      headings: title === undefined ? [] : [title],
      days: day === null ? null : { from: day, to: day },
      updated: null as Instant | null,
      origin,
      coverage,
      speaker,
      score: 1 - at / 10,
      boosts: [],
      terms: words.map(({ text: found, said: asked }) => ({ asked, found, kind: "word", fields: ["body"] })),
      text: () => text,
    }),
  );
  const found = leads as unknown as readonly Weighed[];
  const apart = disagreementsIn(found, planFor(question));
  return newerFirst(found, apart, (line) => line.day ?? commits[line.text] ?? dayOf(line.lead));
}

const told = (leads: readonly Weighed[]): readonly unknown[] =>
  leads.map(({ id, superseded = null }) => (superseded === null ? id : [id, superseded.by, superseded.on]));

describe("newerFirst", () => {
  it.each([
    ["when do deploys go out?", "- Deploys go out on Tuesdays.", "- Deploys go out on Thursdays now."],
    ["how long is the session timeout?", "- Session timeout: 30 minutes", "- Session timeout: 45 minutes"],
    ["who signs the invoices?", "- All invoices are signed by Maria.", "- All invoices are signed by Petra."],
    ["Wie lange gilt das Kennwort?", "Das Kennwort gilt 30 Tage.", "Das Kennwort gilt 90 Tage."],
    [
      "when do deploys go out?",
      "2026-03-01: Deploys go out on Tuesdays.",
      "- 2026-05-02 – Deploys go out on Thursdays.",
    ],
    [
      "when do deploys of the kiosk go out?",
      "[2026-03-01] Kiosk: deploys go out on Tuesdays.",
      "- 2026-05-02 Kiosk: deploys go out on Thursdays.",
    ],
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
    ["another thing on a day", "2026-03-01", "2026-03-01 Docs: deploys go out on Tuesdays."],
    ["other words", "2026-03-01", "Tuesday was the day on which we shipped the planner to everybody in the house."],
    ["another kind of value", "2026-03-01", "Deploys go out at 9."],
  ])("leaves alone what has %s", (_, day, text) => {
    const found = ask("when do deploys go out?", [
      { day, text },
      { day: "2026-05-02", text: "Deploys go out on Thursdays." },
    ]);
    expect(told(found)).toEqual(["page-0", "page-1"]);
  });

  it("takes no line for newer that says it of another thing of the same kind", () => {
    const of = (which: string, place: string): string => `- The backup of the ${which} database goes to ${place}.`;
    const two = (question: string, was: string, is: string): unknown =>
      told(
        ask(question, [
          { day: "2026-03-01", text: was },
          { day: "2026-05-02", text: is },
        ]),
      )[0];
    const asked = "where does the backup of the billing database go?";
    expect(two(asked, of("billing", "Frankfurt"), of("customer", "Dublin"))).toBe("page-0");
    expect(two(asked, of("billing", "Frankfurt"), of("billing", "Dublin"))).toBe("page-1");
    const cache = (zone: number): string => `- Our cache host for zone ${zone} is called otter-a${zone}.`;
    expect(two("cache host zone 3", cache(3), cache(4))).toBe("page-0");
    expect(two("scan", "- The scan found 9 patterns, 310+ hints.", "- The scan found 24 patterns, 492+ hints.")).toBe(
      "page-1",
    );
  });

  it.each([
    ["what is the shoe size?", "Mia's shoe size is 33", "Lena's shoe size is 39"],
    ["what is the shoe size?", "The shoe size of Mia is 33", "The shoe size of Lena is 39"],
    ["what is the shoe size?", "Mia's shoe size is 33", "The shoe size of Lena is 39"],
    ["whose phone is that?", "Anna's phone is 030 5550134", "Bert’s phone is 030 5550199"],
    ["what do flights cost?", "Flight to Oslo costs 210 euro", "Flight to Rome costs 180 euro"],
    ["what do flights cost?", "A flight to New York costs 610 euro", "A flight to Rio costs 880 euro"],
    ["where is the meeting?", "Meeting with Anna is in Berlin", "Meeting with Bert is in Hamburg"],
    [
      "when is dinner?",
      "We have dinner: table with Anna Berg on Friday",
      "We have dinner: table with Bert Lund on Monday",
    ],
    ["when do we fly?", "We fly to Oslo with Sara on Friday", "We fly to Rome with Sara on Monday"],
    ["what is the rent?", "The rent for June is 900 euro", "The rent for July is 950 euro"],
    ["when does she swim?", "Mia has swimming lessons on Thursdays", "On Tuesdays Lena has swimming lessons"],
    ["which port?", "The port of Staging is 8080", "The port of Production is 9090"],
    ["who owns it?", "the owner of staging is jens", "the owner of production is jens"],
    ["lunch where?", "we plan lunch anna in berlin", "we plan lunch bert in rome"],
    ["which version?", "The version of Node in Atlas is 20", "The version of Node in Borea is 22"],
    ["Was kostet der Flug?", "Der Flug nach Oslo kostet 210 Euro", "Der Flug nach Rom kostet 180 Euro"],
    ["Welche Schuhgröße?", "Die Schuhgröße von Mia ist 33", "Die Schuhgröße von Lena ist 39"],
    ["Wann ist der Termin?", "Der Termin bei Dr. Wolff ist am Montag", "Der Termin bei Dr. Engel ist am Freitag"],
    ["Combien coûte le vol ?", "Le vol pour Oslo coûte 210 euros", "Le vol pour Rome coûte 180 euros"],
    ["Quelle pointure ?", "La pointure de Mia est 33", "La pointure de Lena est 39"],
    ["¿cuánto cuesta el vuelo?", "El vuelo a Oslo cuesta 210 euros", "El vuelo a Roma cuesta 180 euros"],
    ["¿qué número calza?", "El número de pie de Mia es 33", "El número de pie de Lena es 39"],
    ["quanto custa o voo?", "O voo para Oslo custa 210 euros", "O voo para Roma custa 180 euros"],
    ["quanto costa il volo?", "Il volo per Oslo costa 210 euro", "Il volo per Roma costa 180 euro"],
    ["сколько стоит рейс?", "Рейс в Осло стоит 210 евро", "Рейс в Рим стоит 180 евро"],
    [
      "when did I move?",
      "- Told: Move in on 1 August, Karl-Liebknecht-Straße 14 in Potsdam [human]",
      "- Told: Henrik moved Gothenburg to 7 to 11 September [human]",
    ],
    ["what about Jens and the backend?", "I hear our backend is run by Jens", "I hear our backend is run by Mareike"],
  ])("takes no line about another person, trip or thing for newer: %s %s", (question, was, is) => {
    const said = [
      { day: "2026-03-01", text: was },
      { day: "2026-05-02", text: is },
    ];
    expect(told(ask(question, said))).toEqual(["page-0", "page-1"]);
    expect(told(ask(question, said.toReversed()))).toEqual(["page-0", "page-1"]);
  });

  it.each([
    ["what is Mia's shoe size?", "Mia's shoe size is 33", "Mia's shoe size is 34"],
    ["what does the flight cost?", "Flight to Oslo costs 210 euro", "Flight to Oslo costs 180 euro"],
    ["where is the meeting?", "The meeting with Anna is in Berlin", "The meeting with Anna is in Hamburg"],
    ["where does the trip go?", "Our autumn trip goes to Lisbon", "Our autumn trip goes to Porto"],
    ["where is the office?", "Since March the office is in Berlin", "Since May the office is in Hamburg"],
    ["what is the rent?", "In March the rent was 900 euro", "In May the rent was 950 euro"],
    ["which port?", "The port of Staging is 8080", "The port of Staging is 9090"],
    ["who runs the backend?", "From now on Jens runs the backend", "From now on Mareike runs the backend"],
    ["who owns the ledger?", "I know the owner of the ledger is Jens", "I know the owner of the ledger is Mareike"],
    ["what do we use for the ledger?", "We use Postgres for the ledger", "We use Redis for the ledger"],
    ["which version of Node?", "We test with Node 20 in CI", "We test with Node 22 in CI"],
    ["when is the dentist?", "The dentist of Mia is on Monday", "The dentist of Mia is on Friday"],
    ["Wo ist das Büro?", "Das Büro von Nordlicht ist in Berlin", "Das Büro von Nordlicht ist in Hamburg"],
    ["Combien coûte le vol ?", "Le vol pour Oslo coûte 210 euros", "Le vol pour Oslo coûte 180 euros"],
    ["¿dónde está la oficina?", "La oficina de Ana está en Madrid", "La oficina de Ana está en Bilbao"],
    ["quanto custa o voo?", "O voo para Oslo custa 210 euros", "O voo para Oslo custa 180 euros"],
    ["сколько стоит рейс?", "Рейс в Осло стоит 210 евро", "Рейс в Осло стоит 180 евро"],
  ])("takes another value of the same person, trip or thing for newer: %s %s", (question, was, is) => {
    const found = ask(question, [
      { day: "2026-03-01", text: was },
      { day: "2026-05-02", text: is },
    ]);
    expect(told(found)).toEqual(["page-1", ["page-0", "page-1", "2026-05-02"]]);
  });

  it("lets nothing from outside supersede a person's word, nothing that answers less, and no talk", () => {
    const was = { day: "2026-03-01", text: "Deploys go out on Tuesdays." };
    const is = { day: "2026-05-02", text: "Deploys go out on Thursdays." };
    expect(told(ask("when do deploys go out?", [was, { ...is, origin: "web" }]))).toEqual(["page-0", "page-1"]);
    expect(told(ask("when do deploys go out?", [was, { ...is, coverage: 0.5 }]))).toEqual(["page-0", "page-1"]);
    const talk = [
      { ...was, speaker: "Ann", text: "- Ann: Deploys on Tuesdays again, I heard from Petra." },
      { ...is, speaker: "Ann", text: "- Ann: Deploys on Thursdays would suit me, Maria." },
    ];
    expect(told(ask("when do deploys go out?", talk))).toEqual(["page-0", "page-1"]);
  });

  it("tells of two lines of one page which holds by their own days, and where a person said both by the commits that brought them", () => {
    const text = "- Deploys go out on Tuesdays. (2026-03-01)\n- Deploys go out on Thursdays. (2026-05-02)";
    const [dated] = ask("when do deploys go out?", [{ day: null, text }]);
    expect(dated!.superseded).toEqual({
      by: "page-0",
      on: "2026-05-02",
      of: "2026-03-01",
      line: "- Deploys go out on Tuesdays. (2026-03-01)",
      says: "“Tuesdays” (2026-03-01) gave way to “Thursdays” (2026-05-02)",
    });
    const [was, is] = ["- We indent with tabs here.", "- We indent with spaces here."];
    const asked = "what do we indent with?";
    const both = [{ day: null, text: `${was}\n${is}` }];
    const commits = { [was]: "2026-03-01T09:00:00Z", [is]: "2026-03-01T10:00:00Z" };
    expect(told(ask(asked, both, commits))).toEqual(["page-0"]);
    const own = [was, is].map((line) => `${line} [human]`);
    const moments = { [own[0]!]: commits[was]!, [own[1]!]: commits[is]! };
    expect(ask(asked, [{ day: null, text: own.join("\n") }], moments)[0]!.superseded?.says).toBe(
      "“tabs” (2026-03-01) gave way to “spaces” (2026-03-01)",
    );
  });

  it("names words as a pair only where they stand in the same place of both, else the lines", () => {
    const saying = (question: string, was: string, is: string): string | undefined =>
      ask(question, [
        { day: "2027-02-01", text: was },
        { day: "2027-02-02", text: is },
      ])[1]!.superseded?.says;
    const server = "Der Staging-Server läuft übrigens auf Port 8443, und Jens macht bei uns das Backend.";
    expect(
      saying("Wer macht das Backend?", server, "Jens ist übrigens raus, ab jetzt macht Mareike das Backend."),
    ).toBe(
      "“Der Staging-Server läuft übrigens auf Port 8443, und Jens macht bei uns das Backend.” (2027-02-01) is older than “Jens ist übrigens raus, ab jetzt macht Mareike das Backend.” (2027-02-02)",
    );
    expect(
      saying(
        "who runs the backend?",
        "- In Oslo our backend is run by Jens.",
        "- Our backend is run by Mareike, says Lena.",
      ),
    ).toBe("“Jens” (2027-02-01) gave way to “Mareike” (2027-02-02)");
  });

  it("takes no course of a day in its log for a change", () => {
    const text = "- Ran 12 tests of the planner.\n- Ran 14 tests of the planner.";
    const kind = "episodic";
    const path = "2026-03-01";
    expect(told(ask("how many tests of the planner?", [{ day: "2026-03-01", text, kind, path }]))).toEqual([path]);
  });

  it("takes none of two files of a day for the other's successor where other words stand in the same place", () => {
    const ofMeeting = (path: string, text: string): Said => ({ day: path.slice("minutes/".length), text, path });
    const asked = "参加者は？";
    const [was, is] = ["**参加者**: 山田直樹", "**参加者**: 山田直橹"];
    const [first, second] = ["minutes/2026-03-01", "minutes/2026-05-02"];
    expect(told(ask(asked, [ofMeeting(first, was), ofMeeting(second, is)]))).toEqual([first, second]);
    const pages = [
      { day: "2026-03-01", text: was },
      { day: "2026-05-02", text: is },
    ];
    expect(told(ask(asked, pages))[0]).toBe("page-1");
  });

  it("takes neither the number of a step for a value, nor the row of a table", () => {
    const steps = ["2. adding the scene to the constants.js file", "3. adding the scene to the constants.js file"];
    const rows = ["| 2 | the scene of the world is in place |", "| 3 | the scene of the world is in place |"];
    for (const [was, is] of [steps, rows])
      expect(
        told(
          ask("how do I add the scene of a world?", [
            { day: "2026-03-01", text: was! },
            { day: "2026-05-02", text: is! },
          ]),
        ),
      ).toEqual(["page-0", "page-1"]);
  });

  it.each([
    ["- core: analyze finds no issues, core test 9 passed", "Lot 1", "Lot 2"],
    ["- Check-in: 15:00, breakfast is at 9 in the hall", "The hotel in Lisbon", "The hotel in Porto"],
  ])("takes what stands under the heading of another thing for no news of this: %s", (text, was, is) => {
    const later = text.replace("9", "8");
    const two = (first: string, second: string, path?: string): unknown =>
      told(
        ask("core test passed, breakfast in the hall", [
          { day: "2026-03-01", text, title: first, ...(path === undefined ? {} : { path }) },
          { day: "2026-05-02", text: later, title: second, start: 500, ...(path === undefined ? {} : { path }) },
        ]),
      )[0];
    expect(two(was, is)).toBe("page-0");
    expect(two(was, is, "log")).toBe("log");
    expect(two(was, was)).toBe("page-1");
  });

  it.each([
    ["code", "```\nthe port is 8080\n```", "```\nthe port is 9090\n```"],
    ["a comment of code", "// the port is 8080", "// the port is 9090"],
    ["a branch of a tree", "├── the port is 8080", "├── the port is 9090"],
  ])("takes no %s for a statement", (_, was, is) => {
    const of = (text: string, day: string): Said => ({ day, text });
    expect(told(ask("what is the port?", [of(was, "2026-03-01"), of(is, "2026-05-02")]))).toEqual([
      "page-0",
      "page-1",
    ]);
  });

  it("takes no count of a day in a series for the successor of another day's", () => {
    const of = (day: string, count: number): Said => ({
      ...{ day, kind: "perceptual", path: "heart-rate" },
      text: `- ${day}, heart rate: ${count} rows of the band`,
      start: count,
    });
    expect(told(ask("heart rate rows of the band", [of("2026-11-19", 6), of("2026-11-21", 7)]))).toEqual([
      "heart-rate",
      "heart-rate",
    ]);
  });

  it("takes no title of a link for a statement", () => {
    const text = [
      "- [Which 5 shell tools do you like best (2020)](https://example.com/a)",
      "- [Which 7 shell tools do you like best (2022)](https://example.com/b)",
    ];
    const commits = { [text[0]!]: "2022-04-10T09:00:00Z", [text[1]!]: "2022-09-18T09:00:00Z" };
    expect(told(ask("which shell tools do I like best?", [{ day: null, text: text.join("\n") }], commits))).toEqual([
      "page-0",
    ]);
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

describe("what is over", () => {
  it("is what a later line says of something that both name, whatever else the older one says of it", () => {
    const was = { day: "2026-03-01", text: "- Save what is a dream to `bank/dreams.md`." };
    const is = { day: "2026-05-02", text: "- Old location `bank/dreams.md` superseded by Obsidian." };
    const question = "where do dreams go?";
    expect(told(ask(question, [was, is]))).toEqual(["page-1", ["page-0", "page-1", "2026-05-02"]]);
    expect(told(ask(question, [was, { ...is, day: "2026-02-01" }]))).toEqual(["page-0", "page-1"]);
    expect(told(ask(question, [{ ...was, kind: "episodic" }, is]))).toEqual(["page-0", "page-1"]);
  });

  it("is nothing that another clause of the line names, and no line that only begins alike", () => {
    const was = { day: "2026-03-01", text: "- Read `plan.md` before every session." };
    const is = {
      day: "2026-05-02",
      text: "- Old notes in `plan.md` list the goals; webpack is deprecated by its authors.",
    };
    expect(told(ask("what about plan.md", [was, is]))).not.toContainEqual(["page-0", "page-1", "2026-05-02"]);
    const ask1 = {
      day: "2026-03-01",
      text: "- Always ask Mara before you change the schema of the orders table in production.",
    };
    const ask2 = {
      day: "2026-05-02",
      text: "- Always ask Mara before you change the texts of the landing page, she owns the brand.",
    };
    expect(told(ask("when do I have to ask Mara before I change something", [ask1, ask2]))).toHaveLength(2);
    expect(told(ask("when do I have to ask Mara before I change something", [ask1, ask2])).flat()).not.toContain(
      "2026-05-02",
    );
  });

  it("was over by the days that a question names, or is not for it", () => {
    const deploys = [
      { day: "2026-03-01", text: "Deploys go out on Tuesdays." },
      { day: "2026-05-02", text: "Deploys go out on Thursdays." },
    ];
    expect(told(ask("when do deploys go out in June 2026?", deploys))[0]).toBe("page-1");
    expect(told(ask("when do deploys go out in April 2026?", deploys))).toEqual(["page-0", "page-1"]);
  });
});

describe("weigh", () => {
  const logs = (more: Partial<Weighed> = {}): readonly Weighed[] =>
    ["2026-03-01", "2026-05-02"].map((day, at) => ({
      ...{ id: day, path: `memory/${day}.md`, start: 0, chunk: 0, days: { from: day, to: day }, updated: null },
      ...{ kind: "episodic", type: "conversation_segment", origin: "user", tier: "hot", speaker: null },
      ...{ neighbors: [], event: null, contested: false, stale: false, coverage: 1, base: 1 - at / 20, boosts: [] },
      ...{ terms: [], headings: [], text: () => "", ...more },
    })) as unknown as readonly Weighed[];
  const first = (question: string, leads: readonly Weighed[]): string =>
    weigh(leads, planFor(question), () => null, [])[0]!.path;

  it("puts the later of two logs that answer alike first, where the question is of now and nobody speaks", () => {
    expect(first("which model do the jobs run on?", logs())).toBe("memory/2026-05-02.md");
    expect(first("what was the first model of the jobs?", logs())).toBe("memory/2026-03-01.md");
    expect(first("which model did the jobs run on?", logs())).toBe("memory/2026-03-01.md");
    expect(first("which model do the jobs run on in March 2026?", logs())).toBe("memory/2026-03-01.md");
    expect(first("which model do the jobs run on?", logs({ speaker: "Ann" }))).toBe("memory/2026-03-01.md");
    expect(first("which model do the jobs run on?", logs({ kind: "semantic" }))).toBe("memory/2026-03-01.md");
  });

  it("puts what a person said and a page keeps before what an agent noted, and a line without the tag not", () => {
    const kept = (line: string): Weighed =>
      ({
        ...logs({ kind: "semantic", text: () => line, terms: [{ asked: "deploy", found: "deploi" }] as never })[0]!,
        ...{ path: "memory/preferences/rules.md" as PagePath, base: 0.8, days: null, tagged: true },
      }) as Weighed;
    const asked = (line: string, question = "when do we deploy"): string => first(question, [...logs(), kept(line)]);
    expect(asked("- We deploy on Tuesdays. [human]")).toBe("memory/preferences/rules.md");
    expect(asked("- We deploy on Tuesdays.")).toBe("memory/2026-05-02.md");
    expect(asked("- We deploy on Tuesdays.\n- No raisins. [human]")).toBe("memory/2026-05-02.md");
    expect(asked("- We deploy on Tuesdays. [human]", "when did we deploy")).toBe("memory/2026-03-01.md");
  });

  it("lets fall a place of a session that has the words in its question alone, and none that has them beside it in another form", () => {
    const asking = "- Open: how was the ledger deployed? [human]";
    const [found] = termsOf("deployed").map(({ text }) => text);
    const boostsOf = (text: string, terms: readonly { asked: string; found: string }[]): readonly string[] => {
      const lead = { ...logs({ text: () => text, terms: terms as never })[0]!, id: "2026-03-01#session-a-at-0905" };
      return weigh([lead as Weighed], planFor("how was it deployed?"), () => null, [])[0]!.boosts.map(
        ({ what }) => what,
      );
    };
    const words = [{ asked: "deployed", found: found! }];
    expect(boostsOf(asking, words)).toContain("asked");
    expect(boostsOf(`${asking}\n- Said: We deploy on Tuesdays [human]`, words)).not.toContain("asked");
    expect(boostsOf(asking, [])).not.toContain("asked");
  });

  it("goes by the place in one log, too", () => {
    const [morning, evening] = logs().map((lead, at) => ({
      ...lead,
      path: "memory/2026-03-01.md" as PagePath,
      start: at * 90,
    }));
    const days = { from: "2026-03-01", to: "2026-03-01" };
    const leads = [morning!, evening!].map((lead) => ({ ...lead, days }));
    expect(weigh(leads, planFor("which model do the jobs run on?"), () => null, [])[0]).toMatchObject({ start: 90 });
  });
});

describe("dateOf", () => {
  it.each([
    ["memory/2026-03-01.md", "2026-03-01", null, { day: "2026-03-01", by: "log" }],
    ["memory/2026-03-01.md", "2026-02-11", null, { day: "2026-02-11", by: "entry" }],
    ["memory/hotels.md", "2026-02-11", "2026-05-02T10:00:00Z", { day: "2026-02-11", by: "entry" }],
    ["memory/hotels.md", "2026-05-02", "2026-05-02T10:00:00Z", { day: "2026-05-02", by: "page" }],
    ["memory/hotels.md", null, "2026-05-02T10:00:00Z", { day: "2026-05-02", by: "page" }],
    ["memory/hotels.md", null, null, null],
  ])("says of %s with %s and %s what its day is of", (path, day, updated, date) => {
    const days = day === null ? null : { from: day, to: day };
    expect(dateOf({ path: path as PagePath, days, updated: updated as Instant | null })).toEqual(date);
  });
});
