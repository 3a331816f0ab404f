/**
 * Commit: from a proposal to one commit: ground it, lay it over the three places, record it, try again when the branch moved. The files on disk
 * have a way back, and the message says who made it and whose words it holds.
 */

import { blobOid, digest } from "../../base/digest.js";
import type { Oid, PageId, PagePath } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { err, type Failure, type Outcome, ok, type Result } from "../../base/result.js";
import {
  type Boundary,
  type FileState,
  type FileWrite,
  printMessage,
  type RecordOptions,
} from "../../git/history.js";
import type { Turn } from "../../git/queue.js";
import type { RemovalNote, Rewriting } from "../../git/removals.js";
import { isUsersWord } from "../../memory/actor.js";
import type { PageStore, Replacement } from "../../memory/disk/read.js";
import { factsOf } from "../../memory/facts.js";
import { type Memory, refresh, reread } from "../../memory/memory.js";
import { isPageFile, profileOf } from "../../memory/profile.js";
import { type AcceptedReason, failureOf, type Refusal } from "../../rules/refusal.js";
import { redactSecrets } from "../../rules/secret-keys.js";
import { guardProvenance, isUsers, pathsIn, type Target, type Validated, type ValidationInput } from "../change.js";
import type { Seen } from "../fault-log.js";
import { type BasedDecision, type DecisionBasis, decideOnHead, lostLabels, noteLabels } from "../flow.js";
import { guardWrites } from "../validate.js";
import { type Base, layOver, planCommit } from "./plan.js";
import { announce, removalsIn, removeFiles, settleRemovals } from "./removals.js";

/** What a use case wants committed: its validation, and what stands for it in the trailer `Pagefile-Patch`. */
interface Proposal {
  /** Pure; called again with more ground until it asks for no more, and again on every retry. */
  readonly validate: (ground: ValidationInput, base: Base) => Result<Validated, Refusal>;
  /** Anything that prints as JSON; its digest names the patch. */
  readonly content: unknown;
  /** For the fault that records a refusal. */
  readonly about: string;
  /** That of the options when absent. */
  readonly boundary?: Boundary;
  /** The digests of the patches in it, where they are several; that of `content` when absent. */
  readonly patches?: readonly string[];
  readonly reason?: AcceptedReason;
  /** Where it was tried before, if it was. */
  readonly tried?: DecisionBasis;
}

export interface CommitOptions {
  readonly detached: "refuse" | "allow";
  /** Where a session stands meanwhile; somebody writes by hand when absent. */
  readonly boundary?: Boundary;
  /** Of a write that has no reason but that somebody writes. */
  readonly reason?: AcceptedReason;
}

/** Waits for its turn among the writers, retries on a moved base by validating again, and gives up as `locked` in the end. */
export async function commit(
  memory: Memory,
  proposal: Proposal,
  options: CommitOptions,
): Promise<Outcome<PatchAnswer>> {
  const others = underWay.get(memory) ?? 0;
  underWay.set(memory, others + 1);
  let done: Outcome<Done>;
  try {
    const turn = await memory.queue.enter(others > 0 ? undefined : () => rehearse(memory, proposal));
    try {
      done = await commitInTurn(memory, { ...options, ...proposal }, { detached: options.detached, turn });
    } finally {
      turn.leave();
    }
  } finally {
    underWay.set(memory, (underWay.get(memory) ?? 1) - 1);
  }
  if (!done.ok) return done;
  // The next writer need not wait until the table is true again.
  reread(memory, done.value.written);
  return ok(done.value.answer);
}

/** Commits of this process that wait or write: of two at once, none may rehearse beside the other's turn. */
const underWay = new WeakMap<Memory, number>();

/** What has to be loaded, read and parsed is done while others write; what they change is left for the turn, and so is the answer. */
async function rehearse(memory: Memory, proposal: Proposal): Promise<void> {
  const head = await memory.history.head();
  if (!head.ok) return;
  const { commit } = head.value;
  const grounded = await groundProposal(memory, proposal, commit, proposal.tried);
  if (!grounded.ok || !grounded.value.decided.ok) return;
  const { decided, states, now } = grounded.value;
  layOver(decided.value.changes, { commit, states, config: memory.config, now });
}

interface Done {
  readonly answer: PatchAnswer;
  /** Pages whose files hold something else now. */
  readonly written: readonly PagePath[];
}

