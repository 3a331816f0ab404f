/** HookPrepare: the trailers a person sees in the editor before they write, and their removal where nothing was written. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { HookHost } from "../git/index/staged-diff--hook-host.js";
import { addTrailers, carriesReason, isEmptyMessage, isFixup } from "./message--message.js";

/** Adds what `commit-msg` would add, by the same trailers; what is there already is never doubled. */
export async function prepareMessage(
  host: HookHost,
  file: string,
  trailersOf: (host: HookHost) => Promise<Outcome<readonly string[]>>,
): Promise<Outcome<readonly string[]>> {
  if (host.operation === "merge" || host.operation === "rebase") return ok([]);
  const message = host.readMessage(file);
  if (!message.ok || message.value === null) return message.ok ? ok([]) : message;
  const text = message.value;
  const comment = host.comment(text);
  if (!comment.ok) return comment;
  if (isFixup(text) || carriesReason(text, comment.value)) return ok([]);
  const trailers = await trailersOf(host);
  if (!trailers.ok || trailers.value.length === 0) return trailers;
  const lines = trailers.value.map((line) => `${line}\n`).join("");
  const bare = isEmptyMessage(text, comment.value) && !/^Signed-off-by: /m.test(text);
  // An empty first line to write in, and a blank one below it, as git leaves them above a sign-off.
  const next = bare
    ? `\n\n${lines}${text.startsWith("\n") ? "" : "\n"}${text}`
    : addTrailers(text, trailers.value, comment.value);
  const written = host.writeMessage(file, next);
  return written.ok ? trailers : written;
}

/**
 * The message without our trailers where they are all that is in it, so that git ends the commit as it does when nothing was
 * written; null where somebody wrote a word.
 */
export function withoutDraft(message: string, comment: string | null): string | null {
  const lines = message.split("\n");
  const rest = lines.filter((line) => !/^Pagefile-(?:Reason|Op|Actor|Origin): /.test(line)).join("\n");
  return rest !== message && isEmptyMessage(rest, comment) ? rest : null;
}
