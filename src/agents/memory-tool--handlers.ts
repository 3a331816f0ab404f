/** MemoryTool: Anthropic's memory tool over a memory repository: six handlers in the shape that `betaMemoryTool` of their SDK takes. */

import { z } from "zod";
import type { Failure } from "../base/result.js";
import type { Workspace } from "../memory/workspace.js";
import type { Origin } from "../page/page--page.js";
import type { MemoryCommand } from "./memory-tool--command.js";
import { runMemoryCommand } from "./memory-tool--run.js";

export interface MemoryToolOptions {
  /** Who writes, as the commits say; `agent:memory-tool` when absent. A person does not write through a model's tool. */
  readonly actor?: `agent:${string}`;
  /** Whose words they are; `agent` when absent. */
  readonly origin?: Origin;
  /** The session this happens in, as the commits say. */
  readonly session?: string;
}

type Handler<Name extends MemoryCommand["command"]> = (
  command: Extract<MemoryCommand, { readonly command: Name }>,
) => Promise<string>;

/** Each answers with the text for the model, and throws an `Error` whose message is for the model where it cannot. */
export type MemoryToolHandlers = { readonly [Name in MemoryCommand["command"]]: Handler<Name> };

/**
 * `/memories` is the folder `memory` of the primary store. Each change is one commit; a deletion puts files into the archive. Commands
 * are run one after another, in the order they came.
 */
export function memoryTool(workspace: Workspace, options: MemoryToolOptions = {}): MemoryToolHandlers {
  const { actor = "agent:memory-tool", origin = "agent", session = null } = options;
  let last: Promise<unknown> = Promise.resolve();
  const run = (command: unknown): Promise<string> => {
    const next = last.then(async () => {
      const parsed = commandSchema.safeParse(command);
      if (!parsed.success) throw new Error(wrongShape(parsed.error));
      const envelope = { actor, origin, session, evidence: [], id: null };
      const answer = await runMemoryCommand(workspace.primary, parsed.data, envelope);
      if (!answer.ok) throw new Error(textOf(answer.error));
      return answer.value;
    });
    last = next.catch(() => undefined);
    return next;
  };
  return { view: run, create: run, str_replace: run, insert: run, delete: run, rename: run };
}

const commandSchema: z.ZodType<MemoryCommand> = z.discriminatedUnion("command", [
  z.object({ command: z.literal("view"), path: z.string(), view_range: z.array(z.int()).optional() }),
  z.object({ command: z.literal("create"), path: z.string(), file_text: z.string() }),
  z.object({ command: z.literal("str_replace"), path: z.string(), old_str: z.string(), new_str: z.string() }),
  z.object({ command: z.literal("insert"), path: z.string(), insert_line: z.int(), insert_text: z.string() }),
  z.object({ command: z.literal("delete"), path: z.string() }),
  z.object({ command: z.literal("rename"), old_path: z.string(), new_path: z.string() }),
]);

function wrongShape({ issues }: z.ZodError): string {
  const [issue] = issues;
  const where = issue === undefined || issue.path.length === 0 ? "The command" : `\`${issue.path.join(".")}\``;
  return `${where}: ${issue?.message ?? "this is no command of the memory tool"}.`;
}

function textOf({ says, hint }: Failure): string {
  return hint === "" ? says : `${says} ${hint}`;
}
