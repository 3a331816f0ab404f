/**
 * Conflicts: what git could not join, settled page by page, and chosen conflicts as a validated patch that takes out what was not chosen.
 *
 * The text of a merge is made in `merge.ts`, which also serves git's merge driver and needs no memory; this file settles what is still open in a
 * repository. Read `merge.ts` first.
 *
 * Keys of the frontmatter are joined by a rule each: the widest set, the least trusted origin, the strongest pin, the newer version. Bodies are
 * joined entry by entry. Where two versions say different things of one key or one entry, the merge goes on and the page keeps the conflict under
 * `conflicts:`: every text stands in the body, every value in the list, and what was ours comes first. That list is merged three-way like the
 * rest. What one side settled is settled; what both settled, each in its own way, is open again with all that either kept. An alternative that was
 * edited meanwhile is followed to its new digest. A heading that one side renamed is the same place for both.
 *
 * `settle.ts` takes out what was chosen against and nothing else; the commit plan lets exactly those entries go.
 *
 * Where no text could hold both versions, the driver leaves our file and git's three stages alone, and `settleUnmerged` here takes it from there.
 * A page with git's own marks in it is kept out of the table. Conflicts of what is pinned hard, and of every pin, are the user's to settle.
 */

import type { Oid, PageId, PagePath } from "../../base/ids.js";
import { err, type Outcome, ok, type Result } from "../../base/result.js";
import { compareText, textIn } from "../../base/text.js";
import { isUsersWord } from "../../memory/actor.js";
import { isUntrusted } from "../../memory/labels.js";
import { type Memory, reread } from "../../memory/memory.js";
import { configPath } from "../../memory/service.js";
import { findPage, type PageEntry } from "../../memory/table.js";
import { type Conflict, decodePage, encodePage, nameOf, sameValue } from "../../page/decode.js";
import type { YamlValue } from "../../page/frontmatter/print.js";
import { bodyStartOf, headingName, outline } from "../../page/markdown/outline.js";
import { failureOf, type Refusal } from "../../rules/refusal.js";
import { accepted, type Validated, type ValidationInput } from "../change.js";
import { type CommitOptions, commit } from "../commit/commit.js";
import { layOver } from "../commit/plan.js";
import { notCommitted } from "../edit.js";
import { readValue } from "../entry/keys.js";
import { decideOnHead } from "../flow.js";
import type { PatchEnvelope } from "../patch.js";
import type { MergeNote } from "./head.js";
import { mergePages, type UnmergedFile, type UnmergedIndex } from "./merge.js";
import { type Choice, conflictsIn, settleText, type Take, unitsOf } from "./settle.js";

export interface UnmergedQuery {
  /** Id or path. */
  readonly page: string;
  /** As in a resolution: which of the conflicts the choice is about. */
  readonly entry: string | null;
  readonly key: string | null;
  /** null merges, and keeps what is left as conflicts of the page. */
  readonly take: Take | null;
  readonly how: "plan" | "commit";
}

/** null where the page is not unmerged. Nothing is committed: whoever began the merge ends it. */
export async function settleUnmerged(
  memory: Memory,
  unmerged: UnmergedIndex,
  query: UnmergedQuery,
): Promise<Outcome<ResolveAnswer | null>> {
  const paths = await unmerged.paths();
  if (!paths.ok) return paths;
  const named = findPage(memory.table, query.page)?.path ?? query.page;
  const path = paths.value.find((each) => each === named);
  if (path === undefined) return ok(null);
  const file = await unmerged.read(path);
  if (!file.ok || file.value === null) return file.ok ? ok(null) : file;
  const result = resultOf(file.value, query);
  if (!result.ok) return result;
  const { bytes, settled, open, notes } = result.value;
  const answer = { path, settled, open, notes, commit: null };
  if (query.how === "plan") return ok({ ...answer, how: "planned" });
  const written = await writeWork(memory, file.value, bytes);
  if (!written.ok) return written;
  const added = await unmerged.settle(path, bytes);
  if (!added.ok) return added;
  reread(memory, [path]);
  return ok({ ...answer, how: "merged" });
}

