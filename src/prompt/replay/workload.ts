/**
 * Workload: pages, turns and lifecycle events of one session as JSON that anybody can write, how a recorded session becomes one, and what a run of
 * it came to.
 */

import { digest, shortDigest } from "../../base/digest.js";
import { parseLine, stableJson } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import type { Part } from "../../kernel/codec.js";
import { readRecorded } from "../../kernel/recorded-session.js";
import type { ValueMap } from "../../page/decode.js";
import { type Fidelity, fidelities, type PageType, type Pin, type Scope, schema } from "../../page/page.js";
import { represent } from "../../page/represent.js";
import { pathOf, signatureOf, type ToolKind, toolKind } from "../../session/transcript/transcript.js";

// Transcript: a recorded session as what its model called and what came back, turn by turn, and where its context was lost between them.

export interface Transcript {
  readonly format: "claude-code" | "pi";
  /** One a message of the model, in the order of the file, which is the order of time, whatever branch of the session they stand on. */
  readonly turns: readonly TranscriptTurn[];
}

interface TranscriptTurn {
  /** What happened to the context since the turn before, in order. */
  readonly boundaries: readonly ("compaction" | "reset")[];
  readonly calls: readonly ToolCall[];
}

interface ToolCall {
  readonly name: string;
  readonly kind: ToolKind;
  /** Equal for calls that ask for the same. */
  readonly signature: string;
  /** The file it reads or writes; null where the arguments name none. */
  readonly path: string | null;
  /** The text that came back; null when the call was never answered. */
  readonly result: string | null;
  /** Whether the tool said it failed: nothing was written then. */
  readonly failed: boolean;
}

/** JSON lines. Never throws; null when none of the first lines is one of a session we can read. */
export function parseTranscript(text: string): Transcript | null {
  const recorded = readRecorded(text);
  if (recorded === null || recorded.harness === "codex") return null;
  const { messages, compactions, harness: format } = recorded;
  const results = messages.flatMap(({ parts }) => parts.filter((part) => part.kind === "result"));
  // Calls are answered later and out of order; the first answer stands.
  const answers = new Map(results.toReversed().map((result) => [result.id, result]));
  const turns: TranscriptTurn[] = [];
  let boundaries: ("compaction" | "reset")[] = [];
  for (const [at, { role, parts }] of messages.entries()) {
    for (const each of compactions) if (each.messages === at) boundaries.push("compaction");
    if (role === "assistant") {
      turns.push({ boundaries, calls: parts.flatMap((part) => callOf(part, answers)) });
      boundaries = [];
    } else if (parts.some((part) => part.kind === "text" && part.text.includes(cleared))) boundaries.push("reset");
  }
  return { format, turns };
}

/** Behind this the model knows nothing. */
const cleared = "<command-name>/clear</command-name>";

function callOf(part: Part, answers: ReadonlyMap<string, Part & { readonly kind: "result" }>): readonly ToolCall[] {
  if (part.kind !== "call") return [];
  const { id, name } = part;
  const [input, answer] = [parseLine(part.input) ?? {}, answers.get(id)];
  const { text: result = null, failed = false } = answer ?? {};
  return [{ name, kind: toolKind(name), signature: signatureOf(name, input), path: pathOf(input), result, failed }];
}

// FromTranscript: a recorded session as a workload: what each turn needed, called and changed, by rules that read nothing else.

export interface Converted {
  /** Without an end: see `truncated`. Its turns are one more than the transcript's. */
  readonly workload: Workload;
  /** Calls that repeat one made before, and those of them that got another answer: they asked about a world that had changed. */
  readonly repeats: number;
  readonly repeatsChanged: number;
  /** Calls that were never answered; they leave no page. */
  readonly unanswered: number;
}

type CountTokens = (text: string) => number;

/** What an edit did cannot be had again at any price, and 10 is where the scale ends. */
const recomputeCosts: Readonly<Record<ToolKind, number>> = { read: 8, command: 8, edit: 10, other: 6 };

/** Files that harnesses load as standing instructions, and those that are read as such. */
const instructionNames: ReadonlySet<string> = new Set([
  "AGENTS.md",
  "AGENTS.override.md",
  "CLAUDE.md",
  "CLAUDE.local.md",
  "GEMINI.md",
  "SKILL.md",
  "SOUL.md",
]);

