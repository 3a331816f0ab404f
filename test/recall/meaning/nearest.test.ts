/** Nearest: the cosine against a plain one, whole ranks, and a bar that chance does not pass whatever a model calls unlike. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { dot, nearest, type VectorPage } from "../../../src/recall/meaning/fuse.js";

const unit = (numbers: readonly number[]): Float32Array => {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
};
const page = (name: string, ...vectors: readonly (readonly number[])[]): VectorPage => ({
  name,
  chunks: vectors.map((numbers, chunk) => ({ chunk, vector: unit(numbers) })),
});
/** A vector whose cosine with [1, 0] is this. */
const at = (cosine: number): readonly number[] => [cosine, Math.sqrt(1 - cosine * cosine)];
const question = Float32Array.of(1, 0);

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

test("pages go by the nearest of their chunks, ranks count from 1 and equals share one", () => {
  const pages = [page("b", at(0.2), at(0.8)), page("a", at(0.9)), page("c", at(0.8), at(0.1)), page("d", at(0.1))];
  const near = nearest(question, pages, 10);
  expect(near.best.map((one) => [one.page.name, one.rank])).toEqual([
    ["a", 1],
    ["b", 2],
    ["c", 2],
  ]);
  expect(near.of("d")).toMatchObject({ rank: 4, closeness: expect.closeTo(0.0526, 3) });
  expect([near.of("b")!.similarity, near.of("other")]).toEqual([expect.closeTo(0.8, 6), null]);
  expect([near.of("b")!.chunk, near.of("c")!.chunk]).toEqual([1, 0]);
  expect(nearest(question, pages, 1).best.map((one) => one.page.name)).toEqual(["a"]);
});

test.each([0.05, 0.35, 0.6])("where unlike texts get %f, only what stands out is near", (unlike) => {
  const crowd = Array.from({ length: 40 }, (_, i) => page(`p${i}`, at(unlike + (i % 5) * 0.01)));
  expect(nearest(question, crowd, 10).best).toEqual([]);
  const meant = page("meant", at(unlike + 0.4 * (1 - unlike)));
  expect(nearest(question, [...crowd, meant], 10).best.map((one) => one.page.name)).toEqual(["meant"]);
});

test("no page is near where nothing is embedded, and what points away is not", () => {
  expect(nearest(question, [], 10).best).toEqual([]);
  expect(nearest(question, [page("a", [-1, 0]), page("b", [0, 1])], 10).best).toEqual([]);
});
