/**
 * Patch: what a writer asks for: an append, a merge or a versioned set, never a whole file to replace another. What is wrong with a draft's shape,
 * and who stands behind a commit, is said here too.
 */

import type { z } from "zod";
import type { YamlValue } from "../page/frontmatter/print.js";
import type { Origin, PageType, Pin, Scope } from "../page/page.js";
import type { Refusal } from "../rules/reason.js";

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

// PatchIssue: what is wrong with the shape of a draft, in words for who wrote it, and what would be right in its place.

/** Of several things that are wrong, the first. */
export function refusalOf(issue: z.core.$ZodIssue | undefined): Refusal {
  const where =
    issue === undefined || issue.path.length === 0 ? "The patch" : `“${issue.path.map(String).join(".")}”`;
  return {
    reason: issue?.code === "too_big" ? "SIZE_LIMIT" : "SCHEMA_INVALID",
    says: `${where}: ${issue?.message ?? "this is not the shape of a patch"}.`,
    hint: rightPlaces[String(issue?.path[0])] ?? shape,
  };
}

/** What an issue says where the schema has no words of its own for it. */
export function wordsOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "too_small":
      return "it is empty";
    case "too_big":
      return `it is too long; at most ${issue.maximum} ${issue.origin === "array" ? "items" : "characters"} are allowed`;
    case "invalid_type":
      return issue.input === undefined ? "it is missing" : `${nouns[issue.expected] ?? issue.expected} was expected`;
    case "invalid_value":
      return `one of ${issue.values.map(String).join(", ")} was expected`;
    case "unrecognized_keys":
      return `it has keys that such a patch does not take: ${issue.keys.join(", ")}`;
    case "invalid_key":
      return issue.issues[0]?.message ?? "no name that a field can have";
    case "invalid_union":
      return issue.path?.[0] === "op" ? "no op that there is" : "no value that frontmatter can hold";
    default:
      return "this is not what a patch has here";
  }
}

const nouns: Readonly<Record<string, string>> = {
  string: "a text",
  array: "a list",
  object: "a map",
  record: "a map",
};

const shape =
  "A patch has an op (create, append, merge, set_with_version, archive, restore), a page, and what the op needs.";

/** By the key of a patch that the issue is at. */
const rightPlaces: Readonly<Record<string, string>> = {
  page: "Name the page by its id, for example travel-mornings; pagefile pages lists them.",
  title: "For example “Morning departures”: one line, at most 120 characters.",
  value: "For example “Trains under 4 h are fine.”; what is long becomes several pages.",
  entries: 'A list of texts, for example ["- Takes the 9:14."].',
  tags: "For example travel, or late-trains; at most 40 characters each.",
  fields: "For example prefers, with a text, a number, true, false, null, or a list or map of them.",
  key: "For example title, pin or fields.prefers.",
  base: "The version that pagefile show names; of a page without one its blob id.",
  actor: "human, or agent: and a name, for example agent:desk.",
  session: "The name that the harness gives the session, for example 7f3a; leave it out where there is none.",
  evidence: "For example session:7f3a#L120, page:travel-mornings or url:https://example.org/.",
};

// Envelope: who stands behind a commit that a command makes of what it finds: the person who ran it, unless an agent did.

export const ownEnvelope: PatchEnvelope = { actor: "human", origin: "user", session: null, evidence: [], id: null };

/** Nobody knows who wrote what an agent's command finds on disk, so it is not called the user's. */
export function envelopeHere({ actor }: { readonly actor?: string }): PatchEnvelope {
  return actor === undefined ? ownEnvelope : { ...ownEnvelope, actor, origin: "agent" };
}
