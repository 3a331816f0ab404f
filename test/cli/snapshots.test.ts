/** Snapshots: a prompt, a patch with grounds and a refusal, letter by letter, as the built program prints them; all other outputs: `outputs/`. */

import { expect, test } from "vitest";
import { cli } from "../support/cli.js";

function said(...args: readonly string[]): string {
  const program = cli();
  const memory = program.sample();
  const ran = program.run(args, { cwd: memory });
  return `\n${ran.stdout}${ran.stderr === "" ? "" : `--- stderr\n${ran.stderr}`}`.replaceAll(memory, "<memory>");
}

test("assemble", () => {
  expect(said("assemble", "--budget", "420")).toMatchInlineSnapshot(`
    "
    <memory fence="768502722" read="pagefile show ID">
    <page-768502722 id="ask-before-booking" type="bootstrap_policy" fidelity="structured" title="Ask before booking" source="memory/policies/ask-before-booking.md@c5e01b330c">
    rule: Show total price and cancellation terms and get a yes before any booking.
    </page-768502722>
    <page-768502722 id="budget-ceiling" type="constraint" fidelity="full" title="Budget of the Lisbon offsite" source="memory/constraints/budget-ceiling.md@987f0777d0">
    Rule: At most 5400 EUR for travel and beds together.
    Applies to: lisbon-offsite.

    - 5400 EUR for six people, travel and beds together; meals are paid elsewhere. [human]
    - Above 5000 EUR, warn before the next booking. [decision]
    </page-768502722>
    <page-768502722 id="lisbon-offsite" type="plan" fidelity="full" title="Lisbon offsite in February" source="memory/plans/lisbon-offsite.md@cee0dccb43">
    Goal: Six people in Lisbon from 2027-02-08 to 2027-02-11.
    Step: choose between flight and night train.
    Open: train budget; dinner for six; way from the airport.

    ## Done

    - Dates agreed with everyone. [human]
    - Six rooms on hold at the harbor hotel until 2027-01-31. [tool]

    ## Next

    - Finance says whether the night train fits the budget. [open]
    - Book dinner for the first evening: six seats, two vegetarian. [open]
    - Plan the way from the airport by metro; the shuttle is on strike that day. [web]
    </page-768502722>
    </memory-768502722>
    --- stderr
    in   ask-before-booking         structured   71  pinned       Ask before booking
    in   budget-ceiling             full        115  upgraded     Budget of the Lisbon offsite
    in   lisbon-offsite             full        189  upgraded     Lisbon offsite in February
    out  2026-11-18#afternoon       -             -  over_budget  Afternoon
    out  2026-11-18#morning         -             -  over_budget  Morning
    out  agents                     -             -  over_budget  Trip desk
    out  agents#rules-of-the-desk   -             -  over_budget  Rules of the desk
    out  kickoff-call               -             -  over_budget  Kickoff call about Lisbon
    out  lisbon-fares               -             -  over_budget  Fares to Lisbon for six
    out  memory                     -             -  over_budget  Memory
    out  memory#habits              -             -  over_budget  Habits
    out  memory#lessons             -             -  over_budget  Lessons
    out  memory#suppliers           -             -  over_budget  Suppliers
    out  memory#team                -             -  over_budget  Team
    out  one-hotel                  -             -  over_budget  One hotel for everyone
    out  rebook-after-cancellation  -             -  over_budget  When a departure is canceled
    out  soul#manner                -             -  over_budget  Manner
    out  travel-mornings            -             -  over_budget  Morning departures
    used 399/420 tokens, 21 left, 3 in, 15 out
    trace 9aa4485fcd2d, tokens by o200k_base
    "
  `);
});

test("log, after a patch with grounds", () => {
  const program = cli();
  const memory = program.sample();
  const grounds = ["--actor", "agent:desk", "--session", "7f3a", "--evidence", "session:7f3a#L188"];
  const patched = program.run(["append", "travel-mornings", "- Trains under 4 h. [human]", ...grounds], {
    cwd: memory,
  });
  expect(patched.stderr).toBe("");
  expect(patched.stdout).toMatchInlineSnapshot(`
    "committed  cc3a4ba0  FLUSH_MANUAL
      travel-mornings  3 → 4  memory/preferences/travel-mornings.md
    "
  `);
  expect(program.run(["log"], { cwd: memory }).stdout).toMatchInlineSnapshot(`
    "cc3a4ba0  2026-11-21 08:01  FLUSH_MANUAL  append: Trains under 4 h. (travel-mornings)
              travel-mornings@3..4 · by agent:desk · origin agent · session 7f3a · evidence session:7f3a#L188
    8ddfbf49  2026-11-21 08:00  no reason  Take in the sample
    "
  `);
  expect(program.run(["log", "--limit", "1", "--trailers"], { cwd: memory }).stdout).toMatchInlineSnapshot(`
    "cc3a4ba0  2026-11-21 08:01  FLUSH_MANUAL  append: Trains under 4 h. (travel-mornings)
              Pagefile-Reason: FLUSH_MANUAL
              Pagefile-Op: append travel-mornings memory/preferences/travel-mornings.md
              Pagefile-Page: travel-mornings@3..4
              Pagefile-Boundary: manual
              Pagefile-Session: 7f3a
              Pagefile-Actor: agent:desk
              Pagefile-Origin: agent
              Pagefile-Evidence: session:7f3a#L188
              Pagefile-Patch: sha256:1efdbc0f3497bd75dc757b349a9c1d5863bf33be1e3610818d044b810f5fb010
    "
  `);
  const reason = program.git(["log", "-1", "--format=%(trailers:key=Pagefile-Reason,valueonly)"], memory);
  expect(reason.trim()).toBe("FLUSH_MANUAL");
});

test("a refusal", () => {
  expect(said("set", "travel-mornings", "fields.prefers", "late", "--base", "2")).toMatchInlineSnapshot(`
    "
    --- stderr
    error: “travel-mornings” is at version 3; the patch was made on 2.
      reason: VERSION_CONFLICT
      hint: Read it again (pagefile show travel-mornings), then set with --base 3.
    "
  `);
});
