/** Draws: how often a property is drawn: an eighth of its full number, and fifty at least, where `npm run draws` does not ask for all. */

const isFull = process.env.PAGEFILE_DRAWS === "full";

/** Of what one test goes through, every so many, from another one on for each `turn`; all of it where `npm run draws` asks for all. */
export function everyNth<T>(of: readonly T[], nth: number, turn = 0): readonly T[] {
  return isFull ? of : of.filter((_, at) => (at + turn) % nth === 0);
}

/** Both runs begin with the same draws, for both have the seed of `seeds.ts`. */
export function draws(full: number): number {
  return isFull ? full : Math.min(full, Math.max(50, Math.ceil(full / 8)));
}
