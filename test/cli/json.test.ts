/** Json: with `--json` standard output is exactly one document, whatever happens, and the same call gives the same keys. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalog } from "../../src/cli/catalog/catalog.js";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";
import { claudeCodeSession } from "../support/recorded-sessions.js";

interface Case {
  readonly args: readonly string[];
  readonly keys: readonly string[];
  readonly exit?: number;
}

const patched = ["commit", "pages", "patch", "reason", "unchanged"];
const recalled =
  "blocks confidence degraded escalated hint left pages reason status text tokens trace uncertainty understood".split(
    " ",
  );
const newPage = [
  "new",
  "--type",
  "preference",
  "--title",
  "Quiet rooms",
  "--field",
  "subject=rooms",
  "--field",
  "prefers=quiet",
];

/** In this order, in one memory. */
const nightKeys =
  "audit backlog blocked commits faults left model night passed perception plan refused staying tooLong uncommitted waits".split(
    " ",
  );

const cases: readonly Case[] = [
  {
    args: ["status"],
    keys: [
      "beside",
      "branch",
      "conflicts",
      "dirty",
      "engine",
      "faults",
      "findings",
      "head",
      "hooks",
      "lastAudit",
      "lastCommit",
      "leftOut",
      "local",
      "missing",
      "nights",
      "operation",
      "pages",
      "profile",
      "proposal",
      "root",
      "sessions",
      "staged",
      "store",
      "types",
      "unpushed",
      "unread",
      "untracked",
      "waiting",
    ],
  },
  { args: ["studio", "--static", "memory.html"], keys: ["bytes", "file", "listed", "pages"] },
  { args: ["pages"], keys: ["findings", "pages", "prompt"] },
  { args: ["show", "travel-mornings"], keys: ["fidelity", "page", "text", "tokens"] },
  { args: ["evidence", "lisbon-fares"], keys: ["bytes", "digest", "file", "from", "lines", "text", "to"] },
  {
    args: ["assemble", "--budget", "900", "--explain"],
    keys: ["budget", "faults", "omitted", "receipt", "resident", "selected", "text", "tokenizer", "tokens", "trace"],
  },
  {
    args: ["assemble", "--budget", "20"],
    keys: ["budget", "faults", "omitted", "receipt", "resident", "selected", "text", "tokenizer", "tokens", "trace"],
    exit: 1,
  },
  { args: ["recall", "departures"], keys: recalled },
  { args: ["recall", "zzyzx"], keys: recalled, exit: 4 },
  { args: newPage, keys: patched },
  { args: newPage, keys: ["rejected"], exit: 1 },
  { args: ["append", "quiet-rooms", "Away from the lift."], keys: patched },
  { args: ["set", "quiet-rooms", "title", "Quiet rooms, high up", "--base", "2"], keys: patched },
  { args: ["merge", "quiet-rooms", "--patch", "more.json"], keys: patched },
  { args: ["archive", "quiet-rooms"], keys: patched },
  { args: ["restore", "quiet-rooms"], keys: patched },
  { args: ["stage", "--patch", "staged.json"], keys: ["known", "staged", "waiting"] },
  {
    args: ["flush", "--boundary", "turn"],
    keys: [
      "boundary",
      "committed",
      "edits",
      "epoch",
      "event",
      "faults",
      "known",
      "pages",
      "recovered",
      "rejected",
      "session",
    ],
  },
  {
    args: ["session", "start", "7f3a"],
    keys: ["epoch", "pid", "recovered", "session", "since", "unrecovered", "waiting"],
  },
  { args: ["session", "list"], keys: ["damaged", "folders", "sessions"] },
  { args: ["journal"], keys: ["damaged", "rejected", "staged"] },
  { args: ["log"], keys: ["entries"] },
  { args: ["diff", "--from", "HEAD~1", "--to", "HEAD"], keys: ["files", "from", "to"] },
  { args: ["blame", "quiet-rooms"], keys: ["entries", "page", "path"] },
  { args: ["revert", "HEAD"], keys: patched },
  {
    args: ["purge", "--page", "quiet-rooms"],
    keys: [
      "beyond",
      "cites",
      "commit",
      "commits",
      "derived",
      "dryRun",
      "files",
      "held",
      "kinds",
      "left",
      "others",
      "pages",
      "refs",
      "remotes",
      "state",
      "values",
    ],
  },
  { args: ["conflicts"], keys: ["pages", "unmerged"] },
  { args: ["resolve", "quiet-rooms", "--ours"], keys: ["rejected"], exit: 1 },
  { args: ["trace"], keys: ["damaged", "explained", "record", "traces"] },
  {
    args: ["turn", "--session", "s", "--turn", "1", "--budget", "900"],
    keys: [
      "boundaries",
      "budget",
      "events",
      "faults",
      "hits",
      "omitted",
      "receipt",
      "repeated",
      "resident",
      "selected",
      "session",
      "text",
      "thrash",
      "tokenizer",
      "tokens",
      "trace",
      "turn",
    ],
  },
  { args: ["replay", "--session", "s"], keys: ["divergence", "equal", "notes", "replayed", "session"] },
  { args: ["faults"], keys: ["counts", "damaged", "faults", "total"] },
  { args: ["cost", "recorded.jsonl"], keys: ["pricesOf", "sessions", "svg"] },
  { args: ["verify"], keys: ["differences", "findings", "index", "pages"] },
  { args: ["doctor"], keys: ["checks"] },
  { args: ["index", "status"], keys: ["indexes"] },
  { args: ["adopt", "--dry-run"], keys: ["adopted", "commit", "dryRun", "skipped"] },
  {
    args: ["init", "fresh"],
    keys: ["commit", "created", "finished", "hooks", "kept", "profile", "root", "skipped", "unread"],
  },
  { args: ["completion", "bash"], keys: ["script", "shell"] },
  { args: ["__complete"], keys: ["pages"] },
  { args: ["--help"], keys: ["help"] },
  { args: ["--version"], keys: ["version"] },
  { args: ["show"], keys: ["error"], exit: 2 },
  {
    args: ["audit"],
    keys: ["counts", "findings", "harness", "judged", "loaded", "now", "store"],
    exit: 1,
  },
  { args: ["nightly"], keys: [...nightKeys, "run"].sort() },
  { args: ["undo", "everything"], keys: ["error"], exit: 2 },
  { args: ["hooks", "status"], keys: ["add", "folder", "hooks", "merge", "ours"] },
  { args: ["approve", "travel-mornings"], keys: ["approved", "commit", "page", "patch"] },
  { args: ["hook", "pre-commit"], keys: ["findings", "hook", "pages", "trailers"] },
  { args: [], keys: ["error"], exit: 2 },
  { args: ["schedule", "install", "--systemd", "--dry-run"], keys: ["dryRun", "hour", "nights", "timers"] },
  { args: ["daemon", "--at", "noon"], keys: ["error"], exit: 2 },
  {
    args: ["merge-driver", "base", "ours", "theirs", "memory/page.md"],
    keys: ["conflicts", "hint", "notes", "path", "result", "why"],
  },
  { args: ["consistency"], keys: ["counts", "findings", "harness", "judged", "loaded", "now", "store"] },
  { args: ["quiet-time", "--dry-run"], keys: nightKeys },
  {
    args: ["checkpoint", "--usage", "0.6"],
    keys: ["asks", "done", "left", "level", "nextAt", "rejected", "untagged", "usage"],
  },
  {
    args: ["setup", "claude-code", "--dry-run"],
    keys: ["dryRun", "files", "memory", "name", "remove", "scope"],
  },
  { args: ["correct", "memory", "A.", "--entry", "no such words"], keys: ["rejected"], exit: 1 },
  { args: ["done", "memory"], keys: ["entries", "page", "path"] },
  { args: ["mv", "memory", "no such words", "--to", "memory#people"], keys: ["error"], exit: 4 },
  { args: ["rm", "memory", "no such words"], keys: ["rejected"], exit: 1 },
  { args: ["night"], keys: ["audit", "left", "nights", "proposal", "uncommitted"] },
  { args: ["remember", "Hotels never above 350 EUR."], keys: ["commit", "id", "kind", "page", "says"] },
  { args: ["inbox"], keys: ["items", "once"] },
];

