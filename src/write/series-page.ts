/** SeriesPage: what a night counted of a series, as entries of a month's page, and rows of a month past as files of their own. */

import type { PagePath } from "../base/ids.js";
import { allOf, err, ok, type Result } from "../base/result.js";
import { perceptionTag } from "../memory/profile.js";
import { foldedPath } from "../memory/table.js";
import type { AcceptedReason, Refusal } from "../rules/refusal.js";
import { accepted, type Change, type Validated, type ValidationInput } from "./change.js";
import type { PatchEnvelope } from "./patch.js";
import { validate } from "./validate.js";

/** A page of a month of a series, and what is to be added to it. */
export interface SeriesDraft {
  readonly path: PagePath;
  readonly id: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The first entry of a page that is new. */
  readonly head: string;
  /** Markdown. */
  readonly entries: readonly string[];
}

/** A file that no page is: it is written once and holds what it holds. */
export interface NewFile {
  readonly path: PagePath;
  readonly text: string;
}

/** Held to the rules of every patch; a page that is not there yet is made where its series keeps its pages. */
export function validateSeries(
  { drafts, files = [] }: { readonly drafts: readonly SeriesDraft[]; readonly files?: readonly NewFile[] },
  told: { readonly reason: AcceptedReason; readonly subject: string; readonly envelope: PatchEnvelope },
  ground: ValidationInput,
): Result<Validated, Refusal> {
  const all = drafts.map((draft) => {
    if (ground.committed(draft.path) === null) return created(draft, told, ground);
    const value = draft.entries.join("\n");
    return validate({ op: "append", page: draft.path, value, ...told.envelope }, ground);
  });
  const made = allOf(all);
  if (!made.ok) return made;
  const parts = made.value;
  const written = files.map(({ path, text }): Change => ({ kind: "edit", path, edit: { kind: "create", text } }));
  return accepted({
    targets: parts.flatMap(({ targets }) => targets),
    changes: [...written, ...parts.flatMap(({ changes }) => changes)],
    labels: parts.flatMap(({ labels }) => labels ?? []),
    reason: told.reason,
    subject: told.subject,
    envelope: parts[0]?.envelope ?? told.envelope,
  });
}

/** As a patch would make it, but for the place. */
function created(
  { path, id, title, fields, head, entries }: SeriesDraft,
  { envelope }: { readonly envelope: PatchEnvelope },
  ground: ValidationInput,
): Result<Validated, Refusal> {
  const holder = ground.table.byFoldedPath.get(foldedPath(path));
  if (holder !== undefined)
    return err({
      reason: "POLICY_VIOLATION",
      says: `${holder} stands where a night keeps the page of a series, and no commit has it.`,
      hint: "Commit it (pagefile adopt), or move it away.",
    });
  const made = validate(
    {
      op: "create",
      page: id,
      type: "conversation_segment",
      title,
      scope: null,
      pin: null,
      tags: [perceptionTag],
      fields,
      value: [head, ...entries].join("\n"),
      ...envelope,
    },
    ground,
  );
  if (!made.ok) return made;
  const changes = made.value.changes.map((change) => (change.kind === "edit" ? { ...change, path } : change));
  const targets = made.value.targets.map((target) => ({ ...target, path }));
  return ok({ ...made.value, changes, targets });
}
