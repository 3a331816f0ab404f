/** Command init: makes a folder a memory. */

import { resolve } from "node:path";
import { type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { shellWord } from "../../base/text--shell-word.js";
import { init } from "../../init.js";
import type { InitAnswer } from "../../init--start-answers.js";
import { wireInit } from "../../init--wire-init.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { nowOf } from "../command--now.js";
import { type Theme, visibleLine } from "../render/table--theme.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const now = nowOf(call);
  if (!now.ok) return now;
  const named = call.args[0] ?? call.repos[0];
  // What a script means by an empty word is not the folder it happens to run in.
  if (named === "")
    return err(usage("The folder to make a memory has no name.", "For example: pagefile init my-memory"));
  const dir = resolve(call.cwd, named ?? ".");
  const services = await wireInit({ env: call.env, now: now.value });
  const answer = await init(services, {
    dir,
    profile: textOption(call, "profile"),
    name: textOption(call, "name"),
    scope: textOption(call, "scope"),
    hooks: call.options.hooks !== false,
  });
  if (!answer.ok) return answer;
  return ok({
    json: answer.value,
    out: (theme) => render(answer.value, dir === resolve(call.cwd) ? null : (named ?? null), theme),
    onQuiet: "drop",
    exit: 0,
  });
}

/** `elsewhere`: the folder as it was named, where it is another than the one this runs in. */
function render(answer: InitAnswer, elsewhere: string | null, theme: Theme): string {
  const made = answer.created.map((path) => `  ${theme.green("+")} ${visibleLine(path)}\n`);
  const kept = answer.kept.map(
    (path) => `  ${theme.dim("=")} ${visibleLine(path)} ${theme.dim("(there already, untouched)")}\n`,
  );
  const finished = answer.finished.map(
    (path) => `  ${theme.green("+")} ${visibleLine(path)} ${theme.dim("(there already, committed now)")}\n`,
  );
  const skipped = answer.skipped.map(
    ({ path, why }) =>
      `  ${theme.yellow("!")} ${visibleLine(path)} ${theme.dim(`(left out: ${visibleLine(why)})`)}\n`,
  );
  const unread = answer.unread.map((line) => `  ${theme.yellow("!")} ${visibleLine(line)}\n`);
  const { hooks } = answer;
  const joined = hooks.installed
    ? `  ${theme.green("+")} git hooks and merge driver ${theme.dim("(each answers when git runs it)")}\n`
    : `  ${theme.yellow("·")} git hooks: ${visibleLine(hooks.says)} ${theme.dim("(pagefile hooks install)")}\n`;
  const next = `next: ${elsewhere === null ? "" : `cd ${visibleLine(shellWord(elsewhere))} && `}pagefile status`;
  const commit = answer.commit === null ? "" : `  ${theme.yellow(answer.commit.slice(0, 8))}`;
  const head = `${theme.green("ready")}  ${theme.bold(visibleLine(answer.root))}  ${theme.dim(`${answer.profile} profile`)}${commit}\n`;
  return `${head}${made.join("")}${finished.join("")}${kept.join("")}${skipped.join("")}${unread.join("")}${joined}${theme.dim(next)}\n`;
}