/** What writes down or runs the program's own path needs the program; all others are run in this process. */
const ownPath: ReadonlySet<string> = new Set(["init", "hooks", "hook", "doctor", "audit"]);

test("every command, done or failed, prints one document with sorted keys", async () => {
  const program = cli();
  const run = here(program);
  const memory = program.sample();
  mkdirSync(join(program.folder, "home", ".claude"));
  for (const version of ["base", "ours", "theirs"]) writeFileSync(join(memory, version), "- One.\n");
  writeFileSync(join(memory, "more.json"), '{"tags": ["travel"], "entries": ["- Never next to the lift."]}');
  writeFileSync(join(memory, "recorded.jsonl"), claudeCodeSession());
  writeFileSync(join(memory, "staged.json"), '{"op": "append", "page": "quiet-rooms", "value": "Top floor."}');
  for (const { args, keys, exit } of cases) {
    const how = { cwd: memory };
    const told = [...args, "--json"];
    const ran = ownPath.has(args[0] ?? "") ? program.run(told, how) : await run(told, how);
    const label = `pagefile ${args.join(" ")}: ${ran.stdout}${ran.stderr}`;
    expect(ran.exit, label).toBe(exit ?? 0);
    expect(ran.stderr, label).toBe("");
    expect(ran.stdout.endsWith("\n"), label).toBe(true);
    expect(Object.keys(JSON.parse(ran.stdout) as object), label).toEqual(keys);
  }
});

test("the list above leaves no command out but those that have a test of their own", () => {
  const tested = new Set(cases.map((each) => each.args[0]));
  expect(catalog.map((spec) => spec.name).filter((name) => !tested.has(name))).toEqual([
    "demo",
    "harness",
    "edit",
    "mcp",
  ]);
});
