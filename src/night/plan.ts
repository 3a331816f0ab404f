/** NightlyPlan: a whole night laid over HEAD, the index and the disk before anything is written: what a dry run shows and a run must match. */

import { digest } from "../base/digest.js";
import { dayAt, type Oid, type PagePath } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { err, getOrMake, type Outcome, ok, type Result } from "../base/result.js";
import { compareText, textIn } from "../base/text.js";
import type { FileWrite, LoggedCommit } from "../git/history.js";
import { textsAt } from "../history/log.js";
import type { Config } from "../memory/config.js";
import { leastTrusted } from "../memory/labels.js";
import type { Memory } from "../memory/memory.js";
import type { LoadRules } from "../memory/profile.js";
import { findPage } from "../memory/table.js";
import { loadFiles } from "../memory/truncate.js";
import { type Origin, origins } from "../page/page.js";
import type { Refusal } from "../rules/refusal.js";
import { redactSecrets } from "../rules/secret-keys.js";
import { pathsIn, type Validated, type ValidationInput } from "../write/change.js";
import { validateBatch } from "../write/commit/batch.js";
import { rulesOf } from "../write/commit/overflow.js";
import { advance, type Base, layOver } from "../write/commit/plan.js";
import { isPinned, validateTrim } from "../write/entry/trim.js";
import { validateVariants } from "../write/entry/variant.js";
import { decideOnHead } from "../write/flow.js";
import { type HandFile, validateTakeIn } from "../write/guard/hand.js";
import { guardPins } from "../write/guard/pins.js";
import { envelopeHere, type PatchEnvelope } from "../write/patch.js";
import { validate } from "../write/validate.js";
import { bufferPath, dayOf, keptBeside, memoryPath, observationsPath, spareId } from "./day-files.js";
import { type LogText, namesIn, sourceName } from "./keep/candidate.js";
import { type Coming, type ComingReason, comingIn, curate, type Homes } from "./keep/curate.js";
import { linesIn, pruneOnce } from "./keep/leave.js";
import type { Proposal } from "./model.js";
import type { KeptProposal } from "./night-refs.js";
import { type SeriesStep, seriesSteps, validateStep } from "./series/move-cold.js";
import {
  envelopeOf,
  type FoundOnce,
  type HotPage,
  type Night,
  type NightKind,
  type NightView,
  planNight,
  type Step,
  sparePatch,
} from "./steps.js";
import { thresholds } from "./thresholds.js";
import { keptPaths, type NightHistory, promotedIn, readNightHistory } from "./undo.js";

export interface PlannedStep {
  readonly reason: Validated["reason"];
  readonly subject: string;
  /** What the commit changes below the root, by path. */
  readonly files: readonly PlannedFile[];
  /** Makes the step again on another ground; the same as planned, or a refusal. */
  readonly validate: (ground: ValidationInput) => Result<Validated, Refusal>;
}

export interface PlannedFile {
  readonly path: PagePath;
  /** sha256 of HEAD's bytes before and after; null where there is no file. */
  readonly before: string | null;
  readonly after: string | null;
  readonly was: string | null;
  readonly text: string | null;
}

export interface PlannedNight extends Omit<Night, "steps"> {
  readonly steps: readonly PlannedStep[];
  /** Steps that the write path would refuse, with its reason: the others go on without them. */
  readonly refused: readonly Refusal[];
}

/** `proposals` are a model's, not judged yet. */
export async function planOn(
  memory: Memory,
  night: NightHistory,
  proposals: readonly Proposal[] = [],
): Promise<Outcome<PlannedNight>> {
  // Asked for again with each path that was not read yet; what the logs say depends on the table and the labels alone.
  let known: (FoundOnce & { readonly by: Pick<ValidationInput, "table" | "labels"> }) | null = null;
  const decide = (ground: ValidationInput, base: Base): PlannedNight => {
    const view = { ...viewOf(night, takenIn(night, ground), memory.config), proposals };
    const isKnown = known !== null && known.by.table === ground.table && known.by.labels === ground.labels;
    if (known === null || !isKnown) known = { by: ground, curated: curate(view), prune: pruneOnce() };
    const { steps, ...rest } = planNight(view, known);
    const files = night.hand.taken.map(({ path, work }) => ({ path, work }));
    const take = { kind: "take", files, envelope: envelopeHere(memory) } as const;
    const all = [...(files.length === 0 ? [] : [take]), ...steps, ...seriesSteps(night)];
    return { ...rest, ...layAll(all, ground, base) };
  };
  const grounded = await decideOnHead(memory, night.head, decide, { head: night.head, now: night.at });
  return grounded.ok ? ok(grounded.value.decided) : grounded;
}

