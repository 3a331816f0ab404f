/** Plain mend: trades steps taken last for steps refused first, where that brings more than it costs. */

import { force } from "./plain-force.js";
import type { Spent, Upgradable } from "./plain-upgrade.js";

export interface Move {
  readonly page: Upgradable;
  readonly to: number;
  /** Above 0, up or down. */
  readonly tokens: number;
  readonly utility: number;
}

export interface Exchange {
  readonly gain: number;
  readonly moves: readonly Move[];
}

const core = 4;
const gainMin = 1e-9;

/**
 * One up for up to two down, or two up for one down, the best gain first, at most four times; the first time, where that gains more,
 * one up for many of the steps taken last. Gives what is left of the budget.
 */
export function mend(pages: readonly Upgradable[], { left, gained, bound, taken, refused }: Spent): number {
  if (refused.length === 0 || bound - gained <= 0.02 * gained) return left;
  const latest = taken.slice(-core).reverse();
  const edge = new Set([...latest.map(({ page }) => page), ...refused.slice(0, core)]);
  const rows = [...edge].map((at) => pages[at] as Upgradable);
  let room = left;
  for (let round = 0; round < 4; round += 1) {
    const rises = rows.flatMap(ups);
    const small = bestExchange(rises, rows.flatMap(downs), room);
    const forced = round === 0 ? force(pages, rises, taken, room, small?.gain ?? gainMin) : null;
    const best = forced ?? small;
    if (best === null) return room;
    for (const { page, to } of best.moves) {
      room += page.levels[page.at]?.tokens ?? 0;
      page.at = to;
      room -= page.levels[to]?.tokens ?? 0;
    }
  }
  return room;
}

function ups(page: Upgradable): readonly Move[] {
  return page.levels.flatMap((_, to) => (to > page.at ? moveBetween(page, page.at, to, to) : []));
}

function downs(page: Upgradable): readonly Move[] {
  if (page.at === -1) return [];
  const lowest = page.floor === -1 ? -1 : page.floor;
  return Array.from({ length: page.at - lowest }, (_, i) => lowest + i).flatMap((to) =>
    moveBetween(page, to, page.at, to),
  );
}

function moveBetween(page: Upgradable, low: number, high: number, to: number): readonly Move[] {
  const tokens = (page.levels[high]?.tokens ?? 0) - (page.levels[low]?.tokens ?? 0);
  const utility = page.worth * ((page.shares[high] ?? 0) - (page.shares[low] ?? 0));
  return page.worth > 0 && tokens > 0 ? [{ page, to, tokens, utility }] : [];
}

/** The first of equals wins, in the order in which they are tried. */
function bestExchange(rises: readonly Move[], falls: readonly Move[], left: number): Exchange | null {
  let best: Exchange | null = null;
  const keep = (gain: number, moves: readonly Move[]): void => {
    if (gain > (best?.gain ?? gainMin)) best = { gain, moves };
  };
  for (const [rise, up] of rises.entries()) {
    if (up.tokens <= left) keep(up.utility, [up]);
    for (const [at, down] of falls.entries()) {
      if (down.page === up.page) continue;
      const gain = up.utility - down.utility;
      const room = left + down.tokens - up.tokens;
      if (room >= 0) keep(gain, [down, up]);
      const others = room >= 0 ? rises.slice(rise + 1).filter((move) => move.tokens <= room) : falls.slice(at + 1);
      for (const also of others) {
        if (also.page === up.page || also.page === down.page) continue;
        if (room >= 0) keep(gain + also.utility, [down, up, also]);
        else if (room + also.tokens >= 0) keep(gain - also.utility, [down, also, up]);
      }
    }
  }
  return best;
}
