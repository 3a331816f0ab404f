/** Adoption: existing files taken into the history as they are, with frontmatter only where it was asked for. */

import type { PagePath } from "../base/ids.js";
import { err, ok, type Result } from "../base/result--result.js";
import type { PageEntry } from "../memory/table--entry.js";
import type { YamlValue } from "../page/frontmatter/print--frontmatter.js";
import type { Refusal } from "../rules/reason.js";
import type { Change, Target, Validated } from "./change.js";
import type { Ground } from "./change--ground.js";
import type { PatchEnvelope } from "./patch.js";

export interface Adoption {
  readonly files: readonly AdoptedFile[];
  /** Taken in without being pages. */
  readonly others: readonly PagePath[];
  readonly op: AdoptionOp;
}

/** `frontmatter`: write id, type and title into the file; `as_is`: only let git know it. */
export interface AdoptedFile {
  readonly path: PagePath;
  readonly how: "frontmatter" | "as_is";
}

/** `adopt`: into a memory that is there. `start`: what a new memory begins with. */
type AdoptionOp = "adopt" | "start";

export function validateAdoption(
  { files, others, op }: Adoption,
  envelope: PatchEnvelope,
  ground: Ground,
): Result<Validated, Refusal> {
  const targets: Target[] = [];
  const changes: Change[] = others.map((path) => ({ kind: "track", path, edit: null }));
  for (const file of files) {
    const page = ground.table.byPath.get(file.path);
    if (page === undefined) {
      return err({
        reason: "SCHEMA_INVALID",
        says: `${file.path} is no longer a page.`,
        hint: "Look at: pagefile status",
      });
    }
    targets.push({ op: "adopt", id: page.id, path: page.path });
    const edit = file.how === "as_is" ? null : ({ kind: "adopt", pairs: pairsFor(page) } as const);
    changes.push({ kind: "track", path: page.path, edit });
  }
  const subject = subjectOf(op, targets, others);
  return ok({ targets, changes, reason: "ADOPT", subject, envelope } as unknown as Validated);
}

function subjectOf(op: AdoptionOp, pages: readonly Target[], others: readonly PagePath[]): string {
  const count = `${pages.length} ${pages.length === 1 ? "page" : "pages"}`;
  if (op === "start") return pages.length === 0 ? "start: a memory" : `start: a memory of ${count}`;
  // What is no page is named where nothing else is.
  const first = pages[0]?.path ?? others[0];
  return pages.length < 2 && first !== undefined ? `adopt: ${first}` : `adopt: ${count}`;
}

/** What the path implied until now; a gathering file says that it gathers, because a typed page otherwise is one page. */
function pairsFor(page: PageEntry): readonly (readonly [string, YamlValue])[] {
  const pairs: (readonly [string, YamlValue])[] = [
    ["id", page.id],
    ["type", page.type],
    ["title", page.title],
  ];
  if (page.pin !== "none") pairs.push(["pin", page.pin]);
  if (page.sections.length > 0) pairs.push(["sections", {}]);
  return pairs;
}
