/**
 * Commands around git's hooks: hooks, which installs them; hook, which an installed one calls; and merge-driver, which git calls to merge one page.
 */

import { resolve } from "node:path";
import { err, type Outcome, ok, usage } from "../../base/result.js";
import { shellWord } from "../../base/text.js";
import { openCommitHost } from "../../hooks/commit.js";
import { type HooksAnswer, hooksStatus, installHooks, uninstallHooks, wireHooks } from "../../hooks/install.js";
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
import { sidesFor } from "../../memory/facts.js";
import { findRoot, isPersonal } from "../../memory/root.js";
import type { MergeConflict } from "../../write/merge/head.js";
import { type DriverAnswer, mergeDriver, wireMergeFiles } from "../../write/merge/merge.js";
import { type Call, type Reply, replied } from "../command.js";
import { count, findingLines, wrapped } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";

const actions = { install: installHooks, uninstall: uninstallHooks, status: hooksStatus } as const;

export async function runHooks(call: Call): Promise<Outcome<Reply>> {
  const action = call.args[0] ?? "";
  if (action !== "install" && action !== "uninstall" && action !== "status") {
    return err(usage(`“${action}” is nothing that hooks can do.`, "One of: install, uninstall, status."));
  }
  const tools = await wireHooks(hookedFolder(call), call.env);
  if (!tools.ok) return tools;
  return replied(await actions[action](tools.value), {
    out: render,
    warnings: ({ ours, folder, add }, theme) => (ours || action === "uninstall" ? "" : advice(folder, add, theme)),
    ...(action === "status" ? {} : { onQuiet: "drop" }),
    isBad: ({ ours, hooks, merge }) =>
      action === "uninstall"
        ? merge.runs !== null || hooks.some(({ how }) => how !== null)
        : !ours || merge.runs !== true || hooks.some(({ runs }) => runs !== true),
  });
}

/** The one that was named, whatever it holds. Where a project's memory is outside of its tree, doctor looks at the hooks there, and so does this: the code's own are not ours. */
function hookedFolder({ cwd, env, repos: [repo] }: Call): string {
  if (repo !== undefined) return resolve(cwd, repo);
  const root = findRoot(cwd, env);
  return root.ok && isPersonal(root.value, env) ? root.value : cwd;
}

const hows = {
  made: "a hook of our own",
  added: "added to the hook that was there",
  chained: "runs before the hook that was there",
} as const;

function render(answer: HooksAnswer, theme: Theme): string {
  const head = `${theme.dim("hooks")}  ${theme.bold(visibleLine(answer.folder))}\n`;
  const lines = answer.ours
    ? answer.hooks.map((hook) =>
        lineHooks(
          hook.name,
          { ...hook, what: hook.how === null ? null : hows[hook.how] },
          theme,
          "answers when git runs it",
        ),
      )
    : [];
  const { merge } = answer;
  const what = merge.runs === null ? null : merge.patterns.map(visibleLine).join(", ") || "no pages here yet";
  return (
    head + lines.join("") + lineHooks("merge driver", { ...merge, what }, theme, "merges pages when git asks it")
  );
}

/** `what` says how or where it is installed; null where it is not. */
function lineHooks(
  name: string,
  row: { readonly did: string; readonly runs: boolean | null; readonly says: string; readonly what: string | null },
  theme: Theme,
  well: string,
): string {
  const label = name.padEnd(18);
  if (row.what === null) {
    const removed = row.did === "removed";
    return `  ${removed ? theme.green("-") : theme.yellow("·")} ${label}  ${removed ? "removed" : "not installed"}\n`;
  }
  if (row.runs !== true) return `  ${theme.red("✗")} ${label}  does not answer: ${visibleLine(row.says)}\n`;
  const did = row.did === "nothing" ? "" : `, ${row.did} now`;
  return `  ${theme.green("✓")} ${label}  ${well} ${theme.dim(`(${row.what}${did})`)}\n`;
}

function advice(folder: string, add: readonly string[], theme: Theme): string {
  const lines = add.map((line) => `  ${visibleLine(line)}\n`).join("");
  const says = `core.hooksPath leads to ${visibleLine(folder)}, outside this repository: other repositories may use it, so nothing was written.`;
  return `${theme.yellow("warning:")} ${says}\n  ${theme.cyan("hint:")} Add these lines to the hooks there, below the first line:\n${lines}`;
}

// Command merge-driver: what git calls to merge one page; exit 1 leaves the path unmerged and our file as it was.

export async function runMergeDriver(call: Call): Promise<Outcome<Reply>> {
  const [base = "", ours = "", theirs = "", path = ""] = call.args;
  return replied(await mergeDriver(wireMergeFiles(call.cwd), { base, ours, theirs, path }), {
    notes: ({ notes }, theme) => notes.map(({ says }) => lineMergeDriver(path, says, theme)).join(""),
    warnings,
    isBad: ({ result }) => result === "untouched",
  });
}

