/** Usage: a command line that cannot be understood is answered in our own words, with exit code 2. */

import { describe, expect, test } from "vitest";
import { catalog } from "../../src/cli/catalog/catalog.js";
import { specsFor } from "../../src/cli/execute.js";
import { nearest } from "../../src/cli/render/failure.js";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

const names: readonly string[] = catalog.filter((spec) => spec.hidden !== true).map((spec) => spec.name);

describe("the description that a command line reads", () => {
  test("is that of its own command, wherever its word stands", async () => {
    for (const spec of catalog) {
      for (const word of [spec.name, spec.alias ?? spec.name]) expect(await specsFor([word, "log"])).toContain(spec);
    }
    const append = catalog.filter(({ name }) => name === "append");
    expect(await specsFor(["--repo", "status", "--json", "append", "log", "set"])).toEqual(append);
    expect(await specsFor(["--repo=status", "append"])).toEqual(append);
  });

  test.each([[[]], [["--help"]], [["help", "append"]], [["appendd", "log"]], [["--repo", "append"]]])(
    "%j reads all",
    async (argv) => {
      expect(await specsFor(argv)).toBe(catalog);
    },
  );
});

test.each([
  "2027-02-30",
  "2026-02-29",
  "2026-11-31",
  "2026-13-01",
  "2027-02-30T10:00:00Z",
  "2026-11-31T23:30:00+02:00",
])("a day that no calendar has is none: %s", async (day) => {
  const program = cli();
  const cwd = program.sample();
  expect((await here(program)(["recall", "hotel", "--since", day], { cwd })).exit).toBe(2);
});

test.each(["2028-02-29", "2026-11-30", "2026-12-31T23:30:00-02:00"])(
  "a day that a calendar has is one: %s",
  async (day) => {
    const program = cli();
    const cwd = program.sample();
    expect((await here(program)(["recall", "hotel", "--until", day], { cwd })).exit).not.toBe(2);
  },
);

