/** HookCommands: what each hook does when git calls it: refuse a bad page before a commit, and say in its message who edited what. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { isPerson } from "../memory/labels--actor.js";
import type { Finding } from "../page/page--finding.js";
import { claimFindings } from "./commit--agent.js";
import type { CommitHost } from "./commit--hook-commit.js";
import { checkStaged, type StagedCheck } from "./message.js";
import { addTrailers, allows, carriesReason, isEmptyMessage, isFixup, textLines } from "./message--message.js";
import { prepareMessage, withoutDraft } from "./message--prepare.js";
import { ticketText } from "./message--ticket.js";
import { trailersFor, whoLines } from "./message--trailers.js";
import type { HookName } from "./staged--name.js";

export interface HookAnswer {
  readonly hook: HookName;
  /** Paths of the pages in the commit, below the work tree's top. */
  readonly pages: readonly string[];
  /** What keeps the commit from being made. */
  readonly findings: readonly Finding[];
  /** The trailers that were added. */
  readonly trailers: readonly string[];
}

/**
 * Reads the staged blobs of changed pages; stages nothing. What a word in the message can allow is left to commit-msg, which sees
 * the message. `git` is the id of the git process that commits; with it an ordinary commit gets a ticket past commit-msg.
 */
export async function preCommit(host: CommitHost, git: string | null): Promise<Outcome<HookAnswer>> {
  const checked = await checkStaged(host);
  if (!checked.ok) return checked;
  const { pages, findings, asks } = checked.value;
  // What an agent says in its message is looked at, whatever is staged.
  const plain = findings.length === 0 && asks.length === 0 && host.operation === null && isPerson(host.actor);
  const ticket = plain && git !== null ? ticketText(git, pages.length, trailersFor(pages, host.actor)) : null;
  const left = host.leaveTicket(ticket);
  // Without it the next hook looks for itself; an old one is known by its process.
  if (!left.ok && left.error.code !== "io_failed") return left;
  return ok({ hook: "pre-commit", pages: pathsOf(checked.value), findings, trailers: [] });
}

/**
 * Says in the message that a person edited these pages, once. Merges, rebases and fixups keep the words they have. It is only
 * asked where no ticket holds, so what is staged now is judged anew: another hook may have staged more since pre-commit.
 */
export async function commitMessage(host: CommitHost, file: string): Promise<Outcome<HookAnswer>> {
  const nothing: HookAnswer = { hook: "commit-msg", pages: [], findings: [], trailers: [] };
  const isReplay = host.operation === "merge" || host.operation === "rebase";
  if (isReplay && isPerson(host.actor)) return ok(nothing);
  const message = host.readMessage(file);
  if (!message.ok) return message;
  const text = message.value ?? "";
  const comment = host.comment(text);
  if (!comment.ok) return comment;
  const said = textLines(text, comment.value);
  const claims = claimFindings(host.actor, said);
  if (claims.length > 0) return ok({ ...nothing, findings: claims });
  if (isReplay) return ok(nothing);
  if (message.value !== null && isEmptyMessage(text, comment.value)) return ok(nothing);
  const checked = await checkStaged(host);
  if (!checked.ok) return checked;
  const { pages, findings, asks } = checked.value;
  const refused = allows(text, "DESTRUCTIVE_OP", comment.value) ? findings : [...findings, ...asks];
  if (refused.length > 0) return ok({ ...nothing, pages: pathsOf(checked.value), findings: refused });
  if (message.value === null || isFixup(text)) return ok(nothing);
  if (carriesReason(text, comment.value)) {
    const rest = withoutDraft(text, comment.value) ?? withActor(text, comment.value, host.actor);
    const cleared = rest === null ? ok(undefined) : host.writeMessage(file, rest);
    return cleared.ok ? ok(nothing) : cleared;
  }
  const trailers = trailersFor(pages, host.actor);
  if (trailers.length === 0) return ok(nothing);
  const written = host.writeMessage(file, addTrailers(text, trailers, comment.value));
  return written.ok ? ok({ ...nothing, pages: pathsOf(checked.value), trailers }) : written;
}

/** An agent that writes trailers of its own says who it is; null where that is said. */
function withActor(text: string, comment: string | null, actor: string): string | null {
  const isSaid = textLines(text, comment).some((line) => line.startsWith("Pagefile-Actor:"));
  return isSaid || isPerson(actor) ? null : addTrailers(text, whoLines(actor), comment);
}

/** Before the editor opens: the person sees what will be said of the commit. */
export async function draftMessage(host: CommitHost, file: string): Promise<Outcome<HookAnswer>> {
  let pages: readonly string[] = [];
  const added = await prepareMessage(host, file, async () => {
    const checked = await checkStaged(host);
    if (!checked.ok) return checked;
    pages = pathsOf(checked.value);
    return ok(trailersFor(checked.value.pages, host.actor));
  });
  return added.ok ? ok({ hook: "prepare-commit-msg", pages, findings: [], trailers: added.value }) : added;
}

function pathsOf({ pages }: StagedCheck): readonly string[] {
  return pages.map(({ file }) => file.path);
}
