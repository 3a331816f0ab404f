/** Nearest: how near pages are to a question by the cosine of their vectors, each page by the nearest of its chunks. */

/** A page, or a section that is one, with the chunks of it that are embedded. */
export interface VectorPage {
  /** `store`, a line feed, and the page's name in it. */
  readonly name: string;
  readonly chunks: readonly VectorChunk[];
}

export interface VectorChunk {
  readonly chunk: number;
  /** Of length 1. */
  readonly vector: Float32Array;
}

export interface NearPage<P extends VectorPage> {
  readonly page: P;
  /** The nearest of its chunks; the first of equals. */
  readonly chunk: number;
  /** Counted from 1; pages that are equally near share one. */
  readonly rank: number;
  /** Cosine of its nearest chunk: -1 to 1. */
  readonly similarity: number;
  /** How far above what a page of this memory has by chance, as a share of what is left to 1: 0 to 1. */
  readonly closeness: number;
}

interface Nearness<P extends VectorPage> {
  /** Nearest first, at most as many as were asked for, and none that is nearer by chance alone. */
  readonly best: readonly NearPage<P>[];
  /** null for a page without a vector. */
  of(name: string): NearPage<P> | null;
}

/**
 * Models differ in what they call unlike: two texts that have nothing in common get 0.05 of one and 0.6 of another. The median page has
 * nothing to do with most questions, so it stands for that; below this share of the way from there to 1, nearness is chance.
 */
const closenessMin = 0.25;
/** Of fewer pages the median is one that may well be meant. */
const pagesForMedian = 8;

export function nearest<P extends VectorPage>(
  question: Float32Array,
  pages: readonly P[],
  limit: number,
): Nearness<P> {
  const similarities = new Float64Array(pages.length);
  for (const [i, { chunks }] of pages.entries()) {
    let best = -1;
    for (const { vector } of chunks) best = Math.max(best, dot(question, vector));
    similarities[i] = best;
  }
  const ordered = Float64Array.from(similarities).sort().reverse();
  const chance = chanceOf(ordered);
  const at = new Map(pages.map(({ name }, i) => [name, i]));
  const near = (i: number): NearPage<P> => {
    const similarity = similarities[i]!;
    const closeness = Math.max(0, Math.min(1, (similarity - chance) / Math.max(1e-6, 1 - chance)));
    const page = pages[i]!;
    return {
      page,
      chunk: nearestChunk(question, page),
      rank: 1 + countAbove(ordered, similarity),
      similarity,
      closeness,
    };
  };
  const last = ordered[Math.min(limit, ordered.length) - 1] ?? 1;
  const best = pages
    .flatMap((_, i) => (similarities[i]! >= last ? [near(i)] : []))
    .filter(({ closeness }) => closeness >= closenessMin)
    .sort((a, b) => a.rank - b.rank || (a.page.name < b.page.name ? -1 : 1))
    .slice(0, limit);
  return {
    best,
    of: (name) => (at.has(name) ? near(at.get(name)!) : null),
  };
}

function nearestChunk(question: Float32Array, { chunks }: VectorPage): number {
  let best = chunks[0]?.chunk ?? 0;
  let most = Number.NEGATIVE_INFINITY;
  for (const { chunk, vector } of chunks) {
    const value = dot(question, vector);
    if (value > most) [best, most] = [chunk, value];
  }
  return best;
}

/** Four sums at once: one would wait for itself. */
export function dot(a: Float32Array, b: Float32Array): number {
  const size = a.length;
  let [w, x, y, z] = [0, 0, 0, 0];
  let i = 0;
  for (; i + 3 < size; i += 4) {
    w += a[i]! * b[i]!;
    x += a[i + 1]! * b[i + 1]!;
    y += a[i + 2]! * b[i + 2]!;
    z += a[i + 3]! * b[i + 3]!;
  }
  for (; i < size; i += 1) w += a[i]! * b[i]!;
  return w + x + (y + z);
}

function chanceOf(ordered: Float64Array): number {
  if (ordered.length < pagesForMedian) return Math.max(0, ordered.at(-1) ?? 0) / 2;
  return Math.max(0, ordered[ordered.length >> 1]!);
}

/** `ordered` falls. */
function countAbove(ordered: Float64Array, value: number): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ordered[middle]! > value) low = middle + 1;
    else high = middle;
  }
  return low;
}
