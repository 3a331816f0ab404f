/** Utf8: several texts as the bytes of one, which is not made first: a long text put together and encoded is copied three times. */

const encoder = new TextEncoder();

let room: Uint8Array = new Uint8Array(1 << 16);
/** What is longer gets room of its own. */
const roomMax = 1 << 20;
/** The most bytes that a UTF-16 unit becomes. */
const bytesAUnit = 3;

export function utf8Of(texts: readonly string[]): Uint8Array {
  const most = bytesAUnit * texts.reduce((sum, text) => sum + text.length, 0);
  const into = most <= room.length ? room : new Uint8Array(most);
  if (most <= roomMax) room = into;
  let end = 0;
  for (const text of texts) end += encoder.encodeInto(text, into.subarray(end)).written;
  return into.slice(0, end);
}