interface Settled extends Pick<ResolveAnswer, "settled" | "open" | "notes"> {
  readonly bytes: Uint8Array;
}

function resultOf(file: UnmergedFile, { take, entry, key }: UnmergedQuery): Outcome<Settled> {
  const { path, base, ours, theirs } = file;
  if (ours === null || theirs === null) return keptEdit(file, take);
  if (path === configPath) return wholeSide(file, take, `${configPath} is no page.`);
  const [old, mine, yours] = [base ?? new Uint8Array(), ours, theirs].map((bytes) => decodePage(path, bytes));
  const merged =
    old?.ok && mine?.ok && yours?.ok
      ? mergePages(path, base === null ? null : old.value, mine.value, yours.value)
      : err({ says: `A version of ${path} is no text that can be merged.`, hint: "" });
  if (!merged.ok) return wholeSide(file, take, merged.error.says);
  const { text, notes } = merged.value;
  if (take === null) return finished(path, text, notes);
  const known = conflictsIn(path, text);
  if (!known.ok) return err(failureOf(known.error));
  const choices = chosenFrom(known.value, { entry, key, take });
  const settled = settleText(path, text, choices);
  if (!settled.ok) return err(failureOf(settled.error));
  const rows = choices.flatMap(({ conflict }) => rowsOf(path, text, [conflict]).map((row) => ({ ...row, take })));
  const done = finished(path, settled.value, notes);
  return done.ok ? ok({ ...done.value, settled: rows }) : done;
}

function finished(path: PagePath, text: string, notes: readonly MergeNote[]): Outcome<Settled> {
  const known = conflictsIn(path, text);
  if (!known.ok) return err(failureOf(known.error));
  return ok({ bytes: encodePage(text), settled: [], open: rowsOf(path, text, known.value), notes });
}

/** Deleted on one side, edited on the other. */
function keptEdit({ path, ours, theirs }: UnmergedFile, take: Take | null): Outcome<Settled> {
  const kept = ours ?? theirs;
  const side = ours === null ? "ours" : "theirs";
  if (kept === null) {
    return err({
      code: "refused",
      reason: "DESTRUCTIVE_OP",
      says: `${path} is on neither side any more: both renamed or deleted it, so there is nothing to choose.`,
      hint: `End that with: git rm ${path}. What it was renamed to is unmerged under its new names.`,
    });
  }
  if (take === side) {
    return err({
      code: "refused",
      reason: "DESTRUCTIVE_OP",
      says: `${path} is deleted on the side you chose; pagefile deletes no page.`,
      hint: `To delete it, run: git rm ${path}`,
    });
  }
  const says = "Deleted on one side, edited on the other; the edit stays.";
  return ok({ bytes: kept, settled: [], open: [], notes: [{ code: "edit_kept", says }] });
}

/** Versions that no safe text holds both of. */
function wholeSide({ path, ours, theirs }: UnmergedFile, take: Take | null, why: string): Outcome<Settled> {
  const bytes = take === "ours" ? ours : take === "theirs" ? theirs : null;
  if (bytes !== null) {
    const says = `No text holds both versions, so ${take} is taken whole: ${why}`;
    return ok({ bytes, settled: [], open: [], notes: [{ code: "side_taken", says }] });
  }
  return err({
    code: "refused",
    reason: "MALFORMED",
    says: why,
    hint: `Take one version whole with --ours or --theirs, or edit ${path} and then git add it.`,
  });
}

/** A file that somebody has begun to merge by hand is not written over. */
async function writeWork(memory: Memory, file: UnmergedFile, bytes: Uint8Array): Promise<Outcome<void>> {
  const read = memory.store.read(file.path);
  if (!read.ok) return read;
  const work = read.value?.blob ?? null;
  if (work !== null && !Buffer.from(bytes).equals(work.bytes) && !isGits(work.bytes, file))
    return err({
      code: "refused",
      reason: "DESTRUCTIVE_OP",
      says: `${file.path} holds lines that no version of it has: somebody is merging it by hand.`,
      hint: `End that with git add ${file.path}, or start over with git checkout --merge ${file.path}.`,
    });
  return memory.store.replace([{ path: file.path, before: work?.oid ?? null, bytes }]);
}