describe("help", () => {
  test("the top level names every command under its group", () => {
    const ran = cli().run(["--help"]);
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toBe("");
    for (const { group } of catalog) expect(ran.stdout).toContain(`\n${group}:\n`);
    for (const name of names) expect(ran.stdout).toMatch(new RegExp(`^ {2}${name} `, "m"));
    expect(ran.stdout).not.toContain("__complete");
  });

  test("it begins with the eleven commands that a person needs", () => {
    const first = cli().run(["--help"]).stdout.split("\nEvery day:\n")[1]?.split("\n\n")[0] ?? "";
    const listed = [...first.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
    expect(listed).toEqual([
      "init",
      "setup",
      "status",
      "studio",
      "show",
      "recall",
      "remember",
      "inbox",
      "append",
      "edit",
      "nightly",
    ]);
  });

  test("search is another word for recall", () => {
    const program = cli();
    const cwd = program.sample();
    const asked = (word: string) =>
      program.run([word, "hotel", "--json"], { cwd, env: { PAGEFILE_NOW: "2026-11-21T09:00:00Z" } });
    expect(asked("search").exit).toBe(0);
    expect(JSON.parse(asked("search").stdout).hits).toEqual(JSON.parse(asked("recall").stdout).hits);
  });

  test("no words at all are a question, not an error", () => {
    const program = cli();
    expect(program.run([])).toEqual(program.run(["--help"]));
  });

  test.each(names)("%s explains itself with an example of its own", async (name) => {
    const ran = await here(cli())([name, "--help"]);
    expect(ran.exit).toBe(0);
    const examples = ran.stdout.split("\nExamples:\n")[1] ?? "";
    expect(examples).toContain(`pagefile ${name}`);
  });
});

describe("mistakes", () => {
  test.each([
    [["staus"], "There is no command “staus”.", "pagefile status"],
    [["frobnicate"], "There is no command “frobnicate”.", "pagefile --help"],
    [["ls"], "There is no command “ls”.", "pagefile pages"],
    [["delete", "x"], "There is no command “delete”.", "pagefile rm PAGE ENTRY"],
    [["open"], "There is no command “open”.", "pagefile edit PAGE"],
    [["forget"], "There is no command “forget”.", "pagefile purge"],
    [["import"], "There is no command “import”.", "pagefile adopt"],
    [["sync"], "There is no command “sync”.", "git pull and git push"],
    [["serach"], "There is no command “serach”.", "pagefile search"],
    [["mv", "a", "b"], "--to was not given", "pagefile pages"],
    [["status", "--jsn"], "pagefile status has no option --jsn.", "--json"],
    [["show"], "pagefile show needs <page>, and it is missing.", "pagefile show travel-mornings"],
    [["show", "a", "b"], "more than it takes", "pagefile show"],
    [["set", "a", "title", "x"], "needs --base <version>", "--base 3"],
    [["new", "--type", "poem", "--title", "x"], "--type <type> cannot be “poem”", "pagefile new"],
    [["log", "--limit"], "--limit <n> needs a value", "--limit 5"],
    [["log", "--limit", "many"], "--limit is “many”; a whole number", "20"],
    [["assemble", "--budget", "0"], "--budget is “0”; a whole number", "20"],
    [["assemble", "--budget", "9", "--demand", "x:loud"], "--demand “x:loud”", "travel-mornings:full"],
    [["status", "--now", "yesterday"], "--now (or PAGEFILE_NOW) is “yesterday”", "2026-11-20T21:40:12Z"],
    [["status", "--now", "1969-12-31T23:59:59Z"], "is “1969-12-31T23:59:59Z”; an ISO 8601 instant", "2026-11-20"],
    [["status", "--now", "2026-02-30T10:00:00Z"], "is “2026-02-30T10:00:00Z”; an ISO 8601 instant", "2026-11-20"],
    [["completion", "cmd"], "“cmd” is no shell", "completion bash"],
    [["init", "x", "--profile", "emacs"], "--profile <profile> cannot be “emacs”", "pagefile init"],
    [["set", "a", "tags", "[x", "--base", "1"], "looks like a list or a map", "--string"],
    [["new", "--type", "plan", "--title", "x", "--field", "goal"], "key=value was expected", "--field"],
    [["merge", "a", "--patch", "missing.json"], "missing.json cannot be read (ENOENT)", "standard input"],
  ])("%j", async (args, says, hint) => {
    const ran = await here(cli())(args);
    expect(ran.exit).toBe(2);
    expect(ran.stdout).toBe("");
    expect(ran.stderr).toMatch(/^error: /);
    expect(ran.stderr).toContain(says);
    expect(ran.stderr.split("hint:")[1]).toContain(hint);
  });

  test("the nearest name is offered only when it is near", () => {
    expect(nearest("stats", names)).toBe("status");
    expect(nearest("--budgt", ["--budget", "--base"])).toBe("--budget");
    expect(nearest("compl", names)).toBe("completion");
    expect(nearest("sttaus", names)).toBe("status");
    expect(nearest("xyzzy", names)).toBeNull();
  });
});

test.each([
  ["lisbon-ofsite", "Did you mean lisbon-offsite?"],
  ["lisbon", "Did you mean lisbon-fares, lisbon-offsite?"],
  ["memory#habit", "Did you mean memory#habits, memory?"],
  ["xyzzy", "List the pages with: pagefile pages"],
])("there is no page %s: %s", (name, hint) => {
  const program = cli();
  const { exit, stderr } = program.run(["--repo", program.sample(), "show", name]);
  expect(exit).toBe(4);
  expect(stderr).toContain(hint);
});

test("global options are taken before and after the command", () => {
  const program = cli();
  const memory = program.sample();
  const before = program.run(["--repo", memory, "--json", "status"]);
  const after = program.run(["status", "--json", "--repo", memory]);
  expect(before.exit).toBe(0);
  expect(after.stdout).toBe(before.stdout);
});

test("a bullet is a text, not an option", () => {
  const program = cli();
  const memory = program.sample();
  const ran = program.run(["append", "travel-mornings", "- Trains under 4 h. [human]"], { cwd: memory });
  expect(ran.stderr).toBe("");
  expect(ran.exit).toBe(0);
  expect(program.git(["diff", "HEAD~1", "--", "memory/preferences"], memory)).toContain(
    "+- Trains under 4 h. [human]\n",
  );
});
