/** Command append, and what commands share that change a page: who writes and on what grounds, and how a commit is told. */

import { err, type Outcome } from "../../base/result.js";
import { actorOf } from "../../memory/actor.js";
import { origins } from "../../page/page.js";
import type { HandCommit, Recovery } from "../../session/cross.js";
import { patch } from "../../session/patch.js";
import { recover } from "../../session/recover.js";
import type { CommitOptions, PatchAnswer } from "../../write/commit/commit.js";
import type { PatchEnvelope } from "../../write/patch.js";
import { type Call, listOption, type Reply, replied, textOption, textOrStdin } from "../command.js";
import { count, failureLines } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";
import { withSession } from "../share/session.js";

export async function runAppend(call: Call): Promise<Outcome<Reply>> {
  const [page = "", text = ""] = call.args;
  const value = await textOrStdin(call, text);
  if (!value.ok) return value;
  return commitPatch(call, { op: "append", page, value: value.value });
}

// Patching: what every write command shares: who writes and on what grounds, and how a commit is told.

/** Stages, validates and commits one patch; `draft` is what `write/parse-patch` takes, without the grounds. */
export function commitPatch(call: Call, draft: Readonly<Record<string, unknown>>): Promise<Outcome<Reply>> {
  return withSession(call, "write", async (workspace) => {
    // What a session that died left comes first; that it cannot be recovered keeps nobody else from writing.
    const recovered = await recover(workspace.primary, commitOptions(call));
    if (!recovered.ok) {
      const { noteUnrecovered } = await import("../../session/pages/session.js");
      noteUnrecovered(workspace.primary, recovered.error);
    }
    const answer = await patch(workspace, { ...draft, ...envelopeOf(call) }, commitOptions(call));
    const found = recovered.ok && recovered.value.sessions.length > 0 ? recovered.value : null;
    if (answer.ok || found === null) return patchReply(answer, found);
    const hint = `${answer.error.hint} What a dead session had staged was recovered before; see pagefile log.`;
    return err({ ...answer.error, hint });
  });
}

/** `recovered`: what was left of a session that died, where anything was. */
export function patchReply(answer: Outcome<Patched>, recovered: Recovery | null = null): Outcome<Reply> {
  return replied(answer, {
    json: (patched) => (recovered === null ? patched : { ...patched, recovered }),
    out: render,
    warnings: (_, theme) => (recovered === null ? "" : recoveryLines(recovered, theme)),
    onQuiet: "drop",
  });
}

/** With the subject of the commit, where the command does not say the words itself. */
type Patched = PatchAnswer & { readonly subject?: string };

/** Who writes and on what grounds, as typed. */
export function envelopeOf(call: Call): PatchEnvelope {
  return {
    actor: actorOf(call.env, textOption(call, "actor") ?? "human"),
    origin: origins.find((origin) => origin === textOption(call, "origin")) ?? "user",
    session: textOption(call, "session"),
    evidence: listOption(call, "evidence"),
    id: null,
  };
}

/** On a detached HEAD nothing is committed unless `--detached` says so. */
export function commitOptions(call: Call): CommitOptions {
  return { detached: call.options.detached === true ? "allow" : "refuse" };
}

function render(answer: Patched, theme: Theme): string {
  const { restored = [] } = answer;
  if (restored.length > 0 && answer.unchanged)
    return `${theme.green("restored")}  ${restored.map(visibleLine).join(", ")}  ${theme.dim("was committed before, and is on disk again, uncommitted")}\n`;
  if (answer.unchanged || answer.commit === null)
    return `${theme.dim("unchanged")}  everything was there already; nothing was committed\n`;
  const head = `${theme.green("committed")}  ${theme.yellow(answer.commit.slice(0, 8))}  ${theme.cyan(answer.reason)}\n`;
  const pages = answer.pages.map((page) => {
    const versions = page.from === page.to ? page.to : `${page.from} → ${page.to}`;
    return `  ${theme.bold(visibleLine(page.id))}  ${visibleLine(versions)}  ${theme.dim(visibleLine(page.path))}\n`;
  });
  const subject = answer.subject === undefined ? "" : `  ${visibleLine(answer.subject)}\n`;
  return head + subject + pages.join("");
}

// Recovery: what was left of a session that died, as lines for people.

/** Lines for people; empty when nothing was recovered. */
export function recoveryLines(recovery: Recovery, theme: Theme): string {
  const { sessions, committed, known, rejected, edits, faults } = recovery;
  if (committed.length + known.length + rejected.length + edits.length + faults.length === 0) return "";
  const whose = sessions.map((session) => (session === null ? "a session without a name" : visibleLine(session)));
  const lines = committed.map(
    ({ commit, patches }) =>
      `${theme.green("recovered")}  ${theme.yellow(commit.slice(0, 8))}  ${count(patches.length, "patch")} of ${whose.join(", ")}\n`,
  );
  lines.push(editLines("recovered", edits, theme));
  if (known.length > 0) lines.push(theme.dim(`${known.length} of ${whose.join(", ")} had been committed before\n`));
  return lines.join("") + leftLines(recovery, theme);
}

/** What was refused, and what could not be committed. */
export function leftLines({ rejected, faults }: Pick<Recovery, "rejected" | "faults">, theme: Theme): string {
  return [
    ...rejected.map((row) => failureLines(`${theme.red("rejected")}  ${theme.cyan(row.reason)}`, row)),
    ...faults.map((fault) => failureLines(theme.yellow(fault.kind), fault)),
  ].join("");
}

/** Commits of what people edited by hand in the sessions' folders. */
export function editLines(word: string, edits: readonly HandCommit[], theme: Theme): string {
  const lines = edits.map(({ session, commit, pages }) => {
    const what = `${count(pages.length, "page")} edited by hand in session ${visibleLine(session)}`;
    return `${theme.green(word)}  ${theme.yellow(commit.slice(0, 8))}  ${what}\n`;
  });
  return lines.join("");
}
