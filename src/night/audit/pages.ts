/** AuditPages: the files of a memory as checks see them, and what they point to: links and pages that are gone, and what git's past says of logs. */

import { basename, join, posix } from "node:path";
import { dayMs, type Instant, type Oid, type PagePath, parseInstant } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { eachOf, type Outcome, ok, tally } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { type Blob, type LoggedCommit, parseTrailers } from "../../git/history.js";
import { goneFromDisk } from "../../history/log.js";
import type { AuditedCommit, AuditHost } from "../../history/verify/attest.js";
import { openKeyedCache } from "../../memory/disk/facts-cache.js";
import { decodeUri } from "../../memory/disk/project.js";
import type { KeyedCache } from "../../memory/facts.js";
import { isOwnPage } from "../../memory/included.js";
import type { Memory } from "../../memory/memory.js";
import { archiveFolder, archiveIndexPath, profileOf } from "../../memory/profile.js";
import { type Holder, service } from "../../memory/service.js";
import { findPage, type PageTable } from "../../memory/table.js";
import { decodePage } from "../../page/decode.js";
import { bodyStartOf } from "../../page/markdown/outline.js";
import { dayOf, memoryPath } from "../day-files.js";
import { thresholds } from "../thresholds.js";
import { pastLog } from "../undo.js";
import { type AuditFinding, type AuditPage, placeOf } from "./checks.js";
import { checkLog, memoryOutdated } from "./content.js";

// CheckLinks: links and pointers to pages that are not there.

interface LinkTargets {
  readonly table: PageTable;
  /** Every file that a link may name, below the root. */
  readonly paths: ReadonlySet<string>;
  /** Whether a file that is no page lies there. */
  readonly isThere: (path: string) => boolean;
  /** The text of the archive index; null where there is none. */
  readonly index: string | null;
}

export function checkLinks(
  pages: readonly AuditPage[],
  ground: LinkTargets,
  linksOf: (page: AuditPage) => readonly PageLink[] = linksIn,
): readonly AuditFinding[] {
  const names = namesOf(ground.paths);
  // A cold page and a log are as they were; what they pointed to may be gone by now.
  const live = pages.filter(({ entry }) => entry.tier !== "cold" && dayOf(entry.path) === null);
  const all = live.map((page) => ({ path: page.entry.path, links: linksOf(page) }));
  // Where no name in double brackets is a page's, they are no links: other programs write words of their own so.
  const linked = all.some(({ links }) =>
    links.some(([, kind, said]) => kind === "wiki" && namesPage(said) && leadsToPage(said, { ...ground, names })),
  );
  const nowhere = all.map(({ path, links }) => nowhereIn(path, links, { ...ground, names, linked }));
  const pagesApart = nowhere.filter(({ wiki }) => wiki.length > 0);
  const isHabit = pagesApart.length > unwrittenPagesMax;
  return [
    ...nowhere.flatMap((one) => [...(isHabit ? [] : unwritten(one)), ...broken(one)]),
    ...(isHabit ? [unwrittenHabit(pagesApart)] : []),
    ...provenance(pages, ground),
    ...archiveIndex(ground),
  ];
}

/** What a wiki link may say: a file's name, or that of a folder whose page has a name of all such pages. */
function namesOf(paths: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const path of paths) {
    names.add(nameOf(path));
    for (const folder of path.split("/").slice(0, -1)) names.add(folder.toLowerCase());
  }
  return names;
}

/** Line (1-based), how it is written, and what stands between its brackets; a tuple, because it is kept by the thousand. */
export type PageLink = readonly [line: number, kind: "wiki" | "path", said: string];

/** Every link of a text that may lead to a page, wherever it leads. */
function linksIn({ text, bodyStart }: Pick<AuditPage, "text" | "bodyStart">): readonly PageLink[] {
  if (!text.includes("[[", bodyStart) && !text.includes("](", bodyStart)) return [];
  return proseLines(text, bodyStart).flatMap(({ line, said }): readonly PageLink[] => [
    ...[...said.matchAll(/\[\[([^[\]]+)\]\]/g)].map(([, inner = ""]) => [line, "wiki", inner] as const),
    ...[...said.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = ""]) => [line, "path", link] as const),
  ]);
}

type LinkGround = LinkTargets & { readonly names: ReadonlySet<string> };

/** The links of a page that lead to none: names in brackets, and paths. */
interface Nowhere {
  readonly path: string;
  readonly wiki: readonly PageLink[];
  readonly paths: readonly PageLink[];
}

