/**
 * KeptProposal: what a night asks a person about, and what that one refused, kept on a ref that no branch sees while the words stay in their
 * pages. What nobody is asked about again is read from it and from history.
 */

import { type Instant, type Oid, type PagePath, parsePagePath } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import { assert, err, type Outcome, ok } from "../base/result.js";
import { type LoggedCommit, parseTrailers } from "../git/history.js";
import type { Memory } from "../memory/memory.js";
import type { Coming, ComingReason } from "./keep/coming.js";
import type { PageLeaving } from "./steps.js";
import { thresholds } from "./thresholds.js";

const ref = "refs/pagefile/proposals";
const standing = "standing.json";
const rejectedFolder = "rejected/";

/** The digests of entries, each with the number that a person calls it by, and the rule that lets it go. */
export interface KeptProposal {
  /** The night that made it. */
  readonly night: Instant;
  readonly pages: readonly {
    readonly page: PagePath;
    readonly over: string;
    readonly entries: readonly { readonly n: number; readonly digest: string; readonly rule: string }[];
  }[];
  /** Entries of logs that may be kept, in the order in which a person reads them. */
  readonly coming: readonly ComingEntry[];
}

interface ComingEntry {
  readonly n: number;
  readonly path: PagePath;
  readonly digest: string;
  readonly reason: ComingReason;
}

/** Takes the place of the last one, unless it asks for the same. What was asked before keeps its number: somebody may have read it. */
export async function keepProposal(
  memory: Memory,
  night: Instant,
  asked: { readonly tooLong: readonly PageLeaving[]; readonly coming: readonly Coming[] },
): Promise<Outcome<void>> {
  const last = await lastProposal(memory);
  // One that does not read back is replaced.
  const before = (last.ok ? last.value : null) ?? { night, pages: [], coming: [] };
  const numberOf = numbersAfter(before);
  const pages = asked.tooLong.flatMap(({ page, over, leaving }) => {
    if (over === null || leaving.length === 0) return [];
    return [
      { page, over, entries: leaving.map(({ digest, rule }) => ({ n: numberOf(page, digest), digest, rule })) },
    ];
  });
  const coming = asked.coming.slice(0, thresholds.comingMax).flatMap(({ promotion, reason }) => {
    const [source] = promotion.sources;
    if (source === undefined) return [];
    const path = source.path as PagePath;
    return [{ n: numberOf(path, source.digest), path, digest: source.digest, reason }];
  });
  const isSame = stableJson([before.pages, before.coming]) === stableJson([pages, coming]);
  if (last.ok && isSame) return ok(undefined);
  const leaving = pages.reduce((sum, { entries }) => sum + entries.length, 0);
  const message = `propose: ${leaving} that may leave, ${coming.length} that may be kept\n\nPagefile-Proposal: night\n`;
  return keep(memory, standing, { night, pages, coming }, { message, when: night });
}

/** The number it had, else the next one; where nothing is left of what was asked, numbers begin anew. */
function numbersAfter({ pages, coming }: Omit<KeptProposal, "night">): (path: string, digest: string) => number {
  const rows = [
    ...pages.flatMap(({ page, entries }) => entries.map(({ n, digest }) => ({ n, key: `${page}#${digest}` }))),
    ...coming.map(({ n, path, digest }) => ({ n, key: `${path}#${digest}` })),
  ];
  const known = new Map(rows.map(({ n, key }) => [key, n]));
  let last = rows.reduce((most, { n }) => Math.max(most, n), 0);
  return (path, digest) => {
    const n = known.get(`${path}#${digest}`) ?? last + 1;
    last = Math.max(last, n);
    return n;
  };
}

/** null where none was ever made. */
export async function lastProposal(memory: Memory): Promise<Outcome<KeptProposal | null>> {
  const files = await filesOf(memory);
  if (!files.ok) return files;
  const oid = files.value.get(standing);
  if (oid === undefined) return ok(null);
  const blob = await memory.history.blob(oid);
  if (!blob.ok) return blob;
  const read = parse(new TextDecoder().decode(blob.value));
  if (read !== null) return ok(read);
  return err({
    code: "corrupt",
    says: `The proposal ${standing} on ${ref} does not read back.`,
    hint: "The next night makes a new one; or now: pagefile nightly --force",
  });
}

