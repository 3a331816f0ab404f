/**
 * Conversation: one session of a program of your own. The program tells what happens to it, and is answered what its model is to be told, by the
 * one road that all harnesses take (`event.ts`).
 *
 * Each call opens the memory and keeps nothing, so that one conversation may go on in another process, and one process may hold many.
 * What a person says goes into a transcript of the conversation's own, so that a compaction finds it.
 */

import { dirname, extname, join } from "node:path";
import { shortDigest } from "../base/digest.js";
import { dayMs, type Instant, parseInstant } from "../base/ids.js";
import { type JsonObject, objectOf, parseJson, textOf } from "../base/json.js";
import { limits } from "../base/limits.js";
import { err, type Outcome, ok, usage } from "../base/result.js";
import { openQueue } from "../git/repository.js";
import { rootsOf } from "../memory/root.js";
import type { Holder } from "../memory/service.js";
import { openWorkspace } from "../open.js";
import { redactSecrets } from "../rules/secret-keys.js";
import type { LifecycleEvent } from "../session/lifecycle.js";
import { unfitSession } from "../session/pages/session.js";
import { attempt } from "../state/fs-calls.js";
import { appendTo, makeStateFolder } from "../state/plain-file.js";
import {
  bugSays,
  type Fill,
  failedWith,
  type HarnessRun,
  type Moment,
  packageCommand,
  type Tongue,
} from "./codec.js";
import { type EventAsked, placeOf, runMoment } from "./event.js";
import { removeOlder } from "./session-notes.js";

export interface ConversationOptions {
  /** The folder that the conversation is about: its memory is found there, as every command finds one. */
  readonly cwd: string;
  /** What the program calls this conversation by: 1 to 200 characters, the same in every process that goes on with it. */
  readonly session: string;
  /** What the program is called in commits and in the inbox, as `agent:NAME`; “program” where it is absent. */
  readonly agent?: string;
  /** `process.env` where it is absent. */
  readonly env?: NodeJS.ProcessEnv;
  /** Folders of memories, in place of those that `cwd` has. */
  readonly repos?: readonly string[];
  /** An ISO 8601 instant that is taken for now; null, or absent, for the machine's clock. */
  readonly now?: string | null;
  /** The process that the conversation lives in, by whose end it is known to be over; this one where it is absent, null for none. */
  readonly pid?: number | null;
}

/** What came of a call; each text is null where there is nothing to say. */
export interface ConversationAnswer {
  /**
   * For the model: of `begin` a block for the end of the system prompt, or ahead of the first message; of `prompt` the lines that stand ahead of the
   * person's words; of `answered` what the next request says.
   */
  readonly context: string | null;
  /** For whoever writes the summary at a compaction. */
  readonly summarizer: string | null;
  /** For the person. */
  readonly notice: string | null;
  /** What went wrong. The conversation goes on, and what was staged waits. */
  readonly failed: string | null;
}

/** A tool that a model may be offered: its input is described in JSON Schema, and its answer is text, a refusal too. */
export interface ConversationTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  call(input: unknown): Promise<string>;
}

/** Calls are answered in the order in which they came. None of them throws. */
export interface Conversation {
  /** A context begins: the first one, or the one behind a compaction. `resumed` where the model has all that it was told before. */
  begin(how?: { readonly resumed?: boolean; readonly forkOf?: string }): Promise<ConversationAnswer>;
  /** A person says this. It is heard before the answer comes, whatever becomes of the turn. */
  prompt(text: string): Promise<ConversationAnswer>;
  /** A tool has answered; its result is kept by reference. Those of `tools` need not be told. */
  called(tool: {
    readonly name: string;
    readonly input?: object;
    readonly output?: unknown;
  }): Promise<ConversationAnswer>;
  /** The turn is over, with these words of the model: what the person stated for good is on its page when this returns. */
  answered(text: string | null, fill?: Fill): Promise<ConversationAnswer>;
  /** The words so far are about to be replaced by a summary. `begin` follows. */
  compacting(why?: "auto" | "manual"): Promise<ConversationAnswer>;
  /** The conversation is over (`exit`), or begins anew under the same name (`reset`). */
  end(why?: "exit" | "reset"): Promise<ConversationAnswer>;
  /** recall, remember, write_page, read_page, read_evidence. */
  tools(): Promise<readonly ConversationTool[]>;
}

