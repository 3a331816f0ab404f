/** Standing: one name for all that a prompt is made of, by which a later event can tell, without opening a page, that nothing of it moved. */

import { shortDigest } from "../base/digest--digest.js";
import type { Oid } from "../base/ids.js";
import { compareText } from "../base/text--order.js";
import type { Listed } from "../memory/disk/read--page-store.js";
import type { Memory } from "../memory/memory.js";
import type { Workspace } from "../memory/workspace.js";

export interface StandingStore {
  /** The commit that its history stands at. */
  readonly head: Oid | null;
  /** With their stamps: one without is of a file that cannot be told from another. */
  readonly files: readonly Listed[];
}

/** `own` are the pages that the session keeps to itself; null where there are none. */
export function nameStanding(about: readonly string[], stores: StandingStore, own: StandingStore | null): string {
  return shortDigest([...about, nameStore(stores), own === null ? "none" : nameStore(own)].join("\n"), 32);
}

export function nameStore({ head, files }: StandingStore): string {
  const lines = [...files].sort((a, b) => compareText(a.path, b.path)).map(lineOf);
  return shortDigest([head ?? "unborn", ...lines].join("\n"), 32);
}

function lineOf({ path, stamp }: Listed): string {
  return stamp === null ? path : `${path} ${stamp.size} ${stamp.mtimeMs} ${stamp.ctimeMs} ${stamp.inode}`;
}

/**
 * Looks at the commits first and at the files when it is asked behind a decision: what moved between is not what is named, and the next
 * event finds another name. `about` is what else it was made of, looked at before the memory was opened; null where that cannot be told.
 */
export async function standingFor(
  { primary, memories }: Workspace,
  about: readonly string[] | null,
): Promise<() => string | null> {
  const own = memories.find(({ session }) => session !== undefined) ?? null;
  const head = await primary.history.head();
  const ownHead = (await own?.history.head()) ?? null;
  return () => {
    if (about === null || !head.ok || ownHead?.ok === false) return null;
    // Other stores beside it are looked at by nobody here.
    if (memories.length !== (own === null ? 1 : 2)) return null;
    const [store, ownStore] = [
      storeOf(primary, head.value.commit),
      own && storeOf(own, ownHead?.value.commit ?? null),
    ];
    if (store === null || (own !== null && ownStore === null)) return null;
    const { profile, include, exclude } = primary.config;
    // A later event knows the profile alone, and would look at other files.
    if (include !== undefined || exclude !== undefined) return null;
    return `${profile}.${nameStanding([profile, ...about], store, ownStore)}`;
  };
}

/** The session's own pages as they were read last; null where there are none, or where that cannot be told. */
export function nameOwn({ primary, memories }: Workspace, session: string): string | null {
  const own = memories.find((memory) => memory.session === session);
  const tip = primary.sessionPages?.tip(primary.sessionPages.nameOf(session));
  if (own === undefined || tip?.ok !== true) return null;
  const store = storeOf(own, tip.value);
  return store === null ? null : nameStore(store);
}

/** null where a file is so young that its stamp vouches for nothing, or where something stands there that is no page. */
function storeOf({ files, outside, configFindings }: Memory, head: Oid | null): StandingStore | null {
  if (outside.length > configFindings.length) return null;
  const all = [...files.values()];
  return all.every(({ settled }) => settled) ? { head, files: all } : null;
}
