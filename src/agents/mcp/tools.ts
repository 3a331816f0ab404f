/** McpRecall: the tool that looks for what the memory knows of something. */

import { z } from "zod";
import { limits } from "../../base/limits.js";
import { usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { type PageType, pageTypes, tiers } from "../../page/page--page.js";
import { type MemoryKind, memoryKinds } from "../../recall/answer.js";
import type { RecallAnswer } from "../../recall/compose--recall-answers.js";
import { recall } from "../../recall/recall.js";
import { withMemory } from "./tools--asking.js";
import { instant, sessionName } from "./tools--inputs.js";
import { type McpTool, tool } from "./tools--tool.js";

const types: readonly [PageType | MemoryKind, ...(PageType | MemoryKind)[]] = [...pageTypes, ...memoryKinds];

export const recallTool: McpTool = tool({
  name: "recall",
  title: "Recall",
  description:
    "What the memory knows of something, in any words, best first; or in one sentence why there is nothing. Ask before you assume that something was never said.",
  input: z.strictObject({
    query: z
      .string()
      .min(1)
      .max(limits.recallQueryCharsMax)
      .describe('what to look for; "quoted phrases" stand together where any page has them so'),
    limit: z.int().min(1).max(100).optional().describe("at most this many pages; 10 otherwise"),
    tokens: z.int().min(1).max(1_000_000).optional().describe("at most this many tokens of text; 2000 otherwise"),
    types: z
      .array(z.enum(types))
      .max(types.length)
      .optional()
      .describe("only pages of these types or kinds of memory"),
    since: instant.optional(),
    until: instant.optional(),
    tier: z.enum(tiers).optional().describe("only this tier; else the archive is asked where the rest is not enough"),
    audience: z.enum(["owner", "group"]).optional().describe("who reads the answer"),
    session: sessionName,
  }),
  example: { query: "morning flights", limit: 5 },
  // It may bring back an archived page that is of use again and again, as the command line does.
  changes: "memory",
  run: (input, asking) => {
    const session = input.session ?? asking.session;
    return withMemory(asking.open, { session, how: "read" }, async (workspace) => {
      const answer = await recall(workspace, {
        text: input.query,
        limit: input.limit ?? 10,
        tokens: input.tokens ?? 2000,
        types: input.types ?? [],
        since: input.since?.slice(0, 10) ?? null,
        until: input.until?.slice(0, 10) ?? null,
        tier: input.tier ?? null,
        session,
        audience: input.audience ?? "owner",
        trusted: true,
        restore: true,
        fresh: true,
      });
      const { status, reason, hint } = answer;
      if (status === "ok" || status === "no_match") return ok(blocksOf(answer));
      return err(usage(`recall ended as ${status}: ${reason}`, hint));
    });
  },
});

/** The fenced text, and what it rests on without the words again. */
function blocksOf(answer: RecallAnswer): readonly string[] {
  const { text, status, reason, hint, confidence, uncertainty, escalated, degraded, left, tokens, trace } = answer;
  const pages = answer.pages.map(
    ({ id, type, kind, title, tier, origin, updated, lines, provenance, confidence }) => {
      return { id, type, kind, title, tier, origin, updated, lines, provenance, confidence };
    },
  );
  const facts = { status, reason, hint, confidence, uncertainty, pages, left, escalated, degraded, tokens, trace };
  return [...(text === "" ? [] : [text]), JSON.stringify(facts)];
}
