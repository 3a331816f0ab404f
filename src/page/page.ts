/**
 * Page: the words of the domain: types, fidelities, scopes, pins, origins, findings, and the schema of each type.
 *
 * The folder turns the text of a page into what it says, and an edit into a text. It opens no file. Read this file first, then `meta.ts` for the
 * keys of the frontmatter and `markdown/outline.ts` for the headings and entries of a body. `represent.ts` makes the shorter forms.
 *
 * Text is bytes here. `decode.ts` decodes UTF-8 strictly and keeps a byte order mark, so an edit of the string is an edit of the bytes. Every edit
 * is a splice at an offset (`frontmatter/splice.ts`, `markdown/fragment.ts`); nothing prints a whole file from a tree. A frontmatter edit is
 * scanned again before it is returned, because a splice in the wrong place would still look like YAML.
 *
 * The frontmatter has a scanner of our own (`frontmatter/scan.ts`) for a closed subset of YAML. It runs on every page at each cold open, where a
 * full YAML parser would cost thirty times as much; a test holds it to the `yaml` package. What the subset refuses is read key by key: it stays
 * opaque and is never written over. Where such a key speaks of scope, audience, origin or pin, `meta.ts` takes the reading that shows less. TOML
 * between lines of three pluses is read and never written.
 *
 * A text can make the Markdown parser slow on purpose. `markdown/tree.ts` looks at each text first; where the marks would cost far more than
 * their length, only blocks are found, and what is printed from such a text is kept as code. Plain text needs no parser at all
 * (`markdown/blocks.ts`), and a test holds that way to the parser.
 *
 * `pagefile new` refuses a typed page without the fields its type needs, because the structured form is made of them. A page written by hand is
 * not refused; its structured form is then one sentence an entry.
 */

import { limits } from "../base/limits.js";
import { headOf } from "../base/text.js";

interface TypeRule {
  /** Of a page that does not say how it is pinned. */
  readonly pin: Pin;
  /** The lowest fidelity at which a page of this type may be resident (paper Table 1). */
  readonly minFidelity: Fidelity;
  /** The fidelities the type may take, from full downwards. */
  readonly degrades: readonly Fidelity[];
  /** Fields a structured page must have. */
  readonly requiredFields: readonly string[];
  /** Where `pagefile new` puts a page of this type, below the root. */
  readonly folder: string;
  /** Relative cost of making the content again, 0 to 10: tool outputs and transcripts are dear, rules are written once. */
  readonly recomputeCost: number;
}

export const schema: Readonly<Record<PageType, TypeRule>> = {
  bootstrap_policy: {
    pin: "none",
    minFidelity: "structured",
    degrades: ["full", "structured"],
    requiredFields: ["rule"],
    folder: "memory/policies",
    recomputeCost: 1,
  },
  constraint: {
    pin: "hard",
    minFidelity: "structured",
    degrades: ["full", "structured"],
    requiredFields: ["rule", "applies_to"],
    folder: "memory/constraints",
    recomputeCost: 1,
  },
  plan: {
    pin: "none",
    minFidelity: "structured",
    degrades: ["full", "structured", "pointer"],
    requiredFields: ["goal", "step", "open"],
    folder: "memory/plans",
    recomputeCost: 4,
  },
  preference: {
    pin: "none",
    minFidelity: "pointer",
    degrades: ["full", "compressed", "structured", "pointer"],
    requiredFields: ["subject", "prefers"],
    folder: "memory/preferences",
    recomputeCost: 2,
  },
  evidence: {
    pin: "none",
    minFidelity: "pointer",
    degrades: ["full", "compressed", "structured", "pointer"],
    requiredFields: ["tool", "signature", "digest", "bytes", "resolves"],
    folder: "memory/evidence",
    recomputeCost: 8,
  },
  conversation_segment: {
    pin: "none",
    minFidelity: "pointer",
    degrades: ["full", "compressed", "structured", "pointer"],
    requiredFields: ["span", "start", "end"],
    folder: "memory/conversations",
    recomputeCost: 6,
  },
  decision: {
    pin: "none",
    minFidelity: "structured",
    degrades: ["full", "compressed", "structured"],
    requiredFields: ["decision", "because"],
    folder: "memory/decisions",
    recomputeCost: 5,
  },
  procedure: {
    pin: "none",
    minFidelity: "structured",
    degrades: ["full", "compressed", "structured"],
    requiredFields: ["when", "steps"],
    folder: "memory/procedures",
    recomputeCost: 5,
  },
};

