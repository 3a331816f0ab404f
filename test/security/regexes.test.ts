/** Regexes (T13): every regular expression of the program, found by the TypeScript parser, takes time linear in its input. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { everyNth } from "../support/draws.js";
import { isSuperlinear } from "../support/growth.js";
import { parse, walk } from "../support/tidy-rules.js";

const root = new URL("../..", import.meta.url).pathname;

interface Found {
  readonly place: string;
  readonly regex: RegExp;
}

function regexesIn(path: string): readonly Found[] {
  const source = parse(path, readFileSync(join(root, path), "utf8"));
  const found: Found[] = [];
  walk(source, (node) => {
    if (!ts.isRegularExpressionLiteral(node)) return;
    const end = node.text.lastIndexOf("/");
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    const flags = node.text.slice(end + 1).replace(/[gy]/g, "");
    found.push({ place: `${path}:${line} ${node.text}`, regex: new RegExp(node.text.slice(1, end), `${flags}g`) });
  });
  return found;
}

const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => `src/${path}`)
  .sort();
const all = files.flatMap(regexesIn);

/** What makes a backtracking engine go over the same characters again and again. */
const units = [
  "a",
  "A",
  "0",
  " ",
  "\t",
  "\n",
  "[",
  "]",
  "(",
  "<",
  "`",
  "'",
  '"',
  "-",
  "=",
  ":",
  ".",
  "/",
  "\\",
  "*",
  "_",
  "#",
  "a ",
  "a-",
  "a.",
  "- ",
  "a=",
  "\n ",
  "--- ",
  "aA0",
  "<!--",
  "[a",
  "é",
  "\u200b",
];

/** Every match of a regular expression in a text, one after another. */
const matching =
  (regex: RegExp) =>
  (text: string): void => {
    regex.lastIndex = 0;
    for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
      if (match[0] === "") regex.lastIndex += 1;
    }
  };

/** Looked at again where it seems to: a collector that runs in each of several looks has passed for growth on a busy machine. */
const grows = (regex: RegExp, unit: string): boolean =>
  isSuperlinear(matching(regex), unit) && isSuperlinear(matching(regex), unit);

describe("T13: the watchdog", () => {
  test("finds the regexes of the program", () => {
    expect(all.length).toBeGreaterThan(100);
  });

  test.each([/(?:a+)+$/g, /a*a*!/g, /[ ]+$/g, /<!--.*-->/g])("bites on %s", (regex) => {
    // A busy machine can hide the growth in a look or two; in a dozen looks in a row it does not.
    const bites = (): boolean => ["a", " ", "<!--"].some((unit) => grows(regex, unit));
    expect(Array.from({ length: 12 }).some(bites)).toBe(true);
  });
});

describe("T13: every regular expression is linear", () => {
  const byFile = new Map(files.map((path) => [path, all.filter(({ place }) => place.startsWith(`${path}:`))]));
  test.each(files.filter((path) => byFile.get(path)?.length !== 0))("in %s", (path) => {
    const slow = (byFile.get(path) ?? []).flatMap(({ place, regex }, at) =>
      everyNth(units, 2, at).flatMap((unit) => (grows(regex, unit) ? [`${place} on ${JSON.stringify(unit)}`] : [])),
    );
    expect(slow).toEqual([]);
  });
});
