/** HookPins: what a hand edit takes from a page that stands in every prompt; a person may, but says so with a word. */

import { profileOf, ruleFor } from "../../memory/profile.js";
import { sameValue } from "../../page/decode--value.js";
import type { PageMeta } from "../../page/meta.js";
import type { Finding } from "../../page/page--finding.js";
import { type HookPage, lineAt, type StagedPage } from "./hand--page.js";

/** The trailer that lets a commit take something away which it would be asked about. */
export const allowWord = "Pagefile-Allow: DESTRUCTIVE_OP";

/** One version of a page under its path. */
export interface Version {
  readonly page: StagedPage;
  readonly at: HookPage;
}

/**
 * `after` is null where the page is deleted; it has another path where it moved. Adding is never asked about, nor is moving
 * lines around: only what is gone counts.
 */
export async function pinFindings(before: Version, after: Version | null): Promise<readonly Finding[]> {
  const kept = await pinnedText(before);
  if (kept === null) return [];
  const { path } = before.page.file;
  if (after === null) return [ask(path, 0, "This page is pinned hard, and the commit deletes it.")];
  const lost = lostIn(kept, after.at.text.slice(after.at.bodyStart));
  const line = lost === null ? 0 : lineAt(before.at.text, lost.offset);
  const place = after.page.file.path;
  return [
    ...(isWeaker(before, after) ? [ask(place, 0, "This page was pinned hard, and no longer is.")] : []),
    ...lostFields(before.at.meta, after.at.meta).map((name) =>
      ask(place, 0, `“${name}” of a page that is pinned hard was changed or removed.`),
    ),
    ...(lost === null
      ? []
      : [ask(place, 0, `A line of a page that is pinned hard is gone: “${lost.text}” (line ${line} in HEAD).`)]),
  ];
}

interface Stretch {
  readonly offset: number;
  readonly text: string;
}

/** Whether the page, a section of it or one of its entries may be pinned hard. */
export function mayBePinned(page: StagedPage, { text, meta }: HookPage): boolean {
  return isHard(page, meta) || pinnedSections(meta).length > 0 || text.includes("[pinned]");
}

/** The parts of a body that are pinned hard; null where none is. Sections are looked for only where one of them is pinned. */
async function pinnedText({ page, at }: Version): Promise<readonly Stretch[] | null> {
  const { text, bodyStart, meta } = at;
  if (isHard(page, meta)) return [{ offset: bodyStart, text: text.slice(bodyStart) }];
  const pinned = pinnedSections(meta);
  if (pinned.length === 0) return null;
  const { sectionSpans } = await import("../../page/markdown/outline.js");
  return sectionSpans(text, bodyStart)
    .filter(({ slug }) => pinned.includes(slug))
    .map(({ start, end }) => ({ offset: start, text: text.slice(start, end) }));
}

function isHard(page: StagedPage, meta: PageMeta): boolean {
  return (meta.pin ?? ruleFor(profileOf(page.config.profile), page.path).pin) === "hard";
}

function pinnedSections(meta: PageMeta): readonly string[] {
  return Object.keys(meta.sections).filter((slug) => meta.sections[slug]?.pin === "hard");
}

function isWeaker(before: Version, after: Version): boolean {
  if (isHard(after.page, after.at.meta)) return false;
  if (isHard(before.page, before.at.meta)) return true;
  const still = pinnedSections(after.at.meta);
  return pinnedSections(before.at.meta).some((slug) => !still.includes(slug));
}

/** The first line that the new body has fewer times than the old; blank lines and space around a line do not count. */
function lostIn(stretches: readonly Stretch[], body: string): Stretch | null {
  const left = new Map<string, number>();
  for (const line of body.split("\n")) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  for (const { offset, text } of stretches) {
    let at = offset;
    for (const line of text.split("\n")) {
      const said = line.trim();
      const count = left.get(said) ?? 0;
      if (said !== "" && count === 0) return { offset: at, text: said.length <= 60 ? said : `${said.slice(0, 59)}…` };
      left.set(said, count - 1);
      at += line.length + 1;
    }
  }
  return null;
}

/** A pinned page is shown by its fields where there is no room for more, so they are as much of it as its lines. */
function lostFields(before: PageMeta, after: PageMeta): readonly string[] {
  const names = Object.keys(before.fields).filter((name) => !sameValue(before.fields[name], after.fields[name]));
  return names.map((name) => `fields.${name}`);
}

function ask(path: string, line: number, says: string): Finding {
  const hint = `If you mean it, say so in the message: git commit --trailer "${allowWord}" …`;
  return { code: "destructive_op", severity: "error", path, line, says, hint };
}
