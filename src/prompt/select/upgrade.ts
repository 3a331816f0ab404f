/**
 * Upgrade: phase 2 of a decision: what is left of the budget goes into pages and fidelity, the best value a token first (paper Listing 1). Which
 * exchange of a few steps at the end gains most is searched here too.
 */

import { type Field, type Mender, noChunk, refuse, slack, startHeads, type WarmRows } from "./required.js";
import {
  addStep,
  type Chunk,
  dropTop,
  firstStep,
  fresh,
  fromBits,
  isOfferBefore,
  offerOf,
  pushStep,
  rowBits,
  shareOf,
  slopeOf,
  slotOf,
  sortSteps,
  steepest,
  stepBits,
  stepsEnd,
  valueAt,
  widen,
} from "./rows.js";
import { type Board, type Columns, install, out, place, refusedMax, takenMax } from "./tally.js";

// Walk: takes the offers of both orders, the best first, for as long as they come before those of the heap.

/** Why a walk stops: nothing is left, the heap is ahead, or the offer it stood at was too dear and its row may have a cheaper step. */
const end = { done: 0, limit: 1, dear: 2 } as const;

/**
 * Merges the two orders. What nothing could pay for is passed over, in whatever order, as soon as no more refusals are kept: what is
 * left of the budget only shrinks by then; and where it does not pay for the cheapest step there is, that is all that follows.
 */
function walk(field: Field): number {
  const { columns, board, tally, heads, heap } = field;
  const { rank, cornerCost, cornerBound } = columns;
  const { stage, at, rows } = board;
  const { takenOffer } = tally;
  const { warm, cold } = heads;
  const heapValue = heap.size === 0 ? -1 : (heap.values[0] as number);
  const heapRank = rank[heap.rows[0] as number] as number;
  let { offers: warmOffers, values: warmValues, size: warmSize } = warm.list;
  let { offers, values, size } = cold.list;
  let w = warm.at;
  let c = cold.at;
  let warmValue = w < warmSize ? (warmValues[w] as number) : -1;
  let coldValue = c < size ? (values[c] as number) : -1;
  let { left, count } = board;
  let { gained, taken } = tally;
  let stop: number = heapValue === -1 ? end.done : end.limit;
  for (;;) {
    if (warmValue === -1 && coldValue === -1) break;
    const isTie = warmValue === coldValue;
    const isWarm = isTie ? comesFirst(rank, warmOffers[w] as number, offers[c] as number) : warmValue > coldValue;
    const value = isWarm ? warmValue : coldValue;
    const offer = (isWarm ? warmOffers[w] : offers[c]) as number;
    const row = offer >> rowBits;
    if (value <= heapValue && (value < heapValue || (rank[row] as number) > heapRank)) break;
    if (isWarm) {
      w += 1;
      if (w === warmSize && dive(field, left))
        ({ offers: warmOffers, values: warmValues, size: warmSize } = warm.list);
      warmValue = w < warmSize ? (warmValues[w] as number) : -1;
    } else {
      c += 1;
      if (c === size) {
        nextChunk(field, left);
        ({ offers, values, size } = cold.list);
        c = 0;
      }
      coldValue = c < size ? (values[c] as number) : -1;
    }
    if (stage[row] !== ((offer >> fromBits) & 7)) continue;
    const cost = cornerCost[offer >> stepBits] as number;
    if (cost > left) {
      if (tally.refused < refusedMax || (cornerBound[offer >> stepBits] as number) <= left) {
        if (!isAskedAgain(field, offer, value, left, gained)) continue;
        stop = end.dear;
        break;
      }
      if (field.warm.edge === 0) field.warm.edge = value;
      if (left >= columns.leastCost) continue;
      w = warmSize;
      c = size;
      break;
    }
    if (at[row] === out) {
      rows[count] = row;
      count += 1;
    }
    at[row] = offer & 7;
    stage[row] = offer & 7;
    left -= cost;
    gained += cost > 0 ? value * cost : giftOf(columns, offer);
    takenOffer[taken % takenMax] = offer;
    taken += 1;
  }
  warm.at = w;
  cold.at = c;
  keep(field, left, count, gained, taken);
  return stop;
}

function keep({ board, tally }: Field, left: number, count: number, gained: number, taken: number): void {
  board.left = left;
  board.count = count;
  tally.gained = gained;
  tally.taken = taken;
}

/** Of two offers of equal value and different rows. */
function comesFirst(rank: Int32Array, offer: number, other: number): boolean {
  return (rank[offer >> rowBits] as number) < (rank[other >> rowBits] as number);
}

