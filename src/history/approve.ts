/** Approve: a person's word that a refused patch may land, or that texts from outside may stand in prompts. */

import type { Oid, PageId } from "../base/ids.js";
import { err, type Outcome, ok, usage } from "../base/result.js";
import { itemsOfBody } from "../memory/labels.js";
import type { Memory } from "../memory/memory.js";
import type { PageEntry } from "../memory/table.js";
import { locate, type Workspace } from "../memory/workspace.js";
import type { Origin } from "../page/page.js";
import type { JournalRow } from "../session/cross.js";
import { openOwn } from "../session/pages/folder.js";
import { journal, type Retried, recordRetry } from "../session/settle.js";
import type { ValidationInput } from "../write/change.js";
import { type CommitOptions, commit, refuse } from "../write/commit/commit.js";
import { decideOnHead, storeFor } from "../write/flow.js";
import { guardApprover, itemsAt, validateApproval } from "../write/guard/origin.js";
import { parsePatch } from "../write/parse-patch.js";
import type { PatchEnvelope } from "../write/patch.js";
import { validate } from "../write/validate.js";

export interface ApproveQuery {
  /** A page, a section, `page#entry` by the digits of its digest; or a refused patch by its id or the digits of its digest. */
  readonly name: string;
  readonly envelope: PatchEnvelope;
}

export interface ApproveAnswer {
  readonly page: PageId | null;
  /** null where nothing waited for approval. */
  readonly commit: Oid | null;
  /** The key of the refused patch that landed; null where a page was approved. */
  readonly patch: string | null;
  /** The texts of a page that may stand in prompts from now on. */
  readonly approved: readonly { readonly item: string; readonly origin: Origin; readonly text: string }[];
}

/** An agent is denied before anything is looked up. */
export async function approve(
  workspace: Workspace,
  query: ApproveQuery,
  options: CommitOptions,
): Promise<Outcome<ApproveAnswer>> {
  const denied = guardApprover(query.envelope.actor);
  if (denied !== null) return refuse(workspace.primary, query.name, denied);
  const located = locate(workspace, query.name);
  if (located.ok) return approvePage(located.value.memory, located.value.entry, { ...query, digits: "" }, options);
  const row = await refusedPatch(workspace, query.name);
  if (!row.ok) return row;
  if (row.value !== null) return approvePatch(workspace, row.value, query.envelope, options);
  const hash = query.name.lastIndexOf("#");
  const page = hash < 0 ? located : locate(workspace, query.name.slice(0, hash));
  const digits = hash < 0 ? "" : query.name.slice(hash + 1);
  if (page.ok && isDigits(digits))
    return approvePage(page.value.memory, page.value.entry, { ...query, digits }, options);
  return located;
}

const digitsMin = 4;

function isDigits(text: string): boolean {
  return text.length >= digitsMin && /^[0-9a-f]+$/.test(text);
}

/** What HEAD's text holds is approved: a hand edit that is not committed has no label, and needs none. */
async function approvePage(
  memory: Memory,
  entry: PageEntry,
  query: ApproveQuery & { readonly digits: string },
  options: CommitOptions,
): Promise<Outcome<ApproveAnswer>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const found = await decideOnHead(memory, head.value.commit, (ground) => ({
    items: itemsAt(entry.path, ground),
    text: ground.committed(entry.path) ?? "",
  }));
  if (!found.ok) return found;
  const { items, text } = found.value.decided;
  const spans = sectionSpans(memory, entry, text);
  const asked = [...new Set(items)].filter(
    (item) => memory.labels.untrusted(item) !== null && item.startsWith(query.digits) && spans(item),
  );
  if (asked.length === 0) return ok({ page: entry.id, commit: null, patch: null, approved: [] });
  const approved = asked.map((item) => shown(item, text, memory));
  const validate = (): ReturnType<typeof validateApproval> => validateApproval(entry, asked, query.envelope);
  const content = { op: "approve", page: entry.id, items: asked };
  const done = await commit(memory, { validate, content, about: entry.id }, options);
  return done.ok ? ok({ page: entry.id, commit: done.value.commit, patch: null, approved }) : done;
}

