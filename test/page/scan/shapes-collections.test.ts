/** Scan's shapes: what lists, maps and brackets are read as, with every span. */
import { describe, expect, test } from "vitest";
import { scanFrontmatter } from "../../../src/page/scan/scan.js";
import { draw } from "./draw.js";

/** What stands between the fences, and what is read; offsets count the opening fence. */
const shapes: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  lists: [
    ["a:\n- 1\nb:\n  - 2\n  - 3\nc: 4", "-{4-30 a: -[7-10 1!], b: -[16-25 2!, 3!], c: 4!}"],
    ["a:\n-\n- 1\n-", "-{4-14 a: -[7-14 @8!null, 1!, @14!null]}"],
    ["a:\n- # c\n  1\n-\n\n  2\n- 3", "-{4-27 a: -[7-27 1!, 2!, 3!]}"],
    ["a:\n- - 1\n  - 2\n- - - 3", "-{4-26 a: -[7-26 -[9-18 1!, 2!], -[21-26 -[23-26 3!]]]}"],
    [
      "a:\n- b: 1\n  c: 2\n-   d: 3\n    e: 4\n- f:\n  - 5\n  g: 6",
      "-{4-56 a: -[7-56 -{9-20 b: 1!, c: 2!}, -{25-38 d: 3!, e: 4!}, -{41-56 f: -[46-49 5!], g: 6!}]}",
    ],
    ["a:\n-\n  b: 1\n  c: 2\n-\n  - 3", "-{4-30 a: -[7-30 -{11-22 b: 1!, c: 2!}, -[27-30 3!]]}"],
    [
      "a:\n- 'b': 1\n- \"c\"\n- [d]\n- {e: 1}\n- f#g\n- h: #i",
      "-{4-47 a: -[7-47 -{9-15 <'b' = b>: 1!}, <double \"c\" = c>, [24-27 d], {30-36 e: 1!}, f#g, -{45-47 h: @47!null}]}",
    ],
    [
      "a:\n- |\n x\n- >-\n y\n\n z\nb: 1",
      "-{4-30 a: -[7-25 <literal |\n x = x\n>, <folded >-\n y\n\n z = y\nz>], b: 1!}",
    ],
    ["a:\n  -1: x", "-{4-14 a: -{9-14 -1: x}}"],
  ],
  maps: [
    ["a:\n  b: 1\n  c:\n    d: 2\n  e: 3\nf: 4", "-{4-39 a: -{9-34 b: 1!, c: -{23-27 d: 2!}, e: 3!}, f: 4!}"],
    ["a:\n  x", "-{4-10 a: x}"],
    [
      "a:\n  'x'\nb:\n  \"y: z\"\nc:\n  'd': 1",
      "-{4-36 a: <single 'x' = x>, b: <double \"y: z\" = y: z>, c: -{30-36 <'d' = d>: 1!}}",
    ],
    ["a:\n\n  # c\n\n  b: 1", "-{4-21 a: -{17-21 b: 1!}}"],
    ["a:\nb:\n# c\nc: 1", "-{4-18 a: @6!null, b: @9!null, c: 1!}"],
    ["a:\n  'b' : 1\n  \"c\"\t: 2", "-{4-26 a: -{9-26 <'b' = b>: 1!, <\"c\" = c>: 2!}}"],
  ],
  brackets: [
    [
      "a: [1, 'b', \"c\", d e, ~, true]",
      "-{4-34 a: [7-34 1!, <single 'b' = b>, <double \"c\" = c>, d e, ~!null, true!]}",
    ],
    ["a: [1,]\nb: {c: 1,}\nd: [ 1 , 2 , ]", "-{4-37 a: [7-11 1!], b: {15-22 c: 1!}, d: [26-37 1!, 2!]}"],
    [
      "a: {b: 1, 'c':2, \"d\":[3], e: , f: }",
      "-{4-39 a: {7-39 b: 1!, <'c' = c>: 2!, <\"d\" = d>: [25-28 3!], e: @32!null, f: @37!null}}",
    ],
    ["a: {b:, c: [1], d: {}, e:}", "-{4-30 a: {7-30 b: @10!null, c: [15-18 1!], d: {23-25 }, e: @29!null}}"],
    ["a: {b : 1, c\t: 2, 'd' : 3}", "-{4-30 a: {7-30 b: 1!, c: 2!, <'d' = d>: 3!}}"],
    ["a: {'b':-1, \"c\":'d'}", "-{4-24 a: {7-24 <'b' = b>: -1!, <\"c\" = c>: <single 'd' = d>}}"],
    ["a: [x:y, x :y, x::y]", "-{4-24 a: [7-24 x:y, x :y, x::y]}"],
    ["a: [1\t,\t2]", "-{4-14 a: [7-14 1!, 2!]}"],
    ["a: [1, # c\n 2]", "-{4-18 a: [7-18 1!, 2!]}"],
    ["a: [1 # c ]\n ]", "-{4-18 a: [7-18 1!]}"],
    ["a: [ # c\n# d\n 1]", "-{4-20 a: [7-20 1!]}"],
    ["a: [\n 1,\n 2\n]", "-{4-17 a: [7-17 1!, 2!]}"],
    ["a: [1\r\n ,2]\r", "-{4-15 a: [7-15 1!, 2!]}"],
    ["a:\n  b: [\n   1\n  ]\n  c: {\n    d: 1\n  }", "-{4-42 a: -{9-42 b: [12-22 1!], c: {28-42 d: 1!}}}"],
    ["a:\n - [\n  1\n ]\n - {b: 1\n }", "-{4-30 a: -[8-30 [10-18 1!], {22-30 b: 1!}]}"],
    ["a:\n  [1,\n   2]", "-{4-18 a: [9-18 1!, 2!]}"],
    ["a:\n  {b: 1}", "-{4-15 a: {9-15 b: 1!}}"],
    ["{ a: 1, b: [2] } # c", "{4-20 a: 1!, b: [15-18 2!]}"],
    ["{\n a: 1\n}", "{4-13 a: 1!}"],
    ["a: [[1], {b: [2]}, [{}]]", "-{4-28 a: [7-28 [8-11 1!], {13-21 b: [17-20 2!]}, [23-27 {24-26 }]]}"],
    ["a: [b#c, d]", "-{4-15 a: [7-15 b#c, d]}"],
    ["a: [1] # c", "-{4-10 a: [7-10 1!]}"],
  ],
};

describe.each(Object.keys(shapes))("%s", (name) => {
  test.each(shapes[name] ?? [])("%j", (inner, drawn) => {
    const text = `---\n${inner}\n---\n`;
    const scanned = scanFrontmatter("a.md", text);
    if (!scanned.ok || scanned.value === null) throw new Error(scanned.ok ? "no frontmatter" : scanned.error.says);
    expect(draw(text, scanned.value.root)).toBe(drawn);
    const { span, inner: between } = scanned.value;
    expect([span, between]).toEqual([
      { start: 0, end: text.length },
      { start: 4, end: text.length - 4 },
    ]);
  });
});
