/** Blocks: the top-level headings and entries of a body as a Markdown parser finds them, each where it lies. */

import type { RootContent } from "mdast";
import { entryDigest, entryTags } from "../entry-digest.js";
import type { Entry, EntryKind } from "./blocks--body.js";
import type { FoundHeading } from "./blocks--heading-scan.js";
import { parseTree, plainText, type Tree } from "./tangle--tree.js";

/** A heading, or an entry that does not know yet what it stands under. */
export type Block =
  | { readonly heading: FoundHeading }
  | { readonly entry: Pick<Entry, "kind" | "start" | "end" | "digest" | "tags"> };

/** In the order of the text. */
export function parseBlocks(text: string, bodyStart: number): readonly Block[] {
  const tree = parseTree(text, bodyStart);
  const headings = headingsIn(text, tree);
  const nodes = tree.blocks.flatMap((block): readonly RootContent[] =>
    block.type === "list" ? block.children : [block],
  );
  let nextHeading = 0;
  return nodes.flatMap((node, i): readonly Block[] => {
    if (node.type === "heading") {
      const heading = headings[nextHeading++];
      return heading === undefined ? [] : [{ heading }];
    }
    const end = Math.min(tree.endOf(node), nextItemStart(text, tree, nodes[i + 1]));
    const entry = {
      kind: kindOf(node),
      start: lineStart(text, tree.startOf(node)),
      end: lineEnd(text, end),
      digest: entryDigest(text, { node, end }, tree),
      tags: entryTags(text, node, tree),
    };
    return [{ entry }];
  });
}

/** The parser lets an item that ends in an open code fence reach over the marker of the next item. */
function nextItemStart(text: string, tree: Tree, next: RootContent | undefined): number {
  return next?.type === "listItem" ? lineStart(text, tree.startOf(next)) : text.length;
}

/** With their places, and titles as a reader sees them. */
export function headingsIn(text: string, tree: Tree): readonly FoundHeading[] {
  const found: FoundHeading[] = [];
  for (const [i, block] of tree.blocks.entries()) {
    if (block.type !== "heading") continue;
    const before = tree.blocks[i - 1];
    // The parser lets an underlined heading begin at the definitions right above it.
    const least = before?.type === "definition" ? text.indexOf("\n", tree.endOf(before)) + 1 : 0;
    found.push({
      depth: block.depth,
      title: plainText(block.children),
      start: lineStart(text, Math.max(tree.startOf(block), least)),
      end: lineEnd(text, tree.endOf(block)),
    });
  }
  return found;
}

function kindOf(node: RootContent): EntryKind {
  switch (node.type) {
    case "listItem":
      return "bullet";
    case "blockquote":
      return "quote";
    case "thematicBreak":
      return "rule";
    case "paragraph":
    case "code":
    case "html":
      return node.type;
    default:
      return "other";
  }
}

export function lineStart(text: string, offset: number): number {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return offset === 0 || (start === 0 && text.charCodeAt(0) === 0xfeff) ? Math.min(offset, start + 1) : start;
}

/** The end of the line's content: behind the last character that is no line end. */
export function lineEnd(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && (text[at - 1] === "\n" || text[at - 1] === "\r")) at--;
  const lineFeed = text.indexOf("\n", at);
  if (lineFeed < 0) return text.length;
  return text[lineFeed - 1] === "\r" && lineFeed > at ? lineFeed - 1 : lineFeed;
}
