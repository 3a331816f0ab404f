/** WireAudit: opens the history of a memory for an audit, through the engine that serves this machine. */

import type { Outcome } from "./base/result.js";
import { ok } from "./base/result--result.js";
import { findLayout } from "./git/layout.js";
import { openObjectStore } from "./git/objects/object-store--object-store.js";
import { auditHost, openNativeAudit } from "./history/verify/attest--attest.js";
import type { AuditHost } from "./history/verify/attest--audit.js";
import { engineFor } from "./open.js";

/** `root` is the root of a memory that is open already: what an engine refuses was refused then. */
export async function wireAudit(root: string, env: NodeJS.ProcessEnv): Promise<Outcome<AuditHost>> {
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  if (engineFor(env) === "native") return openNativeAudit(layout.value, env);
  const { openObjects } = await import("./git/embedded/objects--objects.js");
  const objects = openObjects(layout.value.commonDir);
  const close = async (): Promise<void> => {};
  return ok(
    auditHost(
      openObjectStore(layout.value, {
        read: (oid) => objects.read(oid),
        close,
      }),
      close,
    ),
  );
}
