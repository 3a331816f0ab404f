/**
 * HarnessChecks: doctor's look at the harnesses of this user: which are joined to memories, and whether their hooks do what they should when they
 * are run as written.
 */

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type JsonObject, objectOf, parseLine, textOf } from "../../base/json.js";
import { type Outcome, ok } from "../../base/result.js";
import { init, wireInit } from "../../init/init.js";
import type { DoctorAnswer } from "../../night/audit/audit.js";
import { findShell, runProgram } from "../../night/clock/scheduler.js";
import { openWorkspace } from "../../open.js";
import { type SetupName, setupNames } from "../codec.js";
import { harnessNotesOf } from "../session-notes.js";
import { commandOf, hookEntries, openclawPlaces, ourCommands } from "./settings.js";
import { hooksFile, inScratch, projectSettingsOf, settingsAt, setup, startHere } from "./setup.js";

type Check = DoctorAnswer["checks"][number];

/** One check a harness that is joined; none where none is. Nothing is asked of a model, and no memory but a scratch one is written. */
export async function harnessChecks(options: {
  readonly env: NodeJS.ProcessEnv;
  /** The folder of the project, whose own settings can turn hooks off. */
  readonly project: string;
}): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const name of setupNames) {
    const found = joined(name, options);
    if (found === null) continue;
    const { commands, how, option = "" } = found;
    const off = name === "claude-code" ? turnedOff(options) : null;
    const { ok: isWell, says, hint } = off ?? found.verdict ?? (await trial(name, commands, options.env));
    const end = isWell ? "" : ".";
    const todo = hint ?? `Write its hooks anew: pagefile setup ${name}${option}`;
    // What it is said by may be a sentence of its own.
    checks.push({ name, ok: isWell, says: `${says.replace(/\.$/, "")}${how}${end}`, hint: isWell ? "" : todo });
  }
  const rows = [["pi", "user"] as const, ["pi", "project"] as const, ["openclaw", "user"] as const];
  return [...checks, ...rows.flatMap(([name, scope]) => settingsCheck({ name, scope }, options) ?? [])];
}

/** pi and OpenClaw load this program, and run no command that could be tried: their settings are held against what setup would write now. */
function settingsCheck(
  { name, scope }: { readonly name: "pi" | "openclaw"; readonly scope: "user" | "project" },
  { env, project: cwd }: Around,
): Check | null {
  const changes = (remove: boolean, kernel: boolean): Outcome<boolean> => {
    const planned = setup({ name, remove, kernel, scope, cwd, env, repos: [], asks: false, dryRun: true });
    return planned.ok ? ok(planned.value.files.some(({ did }) => did !== "nothing")) : planned;
  };
  const isOf = (answer: Outcome<boolean>, wanted: boolean): boolean => answer.ok && answer.value === wanted;
  if (!isOf(changes(true, false), true)) return null;
  const joining = changes(false, false);
  if (!joining.ok) return { name, ok: false, says: joining.error.says, hint: joining.error.hint };
  const kernel = [false, true].find((on) => isOf(changes(false, on), false));
  const named = { name, ok: true, hint: "" };
  const how = scope === "project" ? ", by the project's settings" : "";
  if (kernel !== undefined)
    return { ...named, says: `its settings name this program; the kernel is ${kernel ? "on" : "off"}${how}` };
  const { file, joined } = openclawPlaces(env);
  const settings = scope === "project" ? projectSettingsOf("pi", cwd) : settingsAt(hooksFile("pi", env));
  const hasKernel = settings?.includes("/templates/harness/pi-kernel") === true;
  const { paths, options } =
    name === "openclaw" ? joined(settingsAt(file) ?? "") : { paths: [], options: hasKernel ? " --kernel" : "" };
  const gone = paths.find((path) => !existsSync(path));
  const anew = `Write them anew: pagefile setup ${name}${scope === "project" ? " --scope project" : ""}${options}`;
  if (gone !== undefined)
    return { name, ok: false, says: `Its settings load the plugin from ${gone}, which is gone.`, hint: anew };
  // OpenClaw's may name memories, which only whoever set it up knows.
  if (name === "openclaw") return { ...named, says: "its settings name this program, with words of their own" };
  return { name, ok: false, says: `Its settings name this program at another place${how}.`, hint: anew };
}

