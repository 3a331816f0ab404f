/**
 * Conflicts: what git could not join, settled page by page, and chosen conflicts as a validated patch that takes out what was not chosen.
 *
 * The text of a merge is made in `merge.ts`, which also serves git's merge driver and needs no memory: read it first.
 *
 * Keys of the frontmatter are joined by a rule each: the widest set, the least trusted origin, the strongest pin, the newer version. Bodies are
 * joined entry by entry. Where two versions say different things of one key or one entry, the merge goes on and the page keeps the conflict under
 * `conflicts:`: every text stands in the body, every value in the list, and what was ours comes first. That list is merged three-way like the
 * rest. What one side settled is settled; what both settled, each in its own way, is open again with all that either kept. An alternative that was
 * edited meanwhile is followed to its new digest. A heading that one side renamed is the same place for both.
 * `settle.ts` takes out what was chosen against and nothing else; the commit plan lets exactly those entries go.
 * Where no text could hold both versions, the driver leaves our file and git's three stages alone, and `settleUnmerged` here takes it from there.
 * A page with git's own marks in it is kept out of the table, and `settleMarked` merges what they keep apart. Conflicts of what is pinned hard,
 * and of every pin, are the user's to settle.
 */

import { type Oid, type PageId, type PagePath, parsePagePath } from "../../base/ids.js";
import { lineAfter, lineAt } from "../../base/lines.js";
import { err, type Outcome, ok, type Result } from "../../base/result.js";
import { compareText, shellWord, textIn } from "../../base/text.js";
import { isUsersWord } from "../../memory/actor.js";
import { factsOf, marksIn, type PageFile } from "../../memory/facts.js";
import { isUntrusted } from "../../memory/labels.js";
import { type Memory, reread } from "../../memory/memory.js";
import { profileOf, ruleFor } from "../../memory/profile.js";
import { configPath } from "../../memory/service.js";
import { findPage, idFromPath, type PageEntry } from "../../memory/table.js";
import { type Conflict, decodePage, encodePage, nameOf, sameValue } from "../../page/decode.js";
import type { YamlValue } from "../../page/frontmatter/print.js";
import { readFrontmatter } from "../../page/frontmatter/scan.js";
import { bodyStartOf } from "../../page/markdown/outline.js";
import { failureOf, type Refusal } from "../../rules/refusal.js";
import { accepted, type Validated, type ValidationInput } from "../change.js";
import { type CommitOptions, commit } from "../commit/commit.js";
import { layOver } from "../commit/plan.js";
import { notCommitted } from "../edit.js";
import { readValue } from "../entry/keys.js";
import { decideOnHead } from "../flow.js";
import { guardPinned, notOurs, notTheirs, refusalOf, takenPins } from "../guard/pins.js";
import type { PatchEnvelope } from "../patch.js";
import { alike, editsOf, likeness } from "./body.js";
import type { MergeNote, MergeOutcome } from "./head.js";
import { mergePages, type UnmergedFile, type UnmergedIndex } from "./merge.js";
import { type Choice, conflictsIn, settleText, type Take, unitsOf, withConflicts } from "./settle.js";

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
  const lines = (bytes: Uint8Array | null) => (bytes === null ? [] : textIn(bytes).split(/\r?\n/));
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
  const conflicts = choices.map(({ conflict }) => conflict);
  const pinned = guardPinned(page.value, { text, conflicts }, envelope, ground.table);
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
  if (!page.writable) return err(notOurs(page.path, "Settle it by hand, and take “conflicts:” out of it."));
  const decides = page.pin === "hard" ? isUsersWord(envelope) : !isUntrusted(origin);
  return decides ? ok(page) : err(notTheirs(`“${page.id}”`, envelope));
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

/** Without a side what git's marks keep apart is merged, and what is left of it is kept as conflicts of the page. */
type Asked = Omit<Resolution, "take"> & { readonly take: Take | null };

type Judged = Result<{ readonly validated: Validated; readonly answer: ResolveAnswer }, Refusal>;

