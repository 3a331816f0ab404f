/** TraceLogTurns: the states of sessions' turns as numbered files that are made once each: whoever makes a number first has it. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { shortDigest } from "../base/digest.js";
import { stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { compareText, firstDecided } from "../base/order.js";
import { fidelities } from "../page/page.js";
import type { LatestState, TurnState, TurnStates } from "../port/turn-states.js";
import { parseRecord } from "../trace/parse-record.js";
import { attempt } from "./fs-calls.js";
import { removeWhole, writeNew } from "./staging-file.js";
import { namesIn, readOrNull } from "./staging-read.js";

/** `dir` belongs to one memory root and is made when first written. */
export function openTurnStates(dir: string): TurnStates {
  return {
    latest: (session) =>
      attempt(`read the turns of a session in ${dir}`, () => latest(join(dir, nameOf(session)), session)),
    add: (state) => attempt(`keep a turn of a session in ${dir}`, () => add(dir, state)),
    list: () => attempt(`look for the turns of sessions in ${dir}`, () => list(dir)),
  };
}

function add(dir: string, state: TurnState): "kept" | "taken" {
  const folder = join(dir, nameOf(state.session));
  if ((ordersIn(folder).at(-1) ?? 0) >= state.order) return "taken";
  if (state.order === 1) sweep(dir);
  if (!writeNew(join(folder, `${state.order}.json`), `${stableJson(state)}\n`)) return "taken";
  // Who was held up until the files of its predecessors were swept could make a number a second time.
  const orders = ordersIn(folder);
  if ((orders.at(-1) ?? 0) >= state.order + limits.turnStatesKept) {
    removeWhole(folder, [`${state.order}.json`]);
    return "taken";
  }
  removeWhole(
    folder,
    orders.slice(0, -limits.turnStatesKept).map((order) => `${order}.json`),
  );
  return "kept";
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
    const state = order === undefined ? null : parse(readOrNull(join(folder, `${order}.json`)));
    if (state !== null) states.push(state);
  }
  return states.sort((a, b) => compareText(a.session, b.session));
}

function latest(folder: string, session: string): LatestState {
  const orders = ordersIn(folder);
  const damaged: string[] = [];
  let found: TurnState | null = null;
  for (let at = orders.length - 1; at >= 0 && found === null; at -= 1) {
    const file = join(folder, `${orders[at]}.json`);
    const state = parse(readOrNull(file));
    if (state !== null && state.session === session && state.order === orders[at]) found = state;
    else damaged.push(file);
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
      isMapOf(value.demanded, Number.isSafeInteger) &&
      isLevels(value.seen) &&
      isLevels(value.standing) &&
      Array.isArray(value.bootstrap) &&
      value.bootstrap.every((id) => typeof id === "string") &&
      parseRecord(JSON.stringify(record ?? null))?.kind === "assemble";
    return holds ? (value as unknown as TurnState) : null;
  } catch {
    return null;
  }
}

function isMapOf(value: unknown, holds: (one: unknown) => boolean): boolean {
  return typeof value === "object" && value !== null && Object.values(value).every((one) => holds(one));
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
