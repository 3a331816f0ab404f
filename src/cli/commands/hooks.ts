/** Command hooks: installs our part of a repository's git hooks, takes it out, or proves that it runs. */

import { resolve } from "node:path";
import { type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { type HooksAnswer, hooksStatus, installHooks, uninstallHooks } from "../../hooks/install.js";
import { wireHooks } from "../../hooks/install--wire-hooks.js";
import type { Call, Reply } from "../command.js";
import { type Theme, visibleLine } from "../render/table--theme.js";

const actions = { install: installHooks, uninstall: uninstallHooks, status: hooksStatus } as const;

export async function run(call: Call): Promise<Outcome<Reply>> {
  const action = call.args[0] ?? "";
  if (action !== "install" && action !== "uninstall" && action !== "status") {
    return err(usage(`“${action}” is nothing that hooks can do.`, "One of: install, uninstall, status."));
  }
  const tools = await wireHooks(resolve(call.cwd, call.repos[0] ?? "."), call.env);
  if (!tools.ok) return tools;
  const answer = await actions[action](tools.value);
  if (!answer.ok) return answer;
  const { ours, hooks, merge, add } = answer.value;
  const proven = ours && merge.runs === true && hooks.every((hook) => hook.runs === true);
  const gone = merge.runs === null && hooks.every((hook) => hook.how === null);
  return ok({
    json: answer.value,
    out: (theme) => render(answer.value, theme),
    warnings: (theme) => (ours || action === "uninstall" ? "" : advice(answer.value.folder, add, theme)),
    onQuiet: action === "status" ? "keep" : "drop",
    exit: (action === "uninstall" ? gone : proven) ? 0 : 1,
  });
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
        line(
          hook.name,
          { ...hook, what: hook.how === null ? null : hows[hook.how] },
          theme,
          "answers when git runs it",
        ),
      )
    : [];
  const { merge } = answer;
  const what = merge.runs === null ? null : merge.patterns.map(visibleLine).join(", ") || "no pages here yet";
  return head + lines.join("") + line("merge driver", { ...merge, what }, theme, "merges pages when git asks it");
}

/** `what` says how or where it is installed; null where it is not. */
function line(
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