/** The others wait behind it, so whatever moves the branch meanwhile is git or an editor, and is soon done. */
async function commitInTurn(
  memory: Memory,
  proposal: Proposal,
  { turn, detached }: CommitOptions & { readonly turn: Turn },
): Promise<Outcome<Done>> {
  const settled = await settleRemovals(memory);
  if (!settled.ok) return settled;
  let attempt = 0;
  for (; attempt < limits.commitRetriesMax || !turn.isLong(); attempt++) {
    const tried = await attemptOnce(memory, proposal, { detached, isFresh: attempt > 0 });
    if (!tried.ok) return tried;
    if (tried.value !== "moved") return ok(tried.value);
    const refreshed = refresh(memory);
    if (!refreshed.ok) return refreshed;
  }
  return err({
    code: "locked",
    says: `The branch or the file moved ${attempt} times while the patch was being committed.`,
    hint: "Other writers are busy; try again.",
  });
}

/** The refusal is recorded before it is returned: a caller that drops it does not make it unseen. */
export async function refuse(
  memory: Memory,
  about: string,
  refusal: Refusal,
  seen: Seen = {},
): Promise<{ readonly ok: false; readonly error: Failure }> {
  // A refusal quotes what was sent, and what was sent may be a secret whatever it was refused for.
  const shown = { ...refusal, says: redactSecrets(refusal.says), hint: redactSecrets(refusal.hint) };
  const says = `${shown.reason}: ${shown.says}`;
  const page = redactSecrets(about);
  const { logFaults } = await import("../fault-log.js");
  logFaults(memory, [{ kind: "writeback_rejected", page, says, hint: shown.hint }], seen);
  return err(failureOf(shown));
}

async function attemptOnce(
  memory: Memory,
  proposal: Proposal,
  { isFresh, ...options }: CommitOptions & { readonly isFresh: boolean },
): Promise<Outcome<Done | "moved">> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const { tried, about, boundary = "manual" } = proposal;
  const refused = (refusal: Refusal): ReturnType<typeof refuse> => refuse(memory, about, refusal, { boundary });
  // Files that were edited since it was tried make the first attempt fail; the next one reads them.
  const known = tried !== undefined && isFresh ? { head: tried.head, now: tried.now } : tried;
  const grounded = await groundProposal(memory, proposal, head.value.commit, known);
  if (!grounded.ok) return grounded;
  const { decided: validated, states, now } = grounded.value;
  // A refusal is no guess either: what the table missed may be what it is refused for.
  if (!validated.ok && !isFresh) return ok("moved");
  if (!validated.ok) return refused(validated.error);
  const base = { commit: head.value.commit, states, config: memory.config, now };
  const laid = layOver(validated.value.changes, base);
  if (!laid.ok) return refused(laid.error);
  const { writes, restored } = laid.value;
  if (!isFresh && writes.some(isNew)) return ok("moved");
  const answer = {
    reason: reasonOf(validated.value, proposal),
    patch: patchDigest(proposal.content),
    pages: validated.value.targets.map((target) => pageMove(memory, target, validated.value, writes, states)),
    ...(restored.length === 0 ? {} : { restored: restored.map(({ path }) => path) }),
  };
  const isIdle = writes.length === 0 && validated.value.approved === undefined;
  const unchanged = {
    answer: { ...answer, commit: head.value.commit, unchanged: true },
    written: answer.restored ?? [],
  };
  if (isIdle && restored.length === 0) return ok(unchanged);
  const message = messageFor(validated.value, answer.pages, proposal, lostLabels(memory));
  const denied = (await pinsTaken(validated.value, base)) ?? guardWrites(writes, message, states);
  if (denied !== null) return refused(denied);
  const { guardLoaded } = await import("./overflow.js");
  const onto = [...new Set([...writes, ...restored])];
  const overflow = await guardLoaded(memory, onto, states);
  if (!overflow.ok) return overflow;
  if (overflow.value !== null) return refused(overflow.value);
  if (isIdle) {
    const put = await onDisk(memory, { writes: restored, states, isNoted: false }).publish();
    if (!put.ok) return put.error.code === "version_conflict" ? ok("moved") : put;
    return ok(unchanged);
  }
  const noted = noteLabels(memory, message);
  if (!noted.ok) return noted;
  const plan = planCommit(writes, message, base);
  const { changes, envelope } = validated.value;
  const isParting = changes.some((change) => "edit" in change && change.edit?.kind === "cut");
  const recorded = await memory.history.record(plan, {
    ...options,
    ...onDisk(memory, { writes: onto, states, isNoted: isParting || !isUsersWord(envelope) }),
  });
  if (!recorded.ok) return recorded.error.code === "version_conflict" ? ok("moved") : recorded;
  if (recorded.value.moved) return ok("moved");
  const written = onto.map((write) => write.path).filter(isPageFile);
  return ok({ answer: { ...answer, commit: recorded.value.commit, unchanged: false }, written });
}

