/** AuditReports: what the table, doctor, the history, the fault log and the remote already found, in the words of an audit. */

import type { Instant, Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { unpushed } from "../../history/remote.js";
import { verifyHistory } from "../../history/verify/views.js";
import type { HistoryRow } from "../../history/verify/views--judged-past.js";
import type { Memory } from "../../memory/memory.js";
import { findingsOf } from "../../memory/workspace--findings.js";
import type { Finding } from "../../page/page--finding.js";
import type { FaultRecord } from "../../write/fault.js";
import type { AuditAnswer, AuditQuery, JudgedPast } from "./audit.js";
import type { AuditFinding } from "./checks--audit.js";

export interface DoctorAnswer {
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly says: string;
    readonly hint: string;
  }[];
}

export async function checkOutcomes(
  memory: Memory,
  query: AuditQuery,
  now: Instant,
): Promise<Outcome<Pick<AuditAnswer, "findings" | "judged">>> {
  const { doctor } = query;
  // The log first: the history writes what it finds there, and that is told below.
  const faults = recent(memory, now);
  const past = await pastFindings(memory, query);
  if (!past.ok) return past;
  const ahead = await unpushedNote(memory);
  if (!ahead.ok) return ahead;
  const { findings: inPast, ...judged } = past.value;
  const findings = [
    ...pageFindings(findingsOf(memory)),
    ...doctor.flatMap(doctorFinding),
    ...inPast,
    ...faults,
    // Where doctor finds it overdue, once is enough.
    ...(doctor.some(({ name, ok: fine }) => name === "remote" && !fine) ? [] : ahead.value),
  ];
  return ok({ findings, judged });
}

/** A finding each, but for what other programs keep in frontmatter: of all pages that is one note, because nothing is to be done. */
function pageFindings(findings: readonly Finding[]): readonly AuditFinding[] {
  const others = findings.filter(isForeign);
  const told = findings.filter((finding) => !isForeign(finding));
  const each = told.map(
    ({ code, severity, path, line, says, hint }): AuditFinding => ({
      check: "page",
      severity,
      path,
      line,
      says: `${code}: ${says}`,
      hint,
    }),
  );
  const pages = new Set(others.map(({ path }) => path)).size;
  if (pages === 0) return each;
  const says = `${pages === 1 ? "The frontmatter of one page holds keys" : `The frontmatter of ${pages} pages holds keys`} of another program, the first: ${others[0]?.path}. They stay as they are.`;
  return [
    ...each,
    { check: "page", severity: "note", path: null, line: 0, says, hint: "pagefile status --json lists them." },
  ];
}

const ofFrontmatter: ReadonlySet<string> = new Set([
  "key_unknown",
  "value_invalid",
  "id_invalid",
  "frontmatter_invalid",
]);

function isForeign({ code, severity }: Finding): boolean {
  return severity === "note" && ofFrontmatter.has(code);
}

/** From the attested commit on, or from where an earlier audit that began there came to, as far as HEAD descends from it. */
async function pastFindings(
  memory: Memory,
  { host, judged, known: pages }: AuditQuery,
): Promise<Outcome<JudgedPast>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const attested = await host.attested();
  if (!attested.ok) return attested;
  const at = judged?.attested === attested.value ? judged.head : null;
  const { commit } = head.value;
  const descends = at === null || commit === null ? ok(false) : await host.descends(commit, at);
  if (!descends.ok) return descends;
  const known = descends.value ? (judged?.findings ?? []) : [];
  const kept = memory.past === undefined ? {} : { kept: memory.past };
  const asked = { since: descends.value ? at : null, attest: "leave", shallow: "stop", ...kept } as const;
  const past = await verifyHistory(memory, host, asked, pages);
  if (!past.ok) return past;
  const fresh = past.value.findings.map(pastFinding);
  const cut = past.value.cut === undefined ? [] : [cutNote(past.value.cut)];
  return ok({ head: commit, attested: attested.value, findings: [...known, ...fresh, ...cut] });
}

function pastFinding({ code, commit, path, says, next }: HistoryRow): AuditFinding {
  const found = { check: "history", path, line: 0 } as const;
  const name = commit.slice(0, 10);
  if (code !== "secret_stood")
    return { ...found, severity: "error", says: `${code} in ${name}: ${says}`, hint: next };
  const since = `It came in ${name}, before there was a memory here.`;
  const hint =
    "Change it where it is used, then take it out of the pages and the history: pagefile purge --match-secret shows what that takes.";
  return { ...found, severity: "warning", says: `${says} ${since}`, hint };
}

function cutNote(at: Oid): AuditFinding {
  const says = `This clone is shallow: commits up to ${at.slice(0, 10)} were not judged.`;
  return { check: "history", severity: "note", path: null, line: 0, says, hint: "git fetch --unshallow" };
}

/** "pages" counts what is told page by page here. */
function doctorFinding({ name, ok: fine, says, hint }: DoctorAnswer["checks"][number]): readonly AuditFinding[] {
  if (fine || name === "pages") return [];
  const check = name === "remote" ? "unpushed" : "doctor";
  return [{ check, severity: "warning", path: null, line: 0, says: `${name}: ${says}`, hint }];
}

async function unpushedNote(memory: Memory): Promise<Outcome<readonly AuditFinding[]>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const ahead = await unpushed(memory, head.value);
  if (!ahead.ok) return ahead;
  if (ahead.value === null || ahead.value.commits === 0) return ok([]);
  const { commits, remote, since } = ahead.value;
  const says = `${commits} ${commits === 1 ? "commit is" : "commits are"} not pushed to ${remote}, the oldest of ${since?.slice(0, 10)}.`;
  return ok([{ check: "unpushed", severity: "note", path: null, line: 0, says, hint: "git push" }]);
}

const dayMs = 86_400_000;
const faultsMax = 500;

/** Protocol check 4, whether what runs by itself runs into errors: a line for each kind of fault since yesterday. */
function recent(memory: Memory, now: Instant): readonly AuditFinding[] {
  const since = Date.parse(now) - dayMs;
  const { records } = memory.traces.recentFaults(faultsMax, (fault) => Date.parse(fault.at) >= since && isOwn(fault));
  const kinds = [...new Set(records.map(({ kind }) => kind))].sort();
  return kinds.map((kind) => {
    const own = records.filter((fault) => fault.kind === kind);
    const says = `${kind}: ${own.length} since yesterday, the last: ${own[0]?.says ?? ""}`;
    return { check: "fault_recent", severity: "warning", path: null, line: 0, says, hint: own[0]?.hint ?? "" };
  });
}

/** What an audit writes there itself is told by its history. */
function isOwn({ kind }: FaultRecord): boolean {
  return kind !== "hook_bypassed" && kind !== "history_rewritten";
}
