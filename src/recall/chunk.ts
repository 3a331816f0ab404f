/** ChunkBlocks: the entries, paragraphs and headings of a body by a look at its lines; where a cut falls badly, no word is lost. */

export interface Block {
  /** UTF-16 offsets, at line starts; the end is behind the last line's content. */
  readonly start: number;
  readonly end: number;
  /** Whether it is an item of a list. */
  readonly item: boolean;
  readonly heading: boolean;
  /** Which heading it stands under, counted from 0; a heading stands under itself. */
  readonly section: number;
  /** The headings above it, itself included, outermost first. */
  readonly headings: readonly string[];
}

interface State {
  readonly text: string;
  readonly blocks: Block[];
  /** The headings in force, by depth. */
  stack: (string | undefined)[];
  headings: readonly string[];
  section: number;
  /** Of the open block; -1 where none is. */
  start: number;
  end: number;
  item: boolean;
  /** What closes the open code fence; null outside of one. */
  fence: string | null;
  blankBefore: boolean;
}

/**
 * A Markdown parser would tell more and cost a hundred times as much, for every page of a memory. Underlined headings and lists
 * inside quotes are running text here.
 */
export function blocksOf(text: string, from: number): readonly Block[] {
  const state: State = {
    text,
    blocks: [],
    stack: [],
    headings: [],
    section: 0,
    start: -1,
    end: -1,
    item: false,
    fence: null,
    blankBefore: false,
  };
  for (let at = from; at < text.length; ) {
    const lineFeed = text.indexOf("\n", at);
    const end = lineFeed < 0 ? text.length : lineFeed;
    takeLine(state, at, end);
    at = end + 1;
  }
  close(state);
  return state.blocks;
}

function takeLine(state: State, start: number, end: number): void {
  const line = state.text.slice(start, end);
  const content = line.trim();
  if (content === "") {
    state.blankBefore = true;
    return;
  }
  const indent = line.length - line.trimStart().length;
  if (state.fence !== null) {
    if (content.startsWith(state.fence) && content.replaceAll(state.fence.charAt(0), "") === "") state.fence = null;
    extend(state, start, end);
    return;
  }
  const depth = indent <= 3 ? headingDepth(content) : 0;
  if (depth > 0) {
    takeHeading(state, { start, end }, depth, content.slice(depth));
    return;
  }
  if (content.startsWith("```") || content.startsWith("~~~")) state.fence = content.slice(0, 3);
  const item = indent <= 1 && beginsItem(content);
  // What is indented behind a blank line still belongs to the item above it.
  const next = item || (state.blankBefore && !(state.item && indent >= 2));
  if (next) close(state);
  if (state.start < 0) state.item = item;
  extend(state, start, end);
}

function extend(state: State, start: number, end: number): void {
  if (state.start < 0) state.start = start;
  state.end = end;
  state.blankBefore = false;
}

function close(state: State): void {
  const { start, end, item, section, headings } = state;
  if (start >= 0) state.blocks.push({ start, end, item, heading: false, section, headings });
  state.start = -1;
  state.item = false;
}

function takeHeading(
  state: State,
  line: { readonly start: number; readonly end: number },
  depth: number,
  rest: string,
): void {
  close(state);
  state.section++;
  state.stack = state.stack.slice(0, depth);
  state.stack[depth] = titleOf(rest);
  state.headings = state.stack.filter((title): title is string => title !== undefined && title !== "");
  state.blocks.push({ ...line, item: false, heading: true, section: state.section, headings: state.headings });
  state.blankBefore = false;
}

/** 1 to 6; 0 where the line is no heading. */
function headingDepth(content: string): number {
  let depth = 0;
  while (content.charCodeAt(depth) === 35) depth++;
  if (depth === 0 || depth > 6) return 0;
  const next = content.charAt(depth);
  return next === "" || next === " " || next === "\t" ? depth : 0;
}

/** Without the hashes that may close it. */
function titleOf(rest: string): string {
  const title = rest.trim();
  let end = title.length;
  while (end > 0 && title.charCodeAt(end - 1) === 35) end--;
  return end === title.length || (end > 0 && title.charAt(end - 1) !== " ") ? title : title.slice(0, end).trimEnd();
}

function beginsItem(content: string): boolean {
  const first = content.charAt(0);
  if (first === "-" || first === "*" || first === "+") return content.charAt(1) === " ";
  let digits = 0;
  while (digits < 9 && isDigit(content.charCodeAt(digits))) digits++;
  const mark = content.charAt(digits);
  return digits > 0 && (mark === "." || mark === ")") && content.charAt(digits + 1) === " ";
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
