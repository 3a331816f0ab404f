/** VerifyHistory: every commit since the last attested one judged again, and the attested point moved when somebody says so. */

import type { Oid } from "../../base/ids.js";
import type { Failure, Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import type { KeyedCache } from "../../memory/facts--facts-cache.js";
import type { Memory } from "../../memory/memory.js";
import type { Fault } from "../../write/fault.js";
import { logFaults } from "../../write/fault-log.js";
import { unknownRevision } from "../diff.js";
import type { AuditHost } from "./attest--audit.js";
import { openHistoryViews } from "./views--audit-views.js";
import { type HistoryRow, type JudgedCommits, judgePast, type KeptPast } from "./views--judged-past.js";
import { type KnownPages, openKnownPages } from "./views--known-pages.js";
import { lostRows } from "./views--labels-lost.js";

export interface HistoryQuery {
  /** A revision to begin behind, instead of the attested commit. */
  readonly since: string | null;
  /** `clean`: move the attested point when nothing was found; `accept`: also when something was; `leave`: never. */
  readonly attest: "leave" | "clean" | "accept";
  /** `stop` judges of a shallow clone what it has; it fails otherwise, since nothing is proved then. */
  readonly shallow?: "fail" | "stop";
  /** What was judged before, by where it ends; absent, each commit is judged, as is right for whoever asks for the proof itself. */
  readonly kept?: KeyedCache<KeptPast>;
}

export interface HistoryAnswer {
  /** Behind which commit the audit began; null from the first commit on. */
  readonly since: Oid | null;
  /** What was audited, HEAD; null on an unborn branch. */
  readonly head: Oid | null;
  readonly commits: number;
  /** Where a shallow clone ends, which was not judged; absent where all was. */
  readonly cut?: Oid;
  /** By commit, later ones first. */
  readonly findings: readonly HistoryRow[];
  /** What people did by hand, and what a rebase moved: to be known, not to be mended. */
  readonly notes: readonly HistoryRow[];
  /** Where `refs/pagefile/attested` stands now. */
  readonly attested: Oid | null;
  /** Whether this run moved it. */
  readonly moved: boolean;
}

/** Who wrote a commit is never asked: a name in a commit is what somebody typed. */
export async function verifyHistory(
  memory: Memory,
  host: AuditHost,
  query: HistoryQuery,
  known: KnownPages = openKnownPages(memory),
): Promise<Outcome<HistoryAnswer>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const attested = await host.attested();
  if (!attested.ok) return attested;
  const from = head.value.commit;
  const since = query.since === null ? attested : await sinceOf(memory, query.since);
  if (!since.ok) return since;
  if (from === null) {
    const gone = attested.value === null ? [] : [rewritten(attested.value)];
    const none = {
      since: since.value,
      head: null,
      commits: 0,
      notes: [],
      attested: attested.value,
      moved: false,
    };
    return ok({ ...none, findings: gone });
  }
  const judged = await judgePast(openHistoryViews(host, memory.config, known), host, {
    from,
    until: since.value,
    profile: memory.config.profile,
    ...(query.kept === undefined ? {} : { kept: query.kept }),
    ...(query.shallow === undefined ? {} : { shallow: query.shallow }),
  });
  if (!judged.ok) return judged;
  const { commits, rows, cut } = judged.value;
  logFaults(memory, rows.filter((row) => row.code === "hook_bypassed").map(bypassed));
  const gone = await goneFrom(memory, host, {
    from,
    attested: attested.value,
    walked: judged.value,
    since: since.value,
  });
  if (!gone.ok) return gone;
  const unlabeled = await lostRows(memory, from);
  if (!unlabeled.ok) return unlabeled;
  const findings = [
    ...gone.value,
    ...unlabeled.value,
    ...rows.filter((row) => row.severity === "finding").map(withoutSeverity),
  ];
  const notes = rows.filter((row) => row.severity === "note").map(withoutSeverity);
  const move = query.attest === "accept" || (query.attest === "clean" && findings.length === 0);
  // A part that was left out by --since was not looked at, and cannot be vouched for.
  if (move && query.since !== null && since.value !== attested.value) return err(partly());
  if (move && from !== attested.value) {
    const moved = await host.attest(from, attested.value);
    if (!moved.ok) return moved;
  }
  const stands = move ? from : attested.value;
  const moved = move && from !== attested.value;
  return ok({
    since: since.value,
    head: from,
    commits,
    ...(cut === null ? {} : { cut }),
    findings,
    notes,
    attested: stands,
    moved,
  });
}

async function sinceOf(memory: Memory, revision: string): Promise<Outcome<Oid>> {
  const resolved = await memory.history.resolve(revision);
  if (!resolved.ok) return resolved;
  return resolved.value === null ? err(unknownRevision(revision)) : ok(resolved.value);
}

interface Ends {
  readonly from: Oid;
  readonly attested: Oid | null;
  readonly since: Oid | null;
  readonly walked: JudgedCommits;
}

/** An attested commit that HEAD no longer comes from: recorded as a fault, because it may be the last trace of what was undone. */
async function goneFrom(memory: Memory, host: AuditHost, ends: Ends): Promise<Outcome<readonly HistoryRow[]>> {
  const { attested, from } = ends;
  if (attested === null || ends.walked.cut !== null) return ok([]);
  let reached = ends.walked.reached;
  if (attested !== ends.since) {
    const descends = await host.descends(from, attested);
    if (!descends.ok) return descends;
    reached = descends.value;
  }
  if (reached) return ok([]);
  const row = rewritten(attested);
  const fault = {
    kind: "history_rewritten",
    page: attested,
    says: row.says,
    hint: row.next,
  } as const;
  logFaults(memory, [fault]);
  return ok([row]);
}

/** A hook that was passed by is told by the audit alone, and each time it looks. */
function bypassed(row: HistoryRow): Fault {
  const says = `Commit ${row.commit.slice(0, 10)} holds what the pre-commit hook refuses: ${row.says}`;
  return { kind: "hook_bypassed", page: row.page ?? row.path ?? row.commit, says, hint: row.next };
}

function rewritten(attested: Oid): HistoryRow {
  const says = "The commit attested last is no longer in the history of HEAD: commits were rewritten or dropped.";
  const next = `git log --oneline HEAD..${attested.slice(0, 10)}`;
  return {
    code: "history_rewritten",
    commit: attested,
    page: null,
    path: null,
    says,
    next,
  };
}

function withoutSeverity({ severity: _severity, ...row }: JudgedCommits["rows"][number]): HistoryRow {
  return row;
}

function partly(): Failure {
  return {
    code: "usage",
    says: "Only commits behind the attested one can be attested together: --since leaves some of them out.",
    hint: "Run it over all of them: pagefile verify --history --attest",
  };
}
