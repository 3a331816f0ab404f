/**
 * NightRefs: what nights keep on refs that no branch sees, so that it can be read by day and no page is touched. On one stands what the last audits
 * found; on the other what a person is asked about, with what that one refused, while the words stay in their pages. What nobody is asked about
 * again is read from it and from history.
 */

import { dayAt, type Instant, type Oid, type PagePath, parsePagePath } from "../base/ids.js";
import { parseLine, stableJson } from "../base/json.js";
import { assert, err, getOrMake, type Outcome, ok } from "../base/result.js";
import { textIn } from "../base/text.js";
import { type LoggedCommit, parseTrailers } from "../git/history.js";
import type { Memory } from "../memory/memory.js";
import type { redactSecretsIn } from "../rules/secret-keys.js";
import type { AuditAnswer } from "./audit/checks.js";
import type { Coming, ComingReason } from "./keep/curate.js";
import type { PageLeaving } from "./steps.js";
import { thresholds } from "./thresholds.js";

const standing = "standing.json";
const rejectedFolder = "rejected/";

/** The digests of entries, each with the number that a person calls it by, and the rule that lets it go. */
export interface KeptProposal {
  /** The night that made it. */
  readonly night: Instant;
  readonly pages: readonly {
    readonly page: PagePath;
    readonly over: string;
    readonly entries: readonly { readonly n: number; readonly digest: string; readonly rule: string }[];
  }[];
  /** Entries of logs that may be kept, in the order in which a person reads them. */
  readonly coming: readonly {
    readonly n: number;
    readonly path: PagePath;
    readonly digest: string;
    readonly reason: ComingReason;
  }[];
}

/** Takes the place of the last one, unless it asks for the same. What was asked before keeps its number: somebody may have read it. */
export async function keepProposal(
  memory: Memory,
  night: Instant,
  asked: { readonly tooLong: readonly PageLeaving[]; readonly coming: readonly Coming[] },
): Promise<Outcome<void>> {
  const last = await lastProposal(memory);
  // One that does not read back is replaced.
  const before = (last.ok ? last.value : null) ?? { night, pages: [], coming: [] };
  const numberOf = numbersAfter(before);
  const pages = asked.tooLong.flatMap(({ page, over, leaving }) => {
    const entries = leaving.map(({ digest, rule }) => ({ n: numberOf(page, digest), digest, rule }));
    return over === null || entries.length === 0 ? [] : [{ page, over, entries }];
  });
  const coming = asked.coming.slice(0, thresholds.comingMax).flatMap(({ promotion, reason }) => {
    const [source] = promotion.sources;
    if (source === undefined) return [];
    const path = source.path as PagePath;
    return [{ n: numberOf(path, source.digest), path, digest: source.digest, reason }];
  });
  const isSame = stableJson([before.pages, before.coming]) === stableJson([pages, coming]);
  if (last.ok && isSame) return ok(undefined);
  const leaving = pages.reduce((sum, { entries }) => sum + entries.length, 0);
  const message = `propose: ${leaving} that may leave, ${coming.length} that may be kept\n\nPagefile-Proposal: night\n`;
  return keep(memory, { ref: "proposals", name: standing }, { night, pages, coming }, { message, when: night });
}

/** The number it had, else the next one; where nothing is left of what was asked, numbers begin anew. */
function numbersAfter({ pages, coming }: Omit<KeptProposal, "night">): (path: string, digest: string) => number {
  const rows = [
    ...pages.flatMap(({ page, entries }) => entries.map(({ n, digest }) => ({ n, key: `${page}#${digest}` }))),
    ...coming.map(({ n, path, digest }) => ({ n, key: `${path}#${digest}` })),
  ];
  const known = new Map(rows.map(({ n, key }) => [key, n]));
  let last = rows.reduce((most, { n }) => Math.max(most, n), 0);
  return (path, digest) => {
    const n = known.get(`${path}#${digest}`) ?? last + 1;
    last = Math.max(last, n);
    return n;
  };
}

/** null where none was ever made. */
export async function lastProposal(memory: Memory): Promise<Outcome<KeptProposal | null>> {
  const files = await filesOf(memory, "proposals");
  if (!files.ok) return files;
  const oid = files.value.get(standing);
  if (oid === undefined) return ok(null);
  const hint = "The next night makes a new one; or now: pagefile nightly --force";
  return readBack(memory, { ref: "proposals", oid, what: `proposal ${standing}`, hint }, parseProposal);
}

