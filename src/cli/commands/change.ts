/**
 * Commands that change what stands: set, correct, archive, restore, conflicts and resolve; done, mv and rm for single entries; and edit, for a
 * page in the person's own editor.
 */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { type PagePath, parsePagePath } from "../../base/ids.js";
import { err, type Failure, type Outcome, ok, usage } from "../../base/result.js";
import { shellWord } from "../../base/text.js";
import { isPerson } from "../../memory/actor.js";
import { sidesFor } from "../../memory/facts.js";
import type { Memory } from "../../memory/memory.js";
import { entriesOf } from "../../memory/table.js";
import { type Located, locate, type Workspace } from "../../memory/workspace.js";
import { correct } from "../../night/undo.js";
import type { YamlValue } from "../../page/frontmatter/print.js";
import { commitEdit, type EditAnswer, type EntryRow, entryRows, workOff } from "../../session/pages/edits.js";
import type { WorkOff } from "../../write/entry/trim.js";
import {
  type Alternative,
  type ConflictRow,
  type ConflictsAnswer,
  conflicts,
  type ResolveAnswer,
  resolve,
  settleMarked,
  settleUnmerged,
} from "../../write/merge/conflicts.js";
import { wireUnmerged } from "../../write/merge/merge.js";
import type { Take } from "../../write/merge/settle.js";
import { type Call, type Reply, replied, textOption, textOrStdin } from "../command.js";
import { count, wrapped } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";
import { withSession, withWorkspace } from "../share/session.js";
import { parseValue } from "./inbox.js";
import { commitOptions, commitPatch, envelopeOf, patchReply } from "./write.js";

export async function runResolve(call: Call): Promise<Outcome<Reply>> {
  const take = takeOf(call);
  if (!take.ok) return take;
  return withWorkspace(call, async (workspace) => {
    return replied(await settled(call, workspace, take.value), {
      out: renderResolve,
      notes: ({ notes }, theme) => notes.map(({ says }) => wrapped(says, 0, theme)).join(""),
      ...(call.options.plan === true ? {} : { onQuiet: "drop" }),
    });
  });
}

/** null where no side was named. */
function takeOf(call: Call): Outcome<Take | null> {
  const asked = (["ours", "theirs", "both", "asIs"] as const).filter((name) => call.options[name] === true);
  if (asked.length > 1) {
    return err(usage("More than one side was named.", "Name one of --ours, --theirs, --both and --as-is."));
  }
  return ok(asked[0] === "asIs" ? "as_is" : (asked[0] ?? null));
}

async function settled(call: Call, workspace: Workspace, take: Take | null): Promise<Outcome<ResolveAnswer>> {
  const page = call.args[0] ?? "";
  const how = call.options.plan === true ? "plan" : "commit";
  const about = { page, entry: textOption(call, "entry"), key: textOption(call, "key") };
  for (const memory of workspace.memories) {
    const unmerged = wireUnmerged(memory, call.env);
    if (!unmerged.ok) return unmerged;
    if (unmerged.value === null) continue;
    const merged = await settleUnmerged(memory, unmerged.value, { ...about, take, how });
    if (!merged.ok) return merged;
    if (merged.value !== null) return ok(merged.value);
  }
  const envelope = envelopeOf(call);
  for (const memory of workspace.memories) {
    const mended = await settleMarked(memory, { asked: { ...about, take }, envelope, how }, commitOptions(call));
    if (!mended.ok) return mended;
    if (mended.value !== null) return ok(mended.value);
  }
  const located = locate(workspace, page);
  if (!located.ok) return located;
  if (take === null) {
    const says = `git left nothing of “${page}” unmerged, so a side has to be named.`;
    return err(usage(says, "Name one of --ours, --theirs, --both and --as-is; see: pagefile conflicts"));
  }
  const { memory, entry } = located.value;
  const asked = { ...about, page: entry.id, take };
  return resolve(memory, { asked, envelope, how }, commitOptions(call));
}

const words = { planned: "would settle", committed: "committed", merged: "merged" } as const;