/** Fails where the folder has no memory (`not_a_repository`), and where the name or the instant cannot be taken (`usage`). */
export function openConversation(options: ConversationOptions): Outcome<Conversation> {
  const { cwd, session, agent = "program", env = process.env, repos = [], pid = process.pid } = options;
  const wrong = wrongWith(options);
  if (wrong !== null) return err(wrong);
  const now = options.now == null ? null : parseInstant(options.now);
  const roots = rootsOf({ cwd, repos }, env);
  if (!roots.ok) return roots;
  const placed = placeOf({ cwd, repos: roots.value, env });
  if (!placed.ok) return placed;
  const transcript = fileBeside(placed.value.holder, "conversations", `${session}.jsonl`);
  const about = { codec: tongueOf(agent), env, repos: roots.value, now, pid };
  const inTurn = openQueue();
  const happen = (
    moment: Moment,
    before: () => void = () => {},
    fill: Fill | null = null,
  ): Promise<ConversationAnswer> =>
    inTurn(async () => {
      before();
      const event = { session, cwd, transcript, id: null, moment, fill };
      const { answer, failed } = await runMoment(about, event);
      return { ...answer, failed };
    }).catch((error: unknown) => answerOf(failedWith(bugSays(error))));
  return ok({
    async begin(how) {
      const { resumed = false, forkOf } = how ?? {};
      const fork = forkOf === undefined ? {} : { fork: { parent: forkOf } };
      return happen({ kind: "start", bare: !resumed, ...fork }, () => forgetTranscripts(transcript));
    },
    prompt: async (text) =>
      typeof text === "string"
        ? happen({ kind: "prompt", text }, () => note(transcript, text, now))
        : answerOf(failedWith("prompt takes what the person said, as one string.")),
    async called(tool) {
      const { name, input, output } = tool ?? {};
      return typeof name === "string"
        ? happen({ kind: "tool", name, input: objectOf(input) ?? {}, output })
        : answerOf(failedWith("called takes the name of the tool, as a string."));
    },
    answered: async (said, fill) =>
      typeof (said ?? "") === "string"
        ? happen({ kind: "stop", again: false, said: said ?? null }, undefined, fill ?? null)
        : answerOf(failedWith("answered takes what the model said, as one string, or null.")),
    compacting: async (why = "auto") =>
      isOneOf(compactions, why)
        ? happen({ kind: "before-compaction", event: compactions[why] })
        : answerOf(failedWith(`compacting takes one of: ${namesOf(compactions)}.`)),
    end: async (why = "exit") =>
      isOneOf(ends, why)
        ? happen({ kind: "end", event: ends[why] })
        : answerOf(failedWith(`end takes one of: ${namesOf(ends)}.`)),
    tools: () => toolsOf({ cwd, env, repos: roots.value, now: options.now ?? null, session, agent }),
  });
}

const compactions = { auto: "compaction-auto", manual: "compaction-manual" } as const;
const ends = { exit: "exit", reset: "reset" } as const satisfies Readonly<Record<string, LifecycleEvent>>;

const namesOf = (known: object): string => Object.keys(known).join(", ");

/** Callers in JavaScript have no types to tell them. */
function wrongWith({ cwd, session, agent = "program", now = null }: ConversationOptions) {
  if (typeof session !== "string" || typeof cwd !== "string")
    return usage(
      "A conversation needs `cwd`, a folder, and `session`, its name.",
      'openConversation({ cwd: ".", session: "s-1" })',
    );
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(agent))
    return usage("`agent` is 1 to 64 letters, digits, dots and hyphens.", 'For example agent: "desk".');
  if (now !== null && parseInstant(now) === null)
    return usage("`now` is no instant.", "An ISO 8601 instant: 2026-11-20T21:40:12Z.");
  return unfitSession(session);
}

/** Its lines are ours: what a person said, and when. */
function tongueOf(agent: string): Tongue {
  return {
    name: agent,
    blockCharsMax: 20_000,
    program: packageCommand,
    writing: 'the tool remember, for example {"text":TEXT}',
    reading: {
      page: "the tool read_page",
      more: "the tool recall, with other words in `also`",
      evidence: "the tool read_evidence",
    },
    words: ({ said }) => textOf(said) ?? "",
    // What the model and its tools say stands nowhere, so that nobody can tell how much it was.
    chars: () => 0,
  };
}

function note(transcript: string, words: string, now: Instant | null): void {
  const line = { said: redactSecrets(words), timestamp: now ?? new Date().toISOString() };
  // What cannot be noted is heard all the same; a compaction finds less of it.
  attempt(`write ${transcript}`, () => {
    makeStateFolder(dirname(transcript));
    appendTo(transcript, `${JSON.stringify(line)}\n`);
  });
}

// Files of sessions whose harness keeps none, beside the other state of a memory.

/** A file that a name with this end stands for. */
export function fileBeside({ place }: Holder, folder: string, name: string): string {
  const end = extname(name);
  return join(place.shared, folder, `${shortDigest(name.slice(0, -end.length), 24)}${end}`);
}

