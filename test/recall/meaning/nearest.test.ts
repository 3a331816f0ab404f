/** Nearest: the cosine against a plain one, whole ranks, what stands beside, and a bar that chance does not pass whatever a model calls unlike. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { dot, nearest, type VectorPage } from "../../../src/recall/meaning/fuse.js";

const unit = (numbers: readonly number[]): Float32Array => {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
};
/** Chunks that are not next to each other, unless `step` is 1. */
const page = (name: string, vectors: readonly (readonly number[])[], step = 2, believed = 1): VectorPage => ({
  name,
  believed,
  chunks: vectors.map((numbers, at) => ({ chunk: at * step, vector: unit(numbers) })),
});
/** A vector whose cosine with [1, 0] is this. */
const at = (cosine: number): readonly number[] => [cosine, Math.sqrt(1 - cosine * cosine)];
const question = Float32Array.of(1, 0);
const names = (near: ReturnType<typeof nearest>): string[] =>
  near.best.map(({ page, chunk }) => `${page.name}${chunk}`);

test("the dot product is that of a plain sum, at every length", () => {
  const numbers = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const size = Math.min(a.length, b.length);
      const plain = a.slice(0, size).reduce((sum, value, i) => sum + value * b[i]!, 0);
      expect(dot(Float32Array.from(a.slice(0, size)), Float32Array.from(b.slice(0, size)))).toBe(plain);
    }),
  );
});

test("chunks go by their own nearness, several of a page; ranks count from 1 and equals share one", () => {
  const pages = [page("b", [at(0.2), at(0.8)]), page("a", [at(0.9), at(0.7)]), page("c", [at(0.8), at(0.1)])];
  const near = nearest(question, pages, 10);
  expect(near.best.map(({ page, chunk, rank }) => [page.name, chunk, rank])).toEqual([
    ["a", 0, 1],
    ["b", 2, 2],
    ["c", 0, 2],
    ["a", 2, 4],
  ]);
  expect([near.of("b", 2)!.similarity, near.of("b", 1), near.of("x", 0)]).toEqual([
    expect.closeTo(0.8, 6),
    null,
    null,
  ]);
  expect([near.of("a", 0)!.meant, near.of("c", 2)!.meant]).toEqual([1, 0]);
  expect(near.of("a", 2)!.meant).toBeLessThan(near.of("b", 2)!.meant);
  expect(names(nearest(question, pages, 1))).toEqual(["a0"]);
});

test("what stands beside what is near is nearer for it, and what is near no further for what stands beside", () => {
  const near = nearest(question, [page("a", [at(0.9), at(0.1), at(0.1)], 1), page("b", [at(0.1), at(0.1)], 1)], 10);
  expect([0, 1, 2].map((chunk) => near.of("a", chunk)!.similarity)).toEqual(
    [0.9, 0.1 + 0.2 * 0.8, 0.1].map((value) => expect.closeTo(value, 6)),
  );
});

test("a chunk is meant as far as the model of its store is believed", () => {
  const near = nearest(
    question,
    [page("a", [at(0.9)], 2, 0.3), page("b", [at(0.9)], 2, 0.6), page("c", [at(0)])],
    10,
  );
  expect([near.of("a", 0)!.meant, near.of("b", 0)!.meant]).toEqual([expect.closeTo(0.3, 9), expect.closeTo(0.6, 9)]);
});

test.each([0.05, 0.35, 0.6])("where unlike texts get %f, only what stands out is near", (unlike) => {
  const crowd = Array.from({ length: 40 }, (_, i) => page(`p${i}`, [at(unlike + (i % 5) * 0.01)]));
  expect(nearest(question, crowd, 10).best).toEqual([]);
  const meant = page("meant", [at(unlike + 0.4 * (1 - unlike))]);
  expect(names(nearest(question, [...crowd, meant], 10))).toEqual(["meant0"]);
});

test("no chunk is near where nothing is embedded, and what points away is not", () => {
  expect(nearest(question, [], 10).best).toEqual([]);
  expect(nearest(question, [page("a", [[-1, 0]]), page("b", [[0, 1]])], 10).best).toEqual([]);
});