function renderResolve({ path, how, settled: rows, open, commit }: ResolveAnswer, theme: Theme): string {
  const oid = commit === null ? "" : `  ${theme.yellow(commit.slice(0, 8))}`;
  const head = `${theme.green(words[how])}${oid}  ${theme.bold(visibleLine(path))}\n`;
  const took =
    rows.length === 0 ? "" : `  ${count(rows.length, "conflict")}, ${(rows[0]?.take ?? "").replace("_", " ")}\n`;
  const shown = how === "planned" ? conflictLines(rows, theme) : "";
  const left =
    open.length === 0
      ? ""
      : `  ${theme.yellow(`${count(open.length, "conflict")} left`)}\n${conflictLines(open, theme)}`;
  const ends = `end the merge with: git add ${shellWord(path)} and git commit, or git rebase --continue`;
  const next = how === "merged" ? `  ${theme.dim(ends)}\n` : "";
  return head + took + shown + left + next;
}

export function runConflicts(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async ({ primary }) => {
    const unmerged = wireUnmerged(primary, call.env);
    if (!unmerged.ok) return unmerged;
    return replied(await conflicts(primary, unmerged.value), {
      out: renderConflicts,
      isBad: ({ pages, unmerged: left }) => pages.length + left.length > 0,
    });
  });
}

function renderConflicts({ pages, unmerged }: ConflictsAnswer, theme: Theme): string {
  if (pages.length + unmerged.length === 0) return `${theme.green("✓")} no conflict is open\n`;
  const open = pages.map(({ page, path, conflicts: rows }) => {
    const name = page === null ? "" : `${theme.bold(visibleLine(page))}  `;
    return `${name}${theme.dim(visibleLine(path))}\n${conflictLines(rows, theme)}`;
  });
  const left = unmerged.map(
    (path) => `${theme.bold(visibleLine(path))}  ${theme.yellow("unmerged in git's index")}\n`,
  );
  const all = pages.flatMap((each) => each.conflicts);
  const rows = all.filter(({ kind }) => kind === "key");
  const sides = sidesFor(rows.map(({ alternatives }) => alternatives.map(({ value }) => value)));
  const alone = sides.includes("--both") ? "" : "; one alone that can keep both: --entry … --both";
  const merges = all.some(({ kind }) => kind === "marks")
    ? ", or without a side to merge what git's marks keep apart"
    : "";
  const hint = `${theme.dim(`settle with: pagefile resolve PAGE ${sides}${alone}${merges}`)}\n`;
  return [...open, ...left, hint].join("");
}

export async function runCorrect(call: Call): Promise<Outcome<Reply>> {
  const [page = "", typed = ""] = call.args;
  const text = await textOrStdin(call, typed);
  if (!text.ok) return text;
  return withWorkspace(call, async (workspace) => {
    const located = locate(workspace, page);
    if (!located.ok) return located;
    const entry = textOption(call, "entry") ?? "";
    const because = textOption(call, "because");
    const asked = { page, entry, text: text.value, because, envelope: envelopeOf(call) };
    return patchReply(await correct(located.value.memory, asked, commitOptions(call)));
  });
}

export async function runSet(call: Call): Promise<Outcome<Reply>> {
  const [page = "", key = "", typed = ""] = call.args;
  const value: Outcome<YamlValue> = call.options.string === true ? ok(typed) : parseValue(typed);
  if (!value.ok) return value;
  return commitPatch(call, {
    op: "set_with_version",
    page,
    key,
    value: value.value,
    base: textOption(call, "base") ?? "",
  });
}

export async function runArchive(call: Call): Promise<Outcome<Reply>> {
  return commitPatch(call, { op: "archive", page: call.args[0] ?? "" });
}

export async function runRestore(call: Call): Promise<Outcome<Reply>> {
  return commitPatch(call, { op: "restore", page: call.args[0] ?? "" });
}

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
    const isRefused = answer.ok && answer.value.state === "refused";
    return replied(answer, { out: render, isBad: () => isRefused, ...(isRefused ? {} : { onQuiet: "drop" }) });
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
export async function runEditor(command: string, file: string, env: NodeJS.ProcessEnv): Promise<number | null> {
  const { findShell } = await import("../../night/clock/scheduler.js");
  const shell = findShell(env);
  if (shell === null) return null;
  return new Promise((resolve) => {
    const child = spawn(shell, ["-c", `${command} "$@"`, command, file], { env, stdio: "inherit" });
    child.on("error", () => resolve(null));
    child.on("close", (code) => resolve(code));
  });
}