/** One file an entry, so that two who refuse at once lose neither. */
export async function keepRejection(
  memory: Memory,
  rejected: { readonly page: PagePath; readonly digest: string; readonly actor: string },
  what: "stays" | "is not kept",
): Promise<Outcome<void>> {
  const when = memory.clock.now();
  const message = `reject: an entry of ${rejected.page} ${what}\n\nPagefile-Actor: ${rejected.actor}\n`;
  const name = `${rejectedFolder}${rejected.digest}.json`;
  return keep(memory, { ref: "proposals", name }, { ...rejected, when }, { message, when });
}

/** It was printed by this program; whoever writes to the ref by hand gets no more out of it than entries that rules let go. */
function parseProposal(value: Partial<KeptProposal>): KeptProposal | null {
  const { pages, coming } = value;
  if (typeof value.night !== "string" || !Array.isArray(pages) || !Array.isArray(coming)) return null;
  const isRow = (row: { readonly n: number; readonly digest: string } | null, why: unknown): boolean =>
    Number.isSafeInteger(row?.n) && typeof row?.digest === "string" && typeof why === "string";
  const isPath = (path: unknown): boolean => parsePagePath(String(path)) !== null;
  const isPage = (of: KeptProposal["pages"][number] | null): boolean =>
    typeof of?.over === "string" && isPath(of.page) && Array.isArray(of.entries);
  const isWhole = pages.every(
    (of: KeptProposal["pages"][number]) => isPage(of) && of.entries.every((row) => isRow(row, row?.rule)),
  );
  const areRows = coming.every((row: KeptProposal["coming"][number]) => isRow(row, row?.reason) && isPath(row.path));
  return isWhole && areRows ? (value as KeptProposal) : null;
}

/** By page, null for logs: what a person refused, and what somebody brought back or took back afterwards. `but` are commits that do not count. */
export async function neverAgain(
  memory: Memory,
  logged: readonly LoggedCommit[],
  but: ReadonlySet<Oid> = new Set(),
): Promise<Outcome<(page: string | null) => ReadonlySet<string>>> {
  const files = await filesOf(memory, "proposals");
  if (!files.ok) return files;
  const rejected = [...files.value.keys()].filter((path) => path.startsWith(rejectedFolder));
  const refused = new Set(rejected.map((path) => path.slice(rejectedFolder.length, -".json".length)));
  const byPage = new Map<string, Set<string>>();
  const undone = new Set<string>();
  for (const { oid, message } of logged) {
    if (but.has(oid) || !/PRUNE_TRIM|REVERT|CURATE_|Pagefile-Session: accepted:/.test(message)) continue;
    const trailers = parseTrailers(message);
    const reason = trailers["Pagefile-Reason"]?.[0];
    const evidence = trailers["Pagefile-Evidence"] ?? [];
    if (reason === "REVERT") for (const each of evidence) undone.add(each);
    // Kept by a night or by who accepted it, and taken back: the one who did so has answered.
    else if (reason !== "PRUNE_TRIM" && undone.has(`commit:${oid}`)) for (const each of evidence) refused.add(each);
    if (reason !== "PRUNE_TRIM") continue;
    for (const name of evidence) {
      const [, page, digest] = /^file:(.+)#([0-9a-f]+)$/.exec(name) ?? [];
      if (page === undefined || digest === undefined) continue;
      getOrMake(byPage, page, () => new Set<string>()).add(digest);
    }
  }
  return ok((page) => new Set([...refused, ...(page === null ? [] : (byPage.get(page) ?? []))]));
}

// Kept: what one of the refs holds, as files of JSON.

/** The two refs on which nights keep something, by the last part of their names. */
type KeptRef = "audits" | "proposals";

/** One commit on the ref, which puts the value there as the file of that name. */
async function keep(
  memory: Memory,
  { ref, name }: { readonly ref: KeptRef; readonly name: string },
  value: unknown,
  note: { readonly message: string; readonly when: Instant },
): Promise<Outcome<void>> {
  const path = parsePagePath(name);
  assert(path !== null, "a day and a digest make a safe file name");
  const bytes = new TextEncoder().encode(`${stableJson(value)}\n`);
  const done = await memory.history.recordAside(ref, { path, bytes }, note);
  return done.ok ? ok(undefined) : done;
}

