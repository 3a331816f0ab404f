/** WorkOff: the entries of a page with the numbers a person names them by, and one of them done with, moved or removed in a commit. */

import type { Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import type { Memory } from "../memory/memory.js";
import { openFile } from "../memory/memory--open-file.js";
import type { PageEntry } from "../memory/table--entry.js";
import { type CommitOptions, commit } from "../write/commit/commit.js";
import type { PatchAnswer } from "../write/commit/commit--commit-message.js";
import { numberedEntries } from "../write/entry/entries--entry-name.js";
import { validateWorkOff, type WorkOff } from "../write/entry/trim--work-off.js";

export interface EntryRow {
  readonly number: number;
  readonly digest: string;
  /** Its first words. */
  readonly says: string;
  readonly line: number;
}

/** As the page stands on disk. */
export function entryRows(memory: Memory, page: PageEntry): Outcome<readonly EntryRow[]> {
  const file = openFile(memory, page);
  if (!file.ok) return file;
  if (file.value === null)
    return err({ code: "page_missing", says: `${page.path} was changed or removed just now.`, hint: "Try again." });
  const { text } = file.value;
  return ok(
    numberedEntries(text, page).map(({ number, entry, says }) => ({
      number,
      digest: entry.digest,
      says,
      line: text.slice(0, entry.start).split("\n").length,
    })),
  );
}

export function workOff(memory: Memory, asked: WorkOff, options: CommitOptions): Promise<Outcome<PatchAnswer>> {
  return commit(
    memory,
    {
      validate: (ground, { states }) =>
        validateWorkOff(asked, ground, {
          isEdited: ({ path }) => {
            const state = states.get(path);
            return state?.head?.oid !== state?.work?.oid;
          },
        }),
      content: { op: asked.verb, ...asked },
      about: asked.page,
    },
    options,
  );
}