export async function runMv(call: Call): Promise<Outcome<Reply>> {
  return runWorkOff(call, "move", textOption(call, "to"));
}

export async function runDone(call: Call): Promise<Outcome<Reply>> {
  return runWorkOff(call, "done", null);
}

export async function runRm(call: Call): Promise<Outcome<Reply>> {
  return runWorkOff(call, "remove", null);
}

// Render conflicts: what two sides say of one thing, with the side and whether it stands.

function conflictLines(rows: readonly ConflictRow[], theme: Theme): string {
  return rows
    .map((row) => {
      const option = row.kind === "marks" ? "git's marks, line" : `--${row.kind}`;
      const said = row.alternatives.map((each) => alternativeLine(each, row.kind, theme)).join("");
      return `  ${theme.dim(option)} ${theme.bold(visibleLine(row.name))}\n${said}`;
    })
    .join("");
}

function alternativeLine(
  { side, value, digest, stands }: Alternative,
  kind: ConflictRow["kind"],
  theme: Theme,
): string {
  const text = kind === "key" ? JSON.stringify(value) : String(value ?? `(${digest} no longer stands)`);
  const mark = stands ? theme.green("stands") : "      ";
  const [first = "", ...rest] = text.trimEnd().split("\n").map(visibleLine);
  return `    ${side.padEnd(6)}  ${mark}  ${[first, ...rest.map((line) => `${" ".repeat(20)}${line}`)].join("\n")}\n`;
}

// Entries: what `done`, `mv` and `rm` share: the list of a page's entries with their numbers, and one of them worked off.

/** Without an entry the list is the answer. */
async function runWorkOff(call: Call, verb: WorkOff["verb"], to: string | null): Promise<Outcome<Reply>> {
  const [page = "", entry] = call.args;
  const isLacking = verb === "move" && to === null && entry !== undefined;
  const done = await withSession(call, "write", async (workspace) => {
    const located = locate(workspace, page);
    if (!located.ok) return located;
    const { memory, entry: found } = located.value;
    if (entry === undefined) return listed(located.value);
    if (isLacking) return err(nowhere(located.value));
    const target = to === null ? ok(null) : locate(workspace, to);
    if (!target.ok) return target;
    if (target.value !== null && target.value.memory !== memory) return err(apart(call, page, to ?? ""));
    const asked: WorkOff = {
      verb,
      page: found.id,
      entry,
      to: target.value === null ? null : target.value.entry.id,
      because: textOption(call, "because"),
      envelope: envelopeOf(call),
    };
    return patchReply(await workOff(memory, asked, commitOptions(call)));
  });
  return isLacking && !done.ok && done.error.code !== "usage" ? err(nowhere(null)) : done;
}

/** Names a page that is there, or how one is made. */
function nowhere(from: Located | null): Failure {
  const pages = (from === null ? [] : entriesOf(from.memory.table)).filter(
    ({ writable, tier, path }) => writable && tier === "hot" && path !== from?.entry.path,
  );
  const example = pages[0] === undefined ? "" : `For example: --to ${pages[0].id}. `;
  const says = "--to was not given, so nothing says where the entry goes.";
  return usage(says, `${example}pagefile pages lists all pages, and pagefile new makes another.`);
}

/** One commit cannot take an entry out of one repository and put it into another. */
function apart(call: Call, page: string, to: string): Failure {
  const says = `“${page}” and “${to}” are pages of two memories; an entry moves within one.`;
  const [from, into, entry] = [page, to, call.args[1] ?? ""].map(shellWord);
  return usage(
    says,
    `Write it there, then take it away here: pagefile append ${into} TEXT, pagefile rm ${from} ${entry}`,
  );
}

function listed({ memory, entry }: Located): Outcome<Reply> {
  return replied(entryRows(memory, entry), {
    json: (entries) => ({ page: entry.id, path: entry.path, entries }),
    out: lines,
  });
}

function lines(rows: readonly EntryRow[], theme: Theme): string {
  if (rows.length === 0) return "The page holds no entries.\n";
  const width = String(rows.length).length;
  return rows
    .map(({ number, says }) => `${theme.cyan(String(number).padStart(width))}  ${visibleLine(says)}\n`)
    .join("");
}
