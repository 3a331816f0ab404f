/**
 * Stage: a machine on which sessions run: a home, a project, a clock that is set, and hook processes of the built program with the JSON that Claude
 * Code sends them, beside transcripts that grow as it writes them.
 *
 * Nothing of this user's reaches it. Each session has a process of its own that lives as long as it does, so that one that dies is seen to be dead. A
 * prompt stands in the transcript only after its event, as in Claude Code. What the program prints for the model is all that is kept of it; an event
 * that fails is counted and told, and the session goes on as a harness would.
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

interface Session {
  readonly transcript: string;
  readonly cwd: string;
  readonly process: ChildProcess;
  lastLine: string | null;
}

interface Begin {
  readonly cwd: string;
  readonly source: "startup" | "resume" | "clear" | "fork";
  /** The session whose conversation goes on; null for a new one. */
  readonly parent: string | null;
}

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: object;
  /** As the hook is told it. */
  readonly response: unknown;
  /** As it stands in the transcript. */
  readonly result: string;
}

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

/** On a stage in a folder of its own, which is removed afterwards. */
export function onStage<T>(program: string, use: (stage: Stage) => T): T {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-eval-loop-")));
  const stage = new Stage(folder, program);
  try {
    stage.open();
    return use(stage);
  } finally {
    stage.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export class Stage {
  readonly mishaps: string[] = [];
  /** What the program had the harness tell the person. */
  readonly notices: string[] = [];
  readonly folder: string;
  readonly home: string;
  readonly project: string;
  /** The clock of every process, ISO. */
  now = "2026-01-01T18:00:00.000Z";
  /** Whether setup alone gave the project its memory. */
  isSetUp = true;
  processes = 0;
  private readonly program: string;
  private readonly sessions: Map<string, Session> = new Map();
  private lines = 0;

  constructor(folder: string, program: string) {
    this.folder = folder;
    this.program = program;
    this.home = join(folder, "home");
    this.project = join(folder, "shop");
  }

  /** A repository of code, and a memory for it: by setup alone where that is enough, else in the repository. */
  open(): void {
    mkdirSync(join(this.home, ".claude", "projects"), { recursive: true });
    mkdirSync(join(this.project, "src"), { recursive: true });
    writeFileSync(join(this.project, "README.md"), "# Shop\n\nThe services of a shop.\n");
    writeFileSync(join(this.project, "src", "main.ts"), "export const version = 1;\n");
    this.git(["init", "--quiet", "--initial-branch=main"]);
    this.git(["add", "--all"]);
    this.git(["commit", "--quiet", "--message=Begin"]);
    this.must(["setup", "claude-code"]);
    if (this.pagefile(["status"]).status === 0) return;
    this.isSetUp = false;
    this.must(["init", "--profile", "claude-code"]);
  }

  close(): void {
    for (const { process } of this.sessions.values()) process.kill("SIGKILL");
  }

  // Sessions: each gives what the model is given.

  begin(session: string, { cwd, source, parent }: Begin): string {
    const before = parent === null ? undefined : this.sessions.get(parent);
    const transcript = join(this.home, ".claude", "projects", `${session}.jsonl`);
    if (source === "fork" && before !== undefined && existsSync(before.transcript))
      copyFileSync(before.transcript, transcript);
    // It lives as long as the session does.
    const process = spawn("sleep", ["100000"], { stdio: "ignore" });
    this.sessions.set(session, { transcript, cwd, process, lastLine: before?.lastLine ?? null });
    return this.hook(session, "SessionStart", { source, model: "claude-sonnet-4-5" });
  }

  compact(session: string): string {
    // What it prints there is for whoever writes the summary.
    this.hook(session, "PreCompact", { trigger: "manual", custom_instructions: null });
    this.line(session, { type: "system", subtype: "compact_boundary", compactMetadata: { trigger: "manual" } });
    const content = "This session is being continued from a previous conversation. The services were worked on.";
    this.line(session, { type: "user", isCompactSummary: true, message: { role: "user", content } });
    return this.hook(session, "SessionStart", { source: "compact" });
  }

  prompt(session: string, id: string, prompt: string): string {
    const given = this.hook(session, "UserPromptSubmit", { prompt_id: id, prompt });
    this.line(session, { type: "user", promptId: id, message: { role: "user", content: prompt } });
    return given;
  }

  call(session: string, prompt: string, { id, name, input, response, result }: Call): string {
    const use = { type: "tool_use", id, name, input };
    this.line(session, { type: "assistant", message: { role: "assistant", content: [use] } });
    const told = { prompt_id: prompt, tool_use_id: id, tool_name: name, tool_input: input, tool_response: response };
    const given = this.hook(session, "PostToolUse", told);
    const block = { type: "tool_result", tool_use_id: id, content: result };
    this.line(session, { type: "user", message: { role: "user", content: [block] } });
    return given;
  }

  stop(session: string, prompt: string): string {
    const text = "Done, have a look.";
    this.line(session, { type: "assistant", message: { role: "assistant", content: [{ type: "text", text }] } });
    const told = { prompt_id: prompt, stop_hook_active: false, last_assistant_message: text };
    return this.hook(session, "Stop", told);
  }

  end(session: string, reason: string): void {
    this.hook(session, "SessionEnd", { reason });
    this.die(session);
  }

  /** The process is gone, and nobody was told. */
  die(session: string): void {
    this.sessions.get(session)?.process.kill("SIGKILL");
  }

  cwdOf(session: string): string {
    return this.sessions.get(session)?.cwd ?? this.project;
  }

  // Processes.

  pagefile(
    words: readonly string[],
    cwd: string = this.project,
    more: Readonly<Record<string, string>> = {},
    input = "",
  ): Ran {
    this.processes++;
    return ran(process.execPath, [this.program, ...words], { cwd, env: { ...this.env(), ...more }, input });
  }

  must(words: readonly string[]): void {
    const { status, stderr } = this.pagefile(words);
    if (status !== 0) this.mishaps.push(`${words[0]}, exit ${status}: ${stderr.trim()}`);
  }

  git(words: readonly string[], cwd: string = this.project): void {
    const { status, stderr } = ran("git", words, { cwd, env: this.env(), input: "" });
    if (status !== 0) this.mishaps.push(`git ${words[0]}: ${stderr.trim()}`);
  }

  /** What it prints for the model. */
  private hook(name: string, event: string, more: object): string {
    const session = this.sessions.get(name);
    if (session === undefined) throw new Error(`${name} never began.`);
    const { transcript, cwd, process: own } = session;
    const common = { session_id: name, transcript_path: transcript, cwd, permission_mode: "default" };
    const input = JSON.stringify({ ...common, hook_event_name: event, ...more });
    const words = ["harness", "claude-code", event, "--pid", String(own.pid)];
    const ran = this.pagefile(words, cwd, { CLAUDE_PROJECT_DIR: cwd }, input);
    if (ran.status !== 0 || ran.stderr !== "")
      this.mishaps.push(`${event}, exit ${ran.status}: ${ran.stderr.trim()}`);
    if (!ran.stdout.startsWith("{")) return ran.stdout;
    const told = JSON.parse(ran.stdout) as {
      hookSpecificOutput?: { additionalContext?: string };
      systemMessage?: string;
    };
    if (told.systemMessage !== undefined) this.notices.push(`${event}: ${told.systemMessage}`);
    return told.hookSpecificOutput?.additionalContext ?? "";
  }

  private line(name: string, entry: object): void {
    const session = this.sessions.get(name);
    if (session === undefined) return;
    const uuid = `line-${++this.lines}`;
    const common = { parentUuid: session.lastLine, sessionId: name, cwd: session.cwd, uuid, timestamp: this.now };
    appendFileSync(session.transcript, `${JSON.stringify({ ...common, ...entry })}\n`);
    session.lastLine = uuid;
  }

  private env(): Readonly<Record<string, string>> {
    return {
      PATH: [join(process.execPath, ".."), process.env.PATH ?? ""].join(delimiter),
      HOME: this.home,
      TMPDIR: this.folder,
      LANG: "C.UTF-8",
      NO_COLOR: "1",
      PAGEFILE_NOW: this.now,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "Ada",
      GIT_AUTHOR_EMAIL: "ada@example.invalid",
      GIT_AUTHOR_DATE: this.now,
      GIT_COMMITTER_NAME: "Ada",
      GIT_COMMITTER_EMAIL: "ada@example.invalid",
      GIT_COMMITTER_DATE: this.now,
    };
  }
}

function ran(
  file: string,
  words: readonly string[],
  options: { cwd: string; env: Readonly<Record<string, string>>; input: string },
): Ran {
  return spawnSync(file, words, { ...options, encoding: "utf8", maxBuffer: 1 << 28, timeout: 120_000 });
}
