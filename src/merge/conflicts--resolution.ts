/** Resolution: chosen conflicts of a page as a validated patch: it takes out what was chosen against, and nothing else. */

import type { PagePath } from "../base/ids.js";
import { err, ok, type Result } from "../base/result--result.js";
import { isUsersWord } from "../memory/labels--actor.js";
import { isUntrusted } from "../memory/labels--lines.js";
import { findPage } from "../memory/table.js";
import type { PageEntry } from "../memory/table--entry.js";
import { type Conflict, nameOf } from "../page/decode--conflict.js";
import { bodyStartOf, outline } from "../page/markdown/outline.js";
import type { Refusal } from "../rules/reason.js";
import type { Drafted, Validated } from "../write/change.js";
import type { Ground } from "../write/change--ground.js";
import { notCommitted } from "../write/edit--edit.js";
import type { Choice, Take } from "../write/merge/settle.js";
import { conflictsIn } from "../write/merge/settle--conflict-text.js";
import type { PatchEnvelope } from "../write/patch.js";

/** Which conflicts of a page, and what becomes of them. */
export interface Resolution {
  readonly page: string;
  /** The first digits of an entry's digest, or a heading as `## Title`; null for any. */
  readonly entry: string | null;
  /** Dotted; null for any. */
  readonly key: string | null;
  readonly take: Take;
}

/** A resolution that passed, with the committed text it was made on. */
export interface Resolved {
  readonly validated: Validated;
  readonly path: PagePath;
  readonly text: string;
  readonly choices: readonly Choice[];
}

export function validateResolution(
  asked: Resolution,
  envelope: PatchEnvelope,
  ground: Ground,
): Result<Resolved, Refusal> {
  const page = guarded(asked, envelope, ground);
  if (!page.ok) return page;
  const { id, path } = page.value;
  const text = ground.committed(path);
  if (text === null) return err(notCommitted(path));
  const open = conflictsIn(path, text);
  if (!open.ok) return open;
  const choices = chosenFrom(open.value, asked);
  if (choices.length === 0) return err(nothingOpen(asked, path, open.value));
  const pinned = guardPinned(page.value, { text, choices }, envelope, ground);
  if (pinned !== null) return err(pinned);
  const names = choices.map(({ conflict }) => nameOf(conflict)).join(", ");
  const drafted: Drafted = {
    targets: [{ op: "resolve", id, path }],
    changes: [{ kind: "edit", path, edit: { kind: "resolve", choices } }],
    reason: "SYNC_MERGE",
    subject: `resolve: ${asked.take.replace("_", " ")}, ${names} (${id})`,
    envelope,
  };
  return ok({ validated: drafted as Validated, path, text, choices });
}

/** The conflicts that are meant, each with what becomes of it. */
export function chosenFrom(
  open: readonly Conflict[],
  { entry, key, take }: Pick<Resolution, "entry" | "key" | "take">,
): readonly Choice[] {
  const meant = (conflict: Conflict): boolean => {
    if (entry === null && key === null) return true;
    if (conflict.kind === "key") return key === nameOf(conflict);
    return entry !== null && conflict.entries.some((digest) => digest.startsWith(entry));
  };
  return open.filter(meant).map((conflict) => ({ conflict, take }));
}

function guarded(asked: Resolution, envelope: PatchEnvelope, ground: Ground): Result<PageEntry, Refusal> {
  const { origin } = envelope;
  const page = findPage(ground.table, asked.page);
  if (page === null) {
    const says = `There is no page “${asked.page}”.`;
    return err({ reason: "SCHEMA_INVALID", says, hint: "See what is open with: pagefile conflicts" });
  }
  if (page.slug !== null) {
    const says = `“${page.id}” is a section of ${page.path}; conflicts belong to files.`;
    return err({ reason: "POLICY_VIOLATION", says, hint: `Name the file: pagefile resolve ${page.path}` });
  }
  if (!page.writable) {
    const says = `${page.path} is an instruction file that you wrote; Pagefile reads and measures it and never writes it.`;
    return err({ reason: "POLICY_VIOLATION", says, hint: "Settle it by hand, and take “conflicts:” out of it." });
  }
  const decides = page.pin === "hard" ? isUsersWord(envelope) : !isUntrusted(origin);
  if (decides) return ok(page);
  const who = origin === "user" ? envelope.actor : `text of origin ${origin}`;
  const says = `“${page.id}” is not for ${who} to decide.`;
  return err({ reason: "ORIGIN_DENIED", says, hint: "Let the user decide (--origin user)." });
}

/** In a page that anybody may settle: a section that is pinned hard, is the user's all the same; so is every pin, by `pin-guard`. */
function guardPinned(
  page: PageEntry,
  { text, choices }: Pick<Resolved, "text" | "choices">,
  envelope: PatchEnvelope,
  ground: Ground,
): Refusal | null {
  if (isUsersWord(envelope)) return null;
  const slugs = new Set(choices.flatMap(({ conflict }) => sectionsOf(conflict, text)));
  for (const id of page.sections) {
    const section = ground.table.byId.get(id);
    if (section?.pin !== "hard" || section.slug === null || !slugs.has(section.slug)) continue;
    const says = `“${id}” is pinned hard; what two versions of it say is not for ${envelope.origin === "user" ? envelope.actor : `text of origin ${envelope.origin}`} to decide.`;
    return { reason: "ORIGIN_DENIED", says, hint: "Let the user decide (--origin user)." };
  }
  return null;
}

/** The sections a conflict is about, by their slugs. */
function sectionsOf(conflict: Conflict, text: string): readonly string[] {
  if (conflict.kind === "key") {
    const [first, slug] = conflict.key;
    return first === "sections" && slug !== undefined ? [slug] : [];
  }
  const { entries, headings } = outline(text, bodyStartOf(text));
  const says = new Set(conflict.entries);
  return [
    ...entries.filter(({ digest }) => says.has(digest)).flatMap(({ section }) => section ?? []),
    ...headings
      .filter(({ depth, title }) => says.has(`${"#".repeat(depth)} ${title}`))
      .map(({ start, slug }) => headings.findLast((at) => at.depth === 2 && at.start <= start)?.slug ?? slug),
  ];
}

function nothingOpen({ entry, key }: Resolution, path: string, open: readonly Conflict[]): Refusal {
  const what = key ?? entry;
  return {
    reason: "SCHEMA_INVALID",
    says:
      what === null || open.length === 0
        ? `No conflict is open in the committed ${path}.`
        : `No conflict about “${what}” is open in ${path}.`,
    hint:
      open.length === 0
        ? "One that only the work tree holds is settled after its commit; see: pagefile conflicts"
        : `Open: ${open.map(nameOf).join(", ")}.`,
  };
}
