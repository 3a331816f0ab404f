/** Outputs, write: what the commands print that change pages, to the byte. */

import { expect, test } from "vitest";
import { outputs } from "../../support/outputs.js";

test("write: answers and refusals", async () => {
  const { run, memory } = outputs();
  expect(await run(["append", "travel-mornings", "- Night trains are fine."], "", memory)).toMatchInlineSnapshot(`
    "committed  90d8dd8c  FLUSH_MANUAL
      travel-mornings  3 → 4  memory/preferences/travel-mornings.md
    "
  `);
  expect(await run(["append", "travel-mornings", "- Night trains are fine."], "", memory)).toMatchInlineSnapshot(`
    "unchanged  everything was there already; nothing was committed
    "
  `);
  expect(await run(["append", "nobody", "- x"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: There is no page “nobody”.
      hint: List the pages with: pagefile pages
    -- exit 4
    "
  `);
  expect(await run(["append", "travel-mornings", ""], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: “value”: the text is empty; at least one word is expected.
      reason: SCHEMA_INVALID
      hint: For example “Trains under 4 h are fine.”; what is long becomes several pages.
    -- exit 1
    "
  `);
  expect(
    await run(
      ["new", "--type", "preference", "--title", "Seats", "--field", "subject=seats", "--field", "prefers=aisle"],
      "",
      memory,
    ),
  ).toMatchInlineSnapshot(`
    "committed  17c47abe  CAPTURE
      seats  0 → 1  memory/preferences/seats.md
    "
  `);
  expect(
    await run(
      [
        "new",
        "--type",
        "preference",
        "--title",
        "Meals",
        "--field",
        "subject=meals",
        "--field",
        "prefers=none",
        "--json",
      ],
      "",
      memory,
    ),
  ).toMatchInlineSnapshot(`
    "{"commit":"ca0346ea61e17e94e4fe966a4252f20c3e97772e","pages":[{"from":"0","id":"meals","path":"memory/preferences/meals.md","to":"1"}],"patch":"sha256:7cf7864fbd17e3abe77fe773117f9028f1bca496e6393a73038a322d542dfb64","reason":"CAPTURE","unchanged":false}
    "
  `);
  expect(await run(["set", "seats", "fields.prefers", "window", "--base", "1"], "", memory)).toMatchInlineSnapshot(`
    "committed  9f87701b  FLUSH_MANUAL
      seats  1 → 2  memory/preferences/seats.md
    "
  `);
  expect(await run(["set", "seats", "fields.prefers", "window", "--base", "1"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: “seats” is at version 2; the patch was made on 1.
      reason: VERSION_CONFLICT
      hint: Read it again (pagefile show seats), then set with --base 2.
    -- exit 5
    "
  `);
  expect(await run(["merge", "seats", "--tag", "rail"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: pagefile merge needs --patch <file>, and it is missing.
      hint: For example: pagefile merge travel-mornings --patch more.json
            More: pagefile merge --help
    -- exit 2
    "
  `);
  expect(await run(["done", "travel-mornings"], "", memory)).toMatchInlineSnapshot(`
    "1  - Departures between 07:00 and 10:00, so that the day of arrival still…
    2  - Evening departures are fine for same-day returns. [decision]
    3  - Aisle seats; window seats on night trains. [human]
    4  - Night trains are fine.
    "
  `);
  expect(await run(["mv", "travel-mornings", "1", "seats"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: pagefile mv was given more than it takes: expected 2 arguments but got 3.
      hint: Quote a text that has spaces. For example: pagefile mv 2026-11-20 3 --to memory#people
            More: pagefile mv --help
    -- exit 2
    "
  `);
  expect(await run(["rm", "seats", "1", "--because", "gone"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: “1” names no entry of memory/preferences/seats.md.
      reason: SCHEMA_INVALID
      hint: No commit has an entry of this page; one that was typed by hand is to be committed first.
    -- exit 1
    "
  `);
  expect(await run(["archive", "seats"], "", memory)).toMatchInlineSnapshot(`
    "committed  e74b4774  PRUNE_ARCHIVE
      seats  2  archive/2026/seats.md
    "
  `);
  expect(await run(["restore", "seats"], "", memory)).toMatchInlineSnapshot(`
    "committed  c0243d2b  RESTORE
      seats  2  memory/preferences/seats.md
    "
  `);
  expect(await run(["approve", "travel-mornings"], "", memory)).toMatchInlineSnapshot(`
    "unchanged  nothing of travel-mornings waits for approval
    "
  `);
  expect(
    await run(["correct", "travel-mornings", "Night trains", "Night trains are never fine."], "", memory),
  ).toMatchInlineSnapshot(`
    "-- stderr
    error: pagefile correct needs --entry <words>, and it is missing.
      hint: For example: pagefile correct memory "The office is in Lyon." --entry "office is in Paris" --because "They moved in May."
            More: pagefile correct --help
    -- exit 2
    "
  `);
  expect(await run(["edit", "travel-mornings"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: No editor is set: neither VISUAL nor EDITOR is in the environment.
      hint: For example: EDITOR=nano pagefile edit …; or edit FOLDER/memory/memory/preferences/travel-mornings.md and commit it with git.
    -- exit 2
    "
  `);
});

test("write: help", async () => {
  const { run } = outputs();
  expect(await run(["new", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile new [options]

    a new page of a type

    Options:
      --type <type>           what kind of page (choices: "bootstrap_policy", "constraint", "plan",
                              "preference", "evidence", "conversation_segment", "decision", "procedure")
      --title <title>         its title, at most 120 characters
      --id <id>               its id; made from the title otherwise
      --scope <scope>         who it is for; what pagefile.yaml says otherwise (choices: "global",
                              "project", "session", "local")
      --pin <pin>             whether assembly may leave it out (choices: "none", "soft", "hard")
      --tag <tag>             a tag (repeat for several)
      --field <key=value>     a field of its type (repeat for several)
      --body <text>           its text; - reads standard input
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
      pagefile new --type preference --title "Aisle seats" --field subject=seats --field prefers=aisle
      pagefile new --type decision --title Trains --field decision=trains --field because=calmer --body - < why.md
    "
  `);
  expect(await run(["append", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile append [options] <page> <text>

    add entries to the end of a page

    Arguments:
      page                    id of the page
      text                    Markdown, a bare sentence becomes a bullet; - reads standard input

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
      pagefile append travel-mornings "Trains under 4 h are fine. [human]"
      pagefile append memory#people - < notes.md
    "
  `);
  expect(await run(["set", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile set [options] <page> <key> <value>

    change one key, only if the page is still at the version named

    Arguments:
      page                    id of the page
      key                     a key of the frontmatter: title, pin, fields.prefers
      value                   [a, b], {a: 1}, true, 12; text otherwise

    Options:
      --base <version>        the version (or blob id) the change was made on
      --string                take the value as text, whatever it looks like
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
      pagefile set travel-mornings fields.prefers trains --base 3
      pagefile set travel-mornings tags '[human, travel]' --base 3
    "
  `);
  expect(await run(["merge", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile merge [options] <page>

    add the fields, tags and entries that are not there yet

    Arguments:
      page                    id of the page

    Options:
      --patch <file>          JSON: {"fields": {…}, "tags": […], "entries": […]}; - reads standard input
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
      pagefile merge travel-mornings --patch more.json
      echo '{"entries": ["- Window on night trains."]}' | pagefile merge travel-mornings --patch -
    "
  `);
  expect(await run(["edit", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile edit [options] <page>

    a page in your editor; what you leave is checked and committed as yours

    Arguments:
      page            id of the page, or the path of its file

    Options:
      --session <id>  look among this session's own pages, too
      --detached      commit even though HEAD is on no branch
      -h, --help      explain this command

    Global Options: as everywhere

    Examples:
      pagefile edit memory
      EDITOR='code --wait' pagefile edit travel-mornings
    "
  `);
  expect(await run(["done", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile done [options] <page> [entry]

    an entry is done with: to the archive; without an entry, list them with their numbers

    Arguments:
      page                    id of the page
      entry                   its number, words that stand in it alone, or its digest

    Options:
      --because <reason>      why; it becomes a trailer of the commit
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
      pagefile done memory
      pagefile done memory 4
      pagefile done memory#open "book the hall"
    "
  `);
  expect(await run(["mv", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile mv [options] <page> [entry]

    an entry from one page to another

    Arguments:
      page                    id of the page
      entry                   its number, words that stand in it alone, or its digest

    Options:
      --to <page>             the page, or file#section, that it goes to
      --because <reason>      why; it becomes a trailer of the commit
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
      pagefile mv 2026-11-20 3 --to memory#people
    "
  `);
  expect(await run(["rm", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile rm [options] <page> [entry]

    take an entry out of a page; git keeps it, and pagefile revert brings it back

    Arguments:
      page                    id of the page
      entry                   its number, words that stand in it alone, or its digest

    Options:
      --because <reason>      why; it becomes a trailer of the commit
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
      pagefile rm memory "old phone number" --because "It was given back."
    "
  `);
  expect(await run(["archive", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile archive [options] <page>

    move a page to the cold tier: kept, committed, out of prompts

    Arguments:
      page                    id of the page

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
      pagefile archive old-plan
    "
  `);
  expect(await run(["approve", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile approve [options] <what>

    let text from outside stand in prompts; a person's decision

    Arguments:
      what            a refused patch (see journal --rejected), a page, or page#entry

    Options:
      --actor <who>   who decides; an agent may not (default: "human")
      --session <id>  look among this session's own pages, too
      --detached      commit even though HEAD is on no branch
      -h, --help      explain this command

    Global Options: as everywhere

    Examples:
      pagefile approve 51d0c2a7f3e9
      pagefile approve travel-mornings
    "
  `);
  expect(await run(["restore", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile restore [options] <page>

    bring an archived page back

    Arguments:
      page                    id of the page

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
      pagefile restore old-plan
    "
  `);
  expect(await run(["correct", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile correct [options] <page> <text>

    say what is right where a page was wrong; the earlier words stay below, with the day they were given
    up

    Arguments:
      page                    id of the page
      text                    what is right, on one line; - reads standard input

    Options:
      --entry <words>         the entry that was wrong: words of it, or its digest
      --because <reason>      why the earlier understanding was wrong
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
      pagefile correct memory "The office is in Lyon." --entry "office is in Paris" --because "They moved in May."
    "
  `);
});