interface Verdict {
  readonly ok: boolean;
  readonly says: string;
  readonly hint?: string;
}

type Around = Parameters<typeof harnessChecks>[0];

interface Joined {
  readonly commands: ReadonlyMap<string, string>;
  readonly how: string;
  /** Of the command that writes them anew. */
  readonly option?: string;
  /** What is known of them without running any. */
  readonly verdict?: Verdict;
}

/** By `pagefile setup`, or by the plugin; its hooks stand back where both are there. `how` says by what, where that is worth a word. */
function joined(name: SetupName, around: Around): Joined | null {
  const settings = settingsAt(hooksFile(name, around.env));
  const commands = settings === null ? null : ourCommands(name, settings);
  const isPlugged = name === "claude-code" && settings !== null && hasPlugin(settings);
  if (commands !== null) return { commands, how: isPlugged ? "; the plugin's stand back" : "" };
  const shared = projectSettingsOf(name, around.project);
  const theirs = shared === null ? null : ourCommands(name, shared);
  // A clone brings its settings along: nothing is run but what this program would have written.
  const all = (start: string): ReadonlyMap<string, string> =>
    new Map(hookEntries(name, start).map(({ event, command }) => [event, command]));
  const own = all(startHere(name, []));
  const ofProject = { how: ", by the project's settings", option: " --scope project" };
  if (theirs !== null && [...theirs].every(([event, command]) => own.get(event) === command))
    return { commands: theirs, ...ofProject };
  for (const [event, command] of theirs ?? []) {
    const gone = goneOf(name, event, command);
    if (gone !== null) return { commands: new Map(), verdict: gone, ...ofProject };
  }
  return isPlugged ? { commands: all("pagefile"), how: ", by the plugin" } : null;
}

function hasPlugin(settings: string): boolean {
  const plugins = objectOf(parseLine(settings)?.enabledPlugins) ?? {};
  return Object.entries(plugins).some(([key, on]) => key.startsWith("pagefile@") && on === true);
}

/** Claude Code runs no hook at all where one of these files says so. */
function turnedOff(around: Around): Verdict | null {
  const own = ["settings.json", "settings.local.json"].map((file) => join(around.project, ".claude", file));
  for (const path of [hooksFile("claude-code", around.env), ...own]) {
    const text = settingsAt(path);
    if (text === null || parseLine(text)?.disableAllHooks !== true) continue;
    return { ok: false, says: `every hook is turned off by ${path}`, hint: "Take disableAllHooks out of that file." };
  }
  return null;
}

/** Who commits to a memory that is gone a moment later; the user may be known to git in their own repositories alone. */
const someone: NodeJS.ProcessEnv = {
  GIT_AUTHOR_NAME: "Pagefile",
  GIT_AUTHOR_EMAIL: "canary@pagefile.invalid",
  GIT_COMMITTER_NAME: "Pagefile",
  GIT_COMMITTER_EMAIL: "canary@pagefile.invalid",
};

/** The events of one short session, what is their own of each, and the note that each leaves. */
const story: readonly { readonly event: string; readonly more: JsonObject; readonly leaves: string }[] = [
  { event: "SessionStart", more: { source: "startup" }, leaves: "prompt" },
  { event: "UserPromptSubmit", more: { prompt: "Canary.", prompt_id: "p" }, leaves: "prompt" },
  {
    event: "PostToolUse",
    more: { tool_name: "Read", tool_input: { file_path: "canary" }, tool_response: "", tool_use_id: "t" },
    leaves: "tool",
  },
  { event: "Stop", more: { stop_hook_active: false, prompt_id: "p" }, leaves: "stop" },
  { event: "PreCompact", more: { trigger: "manual" }, leaves: "lost" },
  { event: "SessionEnd", more: { reason: "other" }, leaves: "end" },
];