/** Notes that a step was too dear; gives whether its row has another that may not be. */
function isAskedAgain(
  { columns, board, heads, tally }: Field,
  offer: number,
  value: number,
  left: number,
  gained: number,
): boolean {
  if (tally.refused === 0) tally.bound = gained + left * value;
  refuse(tally, offer, left);
  stray(board, offer >> rowBits, refused);
  heads.dear = offer >> rowBits;
  return (columns.cornerBound[offer >> stepBits] as number) <= left;
}

/** What is ranked of the warm steps is walked: those come up that this walk has to look at; gives whether there were any below. */
function dive({ warm, columns, tally }: Field, left: number): boolean {
  if (warm.deep.size === 0) return false;
  if (tally.refused < refusedMax) surface(warm, columns);
  else surfacePaid(warm, columns, left);
  return true;
}

/** Goes to the next chunk of the cold order with something to offer; to none where that was the last. */
function nextChunk({ cold: { chunks }, columns, heads: { cold }, tally }: Field, left: number): void {
  const isFull = tally.refused >= refusedMax;
  if (isFull && cold.at === 0 && cold.list.least <= left) tighten(columns, cold.list);
  cold.at = 0;
  for (cold.chunk += 1; cold.chunk < chunks.length; cold.chunk += 1) {
    cold.list = chunks[cold.chunk] as Chunk;
    if (!isFull || cold.list.least <= left) return;
  }
  cold.list = noChunk;
}

/** What a step brings that costs nothing. */
function giftOf(columns: Columns, offer: number): number {
  const row = offer >> rowBits;
  return (columns.worth[row] as number) * shareOf(columns, row, (offer >> fromBits) & 7, offer & 7);
}

/** What the bounds of a chunk have become since offers were taken out of it. */
function tighten({ cornerBound }: Columns, chunk: Chunk): void {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < chunk.size; at += 1)
    least = Math.min(least, cornerBound[(chunk.offers[at] as number) >> stepBits] as number);
  chunk.least = least;
}

// Search: which exchange of a few steps gains most: one up alone or for up to two down, or two up for one down.

/** Less than this is noise of the last digits. */
const gainMin = 1e-9;

/** Leaves the best in the mender, `up` -1 for none. What cannot gain more than the best so far is not looked into. */
export function search(mender: Mender, left: number): void {
  const { ups, downs } = mender;
  const { row: downRow, tokens: downTokens, utility: downUtility, count: downCount } = downs;
  mender.gain = gainMin;
  mender.up = -1;
  lookAtUps(mender);
  lookAtDowns(mender);
  const { best, worst, largest } = mender;
  for (let up = 0; up < ups.count; up += 1) {
    const row = ups.row[up] as number;
    const utility = ups.utility[up] as number;
    const need = (ups.tokens[up] as number) - left;
    if (need <= 0) keepBest(mender, utility, up, -1, -1, false);
    if (need > 2 * largest || utility + mostOnTop(mender, up, need) <= mender.gain) continue;
    const fewest = ups.tokensBehind[up] as number;
    const most = ups.utilityBehind[up] as number;
    for (let down = 0; down < downCount; down += 1) {
      if (downRow[down] === row) continue;
      const gain = utility - (downUtility[down] as number);
      const room = (downTokens[down] as number) - need;
      if (room >= 0) {
        keepBest(mender, gain, up, down, -1, false);
        if (room >= fewest && gain + Math.min(most, room * best + slack) > mender.gain)
          searchUp(mender, up, down, gain, room);
        continue;
      }
      const loss = Math.max(downs.utilityBehind[down] as number, -room * worst - slack);
      if (gain - loss > mender.gain && room + (downs.tokensBehind[down] as number) >= 0)
        searchDown(mender, up, down, gain, room);
    }
  }
}

/**
 * What the rest of an exchange adds to the utility of a step up at most; seldom above 0. What must go for it takes at least the
 * cheapest step down, and at least the worst value for each token it needs. A second step up brings at most the best value for each
 * token that goes besides.
 */
function mostOnTop({ ups, best, worst, cheapest, largest }: Mender, up: number, need: number): number {
  const alone = slack - Math.max(cheapest, need * worst);
  const room = largest - need;
  const fewest = ups.tokensBehind[up] as number;
  if (room < fewest) return alone;
  const most = ups.utilityBehind[up] as number;
  const spent = best > worst ? Math.min(room, most / best) : fewest;
  return Math.max(alone, slack + Math.min(most - cheapest, spent * best - (need + spent) * worst));
}

