/** ProposalJudge: why a statement a model proposes is taken or refused: by its evidence, and by the rules of any other statement. */

import { findSecrets } from "../rules/secret-keys--secret.js";
import type { Candidate } from "./keep/candidate.js";
import { type Junk, junkIn } from "./keep/junk--junk.js";
import { fixedTime } from "./keep/promote.js";
import { statementOf } from "./keep/promote--promote.js";
import { coverage, type Words, wordsOf } from "./keep/similar.js";
import type { Proposal } from "./model--proposal.js";
import { thresholds } from "./thresholds.js";

/** `ungrounded`: words that the evidence does not have; `other_facts`: a number or a negation that it does not have. */
export type ProposalFault =
  | Junk
  | "known"
  | "no_evidence"
  | "unknown_evidence"
  | "evidence_taken"
  | "other_facts"
  | "ungrounded"
  | "moving_time"
  | "secret";

/** A proposal that holds, as the entries it stands for and the words it says it in. */
interface Grounded {
  readonly members: readonly Candidate[];
  readonly said: string;
}

export function judge(
  { text, evidence }: Proposal,
  { byName, taken, known }: ProposalGround,
): Grounded | ProposalFault {
  const names = [...new Set(evidence)];
  const members = names.flatMap((name) => byName.get(name) ?? []);
  if (names.length === 0) return "no_evidence";
  if (members.length < names.length) return "unknown_evidence";
  if (names.some((name) => taken.has(name))) return "evidence_taken";
  const said = statementOf(text, []).text;
  if (said.length > thresholds.statementCharsMax) return "too_long";
  const junk = junkIn("bullet", said);
  if (junk !== null) return junk;
  if (findSecrets(said).length > 0) return "secret";
  // The entries it was shown name dates.
  if (fixedTime(said, null) === null) return "moving_time";
  const words = wordsOf(said);
  const facts = new Set(members.flatMap((member) => member.words.facts.split(" ")));
  if (words.facts.split(" ").some((fact) => !facts.has(fact) && fact !== "")) return "other_facts";
  const theirs = new Set(members.flatMap((member) => [...member.words.content]));
  const shared = [...words.content].filter((word) => theirs.has(word)).length;
  if (shared < words.content.size * thresholds.groundedShare) return "ungrounded";
  return known.some((kept) => coverage(words, kept) >= thresholds.knownOverlap) ? "known" : { members, said };
}

interface ProposalGround {
  readonly byName: ReadonlyMap<string, Candidate>;
  /** Names of entries that another proposal stands for. */
  readonly taken: ReadonlySet<string>;
  /** What is kept already. */
  readonly known: readonly Words[];
}