/** A pin is the user's to take: the guard is loaded where somebody else has a part in the commit. */
async function pinsTaken(validated: Validated, base: Base): Promise<Refusal | null> {
  if ((validated.parts ?? [validated]).every(isUsers)) return null;
  const { guardPins } = await import("../guard/pins.js");
  return guardPins(validated, base);
}

/** A page that came since the table was read may hold the id of a new one: whoever makes a file looks at all of them in its turn. */
function isNew({ before, head }: FileWrite): boolean {
  return before.head === null && before.work === null && head !== null;
}

/** Validates on HEAD and on the disk; every path the changes touch has been read afterwards. */
function groundProposal(
  memory: Memory,
  proposal: Proposal,
  head: Oid | null,
  known: DecisionBasis | undefined,
): Promise<Outcome<BasedDecision<Result<Validated, Refusal>>>> {
  const decide = (ground: ValidationInput, base: Base): Result<Validated, Refusal> => {
    const validated = proposal.validate(ground, base);
    if (!validated.ok) return validated;
    // Patches in a batch were judged one by one, each for its own session.
    const dangling = proposal.patches === undefined ? guardProvenance(validated.value.envelope, ground) : null;
    if (dangling !== null) return err(dangling);
    for (const path of pathsIn(validated.value.changes)) base.states.get(path);
    return validated;
  };
  return decideOnHead(memory, head, decide, known ?? null);
}

// Work tree: the files that a commit writes to disk, the way back when it fails, and what goes once it stands.

interface Written {
  readonly writes: readonly FileWrite[];
  readonly states: ReadonlyMap<string, FileState>;
  /**
   * Whether a death before the commit leaves more than an edit that its own writer has not committed: words leave one file for another,
   * or are not the user's, to whom everything on disk that no commit holds is put down.
   */
  readonly isNoted: boolean;
}

/** Files are made and replaced before the commit, and go after it: until it stands, nothing is missing. */
function onDisk(
  memory: Memory,
  { writes, states, isNoted }: Written,
): Pick<RecordOptions, "publish" | "withdraw" | "settle"> {
  // A file that holds its bytes already is left alone.
  const forward = writes
    .filter((write) => write.before.work !== null || write.work !== null)
    .filter((write) => write.work === null || write.before.work !== memory.store.idOf(write.work))
    .map(({ path, before, work, movedFrom }) => ({
      path,
      before: before.work,
      bytes: work,
      ...(movedFrom === undefined ? {} : { like: movedFrom }),
    }));
  const coming = forward.filter(({ bytes }) => bytes !== null);
  const leaving = removalsIn(memory, forward);
  const rewriting = isNoted || leaving.length > 0 ? rewritingIn(memory, { coming, writes, states }) : [];
  let note: RemovalNote | null = null;
  return {
    async publish() {
      const announced = announce(memory, { leaving, rewriting });
      if (!announced.ok) return announced;
      note = announced.value;
      return memory.store.replace(coming, leaving);
    },
    async withdraw() {
      const back = await withdraw(memory.store, coming, states);
      if (back.ok) note?.close();
      else note?.leave();
      return back;
    },
    settle: async () => (note === null ? undefined : removeFiles(memory, leaving, note)),
  };
}

function rewritingIn(
  { store }: Memory,
  { coming, writes, states }: Omit<Written, "isNoted"> & { readonly coming: readonly Replacement[] },
): readonly Rewriting[] {
  const after = new Map(writes.map(({ path, head }) => [path, head]));
  return coming.flatMap(({ path, bytes }) => {
    const head = after.get(path) ?? null;
    const was = states.get(path)?.work?.bytes ?? null;
    return bytes === null
      ? []
      : [{ path, was, is: store.idOf(bytes), head: head === null ? null : store.idOf(head) }];
  });
}

