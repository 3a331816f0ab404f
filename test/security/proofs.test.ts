/** Proofs: the table in `test/PROOFS.md` names tests that exist, and every id of the list, or says why one does not apply. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = new URL("../..", import.meta.url).pathname;
const numbers = (letter: string, from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `${letter}${from + at}`);
const ids = [...numbers("F", 1, 17), ...numbers("F", 24, 40), ...numbers("F", 42, 46), ...numbers("T", 1, 26)];

interface Row {
  readonly id: string;
  readonly promise: string;
  readonly file: string;
  readonly title: string;
}

/** `| id | promise | file: title | seen red |`; a row without a test says “open” or “does not apply: …”. */
function rows(): readonly Row[] {
  const text = readFileSync(join(root, "test", "PROOFS.md"), "utf8");
  return text
    .split("\n")
    .filter((line) => /^\| [FT]\d/.test(line))
    .map((line) => {
      const [id = "", promise = "", place = ""] = line.slice(2).split(" | ");
      const [file = "", ...title] = place.split(": ");
      return { id, promise, file: file.replaceAll("`", ""), title: title.join(": ") };
    });
}

test("every id of the list is in the table", () => {
  expect([...new Set(rows().map(({ id }) => id))].sort()).toEqual([...ids].sort());
});

test("every test that the table names is there, under that title", () => {
  const named = rows().filter(({ file }) => file !== "open" && file !== "does not apply");
  expect(named.length).toBeGreaterThan(40);
  const wrong = named.filter(({ file, title }) => {
    const path = join(root, file);
    return !existsSync(path) || title === "" || !readFileSync(path, "utf8").includes(title);
  });
  expect(wrong.map(({ id, file, title }) => `${id} ${file}: ${title}`)).toEqual([]);
});

test("what is open or does not apply says why", () => {
  const without = rows().filter(({ file }) => file === "open" || file === "does not apply");
  expect(without.filter(({ title }) => title.length < 10)).toEqual([]);
});
