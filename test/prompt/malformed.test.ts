/** Malformed files: each is left byte-identical, named with its line, and keeps nobody from working. */

import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { blobOid } from "../../src/base/digest.js";
import { findingsOf } from "../../src/memory/workspace.js";
import { assemble } from "../../src/prompt/assemble.js";
import { patch } from "../../src/session/patch.js";

import { makeRepo } from "../support/git-repo.js";
import { openTestWorkspace } from "../support/open-memory.js";

const good = (n: number): string => `---\nid: good-${n}\ntype: preference\ntitle: Good ${n}\n---\n- Fact ${n}.\n`;

/** What is wrong, the bytes, and the line that is to be named. */
const bad: readonly (readonly [what: string, bytes: string | Uint8Array, line: number])[] = [
  ["unclosed", "---\nid: a\ntitle: b\n\nbody\n", 1],
  ["code", "---js\nmodule.exports = {}\n---\n", 1],
  ["invalid UTF-8", Uint8Array.of(0x23, 0x20, 0x61, 0x0a, 0xff, 0xfe, 0x41), 2],
  ["UTF-16", Buffer.from("\ufeff# Hello\n", "utf16le"), 1],
  ["NUL", "# a\nb\n\0c\n", 3],
  ["lone surrogate", Uint8Array.of(0x61, 0x0a, 0xed, 0xa0, 0x80), 2],
  ["long frontmatter", `---\nid: a\nx: ${"y".repeat(20_000)}\n---\n`, 2],
];

/** What other programs write, and people mistype: read as far as it goes. */
const odd: typeof bad = [
  ["double", "---\nid: a\n---\n---\nid: b\n---\nbody\n", 4],
  ["anchor", "---\nid: a\nx: &y 1\n---\n", 3],
  ["alias", "---\nid: a\nx: *y\n---\n", 3],
  ["tag", "---\nid: a\nx: !!js/function f\n---\n", 3],
  ["merge key", "---\nid: a\n<<: { b: 1 }\n---\n", 3],
  ["duplicate key", "---\nid: a\nb: 1\nb: 2\n---\n", 3],
  ["bad flow", "---\nid: a\nx: [1, 2\n---\n", 3],
  ["tab indent", "---\nid: a\nx:\n\ty: 1\n---\n", 3],
  ["deep", `---\nid: a\nx: ${"[".repeat(5000)}\n---\n`, 3],
  ["bad id", "---\nid: Not An Id\n---\n", 2],
  ["bad type", "---\nid: a\ntype: sonnet\n---\n", 3],
  ["bad version", "---\nid: a\nversion: minus one\n---\n", 3],
  ["long title", `---\nid: a\ntitle: ${"x".repeat(200)}\n---\n`, 3],
];

test("200 malformed files beside 200 good ones: 200 pages, 200 findings with their lines, every byte as before", async () => {
  const repo = makeRepo();
  onTestFinished(() => repo.remove());
  for (let n = 0; n < 200; n++) repo.write(`memory/good-${n}.md`, good(n));
  for (let n = 0; n < 200; n++) repo.write(`memory/bad-${String(n).padStart(3, "0")}.md`, bad[n % bad.length]![1]);
  for (const [n, [, bytes]] of odd.entries()) repo.write(`memory/odd-${n}.md`, bytes);
  const before = digestsIn(join(repo.dir, "memory"));
  const workspace = await openTestWorkspace(repo);
  onTestFinished(() => workspace.close());
  expect(workspace.primary.table.byPath.size).toBe(200 + odd.length);
  for (const [n, [what, , line]] of odd.entries()) {
    const told = findingsOf(workspace.primary).filter(
      ({ path, line: at }) => path === `memory/odd-${n}.md` && at === line,
    );
    // A value that is another program's is told as a note, and one that was meant for us as a warning.
    expect([what, told.length > 0 && told.every(({ severity }) => severity !== "error")]).toEqual([what, true]);
  }
  const errors = findingsOf(workspace.primary).filter((finding) => finding.severity === "error");
  expect(errors).toHaveLength(200);
  for (let n = 0; n < 200; n++) {
    const [what, , line] = bad[n % bad.length]!;
    const found = errors.find((finding) => finding.path === `memory/bad-${String(n).padStart(3, "0")}.md`);
    expect([what, found?.line], found?.says).toEqual([what, line]);
  }
  const made = await assemble(workspace, { budget: 2000, demands: [], session: null, audience: "owner" });
  expect(made.ok && made.value.selected.length).toBeGreaterThan(10);
  expect(made.ok && made.value.faults.filter((fault) => fault.kind === "page_unreadable")).toHaveLength(200);
  expect(digestsIn(join(repo.dir, "memory"))).toEqual(before);
});

test("pipes, links, huge files and odd names are named and never waited for, and a patch beside them lands", async () => {
  const repo = makeRepo();
  onTestFinished(() => repo.remove());
  const memory = join(repo.dir, "memory");
  mkdirSync(memory);
  repo.write("memory/seats.md", good(1));
  repo.git("add", "-A");
  repo.git("commit", "-qm", "Seats");
  execFileSync("mkfifo", [join(memory, "pipe.md")]);
  symlinkSync("/etc/hostname", join(memory, "link.md"));
  symlinkSync("..", join(memory, "up"));
  writeFileSync(join(memory, "huge.md"), "");
  truncateSync(join(memory, "huge.md"), 50 * 1024 * 1024);
  writeFileSync(join(memory, "con.md"), "x");
  writeFileSync(join(memory, "a:b.md"), "x");
  const workspace = await openTestWorkspace(repo);
  onTestFinished(() => workspace.close());
  const found = Object.fromEntries(findingsOf(workspace.primary).map((finding) => [finding.path, finding.code]));
  expect(found).toEqual({
    "memory/a:b.md": "path_refused",
    "memory/con.md": "path_refused",
    "memory/huge.md": "page_too_large",
    "memory/link.md": "not_a_regular_file",
    "memory/pipe.md": "not_a_regular_file",
    "memory/up": "not_a_regular_file",
  });
  const done = await patch(workspace, { op: "append", page: "good-1", value: "More." }, { detached: "refuse" });
  expect(done.ok).toBe(true);
  expect(lstatSync(join(memory, "pipe.md")).isFIFO()).toBe(true);
});

function digestsIn(folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, blobOid(readFileSync(join(folder, name)))]));
}