/** One file an entry, so that two who refuse at once lose neither. */
export async function keepRejection(
  memory: Memory,
  rejected: { readonly page: PagePath; readonly digest: string; readonly actor: string },
  what: "stays" | "is not kept",
): Promise<Outcome<void>> {
  const when = memory.clock.now();
  const message = `reject: an entry of ${rejected.page} ${what}\n\nPagefile-Actor: ${rejected.actor}\n`;
  return keep(memory, `${rejectedFolder}${rejected.digest}.json`, { ...rejected, when }, { message, when });
}

/** Digests of what a person refused. */
async function rejectedEntries(memory: Memory): Promise<Outcome<ReadonlySet<string>>> {
  const files = await filesOf(memory);
  if (!files.ok) return files;
  const names = [...files.value.keys()].filter((path) => path.startsWith(rejectedFolder));
  return ok(new Set(names.map((path) => path.slice(rejectedFolder.length, -".json".length))));
}

async function keep(
  memory: Memory,
  name: string,
  value: unknown,
  note: { readonly message: string; readonly when: Instant },
): Promise<Outcome<void>> {
  const path = parsePagePath(name);
  assert(path !== null, "a digest makes a safe file name");
  const bytes = new TextEncoder().encode(`${stableJson(value)}\n`);
  const done = await memory.history.recordAside("proposals", { path, bytes }, note);
  return done.ok ? ok(undefined) : done;
}

async function filesOf(memory: Memory): Promise<Outcome<ReadonlyMap<string, Oid>>> {
  const tip = await memory.history.resolve(ref);
  if (!tip.ok) return tip;
  if (tip.value === null) return ok(new Map());
  const tree = await memory.history.tree(tip.value);
  return tree.ok ? ok(new Map(tree.value.map(({ path, oid }) => [path as string, oid]))) : tree;
}

/** It was printed by this program; whoever writes to the ref by hand gets no more out of it than entries that rules let go. */
function parse(text: string): KeptProposal | null {
  try {
    const value = JSON.parse(text) as Partial<KeptProposal> | null;
    if (value === null || typeof value.night !== "string" || !Array.isArray(value.pages)) return null;
    const isWhole = value.pages.every(
      ({ page, over, entries }) =>
        parsePagePath(String(page)) !== null &&
        typeof over === "string" &&
        Array.isArray(entries) &&
        entries.every(
          ({ n, digest, rule }) => Number.isSafeInteger(n) && typeof digest === "string" && typeof rule === "string",
        ),
    );
    const { coming = [] } = value;
    const areRows =
      Array.isArray(coming) &&
      coming.every(
        ({ n, path, digest, reason }) =>
          Number.isSafeInteger(n) &&
          parsePagePath(String(path)) !== null &&
          typeof digest === "string" &&
          typeof reason === "string",
      );
    return isWhole && areRows ? ({ ...value, coming } as KeptProposal) : null;
  } catch {
    return null;
  }
}

// NeverAgain: what nobody is asked about again, because a person refused it or took it back: read from the rejections and from history.

/** By page, null for logs: what a person refused, and what somebody brought back or took back afterwards. `but` are commits that do not count. */
export async function neverAgain(
  memory: Memory,
  logged: readonly LoggedCommit[],
  but: ReadonlySet<Oid> = new Set(),
): Promise<Outcome<(page: string | null) => ReadonlySet<string>>> {
  const rejected = await rejectedEntries(memory);
  if (!rejected.ok) return rejected;
  const byPage = new Map<string, Set<string>>();
  const [undone, refused] = [new Set<string>(), new Set(rejected.value)];
  for (const { oid, message } of logged) {
    if (but.has(oid) || !/PRUNE_TRIM|REVERT|Pagefile-Session: accepted:/.test(message)) continue;
    const trailers = parseTrailers(message);
    const reason = trailers["Pagefile-Reason"]?.[0];
    const evidence = trailers["Pagefile-Evidence"] ?? [];
    if (reason === "REVERT") for (const each of evidence) undone.add(each);
    // Accepted and taken back: the one who did so has answered.
    else if (reason !== "PRUNE_TRIM" && undone.has(`commit:${oid}`)) for (const each of evidence) refused.add(each);
    if (reason !== "PRUNE_TRIM") continue;
    for (const name of evidence) {
      const [, page, digest] = /^file:(.+)#([0-9a-f]+)$/.exec(name) ?? [];
      if (page === undefined || digest === undefined) continue;
      byPage.set(page, (byPage.get(page) ?? new Set<string>()).add(digest));
    }
  }
  return ok((page) => new Set([...refused, ...(page === null ? [] : (byPage.get(page) ?? []))]));
}
