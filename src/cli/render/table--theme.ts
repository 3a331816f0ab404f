/** Theme: colors, width and the escaping of everything that came from a file, for one output stream. */

import pc from "picocolors";

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
    safe += text.slice(clean, at) + written(code);
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
