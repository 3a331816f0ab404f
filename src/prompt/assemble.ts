/**
 * Assemble: the prompt block under a token budget, with a receipt for every page in and out, and a record of the decision.
 *
 * A page goes from the table to the prompt in four steps. `candidates.ts` says who may stand in the prompt and `prices.ts` what each page costs at
 * each fidelity; `select/engine.ts` fills the budget; `print.ts` prints; `trace/trace.ts` makes the record. Read this file first (`decide`), then
 * `candidates.ts`. `turn/turn.ts` does the same for a live session. `access.ts` decides who may see what.
 *
 * The same memory gives the same bytes, the same receipt and the same trace id in any clone. Recency is therefore measured against the newest
 * `updated` in the table and never against today, and no order of a folder plays a part. `print.ts` fences every page with a nonce that no content
 * holds, so that no text can close its own block. What is required and does not fit is a fault.
 *
 * A pinned page never shows an entry from outside that nobody approved; the rest of the page stands, and a fault names the command that lets the
 * entry in. Files that are pinned for their names alone compete beyond a third of the budget. What a harness loads by itself is left to it.
 *
 * A turn's state is a numbered file that is made once (`trace/turns.ts`). Making it is the commit point, so two processes cannot fork a session;
 * what was not logged is logged by the next call. A record holds all that a decision was made of, so `replay/trace.ts` can open the stores at that
 * commit and call the same `decide`. `replay/simulate.ts` runs a workload through the same engine; `budget.ts` judges both.
 *
 * A process that goes on keeps what pages cost and how they print, by table entry, and an entry is replaced with its file. Nothing watches the
 * disk, because a watcher can miss an edit silently.
 */

import { shortDigest, sumsName } from "../base/digest.js";
import type { Oid, PagePath } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { assert, err, type Outcome, ok, usage } from "../base/result.js";
import { compareText } from "../base/text.js";
import type { Config } from "../memory/config.js";
import { isPageOf } from "../memory/included.js";
import { type FileKind, type Memory, type OpensFile, openOnce, refresh } from "../memory/memory.js";
import { isPageFile } from "../memory/profile.js";
import type { Tokenizer } from "../memory/tokenizer.js";
import { allFindings, type Located, locate, type Workspace } from "../memory/workspace.js";
import type { Fidelity } from "../page/page.js";
import type { Fault } from "../write/fault.js";
import { logFaults } from "../write/fault-log.js";
import { refreshLabels } from "../write/flow.js";
import { withheldFaults } from "./access.js";
import { besideSays, type Candidates, candidatesIn, type HarnessAt, withinBudget } from "./candidates.js";
import { type Demand, type Omitted, policies, type Selected, type Selection } from "./decision.js";
import { blocksOf, cachedTokenizer } from "./prices.js";
import { frameTokens, printPrompt, printReceipt } from "./print.js";
import { type Engine, makeEngine, selectionOf } from "./select/engine.js";
import { traceLogOf } from "./trace/log.js";
import {
  type AssemblyRecord,
  candidateDigests,
  type Inputs,
  policyDigest,
  pressureFaults,
  recordOf,
  type SessionTurn,
  type StoreInput,
  upgradesOf,
} from "./trace/trace.js";

// Assemble decide: one decision over the pages as they stand: what comes in, its text, and all that it was made from.

export interface AssembleQuery {
  /** Tokens; the primary store's own budget when null. */
  readonly budget: number | null;
  readonly demands: readonly { readonly page: string; readonly fidelity: Fidelity | null }[];
  readonly session: string | null;
  readonly audience: "owner" | "group";
  /** By name; null for the default. */
  readonly tokenizer?: string | null;
  /** How lately the session demanded pages, by name. */
  readonly recency?: ReadonlyMap<string, number>;
  /** Who asks for a session whose own files it loads by itself; absent where all may be in. */
  readonly harness?: HarnessAt | null;
  /** The most UTF-16 units the text may have, where whoever takes it counts those: the budget is lowered until it fits. */
  readonly charsMax?: number;
}

export interface Decision {
  readonly selection: Selection;
  readonly field: Candidates;
  readonly demands: readonly Demand[];
  readonly faults: readonly Fault[];
  readonly text: string;
  readonly tokenizer: Tokenizer;
  readonly inputs: Inputs;
}

