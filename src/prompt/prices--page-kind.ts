/** PageKind: what a page is by its place, and where it stands among the days and in its file. */

import type { Memory } from "../memory/memory.js";
import { dayOf, type FileKind, kindOf } from "../memory/memory--kind.js";
import { profileOf } from "../memory/profile.js";
import type { PageEntry } from "../memory/table--entry.js";
import type { Located } from "../memory/workspace.js";
import type { Tokens } from "./prices--known-page.js";
import type { Placed } from "./prices--placed.js";

export function kindOfPage({ config }: Pick<Memory, "config">, { path, type, implicit }: PageEntry): FileKind {
  return kindOf(path, profileOf(config.profile), implicit ? null : type);
}

/** `newestDay`: of the newest log. Of a log the last words are the newest, and of any other file the first are what it is about. */
export function placedAs({ memory, entry }: Located, tokens: Tokens, newestDay: number | null): Placed {
  const kind = kindOfPage(memory, entry);
  const day = dayOf(entry.path);
  const sections = memory.files.get(entry.path)?.data.sections ?? [];
  const own = sections.find(({ slug }) => slug === entry.slug);
  const end = sections.at(-1)?.end ?? 0;
  const ahead = kind === "log" ? Math.max(0, end - (own?.end ?? 0)) : (own?.start ?? 0);
  return {
    kind,
    days: day === null || newestDay === null ? null : Math.max(0, newestDay - day),
    ahead,
    typed: !entry.implicit,
    pinned: entry.pin !== "none",
    tokens: tokens.full ?? Math.max(0, ...Object.values(tokens)),
  };
}
