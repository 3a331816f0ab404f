/** Proposal: what the last night asks a person about, held against the pages as they are now. */

import { dayAt } from "../base/clock--calendar-day.js";
import type { Instant, PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Memory } from "../memory/memory.js";
import { findPage } from "../memory/table.js";
import { decodePage } from "../page/decode.js";
import { bodyStartOf, outline } from "../page/markdown/outline.js";
import { isPinned } from "../write/entry/trim.js";
import { pastLog } from "./audit/past-log.js";
import { type Leaving, leavingFrom } from "./keep/leave--leave.js";
import { lastProposal } from "./kept-proposal.js";
import { neverAgain } from "./kept-proposal--never-again.js";
import { type ComingRow, comingRows, type Wanted } from "./tonight.js";

/** `open` waits for a person; the others are settled, or have to be proposed anew. */
export interface ProposedRow extends Leaving {
  readonly n: number;
  readonly page: PagePath;
  readonly state: "open" | "rejected" | "gone" | "changed";
}

export interface NightProposal {
  readonly night: Instant;
  /** Why each page is too long. */
  readonly pages: readonly { readonly page: PagePath; readonly over: string }[];
  readonly entries: readonly ProposedRow[];
  /** Of what may be kept, what a person is shown: the first that are open. */
  readonly coming: readonly ComingRow[];
  /** How many wait for an answer: entries that may leave, and statements that may be kept, shown or not. */
  readonly open: number;
  readonly comingOpen: number;
}

/** null where no night has proposed anything yet. */
export async function standingProposal(
  memory: Memory,
  wanted: Wanted = "first",
): Promise<Outcome<NightProposal | null>> {
  const kept = await lastProposal(memory);
  if (!kept.ok || kept.value === null) return kept.ok ? ok(null) : kept;
  const { night, pages, coming } = kept.value;
  const entries: ProposedRow[] = [];
  const logged = pages.length + coming.length === 0 ? ok([]) : await pastLog(memory);
  if (!logged.ok) return logged;
  const never = await neverAgain(memory, logged.value);
  if (!never.ok) return never;
  const rows = await comingRows(memory, kept.value, { wanted, rejected: never.value(null), logged: logged.value });
  if (!rows.ok) return rows;
  if (pages.length > 0) {
    const head = await memory.history.head();
    if (!head.ok) return head;
    const blobs = await memory.history.at(
      head.value.commit,
      pages.map(({ page }) => page),
    );
    if (!blobs.ok) return blobs;
    for (const [i, { page, entries: rows }] of pages.entries()) {
      const bytes = blobs.value[i]?.bytes ?? null;
      const text = bytes === null ? "" : textIn(page, bytes);
      const judged = judge(memory, { page, text, digests: rows.map(({ digest }) => digest), never: never.value });
      entries.push(...rows.map(({ n, digest, rule }) => ({ ...judged(digest, rule), n, page })));
    }
  }
  const open = entries.filter(({ state }) => state === "open").length + rows.value.open;
  const rest = { coming: rows.value.rows, open, comingOpen: rows.value.open };
  return ok({ night, pages: pages.map(({ page, over }) => ({ page, over })), entries, ...rest });
}

/** What rules let go of a page as it is committed, young or not: a night has asked already. */
export function allowedNow(
  memory: Pick<Memory, "table" | "clock" | "zone">,
  asked: { readonly page: PagePath; readonly text: string; readonly only: ReadonlySet<string> },
): readonly Leaving[] {
  const { page, text, only } = asked;
  const entry = findPage(memory.table, page);
  if (entry === null) return [];
  const standing = digestsIn(text);
  return leavingFrom(
    {
      path: page,
      text,
      today: dayAt(memory.zone, memory.clock.now()),
      settled: standing,
      lasting: standing,
      never: new Set(),
      isPinned: (each) => isPinned(entry, each, memory),
    },
    only,
  );
}

function judge(
  memory: Memory,
  asked: {
    readonly page: PagePath;
    readonly text: string;
    readonly digests: readonly string[];
    readonly never: (page: string) => ReadonlySet<string>;
  },
): (digest: string, rule: string) => Omit<ProposedRow, "n" | "page"> {
  const { page, text, digests } = asked;
  const kept = asked.never(page);
  const only = new Set(digests.filter((each) => !kept.has(each)));
  const allowed = new Map(allowedNow(memory, { page, text, only }).map((each) => [each.digest, each]));
  const [standing, onDisk] = [digestsIn(text), digestsIn(diskText(memory, page))];
  return (digest, rule) => {
    const found = allowed.get(digest);
    const none = { digest, rule: rule as Leaving["rule"], text: "", lines: [], repeated: false };
    if (!standing.has(digest)) return { ...none, state: "gone", why: `it stands in ${page} no more` };
    if (kept.has(digest)) return { ...none, state: "rejected", why: "somebody kept it" };
    if (!onDisk.has(digest))
      return { ...none, state: "changed", why: "it was edited since, and the edit is not committed" };
    if (found === undefined || found.rule !== rule)
      return { ...none, state: "changed", why: `${page} was edited since, and the rule lets it go no more` };
    return { ...found, state: "open" };
  };
}

function digestsIn(text: string): ReadonlySet<string> {
  return new Set(outline(text, bodyStartOf(text)).entries.map(({ digest }) => digest));
}

function diskText(memory: Memory, page: PagePath): string {
  const read = memory.store.read(page);
  return read.ok && read.value !== null ? textIn(page, read.value.blob.bytes) : "";
}

function textIn(page: string, bytes: Uint8Array): string {
  const decoded = decodePage(page, bytes);
  return decoded.ok ? decoded.value : "";
}
