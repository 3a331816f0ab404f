/** Outputs, upkeep: what the commands print of nights and of audits, to the byte. */

import { expect, test } from "vitest";
import { outputs } from "../../support/outputs.js";

test("upkeep: answers and refusals", async () => {
  const { run, memory } = outputs();
  expect(await run(["audit"], "", memory)).toMatchInlineSnapshot(`
    "openclaw 2026.8 loads 1099 of 60000 chars
      AGENTS.md  whole    256
      SOUL.md    whole    124
      MEMORY.md  whole    722
      warning  daily_log_missing
               There is no daily log for today or yesterday; the newest is of 2026-11-18.
               If the agent worked since, its sessions ended without a log: pagefile status tells what waits.
      warning  MEMORY.md  curation_stalled
               Logs since 2026-11-18 hold words that are worth keeping, and no night has run here yet.
               See what the first would do: pagefile nightly --dry-run; have one run every night: pagefile schedule install
      note     memory/procedures/rebook-after-cancellation.md  file_stale
               2 files of memory/ have not changed for 7 days; this one for the longest, 108 days.
               What is done with can be put away: pagefile archive rebook-after-cancellation
    ! 0 errors, 2 warnings, 1 note
    "
  `);
  expect(await run(["audit", "--json"], "", memory)).toMatchInlineSnapshot(`
    "{"counts":{"error":0,"note":1,"warning":2},"findings":[{"check":"daily_log_missing","hint":"If the agent worked since, its sessions ended without a log: pagefile status tells what waits.","line":0,"path":null,"says":"There is no daily log for today or yesterday; the newest is of 2026-11-18.","severity":"warning"},{"check":"curation_stalled","hint":"See what the first would do: pagefile nightly --dry-run; have one run every night: pagefile schedule install","line":0,"path":"MEMORY.md","says":"Logs since 2026-11-18 hold words that are worth keeping, and no night has run here yet.","severity":"warning"},{"check":"file_stale","hint":"What is done with can be put away: pagefile archive rebook-after-cancellation","line":0,"path":"memory/procedures/rebook-after-cancellation.md","says":"2 files of memory/ have not changed for 7 days; this one for the longest, 108 days.","severity":"note"}],"harness":{"profile":"openclaw","source":"openclaw src/agents/embedded-agent-helpers/bootstrap.ts @04871316, docs/gateway/config-agents @2d026cc8","version":"2026.8"},"judged":{"attested":null,"head":"8ddfbf49c801095125409f86b13274772f05334c"},"loaded":{"files":[{"loaded":255,"max":20000,"missing":[],"path":"AGENTS.md","size":256,"state":"whole"},{"loaded":123,"max":20000,"missing":[],"path":"SOUL.md","size":124,"state":"whole"},{"loaded":721,"max":20000,"missing":[],"path":"MEMORY.md","size":722,"state":"whole"}],"max":60000,"total":1099,"unit":"chars"},"now":"2026-11-21T09:02:00Z","store":"trip-desk"}
    "
  `);
  expect(await run(["consistency"], "", memory)).toMatchInlineSnapshot(`
    "✓ 0 errors, 0 warnings, 0 notes
    "
  `);
  expect(await run(["nightly", "--dry-run"], "", memory)).toMatchInlineSnapshot(`
    "audit  0 errors, 2 warnings, 1 note
    CURATE_PROMOTE  curate: 1 statement from the logs
      edit  MEMORY.md
        + ## Facts
        + - Lisbon offsite confirmed for 2027-02-08 to 2027-02-11. [human] (2026-11-18)
    a dry run: nothing was written; 0 statements wait for another night
    "
  `);
  expect(await run(["nightly"], "", memory)).toMatchInlineSnapshot(`
    "audit  0 errors, 2 warnings, 1 note  read them with: pagefile audit --last
    committed  c184e500  CURATE_PROMOTE  curate: 1 statement from the logs
    0 statements wait for another night
    "
  `);
  expect(await run(["night"], "", memory)).toMatchInlineSnapshot(`
    "nights    last 2026-11-21 09:05 done, 1 commit
    audit     0 errors, 2 warnings  pagefile audit --last
    proposal  none: nothing waits for your answer
    "
  `);
  expect(await run(["night", "--json"], "", memory)).toMatchInlineSnapshot(`
    "{"audit":{"at":"2026-11-21T09:05:00Z","counts":{"error":0,"note":1,"warning":2}},"left":[],"nights":{"again":null,"damaged":0,"due":null,"holder":null,"hour":"03:00","last":{"at":"2026-11-21T09:05:00Z","by":"command","commits":["c184e500f2145feac2d5b8af3669a9ffc40f265b"],"from":"2026-11-21","period":"2026-11-21","says":"","state":"done"},"next":null,"timers":[]},"proposal":null,"uncommitted":[]}
    "
  `);
  expect(await run(["quiet-time"], "", memory)).toMatchInlineSnapshot(`
    "nothing to do  0 statements wait for another night
    "
  `);
  expect(await run(["audit", "--last"], "", memory)).toMatchInlineSnapshot(`
    "openclaw 2026.8 loads 1099 of 60000 chars
      AGENTS.md  whole    256
      SOUL.md    whole    124
      MEMORY.md  whole    722
      warning  daily_log_missing
               There is no daily log for today or yesterday; the newest is of 2026-11-18.
               If the agent worked since, its sessions ended without a log: pagefile status tells what waits.
      warning  MEMORY.md  curation_stalled
               Logs since 2026-11-18 hold words that are worth keeping, and no night has run here yet.
               See what the first would do: pagefile nightly --dry-run; have one run every night: pagefile schedule install
      note     memory/procedures/rebook-after-cancellation.md  file_stale
               2 files of memory/ have not changed for 7 days; this one for the longest, 108 days.
               What is done with can be put away: pagefile archive rebook-after-cancellation
    ! 0 errors, 2 warnings, 1 note
    "
  `);
  expect(await run(["hooks", "status"], "", memory)).toMatchInlineSnapshot(`
    "hooks  FOLDER/memory/.git/hooks
      · pre-commit          not installed
      · prepare-commit-msg  not installed
      · commit-msg          not installed
      · post-commit         not installed
      · post-merge          not installed
      · post-checkout       not installed
      · post-rewrite        not installed
      · pre-push            not installed
      · merge driver        not installed
    -- exit 1
    "
  `);
  expect(await run(["hook", "nobody"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: “nobody” is no hook of Pagefile.
      hint: One of: pre-commit, prepare-commit-msg, commit-msg, post-commit, post-merge, post-checkout, post-rewrite, pre-push.
    -- exit 2
    "
  `);
  expect(await run(["merge-driver", "a", "b", "c", "d"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: There is no file a.
      hint: git calls this command with the files of a merge: %O %A %B %P.
    -- exit 2
    "
  `);
});

test("upkeep: help", async () => {
  const { run } = outputs();
  expect(await run(["audit", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile audit [options]

    report what a harness would cut, and all else that is wrong with the memory; mends nothing, exit 1
    on errors

    Options:
      --markdown     print a report in Markdown
      --all          every finding, however many screens they fill
      --last         print what the last night's audit found
      -h, --help     explain this command

    Global Options: as everywhere

    Examples:
      pagefile audit
      pagefile audit --markdown
      pagefile audit --last --json
    "
  `);
  expect(await run(["consistency", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile consistency [options]

    hold the files against each other: what two that a harness knows by name say differently, what
    stands twice, and what drifted from its log; exit 1 on errors

    Options:
      --markdown     print a report in Markdown
      --all          every finding, however many screens they fill
      --last         print what the last week's comparison found
      -h, --help     explain this command

    Global Options: as everywhere

    Examples:
      pagefile consistency
      pagefile consistency --last --markdown
    "
  `);
  expect(await run(["nightly", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile nightly [options]

    audit, then take in, curate, trim, archive and clear what the days left, each as a commit of its own

    Options:
      --dry-run      print the plan and write nothing
      --force        run another night although this one had its run
      --due          for timers: do nothing unless a night is due
      --at <hh:mm>   the local hour at which a night begins; else the one that was set, or 03:00
      --detached     commit even though HEAD is on no branch
      -h, --help     explain this command

    Global Options: as everywhere

    Examples:
      pagefile nightly --dry-run
      pagefile nightly
    "
  `);
  expect(await run(["night", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile night [options] [answer] [numbers...]

    what the last night did and what it asks you about: entries that may leave a page, statements of the
    logs that may be kept

    Arguments:
      answer                  accept or reject; without one nothing is changed
      numbers                 the numbers meant, or all; those that are shown otherwise

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
      pagefile night
      pagefile night accept 1 3
      pagefile night reject 2
      pagefile night reject all
    "
  `);
  expect(await run(["quiet-time", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile quiet-time [options]

    in a pause of the day: promote what today's log and the buffer hold, trim observations, clear
    nothing

    Options:
      --dry-run      print the plan and write nothing
      --detached     commit even though HEAD is on no branch
      -h, --help     explain this command

    Global Options: as everywhere

    Examples:
      pagefile quiet-time --dry-run
      pagefile quiet-time
    "
  `);
  expect(await run(["hooks", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile hooks [options] <action>

    check hand edits at git commit, merge pages entry by entry: install, uninstall or status

    Arguments:
      action         install, uninstall or status

    Options:
      -h, --help     explain this command

    Global Options: as everywhere

    Examples:
      pagefile hooks install
      pagefile hooks status
      pagefile hooks uninstall
    "
  `);
  expect(await run(["hook", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile hook [options] <name> [words...]

    what an installed git hook calls

    Arguments:
      name           the hook's name, as git calls it
      words          the words git gives the hook

    Options:
      -h, --help     explain this command

    Global Options: as everywhere

    Examples:
      pagefile hook pre-commit
      pagefile hook commit-msg .git/COMMIT_EDITMSG
    "
  `);
  expect(await run(["merge-driver", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile merge-driver [options] <base> <ours> <theirs> <path>

    merge three versions of one page for git, entry by entry

    Arguments:
      base           file with the common version: git's %O
      ours           file with our version, which takes the result: %A
      theirs         file with their version: %B
      path           the page's path, for messages: %P

    Options:
      -h, --help     explain this command

    Global Options: as everywhere

    Examples:
      git config merge.pagefile.driver "pagefile merge-driver %O %A %B %P"
    "
  `);
});
