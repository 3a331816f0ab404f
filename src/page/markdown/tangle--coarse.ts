/** Coarse: the blocks of a text that a Markdown parser would take minutes for, by its lines alone, as nodes of the same shape. */

import type { Heading, List, Paragraph, RootContent } from "mdast";

/** Titles of `#`, items of bullets at the left edge, and paragraphs between blank lines; what they hold is text. */
export function coarseBlocks(text: string, from: number): readonly RootContent[] {
  const blocks: RootContent[] = [];
  let open: { start: number; end: number; isItem: boolean } | null = null;
  const close = (): void => {
    if (open !== null)
      blocks.push(open.isItem ? listOf(text, open.start, open.end) : paragraph(text, open.start, open.end));
    open = null;
  };
  for (let start = from; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const next = found < 0 ? text.length : found + 1;
    const end = found > start && text[found - 1] === "\r" ? found - 1 : found < 0 ? text.length : found;
    const depth = depthOf(text, start);
    const isItem = "-*+".includes(text[start] ?? "x") && text[start + 1] === " ";
    if (text.slice(start, end).trim() === "") close();
    else if (depth > 0) {
      close();
      blocks.push(heading(text, { start, end, depth: depth as Heading["depth"] }));
    } else if (isItem || open === null) {
      close();
      open = { start, end, isItem };
    } else (open as { end: number }).end = end;
    start = next;
  }
  close();
  return blocks;
}

/** 0 where the line is no title. */
function depthOf(text: string, start: number): number {
  let depth = 0;
  while (depth < 7 && text[start + depth] === "#") depth++;
  return depth < 7 && text[start + depth] === " " ? depth : 0;
}

function placed(start: number, end: number): NonNullable<RootContent["position"]> {
  // Nobody here asks for lines and columns; counting them would be work for nothing.
  return { start: { line: 1, column: 1, offset: start }, end: { line: 1, column: 1, offset: end } };
}

function paragraph(text: string, start: number, end: number): Paragraph {
  const position = placed(start, end);
  return { type: "paragraph", position, children: [{ type: "text", value: text.slice(start, end), position }] };
}

function heading(
  text: string,
  { start, end, depth }: { readonly start: number; readonly end: number; readonly depth: Heading["depth"] },
): Heading {
  const from = start + depth + 1;
  const children = [{ type: "text" as const, value: text.slice(from, end).trim(), position: placed(from, end) }];
  return { type: "heading", depth, position: placed(start, end), children };
}

function listOf(text: string, start: number, end: number): List {
  const position = placed(start, end);
  const children = [
    {
      type: "listItem" as const,
      spread: false,
      checked: null,
      position,
      children: [paragraph(text, start + 2, end)],
    },
  ];
  return { type: "list", ordered: false, start: null, spread: false, position, children };
}
