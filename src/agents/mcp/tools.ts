/**
 * McpTools: what a tool of the MCP server is, how it opens the memory for one call, and the two tools that look for something and write something.
 * The tools that only read lie in `tools-read.ts`.
 */

import { z } from "zod";
import { type Instant, parseInstant } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { err, type Failure, type Outcome, ok, usage } from "../../base/result.js";
import { isPerson } from "../../memory/actor.js";
import type { Workspace } from "../../memory/workspace.js";
import { remember } from "../../night/keep/heard.js";
import { type PageType, pageTypes, tiers } from "../../page/page.js";
import { type MemoryKind, memoryKinds } from "../../recall/answer.js";
import type { RecallAnswer } from "../../recall/compose.js";
import { recall } from "../../recall/recall.js";
import { noteUnrecovered } from "../../session/pages/session.js";
import { patch } from "../../session/patch.js";
import { recover } from "../../session/recover.js";
import { patchSchema } from "../../write/plain-patch.js";

// McpRecall: the tool that looks for what the memory knows of something.

// McpTool: one tool of the MCP server: what it takes, what it does with an open memory, and how its input is refused.

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

// McpInputs: the parts that the inputs of several tools share.

export const pageName: z.ZodString = z
  .string()
  .min(1)
  .max(limits.pathCharsMax)
  .describe("id of a page, as recall gives it; a path works too");
export const sessionName: z.ZodOptional<z.ZodString> = z
  .string()
  .min(1)
  .max(120)
  .optional()
  .describe("lets in the pages that this session keeps to itself");

/** A day or an instant, as the command line takes it. */
export const instant: z.ZodType<Instant, string> = z
  .string()
  .describe("a day or an instant: 2026-11-20 or 2026-11-20T21:40:12Z")
  .transform((text, context) => {
    const parsed = parseInstant(text);
    if (parsed !== null) return parsed;
    context.addIssue({ code: "custom", message: "a day or an instant was expected, for example 2026-11-20" });
    return z.NEVER;
  });

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

// McpRemember: the tool that cannot fail: what is worth keeping goes where it belongs, and no page, type or field is asked for.

export const rememberTool: McpTool = tool({
  name: "remember",
  title: "Remember",
  description:
    "Keeps one statement for all sessions to come: what the user asks for or forbids beyond this task, a decision with its reason, a preference, a fact. One a call, as a sentence that can be read alone.",
  input: z.strictObject({
    text: z.string().min(1).max(limits.rememberedCharsMax).describe("the statement, in plain words"),
    session: sessionName.describe("the session it was said in"),
  }),
  example: { text: "We deploy on Tuesdays, never on a Friday." },
  changes: "memory",
  run: ({ text, session = null }, asking) => {
    const at = session ?? asking.session;
    return withMemory(asking.open, { session: at, how: "write" }, async ({ primary }) => {
      const about = { by: asking.actor.replace(/^agent:/, ""), session: at, isPerson: false };
      const done = await remember(primary, text, about, { detached: "refuse" });
      if (!done.ok) return done;
      const { item, kept, says } = done.value;
      const told = kept === null ? `Heard, and not on a page yet: ${says}` : `Kept on ${kept.page}.`;
      return ok([
        told,
        JSON.stringify({ id: item.id, kind: item.kind, page: kept?.page ?? null, commit: kept?.commit ?? null }),
      ]);
    });
  },
});

// McpWrite: the tool that writes to a page: one patch, validated and committed, or refused with its reason.

export const writeTool: McpTool = tool({
  name: "write_page",
  title: "Write to a page",
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

// McpAsking: who asks, in which session, and how the memory is opened for one call and closed again.

/** Opens the memory anew for each call, so that nothing is kept between two; `write` for who adds to a session's own pages. */
export type Opener = (session: string | null, how: "read" | "write") => Promise<Outcome<Workspace>>;

/** What a tool is given besides its input. */
export interface Asking {
  readonly open: Opener;
  /** The session of calls that name none. */
  readonly session: string | null;
  /** `agent:<name>`, who asks. */
  readonly actor: string;
}

/** Closed again whatever happens. */
export async function withMemory<T>(
  open: Opener,
  at: { readonly session: string | null; readonly how: "read" | "write" },
  use: (workspace: Workspace) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const opened = await open(at.session, at.how);
  if (!opened.ok) return opened;
  try {
    return await use(opened.value);
  } finally {
    await opened.value.close();
  }
}

// McpFailure: a failure in the words of a model that has these tools and no command line.

/** A failure as a model reads it: what is, what to do, and which tool helps. */
export function failureText(failure: Failure): string {
  const reason = "reason" in failure ? ` ${failure.reason}` : "";
  const next = tools[failure.code];
  return [`${failure.code}${reason}: ${failure.says}`, failure.hint, ...(next === undefined ? [] : [next])]
    .filter((line) => line !== "")
    .join("\n");
}

/** Hints name commands of the command line; a model has these tools. */
const tools: Readonly<Partial<Record<Failure["code"], string>>> = {
  page_missing: "With these tools: recall finds pages by what they say; resources/list names them all.",
  version_conflict:
    "With these tools: call read_page for the version as it is now, and send the patch again with it.",
  locked: "With these tools: call the same again in a moment.",
};
