/** FromTranscript: a recorded session as a workload: what each turn needed, called and changed, by rules that read nothing else. */

import { digest, shortDigest } from "../../base/digest--digest.js";
import { stableJson } from "../../base/json.js";
import type { ToolCall, ToolKind, Transcript } from "../../session/transcript/transcript--transcript.js";
import { constraintTokens, evidenceTokens } from "./workload--from-transcript-tokens.js";
import type { Workload, WorkloadPage, WorkloadTurn } from "./workload--workload.js";

export interface Converted {
  /** Without an end: see `truncated`. Its turns are one more than the transcript's. */
  readonly workload: Workload;
  /** Calls that repeat one made before, and those of them that got another answer: they asked about a world that had changed. */
  readonly repeats: number;
  readonly repeatsChanged: number;
  /** Calls that were never answered; they leave no page. */
  readonly unanswered: number;
}

export type CountTokens = (text: string) => number;

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
    const tokens = constraintTokens({ id, title: file }, call.result, count);
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
  const tokens = evidenceTokens({ id, title: titleOf(call, file), fields }, call.result, count);
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
