/** NightlyPlan: a whole night laid over HEAD, the index and the disk before anything is written: what a dry run shows and a run must match. */

import { digest } from "../base/digest--digest.js";
import type { PagePath } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import type { Outcome } from "../base/result.js";
import { err, ok, type Result } from "../base/result--result.js";
import { compareText } from "../base/text--order.js";
import type { FileWrite } from "../git/history--plan.js";
import type { Config } from "../memory/config.js";
import { noLabels } from "../memory/labels.js";
import { leastTrusted } from "../memory/labels--lines.js";
import type { Memory } from "../memory/memory.js";
import { findPage } from "../memory/table.js";
import { type Origin, origins } from "../page/page--page.js";
import type { Refusal } from "../rules/reason.js";
import { pathsIn, type Validated } from "../write/change.js";
import type { Ground } from "../write/change--ground.js";
import { type HandFile, validateTakeIn } from "../write/change--take-in.js";
import { validateBatch } from "../write/commit/batch.js";
import { advance, type Base, layOver } from "../write/commit/plan.js";
import { isPinned, validateTrim } from "../write/entry/trim.js";
import { validateVariants } from "../write/entry/variant.js";
import { groundBy } from "../write/flow--ground.js";
import { guardPins } from "../write/guard/pins.js";
import type { PatchEnvelope } from "../write/patch.js";
import { envelopeHere } from "../write/patch--envelope.js";
import { validate } from "../write/validate.js";
import type { NightGround } from "./ground.js";
import { bufferPath, dayOf, memoryPath, observationsPath } from "./hand-words--night-places.js";
import { type Curated, curate } from "./keep/curate.js";
import type { prune } from "./keep/leave--prune.js";
import { pruneOnce } from "./keep/leave--prune-once.js";
import type { Proposal } from "./model--proposal.js";
import { lengthOf } from "./plan--memory-length.js";
import { owningFiles } from "./plan--owning-files.js";
import { ownersIn } from "./plan--typed-owners.js";
import { type SeriesStep, seriesSteps, validateStep } from "./series/move-cold--tonight.js";
import { type Night, type NightView, planNight, type Step } from "./steps.js";
import { envelopeOf } from "./steps--night-name.js";
import type { HotPage } from "./steps--night-trim.js";

export interface PlannedStep {
  readonly reason: Validated["reason"];
  readonly subject: string;
  /** What the commit changes below the root, by path. */
  readonly files: readonly PlannedFile[];
  /** Makes the step again on another ground; the same as planned, or a refusal. */
  readonly validate: (ground: Ground) => Result<Validated, Refusal>;
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
  night: NightGround,
  proposals: readonly Proposal[] = [],
): Promise<Outcome<PlannedNight>> {
  // Asked for again with each path that was not read yet; what the logs say depends on the table and the labels alone.
  let known: {
    readonly by: Pick<Ground, "table" | "labels">;
    readonly curated: Curated;
    readonly prune: typeof prune;
  } | null = null;
  const decide = (ground: Ground, base: Base): PlannedNight => {
    const view = { ...viewOf(night, takenIn(night, ground), memory.config), proposals };
    const isKnown = known !== null && known.by.table === ground.table && known.by.labels === ground.labels;
    if (known === null || !isKnown) known = { by: ground, curated: curate(view), prune: pruneOnce() };
    const { steps, ...rest } = planNight({ ...view, prune: known.prune }, known.curated);
    return { ...rest, ...layAll([...takeStep(night, memory), ...steps, ...seriesSteps(night)], ground, base) };
  };
  const grounded = await groundBy(memory, night.head, decide, { head: night.head, now: night.at });
  return grounded.ok ? ok(grounded.value.decided) : grounded;
}

/** A step as the night planned it, or the one before all of them. */
type LaidStep =
  | Step
  | SeriesStep
  | { readonly kind: "take"; readonly files: readonly HandFile[]; readonly envelope: PatchEnvelope };

function takeStep({ hand }: NightGround, memory: Memory): readonly LaidStep[] {
  return hand.taken.length === 0
    ? []
    : [{ kind: "take", files: hand.taken.map(({ path, work }) => ({ path, work })), envelope: envelopeHere(memory) }];
}

/** HEAD as it will be once the words on disk are in it. */
function takenIn({ hand }: NightGround, ground: Ground): Ground {
  const texts = new Map<string, string>(hand.taken.map(({ path, text }) => [path, text]));
  return { ...ground, committed: (path) => texts.get(path) ?? ground.committed(path) };
}