/** A step as the night planned it, or the one before all of them. */
type LaidStep =
  | Step
  | SeriesStep
  | { readonly kind: "take"; readonly files: readonly HandFile[]; readonly envelope: PatchEnvelope };

/** HEAD as it will be once the words on disk are in it. */
function takenIn({ hand }: NightHistory, ground: ValidationInput): ValidationInput {
  const texts = new Map<string, string>(hand.taken.map(({ path, text }) => [path, text]));
  return { ...ground, committed: (path) => texts.get(path) ?? ground.committed(path) };
}

/** Each step on what the ones before it leave. */
function layAll(
  steps: readonly LaidStep[],
  ground: ValidationInput,
  base: Base,
): Pick<PlannedNight, "steps" | "refused"> {
  const planned: PlannedStep[] = [];
  const refused: Refusal[] = [];
  let states = base.states;
  for (const step of steps) {
    const here = { ...ground, committed: (path: PagePath) => textOf(states.get(path)?.head?.bytes ?? null) };
    const validated = madeOf(step, here);
    if (!validated.ok) {
      refused.push(validated.error);
      continue;
    }
    refused.push(...leftOut(step, here));
    const { changes, reason, subject } = validated.value;
    // Asked of the ground itself, which notes what it has not read; the whole night is then planned again.
    if (pathsIn(changes).filter((path) => base.states.get(path) === undefined).length > 0) continue;
    const on = { ...base, states };
    const pinned = guardPins(validated.value, on);
    const writes = pinned === null ? layOver(changes, on) : err(pinned);
    const next = writes.ok ? advance(changes, on) : writes;
    if (!next.ok) refused.push(next.error);
    if (!writes.ok || !next.ok) continue;
    states = next.value;
    const files = filesOf(writes.value.writes, on);
    const again: PlannedStep["validate"] = (later) => unchanged(step, { validated: validated.value, files }, later);
    if (files.length > 0) planned.push({ reason, subject, files, validate: again });
  }
  return { steps: planned, refused };
}

/** What is not there any more needs no step: an entry cut before, a page moved before. */
function madeOf(step: LaidStep, ground: ValidationInput): Result<Validated, Refusal> {
  if (step.kind === "take") return validateTakeIn(step.files, step.envelope, ground);
  if (step.kind === "series") return validateStep(step, ground);
  if (step.kind === "trim") return validateTrim(step.trim, ground);
  if (step.kind === "variants") return validateVariants(step.paths, step.envelope, ground);
  const { reason, subject, patches } = step;
  const able = reason === "PRUNE_ARCHIVE" ? patches.filter((patch) => validate(patch, ground).ok) : [];
  if (able.length === 0) return validateBatch(patches, { boundary: "manual", reason, subject }, ground);
  const words = `archive: ${able.length} ${able.length === 1 ? "page" : "pages"}`;
  return validateBatch(able, { boundary: "manual", reason, subject: words }, ground);
}

/** Pages that cannot be archived keep no other back: one whose name is taken there would for a year. */
function leftOut(step: LaidStep, ground: ValidationInput): readonly Refusal[] {
  if (step.kind !== "patches" || step.reason !== "PRUNE_ARCHIVE") return [];
  return step.patches.flatMap((patch) => {
    const made = validate(patch, ground);
    return made.ok ? [] : [made.error];
  });
}

/** The plan holds as long as the files it names are what they were; else the night is planned anew. */
function unchanged(
  step: LaidStep,
  planned: { readonly validated: Validated; readonly files: readonly PlannedFile[] },
  ground: ValidationInput,
): Result<Validated, Refusal> {
  const moved = planned.files.find(({ path, before }) => named(ground.committed(path)) !== before);
  if (moved !== undefined) return err(movedOn(moved.path));
  const made = madeOf(step, ground);
  if (!made.ok) return made;
  return stableJson(made.value.changes) === stableJson(planned.validated.changes) ? made : err(movedOn(step.kind));
}

function movedOn(what: string): Refusal {
  const says = `The memory changed while the night was at work (${what}), so the step planned for it was not made.`;
  return { reason: "VERSION_CONFLICT", says, hint: "Run it again: pagefile nightly goes on where it stopped." };
}