function lookAtUps(mender: Mender): void {
  const { tokens, utility, tokensBehind, utilityBehind, count } = mender.ups;
  let fewest = Number.POSITIVE_INFINITY;
  let most = 0;
  let best = 0;
  for (let up = count - 1; up >= 0; up -= 1) {
    tokensBehind[up] = fewest;
    utilityBehind[up] = most;
    fewest = Math.min(fewest, tokens[up] as number);
    most = Math.max(most, utility[up] as number);
    best = Math.max(best, (utility[up] as number) / (tokens[up] as number));
  }
  mender.best = best;
}

function lookAtDowns(mender: Mender): void {
  const { tokens, utility, tokensBehind, utilityBehind, count } = mender.downs;
  let largest = 0;
  let cheapest = Number.POSITIVE_INFINITY;
  let worst = Number.POSITIVE_INFINITY;
  for (let down = count - 1; down >= 0; down -= 1) {
    tokensBehind[down] = largest;
    utilityBehind[down] = cheapest;
    largest = Math.max(largest, tokens[down] as number);
    cheapest = Math.min(cheapest, utility[down] as number);
    worst = Math.min(worst, (utility[down] as number) / (tokens[down] as number));
  }
  mender.largest = largest;
  mender.cheapest = cheapest;
  mender.worst = worst;
}

function searchUp(mender: Mender, up: number, down: number, gain: number, room: number): void {
  const { row, tokens, utility, count } = mender.ups;
  const first = row[up] as number;
  const other = mender.downs.row[down] as number;
  for (let also = up + 1; also < count; also += 1) {
    if ((tokens[also] as number) > room || gain + (utility[also] as number) <= mender.gain) continue;
    if (row[also] !== first && row[also] !== other)
      keepBest(mender, gain + (utility[also] as number), up, down, also, true);
  }
}

function searchDown(mender: Mender, up: number, down: number, gain: number, room: number): void {
  const { row, tokens, utility, count } = mender.downs;
  const first = mender.ups.row[up] as number;
  const other = row[down] as number;
  for (let also = down + 1; also < count; also += 1) {
    if (room + (tokens[also] as number) < 0 || gain - (utility[also] as number) <= mender.gain) continue;
    if (row[also] !== first && row[also] !== other)
      keepBest(mender, gain - (utility[also] as number), up, down, also, false);
  }
}

/** The first of equals stays. */
function keepBest(mender: Mender, gain: number, up: number, down: number, also: number, alsoUp: boolean): void {
  if (gain <= mender.gain) return;
  mender.gain = gain;
  mender.up = up;
  mender.down = down;
  mender.also = also;
  mender.alsoUp = alsoUp;
}

// Upgrade: phase 2 of a decision: what is left of the budget goes into pages and fidelity, the best value a token first (paper Listing 1).

/**
 * To come in is the first step of a page, so prefetch and upgrades compete by the same measure. Rows climb along their hulls: cold
 * ones by the standing order, warm ones by theirs. Rows that a demand put beside their hull, and those whose step was too dear
 * and have a cheaper one, climb by the heap. The three take turns, each until another is ahead; what cannot be paid for is passed over.
 */
export function upgrade(field: Field): void {
  const { heads, warm, cold, board } = field;
  startHeap(field);
  startHeads(heads, warm.ranked, cold.chunks);
  for (;;) {
    const stop = walk(field);
    if (stop === end.done) return;
    if (stop === end.limit) raise(field);
    else pushBest(field, heads.dear, board.left);
  }
}

/** Rows that stand between the corners of their hull, for a demand may ask for any level. Required rows that are out stay out. */
function startHeap(field: Field): void {
  const { columns, board, heap, required } = field;
  heap.size = 0;
  for (let i = 0; i < required.hard.count; i += 1) keepOut(board, required.hard.rows[i] as number);
  for (let i = 0; i < required.asked.count; i += 1) keepOut(board, required.asked.rows[i] as number);
  for (let i = 0; i < board.count; i += 1) {
    const row = board.rows[i] as number;
    if (columns.policy.upgrade === "none" || isCorner(columns, row, board.at[row] as number)) continue;
    stray(board, row, strayed);
    pushBest(field, row, Number.POSITIVE_INFINITY);
  }
}

function isCorner(columns: Columns, row: number, level: number): boolean {
  const first = slotOf(row, 0);
  for (let at = first; at < first + (columns.corners[row] as number); at += 1) {
    const way = columns.cornerWay[at] as number;
    if (way >> fromBits === level || (way & 7) === level) return true;
  }
  return false;
}

function keepOut(board: Board, row: number): void {
  if (board.at[row] === out) stray(board, row, refused);
}

