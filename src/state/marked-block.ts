/** MarkedBlock: our marked lines in a text file of somebody else's, put in and taken out again to the byte. */

/** How the file came to hold them: it was not there, it ended without a line end, or it held whole lines. */
type How = "made" | "joined" | "added";

/** By what our lines are told from those of others; a file may hold blocks of several names. */
export interface BlockMark {
  readonly name: string;
  /** The command whose `install` and `uninstall` look after them. */
  readonly by: string;
  /** In a Markdown file, where `#` begins a heading: made by the command itself, and taken out by its `--remove`. */
  readonly in?: "markdown";
}

const mergeMark: BlockMark = { name: "pagefile merge", by: "pagefile hooks" };

/** What the file is to hold. `lines` end in a newline; in a file that has them already they are replaced where they stand. */
export function putBlock(
  bytes: Uint8Array | null,
  lines: string,
  at: "top" | "end",
  mark: BlockMark = mergeMark,
): Uint8Array {
  const text = bytes === null ? "" : latin(bytes);
  const found = find(text, mark);
  const block = (how: How): string => blockOf(lines, how, mark);
  if (found !== null) return bytesOf(text.slice(0, found.start) + block(found.how) + text.slice(found.end));
  if (bytes === null) return bytesOf(block("made"));
  if (at === "top") return bytesOf(block("added") + text);
  if (text === "" || text.endsWith("\n")) return bytesOf(text + block("added"));
  return bytesOf(`${text}\n${block("joined")}`);
}

/** What the file held before; null where it is to go. The same bytes where our lines are not in it. */
export function takeBlock(bytes: Uint8Array | null, mark: BlockMark = mergeMark): Uint8Array | null {
  const text = bytes === null ? "" : latin(bytes);
  const found = find(text, mark);
  if (bytes === null || found === null) return bytes;
  const [before, behind] = [text.slice(0, found.start), text.slice(found.end)];
  // The line end before it is ours, unless somebody has gone on below it.
  const rest = (found.how === "joined" && behind === "" ? before.slice(0, -1) : before) + behind;
  return found.how === "made" && rest === "" ? null : bytesOf(rest);
}

/** Our lines without the marks; null where the file has none. */
export function blockIn(bytes: Uint8Array | null, mark: BlockMark = mergeMark): string | null {
  const text = bytes === null ? "" : latin(bytes);
  const found = find(text, mark);
  if (found === null) return null;
  const first = text.indexOf("\n", found.start) + 1;
  return Buffer.from(text.slice(first, text.lastIndexOf(closingOf(mark), found.end)), "latin1").toString("utf8");
}

function openingOf(mark: BlockMark): string {
  return `${mark.in === "markdown" ? "<!--" : "#"} >>> ${mark.name} (`;
}

function closingOf(mark: BlockMark): string {
  return mark.in === "markdown" ? `<!-- <<< ${mark.name} <<< -->\n` : `# <<< ${mark.name} <<<\n`;
}

function blockOf(lines: string, how: How, mark: BlockMark): string {
  const { by } = mark;
  const says =
    mark.in === "markdown"
      ? `made by \`${by}\`; \`${by} --remove\` takes it out -->`
      : `made by \`${by} install\`; \`${by} uninstall\` takes it out`;
  const open = `${openingOf(mark)}${how}) >>> ${says}\n`;
  return open + latin(Buffer.from(lines)) + closingOf(mark);
}

function find(
  text: string,
  mark: BlockMark,
): { readonly start: number; readonly end: number; readonly how: How } | null {
  const [opening, closing] = [openingOf(mark), closingOf(mark)];
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

/** A template with what stands for its marks, such as `@NODE@`: each mark once, because what is filled in may look like a mark itself. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/@([A-Z]+)@/g, (mark, name: string) => values[name] ?? mark);
}

/** One word of a POSIX shell in quotes, whatever it holds. */
export function quotedWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
