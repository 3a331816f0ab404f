/** Outputs, read: what the commands print that look at pages, to the byte. */

import { expect, test } from "vitest";
import { outputs } from "../../support/outputs.js";

test("read: answers and refusals", async () => {
  const { run, memory } = outputs();
  expect(await run(["status"], "", memory)).toMatchInlineSnapshot(`
    "memory    FOLDER/memory  openclaw profile, store trip-desk
    branch    main at 8ddfbf49  native git
    pages     12 hot · 0 cold · 8 sections
              3 bootstrap_policy · 1 constraint · 1 plan · 2 preference · 1 evidence
              2 conversation_segment · 1 decision · 1 procedure
    changes   all committed
    last      8ddfbf49  2026-11-21 08:00  no reason  Take in the sample
    remote    none: this memory is on this machine alone
    hooks     not installed here: no commit is checked, no two people's pages merge (pagefile hooks install)
    findings  none
    "
  `);
  expect(await run(["status", "--json"], "", memory)).toMatchInlineSnapshot(`
    "{"beside":[],"branch":"main","conflicts":0,"dirty":[],"engine":"native","faults":null,"findings":[],"head":"8ddfbf49c801095125409f86b13274772f05334c","hooks":"missing","lastAudit":null,"lastCommit":{"author":"Ada","commit":"8ddfbf49c801095125409f86b13274772f05334c","pages":[],"reason":null,"subject":"Take in the sample","trailers":{},"when":"2026-11-21T08:00:00Z"},"leftOut":[],"local":[],"missing":[],"nights":{"again":null,"damaged":0,"due":null,"holder":null,"hour":"03:00","last":null,"next":null,"timers":[]},"operation":null,"pages":{"cold":0,"excluded":0,"hot":12,"sections":8},"profile":"openclaw","proposal":null,"root":"FOLDER/memory","sessions":[],"staged":0,"store":"trip-desk","types":{"bootstrap_policy":3,"constraint":1,"conversation_segment":2,"decision":1,"evidence":1,"plan":1,"preference":2,"procedure":1},"unpushed":{"commits":0,"known":false,"remote":null,"since":null},"unread":[],"untracked":[],"waiting":[]}
    "
  `);
  expect(await run(["pages"], "", memory)).toMatchInlineSnapshot(`
    "page                       type                  kind          pin   scope    version  state  fidelity  tokens  least  file
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
  expect(await run(["pages", "--json"], "", memory)).toMatchInlineSnapshot(`
    "{"findings":[],"pages":[{"fidelity":null,"id":"agents","implicit":true,"kind":"instructions","minFidelity":"structured","oid":"5b5d1b739f3e33f0574d15c40b9d32bcdf017543","origin":"user","path":"AGENTS.md","pin":"hard","scope":"project","state":"clean","store":"trip-desk","tags":[],"tier":"hot","title":"Trip desk","tokens":{"full":74,"structured":59},"type":"bootstrap_policy","version":null},{"fidelity":null,"id":"agents#rules-of-the-desk","implicit":true,"kind":"instructions","minFidelity":"structured","oid":"5b5d1b739f3e33f0574d15c40b9d32bcdf017543","origin":"user","path":"AGENTS.md","pin":"hard","scope":"project","state":"clean","store":"trip-desk","tags":[],"tier":"hot","title":"Rules of the desk","tokens":{"full":89,"structured":88},"type":"bootstrap_policy","version":null},{"fidelity":null,"id":"memory","implicit":true,"kind":"memory","minFidelity":"pointer","oid":"b3d0931454892b97f2bca06ee8a1fe5411252321","origin":"user","path":"MEMORY.md","pin":"soft","scope":"project","state":"clean","store":"trip-desk","tags":[],"tier":"hot","title":"Memory","tokens":{"compressed":56,"full":56,"pointer":36,"structured":56},"type":"preference","version":null},{"fidelity":null,"id":"memory#team","implicit":true,"kind":"memory","minFidelity":"pointer","oid":"b3d0931454892b97f2bca06ee8a1fe5411252321","origin":"user","path":"MEMORY.md","pin":"soft","scope":"project","state":"clean","store":"trip-desk","tags":[],"tier":"hot","title":"Team","tokens":{"compressed":87,"full":87,"pointer":38,"structured":86},"type":"preference","version":null},{"fidelity":null,"id":"memory#habits","implicit":true,"kind":"memory","minFidelity":"pointer","oid":"b3d0931454892b97f2bca06ee8a1fe5411252321","origin":"user","path":"MEMORY.md","pin":"soft","scope":"project","state":"clean","store":"trip-desk","tags":[],"tier":"hot","title":"Habits","tokens":{"compressed":84,"full":84,"pointer":40,"structured":83},"type":"preference","version":null},{"fidelity":null,"id":"memory#suppliers","implicit":true,"kind":"memory","minFidelity":"pointer","oid":"b3d0931454892b97f2bca06ee8a1fe5411252321","origin":"user","path":"MEMORY.md","pin":"soft","scope":"project","state":"clean","store":"trip-desk","tags":[],"tier":"hot","title":"Suppliers","tokens":{"compressed":81,"full":81,"pointer":40,"structured":81},"type":"preference","version":null},{"fidelity":null,"id":"memory#lessons","implicit":true,"kind":"memory","minFidelity":"pointer","oid":"b3d0931454892b97f2bca06ee8a1fe5411252321","origin":"user","path":"MEMORY.md","pin":"soft","scope":"project","state":"clean","store":"trip-desk","tags":[],"tier":"hot","title":"Lessons","tokens":{"compressed":90,"full":90,"pointer":39,"structured":89},"type":"preference","version":null},{"fidelity":null,"id":"soul","implicit":true,"kind":"instructions","minFidelity":"structured","oid":"5ebdcba786f9bd9695ddb69cd6dd28216cd67119","origin":"user","path":"SOUL.md","pin":"hard","scope":"project","state":"clean","store":"trip-desk","tags":[],"tier":"hot","title":"Soul","tokens":{},"type":"bootstrap_policy","version":null},{"fidelity":null,"id":"soul#manner","implicit":true,"kind":"instructions","minFidelity":"structured","oid":"5ebdcba786f9bd9695ddb69cd6dd28216cd67119","origin":"user","path":"SOUL.md","pin":"hard","scope":"project","state":"clean","store":"trip-desk","tags":[],"tier":"hot","title":"Manner","tokens":{"full":75,"structured":74},"type":"bootstrap_policy","version":null},{"fidelity":null,"id":"2026-11-18","implicit":true,"kind":"log","minFidelity":"pointer","oid":"cad92f0fb6925fbf4d2e9b789d03a1fae65b11b2","origin":"user","path":"memory/2026-11-18.md","pin":"none","scope":"project","state":"clean","store":"trip-desk","tags":[],"tier":"hot","title":"2026-11-18","tokens":{},"type":"conversation_segment","version":null},{"fidelity":null,"id":"2026-11-18#morning","implicit":true,"kind":"log","minFidelity":"pointer","oid":"cad92f0fb6925fbf4d2e9b789d03a1fae65b11b2","origin":"user","path":"memory/2026-11-18.md","pin":"none","scope":"project","state":"clean","store":"trip-desk","tags":[],"tier":"hot","title":"Morning","tokens":{"compressed":107,"full":107,"pointer":50,"structured":106},"type":"conversation_segment","version":null},{"fidelity":null,"id":"2026-11-18#afternoon","implicit":true,"kind":"log","minFidelity":"pointer","oid":"cad92f0fb6925fbf4d2e9b789d03a1fae65b11b2","origin":"user","path":"memory/2026-11-18.md","pin":"none","scope":"project","state":"clean","store":"trip-desk","tags":[],"tier":"hot","title":"Afternoon","tokens":{"compressed":101,"full":101,"pointer":50,"structured":101},"type":"conversation_segment","version":null},{"fidelity":null,"id":"budget-ceiling","implicit":false,"kind":"instructions","minFidelity":"structured","oid":"987f0777d0619531ddc2565c76511d0527a293e9","origin":"user","path":"memory/constraints/budget-ceiling.md","pin":"hard","scope":"project","state":"clean","store":"trip-desk","tags":["lisbon","money"],"tier":"hot","title":"Budget of the Lisbon offsite","tokens":{"full":115,"structured":77},"type":"constraint","version":2},{"fidelity":null,"id":"kickoff-call","implicit":false,"kind":"log","minFidelity":"pointer","oid":"6cac7e83cf6eb3b857d56457a50dbc68218b219c","origin":"imported","path":"memory/conversations/kickoff-call.md","pin":"none","scope":"project","state":"clean","store":"trip-desk","tags":["lisbon"],"tier":"hot","title":"Kickoff call about Lisbon","tokens":{"compressed":171,"full":171,"pointer":47,"structured":102},"type":"conversation_segment","version":1},{"fidelity":null,"id":"one-hotel","implicit":false,"kind":"memory","minFidelity":"structured","oid":"4d67239f28bff5ae05136658c6be3a9e9ba15fb1","origin":"user","path":"memory/decisions/one-hotel.md","pin":"none","scope":"project","state":"clean","store":"trip-desk","tags":["lisbon"],"tier":"hot","title":"One hotel for everyone","tokens":{"compressed":122,"full":122,"structured":79},"type":"decision","version":1},{"fidelity":null,"id":"lisbon-fares","implicit":false,"kind":"log","minFidelity":"pointer","oid":"ed91214222b3f29954ce4861ee4951218aadeeab","origin":"tool","path":"memory/evidence/lisbon-fares.md","pin":"none","scope":"project","state":"clean","store":"trip-desk","tags":["lisbon","money"],"tier":"hot","title":"Fares to Lisbon for six","tokens":{"compressed":248,"full":248,"pointer":48,"structured":165},"type":"evidence","version":1},{"fidelity":null,"id":"lisbon-offsite","implicit":false,"kind":"memory","minFidelity":"structured","oid":"cee0dccb432b5a54be0af5db19ba001c6f5208ab","origin":"agent","path":"memory/plans/lisbon-offsite.md","pin":"soft","scope":"project","state":"clean","store":"trip-desk","tags":["lisbon"],"tier":"hot","title":"Lisbon offsite in February","tokens":{"full":189,"pointer":48,"structured":101},"type":"plan","version":4},{"fidelity":null,"id":"ask-before-booking","implicit":false,"kind":"instructions","minFidelity":"structured","oid":"c5e01b330c136f8745962ffdd4be276073e4b134","origin":"user","path":"memory/policies/ask-before-booking.md","pin":"hard","scope":"project","state":"clean","store":"trip-desk","tags":[],"tier":"hot","title":"Ask before booking","tokens":{"full":109,"structured":71},"type":"bootstrap_policy","version":1},{"fidelity":null,"id":"travel-mornings","implicit":false,"kind":"memory","minFidelity":"pointer","oid":"7c2c054fedf0e191328fd65e2c3f2ddc7001b4c3","origin":"user","path":"memory/preferences/travel-mornings.md","pin":"none","scope":"project","state":"clean","store":"trip-desk","tags":["human","travel"],"tier":"hot","title":"Morning departures","tokens":{"compressed":124,"full":124,"pointer":45,"structured":70},"type":"preference","version":3},{"fidelity":null,"id":"rebook-after-cancellation","implicit":false,"kind":"memory","minFidelity":"structured","oid":"ad0f81d0a42dc2b873a6c0103b2405d93b22923b","origin":"agent","path":"memory/procedures/rebook-after-cancellation.md","pin":"none","scope":"project","state":"clean","store":"trip-desk","tags":["operations"],"tier":"hot","title":"When a departure is canceled","tokens":{"compressed":149,"full":149,"structured":86},"type":"procedure","version":2}],"prompt":null}
    "
  `);
  expect(await run(["show", "travel-mornings"], "", memory)).toMatchInlineSnapshot(`
    "Subject: departures.
    Prefers: between 07:00 and 10:00.

    - Departures between 07:00 and 10:00, so that the day of arrival still counts. [human]
    - Evening departures are fine for same-day returns. [decision]
    - Aisle seats; window seats on night trains. [human]
    -- stderr
    travel-mornings  preference · version 3 · full, 72 tokens · memory/preferences/travel-mornings.md
    "
  `);
  expect(await run(["show", "budget-ceiling", "--fidelity", "pointer"], "", memory)).toMatchInlineSnapshot(`
    "budget-ceiling — Budget of the Lisbon offsite (memory/constraints/budget-ceiling.md@987f0777d0; read: pagefile show budget-ceiling)
    -- stderr
    budget-ceiling  constraint · version 2 · pointer, 36 tokens · memory/constraints/budget-ceiling.md
    "
  `);
  expect(await run(["show", "nobody"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: There is no page “nobody”.
      hint: List the pages with: pagefile pages
    -- exit 4
    "
  `);
  expect(await run(["evidence", "nobody"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: There is no page “nobody”.
      hint: List the pages with: pagefile pages
    -- exit 4
    "
  `);
  expect(await run(["assemble", "--budget", "600"], "", memory)).toMatchInlineSnapshot(`
    "<memory fence="329028545" read="pagefile show ID">
    <page-329028545 id="agents" type="bootstrap_policy" fidelity="full" title="Trip desk" source="AGENTS.md@5b5d1b739f">
    # Trip desk

    You plan and watch over the team's trips. This file is its owner's; agents read it and do not write it.
    </page-329028545>
    <page-329028545 id="ask-before-booking" type="bootstrap_policy" fidelity="structured" title="Ask before booking" source="memory/policies/ask-before-booking.md@c5e01b330c">
    rule: Show total price and cancellation terms and get a yes before any booking.
    </page-329028545>
    <page-329028545 id="budget-ceiling" type="constraint" fidelity="full" title="Budget of the Lisbon offsite" source="memory/constraints/budget-ceiling.md@987f0777d0">
    Rule: At most 5400 EUR for travel and beds together.
    Applies to: lisbon-offsite.

    - 5400 EUR for six people, travel and beds together; meals are paid elsewhere. [human]
    - Above 5000 EUR, warn before the next booking. [decision]
    </page-329028545>
    <page-329028545 id="travel-mornings" type="preference" fidelity="full" title="Morning departures" source="memory/preferences/travel-mornings.md@7c2c054fed">
    Subject: departures.
    Prefers: between 07:00 and 10:00.

    - Departures between 07:00 and 10:00, so that the day of arrival still counts. [human]
    - Evening departures are fine for same-day returns. [decision]
    - Aisle seats; window seats on night trains. [human]
    </page-329028545>
    <page-329028545 id="lisbon-offsite" type="plan" fidelity="full" title="Lisbon offsite in February" source="memory/plans/lisbon-offsite.md@cee0dccb43">
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
    </page-329028545>
    </memory-329028545>
    -- stderr
    in   agents                     full         74  upgraded     Trip desk
    in   ask-before-booking         structured   71  pinned       Ask before booking
    in   budget-ceiling             full        115  upgraded     Budget of the Lisbon offsite
    in   lisbon-offsite             full        189  upgraded     Lisbon offsite in February
    in   travel-mornings            full        124  upgraded     Morning departures
    out  2026-11-18#afternoon       -             -  over_budget  Afternoon
    out  2026-11-18#morning         -             -  over_budget  Morning
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
    used 597/600 tokens, 3 left, 5 in, 13 out
    trace 6c8008f9164b, tokens by o200k_base
    "
  `);
  expect(await run(["assemble", "--budget", "600", "--json"], "", memory)).toMatchInlineSnapshot(`
    "{"budget":600,"faults":[],"omitted":[{"id":"2026-11-18#afternoon","kind":"log","reason":"over_budget"},{"id":"2026-11-18#morning","kind":"log","reason":"over_budget"},{"id":"agents#rules-of-the-desk","kind":"instructions","reason":"over_budget"},{"id":"kickoff-call","kind":"log","reason":"over_budget"},{"id":"lisbon-fares","kind":"log","reason":"over_budget"},{"id":"memory","kind":"memory","reason":"over_budget"},{"id":"memory#habits","kind":"memory","reason":"over_budget"},{"id":"memory#lessons","kind":"memory","reason":"over_budget"},{"id":"memory#suppliers","kind":"memory","reason":"over_budget"},{"id":"memory#team","kind":"memory","reason":"over_budget"},{"id":"one-hotel","kind":"memory","reason":"over_budget"},{"id":"rebook-after-cancellation","kind":"memory","reason":"over_budget"},{"id":"soul#manner","kind":"instructions","reason":"over_budget"}],"receipt":"in   agents                     full         74  upgraded     Trip desk\\nin   ask-before-booking         structured   71  pinned       Ask before booking\\nin   budget-ceiling             full        115  upgraded     Budget of the Lisbon offsite\\nin   lisbon-offsite             full        189  upgraded     Lisbon offsite in February\\nin   travel-mornings            full        124  upgraded     Morning departures\\nout  2026-11-18#afternoon       -             -  over_budget  Afternoon\\nout  2026-11-18#morning         -             -  over_budget  Morning\\nout  agents#rules-of-the-desk   -             -  over_budget  Rules of the desk\\nout  kickoff-call               -             -  over_budget  Kickoff call about Lisbon\\nout  lisbon-fares               -             -  over_budget  Fares to Lisbon for six\\nout  memory                     -             -  over_budget  Memory\\nout  memory#habits              -             -  over_budget  Habits\\nout  memory#lessons             -             -  over_budget  Lessons\\nout  memory#suppliers           -             -  over_budget  Suppliers\\nout  memory#team                -             -  over_budget  Team\\nout  one-hotel                  -             -  over_budget  One hotel for everyone\\nout  rebook-after-cancellation  -             -  over_budget  When a departure is canceled\\nout  soul#manner                -             -  over_budget  Manner\\nused 597/600 tokens, 3 left, 5 in, 13 out\\n","resident":0,"selected":[{"fidelity":"full","id":"agents","kind":"instructions","reason":"upgraded","tokens":74},{"fidelity":"structured","id":"ask-before-booking","kind":"instructions","reason":"pinned","tokens":71},{"fidelity":"full","id":"budget-ceiling","kind":"instructions","reason":"upgraded","tokens":115},{"fidelity":"full","id":"lisbon-offsite","kind":"memory","reason":"upgraded","tokens":189},{"fidelity":"full","id":"travel-mornings","kind":"memory","reason":"upgraded","tokens":124}],"text":"<memory fence=\\"329028545\\" read=\\"pagefile show ID\\">\\n<page-329028545 id=\\"agents\\" type=\\"bootstrap_policy\\" fidelity=\\"full\\" title=\\"Trip desk\\" source=\\"AGENTS.md@5b5d1b739f\\">\\n# Trip desk\\n\\nYou plan and watch over the team's trips. This file is its owner's; agents read it and do not write it.\\n</page-329028545>\\n<page-329028545 id=\\"ask-before-booking\\" type=\\"bootstrap_policy\\" fidelity=\\"structured\\" title=\\"Ask before booking\\" source=\\"memory/policies/ask-before-booking.md@c5e01b330c\\">\\nrule: Show total price and cancellation terms and get a yes before any booking.\\n</page-329028545>\\n<page-329028545 id=\\"budget-ceiling\\" type=\\"constraint\\" fidelity=\\"full\\" title=\\"Budget of the Lisbon offsite\\" source=\\"memory/constraints/budget-ceiling.md@987f0777d0\\">\\nRule: At most 5400 EUR for travel and beds together.\\nApplies to: lisbon-offsite.\\n\\n- 5400 EUR for six people, travel and beds together; meals are paid elsewhere. [human]\\n- Above 5000 EUR, warn before the next booking. [decision]\\n</page-329028545>\\n<page-329028545 id=\\"travel-mornings\\" type=\\"preference\\" fidelity=\\"full\\" title=\\"Morning departures\\" source=\\"memory/preferences/travel-mornings.md@7c2c054fed\\">\\nSubject: departures.\\nPrefers: between 07:00 and 10:00.\\n\\n- Departures between 07:00 and 10:00, so that the day of arrival still counts. [human]\\n- Evening departures are fine for same-day returns. [decision]\\n- Aisle seats; window seats on night trains. [human]\\n</page-329028545>\\n<page-329028545 id=\\"lisbon-offsite\\" type=\\"plan\\" fidelity=\\"full\\" title=\\"Lisbon offsite in February\\" source=\\"memory/plans/lisbon-offsite.md@cee0dccb43\\">\\nGoal: Six people in Lisbon from 2027-02-08 to 2027-02-11.\\nStep: choose between flight and night train.\\nOpen: train budget; dinner for six; way from the airport.\\n\\n## Done\\n\\n- Dates agreed with everyone. [human]\\n- Six rooms on hold at the harbor hotel until 2027-01-31. [tool]\\n\\n## Next\\n\\n- Finance says whether the night train fits the budget. [open]\\n- Book dinner for the first evening: six seats, two vegetarian. [open]\\n- Plan the way from the airport by metro; the shuttle is on strike that day. [web]\\n</page-329028545>\\n</memory-329028545>\\n","tokenizer":"o200k_base","tokens":597,"trace":"6c8008f9164b"}
    "
  `);
  expect(await run(["assemble", "--budget", "600", "--explain", "-q"], "", memory)).toMatchInlineSnapshot(`
    "<memory fence="329028545" read="pagefile show ID">
    <page-329028545 id="agents" type="bootstrap_policy" fidelity="full" title="Trip desk" source="AGENTS.md@5b5d1b739f">
    # Trip desk

    You plan and watch over the team's trips. This file is its owner's; agents read it and do not write it.
    </page-329028545>
    <page-329028545 id="ask-before-booking" type="bootstrap_policy" fidelity="structured" title="Ask before booking" source="memory/policies/ask-before-booking.md@c5e01b330c">
    rule: Show total price and cancellation terms and get a yes before any booking.
    </page-329028545>
    <page-329028545 id="budget-ceiling" type="constraint" fidelity="full" title="Budget of the Lisbon offsite" source="memory/constraints/budget-ceiling.md@987f0777d0">
    Rule: At most 5400 EUR for travel and beds together.
    Applies to: lisbon-offsite.

    - 5400 EUR for six people, travel and beds together; meals are paid elsewhere. [human]
    - Above 5000 EUR, warn before the next booking. [decision]
    </page-329028545>
    <page-329028545 id="travel-mornings" type="preference" fidelity="full" title="Morning departures" source="memory/preferences/travel-mornings.md@7c2c054fed">
    Subject: departures.
    Prefers: between 07:00 and 10:00.

    - Departures between 07:00 and 10:00, so that the day of arrival still counts. [human]
    - Evening departures are fine for same-day returns. [decision]
    - Aisle seats; window seats on night trains. [human]
    </page-329028545>
    <page-329028545 id="lisbon-offsite" type="plan" fidelity="full" title="Lisbon offsite in February" source="memory/plans/lisbon-offsite.md@cee0dccb43">
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
    </page-329028545>
    </memory-329028545>
    "
  `);
  expect(await run(["turn", "--session", "s1", "--turn", "1", "--budget", "400"], "", memory)).toMatchInlineSnapshot(`
    "<memory fence="768502722" read="pagefile show ID">
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
    -- stderr
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
    used 399/400 tokens, 1 left, 3 in, 15 out
    trace 1accd214d32b, tokens by o200k_base
    turn 1 of s1, 0 hits, thrash 0.000
    "
  `);
  expect(await run(["recall", "trains"], "", memory)).toMatchInlineSnapshot(`
    "memory#habits  MEMORY.md:10-18
      semantic · preference · 2026-11-21 (its last commit) · confidence high
      ## Habits
      - The team would rather change trains once than wait two hours for a direct one. [human]
      - Hand luggage only on trips under four days. [human]
      ## Suppliers
      - The night train needs a reservation even with a pass. [lesson]
      - The harbor hotel holds six rooms until eight days before arrival. [tool]

    travel-mornings  memory/preferences/travel-mornings.md:14-16
      semantic · preference · 2026-11-20 (its page's last change) · confidence high
      - Departures between 07:00 and 10:00, so that the day of arrival still counts. [human]
      - Evening departures are fine for same-day returns. [decision]
      - Aisle seats; window seats on night trains. [human]

    lisbon-offsite  memory/plans/lisbon-offsite.md:14-23
      working · plan · 2026-11-18 (its page's last change) · from agent · confidence high
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

    kickoff-call  memory/conversations/kickoff-call.md:12-14
      episodic · conversation_segment · 2026-10-02T10:00/2026-10-02T10:26 · from imported · confidence high
      - Everyone can travel from the 8th to the 11th of February; the 12th is taken. [human]
      - One asked for the night train, three would rather fly, two do not mind. [human]
      - Agreed: decide on travel once the fares and the train price are both known. [decision]

    2026-11-18#afternoon  memory/2026-11-18.md:8-11
      episodic · conversation_segment · 2026-11-18 (its log) · confidence high
      ## Afternoon
      - 14:30 Strike notice for the airport shuttle on arrival day; the metro runs. [web]
      - 16:20 Asked finance for the train budget; no answer yet. [open]
    -- stderr
    5 pages found. confidence 0.84, 658 tokens, trace 088b0c43d8ad
    "
  `);
  expect(await run(["recall", "trains", "--json"], "", memory)).toMatchInlineSnapshot(`
    "{"blocks":[{"kind":"working","pages":["lisbon-offsite"],"tokens":184},{"kind":"semantic","pages":["memory#habits","travel-mornings"],"tokens":202},{"kind":"episodic","pages":["kickoff-call","2026-11-18#afternoon"],"tokens":202}],"confidence":{"authority":0.967,"consistency":1,"coverage":1,"length":0,"overall":0.843,"phrase":1,"relevance":1,"speaker":null,"temporal":null,"wanted":null},"degraded":[],"escalated":null,"hint":"","left":[],"pages":[{"confidence":"high","date":{"by":"commit","day":"2026-11-21"},"days":null,"event":null,"id":"memory#habits","kind":"semantic","lines":[10,18],"oid":"b3d0931454892b97f2bca06ee8a1fe5411252321","origin":"user","path":"MEMORY.md","provenance":[],"score":1.083826,"snippet":"## Habits\\n\\n- The team would rather change trains once than wait two hours for a direct one. [human]\\n- Hand luggage only on trips under four days. [human]\\n## Suppliers\\n\\n- The night train needs a reservation even with a pass. [lesson]\\n- The harbor hotel holds six rooms until eight days before arrival. [tool]","store":"trip-desk","superseded":null,"tier":"hot","title":"Habits","type":"preference","updated":null,"why":{"ageDays":null,"boosts":[{"factor":1.25,"says":"a person's own words","what":"own"},{"factor":1.15,"says":"one line holds 1.00 of it","what":"line"}],"fields":["body"],"neighbors":[],"says":"“trains” in body (100 % of the question).","shares":{"neighbors":0,"page":0.25322036906850964,"signals":0,"words":0.7467796309314905},"terms":[{"asked":"trains","fields":["body"],"found":"train","kind":"word"}],"tier":"hot","vector":null}},{"confidence":"high","date":{"by":"page","day":"2026-11-20"},"days":{"from":"2026-11-20","to":"2026-11-20"},"event":null,"id":"travel-mornings","kind":"semantic","lines":[14,16],"oid":"7c2c054fedf0e191328fd65e2c3f2ddc7001b4c3","origin":"user","path":"memory/preferences/travel-mornings.md","provenance":[],"score":1.034925,"snippet":"- Departures between 07:00 and 10:00, so that the day of arrival still counts. [human]\\n- Evening departures are fine for same-day returns. [decision]\\n- Aisle seats; window seats on night trains. [human]","store":"trip-desk","superseded":null,"tier":"hot","title":"Morning departures","type":"preference","updated":"2026-11-20T21:40:12Z","why":{"ageDays":1,"boosts":[{"factor":1.25,"says":"a person's own words","what":"own"},{"factor":1.15,"says":"one line holds 1.00 of it","what":"line"}],"fields":["body"],"neighbors":[],"says":"“trains” in body (100 % of the question); 1 day old.","shares":{"neighbors":0,"page":0.2548598631032861,"signals":0,"words":0.745140136896714},"terms":[{"asked":"trains","fields":["body"],"found":"train","kind":"word"}],"tier":"hot","vector":null}},{"confidence":"high","date":{"by":"page","day":"2026-11-18"},"days":{"from":"2026-11-18","to":"2026-11-18"},"event":null,"id":"lisbon-offsite","kind":"working","lines":[14,23],"oid":"cee0dccb432b5a54be0af5db19ba001c6f5208ab","origin":"agent","path":"memory/plans/lisbon-offsite.md","provenance":[],"score":0.897711,"snippet":"Goal: Six people in Lisbon from 2027-02-08 to 2027-02-11.\\nStep: choose between flight and night train.\\nOpen: train budget; dinner for six; way from the airport.\\n\\n## Done\\n\\n- Dates agreed with everyone. [human]\\n- Six rooms on hold at the harbor hotel until 2027-01-31. [tool]\\n## Next\\n\\n- Finance says whether the night train fits the budget. [open]\\n- Book dinner for the first evening: six seats, two vegetarian. [open]\\n- Plan the way from the airport by metro; the shuttle is on strike that day. [web]","store":"trip-desk","superseded":null,"tier":"hot","title":"Lisbon offsite in February","type":"plan","updated":"2026-11-18T16:25:00Z","why":{"ageDays":3,"boosts":[{"factor":1.0933032991536806,"says":"3 days old","what":"recency"},{"factor":1.02,"says":"near kickoff-call","what":"neighbors"},{"factor":0.7,"says":"some words in other forms alone","what":"forms"},{"factor":1.15,"says":"one line holds 1.00 of it","what":"line"}],"fields":["tags","body"],"neighbors":[{"by":"tag","id":"kickoff-call","name":"lisbon"}],"says":"“trains” in tags, body (100 % of the question); 3 days old; tag lisbon shared with kickoff-call.","shares":{"neighbors":0,"page":0.28571428571428575,"signals":0,"words":0.7142857142857143},"terms":[{"asked":"trains","fields":["tags","body"],"found":"train","kind":"word"}],"tier":"hot","vector":null}},{"confidence":"high","date":null,"days":null,"event":{"end":"2026-10-02T10:26:00Z","start":"2026-10-02T10:00:00Z"},"id":"kickoff-call","kind":"episodic","lines":[12,14],"oid":"6cac7e83cf6eb3b857d56457a50dbc68218b219c","origin":"imported","path":"memory/conversations/kickoff-call.md","provenance":[],"score":0.71256,"snippet":"- Everyone can travel from the 8th to the 11th of February; the 12th is taken. [human]\\n- One asked for the night train, three would rather fly, two do not mind. [human]\\n- Agreed: decide on travel once the fares and the train price are both known. [decision]","store":"trip-desk","superseded":null,"tier":"hot","title":"Kickoff call about Lisbon","type":"conversation_segment","updated":null,"why":{"ageDays":null,"boosts":[{"factor":0.95,"says":"of origin imported","what":"origin"},{"factor":1.02,"says":"near lisbon-offsite","what":"neighbors"},{"factor":0.7,"says":"some words in other forms alone","what":"forms"},{"factor":1.15,"says":"one line holds 1.00 of it","what":"line"}],"fields":["body"],"neighbors":[{"by":"tag","id":"lisbon-offsite","name":"lisbon"}],"says":"“trains” in body (100 % of the question); tag lisbon shared with lisbon-offsite.","shares":{"neighbors":0.07415005637260376,"page":0.2735629651356399,"signals":0,"words":0.6522869784917564},"terms":[{"asked":"trains","fields":["body"],"found":"train","kind":"word"}],"tier":"hot","vector":null}},{"confidence":"high","date":{"by":"log","day":"2026-11-18"},"days":{"from":"2026-11-18","to":"2026-11-18"},"event":{"end":"2026-11-18T23:59:00Z","start":"2026-11-18T00:00:00Z"},"id":"2026-11-18#afternoon","kind":"episodic","lines":[8,11],"oid":"cad92f0fb6925fbf4d2e9b789d03a1fae65b11b2","origin":"user","path":"memory/2026-11-18.md","provenance":[],"score":0.70646,"snippet":"## Afternoon\\n\\n- 14:30 Strike notice for the airport shuttle on arrival day; the metro runs. [web]\\n- 16:20 Asked finance for the train budget; no answer yet. [open]","store":"trip-desk","superseded":null,"tier":"hot","title":"Afternoon","type":"conversation_segment","updated":null,"why":{"ageDays":3,"boosts":[{"factor":1.0933032991536806,"says":"3 days old","what":"recency"},{"factor":0.7,"says":"some words in other forms alone","what":"forms"},{"factor":1.15,"says":"one line holds 1.00 of it","what":"line"},{"factor":1.15,"says":"later than what answers alike","what":"order"}],"fields":["body"],"neighbors":[],"says":"“trains” in body (100 % of the question); 3 days old.","shares":{"neighbors":0,"page":0.21913615630227484,"signals":0,"words":0.7808638436977252},"terms":[{"asked":"trains","fields":["body"],"found":"train","kind":"word"}],"tier":"hot","vector":null}}],"reason":"5 pages found.","status":"ok","text":"<recall fence=\\"557652873\\" read=\\"pagefile show ID\\">\\n<working-557652873>\\n<page-557652873 id=\\"lisbon-offsite\\" type=\\"plan\\" title=\\"Lisbon offsite in February\\" updated=\\"2026-11-18\\" confidence=\\"high\\" origin=\\"agent\\">\\nGoal: Six people in Lisbon from 2027-02-08 to 2027-02-11.\\nStep: choose between flight and night train.\\nOpen: train budget; dinner for six; way from the airport.\\n\\n## Done\\n\\n- Dates agreed with everyone. [human]\\n- Six rooms on hold at the harbor hotel until 2027-01-31. [tool]\\n## Next\\n\\n- Finance says whether the night train fits the budget. [open]\\n- Book dinner for the first evening: six seats, two vegetarian. [open]\\n- Plan the way from the airport by metro; the shuttle is on strike that day. [web]\\n</page-557652873>\\n</working-557652873>\\n<semantic-557652873>\\n<page-557652873 id=\\"memory#habits\\" type=\\"preference\\" title=\\"Habits\\" confidence=\\"high\\">\\n## Habits\\n\\n- The team would rather change trains once than wait two hours for a direct one. [human]\\n- Hand luggage only on trips under four days. [human]\\n## Suppliers\\n\\n- The night train needs a reservation even with a pass. [lesson]\\n- The harbor hotel holds six rooms until eight days before arrival. [tool]\\n</page-557652873>\\n<page-557652873 id=\\"travel-mornings\\" type=\\"preference\\" title=\\"Morning departures\\" updated=\\"2026-11-20\\" confidence=\\"high\\">\\n- Departures between 07:00 and 10:00, so that the day of arrival still counts. [human]\\n- Evening departures are fine for same-day returns. [decision]\\n- Aisle seats; window seats on night trains. [human]\\n</page-557652873>\\n</semantic-557652873>\\n<episodic-557652873>\\n<page-557652873 id=\\"kickoff-call\\" when=\\"2026-10-02T10:00/2026-10-02T10:26\\" confidence=\\"high\\" origin=\\"imported\\">\\n- Everyone can travel from the 8th to the 11th of February; the 12th is taken. [human]\\n- One asked for the night train, three would rather fly, two do not mind. [human]\\n- Agreed: decide on travel once the fares and the train price are both known. [decision]\\n</page-557652873>\\n<page-557652873 id=\\"2026-11-18#afternoon\\" when=\\"2026-11-18\\" confidence=\\"high\\">\\n## Afternoon\\n\\n- 14:30 Strike notice for the airport shuttle on arrival day; the metro runs. [web]\\n- 16:20 Asked finance for the train budget; no answer yet. [open]\\n</page-557652873>\\n</episodic-557652873>\\n</recall-557652873>\\n","tokens":658,"trace":"088b0c43d8ad","uncertainty":null,"understood":{"days":null,"entities":[],"intent":"lookup","kinds":["working","semantic","episodic","perceptual"]}}
    "
  `);
  expect(await run(["recall", "quantum chromodynamics"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    confidence 0.00, 0 tokens, trace 54b869cda51d
    no_match: Every page in reach was searched (the archive included) and none matches.
      Ask in other words too, as a page may put it (--also), or with a name or identifier that the page would hold.
    -- exit 4
    "
  `);
  expect(await run(["index"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: pagefile index needs <action>, and it is missing.
      hint: For example: pagefile index status
            More: pagefile index --help
    -- exit 2
    "
  `);
  expect(await run(["index", "--json"], "", memory)).toMatchInlineSnapshot(`
    "{"error":{"code":"usage","hint":"For example: pagefile index status\\nMore: pagefile index --help","says":"pagefile index needs <action>, and it is missing."}}
    -- exit 2
    "
  `);
});

test("read: help", async () => {
  const { run } = outputs();
  expect(await run(["status", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile status [options]

    what the memory holds, what is not committed, what needs mending

    Options:
      --session <id>  of what this session keeps to itself, instead of the memory
      -h, --help      explain this command

    Global Options: as everywhere

    Examples:
      pagefile status
      pagefile status --json
    "
  `);
  expect(await run(["pages", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile pages [options]

    the page table: state, fidelity in the last prompt, and what each page costs in tokens

    Options:
      --type <type>    only pages of this type (choices: "bootstrap_policy", "constraint", "plan",
                       "preference", "evidence", "conversation_segment", "decision", "procedure")
      --scope <scope>  only pages of this scope (choices: "global", "project", "session", "local")
      --tier <tier>    only this tier (choices: "hot", "cold")
      --tag <tag>      only pages with this tag
      --session <id>   the pages that this session keeps to itself, too
      -h, --help       explain this command

    Global Options: as everywhere

    Examples:
      pagefile pages --type constraint
      pagefile pages --tag travel --json
    "
  `);
  expect(await run(["show", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile show [options] <page>

    one page, as a prompt would hold it

    Arguments:
      page                   id of a page, or of a section: file#section

    Options:
      --fidelity <fidelity>  how much of it; full otherwise (choices: "pointer", "structured",
                             "compressed", "full")
      --session <id>         look among this session's own pages, too
      -h, --help             explain this command

    Global Options: as everywhere

    Examples:
      pagefile show travel-mornings
      pagefile show memory#people --fidelity pointer
    "
  `);
  expect(await run(["evidence", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile evidence [options] <evidence>

    what a tool gave back, secrets blanked, or the rows behind a page of a series

    Arguments:
      evidence        id of an evidence page, of a month of a series, or sha256: and the digest that a
                      page names

    Options:
      --from <line>   begin with this line; a long result is shown in parts
      --to <line>     end with this line
      --session <id>  look among this session's own pages, too
      -h, --help      explain this command

    Global Options: as everywhere

    Examples:
      pagefile evidence evidence-0b8f2c11d94e6a57 --session 7f3a
      pagefile evidence evidence-0b8f2c11d94e6a57 --session 7f3a --from 120 --to 180
      pagefile evidence heart-rate-2026-11 --from 1201 --to 1240
    "
  `);
  expect(await run(["assemble", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile assemble [options]

    the prompt block for a budget, with a receipt on stderr

    Options:
      --budget <tokens>           at most this many tokens; what pagefile.yaml says otherwise
      --demand <page[:fidelity]>  a page that must be in (repeat for several)
      --session <id>              let in the pages of this session
      --audience <who>            who reads the prompt (choices: "owner", "group", default: "owner")
      --tokenizer <name>          count tokens as this vocabulary does
      --harness <name>            leave out what this harness loads by itself, such as openclaw
      --explain                   say why every page stands as it does
      --all                       a line for every page, however many
      -h, --help                  explain this command

    Global Options: as everywhere

    Examples:
      pagefile assemble --budget 2000 > prompt.md
      pagefile assemble --budget 800 --demand travel-mornings:full --explain
    "
  `);
  expect(await run(["turn", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile turn [options]

    the prompt for one turn of a session, decided from what the session did so far

    Options:
      --session <id>              the session that takes the turn
      --turn <n>                  its number; the same call again gives the same answer
      --event <name>              crossed first, with its flush (repeat): compaction-auto, reset, …
      --tool <signature>          a tool call made since the turn before (repeat)
      --demand <page[:fidelity]>  a page that must be in (repeat for several)
      --budget <tokens>           at most this many tokens; what pagefile.yaml says otherwise
      --audience <who>            who reads the prompt (choices: "owner", "group", default: "owner")
      --tokenizer <name>          count tokens as this vocabulary does
      --all                       a line for every page, however many
      --detached                  let an event commit even though HEAD is on no branch
      -h, --help                  explain this command

    Global Options: as everywhere

    Examples:
      pagefile turn --session 7f3a --turn 12 --demand travel-mornings
      pagefile turn --session 7f3a --turn 13 --event compaction-auto --tool 'read:src/a.ts' --json
    "
  `);
  expect(await run(["recall", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile recall|search [options] <query...>

    look for what the memory knows; says why each page is there, or why there is none

    Arguments:
      query               what to look for, in any words; "quoted phrases" stand together where any page
                          has them so

    Options:
      --also <words>      the same in other words (give two to four)
      --limit <n>         at most this many pages (default: "16")
      --tokens <n>        at most this many tokens of text; else 2000, and 1000 where confidence is
                          below .50
      --type <type>       only pages of this type, or of this kind of memory (repeat for several)
                          (choices: "bootstrap_policy", "constraint", "plan", "preference", "evidence",
                          "conversation_segment", "decision", "procedure", "working", "semantic",
                          "episodic", "perceptual")
      --since <day>       only what is of this day or later
      --until <day>       only what is of this day or earlier
      --tier <tier>       only this tier; else the archive too, where it is needed (choices: "hot",
                          "cold")
      --session <id>      let in the pages of this session
      --audience <who>    who reads the answer (choices: "owner", "group", default: "owner")
      --untrusted         the project is not trusted: leave out its own memory
      --keep-cold         bring no archived page back, however often it is of use
      --tokenizer <name>  count tokens as this vocabulary does
      --prompt            print the pages as the one fenced text that a model is given
      --explain           say how the question was understood and why every page stands where it does
      -h, --help          explain this command

    Global Options: as everywhere

    Examples:
      pagefile recall 'what did we decide about billing last week?' --explain
      pagefile recall 'who looks after the dog?' --also 'vet, walks, food' --also 'she takes Mila out'
      pagefile recall heart rate --type perceptual --since 2026-11-01 --json
    "
  `);
  expect(await run(["doctor", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile doctor [options]

    check this machine: node, git, identity, the memory here

    Options:
      -h, --help     explain this command

    Global Options: as everywhere

    Examples:
      pagefile doctor
    "
  `);
  expect(await run(["studio", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile studio [options]

    see, search, edit and approve the memory in a browser, on this machine alone; or write it all into
    one HTML file

    Options:
      --port <port>    listen here; else any port that is free
      --no-open        print the address, and open no browser
      --static <file>  write one file that needs no server and changes nothing; what is private stays
                       out
      -h, --help       explain this command

    Global Options: as everywhere

    Examples:
      pagefile studio
      pagefile studio --port 7007 --no-open
      pagefile studio --static memory.html
    "
  `);
  expect(await run(["index", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile index [options] <action>

    the index behind recall: in what state it is, make it anew, or embed what has no vector yet; no page
    is touched

    Arguments:
      action         status, rebuild or embed

    Options:
      -h, --help     explain this command

    Global Options: as everywhere

    Examples:
      pagefile index status
      pagefile index rebuild
      pagefile index embed
    "
  `);
});
