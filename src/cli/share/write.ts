/** Patching: what every write command shares: who writes and on what grounds, and how a commit is told. */

import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { actorOf } from "../../memory/labels--principal.js";
import { origins } from "../../page/page--page.js";
import type { Recovery } from "../../session/cross.js";
import { noteUnrecovered } from "../../session/pages/session.js";
import { patch } from "../../session/patch--patch.js";
import { recover } from "../../session/recover.js";
import type { CommitOptions } from "../../write/commit/commit.js";
import type { PatchAnswer } from "../../write/commit/commit--commit-message.js";
import type { PatchEnvelope } from "../../write/patch.js";
import type { Call, Reply } from "../command.js";
import { listOption, textOption } from "../command--input.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { recoveryLines } from "./write--sessions.js";
import { withSession } from "./write--workspace.js";

/** Stages, validates and commits one patch; `draft` is what `writeback/parse-patch` takes, without the grounds. */
export function commitPatch(call: Call, draft: Readonly<Record<string, unknown>>): Promise<Outcome<Reply>> {
  return withSession(call, "write", async (workspace) => {
    // What a session that died left comes first; that it cannot be recovered keeps nobody else from writing.
    const recovered = await recover(workspace.primary, commitOptions(call));
    if (!recovered.ok) noteUnrecovered(workspace.primary, recovered.error);
    const answer = await patch(workspace, { ...draft, ...envelopeOf(call) }, commitOptions(call));
    const found = recovered.ok && recovered.value.sessions.length > 0 ? recovered.value : null;
    if (answer.ok) return ok(found === null ? patchReply(answer.value) : withRecovery(answer.value, found));
    if (found === null) return answer;
    const hint = `${answer.error.hint} What a dead session had staged was recovered before; see pagefile log.`;
    return err({ ...answer.error, hint });
  });
}

function withRecovery(answer: PatchAnswer, recovered: Recovery): Reply {
  return {
    ...patchReply(answer),
    json: { ...answer, recovered },
    warnings: (theme) => recoveryLines(recovered, theme),
  };
}

export function patchReply(answer: PatchAnswer): Reply {
  return { json: answer, out: (theme) => render(answer, theme), onQuiet: "drop", exit: 0 };
}

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

function render(answer: PatchAnswer, theme: Theme): string {
  if (answer.unchanged || answer.commit === null)
    return `${theme.dim("unchanged")}  everything was there already; nothing was committed\n`;
  const head = `${theme.green("committed")}  ${theme.yellow(answer.commit.slice(0, 8))}  ${theme.cyan(answer.reason)}\n`;
  const pages = answer.pages.map((page) => {
    const versions = page.from === page.to ? page.to : `${page.from} → ${page.to}`;
    return `  ${theme.bold(visibleLine(page.id))}  ${visibleLine(versions)}  ${theme.dim(visibleLine(page.path))}\n`;
  });
  return head + pages.join("");
}
