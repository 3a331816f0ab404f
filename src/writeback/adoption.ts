/** Adoption: existing files taken into the history as they are, with frontmatter only where it was asked for. */

import type { PagePath } from "../base/ids.js";
import { err, ok, type Result } from "../base/result.js";
import type { YamlValue } from "../page/frontmatter.js";
import type { PageEntry } from "../table/entry.js";
import type { Change, Target, Validated } from "./change.js";
import type { PatchEnvelope } from "./patch.js";
import type { Refusal } from "./reason.js";
import type { Ground } from "./validate.js";

/** `frontmatter`: write id, type and title into the file; `as_is`: only let git know it. */
export interface AdoptedFile {
  readonly path: PagePath;
  readonly how: "frontmatter" | "as_is";
}

export function validateAdoption(
  files: readonly AdoptedFile[],
  others: readonly PagePath[],
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
  const count = `${files.length} ${files.length === 1 ? "page" : "pages"}`;
  const first = targets[0]?.path;
  const subject = targets.length === 1 && first !== undefined ? `adopt: ${first}` : `adopt: ${count}`;
  return ok({ targets, changes, reason: "ADOPT", subject, envelope } as unknown as Validated);
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
