/**
 * Table: page files in, page table out. It never fails: what cannot be a page is a finding. An entry is what selection, recall and validation know
 * of a page without reading its text.
 */

import { shortDigest } from "../base/digest.js";
import { type Instant, type Oid, type PageId, type PagePath, parsePageId, sectionId } from "../base/ids.js";
import { getOrMake } from "../base/result.js";
import { compareText, inOrder, withoutTail } from "../base/text.js";
import {
  type Fidelity,
  type Finding,
  type Origin,
  type PageType,
  type Pin,
  type Scope,
  schema,
  type Tier,
} from "../page/page.js";
import type { Config } from "./config.js";
import type { PageFile, SectionFacts } from "./facts.js";
import type { OriginLabels } from "./labels.js";
import { archiveFolder, archiveIndexPath, type FileRule, profileOf, ruleFor } from "./profile.js";

export interface PageTable {
  readonly byId: ReadonlyMap<string, PageEntry>;
  /** Files only, never sections. */
  readonly byPath: ReadonlyMap<string, PageEntry>;
  /** `foldedPath` → path. Two files of one folded path are one file on some systems. */
  readonly byFoldedPath: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
  /** By path: files whose frontmatter cannot be read, and whose text is found and shown all the same. They are no pages. */
  readonly unread?: ReadonlyMap<string, PageEntry>;
}

/** The same files in any order give the same table. */
export function buildTable(pages: Iterable<PageFile>, config: Config): PageTable {
  const files = [...pages].filter((file) => file.path !== archiveIndexPath);
  inOrder(files, byTier);
  const table = { byId: new Map(), byPath: new Map(), byFoldedPath: new Map(), findings: [] as Finding[] };
  const taken = new Map<string, string>();
  for (const file of files) {
    const { meta, excluded } = file.data;
    if (meta.id != null && excluded !== true && !taken.has(meta.id)) taken.set(meta.id, file.path);
  }
  for (const file of files) {
    if (file.data.findings !== undefined) table.findings.push(...file.data.findings);
    const folded = foldedPath(file.path);
    const holder = table.byFoldedPath.get(folded);
    if (holder === undefined) table.byFoldedPath.set(folded, file.path);
    else table.findings.push(pathClash(file.path, holder));
    if (file.data.excluded !== true) install(table, idFor(file, taken, table.findings), file, config);
  }
  return { ...table, unread: unreadIn(files, config) };
}

const unreadPrefix = "unread-";

/** The name says what they are, and no page has it: what is read as a page keeps its own. */
function unreadIn(files: readonly PageFile[], config: Config): ReadonlyMap<string, PageEntry> {
  const unread = new Map<string, PageEntry>();
  for (const file of files) {
    const isText = file.data.findings?.every(({ code, severity }) => severity !== "error" || textual.has(code));
    if (file.data.excluded !== true || isText !== true) continue;
    const id = distinguish(
      parsePageId(`${unreadPrefix}${idFromPath(file.path)}`.slice(0, 48)) ?? idFromPath(file.path),
      file.path,
    );
    const rule = ruleFor(profileOf(config.profile), file.path);
    const entry = fileEntry(id, { ...file, data: { meta: file.data.meta } }, rule, config);
    const title = `${entry.title} (text alone: it could not be read as a page)`;
    unread.set(file.path, { ...entry, title, pin: "none", writable: false });
  }
  return unread;
}

const textual: ReadonlySet<string> = new Set(["frontmatter_unclosed", "frontmatter_too_long", "frontmatter_refused"]);

/** By what is changed in place where a file is replaced: tables that share it tell of the same files. */
const entriesBefore = new WeakMap<PageTable["byPath"], readonly PageEntry[]>();

/** Files before their sections, hot before cold, then by path. */
export function entriesOf(table: PageTable): readonly PageEntry[] {
  return getOrMake(entriesBefore, table.byPath, () => {
    const files = inOrder([...table.byPath.values()], byTier);
    const entries: PageEntry[] = [];
    for (const file of files) {
      entries.push(file);
      for (const id of file.sections) entries.push(table.byId.get(id)!);
    }
    return entries;
  });
}

/** Hot before cold, then by path. */
function byTier(a: { readonly path: string }, b: { readonly path: string }): number {
  return Number(isCold(a.path)) - Number(isCold(b.path)) || compareText(a.path, b.path);
}

/**
 * One file changed: the table with its entry replaced, in place and without looking at the others; null where that might
 * touch another file's id or a finding, and the table has to be built anew.
 */