function nowhereIn(
  path: string,
  links: readonly PageLink[],
  ground: LinkGround & { readonly linked: boolean },
): Nowhere {
  const nowhere = links.filter(([, kind, said]) =>
    kind === "wiki" ? !leadsToPage(said, ground) : !leadsToFile(path, said, ground),
  );
  const wiki = ground.linked ? nowhere.filter(([, kind]) => kind === "wiki") : [];
  return { path, wiki, paths: nowhere.filter(([, kind]) => kind === "path") };
}

function leadsToPage(inner: string, ground: LinkGround): boolean {
  const target = (inner.split("|")[0] ?? "").trim();
  const file = fileIn(inner);
  if (!namesPage(inner) || findPage(ground.table, target) !== null || findPage(ground.table, file) !== null)
    return true;
  return ground.paths.has(file) || ground.paths.has(`${file}.md`) || ground.names.has(nameOf(file));
}

function fileIn(inner: string): string {
  return (inner.split(/[|#]/)[0] ?? "").trim();
}

/** An image or another file that is shown in a note is no page. */
function namesPage(inner: string): boolean {
  const file = fileIn(inner);
  return file !== "" && !/\.(?!md$)[a-z0-9]{2,5}$/i.test(file);
}

/** A link that is no path of a page leads somewhere that is not looked at. */
function leadsToFile(from: string, link: string, { paths, isThere }: LinkTargets): boolean {
  const target = decodeUri((link.split("#")[0] ?? "").replace(/^<|>$/g, ""));
  if (!target.endsWith(".md") || target.includes(":") || target.startsWith("/")) return true;
  const folder = from.slice(0, from.lastIndexOf("/") + 1);
  return [joined(folder, target), joined("", target)].some((path) => paths.has(path) || isThere(path));
}

/** Vaults are full of links to pages that are to be written: that is for their owner to know, once a file, and nothing that is wrong. */
function unwritten({ path, wiki }: Nowhere): readonly AuditFinding[] {
  const named = [...new Set(wiki.map(([, , said]) => `[[${said}]]`))];
  if (named.length === 0) return [];
  const more = named.length > linksShown ? ` and ${named.length - linksShown} more` : "";
  const says = `${named.slice(0, linksShown).join(", ")}${more} ${named.length === 1 ? "leads" : "lead"} to no page yet. Was one renamed?`;
  const hint = "If it is still to be written, nothing is to be done.";
  return [{ check: "link_broken", severity: "note", path, line: wiki[0]?.[0] ?? 0, says, hint }];
}

const linksShown = 3;
/** From more pages than these on, names in brackets are how somebody writes: one line tells of all. */
const unwrittenPagesMax = 20;

function unwrittenHabit(pages: readonly Nowhere[]): AuditFinding {
  const counts = tally(pages.flatMap(({ wiki }) => [...new Set(wiki.map(([, , said]) => fileIn(said)))]));
  const most = [...counts].sort(([a, of], [b, than]) => than - of || compareText(a, b)).slice(0, linksShown);
  const named = most.map(([name, count]) => `[[${name}]] (${count})`).join(", ");
  const says = `${pages.length} pages link to ${counts.size} pages that are not there yet, the most to ${named}.`;
  const hint = "If they are still to be written, nothing is to be done.";
  return { check: "link_broken", severity: "note", path: null, line: 0, says, hint };
}

/** Once a file: a text that was moved takes all of its links along. */
function broken({ path, paths }: Pick<Nowhere, "path" | "paths">): readonly AuditFinding[] {
  const [first] = paths;
  if (first === undefined) return [];
  const targets = paths.filter(([, , said], at) => paths.findIndex((other) => other[2] === said) === at);
  const more = targets.length > linksShown ? ` and ${targets.length - linksShown} more` : "";
  const named = targets
    .slice(0, linksShown)
    .map(([line, , said]) => `${said}${line === first[0] ? "" : ` (line ${line})`}`);
  const says =
    targets.length === 1
      ? `The link ${first[2]} leads nowhere.`
      : `The links ${named.join(", ")}${more} lead nowhere.`;
  const hint = "Correct it, or bring back what it meant: pagefile log tells where a page went.";
  return [{ check: "link_broken", severity: "warning", path, line: first[0], says, hint }];
}

/** Lines outside fenced code, without their code spans; 1-based. */
function proseLines(text: string, bodyStart: number): readonly { readonly line: number; readonly said: string }[] {
  const lines: { line: number; said: string }[] = [];
  let fence: string | null = null;
  let at = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const start = at;
    at += line.length + 1;
    if (start < bodyStart) continue;
    const mark = /^ {0,3}(?:[-*+] {1,4}|> ?)?(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (mark?.startsWith(fence) === true) fence = null;
    } else if (mark !== null) fence = mark;
    else lines.push({ line: index + 1, said: line.replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "") });
  }
  return lines;
}

function nameOf(path: string): string {
  return basename(path, ".md").toLowerCase();
}

/** A path that leads out of the root is taken from there. */
function joined(folder: string, target: string): string {
  return posix.join("/", folder, target).slice(1);
}

function provenance(pages: readonly AuditPage[], { table }: LinkTargets): readonly AuditFinding[] {
  return pages.flatMap(({ entry, meta }) =>
    (meta.provenance ?? []).flatMap((source): readonly AuditFinding[] => {
      const name = source.startsWith("page:") ? source.slice("page:".length) : null;
      if (name === null || findPage(table, name) !== null) return [];
      const says = `Its provenance names the page “${name}”, which is not there.`;
      const hint = "pagefile log tells where a page went.";
      return [{ check: "link_broken", severity: "warning", path: entry.path, line: 0, says, hint }];
    }),
  );
}

/** Lines of the archive index without their page. */
function archiveIndex({ paths, index }: LinkTargets): readonly AuditFinding[] {
  return (index ?? "").split("\n").flatMap((line, at): readonly AuditFinding[] => {
    const target = line.startsWith("- [") ? /\]\(([^()\s]+)\)/.exec(line)?.[1] : undefined;
    const isThere =
      target === undefined ||
      [`${archiveFolder}/`, ""].some((folder) => paths.has(joined(folder, decodeUri(target))));
    return isThere ? [] : broken({ path: archiveIndexPath, paths: [[at + 1, "path", target]] });
  });
}

