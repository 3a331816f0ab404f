/** E2E, pi-rpc: pi in its RPC mode: commands as lines of JSON on its input, events on its output. */

import { setTimeout as sleep } from "node:timers/promises";
import { type JsonObject, objectOf, textOf } from "../../src/base/json.js";
import { type Lines, openLines } from "./lines.js";
import type { Rig } from "./story.js";

export interface PiProgram {
  readonly node: string;
  readonly cli: string;
}

interface Line extends Lines {
  /** The answer to a command. */
  readonly ask: (command: JsonObject) => Promise<JsonObject>;
  /** The next event of that type. */
  readonly event: (type: string) => Promise<JsonObject>;
}

function open({ node, cli }: PiProgram, words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Line {
  const argv = [cli, "--mode", "rpc", "--provider", "fake", "--model", "fake-1", ...words];
  const lines = openLines(node, argv, { cwd, env });
  let count = 0;
  return {
    ...lines,
    ask(command) {
      count += 1;
      const id = String(count);
      const isAnswer = (line: JsonObject): boolean => line.type === "response" && line.id === id;
      const answer = lines.until(`answer to ${String(command.type)}`, isAnswer);
      lines.write({ ...command, id });
      return answer;
    },
    event: (type) => lines.until(type, (line) => line.type === type),
  };
}

/** Kept messages are few, so that a compaction takes the rest. */
export function piRig(program: PiProgram, cwd: string, env: NodeJS.ProcessEnv, asked: () => Promise<void>): Rig {
  let line = open(program, [], cwd, env);
  const state = async (): Promise<JsonObject> => objectOf((await line.ask({ type: "get_state" })).data) ?? {};
  const idle = async (): Promise<void> => {
    for (;;) {
      const { isStreaming, isCompacting } = await state();
      if (isStreaming !== true && isCompacting !== true) return;
      await sleep(20);
    }
  };
  const say = async (text: string): Promise<void> => {
    const over = line.event("agent_end");
    const answer = await line.ask({ type: "prompt", message: text });
    if (answer.success !== true) throw new Error(`pi: ${JSON.stringify(answer)}`);
    await over;
    await idle();
  };
  return {
    say,
    async compact() {
      const answer = await line.ask({ type: "compact" });
      if (answer.success !== true) throw new Error(`pi: ${JSON.stringify(answer)}`);
      await idle();
      return true;
    },
    async fill() {
      const compacted = line.event("compaction_end");
      for (const word of ["platform ", "carriage "]) await say(`A long text: ${word.repeat(7_000)}`);
      await compacted;
      await idle();
    },
    async killInTurn(text, before) {
      const { sessionId } = await state();
      const thinks = asked();
      await line.ask({ type: "prompt", message: text });
      await thinks;
      before(textOf(sessionId) ?? "", line.child.pid ?? 0);
      await line.kill();
    },
    async resume() {
      line = open(program, ["-c"], cwd, env);
      await idle();
    },
    async reset() {
      await line.ask({ type: "new_session" });
      await idle();
    },
    async restart() {
      await line.end();
      line = open(program, [], cwd, env);
      await idle();
    },
    async fork() {
      const { sessionId } = await state();
      await line.end();
      line = open(program, ["--fork", textOf(sessionId) ?? ""], cwd, env);
      await idle();
    },
    end: () => line.end(),
    stop: () => line.kill(),
  };
}
