/**
 * Play: the acts of a story as what really happens on a stage: events of sessions, git in the project, pages edited by hand, nights.
 *
 * What the model was given at each act is all that is taken of the program while the story runs; its files and its inbox are read at the end.
 */

import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Act, Start, Story, Turn } from "./person.js";
import { onStage, type Stage } from "./stage.js";
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
  /** What the person was told on the way. */
  readonly notices: readonly string[];
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

const nothing: Given = { text: "", after: "" };

export function play(story: Story, asked: PlayAsked): Played {
  return onStage(asked.program, (stage) => {
    const actor = new Actor(stage, asked);
    const given = story.acts.map((act, at) => {
      if (at % 25 === 0) asked.tell(`${at} of ${story.acts.length}, ${act.at.slice(0, 10)}`);
      return actor.act(act);
    });
    const end = endOf(actor.roots(), (words) => stage.pagefile(words).stdout);
    const { mishaps, notices, isSetUp, processes } = stage;
    return { given, end, mishaps, notices, isSetUp, processes };
  });
}

class Actor {
  private readonly stage: Stage;
  private readonly asked: PlayAsked;
  private readonly trees: Set<string> = new Set();
  private count = 0;

  constructor(stage: Stage, asked: PlayAsked) {
    this.stage = stage;
    this.asked = asked;
  }

  act(act: Act): Given {
    const { stage } = this;
    stage.now = act.at;
    switch (act.type) {
      case "start":
        return this.start(act);
      case "turn":
        return this.turn(act);
      case "end":
        stage.end(act.session, act.reason);
        return nothing;
      case "branch":
        this.branch(act.name, act.back);
        return nothing;
      case "worktree":
        this.trees.add(act.folder);
        stage.git(["worktree", "add", "--quiet", "-b", act.folder, join(stage.folder, act.folder)]);
        return nothing;
      case "edit":
        this.edit(act.line);
        return nothing;
      case "night":
        stage.must(["nightly"]);
        return nothing;
    }
  }

  roots(): readonly string[] {
    const trees = [...this.trees].map((name) => join(this.stage.folder, name));
    return storesIn([this.stage.project, ...trees], this.stage.home);
  }

  private start({ session, source, folder, parent }: Start): Given {
    if (source === "compact") return { text: this.stage.compact(session), after: "" };
    const cwd = folder === "" ? this.stage.project : join(this.stage.folder, folder);
    return { text: this.stage.begin(session, { cwd, source, parent }), after: "" };
  }

  private turn({ session, prompt, says, tools, commits, writes, dies }: Turn): Given {
    const id = `prompt-${++this.count}`;
    const text = this.stage.prompt(session, id, prompt);
    let after = "";
    for (let call = 0; call < tools; call++) after += this.tool(session, id, call);
    if (commits) this.commit(session);
    if (writes && says !== null && this.asked.writes) this.write(session, says.text);
    if (dies) this.stage.die(session);
    else after += this.stage.stop(session, id);
    return { text, after };
  }

  /** First a file is read, then a command run. */
  private tool(session: string, prompt: string, call: number): string {
    const id = `${prompt}-tool-${call}`;
    const file = join(this.stage.cwdOf(session), "src", "main.ts");
    if (call === 0) {
      const result = readFileSync(file, "utf8");
      const response = { type: "text", file: { content: result } };
      return this.stage.call(session, prompt, { id, name: "Read", input: { file_path: file }, response, result });
    }
    const result = `${id}\n`.repeat(20);
    const input = { command: "ls src && wc -l src/*" };
    const response = { stdout: result, stderr: "" };
    return this.stage.call(session, prompt, { id, name: "Bash", input, response, result });
  }

  private commit(session: string): void {
    const cwd = this.stage.cwdOf(session);
    appendFileSync(join(cwd, "src", "main.ts"), `export const step${this.count} = ${this.count};\n`);
    this.stage.git(["add", "src"], cwd);
    this.stage.git(["commit", "--quiet", `--message=Take step ${this.count}`], cwd);
  }

  /** With the verb that takes words alone, where the program has it; else as a page of a type, the one way that is told to work. */
  private write(session: string, text: string): void {
    const agent = { CLAUDECODE: "1" };
    const cwd = this.stage.cwdOf(session);
    if (this.stage.pagefile(["remember", text, "--session", session], cwd, agent).status === 0) return;
    const title = text.slice(0, 60);
    const fields = ["--field", `subject=${title}`, "--field", `prefers=${title}`];
    const page = ["new", "--type", "preference", "--title", title, ...fields, "--body", text, "--session", session];
    const ran = this.stage.pagefile(page, cwd, agent);
    if (ran.status !== 0) this.stage.mishaps.push(`new: ${ran.stderr.trim()}`);
  }

  private branch(name: string, back: "no" | "merged" | "left"): void {
    this.stage.git(back === "no" ? ["checkout", "--quiet", "-b", name] : ["checkout", "--quiet", "main"]);
    if (back === "merged") this.stage.git(["merge", "--quiet", "--no-edit", name]);
  }

  /** Into the file that every memory may have; where there is none, a person writes the first one. */
  private edit(line: string): void {
    const [root = this.stage.project] = this.roots();
    appendFileSync(join(root, "MEMORY.md"), `- ${line}\n`);
  }
}
