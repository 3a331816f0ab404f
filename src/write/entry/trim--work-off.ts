/** WorkOff: one entry leaves its place because somebody says so: for the archive when done, for another page, or for git's history alone. */

import type { Instant } from "../../base/ids.js";
import { err, ok, type Result } from "../../base/result--result.js";
import { noLabels } from "../../memory/labels.js";
import { isUsersWord } from "../../memory/labels--actor.js";
import { leastTrusted } from "../../memory/labels--lines.js";
import { findPage } from "../../memory/table.js";
import type { PageEntry } from "../../memory/table--entry.js";
import type { Entry } from "../../page/markdown/blocks--body.js";
import type { Refusal } from "../../rules/reason.js";
import type { Change, Target, Validated } from "../change.js";
import type { Ground } from "../change--ground.js";
import { guardPage } from "../change--policy.js";
import type { PatchEnvelope } from "../patch.js";
import { gist, validate } from "../validate.js";
import { entryNamed, isNumber, numberedEntries } from "./entries--entry-name.js";
import { isPinned, validateTrim } from "./trim.js";

export interface WorkOff {
  readonly verb: "done" | "move" | "remove";
  readonly page: string;
  /** As `entryNamed` reads it. */
  readonly entry: string;
  /** The page, or the section of one, to which `move` takes the entry; null otherwise. */
  readonly to: string | null;
  /** Why, in the person's words; null where they gave none. */
  readonly because: string | null;
  readonly envelope: PatchEnvelope;
}

/** `isEdited`: the page's text on disk is not the committed one, so that a number may mean another entry there. */
export function validateWorkOff(
  asked: WorkOff,
  ground: Ground,
  { isEdited }: { readonly isEdited: (page: PageEntry) => boolean },
): Result<Validated, Refusal> {
  const guarded = guardPage({ op: "append", page: asked.page, value: "-", ...asked.envelope }, ground);
  if (!guarded.ok) return guarded;
  const page = guarded.value;
  const text = ground.committed(page.path);
  if (text === null) return err(notThere(page.path));
  if (isNumber(asked.entry) && isEdited(page)) return err(renumbered(page.path));
  const found = entryNamed(text, page, asked.entry);
  if (!found.ok) return found;
  const entry = found.value;
  const refusal = refusalOf(asked, { page, entry }, ground);
  if (refusal !== null) return err(refusal);
  const words = text.slice(entry.start, entry.end);
  const done = outcomeOf(asked, { page, entry, words }, ground);
  if (!done.ok) return done;
  const subject = `${asked.verb}: ${gist(words)} (${page.id})`;
  const because = asked.because === null ? {} : { because: asked.because };
  return ok({ ...done.value, subject, ...because } as Validated);
}

interface Found {
  readonly page: PageEntry;
  readonly entry: Entry;
  readonly words: string;
}

function outcomeOf(asked: WorkOff, found: Found, ground: Ground): Result<Validated, Refusal> {
  if (asked.verb === "move") return moved(asked, found, ground);
  const { page, entry } = found;
  const { envelope } = asked;
  if (asked.verb === "done") {
    const at: Instant = ground.now;
    return validateTrim({ page: page.path, digests: [entry.digest], reason: "PRUNE_TRIM", at, envelope }, ground);
  }
  const same = numberedEntries(ground.committed(page.path) ?? "", { slug: null }).filter(
    (one) => one.entry.digest === entry.digest,
  );
  const copy = same.findIndex((one) => one.entry.start === entry.start);
  return ok({
    targets: [{ op: "remove", id: page.id, path: page.path }],
    changes: [{ kind: "edit", path: page.path, edit: { kind: "remove", digest: entry.digest, copy } }],
    reason: "REMOVE",
    subject: "",
    envelope,
  } as unknown as Validated);
}

/** What an append of the same words to the other page would have to pass, with the label that the words carry, and the cut. */
function moved(asked: WorkOff, { page, entry, words }: Found, ground: Ground): Result<Validated, Refusal> {
  const { envelope } = asked;
  const known = (ground.labels ?? noLabels).untrusted(entry.digest);
  const origin = leastTrusted([envelope.origin, known ?? envelope.origin]);
  const value = words.replace(/\r\n?/g, "\n");
  const added = validate({ op: "append", page: asked.to ?? "", value, ...envelope, origin }, ground);
  if (!added.ok) return added;
  const into = added.value.targets[0];
  const to = into === undefined ? null : findPage(ground.table, into.id);
  if (into === undefined || to === null) return err(notThere(asked.to ?? ""));
  if (to.path === page.path && to.slug === entry.section) return err(thereAlready(to.id));
  const digests = [entry.digest];
  const cut: Change = {
    kind: "edit",
    path: page.path,
    edit: { kind: "cut", digests, into: to.path, headings: "keep" },
  };
  const from: Target = { op: "trim", id: page.id, path: page.path };
  // Within one file the words leave before they come back, or the cut would take both.
  const isSame = to.path === page.path;
  return ok({
    ...added.value,
    targets: isSame ? [from] : [from, into],
    changes: isSame ? [cut, ...added.value.changes] : [...added.value.changes, cut],
    reason: "PRUNE_TRIM",
  } as Validated);
}

function refusalOf(
  { verb, envelope, because }: WorkOff,
  { page, entry }: Pick<Found, "page" | "entry">,
  ground: Ground,
): Refusal | null {
  const isTheirs = isUsersWord(envelope);
  const policy = (says: string, hint: string): Refusal => ({ reason: "POLICY_VIOLATION", says, hint });
  if (isPinned(page, entry, ground)) {
    const hint = isTheirs
      ? "Take the pin away first (pagefile set PAGE pin none --base VERSION), or edit the page: pagefile edit PAGE"
      : "Only the user takes a pin away.";
    return policy(`The entry is pinned hard, so it stays where it is.`, hint);
  }
  if (verb === "remove" && !isTheirs)
    return policy(
      "Only the user removes an entry for good.",
      "Say that it is done instead, which keeps it in the archive: pagefile done PAGE ENTRY",
    );
  return because !== null && /[\r\n]/.test(because.trim())
    ? { reason: "SCHEMA_INVALID", says: "A reason is one line.", hint: "Say the rest in an entry of its own." }
    : null;
}

function notThere(path: string): Refusal {
  return {
    reason: "POLICY_VIOLATION",
    says: `${path} is not committed yet.`,
    hint: "Edit it by hand, or commit it first: pagefile adopt.",
  };
}

function renumbered(path: string): Refusal {
  return {
    reason: "VERSION_CONFLICT",
    says: `${path} has edits that are not committed, so a number may mean another entry than the one you see.`,
    hint: "Name the entry by its words, or commit your edits first: pagefile edit, or git commit.",
  };
}

function thereAlready(id: string): Refusal {
  return { reason: "SCHEMA_INVALID", says: `The entry stands in “${id}” already.`, hint: "Name another page." };
}
