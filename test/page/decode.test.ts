/** Decode's tests: every byte survives, and what is no UTF-8 text is named with its line. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limits } from "../../src/base/limits.js";
import { decodePage, encodePage } from "../../src/page/decode.js";

import { draws } from "../support/draws.js";

function finding(bytes: readonly number[]) {
  const result = decodePage("a.md", Uint8Array.from(bytes));
  return result.ok ? null : { code: result.error.code, line: result.error.line };
}

const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];

describe("decodePage", () => {
  it("gives back every byte of a text, a byte order mark and a NUL-free control character included", () => {
    const wellFormed = fc.string({ unit: "binary" }).map((s) => s.replaceAll("\0", "."));
    fc.assert(
      fc.property(fc.constantFrom("", "\ufeff", "\ufeff\ufeff"), wellFormed, (mark, rest) => {
        const bytes = new TextEncoder().encode(mark + rest);
        const text = decodePage("a.md", bytes);
        expect(text).toEqual({ ok: true, value: mark + rest });
        expect(encodePage(mark + rest)).toEqual(bytes);
      }),
    );
  });

  it("agrees with a decoder that replaces, on which byte strings are text and where the first bad byte lies", () => {
    const byte = fc.oneof(
      fc.constantFrom(0x0a, 0x80, 0xbf, 0xc0, 0xc3, 0xe0, 0xed, 0xa0, 0xf0, 0xf4, 0x90),
      fc.integer({ min: 1, max: 255 }),
    );
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 12 }), (raw) => {
        const bytes = Uint8Array.from([0x61, 0x62, ...raw]);
        const loose = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
        const result = decodePage("a.md", bytes);
        const again = new TextEncoder().encode(loose);
        const same = again.length === bytes.length && again.every((b, i) => b === bytes[i]);
        expect(result.ok).toBe(same);
        if (result.ok) return;
        const before = new TextEncoder().encode(loose.slice(0, loose.indexOf("\ufffd")));
        expect(result.error.says).toContain(`Byte ${before.length} `);
        expect(result.error.line).toBe(loose.slice(0, loose.indexOf("\ufffd")).split("\n").length);
      }),
      { numRuns: draws(2000) },
    );
  });

  it("refuses UTF-16 with and without a mark, NUL bytes and files over the limit", () => {
    expect(finding([0xff, 0xfe, 0x61, 0x00])).toEqual({ code: "encoding_invalid", line: 1 });
    expect(finding([0xfe, 0xff, 0x00, 0x61])).toEqual({ code: "encoding_invalid", line: 1 });
    expect(finding([...Buffer.from("# Title\n", "utf16le")])).toEqual({ code: "encoding_invalid", line: 1 });
    expect(finding([...Buffer.from("# Title\n", "utf16le").swap16()])).toEqual({ code: "encoding_invalid", line: 1 });
    expect(finding([...utf8("one\ntwo\nthr"), 0])).toEqual({ code: "nul_byte", line: 3 });
    expect(finding([...utf8("one\ntwo "), 0xff, 0x0a])).toEqual({ code: "encoding_invalid", line: 2 });
    const large = decodePage("a.md", new Uint8Array(limits.pageBytesMax + 1).fill(0x61));
    expect(large.ok ? null : large.error.code).toBe("page_too_large");
    expect(decodePage("a.md", new Uint8Array(limits.pageBytesMax).fill(0x61)).ok).toBe(true);
  });
});
