/** HistoryClaim: what a commit's trailers say it did, held against what it did. */

import { isPerson } from "../../memory/labels--actor.js";
import { archiveIndexPath } from "../../memory/profile.js";
import type { CheckedCommit, CheckedFile } from "./check--check.js";
import { finding, type HistoryRemark, note } from "./check--remark.js";

export interface Claims {
  readonly reason: string | null;
  readonly ops: readonly {
    readonly op: string;
    readonly id: string;
    readonly path: string;
  }[];
  /** `Pagefile-Page`, one for each op. */
  readonly moves: readonly {
    readonly id: string;
    readonly from: string;
    readonly to: string;
  }[];
  /** `Pagefile-From`: where moved files were. */
  readonly from: readonly string[];
  /** `Pagefile-Allow`: what a person let pass. */
  readonly allowed: readonly string[];
  /** Whether it says that an agent made it. */
  readonly byAgent: boolean;
}

/** From every paragraph: a squashed commit has the trailers of several in its middle. */
export function claimsIn(message: string): Claims {
  const all = (key: string): string[] =>
    lines
      .filter((line) => line.startsWith(`Pagefile-${key}: `))
      .map((line) => line.slice(key.length + "Pagefile-: ".length).trim());
  const lines = message.split(/\r?\n/);
  return {
    reason: all("Reason").at(-1) ?? null,
    ops: all("Op").map((text) => {
      const [op = "", id = "", ...path] = text.split(" ");
      return { op, id, path: path.join(" ") };
    }),
    moves: all("Page").map((text) => {
      const [, id = "", from = "", to = ""] = /^(.*)@([^@]*)\.\.([^@]*)$/.exec(text) ?? [];
      return { id, from, to };
    }),
    from: all("From"),
    allowed: all("Allow"),
    byAgent: all("Actor").some((actor) => !isPerson(actor)),
  };
}

/** Whether a person made the commit: with the words the hook adds, or with none of ours. */
export function isByHand(claims: Claims): boolean {
  return claims.reason === null || claims.reason === "MANUAL_EDIT";
}

/** Trailers name this many pages at most; of those beyond, the commit says nothing. */
const namedMax = 100;

/** Nothing where no trailers claim anything. */
export function claimRemarks(commit: CheckedCommit, claims: Claims): readonly HistoryRemark[] {
  if (claims.reason === null) return [];
  const byHand = isByHand(claims);
  const files = new Map(commit.files.map((file) => [file.path, file]));
  const wrong = byHand ? handClaims(commit, claims) : ownClaims(claims, files);
  const stray = unclaimed(commit, claims).map(({ id, path }) =>
    finding("claim_false", "The commit changed this page, which its trailers do not name.", { id, path }),
  );
  if (!commit.replayed) return [...wrong, ...stray];
  // What a machine changed without saying so stays a finding: a rebase adds no page to a commit.
  const amended = byHand ? stray : [];
  const replayed = [...wrong, ...amended][0];
  const known =
    replayed === undefined
      ? []
      : [
          note(
            "claim_replayed",
            `The commit was made anew by a rebase, cherry-pick or amend, and its trailers tell of the first one: ${replayed.says}`,
            replayed.page === null || replayed.path === null ? null : { id: replayed.page, path: replayed.path },
          ),
        ];
  return byHand ? known : [...known, ...stray];
}

function ownClaims(claims: Claims, files: ReadonlyMap<string, CheckedFile>): readonly HistoryRemark[] {
  if (claims.ops.length !== claims.moves.length) {
    const says = `The trailers name ${claims.ops.length} changes and the versions of ${claims.moves.length}.`;
    return [finding("claim_false", says)];
  }
  return claims.ops.flatMap(({ op, id, path }, at) => {
    const move = claims.moves[at]!;
    const wrong = id === move.id ? ownClaim({ op, path, ...move }, claims, files) : "two different pages";
    const says = `The trailers say “${op} ${id} ${path}” and “${move.id}@${move.from}..${move.to}”; that is ${wrong}.`;
    return wrong === null ? [] : [finding("claim_false", says, { id, path })];
  });
}

/** What speaks against one op and its versions; null where nothing does. */
function ownClaim(
  claim: Claims["ops"][number] & Claims["moves"][number],
  claims: Claims,
  files: ReadonlyMap<string, CheckedFile>,
): string | null {
  const file = files.get(claim.path);
  // A patch of a batch that found its words there already changes nothing, and says so by equal versions.
  if (file === undefined) return claim.from === claim.to ? null : "not so: the commit did not change the file";
  const moved = claims.from.map((path) => files.get(path)).filter((each) => each !== undefined);
  const sources = claim.op === "archive" || claim.op === "restore" ? moved : [file, ...moved];
  const before = sources.map((source) => source.before[0]?.version ?? "0");
  const after = file.after?.version ?? "0";
  if (after !== claim.to) return `not so: the commit left it at ${after}`;
  if (!before.includes(claim.from)) return `not so: the commit found it at ${before[0] ?? "no version"}`;
  const own = file.after?.id ?? file.before[0]?.id ?? null;
  const named = claim.id.split("#", 1)[0];
  return own === null || own === named ? null : `not so: the page there is “${own}”`;
}

function handClaims(commit: CheckedCommit, claims: Claims): readonly HistoryRemark[] {
  // Other memories of the same work tree are named in the same message, each below its own root.
  if (commit.outside) return [];
  return claims.ops.flatMap(({ op, id, path }) => {
    const file = commit.files.find((each) => each.path === path || each.path.endsWith(`/${path}`));
    const did = file === undefined ? null : statusOf(file);
    if (did === op) return [];
    const is = did === null ? "the commit did not change the file" : `the commit shows ${did}`;
    return [
      finding("claim_false", `The trailers say “${op} ${id} ${path}”; ${is}.`, {
        id,
        path,
      }),
    ];
  });
}

function statusOf(file: CheckedFile): string {
  if (file.mode === "") return "delete";
  return file.before[0] == null ? "create" : "edit";
}

function unclaimed(commit: CheckedCommit, claims: Claims): readonly CheckedFile[] {
  if (claims.ops.length >= namedMax) return [];
  const named = new Set([...claims.ops.map(({ path }) => path), ...claims.from]);
  const byHand = isByHand(claims);
  return commit.files.filter((file) => {
    if (file.path === archiveIndexPath || named.has(file.path)) return false;
    // The hook names pages only; a machine has no business in a file that is the user's to write.
    if (byHand) return file.own && ![...named].some((path) => file.path.endsWith(`/${path}`));
    return file.own || file.after !== null || file.before[0] != null;
  });
}