interface Draft {
  readonly pages: WorkloadPage[];
  readonly bySignature: Map<string, { readonly id: string; readonly result: string }>;
  /** The page that last showed or changed a file. */
  readonly byPath: Map<string, string>;
  /** Results that the next turn looks at. */
  fresh: string[];
  /** Results that changed a file. */
  news: Set<string>;
  repeats: number;
  repeatsChanged: number;
  unanswered: number;
}

/**
 * One turn a message of the model, and one more for the results of the last. The result of a call becomes a page in the turn after,
 * which needs it, and if it was a successful edit it is news from then on that no store has. A later turn needs a page again when it
 * calls for a file that the page last showed or changed. A call whose signature stood before is the same call: `tools` tells, and no
 * page is made; one that repeats in the very next message is held against nobody, because its result was not looked at yet. What the session's prompt held besides is not in the file.
 */
export function workloadFrom(transcript: Transcript, name: string, count: CountTokens): Converted {
  const draft: Draft = {
    pages: [],
    bySignature: new Map(),
    byPath: new Map(),
    fresh: [],
    news: new Set(),
    repeats: 0,
    repeatsChanged: 0,
    unanswered: 0,
  };
  const answered = [...transcript.turns, { boundaries: [], calls: [] }];
  const turns = answered.map(({ boundaries, calls }, at): WorkloadTurn => {
    const demands = new Set(draft.fresh);
    const dirty = [...draft.news];
    draft.fresh = [];
    draft.news = new Set();
    for (const { path, signature } of calls) {
      const known = path === null ? undefined : draft.byPath.get(path);
      if (known !== undefined && draft.bySignature.get(signature)?.id !== known) demands.add(known);
    }
    for (const call of calls) takeCall(draft, call, at, count);
    const tools = calls.map((call) => call.signature);
    return { events: boundaries, demands: [...demands].map((page) => ({ page })), tools, dirty };
  });
  const workload: Workload = { workload: 1, name, family: "transcript", seed: null, pages: draft.pages, turns };
  const { repeats, repeatsChanged, unanswered } = draft;
  return { workload, repeats, repeatsChanged, unanswered };
}

/**
 * The first `turns` messages with their results, and one more turn in which the session is closed: its context is gone, as after
 * `/new`, and nothing is asked. Pages that come later are left out.
 */
export function truncated({ workload }: Converted, turns: number): Workload {
  const length = Math.min(turns, workload.turns.length - 1);
  const born = new Set(workload.pages.filter(({ from }) => from === length).map(({ id }) => id));
  const results = workload.turns[length] ?? quiet;
  const last = { ...quiet, demands: results.demands.filter(({ page }) => born.has(page)), dirty: results.dirty };
  return {
    ...workload,
    name: `${workload.name}@${length}`,
    pages: workload.pages.filter(({ from = 0 }) => from <= length),
    turns: [...workload.turns.slice(0, length), last, { ...quiet, events: ["reset"] }],
  };
}

const quiet: WorkloadTurn = { events: [], demands: [], tools: [], dirty: [] };

function takeCall(draft: Draft, call: ToolCall, turn: number, count: CountTokens): void {
  const { result, signature } = call;
  if (result === null) {
    draft.unanswered += 1;
    return;
  }
  const known = draft.bySignature.get(signature);
  if (known !== undefined) {
    draft.repeats += 1;
    if (known.result !== shortDigest(result, 16)) draft.repeatsChanged += 1;
  }
  const id = known?.id ?? newPage(draft, { ...call, result }, turn, count);
  const changed = call.kind === "edit" && !call.failed;
  if (call.path !== null && (call.kind === "read" || changed)) draft.byPath.set(call.path, id);
  if (changed) draft.news.add(id);
}

