/** Notes that cannot be read: who is told, whose text is still found, and what a commit is refused for. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

test("the text of a note that is no page is found, named as such, kept from a group, and told of", async () => {
  const program = cli();
  const memory = program.sample();
  const write = (path: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(memory, path)), { recursive: true });
    writeFileSync(join(memory, path), text);
  };
  write("memory/notes/torn.md", "---\ntitle: Torn\n\n- The walrus sleeps at noon.\n");
  write("memory/notes/mine.md", "---\nscope: session\n\n- The gnu sleeps at ten.\n");
  write("memory/notes/latin.md", Uint8Array.of(0x23, 0x20, 0x61, 0x0a, 0xe9, 0x41));
  write("memory/notes/odd.md", "---\ntype: protocol\ntitle: Tides: a table\ntags:\n  -\n---\n- The moon pulls.\n");
  const run = async (...args: readonly string[]) => here(program)(args, { cwd: memory });
  const found = await run("recall", "walrus");
  expect([found.exit, found.stdout]).toEqual([0, expect.stringContaining("memory/notes/torn.md:1-4")]);
  expect(found.stdout).toContain("unread-");
  const id = /unread-\S+/.exec(found.stdout)?.[0] ?? "none";
  expect((await run("show", id)).stdout).toContain("walrus");
  expect((await run("recall", "walrus", "--audience", "group")).exit).toBe(7);
  expect((await run("recall", "gnu")).exit).toBe(7);
  expect((await run("recall", "tides")).stdout).toContain("The moon pulls.");
  expect((await run("recall", "zzyzx")).stderr).toContain("2 notes are not read: frontmatter that is never closed");
  const status = await run("status");
  expect(status.stdout).toContain(
    "2 notes are not read: frontmatter that is never closed; recall finds the text alone",
  );
  expect(status.stdout).toContain("1 note is not read: the file is not UTF-8 (memory/notes/latin.md)");
  expect((await run("assemble", "--budget", "8000")).stdout).not.toContain("walrus");
  expect((await run("append", id, "- More.")).exit).not.toBe(0);
});
