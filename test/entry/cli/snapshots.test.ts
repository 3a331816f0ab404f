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
    hooks     not installed here: a git commit is not checked (pagefile hooks install)
    findings  none
    "
  `);
});

test("pages", () => {
  expect(said("pages")).toMatchInlineSnapshot(`
    "
    page                       type                  kind          pin   scope    version  state  fidelity  tokens  least  file
    agents                     bootstrap_policy      instructions  hard  project  5b5d1b7  clean  -             74     59  AGENTS.md
    agents#rules-of-the-desk   bootstrap_policy      instructions  hard  project  5b5d1b7  clean  -             89     88  AGENTS.md
    memory                     preference            memory        soft  project  b3d0931  clean  -             56     36  MEMORY.md
    memory#team                preference            memory        soft  project  b3d0931  clean  -             87     38  MEMORY.md
    memory#habits              preference            memory        soft  project  b3d0931  clean  -             84     40  MEMORY.md
    memory#suppliers           preference            memory        soft  project  b3d0931  clean  -             81     40  MEMORY.md
    memory#lessons             preference            memory        soft  project  b3d0931  clean  -             90     39  MEMORY.md
    soul                       bootstrap_policy      instructions  hard  project  5ebdcba  clean  -                        SOUL.md
    soul#manner                bootstrap_policy      instructions  hard  project  5ebdcba  clean  -             75     74  SOUL.md
    2026-11-18                 conversation_segment  log                 project  cad92f0  clean  -                        memory/2026-11-18.md
    2026-11-18#morning         conversation_segment  log                 project  cad92f0  clean  -            107     50  memory/2026-11-18.md
    2026-11-18#afternoon       conversation_segment  log                 project  cad92f0  clean  -            101     50  memory/2026-11-18.md
    budget-ceiling             constraint            instructions  hard  project        2  clean  -            115     77  memory/constraints/budget-ceiling.md
    kickoff-call               conversation_segment  log                 project        1  clean  -            171     47  memory/conversations/kickoff-call.md
    one-hotel                  decision              memory              project        1  clean  -            122     79  memory/decisions/one-hotel.md
    lisbon-fares               evidence              log                 project        1  clean  -            248     48  memory/evidence/lisbon-fares.md
    lisbon-offsite             plan                  memory        soft  project        4  clean  -            189    101  memory/plans/lisbon-offsite.md
    ask-before-booking         bootstrap_policy      instructions  hard  project        1  clean  -            109     71  memory/policies/ask-before-booking.md
    travel-mornings            preference            memory              project        3  clean  -            124     45  memory/preferences/travel-mornings.md
    rebook-after-cancellation  procedure             memory              project        2  clean  -            149     86  memory/procedures/rebook-after-cancellation.md
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

test("assemble, explained", () => {
  expect(said("assemble", "--budget", "900", "--explain").split("--- stderr\n")[1]).toMatchInlineSnapshot(`
    "     page                       fidelity  tokens  because
    in   agents                     full          74  shown fuller, there was room
    in   agents#rules-of-the-desk   full          89  shown fuller, there was room
    in   ask-before-booking         full         109  shown fuller, there was room
    in   budget-ceiling             full         115  shown fuller, there was room
    in   lisbon-offsite             full         189  shown fuller, there was room
    in   memory#team                full          87  shown fuller, there was room
    in   soul#manner                full          75  shown fuller, there was room
    in   travel-mornings            full         124  shown fuller, there was room
    out  2026-11-18#afternoon                         worth less for its tokens
    out  2026-11-18#morning                           worth less for its tokens
    out  kickoff-call                                 worth less for its tokens
    out  lisbon-fares                                 worth less for its tokens
    out  memory                                       worth less for its tokens
    out  memory#habits                                worth less for its tokens
    out  memory#lessons                               worth less for its tokens
    out  memory#suppliers                             worth less for its tokens
    out  one-hotel                                    worth less for its tokens
    out  rebook-after-cancellation                    worth less for its tokens
    used 886/900 tokens, 14 left, 8 in, 10 out
    trace 296506d8c7f6, tokens by o200k_base
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
