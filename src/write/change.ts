/**
 * Change: what a validated patch does to files, as data, with all that its commit says of it, and the rules on which pages it may touch and that
 * what it rests on is there. `guard/hand.ts` makes changes of hand edits, of adopted files and of new ones.
 */

import type { Instant, Oid, PageId, PagePath } from "../base/ids.js";
import { type Brand, err, ok, type Result } from "../base/result.js";
import { isPerson, isUsersWord } from "../memory/actor.js";
import type { Config } from "../memory/config.js";
import { leftOut } from "../memory/included.js";
import type { OriginLabels } from "../memory/labels.js";
import { findPage, type PageEntry, type PageTable, whyUnread } from "../memory/table.js";
import type { YamlValue } from "../page/frontmatter/print.js";
import type { AcceptedReason, Refusal } from "../rules/refusal.js";
import type { Cut } from "./entry/entries.js";
import { type Misspelled, parseEvidence } from "./evidence.js";
import type { Choice } from "./merge/settle.js";
import type { Patch, PatchEnvelope } from "./patch.js";

export type Edit =
  /** The file must not exist. */
  | { readonly kind: "create"; readonly text: string }
  | { readonly kind: "delete" }
  /** Entries that are there already (by digest) are left out. */
  | {
      readonly kind: "append";
      readonly slug: string | null;
      readonly entries: readonly string[];
    }
  /** `expected` is the committed value: a key that was edited by hand and not committed is not overwritten. */
  | {
      readonly kind: "set";
      readonly key: readonly string[];
      readonly value: YamlValue;
      readonly expected: YamlValue | undefined;
    }
  | {
      readonly kind: "merge";
      readonly keys: readonly MergeKey[];
      readonly slug: string | null;
      readonly entries: readonly string[];
    }
  /** One line of a line-oriented file such as the archive index. */
  | {
      readonly kind: "add_line";
      readonly header: string;
      readonly line: string;
    }
  | { readonly kind: "remove_line"; readonly line: string }
  /** Frontmatter for a file that has none; keys that are there stay as they are. */
  | {
      readonly kind: "adopt";
      readonly pairs: readonly (readonly [string, YamlValue])[];
    }
  /** Takes back what led from `to` to `from`, and keeps what came since (three-way). */
  | {
      readonly kind: "revert";
      readonly from: string | null;
      readonly to: string | null;
      /** Where the text is `from` to the byte it becomes `to` to the byte, its version too. */
      readonly exact?: true;
    }
  /** Entries that the same commit adds to `into`, which is checked on the outcome. */
  | ({ readonly kind: "cut"; readonly into: PagePath } & Cut)
  /** An entry that a person wants gone; of several that say the same, this copy (from 0). */
  | { readonly kind: "remove"; readonly digest: string; readonly copy: number }
  /** The compressed text made anew from the very body it stands above. */
  | { readonly kind: "variant" }
  | CorrectEdit
  | RewriteEdit
  /** Conflicts decided; a text that does not keep them stays as it is. */
  | { readonly kind: "resolve"; readonly choices: readonly Choice[] };

export interface MergeKey {
  readonly key: readonly string[];
  readonly value: YamlValue;
}

/** The entry with this digest becomes `markdown`, which holds its first words; a text without the entry is refused. */
export interface CorrectEdit {
  readonly kind: "correct";
  readonly digest: string;
  readonly markdown: string;
}

/** A text that its writer had read becomes another; a text that is not the one read takes the same change where nothing clashes. */
export interface RewriteEdit {
  readonly kind: "rewrite";
  /** What the writer had before its eyes: the text on disk. */
  readonly from: string;
  readonly to: string;
}

export type Change =
  | { readonly kind: "edit"; readonly path: PagePath; readonly edit: Edit }
  /** The file keeps its bytes, in HEAD, in the index and on disk alike. */
  | { readonly kind: "move"; readonly from: PagePath; readonly to: PagePath }
  /** Where HEAD has no such file, the text on disk is where the edit (if any) begins. */
  | {
      readonly kind: "track";
      readonly path: PagePath;
      readonly edit: Edit | null;
    }
  /** What stands on disk by hand goes into HEAD and the index, as long as its blob is still `work`; `exact`: with its line ends too. */
  | { readonly kind: "take"; readonly path: PagePath; readonly work: Oid; readonly exact?: boolean };

/** A page a commit is about, as the trailers name it. */
export interface Target {
  readonly op:
    | Patch["op"]
    | "revert"
    | "adopt"
    | "resolve"
    | "approve"
    | "trim"
    | "edit"
    | "variant"
    | "correct"
    | "remove"
    | "rename"
    | "delete";
  readonly id: PageId;
  readonly path: PagePath;
}

/** Changes that passed, with all that the commit says of them. Made only by the functions that judge a change. */
export type Validated = Brand<Drafted, "Validated">;

/** For those functions alone. */
export function accepted(drafted: Drafted): Result<Validated, never> {
  return ok(drafted as Validated);
}

