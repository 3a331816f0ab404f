/** Yaml text: documents of the accepted subset in odd but legal layouts, for a full parser to say what they mean. */
import fc from "fast-check";

const word = fc.constantFrom(
  "a",
  "id",
  "title",
  "key-1",
  "x_y",
  "Ünï",
  "constructor",
  "__proto__",
  "two words",
  "日本",
);
const plainTexts = "v|1.10|no|0x1F|2026-11-20|a b|a:b|x#y|-1|?q|true|é|a, b|b]c|don't|a\tb|~|01:30|a  b|c:\\d".split(
  "|",
);
const plainText = fc.constantFrom(...plainTexts);
const flowSafe = fc.constantFrom(...plainTexts.filter((text) => !/[,[\]{}]/.test(text)));
const anyText = fc.oneof(
  plainText,
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom("", "#", ": ", "- a", "[", "\\", '"', "'", "a\nb", "\t"),
);
const gap = fc.constantFrom(" ", "  ", " \t");
const comment = fc.constantFrom("", "", "", " # note", "  # a: b", "\t#x");

function doubleQuoted(text: string): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text).replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\ufeff]/gu, escape);
}

const oneLine = anyText.filter((text) => !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\ufeff]/u.test(text));

const scalar = (plain: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    plain,
    anyText.map(doubleQuoted),
    oneLine.map((text) => `'${text.replaceAll("'", "''")}'`),
  );

const flowNode = (depth: number): fc.Arbitrary<string> => {
  const inner = depth === 0 ? scalar(flowSafe) : fc.oneof(scalar(flowSafe), flowNode(depth - 1));
  const pad = fc.constantFrom("", " ", "\n      ", " # c\n       ");
  const list = fc
    .tuple(fc.array(inner, { maxLength: 3 }), pad, fc.constantFrom("", ","))
    .map(
      ([items, space, last]) => `[${space}${items.join(` ,${space || " "}`)}${items.length > 0 ? last : ""}${space}]`,
    );
  const pair = fc.tuple(word, inner);
  const map = fc
    .tuple(fc.uniqueArray(pair, { maxLength: 3, selector: ([key]) => key }), pad)
    .map(
      ([pairs, space]) =>
        `{${space}${pairs.map(([key, item]) => `${key}: ${item}`).join(`,${space || " "}`)}${space}}`,
    );
  return fc.oneof(list, map);
};

const bodyLine = fc.constantFrom("text", "more text", "", "", "  in", "\tt", "# no comment", "a: b", "  ");
const blockText = fc
  .tuple(fc.constantFrom("|", ">"), fc.constantFrom("", "-", "+"), fc.array(bodyLine, { maxLength: 6 }))
  .map(([style, chomp, body]) => [` ${style}${chomp}`, ...indent(["x", ...body], 3)]);

function indent(lines: readonly string[], by: number): readonly string[] {
  return lines.map((line) => (line === "" ? "" : " ".repeat(by) + line));
}

/** A value as the rest of its key's line and the lines below it. */
const valueLines = (depth: number): fc.Arbitrary<readonly string[]> => {
  const simple = fc.tuple(gap, scalar(plainText), comment).map((parts) => [parts.join("")]);
  const flow = fc.tuple(gap, flowNode(1)).map((parts) => parts.join("").split("\n"));
  const empty = comment.map((note) => [note]);
  if (depth === 0) return fc.oneof(simple, flow, empty, blockText);
  const items = fc.array(fc.tuple(scalar(plainText), comment), { minLength: 1, maxLength: 3 });
  const list = fc.tuple(comment, fc.constantFrom(0, 2, 4), items).map(([note, by, all]) => [
    note,
    ...indent(
      all.map((parts) => `- ${parts.join("")}`),
      by,
    ),
  ]);
  const nested = fc
    .tuple(comment, fc.constantFrom(1, 2, 5), mapLines(depth - 1))
    .map(([note, by, lines]) => [note, ...indent(lines, by)]);
  const item = mapLines(depth - 1).map((lines) =>
    indent(lines, 2).map((line, i) => (i === 0 ? `- ${line.slice(2)}` : line)),
  );
  const maps = fc.array(item, { minLength: 1, maxLength: 2 }).map((all) => ["", ...all.flat()]);
  return fc.oneof(simple, flow, empty, blockText, list, nested, maps);
};

const between = fc.constantFrom<readonly string[]>([], [], [""], ["# between"], ["", "   # deep", ""]);

const mapLines = (depth: number): fc.Arbitrary<readonly string[]> =>
  fc
    .uniqueArray(fc.tuple(word, fc.nat(3), valueLines(depth), between), {
      minLength: 1,
      maxLength: 4,
      selector: ([key]) => key,
    })
    .map((pairs) =>
      pairs.flatMap(([key, quoting, [first = "", ...rest], gapLines], i) => {
        const name = [key, `"${key}"`, `'${key}'`, `${key} `][quoting];
        return [`${name}:${first}`, ...rest, ...(i < pairs.length - 1 ? gapLines : [])];
      }),
    );

/** Lines, without their ends, of a map of one to six levels; more than a page may have, so a user may see it refused. */
export const yamlLines: fc.Arbitrary<readonly string[]> = mapLines(2);
