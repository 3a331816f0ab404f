/** Patching: what every write command shares: who writes and on what grounds, and how a commit is told. */

import type { Outcome } from "../../base/failure.js";
import { ok } from "../../base/result.js";
import type { PatchAnswer } from "../../flow/answers.js";
import type { CommitOptions } from "../../flow/commit.js";
import { patch } from "../../flow/patch.js";
import { origins } from "../../page/page.js";
import type { PatchEnvelope } from "../../writeback/patch.js";
import type { Call, Reply } from "./command.js";
import { listOption, textOption } from "./input.js";
import { type Theme, visibleLine } from "./theme.js";
import { withWorkspace } from "./workspace.js";

/** Stages, validates and commits one patch; `draft` is what `writeback/parse-patch` takes, without the grounds. */
export function commitPatch(call: Call, draft: Readonly<Record<string, unknown>>): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    const answer = await patch(workspace, { ...draft, ...envelopeOf(call) }, commitOptions(call));
    return answer.ok ? ok(patchReply(answer.value)) : answer;
  });
}

export function patchReply(answer: PatchAnswer): Reply {
  return { json: answer, out: (theme) => render(answer, theme), onQuiet: "drop", exit: 0 };
}

/** Who writes and on what grounds, as typed. */
export function envelopeOf(call: Call): PatchEnvelope {
  return {
    actor: textOption(call, "actor") ?? "human",
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
