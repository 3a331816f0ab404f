/** MarkedBlock's tests: into any file and out again to the byte, whatever stands around it. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { type BlockMark, blockFault, blockIn, putBlock, takeBlock } from "../../src/state/marked-block.js";

const hex = (bytes: Uint8Array | null): string | null => (bytes === null ? null : Buffer.from(bytes).toString("hex"));
const file = fc.option(
  fc.array(
    fc.constantFrom("[core]\n", "\tbare = false", "# >>> pagefile other", "\r\n", "é\xff", "*.md text\n", "\n"),
    { maxLength: 6 },
  ),
);
const place = fc.constantFrom("top" as const, "end" as const);

test("our lines go into any file once and come out to the byte", () => {
  fc.assert(
    fc.property(file, place, fc.boolean(), (parts, at, later) => {
      const before = parts === null ? null : Buffer.from(parts.join(""), "latin1");
      const with1 = putBlock(before, "one größe\n", at);
      expect(hex(putBlock(with1, "one größe\n", at))).toBe(hex(with1));
      const with2 = putBlock(with1, "two\nthree\n", at);
      expect([blockIn(with1), blockIn(with2)]).toEqual(["one größe\n", "two\nthree\n"]);
      const grown = later ? Buffer.concat([with2, Buffer.from("later\n")]) : with2;
      const kept = hex(takeBlock(grown)) ?? "";
      if (!later) expect(hex(takeBlock(grown))).toBe(hex(before));
      else if (at === "end" && before !== null) {
        const isJoined = before.length > 0 && before.at(-1) !== 10;
        expect(kept).toBe(hex(Buffer.concat([before, Buffer.from(isJoined ? "\nlater\n" : "later\n")])));
      } else expect(kept.endsWith(hex(Buffer.from("later\n")) ?? "")).toBe(true);
    }),
  );
});

test("a file without them is given back as it is", () => {
  const bytes = Buffer.from("# >>> pagefile merge (added) >>> cut off\n");
  expect([takeBlock(null), takeBlock(bytes), blockIn(bytes)]).toEqual([null, bytes, null]);
});

const mark: BlockMark = { name: "pagefile", by: "pagefile setup codex", in: "markdown" };
const put = (text: string): string => Buffer.from(putBlock(Buffer.from(text), "ours\n", "end", mark)).toString();
const taken = (text: string): string | null => {
  const left = takeBlock(Buffer.from(text), mark);
  return left === null ? null : Buffer.from(left).toString();
};
const fault = (text: string): string | null => blockFault(Buffer.from(text), mark)?.kind ?? null;

test("an editor that gives the file the line ends of Windows takes nobody's words with it", () => {
  const windows = put("# Mine\n").replaceAll("\n", "\r\n");
  expect([fault(windows), taken(windows)]).toEqual([null, "# Mine\r\n"]);
  const later = `${windows}- never push on Friday\r\n`;
  expect(taken(put(later))).toBe("# Mine\r\n- never push on Friday\r\n");
  expect(taken(put("# Mine").replaceAll("\n", "\r\n"))).toBe("# Mine");
});

test("where a mark is gone nothing between what is left of two blocks is taken for ours", () => {
  const torn = put("# Mine\n").replace("<!-- <<< pagefile <<< -->\n", "");
  expect(fault(torn)).toBe("torn");
  const twice = put(`${torn}- never push on Friday\n`);
  expect([fault(twice), taken(twice)]).toEqual(["torn", `${torn}- never push on Friday\n`]);
  expect(fault("# Mine\n<!-- <<< pagefile <<< -->\n")).toBe("torn");
});

test("what somebody typed into our lines is seen", () => {
  const own = put("# Mine\n");
  expect([fault(own), fault("# Mine\n")]).toEqual([null, null]);
  expect(fault(own.replace("ours\n", "ours\nmine\n"))).toBe("edited");
});
