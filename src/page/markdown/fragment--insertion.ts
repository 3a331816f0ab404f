/** Insertion: whether a text with something put in still says all that it said, block by block. */

import type { Entry, Heading, Outline } from "./blocks--body.js";

/**
 * `after` is `before` with the blocks of `added` in one place and nothing else; what was added stands in the section `slug`
 * (anywhere where it is null), and all the rest in the sections where it stood, unless `added` brings headings of its own.
 */
export function isInsertion(before: Outline, after: Outline, added: Outline, slug: string | null): boolean {
  const [was, is, fresh] = [blocksIn(before), blocksIn(after), blocksIn(added)];
  if (is.length !== was.length + fresh.length) return false;
  const hasHeadings = added.headings.length > 0;
  const isSame = (a: Block | undefined, b: Block | undefined): boolean =>
    a?.says === b?.says && (hasHeadings || a?.section === b?.section);
  let least = was.length;
  while (least > 0 && isSame(was[least - 1], is[least - 1 + fresh.length])) least -= 1;
  for (let at = 0; at <= was.length && (at === 0 || isSame(was[at - 1], is[at - 1])); at++) {
    if (at < least) continue;
    if (fresh.every((block, i) => block.says === is[at + i]?.says) && isIn(is[at], slug)) return true;
  }
  return false;
}

interface Block {
  readonly start: number;
  readonly says: string;
  /** Of an entry; a heading is where it is. */
  readonly section: string | null;
}

function isIn(first: Block | undefined, slug: string | null): boolean {
  return slug === null || first === undefined || first.section === slug || first.says.startsWith("#");
}

/** Headings and entries in the order of the text. */
function blocksIn({ headings, entries }: Outline): readonly Block[] {
  const blocks = [...headings.map(ofHeading), ...entries.map(ofEntry)];
  return blocks.sort((a, b) => a.start - b.start);
}

function ofHeading({ start, depth, title }: Heading): Block {
  return { start, says: `${"#".repeat(depth)} ${title}`, section: null };
}

function ofEntry({ start, kind, digest, section }: Entry): Block {
  return { start, says: `${kind} ${digest}`, section };
}
