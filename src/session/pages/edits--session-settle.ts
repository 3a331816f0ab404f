/** SessionSettle: each staged patch settled in the store that it is for: a session's own where its page lives there, else the memory. */

import type { Failure, Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { Memory } from "../../memory/memory.js";
import { findPage } from "../../memory/table.js";
import { idFromTitle } from "../../memory/table--name.js";
import type { Fault } from "../../write/fault.js";
import { logFaults } from "../../write/fault-log.js";
import type { CreatePatch, Patch } from "../../write/patch.js";
import { parsePatch } from "../../write/plain-patch--parse-patch.js";
import type { SettledPage } from "../cross.js";
import { type How, pageNamed, type Settlement, settle } from "../settle.js";
import type { StagedPatch } from "../settle--stagingx.js";
import { openOwn } from "./edits--session-stores.js";

export interface StoresSettled extends Settlement {
  /** A fault for each patch that is dirty still, because its session's pages could not be reached. */
  readonly faults: readonly Fault[];
}

/**
 * Sessions first: their refs are written in the middle of a merge too. One that cannot be written keeps its patches staged, as
 * faults, and keeps no other store from being settled; a failure of the memory itself is the answer.
 */
export async function settleInStores(
  memory: Memory,
  patches: readonly StagedPatch[],
  how: How,
): Promise<Outcome<StoresSettled>> {
  const own = await sessionPatches(memory, patches);
  const parts: Settlement[] = [];
  const failed: (readonly [StagedPatch, Failure])[] = [];
  for (const { store, staged } of own) {
    const based = staged.map(({ ownBase, ...one }) => ({
      ...one,
      base: ownBase === "none" ? null : (ownBase ?? null),
    }));
    const settled =
      "failure" in store ? { ok: false as const, error: store.failure } : await settle(store.memory, based, how);
    if (settled.ok) parts.push(settled.value);
    else failed.push(...(await stillStaged(memory, staged)).map((one) => [one, settled.error] as const));
  }
  const elsewhere = new Set(own.flatMap(({ staged }) => staged));
  const rest = await settle(
    memory,
    patches.filter((one) => !elsewhere.has(one)),
    how,
  );
  if (!rest.ok) return rest;
  parts.push(rest.value);
  const faults = failed.map(([one, failure]) => missedAt(memory, how, { one, failure }));
  const rows = [...parts.flatMap(({ pages }) => pages), ...failed.map(([one]) => dirtyRow(one))];
  return ok({
    committed: parts.flatMap(({ committed }) => committed),
    known: parts.flatMap(({ known }) => known),
    rejected: parts.flatMap(({ rejected }) => rejected),
    pages: patches.flatMap(({ key }) => rows.filter(({ patch }) => patch === key)),
    faults,
  });
}

export interface OwnPatches {
  readonly store: { readonly memory: Memory } | { readonly failure: Failure };
  readonly staged: readonly StagedPatch[];
}

/** By session; patches that are for the memory are in none. */
export async function sessionPatches(
  memory: Memory,
  patches: readonly StagedPatch[],
): Promise<readonly OwnPatches[]> {
  const bySession = new Map<string, (readonly [StagedPatch, Patch])[]>();
  for (const staged of patches) {
    const patch = parsePatch(staged.draft);
    if (!patch.ok || patch.value.session === null) continue;
    bySession.set(patch.value.session, [...(bySession.get(patch.value.session) ?? []), [staged, patch.value]]);
  }
  const found: OwnPatches[] = [];
  for (const [session, asked] of bySession) {
    const creates = asked.some(([, patch]) => isOwnCreate(patch));
    const opened = await openOwn(memory, session, creates ? "write" : "read");
    if ("store" in opened && opened.store === null) continue;
    const own = "store" in opened ? opened.store : null;
    const staged = ownAmong(asked, { memory, own });
    if (staged.length === 0) continue;
    found.push({ staged, store: "failure" in opened ? opened : { memory: opened.store as Memory } });
  }
  return found;
}

function isOwnCreate(patch: Patch): patch is CreatePatch {
  return patch.op === "create" && patch.scope === "session";
}

/**
 * A patch is for the store that holds its page when its turn comes: the session's, with what the patches before it made there;
 * then the memory's; then what a later patch makes.
 */
function ownAmong(
  asked: readonly (readonly [StagedPatch, Patch])[],
  { memory, own }: { readonly memory: Memory; readonly own: Memory | null },
): readonly StagedPatch[] {
  const made = asked.map(([, patch]) => (isOwnCreate(patch) ? (patch.page ?? idFromTitle(patch.title)) : null));
  const owned = asked.filter(([, patch], at) => {
    if (patch.op === "create") return isOwnCreate(patch);
    const { page } = patch;
    const file = page.split("#")[0] ?? page;
    if (own !== null && (findPage(own.table, page) !== null || findPage(own.table, file) !== null)) return true;
    if (made.slice(0, at).includes(file)) return true;
    if (findPage(memory.table, page) !== null) return false;
    // A store that cannot be opened may hold it: nothing is refused on a guess.
    return own === null || made.includes(file);
  });
  return owned.map(([staged]) => staged);
}

async function stillStaged(memory: Memory, staged: readonly StagedPatch[]): Promise<readonly StagedPatch[]> {
  const listed = memory.staging.list();
  if (!listed.ok) return staged;
  const keys = new Set(listed.value.patches.map(({ key }) => key));
  return staged.filter(({ key }) => keys.has(key));
}

function missedAt(
  memory: Memory,
  { boundary }: How,
  { one, failure }: { readonly one: StagedPatch; readonly failure: Failure },
): Fault {
  const says = `Not committed at ${boundary}: ${failure.says}`;
  const hint = "It is staged still; mend the cause and run pagefile flush again.";
  const fault: Fault = { kind: "flush_miss", page: pageNamed(one.draft), says, hint };
  logFaults(memory, [fault], { boundary, ...(one.session === null ? {} : { session: one.session }) });
  return fault;
}

function dirtyRow({ key, draft }: StagedPatch): SettledPage {
  return { patch: key, page: pageNamed(draft), outcome: "still_dirty", commit: null, reason: "flush_miss" };
}
