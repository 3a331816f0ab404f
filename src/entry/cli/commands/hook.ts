/** Command hook: what an installed git hook calls; refuses with exit 1, and any other exit lets the commit go on with a warning. */

import type { Outcome } from "../../../base/failure.js";
import { err, ok } from "../../../base/result.js";
import { commitMessage, type HookAnswer, preCommit } from "../../../flow/hook-commands.js";
import { canaryAnswer, hookNames } from "../../../flow/hook-name.js";
import { wireHookHost } from "../../wire-hooks.js";
import type { Call, Reply } from "../command.js";
import { usage } from "../input.js";
import { count, findingLines } from "../render.js";
import type { Theme } from "../theme.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const name = hookNames.find((each) => each === call.args[0]);
  if (name === undefined) {
    return err(usage(`“${call.args[0]}” is no hook of Pagefile.`, `One of: ${hookNames.join(", ")}.`));
  }
  const host = wireHookHost(call.cwd, call.env);
  if (!host.ok) return host;
  const nonce = call.env.PAGEFILE_HOOKS_CANARY;
  if (nonce !== undefined && nonce !== "") return ok(said(canaryAnswer(name, nonce)));
  if (name === "pre-commit") return replied(await preCommit(host.value));
  const file = call.args[1];
  if (file !== undefined) return replied(await commitMessage(host.value, file));
  return err(usage("The commit-msg hook needs the file that holds the message.", "git gives it as the first word."));
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
  const head = `${theme.red(theme.bold("pagefile:"))} ${pages} in this commit cannot be read back as memory; nothing was committed.\n`;
  const hint = `${theme.cyan("hint:")} Mend the lines above and \`git add\` them, or commit anyway with \`git commit --no-verify\`.\n`;
  return head + findingLines(findings, theme) + hint;
}