function filesOf(writes: readonly FileWrite[], { states }: Base): readonly PlannedFile[] {
  const files = writes.map(({ path, head }) => {
    const text = textOf(head);
    const was = textOf(states.get(path)?.head?.bytes ?? null);
    return { path, before: named(was), after: named(text), was, text };
  });
  return files.sort((a, b) => compareText(a.path, b.path));
}

export function named(text: string | null): string | null {
  return text === null ? null : digest(text);
}

function textOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : textIn(bytes);
}

export function viewOf(night: NightHistory, ground: ValidationInput, config: Config): NightView {
  const { at, day: today, kind } = night;
  const texts = new Map([...night.texts].filter(([, text]) => Buffer.byteLength(text) <= limits.pageBytesMax));
  const present = (path: PagePath): PagePath | null =>
    texts.has(path) && findPage(ground.table, path)?.writable === true ? path : null;
  const hot = (path: PagePath): HotPage | null => {
    const page = findPage(ground.table, path);
    const text = texts.get(path);
    const head = ground.committed(path);
    if (page === null || text === undefined || head === null || !page.writable) return null;
    const settled = night.settled.get(path) ?? new Set<string>();
    const never = night.never.get(path) ?? new Set<string>();
    const isOver = lengthOf(path, text, config, ground);
    return { path, text, settled, lasting: night.lasting, never, isOver, isPinned: (e) => isPinned(page, e, ground) };
  };
  const isRead = (day: string | null): boolean => kind === "night" || day === null || day === today;
  const beside: ReadonlySet<string> = new Set(keptBeside(ground.table));
  const logs = [...texts].filter(([path]) => path === bufferPath || (dayOf(path) !== null && isRead(dayOf(path))));
  return {
    ...night,
    trim: config.nights?.trim ?? "propose",
    logs: logs.map(([path, text]) => ({ path: path as PagePath, day: dayOf(path), text })),
    kept: [...texts].filter(([path]) => !path.startsWith("memory/") || beside.has(path)).map(([, text]) => text),
    memory: hot(memoryPath),
    observations: hot(observationsPath),
    buffer: hot(bufferPath),
    done: night.done.filter((path) => ground.committed(path) !== null),
    keptIn: present(memoryPath),
    spareOf: (section) => findPage(ground.table, spareId(section))?.path ?? null,
    selfIn: present("IDENTITY.md" as PagePath),
    ...owningFiles(config, texts, present),
    textOf: (path) => ground.committed(path as PagePath),
    originOf: originIn(ground),
    objection: (home, line, promotion) => {
      const envelope = { ...envelopeOf(at, kind), origin: promotion.origin };
      const added = { op: "append", page: home.page, value: line, ...envelope } as const;
      const checked = validate(home.isNew === true ? sparePatch(home, line, envelope) : added, ground);
      return checked.ok ? null : `${checked.error.reason}: ${checked.error.says}`;
    },
  };
}

/** The label that history has of an entry, its page's own, and what the entry says of itself. */
function originIn({ table, labels }: Pick<ValidationInput, "table" | "labels">): NightView["originOf"] {
  return ({ path, digest: item }, marks) => {
    const claimed = origins.filter((origin): origin is Origin => marks.includes(origin) && origin !== "user");
    const page = findPage(table, path)?.origin ?? "agent";
    return leastTrusted(["agent", page, labels.untrusted(item) ?? "agent", ...claimed]);
  };
}

// TooLong: whether a page is longer than what is loaded of it, in words; only then does anybody look for what may leave it.

interface Limits {
  /** What the owner set in `pagefile.yaml`; null where nothing is set. */
  readonly memoryLines: number | null;
  /** null where no harness loads anything by itself. */
  readonly rules: LoadRules | null;
}

/** The most lines that MEMORY.md may have; null where its harness says by itself how much it loads. */
export function memoryLinesOf({ memoryLines, rules }: Limits): number | null {
  if (memoryLines !== null) return memoryLines;
  return rules?.files.some(({ path }) => path === memoryPath) === true ? null : thresholds.memoryLinesMax;
}

