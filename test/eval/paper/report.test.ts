/** Report: what is printed can be read: well-formed markup that needs nothing from outside, and tables whose cells stay cells. */

import { describe, expect, it } from "vitest";
import { markupProblem } from "../../support/markup.js";
import { reportHtml } from "./report/html.js";
import { tableMarkdown } from "./report/markdown.js";
import { median } from "./report/means.js";
import { groupedBars, lines, stackedArea } from "./report/plots.js";
import { escapeMarkup } from "./report/svg.js";

const nasty = 'a <b> & "c" ]]> \u0000 \ud800 é';
const naming = { x: "turn", y: "pages" };
const series = [
  { name: "one", values: [0, 1, 400] },
  { name: nasty, values: [3, 0, 7] },
];

function plotsOf(caption: string): readonly string[] {
  const drawing = { caption, describes: `What ${caption} shows.`, naming, series };
  return [groupedBars(drawing, ["120", nasty, "300"]), lines(drawing, 380), stackedArea(drawing)].map(
    ({ svg }) => svg,
  );
}

/** An attribute of the bars of one series, the legend's square behind them. */
function ofBars(svg: string, attribute: string): readonly number[] {
  const bars = svg.match(/<rect class="s0"[^>]*>/g) ?? [];
  return bars.map((bar) => Number(new RegExp(` ${attribute}="([^"]*)"`).exec(bar)?.[1]));
}

describe("the check itself", () => {
  it("finds what is not well-formed", () => {
    for (const bad of [
      "<a>",
      "<a></b>",
      "</a>",
      "<a b=c></a>",
      "<a b='1'></a>",
      "<a>&nbsp;</a>",
      "<a>1 < 2</a>",
      "x\u0000",
    ])
      expect([bad, markupProblem(bad)]).not.toEqual([bad, null]);
    expect(markupProblem('<a b="1"><c/>x &amp; y</a>')).toBeNull();
  });
});

describe("plots", () => {
  it("are well-formed whatever they are named, with a title and a description", () => {
    for (const svg of plotsOf(nasty)) {
      expect(markupProblem(svg)).toBeNull();
      expect(svg).toContain(`<title>${escapeMarkup(nasty)}</title><desc>`);
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it("hold for nothing at all, for one turn, and for zeros", () => {
    for (const values of [[], [5], [0, 0]]) {
      const drawing = { caption: "c", describes: "d", naming, series: [{ name: "one", values }] };
      for (const { svg } of [groupedBars(drawing, ["120"]), lines(drawing, null), stackedArea(drawing)]) {
        expect(markupProblem(svg)).toBeNull();
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      }
    }
  });

  it("draw higher bars for more, none for nothing, and stay inside", () => {
    const [bars = ""] = plotsOf("bars");
    const [none = 0, one = 0, many = 0] = ofBars(bars, "height");
    expect([none, one > 0, many > one]).toEqual([0, true, true]);
    const [, , top = 0] = ofBars(bars, "y");
    expect(top).toBeGreaterThanOrEqual(16);
  });

  it("stack areas on top of each other", () => {
    const [, , area = ""] = plotsOf("area");
    const [first = "", second = ""] = area.split("<polygon ").slice(1);
    const pointsIn = (tag: string): readonly string[] => /points="([^"]*)"/.exec(tag)?.[1]?.split(" ") ?? [];
    expect(pointsIn(second).slice(3).reverse()).toEqual(pointsIn(first).slice(0, 3));
  });
});

describe("the page", () => {
  const table = { caption: nasty, head: ["a", nasty], rows: [[nasty, 1.23456]], paper: nasty };
  const plots = plotsOf("p").map((svg) => ({ caption: nasty, svg }));
  const sections = [{ heading: nasty, says: [nasty], tables: [table], plots }];
  const page = reportHtml({ title: nasty, intro: [nasty], sections }, "test");

  it("is well-formed and asks nobody for anything", () => {
    expect(page.startsWith("<!DOCTYPE html>\n<html ")).toBe(true);
    expect(markupProblem(page.slice("<!DOCTYPE html>".length))).toBeNull();
    const outside = page.replaceAll('xmlns="http://www.w3.org/2000/svg"', "");
    expect(outside).not.toMatch(/https?:|<script|<link|<img|<iframe|@import|url\(|src=/);
    expect(page).toContain("prefers-color-scheme:dark");
  });

  it("says in Markdown what it says in HTML, one line a row", () => {
    const text = tableMarkdown({ ...table, rows: [["a | b\nc", 2]] });
    expect(text).toContain("a \\| b c |");
    expect(text.split("\n").filter((line) => line.startsWith("|"))).toHaveLength(3);
  });
});

it("takes the middle of an odd list and the middle of the middle of an even one", () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, 0]);
});
