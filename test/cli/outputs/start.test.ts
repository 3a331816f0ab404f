/** Outputs, start: what the commands print that make a memory and show around in it, to the byte. */

import { expect, test } from "vitest";
import { outputs } from "../../support/outputs.js";

test("start: answers and refusals", async () => {
  const { run, memory } = outputs();
  expect(await run(["init", "fresh", "--no-hooks"])).toMatchInlineSnapshot(`
    "ready  FOLDER/fresh  plain profile  COMMIT
      + pagefile.yaml
      + MEMORY.md
      + memory/procedures/keep-memory.md
      · git hooks: not asked for (pagefile hooks install)
    next: cd fresh && pagefile status
    "
  `);
  expect(await run(["init", "fresh", "--no-hooks", "--json"])).toMatchInlineSnapshot(`
    "{"commit":null,"created":[],"finished":[],"hooks":{"installed":false,"says":"not asked for"},"kept":["pagefile.yaml"],"profile":"plain","root":"FOLDER/fresh","skipped":[],"unread":[]}
    "
  `);
  expect(await run(["init", "fresh/memory/none.md", "--no-hooks"])).toMatchInlineSnapshot(`
    "ready  FOLDER/fresh/memory/none.md  plain profile  COMMIT
      + pagefile.yaml
      + MEMORY.md
      + memory/procedures/keep-memory.md
      · git hooks: not asked for (pagefile hooks install)
    next: cd fresh/memory/none.md && pagefile status
    "
  `);
  expect(await run(["adopt", "--dry-run"], "", memory)).toMatchInlineSnapshot(`
    "Nothing to adopt.
    "
  `);
  expect(await run(["adopt", "--dry-run", "--json"], "", memory)).toMatchInlineSnapshot(`
    "{"adopted":[],"commit":null,"dryRun":true,"skipped":[]}
    "
  `);
  expect(await run(["__complete", "--", "sta"])).toMatchInlineSnapshot(`
    "-- stderr
    error: pagefile __complete was given more than it takes: expected 0 arguments but got 1.
      hint: Quote a text that has spaces. For example: pagefile __complete
            More: pagefile __complete --help
    -- exit 2
    "
  `);
  expect(await run(["setup", "--dry-run", "codex"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: There is no folder FOLDER/home/.codex that can be read, so codex was never started by this user.
      hint: Start it once, or make that folder, and run the command again.
    -- exit 2
    "
  `);
  expect(await run(["harness", "claude-code", "Stop"])).toMatchInlineSnapshot(`
    "{"systemMessage":"Pagefile: Standard input is no JSON; the harness's event was expected."}
    -- stderr
    pagefile: Standard input is no JSON; the harness's event was expected.
    "
  `);
  expect(await run(["schedule"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: pagefile schedule needs <what>, and it is missing.
      hint: For example: pagefile schedule install --at 03:30
            More: pagefile schedule --help
    -- exit 2
    "
  `);
  expect(await run(["daemon", "--status"], "", memory)).toMatchInlineSnapshot(`
    "-- stderr
    error: pagefile daemon has no option --status.
      hint: For example: pagefile daemon
            More: pagefile daemon --help
    -- exit 2
    "
  `);
});

test("start: help", async () => {
  const { run } = outputs();
  expect(await run(["init", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile init [options] [dir]

    make a folder a memory; touches nothing that exists

    Arguments:
      dir                  the folder; here when left out

    Options:
      --profile <profile>  whose files the memory holds (choices: "openclaw", "claude-code", "pi",
                           "codex", "plain")
      --name <name>        what people call the memory; the folder's name otherwise
      --scope <scope>      scope of pages that name none (choices: "global", "project", "session",
                           "local")
      --no-hooks           leave git's hooks and its merge drivers alone
      -h, --help           explain this command

    Global Options: as everywhere

    Examples:
      pagefile init my-memory --profile claude-code
      pagefile init ~/.openclaw/workspace --profile openclaw
    "
  `);
  expect(await run(["adopt", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile adopt [options] [paths...]

    commit plain Markdown files as pages, byte-true

    Arguments:
      paths          these get a frontmatter; otherwise every page git does not know yet, as it is

    Options:
      --dry-run      say what would be adopted and change nothing
      --detached     commit even though HEAD is on no branch
      -h, --help     explain this command

    Global Options: as everywhere

    Examples:
      pagefile adopt --dry-run
      pagefile adopt memory/travel.md
    "
  `);
  expect(await run(["demo", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile demo [options]

    make a sample memory and show what Pagefile does with it

    Options:
      -h, --help     explain this command

    Global Options: as everywhere

    Examples:
      pagefile demo
    "
  `);
  expect(await run(["completion", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile completion [options] <shell>

    print a completion script for a shell

    Arguments:
      shell          bash, zsh or fish

    Options:
      -h, --help     explain this command

    Global Options: as everywhere

    Examples:
      source <(pagefile completion bash)
      pagefile completion zsh > ~/.zfunc/_pagefile
      pagefile completion fish > ~/.config/fish/completions/pagefile.fish
    "
  `);
  expect(await run(["__complete", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile __complete [options]

    page ids, one a line, for a completion script

    Options:
      -h, --help     explain this command

    Global Options: as everywhere

    Examples:
      pagefile __complete
    "
  `);
  expect(await run(["setup", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile setup [options] <harness>

    join an agent's harness to the memory of the project it works in, made where it has none, or leave
    it again

    Arguments:
      harness          claude-code, codex, pi or openclaw

    Options:
      --dry-run        show the files and what each would hold; write nothing
      --scope <scope>  whose settings are changed: user, for all of your sessions, or project, for those
                       in this folder's project (choices: "user", "project", default: "user")
      --personal       give the project a memory outside of its tree, also where that holds one
      --join <memory>  go on here with one of your memories, as setup and doctor name it
      --ask            claude-code and codex: let it ask you before the agent types remember, recall or
                       show; else they are allowed
      --kernel         pi and openclaw: let old results and inputs of tools go out as stubs where that
                       is cheaper; setup without it turns it off
      --remove         take it out again; every file is what it was before, to the byte; memories and
                       git hooks stay
      -h, --help       explain this command

    Global Options: as everywhere

    Examples:
      pagefile setup claude-code --dry-run
      pagefile setup pi
      pagefile setup codex --remove
    "
  `);
  expect(await run(["harness", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile harness [options] <name> <event>

    what the hooks of an agent's harness call: an event on standard input, its answer on standard output

    Arguments:
      name            the harness: claude-code or codex; program for one of your own
      event           the event, as the harness spells it; of a program: begin, prompt, called,
                      answered, compacting, end

    Options:
      --pid <number>  the process the session lives in: $PPID in a hook's command
      --plugin        called by the plugin: silent where setup has written the same hook
      -h, --help      explain this command

    Global Options: as everywhere

    Examples:
      pagefile harness claude-code SessionStart --pid $PPID < event.json
      echo '{"session":"s-1","text":"From now on book refundable fares."}' | pagefile harness program prompt
    "
  `);
  expect(await run(["mcp", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile mcp [options]

    serve the memory to agents over MCP on standard input and output: tools, pages, prompts

    Options:
      --session <id>  the session of calls that name none
      -h, --help      explain this command

    Global Options: as everywhere

    Examples:
      pagefile mcp
      pagefile mcp --repo ~/memory
      claude mcp add pagefile -- pagefile mcp --repo ~/memory
    "
  `);
  expect(await run(["schedule", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile schedule [options] <what>

    have the system run nights: put a timer in, take it out, or see what is there

    Arguments:
      what           install, uninstall or status

    Options:
      --systemd      a user timer of systemd
      --launchd      a launch agent of macOS
      --crontab      a line in the user's crontab
      --at <hh:mm>   the local hour at which a night begins; else the one that was set, or 03:00
      --dry-run      print what would be written and run, and do nothing
      -h, --help     explain this command

    Global Options: as everywhere

    Examples:
      pagefile schedule install --at 03:30
      pagefile schedule status
      pagefile schedule uninstall
    "
  `);
  expect(await run(["daemon", "--help"])).toMatchInlineSnapshot(`
    "Usage: pagefile daemon [options]

    run nights at their hour and follow hand edits, until it is stopped; one a repository

    Options:
      --at <hh:mm>   the local hour at which a night begins; else the one that was set, or 03:00
      --detached     commit even though HEAD is on no branch
      -h, --help     explain this command

    Global Options: as everywhere

    Examples:
      pagefile daemon
      pagefile daemon --at 03:30
    "
  `);
});
