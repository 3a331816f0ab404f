/** HookAgent: what an agent's own `git commit` may not do: take from what the user pinned hard, and say in its message that a person made it. */

import type { PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { isPerson } from "../memory/labels--actor.js";
import type { Finding } from "../page/page--finding.js";
import type { StagedPage } from "../write/guard/hand--page.js";
import type { ChangedFile } from "../write/guard/pins.js";
import type { CommitHost } from "./commit--hook-commit.js";

/** A page of the commit with its bytes in HEAD and in the index. */
export interface StagedBytes {
  readonly page: StagedPage;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  /** Whether something of it may be pinned hard in HEAD. */
  readonly mayBePinned: boolean;
}

/**
 * By the rule that every commit of ours passes; no word in the message lets an agent through. In a merge a file that is as the other
 * side has it was judged when it was committed there.
 */
export async function agentFindings(
  host: CommitHost,
  staged: readonly StagedBytes[],
): Promise<Outcome<readonly Finding[]>> {
  if (isPerson(host.actor) || !staged.some(({ mayBePinned }) => mayBePinned)) return ok([]);
  const theirs = await host.merged(staged.map(({ page }) => page.file.path));
  if (!theirs.ok) return theirs;
  const own = staged.filter(({ page: { file } }) => theirs.value?.get(file.path) !== (file.oid ?? null));
  // Loaded late: it brings the Markdown parser.
  const { refusalOf, takenPins } = await import("../write/guard/pins.js");
  const findings: Finding[] = [];
  for (const prefix of new Set(own.map(({ page }) => page.prefix))) {
    const below = own.filter(({ page }) => page.prefix === prefix);
    const files = below.map(
      ({ page, before, after }): ChangedFile => ({ path: page.path as PagePath, before, after }),
    );
    for (const taken of takenPins(files, below[0]!.page.config)) {
      const { says, hint } = refusalOf(taken);
      findings.push({ code: "pin_taken", severity: "error", path: prefix + taken.path, line: 0, says, hint });
    }
  }
  return ok(findings);
}

/** Lines of a message that speak for a person. git reads the names of trailers in any case. */
const persons: readonly (readonly [name: string, isOne: (value: string) => boolean, what: string])[] = [
  ["pagefile-approved", () => true, "approves words of strangers"],
  ["pagefile-actor", isPerson, "says that a person made the commit"],
  ["pagefile-origin", (value) => value === "user", "says that the words are the user's"],
];

/** In any paragraph: what stands in the middle now may be the last one once the message is edited. */
export function claimFindings(actor: string, lines: readonly string[]): readonly Finding[] {
  if (isPerson(actor)) return [];
  return lines.flatMap((text, at): readonly Finding[] => {
    const colon = text.indexOf(":");
    const name = text.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = text.slice(colon + 1).trim();
    const claim = persons.find(([each, isOne]) => each === name && isOne(value));
    if (claim === undefined) return [];
    const says = `“${claim[0]}” ${claim[2]}, and ${actor} makes it.`;
    const hint = "Take the line out; pagefile adds what is so. A person approves with: pagefile approve PAGE";
    return [{ code: "trailer_forged", severity: "error", path: "the commit message", line: at + 1, says, hint }];
  });
}
