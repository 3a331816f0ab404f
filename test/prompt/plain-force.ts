/** Plain force: one step up for as many of the last 32 steps as it takes to make room. */

import type { Exchange, Move } from "./plain-mend.js";
import type { Taken, Upgradable } from "./plain-upgrade.js";

/** The best that gains more than this; null for none. The first of equals wins. */
export function force(
  pages: readonly Upgradable[],
  rises: readonly Move[],
  taken: readonly Taken[],
  left: number,
  gainMin: number,
): Exchange | null {
  const falls = taken
    .slice(-32)
    .reverse()
    .map((step) => fallOf(pages[step.page] as Upgradable, step));
  let best: Exchange | null = null;
  for (const rise of rises) {
    const downs = roomFor(rise, falls, left);
    if (downs === null) continue;
    const gain = rise.utility - downs.lost;
    if (gain > (best?.gain ?? gainMin)) best = { gain, moves: [...downs.moves, rise] };
  }
  return best;
}

function fallOf(page: Upgradable, { from, to }: Taken): Move {
  const tokens = (page.levels[to]?.tokens ?? 0) - (page.levels[from]?.tokens ?? 0);
  return { page, to: from, tokens, utility: page.worth * ((page.shares[to] ?? 0) - (page.shares[from] ?? 0)) };
}

/** From the latest back until there is room, then those stay after all that can: the earliest first, and none above one that goes. */
function roomFor(
  rise: Move,
  falls: readonly Move[],
  left: number,
): { readonly lost: number; readonly moves: readonly Move[] } | null {
  let room = left - rise.tokens;
  let lost = 0;
  let moves: Move[] = [];
  for (const fall of falls) {
    if (room >= 0) break;
    if (fall.page === rise.page || fall.tokens <= 0) continue;
    moves.push(fall);
    room += fall.tokens;
    lost += fall.utility;
  }
  if (room < 0) return null;
  for (const fall of [...moves].reverse()) {
    const earlier = moves.slice(moves.indexOf(fall) + 1);
    if (fall.tokens > room || earlier.some(({ page }) => page === fall.page)) continue;
    moves = moves.filter((other) => other !== fall);
    room -= fall.tokens;
    lost -= fall.utility;
  }
  return { lost, moves };
}
