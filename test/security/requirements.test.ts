/** Requirements: the table in `test/REQUIREMENTS.md` has every row of the list, and names tests that exist, or says why one is open. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = new URL("../..", import.meta.url).pathname;

/** How many sentences of each section of the list say what must be, or what is held of what should. */
const sections: readonly (readonly [section: string, count: number])[] = [
  ["5", 5],
  ["6.1", 4],
  ["6.2", 4],
  ["7", 2],
  ["7.1", 1],
  ["7.2", 1],
  ["8", 3],
  ["9.1", 1],
  ["9.2", 3],
  ["9.3", 3],
  ["10.1", 4],
  ["10.2", 2],
  ["10.3", 4],
  ["11", 5],
  ["12", 9],
  ["13", 2],
  ["14", 5],
  ["15", 3],
  ["16", 3],
  ["17", 2],
];

interface Row {
  readonly id: string;
  readonly file: string;
  readonly title: string;
}

const rows: readonly Row[] = readFileSync(join(root, "test/REQUIREMENTS.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [id = "", , , place = ""] = line.slice(2, -2).split(" | ");
    const [file = "", ...title] = place.split(": ");
    return { id, file: file.replaceAll("`", ""), title: title.join(": ") };
  });

test("every requirement of the list has its row, once", () => {
  const ids = sections.flatMap(([section, count]) =>
    count === 1 ? [section] : Array.from({ length: count }, (_, at) => section + "abcdefghi".charAt(at)),
  );
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

test("every test that the table names is there, under that title", () => {
  const wrong = rows.filter(({ file, title }) => {
    if (file === "open") return title.length < 20;
    const path = join(root, file);
    return !existsSync(path) || title === "" || !readFileSync(path, "utf8").includes(title);
  });
  expect(wrong).toEqual([]);
});