/** Deterministic: the same pages, query and tokenizer give the same decision, on any machine at any time. */
export async function decide(workspace: Workspace, query: AssembleQuery): Promise<Outcome<Decision>> {
  const loaded = await workspace.tokenizer(query.tokenizer ?? null);
  if (!loaded.ok) return loaded;
  const { charsMax = Number.MAX_SAFE_INTEGER } = query;
  let budget = query.budget ?? workspace.primary.config.budgetTokens;
  for (const [name, most] of Object.entries({ budget, charsMax }))
    if (!(Number.isSafeInteger(most) && most >= 0))
      return err(usage(`${name} is ${most}; a whole number from 0 on was expected.`, "For example 2000."));
  for (let attempt = 0; attempt < limits.assembleRetriesMax; attempt += 1) {
    const asked = await askedOf(workspace, query, loaded.value);
    if (!asked.ok) return asked;
    while (asked.value !== "changed") {
      const made = chosenOf(asked.value, budget);
      if (!made.ok) return made;
      if (made.value === "changed") break;
      const { text, selection } = made.value;
      if (text.length <= charsMax) return ok(decisionOf(workspace, query, { ...asked.value, ...made.value }));
      // In proportion, and at least one token less: it ends with a prompt that holds nothing.
      budget = Math.max(0, Math.floor((selection.used * charsMax) / text.length) - 1);
    }
    for (const memory of workspace.memories) {
      const refreshed = refresh(memory);
      if (!refreshed.ok) return refreshed;
    }
  }
  return err({
    code: "locked",
    says: `Pages changed ${limits.assembleRetriesMax} times while the prompt was being made.`,
    hint: "Another program keeps writing here; try again.",
  });
}

/** All that a decision goes by besides its budget. */
interface Asked extends Pick<Decision, "demands" | "tokenizer"> {
  readonly stores: readonly StoreInput[];
  readonly all: Candidates;
  /** Holds the candidates that were chosen among last: another budget makes others of a few of them. */
  readonly engine: Engine;
  readonly open: OpensFile;
  readonly counter: Tokenizer;
}

/** `changed` when a file was no longer what the table says. */
async function askedOf(
  workspace: Workspace,
  query: AssembleQuery,
  tokenizer: Tokenizer,
): Promise<Outcome<Asked | "changed">> {
  const stores = await storeInputs(workspace);
  if (!stores.ok) return stores;
  for (const [at, memory] of workspace.memories.entries()) {
    const labeled = await refreshLabels(memory, stores.value[at]?.head ?? null);
    if (!labeled.ok) return labeled;
  }
  const demands = demandsOf(workspace, query);
  if (!demands.ok) return demands;
  const demanded = new Set<string>(demands.value.map((demand) => demand.id));
  // What a session's turn demands is as recent as can be in that turn already.
  const now = [...demanded].map((id) => [id, 1] as const);
  const recency = query.recency === undefined ? {} : { recency: new Map([...query.recency, ...now]) };
  const { session, audience, harness = null } = query;
  // Before the candidates, which write down what was counted.
  const counter = cachedTokenizer(workspace.primary, tokenizer);
  // A file that was read to be counted is shown as it was counted.
  const open = openOnce();
  const asked = { session, audience, ...recency, demanded, tokenizer, open, harness };
  const all = candidatesIn(workspace, asked);
  if (all.omitted.some((page) => page.reason === "unreadable")) return ok("changed");
  const engine = makeEngine(policies.pagefile);
  return ok({ demands: demands.value, tokenizer, stores: stores.value, all, engine, open, counter });
}

type Chosen = Pick<Decision, "selection" | "field" | "text">;

/** `changed` as above. */
function chosenOf(
  { all, engine, counter, demands, tokenizer, open }: Asked,
  budget: number,
): Outcome<Chosen | "changed"> {
  const field = { ...all, candidates: withinBudget(all.candidates, all.located, budget) };
  const more = besideSays(all.beside);
  const besides = more === "" ? 0 : counter.count(more);
  const frame = frameTokens(counter);
  // The line that says what else there is gives way to pages.
  const isMore = frame + besides <= budget;
  const around = frame + (isMore ? besides : 0);
  for (const candidate of field.candidates) engine.put(candidate);
  assert(engine.size === field.candidates.length, "every candidate has an id of its own");
  const chosen = selectionOf(engine.decide(demands, Math.max(0, budget - around)));
  const pages = chosen.selected.map(({ id, fidelity }) => ({ page: field.located.get(id) as Located, fidelity }));
  const blocks = blocksOf(pages, tokenizer.name, open);
  if (!blocks.ok) return blocks;
  if (blocks.value === "changed") return ok("changed");
  const text = `${blocks.value.length === 0 ? "" : printPrompt(blocks.value)}${isMore ? more : ""}`;
  const tokens = text === "" ? 0 : around + chosen.used;
  assert(tokens <= budget, "a prompt never exceeds its budget");
  return ok({ selection: { ...chosen, budget, used: tokens }, field, text });
}

