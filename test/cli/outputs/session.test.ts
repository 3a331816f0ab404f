/** Outputs, session: what the commands print around sessions and boundaries, to the byte. */

import { expect, test } from "vitest";
import { outputs } from "../../support/outputs.js";

test("session: answers and refusals", async () => {
  const { run, memory } = outputs();
  expect(await run(["session", "start", "s1"], "", memory)).toMatchInlineSnapshot(`
    "started  s1  its process is not known, epoch 0
    -- stderr
    without --pid nobody can tell whether the session died; its patches wait for a flush
    "
  `);
  expect(await run(["session", "list"], "", memory)).toMatchInlineSnapshot(`
    "s1  unknown  since 2026-11-21T09:01:00Z, epoch 0, 0 pages of its own
    "
  `);
  expect(
    await run(
      ["stage", "--patch", "-"],
      '{"op":"append","page":"travel-mornings","value":"Night trains.","session":"s1"}',
      memory,
    ),
  ).toMatchInlineSnapshot(`
    "staged  sha256:702fcb3374bee72e4c86f0ff7023f9e488dd7858085f7c23ee91dc0768ef1ece  1 waiting
    "
  `);
  expect(await run(["journal"], "", memory)).toMatchInlineSnapshot(`
    "staged    2026-11-21T09:03:00Z  append travel-mornings
    "
  `);
  expect(await run(["flush", "--boundary", "compaction", "--session", "s1"], "", memory)).toMatchInlineSnapshot(`
    "committed  19169922  1 patch at compaction
    "
  `);
  expect(await run(["flush"], "", memory)).toMatchInlineSnapshot(`
    "nothing was staged
    "
  `);
  expect(await run(["stage", "--patch", "-"], '{"op":"append"}', memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: “page”: it is missing.
      reason: SCHEMA_INVALID
      hint: Name the page by its id, for example travel-mornings; pagefile pages lists them.
    -- exit 1
    "
  `);
  expect(await run(["journal", "--json"], "", memory)).toMatchInlineSnapshot(`
    "{"damaged":[],"rejected":[],"staged":[]}
    "
  `);
  expect(await run(["checkpoint", "--session", "s1", "--fill", "75"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: pagefile checkpoint needs --usage <share>, and it is missing.
      hint: For example: pagefile checkpoint --usage 0.62
            More: pagefile checkpoint --help
    -- exit 2
    "
  `);
  expect(await run(["session", "drop", "s1"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: Session s1 keeps no pages of its own here.
      hint: See who does with: pagefile session list
    -- exit 4
    "
  `);
});

test("session: help", async () => {
  const { run } = outputs();
  expect(await run(["stage", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile stage [options]

    make a patch safe on disk, to be committed at the next boundary

    Options:
      --patch <file>                 the patch as JSON; - reads standard input
      --pid <number>                 the process its session lives in; what session start was told
                                     otherwise
      --epoch <n[:length[:digest]]>  the transcript it speaks of: compactions so far, its length, its
                                     digest
      -h, --help                     explain this command

    Global Options: as everywhere

    Examples:
      echo '{"op":"append","page":"travel-mornings","value":"Night trains."}' | pagefile stage --patch -
    "
  `);
  expect(await run(["flush", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile flush [options]

    commit what was staged, as one commit; refuse what may not be

    Options:
      --boundary <name>              why now; manual otherwise (choices: "turn", "compaction", "reset",
                                     "switch", "fork", "shutdown", "manual")
      --event <name>                 what happens to the session, instead of a boundary (choices:
                                     "turn", "compaction-auto", "compaction-manual", "overflow", "new",
                                     "reset", "idle", "daily", "switch-model", "switch-session", "fork",
                                     "exit", "sigterm", "sighup", "crash", "subagent-end", "manual")
      --session <id>                 only what this session staged or its folder holds; it crosses the
                                     boundary
      --epoch <n[:length[:digest]]>  the transcript it speaks of: compactions so far, its length, its
                                     digest
      --detached                     commit even though HEAD is on no branch
      -h, --help                     explain this command

    Global Options: as everywhere

    Examples:
      pagefile flush --boundary compaction
      pagefile flush --event sigterm --session 7f3a --epoch 2
    "
  `);
  expect(await run(["session", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile session [options] <action> [id]

    make a session known, after what dead ones left is recovered; list them; drop what one keeps to
    itself

    Arguments:
      action          start, list or drop
      id              the id of the session to start, or whose own pages to drop

    Options:
      --pid <number>  the process it lives in: when that is dead, what it staged is recovered
      --detached      recover even though HEAD is on no branch
      --force         drop a session that lives, or has words that no commit holds: the journal keeps
                      those
      -h, --help      explain this command

    Global Options: as everywhere

    Examples:
      pagefile session start 7f3a --pid $PPID
      pagefile session list
      pagefile session drop 7f3a
    "
  `);
  expect(await run(["journal", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile journal [options] [action] [id]

    what waits to be committed, and what was refused and why; retry tries a refused patch again, settle
    lets it rest

    Arguments:
      action           retry: try again what was refused; settle: it waits for nobody any more, and
                       stays readable
      id               the refusal that is meant, as journal --rejected shows it

    Options:
      --rejected       only what was refused
      --because <why>  with settle: why nobody waits for it
      --detached       with retry: commit even though HEAD is on no branch
      -h, --help       explain this command

    Global Options: as everywhere

    Examples:
      pagefile journal --rejected
      pagefile journal retry 3f9a2c
      pagefile journal settle 3f9a2c
    "
  `);
  expect(await run(["checkpoint", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile checkpoint [options] [text]

    save what a session holds at this fill of its context: the buffer at 60 %, commits at 75 %,
    everything at 80 %

    Arguments:
      text                    what is not written down yet, as Markdown; - reads standard input

    Options:
      --usage <share>         how full the context is: 0.62, or 62%
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
      pagefile checkpoint --usage 0.62
      pagefile checkpoint --usage 81% --session 7f3a "The offsite is in Porto. [decision]"
    "
  `);
});
