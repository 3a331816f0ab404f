/** NativeHistory: the History port on the user's own git, which is asked what it alone knows; objects, refs and the index are read and written here. */

import { type Oid, parseOid } from "../base/ids.js";
import { type Outcome, ok } from "../base/result.js";
import { checkOwner, openGitConfig } from "./config.js";
import type { History } from "./history.js";
import { configFlag } from "./identity.js";
import { findLayout } from "./layout.js";
import { openObjectStore, openPacked } from "./objects/object-store.js";
import { type Git, gitFor, isWaitedFor, waitsFor } from "./process.js";
import { isRefName, readRef, refFile } from "./refs/refs.js";
import type { SessionHistories } from "./refs/session.js";
import { type Engine, openRepository, recoverLeft } from "./repository.js";
import { logNatively } from "./walk.js";

/** The engine that has git. */
type Native = Engine & { readonly git: Git };

/** `root` is the memory root, anywhere in a work tree. Needs a git of version 2.38 or later on PATH. */
export async function openNativeHistory(
  root: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Outcome<History & SessionHistories>> {
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  const git = gitFor(layout.value, env);
  if (!git.ok) return git;
  const owned = await checkOwner(layout.value, git.value);
  if (!owned.ok) return owned;
  recoverLeft(layout.value);
  const native: Native = {
    name: "native",
    layout: layout.value,
    git: git.value,
    store: openObjectStore(
      layout.value,
      openPacked(layout.value, () => git),
    ),
    config: openGitConfig(layout.value, git.value, env),
    env,
    async conversion(config, plan) {
      const { findConversion } = await import("./record.js");
      return findConversion(native, config, plan);
    },
    async sign(plan, signing) {
      if (!configFlag(signing.config, "commit.gpgsign")) return ok(null);
      const { writeSigned } = await import("./native-record.js");
      return writeSigned(native, plan, signing);
    },
    log: (start, query) => logNatively(native, start, query),
    resolve: (revision) => resolveRevision(native, revision),
  };
  return ok(openRepository(native));
}

async function resolveRevision({ git, layout, store }: Native, revision: string): Promise<Outcome<Oid | null>> {
  if (revision === "" || /[\0\n]/.test(revision)) return ok(null);
  const file = isRefName(revision) ? refFile(layout, revision) : null;
  if (file !== null && isWaitedFor(file)) return waitsFor(file);
  // Refs of ours are asked for by every look at a memory, and most are not there: no process for them.
  if (layout.refStorage === "files" && revision.startsWith("refs/pagefile/") && isRefName(revision)) {
    const ref = readRef(layout, revision);
    if (ref.ok && ref.value === null) return ok(null);
    if (ref.ok && ref.value !== null && (await store.read(ref.value, "commit")).ok) return ref;
  }
  const ran = await git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
  if (!ran.ok) return ran;
  return ok(ran.value.code === 0 ? parseOid(ran.value.stdout.toString("latin1").trim()) : null);
}
