/** Package: caps that hold whatever comes, nothing twice, and the lines that matter. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { PageId, PagePath } from "../../src/base/ids.js";
import type { Weighed } from "../../src/recall/confidence.js";
import { excerpt, joined, type Part, pack } from "../../src/recall/pack.js";

import { draws } from "../support/draws.js";
import { leadFrom } from "../support/lead.js";

function lead(id: string, score: number, text: string): Weighed {
  return {
    ...leadFrom({ id: id as PageId, path: `memory/${id}.md` as PagePath, text: () => text }),
    score,
    boosts: [],
  };
}

/** A token a word, and three for the lines around it. */
const cost = (_: Weighed, text: string): number => 3 + text.split(/\s+/).length;

test("no mix of pages ever costs more than the cap, and each is in or out exactly once", () => {
  const page = fc.record({
    words: fc.integer({ min: 1, max: 60 }),
    topic: fc.integer({ min: 0, max: 3 }),
    line: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(page, { maxLength: 15 }),
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 1, max: 8 }),
      (made, tokens, pages) => {
        const leads = made.map(({ words, topic, line }, at) =>
          lead(
            `p${at}`,
            1 / (at + 1),
            Array.from({ length: words }, (_, i) => `t${topic}w${i % 9}`).join(line ? "\n" : " "),
          ),
        );
        const packed = pack(leads, { pages, tokens, cost });
        expect(packed.tokens).toBeLessThanOrEqual(Math.max(0, tokens));
        expect(packed.packed.length).toBeLessThanOrEqual(pages);
        for (const one of packed.packed) expect(one.tokens).toBe(cost(one.lead, joined(one.parts)));
        const seen = [...packed.packed.map(({ lead }) => lead.id), ...packed.left.map(({ id }) => id)];
        expect([...seen].sort()).toEqual(leads.map(({ id }) => id).sort());
      },
    ),
    { numRuns: draws(400) },
  );
});

test("of what does not fit it is never the better page that goes, as long as its name has a place", () => {
  const page = fc.record({ words: fc.integer({ min: 1, max: 80 }), topic: fc.integer({ min: 0, max: 9 }) });
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 12 }), fc.integer({ min: 4, max: 160 }), (made, tokens) => {
      const leads = made.map(({ words, topic }, at) =>
        lead(`p${at}`, 1 / (at + 1), Array.from({ length: words }, (_, i) => `t${at}w${topic}x${i}`).join(" ")),
      );
      const { packed, left, tokens: spent } = pack(leads, { pages: 12, tokens, cost });
      expect(packed[0]?.lead.id).toBe("p0");
      // Whoever was left out for tokens had no room for a name when its turn came, and neither has it now.
      for (const { reason } of left) if (reason === "tokens") expect(tokens - spent).toBeLessThan(4);
    }),
    { numRuns: draws(300) },
  );
});

test("one long text has the room that nothing else needs, and no more than its share while others do", () => {
  const long = (id: string, score: number): Weighed =>
    lead(
      id,
      score,
      Array.from({ length: 40 }, (_, i) => Array.from({ length: 10 }, (_, j) => `${id}w${i}x${j}`).join(" ")).join(
        "\n",
      ),
    );
  const alone = pack([long("one", 1)], { pages: 5, tokens: 300, cost });
  expect(alone.tokens).toBeGreaterThan(280);
  const both = pack([long("one", 1), long("two", 0.9)], { pages: 5, tokens: 300, cost });
  expect(both.packed.map(({ lead }) => lead.id)).toEqual(["one", "two"]);
  expect(both.packed[1]!.tokens).toBeGreaterThan(100);
  expect(both.tokens).toBeGreaterThan(280);
});

test("what says the same as a better page gives its place to one that says something else", () => {
  const leads = [
    lead("best", 1, "the aisle seat on morning flights to Lisbon"),
    lead("copy", 0.99, "the aisle seat on morning flights to Lisbon"),
    lead("near", 0.9, "the aisle seat on morning flights to Porto"),
    lead("other", 0.8, "invoices go out on Mondays"),
  ];
  const packed = pack(leads, { pages: 2, tokens: 1000, cost });
  expect(packed.packed.map(({ lead }) => lead.id)).toEqual(["best", "near"]);
  const all = pack(leads, { pages: 4, tokens: 1000, cost });
  expect(all.left).toEqual([{ id: "copy", reason: "same" }]);
});

test("of one page several places are shown, in the order of the file, for one frame", () => {
  const at = (start: number, score: number, text: string): Weighed => ({
    ...lead("one", score, text),
    start,
    end: start + 10,
  });
  const places = [at(50, 1, "third place"), at(0, 0.9, "first place"), at(10, 0.8, "second place")];
  const { packed, tokens } = pack(places, { pages: 5, tokens: 100, cost });
  expect(packed.map(({ parts }) => joined(parts))).toEqual(["first place\nsecond place\n…\nthird place"]);
  expect(tokens).toBe(cost(places[0]!, "first place second place … third place"));
});

