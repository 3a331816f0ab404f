/** EmbedderOpenAi: asks an endpoint for vectors, in batches, and halves a batch that it will not take until it is known which text it is. */

import type { Failure } from "../../base/result.js";
import { type EmbedEndpoint, requestVectors } from "./embedder.js";
import type { EmbedBounds, Embedded } from "./endpoint--embedder.js";

const batchMax = 64;
const batchCharsMax = 96_000;
/** An endpoint that refused this often and took nothing refuses all. */
const refusalsMax = 8;

type Span = readonly [start: number, end: number];

export async function embedOpenAi(
  endpoint: EmbedEndpoint,
  texts: readonly string[],
  { msMax, batch = batchMax }: EmbedBounds,
): Promise<Embedded> {
  const deadline = performance.now() + msMax;
  const vectors: (Float32Array | null)[] = texts.map(() => null);
  const alone: number[] = [];
  let size: number | null = null;
  let refusals = 0;
  let why: string | null = null;
  const spans = [...batches(texts, Math.min(batch, batchMax))].reverse();
  for (let span = spans.pop(); span !== undefined && why === null; span = spans.pop()) {
    const [start, end] = span;
    const reply = await requestVectors(endpoint, texts.slice(start, end), deadline);
    if (reply.kind === "failed") why = reply.why;
    else if (reply.kind === "refused") {
      refusals += 1;
      if (size === null && (refusals === refusalsMax || texts.length === 1))
        why = `it answered with status ${reply.status}`;
      const middle = (start + end) >> 1;
      if (end - start === 1) alone.push(start);
      else spans.push([middle, end], [start, middle]);
    } else {
      const got = reply.vectors[0]?.length ?? 0;
      if (size !== null && got !== size) why = `it gave ${got} numbers for one text and ${size} for another`;
      else for (const [i, vector] of reply.vectors.entries()) vectors[start + i] = vector;
      size ??= got;
    }
  }
  // What is refused while others are taken is the text's fault, and will be refused again.
  if (size === null && alone.length > 0) why ??= "it took none of the texts";
  const refused = new Set(size === null ? [] : alone);
  return {
    vectors: vectors.map((vector, i) => (refused.has(i) ? "refused" : vector)),
    failure: why === null ? null : failure(why),
  };
}

function* batches(texts: readonly string[], count: number): Iterable<Span> {
  let start = 0;
  let chars = 0;
  for (const [i, text] of texts.entries()) {
    if (i > start && (i - start === count || chars + text.length > batchCharsMax)) {
      yield [start, i];
      start = i;
      chars = 0;
    }
    chars += text.length;
  }
  if (start < texts.length) yield [start, texts.length];
}

function failure(why: string): Failure {
  const hint = "Look at PAGEFILE_EMBEDDER_URL, _MODEL and _KEY, or unset them; then: pagefile index embed";
  return { code: "io_failed", errno: "EREMOTEIO", says: `The embedder was not of use: ${why}.`, hint };
}
