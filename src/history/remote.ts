/** Remote: what git would not tell of by itself: commits that are only on this machine, and pages it was told not to look at. */

import type { Instant } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { type Outcome, ok } from "../base/result.js";
import type { Head } from "../git/history.js";
import type { Memory } from "../memory/memory.js";
import { isPageFile } from "../memory/profile.js";
import type { Finding } from "../page/page.js";

/** Against what is known of the remote here; nothing is asked over a network. */
export interface UnpushedAnswer {
  /** `origin/main`; null where the repository has no remote for the branch. */
  readonly remote: string | null;
  /** Whether this branch was ever pushed to it or fetched from it. */
  readonly known: boolean;
  /** Commits that the remote was not seen to have, at most `limits.unpushedMax`; 0 where there is no remote to have them. */
  readonly commits: number;
  /** When the oldest of them was made; null where there is none. */
  readonly since: Instant | null;
}

/** null on a detached HEAD, an unborn branch, and where nothing is known of the checkout. */
export async function unpushed(memory: Memory, head: Head): Promise<Outcome<UnpushedAnswer | null>> {
  if (memory.checkout === undefined || head.ref === null || head.commit === null) return ok(null);
  const ref = memory.checkout.remoteRef(head.ref);
  if (!ref.ok) return ref;
  if (ref.value === null) return ok({ remote: null, known: false, commits: 0, since: null });
  const there = await memory.history.resolve(ref.value);
  if (!there.ok) return there;
  const logged = await memory.history.log({
    paths: [],
    limit: limits.unpushedMax,
    every: true,
    from: head.commit,
    ...(there.value === null ? {} : { without: there.value }),
  });
  if (!logged.ok) return logged;
  const times = logged.value.map(({ when }) => when).sort();
  const remote = ref.value.replace(/^refs\/(?:remotes|heads)\//, "");
  return ok({ remote, known: there.value !== null, commits: times.length, since: times[0] ?? null });
}

/** A page that is in the work tree and that `git status` passes over: a hand edit of it is seen by nobody. */
export async function blindFindings(memory: Memory): Promise<Outcome<readonly Finding[]>> {
  if (memory.checkout === undefined) return ok([]);
  const marks = await memory.checkout.blindMarks();
  if (!marks.ok) return marks;
  const here = marks.value.filter(({ path }) => isPageFile(path) && memory.files.has(path));
  return ok(
    here.map(({ path, mark }) => ({
      code: "git_blind",
      severity: "warning",
      path,
      line: 0,
      says: `git was told not to look at this page (${mark}), so neither git status nor git commit sees a hand edit of it.`,
      hint: `Let git look again: git update-index --no-${mark} ${path}`,
    })),
  );
}
