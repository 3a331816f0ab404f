/** HookStaged: the pages of a commit being made, judged by the bytes that are staged and never by the files on disk. */

import { type Oid, type PageId, parsePagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { compareText } from "../base/text--order.js";
import type { HookHost } from "../git/index/staged-diff--hook-host.js";
import { isPageOf } from "../memory/included.js";
import { isPageFile } from "../memory/profile.js";
import type { Finding } from "../page/page--finding.js";
import { contentFindings, openConflict } from "../write/guard/hand--content.js";
import { type HookPage, readHookPage, type StagedPage } from "../write/guard/hand--page.js";
import { mayBePinned, pinFindings, type Version } from "../write/guard/hand--pins.js";
import { agentFindings } from "./commit--agent.js";
import { overflowFindings } from "./commit--bootstrap.js";
import type { CommitHost } from "./commit--hook-commit.js";
import { lostPages } from "./commit--lost.js";
import { isWritable, stagedPages } from "./staged.js";
import { unfinishedFindings } from "./staged--unfinished.js";

/** A page of the commit with the id it has, or had: its own, or the one its path gives it. */
export interface JudgedPage extends StagedPage {
  readonly id: PageId;
}

export interface StagedCheck {
  readonly pages: readonly JudgedPage[];
  /** What keeps the commit from being made. Paths are below the work tree's top. */
  readonly findings: readonly Finding[];
  /** What keeps it from being made unless its message allows it. */
  readonly asks: readonly Finding[];
}

/** Reads the two versions of each changed page. Where ids are new, the index is asked who else claims them; nothing else is read. */
export async function checkStaged(host: CommitHost): Promise<Outcome<StagedCheck>> {
  const pages = await stagedPages(host);
  if (!pages.ok) return pages;
  const versions = await versionsOf(host, pages.value);
  if (!versions.ok) return versions;
  const findings = versions.value.flatMap(ownFindings);
  const fresh = versions.value.flatMap(({ page, after, before }): readonly Claim[] => {
    const id = after?.meta.id ?? null;
    return id === null || before?.meta.id === id ? [] : [{ page, id }];
  });
  const twice = await duplicates(host, fresh);
  if (!twice.ok) return twice;
  const lost = await lostPages(host, versions.value);
  if (!lost.ok) return lost;
  const overflow = await overflowFindings(host);
  if (!overflow.ok) return overflow;
  const bytes = versions.value.map(({ page, before, head, next }) => {
    return { page, before: head, after: next, mayBePinned: before !== null && mayBePinned(page, before) };
  });
  const agents = await agentFindings(host, bytes);
  if (!agents.ok) return agents;
  const unfinished = await unfinishedFindings(host, pages.value);
  if (!unfinished.ok) return unfinished;
  const stale = new Set(lost.value.map(({ path }) => path));
  const asks: Finding[] = [...lost.value];
  if (host.operation === null) {
    for (const pair of versions.value)
      if (!stale.has(pair.page.file.path)) asks.push(...(await asked(pair, versions.value)));
  }
  const judged: JudgedPage[] = [];
  for (const { page, before, after } of versions.value) {
    judged.push({ ...page, id: (after ?? before)?.meta.id ?? (await inferredId(page)) });
  }
  return ok({
    pages: judged,
    findings: inOrder([...findings, ...twice.value, ...overflow.value, ...agents.value, ...unfinished.value]),
    asks: inOrder(asks),
  });
}

interface Pair {
  readonly page: StagedPage;
  /** HEAD's version; null for a new page. */
  readonly before: HookPage | null;
  /** The bytes of `before`. */
  readonly head: Uint8Array | null;
  /** null for a deleted page. */
  readonly after: HookPage | null;
  /** The bytes of `after`. */
  readonly next: Uint8Array | null;
}

interface Claim {
  readonly page: StagedPage;
  readonly id: PageId;
}

/** Loaded where it is needed: a digest loads more than all else that is done here. */
async function inferredId({ path }: StagedPage): Promise<PageId> {
  const { idFromPath } = await import("../memory/table--name.js");
  return idFromPath(path);
}

/** One round of reading for all. */
async function versionsOf(host: HookHost, pages: readonly StagedPage[]): Promise<Outcome<readonly Pair[]>> {
  const oids = pages.flatMap(({ file }) => [file.before, file.oid]).filter((oid): oid is Oid => oid !== null);
  const blobs = await host.blobs(oids);
  if (!blobs.ok) return blobs;
  const bytes = new Map(oids.map((oid, at) => [oid, blobs.value[at] ?? null]));
  const bytesOf = (oid: Oid | null): Uint8Array | null =>
    oid === null ? null : (bytes.get(oid) ?? new Uint8Array());
  const read = (page: StagedPage, oid: Oid | null): HookPage | null => {
    const found = bytesOf(oid);
    return found === null ? null : readHookPage(page.path, found);
  };
  return ok(
    pages.map((page) => ({
      page,
      before: read(page, page.file.before),
      head: bytesOf(page.file.before),
      after: read(page, page.file.oid),
      next: bytesOf(page.file.oid),
    })),
  );
}

function ownFindings({ page, before, after }: Pair): readonly Finding[] {
  if (after === null) return [];
  const { path, mode } = page.file;
  const place = { severity: "error", path, line: 0 } as const;
  if (parsePagePath(page.path) === null) {
    const says = "Some operating systems cannot keep a file of this name, or read it as something else.";
    return [{ ...place, code: "path_refused", says, hint: "Rename the file to letters, digits and dashes." }];
  }
  if (mode !== "100644" && mode !== "100755") {
    const says = "The staged page is a symbolic link; a page is a regular file.";
    return [{ ...place, code: "not_a_regular_file", says, hint: "Stage the file itself instead of a link to it." }];
  }
  const content = contentFindings(path, after, { before, scope: page.config.scope });
  // Frontmatter with a conflict in it cannot be read either, and one reason is enough.
  if (openConflict(after.text) !== null) return content;
  // A file that was like that in HEAD is no worse for this commit, and a value that is none of ours is another program's.
  const known = new Set(before?.findings.map(({ code }) => code));
  const errors = after.findings.filter(({ severity, code }) => severity === "error" && !known.has(code));
  return [...errors.map((finding): Finding => ({ ...finding, severity: "error", path })), ...content];
}

/** A page that was deleted here and has its id there has moved. */
function asked(
  { page, before, after }: Pair,
  all: readonly Pair[],
): Promise<readonly Finding[]> | readonly Finding[] {
  if (before === null) return [];
  const { id } = before.meta;
  const moved =
    after !== null || id === null ? undefined : all.find((one) => one.before === null && one.after?.meta.id === id);
  const next: Version | null =
    after !== null ? { page, at: after } : moved?.after == null ? null : { page: moved.page, at: moved.after };
  return pinFindings({ page, at: before }, next);
}

async function duplicates(host: HookHost, fresh: readonly Claim[]): Promise<Outcome<readonly Finding[]>> {
  const findings: Finding[] = [];
  for (const prefix of new Set(fresh.map(({ page }) => page.prefix))) {
    const claims = fresh.filter(({ page }) => page.prefix === prefix);
    const named = await host.claiming([...new Set(claims.map(({ id }) => id))], prefix);
    if (!named.ok) return named;
    const { config } = claims[0]!.page;
    const isOwn = (path: string): boolean => isPageOf(config, path) && isWritable(config, path);
    const others = named.value.filter(({ path }) => isPageFile(path) && isOwn(path.slice(prefix.length)));
    const blobs = await host.blobs(others.map(({ oid }) => oid));
    if (!blobs.ok) return blobs;
    const holders = others.map(({ path }, at) => {
      const read = readHookPage(path.slice(prefix.length), blobs.value[at] ?? new Uint8Array());
      return { path, id: read.findings.some(({ severity }) => severity === "error") ? null : read.meta.id };
    });
    for (const { page, id } of claims) {
      const holder = holders.find((each) => each.id === id && each.path !== page.file.path);
      if (holder !== undefined) findings.push(taken(page.file.path, id, holder.path));
    }
  }
  return ok(findings);
}

function taken(path: string, id: string, holder: string): Finding {
  const says = `The id “${id}” is taken by ${holder}.`;
  return { code: "id_duplicate", severity: "error", path, line: 2, says, hint: "Give one of the two another id." };
}

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((a, b) => compareText(a.path, b.path) || a.line - b.line || compareText(a.code, b.code));
}
