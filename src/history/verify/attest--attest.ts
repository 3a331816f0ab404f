/** Attest: the audit of a repository's history through either engine, and the ref that says how far it was attested. */

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { type Oid, parseOid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import type { GitLayout } from "../../git/layout.js";
import { withLock } from "../../git/locks/locks.js";
import { type ObjectStore, openObjectStore } from "../../git/objects/object-store--object-store.js";
import { openCatFile } from "../../git/objects/pack--cat-file.js";
import { type Git, gitFor } from "../../git/process.js";
import { readRef, refFile } from "../../git/refs/refs.js";
import { syncFolder } from "../../state/durable.js";
import { attempt, ioFailed } from "../../state/fs-calls--failures.js";
import { descendsFrom, walkHistory } from "./attest.js";
import type { AuditHost } from "./attest--audit.js";

const attestedRef = "refs/pagefile/attested";

/** Objects and refs through the user's git; starts one child, which ends with `close`. */
export function openNativeAudit(layout: GitLayout, env: NodeJS.ProcessEnv): Outcome<AuditHost> {
  const git = gitFor(layout, env);
  if (!git.ok) return git;
  const catFile = openCatFile(git.value);
  const host = auditHost(openObjectStore(layout, catFile), () => catFile.close());
  return ok(layout.refStorage === "files" ? host : { ...host, ...refByGit(git.value) });
}

/** Objects from a store of another making, refs from git's own files. */
export function auditHost(store: ObjectStore, close: () => Promise<void>): AuditHost {
  const { layout } = store;
  return {
    walk: (query, visit) => walkHistory(store, query, visit),
    descends: (from, ancestor) => descendsFrom(store, from, ancestor),
    blob: (oid) => store.read(oid, "blob"),
    attested: async () => readRef(layout, attestedRef),
    attest: (to, was) => moveRef(layout, to, was),
    close,
  };
}

/** Compare-and-swap under the ref's own lock. */
async function moveRef(layout: GitLayout, to: Oid, was: Oid | null): Promise<Outcome<void>> {
  const file = refFile(layout, attestedRef);
  const made = attempt(
    `Making the folder of ${attestedRef}`,
    () => void mkdirSync(dirname(file), { recursive: true }),
  );
  if (!made.ok) return made;
  return withLock(file, { sharedMode: layout.sharedMode }, async (lock) => {
    const now = readRef(layout, attestedRef);
    if (!now.ok) return now;
    if (now.value !== was) return movedMeanwhile();
    const staged = await lock.stage([Buffer.from(`${to}\n`)]);
    if (!staged.ok) return staged;
    const moved = lock.commit();
    if (!moved.ok) return moved;
    try {
      await syncFolder(dirname(file));
    } catch (error) {
      return ioFailed(error, `Making ${attestedRef} durable`);
    }
    return ok(undefined);
  });
}

/** For repositories whose refs are not files. */
function refByGit(git: Git): Pick<AuditHost, "attested" | "attest"> {
  return {
    async attested() {
      const ran = await git.run(["rev-parse", "--verify", "--quiet", attestedRef]);
      if (!ran.ok) return ran;
      return ok(ran.value.code === 0 ? parseOid(ran.value.stdout.toString("latin1").trim()) : null);
    },
    async attest(to, was) {
      const before = was ?? "0".repeat(to.length);
      const ran = await git.run(["update-ref", attestedRef, to, before], {
        config: ["core.fsync=all"],
      });
      if (!ran.ok) return ran;
      return ran.value.code === 0 ? ok(undefined) : movedMeanwhile();
    },
  };
}

function movedMeanwhile(): Outcome<never> {
  return err({
    code: "locked",
    says: `Another process moved ${attestedRef} while the history was being read.`,
    hint: "Run it again: pagefile verify --history --attest",
  });
}