// AuditGone: pages that are not where they were without anybody having said why.

/** Held against git, which is no part of what may have lost it: a guard that counts only what is left finds nothing missing. */
export async function goneFindings(
  memory: Memory,
  host: AuditHost,
  now: Instant,
): Promise<Outcome<readonly AuditFinding[]>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const { commit } = head.value;
  if (commit === null) return ok([]);
  const tree = await memory.history.tree(commit);
  if (!tree.ok) return tree;
  const paths = new Set<string>(tree.value.map(({ path }) => path));
  const since = Date.parse(now) - thresholds.goneDaysMax * dayMs;
  const gone = await goneFrom(memory, host, { head: commit, paths, since });
  if (!gone.ok) return gone;
  const own = [...paths].filter((path) => isOwnPage(path, memory.config));
  const lost = await goneFromDisk(memory, own as PagePath[]);
  if (!lost.ok) return lost;
  const says = "HEAD holds this page and the disk does not: somebody deleted it and did not commit that.";
  const missing = lost.value.missing.map((path): AuditFinding => {
    const hint = `Bring it back: git checkout -- ${path}; or say that it is gone: git rm, git commit`;
    return { check: "page_missing", severity: "warning", path, line: 0, says, hint };
  });
  return ok([...missing, ...gone.value]);
}

/** Deletions in commits that name no reason: neither our commands nor the hook made them. `paths` are what HEAD holds. */
async function goneFrom(
  memory: Memory,
  host: AuditHost,
  { head, paths, since }: { readonly head: Oid; readonly paths: ReadonlySet<string>; readonly since: number },
): Promise<Outcome<readonly AuditFinding[]>> {
  const logged = await pastLog(memory);
  if (!logged.ok) return logged;
  const found = new Map<string, AuditFinding>();
  const looked = await walkEach(host, head, suspects(logged.value, since), ({ oid, message, files }) => {
    if (parseTrailers(message)["Pagefile-Reason"] !== undefined) return;
    for (const file of files) {
      const isGone = file.mode === "" && !paths.has(file.path) && isOwnPage(file.path, memory.config);
      const hasMoved = files.some(({ after }) => after !== null && file.before.includes(after));
      if (!isGone || found.has(file.path) || hasMoved) continue;
      const says = `The page went in ${oid.slice(0, 10)}, which gives no reason.`;
      const hint = `See it with: git show ${oid.slice(0, 10)}~1:${file.path}; bring it back with: pagefile revert ${oid.slice(0, 10)}`;
      found.set(file.path, { check: "page_gone", severity: "warning", path: file.path, line: 0, says, hint });
    }
  });
  return looked.ok ? ok([...found.values()]) : looked;
}

/** Commits since then that give no reason, newest first; a first commit takes nothing away, and before there was a memory nobody gave any. */
function suspects(logged: readonly LoggedCommit[], since: number) {
  const born = bornIn(logged);
  const until = logged.findIndex(({ when }, at) => at === born || Date.parse(when) < since);
  const all = until < 0 ? logged : logged.slice(0, until);
  const commits = all.filter(
    ({ message, parents }) => parents.length > 0 && parseTrailers(message)["Pagefile-Reason"] === undefined,
  );
  // Up to the newest commit that is too old to be looked at.
  return { commits, until: logged[until]?.oid ?? null };
}

