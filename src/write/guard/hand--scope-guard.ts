/** ScopeGuard: pages that stay on this machine are read, measured and shown, and no commit of a branch ever takes them in. */

import { findPage } from "../../memory/table.js";
import type { Scope } from "../../page/page--page.js";
import type { Refusal } from "../../rules/reason.js";
import type { Ground } from "../change--ground.js";
import type { Patch } from "../patch.js";

/** A whole memory may be private; then its pages are where they belong, and pushing is what is refused. */
export function staysHome(scope: Scope, store: Scope): boolean {
  return (scope === "local" || scope === "session") && scope !== store;
}

/**
 * For the pages of a memory; in a session's own store everything is the session's. To give such a page a wider scope is the one
 * edit that may be committed, and to narrow a committed one is none: its past is in the history that others get.
 */
export function guardScope(patch: Patch, { table, config, session }: Ground): Refusal | null {
  if (patch.op === "create" || session !== undefined) return null;
  const setsScope = patch.op === "set_with_version" && patch.key === "scope";
  if (setsScope && typeof patch.value === "string" && staysHome(patch.value as Scope, config.scope)) {
    return {
      reason: "SCOPE_DENIED",
      says: `“${patch.page}” is in the shared history, and scope ${patch.value} cannot take it back from there.`,
      hint: `Write a new file with scope: ${patch.value}, and take the text out of this page; pagefile purge also takes it out of the past.`,
    };
  }
  const page = findPage(table, patch.page);
  if (page === null || setsScope || !staysHome(page.scope, config.scope)) return null;
  return {
    reason: "SCOPE_DENIED",
    says: `“${page.id}” is of scope ${page.scope}: it stays on this machine, so no patch to it can be committed.`,
    hint: `Edit ${page.path} by hand; it is read as it stands. Or give it scope: project, if others may have it.`,
  };
}