test("a text that is too long is cut to the lines around the words", () => {
  const text = ["alpha", "beta", "the aisle seat", "because of the legs", "omega"].join("\n");
  const terms = [{ asked: "aisle", found: "aisl" }];
  const fits = (most: number) => (shown: string) => shown.length <= most;
  expect(excerpt(text, terms, fits(1000))).toBe(text);
  expect(excerpt(text, terms, fits(40))).toBe("…\nthe aisle seat\nbecause of the legs\n…");
  expect(excerpt(text, terms, fits(20))).toBe("…\nthe aisle seat\n…");
  expect(excerpt("x ".repeat(100), terms, fits(30))?.length).toBeLessThanOrEqual(30);
  expect(excerpt(text, terms, fits(3))).toBeNull();
  const long = `${"word ".repeat(60)}aisle ${"tail ".repeat(60)}`;
  expect(excerpt(long, terms, fits(80))).toContain("aisle");
});

test("of a long text come the lines that hold words, wherever they stand, before what lies around them", () => {
  const text = "the aisle\nx = 1\ny = 2\nz = 3\naisle again";
  const fits = (one: string): boolean => one.length <= 30;
  expect(excerpt(text, [{ asked: "aisle", found: "aisl" }], fits, false)).toBe("the aisle\n…\naisle again");
});

test("of a long line come the sentences that hold words, and what is left out of it stands in its place", () => {
  const filler = "Nothing of this is about it at all. ".repeat(8);
  const text = `beta\n- Routing: ${filler}Valhalla took its place in June. ${filler.trim()}\nomega`;
  const shown = excerpt(text, [{ asked: "Valhalla", found: "valhalla" }], (one) => one.length <= 60, false);
  expect(shown).toBe("…\n- Routing: … Valhalla took its place in June. …");
});

test("what is left out between two places is said once", () => {
  const at = (start: number, text: string): Part => ({
    lead: { ...lead("one", 1, text), start, end: start + 10 },
    text,
  });
  expect(joined([at(0, "first\n…"), at(50, "…\nsecond")])).toBe("first\n…\nsecond");
});

test("any pages are the best that fit, but for those that say what a better one says", () => {
  const page = fc.record({
    score: fc.integer({ min: 0, max: 8 }),
    words: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 4 }),
  });
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 12 }), (made, pages) => {
      const sorted = [...made].sort((a, b) => b.score - a.score);
      const said = sorted.map(({ words }) => words.map((word) => `topic${word}`).join(" "));
      const leads = sorted.map(({ score }, at) => lead(`p${at}`, score / 8, said[at]!));
      const packed = pack(leads, { pages, tokens: 100_000, cost });
      // No two of few words are alike by nine tenths and not the same.
      const kinds = said.map((text) => [...new Set(text.split(" "))].sort().join(" "));
      const firsts = [...kinds.keys()].filter((at) => kinds.indexOf(kinds[at]!) === at).slice(0, pages);
      expect(packed.packed.map(({ lead }) => lead.id).sort()).toEqual(firsts.map((at) => `p${at}`).sort());
    }),
  );
});

test("the best place has room for the lines beside its words, which the others lend it", () => {
  const lines = Array.from({ length: 24 }, (_, i) => `w${i} x${i} y${i} z${i}`).join("\n");
  const packed = pack([lead("a", 1, `kiln\n${lines}`), lead("b", 0.9, lines.replaceAll("w", "v"))], {
    pages: 2,
    tokens: 1_000,
    cost: (_, text) => 10 * text.split("\n").length,
  });
  const shown = packed.packed.map(({ parts }) => joined(parts).split("\n").length);
  expect(shown[0]).toBeGreaterThan(shown[1]!);
});

test("sections of a file share a frame in their order, each below its heading; what is superseded stands alone", () => {
  const section = (slug: string, score: number, start: number): Weighed => ({
    ...lead("guide", score, `${slug} text.`),
    ...{
      id: `guide#${slug}` as PageId,
      title: `Of ${slug}`,
      headings: [`Of ${slug}`],
      chunk: start,
      start,
      end: start + 11,
    },
  });
  const [ports, keys] = [section("ports", 1, 40), section("keys", 0.9, 0)];
  const other = lead("other", 0.5, "Another page.");
  const shown = (leads: readonly Weighed[], apart: boolean): readonly (readonly [string, string])[] =>
    pack(leads, { pages: 2, tokens: 200, cost, apart }).packed.map(({ lead, parts }) => [
      lead.id,
      joined(parts, lead),
    ]);
  expect(shown([ports, keys, other], false)).toEqual([
    ["guide#ports", "… Of keys\nkeys text.\n… Of ports\nports text."],
    ["other", "Another page."],
  ]);
  const alone = [
    ["guide#ports", "ports text."],
    ["guide#keys", "keys text."],
  ];
  expect(shown([ports, keys, other], true)).toEqual(alone);
  const superseded = { by: ports.id, on: "2026-02-02", of: "2026-01-01", line: "keys text.", says: "gave way" };
  expect(shown([ports, { ...keys, superseded }, other], false)).toEqual(alone);
});

