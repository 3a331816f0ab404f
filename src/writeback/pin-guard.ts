/** PinGuard: what is pinned hard stands in every prompt until the user says otherwise, whichever way somebody takes it out. */

import { blobOid } from "../base/digest.js";
import type { PagePath } from "../base/ids.js";
import { encodePage } from "../page/decode.js";
import { type Origin, rank } from "../page/page.js";
import { buildTable } from "../table/build.js";
import type { PageEntry } from "../table/entry.js";
import { factsOf } from "../table/facts.js";
import { profileOf } from "../table/profile.js";
import type { Refusal } from "./reason.js";
import type { Ground } from "./validate.js";

/** The page, or a section of it, would leave the prompts with its file. */
export function guardPutAway(page: PageEntry, origin: Origin, ground: Ground): Refusal | null {
  if (origin === "user") return null;
  const [first] = pinnedIn(page, ground);
  return first === undefined ? null : pinnedHard(first.id, "put it away");
}

/** A file rewritten whole, or under another name, is read as the table will read it. */
export function guardPins(
  page: PageEntry,
  after: { readonly path: PagePath; readonly text: string },
  origin: Origin,
  ground: Ground,
): Refusal | null {
  if (origin === "user") return null;
  const pinned = pinnedIn(page, ground);
  if (pinned.length === 0) return null;
  const bytes = encodePage(after.text);
  const data = factsOf(after.path, bytes, profileOf(ground.config.profile));
  const table = buildTable([{ path: after.path, oid: blobOid(bytes), data }], ground.config);
  const file = table.byPath.get(after.path);
  for (const { id, slug, minFidelity } of pinned) {
    const now = slug === null ? file : table.byId.get(`${file?.id}#${slug}`);
    if (now?.pin !== "hard") return pinnedHard(id, "take the pin away");
    if (rank(now.minFidelity) < rank(minFidelity)) return pinnedHard(id, "change its min_fidelity");
  }
  return null;
}

function pinnedIn(page: PageEntry, { table }: Ground): readonly PageEntry[] {
  return [page, ...page.sections.flatMap((id) => table.byId.get(id) ?? [])].filter(({ pin }) => pin === "hard");
}

function pinnedHard(id: string, what: string): Refusal {
  return {
    reason: "POLICY_VIOLATION",
    says: `“${id}” is pinned hard; only the user may ${what}.`,
    hint: "Let the user do it (--origin user), or write a page of your own.",
  };
}
