/**
 * Audit: all that can be said against a memory, in one answer. It reads and reports, and mends nothing.
 *
 * `audit` joins what the table, doctor, the history, the fault log and the remote already found with the checks of this folder, which are pure.
 * `pages.ts` gives files as the checks see them: a text is read when a check asks for it, and none is held. What an audit compares is told by a
 * file's place (`placeOf` in `checks.ts`): named, kept, beside the memory, or passing. `checks.ts` has the words of an audit and says what two
 * files claim of one thing, `content.ts` holds pages against their types and looks at lengths and copies, and `pages.ts` looks at pointers.
 * Read this file first, then `checks.ts`.
 *
 * A nightly audit judges the commits since the last report that was kept (`night-refs.ts` of `night`) and carries over what that one found, so that an old
 * repository costs no more than a young one. All of the past is judged again once a week, after a rewrite, or when the attested commit moved.
 */

import { join } from "node:path";
import { shortDigest } from "../../base/digest.js";
import { dayAt, dayMs, type Instant, type Oid } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { allOf, type Failure, type Outcome, ok, push } from "../../base/result.js";
import type { Head } from "../../git/history.js";
import { unpushed } from "../../history/log.js";
import type { AuditHost } from "../../history/verify/attest.js";
import { type HistoryRow, judgedPastOf, verifyHistory } from "../../history/verify/views.js";
import { type CutPin, pinsCutFrom } from "../../memory/cut-pins.js";
import { openKeyedCache } from "../../memory/disk/facts-cache.js";
import type { KeyedCache } from "../../memory/facts.js";
import { isPageOf } from "../../memory/included.js";
import type { Memory } from "../../memory/memory.js";
import { profileOf } from "../../memory/profile.js";
import { type Holder, service } from "../../memory/service.js";
import { type Loaded, loadFiles } from "../../memory/truncate.js";
import { findingsOf } from "../../memory/workspace.js";
import type { Finding } from "../../page/page.js";
import { editedPages, remarksOnEdits } from "../../session/pages/edits.js";
import { rulesOf } from "../../write/commit/overflow.js";
import type { FaultRecord } from "../../write/fault.js";
import { faultLogOf } from "../../write/fault-log.js";
import { lastKept } from "../night-refs.js";
import { limitsOf, memoryLinesOf, planTonight, type TonightsPlan } from "../plan.js";
import {
  type AuditAnswer,
  type AuditFinding,
  type AuditPage,
  contradictions,
  dayIn,
  drifts,
  inAuditOrder,
  isLasting,
  type JudgedPast,
  type LogStatement,
  logStatements,
} from "./checks.js";
import {
  checkCopies,
  checkDays,
  checkFields,
  checkFiles,
  checkLoad,
  checkNights,
  type NightState,
  type PageSays,
  repetitions,
  returned,
  saysOf,
} from "./content.js";
import {
  type AuditFiles,
  auditFiles,
  checkLinks,
  eachHeld,
  goneFindings,
  linksOf,
  linkTargets,
  logFindings,
  outdatedFindings,
} from "./pages.js";

export interface AuditQuery {
  /** What doctor says of the machine and the hooks. */
  readonly doctor: DoctorAnswer["checks"];
  /** The history of this memory. */
  readonly host: AuditHost;
  /** False leaves out what `consistency` compares, which a night does once a week; true when absent. */
  readonly across?: boolean;
  /** What an earlier audit found in the history; what came since is judged, and it is kept where nothing was rewritten. */
  readonly judged?: JudgedPast;
  /** What a night would do now, where it is planned already. */
  readonly planned?: TonightsPlan;
  /** Whether the search finds what is there; asked once a week, and not where no question ever made an index. */
  readonly canary?: (memory: Memory) => DoctorAnswer["checks"];
}

