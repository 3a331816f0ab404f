/** Scan's shapes: what values and keys are read as, with every span. */
import { describe, test } from "vitest";
import { expectDrawn } from "./draw.js";

/** What stands between the fences, and what is read; offsets count the opening fence. */
const shapes: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "plain values": [
    ["a: z\nb: Z\nc: 0\nd: 9\ne: \u00e9\nf: A", "-{4-33 a: z, b: Z, c: 0!, d: 9!, e: \u00e9, f: A}"],
    [
      "a: _x\nb: /x\nc: (x)\nd: ~x\ne: $x\nf: .5\ng: ^\nh: \\x\ni: {}",
      "-{4-57 a: _x, b: /x, c: (x), d: ~x, e: $x, f: .5, g: ^, h: \\x, i: {55-57 }}",
    ],
    ["a: -x\nb: ?x\nc: :x\nd: --", "-{4-27 a: -x, b: ?x, c: :x, d: --}"],
    ["a: [ ?x, -x, :x, ~ ]", "-{4-24 a: [7-24 ?x, -x, :x, ~!null]}"],
    ["a: b:c\nd: x#y\ne: x  #y\nf: x\t#y\ng: x ", "-{4-39 a: b:c, d: x#y, e: x, f: x, g: x}"],
    [
      "a: -1\nb: -\u00b7\nc: 1.\nd: .1\ne: 1.0\nf: 00\ng: -0.0\nh: 10\ni: +1\nj: 1_0\nk: 9x\nl: /1\nm: :1",
      "-{4-85 a: -1!, b: -\u00b7, c: 1., d: .1, e: 1.0!1, f: 00, g: -0.0!0, h: 10!, i: +1, j: 1_0, k: 9x, l: /1, m: :1}",
    ],
    [
      "a: 123456789012345\nb: 1234567890123456\nc: 9007199254740991\nd: 9007199254740992\ne: -123456789012345\nf: -1234567890.12345\ng: 12345678901.23456\nh: 1234567890.123456\ni: 12345678901234567\nj: -9007199254740991\nk: 0.00000000000000",
      "-{4-227 a: 123456789012345!, b: 1234567890123456!, c: 9007199254740991!, d: 9007199254740992, e: -123456789012345!, f: -1234567890.12345!, g: 12345678901.23456, h: 1234567890.123456, i: 12345678901234567, j: -9007199254740991!, k: 0.00000000000000!0}",
    ],
    [
      "a: true\nb: false\nc: null\nd: ~\ne: True\nf: nulls\ng: truer\nh: t",
      "-{4-64 a: true!, b: false!, c: null!, d: ~!null, e: True, f: nulls, g: truer, h: t}",
    ],
    ["a: {}\nb: []\nc: [ ]\nd: { }", "-{4-29 a: {7-9 }, b: [13-15 ], c: [19-22 ], d: {26-29 }}"],
  ],
  "quoted values": [
    [
      "a: 'it''s'\nb: ''\nc: \"\"\nd: ''''\ne: 'a\\b'\nf: 'x'  # c\ng: \"x\"\t# c",
      "-{4-62 a: <single 'it''s' = it's>, b: <single '' = >, c: <double \"\" = >, d: <single '''' = '>, e: <single 'a\\b' = a\\b>, f: <single 'x' = x>, g: <double \"x\" = x>}",
    ],
    [
      'a: "\\x41\\u0042\\U00000043\\U0010ffff\\xfF"',
      '-{4-43 a: <double "\\x41\\u0042\\U00000043\\U0010ffff\\xfF" = ABC\udbff\udfff\u00ff>}',
    ],
    [
      'a: "\\0\\a\\b\\t\\n\\v\\f\\r\\e\\"\\/\\\\\\N\\_\\L\\P\\ \\\t"',
      '-{4-45 a: <double "\\0\\a\\b\\t\\n\\v\\f\\r\\e\\"\\/\\\\\\N\\_\\L\\P\\ \\\t" = \u0000\u0007\b\t\n\u000b\f\r\u001b"/\\\u0085\u00a0\u2028\u2029 \t>}',
    ],
    [
      'a: "x\\ty"\nb: "\\\\"\nc: "\\"" # c',
      '-{4-29 a: <double "x\\ty" = x\ty>, b: <double "\\\\" = \\>, c: <double "\\"" = ">}',
    ],
    [
      "'a b': 1\n\"c\": 2\n'd' : 3\n\"e\"\t: 4\n'f':",
      "-{4-40 <'a b' = a b>: 1!, <\"c\" = c>: 2!, <'d' = d>: 3!, <\"e\" = e>: 4!, <'f' = f>: @40!null}",
    ],
  ],
  keys: [
    [
      "a b: 1\nc#d: 2\ne : 3\nf\t: 4\ng:\n:h: 5\n-i: 6\n?j: 7\na:b: 8",
      "-{4-57 a b: 1!, c#d: 2!, e: 3!, f: 4!, g: @32!null, :h: 5!, -i: 6!, ?j: 7!, a:b: 8!}",
    ],
    [" a: 1\n b: 2", "-{5-15 a: 1!, b: 2!}"],
    ["\n# c\n\n  # d\na: 1\n\n \n# e\nb: 2\n   \n", "-{16-32 a: 1!, b: 2!}"],
    ["a: 1 # x\n# c\nb: # d\n# e\nc:\t# f\nd: h#g\n", "-{4-41 a: 1!, b: @19!null, c: @30!null, d: h#g}"],
  ],
  "block texts": [
    ["a: |\n  x\n  y\nb: 1", "-{4-21 a: <literal |\n  x\n  y = x\ny\n>, b: 1!}"],
    ["a: |-\n  x\n\nb: 1", "-{4-19 a: <literal |-\n  x = x>, b: 1!}"],
    ["a: |+\n  x\n\nb: 1", "-{4-19 a: <literal |+\n  x\n = x\n\n>, b: 1!}"],
    ["a: |\n  x\n\n\nb: 1", "-{4-19 a: <literal |\n  x = x\n>, b: 1!}"],
    [
      "a: |\nb: |+\nc: |-\nd: >\n\ne: 1",
      "-{4-31 a: <literal | = >, b: <literal |+ = >, c: <literal |- = >, d: <folded > = >, e: 1!}",
    ],
    ["a: |\n\n\n", "-{4-8 a: <literal | = >}"],
    ["a: |+\n\n\n", "-{4-12 a: <literal |+\n\n\n = \n\n\n>}"],
    ["a: |  # c\n  x", "-{4-17 a: <literal |  # c\n  x = x\n>}"],
    ["a: | \t\n  x", "-{4-14 a: <literal | \t\n  x = x\n>}"],
    ["a: |1-\n  x", "-{4-14 a: <literal |1-\n  x =  x>}"],
    ["a: |-2\n   x\n  y", "-{4-19 a: <literal |-2\n   x\n  y =  x\ny>}"],
    ["a: >+2\n   x\n  y", "-{4-19 a: <folded >+2\n   x\n  y =  x\ny\n>}"],
    ["a: |9\n         x", "-{4-20 a: <literal |9\n         x = x\n>}"],
    ["a: |\n\n  x", "-{4-13 a: <literal |\n\n  x = \nx\n>}"],
    ["a: |\n  \n  x", "-{4-15 a: <literal |\n  \n  x = \nx\n>}"],
    ["a: |\n \n   x\n  \n   y", "-{4-23 a: <literal |\n \n   x\n  \n   y = \nx\n\ny\n>}"],
    ["a: |\n  \tx\n  y\t", "-{4-18 a: <literal |\n  \tx\n  y\t = \tx\ny\t\n>}"],
    ["a: |\n  x\n   y\n  # z\n# c\nb: 1", "-{4-32 a: <literal |\n  x\n   y\n  # z = x\n y\n# z\n>, b: 1!}"],
    ["a: |2\n  x\n ", "-{4-13 a: <literal |2\n  x = x\n>}"],
    ["a: >\n  x\n  y\n\n  z\n\n\n  w", "-{4-27 a: <folded >\n  x\n  y\n\n  z\n\n\n  w = x y\nz\n\nw\n>}"],
    [
      "a: >\n  x\n   y\n  z\n\n   v\n\n  w",
      "-{4-32 a: <folded >\n  x\n   y\n  z\n\n   v\n\n  w = x\n y\nz\n\n v\n\nw\n>}",
    ],
    ["a: >\n\n  x\n  \ty\n  z ", "-{4-23 a: <folded >\n\n  x\n  \ty\n  z  = \nx\n\ty\nz \n>}"],
    ["a: >-\n  x \n  y", "-{4-18 a: <folded >-\n  x \n  y = x  y>}"],
    ["a: |\r\n  x\r\n\r\n  y\r\nb: 1\r", "-{4-26 a: <literal |\r\n  x\r\n\r\n  y = x\n\ny\n>, b: 1!}"],
    ["a:\n  b: |\n   c\n  d: 1", "-{4-25 a: -{9-25 b: <literal |\n   c = c\n>, d: 1!}}"],
    ["a:\n- |2\n   x", "-{4-16 a: -[7-16 <literal |2\n   x =  x\n>]}"],
    ["a: |\n  \u00a0x\n", "-{4-13 a: <literal |\n  \u00a0x = \u00a0x\n>}"],
  ],
};

describe.each(Object.keys(shapes))("%s", (name) => {
  test.each(shapes[name] ?? [])("%j", expectDrawn);
});
