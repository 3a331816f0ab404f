/** Proposal: what the last night asks a person about, held against the pages as they are now, and what becomes of the person's answer. */

import { dayAt, type Instant, type Oid, type PagePath } from "../base/ids.js";
import { eachOf, err, type Outcome, ok, type Result } from "../base/result.js";
import { compareText } from "../base/text.js";
import { textsAtHead } from "../history/log.js";
import { type Memory, textNow } from "../memory/memory.js";
import { findPage } from "../memory/table.js";
import type { Refusal } from "../rules/refusal.js";
import { redactSecrets } from "../rules/secret-keys.js";
import type { Validated, ValidationInput } from "../write/change.js";
import { validateBatch } from "../write/commit/batch.js";
import { type CommitOptions, commit, refuse } from "../write/commit/commit.js";
import { validateCorrection } from "../write/entry/correct.js";
import { digestsOf } from "../write/entry/entries.js";
import { isPinned, validateTrim } from "../write/entry/trim.js";
import { guardApprover } from "../write/guard/origin.js";
import type { PatchEnvelope } from "../write/patch.js";
import { dayOf } from "./day-files.js";
import { dayNamed, type Promotion, sourceName } from "./keep/candidate.js";
import { comingOf, contradictedIn, placeOf } from "./keep/curate.js";
import { type Leaving, leavingFrom } from "./keep/leave.js";
import { printStatement } from "./keep/promote.js";
import { keepRejection, lastProposal, neverAgain } from "./night-refs.js";
import { type ComingRow, comingRows, type PlannedNight, viewOf, type WhichRows } from "./plan.js";
import { acceptedSession, patchesFor, trimFor } from "./steps.js";
import { keptPaths, type NightHistory, pastLog, readNightHistory } from "./undo.js";

export interface SettledAnswer {
  readonly did: "accepted" | "rejected";
  /** Of those that may leave. */
  readonly entries: readonly ProposedRow[];
  /** Of those that may be kept. */
  readonly coming: readonly Omit<ComingRow, "coming">[];
  /** In order; empty where no page was changed. */
  readonly commits: readonly { readonly commit: Oid; readonly page: PagePath }[];
  /** Numbers that were asked for and that nothing could be done about. */
  readonly refused: readonly Refused[];
  /** How many wait still. */
  readonly open: number;
}

/** `shown`: all that `pagefile night` shows. */
export interface SettleQuery {
  readonly did: SettledAnswer["did"];
  readonly numbers: readonly number[] | "shown" | "all";
  readonly envelope: PatchEnvelope;
}

export async function settleProposal(
  memory: Memory,
  query: SettleQuery,
  options: CommitOptions,
): Promise<Outcome<SettledAnswer>> {
  const { did, envelope, numbers } = query;
  const denied = did === "accepted" ? guardApprover(envelope.actor) : null;
  if (denied !== null) {
    const says = `“${envelope.actor}” is an agent; what leaves a memory, and what enters it after all, is a person's decision.`;
    return refuse(memory, "night", { ...denied, says });
  }
  // Whoever refuses everything that waits is asked for no reading of it.
  const all = did === "rejected" ? "names" : "all";
  const found = await currentProposal(memory, numbers === "shown" ? "first" : numbers === "all" ? all : numbers);
  if (!found.ok) return found;
  if (found.value === null || found.value.open === 0) return err(nothing);
  const { entries, coming, refused } = chosen(found.value, numbers);
  const done =
    did === "rejected"
      ? await rejectAll(memory, { entries, coming }, envelope.actor)
      : await acceptAll(memory, { entries, coming }, { envelope, options });
  if (!done.ok) return done;
  const missed = new Set(done.value.refused.map(({ n }) => n));
  const settled = coming.filter(({ n }) => !missed.has(n));
  const left = found.value.open - entries.length - settled.length;
  // What an accepted word says otherwise than is settled with it.
  const now = did === "accepted" && left > 0 ? await currentProposal(memory) : ok(null);
  if (!now.ok) return now;
  return ok({
    did,
    entries,
    coming: settled.map(({ coming: _, ...row }) => row),
    commits: done.value.commits,
    refused: [...refused, ...done.value.refused],
    open: now.value?.open ?? left,
  });
}

interface Chosen {
  readonly entries: readonly ProposedRow[];
  readonly coming: readonly ComingRow[];
}

type Done = Pick<SettledAnswer, "commits" | "refused">;

