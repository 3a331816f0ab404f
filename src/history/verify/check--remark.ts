/** HistoryRemark: what an audit of the past has to say of one commit; a finding is to be looked into, a note is only to be known. */

/**
 * `hook_bypassed`: a person's commit that the pre-commit hook refuses. `gate_bypassed`: the same in a commit that says Pagefile made
 * it. `secret_stood`: a secret that a page held before there was a memory here. `claim_false`: trailers that the commit's own changes do not bear out. `entry_vanished`: gone without an op that may take
 * it. `merge_lost`: gone in a merge though no side took it away. `config_removed`: the folder stopped being a memory.
 * `history_rewritten`: what was attested is no longer in the history. `label_lost`: words of strangers whose label no commit tells.
 */
type FindingKind =
  | "hook_bypassed"
  | "gate_bypassed"
  | "secret_stood"
  | "claim_false"
  | "entry_vanished"
  | "merge_lost"
  | "config_removed"
  | "history_rewritten"
  | "label_lost";

/** `claim_replayed`: trailers of a commit that a rebase, cherry-pick or amend made anew speak of the commit as it was first. */
type NoteKind = "hand_commit" | "removed_by_hand" | "claim_replayed";

export interface HistoryRemark {
  readonly code: FindingKind | NoteKind;
  readonly severity: "finding" | "note";
  /** Id of the page; null where the remark is about the commit. */
  readonly page: string | null;
  /** Below the root. */
  readonly path: string | null;
  readonly says: string;
}

export function finding(code: FindingKind, says: string, page: PageName | null = null): HistoryRemark {
  return {
    code,
    severity: "finding",
    page: page?.id ?? null,
    path: page?.path ?? null,
    says,
  };
}

export function note(code: NoteKind, says: string, page: PageName | null = null): HistoryRemark {
  return {
    code,
    severity: "note",
    page: page?.id ?? null,
    path: page?.path ?? null,
    says,
  };
}

export interface PageName {
  readonly id: string;
  readonly path: string;
}
