/** Significance: what statements in seven languages are by their own words, counted over a labeled set; every line tells what went wrong. */

import { describe, expect, test } from "vitest";
import { holdsSecret, significanceOf } from "../../../src/night/keep/significance.js";
import { chinese } from "./chinese.js";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { japanese } from "./japanese.js";
import { russian } from "./russian.js";
import { spanish } from "./spanish.js";

const sets = { english, german, french, spanish, russian, chinese, japanese };
const today = "2026-11-20";

interface Row {
  readonly language: string;
  readonly is: string;
  readonly text: string;
}

const rows: readonly Row[] = Object.entries(sets).flatMap(([language, set]) =>
  set
    .trim()
    .split("\n")
    .map((line) => {
      const [is = "", text = ""] = line.split("\t");
      return { language, is, text };
    }),
);

/** One word for what it found; a fact is as little worth promoting after one day as what is nothing. */
function found(text: string): string {
  const tags = [...text.matchAll(/\[([a-z]+)\]$/g)].map(([, tag]) => tag ?? "");
  const { kind, lapse } = significanceOf(text, { tags, under: [], today });
  if (holdsSecret(text)) return "secret";
  if (lapse !== null) return lapse.state;
  return kind === null || kind === "fact" ? "none" : kind;
}

const judged = rows.map((row) => ({ ...row, is: row.is === "fact" ? "none" : row.is, found: found(row.text) }));

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

function figures(among: typeof judged): { readonly precision: number; readonly recall: number } {
  const worth = (what: string): boolean =>
    !["none", "operational", "finished", "expired", "superseded", "secret"].includes(what);
  const both = among.filter((row) => worth(row.is) && worth(row.found)).length;
  return {
    precision: share(both, among.filter((row) => worth(row.found)).length),
    recall: share(both, among.filter((row) => worth(row.is)).length),
  };
}

describe("the labeled set", () => {
  test("is large enough, and of every language", () => {
    expect(rows.length).toBeGreaterThanOrEqual(240);
    for (const set of Object.values(sets)) expect(set.trim().split("\n").length).toBeGreaterThanOrEqual(45);
  });

  test("what is worth keeping is told from what is not", () => {
    const lines = Object.keys(sets).map((language) => {
      const { precision, recall } = figures(judged.filter((row) => row.language === language));
      return `${language.padEnd(9)} precision ${precision.toFixed(3)} recall ${recall.toFixed(3)}`;
    });
    const { precision, recall } = figures(judged);
    const kinds = [...new Set(judged.map(({ is }) => is))].map((is) => {
      const [said, meant] = [judged.filter((row) => row.found === is), judged.filter((row) => row.is === is)];
      const right = meant.filter((row) => row.found === is).length;
      return `${is.padEnd(12)} precision ${share(right, said.length).toFixed(3)} recall ${share(right, meant.length).toFixed(3)} of ${meant.length}`;
    });
    const wrong = judged
      .filter((row) => row.is !== row.found)
      .map((row) => `${row.is} found ${row.found}: ${row.text}`);
    console.log([`${rows.length} statements`, ...lines, ...kinds, ...wrong].join("\n"));
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });

  test("each kind is told from the others", () => {
    const right = judged.filter((row) => row.is === row.found).length;
    expect(right / judged.length).toBeGreaterThanOrEqual(0.93);
  });

  test("no secret goes unseen, and nothing that binds is a reading of a meter", () => {
    expect(judged.filter((row) => row.is === "secret" && row.found !== "secret")).toEqual([]);
    expect(judged.filter((row) => row.is === "rule" && row.found === "operational")).toEqual([]);
  });
});

test("a reason shows that code stood between its words", () => {
  const said = "Always read `model.md` first, and only begin new work after that.";
  const { why } = significanceOf(said, { tags: [], under: [], today: "2026-11-21" });
  expect(why.match(/`/g)?.length ?? 0).not.toBe(1);
  expect(why).toContain("`…`");
});
