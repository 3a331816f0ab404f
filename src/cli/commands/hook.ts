/** Command hook: what an installed git hook calls; refuses with exit 1, and any other exit lets the commit go on with a warning. */

import { err, type Outcome, ok, usage } from "../../base/result.js";
import { wireCommitHost } from "../../hooks/commit.js";
import { commitMessage, draftMessage, type HookAnswer, preCommit } from "../../hooks/message.js";
import { canaryAnswer, hookNames, isAfter } from "../../hooks/staged.js";
import type { Call, Reply } from "../command.js";
import { count, findingLines } from "../render/render.js";
import type { Theme } from "../render/table.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const name = hookNames.find((each) => each === call.args[0]);
  if (name === undefined) {
    return err(usage(`“${call.args[0]}” is no hook of Pagefile.`, `One of: ${hookNames.join(", ")}.`));
  }
  const host = wireCommitHost(call.cwd, call.env);
  if (!host.ok) return host;
  const nonce = call.env.PAGEFILE_HOOKS_CANARY;
  if (nonce !== undefined && nonce !== "") return ok(said(canaryAnswer(name, nonce)));
  if (name === "pre-commit") return replied(await preCommit(host.value, call.env.PAGEFILE_HOOKS_GIT ?? null));
  if (name === "pre-push" || isAfter(name)) {
    // Loaded only here: a commit waits for the other hooks.
    const { runOther } = await import("../hook-other.js");
    return runOther(call, name);
  }
  const file = call.args[1];
  if (file === undefined) {
    return err(usage(`The ${name} hook needs the file that holds the message.`, "git gives it as the first word."));
  }
  const write = name === "commit-msg" ? commitMessage : draftMessage;
  return replied(await write(host.value, file));
}

function said(line: string): Reply {
  return { json: { canary: line }, out: () => `${line}\n`, onQuiet: "keep", exit: 0 };
}

function replied(answer: Outcome<HookAnswer>): Outcome<Reply> {
  if (!answer.ok) return answer;
  const { findings } = answer.value;
  return ok({
    json: answer.value,
    out: () => "",
    warnings: (theme) => (findings.length === 0 ? "" : refusal(answer.value, theme)),
    onQuiet: "keep",
    exit: findings.length === 0 ? 0 : 1,
  });
}

function refusal({ findings }: HookAnswer, theme: Theme): string {
  const pages = count(new Set(findings.map((finding) => finding.path)).size, "page");
  const head = `${theme.red(theme.bold("pagefile:"))} nothing was committed: ${pages} in this commit cannot go into the memory like this.\n`;
  const asked = findings.every(({ code }) => code === "destructive_op" || code === "index_stale");
  const isAgents = findings.some(({ code }) => code === "pin_taken" || code === "trailer_forged");
  const way = isAgents
    ? "Mend the lines above, or leave this commit to the person whose memory it is."
    : asked
      ? "The message is kept: `git commit -e -F .git/COMMIT_EDITMSG` opens it again."
      : "Mend the lines above and `git add` them, or commit anyway with `git commit --no-verify`.";
  return `${head}${findingLines(findings, theme)}${theme.cyan("hint:")} ${way}\n`;
}
