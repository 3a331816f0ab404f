/**
 * Commands for single entries and for a page in an editor: done, mv, rm and edit. The editor is the person's own, named by the environment and
 * never by a repository.
 */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { type PagePath, parsePagePath } from "../../base/ids.js";
import { err, type Failure, type Outcome, ok, usage } from "../../base/result.js";
import { isPerson } from "../../memory/actor.js";
import type { Memory } from "../../memory/memory.js";
import { locate, type Workspace } from "../../memory/workspace.js";
import { commitEdit, type EditAnswer } from "../../session/patch.js";
import { type Call, type Reply, textOption } from "../command.js";
import { type Theme, visibleLine } from "../render/table.js";
import { withSession } from "../share/session.js";
import { commitOptions, envelopeOf, runWorkOff } from "../share/write.js";

// Command edit: a page in the person's own editor; what they leave is judged as a commit by hand would be, and committed as theirs.

export function runEdit(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "write", async (workspace) => {
    const place = placeOf(workspace, call.args[0] ?? "");
    if (!place.ok) return place;
    const { memory, path } = place.value;
    const envelope = envelopeOf(call);
    if (!isPerson(envelope.actor)) return err(forPersons);
    const editor = editorOf(call.env);
    const file = join(memory.root, path);
    if (editor === null) return err(noEditor(file));
    const code = await runEditor(editor, file, call.env);
    if (code !== 0) return err(notEdited(editor, code));
    const answer = await commitEdit(memory, { path, envelope }, commitOptions(call));
    return answer.ok ? ok(replyOf(answer.value)) : answer;
  });
}

/** A page by any of its names; a file that is kept out of the table by what is wrong with it is what needs the editor most. */
function placeOf(workspace: Workspace, name: string): Outcome<{ readonly memory: Memory; readonly path: PagePath }> {
  const located = locate(workspace, name);
  if (located.ok) return ok({ memory: located.value.memory, path: located.value.entry.path });
  const path = parsePagePath(name);
  const memory = path === null ? undefined : workspace.memories.find(({ files }) => files.has(path));
  return path === null || memory === undefined ? located : ok({ memory, path });
}

const forPersons: Failure = {
  code: "denied",
  reason: "POLICY_VIOLATION",
  says: "edit opens a person's editor; an agent writes by patches.",
  hint: "pagefile append, set, merge or correct.",
};

function noEditor(file: string): Failure {
  return usage(
    "No editor is set: neither VISUAL nor EDITOR is in the environment.",
    `For example: EDITOR=nano pagefile edit …; or edit ${file} and commit it with git.`,
  );
}

function notEdited(editor: string, code: number | null): Failure {
  const how = code === null ? "could not be started" : `ended with exit code ${code}`;
  return usage(
    `The editor “${editor}” ${how}, so nothing was committed.`,
    "What it left is on disk; git diff shows it.",
  );
}

function replyOf(answer: EditAnswer): Reply {
  const exit = answer.state === "refused" ? 1 : 0;
  return { json: answer, out: (theme) => render(answer, theme), onQuiet: exit === 0 ? "drop" : "keep", exit };
}

function render(answer: EditAnswer, theme: Theme): string {
  const path = theme.dim(visibleLine(answer.path));
  switch (answer.state) {
    case "unchanged":
      return `${theme.dim("unchanged")}  ${path}\n`;
    case "local":
      return `${theme.green("kept")}  ${path}  on this disk alone, by its scope\n`;
    case "refused":
      return `${theme.red("not committed")}  ${path}\n  ${visibleLine(answer.why)}\n  Your text is on disk as you left it: edit it again, or take it back with git.\n`;
    case "committed":
      return `${theme.green("committed")}  ${theme.yellow((answer.commit ?? "").slice(0, 8))}  ${theme.cyan(answer.reason)}\n  ${path}\n`;
  }
}

// Editor: the person's own editor, started as git starts it; the environment names it, and never a repository's configuration.

/** A command line for a shell: VISUAL, else EDITOR; null where neither is set or the terminal is none that an editor can use. */
export function editorOf(env: NodeJS.ProcessEnv): string | null {
  return [env.VISUAL, env.EDITOR].map((word) => word?.trim() ?? "").find((word) => word !== "") ?? null;
}

/** Waits until it ends; the exit code, or null where it could not be started or was stopped by a signal. */
export function runEditor(command: string, file: string, env: NodeJS.ProcessEnv): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", `${command} "$@"`, command, file], { env, stdio: "inherit" });
    child.on("error", () => resolve(null));
    child.on("close", (code) => resolve(code));
  });
}

// Command mv: an entry from one page to another.

export async function runMv(call: Call): Promise<Outcome<Reply>> {
  const to = textOption(call, "to");
  if (call.args.length > 1 && to === null)
    return err(usage("--to was not given, so nothing says where the entry goes.", "For example: --to memory#people"));
  return runWorkOff(call, "move", to);
}

// Command done: an entry that is done with, to the archive.

export async function runDone(call: Call): Promise<Outcome<Reply>> {
  return runWorkOff(call, "done", null);
}

// Command rm: an entry out of a page; git alone keeps it.

export async function runRm(call: Call): Promise<Outcome<Reply>> {
  return runWorkOff(call, "remove", null);
}

// WireEditor: the person's editor, for the one command that starts it.
