/** Recall fetch: what was found, held against the files: an index may be behind them, and some texts may not be shown. */

import { ok } from "../base/result--result.js";
import { textNow } from "../memory/memory--known-text.js";
import type { OpensFile } from "../memory/memory--open-file.js";
import { locate, type Workspace } from "../memory/workspace.js";
import { unreadNamed } from "../memory/workspace--unread.js";
import { bodyStartOf } from "../page/markdown/outline.js";
import { openForPrompt } from "../prompt/access.js";
import type { Lead } from "./confidence--lead.js";
import { fold } from "./words/terms.js";

/** A lead whose text is what its file holds now, and the lines it stands on, counted from 1. */
export interface Fetched<T extends Lead> {
  readonly lead: T;
  readonly lines: readonly [first: number, last: number];
}

/**
 * `changed` where the file is no longer the one that was searched; `withheld` where all that matched came from outside, stands on a page
 * that is in prompts unasked, and was approved by nobody.
 */
export function fetchLead<T extends Lead>(workspace: Workspace, lead: T): Fetched<T> | "changed" | "withheld" {
  const located = locate(workspace, lead.id);
  const page = located.ok ? located.value : unreadNamed(workspace, lead.id);
  if (page === null) return "changed";
  const { memory, entry } = page;
  const file = openForPrompt(memory, entry, openKnown);
  if (!file.ok || file.value === null || entry.oid !== lead.oid) return "changed";
  const { text, hidden = [] } = file.value;
  const lines = [lineAt(text, lead.start), lineAt(text, Math.max(lead.start, lead.end - 1))] as const;
  const found = lead.text();
  const whole = text.slice(lead.start, lead.end);
  const inside = hidden.filter((span) => span.start < lead.end && span.end > lead.start);
  const shown = without(text, inside, lead);
  // A search that is behind the files tells of a text that stands elsewhere by now, or nowhere.
  if (found === null || (found !== whole && found !== shown)) return "changed";
  if (inside.length === 0) return { lead, lines };
  const low = fold(`${lead.fields}\n${shown}`);
  const terms = lead.terms.filter(({ asked, found }) => low.includes(fold(asked)) || low.includes(found));
  return terms.length === 0 ? "withheld" : { lead: { ...lead, text: () => shown, terms }, lines };
}

/** The search has read most of these files a moment ago. */
const openKnown: OpensFile = (memory, entry) => {
  const said = textNow(memory, entry.path);
  if (said === null || said.oid !== entry.oid) return ok(null);
  return ok({ text: said.text, bodyStart: bodyStartOf(said.text) });
};

function without(
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
  { start, end }: Pick<Lead, "start" | "end">,
): string {
  let shown = "";
  let at = start;
  for (const span of spans) {
    shown += text.slice(at, Math.max(at, span.start));
    at = Math.max(at, span.end);
  }
  return shown + text.slice(at, Math.max(at, end));
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
