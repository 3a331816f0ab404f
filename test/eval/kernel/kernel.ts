/**
 * Kernel: recorded sessions sent again under each policy, and what that would have cost by three price tables, beside goals.
 *
 * A fifth of the sessions, chosen by the digest of their ids, was looked at by nobody who fitted anything; figures of both parts are printed. All
 * policies are held against the simulation of what was recorded, because a simulation and a provider's count are not to be compared; how well the two
 * agree stands above. Dollars are of the input: answers are the same under each policy.
 */

import { shortDigest } from "../../../src/base/digest.js";
import { inputDollars } from "../../../src/kernel/cost.js";
import { lifetimeMs } from "../../../src/kernel/gate.js";
import type { Count } from "../../../src/kernel/layout.js";
import { type Prices, pricesOf } from "../../../src/kernel/prices.js";
import { readRecorded } from "../../../src/kernel/recorded-session.js";
import {
  asRecorded,
  predictedReads,
  type Replayed,
  replay,
  type Sized,
  sizesOf,
  totalOf,
} from "../../../src/kernel/simulate.js";
import { type Bounds, boundsOf } from "./bounds.js";
import { type Contender, kernel, kernelAlone, kernelAtRecordedLifetimes, recorded, rivals } from "./policies.js";
import { keepsHold, type Quality, qualityOf, staysFor } from "./quality.js";

export const tables = ["claude-opus-4.6", "claude-opus-5.5", "claude-fable-5.2"] as const;

/** In the order of the tables. */
export const contenders: readonly Contender[] = [recorded, ...rivals, kernel, kernelAlone, kernelAtRecordedLifetimes];

export interface SessionFile {
  /** Such as `pi/large-session.jsonl`. */
  readonly name: string;
  readonly text: string;
}

export interface Session {
  readonly name: string;
  readonly part: "known" | "set aside";
  readonly sized: Sized;
}

export interface Run {
  readonly contender: string;
  readonly session: Session;
  readonly table: (typeof tables)[number];
  readonly totals: Totals;
}

/** Sums over calls; all but dollars are tokens. */
export interface Totals {
  readonly calls: number;
  readonly input: number;
  readonly conversation: number;
  readonly read: number;
  readonly written: number;
  /** Written on calls after a pause that was longer than five minutes. */
  readonly idle: number;
  /** Of each session. */
  readonly largest: number;
  readonly dollars: number;
}

export interface Prediction {
  readonly name: string;
  readonly part: Session["part"];
  readonly calls: number;
  /** Calls whose read was told within a twentieth of itself. */
  readonly right: number;
  /** Dollars as counted and as simulated, by the first table. */
  readonly counted: number;
  readonly simulated: number;
}

export interface Judged {
  readonly contender: string;
  readonly session: Session;
  readonly quality: Quality;
  /** What reading back would have cost, by the table that is judged. */
  readonly dollars: number;
}

export interface KernelEval {
  readonly sessions: readonly Session[];
  /** In the order of the sessions. */
  readonly bounds: readonly Bounds[];
  readonly predictions: readonly Prediction[];
  readonly runs: readonly Run[];
  readonly quality: readonly Judged[];
  /** Whether every digest that a stub names is that of the text that was kept. */
  readonly keepsHold: boolean;
}

const setAside = 0.2;

export function sessionsOf(files: readonly SessionFile[], count: Count): readonly Session[] {
  const read = files.flatMap(({ name, text }) => {
    const session = readRecorded(text);
    const sized = session === null ? null : sizesOf(session, count);
    return session === null || sized === null ? [] : [{ name, key: shortDigest(session.session ?? name, 16), sized }];
  });
  const aside = new Set(
    read
      .map(({ key }) => key)
      .sort()
      .slice(0, Math.ceil(setAside * read.length)),
  );
  return read.map(({ name, key, sized }) => ({ name, part: aside.has(key) ? "set aside" : "known", sized }));
}

