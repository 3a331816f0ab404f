/** MarkedBlock: our marked lines in a text file of git's, put in and taken out again to the byte. */

/** How the file came to hold them: it was not there, it ended without a line end, or it held whole lines. */
type How = "made" | "joined" | "added";

/** What the file is to hold. `lines` end in a newline; in a file that has them already they are replaced where they stand. */
export function putBlock(bytes: Uint8Array | null, lines: string, at: "top" | "end"): Uint8Array {
  const text = bytes === null ? "" : latin(bytes);
  const found = find(text);
  if (found !== null) return bytesOf(text.slice(0, found.start) + block(lines, found.how) + text.slice(found.end));
  if (bytes === null) return bytesOf(block(lines, "made"));
  if (at === "top") return bytesOf(block(lines, "added") + text);
  if (text === "" || text.endsWith("\n")) return bytesOf(text + block(lines, "added"));
  return bytesOf(`${text}\n${block(lines, "joined")}`);
}

/** What the file held before; null where it is to go. The same bytes where our lines are not in it. */
export function takeBlock(bytes: Uint8Array | null): Uint8Array | null {
  const text = bytes === null ? "" : latin(bytes);
  const found = find(text);
  if (bytes === null || found === null) return bytes;
  const before = text.slice(0, found.start);
  const rest = (found.how === "joined" ? before.slice(0, -1) : before) + text.slice(found.end);
  return found.how === "made" && rest === "" ? null : bytesOf(rest);
}

/** Our lines without the marks; null where the file has none. */
export function blockIn(bytes: Uint8Array | null): string | null {
  const text = bytes === null ? "" : latin(bytes);
  const found = find(text);
  if (found === null) return null;
  const first = text.indexOf("\n", found.start) + 1;
  return Buffer.from(text.slice(first, text.lastIndexOf(closing, found.end)), "latin1").toString("utf8");
}

const opening = "# >>> pagefile merge (";
const closing = "# <<< pagefile merge <<<\n";

function block(lines: string, how: How): string {
  const open = `${opening}${how}) >>> made by \`pagefile hooks install\`; \`pagefile hooks uninstall\` takes it out\n`;
  return open + latin(Buffer.from(lines)) + closing;
}

function find(text: string): { readonly start: number; readonly end: number; readonly how: How } | null {
  const start = text.startsWith(opening) ? 0 : text.indexOf(`\n${opening}`) + 1;
  const close = text.startsWith(opening) || start > 0 ? text.indexOf(`\n${closing}`, start) : -1;
  const said = text.slice(start + opening.length, text.indexOf(")", start));
  const how = (["made", "joined", "added"] as const).find((each) => each === said);
  return close < 0 || how === undefined ? null : { start, end: close + 1 + closing.length, how };
}

/** Bytes as characters one to one: the file need not be UTF-8 to be given back to the byte. */
function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}
