/** HookPage: one version of a page as a commit hook sees it: its text and what its frontmatter says, without parsing its Markdown. */

import type { StagedFile } from "../../git/index/staged-diff--hook-host.js";
import type { Config } from "../../memory/config.js";
import { decodePage } from "../../page/decode.js";
import { readFrontmatter } from "../../page/frontmatter/scan--read.js";
import { emptyMeta, type PageMeta, readMeta } from "../../page/meta.js";
import type { Finding } from "../../page/page--finding.js";

/** One page file of the commit; `path` is below the memory root, `prefix` the root below the work tree's top. */
export interface StagedPage {
  readonly file: StagedFile;
  readonly prefix: string;
  readonly path: string;
  readonly config: Config;
}

export interface HookPage {
  /** Empty where the bytes are no text. */
  readonly text: string;
  /** 0 where there is no frontmatter, or none that can be read. */
  readonly bodyStart: number;
  readonly meta: PageMeta;
  /** As `table/facts` finds them, but for remarks on the body. */
  readonly findings: readonly Finding[];
}

/** Loading a Markdown parser would take longer than a whole `git commit`, and nothing that is asked here depends on one. */
export function readHookPage(path: string, bytes: Uint8Array): HookPage {
  const decoded = decodePage(path, bytes);
  if (!decoded.ok) return { text: "", bodyStart: 0, meta: emptyMeta, findings: [decoded.error] };
  const text = decoded.value;
  const scanned = readFrontmatter(path, text);
  if (!scanned.ok) return { text, bodyStart: 0, meta: emptyMeta, findings: [scanned.error] };
  if (scanned.value === null) return { text, bodyStart: 0, meta: emptyMeta, findings: [] };
  const { meta, findings } = readMeta(path, scanned.value, (offset) => lineAt(text, offset));
  return { text, bodyStart: scanned.value.span.end, meta, findings };
}

/** 1-based. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
