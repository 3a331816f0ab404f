/** TruncateUnits: cutting and measuring in UTF-16 code units and in UTF-8 bytes, without halving a character. */

export function bytesIn(text: string): number {
  return encoder.encode(text).length;
}

const encoder: { encode(text: string): Uint8Array } = new TextEncoder();

/** The first `count` units, one less where that would halve a surrogate pair. */
export function headOf(text: string, count: number): string {
  const halves = isHigh(text.charCodeAt(count - 1)) && isLow(text.charCodeAt(count));
  return text.slice(0, Math.max(0, halves ? count - 1 : count));
}

/** `start`, one later where that would halve a surrogate pair. */
export function safeFrom(text: string, start: number): number {
  const halves = start > 0 && isHigh(text.charCodeAt(start - 1)) && isLow(text.charCodeAt(start));
  return halves ? start + 1 : start;
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
