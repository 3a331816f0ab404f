/** RenderTable: columns that line up, whatever script the cells are written in, and the colors, width and escaping of one output stream. */

import pc from "picocolors";

export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
  readonly align?: "right";
}

const gap = 2;
const narrowest = 12;

/** Rows under a dim heading. On a terminal the widest columns give way until a row fits on one line. */
export function table(heading: readonly string[], rows: readonly (readonly Cell[])[], theme: Theme): string {
  const head: readonly Cell[] = heading.map((text, column) => {
    const right = rows[0]?.[column]?.align === "right";
    return right ? { text, paint: theme.dim, align: "right" } : { text, paint: theme.dim };
  });
  const all = [head, ...rows].map((row) => row.map((cell) => ({ ...cell, text: visibleLine(cell.text) })));
  const widths = narrowed(
    heading.map((_, column) => Math.max(...all.map((row) => columnsOf(row[column]?.text ?? "")))),
    theme.width,
  );
  return all.map((row) => line(row, widths)).join("");
}

function line(row: readonly Cell[], widths: readonly number[]): string {
  const cells = row.map((cell, column) => {
    const width = widths[column] ?? 0;
    const text = cut(cell.text, width);
    const pad = " ".repeat(width - columnsOf(text));
    const painted = cell.paint === undefined || text === "" ? text : cell.paint(text);
    return cell.align === "right" ? pad + painted : painted + pad;
  });
  return `${cells.join(" ".repeat(gap)).trimEnd()}\n`;
}

function narrowed(widths: readonly number[], available: number | null): readonly number[] {
  if (available === null) return widths;
  const fitted = [...widths];
  let over = fitted.reduce((sum, width) => sum + width, gap * (fitted.length - 1)) - available;
  while (over > 0) {
    const widest = Math.max(...fitted);
    if (widest <= narrowest) break;
    fitted[fitted.indexOf(widest)] = widest - 1;
    over -= 1;
  }
  return fitted;
}

/** At most `width` columns of the text, ending in an ellipsis when something was left out. */
export function cut(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  let kept = "";
  let used = 0;
  for (const { segment } of graphemes().segment(text)) {
    const next = used + graphemeColumns(segment);
    if (next > width - 1) break;
    kept += segment;
    used = next;
  }
  return `${kept}…`;
}

/** Columns a terminal gives the text: 2 for East Asian wide characters and emoji, 0 for marks that combine. */
export function columnsOf(text: string): number {
  if (isAscii(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes().segment(text)) columns += graphemeColumns(segment);
  return columns;
}

let segmenter: Intl.Segmenter | null = null;

/** Made when the first text needs it: its tables cost every start as much as a third of node's own. */
function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter;
}

const alone = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const emoji = /^\p{Emoji_Presentation}|^\p{Extended_Pictographic}\ufe0f/u;

function graphemeColumns(segment: string): number {
  const code = segment.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (alone.test(segment)) return 0;
  const isWide = wide.some(([first, last]) => code >= first && code <= last);
  return isWide || emoji.test(segment) ? 2 : 1;
}

/** Blocks of Unicode's East Asian Width W and F, rounded to whole blocks. */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7e) return false;
  return true;
}

// Theme: colors, width and the escaping of everything that came from a file, for one output stream.

type Paint = (text: string) => string;

export interface Theme {
  /** Columns of the terminal; null where the output is no terminal and nothing is cut or wrapped. */
  readonly width: number | null;
  readonly terminal: boolean;
  readonly colors: boolean;
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
}

/** A stream as far as looks are concerned. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Colors on a terminal unless NO_COLOR or `--no-color` says otherwise; FORCE_COLOR paints a pipe as well. */
export function themeFor(screen: Screen, env: NodeJS.ProcessEnv, choice: "auto" | "never"): Theme {
  const terminal = screen.isTTY === true;
  const refused = choice === "never" || Boolean(env.NO_COLOR) || (terminal && env.TERM === "dumb");
  const forced = Boolean(env.FORCE_COLOR) && env.FORCE_COLOR !== "0";
  const colors = !refused && (forced || terminal);
  const paint = pc.createColors(colors);
  const columns = screen.columns ?? 80;
  return {
    width: terminal ? Math.max(40, columns) : null,
    terminal,
    colors,
    bold: paint.bold,
    dim: paint.dim,
    red: paint.red,
    green: paint.green,
    yellow: paint.yellow,
    cyan: paint.cyan,
  };
}

/**
 * The text with every control character (except newline and tab) and every bidirectional override written out, so that
 * a page can neither move the cursor, recolor the terminal, nor show its letters in another order.
 */
export function visible(text: string): string {
  let safe = "";
  let clean = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (!isHostile(code)) continue;
    safe += text.slice(clean, at) + (text.startsWith("\r\n", at) ? "" : written(code));
    clean = at + 1;
  }
  return clean === 0 ? text : safe + text.slice(clean);
}

/** `visible`, on one line: newlines and tabs are written out too. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

function isHostile(code: number): boolean {
  if (code < 0x20) return code !== 0x0a && code !== 0x09;
  if (code >= 0x7f && code <= 0x9f) return true;
  if (code === 0x200e || code === 0x200f || code === 0x061c) return true;
  if (code === 0x2028 || code === 0x2029) return true;
  return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

function written(code: number): string {
  return code <= 0xff ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
