/** McpPrompts: what a client offers its user to begin with, and to end with. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { assemble } from "../../prompt/assemble--assemble.js";
import { type Asking, withMemory } from "./tools--asking.js";

export interface McpPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: { readonly name: string; readonly description: string; readonly required: boolean }[];
  /** The text of the one message, in the user's name. */
  readonly text: (given: Readonly<Record<string, string>>, asking: Asking) => Promise<Outcome<string>>;
}

export const prompts: readonly McpPrompt[] = [
  {
    name: "bootstrap",
    title: "Begin with the memory",
    description: "What the memory holds for a session that begins, and the goal of it.",
    arguments: [{ name: "goal", description: "what the session is for", required: false }],
    text: ({ goal = "" }, { open, session }) =>
      withMemory(open, { session, how: "read" }, async (workspace) => {
        const made = await assemble(workspace, { budget: null, demands: [], session, audience: "owner" });
        if (!made.ok) return made;
        const asked = goal.trim() === "" ? [] : [`The goal of this session: ${goal.trim()}`];
        return ok([made.value.text, ...asked].join("\n\n"));
      }),
  },
  {
    name: "capture",
    title: "Save what must last",
    description: "Asks the model to write down what this conversation decided before it is compacted or ends.",
    arguments: [],
    text: async () => ok(captureText),
  },
];

const captureText = `This conversation may be shortened or end soon. Look through it for what must last, and call the tool remember once for each:
- a constraint, a preference or a correction that the user stated: in their words, with origin "user";
- a decision, with the reason for it;
- where an unfinished plan stands, and its next step.
Look for the page it belongs to with recall, and append to that page; make a new one only where there is none. Leave out what is secret, what was only an attempt, and what the memory says already. If there is nothing to save, say so.`;
