/** Reflog: the diary of a ref, one line a move, in git's format. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Oid } from "../../base/ids.js";
import { applyShared, makeFolder } from "../../state/durable.js";
import { appendTo } from "../../state/plain-file--plain-write.js";
import type { GitLayout } from "../layout.js";
import { refFile } from "./refs.js";

export interface ReflogLine {
  /** `Name <email> seconds +0000`, as in a commit's committer line. */
  readonly who: string;
  /** One line, such as `commit: Add a page`. */
  readonly message: string;
}

export interface RefMove {
  readonly before: Oid | null;
  readonly after: Oid;
  readonly line: ReflogLine;
}

/**
 * Appends to a ref's log. `policy` is core.logAllRefUpdates: by default a log is begun for HEAD, branches, remotes and notes,
 * `always` begins any, `false` begins none; a log that exists is always continued. Throws system errors.
 */
export function appendReflog(layout: GitLayout, ref: string, move: RefMove, policy: string | null): void {
  const file = join(refFile(layout, ref).slice(0, -ref.length), "logs", ref);
  if (!existsSync(file)) {
    if (!begins(ref, policy)) return;
    makeFolder(dirname(file), layout.sharedMode);
  }
  const zero = "0".repeat(move.after.length);
  const message = move.line.message.replace(/\s+/g, " ").trim();
  appendTo(file, `${move.before ?? zero} ${move.after} ${move.line.who}\t${message}\n`, 0o666);
  applyShared(file, layout.sharedMode);
}

function begins(ref: string, policy: string | null): boolean {
  const text = policy?.toLowerCase() ?? "true";
  if (text === "always") return true;
  if (["false", "no", "off", "0", ""].includes(text)) return false;
  return ref === "HEAD" || /^refs\/(?:heads|remotes|notes)\//.test(ref);
}
