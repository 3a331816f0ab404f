/** Record: what a turn decided and why, packed while it is made and written out only for who asks, and the records of the last turns. */

import type { PageId } from "../base/ids.js";
import { assert } from "../base/result.js";
import { compareText } from "../base/text.js";
import { type Fidelity, fidelities } from "../page/page.js";
import type { Candidate, Pressure, Selected } from "./decision.js";
import type { Decided } from "./select/engine.js";
import { fromBits, rowBits } from "./select/rows.js";
import { type Board, type Columns, levelBits, noteOf, out, reasonNames, refusedMax, whyAt } from "./select/tally.js";

// Record: what a turn decided and why, packed while it is made and written out only for who asks.

/** One turn as plain data, the same for the same decision: fit for JSON. */
export interface TurnDecision {
  readonly turn: number;
  readonly policy: string;
  /** Tokens. */
  readonly budget: number;
  readonly used: number;
  /** By id. `from` is where a pin or a demand put the page; null where it came in because there was room. */
  readonly selected: readonly (Selected & { readonly from: Fidelity | null })[];
  /** How many pages are out. */
  readonly omitted: number;
  /** The first 32 steps that were too dear, the best value first: `tokens` each needed, of `left`; `from` null for coming in. */
  readonly refused: readonly Refused[];
  /** Trades at the end, after which a step refused above may stand after all. */
  readonly exchanged: number;
  /** By id. */
  readonly pressure: readonly Pressure[];
}

interface Refused {
  readonly id: PageId;
  readonly from: Fidelity | null;
  readonly to: Fidelity;
  readonly tokens: number;
  readonly left: number;
}

/**
 * A record that can be written again and again and then allocates nothing. It refers to candidates, not to rows of the engine, and so
 * stays true whatever is put or dropped later; who puts a candidate must not change it afterwards.
 */
interface TurnRecord {
  turn: number;
  policy: string;
  budget: number;
  used: number;
  omitted: number;
  exchanged: number;
  /** How many of the pages are of this turn; behind them is what older ones left. */
  count: number;
  readonly pages: Candidate[];
  /** By page: reason, floor and fidelity in one byte. */
  notes: Uint8Array;
  /** How many refusals are of this turn. */
  refusals: number;
  readonly refused: Candidate[];
  /** By refusal: from and to in one byte. */
  readonly steps: Uint8Array;
  readonly left: Float64Array;
  readonly pressure: Pressure[];
}

/** Stands for no fidelity in the bits of a note. */
const none = 4;

function makeRecord(): TurnRecord {
  return {
    turn: 0,
    policy: "",
    budget: 0,
    used: 0,
    omitted: 0,
    exchanged: 0,
    count: 0,
    pages: [],
    notes: new Uint8Array(16),
    refusals: 0,
    refused: [],
    steps: new Uint8Array(refusedMax),
    left: new Float64Array(refusedMax),
    pressure: [],
  };
}

/** Writes a decision over what the record held. To be called before the next decision. */
function writeRecord(record: TurnRecord, turn: number, { field }: Decided): void {
  const { columns, board, required, tally } = field;
  record.turn = turn;
  record.policy = columns.policy.name;
  record.budget = board.budget;
  record.used = board.budget - board.left;
  record.omitted = columns.rows.size - board.count;
  record.exchanged = tally.exchanged;
  writePages(record, columns, board);
  record.refusals = tally.refused;
  for (let i = 0; i < tally.refused; i += 1) {
    const offer = tally.refusedOffer[i] as number;
    const row = offer >> rowBits;
    const first = row << levelBits;
    const level = (offer >> fromBits) & 7;
    const from = level === out ? none : (columns.fidelity[first | level] as number);
    record.refused[i] = columns.candidates[row] as Candidate;
    record.steps[i] = (from << 2) | (columns.fidelity[first | (offer & 7)] as number);
    record.left[i] = tally.refusedLeft[i] as number;
  }
  if (record.pressure.length > 0) record.pressure.length = 0;
  for (let i = 0; i < required.pressure.length; i += 1) record.pressure.push(required.pressure[i] as Pressure);
}

/** Pages that a pin or a demand brought in come first; for all others the note is ready. */
function writePages(record: TurnRecord, columns: Columns, board: Board): void {
  const { at, floor, floors, rows, count } = board;
  if (record.notes.length < count) record.notes = new Uint8Array(2 * count);
  const { notes, pages } = record;
  const { candidates, fidelity, note } = columns;
  for (let i = 0; i < floors; i += 1) {
    const row = rows[i] as number;
    const first = row << levelBits;
    const from = fidelity[first | (floor[row] as number)] as number;
    pages[i] = candidates[row] as Candidate;
    notes[i] = noteOf(whyAt(board, columns, row), from, fidelity[first | (at[row] as number)] as number);
  }
  for (let i = floors; i < count; i += 1) {
    const row = rows[i] as number;
    pages[i] = candidates[row] as Candidate;
    notes[i] = note[(row << levelBits) | (at[row] as number)] as number;
  }
  record.count = count;
}

function decodeRecord(record: TurnRecord): TurnDecision {
  const { turn, policy, budget, used, omitted, exchanged } = record;
  const selected = record.pages.slice(0, record.count).map((page, i) => {
    const note = record.notes[i] as number;
    const fidelity = fidelities[note & 3] as Fidelity;
    const reason = reasonNames[note >> 5];
    assert(reason !== undefined && reason !== "over_budget", "what is in came in for a reason");
    return {
      id: page.id,
      fidelity,
      tokens: page.tokens[fidelity] as number,
      reason,
      from: named((note >> 2) & 7),
    };
  });
  const refused = record.refused.slice(0, record.refusals).map((page, i) => {
    const step = record.steps[i] as number;
    const from = named(step >> 2);
    const to = fidelities[step & 3] as Fidelity;
    const held = from === null ? 0 : (page.tokens[from] as number);
    return {
      id: page.id,
      from,
      to,
      tokens: (page.tokens[to] as number) - held,
      left: record.left[i] as number,
    };
  });
  const pressure = [...record.pressure].sort(byId);
  return {
    turn,
    policy,
    budget,
    used,
    selected: selected.sort(byId),
    omitted,
    refused,
    exchanged,
    pressure,
  };
}

function named(rank: number): Fidelity | null {
  return fidelities[rank] ?? null;
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return compareText(a.id, b.id);
}

// Turn log: the records of the last turns, as many as are asked for and no more.

export interface TurnLog {
  /** Records a decision before the next one is made; gives the number of its turn, from 0. The oldest record gives way. */
  write(decided: Decided): number;
  /** The decision of a turn; null where it is gone or has not been. */
  read(turn: number): TurnDecision | null;
}

/** Room for a record grows with the prompt until the log has gone round once; after that nothing is allocated. */
export function makeTurnLog(turnsMax: number): TurnLog {
  assert(Number.isSafeInteger(turnsMax) && turnsMax > 0, "a log holds one turn or more");
  const records: TurnRecord[] = [];
  let turns = 0;
  return {
    write(decided) {
      const at = turns % turnsMax;
      if (at === records.length) records.push(makeRecord());
      writeRecord(records[at] as TurnRecord, turns, decided);
      turns += 1;
      return turns - 1;
    },
    read(turn) {
      const record = records[turn % turnsMax];
      return record?.turn === turn && turn < turns ? decodeRecord(record) : null;
    },
  };
}