function judge(asked: Asked, envelope: PatchEnvelope, ground: ValidationInput): Judged {
  const path = parsePagePath(asked.page);
  const text = path === null ? null : ground.committed(path);
  if (path !== null && isMarked(path, text)) return judgeMarked(path, asked, envelope, ground);
  const resolved = validateResolution({ ...asked, take: asked.take ?? "as_is" }, envelope, ground);
  const answer = resolved.ok ? tell(resolved.value) : resolved;
  return answer.ok && resolved.ok
    ? ok({ validated: resolved.value.validated, answer: answer.value })
    : (answer as never);
}

interface ResolveQuery {
  readonly asked: Asked;
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
    validate: (ground: ValidationInput) => {
      const judged = judge(asked, envelope, ground);
      if (!judged.ok) return judged;
      told = judged.value.answer;
      return ok(judged.value.validated);
    },
    content: { op: "resolve", ...asked, ...envelope },
    about: asked.page,
  };
  const done = await commit(memory, proposal, options);
  if (!done.ok) return done;
  const answer: ResolveAnswer = told!;
  return ok({ ...answer, how: "committed", commit: done.value.commit });
}

async function plan(memory: Memory, asked: Asked, envelope: PatchEnvelope): Promise<Outcome<ResolveAnswer>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const grounded = await decideOnHead(memory, head.value.commit, (ground, base) => {
    const judged = judge(asked, envelope, ground);
    if (!judged.ok) return judged;
    const laid = layOver(judged.value.validated.changes, base);
    return laid.ok ? ok(judged.value.answer) : laid;
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

// Marked: a page in which git's own marks stand, as who merges without the program may commit it: what they keep apart is merged entry by entry.

/** null where no marks stand in the page. Those that are committed are settled by a commit; those that the disk alone holds are settled there. */
export async function settleMarked(
  memory: Memory,
  { asked, envelope, how }: ResolveQuery,
  options: CommitOptions,
): Promise<Outcome<ResolveAnswer | null>> {
  const path = pathNamed(memory, asked.page);
  const head = await memory.history.head();
  if (path === null || !head.ok) return head.ok ? ok(null) : head;
  const grounded = await decideOnHead(memory, head.value.commit, (ground) => ground.committed(path));
  if (!grounded.ok) return grounded;
  if (isMarked(path, grounded.value.decided)) {
    return resolve(memory, { asked: { ...asked, page: path }, envelope, how }, options);
  }
  const read = memory.store.read(path);
  const blob = read.ok ? (read.value?.blob ?? null) : null;
  if (blob === null || !isMarked(path, textIn(blob.bytes))) return ok(null);
  const done = unmarked(path, textIn(blob.bytes), { asked, envelope, config: memory.config });
  if (!done.ok) return err(failureOf(done.error));
  const { text, told } = done.value;
  if (how === "plan") return ok(told);
  const written = await memory.store.replace([{ path, before: blob.oid, bytes: encodePage(text) }]);
  if (!written.ok) return written;
  reread(memory, [path]);
  return ok({ ...told, how: "merged" });
}

/** What is kept out of the table has a name all the same. */
function pathNamed({ files, table }: Memory, page: string): PagePath | null {
  const name = page.replace(/^\.\/|#.*$/g, "");
  const known = findPage(table, name)?.path ?? [...files.keys()].find((path) => path === name);
  const named = ({ path, data }: PageFile): boolean => (data.meta.id ?? idFromPath(path)) === name;
  return known ?? [...files.values()].find((file) => file.data.excluded === true && named(file))?.path ?? null;
}

function isMarked(path: string, text: string | null): text is string {
  if (text === null || !text.includes("<<<<<<<")) return false;
  const { findings = [] } = factsOf(path, encodePage(text), profileOf("plain"));
  return findings.some(({ code }) => code === "conflict_marker");
}

function judgeMarked(path: PagePath, asked: Asked, envelope: PatchEnvelope, ground: ValidationInput): Judged {
  const from = ground.committed(path) ?? "";
  const done = unmarked(path, from, { asked, envelope, config: ground.config });
  if (!done.ok) return done;
  const { text, id, told } = done.value;
  const drafted = accepted({
    targets: [{ op: "resolve", id, path }],
    changes: [{ kind: "edit", path, edit: { kind: "rewrite", from, to: text } }],
    reason: "SYNC_MERGE",
    subject: `resolve: ${asked.take ?? "merge"}, git's conflict marks (${id})`,
    envelope,
  });
  return drafted.ok ? ok({ validated: drafted.value, answer: told }) : drafted;
}

type Sound = Pick<MergeOutcome, "text" | "notes">;

interface Unmarked extends Pick<Sound, "text"> {
  readonly id: PageId;
  readonly told: ResolveAnswer;
}

/** A side is taken of every mark; of what is named it is taken when all is merged. On the disk no more is allowed than in a commit. */
function unmarked(
  path: PagePath,
  from: string,
  { asked, envelope, config }: Pick<ResolveQuery, "asked" | "envelope"> & Pick<ValidationInput, "config">,
): Result<Unmarked, Refusal> {
  const { take, entry, key } = asked;
  const profile = profileOf(config.profile);
  if (!ruleFor(profile, path).writable) return err(notOurs(path, "Settle it by hand, and delete git's marks."));
  const sides = sidesOf(path, from);
  if (sides === null || take === "as_is") return err(stillMarked(path, sides === null));
  const isNamed = entry !== null || key !== null;
  const merged = take === null || take === "both" || isNamed ? mergeSides(path, sides) : null;
  if (merged?.ok === false) return merged;
  const base = merged?.value.text ?? (take === "ours" ? sides.ours : sides.theirs);
  const known = conflictsIn(path, base);
  if (!known.ok) return known;
  const choices = merged === null || take === null ? [] : chosenFrom(known.value, { entry, key, take });
  if (isNamed && choices.length === 0) return err(nothingOpen({ ...asked, take: "both" }, path, known.value));
  const settled = settleText(path, base, choices);
  const left = settled.ok ? conflictsIn(path, settled.value) : settled;
  if (!settled.ok || !left.ok) return left as Result<never, Refusal>;
  const after = encodePage(settled.value);
  const id = factsOf(path, after, profile).meta.id ?? idFromPath(path);
  if (take !== null && isUntrusted(envelope.origin)) return err(notTheirs(`“${id}”`, envelope));
  const versions = isUsersWord(envelope) ? [] : [sides.ours, sides.theirs];
  for (const each of versions)
    for (const taken of takenPins([{ path, before: encodePage(each), after }], config)) return err(refusalOf(taken));
  const rows = take === null || isNamed ? [] : sides.rows.map((row) => ({ ...row, take }));
  const open = rowsOf(path, settled.value, left.value);
  const about = { path, how: "planned", notes: merged?.value.notes ?? [], commit: null } as const;
  return ok({ id, text: settled.value, told: { ...about, settled: rows, open } });
}

function stillMarked(path: string, isOdd: boolean): Refusal {
  const says = `git's conflict marks stand in ${path}${isOdd ? ", and not in an order that git writes" : ""}.`;
  const merges = isOdd ? "" : `Merge what they keep apart with: pagefile resolve ${shellWord(path)}. Or by hand: `;
  return { reason: "MALFORMED", says, hint: `${merges}keep what is right, and delete the lines of the marks.` };
}

interface Sides {
  readonly ours: string;
  readonly theirs: string;
  /** null where git did not write it down for each of the marks. */
  readonly base: string | null;
  readonly rows: readonly ConflictRow[];
}

/** The versions that the marks keep apart; null where they do not stand in git's order. */
function sidesOf(path: string, text: string): Sides | null {
  const head = readFrontmatter(path, text);
  const marks = marksIn(text, head.ok ? (head.value?.span.end ?? 0) : 0);
  const rows: ConflictRow[] = [];
  let [ours, theirs, base, from, begun, isKnown] = ["", "", "", 0, 0, true];
  let [mine, isBased]: [string, boolean] = ["", false];
  let state: "" | "<" | "|" | "=" = "";
  for (const { at, mark } of [...marks, { at: text.length, mark: "end" }]) {
    // A line of them elsewhere underlines a heading.
    if ((mark === "=" || mark === "|") && (state === "" || state === "=" || state === mark)) continue;
    if (state === "" ? mark === ">" : mark === "<" || mark === "end" || (mark === ">" && state !== "=")) return null;
    const piece = text.slice(from, at);
    if (state === "" || state === "<") ours += piece;
    if (state === "" || state === "=") theirs += piece;
    if (state === "" || state === "|") base += piece;
    if (state === "<") mine = piece;
    if (mark === "<") [begun, isBased] = [at, false];
    if (mark === "|") isBased = true;
    if (mark === ">") {
      isKnown &&= isBased;
      const said = [mine, piece].map((value, i) => ({ side: sideOf(i), digest: null, value, stands: true }));
      rows.push({ kind: "marks", name: String(lineAt(text, begun)), alternatives: said });
    }
    state = mark === "<" || mark === "|" || mark === "=" ? mark : "";
    from = lineAfter(text, at);
  }
  return rows.length === 0 ? null : { ours, theirs, base: isKnown ? base : null, rows };
}

/** Where git did not write down what both come from, two entries that are alike count as two edits of one. */
function mergeSides(path: string, { ours, theirs, base }: Sides): Result<Sound, Refusal> {
  const merged = mergePages(path, base, ours, theirs);
  if (!merged.ok) {
    const hint = `Take a side of every mark with --ours or --theirs, or edit ${path} by hand.`;
    return err({ reason: "MALFORMED", says: merged.error.says, hint });
  }
  const { text, notes } = merged.value;
  const known = conflictsIn(path, text);
  if (base !== null || !known.ok) return known.ok ? ok({ text, notes }) : known;
  const [a = [], b = [], both = []] = [ours, theirs, text].map(
    (each) => unitsOf(each.slice(bodyStartOf(each)))?.list,
  );
  const isFresh = (says: string): boolean =>
    both.some((unit) => unit.says === says) &&
    !known.value.some((each) => each.kind === "entry" && each.entries.includes(says));
  const apart = [...editsOf(a, b)].flatMap(([from, to]): readonly Conflict[] => {
    const [mine, yours] = [a[from]!, b[to]!];
    if (alike(mine, yours) <= likeness || !isFresh(mine.says) || !isFresh(yours.says)) return [];
    return [{ kind: "entry", entries: [mine.says, yours.says] }];
  });
  const kept = withConflicts(path, text, [...known.value, ...apart]);
  return kept.ok ? ok({ text: kept.value, notes }) : kept;
}

// Conflicts: what merges left to be settled: as data in pages, and as unmerged paths in git's index.

/** As the files on disk have them; git's marks each with the line they begin on. */
export async function conflicts(memory: Memory, unmerged: UnmergedIndex | null): Promise<Outcome<ConflictsAnswer>> {
  const left = unmerged === null ? ok([]) : await unmerged.paths();
  if (!left.ok) return left;
  const open = [...memory.files.values()].filter((file) =>
    file.data.findings?.some(({ code }) => code === "conflict_open" || code === "conflict_marker"),
  );
  const pages: ConflictsAnswer["pages"][number][] = [];
  for (const { path } of open.sort((a, b) => compareText(a.path, b.path))) {
    const read = memory.store.read(path);
    if (!read.ok) return read;
    const text = read.value === null ? "" : textIn(read.value.blob.bytes);
    const known = conflictsIn(path, text);
    const marks = isMarked(path, text)
      ? (sidesOf(path, text)?.rows ?? [{ kind: "marks", name: "", alternatives: [] }])
      : [];
    const rows = [...marks, ...(known.ok ? rowsOf(path, text, known.value) : [])];
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
          ...{ side: sideOf(i), value },
          digest: null,
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
  readonly kind: "entry" | "key" | "marks";
  /** The dotted key; of an entry the digest of the text that was ours, or its heading; of git's marks the line they begin on. */
  readonly name: string;
  /** Ours first; there can be more than one of theirs. */
  readonly alternatives: readonly Alternative[];
}

export interface Alternative {
  readonly side: "ours" | "theirs";
  /** Of an entry its digest; null of a key and of marks. */
  readonly digest: string | null;
  /** Of an entry its Markdown, null where it no longer stands; of a key the value; of marks the lines. */
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