/** The place of the oldest commit that gives a reason, as the making of a memory does; -1 where none does. */
function bornIn(logged: readonly LoggedCommit[]): number {
  return logged.findLastIndex(({ message }) => parseTrailers(message)["Pagefile-Reason"] !== undefined);
}

/** One by one where each has one parent: what a commit with a reason did is not read. Around a merge all of them are walked. */
async function walkEach(
  host: AuditHost,
  head: Oid,
  { commits, until }: ReturnType<typeof suspects>,
  look: (commit: AuditedCommit) => void,
): Promise<Outcome<void>> {
  const isStraight = commits.every(({ parents }) => parents.length === 1);
  const walks = isStraight
    ? commits.map(({ oid, parents }) => ({ from: oid, until: parents[0] ?? null }))
    : [{ from: head, until }];
  const walked = await eachOf(walks, (walk) =>
    host.walk({ ...walk, shallow: "stop" }, async (commit) => ok(look(commit))),
  );
  return walked.ok ? ok(undefined) : walked;
}

// AuditPast: what git's past says in an audit: logs that changed after their day.

interface OverLog {
  readonly path: PagePath;
  /** When its day was over everywhere, in milliseconds. */
  readonly end: number;
}

/** Each log whose day is over, the latest `limits.auditLogsMax`, against the last version of that day, or else its first. */
export async function logFindings(
  memory: Memory,
  { paths, textOf }: AuditFiles,
  now: Instant,
): Promise<Outcome<readonly AuditFinding[]>> {
  const over = [...paths].flatMap((path): readonly OverLog[] => {
    const day = dayOf(path);
    return day === null || endOf(day) > Date.parse(now) ? [] : [{ path: path as PagePath, end: endOf(day) }];
  });
  if (over.length === 0) return ok([]);
  const latest = over.sort((a, b) => compareText(b.path, a.path)).slice(0, limits.auditLogsMax);
  const first = await firstOf(memory, latest);
  if (!first.ok) return first;
  return ok(
    latest.flatMap(({ path }) => {
      const before = first.value.get(path);
      const text = before === undefined ? null : textOf(path);
      return before === undefined || text === null || before === text ? [] : checkLog(path, before, text);
    }),
  );
}

/** What was committed last is as old as that commit, and what was changed since as old as the file. Git is asked where no date in it is new enough. */
export async function outdatedFindings(
  { history }: Memory,
  { pages }: AuditFiles,
  at: Parameters<typeof memoryOutdated>[2],
): Promise<Outcome<readonly AuditFinding[]>> {
  const page = pages.find(({ entry }) => entry.path === memoryPath && entry.tier === "hot");
  if (page === undefined || memoryOutdated(page, null, at).length === 0) return ok([]);
  const { path, oid } = page.entry;
  const logged = await history.log({ paths: [path], limit: 1 });
  if (!logged.ok) return logged;
  const [last] = logged.value;
  const blobs = await history.at(last?.oid ?? null, [path]);
  if (!blobs.ok) return blobs;
  const isCommitted = last !== undefined && blobs.value[0]?.oid === oid;
  return ok(memoryOutdated(page, isCommitted ? last.when : page.changed, at));
}

/** When the last place on earth has left the day. */
function endOf(day: string): number {
  return Date.parse(day) + thresholds.dayEndsAfterHours * 3_600_000;
}

/** The text of each as its day left it, or the making of the memory found it; where it came later, as it came. None for what was never committed, or is no text. */
async function firstOf(memory: Memory, logs: readonly OverLog[]): Promise<Outcome<ReadonlyMap<PagePath, string>>> {
  const commits = await pastLog(memory);
  if (!commits.ok) return commits;
  const first = new Map<PagePath, string>();
  const born = Date.parse(commits.value[bornIn(commits.value)]?.when ?? "") || 0;
  for (const { path, end } of logs) {
    const then = commits.value.find(({ when }) => Date.parse(when) <= Math.max(end, born))?.oid;
    const blobs = await memory.history.at(then ?? null, [path]);
    if (!blobs.ok) return blobs;
    const text = textOfBlob(path, blobs.value[0]);
    if (text !== null) first.set(path, text);
  }
  const late = logs.map(({ path }) => path).filter((path) => !first.has(path));
  const came = late.length === 0 ? ok(first) : await asTheyCame(memory, late);
  return came.ok ? ok(new Map([...first, ...came.value])) : came;
}