/** Whether every line is one of the versions', or a mark of git's. */
function isGits(work: Uint8Array, { base, ours, theirs }: UnmergedFile): boolean {
  const lines = (bytes: Uint8Array | null): readonly string[] =>
    bytes === null
      ? []
      : textIn(bytes)
          .split("\n")
          .map((line) => line.replace(/\r$/, ""));
  const known = new Set([base, ours, theirs].flatMap(lines));
  return lines(work).every((line) => known.has(line) || /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/.test(line));
}

/** Which conflicts of a page, and what becomes of them. */
export interface Resolution {
  readonly page: string;
  /** The first digits of an entry's digest, or a heading as `## Title`; null for any. */
  readonly entry: string | null;
  /** Dotted; null for any. */
  readonly key: string | null;
  readonly take: Take;
}

/** A resolution that passed, with the committed text it was made on. */
interface Resolved {
  readonly validated: Validated;
  readonly path: PagePath;
  readonly text: string;
  readonly choices: readonly Choice[];
}

export function validateResolution(
  asked: Resolution,
  envelope: PatchEnvelope,
  ground: ValidationInput,
): Result<Resolved, Refusal> {
  const page = guarded(asked, envelope, ground);
  if (!page.ok) return page;
  const { id, path } = page.value;
  const text = ground.committed(path);
  if (text === null) return err(notCommitted(path));
  const open = conflictsIn(path, text);
  if (!open.ok) return open;
  const choices = chosenFrom(open.value, asked);
  if (choices.length === 0) return err(nothingOpen(asked, path, open.value));
  const pinned = guardPinned(page.value, { text, choices }, envelope, ground);
  if (pinned !== null) return err(pinned);
  const names = choices.map(({ conflict }) => nameOf(conflict)).join(", ");
  const drafted = accepted({
    targets: [{ op: "resolve", id, path }],
    changes: [{ kind: "edit", path, edit: { kind: "resolve", choices } }],
    reason: "SYNC_MERGE",
    subject: `resolve: ${asked.take.replace("_", " ")}, ${names} (${id})`,
    envelope,
  });
  return drafted.ok ? ok({ validated: drafted.value, path, text, choices }) : drafted;
}

/** The conflicts that are meant, each with what becomes of it. */
export function chosenFrom(
  open: readonly Conflict[],
  { entry, key, take }: Pick<Resolution, "entry" | "key" | "take">,
): readonly Choice[] {
  const meant = (conflict: Conflict): boolean => {
    if (entry === null && key === null) return true;
    if (conflict.kind === "key") return key === nameOf(conflict);
    return entry !== null && conflict.entries.some((digest) => digest.startsWith(entry));
  };
  return open.filter(meant).map((conflict) => ({ conflict, take }));
}

function guarded(asked: Resolution, envelope: PatchEnvelope, ground: ValidationInput): Result<PageEntry, Refusal> {
  const { origin } = envelope;
  const page = findPage(ground.table, asked.page);
  if (page === null) {
    const says = `There is no page “${asked.page}”.`;
    return err({ reason: "SCHEMA_INVALID", says, hint: "See what is open with: pagefile conflicts" });
  }
  if (page.slug !== null) {
    const says = `“${page.id}” is a section of ${page.path}; conflicts belong to files.`;
    return err({ reason: "POLICY_VIOLATION", says, hint: `Name the file: pagefile resolve ${page.path}` });
  }
  if (!page.writable) {
    const says = `${page.path} is an instruction file that you wrote; Pagefile reads and measures it and never writes it.`;
    return err({ reason: "POLICY_VIOLATION", says, hint: "Settle it by hand, and take “conflicts:” out of it." });
  }
  const decides = page.pin === "hard" ? isUsersWord(envelope) : !isUntrusted(origin);
  if (decides) return ok(page);
  const who = origin === "user" ? envelope.actor : `text of origin ${origin}`;
  const says = `“${page.id}” is not for ${who} to decide.`;
  return err({ reason: "ORIGIN_DENIED", says, hint: "Let the user decide (--origin user)." });
}