/** `others` are the files that are loaded beside it: they use up the room that all have together. */
export function memoryTooLong(text: string, limits: Limits, others: ReadonlyMap<string, string>): string | null {
  const [lines, most] = [linesIn(text), memoryLinesOf(limits)];
  if (most !== null && lines > most) {
    const whose = limits.memoryLines === null ? "a night looks at it from there on" : "pagefile.yaml says so";
    return `it has ${lines} lines, and ${most} are the most (${whose})`;
  }
  const { rules } = limits;
  if (rules === null) return null;
  const loaded = loadFiles(rules, new Map([...others, [memoryPath, text]]));
  const file = loaded.files.find(({ path }) => path === memoryPath);
  if (file === undefined || file.state === "whole") return null;
  return `${rules.profile} ${rules.version} loads ${file.loaded} of its ${file.size} ${loaded.unit === "chars" ? "characters" : "bytes"}`;
}

// OwningFiles: USER.md and TOOLS.md as a night finds them: whether they may take statements, and how much the harness loads of them.

const userPath = "USER.md" as PagePath;
const toolsPath = "TOOLS.md" as PagePath;

/** `present` gives the path where a commit has the page and it may be written. */
function owningFiles(
  config: Config,
  texts: ReadonlyMap<string, string>,
  present: (path: PagePath) => PagePath | null,
): Pick<Homes, "userIn" | "toolsIn" | "hasRoom"> {
  const rules = rulesOf(config);
  const user = present(userPath);
  return {
    userIn: user === null ? null : { page: user, names: namesIn(texts.get(user) ?? "") },
    toolsIn: present(toolsPath),
    hasRoom(page, chars) {
      const cut = rules?.files.find(({ path }) => path === page)?.cut;
      if (cut === undefined || cut.kind === "whole") return true;
      const max = cut.kind === "prefix" ? cut.bytes : cut.max;
      return (texts.get(page)?.length ?? 0) + chars <= max * thresholds.nearShare;
    },
  };
}

// MemoryLength: whether a page of this memory is too long, held against what its owner and its harness say.

export function limitsOf(config: Config): Limits {
  return { memoryLines: config.nights?.memoryLines ?? null, rules: rulesOf(config) };
}

/** `text` is the page as it stands; the answer is asked of what it might become. */
function lengthOf(
  path: PagePath,
  text: string,
  config: Config,
  ground: Pick<ValidationInput, "committed">,
): (next: string) => string | null {
  if (path !== memoryPath) {
    const { observationLinesMax: above, observationLinesKept: to } = thresholds;
    return (next) => {
      const lines = linesIn(next);
      return lines > (next === text ? above : to) ? `it has ${lines} lines, and ${above} are the most` : null;
    };
  }
  const limits = limitsOf(config);
  const others = new Map<string, string>();
  for (const file of limits.rules?.files ?? []) {
    const other = file.path === path ? null : ground.committed(file.path as PagePath);
    if (other !== null) others.set(file.path, other);
  }
  return (next) => memoryTooLong(next, limits, others);
}

// Tonight: what a night finds and what it would do about it, made together and asked for by the night and by its audit.

export interface TonightsPlan {
  readonly ground: NightHistory;
  /** In the night's own words; a model has not been asked. */
  readonly plan: PlannedNight;
}

export async function planTonight(memory: Memory, kind: NightKind = "night"): Promise<Outcome<TonightsPlan>> {
  const ground = await readNightHistory(memory, kind);
  if (!ground.ok) return ground;
  const plan = await planOn(memory, ground.value);
  return plan.ok ? ok({ ground: ground.value, plan: plan.value }) : plan;
}

// PlannedRows: a planned file as an answer shows it: the lines that come and the lines that go.

