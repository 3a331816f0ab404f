/** Snapshots: what the reading commands say of the sample memory, letter by letter. */

import { expect, test } from "vitest";
import { cli } from "../../support/cli.js";

function said(...args: readonly string[]): string {
  const program = cli();
  const memory = program.sample();
  const ran = program.run(args, { cwd: memory });
  return `\n${ran.stdout}${ran.stderr === "" ? "" : `--- stderr\n${ran.stderr}`}`.replaceAll(memory, "<memory>");
}

test("status", () => {
  expect(said("status")).toMatchInlineSnapshot(`
    "
    memory    <memory>  openclaw profile, store trip-desk
    branch    main at 8ddfbf49  native git
    pages     12 hot · 0 cold · 8 sections
              3 bootstrap_policy · 1 constraint · 1 plan · 2 preference · 1 evidence
              2 conversation_segment · 1 decision · 1 procedure
    changes   all committed
    last      8ddfbf49  2026-11-21 08:00  no reason  Take in the sample
    remote    none: this memory is on this machine alone
    findings  none
    "
  `);
});

test("pages", () => {
  expect(said("pages")).toMatchInlineSnapshot(`
    "
    page                       type                  pin   scope    version  tokens  least  file
    agents                     bootstrap_policy      hard  project  5b5d1b7      74     59  AGENTS.md
    agents#rules-of-the-desk   bootstrap_policy      hard  project  5b5d1b7      89     88  AGENTS.md
    memory                     preference            soft  project  b3d0931      56     36  MEMORY.md
    memory#team                preference            soft  project  b3d0931      87     38  MEMORY.md
    memory#habits              preference            soft  project  b3d0931      84     40  MEMORY.md
    memory#suppliers           preference            soft  project  b3d0931      81     40  MEMORY.md
    memory#lessons             preference            soft  project  b3d0931      90     39  MEMORY.md
    soul                       bootstrap_policy      hard  project  5ebdcba                 SOUL.md
    soul#manner                bootstrap_policy      hard  project  5ebdcba      75     74  SOUL.md
    2026-11-18                 conversation_segment        project  cad92f0                 memory/2026-11-18.md
    2026-11-18#morning         conversation_segment        project  cad92f0     107     50  memory/2026-11-18.md
    2026-11-18#afternoon       conversation_segment        project  cad92f0     101     50  memory/2026-11-18.md
    budget-ceiling             constraint            hard  project        2      92     77  memory/constraints/budget-ceiling.md
    kickoff-call               conversation_segment        project        1     123     47  memory/conversations/kickoff-call.md
    one-hotel                  decision                    project        1      96     79  memory/decisions/one-hotel.md
    lisbon-fares               evidence                    project        1     138     48  memory/evidence/lisbon-fares.md
    lisbon-offsite             plan                  soft  project        4     143    101  memory/plans/lisbon-offsite.md
    ask-before-booking         bootstrap_policy      hard  project        1      93     71  memory/policies/ask-before-booking.md
    travel-mornings            preference                  project        3     106     45  memory/preferences/travel-mornings.md
    rebook-after-cancellation  procedure                   project        2     122     86  memory/procedures/rebook-after-cancellation.md
    20 pages
    "
  `);
});

test("assemble", () => {
  expect(said("assemble", "--budget", "420")).toMatchInlineSnapshot(`
    "
    <memory fence="329028545" read="pagefile show ID">
    <page-329028545 id="agents" type="bootstrap_policy" fidelity="full" title="Trip desk" source="AGENTS.md@5b5d1b739f">
    # Trip desk

    You plan and watch over the team's trips. This file is its owner's; agents read it and do not write it.
    </page-329028545>
    <page-329028545 id="agents#rules-of-the-desk" type="bootstrap_policy" fidelity="full" title="Rules of the desk" source="AGENTS.md@5b5d1b739f">
    ## Rules of the desk

    - Book nothing above 400 EUR without a yes from a person.
    - When a plan breaks, say so first and offer two ways on.
    </page-329028545>
    <page-329028545 id="ask-before-booking" type="bootstrap_policy" fidelity="structured" title="Ask before booking" source="memory/policies/ask-before-booking.md@c5e01b330c">
    rule: Show total price and cancellation terms and get a yes before any booking.
    </page-329028545>
    <page-329028545 id="soul#manner" type="bootstrap_policy" fidelity="full" title="Manner" source="SOUL.md@5ebdcba786">
    ## Manner

    - Calm, short and exact: times with their zone, prices with their currency.
    - A guess is called a guess.
    </page-329028545>
    <page-329028545 id="budget-ceiling" type="constraint" fidelity="structured" title="Budget of the Lisbon offsite" source="memory/constraints/budget-ceiling.md@987f0777d0">
    rule: At most 5400 EUR for travel and beds together.
    applies_to: lisbon-offsite
    </page-329028545>
    </memory-329028545>
    --- stderr
    in   agents                     full        74  upgraded     Trip desk
    in   agents#rules-of-the-desk   full        89  upgraded     Rules of the desk
    in   ask-before-booking         structured  71  pinned       Ask before booking
    in   budget-ceiling             structured  77  pinned       Budget of the Lisbon offsite
    in   soul#manner                full        75  upgraded     Manner
    out  2026-11-18#afternoon       -            -  over_budget  Afternoon
    out  2026-11-18#morning         -            -  over_budget  Morning
    out  kickoff-call               -            -  over_budget  Kickoff call about Lisbon
    out  lisbon-fares               -            -  over_budget  Fares to Lisbon for six
    out  lisbon-offsite             -            -  over_budget  Lisbon offsite in February
    out  memory                     -            -  over_budget  Memory
    out  memory#habits              -            -  over_budget  Habits
    out  memory#lessons             -            -  over_budget  Lessons
    out  memory#suppliers           -            -  over_budget  Suppliers
    out  memory#team                -            -  over_budget  Team
    out  one-hotel                  -            -  over_budget  One hotel for everyone
    out  rebook-after-cancellation  -            -  over_budget  When a departure is canceled
    out  travel-mornings            -            -  over_budget  Morning departures
    used 410/420 tokens, 10 left, 5 in, 13 out
    trace 9a63024c8e97, tokens by o200k_base
    "
  `);
});

test("assemble, explained", () => {
  expect(said("assemble", "--budget", "900", "--explain").split("--- stderr\n")[1]).toMatchInlineSnapshot(`
    "     page                       fidelity  tokens  because
    in   agents                     full          74  shown fuller, there was room
    in   agents#rules-of-the-desk   full          89  shown fuller, there was room
    in   ask-before-booking         full          93  shown fuller, there was room
    in   budget-ceiling             full          92  shown fuller, there was room
    in   lisbon-offsite             full         143  shown fuller, there was room
    in   memory                     full          56  shown fuller, there was room
    in   memory#habits              full          84  shown fuller, there was room
    in   memory#suppliers           full          81  shown fuller, there was room
    in   memory#team                full          87  shown fuller, there was room
    in   soul#manner                full          75  shown fuller, there was room
    out  2026-11-18#afternoon                         worth less for its tokens
    out  2026-11-18#morning                           worth less for its tokens
    out  kickoff-call                                 worth less for its tokens
    out  lisbon-fares                                 worth less for its tokens
    out  memory#lessons                               worth less for its tokens
    out  one-hotel                                    worth less for its tokens
    out  rebook-after-cancellation                    worth less for its tokens
    out  travel-mornings                              worth less for its tokens
    used 898/900 tokens, 2 left, 10 in, 8 out
    trace 3cc20b2e0944, tokens by o200k_base
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
