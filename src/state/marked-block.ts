/** MarkedBlock: our marked lines in a text file of somebody else's, put in and taken out again to the byte. */

import { shortDigest } from "../base/digest.js";
import { lineAt } from "../base/lines.js";

/** How the file came to hold them: it was not there, it ended without a line end, or it held whole lines. */
const hows = ["made", "joined", "added"] as const;
type How = (typeof hows)[number];

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
  const rest = (found.how === "joined" && behind === "" ? before.replace(/\r?\n$/, "") : before) + behind;
  return found.how === "made" && rest === "" ? null : bytesOf(rest);
}

/** Our lines without the marks; null where the file has none. */
export function blockIn(bytes: Uint8Array | null, mark: BlockMark = mergeMark): string | null {
  const text = bytes === null ? "" : latin(bytes);
  const found = find(text, mark);
  return found === null ? null : Buffer.from(text.slice(found.inner, found.close), "latin1").toString("utf8");
}

/**
 * What somebody did to our lines, so that neither to replace them nor to take them out is safe: one of their marks is gone, or something was typed
 * between them. `line` is where they begin, from 1; null where they are as we left them, or are not there.
 */
export function blockFault(
  bytes: Uint8Array | null,
  mark: BlockMark,
): { readonly kind: "torn" | "edited"; readonly line: number } | null {
  const text = bytes === null ? "" : latin(bytes);
  const [found, marks] = [find(text, mark), marksIn(text, mark)];
  const stray = marks.find(({ start }) => start !== found?.start && start !== found?.close);
  if (stray !== undefined) return { kind: "torn", line: lineAt(text, stray.start) };
  if (found === null) return null;
  const [, noted] = /, ([0-9a-f]{12}) -->$/.exec(text.slice(found.start, found.inner).trimEnd()) ?? [];
  const isAsLeft = noted === digestOf(text.slice(found.inner, found.close));
  return isAsLeft ? null : { kind: "edited", line: lineAt(text, found.start) };
}

function openingOf(mark: BlockMark): string {
  return `${mark.in === "markdown" ? "<!--" : "#"} >>> ${mark.name} (`;
}

function closingOf(mark: BlockMark): string {
  return mark.in === "markdown" ? `<!-- <<< ${mark.name} <<< -->` : `# <<< ${mark.name} <<<`;
}

function blockOf(lines: string, how: How, mark: BlockMark): string {
  const { by } = mark;
  const inner = latin(Buffer.from(lines));
  const says =
    mark.in === "markdown"
      ? `made by \`${by}\`; \`${by} --remove\` takes it out, ${digestOf(inner)} -->`
      : `made by \`${by} install\`; \`${by} uninstall\` takes it out`;
  return `${openingOf(mark)}${how}) >>> ${says}\n${inner}${closingOf(mark)}\n`;
}

/** The same with the line ends of Windows, which an editor may give the whole file. */
function digestOf(inner: string): string {
  return shortDigest(inner.replaceAll("\r\n", "\n"), 12);
}

interface Block {
  readonly start: number;
  /** Where our lines begin, and where the closing mark does. */
  readonly inner: number;
  readonly close: number;
  readonly end: number;
  readonly how: How;
}

/** The first opening mark that the next mark closes: what stands behind one that nothing closes is somebody's own. */
function find(text: string, mark: BlockMark): Block | null {
  const marks = marksIn(text, mark);
  for (const [at, { start, end: inner, how }] of marks.entries()) {
    const next = marks[at + 1];
    if (how !== null && next?.how === null) return { start, inner, close: next.start, end: next.end, how };
  }
  return null;
}

/** Lines that are marks, each with its line end; `how` is null at a closing one. */
function marksIn(
  text: string,
  mark: BlockMark,
): readonly { readonly start: number; readonly end: number; readonly how: How | null }[] {
  const [opening, closing] = [openingOf(mark), closingOf(mark)];
  const found: { start: number; end: number; how: How | null }[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline + 1;
    const line = text.slice(start, end).trimEnd();
    const how = hows.find((each) => line.startsWith(`${opening}${each})`));
    if (how !== undefined) found.push({ start, end, how });
    else if (line === closing) found.push({ start, end, how: null });
    start = end;
  }
  return found;
}

/** Bytes as characters one to one: the file need not be UTF-8 to be given back to the byte. */
export function latin(bytes: Uint8Array): string {
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
