/** Render receipt: what came of a prompt on one screen: the largest pages in it, and the others and those left out by count. */

import type { AssembleAnswer } from "../../prompt/assemble--assemble.js";

/** Lines of a receipt that is shown whole; a longer one is told by counts. */
const wholeMax = 20;
const largestMax = 10;
const shortMax = 2;

/** Lines as the receipt has them; `all`: every one. */
export function receiptRows(answer: AssembleAnswer, all: boolean): readonly string[] {
  const lines = answer.receipt.trimEnd().split("\n");
  if (all || lines.length <= wholeMax) return lines;
  const { selected, omitted } = answer;
  const short = lines.slice(selected.length + omitted.length, -1);
  const largest = new Set([...selected].sort((a, b) => b.tokens - a.tokens).slice(0, largestMax));
  const rest = selected.filter((page) => !largest.has(page));
  const reasons = [...new Set(omitted.map(({ reason }) => reason))];
  const [wide, narrow] = [widest([...selected, ...omitted]), widest([...largest])];
  return [
    ...lines.slice(0, selected.length).flatMap((line, at) => {
      const page = selected[at]!;
      return largest.has(page) ? [narrowed(line, page.id, wide - narrow)] : [];
    }),
    ...(rest.length === 0 ? [] : [`in   ${rest.length} more: ${byKind(rest)}`]),
    ...reasons.map((reason) => {
      const out = omitted.filter((page) => page.reason === reason);
      return `out  ${out.length} ${reason}: ${byKind(out)}`;
    }),
    ...short.slice(0, shortMax),
    ...(short.length > shortMax ? [`short ${short.length - shortMax} more`] : []),
    `${lines.at(-1)}; every page: --all`,
  ];
}

/** In code points, as the columns of a receipt are counted. */
function widest(pages: readonly { readonly id: string }[]): number {
  return Math.max(0, ...pages.map(({ id }) => [...id].length));
}

/** A column as wide as what is shown of it needs. */
function narrowed(line: string, id: string, by: number): string {
  const end = idColumn + id.length;
  return line.slice(0, end) + line.slice(end + by);
}

const idColumn = "out  ".length;

/** `31 log, 4 memory`: the most first. */
function byKind(pages: readonly { readonly kind: string }[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of pages) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const sorted = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return sorted.map(([kind, count]) => `${count} ${kind}`).join(", ");
}
