/** Catalog, MCP: the command that offers the memory to any client of the Model Context Protocol. */

import type { CommandSpec } from "../command.js";

export const mcpCommands: readonly CommandSpec[] = [
  {
    name: "mcp",
    group: "Set up",
    says: "serve the memory to agents over MCP on standard input and output: tools, pages, prompts",
    args: [],
    options: [{ flags: "--session <id>", says: "the session of calls that name none" }],
    examples: [
      "pagefile mcp",
      "pagefile mcp --repo ~/memory",
      "claude mcp add pagefile -- pagefile mcp --repo ~/memory",
    ],
    load: () => import("../commands/agents--mcp.js"),
  },
];
