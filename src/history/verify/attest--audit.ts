/** Audit: the past as an auditor reads it: one commit after another with the files it changed, and the point up to which all was seen. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import type { LoggedCommit } from "../../git/history.js";

/** One file that a commit changed; paths are below the root and as git has them, which no parser has looked at. */
export interface AuditedFile {
  readonly path: string;
  /** As git writes it: `100644`, `120000`, `160000`; empty for a deletion. */
  readonly mode: string;
  /** The blob after the commit; null for a deletion and for what is no blob. */
  readonly after: Oid | null;
  /** The blob before it, one for each parent; a single null in a first commit. */
  readonly before: readonly (Oid | null)[];
  /** The blob where the sides of a merge began; empty for any other commit. */
  readonly bases: readonly (Oid | null)[];
}

export interface AuditedCommit extends LoggedCommit {
  /** Whether the commit was made anew from another one (rebase, cherry-pick, amend): its two dates differ. */
  readonly replayed: boolean;
  /** `pagefile.yaml` in the commit; null where the folder was no memory then. */
  readonly config: Oid | null;
  /** Whether it also changed files that are not below the root. */
  readonly outside: boolean;
  /** By path. Of a merge only what it did not take over whole from one side while the other had not touched it. */
  readonly files: readonly AuditedFile[];
}

export interface AuditWalk {
  readonly commits: number;
  /** Whether `until` is an ancestor of `from`, or `from` itself; true where there is no `until`. */
  readonly reached: boolean;
  /** Where a shallow clone ends and the walk went no further, which says nothing about `until`; null where it saw all. */
  readonly cut: Oid | null;
}

export interface AuditHost {
  /**
   * Visits every commit that `from` reaches and `until` does not, later ones first; one commit is held at a time. A shallow
   * clone whose history ends before `until` is a `git_failed` failure, or with `stop` the end of that way; the last commit of it,
   * of which nobody can say what it changed, is not visited. The first failure of a visit ends the walk.
   */
  walk(
    query: { readonly from: Oid; readonly until: Oid | null; readonly shallow?: "fail" | "stop" },
    visit: (commit: AuditedCommit) => Promise<Outcome<void>>,
  ): Promise<Outcome<AuditWalk>>;
  /** Whether `ancestor` is `from` or lies before it. */
  descends(from: Oid, ancestor: Oid): Promise<Outcome<boolean>>;
  blob(oid: Oid): Promise<Outcome<Uint8Array>>;
  /** Where `refs/pagefile/attested` stands; null where nothing was attested yet. */
  attested(): Promise<Outcome<Oid | null>>;
  /** Moves it, durably, if it still stands at `was`; `locked` otherwise. */
  attest(to: Oid, was: Oid | null): Promise<Outcome<void>>;
  close(): Promise<void>;
}
