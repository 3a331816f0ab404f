/** HookStaged: the pages of a commit being made, judged by the bytes that are staged and never by the files on disk. */

import { assert } from "../base/assert.js";
import type { Failure, Outcome } from "../base/failure.js";
import { type Oid, type PageId, parsePagePath } from "../base/ids.js";
import { compareText } from "../base/order.js";
import { err, ok } from "../base/result.js";
import type { Finding } from "../page/finding.js";
import type { HookHost, StagedFile } from "../port/hook-host.js";
import { type Config, configPath, parseConfig } from "../table/config.js";
import { type FileFacts, factsOf } from "../table/facts.js";
import { idFromPath } from "../table/name.js";
import { archiveIndexPath, isPageFile, type Profile, profileOf, ruleFor } from "../table/profile.js";

/** One page file of the commit; `path` is below the memory root, `prefix` the root below the work tree's top. */
export interface StagedPage {
  readonly file: StagedFile;
  readonly prefix: string;
  readonly path: string;
  readonly config: Config;
}

export interface StagedCheck {
  readonly pages: readonly StagedPage[];
  /** Error findings alone; paths are below the work tree's top. */
  readonly findings: readonly Finding[];
}

/** Pages only: no instruction files, no other documents, nothing outside a memory or outside the folders its profile reads. */
export async function stagedPages(host: HookHost): Promise<Outcome<readonly StagedPage[]>> {
  const staged = await host.staged();
  if (!staged.ok) return staged;
  const configs = new Map<string, Config>();
  const pages: StagedPage[] = [];
  for (const file of staged.value) {
    if (!isPageFile(file.path) || file.mode === "160000") continue;
    const found = host.config(file.path);
    if (!found.ok) return found;
    if (found.value === null) continue;
    const { prefix, text } = found.value;
    const path = file.path.slice(prefix.length);
    const config = configs.get(prefix) ?? readConfig(prefix, text);
    if ("code" in config) return err(config);
    configs.set(prefix, config);
    if (isPage(path, profileOf(config.profile))) pages.push({ file, prefix, path, config });
  }
  return ok(pages);
}

/** Reads each changed page once. Where ids are new, the index is asked who else claims them; otherwise nothing else is read. */
export async function checkStaged(host: HookHost): Promise<Outcome<StagedCheck>> {
  const pages = await stagedPages(host);
  if (!pages.ok) return pages;
  const kept = pages.value.filter(({ file }) => file.oid !== null);
  const facts = await factsFor(host, kept, (page) => page.file.oid);
  if (!facts.ok) return facts;
  const findings = kept.flatMap((page, at) => ownFindings(page, facts.value[at]!));
  const changed = kept.filter(({ file }) => file.before !== null);
  const before = await factsFor(host, changed, (page) => page.file.before);
  if (!before.ok) return before;
  const old = new Map(changed.map((page, at) => [page.file.path, before.value[at]!.meta.id]));
  const fresh = kept.flatMap((page, at): readonly Claim[] => {
    const id = facts.value[at]!.meta.id;
    return id == null || old.get(page.file.path) === id ? [] : [{ page, id }];
  });
  const twice = await duplicates(host, fresh);
  if (!twice.ok) return twice;
  const all = [...findings, ...twice.value];
  all.sort((a, b) => compareText(a.path, b.path) || a.line - b.line || compareText(a.code, b.code));
  return ok({ pages: pages.value, findings: all });
}

/** The id a page has, for a trailer: its own, or the one its path gives it. */
export async function idsOf(host: HookHost, pages: readonly StagedPage[]): Promise<Outcome<readonly PageId[]>> {
  const facts = await factsFor(host, pages, ({ file }) => file.oid ?? file.before);
  if (!facts.ok) return facts;
  return ok(pages.map((page, at) => facts.value[at]!.meta.id ?? idFromPath(page.path)));
}

interface Claim {
  readonly page: StagedPage;
  readonly id: PageId;
}

function readConfig(prefix: string, text: string): Config | Failure {
  const parsed = parseConfig(text);
  if (parsed.ok) return parsed.value.config;
  const { line, says, hint } = parsed.error;
  return { code: "refused", reason: "MALFORMED", says: `${prefix}${configPath}:${line}: ${says}`, hint };
}

function isPage(path: string, profile: Profile): boolean {
  if (path === archiveIndexPath || !ruleFor(profile, path).writable) return false;
  const slash = path.lastIndexOf("/");
  const folder = slash < 0 ? "" : path.slice(0, slash);
  if (folder.split("/").some((part) => part.startsWith("."))) return false;
  return profile.folders.some(
    (each) => folder === each.path || (each.recursive && (each.path === "" || folder.startsWith(`${each.path}/`))),
  );
}

async function factsFor(
  host: HookHost,
  pages: readonly StagedPage[],
  oidOf: (page: StagedPage) => Oid | null,
): Promise<Outcome<readonly FileFacts[]>> {
  if (pages.length === 0) return ok([]);
  const oids = pages.map((page) => {
    const oid = oidOf(page);
    assert(oid !== null, "a page that is read has a blob");
    return oid;
  });
  const blobs = await host.blobs(oids);
  if (!blobs.ok) return blobs;
  return ok(
    pages.map((page, at) => {
      const bytes = blobs.value[at];
      return bytes == null ? { meta: {} } : factsOf(page.path, bytes, profileOf(page.config.profile));
    }),
  );
}

function ownFindings(page: StagedPage, facts: FileFacts): readonly Finding[] {
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
  const errors = (facts.findings ?? []).filter(({ severity, code }) => severity === "error" || refused.has(code));
  return errors.map((finding) => ({ ...finding, severity: "error", path }));
}

/** Remarks that leave a page in the table and still are mistakes in what somebody has just typed. */
const refused: ReadonlySet<string> = new Set(["id_invalid", "value_invalid", "key_duplicate"]);

async function duplicates(host: HookHost, fresh: readonly Claim[]): Promise<Outcome<readonly Finding[]>> {
  const findings: Finding[] = [];
  for (const prefix of new Set(fresh.map(({ page }) => page.prefix))) {
    const claims = fresh.filter(({ page }) => page.prefix === prefix);
    const config = claims[0]!.page.config;
    const named = await host.claiming([...new Set(claims.map(({ id }) => id))], prefix);
    if (!named.ok) return named;
    const profile = profileOf(config.profile);
    const others = named.value.filter(({ path }) => isPageFile(path) && isPage(path.slice(prefix.length), profile));
    const blobs = await host.blobs(others.map(({ oid }) => oid));
    if (!blobs.ok) return blobs;
    const holders = others.map(({ path }, at) => {
      const bytes = blobs.value[at];
      const facts = bytes == null ? null : factsOf(path.slice(prefix.length), bytes, profile);
      return { path, id: facts === null || facts.excluded === true ? null : (facts.meta.id ?? null) };
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
