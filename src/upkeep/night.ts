/** OpenNight: what nights, audits and purges need of the machine and of the past beyond an open memory, opened for as long as one of them is made. */

import type { Instant } from "../base/ids.js";
import { type Outcome, ok } from "../base/result.js";
import { findLayout } from "../git/layout.js";
import { openObjectStore } from "../git/objects/object-store.js";
import { openPurge } from "../history/purge/finish.js";
import type { PurgeHost } from "../history/purge/repository.js";
import { type AuditHost, auditHost, openNativeAudit } from "../history/verify/attest.js";
import type { Workspace } from "../memory/workspace.js";
import type { AuditQuery } from "../night/audit/audit.js";
import { engineFor } from "../open.js";
import { gitFailed } from "../state/fs-calls.js";
import { doctor, doctorIn, standingRecallCheck } from "./doctor.js";

// WireNight: what an audit asks of the machine and of the past, opened for as long as one is made.

interface AuditedPlace {
  /** Of a memory that is open already. */
  readonly root: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** null for the machine's clock. */
  readonly now: Instant | null;
  /** A night believes the index: to make every page anew costs more than all else that a night does. */
  readonly pages: "rebuilt" | "as_indexed";
  /** Opened again where absent. */
  readonly workspace?: Workspace;
}

export async function withAuditQuery<T>(
  { root, cwd, env, now, pages, workspace }: AuditedPlace,
  use: (query: AuditQuery) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const checked = await (workspace === undefined
    ? doctor({ now, cwd, repos: [root], env, pages })
    : doctorIn(workspace, { env, pages }));
  if (!checked.ok) return checked;
  const host = await wireAudit(root, env);
  if (!host.ok) return host;
  try {
    const canary = pages === "rebuilt" ? {} : { canary: standingRecallCheck };
    return await use({ doctor: checked.value.checks, host: host.value, ...canary });
  } finally {
    await host.value.close();
  }
}

// WireAudit: opens the history of a memory for an audit, through the engine that serves this machine.

/** `root` is the root of a memory that is open already: what an engine refuses was refused then. */
export async function wireAudit(root: string, env: NodeJS.ProcessEnv): Promise<Outcome<AuditHost>> {
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  if (engineFor(env) === "native") return openNativeAudit(layout.value, env);
  const { openObjects } = await import("../git/embedded/objects.js");
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

// WirePurge: opens the history of a memory to be rewritten, which takes the user's git.

export function wirePurge(root: string, env: NodeJS.ProcessEnv): Outcome<PurgeHost> {
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  if (engineFor(env) === "native") return openPurge(layout.value, { env });
  return gitFailed(
    "A purge repacks the repository and prunes its objects, which only the git program does; the embedded engine is in use.",
    "Install git 2.38 or later, or unset PAGEFILE_GIT; then run the purge again.",
  );
}