test("a section of another day has a frame of its own, and no line stands under a heading that is not its own", () => {
  const place = (heading: string, start: number, score: number, text: string): Weighed => ({
    ...lead("log", score, text),
    ...{ headings: ["Log", heading], chunk: start, start, end: start + 20 },
  });
  const shown = (...leads: readonly Weighed[]): readonly string[] =>
    pack(leads, { pages: 9, tokens: 200, cost }).packed.map(({ lead, parts }) => joined(parts, lead));
  expect(shown(place("2026-03-08 kiln", 60, 1, "repair"), place("2026-03-02 kiln", 20, 0.9, "1240 degrees"))).toEqual(
    ["… 2026-03-08 kiln\nrepair", "… 2026-03-02 kiln\n1240 degrees"],
  );
  expect(shown(place("Phones", 20, 1, "### Phones\nall of them"), place("Printers", 41, 0.9, "only one"))).toEqual([
    "### Phones\nall of them\n… Printers\nonly one",
  ]);
});

test("a line that is shown brings the heading or the day above it", () => {
  const text = "### Printers\nonly one of them\nand a fax\n2026-03-02\na lamp\nthe phones of all";
  const shown = (asked: string, most: number): string | null =>
    excerpt(text, [{ asked, found: asked }], (one) => one.length <= most, false);
  expect(shown("fax", 30)).toBe("### Printers\n…\nand a fax\n…");
  expect(shown("phone", 40)).toBe("…\n2026-03-02\n…\nthe phones of all");
  expect(shown("lamp", 12)).toBe("…\na lamp\n…");
});

test("a word counts whole and by its weight, and a line that is cut keeps what it is said of", () => {
  const text = `truncation of the brunch
shell runs of a shell
- Timeout: ${"word ".repeat(20)}it is killed then ${"tail ".repeat(20)}
| Gate | ${"word ".repeat(20)}it is opened then |`;
  const terms = [
    { asked: "run", found: "run", weight: 0.1 },
    { asked: "shell", found: "shell", weight: 0.2 },
    { asked: "killed", found: "kill", weight: 0.7 },
  ];
  const fits = (most: number) => (one: string) => one.length <= most;
  expect(excerpt(text, terms, fits(90), false)).toMatch(/^- Timeout: ….* killed then/);
  expect(excerpt(text, [{ asked: "opened", found: "open" }], fits(90), false)).toMatch(/^\| Gate \| ….* opened/);
  expect(excerpt(text, terms.slice(0, 1), fits(40), false)).toBe("…\nshell runs of a shell\n…");
});

test("the best place of a page is shown to the end of its section before other places of it", () => {
  const at = (heading: string, start: number, score: number, text: string): Weighed => ({
    ...lead("questions", score, text),
    ...{
      headings: [heading],
      chunk: start,
      start,
      end: start + 10,
      terms: [{ asked: "site", found: "site" }] as never,
    },
  });
  const choice = (of: string): string => Array.from({ length: 50 }, (_, i) => `${of}${i}`).join("\n");
  const places = [
    at("Six", 10, 1, `### Six\nthe site\n${choice("a")}`),
    at("Two", 40, 0.9, `### Two\nthe site\n${choice("site c")}`),
    at("Four", 60, 0.8, `### Four\nthe site\n${choice("site d")}`),
    at("Six", 20, 0.1, "the answer"),
  ];
  const [page] = pack(places, { pages: 2, tokens: 180, cost }).packed;
  expect(joined(page!.parts, page!.lead)).toContain(`${choice("a")}\nthe answer`);
});

test("a place stands below the headings that its file has above it, each with its signs and none twice", () => {
  const at = (start: number, text: string, ...above: readonly string[]): Weighed => ({
    ...lead("projects", 1, text),
    ...{ title: "Projects", headings: ["Projects", ...above.map((line) => line.replace(/^#+ /, ""))] },
    ...{ start, end: start + text.length, above: () => above.map((text) => ({ text, end: start - 1 })) },
  });
  const alder = at(10, "### Money\n200 EUR", "## Alder");
  const birch = at(90, "…\n900 EUR", "## Birch", "### Money");
  const next = at(150, "for lamps", "## Birch", "### Money");
  const parts = [alder, birch, next].map((lead) => ({ lead, text: lead.text()! }));
  expect(joined(parts, alder)).toBe("## Alder\n### Money\n200 EUR\n…\n## Birch\n### Money\n…\n900 EUR\n…\nfor lamps");
});

test("a heading that holds a word comes with what stands below it", () => {
  const text = `### Lamp\nforty of them\n${"word ".repeat(20)}\nthe lamp of the hall\n### Lamp shades\n${"word ".repeat(20)}`;
  const shown = excerpt(text, [{ asked: "lamp", found: "lamp" }], (one) => one.length <= 70, false);
  expect(shown).toBe("### Lamp\nforty of them\n…\nthe lamp of the hall\n…");
});