// Finding: a remark about a file, with the place and what to do; a finding never stops another file.

/** Closed vocabulary of what can be remarked about a page file. */
export type FindingCode =
  | "frontmatter_unclosed"
  | "frontmatter_double"
  | "frontmatter_invalid"
  | "frontmatter_refused"
  | "frontmatter_too_long"
  | "frontmatter_too_deep"
  | "key_duplicate"
  | "key_unknown"
  | "value_invalid"
  | "encoding_invalid"
  | "nul_byte"
  | "page_too_large"
  | "not_a_regular_file"
  | "path_refused"
  | "path_clash"
  | "id_duplicate"
  | "id_invalid"
  | "override_dangling"
  | "compressed_stale"
  | "day_unknown"
  | "conflict_open"
  | "conflict_marker"
  | "read_failed"
  | "config_invalid"
  | "global_missing"
  | "pages_too_many"
  | "secret_detected"
  | "elision_detected"
  | "scope_denied"
  | "destructive_op"
  | "pin_taken"
  | "write_unfinished"
  | "trailer_forged"
  | "invisible_character"
  | "comment_long"
  | "git_blind"
  | "index_stale"
  | "bootstrap_overflow";

export interface Finding {
  readonly code: FindingCode;
  /** `error` excludes the file from the table; `warning` does not; with a `note` there is nothing to be done. */
  readonly severity: "error" | "warning" | "note";
  /** Below the root. */
  readonly path: string;
  /** 1-based; 0 where the remark is about the file as a whole. */
  readonly line: number;
  readonly says: string;
  readonly hint: string;
}

// Slug: a heading as an anchor, in GitHub's manner, unique within its file.

const nameless = "section";

/** Gives a slug for one title after another; a repeated one gets `-1`, `-2` and so on. */
export function slugger(): (title: string) => string {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (title) => {
    const base = slugOf(title);
    let slug = base;
    let count = counts.get(base) ?? 0;
    while (taken.has(slug)) {
      count++;
      const suffix = `-${count}`;
      slug = headOf(base, limits.slugCharsMax - suffix.length) + suffix;
    }
    counts.set(base, count);
    taken.add(slug);
    return slug;
  };
}

/** Lower case; letters, digits, `_` and `-` stay, blanks become `-`, all else goes. */
export function slugOf(title: string): string {
  const letters = title.normalize("NFC").toLowerCase().trim();
  // Most titles have nothing to lose, and the classes of all letters cost a process more to make than its titles to read.
  const kept = /^[a-z0-9_ -]*$/.test(letters) ? letters : letters.replace(/[^\p{L}\p{N}_ -]/gu, "");
  return headOf(kept.replaceAll(" ", "-"), limits.slugCharsMax) || nameless;
}

/** From least to most. "none" is the absence of a fidelity, never a value of it. */
export const fidelities = ["pointer", "structured", "compressed", "full"] as const;
export type Fidelity = (typeof fidelities)[number];

export const pageTypes = [
  "bootstrap_policy",
  "constraint",
  "plan",
  "preference",
  "evidence",
  "conversation_segment",
  "decision",
  "procedure",
] as const;
export type PageType = (typeof pageTypes)[number];

/** From widest to narrowest: where two stores hold one id, the narrower scope wins. */
export const scopes = ["global", "project", "session", "local"] as const;
export type Scope = (typeof scopes)[number];

export const pins = ["none", "soft", "hard"] as const;
export type Pin = (typeof pins)[number];

/** From most to least trusted: a derived entry carries the least trusted label of its sources. */
export const origins = ["user", "agent", "tool", "imported", "web"] as const;
export type Origin = (typeof origins)[number];

export const tiers = ["hot", "cold"] as const;
export type Tier = (typeof tiers)[number];

/** How far `fidelity` stands from "pointer": 0 to 3. */
export function rank(fidelity: Fidelity): number {
  return fidelities.indexOf(fidelity);
}
