/** Command hook: what an installed git hook calls; refuses with exit 1, and any other exit lets the commit go on with a warning. */

import { err, type Outcome, ok, usage } from "../../base/result.js";
import { wireCommitHost } from "../../hooks/commit.js";
import {
  type AfterAnswer,
  afterGit,
  commitMessage,
  draftMessage,
  type HookAnswer,
  preCommit,
} from "../../hooks/message.js";
import type { PushAnswer } from "../../hooks/push.js";
import { type AfterName, canaryAnswer, hookNames, isAfter } from "../../hooks/staged.js";
import type { Call, Reply } from "../command.js";
import { count, findingLines } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";

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
    return name === "pre-push" ? push(call) : after(call, name);
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

// The hooks around a push, and those that follow what git has done. What they need is loaded only here: a commit waits for the others.

async function push(call: Call): Promise<Outcome<Reply>> {
  const { parsePushedRefs, prePush, wirePushHost } = await import("../../hooks/push.js");
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
    warnings: (theme) => (withheld.length === 0 ? "" : withheldLines(answer.value, theme)),
    onQuiet: "keep",
    exit: withheld.length === 0 ? 0 : 1,
  });
}

const linesMax = 20;

function withheldLines({ remote, withheld }: PushAnswer, theme: Theme): string {
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
  const { wireAfterHost } = await import("../../hooks/push.js");
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
