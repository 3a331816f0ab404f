/** Proposal: what a model may be shown of a night's entries, and what it may answer. */

import { isUntrusted } from "../memory/labels--lines.js";
import { findSecrets } from "../rules/secret-keys--secret.js";
import type { Candidate, CandidateInput } from "./keep/candidate.js";
import { sourceName } from "./keep/candidate--source.js";
import { thresholds } from "./thresholds.js";

/** An entry as a model is shown it. */
export interface ShownEntry {
  /** What evidence names it by. */
  readonly name: string;
  readonly day: string | null;
  readonly text: string;
  readonly tags: readonly string[];
}

export interface Shown {
  readonly entries: readonly ShownEntry[];
  /** Entries that were kept back: a secret in them, or words of the web, a tool or an import. */
  readonly withheld: number;
}

/** A statement a model would like to be kept. It cannot give tags, an origin or a day: those are the evidence's. */
export interface Proposal {
  readonly text: string;
  /** Names of the entries it says the same as. */
  readonly evidence: readonly string[];
}

/** Tagged entries that are no junk, whole and in order, as many as fit; nothing else of the memory is shown. */
export function shownTo(all: readonly Candidate[], originOf: CandidateInput["originOf"]): Shown {
  const worth = all.filter(({ tags, marks, junk }) => tags.length > 0 && marks.length > 0 && junk === null);
  const open = worth.filter(
    ({ text, source, marks }) =>
      findSecrets(text).length === 0 &&
      findSecrets(source.path).length === 0 &&
      !isUntrusted(originOf(source, marks)),
  );
  const entries = open.slice(-thresholds.shownEntriesMax).map(({ text, tags, source }) => {
    return { name: sourceName(source), day: source.day, text, tags };
  });
  return { entries, withheld: worth.length - open.length };
}
