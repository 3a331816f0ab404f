/** Gather: takes a session in line by line and gives its turns; what both codecs share. */

import type { JsonObject } from "../../base/json--json-line.js";
import { pathOf, signatureOf, toolKind } from "./transcript--tool.js";
import type { ToolCall, Transcript, TranscriptFormat, TranscriptTurn } from "./transcript--transcript.js";

/** Calls are answered later and out of order, so turns are open until the end. */
export interface Gather {
  session: string | null;
  readonly turns: OpenTurn[];
  readonly calls: Map<string, OpenCall>;
  readonly passedOver: { broken: number; unknown: number; sidechain: number; repeated: number };
  /** Boundaries that the next turn begins with. */
  waiting: ("compaction" | "reset")[];
}

export interface OpenTurn {
  readonly boundaries: readonly ("compaction" | "reset")[];
  readonly calls: OpenCall[];
}

interface OpenCall {
  readonly name: string;
  readonly input: JsonObject;
  result: string | null;
  failed: boolean;
}

export function newGather(): Gather {
  return {
    session: null,
    turns: [],
    calls: new Map(),
    passedOver: { broken: 0, unknown: 0, sidechain: 0, repeated: 0 },
    waiting: [],
  };
}

export function beginTurn(gather: Gather): OpenTurn {
  const turn: OpenTurn = { boundaries: gather.waiting, calls: [] };
  gather.waiting = [];
  gather.turns.push(turn);
  return turn;
}

export function gathered(gather: Gather, format: TranscriptFormat): Transcript {
  const { session, passedOver } = gather;
  return { format, session, turns: gather.turns.map(closed), passedOver };
}

function closed(turn: OpenTurn): TranscriptTurn {
  return { boundaries: turn.boundaries, calls: turn.calls.map(closedCall) };
}

function closedCall({ name, input, result, failed }: OpenCall): ToolCall {
  return {
    name,
    kind: toolKind(name),
    signature: signatureOf(name, input),
    path: pathOf(input),
    result,
    failed,
  };
}