/** One log for all of them, from its end: a log of each one's own reads the whole history as often as there are logs. */
async function asTheyCame(
  memory: Memory,
  paths: readonly PagePath[],
): Promise<Outcome<ReadonlyMap<PagePath, string>>> {
  const own = await memory.history.log({ paths, limit: limits.auditCommitsMax });
  if (!own.ok) return own;
  const first = new Map<PagePath, string>();
  let wanted = paths;
  for (const { oid } of own.value.toReversed()) {
    if (wanted.length === 0) break;
    const blobs = await memory.history.at(oid, wanted);
    if (!blobs.ok) return blobs;
    for (const [at, path] of wanted.entries()) {
      const text = textOfBlob(path, blobs.value[at]);
      if (text !== null) first.set(path, text);
    }
    wanted = wanted.filter((_, at) => blobs.value[at] === null);
  }
  return ok(first);
}

/** null for no file, and for what is no text. */
function textOfBlob(path: string, blob: Pick<Blob, "bytes"> | null | undefined): string | null {
  const decoded = blob == null ? null : decodePage(path, blob.bytes);
  return decoded?.ok === true ? decoded.value : null;
}

export interface AuditFiles {
  /** By path. Whoever asks a page for its text more than once holds it. */
  readonly pages: readonly AuditPage[];
  /** Of every file, those that are no pages too. */
  readonly paths: ReadonlySet<string>;
  /** null where there is no file, or none that is a text. */
  readonly textOf: (path: string) => string | null;
}

export function auditFiles(memory: Memory): AuditFiles {
  const profile = profileOf(memory.config.profile);
  const paths = [...memory.files.keys()].sort();
  const textOf = (path: string): string | null => {
    const read = memory.store.read(path as PagePath);
    return read.ok ? textOfBlob(path, read.value?.blob) : null;
  };
  const pages = paths.flatMap((path): readonly AuditPage[] => {
    const entry = memory.table.byPath.get(path);
    const file = memory.files.get(path);
    if (entry === undefined || file === undefined) return [];
    const changed = entry.updated ?? parseInstant(new Date(file.stamp.mtimeMs).toISOString());
    const page: AuditPage = {
      entry,
      place: placeOf(entry, profile),
      meta: file.data.meta,
      changed,
      get text(): string {
        return textOf(path) ?? "";
      },
      get bodyStart(): number {
        return bodyStartOf(this.text);
      },
    };
    return [page];
  });
  return { pages, paths: new Set<string>(paths), textOf };
}

/** One page after another with its text and the blob id of that; those that cannot be read now are passed over. */
export function eachHeld(
  memory: Memory,
  pages: readonly AuditPage[],
  use: (page: AuditPage, oid: Oid) => void,
): void {
  const byPath = new Map(pages.map((page) => [page.entry.path, page]));
  memory.store.readEach([...byPath.keys()], (path, read) => {
    const page = byPath.get(path);
    const blob = read.ok ? read.value?.blob : undefined;
    const text = textOfBlob(path, blob);
    if (page === undefined || blob === undefined || text === null) return;
    const { entry, place, meta, changed } = page;
    use({ entry, place, meta, changed, text, bodyStart: bodyStartOf(text) }, blob.oid);
  });
}

/** Of every page that is not cold: kept by blob, so that a page which stays is read for them once. */
export function linksOf(memory: Memory, pages: readonly AuditPage[]): (page: AuditPage) => readonly PageLink[] {
  const cache = linkCacheOf(memory);
  const found = new Map<string, readonly PageLink[]>();
  const unread = pages.filter(({ entry }) => {
    const known = entry.tier === "cold" ? [] : cache.get(entry.oid);
    if (known !== undefined) found.set(entry.path, known);
    return known === undefined;
  });
  eachHeld(memory, unread, (page, oid) => {
    const links = linksIn(page);
    found.set(page.entry.path, links);
    cache.put(oid, links);
  });
  cache.flush();
  return ({ entry }) => found.get(entry.path) ?? [];
}

/** What links are held against. */
export function linkTargets(memory: Memory, { paths, textOf }: AuditFiles): LinkTargets {
  const isThere = (path: string): boolean => memory.store.stampOf(path as PagePath) !== null;
  return { table: memory.table, paths, isThere, index: textOf(archiveIndexPath) };
}

/** The links in a page's text, by its blob id. */
export const linkCacheOf: (holder: Holder) => KeyedCache<readonly PageLink[]> = service(({ place }) =>
  openKeyedCache(join(place.state, "index-links"), "links-1"),
);
