/** Assemble: the prompt block under a token budget, with a receipt for every page in and out, and a record of the decision. */

import { assert } from "../base/assert.js";
import type { Outcome } from "../base/failure.js";
import { limits } from "../base/limits.js";
import { compareText } from "../base/order.js";
import { err, ok } from "../base/result.js";
import type { Fidelity } from "../page/page.js";
import type { Tokenizer } from "../port/tokenizer.js";
import { frameTokens } from "../prompt/frame.js";
import { type PromptBlock, printPrompt } from "../prompt/print.js";
import { printReceipt } from "../prompt/receipt.js";
import type { Demand, Selection } from "../residency/decision.js";
import { select } from "../residency/engine/selection.js";
import { policies } from "../residency/policy.js";
import { pressureFaults, recordOf } from "../trace/assembly.js";
import type { Fault } from "../trace/fault.js";
import type { AssembleAnswer } from "./answers.js";
import { blockOf, type Candidates, candidatesIn } from "./candidates.js";
import { allFindings } from "./findings.js";
import { refresh } from "./memory.js";
import { refreshLabels } from "./origins.js";
import { representationsOf } from "./parts.js";
import { openForPrompt, withheldFaults } from "./withheld.js";
import { type Located, locate, type Workspace } from "./workspace.js";

export interface AssembleQuery {
  /** Tokens; the primary store's own budget when null. */
  readonly budget: number | null;
  readonly demands: readonly { readonly page: string; readonly fidelity: Fidelity | null }[];
  readonly session: string | null;
  readonly audience: "owner" | "group";
  /** By name; null for the default. */
  readonly tokenizer?: string | null;
}

/** Deterministic: the same pages, query and tokenizer give the same bytes, receipt and trace id, on any machine at any time. */
export async function assemble(workspace: Workspace, query: AssembleQuery): Promise<Outcome<AssembleAnswer>> {
  const loaded = await workspace.tokenizer(query.tokenizer ?? null);
  if (!loaded.ok) return loaded;
  for (let attempt = 0; attempt < limits.assembleRetriesMax; attempt++) {
    const made = await assembleOnce(workspace, query, loaded.value);
    if (!made.ok || made.value !== "changed") return made as Outcome<AssembleAnswer>;
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

/** `changed` when a file was no longer what the table says. */
async function assembleOnce(
  workspace: Workspace,
  query: AssembleQuery,
  tokenizer: Tokenizer,
): Promise<Outcome<AssembleAnswer | "changed">> {
  const labeled = await labelAll(workspace);
  if (!labeled.ok) return labeled;
  const demands = demandsOf(workspace, query);
  if (!demands.ok) return demands;
  const demanded = new Set<string>(demands.value.map((demand) => demand.id));
  const field = candidatesIn(workspace, { ...query, demanded, tokenizer });
  if (field.omitted.some((page) => page.reason === "unreadable")) return ok("changed");
  const budget = query.budget ?? workspace.primary.config.budgetTokens;
  const frame = frameTokens(tokenizer);
  const chosen = select(field.candidates, demands.value, Math.max(0, budget - frame), policies.pagefile);
  const blocks = blocksFor(chosen, field);
  if (!blocks.ok) return blocks;
  if (blocks.value === "changed") return ok("changed");
  const text = blocks.value.length === 0 ? "" : printPrompt(blocks.value);
  const tokens = text === "" ? 0 : frame + chosen.used;
  assert(tokens <= budget, "a prompt never exceeds its budget");
  const selection = { ...chosen, budget, used: tokens };
  const faults = [...pressureFaults(selection), ...unreadFaults(workspace), ...originFaults(workspace)];
  return ok(await answer(workspace, { selection, field, demands: demands.value, faults, text, tokenizer }));
}

async function labelAll(workspace: Workspace): Promise<Outcome<void>> {
  for (const memory of workspace.memories) {
    const head = await memory.history.head();
    const labeled = head.ok ? await refreshLabels(memory, head.value.commit) : head;
    if (!labeled.ok) return labeled;
  }
  return ok(undefined);
}

function originFaults(workspace: Workspace): readonly Fault[] {
  return workspace.memories.flatMap((memory) =>
    withheldFaults(memory, (entry) => {
      const file = openForPrompt(memory, entry);
      return file.ok ? file.value : null;
    }),
  );
}

interface Assembled {
  readonly selection: Selection;
  readonly field: Candidates;
  readonly faults: readonly Fault[];
  readonly demands: readonly Demand[];
  readonly text: string;
  readonly tokenizer: Tokenizer;
}

async function answer(workspace: Workspace, assembled: Assembled): Promise<AssembleAnswer> {
  const { selection, field, demands, faults, text, tokenizer } = assembled;
  const { traces, clock, history } = workspace.primary;
  const head = await history.head();
  const at = clock.now();
  const record = recordOf({
    at,
    tokenizer: tokenizer.name,
    policy: policies.pagefile.name,
    head: head.ok ? head.value.commit : null,
    demands,
    selection,
    barred: field.omitted,
    faults,
    text,
  });
  traces.append(record);
  traces.appendFaults(faults.map((fault) => ({ ...fault, at, trace: record.trace })));
  const titles = new Map([...field.located].map(([id, page]) => [id as Demand["id"], page.entry.title]));
  const omitted = [...selection.omitted, ...field.omitted].sort((a, b) => compareText(a.id, b.id));
  return {
    text,
    tokens: selection.used,
    budget: selection.budget,
    tokenizer: tokenizer.name,
    selected: selection.selected,
    omitted,
    faults,
    receipt: printReceipt({ ...selection, omitted }, titles),
    trace: record.trace,
  };
}

/** A demand for a gathering file is a demand for each of its parts; an unknown page is `page_missing`. */
function demandsOf(workspace: Workspace, query: AssembleQuery): Outcome<readonly Demand[]> {
  const demands: Demand[] = [];
  for (const { page, fidelity } of query.demands) {
    const located = locate(workspace, page);
    if (!located.ok) return located;
    const { entry, name } = located.value;
    const prefix = name.slice(0, name.length - entry.id.length);
    const ids = [name, ...entry.sections.map((section) => `${prefix}${section}`)];
    demands.push(...ids.map((id) => ({ id: id as Demand["id"], fidelity })));
  }
  return ok(demands);
}

function blocksFor(selection: Selection, field: Candidates): Outcome<readonly PromptBlock[] | "changed"> {
  const blocks: PromptBlock[] = [];
  for (const { id, fidelity } of selection.selected) {
    const page = field.located.get(id) as Located;
    const file = openForPrompt(page.memory, page.entry);
    if (!file.ok) return file;
    if (file.value === null) return ok("changed");
    const extent = page.entry.sections.length > 0 ? "own" : "whole";
    blocks.push(blockOf(page, fidelity, representationsOf(page.memory, page.entry, file.value, extent)[fidelity]));
  }
  return ok(blocks);
}

/** What cannot be read is a fault, not a silent loss. */
function unreadFaults(workspace: Workspace): readonly Fault[] {
  const faults: Fault[] = [];
  for (const finding of allFindings(workspace.memories)) {
    if (finding.severity !== "error") continue;
    faults.push({
      kind: "page_unreadable",
      page: finding.path,
      says: `line ${finding.line}: ${finding.says}`,
      hint: finding.hint,
    });
  }
  for (const memory of workspace.memories) {
    if (memory.indexDamaged === null) continue;
    const hint = "It was made anew from the files; nothing else is lost.";
    faults.push({ kind: "sidecar_corrupt", page: "index", says: memory.indexDamaged, hint });
  }
  return faults;
}