/** Each step on what the ones before it leave. */
function layAll(steps: readonly LaidStep[], ground: Ground, base: Base): Pick<PlannedNight, "steps" | "refused"> {
  const planned: PlannedStep[] = [];
  const refused: Refusal[] = [];
  let states = base.states;
  for (const step of steps) {
    const here = { ...ground, committed: (path: PagePath) => textIn(states.get(path)?.head?.bytes ?? null) };
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
    const writes = layOver(changes, on);
    const next = writes.ok ? advance(changes, on) : writes;
    const pinned = guardPins(validated.value, on);
    if (pinned !== null) refused.push(pinned);
    else if (!next.ok) refused.push(next.error);
    if (pinned !== null || !writes.ok || !next.ok) continue;
    states = next.value;
    if (writes.value.length === 0) continue;
    const files = filesOf(writes.value, on);
    planned.push({
      reason,
      subject,
      files,
      validate: (later) => unchanged(step, { validated: validated.value, files }, later),
    });
  }
  return { steps: planned, refused };
}

/** What is not there any more needs no step: an entry cut before, a page moved before. */
function madeOf(step: LaidStep, ground: Ground): Result<Validated, Refusal> {
  if (step.kind === "take") return validateTakeIn(step.files, step.envelope, ground);
  if (step.kind === "series") return validateStep(step, ground);
  if (step.kind === "trim") return validateTrim(step.trim, ground);
  if (step.kind === "variants") return validateVariants(step.paths, step.envelope, ground);
  const { reason, subject, patches } = step;
  if (reason !== "PRUNE_ARCHIVE") return validateBatch(patches, { boundary: "manual", reason, subject }, ground);
  const able = patches.filter((patch) => validate(patch, ground).ok);
  if (able.length === 0) return validateBatch(patches, { boundary: "manual", reason, subject }, ground);
  const words = `archive: ${able.length} ${able.length === 1 ? "page" : "pages"}`;
  return validateBatch(able, { boundary: "manual", reason, subject: words }, ground);
}

/** Pages that cannot be archived keep no other back: one whose name is taken there would for a year. */
function leftOut(step: LaidStep, ground: Ground): readonly Refusal[] {
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
  ground: Ground,
): Result<Validated, Refusal> {
  const moved = planned.files.find(({ path, before }) => named(ground.committed(path)) !== before);
  if (moved !== undefined) return err(movedOn(moved.path));
  const made = madeOf(step, ground);
  if (!made.ok) return made;
  return stableJson(made.value.changes) === stableJson(planned.validated.changes) ? made : err(movedOn(step.kind));
}

function movedOn(what: string): Refusal {
  return {
    reason: "VERSION_CONFLICT",
    says: `The memory changed while the night was at work (${what}), so the step planned for it was not made.`,
    hint: "Run it again: pagefile nightly goes on where it stopped.",
  };
}

function filesOf(writes: readonly FileWrite[], { states }: Base): readonly PlannedFile[] {
  const files = writes.map(({ path, head }) => {
    const text = textIn(head);
    const was = textIn(states.get(path)?.head?.bytes ?? null);
    return { path, before: named(was), after: named(text), was, text };
  });
  return files.sort((a, b) => compareText(a.path, b.path));
}

export function named(text: string | null): string | null {
  return text === null ? null : digest(text);
}

function textIn(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

export function viewOf(night: NightGround, ground: Ground, config: Config): NightView {
  const { texts, at, day: today, kind, processed, rejected, tonight, curatedOn } = night;
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
  const logs = [...texts].filter(([path]) => path === bufferPath || (dayOf(path) !== null && isRead(dayOf(path))));
  return {
    at,
    day: today,
    kind,
    trim: config.nights?.trim ?? "propose",
    processed,
    rejected,
    tonight,
    hasArchived: night.hasArchived,
    closed: night.closed,
    curatedOn,
    logs: logs.map(([path, text]) => ({ path: path as PagePath, day: dayOf(path), text })),
    kept: [...texts].filter(([path]) => !path.startsWith("memory/")).map(([, text]) => text),
    memory: hot(memoryPath),
    observations: hot(observationsPath),
    buffer: hot(bufferPath),
    done: night.done.filter((path) => ground.committed(path) !== null),
    variants: night.variants,
    owners: ownersIn(ground.table),
    keptIn: present(memoryPath),
    selfIn: present("IDENTITY.md" as PagePath),
    ...owningFiles(config, texts, present),
    textOf: (path) => ground.committed(path as PagePath),
    originOf: originIn(ground),
    objection: (page, line, promotion) => {
      const draft = { op: "append" as const, page, value: line, ...envelopeOf(at, kind), origin: promotion.origin };
      const checked = validate(draft, ground);
      return checked.ok ? null : `${checked.error.reason}: ${checked.error.says}`;
    },
  };
}

/** The label that history has of an entry, its page's own, and what the entry says of itself. */
export function originIn({ table, labels = noLabels }: Pick<Ground, "table" | "labels">): NightView["originOf"] {
  return ({ path, digest: item }, marks) => {
    const claimed = origins.filter((origin): origin is Origin => marks.includes(origin) && origin !== "user");
    const page = findPage(table, path)?.origin ?? "agent";
    return leastTrusted(["agent", page, labels.untrusted(item) ?? "agent", ...claimed]);
  };
}
