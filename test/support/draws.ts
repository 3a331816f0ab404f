/** Draws: how often a property is drawn: an eighth of its full number, and fifty at least, where `npm run draws` does not ask for all. */

const isFull = process.env.PAGEFILE_DRAWS === "full";

/** Both runs begin with the same draws, for both have the seed of `seeds.ts`. */
export function draws(full: number): number {
  return isFull ? full : Math.min(full, Math.max(50, Math.ceil(full / 8)));
}
