/** Decode: bytes to text and back without losing one, or a finding that says which byte is no text. */

import { limits } from "../base/limits.js";
import { err, ok, type Result } from "../base/result--result.js";
import type { Finding, FindingCode } from "./page--finding.js";

const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * The text of a page file. A byte order mark stays as U+FEFF at offset 0, so that offsets into the text are places in the
 * file. Refuses files over `limits.pageBytesMax`, UTF-16, NUL bytes and invalid UTF-8 (with the line of the first bad byte).
 */
export function decodePage(path: string, bytes: Uint8Array): Result<string, Finding> {
  if (bytes.length > limits.pageBytesMax) {
    return refuse(path, 0, "page_too_large", {
      says: `The file has ${bytes.length} bytes; at most ${limits.pageBytesMax} are read as a page.`,
      hint: "Split it into smaller pages, or move it out of the memory root.",
    });
  }
  if (looksLikeUtf16(bytes)) {
    return refuse(path, 1, "encoding_invalid", {
      says: "The file is encoded as UTF-16; a page is UTF-8.",
      hint: "Save it again as UTF-8.",
    });
  }
  const nul = bytes.indexOf(0);
  if (nul >= 0) {
    return refuse(path, lineOfByte(bytes, nul), "nul_byte", {
      says: `Byte ${nul} of the file is NUL; a page is text.`,
      hint: "Remove the byte, or move the file out of the memory root if it is not text.",
    });
  }
  try {
    return ok(strictDecoder.decode(bytes));
  } catch {
    const bad = firstInvalidByte(bytes);
    return refuse(path, lineOfByte(bytes, bad), "encoding_invalid", {
      says: `Byte ${bad} of the file (0x${(bytes[bad] ?? 0).toString(16).padStart(2, "0")}) is not valid UTF-8.`,
      hint: "Save the file again as UTF-8.",
    });
  }
}

/** The bytes of a text; the inverse of `decodePage` for every text it gave. */
export function encodePage(text: string): Uint8Array {
  return encoder.encode(text);
}

function refuse(
  path: string,
  line: number,
  code: FindingCode,
  words: { readonly says: string; readonly hint: string },
): Result<string, Finding> {
  return err({ code, severity: "error", path, line, ...words });
}

/** A UTF-16 byte order mark, or a NUL in every second byte of the beginning, as UTF-16 without a mark has for Latin text. */
function looksLikeUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) return true;
  const sampled = Math.min(bytes.length, 64) & ~1;
  if (sampled < 4) return false;
  return alternates(bytes, sampled, 0) || alternates(bytes, sampled, 1);
}

function alternates(bytes: Uint8Array, length: number, nulAt: 0 | 1): boolean {
  for (let i = 0; i < length; i++) if ((bytes[i] === 0) !== (i % 2 === nulAt)) return false;
  return true;
}

/** 1-based. */
function lineOfByte(bytes: Uint8Array, offset: number): number {
  let line = 1;
  for (let i = 0; i < offset; i++) if (bytes[i] === 0x0a) line++;
  return line;
}

/** Where the first ill-formed sequence begins (Unicode 16, table 3-7); the length when there is none. */
function firstInvalidByte(bytes: Uint8Array): number {
  let i = 0;
  while (i < bytes.length) {
    const length = sequenceLength(bytes, i);
    if (length === 0) return i;
    i += length;
  }
  return bytes.length;
}

/** Bytes of the well-formed sequence at `i`; 0 when it is ill-formed. */
function sequenceLength(bytes: Uint8Array, i: number): number {
  const lead = bytes[i] ?? 0;
  if (lead < 0x80) return 1;
  const second = bytes[i + 1] ?? 0;
  if (lead >= 0xc2 && lead <= 0xdf) return isTail(second) ? 2 : 0;
  const third = bytes[i + 2] ?? 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    const low = lead === 0xe0 ? 0xa0 : 0x80;
    const high = lead === 0xed ? 0x9f : 0xbf;
    return second >= low && second <= high && isTail(third) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    const low = lead === 0xf0 ? 0x90 : 0x80;
    const high = lead === 0xf4 ? 0x8f : 0xbf;
    return second >= low && second <= high && isTail(third) && isTail(bytes[i + 3] ?? 0) ? 4 : 0;
  }
  return 0;
}

function isTail(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}
