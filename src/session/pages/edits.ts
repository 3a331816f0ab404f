/** SessionEdits: what people edited by hand in a session's folder, committed on the session's ref at a boundary, or told and left as it is. */

import type { Oid } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import type { Failure } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { Boundary } from "../../git/history--trailer.js";
import { type Memory, refresh } from "../../memory/memory.js";
import { redactSecrets } from "../../rules/secret-keys--secret.js";
import { type HandEdit, validateHandEdits } from "../../write/change--hand-edit.js";
import { commit } from "../../write/commit/commit.js";
import type { Fault } from "../../write/fault.js";
import { logFaults } from "../../write/fault-log.js";
import { ownEnvelope } from "../../write/patch--envelope.js";
import type { SettledPage } from "../cross.js";
import { type BadEdit, judgeEdits } from "./edits--session-judge.js";
import { keptSessions, openOwn } from "./edits--session-stores.js";
import type { HandCommit } from "./known.js";

export interface EditsTaken {
  readonly edits: readonly HandCommit[];
  /** One a file that was not as the ref has it. */
  readonly pages: readonly SettledPage[];
  readonly faults: readonly Fault[];
}

/**
 * Of one session's store. A bad edit keeps no other out and is a fault with its line; a failure is a fault too, because no
 * session's folder may keep a boundary from being crossed. Nothing on disk changes.
 */
async function takeEdits(memory: Memory, boundary: Boundary): Promise<EditsTaken> {
  const taken = { edits: [] as HandCommit[], pages: [] as SettledPage[] };
  for (let attempt = 0; attempt < limits.commitRetriesMax; attempt += 1) {
    const refreshed = refresh(memory);
    const judged = refreshed.ok ? await judgeEdits(memory) : refreshed;
    if (!judged.ok) return { ...taken, ...missed(memory, boundary, { left: [], failure: judged.error, taken }) };
    const { good, bad } = judged.value;
    if (good.length === 0) return { ...taken, ...refused(memory, boundary, { bad, taken }) };
    const done = await commitEdits(memory, boundary, good);
    if (!done.ok) return { ...taken, ...missed(memory, boundary, { left: good, failure: done.error, taken }) };
    const { commit: made, unchanged, pages } = done.value;
    if (made === null || unchanged) continue;
    taken.edits.push({ session: memory.session ?? "", commit: made, pages: pages.map(({ path }) => path) });
    taken.pages.push(...pages.map(({ id }) => row(id, made)));
  }
  const failure: Failure = { code: "locked", says: "The files kept changing while they were committed.", hint: "" };
  return { ...taken, ...missed(memory, boundary, { left: [], failure, taken }) };
}

/** Of one session, or of all that keep pages here. A folder that nothing tells the session of is one fault. */
export async function takeAllEdits(memory: Memory, session: string | null, boundary: Boundary): Promise<EditsTaken> {
  const kept = session === null ? await keptSessions(memory) : ok([{ session, folder: "" }]);
  if (!kept.ok) return noStore(memory, boundary, { session: null, failure: kept.error });
  const taken: EditsTaken[] = [];
  for (const { session: whose, folder } of kept.value) {
    if (whose === null) {
      taken.push(noStore(memory, boundary, { session: null, failure: unknownFolder(folder) }));
      continue;
    }
    const opened = await openOwn(memory, whose, "read");
    if ("failure" in opened) taken.push(noStore(memory, boundary, { session: whose, failure: opened.failure }));
    else if (opened.store !== null) taken.push(await takeEdits(opened.store, boundary));
  }
  return {
    edits: taken.flatMap(({ edits }) => edits),
    pages: taken.flatMap(({ pages }) => pages),
    faults: taken.flatMap(({ faults }) => faults),
  };
}

function noStore(
  memory: Memory,
  boundary: Boundary,
  { session, failure }: { readonly session: string | null; readonly failure: Failure },
): EditsTaken {
  const whose = session === null ? "Sessions' own pages" : `The own pages of session ${session}`;
  const fault: Fault = { kind: "flush_miss", page: "", says: `${whose}: ${failure.says}`, hint: failure.hint };
  log({ ...memory, session: session ?? "" }, boundary, [fault]);
  return { edits: [], pages: [], faults: [fault] };
}

function unknownFolder(folder: string): Failure {
  return {
    code: "page_missing",
    says: `Nothing tells which session ${folder} is of, so what was edited there is not committed.`,
    hint: "Move its files to the folder of a session that pagefile session list shows.",
  };
}

function commitEdits(memory: Memory, boundary: Boundary, good: readonly HandEdit[]): ReturnType<typeof commit> {
  const envelope = { ...ownEnvelope, session: memory.session ?? null };
  return commit(
    memory,
    {
      validate: (_ground, { states }) => validateHandEdits(good, envelope, states),
      content: { op: "hand_edit", files: good },
      about: good.map(({ path }) => path).join(", "),
      boundary,
      patches: [],
    },
    { detached: "allow" },
  );
}

interface Left {
  readonly taken: Pick<EditsTaken, "pages">;
}

/** Told at every boundary, and logged once as long as the file is what it was. */
function refused(
  memory: Memory,
  boundary: Boundary,
  { bad, taken }: Left & { readonly bad: readonly BadEdit[] },
): Pick<EditsTaken, "pages" | "faults"> {
  const faults = bad.map((one): Fault => {
    const { path, why } = one;
    const place = `${memory.root}/${path}${why.line > 0 ? `:${why.line}` : ""}`;
    const says = redactSecrets(`A hand edit is not committed: ${place}: ${why.says}`);
    return { kind: "writeback_rejected", page: redactSecrets(one.id ?? path), says, hint: why.hint };
  });
  log(memory, boundary, faults);
  const rows = bad.map(({ id, path }) => row(redactSecrets(id ?? path), null, "writeback_rejected"));
  return { pages: [...taken.pages, ...rows], faults };
}

function missed(
  memory: Memory,
  boundary: Boundary,
  { left, failure, taken }: Left & { readonly left: readonly HandEdit[]; readonly failure: Failure },
): Pick<EditsTaken, "pages" | "faults"> {
  const says = `What was edited by hand in ${memory.root} is not committed: ${failure.says}`;
  const hint = `${failure.hint} The files are as they were left; the next boundary tries again.`.trim();
  const pages = left.length === 0 ? [""] : left.map(({ id }) => id);
  const faults = pages.map((page): Fault => ({ kind: "flush_miss", page, says, hint }));
  log(memory, boundary, faults);
  return { pages: [...taken.pages, ...pages.map((page) => row(page, null, "flush_miss"))], faults };
}

function log(
  memory: Pick<Memory, "session" | "traces" | "clock">,
  boundary: Boundary,
  faults: readonly Fault[],
): void {
  if (faults.length === 0) return;
  const { session = "" } = memory;
  const known = memory.traces.recentFaults(recentMax, (fault) => fault.session === session).records;
  const fresh = faults.filter(({ page, says }) => known.find((fault) => fault.page === page)?.says !== says);
  logFaults(memory, fresh, { session, boundary });
}

const recentMax = 200;

function row(page: string, commit: Oid | null, reason: string | null = null): SettledPage {
  return { patch: null, page, outcome: reason === null ? "committed" : "still_dirty", commit, reason };
}
