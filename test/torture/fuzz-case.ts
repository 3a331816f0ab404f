/** Fuzz case: one page and one draft from a seed, through parse, validation and plan as a commit takes them, without a disk. */

import { blobOid } from "../../src/base/digest.js";
import type { Instant, PagePath } from "../../src/base/ids.js";
import type { Blob, FileState, FileWrite } from "../../src/git/history.js";
import { factsOf } from "../../src/memory/facts.js";
import { profileOf } from "../../src/memory/profile.js";
import { buildTable, noLabels } from "../../src/memory/table.js";
import { pathsIn, type Validated } from "../../src/write/change.js";
import { type Base, layOver } from "../../src/write/commit/plan.js";
import { parsePatch } from "../../src/write/parse-patch.js";
import { validate } from "../../src/write/validate.js";

import { plainConfig } from "../support/facts.js";
import { type Chance, pick, seedDraft, seedPage } from "./fuzz-corpus.js";
import { mutateDraft, mutatePage } from "./fuzz-mutate.js";

export const fuzzedPath = "memory/p.md" as PagePath;

/** The page as HEAD, the index and the disk hold it, and what somebody sends. */
export interface Case {
  readonly head: Uint8Array;
  readonly index: Uint8Array;
  readonly work: Uint8Array;
  readonly draft: unknown;
}

export type Ended =
  | { readonly kind: "accepted"; readonly writes: readonly FileWrite[] }
  | { readonly kind: "refused"; readonly reason: string; readonly says: string; readonly hint: string };

/** A writer that takes a case to its end; ours, or one that is known to be wrong. */
export type Writer = (given: Case) => Ended;

export function makeCase(chance: Chance): Case {
  const head = mutatePage(chance, seedPage(chance));
  const text = new TextDecoder().decode(head);
  const roll = chance();
  const hand = roll < 0.3 ? mutatePage(chance, text) : head;
  const version = /^"?version"?\s*:\s*(\d+)/m.exec(text)?.[1];
  const bases = [blobOid(head).slice(0, 10), ...(version === undefined ? [] : [version, version])];
  const section = /^## +([a-z]+)\s*$/im.exec(text)?.[1]?.toLowerCase();
  const page = section !== undefined && chance() < 0.3 ? `p#${section}` : fuzzedPath;
  const draft = mutateDraft(chance, seedDraft(chance, page, bases));
  return { head, index: pick(chance, [head, hand]), work: hand, draft };
}

export const fuzzedNow = "2026-11-21T08:00:00Z" as Instant;

export function ours(given: Case): Ended {
  const parsed = parsePatch(given.draft);
  if (!parsed.ok) return { kind: "refused", ...parsed.error };
  const blob = (bytes: Uint8Array): Blob => ({ oid: blobOid(bytes), bytes });
  const states = new Map<string, FileState>([
    [fuzzedPath, { path: fuzzedPath, head: blob(given.head), index: blob(given.index), work: blob(given.work) }],
  ]);
  const committed = (path: PagePath): string | null => {
    const bytes = states.get(path)?.head?.bytes;
    return bytes === undefined ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  };
  const data = factsOf(fuzzedPath, given.work, profileOf(plainConfig.profile));
  const table = buildTable([{ path: fuzzedPath, oid: blobOid(given.work), data }], plainConfig);
  const known = { labels: noLabels, unresolved, sharesVersion: () => false };
  const ground = { table, config: plainConfig, now: fuzzedNow, committed, ...known };
  const validated = validate(parsed.value, ground);
  if (!validated.ok) return { kind: "refused", ...validated.error };
  return laid(validated.value, { commit: null, states, config: plainConfig, now: fuzzedNow });
}

/** No session has ever been on record where these cases are committed. */
function unresolved(evidence: string): { readonly says: string; readonly hint: string } | null {
  return evidence.startsWith("session:") ? { says: "no such session", hint: "Name another." } : null;
}

function laid(validated: Validated, base: Base): Ended {
  const states = new Map(base.states);
  for (const path of pathsIn(validated.changes))
    if (!states.has(path)) states.set(path, { path, head: null, index: null, work: null });
  const writes = layOver(validated.changes, { ...base, states });
  return writes.ok
    ? { kind: "accepted", writes: [...new Set([...writes.value.writes, ...writes.value.restored])] }
    : { kind: "refused", ...writes.error };
}
