/** EmbedderAnswer: what an endpoint answered to `/embeddings`, as vectors of length 1, or null where it has not the form asked for. */

import { z } from "zod";

const numbersMax = 8_192;

const schema = z.object({
  data: z.array(
    z.object({ index: z.int().nonnegative().optional(), embedding: z.array(z.number()).min(1).max(numbersMax) }),
  ),
});

/** One vector for each of `count` texts, in their order and of one size. An endpoint that numbers none answers in order. */
export function vectorsIn(text: string, count: number): readonly Float32Array[] | null {
  const read = schema.safeParse(parsed(text));
  if (!read.success || read.data.data.length !== count) return null;
  const vectors: (Float32Array | undefined)[] = Array(count).fill(undefined);
  for (const [at, { index = at, embedding }] of read.data.data.entries()) {
    const vector = unit(embedding);
    if (vector === null || index >= count || vectors[index] !== undefined) return null;
    vectors[index] = vector;
  }
  const size = vectors[0]?.length;
  return vectors.every((vector) => vector !== undefined && vector.length === size)
    ? (vectors as Float32Array[])
    : null;
}

/** null where it points nowhere. */
function unit(numbers: readonly number[]): Float32Array | null {
  let squares = 0;
  for (const number of numbers) squares += number * number;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) return null;
  return Float32Array.from(numbers, (number) => number / length);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
