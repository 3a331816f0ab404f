/**
 * Patch: what a writer asks for: an append, a merge or a versioned set, never a whole file to replace another. A draft becomes one in
 * `parse-patch.ts`. Who stands behind a commit is said here too.
 */

import type { YamlValue } from "../page/frontmatter/print.js";
import type { Origin, PageType, Pin, Scope } from "../page/page.js";

/** Who asks, from where and on what grounds. */
export interface PatchEnvelope {
  /** `human`, or `agent:<name>`; goes into a trailer, never into the author field. */
  readonly actor: string;
  readonly origin: Origin;
  readonly session: string | null;
  /** `session:7f3a#L120`, `page:<id>`, `file:<path>`, `commit:<oid>`, `tool:<signature>`, `url:https://…`. */
  readonly evidence: readonly string[];
  /** Idempotency key. */
  readonly id: string | null;
}

export interface CreatePatch extends PatchEnvelope {
  readonly op: "create";
  /** The id; made from the title when null. */
  readonly page: string | null;
  readonly type: PageType;
  readonly title: string;
  /** The store's scope when null. */
  readonly scope: Scope | null;
  /** The type's pin when null. */
  readonly pin: Pin | null;
  readonly tags: readonly string[];
  readonly fields: Readonly<Record<string, YamlValue>>;
  /** The body as Markdown; may be empty. */
  readonly value: string;
}

export interface AppendPatch extends PatchEnvelope {
  readonly op: "append";
  readonly page: string;
  /** Markdown; a bare paragraph becomes a bullet. */
  readonly value: string;
}

/** Adds fields, tags and entries that are not there; what is there stays as it is. */
export interface MergePatch extends PatchEnvelope {
  readonly op: "merge";
  readonly page: string;
  readonly fields: Readonly<Record<string, YamlValue>>;
  readonly tags: readonly string[];
  readonly entries: readonly string[];
}

/** Changes one frontmatter key, on exactly the version the writer saw (paper Appendix A, set-with-version). */
export interface SetPatch extends PatchEnvelope {
  readonly op: "set_with_version";
  readonly page: string;
  /** Dotted: `title`, `pin`, `fields.prefers`. */
  readonly key: string;
  readonly value: YamlValue;
  /** The page's version, or at least 7 digits of its blob id. */
  readonly base: string;
}

export interface MovePatch extends PatchEnvelope {
  readonly op: "archive" | "restore";
  readonly page: string;
}

export type Patch = CreatePatch | AppendPatch | MergePatch | SetPatch | MovePatch;

// Envelope: who stands behind a commit that a command makes of what it finds: the person who ran it, unless an agent did.

export const ownEnvelope: PatchEnvelope = { actor: "human", origin: "user", session: null, evidence: [], id: null };

/** Nobody knows who wrote what an agent's command finds on disk, so it is not called the user's. */
export function envelopeHere({ actor }: { readonly actor?: string }): PatchEnvelope {
  return actor === undefined ? ownEnvelope : { ...ownEnvelope, actor, origin: "agent" };
}
