/** CutPins: pinned entries of a file that a harness cuts and does not load, by name. */

import { lineAt } from "../base/lines.js";
import { clip } from "../base/text.js";
import { readFrontmatter } from "../page/frontmatter/scan.js";
import { type Entry, outline, sectionSpans } from "../page/markdown/outline.js";
import { emptyMeta, type PageMeta, readMeta } from "../page/meta.js";
import { type Pin, schema } from "../page/page.js";
import { type Profile, ruleFor } from "./profile.js";
import type { LoadedFile } from "./truncate.js";

/** A pinned entry that is not in the prompt, or not all of it. */
export interface CutPin {
  readonly path: string;
  /** The entry's digest, its name in every other answer. */
  readonly entry: string;
  /** 1-based. */
  readonly line: number;
  /** Its first words. */
  readonly text: string;
  readonly pin: Exclude<Pin, "none">;
}

const wordsMax = 60;

/** In the order of the file; frontmatter that cannot be read pins what the file's name pins. */
export function pinsCutFrom(file: LoadedFile, text: string, profile: Profile): readonly CutPin[] {
  if (file.missing.length === 0) return [];
  const scanned = readFrontmatter(file.path, text);
  const frontmatter = scanned.ok ? scanned.value : null;
  const meta = frontmatter === null ? emptyMeta : readMeta(file.path, frontmatter, () => 0).meta;
  const bodyStart = frontmatter === null ? 0 : frontmatter.span.end;
  const own = pinOf(meta, ruleFor(profile, file.path).pin);
  const sections = Object.keys(meta.sections).length === 0 ? [] : sectionSpans(text, bodyStart);
  const cut: CutPin[] = [];
  for (const entry of outline(text, bodyStart).entries) {
    if (entry.kind === "rule" || !isMissing(file, text, entry)) continue;
    const section = sections.find(({ start, end }) => entry.start >= start && entry.start < end);
    const pin = (section === undefined ? null : meta.sections[section.slug]?.pin) ?? own;
    if (pin === "none") continue;
    const shown = clip(text.slice(entry.start, entry.end).replace(/\s+/g, " ").trim(), wordsMax);
    cut.push({ path: file.path, entry: entry.digest, line: lineAt(text, entry.start), text: shown, pin });
  }
  return cut;
}

/** As the page table has it: what a page says of itself, then what its type asks for. */
function pinOf({ pin, type }: PageMeta, byName: Pin): Pin {
  return pin ?? (type === null ? byName : schema[type].pin);
}

function isMissing({ missing }: LoadedFile, text: string, entry: Entry): boolean {
  return missing.some(({ start, end }) => {
    const from = Math.max(start, entry.start);
    const to = Math.min(end, entry.end);
    return from < to && text.slice(from, to).trim() !== "";
  });
}
