/** Records (T23): a line of the logs is one record whatever its words hold, escapes stay escaped, and no page's body is in it. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Instant } from "../../src/base/ids.js";
import { openFaultLog } from "../../src/write/fault-log.js";

import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

const hostile = 'x\n{"kind":"flush_miss","page":"forged"}\r\u001b[2J\u0000\u0007"\\';

/** What a terminal or a line reader would act on. */
function controls(text: string): readonly number[] {
  return [...text].map((char) => char.charCodeAt(0)).filter((code) => code < 0x20 && code !== 0x0a);
}

test("T23: a fault that is full of line breaks and escapes is one line, and reads back as it was", () => {
  const dir = mkdtempSync(join(tmpdir(), "pagefile-records-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const at = "2026-11-21T08:00:00Z" as Instant;
  const fault = { kind: "flush_miss", page: hostile, says: hostile, hint: hostile, at, trace: null } as const;
  const log = openFaultLog(dir);
  expect(log.append([fault, { ...fault, page: "second" }]).ok).toBe(true);
  const text = readFileSync(join(dir, "faults.jsonl"), "utf8");
  expect([text.split("\n").length, controls(text)]).toEqual([3, []]);
  const read = log.recent(9);
  expect(read.damaged).toEqual([]);
  expect(read.records.map(({ page }) => page)).toEqual(["second", hostile]);
});

test("T23: through the program: titles, ids and patches of hostile text leave whole lines, and no body in any log", async () => {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const body = "A sentence that stands in one page and in no log, xyzzy-4711.";
  const page = (head: string): string => `---\n${head}\n---\n- ${body}\n`;
  writeFileSync(
    join(memory, "memory", "loud.md"),
    page('id: loud\ntype: preference\ntitle: "a\\e[31m\\nb"\npin: hard'),
  );
  writeFileSync(join(memory, "memory", "bad.md"), page("id: bad\ntitle: &x y"));
  program.git(["add", "--all"], memory);
  program.git(["commit", "--quiet", "--message=Hostile"], memory);
  const patches = [
    { op: "append", page: hostile, value: body },
    { op: "append", page: "AGENTS.md", value: body, origin: "web", evidence: [`url:https://x.example/${hostile}`] },
    { op: "create", type: "decision", title: hostile, value: body },
  ];
  for (const patch of patches) {
    await run(["stage", "--patch", "-", "--json"], { cwd: memory, input: JSON.stringify(patch) });
    await run(["append", patch.page ?? "none", patch.value, "--session", "s\u001b[1m\n"], { cwd: memory });
  }
  await run(["flush", "--json"], { cwd: memory });
  // Too small for what is pinned: a record of the assembly, with its faults.
  await run(["assemble", "--budget", "40", "--json"], { cwd: memory });
  const state = join(memory, ".git", "pagefile");
  const logs = readdirSync(state).filter((name) => name.endsWith(".jsonl"));
  expect(logs).toEqual(expect.arrayContaining(["faults.jsonl", "traces.jsonl"]));
  for (const name of logs) {
    const text = readFileSync(join(state, name), "utf8");
    const lines = text.trimEnd().split("\n");
    for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
    expect(text, name).not.toContain("xyzzy-4711");
    expect(controls(text), name).toEqual([]);
  }
  expect(readFileSync(join(state, "faults.jsonl"), "utf8").split("\n").length).toBeGreaterThan(3);
});
