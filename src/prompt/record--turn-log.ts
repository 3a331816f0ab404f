/** Turn log: the records of the last turns, as many as are asked for and no more. */

import { assert } from "../base/result--assert.js";
import { decodeRecord, makeRecord, type TurnDecision, type TurnRecord, writeRecord } from "./record.js";
import type { Decided } from "./select/engine.js";

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
