/** Access: who may see a page: by its audience, its scope and the session it belongs to. */

import type { Located } from "../memory/workspace.js";

export interface Asker {
  /** The session that asks; null for none. */
  readonly session: string | null;
  /** `group`: others read along. */
  readonly audience: "owner" | "group";
}

/** null where it may be seen. A label can only close a page, whatever else its frontmatter says. */
export function deniedTo(
  { entry, memory }: Pick<Located, "entry" | "memory">,
  asker: Asker,
): "audience_denied" | "session_denied" | null {
  if (asker.audience === "group" && (entry.audience === "private" || entry.scope !== "project"))
    return "audience_denied";
  if (asker.audience === "group" && memory.session !== undefined) return "audience_denied";
  if (memory.session === undefined && entry.scope !== "session") return null;
  const owner = memory.session ?? memory.files.get(entry.path)?.data.meta.fields?.session;
  return asker.session === null || owner !== asker.session ? "session_denied" : null;
}
