/** HarnessHooks: what an event of Claude Code costs in a process of its own, each as it happens in a session that is new in every round. */

import { spawnSync } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { generateMemory } from "../support/generate-memory.js";
import type { Row, Setting } from "./bench.js";
import { packedMemory } from "./memory.js";
import { paired, rowsOf } from "./paired.js";

const pages = 20;
const pairs = 20;

/** One session in one memory. */
interface Session {
  readonly hook: (event: string, more: object) => void;
  /** Any other command of the program. */
  readonly run: (argv: readonly string[], input: string) => void;
  /** What the user says is in the transcript. */
  readonly says: (text: string) => void;
  readonly id: string;
}

interface Case {
  readonly says: string;
  /** What happened before; `earlier` is another session. */
  readonly before: (session: Session, earlier: Session) => void;
  readonly event: string;
  readonly more: object;
}

const start = (session: Session): void => session.hook("SessionStart", { source: "startup" });
const asked = (session: Session, prompt: number): void =>
  session.hook("UserPromptSubmit", { prompt_id: `p${prompt}`, prompt: "Go on." });
const prompt = { prompt_id: "p2", prompt: "Go on." };
const stop = { prompt_id: "p1", stop_hook_active: false };

function begun(session: Session): void {
  start(session);
  asked(session, 1);
}

function stage({ run, id }: Session): void {
  const patch = { op: "append", session: id, page: "memory", value: `- Session ${id} was here.` };
  run(["stage", "--patch", "-"], JSON.stringify(patch));
}

const cases: readonly Case[] = [
  { says: "SessionStart", before: () => undefined, event: "SessionStart", more: { source: "startup" } },
  {
    says: "SessionStart behind a commit",
    before: (_, earlier) => earlier.run(["append", "memory", `- Before the session behind ${earlier.id}.`], ""),
    event: "SessionStart",
    more: { source: "startup" },
  },
  { says: "UserPromptSubmit", before: begun, event: "UserPromptSubmit", more: prompt },
  {
    says: "UserPromptSubmit behind a write",
    before(session) {
      begun(session);
      session.run(["append", "memory", `- Before the second prompt of ${session.id}.`], "");
    },
    event: "UserPromptSubmit",
    more: prompt,
  },
  {
    says: "PostToolUse",
    before: begun,
    event: "PostToolUse",
    more: { prompt_id: "p1", tool_use_id: "t1", tool_name: "Read", tool_input: { file_path: "a.ts" } },
  },
  { says: "Stop", before: begun, event: "Stop", more: stop },
  {
    says: "Stop that commits what was staged",
    before(session) {
      begun(session);
      stage(session);
    },
    event: "Stop",
    more: stop,
  },
  { says: "SessionStart, resumed", before: begun, event: "SessionStart", more: { source: "resume" } },
  { says: "SessionEnd", before: begun, event: "SessionEnd", more: { reason: "other" } },
];

/** Each case in a memory of its own. */
export async function hookRows({ project, folder, seed }: Setting): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [at, { says, before, event, more }] of cases.entries()) {
    const memory = `${folder}/hooked${at}`;
    packedMemory(memory, generateMemory({ seed, pages }));
    let now = sessionIn(memory, project, "s0");
    const result = await paired({
      pairs,
      warmups: 2,
      before(round) {
        // Of one length, as those of harnesses are.
        const number = String(round).padStart(4, "0");
        now = sessionIn(memory, project, `s${number}`);
        before(now, sessionIn(memory, project, `e${number}`));
      },
      ours: () => now.hook(event, more),
      rival: () => node(memory, ["-e", "0"], ""),
    });
    rows.push(...rowsOf(result, { case: `hook process, ${says}`, metric: "ms a start", rival: "node -e 0" }));
  }
  return rows;
}

function sessionIn(memory: string, project: string, id: string): Session {
  const transcript = `${memory}.${id}.jsonl`;
  writeFileSync(transcript, "");
  const common = { session_id: id, transcript_path: transcript, cwd: memory };
  const run: Session["run"] = (argv, input) => node(memory, [`${project}/dist/pagefile.cjs`, ...argv], input);
  return {
    id,
    run,
    hook: (event, more) =>
      run(
        ["harness", "claude-code", event, "--pid", `${process.pid}`],
        JSON.stringify({ ...common, hook_event_name: event, ...more }),
      ),
    says: (content) =>
      appendFileSync(transcript, `${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`),
  };
}

function node(cwd: string, argv: readonly string[], input: string): void {
  const { status, stderr } = spawnSync(process.execPath, argv, { cwd, input, encoding: "utf8" });
  if (status !== 0) throw new Error(`node ${argv.join(" ")} ended with ${status}: ${stderr}`);
}
