/** WireAudit: opens the history of a memory for an audit, through the engine that serves this machine. */

import { auditHost, openNativeAudit } from "../adapter/git/attest.js";
import { findLayout } from "../adapter/git/layout.js";
import { openObjectStore } from "../adapter/git/object-store.js";
import type { Outcome } from "../base/failure.js";
import { ok } from "../base/result.js";
import type { AuditHost } from "../port/audit.js";
import { engineFor } from "./wire.js";

/** `root` is the root of a memory that is open already: what an engine refuses was refused then. */
export async function wireAudit(root: string, env: NodeJS.ProcessEnv): Promise<Outcome<AuditHost>> {
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  if (engineFor(env) === "native") return openNativeAudit(layout.value, env);
  const { openObjects } = await import("../adapter/embedded/objects.js");
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