function warnings({ path, why, hint, conflicts }: DriverAnswer, theme: Theme): string {
  const refused =
    why === null ? "" : lineMergeDriver(path, `not merged: ${why}`, theme) + wrapped(hint ?? "", 2, theme);
  const sides = sidesFor(conflicts.flatMap((each) => (each.kind === "key" ? [[each.ours, each.theirs]] : [])));
  const settle = `Settle it with: pagefile resolve ${shellWord(path)} ${sides}`;
  const todo = conflicts.length === 0 ? "" : wrapped(settle, 2, theme);
  return refused + conflicts.map((conflict) => lineMergeDriver(path, told(conflict), theme)).join("") + todo;
}

function told(conflict: MergeConflict): string {
  if (conflict.kind === "entry") {
    return `both sides edited one entry, and both texts stand: “${conflict.ours}” and “${conflict.theirs}”`;
  }
  const { key, kept } = conflict;
  const other = kept === "ours" ? conflict.theirs : conflict.ours;
  return `both sides changed “${key.join(".")}”; ${kept} is newer and stands, the other says ${JSON.stringify(other)}`;
}

function lineMergeDriver(path: string, says: string, theme: Theme): string {
  return `${theme.bold(visibleLine(path))}: ${visibleLine(says)}\n`;
}

export async function run(call: Call): Promise<Outcome<Reply>> {
  const name = hookNames.find((each) => each === call.args[0]);
  if (name === undefined) {
    return err(usage(`“${call.args[0]}” is no hook of Pagefile.`, `One of: ${hookNames.join(", ")}.`));
  }
  const host = openCommitHost(call.cwd, call.env);
  if (!host.ok) return host;
  const nonce = call.env.PAGEFILE_HOOKS_CANARY;
  if (nonce !== undefined && nonce !== "") {
    const line = canaryAnswer(name, nonce);
    return ok({ json: { canary: line }, out: () => `${line}\n` });
  }
  if (name === "pre-commit") return judged(await preCommit(host.value, call.env.PAGEFILE_HOOKS_GIT ?? null));
  if (name === "pre-push" || isAfter(name)) {
    return name === "pre-push" ? push(call) : after(call, name);
  }
  const file = call.args[1];
  if (file === undefined) {
    return err(usage(`The ${name} hook needs the file that holds the message.`, "git gives it as the first word."));
  }
  const write = name === "commit-msg" ? commitMessage : draftMessage;
  return judged(await write(host.value, file));
}

function judged(answer: Outcome<HookAnswer>): Outcome<Reply> {
  return replied(answer, { warnings: refusal, isBad: ({ findings }) => findings.length > 0 });
}

function refusal({ findings }: HookAnswer, theme: Theme): string {
  if (findings.length === 0) return "";
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
  return replied(await prePush(host.value, { remote, refs: refs.value }), {
    warnings: withheldLines,
    isBad: ({ withheld }) => withheld.length > 0,
  });
}

const linesMax = 20;

function withheldLines({ remote, withheld }: PushAnswer, theme: Theme): string {
  if (withheld.length === 0) return "";
  const head = `${theme.red(theme.bold("pagefile:"))} nothing was pushed to ${visibleLine(remote)}: ${count(withheld.length, "thing")} may not leave this machine.\n`;
  const shown = withheld.slice(0, linesMax).map(({ what, commit, says, into }) => {
    const way = into === undefined ? "" : `, which would go into ${into.replace(/^refs\/heads\//, "")}`;
    const where = commit === null ? "" : ` ${theme.dim(visibleLine(`in ${commit.slice(0, 8)}${way}`))}`;
    return `  ${theme.bold(visibleLine(what))}${where}: ${visibleLine(says)}\n`;
  });
  const more = withheld.length > linesMax ? `  … and ${withheld.length - linesMax} more\n` : "";
  const back = withheld.some(({ reason, into }) => into !== undefined && reason === "SECRET_DETECTED")
    ? `${theme.cyan("hint:")} A merge or an older history would bring it to a branch over there that does not have it, as after a purge. Run \`git fetch\`, take it out of your branch with \`pagefile purge --match-secret --yes\`, and push again.\n`
    : "";
  const hint = `${theme.cyan("hint:")} Take it out of these commits (git rebase -i), or push other refs. \`git push --no-verify\` sends it all the same.\n`;
  return head + shown.join("") + more + back + hint;
}

async function after(call: Call, name: AfterName): Promise<Outcome<Reply>> {
  const { wireAfterHost } = await import("../../hooks/push.js");
  const host = wireAfterHost(call.cwd, call.env);
  if (!host.ok) return host;
  return replied(await afterGit(host.value, name), { warnings: trouble });
}

function trouble({ findings }: AfterAnswer, theme: Theme): string {
  const told = (isSecret: boolean, did: string, what: string): string => {
    const those = findings.filter(({ code }) => (code === "secret_detected") === isSecret);
    const pages = count(new Set(those.map(({ path }) => path)).size, "page");
    return those.length === 0
      ? ""
      : `${theme.yellow("pagefile:")} git has ${did} ${pages} ${what}.\n${findingLines(those, theme)}`;
  };
  return told(false, "left", "that cannot be read back as memory") + told(true, "brought", "with a secret");
}