export function updateTable(table: PageTable, was: PageFile | null, is: PageFile, config: Config): PageTable | null {
  if (is.path === archiveIndexPath) return table;
  if (is.data.findings !== undefined || was?.data.findings !== undefined) return null;
  if (was !== null && was.data.meta.id !== is.data.meta.id) return null;
  const holder = table.byFoldedPath.get(foldedPath(is.path));
  if (holder !== undefined && holder !== is.path) return null;
  const old = table.byPath.get(is.path);
  const id = is.data.meta.id ?? old?.id ?? null;
  if (id === null || (old === undefined ? table.byId.has(id) : old.id !== id)) return null;
  const byId = table.byId as Map<string, PageEntry>;
  for (const section of old?.sections ?? []) byId.delete(section);
  const findings: Finding[] = [];
  const next = {
    byId,
    byPath: table.byPath as Map<string, PageEntry>,
    byFoldedPath: table.byFoldedPath as Map<string, string>,
    findings,
  };
  next.byFoldedPath.set(foldedPath(is.path), is.path);
  install(next, id, is, config);
  entriesBefore.delete(table.byPath);
  return findings.length > 0 ? null : table;
}

function pathClash(path: string, holder: string): Finding {
  return {
    code: "path_clash",
    severity: "warning",
    path,
    line: 0,
    says: `On macOS and Windows this is the same file as ${holder}: the names differ only in case or in how letters are composed.`,
    hint: "Rename one of them, or a clone on another system loses one.",
  };
}

interface Growing {
  readonly byId: Map<string, PageEntry>;
  readonly byPath: Map<string, PageEntry>;
  readonly findings: Finding[];
}

function install(table: Growing, id: PageId, file: PageFile, config: Config): void {
  const entry = fileEntry(id, file, ruleFor(profileOf(config.profile), file.path), config);
  table.byId.set(id, entry);
  table.byPath.set(file.path, entry);
  for (const section of file.data.sections ?? []) {
    const part = sectionEntry(entry, file, section);
    table.byId.set(part.id, part);
  }
  table.findings.push(...danglingOverrides(file));
}

