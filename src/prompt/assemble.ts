/** Assemble decide: one decision over the pages as they stand: what comes in, its text, and all that it was made from. */

import { limits } from "../base/limits.js";
import type { Failure, Outcome } from "../base/result.js";
import { assert } from "../base/result--assert.js";
import { err, ok } from "../base/result--result.js";
import { compareText } from "../base/text--order.js";
import { type Memory, refresh } from "../memory/memory.js";
import { openOnce } from "../memory/memory--open-file.js";
import type { Tokenizer } from "../memory/tokenizer--tokenizer.js";
import { type Located, locate, type Workspace } from "../memory/workspace.js";
import { allFindings } from "../memory/workspace--findings.js";
import type { Fidelity } from "../page/page--page.js";
import type { Fault } from "../write/fault.js";
import { refreshLabels } from "../write/flow--origins.js";
import { openForPrompt, withheldFaults } from "./access.js";
import { storeInputs } from "./assemble--assemble-inputs.js";
import { type Candidates, candidatesIn } from "./candidates.js";
import type { HarnessAt } from "./candidates--harness-loads.js";
import { withinBudget } from "./candidates--place-pins.js";
import { type Policy, policies } from "./decision.js";
import type { Demand, Selection } from "./decision--decision.js";
import { blocksOf } from "./prices--blocks.js";
import { counted } from "./prices--counted.js";
import { frameTokens } from "./print.js";
import { printPrompt } from "./print--print.js";
import { type KeptSelect, keepSelect } from "./select/engine--kept.js";
import { candidateDigests, type Inputs, policyDigest } from "./trace/inputs.js";
import { pressureFaults } from "./trace/trace.js";

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
  /** Absent, the one of today; a record is replayed by that of its time. */
  readonly policy?: Policy;
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
  let { budget } = query;
  for (let attempt = 0; attempt < limits.assembleRetriesMax; ) {
    const made = await decideOnce(workspace, { ...query, budget }, loaded.value);
    if (!made.ok) return made;
    if (made.value !== "changed") {
      const { text, selection } = made.value;
      if (text.length <= charsMax) return ok(made.value);
      // In proportion, and at least one token less: it ends with a prompt that holds nothing.
      budget = Math.max(0, Math.floor((selection.used * charsMax) / text.length) - 1);
      continue;
    }
    attempt += 1;
    for (const memory of workspace.memories) {
      const refreshed = refresh(memory);
      if (!refreshed.ok) return refreshed;
    }
  }
  return err(restless());
}

function restless(): Failure {
  return {
    code: "locked",
    says: `Pages changed ${limits.assembleRetriesMax} times while the prompt was being made.`,
    hint: "Another program keeps writing here; try again.",
  };
}

/** `changed` when a file was no longer what the table says. */
async function decideOnce(
  workspace: Workspace,
  query: AssembleQuery,
  tokenizer: Tokenizer,
): Promise<Outcome<Decision | "changed">> {
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
  const { session, audience, harness = null, policy = policies.pagefile } = query;
  // Before the candidates, which write down what was counted.
  const frame = frameTokens(counted(workspace.primary, tokenizer));
  // A file that was read to be counted is shown as it was counted.
  const open = openOnce();
  const placed = policy.placed === true;
  const asked = { session, audience, ...recency, demanded, tokenizer, open, harness, placed };
  const all = candidatesIn(workspace, asked);
  if (all.omitted.some((page) => page.reason === "unreadable")) return ok("changed");
  const budget = query.budget ?? workspace.primary.config.budgetTokens;
  const field = placed ? { ...all, candidates: withinBudget(all.candidates, all.located, budget) } : all;
  const select = policy === policies.pagefile ? selectFor(workspace.primary) : keepSelect(policy);
  const chosen = select(field.candidates, demands.value, Math.max(0, budget - frame));
  const pages = chosen.selected.map(({ id, fidelity }) => ({ page: field.located.get(id) as Located, fidelity }));
  const blocks = blocksOf(pages, tokenizer.name, open);
  if (!blocks.ok) return blocks;
  if (blocks.value === "changed") return ok("changed");
  const text = blocks.value.length === 0 ? "" : printPrompt(blocks.value);
  const tokens = text === "" ? 0 : frame + chosen.used;
  assert(tokens <= budget, "a prompt never exceeds its budget");
  const selection = { ...chosen, budget, used: tokens };
  const faults = [...pressureFaults(selection), ...unreadFaults(workspace), ...originFaults(workspace)];
  const { pages: told, prices } = candidateDigests(field.candidates);
  const stated = { audience, pages: told, policy: policyDigest(policy), prices, session, stores: stores.value };
  const inputs = harness === null ? stated : { ...stated, harness };
  return ok({ selection, field, demands: demands.value, faults, text, tokenizer, inputs });
}

/** An engine for each memory that writes go to; a process that goes on has it from turn to turn. */
const engines = new WeakMap<Memory, KeptSelect>();

function selectFor(primary: Memory): KeptSelect {
  const known = engines.get(primary);
  if (known !== undefined) return known;
  const select = keepSelect(policies.pagefile);
  engines.set(primary, select);
  return select;
}

function originFaults(workspace: Workspace): readonly Fault[] {
  return workspace.memories.flatMap((memory) =>
    withheldFaults(memory, (entry) => {
      const file = openForPrompt(memory, entry);
      return file.ok ? file.value : null;
    }),
  );
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
    const hint = "It was made anew from the files; nothing else is lost.";
    faults.push({ hint, kind: "sidecar_corrupt", page: "index", says: memory.indexDamaged });
  }
  return faults;
}