/** The best step of the heap, if it can be paid for; then the row's next one. */
function raise(field: Field): void {
  const { columns, board, heap } = field;
  const row = heap.rows[0] as number;
  const to = heap.to[0] as number;
  const value = heap.values[0] as number;
  dropTop(heap, columns);
  const isTaken = take(field, row, to);
  if (!isTaken && board.stage[row] === strayed) {
    const { tally } = field;
    if (tally.refused === 0) tally.bound = tally.gained + board.left * value;
    refuse(tally, (row << rowBits) | ((board.at[row] as number) << fromBits) | to, board.left);
    stray(board, row, refused);
  }
  pushBest(field, row, board.stage[row] === strayed ? Number.POSITIVE_INFINITY : board.left);
}

function take({ columns, board, tally }: Field, row: number, to: number): boolean {
  const from = board.at[row] as number;
  if (!install(board, columns, row, to)) return false;
  tally.takenOffer[tally.taken % takenMax] = (row << rowBits) | (from << fromBits) | to;
  tally.taken += 1;
  tally.gained += (columns.worth[row] as number) * shareOf(columns, row, from, to);
  return true;
}

function pushBest({ columns, board, heap }: Field, row: number, left: number): void {
  const worth = columns.worth[row] as number;
  const from = board.at[row] as number;
  const climbs = worth > 0 && columns.policy.upgrade === "marginal";
  const to = climbs ? steepest(columns, row, from, left) : -1;
  if (to !== -1) pushStep(heap, columns, row, to, worth * slopeOf(columns, row, from, to));
}

// Deep: warm steps of so little value that walks seldom come to them: in no order until one does.

/** Steps within this share of the best of them come up together. */
const share = 0.5;

function sink(deep: Chunk, offer: number): void {
  if (deep.size === deep.offers.length) widen(deep, deep.size + 1);
  deep.offers[deep.size] = offer;
  deep.size += 1;
}

/** Drops steps of rows that left or are ranked from nothing. */
function sift({ deep, fresh: isFresh }: WarmRows): void {
  const { offers, size } = deep;
  let kept = 0;
  for (let i = 0; i < size; i += 1) {
    const offer = offers[i] as number;
    offers[kept] = offer;
    if (isFresh[offer >> rowBits] === fresh.no) kept += 1;
  }
  deep.size = kept;
}

/** The best of them take their places behind what is ranked. A worth that is not fresh only fades, so none belongs before it. */
function surface(warm: WarmRows, columns: Columns): void {
  const { deep, coming } = warm;
  const { offers, values, size } = deep;
  let best = 0;
  for (let i = 0; i < size; i += 1) {
    const value = valueOf(columns, offers[i] as number);
    values[i] = value;
    if (value > best) best = value;
  }
  coming.size = 0;
  let kept = 0;
  for (let i = 0; i < size; i += 1) {
    const offer = offers[i] as number;
    const value = values[i] as number;
    offers[kept] = offer;
    if (value < best * share) kept += 1;
    else addStep(coming, columns, value, offer);
  }
  deep.size = kept;
  warm.depth = kept === 0 ? 0 : best * share;
  append(warm, columns);
}

/**
 * Once no more refusals are kept: those come up whose rows have a step that can be paid. The others stay below although they may be
 * worth more, so that another walk needs a new order.
 */
function surfacePaid(warm: WarmRows, columns: Columns, left: number): void {
  const { deep, coming } = warm;
  const { offers, size } = deep;
  coming.size = 0;
  let kept = 0;
  for (let i = 0; i < size; i += 1) {
    const offer = offers[i] as number;
    offers[kept] = offer;
    if ((columns.cornerBound[offer >> stepBits] as number) > left) kept += 1;
    else addStep(coming, columns, valueOf(columns, offer), offer);
  }
  deep.size = kept;
  if (coming.size > 0) warm.isStale = true;
  append(warm, columns);
}

function valueOf({ worth, cornerSlope }: Columns, offer: number): number {
  return valueAt(worth[offer >> rowBits] as number, cornerSlope[offer >> stepBits] as number);
}

function append({ ranked, coming }: WarmRows, columns: Columns): void {
  sortSteps(coming, columns);
  if (ranked.offers.length < ranked.size + coming.size) widen(ranked, ranked.size + coming.size);
  for (let i = 0; i < coming.size; i += 1) {
    ranked.offers[ranked.size] = coming.offers[i] as number;
    ranked.values[ranked.size] = coming.values[i] as number;
    ranked.size += 1;
  }
}

// Stray: a row that climbs by no order, because a demand put it beside its hull or a step of it was too dear.