export function evalKernel(
  sessions: readonly Session[],
  { count, tell }: { readonly count: Count; readonly tell: (progress: string) => void },
): KernelEval {
  const runs: Run[] = [];
  const quality: Judged[] = [];
  let holds = true;
  for (const session of sessions) {
    tell(session.name);
    for (const contender of contenders) {
      let rows: readonly Replayed[] = [];
      for (const [at, table] of tables.entries()) {
        const prices = pricesOf(table)!;
        if (at === 0 || contender.isBlind !== true)
          rows = replay(session.sized, contender.policy(prices, { count, model: table }), contender.sumsUp);
        runs.push({ contender: contender.name, session, table, totals: totalsOf(rows, prices) });
        if (table !== judged || !isJudged(contender)) continue;
        const found = qualityOf(session.sized.recorded, rows);
        const dollars = readBackDollars(found, { rows, prices, count });
        quality.push({ contender: contender.name, session, quality: found, dollars });
        holds = holds && keepsHold(rows);
      }
    }
  }
  const bounds = sessions.map(({ sized }) => boundsOf(sized));
  return { sessions, bounds, predictions: sessions.map(predictionOf), runs, quality, keepsHold: holds };
}

/** A call of its own for each turn that reads back, the texts as new tokens, and the same texts in the calls that follow. */
function readBackDollars(
  { readBacks }: Quality,
  { rows, prices, count }: { readonly rows: readonly Replayed[]; readonly prices: Prices; readonly count: Count },
): number {
  return readBacks.reduce((sum, { number, texts }) => {
    const tokens = texts.reduce((all, text) => all + count(text), 0);
    const calls = Math.min(staysFor, rows.length - number);
    const again = totalOf(rows[number]!.sent) * prices.read;
    return sum + (again + tokens * prices.write5m + tokens * prices.read * calls) / 1e6;
  }, 0);
}

/** The table under which the kernel shortens most, and so may lose most. */
export const judged: (typeof tables)[number] = "claude-opus-4.6";

function isJudged({ name }: Contender): boolean {
  return !name.endsWith("nothing else") && name !== kernelAtRecordedLifetimes.name;
}

function predictionOf({ name, part, sized }: Session): Prediction {
  const reads = predictedReads(sized);
  const { calls } = sized.recorded;
  const right = calls.filter(({ used }, at) => Math.abs(reads[at]! - used.read) <= 0.05 * used.read).length;
  const prices = pricesOf(tables[0])!;
  const counted = calls.reduce((sum, { used }) => sum + inputDollars(used, prices), 0);
  const rows = replay(sized, asRecorded, recorded.sumsUp);
  return { name, part, calls: calls.length, right, counted, simulated: totalsOf(rows, prices).dollars };
}

function totalsOf(rows: readonly Replayed[], prices: Prices): Totals {
  let until = Number.POSITIVE_INFINITY;
  const sums = {
    calls: rows.length,
    input: 0,
    conversation: 0,
    read: 0,
    written: 0,
    idle: 0,
    largest: 0,
    dollars: 0,
  };
  for (const { call, sent, conversation } of rows) {
    const total = totalOf(sent);
    sums.input += total;
    sums.conversation += conversation;
    sums.read += sent.read;
    sums.written += total - sent.read;
    if (call.at - until > lifetimeMs["5m"]) sums.idle += total - sent.read;
    sums.largest = Math.max(sums.largest, total);
    sums.dollars += inputDollars(sent, prices);
    until = call.until;
  }
  return sums;
}

/** Over sessions; `largest` is summed too, so that writes over it are the mean by size. */
export function added(runs: readonly Run[]): Totals {
  const sum = (of: (totals: Totals) => number): number => runs.reduce((all, { totals }) => all + of(totals), 0);
  return {
    calls: sum(({ calls }) => calls),
    input: sum(({ input }) => input),
    conversation: sum(({ conversation }) => conversation),
    read: sum(({ read }) => read),
    written: sum(({ written }) => written),
    idle: sum(({ idle }) => idle),
    largest: sum(({ largest }) => largest),
    dollars: sum(({ dollars }) => dollars),
  };
}
