/** HookTicket: what pre-commit leaves for commit-msg, so that an ordinary commit starts one program and not two. */

/**
 * `pagefile-ticket-1 PID PAGES` and the trailers to add, a line each. `hooks/ahead-commit-msg.sh` believes it where the same git
 * process, by its id, calls the hook and has not staged anything since. null where the lines are not ASCII: the gate cannot tell
 * how the message is encoded.
 */
export function ticketText(git: string, pages: number, trailers: readonly string[]): string | null {
  const lines = [`pagefile-ticket-1 ${git} ${pages}`, ...trailers];
  const plain = /^[1-9]\d*$/.test(git) && lines.every((line) => /^[ -~]+$/.test(line));
  return plain ? lines.map((line) => `${line}\n`).join("") : null;
}
