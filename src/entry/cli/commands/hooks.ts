/** Command hooks: installs our part of a repository's git hooks, takes it out, or proves that it runs. */

import { resolve } from "node:path";
import type { Outcome } from "../../../base/failure.js";
import { err, ok } from "../../../base/result.js";
import { type HooksAnswer, hooksStatus, installHooks, uninstallHooks } from "../../../flow/hooks.js";
import { wireHooks } from "../../wire-hooks.js";
import type { Call, Reply } from "../command.js";
import { usage } from "../input.js";
import { type Theme, visibleLine } from "../theme.js";

const actions = { install: installHooks, uninstall: uninstallHooks, status: hooksStatus } as const;

export async function run(call: Call): Promise<Outcome<Reply>> {
  const action = call.args[0] ?? "";
  if (action !== "install" && action !== "uninstall" && action !== "status") {
    return err(usage(`“${action}” is nothing that hooks can do.`, "One of: install, uninstall, status."));
  }
  const tools = await wireHooks(resolve(call.cwd, call.repos[0] ?? "."), call.env);
  if (!tools.ok) return tools;
  const answer = await actions[action](tools.value.folder, tools.value);
  if (!answer.ok) return answer;
  const { ours, hooks, add } = answer.value;
  const proven = hooks.every((hook) => hook.runs === true);
  const well = action === "uninstall" ? hooks.every((hook) => hook.how === null) : ours && proven;
  return ok({
    json: answer.value,
    out: (theme) => render(answer.value, theme),
    warnings: (theme) => (ours || action === "uninstall" ? "" : advice(answer.value.folder, add, theme)),
    onQuiet: action === "status" ? "keep" : "drop",
    exit: well ? 0 : 1,
  });
}

const hows = {
  made: "a hook of our own",
  added: "added to the hook that was there",
  chained: "runs before the hook that was there",
} as const;

function render(answer: HooksAnswer, theme: Theme): string {
  const head = `${theme.dim("hooks")}  ${theme.bold(visibleLine(answer.folder))}\n`;
  if (!answer.ours) return head;
  const lines = answer.hooks.map((hook) => {
    const name = hook.name.padEnd(10);
    if (hook.how === null) {
      const what = hook.did === "removed" ? "removed" : "not installed";
      return `  ${hook.did === "removed" ? theme.green("-") : theme.yellow("·")} ${name}  ${what}\n`;
    }
    if (hook.runs === true) {
      const did = hook.did === "nothing" ? "" : `, ${hook.did} now`;
      return `  ${theme.green("✓")} ${name}  answers when git runs it ${theme.dim(`(${hows[hook.how]}${did})`)}\n`;
    }
    return `  ${theme.red("✗")} ${name}  does not answer: ${visibleLine(hook.says)}\n`;
  });
  return head + lines.join("");
}

function advice(folder: string, add: readonly string[], theme: Theme): string {
  const lines = add.map((line) => `  ${visibleLine(line)}\n`).join("");
  const says = `core.hooksPath leads to ${visibleLine(folder)}, outside this repository: other repositories may use it, so nothing was written.`;
  return `${theme.yellow("warning:")} ${says}\n  ${theme.cyan("hint:")} Add these lines to the hooks there, below the first line:\n${lines}`;
}
