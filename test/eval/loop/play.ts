/**
 * Play: the acts of a story as what really happens on a machine: hook processes of the built program with the JSON that Claude Code sends them, a
 * transcript that grows as it writes it, git in the project, pages edited by hand, nights.
 *
 * The home, the git configuration and the clock are made for the run. Each session has a process of its own that lives as long as it does, so
 * that one that dies is seen to be dead. A prompt stands in the transcript only after its event, as in Claude Code. What the program prints for the
 * model is all that is kept of it; an event that fails is counted and told, and the story goes on as a harness would.
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Act, Start, Story, Turn } from "./person.js";
import { type End, endOf, storesIn } from "./store.js";

/** What the model was given at an act. */
export interface Given {
  /** Before the model is asked: a start block, or what a prompt brings with it. */
  readonly text: string;
  /** In the turn: behind a tool call, or at its end. */
  readonly after: string;
}

export interface Played {
  /** One an act; empty where an act gives nothing. */
  readonly given: readonly Given[];
  readonly end: End;
  /** What did not work, in the words of the program or of git. */
  readonly mishaps: readonly string[];
  /** Whether setup alone gave the project its memory. */
  readonly isSetUp: boolean;
  readonly processes: number;
}

export interface PlayAsked {
  readonly program: string;
  /** Whether the model writes one of four statements with the program. */
  readonly writes: boolean;
  readonly tell: (progress: string) => void;
}

interface Session {
  readonly transcript: string;
  readonly cwd: string;
  readonly process: ChildProcess;
  lastLine: string | null;
}

const nothing: Given = { text: "", after: "" };