export interface FileRow extends Pick<PlannedFile, "path" | "before" | "after"> {
  /** Lines that come and lines that go. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export function rowOf({ path, before, after, was, text }: PlannedFile): FileRow {
  const [old, now] = [linesOf(was), linesOf(text)];
  const [had, has] = [new Set(old), new Set(now)];
  const [added, removed] = [now.filter((line) => !had.has(line)), old.filter((line) => !has.has(line))];
  return { path, before, after, added, removed };
}

function linesOf(text: string | null): readonly string[] {
  return text === null ? [] : text.split(/\r?\n/).filter((line) => line.trim() !== "");
}

// ComingRows: what a night proposes to keep, read again from the logs as they are now, each with the number that a person calls it by.

/** `names`: all that are open, whatever their logs say now, and nothing is read. */
export type WhichRows = "first" | "all" | "names" | readonly number[];

export interface ComingRow {
  readonly n: number;
  readonly path: PagePath;
  readonly digest: string;
  readonly reason: ComingReason;
  readonly state: "open" | "gone";
  /** What its log says, with all that hangs below; null where that must not be repeated, and where nobody asked for words. */
  readonly text: string | null;
  readonly why: string;
  /** As it would be kept; null where it is gone, and where nobody asked for words. */
  readonly coming: Coming | null;
}

interface AskedRows {
  readonly wanted: WhichRows;
  /** What somebody refused already. */
  readonly rejected: ReadonlySet<string>;
  readonly logged: readonly LoggedCommit[];
}

/** What is open is told by names alone; words are read for those that somebody looks at. */
export async function comingRows(
  memory: Memory,
  { night, coming }: Pick<KeptProposal, "night" | "coming">,
  { wanted, rejected, logged }: AskedRows,
): Promise<Outcome<{ readonly rows: readonly ComingRow[]; readonly open: number }>> {
  if (coming.length === 0) return ok({ rows: [], open: 0 });
  const head = await memory.history.head();
  if (!head.ok) return head;
  const tree = await memory.history.tree(head.value.commit);
  if (!tree.ok) return tree;
  const paths = new Set<string>(tree.value.map(({ path }) => path));
  const promoted = promotedIn(logged);
  const open = coming.filter((each) => {
    const name = sourceName(each);
    return paths.has(each.path) && !rejected.has(each.digest) && !rejected.has(name) && !promoted.has(name);
  });
  if (wanted === "names") {
    const rows = open.map((each): ComingRow => ({ ...each, state: "open", text: null, why: "", coming: null }));
    return ok({ rows, open: open.length });
  }
  const numbered = typeof wanted === "string" ? null : coming.filter(({ n }) => wanted.includes(n));
  const isOpen = new Set(open);
  const read = openRows(memory, head.value.commit, { night, isOpen: (row) => isOpen.has(row) });
  const rows: ComingRow[] = [];
  const isGone = ({ n, state }: ComingRow): boolean => state === "gone" && open.some((each) => each.n === n);
  // What needs no answer any more, as what was settled with another, takes nobody's place.
  const atOnce = wanted === "first" ? thresholds.toldMax : coming.length;
  const chosen = numbered ?? open;
  for (let at = 0; at < chosen.length && rows.filter((row) => !isGone(row)).length < atOnce; at += atOnce) {
    const more = await read(chosen.slice(at, at + atOnce));
    if (!more.ok) return more;
    rows.push(...more.value);
  }
  return ok({ rows, open: open.length - rows.filter(isGone).length });
}

type AskedRow = KeptProposal["coming"][number];

/** What the logs and the kept pages of a commit say of them now. */
function openRows(
  memory: Memory,
  head: Oid | null,
  { night, isOpen }: Pick<KeptProposal, "night"> & { readonly isOpen: (row: AskedRow) => boolean },
): (asked: readonly AskedRow[]) => Promise<Outcome<readonly ComingRow[]>> {
  const by = { day: dayAt(memory.zone, memory.clock.now()), originOf: originIn(memory) };
  return async (asked) => {
    const logs = [...new Set(asked.map(({ path }) => path))];
    const read = await textsAt(memory, head, logs.length === 0 ? [] : [...logs, ...keptPaths]);
    if (!read.ok) return read;
    const texts = new Map(logs.map((path, at) => [path, read.value[at] ?? ""]));
    const kept = read.value.slice(logs.length).filter((text) => text !== null);
    // A log is read once, however many of its rows are asked about; by its day too, because one without a day has the one of the night that asks.
    const known = new Map<string, ReturnType<typeof comingIn>>();
    const readIn = (log: LogText): ReturnType<typeof comingIn> =>
      getOrMake(known, `${log.path} ${log.day}`, () => comingIn(log, { ...by, kept }));
    const rows = asked.map((each): ComingRow => {
      const text = isOpen(each) ? (texts.get(each.path) ?? "") : "";
      // “Tomorrow” in a text without a day was said before the night that asks about it.
      const day = dayOf(each.path) ?? (each.reason === "moving_time" ? dayAt(memory.zone, night) : null);
      const found = text === "" ? null : readIn({ path: each.path, day, text })(each.digest, each.reason);
      if (found === null)
        return { ...each, state: "gone", text: null, why: "it needs no answer any more", coming: null };
      const { text: moved, below = "" } = found.promotion;
      const said = each.reason === "moving_time" ? moved : found.promotion.said;
      const words = redactSecrets(below === "" ? said : `${said}\n${below}`);
      const { reason, why } = found;
      return { ...each, reason, state: "open", text: reason === "secret" ? null : words, why, coming: found };
    });
    return ok(rows);
  };
}
