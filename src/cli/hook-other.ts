/** HookOther: the hooks around a push, and those that follow what git has done, as replies. */

import { err, type Outcome, ok, usage } from "../base/result.js";
import { type AfterAnswer, afterGit } from "../hooks/message.js";
import { type PushAnswer, parsePushedRefs, prePush, wireAfterHost, wirePushHost } from "../hooks/push.js";
import type { AfterName } from "../hooks/staged.js";
import type { Call, Reply } from "./command.js";
import { count, findingLines } from "./render/render.js";
import { type Theme, visibleLine } from "./render/table.js";

export function runOther(call: Call, name: AfterName | "pre-push"): Promise<Outcome<Reply>> {
  return name === "pre-push" ? push(call) : after(call, name);
}

async function push(call: Call): Promise<Outcome<Reply>> {
  const remote = call.args[1];
  if (remote === undefined) {
    return err(usage("The pre-push hook needs the remote's name.", "git gives it as the first word."));
  }
  const refs = parsePushedRefs(Buffer.from(await call.stdin()).toString("utf8"));
  if (!refs.ok) return refs;
  const host = wirePushHost(call.cwd, call.env);
  if (!host.ok) return host;
  const answer = await prePush(host.value, { remote, refs: refs.value });
  if (!answer.ok) return answer;
  const { withheld } = answer.value;
  return ok({
    json: answer.value,
    out: () => "",
    warnings: (theme) => (withheld.length === 0 ? "" : refusal(answer.value, theme)),
    onQuiet: "keep",
    exit: withheld.length === 0 ? 0 : 1,
  });
}

const linesMax = 20;

function refusal({ remote, withheld }: PushAnswer, theme: Theme): string {
  const head = `${theme.red(theme.bold("pagefile:"))} nothing was pushed to ${visibleLine(remote)}: ${count(withheld.length, "thing")} may not leave this machine.\n`;
  const shown = withheld.slice(0, linesMax).map(({ what, commit, says }) => {
    const where = commit === null ? "" : ` ${theme.dim(`in ${commit.slice(0, 8)}`)}`;
    return `  ${theme.bold(visibleLine(what))}${where}: ${visibleLine(says)}\n`;
  });
  const more = withheld.length > linesMax ? `  … and ${withheld.length - linesMax} more\n` : "";
  const hint = `${theme.cyan("hint:")} Take it out of these commits (git rebase -i), or push other refs. \`git push --no-verify\` sends it all the same.\n`;
  return head + shown.join("") + more + hint;
}

async function after(call: Call, name: AfterName): Promise<Outcome<Reply>> {
  const host = wireAfterHost(call.cwd, call.env);
  if (!host.ok) return host;
  const answer = await afterGit(host.value, name);
  if (!answer.ok) return answer;
  return ok({
    json: answer.value,
    out: () => "",
    warnings: (theme) => trouble(answer.value, theme),
    onQuiet: "keep",
    exit: 0,
  });
}

function trouble({ findings }: AfterAnswer, theme: Theme): string {
  if (findings.length === 0) return "";
  const pages = count(new Set(findings.map(({ path }) => path)).size, "page");
  const head = `${theme.yellow("pagefile:")} git has left ${pages} that cannot be read back as memory.\n`;
  return head + findingLines(findings, theme);
}
