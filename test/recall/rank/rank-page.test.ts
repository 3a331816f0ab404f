/** RankPage: what takes part of a page is what may be seen, of the days asked for, near what was found. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChunkSketch, isWithin, pageFor } from "../../../src/recall/rank/rows.js";

const slugs = ["a", "b"];
const span = { from: "1970-01-03", to: "1970-01-05" };

/** By chunk: its section, -1 for none, and its day, -1 for none. */
const chunks = fc.array(fc.tuple(fc.integer({ min: -1, max: 1 }), fc.integer({ min: -1, max: 6 })), {
  minLength: 1,
  maxLength: 8,
});

describe("the chunks of a page", () => {
  it("are those that may be seen, and hits those of the days asked for", () => {
    const open = fc.subarray([null, ...slugs]);
    fc.assert(
      fc.property(
        chunks,
        open,
        fc.boolean(),
        fc.boolean(),
        fc.infiniteStream(fc.boolean()),
        (made, seen, dated, exact, pick) => {
          const sketches = made.map(([slug, day]) => {
            const of = day < 0 ? null : day;
            return { slug, from: of, to: of } as ChunkSketch;
          });
          const found = made.flatMap((_, i) => (pick.next().value ? [i] : []));
          const asked: string[] = [];
          const admits = (path: string, slug: string | null): boolean => {
            asked.push(`${path}#${slug}`);
            return seen.includes(slug);
          };
          const within = dated ? span : null;
          const sketched = { path: "p.md", slugs, chunks: sketches };
          const page = pageFor(7, sketched, found, { admits, within }, exact);
          const isOpen = (i: number): boolean => seen.includes(slugs[made[i]![0]] ?? null);
          const isHit = (i: number): boolean =>
            isOpen(i) && isWithin(sketches[i]!, within) && (!exact || found.includes(i));
          const heard = made.map((_, i) => i).filter(isOpen);
          expect(page.heard).toEqual(heard);
          expect(page.eligible).toEqual(heard.map(isHit));
          expect(page.admitted).toBe(found.filter(isHit).length);
          expect(page.refused).toBe(found.filter((i) => !isOpen(i)).length);
          expect(new Set(asked).size).toBe(asked.length);
        },
      ),
    );
  });
});