function decisionOf(
  workspace: Workspace,
  { session, audience, harness = null }: AssembleQuery,
  { selection, field, text, demands, tokenizer, stores }: Asked & Chosen,
): Decision {
  const faults = [
    ...pressureFaults(selection),
    ...unreadFaults(workspace),
    ...workspace.memories.flatMap(withheldFaults),
  ];
  const { pages: told, prices } = candidateDigests(field.candidates);
  const stated = { audience, pages: told, policy: policyDigest(policies.pagefile), prices, session, stores };
  const inputs = harness === null ? stated : { ...stated, harness };
  return { selection, field, demands, faults, text, tokenizer, inputs };
}

/** A demand for a gathering file is a demand for each of its parts; an unknown page is `page_missing`. Each once, by id. */
function demandsOf(workspace: Workspace, query: AssembleQuery): Outcome<readonly Demand[]> {
  const demands = new Map<string, Demand>();
  for (const { page, fidelity } of query.demands) {
    const located = locate(workspace, page);
    if (!located.ok) return located;
    const { entry, name } = located.value;
    const prefix = name.slice(0, name.length - entry.id.length);
    const ids = [name, ...entry.sections.map((section) => `${prefix}${section}`)];
    for (const id of ids) demands.set(`${id}:${fidelity}`, { id: id as Demand["id"], fidelity });
  }
  const byKey = [...demands].sort(([a], [b]) => compareText(a, b));
  return ok(byKey.map(([, demand]) => demand));
}

/** What cannot be read is a fault, not a silent loss. */
function unreadFaults(workspace: Workspace): readonly Fault[] {
  const faults: Fault[] = [];
  for (const finding of allFindings(workspace.memories)) {
    if (finding.severity !== "error") continue;
    faults.push({
      hint: finding.hint,
      kind: "page_unreadable",
      page: finding.path,
      says: `line ${finding.line}: ${finding.says}`,
    });
  }
  for (const memory of workspace.memories) {
    if (memory.indexDamaged === null) continue;
    faults.push({ ...memory.indexDamaged, kind: "sidecar_corrupt", page: "index" });
  }
  return faults;
}

// Assemble inputs: at which commit each store stood, and which of its page files were not what that commit holds.

/** In the order of the workspace's memories. */
export async function storeInputs(workspace: Workspace): Promise<Outcome<readonly StoreInput[]>> {
  const stores: StoreInput[] = [];
  for (const memory of workspace.memories) {
    const head = await memory.history.head();
    if (!head.ok) return head;
    const { commit } = head.value;
    const strays = await straysSince(memory, commit);
    if (!strays.ok) return strays;
    const uncommitted = strays.value;
    const max = limits.traceUncommittedMax;
    stores.push({
      config: configDigest(memory.config),
      head: commit,
      store: memory.config.store,
      uncommitted: uncommitted.slice(0, max),
      uncommittedMore: Math.max(0, uncommitted.length - max),
    });
  }
  return ok(stores);
}

/** Page files of a commit, by path. What a session keeps to itself are pages wherever they lie. */
export async function committedPages(
  { history, config, session }: Pick<Memory, "history" | "config" | "session">,
  commit: Oid | null,
): Promise<Outcome<ReadonlyMap<PagePath, Oid>>> {
  const tree = await history.tree(commit);
  if (!tree.ok) return tree;
  const paths = new Set<string>(tree.value.map(({ path }) => path));
  const isPage = (path: string): boolean =>
    session === undefined ? isPageOf(config, path, (other) => paths.has(other)) : isPageFile(path);
  return ok(new Map(tree.value.filter(({ path }) => isPage(path)).map(({ path, oid }) => [path, oid])));
}

