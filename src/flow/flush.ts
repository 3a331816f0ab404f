/** Flush: every staged patch committed or refused with its reason, at one boundary, as one commit where they allow it. */

import type { Outcome } from "../base/failure.js";
import { ok } from "../base/result.js";
import type { StagedPatch } from "../port/staging.js";
import { sortPatches, validateBatch } from "../writeback/batch.js";
import { parsePatch } from "../writeback/parse-patch.js";
import type { Patch } from "../writeback/patch.js";
import type { Refusal } from "../writeback/reason.js";
import { type Boundary, parseTrailers } from "../writeback/trailer.js";
import type { FlushAnswer, RejectedRow } from "./answers.js";
import { type CommitOptions, commit, patchDigest } from "./commit.js";
import { groundBy } from "./ground.js";
import { recordRejection } from "./journal.js";
import { type Memory, refresh } from "./memory.js";
import type { Workspace } from "./workspace.js";

interface Waiting {
  readonly staged: StagedPatch;
  readonly patch: Patch;
  readonly digest: string;
}

/** As far back as a flush looks for patches that a killed one committed and could not unstage. */
const lookBackCommits = 200;

/** A patch leaves the staging area only after its commit or its entry in the journal of refusals is durable. */
export async function flush(
  workspace: Workspace,
  query: { readonly boundary: Boundary },
  options: CommitOptions,
): Promise<Outcome<FlushAnswer>> {
  const memory = workspace.primary;
  // In a process that lives long, a page made elsewhere meanwhile must not make a patch to it look misaddressed.
  const refreshed = refresh(memory);
  if (!refreshed.ok) return refreshed;
  const listed = memory.staging.list();
  if (!listed.ok) return listed;
  const rejected: RejectedRow[] = [];
  const parsed: Waiting[] = [];
  for (const staged of listed.value.patches) {
    const patch = parsePatch(staged.draft);
    if (patch.ok) parsed.push({ staged, patch: patch.value, digest: patchDigest(patch.value) });
    else rejected.push(rowOf(staged, patch.error));
  }
  const split = await splitKnown(memory, parsed);
  if (!split.ok) return split;
  const { known, fresh } = split.value;
  const committed = await commitInRounds(memory, fresh, { ...query, ...options });
  if (!committed.ok) return committed;
  rejected.push(...committed.value.refused.map(({ waiting, refusal }) => rowOf(waiting.staged, refusal)));
  for (const row of rejected) {
    const kept = await recordRejection(memory, row);
    if (!kept.ok) return kept;
  }
  const gone = unstage(memory, [...known, ...rejected.map((row) => row.key)]);
  if (!gone.ok) return gone;
  return ok({ boundary: query.boundary, committed: committed.value.commits, known, rejected });
}

function rowOf(staged: StagedPatch, { reason, says, hint }: Refusal): RejectedRow {
  return { key: staged.key, at: staged.at, reason, says, hint, draft: staged.draft };
}

/** Those whose digest a recent commit's trailers name are done: their flush died between the commit and the unstaging. */
async function splitKnown(
  memory: Memory,
  waiting: readonly Waiting[],
): Promise<Outcome<{ readonly known: readonly string[]; readonly fresh: readonly Waiting[] }>> {
  if (waiting.length === 0) return ok({ known: [], fresh: [] });
  const logged = await memory.history.log({ paths: [], limit: lookBackCommits });
  if (!logged.ok) return logged;
  const done = new Set(logged.value.flatMap((entry) => parseTrailers(entry.message)["Pagefile-Patch"] ?? []));
  const known = waiting.filter((one) => done.has(one.digest)).map((one) => one.staged.key);
  return ok({ known, fresh: waiting.filter((one) => !done.has(one.digest)) });
}

interface Rounds {
  readonly commits: FlushAnswer["committed"];
  readonly refused: readonly { readonly waiting: Waiting; readonly refusal: Refusal }[];
}

/** A patch that needs a page which another one creates is refused in that one's round and passes in the next. */
async function commitInRounds(
  memory: Memory,
  fresh: readonly Waiting[],
  how: CommitOptions & { readonly boundary: Boundary },
): Promise<Outcome<Rounds>> {
  const commits: FlushAnswer["committed"][number][] = [];
  let left = fresh;
  for (;;) {
    const patches = left.map((one) => one.patch);
    const sorted = await groundBy(memory, (ground, base) => sortPatches(patches, ground, base));
    if (!sorted.ok) return sorted;
    const { accepted, refused } = sorted.value;
    const rest = [...refused].map(([at, refusal]) => ({ waiting: left[at]!, refusal }));
    if (accepted.length === 0) return ok({ commits, refused: rest });
    const taken = accepted.map((at) => left[at]!);
    const done = await commit(
      memory,
      {
        validate: (ground) =>
          validateBatch(
            taken.map((one) => one.patch),
            how.boundary,
            ground,
          ),
        content: taken.map((one) => one.patch),
        about: how.boundary,
        boundary: how.boundary,
        patches: taken.map((one) => one.digest),
      },
      how,
    );
    if (!done.ok) return done;
    if (done.value.commit !== null)
      commits.push({ commit: done.value.commit, patches: taken.map((one) => one.staged.key) });
    const gone = unstage(
      memory,
      taken.map((one) => one.staged.key),
    );
    if (!gone.ok) return gone;
    if (rest.length === 0) return ok({ commits, refused: [] });
    left = rest.map((one) => one.waiting);
  }
}

function unstage(memory: Memory, keys: readonly string[]): Outcome<void> {
  for (const key of keys) {
    const removed = memory.staging.remove(key);
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}
