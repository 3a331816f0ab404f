/** Outputs, history: what the commands print of the past, to the byte. */

import { expect, test } from "vitest";
import { outputs } from "../../support/outputs.js";

test("history: answers and refusals", async () => {
  const { run, memory } = outputs();
  expect(
    await run(["append", "travel-mornings", "- Night trains are fine.", "-q"], "", memory),
  ).toMatchInlineSnapshot(`""`);
  expect(await run(["log"], "", memory)).toMatchInlineSnapshot(`
    "90d8dd8c  2026-11-21 09:01  FLUSH_MANUAL  append: Night trains are fine. (travel-mornings)
              travel-mornings@3..4 · by human · origin user
    8ddfbf49  2026-11-21 08:00  no reason  Take in the sample
    "
  `);
  expect(await run(["log", "--json"], "", memory)).toMatchInlineSnapshot(`
    "{"entries":[{"author":"Ada","commit":"90d8dd8c151eeac3bfbde89e0a7ce7763b784e25","pages":["travel-mornings"],"reason":"FLUSH_MANUAL","subject":"append: Night trains are fine. (travel-mornings)","trailers":{"Pagefile-Actor":["human"],"Pagefile-Boundary":["manual"],"Pagefile-Op":["append travel-mornings memory/preferences/travel-mornings.md"],"Pagefile-Origin":["user"],"Pagefile-Page":["travel-mornings@3..4"],"Pagefile-Patch":["sha256:dc42dfe7f1fe1f1d1e61df7467f27769e6377bccbabd66f8b5996ec003899c63"],"Pagefile-Reason":["FLUSH_MANUAL"]},"when":"2026-11-21T09:01:00Z"},{"author":"Ada","commit":"8ddfbf49c801095125409f86b13274772f05334c","pages":[],"reason":null,"subject":"Take in the sample","trailers":{},"when":"2026-11-21T08:00:00Z"}]}
    "
  `);
  expect(await run(["diff", "HEAD~1"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: There is no page “HEAD~1”.
      hint: List the pages with: pagefile pages
    -- exit 4
    "
  `);
  expect(await run(["diff"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    HEAD → work: no page differs
    "
  `);
  expect(await run(["blame", "travel-mornings"], "", memory)).toMatchInlineSnapshot(`
    "commit    day         reason        actor  origin  session  line  entry
    8ddfbf49  2026-11-21  by hand                                 14  - Departures between 07:00 and 10:00, so that the day of arrival still counts. [human]
    8ddfbf49  2026-11-21  by hand                                 15  - Evening departures are fine for same-day returns. [decision]
    8ddfbf49  2026-11-21  by hand                                 16  - Aisle seats; window seats on night trains. [human]
    90d8dd8c  2026-11-21  FLUSH_MANUAL  human  user               17  - Night trains are fine.
    -- stderr
    memory/preferences/travel-mornings.md
    "
  `);
  expect(await run(["revert", "HEAD"], "", memory)).toMatchInlineSnapshot(`
    "committed  cea726f5  REVERT
      travel-mornings  4 → 5  memory/preferences/travel-mornings.md
    "
  `);
  expect(await run(["undo"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: pagefile undo needs <what>, and it is missing.
      hint: For example: pagefile undo night
            More: pagefile undo --help
    -- exit 2
    "
  `);
  expect(await run(["purge", "--text", "Night trains are fine."], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: pagefile purge has no option --text.
      hint: For example: pagefile purge --match-secret
            More: pagefile purge --help
    -- exit 2
    "
  `);
  expect(await run(["verify"], "", memory)).toMatchInlineSnapshot(`
    "✓ 20 pages: the index is what a rebuild gives
    ✓ no findings
    "
  `);
  expect(await run(["verify", "--history"], "", memory)).toMatchInlineSnapshot(`
    "8ddfbf49c8  hand_commit  A person's commit without trailers changed 10 pages.  → git show 8ddfbf49c8
    ✓ 3 commits from the first on: no findings, 1 note
    -- stderr
    Begin behind this point next time with: pagefile verify --history --attest
    "
  `);
  expect(await run(["verify", "--history", "--json"], "", memory)).toMatchInlineSnapshot(`
    "{"attested":null,"commits":3,"findings":[],"head":"cea726f53d6f2210f8bc7fee7c093a464515e09e","moved":false,"notes":[{"code":"hand_commit","commit":"8ddfbf49c801095125409f86b13274772f05334c","next":"git show 8ddfbf49c8","page":null,"path":null,"says":"A person's commit without trailers changed 10 pages."}],"since":null}
    "
  `);
  expect(await run(["assemble", "--budget", "300", "-q"], "", memory)).toMatchInlineSnapshot(`
    "<memory fence="768502722" read="pagefile show ID">
    <page-768502722 id="ask-before-booking" type="bootstrap_policy" fidelity="structured" title="Ask before booking" source="memory/policies/ask-before-booking.md@c5e01b330c">
    rule: Show total price and cancellation terms and get a yes before any booking.
    </page-768502722>
    <page-768502722 id="budget-ceiling" type="constraint" fidelity="structured" title="Budget of the Lisbon offsite" source="memory/constraints/budget-ceiling.md@987f0777d0">
    rule: At most 5400 EUR for travel and beds together.
    applies_to: lisbon-offsite
    </page-768502722>
    <page-768502722 id="lisbon-offsite" type="plan" fidelity="structured" title="Lisbon offsite in February" source="memory/plans/lisbon-offsite.md@cee0dccb43">
    goal: Six people in Lisbon from 2027-02-08 to 2027-02-11
    step: choose between flight and night train
    open: train budget; dinner for six; way from the airport
    </page-768502722>
    </memory-768502722>
    "
  `);
  expect(await run(["trace"], "", memory)).toMatchInlineSnapshot(`
    "trace         at                    kind
    becd4625e5ba  2026-11-21T09:13:00Z  assemble  3 in, 15 out, budget 300
    "
  `);
  expect(await run(["replay"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: A file, one trace or one session was expected.
      hint: pagefile replay FILE…, pagefile replay TRACE, or pagefile replay --session ID
    -- exit 2
    "
  `);
  expect(await run(["faults"], "", memory)).toMatchInlineSnapshot(`
    "no faults
    "
  `);
  expect(await run(["faults", "--json"], "", memory)).toMatchInlineSnapshot(`
    "{"counts":{},"damaged":[],"faults":[],"total":0}
    "
  `);
  expect(await run(["faults", "--metrics"], "", memory)).toMatchInlineSnapshot(`
    "# HELP pagefile_faults_total Faults and alerts recorded, by kind; duplicate_signature_alert is no failure.
    # TYPE pagefile_faults_total counter
    pagefile_faults_total{kind="pinned_invariant_miss"} 0
    pagefile_faults_total{kind="post_compaction_bootstrap_loss"} 0
    pagefile_faults_total{kind="flush_miss"} 0
    pagefile_faults_total{kind="silent_recall"} 0
    pagefile_faults_total{kind="writeback_rejected"} 0
    pagefile_faults_total{kind="sidecar_corrupt"} 0
    pagefile_faults_total{kind="duplicate_tool_signature"} 0
    pagefile_faults_total{kind="duplicate_signature_alert"} 0
    pagefile_faults_total{kind="refetch"} 0
    pagefile_faults_total{kind="invariant_pressure"} 0
    pagefile_faults_total{kind="flush_after_evict"} 0
    pagefile_faults_total{kind="agent_declined"} 0
    pagefile_faults_total{kind="history_rewritten"} 0
    pagefile_faults_total{kind="hook_bypassed"} 0
    pagefile_faults_total{kind="page_unreadable"} 0
    pagefile_faults_total{kind="origin_withheld"} 0
    pagefile_faults_total{kind="curation_stalled"} 0
    pagefile_faults_total{kind="lease_lost"} 0
    pagefile_faults_total{kind="harness_failed"} 0
    # HELP pagefile_fault_log_damaged_files Fault log files that could not be read.
    # TYPE pagefile_fault_log_damaged_files gauge
    pagefile_fault_log_damaged_files 0
    "
  `);
  expect(await run(["conflicts"], "", memory)).toMatchInlineSnapshot(`
    "✓ no conflict is open
    "
  `);
  expect(await run(["resolve", "travel-mornings"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: git left nothing of “travel-mornings” unmerged, so a side has to be named.
      hint: Name one of --ours, --theirs, --both and --as-is; see: pagefile conflicts
    -- exit 2
    "
  `);
});

test("history: help", async () => {
  const { run } = outputs();
  expect(await run(["log", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile log [options] [page]

    the commits of the memory, each with its reason and grounds

    Arguments:
      page            only commits that touch this page

    Options:
      --limit <n>     at most this many (default: "20")
      --trailers      print every trailer of each commit
      --session <id>  the commits of what this session keeps to itself
      -h, --help      explain this command

    Global Options: as everywhere

    Examples:
      pagefile log --limit 5
      pagefile log travel-mornings --trailers
    "
  `);
  expect(await run(["diff", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile diff [options] [page]

    what changed, in pages only

    Arguments:
      page               only this page

    Options:
      --from <revision>  the older side; HEAD otherwise
      --to <revision>    the newer side; the files on disk otherwise
      --session <id>     what this session keeps to itself; HEAD is its own then
      -h, --help         explain this command

    Global Options: as everywhere

    Examples:
      pagefile diff
      pagefile diff travel-mornings --from HEAD~1 --to HEAD
    "
  `);
  expect(await run(["blame", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile blame [options] <page>

    which commit brought each entry of a page, and why

    Arguments:
      page            id of the page

    Options:
      --session <id>  look among this session's own pages, too
      -h, --help      explain this command

    Global Options: as everywhere

    Examples:
      pagefile blame travel-mornings
    "
  `);
  expect(await run(["revert", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile revert [options] <revision>

    take a commit back with a new one

    Arguments:
      revision                the commit: an id, HEAD, HEAD~2

    Options:
      --actor <who>           who writes: human, or agent:<name>; PAGEFILE_ACTOR=agent:… cannot be
                              raised (default: "human")
      --origin <origin>       where the words come from (choices: "user", "agent", "tool", "imported",
                              "web", default: "user")
      --session <id>          the session this happens in
      --evidence <reference>  what it rests on, looked up first: session:7f3a#L120, file:, commit:,
                              page:, url: … (repeat for several)
      --detached              commit even though HEAD is on no branch
      -h, --help              explain this command

    Global Options: as everywhere

    Examples:
      pagefile revert HEAD
    "
  `);
  expect(await run(["undo", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile undo [options] <what>

    take the last night back

    Arguments:
      what                    night

    Options:
      --actor <who>           who writes: human, or agent:<name>; PAGEFILE_ACTOR=agent:… cannot be
                              raised (default: "human")
      --origin <origin>       where the words come from (choices: "user", "agent", "tool", "imported",
                              "web", default: "user")
      --session <id>          the session this happens in
      --evidence <reference>  what it rests on, looked up first: session:7f3a#L120, file:, commit:,
                              page:, url: … (repeat for several)
      --detached              commit even though HEAD is on no branch
      -h, --help              explain this command

    Global Options: as everywhere

    Examples:
      pagefile undo night
    "
  `);
  expect(await run(["purge", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile purge [options]

    take a secret or a poison out of pages, journal and history; a dry run without --yes

    Options:
      --entry <digest>     one entry, in every version of every page
      --commit <revision>  all that a commit brought, and what rests on it
      --source <id>        all that names this evidence, and what rests on that
      --match-secret       everything that is found as a secret
      --page <id>          a page, in every version
      --yes                do it: history is rewritten and cannot be brought back
      --resume             finish a purge that was interrupted, or waited for a push
      -h, --help           explain this command

    Global Options: as everywhere

    Examples:
      pagefile purge --match-secret
      pagefile purge --source url:https://example.org/page --yes
    "
  `);
  expect(await run(["verify", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile verify [options]

    prove that the derived index is what a rebuild gives, or that the history is what it says

    Options:
      --history           judge every commit since the last attested one instead
      --since <revision>  with --history: begin behind this commit instead
      --attest            with --history: the next run begins here, if nothing was found
      --accept            with --attest: also if something was, because you have looked at it
      -h, --help          explain this command

    Global Options: as everywhere

    Examples:
      pagefile verify
      pagefile verify --history
      pagefile verify --history --attest
    "
  `);
  expect(await run(["trace", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile trace [options] [id]

    the decisions and boundaries that were recorded, or one of them explained

    Arguments:
      id              id of a trace, as assemble or turn printed it

    Options:
      --session <id>  only what this session was part of
      -h, --help      explain this command

    Global Options: as everywhere

    Examples:
      pagefile trace
      pagefile trace 4f1c09a2b3d4
      pagefile trace --session 7f3a
    "
  `);
  expect(await run(["replay", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile replay [options] [what...]

    decide again what was recorded, and name the first difference; or run workload files

    Arguments:
      what               id of a trace; or files: workloads, sessions that Claude Code or pi recorded

    Options:
      --session <id>     every recorded turn of this session
      --policy <name>    run files under this policy (repeat for several); all otherwise
      --budget <tokens>  run files at this budget (repeat for several); 300 otherwise
      --schema           print the shape of a workload file as JSON Schema
      -h, --help         explain this command

    Global Options: as everywhere

    Examples:
      pagefile replay 4f1c09a2b3d4
      pagefile replay --session 7f3a
      pagefile replay workload.json session.jsonl --policy pagefile --policy lru --budget 300
    "
  `);
  expect(await run(["faults", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile faults [options]

    what went wrong and was recorded, the newest first

    Options:
      --kind <kind>   only this kind (choices: "pinned_invariant_miss",
                      "post_compaction_bootstrap_loss", "flush_miss", "silent_recall",
                      "writeback_rejected", "sidecar_corrupt", "duplicate_tool_signature",
                      "duplicate_signature_alert", "refetch", "invariant_pressure", "flush_after_evict",
                      "agent_declined", "history_rewritten", "hook_bypassed", "page_unreadable",
                      "origin_withheld", "curation_stalled", "lease_lost", "harness_failed")
      --page <page>   only those of this page
      --session <id>  only those of this session
      --since <time>  only from this day or instant on
      --until <time>  only up to this instant
      --limit <n>     show at most this many (default: "50")
      --count         only how many of each kind
      --metrics       counters and gauges in the text format of Prometheus
      -h, --help      explain this command

    Global Options: as everywhere

    Examples:
      pagefile faults --since 2026-11-20
      pagefile faults --session 7f3a --count
      pagefile faults --metrics
    "
  `);
  expect(await run(["conflicts", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile conflicts [options]

    what merges left to be settled, with what each side says

    Options:
      -h, --help     explain this command

    Global Options: as everywhere

    Examples:
      pagefile conflicts
      pagefile conflicts --json
    "
  `);
  expect(await run(["resolve", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile resolve [options] <page>

    settle the conflicts of a page; without a side, merge what git left unmerged

    Arguments:
      page                    id or path of the page

    Options:
      --ours                  keep what was ours: of a merge this branch, of a rebase the one below
      --theirs                keep what came from the other side
      --both                  keep the entries of both, and all items of lists
      --as-is                 keep the page as it stands: it was settled by hand
      --entry <digest>        only the conflict with this entry; its first digits do
      --key <name>            only the conflict about this key, e.g. fields.prefers
      --plan                  say what would be kept and what would go; change nothing
      --actor <who>           who writes: human, or agent:<name>; PAGEFILE_ACTOR=agent:… cannot be
                              raised (default: "human")
      --origin <origin>       where the words come from (choices: "user", "agent", "tool", "imported",
                              "web", default: "user")
      --session <id>          the session this happens in
      --evidence <reference>  what it rests on, looked up first: session:7f3a#L120, file:, commit:,
                              page:, url: … (repeat for several)
      --detached              commit even though HEAD is on no branch
      -h, --help              explain this command

    Global Options: as everywhere

    Examples:
      pagefile resolve travel-mornings --theirs
      pagefile resolve seats --key fields.prefers --ours --plan
    "
  `);
});
