/** Audit: opens the history of a test repository for an audit, through the engine asked for. */

import { openObjects } from "../../src/git/embedded/objects.js";
import { findLayout } from "../../src/git/layout.js";
import { openObjectStore } from "../../src/git/objects/object-store.js";
import { type AuditHost, auditHost, openNativeAudit } from "../../src/history/verify/attest.js";

export function openTestAudit(root: string, env: NodeJS.ProcessEnv, engine: "native" | "embedded"): AuditHost {
  const layout = findLayout(root);
  if (!layout.ok) throw new Error(layout.error.says);
  if (engine === "embedded") {
    return auditHost(openObjectStore(layout.value, openObjects(layout.value.commonDir)));
  }
  const host = openNativeAudit(layout.value, env);
  if (!host.ok) throw new Error(host.error.says);
  return host.value;
}
