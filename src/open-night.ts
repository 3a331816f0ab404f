/** WireNight: what an audit asks of the machine and of the past, opened for as long as one is made. */

import type { Instant } from "./base/ids.js";
import type { Outcome } from "./base/result.js";
import { doctor, doctorIn } from "./doctor.js";
import { standingRecallCheck } from "./doctor--wire-doctor-recall.js";
import type { Workspace } from "./memory/workspace.js";
import type { AuditQuery } from "./night/audit/audit.js";
import { wireAudit } from "./open-night--wire-audit.js";

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