/** What a person said is not kept longer than the notes of the session. */
export function forgetTranscripts(transcript: string): void {
  const old = { ms: limits.harnessNotesDaysMax * dayMs, now: Date.now() };
  attempt("remove old transcripts", () => removeOlder(dirname(transcript), ".jsonl", old));
}

function answerOf({ answer, failed }: HarnessRun): ConversationAnswer {
  return { ...answer, failed };
}

async function toolsOf({
  agent,
  session,
  ...named
}: Required<Pick<ConversationOptions, "cwd" | "env" | "repos" | "now" | "session" | "agent">>): Promise<
  readonly ConversationTool[]
> {
  const mcp = await import("./mcp/tools.js");
  const asking = {
    open: (own: string | null, how: "read" | "write") =>
      openWorkspace({ ...named, ...(own === null ? {} : { session: { session: own, how } }) }),
    session,
    actor: `agent:${agent}`,
  };
  const offered = [mcp.recallTool, mcp.rememberTool, mcp.writeTool, mcp.readPage, mcp.readEvidenceTool];
  return offered.map(({ name, description, inputSchema, call }) => ({
    ...{ name, description, inputSchema },
    async call(input) {
      const done = await call(input, asking);
      return done.ok ? done.value.join("\n\n") : mcp.failureText(done.error);
    },
  }));
}

// Lines: the same for programs in other languages, an event a process: `pagefile harness program EVENT`, JSON in and JSON out.

/** Its bytes are the event's own words: `{"session":"s-1","text":"…"}`. */
type ProgramCall = Omit<EventAsked, "codec" | "host">;

/** What is wrong with the call itself is an error; what goes wrong behind it is told as `failed`. */
export async function answerProgram({ event, bytes, ...about }: ProgramCall): Promise<Outcome<ConversationAnswer>> {
  const use = Object.hasOwn(programEvents, event) ? programEvents[event] : undefined;
  const names = Object.keys(programEvents).join(", ");
  if (use === undefined) return err(usage(`“${event}” is no event of a conversation.`, `One of: ${names}.`));
  if (bytes.length > limits.harnessEventBytesMax)
    return err(
      usage(
        `The event holds ${bytes.length} bytes; at most ${limits.harnessEventBytesMax} are read.`,
        "Send less of it.",
      ),
    );
  const payload = objectOf(parseJson(Buffer.from(bytes).toString("utf8")));
  const session = textOf(payload?.session);
  if (payload === null || session === null)
    return err(
      usage(
        "A JSON object with the name of the session was expected on standard input.",
        '{"session":"s-1","text":"…"}',
      ),
    );
  const agent = textOf(payload.agent);
  const opened = openConversation({ ...about, session, ...(agent === null ? {} : { agent }) });
  return opened.ok ? use(opened.value, payload) : opened;
}

type Use = (conversation: Conversation, payload: JsonObject) => Promise<Outcome<ConversationAnswer>>;

const programEvents: Readonly<Record<string, Use>> = {
  async begin(conversation, { resumed, fork_of: forkOf }) {
    const parent = textOf(forkOf);
    return ok(
      await conversation.begin({ resumed: resumed === true, ...(parent === null ? {} : { forkOf: parent }) }),
    );
  },
  async prompt(conversation, { text }) {
    const words = textOf(text);
    if (words === null)
      return err(usage("The event has no `text`.", '{"session":"s-1","text":"what the person said"}'));
    return ok(await conversation.prompt(words));
  },
  async called(conversation, { name, input, output }) {
    const tool = textOf(name);
    if (tool === null)
      return err(usage("The event has no `name`.", '{"session":"s-1","name":"search","output":"what it answered"}'));
    return ok(await conversation.called({ name: tool, input: objectOf(input) ?? {}, output }));
  },
  async answered(conversation, { text, tokens, window }) {
    const isFill = typeof tokens === "number" && typeof window === "number" && window > 0;
    return ok(await conversation.answered(textOf(text), isFill ? { tokens, window } : undefined));
  },
  async compacting(conversation, { why = "auto" }) {
    if (!isOneOf(compactions, why)) return err(notOneOf(compactions, '{"session":"s-1","why":"manual"}'));
    return ok(await conversation.compacting(why));
  },
  async end(conversation, { why = "exit" }) {
    if (!isOneOf(ends, why)) return err(notOneOf(ends, '{"session":"s-1","why":"reset"}'));
    return ok(await conversation.end(why));
  },
};

function isOneOf<T extends object>(known: T, why: unknown): why is keyof T {
  return typeof why === "string" && Object.hasOwn(known, why);
}

function notOneOf(known: object, example: string) {
  return usage(`\`why\` is one of: ${namesOf(known)}.`, example);
}
