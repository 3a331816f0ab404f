/** Print: the pages as one text for the model, each in a block whose bounds can be read back exactly. */

import type { Oid, PageId, PagePath } from "../base/ids.js";
import { assert } from "../base/result--assert.js";
import type { Fidelity, PageType, Pin } from "../page/page--page.js";
import { printAttribute, versionMark } from "./print--attribute.js";
import { fenceFor, fencesIn } from "./print--fence.js";
import { orderBlocks } from "./print--layout.js";

/** One page as the model will see it. */
export interface PromptBlock {
  readonly id: PageId;
  readonly type: PageType;
  /** Decides the place in the prompt; not printed. */
  readonly pin: Pin;
  /** Left out of the block where empty. */
  readonly title: string;
  readonly fidelity: Fidelity;
  readonly path: PagePath;
  readonly oid: Oid;
  /** The page at that fidelity, byte for byte: it is data, so nothing in it is escaped or cleaned. */
  readonly text: string;
}

/**
 * The prompt text: blocks in the order of `orderBlocks`, each between lines that carry the fence, in a frame; ends in a newline. The fence
 * hangs on the first block alone, so a change further down leaves every byte above it as it was (paper section 3, "deterministic
 * prompt assembly"). The same blocks give the same bytes in whatever order they come.
 */
export function printPrompt(blocks: readonly PromptBlock[]): string {
  const ordered = orderBlocks(blocks);
  assert(new Set(blocks.map((block) => block.id)).size === blocks.length, "every block has an id of its own");
  const [first] = ordered;
  const seed = first === undefined ? "" : `${openLine(first, "")}${first.text}`;
  const fence = fenceFor(seed, ordered.flatMap(runsOf));
  const [open, close] = frameLines(fence);
  return `${open}${ordered.map((block) => printBlock(block, fence)).join("")}${close}`;
}

/**
 * One block with a fence that the caller vouches for. Begins with `<` and ends in `>` and a newline, whatever the text holds. A block
 * without text, as a pointer is, takes one line: what it points to stands in its attributes.
 */
export function printBlock(block: PromptBlock, fence: string): string {
  const open = openLine(block, fence);
  return block.text === "" ? `${open.slice(0, -2)}/>\n` : `${open}${block.text}${closeLine(fence)}`;
}

/** The line that opens a block, its newline included. */
function openLine(block: PromptBlock, fence: string): string {
  return `<page-${fence}${attributesOf(block)}>\n`;
}

/** Most blocks of a prompt are those of the prompt before, the same objects. */
const attributes = new WeakMap<PromptBlock, string>();

function attributesOf(block: PromptBlock): string {
  const known = attributes.get(block);
  if (known !== undefined) return known;
  const title = block.title === "" ? "" : printAttribute("title", block.title);
  const source = printAttribute("source", `${block.path}${versionMark(block.oid)}`);
  const what = `${printAttribute("type", block.type)}${printAttribute("fidelity", block.fidelity)}`;
  const printed = `${printAttribute("id", block.id)}${what}${title}${source}`;
  attributes.set(block, printed);
  return printed;
}

const runs = new WeakMap<PromptBlock, readonly string[]>();

/** What of a block could be taken for a fence. */
function runsOf(block: PromptBlock): readonly string[] {
  const known = runs.get(block) ?? fencesIn([openLine(block, ""), block.text]);
  runs.set(block, known);
  return known;
}

/** The line that closes a block. Its leading newline is not the text's: it is always there, so a text needs no newline of its own. */
export function closeLine(fence: string): string {
  return `\n</page-${fence}>\n`;
}

/** The first and the last line of the prompt, newlines included. */
export function frameLines(fence: string): readonly [open: string, close: string] {
  return [`<memory fence="${fence}" read="pagefile show ID">\n`, `</memory-${fence}>\n`];
}
