/** DecideMemoryCommand: what a command of the memory tool is to change, and what it answers: nothing here writes. */

import { type PagePath, parsePagePath } from "../base/ids.js";
import type { Failure, Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import type { Memory } from "../memory/memory.js";
import type { ToolFile } from "../write/tool-file.js";
import { type MemoryCommand, parseToolPath, type ToolPath, told, toolFolder } from "./memory-tool--command.js";
import { insertAfter, replaceOnce } from "./memory-tool--edit-text.js";
import { type Standing, standingAt } from "./memory-tool--standing.js";
import { fileView, folderView, snippet, tooManyLines } from "./memory-tool--view.js";

/** What is to be committed, and the answer once it is; an answer alone where nothing changes. */
export interface Decided {
  readonly file: ToolFile | null;
  readonly answer: string;
}

export function decideMemoryCommand(memory: Memory, command: MemoryCommand): Promise<Outcome<Decided>> {
  if (command.command === "rename") return renaming(memory, command);
  return at(memory, command.path, (place, standing) => {
    switch (command.command) {
      case "view":
        return viewed(place, standing, command.view_range);
      case "create":
        return created(place, standing, command.file_text);
      case "delete":
        return deleted(place, standing);
      default:
        return edited(place, standing, command);
    }
  });
}

async function at(
  memory: Memory,
  shown: string,
  use: (place: ToolPath, standing: Standing) => Outcome<Decided>,
): Promise<Outcome<Decided>> {
  const place = parseToolPath(shown);
  if (!place.ok) return place;
  const standing = await standingAt(memory, place.value);
  return standing.ok ? use(place.value, standing.value) : standing;
}

function viewed({ shown }: ToolPath, standing: Standing, range: readonly number[] | undefined): Outcome<Decided> {
  if (standing.kind === "absent") return err(notThere(shown));
  if (standing.kind === "folder") {
    return ok({ file: null, answer: folderView(shown, `${standing.path ?? toolFolder}/`, standing.below) });
  }
  const answer = fileView(shown, standing.text, range);
  return answer === null ? err(told(tooManyLines(shown, standing.text))) : ok({ file: null, answer });
}

function created({ shown }: ToolPath, standing: Standing, text: string): Outcome<Decided> {
  if (standing.kind !== "absent") return err(told(`File ${shown} already exists`));
  if (standing.blocked !== null) return err(standing.blocked);
  const file: ToolFile = { kind: "create", path: standing.path, text };
  return ok({ file, answer: `File created successfully at: ${shown}` });
}

function edited(
  { shown }: ToolPath,
  standing: Standing,
  command: Extract<MemoryCommand, { command: "str_replace" | "insert" }>,
): Outcome<Decided> {
  if (standing.kind === "absent") return err(notThere(shown));
  if (standing.kind === "folder") return err(told(`The path ${shown} is not a file.`));
  const { path, text: from } = standing;
  if (command.command === "insert") {
    const inserted = insertAfter(from, command.insert_line, command.insert_text);
    if (!inserted.ok) return err(told(inserted.error));
    const file: ToolFile = { kind: "insert", path, from, to: inserted.value.text, brought: command.insert_text };
    return ok({ file, answer: `The file ${shown} has been edited.` });
  }
  const { old_str: oldText, new_str: newText } = command;
  const replaced = replaceOnce(shown, from, { oldText, newText });
  if (!replaced.ok) return err(told(replaced.error));
  const { text: to, line } = replaced.value;
  const file: ToolFile = { kind: "replace", path, from, to, brought: newText };
  const says = "The memory file has been edited. Here is the snippet showing the change (with line numbers):";
  return ok({ file, answer: `${says}\n${snippet(to, line)}` });
}

function deleted({ shown }: ToolPath, standing: Standing): Outcome<Decided> {
  if (standing.path === null) return err(told("Cannot delete the /memories directory itself"));
  if (standing.kind === "absent") return err(told(`The path ${shown} does not exist`));
  const paths = standing.kind === "file" ? [standing.path] : [...standing.below.keys()].sort();
  return ok({ file: { kind: "delete", paths }, answer: `Successfully deleted ${shown}` });
}

async function renaming(
  memory: Memory,
  { old_path, new_path }: Extract<MemoryCommand, { command: "rename" }>,
): Promise<Outcome<Decided>> {
  const from = parseToolPath(old_path);
  if (!from.ok) return from;
  const to = parseToolPath(new_path);
  if (!to.ok) return to;
  if (from.value.path === null) return err(told("Cannot rename the /memories directory itself"));
  const there = await standingAt(memory, to.value);
  if (!there.ok) return there;
  if (there.value.kind !== "absent") return err(told(`The destination ${new_path} already exists`));
  const standing = await standingAt(memory, from.value);
  if (!standing.ok) return standing;
  const isThere = standing.value.kind !== "absent";
  if (isThere && there.value.blocked !== null) return err(there.value.blocked);
  return moved(from.value, to.value, standing.value);
}

function moved(from: ToolPath, to: ToolPath, standing: Standing): Outcome<Decided> {
  const target = to.path;
  if (standing.kind === "absent" || standing.path === null || target === null)
    return err(told(`The path ${from.shown} does not exist`));
  if (target.startsWith(`${standing.path}/`)) return err(told(`The path ${to.shown} is below ${from.shown} itself.`));
  const sources = standing.kind === "file" ? [standing.path] : [...standing.below.keys()].sort();
  const moves: { from: PagePath; to: PagePath }[] = [];
  for (const source of sources) {
    const next = parsePagePath(`${target}${source.slice(standing.path.length)}`);
    if (next === null) return err(told(`The path ${to.shown} is too long for what is in ${from.shown}.`));
    moves.push({ from: source, to: next });
  }
  return ok({
    file: { kind: "rename", moves },
    answer: `Successfully renamed ${from.shown} to ${to.shown}`,
  });
}

function notThere(shown: string): Failure {
  return told(`The path ${shown} does not exist. Please provide a valid path.`);
}
