/** Comments (T17): a long one is a remark with its line, a prompt holds it in a page's full text and nowhere else. */

import { expect, test } from "vitest";
import { limits } from "../../src/base/limits.js";
import { factsOf } from "../../src/memory/facts.js";
import { profileOf } from "../../src/memory/profile.js";
import { represent } from "../../src/page/represent.js";

import { cli } from "../support/cli.js";
import { isSuperlinear } from "../support/growth.js";
import { here } from "../support/here.js";

const most = limits.commentCharsMax;
const comment = (chars: number): string => `<!-- ${"o".repeat(chars - 9)} -->`;
const found = (text: string) =>
  (factsOf("memory/x.md", new TextEncoder().encode(text), profileOf("plain")).findings ?? [])
    .filter(({ code }) => code === "comment_long")
    .map(({ line, severity, says }) => [line, severity, /of (\d+) characters/.exec(says)?.[1]]);

test("T17: a comment over the limit is named with its line and length, wherever it stands", () => {
  expect(found(`- a\n${comment(most)}\n`)).toEqual([]);
  expect(found(`- a\n\n${comment(most + 1)}\n`)).toEqual([[3, "warning", `${most + 1}`]]);
  expect(found(`---\nid: x\n---\n# T\n\n- text ${comment(900)} more\n\n> ${comment(500)}\n`)).toEqual([
    [6, "warning", "900"],
    [8, "warning", "500"],
  ]);
  expect(found(`- a\n\n<!-- never closed ${"x ".repeat(400)}`)).toMatchObject([[3, "warning", expect.any(String)]]);
  expect(found(`---\ncompressed: "${comment(900)}"\n---\n- a\n`)).toEqual([]);
});

test("T17: what only looks like a comment inside code is none, and a page that is full of them is told about the first", () => {
  expect(found(`\`\`\`html\n${comment(900)}\n\`\`\`\n`)).toEqual([]);
  expect(found(`- \`${comment(900)}\`\n`)).toEqual([]);
  expect(found(`${comment(900)}\n\n`.repeat(50))).toHaveLength(limits.commentRemarksMax);
});

test("T17: many openings of a comment take linear time", () => {
  expect(isSuperlinear(found, "<!-- ", 65_536, 8_192)).toBe(false);
});

test("T17: below full a comment is in no text, and the full text is the page's own", () => {
  const body = `- Aisle seats.\n\n${comment(900)}\n\n- Quiet ${comment(20)} rooms.\n`;
  const page = { id: "x", type: "preference", title: "T", path: "memory/x.md", oid: "0".repeat(40) } as const;
  const made = represent({ ...page, fields: {}, compressed: null, compressedOf: null }, body);
  expect(made.full).toBe(body);
  for (const text of [made.compressed, made.structured, made.pointer]) expect(text).not.toMatch(/<!--|ooo/);
  expect(made.compressed).toContain("Quiet");
});

test("T17: status lists it", async () => {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  await run(["append", "travel-mornings", `Text. ${comment(900)}`], { cwd: memory });
  const ran = await run(["status", "--json"], { cwd: memory });
  expect(JSON.parse(ran.stdout).findings).toContainEqual(expect.objectContaining({ code: "comment_long" }));
});
