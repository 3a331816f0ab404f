/** Answers: what each use case gives back: the shapes that `--json` prints, in one place because they are a public contract. */

import type { Instant, Oid, PageId, PagePath } from "../base/ids.js";
import type { Finding } from "../page/finding.js";
import type { Fidelity, Origin, PageType, Pin, Scope, Tier } from "../page/page.js";
import type { Omitted, Selected } from "../residency/decision.js";
import type { FileKind } from "../table/kind.js";
import type { Fault } from "../trace/fault.js";
import type { JournalRow, Recovery, SettledPage, WaitingRow } from "./boundary/lifecycle-answers.js";
import type { HandCommit, SessionRow } from "./boundary/session-answers.js";
import type { KeptNote } from "./night/kept-audit.js";
import type { UnpushedAnswer } from "./remote.js";

export interface StatusAnswer {
  readonly root: string;
  readonly store: string;
  readonly profile: string;
  readonly engine: "native" | "embedded" | "memory";
  /** `main`; null when HEAD is detached. */
  readonly branch: string | null;
  readonly head: Oid | null;
  readonly operation: string | null;
  readonly pages: {
    readonly hot: number;
    readonly cold: number;
    readonly sections: number;
    readonly excluded: number;
  };
  /** Markdown that is no page here, by the pattern that says so. */
  readonly leftOut: readonly { readonly pattern: string; readonly files: number }[];
  readonly types: Readonly<Partial<Record<PageType, number>>>;
  /** Page files whose text on disk is not the committed one. */
  readonly dirty: readonly PagePath[];
  /** Page files git does not track yet. */
  readonly untracked: readonly PagePath[];
  /** Page files of scope local: they are kept on this disk alone. */
  readonly local: readonly PagePath[];
  /** Page files HEAD holds and the disk does not. */
  readonly missing: readonly PagePath[];
  /** Patches that wait for a boundary. */
  readonly staged: number;
  /** From whom they are. */
  readonly waiting: readonly WaitingRow[];
  /** What sessions keep to themselves on this machine; of the session alone where one was named. */
  readonly sessions: readonly SessionRow[];
  readonly conflicts: number;
  /** null on a detached HEAD and on an unborn branch. */
  readonly unpushed: UnpushedAnswer | null;
  readonly lastCommit: LogRow | null;
  /** The last night's audit; null where none was kept. */
  readonly lastAudit: KeptNote | null;
  /** Which notes were not read, and why, a line a reason. */
  readonly unread: readonly string[];
  /** What a night asks a person about and nobody has answered; null where nothing waits. */
  readonly proposal: { readonly night: Instant; readonly open: number; readonly coming: number } | null;
  readonly findings: readonly Finding[];
}

export interface PageRow {
  readonly id: PageId;
  readonly store: string;
  /** What its file is for, by its place. */
  readonly kind: FileKind;
  readonly type: PageType;
  readonly title: string;
  readonly scope: Scope;
  readonly pin: Pin;
  readonly origin: Origin;
  readonly minFidelity: Fidelity;
  readonly version: number | null;
  readonly tier: Tier;
  readonly tags: readonly string[];
  readonly path: PagePath;
  readonly oid: Oid;
  readonly implicit: boolean;
  /** Tokens at each fidelity the type admits. */
  readonly tokens: Readonly<Partial<Record<Fidelity, number>>>;
}

/** `staged`: committed as it stands, and a patch for it waits; `local` is never committed. */
type PageState = "clean" | "edited" | "untracked" | "local" | "staged" | "conflict";

export interface PagesAnswer {
  /** `fidelity` is what the last prompt held of it; null where it was out, or no prompt is on record. */
  readonly pages: readonly (PageRow & { readonly state: PageState; readonly fidelity: Fidelity | null })[];
  /** The last prompt on record; null where none is. */
  readonly prompt: { readonly trace: string; readonly at: Instant; readonly session: string | null } | null;
  readonly findings: readonly Finding[];
}