function chosen(
  { entries, coming }: NightProposal,
  numbers: SettleQuery["numbers"],
): Chosen & { readonly refused: readonly Refused[] } {
  const open = {
    entries: entries.filter(({ state }) => state === "open"),
    coming: coming.filter(({ state }) => state === "open"),
  };
  if (typeof numbers === "string") return { ...open, refused: [] };
  const hint = "See what is open: pagefile night";
  const refused = [...new Set(numbers)].flatMap((n) => {
    const row = [...entries, ...coming].find((each) => each.n === n);
    if (row?.state === "open") return [];
    const says =
      row === undefined ? `There is no number ${n}.` : `Number ${n} is settled or has changed: ${row.why}.`;
    return [{ n, says, hint }];
  });
  const asked = <T extends { readonly n: number }>(rows: readonly T[]): readonly T[] =>
    rows.filter(({ n }) => numbers.includes(n));
  return { entries: asked(open.entries), coming: asked(open.coming), refused };
}

async function rejectAll(memory: Memory, { entries, coming }: Chosen, actor: string): Promise<Outcome<Done>> {
  const rows = [
    ...entries.map(({ page, digest }) => ({ page, digest, what: "stays" as const })),
    ...coming.map(({ path, digest }) => ({ page: path, digest, what: "is not kept" as const })),
  ];
  const kept = await eachOf(rows, ({ what, ...row }) => keepRejection(memory, { ...row, actor }, what));
  return kept.ok ? ok({ commits: [], refused: [] }) : kept;
}

/** One instant for all, by which they are taken back together. */
async function acceptAll(memory: Memory, { entries, coming }: Chosen, asked: Omit<By, "at">): Promise<Outcome<Done>> {
  const by: By = { ...asked, at: memory.clock.now() };
  const commits: SettledAnswer["commits"][number][] = [];
  for (const page of new Set(entries.map((each) => each.page))) {
    const here = entries.filter((each) => each.page === page);
    const done = await takeOut(memory, page, { ...by, here });
    if (!done.ok) return done;
    if (done.value !== null) commits.push({ commit: done.value, page });
  }
  const kept = await bringIn(memory, coming, by);
  if (!kept.ok) return kept;
  return ok({ commits: [...commits, ...kept.value.commits], refused: kept.value.refused });
}

/** Judged again on the very text that the commit stands on. */
async function takeOut(
  memory: Memory,
  page: PagePath,
  by: By & { readonly here: readonly ProposedRow[] },
): Promise<Outcome<Oid | null>> {
  const { at } = by;
  const only = new Set(by.here.map(({ digest }) => digest));
  const envelope = { ...by.envelope, session: acceptedSession(at) };
  const content = { op: "accept", page, digests: [...only], at, ...envelope };
  const validate = (ground: ValidationInput): Result<Validated, Refusal> => {
    const text = ground.committed(page);
    const leaving = text === null ? [] : allowedNow({ ...memory, table: ground.table }, { page, text, only });
    const says = `${page} was edited while the proposal was being accepted; nothing left it.`;
    if (text !== null && leaving.length < only.size)
      return err({ reason: "VERSION_CONFLICT", says, hint: "See what is open now: pagefile night" });
    return validateTrim(trimFor(page, leaving, { at, envelope }), ground);
  };
  const done = await commit(memory, { content, about: page, validate }, by.options);
  return done.ok ? ok(done.value.commit) : done;
}

const nothing = {
  code: "usage",
  says: "No proposal of a night waits for an answer.",
  hint: "Look with: pagefile night",
} as const;

/** `open` waits for a person; the others are settled, or have to be proposed anew. */
export interface ProposedRow extends Leaving {
  readonly n: number;
  readonly page: PagePath;
  readonly state: "open" | "rejected" | "gone" | "changed";
}

export interface NightProposal {
  readonly night: Instant;
  /** Why each page is too long. */
  readonly pages: readonly { readonly page: PagePath; readonly over: string }[];
  readonly entries: readonly ProposedRow[];
  /** Of what may be kept, what a person is shown: the first that are open. */
  readonly coming: readonly ComingRow[];
  /** How many wait for an answer: entries that may leave, and statements that may be kept, shown or not. */
  readonly open: number;
  readonly comingOpen: number;
}

