/** Faults: every fault on its way into the log, without secrets and of bounded length; and what is asked of that log. */

import type { Instant } from "../base/ids.js";
import { keepJson, stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { rememberByKey } from "../base/memo-cache.js";
import type { Memory } from "../memory/memory.js";
import { redactSecrets } from "../rules/secret-keys.js";
import type { Fault, FaultPlace } from "./fault.js";

/** Where faults were seen, and in which decision. */
export interface Seen extends FaultPlace {
  readonly at?: Instant;
  readonly trace?: string;
}

/** A log that cannot be written takes nothing else down. */
export function logFaults(memory: Pick<Memory, "traces" | "clock">, faults: readonly Fault[], seen: Seen = {}): void {
  if (faults.length === 0) return;
  const { at = memory.clock.now(), trace = null, boundary, session, turn } = seen;
  // With their keys in order: pressure on a large memory is hundreds of them in every turn.
  const [before, behind] = [
    { at, ...(boundary === undefined ? {} : { boundary }) },
    { ...(session === undefined ? {} : { session }), trace, ...(turn === undefined ? {} : { turn }) },
  ];
  const [front, back] = [stableJson(before).slice(0, -1), stableJson(behind).slice(1)];
  const records = faults.map((fault) => {
    const { clean, text } = sealed(fault);
    const record = { ...before, ...clean, ...behind };
    keepJson(record, `${front},${text},${back}`);
    return record;
  });
  memory.traces.appendFaults(records);
}

interface Sealed {
  readonly clean: Fault;
  /** As JSON, without its braces. */
  readonly text: string;
}

/** Texts of people and of tools end up in messages; what is kept of them is short and holds no secret. */
function sealed(fault: Fault): Sealed {
  const known = sealedFaults.get(fault);
  if (known !== undefined) return known;
  const { kind, page, says, hint } = fault;
  const made = sealedBefore(`${kind} ${page.length} ${says.length} ${page}${says}${hint}`, () => {
    const sound = { hint: clean(hint), kind, page: clean(page), says: clean(says) };
    return { clean: sound, text: stableJson(sound).slice(1, -1) };
  });
  sealedFaults.set(fault, made);
  return made;
}

/** What presses in one turn presses in the next: mostly the same object, or else the same words. */
const sealedFaults = new WeakMap<Fault, Sealed>();
const sealedBefore = rememberByKey<Sealed>(1 << 21, (_, key) => 3 * key.length, 4_096);

function clean(text: string): string {
  const shown = redactSecrets(text);
  return shown.length <= limits.faultTextCharsMax ? shown : `${shown.slice(0, limits.faultTextCharsMax - 1)}…`;
}