export async function audit(memory: Memory, query: AuditQuery): Promise<Outcome<AuditAnswer>> {
  const now = memory.clock.now();
  const files = auditFiles(memory);
  const { pages, paths } = files;
  const rules = rulesOf(memory.config);
  const read = (rules?.files ?? []).map(({ path }) => [path, files.textOf(path)] as const);
  const texts = new Map(read.flatMap(([path, text]) => (text === null ? [] : [[path, text] as const])));
  const loaded = rules === null ? null : loadFiles(rules, texts);
  const today = dayAt(memory.zone, now);
  const dated = allOf([await logFindings(memory, files, now), await outdatedFindings(memory, files, { now, today })]);
  if (!dated.ok) return dated;
  const [logs, outdated] = dated.value;
  const across = query.across === false ? null : heldAgainst(memory, files);
  const others = await checkOutcomes(memory, query, now);
  if (!others.ok) return others;
  const gone = await goneFindings(memory, query.host, now);
  if (!gone.ok) return gone;
  const nights = await nightState(memory, query.planned);
  // What stands in the way of every night is the first thing to be told, and hides nothing else.
  if (!nights.ok && nights.error.code !== "denied") return nights;
  const findings = inAuditOrder([
    ...(loaded === null ? [] : checkLoad(loaded, pinsCut(memory, loaded, texts))),
    ...checkDays(pages, now, today),
    ...outdated,
    ...checkFiles(pages, memoryLinesOf(limitsOf(memory.config))),
    ...checkCopies([...paths, ...copiesLeftOut(memory)]),
    ...checkFields(pages),
    ...(across === null ? [] : [...across.twice, ...across.differing]),
    ...(nights.ok ? checkNights(nights.value) : [noNight(nights.error)]),
    ...gone.value,
    ...checkLinks(pages, linkTargets(memory, files), linksOf(memory, pages)),
    ...logs,
    ...others.value.findings,
  ]);
  const harness = rules === null ? null : { profile: rules.profile, version: rules.version, source: rules.source };
  const { judged } = others.value;
  return ok(answerOf(memory, findings, { now, harness, loaded, judged }));
}

function answerOf(
  { config }: Memory,
  findings: readonly AuditFinding[],
  about: Omit<AuditAnswer, "store" | "findings" | "counts">,
): AuditAnswer {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return { store: config.name, ...about, findings, counts };
}

/** Where no night was planned yet one is, and not made. */
async function nightState(memory: Memory, planned: AuditQuery["planned"]): Promise<Outcome<NightState>> {
  const made = planned === undefined ? await planTonight(memory) : ok(planned);
  if (!made.ok) return made;
  const { ground, plan } = made.value;
  const didAny = ground.curatedOn !== null || ground.nights.length > 0;
  return ok({ ...plan, ran: didAny || (await isAnyKept(memory)) });
}

/** Every night keeps a report of what it found, so that one which committed nothing has left a trace too; one that does not read back is one. */
async function isAnyKept(memory: Memory): Promise<boolean> {
  const last = await lastKept(memory, "audit");
  return !last.ok || last.value !== null;
}

/** Files that would be pages if a sync client had not made them beside their originals. */
function copiesLeftOut({ store, config }: Memory): readonly string[] {
  const listing = store.list(() => false);
  return listing.ok ? (listing.value.left ?? []).filter((path) => isPageOf(config, path)) : [];
}

function noNight(failure: Failure): AuditFinding {
  const [says, hint] = [`No night can run: ${failure.says}`, failure.hint];
  return { check: "curation_stalled", severity: "error", path: null, line: 0, says, hint };
}

function pinsCut({ config }: Memory, { files }: Loaded, texts: ReadonlyMap<string, string>): readonly CutPin[] {
  return files.flatMap((file) => pinsCutFrom(file, texts.get(file.path) ?? "", profileOf(config.profile)));
}

export interface DoctorAnswer {
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly says: string;
    readonly hint: string;
  }[];
}

