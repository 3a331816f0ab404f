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
    <memory fence="329028545" read="pagefile show ID">
    <page-329028545 id="agents" type="bootstrap_policy" fidelity="full" title="Trip desk" source="AGENTS.md@5b5d1b739f">
    # Trip desk

    You plan and watch over the team's trips. This file is its owner's; agents read it and do not write it.
    </page-329028545>
    <page-329028545 id="ask-before-booking" type="bootstrap_policy" fidelity="full" title="Ask before booking" source="memory/policies/ask-before-booking.md@c5e01b330c">
    Rule: Show total price and cancellation terms and get a yes before any booking.

    - Show the total price, the currency and the last free cancellation. [human]
    - A yes counts for the offer it was given to, not for the next one. [human]
    </page-329028545>
    <page-329028545 id="soul#manner" type="bootstrap_policy" fidelity="full" title="Manner" source="SOUL.md@5ebdcba786">
    ## Manner

    - Calm, short and exact: times with their zone, prices with their currency.
    - A guess is called a guess.
    </page-329028545>
    <page-329028545 id="budget-ceiling" type="constraint" fidelity="full" title="Budget of the Lisbon offsite" source="memory/constraints/budget-ceiling.md@987f0777d0">
    Rule: At most 5400 EUR for travel and beds together.
    Applies to: lisbon-offsite.

    - 5400 EUR for six people, travel and beds together; meals are paid elsewhere. [human]
    - Above 5000 EUR, warn before the next booking. [decision]
    </page-329028545>
    </memory-329028545>
    --- stderr
    in   agents                     full   74  upgraded     Trip desk
    in   ask-before-booking         full  109  upgraded     Ask before booking
    in   budget-ceiling             full  115  upgraded     Budget of the Lisbon offsite
    in   soul#manner                full   75  upgraded     Manner
    out  2026-11-18#afternoon       -       -  over_budget  Afternoon
    out  2026-11-18#morning         -       -  over_budget  Morning
    out  agents#rules-of-the-desk   -       -  over_budget  Rules of the desk
    out  kickoff-call               -       -  over_budget  Kickoff call about Lisbon
    out  lisbon-fares               -       -  over_budget  Fares to Lisbon for six
    out  lisbon-offsite             -       -  over_budget  Lisbon offsite in February
    out  memory                     -       -  over_budget  Memory
    out  memory#habits              -       -  over_budget  Habits
    out  memory#lessons             -       -  over_budget  Lessons
    out  memory#suppliers           -       -  over_budget  Suppliers
    out  memory#team                -       -  over_budget  Team
    out  one-hotel                  -       -  over_budget  One hotel for everyone
    out  rebook-after-cancellation  -       -  over_budget  When a departure is canceled
    out  travel-mornings            -       -  over_budget  Morning departures
    used 397/420 tokens, 23 left, 4 in, 14 out
    trace 0253523b4942, tokens by o200k_base
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
