/**
 * TurnStates: what a session's turns leave for the next one, one state after the other, as numbered files that are made once each, so that two
 * processes never fork them.
 */

import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { shortDigest } from "../../base/digest.js";
import { stableJson } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import type { Outcome } from "../../base/result.js";
import { compareText, firstDecided } from "../../base/text.js";
import { type Stamp, stampOf } from "../../memory/disk/read.js";
import { type Holder, service } from "../../memory/service.js";
import { type Fidelity, fidelities } from "../../page/page.js";
import { attempt } from "../../state/fs-calls.js";
import { namesIn, readDerived, removeIfThere, removeWhole, writeNew } from "../../state/plain-file.js";
import type { Pressure } from "../decision.js";
import { parseRecord, placeNew, syncPlaced } from "./log.js";
import type { AssemblyRecord } from "./trace.js";

// TraceLogTurns: the states of sessions' turns as numbered files that are made once each: whoever makes a number first has it.

/** The state that was read or made last, and the file it stands in: a file that is still the same one need not be parsed again. */
interface Held {
  file: string;
  stamp: Stamp | null;
  state: TurnState | null;
}

const nothing: Held = { file: "", stamp: null, state: null };

export type TurnStates = ReturnType<typeof openTurnStates>;

/** `dir` belongs to one memory root and is made when first written. */
export function openTurnStates(dir: string) {
  const held = { ...nothing };
  /** Files that are not durable yet. */
  let unsettled: readonly string[] = [];
  return {
    latest: (session: string): Outcome<LatestState> =>
      attempt(`read the turns of a session in ${dir}`, () => latest(join(dir, nameOf(session)), session, held)),
    /**
     * Durable when `kept`; `taken` when another process made a state of that order or a later one first. `seen`: when `kept` every process
     * sees it whole, and it outlasts this one; it may wait for `settle` to outlast the machine's own end.
     */
    add: (state: TurnState, how: "durable" | "seen" = "durable"): Outcome<"kept" | "taken"> =>
      attempt(`keep a turn of a session in ${dir}`, () => {
        const file = join(dir, nameOf(state.session), `${state.order}.json`);
        const added = add(dir, state, (bytes, isFirst) => {
          // With the first of a session its folder is made, which is made durable with it.
          if (how === "durable" || isFirst) return writeNew(file, bytes);
          unsettled = [...unsettled, file];
          return placeNew(file, bytes);
        });
        // Looked at behind the last write of ours: whoever changes it from here on leaves another stamp.
        if (added === "kept") hold(held, { file, stamp: stampAt(file), state });
        return added;
      }),
    /** Makes durable what was only seen. */
    settle: (): Outcome<void> =>
      attempt(`make a turn of a session in ${dir} durable`, () => {
        const files = unsettled;
        unsettled = [];
        for (const file of files) syncPlaced(file);
      }),
    /** Removes all states of the session but the newest few; what one call leaves the next one takes. */
    tidy: (session: string): Outcome<void> =>
      attempt(`remove old turns of a session in ${dir}`, () => {
        const folder = join(dir, nameOf(session));
        for (const old of ordersIn(folder).slice(0, -limits.turnStatesKept))
          removeIfThere(join(folder, `${old}.json`));
      }),
    /** The newest state of every session, by session; damaged ones are left out. */
    list: (): Outcome<readonly TurnState[]> => attempt(`look for the turns of sessions in ${dir}`, () => list(dir)),
  };
}

/** False where somebody made it first. */
type Make = (bytes: Uint8Array, isFirst: boolean) => boolean;

function add(dir: string, state: TurnState, make: Make): "kept" | "taken" {
  const folder = join(dir, nameOf(state.session));
  const last = ordersIn(folder).at(-1) ?? 0;
  if (last >= state.order) return "taken";
  if (state.order === 1) sweep(dir);
  if (!make(Buffer.from(`${stableJson(state)}\n`), last === 0)) return "taken";
  // Who was held up until the files of its predecessors were swept could make a number a second time.
  if ((ordersIn(folder).at(-1) ?? 0) < state.order + limits.turnStatesKept) return "kept";
  removeWhole(folder, [`${state.order}.json`]);
  return "taken";
}

function hold(held: Held, next: Held): void {
  Object.assign(held, next.stamp === null || next.state === null ? nothing : next);
}

function stampAt(file: string): Stamp | null {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true ? stampOf(stat) : null;
}

function isHeld(held: Held, file: string, now: Stamp | null): boolean {
  if (held.file !== file || held.stamp === null) return false;
  const { size, mtimeMs, ctimeMs, inode } = held.stamp;
  return now?.inode === inode && now.size === size && now.mtimeMs === mtimeMs && now.ctimeMs === ctimeMs;
}

/** Sessions nobody heard of for the longest make room for a new one. */
function sweep(dir: string): void {
  const names = namesIn(dir);
  if (names.length < limits.turnSessionsMax) return;
  const since = new Map(list(dir).map((state) => [nameOf(state.session), state.record.at as string]));
  const byAge = [...names].sort((a, b) =>
    firstDecided(compareText(since.get(a) ?? "", since.get(b) ?? ""), compareText(a, b)),
  );
  for (const name of byAge.slice(0, names.length - limits.turnSessionsMax + 1))
    rmSync(join(dir, name), { recursive: true, force: true });
}