/** Of a section only what stands in it; of a file everything. */
function sectionSpans(memory: Memory, entry: PageEntry, text: string): (item: string) => boolean {
  if (entry.slug === null) return () => true;
  const section = memory.files.get(entry.path)?.data.sections?.find((candidate) => candidate.slug === entry.slug);
  const inside = itemsOfBody(text).filter(
    ({ start }) => section !== undefined && start >= section.start && start < section.end,
  );
  const items = new Set(inside.map(({ item }) => item));
  return (item) => items.has(item);
}

function shown(item: string, text: string, memory: Memory): ApproveAnswer["approved"][number] {
  const place = itemsOfBody(text).find((candidate) => candidate.item === item);
  const said = place === undefined ? "a key of the frontmatter" : text.slice(place.start, place.end);
  return { item, origin: memory.labels.untrusted(item) ?? "web", text: said };
}

/** The patch is validated as any other, but for its origin; its texts keep their label and get the approval beside it. */
async function approvePatch(
  workspace: Workspace,
  row: JournalRow,
  envelope: PatchEnvelope,
  options: CommitOptions,
): Promise<Outcome<ApproveAnswer>> {
  const parsed = parsePatch(row.draft);
  if (!parsed.ok) return refuse(workspace.primary, row.key, parsed.error);
  const found = storeFor(await withStoreOf(workspace, parsed.value.session), parsed.value);
  if (!found.ok) return found;
  const { memory, asked, askedBy } = found.value;
  const approved = (ground: ValidationInput): ReturnType<typeof validate> => {
    const validated = validate(askedBy(ground.table), ground, "approved");
    if (!validated.ok) return validated;
    // The commit is the person's; who wrote the patch stays in the journal and in its evidence.
    const { value } = validated;
    return ok({ ...value, envelope: { ...value.envelope, actor: envelope.actor } } as typeof value);
  };
  const done = await commit(memory, { validate: approved, content: asked, about: row.key }, options);
  if (!done.ok) return done;
  const page = done.value.pages[0]?.id ?? null;
  const { commit: made, unchanged } = done.value;
  // The refusal stays on record, and is not shown as waiting any more.
  const retried: Retried = {
    at: memory.clock.now(),
    outcome: unchanged ? "known" : "committed",
    commit: made,
    reason: null,
  };
  const recorded = await recordRetry(workspace.primary, row.id, retried);
  if (!recorded.ok) return recorded;
  return ok({ page, commit: unchanged ? null : made, patch: row.key, approved: [] });
}

/** A refused patch names its session: where that keeps pages, the patch may be for one of them. */
async function withStoreOf(workspace: Workspace, session: string | null): Promise<Workspace> {
  if (session === null || workspace.memories.some((memory) => memory.session === session)) return workspace;
  const opened = await openOwn(workspace.primary, session, "read");
  const own = "store" in opened ? opened.store : null;
  return own === null ? workspace : { ...workspace, memories: [...workspace.memories, own] };
}

/** The newest refusal for its origin with this id, or the only one whose digest opens so. */
async function refusedPatch(workspace: Workspace, name: string): Promise<Outcome<JournalRow | null>> {
  const listed = await journal(workspace);
  if (!listed.ok) return listed;
  const denied = listed.value.rejected.filter((row) => row.reason === "ORIGIN_DENIED");
  const whole = denied.filter((row) => row.key === name || row.id === name).at(-1);
  if (whole !== undefined) return ok(whole);
  if (!isDigits(name)) return ok(null);
  const opens = (row: JournalRow): boolean => row.id.startsWith(name) || row.key.startsWith(`sha256:${name}`);
  const near = new Map(denied.filter(opens).map((row) => [row.key, row]));
  if (near.size < 2) return ok([...near.values()][0] ?? null);
  const says = `“${name}” opens the names of ${near.size} refused patches.`;
  return err(usage(says, "Give more digits; list them with: pagefile journal --rejected"));
}
