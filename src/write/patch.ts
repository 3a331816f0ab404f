/** Patch: what a writer asks for: an append, a merge or a versioned set, never a whole file to replace another. */

import type { YamlValue } from "../page/frontmatter/print--frontmatter.js";
import type { Origin, PageType, Pin, Scope } from "../page/page--page.js";

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
