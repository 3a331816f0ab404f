/** Finding: a remark about a file, with the place and what to do; a finding never stops another file. */

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
  | "conflict_open"
  | "conflict_marker"
  | "read_failed"
  | "config_invalid"
  | "pages_too_many"
  | "secret_detected"
  | "elision_detected"
  | "conflict_marker"
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