/** In a page that anybody may settle: a section that is pinned hard, is the user's all the same; so is every pin, by `write/guard/pins`. */
function guardPinned(
  page: PageEntry,
  { text, choices }: Pick<Resolved, "text" | "choices">,
  envelope: PatchEnvelope,
  ground: ValidationInput,
): Refusal | null {
  if (isUsersWord(envelope)) return null;
  const slugs = new Set(choices.flatMap(({ conflict }) => sectionsOf(conflict, text)));
  for (const id of page.sections) {
    const section = ground.table.byId.get(id);
    if (section?.pin !== "hard" || section.slug === null || !slugs.has(section.slug)) continue;
    const says = `“${id}” is pinned hard; what two versions of it say is not for ${envelope.origin === "user" ? envelope.actor : `text of origin ${envelope.origin}`} to decide.`;
    return { reason: "ORIGIN_DENIED", says, hint: "Let the user decide (--origin user)." };
  }
  return null;
}

/** The sections a conflict is about, by their slugs. */
function sectionsOf(conflict: Conflict, text: string): readonly string[] {
  if (conflict.kind === "key") {
    const [first, slug] = conflict.key;
    return first === "sections" && slug !== undefined ? [slug] : [];
  }
  const { entries, headings } = outline(text, bodyStartOf(text));
  const says = new Set(conflict.entries);
  return [
    ...entries.filter(({ digest }) => says.has(digest)).flatMap(({ section }) => section ?? []),
    ...headings
      .filter((heading) => says.has(headingName(heading)))
      .map(({ start, slug }) => headings.findLast((at) => at.depth === 2 && at.start <= start)?.slug ?? slug),
  ];
}

function nothingOpen({ entry, key }: Resolution, path: string, open: readonly Conflict[]): Refusal {
  const what = key ?? entry;
  return {
    reason: "SCHEMA_INVALID",
    says:
      what === null || open.length === 0
        ? `No conflict is open in the committed ${path}.`
        : `No conflict about “${what}” is open in ${path}.`,
    hint:
      open.length === 0
        ? "One that only the work tree holds is settled after its commit; see: pagefile conflicts"
        : `Open: ${open.map(nameOf).join(", ")}.`,
  };
}

// Resolve: conflicts of a page settled by a commit of their own, or shown as they would be.

interface ResolveQuery {
  readonly asked: Resolution;
  readonly envelope: PatchEnvelope;
  /** `plan` changes nothing and says what would be. */
  readonly how: "plan" | "commit";
}

export async function resolve(
  memory: Memory,
  { asked, envelope, how }: ResolveQuery,
  options: CommitOptions,
): Promise<Outcome<ResolveAnswer>> {
  if (how === "plan") return plan(memory, asked, envelope);
  let told: ResolveAnswer | null = null;
  const proposal = {
    // Called again on every retry: what is told is what the commit was made of.
    validate: (ground: Parameters<typeof validateResolution>[2]) => {
      const resolved = validateResolution(asked, envelope, ground);
      if (!resolved.ok) return resolved;
      const after = tell(resolved.value);
      if (!after.ok) return after;
      told = after.value;
      return ok(resolved.value.validated);
    },
    content: { op: "resolve", ...asked, ...envelope },
    about: asked.page,
  };
  const done = await commit(memory, proposal, options);
  if (!done.ok) return done;
  const answer: ResolveAnswer = told!;
  return ok({ ...answer, how: "committed", commit: done.value.commit });
}

async function plan(memory: Memory, asked: Resolution, envelope: PatchEnvelope): Promise<Outcome<ResolveAnswer>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const grounded = await decideOnHead(memory, head.value.commit, (ground, base) => {
    const resolved = validateResolution(asked, envelope, ground);
    if (!resolved.ok) return resolved;
    const laid = layOver(resolved.value.validated.changes, base);
    return laid.ok ? tell(resolved.value) : laid;
  });
  if (!grounded.ok) return grounded;
  const { decided } = grounded.value;
  return decided.ok ? ok(decided.value) : err(failureOf(decided.error));
}