export interface ShowAnswer {
  readonly page: PageRow;
  readonly fidelity: Fidelity;
  readonly text: string;
  readonly tokens: number;
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

/** A patch that became a commit. */
export interface PatchAnswer {
  /** HEAD where nothing changed; null only then, on an unborn branch. */
  readonly commit: Oid | null;
  readonly reason: string;
  readonly patch: string;
  readonly pages: readonly {
    readonly id: PageId;
    readonly path: PagePath;
    readonly from: string;
    readonly to: string;
  }[];
  /** True when every entry was there already: nothing was committed again. */
  readonly unchanged: boolean;
}

export interface StageAnswer {
  /** The idempotency key under which the patch waits. */
  readonly staged: string;
  /** True when it waited already. */
  readonly known: boolean;
  readonly waiting: number;
}

/** How every patch that waited ended: committed, refused with its reason, or still waiting. */
export interface FlushAnswer {
  readonly boundary: string;
  readonly event: string;
  /** The one session whose patches were flushed; null for all. */
  readonly session: string | null;
  readonly committed: readonly { readonly commit: Oid; readonly patches: readonly string[] }[];
  /** Held by a commit already: that of an earlier flush which died before it could say so, or HEAD where every entry was there. */
  readonly known: readonly { readonly patch: string; readonly commit: Oid }[];
  readonly rejected: readonly RejectedRow[];
  /** What was edited by hand in the sessions' folders. */
  readonly edits: readonly HandCommit[];
  readonly recovered: Recovery;
  /** Every page that was dirty at this boundary, one row a patch. */
  readonly pages: readonly SettledPage[];
  /** The compactions of the session's transcript so far; null where no session was named. */
  readonly epoch: number | null;
  readonly faults: readonly Fault[];
}

export interface RejectedRow {
  readonly key: string;
  readonly at: Instant;
  readonly reason: string;
  readonly says: string;
  readonly hint: string;
  readonly draft: unknown;
}

export interface JournalAnswer {
  readonly staged: readonly {
    readonly key: string;
    readonly at: Instant;
    readonly session: string | null;
    readonly draft: unknown;
  }[];
  readonly rejected: readonly JournalRow[];
  /** Files that are neither. */
  readonly damaged: readonly string[];
}

export interface LogRow {
  readonly commit: Oid;
  readonly when: Instant;
  readonly author: string;
  readonly subject: string;
  /** `Pagefile-Reason`; null for a commit that carries none. */
  readonly reason: string | null;
  readonly pages: readonly string[];
  readonly trailers: Readonly<Record<string, readonly string[]>>;
}

export interface LogAnswer {
  readonly entries: readonly LogRow[];
}

export interface DiffAnswer {
  /** A revision, or `work` for the files on disk. */
  readonly from: string;
  readonly to: string;
  readonly files: readonly {
    readonly path: PagePath;
    readonly added: number;
    readonly removed: number;
    readonly patch: string;
  }[];
}

export interface BlameAnswer {
  readonly page: PageId;
  readonly path: PagePath;
  /** In file order; `commit` is null for an entry that only the work tree holds. */
  readonly entries: readonly {
    readonly line: number;
    readonly text: string;
    readonly digest: string;
    readonly commit: LogRow | null;
    /** What that commit says of itself; null with `commit`, and its values where a person wrote none. */
    readonly by: {
      /** Whether a person made the commit with git, and not this program. */
      readonly hand: boolean;
      readonly reason: string | null;
      readonly session: string | null;
      readonly actor: string | null;
      readonly origin: string | null;
      readonly evidence: readonly string[];
    } | null;
    /** The commits that moved it here from another file since, later ones first. */
    readonly moved: readonly { readonly commit: Oid; readonly from: PagePath }[];
  }[];
}

export interface TraceAnswer {
  readonly traces: readonly {
    readonly id: string;
    readonly at: Instant;
    readonly kind: string;
    readonly says: string;
  }[];
  /** Set when one trace was asked for: the record and its explanation for a person. */
  readonly record: unknown;
  readonly explained: string | null;
  readonly damaged: readonly string[];
}

export interface VerifyAnswer {
  readonly pages: number;
  /** `equal`: the derived index is what a rebuild gives; `rebuilt`: it was missing or damaged and was made again. */
  readonly index: "equal" | "rebuilt";
  readonly differences: readonly string[];
  readonly findings: readonly Finding[];
}

export interface DoctorAnswer {
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly says: string;
    readonly hint: string;
  }[];
}