/** A page by id, by path below the root, or by the id of a file whose case differs; null when there is none. */
export function findPage(table: PageTable, name: string): PageEntry | null {
  const direct = table.byId.get(name) ?? table.byPath.get(name.replace(/^\.\//, ""));
  if (direct !== undefined) return direct;
  const hash = name.indexOf("#");
  const file = table.byPath.get(hash < 0 ? name : name.slice(0, hash)) ?? table.byId.get(name.toLowerCase());
  if (file === undefined) return null;
  return hash < 0 ? file : (table.byId.get(`${file.id}${name.slice(hash)}`) ?? null);
}

/** Why a file of that name, or of that id by its path, is no page; null where there is none. */
export function whyUnread(findings: readonly Finding[], name: string): Pick<Finding, "says" | "hint"> | null {
  const [of] = name.split("#");
  const why = findings.find(({ path, severity }) => severity === "error" && (path === of || idFromPath(path) === of));
  return why === undefined ? null : { says: `${why.path} is not a page: ${why.says}`, hint: why.hint };
}

function idFor(file: PageFile, taken: Map<string, string>, findings: Finding[]): PageId {
  const { id: own } = file.data.meta;
  if (own != null) {
    const holder = taken.get(own);
    if (holder === file.path) return own;
    findings.push({
      code: "id_duplicate",
      severity: "warning",
      path: file.path,
      line: 2,
      says: `The id “${own}” is taken by ${holder}; this file goes by its path.`,
      hint: "Give one of the two another id.",
    });
  }
  const inferred = idFromPath(file.path);
  const id = taken.has(inferred) ? distinguish(inferred, file.path) : inferred;
  taken.set(id, file.path);
  return id;
}

function fileEntry(id: PageId, file: PageFile, rule: FileRule, config: Config): PageEntry {
  const { meta, heading, sections } = file.data;
  const type = meta.type ?? rule.type;
  return {
    id,
    store: config.name,
    path: file.path,
    slug: null,
    type,
    title: meta.title ?? heading ?? file.path.slice(file.path.lastIndexOf("/") + 1),
    scope: meta.scope ?? config.scope,
    pin: meta.pin ?? (meta.type == null ? rule : schema[type]).pin,
    origin: meta.origin ?? "user",
    minFidelity: meta.minFidelity ?? schema[type].minFidelity,
    version: meta.version ?? null,
    created: meta.created ?? null,
    updated: meta.updated ?? null,
    tags: meta.tags ?? none,
    tier: isCold(file.path) ? "cold" : "hot",
    implicit: meta.type == null,
    audience: meta.audience ?? rule.audience,
    writable: rule.writable,
    oid: file.oid,
    sections: sections === undefined ? none : sections.map((section) => sectionId(id, section.slug)),
  };
}

/** A section inherits its file's frontmatter; `sections:` overrides by slug. */
function sectionEntry(parent: PageEntry, file: PageFile, section: SectionFacts): PageEntry {
  const override = file.data.meta.sections?.[section.slug];
  const type = override?.type ?? parent.type;
  return {
    ...parent,
    id: sectionId(parent.id, section.slug),
    slug: section.slug,
    type,
    title: override?.title ?? section.title,
    pin: override?.pin ?? parent.pin,
    minFidelity: override?.minFidelity ?? (type === parent.type ? parent.minFidelity : schema[type].minFidelity),
    sections: [],
  };
}

function danglingOverrides(file: PageFile): readonly Finding[] {
  const overrides = file.data.meta.sections;
  if (overrides === undefined) return none;
  const slugs = new Set((file.data.sections ?? []).map((section) => section.slug));
  return Object.keys(overrides)
    .filter((slug) => !slugs.has(slug))
    .map((slug) => ({
      code: "override_dangling",
      severity: "warning",
      path: file.path,
      line: 0,
      says: `“sections: ${slug}” points at no “##” heading of this file.`,
      hint: `Headings here: ${[...slugs].join(", ") || "none"}.`,
    }));
}

const none: readonly never[] = [];

function isCold(path: string): boolean {
  return path.startsWith(`${archiveFolder}/`);
}

// Name: the id a file has when its frontmatter gives none.

const idCharsMax = 64;

/**
 * `MEMORY.md` → `memory`, `memory/2026-11-20.md` → `2026-11-20`, `memory/travel/seats.md` → `travel-seats`; an archived file was named after
 * its id and keeps it. A path that leaves nothing readable, or too much, keeps a digest so that two paths do not share one id by accident.
 */
export function idFromPath(path: string): PageId {
  const inMemory = path.replace(/^(?:memory\/|archive\/\d{4}\/(?:private\/)?)/, "");
  const plain = slug(inMemory.replace(/\.md$/i, ""));
  if (plain !== "" && plain.length <= idCharsMax) return plain as PageId;
  const head = withoutTail(plain.slice(0, idCharsMax - 9), "-");
  return `${head === "" ? "page" : head}-${shortDigest(path, 8)}` as PageId;
}

/** The id `pagefile new` gives a title; empty when the title has no letter or digit of ASCII. */
export function idFromTitle(title: string): string {
  return withoutTail(slug(title).slice(0, idCharsMax), "-");
}

/** The id with a digest of the path behind it: for the second file that asks for one inferred id. */
export function distinguish(id: PageId, path: string): PageId {
  return `${withoutTail(id.slice(0, idCharsMax - 5), "-")}-${shortDigest(path, 4)}` as PageId;
}

/** One name for what is one file on a system that folds case or composes letters: macOS and Windows do. */
export function foldedPath(path: string): string {
  // Most paths are what they fold to.
  if (/^[!-@[-~]*$/.test(path)) return path;
  return path.normalize("NFC").toLowerCase();
}

function slug(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

export interface PageEntry {
  readonly id: PageId;
  /** Name of the store the page lives in (`pagefile.yaml`'s store id, shortened). */
  readonly store: string;
  readonly path: PagePath;
  /** null for a file; the section's heading slug for a section page. */
  readonly slug: string | null;
  readonly type: PageType;
  readonly title: string;
  readonly scope: Scope;
  readonly pin: Pin;
  readonly origin: Origin;
  readonly minFidelity: Fidelity;
  /** From frontmatter; null on pages that keep no version (their base is the blob id). */
  readonly version: number | null;
  readonly created: Instant | null;
  readonly updated: Instant | null;
  readonly tags: readonly string[];
  readonly tier: Tier;
  /** Whether frontmatter says what the page is, or its path does. */
  readonly implicit: boolean;
  /** `private` pages are left out for an audience other than the owner. */
  readonly audience: "private" | "shared";
  /** Whether Pagefile may write it: instruction files are the user's alone. */
  readonly writable: boolean;
  /** Blob id of the file on disk. */
  readonly oid: Oid;
  /** Section pages of a gathering file, in order; empty for a page that has none. */
  readonly sections: readonly PageId[];
}

/** What is said of the origin of texts where nobody has looked at the history yet. */
export const noLabels: OriginLabels = {
  untrusted: () => null,
  ofPage: () => null,
  isApproved: () => false,
  version: "",
  isCut: false,
};
