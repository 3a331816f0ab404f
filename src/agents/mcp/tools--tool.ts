/** McpTool: one tool of the MCP server: what it takes, what it does with an open memory, and how its input is refused. */

import { z } from "zod";
import { type Outcome, usage } from "../../base/result.js";
import { err } from "../../base/result--result.js";
import type { Asking } from "./tools--asking.js";

export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly changes: "nothing" | "memory";
  /** Texts for the model, one content block each. */
  readonly call: (input: unknown, asking: Asking) => Promise<Outcome<readonly string[]>>;
}

interface ToolParts<Input> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** What the input is shown as, where it is parsed further than `input` says; `input` itself otherwise. */
  readonly shown?: z.ZodType;
  /** An input that is right: a refusal shows it. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly changes: McpTool["changes"];
  readonly run: (input: Input, asking: Asking) => Promise<Outcome<readonly string[]>>;
}

export function tool<Input>(parts: ToolParts<Input>): McpTool {
  const { name, title, description, changes, input, shown = input, example, run } = parts;
  return {
    name,
    title,
    description,
    changes,
    inputSchema: z.toJSONSchema(shown, { io: "input" }),
    async call(given, asking) {
      const parsed = input.safeParse(given ?? {});
      if (parsed.success) return run(parsed.data, asking);
      return err(usage(saysOf(name, parsed.error), `For example: ${JSON.stringify(example)}`));
    },
  };
}

function saysOf(name: string, { issues }: z.ZodError): string {
  const shown = issues.slice(0, 5).map(({ path, message }) => {
    const where = path.length === 0 ? "the input" : `“${path.join(".")}”`;
    return `${where}: ${message}`;
  });
  return `The input of ${name} is not what was expected: ${shown.join("; ")}.`;
}
