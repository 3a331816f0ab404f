/** Character: the classes of characters by which YAML and Markdown are read; no other space of Unicode is white space to them. */

/** A space, a tab, or the end of a line. */
export function isBreakOrBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** One of `,[]{}`. */
export function isFlowIndicator(code: number): boolean {
  return code === 0x2c || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d;
}

/** Nothing but spaces, tabs and line ends. */
export function isBlankText(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isBreakOrBlank(text.charCodeAt(i))) return false;
  return true;
}
