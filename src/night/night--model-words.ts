/** ModelWords: a model's proposals for a night, asked for at most once a plan; whatever goes wrong, the night words its statements itself. */

import { stableJson } from "../base/json.js";
import type { Failure, Outcome } from "../base/result.js";
import type { Memory } from "../memory/memory.js";
import { redactSecrets } from "../rules/secret-keys--secret.js";
import type { NightGround } from "./ground.js";
import type { Proposal } from "./model--proposal.js";
import type { ProposalFault } from "./model--proposal-judge.js";
import type { PlannedNight } from "./plan.js";

/** What a night says of the model it asked. */
export interface ModelNote {
  readonly name: string;
  /** Entries that were sent; 0 where nothing was asked. */
  readonly sent: number;
  /** Entries worth a statement that were not sent: a secret in them, or words of strangers. */
  readonly withheld: number;
  /** Statements of this night in the model's words. */
  readonly taken: number;
  readonly refused: readonly { readonly text: string; readonly reason: ProposalFault }[];
  /** Why the night did without it; null where it answered, or there was nothing to ask. */
  readonly failure: Failure | null;
}

/** By what was asked: a night that is planned anew asks no second time. */
export type ModelAnswers = Map<string, Outcome<readonly Proposal[]>>;

interface Worded {
  readonly note: Omit<ModelNote, "taken" | "refused"> | null;
  readonly proposals: readonly Proposal[];
}

/** A night that goes on asks nothing: another wording of what it has promoted would not be known for the same. */
export async function wordedBy(
  memory: Memory,
  night: NightGround,
  { shown }: Pick<PlannedNight, "shown">,
  answers: ModelAnswers,
): Promise<Worded> {
  const { summarizer } = memory;
  if (summarizer === undefined) return { note: null, proposals: [] };
  const { name } = summarizer;
  const { entries, withheld } = shown();
  if (entries.length === 0 || night.closed.size > 0)
    return { note: { name, sent: 0, withheld, failure: null }, proposals: [] };
  const key = stableJson(entries);
  const answer = answers.get(key) ?? (await summarizer.propose(entries));
  answers.set(key, answer);
  const note = { name, sent: entries.length, withheld, failure: answer.ok ? null : answer.error };
  return { note, proposals: answer.ok ? answer.value : [] };
}

export function noteOf({ note }: Worded, { proposed }: Pick<PlannedNight, "proposed">): ModelNote | null {
  if (note === null) return null;
  const refused = proposed.refused.map(({ text, reason }) => ({ text: redactSecrets(text), reason }));
  return { ...note, taken: proposed.taken, refused };
}
