/**
 * Access: who may see a page, by its audience, its scope and the session it belongs to, and what of a page is withheld: what came from outside
 * and nobody approved, and secrets that somebody typed into the file.
 */

import type { Oid } from "../base/ids.js";
import { conflictMark } from "../base/lines.js";
import { type Outcome, ok } from "../base/result.js";
import { isUntrusted, itemsOfBody, itemsOfMeta, leastTrusted } from "../memory/labels.js";
import { type Memory, type OpenFile, type OpensFile, openFile } from "../memory/memory.js";
import { type Holder, service } from "../memory/service.js";
import { entriesOf, type PageEntry } from "../memory/table.js";
import type { Located } from "../memory/workspace.js";
import { conflictsKey, readConflicts } from "../page/decode.js";
import { lookup, readFrontmatter, valueOf } from "../page/frontmatter/scan.js";
import { type Entry, outline } from "../page/markdown/outline.js";
import { findSecrets } from "../rules/secret-keys.js";
import type { Fault } from "../write/fault.js";
import { standsInPrompts } from "../write/guard/origin.js";

// Withheld: what of a standing page stays out of prompts because it came from outside and nobody approved it, and the fault that says so.

/** The same file as a prompt may hold it. */
export function openForPrompt(
  memory: Memory,
  entry: PageEntry,
  open: OpensFile = openFile,
): Outcome<OpenFile | null> {
  const file = open(memory, entry);
  if (!file.ok || file.value === null) return file;
  const hidden = mayWithhold(memory, entry)
    ? itemsOfBody(file.value.text).filter(({ item }) => memory.labels.untrusted(item) !== null)
    : [];
  const text = shownText(memory, { oid: entry.oid, text: file.value.text });
  if (hidden.length === 0 && text === file.value.text && !isDisputed(memory, entry)) return file;
  return ok({ ...file.value, text, hidden, disputed: disputedIn(memory, entry, file.value) });
}

function isDisputed(memory: Memory, { path }: PageEntry): boolean {
  return memory.files.get(path)?.data.findings?.some(({ code }) => code === "conflict_open") === true;
}

function disputedIn(memory: Memory, entry: PageEntry, { text, bodyStart }: OpenFile): readonly number[] {
  const head = isDisputed(memory, entry) ? readFrontmatter(entry.path, text) : null;
  const root = head?.ok === true ? head.value?.root : undefined;
  const node = root === undefined ? null : lookup(root, [conflictsKey]);
  const known = node === null ? [] : (readConflicts(valueOf(node)) ?? []);
  const digests = new Set(known.flatMap((each) => (each.kind === "entry" ? each.entries : [])));
  if (digests.size === 0) return [];
  return outline(text, bodyStart).entries.flatMap(({ digest, start, end }) =>
    digests.has(digest) ? [start + (text.slice(start, end).split(/\r?\n/, 1)[0] ?? "").length] : [],
  );
}

/**
 * The text of a blob as a prompt may hold it and recall may search it. To look for secrets takes as long as to cut a page into chunks, so a clean text is
 * known again: `isClean` says so of one that this process has not looked through.
 */
export function shownText(
  memory: Memory,
  { oid, text }: { readonly oid: Oid; readonly text: string },
  isClean: (text: string) => boolean = () => false,
): string {
  const clean = cleanTexts(memory);
  if (clean.has(oid)) return text;
  const shown = isClean(text) ? text : withoutSecrets(text);
  if (shown !== text) return shown;
  if (clean.size >= cleanMax) clean.clear();
  clean.add(oid);
  return text;
}

const cleanMax = 20_000;

/** Blobs in which no secret stands. */
const cleanTexts: (holder: Holder) => Set<Oid> = service(() => new Set());

/** A file on disk holds what no commit would take: each secret gives way to its name and dots, as long as it was and on as many lines, so that offsets hold in both. */
export function withoutSecrets(text: string): string {
  let shown = "";
  let done = 0;
  for (const { start, end, redacted } of findSecrets(text)) {
    shown += text.slice(done, start) + blank(text.slice(start, end), redacted);
    done = end;
  }
  return shown + text.slice(done);
}

function blank(secret: string, redacted: string): string {
  const first = secret.search(/[\r\n]|$/);
  const name = [redacted, "[REDACTED]"].find(({ length }) => length <= first) ?? "";
  return name + secret.slice(name.length).replace(/[^\r\n]/g, ".");
}

/** A title or a field cannot be cut out of a page as an entry can: with one that nobody approved the page stays out whole. */
export function isBarred(memory: Memory, entry: PageEntry): boolean {
  return mayWithhold(memory, entry) && strangeKeys(memory, entry).length > 0;
}

/** What came from outside does not get into a prompt by asking for it. */
export function isStrange({ memory, entry }: Pick<Located, "entry" | "memory">): boolean {
  return (
    isBarred(memory, entry) || isUntrusted(leastTrusted([entry.origin, memory.labels.ofPage(entry.id) ?? "user"]))
  );
}

