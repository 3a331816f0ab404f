/** Places: what a path holds in HEAD, the index and on disk, and what changes laid over it leave there. */

import type { Oid, PagePath } from "../../src/base/ids.js";
import type { FileState } from "../../src/git/history.js";
import type { Change } from "../../src/write/change.js";
import { type Base, layOver } from "../../src/write/commit/plan.js";

import { plainConfig } from "./facts.js";
import { blobOf, groundOf } from "./ground.js";

export type Places = readonly [head: string | null, index: string | null, work: string | null];
export const path = (name: string): PagePath => name as PagePath;
export const read = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

export function baseOf(files: Readonly<Record<string, Places>>): Base {
  const blob = (text: string | null) => (text === null ? null : blobOf(text));
  const states = Object.entries(files).map(([name, [head, index, work]]): readonly [string, FileState] => [
    name,
    { path: path(name), head: blob(head), index: blob(index), work: blob(work) },
  ]);
  return { commit: "c0" as Oid, states: new Map(states), config: plainConfig, now: groundOf({}).now };
}

/** Each file that changes, as it is afterwards in the three places, or the refusal. */
export function laid(files: Readonly<Record<string, Places>>, ...changes: readonly Change[]): unknown {
  const outcome = layOver(changes, baseOf(files));
  if (!outcome.ok) return outcome.error;
  const all = [...outcome.value.writes, ...outcome.value.restored];
  return Object.fromEntries(all.map(({ path: at, head, index, work }) => [at, [head, index, work].map(read)]));
}