function list(dir: string): readonly TurnState[] {
  const states: TurnState[] = [];
  for (const name of namesIn(dir)) {
    const folder = join(dir, name);
    const order = ordersIn(folder).at(-1);
    const state = order === undefined ? null : parse(readDerived(join(folder, `${order}.json`)));
    if (state !== null) states.push(state);
  }
  return states.sort((a, b) => compareText(a.session, b.session));
}

function latest(folder: string, session: string, held: Held): LatestState {
  const orders = ordersIn(folder);
  const damaged: string[] = [];
  let found: TurnState | null = null;
  for (let at = orders.length - 1; at >= 0 && found === null; at -= 1) {
    const file = join(folder, `${orders[at]}.json`);
    const stamp = stampAt(file);
    const known = isHeld(held, file, stamp) ? held.state : null;
    const state = known ?? parse(readDerived(file));
    if (state !== null && state.session === session && state.order === orders[at]) found = state;
    else damaged.push(file);
    if (known === null) hold(held, { file, stamp, state: found });
  }
  return { state: found, order: orders.at(-1) ?? 0, damaged };
}

function parse(text: string | null): TurnState | null {
  try {
    const value = JSON.parse(text ?? "") as { readonly [key in keyof TurnState]?: unknown } | null;
    if (value === null) return null;
    const { record } = value;
    const counts = [value.order, value.turn, value.epoch, value.hits, value.sightings];
    const holds =
      [value.session, value.asked, value.text].every((one) => typeof one === "string") &&
      counts.every((one) => Number.isSafeInteger(one)) &&
      (value.ended === null || typeof value.ended === "string") &&
      typeof value.demanded === "object" &&
      value.demanded !== null &&
      Object.values(value.demanded).every((one) => Number.isSafeInteger(one)) &&
      isLevels(value.seen) &&
      isLevels(value.standing) &&
      isNames(value.bootstrap) &&
      isNames(value.pinned ?? []) &&
      [value.resident ?? 0, value.out ?? 0].every((one) => Number.isSafeInteger(one)) &&
      Array.isArray(value.pressure ?? []) &&
      parseRecord(JSON.stringify(record ?? null))?.kind === "assemble";
    return holds ? (value as unknown as TurnState) : null;
  } catch {
    return null;
  }
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

function isLevels(value: unknown): boolean {
  const isLevel = ([id, fidelity]: readonly unknown[]): boolean =>
    typeof id === "string" && fidelities.some((known) => known === fidelity);
  return Array.isArray(value) && value.every((one) => Array.isArray(one) && isLevel(one));
}

/** Numbers of the states there are, the lowest first; anything else in the folder is left alone. */
function ordersIn(folder: string): readonly number[] {
  return namesIn(folder)
    .flatMap((name) => {
      const order = name.endsWith(".json") ? Number(name.slice(0, -".json".length)) : Number.NaN;
      return Number.isSafeInteger(order) && order > 0 ? [order] : [];
    })
    .sort((a, b) => a - b);
}

/** A session's id is somebody's text; its digest is a name on every file system. */
function nameOf(session: string): string {
  return shortDigest(session, 32);
}

/** Durable after a turn. Plain JSON. */
export interface TurnState {
  readonly session: string;
  /** Counts the states of the session from 1. */
  readonly order: number;
  readonly turn: number;
  /** Digest of what the caller asked for, so that a repetition is told from another turn of the same number. */
  readonly asked: string;
  /** The epoch of the session's transcript and its end, as its record told them. */
  readonly epoch: number;
  readonly ended: string | null;
  /** The order of the turn in which each page was demanded last. */
  readonly demanded: Readonly<Record<string, number>>;
  /** The working set, as the watch of the session leaves it; the order counts. */
  readonly seen: readonly (readonly [id: string, fidelity: Fidelity])[];
  readonly standing: readonly (readonly [id: string, fidelity: Fidelity])[];
  readonly bootstrap: readonly string[];
  /** Absent in states that older versions left. */
  readonly pinned?: readonly string[];
  readonly hits: number;
  readonly sightings: number;
  /** The decision and its prompt, for a caller who did not get the answer and asks again. */
  readonly record: AssemblyRecord;
  readonly text: string;
  /** What the answer tells besides, absent in states that older versions left: see `Candidates`, and the record where that keeps `pressed`. */
  readonly resident?: number;
  readonly out?: number;
  readonly pressure?: readonly Pressure[];
}

export interface LatestState {
  /** The newest that can be read; null for a session without any. */
  readonly state: TurnState | null;
  /** The highest order there is a file for; 0 without any. The next state's is one more. */
  readonly order: number;
  /** Files with a higher order than `state` that are no states. */
  readonly damaged: readonly string[];
}

/** What is known of the turns of a memory's sessions. */
export const turnStatesOf: (holder: Holder) => TurnStates = service(({ place }) =>
  openTurnStates(join(place.state, "turns")),
);
