/** NeverAgain: what nobody is asked about again, because a person refused it or took it back: read from the rejections and from history. */

import type { Oid } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { LoggedCommit } from "../git/history.js";
import { parseTrailers } from "../git/history--trailer.js";
import type { Memory } from "../memory/memory.js";
import { rejectedEntries } from "./kept-proposal.js";

/** By page, null for logs: what a person refused, and what somebody brought back or took back afterwards. `but` are commits that do not count. */
export async function neverAgain(
  memory: Memory,
  logged: readonly LoggedCommit[],
  but: ReadonlySet<Oid> = new Set(),
): Promise<Outcome<(page: string | null) => ReadonlySet<string>>> {
  const rejected = await rejectedEntries(memory);
  if (!rejected.ok) return rejected;
  const byPage = new Map<string, Set<string>>();
  const [undone, refused] = [new Set<string>(), new Set(rejected.value)];
  for (const { oid, message } of logged) {
    if (but.has(oid) || !/PRUNE_TRIM|REVERT|Pagefile-Session: accepted:/.test(message)) continue;
    const trailers = parseTrailers(message);
    const reason = trailers["Pagefile-Reason"]?.[0];
    const evidence = trailers["Pagefile-Evidence"] ?? [];
    if (reason === "REVERT") for (const each of evidence) undone.add(each);
    // Accepted and taken back: the one who did so has answered.
    else if (reason !== "PRUNE_TRIM" && undone.has(`commit:${oid}`)) for (const each of evidence) refused.add(each);
    if (reason !== "PRUNE_TRIM") continue;
    for (const name of evidence) {
      const [, page, digest] = /^file:(.+)#([0-9a-f]+)$/.exec(name) ?? [];
      if (page === undefined || digest === undefined) continue;
      byPage.set(page, (byPage.get(page) ?? new Set<string>()).add(digest));
    }
  }
  return ok((page) => new Set([...refused, ...(page === null ? [] : (byPage.get(page) ?? []))]));
}