/** The entries of a page that may stand among words of ours, outside of any fence, as they may: by their digests, what they say and what they are in Markdown. */
export function entriesForPrompt(page: Pick<Located, "entry" | "memory">): readonly {
  readonly digest: string;
  readonly text: string;
  readonly kind: Entry["kind"];
  /** Whether another version of it stands, too, and nobody has settled which. */
  readonly isDisputed: boolean;
}[] {
  const { memory, entry } = page;
  const file = isBarred(memory, entry) || isUntrusted(entry.origin) ? ok(null) : openForPrompt(memory, entry);
  if (!file.ok || file.value === null) return [];
  const { text, bodyStart, hidden = [], disputed = [] } = file.value;
  return outline(text, bodyStart).entries.flatMap(({ start, end, kind, digest }) => {
    const isHidden = hidden.some((span) => span.start < end && span.end > start);
    return isHidden || memory.labels.untrusted(digest) !== null
      ? []
      : [{ digest, kind, text: text.slice(start, end), isDisputed: disputed.some((at) => at > start && at <= end) }];
  });
}

/** What token counts of a standing page hang on besides its bytes; "" where nothing is withheld anywhere and no conflict marked. */
export function withholdingOf(memory: Memory, entry: PageEntry): string {
  const labels = mayWithhold(memory, entry) ? memory.labels.version : "";
  return isDisputed(memory, entry) ? `${labels}${conflictMark}` : labels;
}

/** One a page; never silent, and each with the one command that mends it. */
export function withheldFaults(memory: Memory): readonly Fault[] {
  const faults: Fault[] = [];
  if (memory.labels.version === "") return faults;
  for (const entry of entriesOf(memory.table)) {
    if (entry.tier === "cold" || !mayWithhold(memory, entry)) continue;
    const file = openForPrompt(memory, entry);
    if (!file.ok || file.value === null) continue;
    const range = rangeOf(memory, entry, file.value.text);
    const entries = (file.value.hidden ?? []).filter(({ start }) => start >= range.start && start < range.end);
    const items = [...entries.map(({ item }) => item), ...strangeKeys(memory, entry)];
    if (items.length > 0)
      faults.push({
        hint: `Read them with: pagefile show ${entry.id}; let them in with: pagefile approve ${entry.id}`,
        kind: "origin_withheld",
        page: entry.id,
        says: `${items.length} ${items.length === 1 ? "text" : "texts"} of origin ${leastTrusted(items.flatMap((item) => memory.labels.untrusted(item) ?? []))} stand in “${entry.id}” and nobody approved them; ${isBarred(memory, entry) ? "the page is left out" : "they are left out and the rest of the page stands"}.`,
      });
  }
  return faults;
}

/** The strange texts of the keys of a page's own frontmatter, or of its section's override. */
function strangeKeys(memory: Memory, entry: PageEntry): readonly string[] {
  const meta = memory.files.get(entry.path)?.data.meta ?? {};
  const { title, fields = {} } = meta.sections?.[entry.slug ?? ""] ?? {};
  const { sections: _, ...file } = meta;
  const own = entry.slug === null ? file : { title: title ?? null, fields };
  return itemsOfMeta(own).filter((item) => isUntrusted(memory.labels.untrusted(item) ?? "user"));
}

/** A section is its own page; a gathering file's own page is what precedes the first of them. */
function rangeOf(memory: Memory, entry: PageEntry, text: string): { readonly start: number; readonly end: number } {
  const sections = memory.files.get(entry.path)?.data.sections ?? [];
  if (entry.slug === null) return { start: 0, end: sections[0]?.start ?? text.length };
  return sections.find((section) => section.slug === entry.slug) ?? { start: 0, end: 0 };
}

function mayWithhold(memory: Memory, entry: PageEntry): boolean {
  return memory.labels.version !== "" && standsInPrompts(entry);
}

// Access: who may see a page: by its audience, its scope and the session it belongs to.

export interface Asker {
  /** The session that asks; null for none. */
  readonly session: string | null;
  /** `group`: others read along. */
  readonly audience: "owner" | "group";
}

/** null where it may be seen. A label can only close a page, whatever else its frontmatter says. */
export function deniedTo(
  { entry, memory }: Pick<Located, "entry" | "memory">,
  asker: Asker,
): "audience_denied" | "session_denied" | null {
  if (asker.audience === "group" && (entry.audience === "private" || entry.scope !== "project"))
    return "audience_denied";
  if (asker.audience === "group" && memory.session !== undefined) return "audience_denied";
  if (memory.session === undefined && entry.scope !== "session") return null;
  const owner = memory.session ?? memory.files.get(entry.path)?.data.meta.fields?.session;
  return asker.session === null || owner !== asker.session ? "session_denied" : null;
}
