/** PiTools: the tools that a model in pi is given, the same as those of the MCP server. */

import type { Outcome } from "../../base/result.js";
import { err } from "../../base/result--result.js";
import { recallTool } from "../mcp/tools.js";
import type { Asking } from "../mcp/tools--asking.js";
import type { McpTool } from "../mcp/tools--tool.js";
import { rememberTool } from "../mcp/tools--tool-remember.js";
import type { PiDesk } from "./desk.js";
import type { PiTool } from "./desk--pi-api.js";

/** What the tools need of the session they are called in. */
export interface PiToolSeat {
  /** null where there is no memory. */
  readonly desk: () => PiDesk | null;
  readonly session: () => string | null;
  /** What is not to be mistaken for an empty memory, such as a project that pi does not trust; null for nothing. */
  readonly remark: () => string | null;
  /** One after the other, with all else that happens. */
  readonly inTurn: <T>(use: () => Promise<T>) => Promise<T>;
}

const snippets: Readonly<Record<string, string>> = {
  recall: "Look something up in long-term memory",
  remember: "Write something to long-term memory",
};

export const piToolNames: readonly string[] = Object.keys(snippets);

export function piTools(seat: PiToolSeat): readonly PiTool[] {
  return [recallTool, rememberTool].map((tool) => ({
    name: tool.name,
    label: tool.title,
    description: tool.description,
    promptSnippet: snippets[tool.name] ?? tool.title,
    parameters: tool.inputSchema,
    execute: (_id, input) => seat.inTurn(() => called(tool, input, seat)),
  }));
}

/** pi takes what is thrown for the tool's error, which is what the model then reads. */
async function called(tool: McpTool, input: unknown, seat: PiToolSeat): ReturnType<PiTool["execute"]> {
  const desk = seat.desk();
  const asking: Asking = {
    open: async (_session, how) => (desk === null ? nowhere() : desk.open(how)),
    session: seat.session(),
    actor: "agent:pi",
  };
  const answer = await tool.call(input, asking);
  const remark = seat.remark();
  const rest = remark === null ? [] : [remark];
  if (!answer.ok) throw new Error([`${answer.error.says} ${answer.error.hint}`, ...rest].join("\n"));
  if (tool.changes === "memory") desk?.wrote("pages");
  const content = [...answer.value, ...rest].map((text) => ({ type: "text", text }) as const);
  return { content, details: {} };
}

function nowhere(): Outcome<never> {
  const hint = "The user sees why with /memory.";
  return err({ code: "not_a_repository", says: "There is no memory in this session.", hint });
}