/** null where no night has proposed anything yet. */
export async function currentProposal(
  memory: Memory,
  wanted: WhichRows = "first",
): Promise<Outcome<NightProposal | null>> {
  const kept = await lastProposal(memory);
  if (!kept.ok || kept.value === null) return kept.ok ? ok(null) : kept;
  const { night, pages, coming } = kept.value;
  const logged = pages.length + coming.length === 0 ? ok([]) : await pastLog(memory);
  if (!logged.ok) return logged;
  const never = await neverAgain(memory, logged.value);
  if (!never.ok) return never;
  const rows = await comingRows(memory, kept.value, { wanted, rejected: never.value(null), logged: logged.value });
  if (!rows.ok) return rows;
  const paths = pages.map(({ page }) => page);
  const texts = paths.length === 0 ? ok([]) : await textsAtHead(memory, paths);
  if (!texts.ok) return texts;
  const entries = pages.flatMap(({ page, entries: asked }, i): readonly ProposedRow[] => {
    const about = { text: texts.value[i] ?? "", digests: asked.map(({ digest }) => digest), kept: never.value(page) };
    const judged = judge(memory, page, about);
    return asked.map(({ n, digest, rule }) => ({ ...judged(digest, rule), n, page }));
  });
  const open = entries.filter(({ state }) => state === "open").length + rows.value.open;
  const rest = { coming: rows.value.rows, open, comingOpen: rows.value.open };
  return ok({ night, pages: pages.map(({ page, over }) => ({ page, over })), entries, ...rest });
}

/** What rules let go of a page as it is committed, young or not: a night has asked already. */
function allowedNow(
  memory: Pick<Memory, "table" | "clock" | "zone">,
  asked: { readonly page: PagePath; readonly text: string; readonly only: ReadonlySet<string> },
): readonly Leaving[] {
  const { page, text, only } = asked;
  const entry = findPage(memory.table, page);
  if (entry === null) return [];
  const standing = digestsOf(text);
  const today = dayAt(memory.zone, memory.clock.now());
  const about = { path: page, text, today, settled: standing, lasting: standing, never: new Set<string>() };
  return leavingFrom({ ...about, isPinned: (each) => isPinned(entry, each, memory) }, only);
}

function judge(
  memory: Memory,
  page: PagePath,
  asked: { readonly text: string; readonly digests: readonly string[]; readonly kept: ReadonlySet<string> },
): (digest: string, rule: string) => Omit<ProposedRow, "n" | "page"> {
  const { text, digests, kept } = asked;
  const only = new Set(digests.filter((each) => !kept.has(each)));
  const allowed = new Map(allowedNow(memory, { page, text, only }).map((each) => [each.digest, each]));
  const [standing, onDisk] = [digestsOf(text), digestsOf(textNow(memory, page)?.text ?? "")];
  return (digest, rule) => {
    const found = allowed.get(digest);
    const none = { digest, rule: rule as Leaving["rule"], text: "", lines: [], repeated: false };
    if (!standing.has(digest)) return { ...none, state: "gone", why: `it stands in ${page} no more` };
    if (kept.has(digest)) return { ...none, state: "rejected", why: "somebody kept it" };
    if (!onDisk.has(digest))
      return { ...none, state: "changed", why: "it was edited since, and the edit is not committed" };
    if (found === undefined || found.rule !== rule)
      return { ...none, state: "changed", why: `${page} was edited since, and the rule lets it go no more` };
    return { ...found, state: "open" };
  };
}

// BringIn: statements of logs that a person accepted, each as one commit: to the page that owns it, or in the place of what it corrects.

/** A number that nothing could be done about, and why. */
interface Refused {
  readonly n: number;
  readonly says: string;
  readonly hint: string;
}

interface By {
  readonly at: Instant;
  readonly envelope: PatchEnvelope;
  readonly options: CommitOptions;
}

