/** McpRemember: the tool that writes: one patch, validated and committed, or refused with its reason. */

import { z } from "zod";
import { ok } from "../../base/result--result.js";
import { isPerson } from "../../memory/labels--actor.js";
import { noteUnrecovered } from "../../session/pages/session.js";
import { patch } from "../../session/patch--patch.js";
import { recover } from "../../session/recover.js";
import { patchSchema } from "../../write/plain-patch--parse-patch.js";
import { withMemory } from "./tools--asking.js";
import { type McpTool, tool } from "./tools--tool.js";

export const rememberTool: McpTool = tool({
  name: "remember",
  title: "Remember",
  description:
    "Writes to the memory: a new page, entries added to one, a field set on the version you read, a page archived or restored. Nothing is ever overwritten. The answer is the commit, or the reason of the refusal and what to do about it.",
  // Only the frame: the patch is parsed where every other is, so that a refusal is told and recorded as any other.
  input: z.strictObject({ patch: z.preprocess(parsedText, z.record(z.string(), z.unknown())) }),
  shown: z.strictObject({ patch: patchSchema().meta({ type: "object", description: "what to write" }) }),
  example: { patch: { op: "append", page: "travel-mornings", value: "- Trains under 4 h are fine." } },
  changes: "memory",
  run: ({ patch: draft }, asking) => {
    const session = typeof draft.session === "string" ? draft.session : asking.session;
    const { actor = "human" } = draft;
    const signed = {
      ...draft,
      ...(session === null ? {} : { session }),
      // Whoever calls a tool is a model: no draft can make it a person.
      ...(typeof actor !== "string" || !isPerson(actor) ? {} : { actor: asking.actor }),
    };
    return withMemory(asking.open, { session, how: "write" }, async (workspace) => {
      // What a session that died left comes first; that it cannot be recovered keeps nobody else from writing.
      const recovered = await recover(workspace.primary, { detached: "refuse" });
      if (!recovered.ok) noteUnrecovered(workspace.primary, recovered.error);
      const answer = await patch(workspace, signed, { detached: "refuse" });
      if (!answer.ok) return answer;
      const { commit, reason, unchanged, pages } = answer.value;
      const says = unchanged ? "Everything was there already; nothing was committed." : "Committed.";
      return ok([says, JSON.stringify({ commit, reason, unchanged, pages })]);
    });
  },
});

/** Some clients send an object argument as its text. */
function parsedText(given: unknown): unknown {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}
