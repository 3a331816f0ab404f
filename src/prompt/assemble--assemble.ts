/** Assemble: the prompt block under a token budget, with a receipt for every page in and out, and a record of the decision. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { compareText } from "../base/text--order.js";
import type { FileKind } from "../memory/memory--kind.js";
import type { Workspace } from "../memory/workspace.js";
import type { Fault } from "../write/fault.js";
import { logFaults } from "../write/fault-log.js";
import { type AssembleQuery, type Decision, decide } from "./assemble.js";
import { policies } from "./decision.js";
import type { Demand, Omitted, Selected } from "./decision--decision.js";
import { printReceipt } from "./print--receipt.js";
import { upgradesOf } from "./trace/inputs--upgrades.js";
import { type AssemblyRecord, recordOf } from "./trace/trace.js";
import type { LiveTurn } from "./trace/trace--live.js";

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
  workspace.primary.traces.append(record);
  logFaults(workspace.primary, record.faults, { at: record.at, trace: record.trace });
  return ok(answerOf(decided.value, record));
}

/** `faults` are those of the decision and what else the turn showed. */
export function recordFor(
  workspace: Workspace,
  decision: Decision,
  { faults, live }: { readonly faults: readonly Fault[]; readonly live: LiveTurn | null },
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
    faults,
    text,
    upgrades: upgradesOf(selection, field.candidates),
    inputs,
    live,
  });
}

export function answerOf({ selection, field, text, tokenizer }: Decision, record: AssemblyRecord): AssembleAnswer {
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
    faults: record.faults,
    receipt: printReceipt({ ...selection, omitted }, titles),
    trace: record.trace,
  };
}