export function play(story: Story, asked: PlayAsked): Played {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pagefile-eval-loop-")));
  const stage = new Stage(folder, asked);
  try {
    stage.open();
    const given = story.acts.map((act, at) => {
      if (at % 25 === 0) asked.tell(`${at} of ${story.acts.length}, ${act.at.slice(0, 10)}`);
      return stage.act(act);
    });
    const end = endOf(stage.roots(), (words) => stage.pagefile(words).stdout);
    return { given, end, mishaps: stage.mishaps, isSetUp: stage.isSetUp, processes: stage.processes };
  } finally {
    stage.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Stage {
  readonly mishaps: string[] = [];
  isSetUp = true;
  processes = 0;
  private readonly asked: PlayAsked;
  private readonly home: string;
  private readonly project: string;
  private readonly folder: string;
  private readonly sessions: Map<string, Session> = new Map();
  private readonly trees: Set<string> = new Set();
  private now = "";
  private count = 0;

  constructor(folder: string, asked: PlayAsked) {
    this.asked = asked;
    this.folder = folder;
    this.home = join(folder, "home");
    this.project = join(folder, "shop");
  }

  /** A repository of code, and a memory for it: by setup alone where that is enough, else in the repository. */
  open(): void {
    this.now = "2026-03-01T18:00:00.000Z";
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

  act(act: Act): Given {
    this.now = act.at;
    switch (act.type) {
      case "start":
        return this.start(act);
      case "turn":
        return this.turn(act);
      case "end":
        this.end(act.session, act.reason);
        return nothing;
      case "branch":
        this.branch(act.name, act.back);
        return nothing;
      case "worktree":
        this.trees.add(act.folder);
        this.git(["worktree", "add", "--quiet", "-b", act.folder, join(this.folder, act.folder)]);
        return nothing;
      case "edit":
        this.edit(act.line);
        return nothing;
      case "night":
        this.must(["nightly"]);
        return nothing;
    }
  }

  roots(): readonly string[] {
    const trees = [...this.trees].map((name) => join(this.folder, name));
    return storesIn([this.project, ...trees], this.home);
  }

  private start({ session, source, folder, parent }: Start): Given {
    if (source === "compact") {
      // What it prints there is for whoever writes the summary.
      this.hook(session, "PreCompact", { trigger: "manual", custom_instructions: null });
      this.line(session, { type: "system", subtype: "compact_boundary", compactMetadata: { trigger: "manual" } });
      this.line(session, {
        type: "user",
        isCompactSummary: true,
        message: { role: "user", content: "This session is being continued. The services were worked on." },
      });
      return { text: this.hook(session, "SessionStart", { source }), after: "" };
    }
    const cwd = folder === "" ? this.project : join(this.folder, folder);
    const before = parent === null ? undefined : this.sessions.get(parent);
    const transcript = join(this.home, ".claude", "projects", `${session}.jsonl`);
    if (source === "fork" && before !== undefined && existsSync(before.transcript))
      copyFileSync(before.transcript, transcript);
    // It lives as long as the session does.
    const process = spawn("sleep", ["100000"], { stdio: "ignore" });
    this.sessions.set(session, { transcript, cwd, process, lastLine: before?.lastLine ?? null });
    return { text: this.hook(session, "SessionStart", { source, model: "claude-sonnet-4-5" }), after: "" };
  }

  private turn({ session, prompt, says, tools, commits, writes, dies }: Turn): Given {
    const id = `prompt-${++this.count}`;
    const text = this.hook(session, "UserPromptSubmit", { prompt_id: id, prompt });
    this.line(session, { type: "user", promptId: id, message: { role: "user", content: prompt } });
    let after = "";
    for (let call = 0; call < tools; call++) after += this.tool(session, id, call);
    if (commits) this.commit(session);
    if (writes && says !== null && this.asked.writes) this.write(session, says.text);
    if (dies) {
      this.sessions.get(session)?.process.kill("SIGKILL");
      return { text, after };
    }
    const answer = "Done, have a look.";
    this.line(session, {
      type: "assistant",
      message: { role: "assistant", content: [{ type: "text", text: answer }] },
    });
    const stop = { prompt_id: id, stop_hook_active: false, last_assistant_message: answer };
    return { text, after: after + this.hook(session, "Stop", stop) };
  }

  private tool(session: string, prompt: string, call: number): string {
    const id = `${prompt}-tool-${call}`;
    const isRead = call === 0;
    const input = isRead
      ? { file_path: join(this.cwdOf(session), "src", "main.ts") }
      : { command: "ls src && wc -l src/*" };
    const out = isRead ? readFileSync(join(this.cwdOf(session), "src", "main.ts"), "utf8") : `${id}\n`.repeat(20);
    const name = isRead ? "Read" : "Bash";
    const use = { type: "tool_use", id, name, input };
    this.line(session, { type: "assistant", message: { role: "assistant", content: [use] } });
    const given = this.hook(session, "PostToolUse", {
      prompt_id: prompt,
      tool_use_id: id,
      tool_name: name,
      tool_input: input,
      tool_response: isRead ? { type: "text", file: { content: out } } : { stdout: out, stderr: "" },
    });
    const result = { type: "tool_result", tool_use_id: id, content: out };
    this.line(session, { type: "user", message: { role: "user", content: [result] } });
    return given;
  }

  private commit(session: string): void {
    const cwd = this.cwdOf(session);
    appendFileSync(join(cwd, "src", "main.ts"), `export const step${this.count} = ${this.count};\n`);
    this.git(["add", "src"], cwd);
    this.git(["commit", "--quiet", `--message=Take step ${this.count}`], cwd);
  }

  /** With the verb that takes words alone, where the program has it; else as a page of a type, the one way that is told to work. */
  private write(session: string, text: string): void {
    const agent = { CLAUDECODE: "1" };
    const cwd = this.cwdOf(session);
    if (this.pagefile(["remember", text, "--session", session], cwd, agent).status === 0) return;
    const title = text.slice(0, 60);
    const fields = ["--field", `subject=${title}`, "--field", `prefers=${title}`];
    const page = ["new", "--type", "preference", "--title", title, ...fields, "--body", text, "--session", session];
    const ran = this.pagefile(page, cwd, agent);
    if (ran.status !== 0) this.mishaps.push(`new: ${ran.stderr.trim()}`);
  }

  private end(session: string, reason: string): void {
    this.hook(session, "SessionEnd", { reason });
    this.sessions.get(session)?.process.kill("SIGKILL");
  }

  private branch(name: string, back: "no" | "merged" | "left"): void {
    this.git(back === "no" ? ["checkout", "--quiet", "-b", name] : ["checkout", "--quiet", "main"]);
    if (back === "merged") this.git(["merge", "--quiet", "--no-edit", name]);
  }

  /** Into the first page there is; where there is none, a person writes the first one. */
  private edit(line: string): void {
    const [root = this.project] = this.roots();
    appendFileSync(join(root, "MEMORY.md"), `- ${line}\n`);
  }

  private cwdOf(session: string): string {
    return this.sessions.get(session)?.cwd ?? this.project;
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
    if (told.systemMessage !== undefined) this.mishaps.push(`${event}: ${told.systemMessage}`);
    return told.hookSpecificOutput?.additionalContext ?? "";
  }

  private line(name: string, entry: object): void {
    const session = this.sessions.get(name);
    if (session === undefined) return;
    const uuid = `line-${++this.count}`;
    const common = { parentUuid: session.lastLine, sessionId: name, cwd: session.cwd, uuid, timestamp: this.now };
    appendFileSync(session.transcript, `${JSON.stringify({ ...common, ...entry })}\n`);
    session.lastLine = uuid;
  }

  pagefile(
    words: readonly string[],
    cwd: string = this.project,
    more: Readonly<Record<string, string>> = {},
    input = "",
  ): Ran {
    this.processes++;
    return ran(process.execPath, [this.asked.program, ...words], { cwd, env: { ...this.env(), ...more }, input });
  }

  private must(words: readonly string[]): void {
    const { status, stderr } = this.pagefile(words);
    if (status !== 0) this.mishaps.push(`${words[0]}, exit ${status}: ${stderr.trim()}`);
  }

  private git(words: readonly string[], cwd: string = this.project): void {
    const { status, stderr } = ran("git", words, { cwd, env: this.env(), input: "" });
    if (status !== 0) this.mishaps.push(`git ${words[0]}: ${stderr.trim()}`);
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

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

function ran(
  file: string,
  words: readonly string[],
  options: { cwd: string; env: Readonly<Record<string, string>>; input: string },
): Ran {
  return spawnSync(file, words, { ...options, encoding: "utf8", maxBuffer: 1 << 28, timeout: 120_000 });
}