/** The same before it carries the brand. */
export interface Drafted {
  readonly targets: readonly Target[];
  readonly changes: readonly Change[];
  readonly reason: AcceptedReason;
  readonly subject: string;
  readonly envelope: PatchEnvelope;
  /** Why, in the words of whoever asked. */
  readonly because?: string;
  /** Lines of `Pagefile-Label`: the texts in it whose origin is not trusted. */
  readonly labels?: readonly string[];
  /** Lines of `Pagefile-Approved`; their commit is made even where no file changes. */
  readonly approved?: readonly string[];
  /** The patches of it, where they are several: each stands for its own writer. */
  readonly parts?: readonly Validated[];
}

/** The user's own words, by a person; what a person approves is theirs too, wherever its text is from. */
export function isUsers({ envelope, approved }: Pick<Validated, "envelope" | "approved">): boolean {
  return isUsersWord(envelope) || (isPerson(envelope.actor) && approved !== undefined);
}

/** Every path the changes read or write, in order. */
export function pathsIn(changes: readonly Change[]): readonly PagePath[] {
  return changes.flatMap((change) => (change.kind === "move" ? [change.from, change.to] : [change.path]));
}

// Policy: which pages a patch may touch, and on whose word.

/** The page is there, and Pagefile's to write. */
export function guardPage(
  patch: Exclude<Patch, { op: "create" }>,
  { table, config }: Pick<ValidationInput, "table" | "config">,
): Result<PageEntry, Refusal> {
  const page = findPage(table, patch.page);
  if (page === null) {
    const out =
      whyUnread(table.findings, patch.page) ?? leftOut(config, patch.page, (path) => table.byPath.has(path));
    if (out !== null) return err({ reason: "POLICY_VIOLATION", ...out });
    const says = `There is no page “${patch.page}”.`;
    return err({ reason: "SCHEMA_INVALID", says, hint: "List the pages with: pagefile pages" });
  }
  if (!page.writable) {
    return err({
      reason: "POLICY_VIOLATION",
      says: `${page.path} is an instruction file that you wrote; Pagefile reads and measures it and never writes it.`,
      hint: "Edit it by hand, or keep the rule as a page: pagefile new --type constraint …",
    });
  }
  if (page.tier === "cold" && patch.op !== "restore") {
    return err({
      reason: "POLICY_VIOLATION",
      says: `“${page.id}” is archived (${page.path}).`,
      hint: `Bring it back first: pagefile restore ${page.id}`,
    });
  }
  return ok(page);
}

/** Nothing is written where nobody would read it back: each page that comes to be, or comes back, is one by the configuration. */
export function guardIncluded(
  { targets, changes }: Drafted,
  { config, session, table }: ValidationInput,
): Refusal | null {
  if (session !== undefined) return null;
  const places = changes.flatMap((change) => (change.kind === "move" ? [change.to] : [change.path]));
  const made = targets.filter(({ op, path }) => (op === "create" || op === "restore") && places.includes(path));
  const stands = (path: string): boolean => table.byPath.has(path);
  const out = made.map(({ path }) => leftOut(config, path, stands)).find((each) => each !== null);
  return out === undefined ? null : { reason: "POLICY_VIOLATION", ...out };
}

/** Evidence has a known form, and what it names is there, as far as the ground can tell. */
export function guardProvenance(
  patch: PatchEnvelope,
  ground: Pick<ValidationInput, "table" | "unresolved">,
): Refusal | null {
  for (const evidence of patch.evidence) {
    const named = parseEvidence(evidence);
    if (!named.ok) return { reason: "PROVENANCE_DANGLING", ...named.error };
    const { kind, name } = named.value;
    // The session that writes is there, whoever else knows it.
    if (kind === "session" && name === patch.session) continue;
    if (kind === "page" && findPage(ground.table, name) === null)
      return dangling(evidence, `there is no page “${name}”`, "List the pages with: pagefile pages");
    const missing = ground.unresolved(evidence);
    if (missing !== null) return dangling(evidence, missing.says, missing.hint);
  }
  return null;
}

function dangling(evidence: string, why: string, hint: string): Refusal {
  return { reason: "PROVENANCE_DANGLING", says: `The evidence “${evidence}” does not resolve: ${why}.`, hint };
}

/** What validation reads besides the patch; `committed` gives HEAD's text of a path, null where HEAD has none. */
export interface ValidationInput {
  readonly table: PageTable;
  readonly config: Config;
  readonly now: Instant;
  readonly committed: (path: PagePath) => string | null;
  /** What the commits so far say of texts from outside. */
  readonly labels: OriginLabels;
  /** The session whose own pages these are; absent for the pages of the memory. */
  readonly session?: string;
  /** Why what a piece of evidence names is not there; null where it is, or is still to be looked up. */
  readonly unresolved: (evidence: string) => Misspelled | null;
  /** Whether the last commit that changed a file left its `version` as it was, as those by hand do: the number names two texts then. False where that is still to be looked up. */
  readonly sharesVersion: (path: PagePath) => boolean;
}