/** The hooks that a harness would run, as they are written, in a memory made for that; the first that does not answer ends it. */
function trial(name: SetupName, commands: ReadonlyMap<string, string>, user: NodeJS.ProcessEnv): Promise<Verdict> {
  const env = { ...user, ...someone };
  const { CLAUDE_PROJECT_DIR: _, ...shell } = env;
  const [runner, ...how] = shellFor(name, env);
  if (runner === undefined)
    return Promise.resolve(
      failed(
        "no shell runs them: on Windows it is the one that comes with git",
        "Install Git for Windows: https://git-scm.com",
      ),
    );
  return inScratch(async (memory) => {
    const services = wireInit({ env, now: null });
    const made = await init(services, { dir: memory, profile: "plain", name: "canary", scope: null, hooks: false });
    if (!made.ok) return failed(`no memory could be made to try them in: ${made.error.says}`);
    const opened = await openWorkspace({ cwd: memory, repos: [memory], env, now: null });
    if (!opened.ok) return failed(opened.error.says);
    try {
      const notes = harnessNotesOf(opened.value.primary);
      const session = `canary-${randomBytes(6).toString("hex")}`;
      const left: string[] = [];
      for (const { event, more, leaves } of story) {
        const command = commands.get(event);
        if (command === undefined) return failed(`there is no hook of ours for ${event}`);
        const gone = goneOf(name, event, command);
        if (gone !== null) return gone;
        const { bare, repos } = commandOf(name, event, command);
        for (const repo of repos) {
          const there = await openWorkspace({ cwd: memory, repos: [repo], env, now: null });
          if (!there.ok) return failed(`${event} names the memory ${repo}: ${there.error.says}`);
          await there.value.close();
        }
        const told = { session_id: session, hook_event_name: event, cwd: memory, transcript_path: null, ...more };
        const input = Buffer.from(JSON.stringify(told));
        const wrong = wrongIn(event, await runProgram(runner, [...how, bare], { env: shell, input }), session);
        if (wrong !== null) return failed(wrong);
        left.push(leaves);
        const read = notes.read(session);
        const kinds = read.ok ? read.value.map(({ kind }) => kind) : [];
        if (kinds.join() !== left.join()) return failed(`${event} answers and leaves no trace`);
      }
      return { ok: true, says: `${story.length} hooks answer and leave their traces` };
    } finally {
      await opened.value.close();
    }
  });
}

/** null where all is there without which the hook is quiet. */
function goneOf(name: SetupName, event: string, command: string): Verdict | null {
  const gone = commandOf(name, event, command).needs.find((path) => !existsSync(path));
  return gone === undefined ? null : failed(`${event} does nothing, because ${gone} is gone`);
}

/** What is not as it should be in what a hook said; null where all is. */
function wrongIn(
  event: string,
  { code, stdout: out, stderr }: Awaited<ReturnType<typeof runProgram>>,
  session: string,
): string | null {
  const stdout = out.toString("utf8");
  if (code !== 0) return `${event} ${code === null ? "did not end" : `ended with code ${code}`}${lastLine(stderr)}`;
  const notice = textOf(parseLine(stdout)?.systemMessage);
  if (notice !== null || stderr !== "") return `${event} complains${lastLine(notice ?? stderr)}`;
  return event === "SessionStart" && !stdout.includes(session) ? `${event} gave no pages` : null;
}

/** What a harness has a hook's command read by, before that; empty where there is none. Codex on Windows takes no POSIX shell. */
function shellFor(name: SetupName, env: NodeJS.ProcessEnv): readonly string[] {
  if (name === "codex" && process.platform === "win32") return ["powershell.exe", "-NoProfile", "-Command"];
  const shell = findShell(env);
  return shell === null ? [] : [shell, "-c"];
}

function failed(says: string, hint?: string): Verdict {
  return { ok: false, says, ...(hint === undefined ? {} : { hint }) };
}

function lastLine(text: string): string {
  const [line = ""] = text.trim().split("\n").slice(-1);
  return line === "" ? "" : `: ${line}`;
}