/** Stages beyond every level: a row that climbs by no order, and one of which a step was refused besides. */
export const strayed: number = 254;
const refused: number = 255;

/** From here on the row climbs by no order. */
function stray(board: Board, row: number, as: number): void {
  if ((board.stage[row] as number) < strayed) {
    board.away[board.aways] = row;
    board.aways += 1;
  }
  board.stage[row] = as;
}

// Warm order: the steps of warm rows, ranked anew at each turn.

/** How far below the value at which a walk began to pass steps over the next one is likely to come. */
const margin = 0.8;
/** To keep so few steps in order costs less than to bring some up now and then. */
const sinkMin = 256;

/**
 * Gives every step its value of this turn and its place. All worths fade alike, so that from turn to turn little moves and sorting by
 * insertion is next to linear. Steps of rows that were demanded or put go far: they are sorted apart and merged in. What no walk is
 * likely to come to sinks. Nothing is done where no worth has changed.
 */
export function orderWarm(warm: WarmRows, columns: Columns): void {
  const { news, coming } = warm;
  if (!warm.isStale) return;
  warm.isStale = false;
  if (warm.ranked.size + warm.deep.size > sinkMin) warm.depth = Math.max(warm.depth, warm.edge * margin);
  warm.edge = 0;
  gather(warm, columns);
  sortSteps(coming, columns);
  sift(warm);
  const size = warm.ranked.size + coming.size;
  if (warm.spare.offers.length < size) widen(warm.spare, size);
  merge(warm, columns);
  if (warm.ranked.size === 0) surface(warm, columns);
  for (let i = 0; i < news.count; i += 1) {
    const row = news.rows[i] as number;
    if (warm.fresh[row] === fresh.gathered) warm.fresh[row] = fresh.no;
  }
  news.count = 0;
}

/** Steps of fresh rows; sorted as long as they are few. */
function gather(warm: WarmRows, columns: Columns): void {
  const { news, coming } = warm;
  coming.size = 0;
  for (let i = 0; i < news.count; i += 1) {
    const row = news.rows[i] as number;
    const at = warm.place[row] as number;
    if (warm.fresh[row] !== fresh.yes || at === place.none || at === place.cold) continue;
    warm.fresh[row] = fresh.gathered;
    const worth = columns.worth[row] as number;
    const end = stepsEnd(columns, row, worth);
    for (let step = firstStep(worth); step < end; step += 1) {
      const value = valueAt(worth, columns.cornerSlope[slotOf(row, step)] as number);
      addStep(coming, columns, value, offerOf(columns, row, step));
    }
  }
}

/** One pass: what was ranked gets its value of now and goes where that puts it; what comes goes between. The two lists change places. */
function merge(warm: WarmRows, columns: Columns): void {
  const { ranked, spare, coming, depth } = warm;
  const { offers, size: end } = ranked;
  const { offers: into, values } = spare;
  const { worth, cornerSlope } = columns;
  let next = 0;
  let nextValue = coming.size > 0 ? (coming.values[0] as number) : -1;
  let last = Number.POSITIVE_INFINITY;
  let size = 0;
  for (let i = 0; i < end; i += 1) {
    const offer = offers[i] as number;
    const row = offer >> rowBits;
    if (warm.fresh[row] !== fresh.no) continue;
    const value = valueAt(worth[row] as number, cornerSlope[offer >> stepBits] as number);
    if (value < depth) {
      sink(warm.deep, offer);
      continue;
    }
    while (value <= nextValue) {
      const other = coming.offers[next] as number;
      if (isOfferBefore(columns, value, offer, nextValue, other)) break;
      into[size] = other;
      values[size] = nextValue;
      last = nextValue;
      size += 1;
      next += 1;
      nextValue = next < coming.size ? (coming.values[next] as number) : -1;
    }
    let at = size;
    if (value >= last) {
      for (; at > 0; at -= 1) {
        if (!isOfferBefore(columns, value, offer, values[at - 1] as number, into[at - 1] as number)) break;
        into[at] = into[at - 1] as number;
        values[at] = values[at - 1] as number;
      }
    }
    into[at] = offer;
    values[at] = value;
    last = values[size] as number;
    size += 1;
  }
  for (; next < coming.size && (coming.values[next] as number) >= depth; next += 1) {
    into[size] = coming.offers[next] as number;
    values[size] = coming.values[next] as number;
    size += 1;
  }
  for (; next < coming.size; next += 1) sink(warm.deep, coming.offers[next] as number);
  spare.size = size;
  warm.ranked = spare;
  warm.spare = ranked;
}
