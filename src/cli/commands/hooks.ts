/** Commands around git's hooks: hooks, which installs them, and merge-driver, which git calls to merge one page. */

import { resolve } from "node:path";
import { err, type Outcome, ok, usage } from "../../base/result.js";
import { type HooksAnswer, hooksStatus, installHooks, uninstallHooks, wireHooks } from "../../hooks/install.js";
import { type DriverAnswer, mergeDriver, wireMergeFiles } from "../../write/merge/driver.js";
import type { MergeConflict } from "../../write/merge/head.js";
import type { Call, Reply } from "../command.js";
import { wrapped } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";

// Command hooks: installs our part of a repository's git hooks, takes it out, or proves that it runs.

const actions = { install: installHooks, uninstall: uninstallHooks, status: hooksStatus } as const;

export async function runHooks(call: Call): Promise<Outcome<Reply>> {
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
  const answer = await mergeDriver(wireMergeFiles(call.cwd), { base, ours, theirs, path });
  if (!answer.ok) return answer;
  const { notes, result } = answer.value;
  return ok({
    json: answer.value,
    out: () => "",
    notes: (theme) => notes.map(({ says }) => lineMergeDriver(path, says, theme)).join(""),
    warnings: (theme) => warnings(answer.value, theme),
    onQuiet: "keep",
    exit: result === "untouched" ? 1 : 0,
  });
}

function warnings({ path, why, hint, conflicts }: DriverAnswer, theme: Theme): string {
  const refused =
    why === null ? "" : lineMergeDriver(path, `not merged: ${why}`, theme) + wrapped(hint ?? "", 2, theme);
  const todo = conflicts.length === 0 ? "" : wrapped(`Settle it with: pagefile resolve ${path}`, 2, theme);
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