async function checkOutcomes(
  memory: Memory,
  query: AuditQuery,
  now: Instant,
): Promise<Outcome<Pick<AuditAnswer, "findings" | "judged">>> {
  const { doctor } = query;
  // The log first: the history writes what it finds there, and that is told below.
  const faults = recent(memory, now);
  const head = await memory.history.head();
  if (!head.ok) return head;
  const past = await pastFindings(memory, query, head.value.commit);
  if (!past.ok) return past;
  const open = allOf([await typedFindings(memory, head.value.commit), await unpushedNote(memory, head.value)]);
  if (!open.ok) return open;
  const [typed, ahead] = open.value;
  const { findings: inPast, ...judged } = past.value;
  const findings = [
    ...pageFindings([...findingsOf(memory), ...typed]),
    ...doctor.flatMap(doctorFinding),
    ...inPast,
    ...faults,
    // Where doctor finds it overdue, once is enough.
    ...(doctor.some(({ name, ok: fine }) => name === "remote" && !fine) ? [] : ahead),
  ];
  return ok({ findings, judged });
}

/** What somebody typed and no commit takes, where reading the page does not tell it. */
async function typedFindings(memory: Memory, head: Oid | null): Promise<Outcome<readonly Finding[]>> {
  const edited = await editedPages(memory, head);
  return edited.ok ? remarksOnEdits(memory, head, edited.value, "all") : edited;
}

/** A finding each, but for what a program did to many pages alike, and for what others keep in frontmatter: of all pages that is one. */
function pageFindings(findings: readonly Finding[]): readonly AuditFinding[] {
  const others = findings.filter(isForeign);
  const told = findings.filter((finding) => !isForeign(finding) && !isAside(finding));
  const alike = new Map<string, Finding[]>();
  for (const finding of told) push(alike, `${finding.code} ${finding.severity} ${finding.says}`, finding);
  const each = [...alike.values()].flatMap(pageFinding);
  const pages = new Set(others.map(({ path }) => path)).size;
  if (pages === 0) return each;
  const says = `The frontmatter of ${pages === 1 ? "one page" : `${pages} pages`} holds keys of another program, the first: ${others[0]?.path}. They stay as they are.`;
  const hint = "pagefile status --json lists them.";
  return [...each, { check: "page", severity: "note", path: null, line: 0, says, hint }];
}

const alikeMin = 4;

/** Of findings that say the same. */
function pageFinding(alike: readonly Finding[]): readonly AuditFinding[] {
  const isOne = alike.length >= alikeMin;
  const more = isOne ? ` So it is in ${alike.length - 1} more, the next: ${alike[1]?.path}.` : "";
  return (isOne ? alike.slice(0, 1) : alike).map(({ code, severity, path, line, says, hint }): AuditFinding => {
    return { check: "page", severity, path, line, says: `${code}: ${says}${more}`, hint };
  });
}

function isForeign({ code, severity }: Finding): boolean {
  return severity === "note" && /^(?:key_unknown|value_invalid|id_invalid|frontmatter_invalid)$/.test(code);
}

/** A link or a repository inside is its owner's choice: init says so once, doctor when it is asked. */
function isAside({ code, severity }: Finding): boolean {
  return severity === "note" && (code === "not_a_regular_file" || code === "path_refused");
}

