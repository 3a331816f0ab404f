/** Facts: all that one page file says of itself; a pure function of its path and bytes, and so what the derived index keeps. */

import type { Oid, PagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { decodePage } from "../page/decode.js";
import type { Frontmatter } from "../page/frontmatter/print--frontmatter.js";
import { readFrontmatter } from "../page/frontmatter/scan--read.js";
import { lookup } from "../page/frontmatter/scan--scan.js";
import { firstHeading, sectionSpans } from "../page/markdown/outline.js";
import { emptyMeta, type PageMeta, readMeta } from "../page/meta.js";
import type { Finding } from "../page/page--finding.js";
import { conflictRemarks } from "./facts--conflict-remark.js";
import { commentRemarks, invisibleRemarks, remarksOn } from "./facts--remark.js";
import { type FileRule, type Profile, ruleFor } from "./profile.js";

export interface SectionFacts {
  readonly slug: string;
  readonly title: string;
  /** UTF-16 offsets into the text, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** What frontmatter says; a key that says nothing is absent. */
export type SaidMeta = Partial<PageMeta>;

/**
 * An absent key is the default: ten thousand of these are written to and parsed from the derived index, and most files say
 * little. Plain data: it goes through JSON and back unchanged.
 */
export interface FileFacts {
  readonly meta: SaidMeta;
  /** The first `#` heading of a page without a title. */
  readonly heading?: string;
  readonly sections?: readonly SectionFacts[];
  readonly findings?: readonly Finding[];
  /** Set where an error finding keeps the file out of the table. */
  readonly excluded?: true;
}

/** Which file, in which version, said what. */
export interface PageFile {
  readonly path: PagePath;
  readonly oid: Oid;
  readonly data: FileFacts;
}

export function factsOf(path: string, bytes: Uint8Array, profile: Profile): FileFacts {
  const decoded = decodePage(path, bytes);
  if (!decoded.ok) return excluded(decoded.error);
  const text = decoded.value;
  const scanned = readFrontmatter(path, text);
  if (!scanned.ok) return { ...excluded(scanned.error), meta: { audience: "private", ...keptScope(text) } };
  const frontmatter = scanned.value;
  const read = frontmatter === null ? null : readMeta(path, frontmatter, lineOf(text));
  const bodyStart = frontmatter === null ? 0 : frontmatter.span.end;
  const meta = read === null ? {} : said(read.meta);
  const heading = meta.title === undefined ? firstHeading(text, bodyStart) : null;
  const gathers = gathersSections(ruleFor(profile, path), meta, frontmatter);
  const sections = gathers ? sectionSpans(text, bodyStart) : [];
  const findings = [
    ...(read?.findings ?? []),
    ...remarksOn(path, meta, text.slice(bodyStart)),
    ...invisibleRemarks(path, text),
    ...commentRemarks(path, text, bodyStart),
    ...conflictRemarks({ path, text, frontmatter, lineOf: lineOf(text) }),
  ];
  return {
    meta,
    ...(heading === null ? {} : { heading }),
    ...(sections.length === 0 ? {} : { sections }),
    ...(findings.length === 0 ? {} : { findings }),
    ...(findings.some((finding) => finding.severity === "error") ? { excluded: true } : {}),
  };
}

function said(meta: PageMeta): SaidMeta {
  const kept: { [key: string]: unknown } = {};
  for (const key of metaKeys) {
    const value = meta[key];
    if (value !== null && !isEmpty(value)) kept[key] = value;
  }
  return kept as SaidMeta;
}

const metaKeys = Object.keys(emptyMeta) as readonly (keyof PageMeta)[];

function isEmpty(value: PageMeta[keyof PageMeta]): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.length === 0;
  for (const _ in value) return false;
  return true;
}

/** Files known by name gather always; a typed page only where its frontmatter says so with a `sections:` map. */
function gathersSections(rule: FileRule, meta: SaidMeta, frontmatter: Frontmatter | null): boolean {
  if (!rule.gathers) return false;
  if (!("under" in rule.match) || meta.type === undefined) return true;
  return frontmatter !== null && lookup(frontmatter.root, ["sections"]) !== null;
}

function excluded(finding: Finding): FileFacts {
  return { meta: {}, findings: [finding], excluded: true };
}

/** A scope that is named where nothing can be read keeps the file at home all the same. */
function keptScope(text: string): SaidMeta {
  const head = text.slice(0, limits.frontmatterBytesMax);
  const named = /^[ \t]*["']?scope["']?[ \t]*:.*\b(session|local)\b/im.exec(head)?.[1]?.toLowerCase();
  return named === "session" || named === "local" ? { scope: named } : {};
}

function lineOf(text: string): (offset: number) => number {
  return (offset) => {
    let line = 1;
    for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
    return line;
  };
}
