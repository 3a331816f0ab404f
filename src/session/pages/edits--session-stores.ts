/** SessionStores: which sessions keep pages of their own here, by the ids that their folders do not tell, and their stores. */

import type { Failure, Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { parseTrailers } from "../../git/history--trailer.js";
import type { SessionFolder } from "../../git/refs/session--session-pages.js";
import type { Memory } from "../../memory/memory.js";
import type { SessionRecord } from "../sessions--sessions.js";
import type { StagedPatch } from "../settle--stagingx.js";

/** A session that has a folder or a ref here; the id is null where nothing tells whose it is. */
export interface KeptSession extends SessionFolder {
  readonly session: string | null;
  /** null where nobody made the session known. */
  readonly record: SessionRecord | null;
}

export async function keptSessions(memory: Memory): Promise<Outcome<readonly KeptSession[]>> {
  const { sessionPages } = memory;
  const folders = sessionPages?.list() ?? ok([]);
  if (!folders.ok || sessionPages === undefined || folders.value.length === 0) return folders.ok ? ok([]) : folders;
  const listed = memory.sessions.list();
  if (!listed.ok) return listed;
  const records = new Map(listed.value.records.map((record) => [sessionPages.nameOf(record.session), record]));
  const kept: KeptSession[] = [];
  for (const folder of folders.value) {
    const isWho = (session: string): boolean => sessionPages.nameOf(session) === folder.name;
    const record = records.get(folder.name) ?? null;
    const session = record?.session ?? (isWho(folder.name) ? folder.name : null);
    const told = session === null ? await idFromCommit(memory, folder.name) : ok(session);
    if (!told.ok) return told;
    kept.push({ ...folder, record, session: told.value !== null && isWho(told.value) ? told.value : null });
  }
  return ok(kept);
}

/** A name that is a digest is told by the commits below it: each says which session it is of. */
async function idFromCommit(memory: Memory, name: string): Promise<Outcome<string | null>> {
  const tip = memory.sessionPages?.tip(name) ?? ok(null);
  if (!tip.ok || tip.value === null) return tip.ok ? ok(null) : tip;
  const logged = await memory.history.log({ paths: [], limit: 1, from: tip.value, every: true });
  return logged.ok ? ok(parseTrailers(logged.value[0]?.message ?? "")["Pagefile-Session"]?.[0] ?? null) : logged;
}

/** A store, null where there is nothing to open, or why it cannot be. */
type Opened = { readonly store: Memory | null } | { readonly failure: Failure };

/** A memory is asked for one session's pages at a time; what cannot be opened keeps nothing else from going on. */
export async function openOwn(memory: Memory, session: string, how: "read" | "write"): Promise<Opened> {
  const opened = (await memory.openSession?.(session, how)) ?? ok(null);
  return opened.ok ? { store: opened.value } : { failure: opened.error };
}

/** What the session's own ref is now, for a patch that is staged: its page may be one that the session keeps to itself. */
export function ownTip(memory: Memory, session: string | null): Outcome<Pick<StagedPatch, "ownBase">> {
  if (session === null || memory.sessionPages === undefined) return ok({});
  const tip = memory.sessionPages.tip(memory.sessionPages.nameOf(session));
  return tip.ok ? ok({ ownBase: tip.value ?? "none" }) : tip;
}

/** What is known of the process it lives in. */
export function stateOf(memory: Memory, { ended, owner }: SessionRecord): "alive" | "dead" | "unknown" | "ended" {
  if (ended !== null) return "ended";
  if (owner === null) return "unknown";
  return memory.sessions.isDead(owner) ? "dead" : "alive";
}