/** What a resolution makes of the committed text. */
function tell({ path, text, choices }: Resolved): Result<ResolveAnswer, Refusal> {
  const after = settleText(path, text, choices);
  if (!after.ok) return after;
  const left = conflictsIn(path, after.value);
  if (!left.ok) return left;
  const settled = choices.flatMap(({ conflict, take }) =>
    rowsOf(path, text, [conflict]).map((row) => ({ ...row, take })),
  );
  return ok({ path, how: "planned", settled, open: rowsOf(path, after.value, left.value), notes: [], commit: null });
}

// Conflicts: what merges left to be settled: as data in pages, and as unmerged paths in git's index.

/** As the files on disk have them. */
export async function conflicts(memory: Memory, unmerged: UnmergedIndex | null): Promise<Outcome<ConflictsAnswer>> {
  const left = unmerged === null ? ok([]) : await unmerged.paths();
  if (!left.ok) return left;
  const open = [...memory.files.values()].filter((file) =>
    file.data.findings?.some((finding) => finding.code === "conflict_open"),
  );
  const pages: ConflictsAnswer["pages"][number][] = [];
  for (const { path } of open.sort((a, b) => compareText(a.path, b.path))) {
    const read = memory.store.read(path);
    if (!read.ok) return read;
    const text = read.value === null ? "" : textIn(read.value.blob.bytes);
    const known = conflictsIn(path, text);
    const rows = known.ok ? rowsOf(path, text, known.value) : [];
    if (rows.length > 0) pages.push({ page: memory.table.byPath.get(path)?.id ?? null, path, conflicts: rows });
  }
  return ok({ pages, unmerged: left.value });
}

/** Conflicts of a text with what each side says. */
function rowsOf(path: string, text: string, known: readonly Conflict[]): readonly ConflictRow[] {
  const units = unitsOf(text.slice(bodyStartOf(text)))?.list ?? [];
  return known.map((conflict) => {
    const name = nameOf(conflict);
    if (conflict.kind === "key") {
      const now = readValue(path, text, conflict.key);
      const alternatives = conflict.values.map(
        (value, i): Alternative => ({
          side: sideOf(i),
          digest: null,
          value,
          stands: now.ok && sameValue(now.value, value),
        }),
      );
      return { kind: "key", name, alternatives };
    }
    const alternatives = conflict.entries.map((digest, i): Alternative => {
      const unit = units.find(({ says }) => says === digest);
      return { side: sideOf(i), digest, value: unit?.text ?? null, stands: unit !== undefined };
    });
    return { kind: "entry", name, alternatives };
  });
}

function sideOf(at: number): "ours" | "theirs" {
  return at === 0 ? "ours" : "theirs";
}

// Conflict answers: the shapes in which open conflicts, and how they were settled, are told.

export interface ConflictRow {
  readonly kind: "entry" | "key";
  /** The dotted key; of an entry the digest of the text that was ours, or its heading. */
  readonly name: string;
  /** Ours first; there can be more than one of theirs. */
  readonly alternatives: readonly Alternative[];
}

export interface Alternative {
  readonly side: "ours" | "theirs";
  /** Of an entry its digest; null of a key. */
  readonly digest: string | null;
  /** Of an entry its Markdown, null where it no longer stands; of a key the value. */
  readonly value: YamlValue;
  /** Whether the page says so now. */
  readonly stands: boolean;
}

export interface ConflictsAnswer {
  readonly pages: readonly {
    readonly page: PageId | null;
    readonly path: PagePath;
    readonly conflicts: readonly ConflictRow[];
  }[];
  /** Files that git itself left unmerged. */
  readonly unmerged: readonly PagePath[];
}

export interface ResolveAnswer {
  readonly path: PagePath;
  /** `merged`: an unmerged path of the index was settled; its commit is the one that ends the merge. */
  readonly how: "planned" | "committed" | "merged";
  readonly settled: readonly (ConflictRow & { readonly take: Take })[];
  /** What the page keeps open afterwards. */
  readonly open: readonly ConflictRow[];
  readonly notes: readonly MergeNote[];
  readonly commit: Oid | null;
}