/** By path, in its order; none where the ref does not stand. */
async function filesOf(memory: Memory, ref: KeptRef): Promise<Outcome<ReadonlyMap<string, Oid>>> {
  const tip = await memory.history.resolve(`refs/pagefile/${ref}`);
  if (!tip.ok) return tip;
  if (tip.value === null) return ok(new Map());
  const tree = await memory.history.tree(tip.value);
  return tree.ok ? ok(new Map(tree.value.map(({ path, oid }) => [path as string, oid]))) : tree;
}

/** `corrupt` where it is no JSON or `parse` does not know it. */
async function readBack<T>(
  memory: Memory,
  named: { readonly ref: KeptRef; readonly oid: Oid; readonly what: string; readonly hint: string },
  parse: (value: Partial<T>) => T | null,
): Promise<Outcome<T>> {
  const { ref, oid, what, hint } = named;
  const blob = await memory.history.blob(oid);
  if (!blob.ok) return blob;
  const value = parseLine(textIn(blob.value));
  const read = value === null ? null : parse(value as Partial<T>);
  if (read !== null) return ok(read);
  return err({ code: "corrupt", says: `The ${what} on refs/pagefile/${ref} does not read back.`, hint });
}

/** `audit`: every night; `consistency`: what was compared across files, every week. */
type KeptKind = "audit" | "consistency";

/** One commit on the ref, by its day: a second report of a day takes the place of the first. `last` is the one before it. */
export async function keepAudit(
  memory: Memory,
  kind: KeptKind,
  report: AuditAnswer,
  last: AuditAnswer | null,
): Promise<Outcome<void>> {
  // A reader of what is kept redacts nothing.
  const { redactSecretsIn } = await import("../rules/secret-keys.js");
  const { error, warning, note } = report.counts;
  const message = `${kind}: ${error} errors, ${warning} warnings, ${note} notes\n\nPagefile-Audit: ${kind}\n`;
  const name = `${kind}/${dayAt(memory.zone, report.now)}.json`;
  const value = redacted(redactSecretsIn, report, last);
  return keep(memory, { ref: "audits", name }, value, { message, when: report.now });
}

/** Each value is looked at once, under its key, and not where the last report has it: ten thousand findings say little that is new. */
function redacted(
  redact: typeof redactSecretsIn,
  { findings, ...report }: AuditAnswer,
  last: AuditAnswer | null,
): unknown {
  const nameOf = (pair: readonly [key: string, value: unknown]): string => JSON.stringify(pair);
  const known = new Map(
    (last?.findings ?? []).flatMap((row) => Object.entries(row).map((pair) => [nameOf(pair), pair])),
  );
  const shown = (pair: [string, unknown]): [string, unknown] =>
    getOrMake(known, nameOf(pair), () => Object.entries(redact(Object.fromEntries([pair])) as object)[0]!);
  const rows = findings.map((row) => Object.fromEntries(Object.entries(row).map(shown)));
  return { ...(redact(report) as object), findings: rows };
}

/** The latest report; null where none was kept. One that does not read back is `corrupt`. */
export async function lastKept(memory: Memory, kind: KeptKind): Promise<Outcome<AuditAnswer | null>> {
  const files = await filesOf(memory, "audits");
  if (!files.ok) return files;
  const path = [...files.value.keys()].findLast((each) => each.startsWith(`${kind}/`));
  if (path === undefined) return ok(null);
  const remedy = { what: `report ${path}`, hint: "Make a new one: pagefile audit" };
  return readBack<AuditAnswer>(memory, { ref: "audits", oid: files.value.get(path)!, ...remedy }, (value) => {
    // What is kept was printed by this program; a look at what renders it is enough.
    const isTold = Array.isArray(value.findings) && typeof value.counts === "object";
    return isTold && typeof value.now === "string" && typeof value.store === "string" ? (value as AuditAnswer) : null;
  });
}

/** What `status` says of the last night's audit. */
export interface KeptNote {
  readonly at: Instant;
  readonly counts: AuditAnswer["counts"];
}

/** A report that cannot be read is none here; `audit --last` says why. */
export async function keptNote(memory: Memory): Promise<KeptNote | null> {
  const last = await lastKept(memory, "audit");
  return last.ok && last.value !== null ? { at: last.value.now, counts: last.value.counts } : null;
}
