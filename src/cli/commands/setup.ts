/** Command setup: joins an agent's harness to the memory of whatever project it works in, or takes that out again to the byte. */

import { joinNames, type SetupAnswer, setup, wireSetup } from "../../agents/setup/setup.js";
import { err, type Outcome, ok, usage } from "../../base/result.js";
import type { Call, Reply } from "../command.js";
import { type Theme, visibleLine } from "../render/table.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const name = joinNames.find((each) => each === call.args[0]);
  if (name === undefined)
    return err(usage(`“${call.args[0]}” is no harness that can be set up.`, `One of: ${joinNames.join(", ")}.`));
  const { place, files } = wireSetup(call);
  const asked = { name, remove: call.options.remove === true, dryRun: call.options.dryRun === true };
  const answer = setup(asked, place, files);
  if (!answer.ok) return answer;
  return ok({
    json: answer.value,
    out: (theme) => render(answer.value, theme),
    onQuiet: asked.dryRun ? "keep" : "drop",
    exit: 0,
  });
}

const words = {
  written: ["write", "written"],
  removed: ["remove", "removed"],
  nothing: ["as it is", "as it was"],
} as const;

function render({ files, dryRun, remove, name }: SetupAnswer, theme: Theme): string {
  const rows = files.map(({ path, did, text }) => {
    const [todo, done] = words[did];
    const lines = dryRun && did === "written" ? (text ?? "").replace(/\n$/, "").split("\n") : [];
    const word = did === "nothing" ? theme.dim(done) : theme.cyan(dryRun ? todo : done);
    return `${word}  ${visibleLine(path)}\n${lines.map((line) => `    ${visibleLine(line)}\n`).join("")}`;
  });
  const end = dryRun ? "a dry run: nothing was written" : remove ? leftSays(name, files.length) : nextOf[name];
  return `${rows.join("")}${theme.dim(end)}\n`;
}

function leftSays(name: string, files: number): string {
  return files === 0
    ? `${name} has no folder here: nothing of ours is in it`
    : `${name} is left; sessions under way keep what they have until they end`;
}

const nextOf = {
  "claude-code": "sessions that start from now on have the memory of their project; /hooks shows it",
  codex:
    "Codex asks once whether these hooks are trusted; sessions that start after that have the memory of their project",
  pi: "sessions that start from now on have your memory and that of their project; /memory shows it",
} as const;