function newPage(
  draft: Draft,
  call: ToolCall & { readonly result: string },
  turn: number,
  count: CountTokens,
): string {
  const id = `result-${String(draft.pages.length + 1).padStart(4, "0")}`;
  draft.bySignature.set(call.signature, { id, result: shortDigest(call.result, 16) });
  draft.fresh.push(id);
  const file = call.path?.split("/").at(-1) ?? "";
  const common = { id, signature: call.signature, scope: "session", from: turn + 1 } as const;
  if (call.kind === "read" && !call.failed && instructionNames.has(file)) {
    const tokens = tokensOf({ id, title: file, type: "constraint", fields: {} }, call.result, count);
    draft.pages.push({ ...common, type: "constraint", pin: "hard", minFidelity: "structured", tokens });
    return id;
  }
  const fields = {
    tool: call.name,
    signature: call.signature,
    digest: digest(call.result).slice(0, 23),
    bytes: new TextEncoder().encode(call.result).length,
    resolves: call.path === null ? stableJson(call.name) : `file:${call.path}`,
  };
  const tokens = tokensOf({ id, title: titleOf(call, file), type: "evidence", fields }, call.result, count);
  draft.pages.push({
    ...common,
    type: "evidence",
    pin: "soft",
    minFidelity: "pointer",
    tokens,
    recomputeCost: recomputeCosts[call.kind],
  });
  return id;
}

function titleOf(call: ToolCall, file: string): string {
  return file === "" ? call.signature.slice(0, titleCharsMax) : `${call.name} ${file}`;
}

const titleCharsMax = 60;

// RunRow: an outcome without its single faults and turns.

/** One run, its turns summed up. */
export interface RunRow extends Omit<RunOutcome, "faults" | "rejected" | "overwritten" | "series"> {
  readonly faults: Readonly<Record<RunFaultKind, number>>;
  /** All faults but pinned invariant misses, which no policy can help. */
  readonly controllable: number;
  /** Sums over the turns: tokens resident, those of them on pages never demanded, and pages by fidelity. */
  readonly tokens: number;
  readonly idleTokens: number;
  readonly mix: Readonly<Record<Fidelity, number>>;
  /** Mean over the turns. */
  readonly utility: number;
}

export function rowOf({ faults: all, rejected, overwritten, series, ...run }: RunOutcome): RunRow {
  const faults = Object.fromEntries(
    faultKinds.map((kind) => [kind, all.filter((fault) => fault.kind === kind).length]),
  ) as Record<RunFaultKind, number>;
  const mix = Object.fromEntries(
    fidelities.map((fidelity) => [fidelity, sum(series, (turn) => turn.mix[fidelity])]),
  ) as Record<Fidelity, number>;
  return {
    ...run,
    faults,
    controllable: all.length - faults.pinned_invariant_miss,
    tokens: sum(series, (turn) => turn.tokens),
    idleTokens: sum(series, (turn) => turn.idleTokens),
    mix,
    utility: sum(series, (turn: TurnOutcome) => turn.utility) / Math.max(1, series.length),
  };
}

export function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

// Workload: pages, turns and lifecycle events of one session, recorded or generated, as JSON that anybody can write.

/** One file. Ids of pages are unique; turns come in order and are counted from 0. */
export interface Workload {
  /** Format version. */
  readonly workload: 1;
  readonly name: string;
  /** What kind it is, for tables: `evidence_heavy`, `task_debugging`, `transcript`, … */
  readonly family: string;
  /** What it was generated from; null for one that was recorded. */
  readonly seed: number | null;
  readonly pages: readonly WorkloadPage[];
  readonly turns: readonly WorkloadTurn[];
  /** Several sessions share one budget, and policies that cannot tell them apart get less of it: a factor by policy name. */
  readonly budgetScale?: Readonly<Record<string, number>>;
}

export interface WorkloadPage {
  readonly id: string;
  readonly type: PageType;
  readonly pin: Pin;
  readonly scope: Scope;
  /** The least its type allows when absent. */
  readonly minFidelity?: Fidelity;
  /** Tokens at each fidelity. */
  readonly tokens: Readonly<Partial<Record<Fidelity, number>>>;
  /** 0 to 10; that of its type when absent. */
  readonly recomputeCost?: number;
  /** Canonical signature of the tool call whose result the page holds. */
  readonly signature?: string;
  /** The turn in which the page comes into being; 0 when absent. */
  readonly from?: number;
  /** The session it belongs to; all when absent. */
  readonly session?: string;
}

/** What happens to the runtime between two turns. A compaction or a reset destroys what only the context held. */
export type WorkloadEvent = "compaction" | "reset";

