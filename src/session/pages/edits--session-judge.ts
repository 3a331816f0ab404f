/** SessionJudge: what a person changed by hand in a session's folder, sorted into what may be committed as it stands and what keeps the rest from it. */

import type { Oid, PageId, PagePath } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { compareText } from "../../base/text--order.js";
import type { FileState } from "../../git/history--plan.js";
import type { Memory } from "../../memory/memory.js";
import { readStates } from "../../memory/memory--states.js";
import { archiveIndexPath, isPageFile } from "../../memory/profile.js";
import { idFromPath } from "../../memory/table--name.js";
import { findingsOf } from "../../memory/workspace--findings.js";
import type { Finding } from "../../page/page--finding.js";
import type { HandEdit } from "../../write/change--hand-edit.js";
import { contentFindings } from "../../write/guard/hand--content.js";
import { type HookPage, readHookPage } from "../../write/guard/hand--page.js";
import { pinFindings } from "../../write/guard/hand--pins.js";

/** A file that stays as the person left it, uncommitted, and why. */
export interface BadEdit {
  readonly path: string;
  readonly id: PageId | null;
  readonly why: Finding;
}

export interface JudgedEdits {
  readonly head: Oid | null;
  readonly good: readonly HandEdit[];
  readonly bad: readonly BadEdit[];
}

/** Of a session's store, as its table stands: the caller brings that in step with the disk. Changes nothing. */
export async function judgeEdits(memory: Memory): Promise<Outcome<JudgedEdits>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const { commit } = head.value;
  const tree = await memory.history.tree(commit);
  if (!tree.ok) return tree;
  const committed = new Map(tree.value.filter(({ path }) => isPageFile(path)).map(({ path, oid }) => [path, oid]));
  const unread = memory.outside.filter(({ severity }) => severity === "error");
  const isUnread = (path: string): boolean =>
    unread.some((one) => path === one.path || path.startsWith(`${one.path}/`));
  const onDisk = [...memory.files.values()].filter(({ path, oid }) => committed.get(path as PagePath) !== oid);
  const missing = [...committed.keys()].filter((path) => !memory.files.has(path) && !isUnread(path));
  const paths = [...onDisk.map(({ path }) => path as PagePath), ...missing].sort(compareText);
  const states = await readStates(memory, commit, paths);
  if (!states.ok) return states;
  const good: HandEdit[] = [];
  const bad: BadEdit[] = unread.map((why) => ({ path: why.path, id: null, why }));
  for (const state of states.value) {
    const { path } = state;
    const edit = { path, id: idOf(memory, state), head: state.head?.oid ?? null, work: state.work?.oid ?? null };
    if (edit.head === edit.work) continue;
    const why = isKnown(memory, state) ? await whyNot(memory, state) : { ...writtenNow, path };
    if (why === null) good.push(edit);
    else bad.push({ path, id: edit.id, why });
  }
  return ok({ head: commit, good, bad });
}

/** Whether the table was made from what the disk holds. */
function isKnown(memory: Memory, { path, work }: FileState): boolean {
  return (memory.files.get(path)?.oid ?? null) === (work?.oid ?? null);
}

const writtenNow = {
  code: "read_failed",
  severity: "error",
  line: 0,
  says: "The file was written while it was looked at.",
  hint: "It stays as it is, and the next boundary looks again.",
} as const;

/** The rules of a commit by hand; but what lies in a session's folder is the session's own, whatever scope it names. */
async function whyNot(memory: Memory, { path, head, work }: FileState): Promise<Finding | null> {
  if (path === archiveIndexPath) return null;
  const before = head === null ? null : readHookPage(path, head.bytes);
  const after = work === null ? null : readHookPage(path, work.bytes);
  const known = new Set(before?.findings.map(({ code }) => code));
  const own = findingsOf(memory).filter(
    ({ code, severity, ...one }) =>
      one.path === path &&
      (severity === "error" ? !known.has(code) : code === "id_duplicate" && before?.meta.id !== after?.meta.id),
  );
  const content =
    after === null ? [] : contentFindings(path, after, { before, scope: after.meta.scope ?? memory.config.scope });
  const pins = before === null ? [] : await pinsLost(memory, path, { before, after });
  return [...(after === null ? [] : own), ...content, ...pins][0] ?? null;
}

/** A person may take from a page that is pinned hard, and says so first: there is no message here to say it in. */
async function pinsLost(
  memory: Memory,
  path: PagePath,
  { before, after }: { readonly before: HookPage; readonly after: HookPage | null },
): Promise<readonly Finding[]> {
  const file = { path, status: "changed", mode: "100644", oid: null, before: null } as const;
  const page = { file, prefix: "", path, config: memory.config };
  const found = await pinFindings({ page, at: before }, after === null ? null : { page, at: after });
  const id = before.meta.id ?? idFromPath(path);
  const version = before.meta.version ?? "BLOB";
  const hint = `If you mean it, loosen the pin first: pagefile set ${id} pin none --base ${version} --session ${memory.session ?? "ID"}`;
  return found.map((finding) => ({ ...finding, hint }));
}

function idOf(memory: Memory, { path, head }: FileState): PageId {
  const known = memory.table.byPath.get(path)?.id;
  if (known !== undefined) return known;
  return (head === null ? null : readHookPage(path, head.bytes).meta.id) ?? idFromPath(path);
}