export function configDigest(config: Config): string {
  return shortDigest(stableJson(config), 16);
}

/** Where the last comparison was of this commit and these files, and found them alike, no tree is read. */
async function straysSince(memory: Memory, commit: Oid | null): ReturnType<typeof straysOf> {
  const { cache, compared, config } = memory;
  const name = [commit, configDigest(config), sumsName(cache.sums())].join("\n");
  if (compared?.load()?.toString("utf8") === name) return ok([]);
  const strays = await straysOf(memory, commit);
  if (strays.ok && strays.value.length === 0) compared?.save(name);
  return strays;
}

/** Which pages of the table are not what that commit holds. */
export async function straysOf(memory: Memory, commit: Oid | null): Promise<Outcome<StoreInput["uncommitted"]>> {
  const read = await committedPages(memory, commit);
  if (!read.ok) return read;
  const committed = read.value;
  const files: { path: PagePath; oid: Oid | null }[] = [];
  for (const { path, oid } of memory.files.values()) if (committed.get(path) !== oid) files.push({ oid, path });
  for (const path of committed.keys()) if (!memory.files.has(path)) files.push({ oid: null, path });
  return ok(files.sort((a, b) => compareText(a.path, b.path)));
}

export interface AssembleAnswer {
  readonly text: string;
  readonly tokens: number;
  readonly budget: number;
  readonly tokenizer: string;
  readonly selected: readonly (Selected & { readonly kind: FileKind })[];
  readonly omitted: readonly (Omitted & { readonly kind: FileKind })[];
  /** Tokens of pages that the harness loads by itself, beside the budget; 0 where none was named. */
  readonly resident: number;
  readonly faults: readonly Fault[];
  /** One line for every page in and out, and a total: for a person. */
  readonly receipt: string;
  /** Id of the decision record: the same inputs give the same id. */
  readonly trace: string;
}

/** Deterministic: the same pages, query and tokenizer give the same bytes, receipt and trace id, on any machine at any time. */
export async function assemble(workspace: Workspace, query: AssembleQuery): Promise<Outcome<AssembleAnswer>> {
  const decided = await decide(workspace, query);
  if (!decided.ok) return decided;
  for (const { tokens } of workspace.memories) tokens.flush();
  const record = recordFor(workspace, decided.value, { faults: decided.value.faults, live: null });
  traceLogOf(workspace.primary).append(record);
  logFaults(workspace.primary, decided.value.faults, { at: record.at, trace: record.trace });
  return ok(answerOf(decided.value, record.trace));
}

/** `faults` are those of the decision and what else the turn showed. */
export function recordFor(
  workspace: Workspace,
  decision: Decision,
  { faults, live }: { readonly faults: readonly Fault[]; readonly live: SessionTurn | null },
): AssemblyRecord {
  const { selection, field, demands, text, tokenizer, inputs } = decision;
  return recordOf({
    at: workspace.primary.clock.now(),
    tokenizer: tokenizer.name,
    policy: policies.pagefile.name,
    head: inputs.stores[workspace.memories.indexOf(workspace.primary)]?.head ?? null,
    demands,
    selection,
    barred: field.omitted,
    saysOf: field.saysOf,
    faults,
    text,
    upgrades: upgradesOf(selection, field.candidates),
    inputs,
    live,
  });
}

/** What is told of a decision. */
interface Told extends Pick<Decision, "selection" | "faults" | "text"> {
  readonly field: Pick<Candidates, "omitted" | "located" | "resident" | "kindOf">;
  readonly tokenizer: Pick<Tokenizer, "name">;
}

export function answerOf({ selection, field, text, tokenizer, faults }: Told, trace: string): AssembleAnswer {
  const titles = new Map([...field.located].map(([id, page]) => [id as Demand["id"], page.entry.title]));
  const omitted = [...selection.omitted, ...field.omitted].sort((a, b) => compareText(a.id, b.id));
  const withKind = <T extends { readonly id: string }>(page: T): T & { readonly kind: FileKind } => {
    return { ...page, kind: field.kindOf(page.id) };
  };
  return {
    text,
    tokens: selection.used,
    budget: selection.budget,
    tokenizer: tokenizer.name,
    selected: selection.selected.map(withKind),
    omitted: omitted.map(withKind),
    resident: field.resident,
    faults,
    receipt: printReceipt({ ...selection, omitted }, titles),
    trace,
  };
}
