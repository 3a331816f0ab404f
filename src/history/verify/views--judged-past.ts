/** JudgedPast: commits judged one by one; what lies behind a commit never changes, so that what was judged there need not be judged again. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { KeyedCache } from "../../memory/facts--facts-cache.js";
import type { AuditHost } from "./attest--audit.js";
import { checkCommit } from "./check--check.js";
import type { HistoryRemark } from "./check--remark.js";
import type { HistoryViews } from "./views--audit-views.js";

/** One line of the answer: a remark with its commit and the command to look further. */
export interface HistoryRow extends Omit<HistoryRemark, "severity"> {
  readonly commit: Oid;
  readonly next: string;
}

export interface JudgedCommits {
  readonly commits: number;
  readonly reached: boolean;
  readonly cut: Oid | null;
  readonly rows: readonly (HistoryRow & Pick<HistoryRemark, "severity">)[];
}

/** All of a past up to `head`, which a clone that is not whole never gives. */
export type KeptPast = Pick<JudgedCommits, "commits" | "reached" | "rows"> & { readonly head: Oid };

interface Asked {
  readonly from: Oid;
  readonly until: Oid | null;
  /** By which a page is read where a commit has no configuration of its own. */
  readonly profile: string;
  readonly shallow?: "fail" | "stop";
  readonly kept?: KeyedCache<KeptPast>;
}

/** By commit, later ones first; those that were judged before stand behind those that were not. */
export async function judgePast(views: HistoryViews, host: AuditHost, asked: Asked): Promise<Outcome<JudgedCommits>> {
  const { from, until, profile, kept } = asked;
  const key = `${profile} ${until ?? "-"}`;
  const known = kept?.get(key) ?? null;
  if (known?.head === from) return ok({ ...known, cut: null });
  // Where the end was not reached, a merge that came since may lead there after all. Nothing descends from a commit that was rewritten.
  const grows = known?.reached === true ? await host.descends(from, known.head) : ok(false);
  if (!grows.ok) return grows;
  const before = grows.value ? known : null;
  const judged = await judge(views, host, before === null ? asked : { ...asked, until: before.head });
  if (!judged.ok) return judged;
  const { cut } = judged.value;
  const all: JudgedCommits = {
    commits: judged.value.commits + (before?.commits ?? 0),
    reached: before?.reached ?? judged.value.reached,
    cut,
    rows: [...judged.value.rows, ...(before?.rows ?? [])],
  };
  if (cut !== null) return ok(all);
  kept?.put(key, { head: from, commits: all.commits, reached: all.reached, rows: all.rows });
  kept?.flush();
  return ok(all);
}

async function judge(views: HistoryViews, host: AuditHost, query: Asked): Promise<Outcome<JudgedCommits>> {
  const rows: JudgedCommits["rows"][number][] = [];
  const { from, until, shallow } = query;
  const asked = { from, until, ...(shallow === undefined ? {} : { shallow }) };
  const walked = await host.walk(asked, async (commit) => {
    const checked = await views.checked(commit);
    if (!checked.ok) return checked;
    for (const remark of checkCommit(checked.value)) {
      rows.push({
        ...remark,
        commit: commit.oid,
        next: nextFor(remark, commit.oid),
      });
    }
    return ok(undefined);
  });
  return walked.ok ? ok({ ...walked.value, rows }) : walked;
}

function nextFor(remark: HistoryRemark, commit: Oid): string {
  const name = commit.slice(0, 10);
  switch (remark.code) {
    case "entry_vanished":
    case "removed_by_hand":
      return `pagefile revert ${name}`;
    case "merge_lost":
      return `git show -m ${name}`;
    default:
      return `git show ${name}`;
  }
}