export interface WorkloadTurn {
  /** The session that takes the turn; the only one when absent. */
  readonly session?: string;
  /** Before the turn, in this order. */
  readonly events: readonly WorkloadEvent[];
  /** Pages the turn needs, at least at this fidelity (their minimum when absent). */
  readonly demands: readonly { readonly page: string; readonly fidelity?: Fidelity }[];
  /** Tool calls the model makes if it does not have their results, by signature. */
  readonly tools: readonly string[];
  /** Pages that hold news of this turn which no store has yet. */
  readonly dirty: readonly string[];
  /** Lookups in a memory backend, and what really became of them. */
  readonly recalls?: readonly { readonly query: string; readonly status: "ok" | "no_match" | "denied" | "error" }[];
  /** Updates proposed at this turn; an `overwrite` destroys what was committed before. */
  readonly writes?: readonly { readonly page: string; readonly op: "append" | "merge" | "overwrite" }[];
  /** The context grew past the mark at which a flush was planned and was compacted before it could run. */
  readonly jumped?: boolean;
}

// Outcome: what one run of a workload under one policy and budget came to.

/** Faults a correct policy prevents (paper section 3), and those that no policy can. */
const faultKinds = [
  "refetch",
  "duplicate_tool",
  "post_compaction_bootstrap_loss",
  "flush_miss",
  "silent_recall",
  "pinned_invariant_miss",
] as const;
export type RunFaultKind = (typeof faultKinds)[number];

export interface RunFault {
  readonly kind: RunFaultKind;
  readonly turn: number;
  /** Its id; of a silent recall, what was looked up. */
  readonly page: string;
}

export interface RunOutcome {
  readonly workload: string;
  readonly family: string;
  readonly policy: string;
  /** Tokens, before any scale of the workload. */
  readonly budget: number;
  readonly turns: number;
  readonly faults: readonly RunFault[];
  /** Signatures that repeated although their result was resident: signals of the workload, no faults. */
  readonly alerts: number;
  /** Demands met by what was resident, or by a pointer that leads back to what was seen. */
  readonly hits: number;
  /** F / (H + 1), F faults and alerts together (paper Appendix A). */
  readonly thrash: number;
  /** Updates that validation refused, by reason code. */
  readonly rejected: Readonly<Record<string, number>>;
  /** Updates that destroyed what was committed, taken without a word by a policy that validates nothing. */
  readonly overwritten: number;
  /** Demands that the turn's prompt could not hold at the fidelity asked for: a budget too small, and no policy's fault. */
  readonly unmet: number;
  /** Per turn. */
  readonly series: readonly TurnOutcome[];
}

export interface TurnOutcome {
  /** Tokens resident, and how many of them on pages never demanded in the whole run. */
  readonly tokens: number;
  readonly idleTokens: number;
  /** Sum of U(p, r) over what is resident, by the weights of the `pagefile` policy, so that policies can be compared. */
  readonly utility: number;
  /** Resident pages by fidelity. */
  readonly mix: Readonly<Record<Fidelity, number>>;
  readonly faults: number;
}

// FromTranscriptTokens: what a tool's result costs at each fidelity, by the representations that the product itself would make of it. Typed fields
// make the structured level of evidence; an instruction document states its rules as entries, so that its structured level is a line for each.

type Tokens = Readonly<Partial<Record<Fidelity, number>>>;

/** A longer result is cut here first, as the compressed text of a page may not be longer than 2,000 characters anyway. */
const compressedFromCharsMax = 20_000;

function tokensOf(
  page: { readonly id: string; readonly title: string; readonly type: PageType; readonly fields: ValueMap },
  text: string,
  count: CountTokens,
): Tokens {
  const path = `${schema[page.type].folder}/${page.id}.md`;
  const source = { ...page, path, oid: shortDigest(text, 40), compressed: null, compressedOf: null };
  const made = represent(source, text.slice(0, compressedFromCharsMax));
  const texts: Readonly<Record<Fidelity, string>> = {
    ...made,
    compressed: made.compressed.slice(0, limits.compressedCharsMax),
    full: text,
  };
  const admitted = fidelities.filter((fidelity) => schema[page.type].degrades.includes(fidelity));
  return Object.fromEntries(admitted.map((fidelity) => [fidelity, count(texts[fidelity])]));
}