/**
 * Takes the files back to the bytes that were read, each on its own: one that was not written yet is as it was, and one that
 * somebody changed since stays theirs and keeps no other back. A file is only removed again once all others could be put back,
 * because until then it may hold the only copy of their words. The first failure is returned; all are tried.
 */
async function withdraw(
  store: Pick<PageStore, "replace" | "idOf">,
  coming: readonly Replacement[],
  states: ReadonlyMap<string, FileState>,
): Promise<Outcome<void>> {
  let done: Outcome<void> = ok(undefined);
  let isBack = true;
  const back = coming.map(({ path, bytes }): Replacement => {
    const before = bytes === null ? null : store.idOf(bytes);
    return { path, before, bytes: states.get(path)?.work?.bytes ?? null };
  });
  for (const write of [
    ...back.filter(({ bytes }) => bytes !== null),
    ...back.filter(({ bytes }) => bytes === null),
  ]) {
    if (write.bytes === null && !isBack) continue;
    const replaced = await store.replace([write]);
    if (!replaced.ok && replaced.error.code !== "version_conflict") isBack = false;
    if (!replaced.ok && done.ok) done = replaced;
  }
  return done;
}

// CommitMessage: what the message of a commit of ours says: its pages with their versions, who made it, and whose words it holds.

/** A patch that became a commit. */
export interface PatchAnswer {
  /** HEAD where nothing changed; null only then, on an unborn branch. */
  readonly commit: Oid | null;
  readonly reason: string;
  readonly patch: string;
  readonly pages: readonly {
    readonly id: PageId;
    readonly path: PagePath;
    readonly from: string;
    readonly to: string;
  }[];
  /** True when HEAD had every entry already: nothing was committed again. */
  readonly unchanged: boolean;
  /** Files that had lost what HEAD has to a hand edit, and have it again, uncommitted; absent where there are none. */
  readonly restored?: readonly PagePath[];
}

/** The name of a patch in the trailers of its commit. */
export function patchDigest(content: unknown): string {
  return digest(stableJson(content));
}

function reasonOf({ reason }: Validated, proposal: Proposal): AcceptedReason {
  return reason === "FLUSH_MANUAL" ? (proposal.reason ?? reason) : reason;
}

/** By version where the page keeps one, else by blob; 0 where there is none. */
function pageMove(
  memory: Memory,
  target: Target,
  validated: Validated,
  writes: readonly FileWrite[],
  states: ReadonlyMap<string, FileState>,
): PatchAnswer["pages"][number] {
  const { id, path } = target;
  const moved = validated.changes.find((change) => change.kind === "move" && change.to === path);
  const was = states.get(moved?.kind === "move" ? moved.from : path)?.head?.bytes ?? null;
  const write = writes.find((candidate) => candidate.path === path);
  const is = write === undefined ? was : write.head;
  return { id, path, from: versionName(memory, path, was), to: versionName(memory, path, is) };
}

function versionName(memory: Memory, path: PagePath, bytes: Uint8Array | null): string {
  if (bytes === null) return "0";
  const oid = blobOid(bytes);
  const facts = factsOf(path, bytes, profileOf(memory.config.profile));
  return facts.meta.version === undefined ? oid.slice(0, 10) : String(facts.meta.version);
}

/** A first adoption can name thousands of pages: the message lists the first, and the commit's own diff the rest. */
const namedMax = 100;

function messageFor(
  validated: Validated,
  pages: PatchAnswer["pages"],
  proposal: Proposal,
  lost: readonly string[],
): string {
  const { targets, envelope } = validated;
  return printMessage({
    subject: validated.subject,
    reason: reasonOf(validated, proposal),
    ops: targets.slice(0, namedMax).map((target) => `${target.op} ${target.id} ${target.path}`),
    pages: pages.slice(0, namedMax).map((page) => `${page.id}@${page.from}..${page.to}`),
    from: validated.changes.flatMap((change) => (change.kind === "move" ? [change.from] : [])),
    boundary: proposal.boundary ?? "manual",
    session: envelope.session,
    actor: envelope.actor,
    origin: envelope.origin,
    evidence: envelope.evidence,
    ...(validated.because === undefined ? {} : { because: validated.because }),
    labels: [...(validated.labels ?? []), ...lost],
    approved: validated.approved ?? [],
    patches: proposal.patches ?? [patchDigest(proposal.content)],
  });
}