async function bringIn(memory: Memory, rows: readonly ComingRow[], by: By): Promise<Outcome<Done>> {
  const commits: Done["commits"][number][] = [];
  const refused: Refused[] = [];
  if (rows.length === 0) return ok({ commits, refused });
  const night = await readNightHistory(memory);
  if (!night.ok) return night;
  // The latest word comes last: it takes the place of those before it.
  const inOrder = rows.toSorted((a, b) =>
    compareText(dayNamed({ day: dayOf(a.path) }), dayNamed({ day: dayOf(b.path) })),
  );
  for (const { n, path, digest, coming, reason } of inOrder) {
    const promotion = coming?.promotion;
    if (promotion === undefined || reason === "secret") {
      const says = `Number ${n} may hold a secret; what may be one never moves by itself, and nobody can accept it.`;
      const hint = `Take it out of ${path} by hand; or, where it is none: pagefile night reject ${n}`;
      refused.push({ n, says, hint });
      continue;
    }
    const session = acceptedSession(by.at);
    const evidence = [...new Set([...by.envelope.evidence, ...promotion.sources.map(sourceName)])];
    const envelope = { ...by.envelope, session, evidence, origin: promotion.origin };
    let page = path;
    const validate = (ground: ValidationInput): Result<Validated, Refusal> => {
      const made = madeOf(promotion, { memory, night: night.value, envelope }, ground);
      if (made.ok) page = made.value.page;
      return made.ok ? ok(made.value.validated) : made;
    };
    const content = { op: "accept", page: path, digests: [digest], at: by.at, ...envelope };
    const done = await commit(memory, { content, about: path, validate }, by.options);
    if (done.ok && done.value.commit !== null) commits.push({ commit: done.value.commit, page });
    else if (!done.ok && !["refused", "denied"].includes(done.error.code)) return done;
    else {
      const { says, hint } = done.ok ? unchanged : done.error;
      refused.push({ n, says, hint });
    }
  }
  return ok({ commits, refused });
}

interface On {
  readonly memory: Memory;
  readonly night: NightHistory;
  readonly envelope: PatchEnvelope;
}

function madeOf(
  promotion: Promotion,
  { memory, night, envelope }: On,
  ground: ValidationInput,
): Result<{ readonly page: PagePath; readonly validated: Validated }, Refusal> {
  const wrong = wrongIn(promotion.text, ground);
  if (wrong !== null) {
    const asked = { page: wrong.page, entry: wrong.digest, text: lineOf(promotion, wrong), because: null, envelope };
    const validated = validateCorrection(asked, ground, dayAt(memory.zone, ground.now));
    return validated.ok ? ok({ page: wrong.page, validated: validated.value }) : validated;
  }
  const view = viewOf(night, ground, memory.config);
  const placed = placeOf(promotion, view);
  if (typeof placed === "string") return err({ reason: "SCHEMA_INVALID", says: placed, hint: byHand });
  const subject = "curate: 1 statement that a person accepted";
  const at = { boundary: "manual", reason: "CURATE_PROMOTE", subject } as const;
  const validated = validateBatch(patchesFor([placed], view, envelope), at, ground);
  return validated.ok ? ok({ page: placed.home.page as PagePath, validated: validated.value }) : validated;
}

/** The kept entry that says otherwise; null where none does any more, or never did: two statements of logs. */
function wrongIn(text: string, ground: ValidationInput): WrongEntry | null {
  for (const page of keptPaths) {
    const kept = ground.committed(page);
    const found = kept === null ? null : contradictedIn(kept, text);
    if (found !== null) return { page, ...found };
  }
  return null;
}

interface WrongEntry extends NonNullable<ReturnType<typeof contradictedIn>> {
  readonly page: PagePath;
}

/** With the day it was said on, which is not the day of its acceptance, and with the tags of what it takes the place of where it has none. */
function lineOf(promotion: Promotion, wrong: WrongEntry): string {
  const tags = promotion.tags.length > 0 ? promotion.tags : wrong.tags;
  const days = [...new Set(promotion.sources.map(dayNamed))].sort();
  return printStatement({ text: wrong.corrected, tags }, { confidence: promotion.confidence, days }).slice(
    "- ".length,
  );
}

const byHand = "Write it where it belongs by hand (pagefile append PAGE TEXT), then: pagefile night reject N";
const unchanged = { says: "It is kept already.", hint: "Nothing to do." };

// Waits: what a night found worth keeping and did not keep, each with its reason in words; secrets are not repeated.

export interface Wait {
  /** What its log says; null where that must not be repeated. */
  readonly text: string | null;
  readonly sources: readonly string[];
  /** `turn`: another night takes it. `blocked`: something stands in its way. `person`: a person settles it. */
  readonly until: "turn" | "blocked" | "person";
  readonly why: string;
}

/** In the order in which a person should read them. */
export function waitsOf(night: Pick<PlannedNight, "held" | "blocked" | "waiting">): readonly Wait[] {
  return comingOf(night).map(({ promotion: { said, below = "", sources }, reason, why }) => ({
    text: reason === "secret" ? null : redactSecrets(below === "" ? said : `${said}\n${below}`),
    sources: sources.map(sourceName),
    until: reason === "turn" || reason === "blocked" ? reason : ("person" as const),
    why,
  }));
}