/** From the attested commit on, or from where an earlier audit that began there came to, as far as HEAD descends from it. */
async function pastFindings(
  memory: Memory,
  { host, judged }: AuditQuery,
  commit: Oid | null,
): Promise<Outcome<JudgedPast>> {
  const attested = await host.attested();
  if (!attested.ok) return attested;
  const at = judged?.attested === attested.value ? judged.head : null;
  const descends = at === null || commit === null ? ok(false) : await host.descends(commit, at);
  if (!descends.ok) return descends;
  const known = descends.value ? (judged?.findings ?? []) : [];
  const kept = judgedPastOf(memory);
  const asked = { since: descends.value ? at : null, attest: "leave", shallow: "stop", kept } as const;
  const past = await verifyHistory(memory, host, asked);
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
  const since = `The line is that of ${name}, in which it came, before there was a memory here.`;
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

async function unpushedNote(memory: Memory, head: Head): Promise<Outcome<readonly AuditFinding[]>> {
  const ahead = await unpushed(memory, head);
  if (!ahead.ok) return ahead;
  if (ahead.value === null || ahead.value.commits === 0) return ok([]);
  const { commits, remote, since } = ahead.value;
  const says = `${commits} ${commits === 1 ? "commit is" : "commits are"} not pushed to ${remote}, the oldest of ${since?.slice(0, 10)}.`;
  return ok([{ check: "unpushed", severity: "note", path: null, line: 0, says, hint: "git push" }]);
}

const faultsMax = 500;

/** Protocol check 4, whether what runs by itself runs into errors: a line for each kind of fault since yesterday. */
function recent(memory: Memory, now: Instant): readonly AuditFinding[] {
  const since = Date.parse(now) - dayMs;
  // What an audit writes there itself is told by its history.
  const { records } = faultLogOf(memory).recent(
    faultsMax,
    ({ at, kind }) => Date.parse(at) >= since && kind !== "hook_bypassed" && kind !== "history_rewritten",
  );
  const byKind = new Map<string, FaultRecord[]>();
  for (const fault of records) push(byKind, fault.kind, fault);
  return [...byKind.keys()].sort().map((kind) => {
    const own = byKind.get(kind)!;
    const says = `${kind}: ${own.length} since yesterday, the last: ${own[0]!.says}`;
    return { check: "fault_recent", severity: "warning", path: null, line: 0, says, hint: own[0]!.hint };
  });
}

/** In the shape of an audit that loads nothing: reads and reports, and never writes. */
export function consistency(memory: Memory): AuditAnswer {
  const files = auditFiles(memory);
  const { pages } = files;
  const { twice, differing, drifted } = heldAgainst(memory, files);
  const findings = inAuditOrder([
    ...differing,
    ...drifted(),
    ...twice,
    ...checkLinks(pages, linkTargets(memory, files), linksOf(memory, pages)),
  ]);
  return answerOf(memory, findings, { now: memory.clock.now(), harness: null, loaded: null, judged: null });
}

/** What a lasting page says is kept by its words and what the table knows of it. Of logs those are read whose day a statement names. */
function heldAgainst(memory: Memory, { pages }: AuditFiles) {
  const says = saidBy(memory, pages.filter(isLasting));
  const standing = says.flatMap((page) => page.standing);
  return {
    twice: [...repetitions(standing), ...returned(standing)],
    differing: contradictions(says.flatMap(({ claims }) => claims)),
    /** Reads the logs that statements name, which the rest does not. */
    drifted: () => driftedFrom(memory, pages, says),
  };
}

function driftedFrom(memory: Memory, pages: AuditFiles["pages"], says: readonly PageSays[]): readonly AuditFinding[] {
  const grounded = says.flatMap((page) => page.grounded);
  const named = new Set(grounded.flatMap(({ days }) => days));
  const told: LogStatement[] = [];
  const logs = pages.filter(({ entry }) => named.has(dayIn(entry.path) ?? ""));
  eachHeld(memory, logs, (page) => told.push(...logStatements(page)));
  return drifts(told, grounded);
}

/** In the order of the pages; those that cannot be read now are passed over. */
function saidBy(memory: Memory, pages: readonly AuditPage[]): readonly PageSays[] {
  const kept = saysCacheOf(memory);
  const keyOf = ({ entry, place, meta }: AuditPage): string => shortDigest(stableJson([entry, place, meta]), 32);
  const found = new Map(pages.map((page) => [page.entry.path, kept.get(keyOf(page))]));
  const unread = pages.filter(({ entry }) => found.get(entry.path) === undefined);
  eachHeld(memory, unread, (page, oid) => {
    const says = saysOf(page);
    found.set(page.entry.path, says);
    // The table's digest stands for these words, or the file has changed since.
    if (oid === page.entry.oid) kept.put(keyOf(page), says);
  });
  kept.flush();
  return pages.flatMap(({ entry }) => found.get(entry.path) ?? []);
}

/** What lasting pages say, for comparing them. */
const saysCacheOf: (holder: Holder) => KeyedCache<PageSays> = service(({ place }) =>
  openKeyedCache(join(place.state, "index-says"), "says-5"),
);
