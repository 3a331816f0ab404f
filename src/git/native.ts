/** NativeHistory: the History port on the user's own git, which is asked what it alone knows; objects, refs and the index are read and written here. */

import { type Oid, parseOid } from "../base/ids.js";
import { type Outcome, ok } from "../base/result.js";
import { checkOwner, openGitConfig } from "./config.js";
import type { History } from "./history.js";
import { configFlag } from "./identity.js";
import { findLayout, type GitLayout } from "./layout.js";
import { type ObjectStore, openObjectStore, openPacked, packedByGit } from "./objects/object-store.js";
import type { Packed } from "./objects/tree.js";
import { type Git, gitFor, isWaitedFor, waitsFor } from "./process.js";
import { isRefName, readRef, refFile } from "./refs/refs.js";
import type { SessionHistories } from "./refs/session.js";
import { type EngineWays, type Native, openRepository, recoverLeft } from "./repository.js";
import { logNatively } from "./walk.js";

/** What git alone can do here, or what is there in its place; `packed` gives the objects that are not loose. */
type Ways = EngineWays & { readonly packed: Packed };

/**
 * `root` is the memory root, anywhere in a work tree. git is asked for its version when there is something to ask it: that is a process, and most of
 * what is read of a memory needs none. Where it is older than 2.38, `without` serves; absent, what needs git fails.
 */
export async function openNativeHistory(
  root: string,
  env: NodeJS.ProcessEnv = process.env,
  without: ((layout: GitLayout) => Promise<Outcome<Ways>>) | null = null,
): Promise<Outcome<History & SessionHistories>> {
  const found = findLayout(root);
  if (!found.ok) return found;
  const layout = found.value;
  let asked: Outcome<Git> | null = null;
  const git = (): Outcome<Git> => {
    asked ??= gitFor(layout, env);
    return asked;
  };
  const owned = await checkOwner(layout, git);
  if (!owned.ok) return owned;
  if (layout.refStorage !== "files") {
    // A table of refs is git's to read: without it no branch would seem to have a commit.
    const readable = git().ok || without === null ? git() : await without(layout);
    if (!readable.ok) return readable;
  }
  recoverLeft(layout);
  let opened: Promise<Outcome<Ways>> | null = null;
  const by = async <T>(ask: (ways: Ways) => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    opened ??= !git().ok && without !== null ? without(layout) : waysOf({ layout, store, env }, git());
    const ways = await opened;
    // A process may live long, and what failed may go well the next time.
    if (!ways.ok) opened = null;
    return ways.ok ? ask(ways.value) : ways;
  };
  const store: ObjectStore = openObjectStore(
    layout,
    openPacked(layout, () => by(async ({ packed }) => ok(packed))),
  );
  return ok(
    openRepository({
      get name() {
        return without === null || git().ok ? "native" : "embedded";
      },
      git() {
        const found = git();
        return found.ok ? found.value : null;
      },
      layout,
      store,
      env,
      config: () => by((ways) => ways.config()),
      conversion: (config, plan) => by((ways) => ways.conversion(config, plan)),
      sign: (plan, signing) => by((ways) => ways.sign(plan, signing)),
      log: (start, query) => by((ways) => ways.log(start, query)),
      async resolve(revision) {
        const here = await resolveHere(store, revision);
        return here ?? by((ways) => ways.resolve(revision));
      },
    }),
  );
}

async function waysOf(place: Omit<Native, "git">, git: Outcome<Git>): Promise<Outcome<Ways>> {
  if (!git.ok) return git;
  const native: Native = { ...place, git: git.value };
  const packed = await packedByGit(place.layout, git);
  if (!packed.ok) return packed;
  return ok({
    packed: packed.value,
    config: openGitConfig(place.layout, git.value, place.env),
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
    resolve: (revision) => resolveByGit(native, revision),
  });
}

/** Without a process; null where git has to be asked. */
async function resolveHere(store: ObjectStore, revision: string): Promise<Outcome<Oid | null> | null> {
  if (revision === "" || /[\0\n]/.test(revision)) return ok(null);
  if (!isRefName(revision)) return null;
  const { layout } = store;
  const file = refFile(layout, revision);
  if (isWaitedFor(file)) return waitsFor(file);
  // Refs of ours are asked for by every look at a memory, and most are not there.
  if (layout.refStorage !== "files" || !revision.startsWith("refs/pagefile/")) return null;
  const ref = readRef(layout, revision);
  if (!ref.ok || ref.value === null) return ref.ok ? ref : null;
  return (await store.read(ref.value, "commit")).ok ? ref : null;
}

async function resolveByGit({ git }: Native, revision: string): Promise<Outcome<Oid | null>> {
  const ran = await git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
  if (!ran.ok) return ran;
  return ok(ran.value.code === 0 ? parseOid(ran.value.stdout.toString("latin1").trim()) : null);
}
