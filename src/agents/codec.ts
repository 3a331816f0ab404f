/**
 * Codec: what can happen to a session of a harness, what it is answered, and how the hooks of Claude Code and of Codex spell both. `codecs` lists the
 * harnesses that call a program of their own.
 */

import { isAbsolute, join, resolve } from "node:path";
import { type JsonObject, objectOf, objectsOf, parseLine, textOf } from "../base/json.js";
import { err, ok, type Result } from "../base/result.js";
import type { LifecycleEvent } from "../session/lifecycle.js";
import { ownWords } from "../session/transcript/transcript.js";
import { homeOf, packageRoot, programCommand } from "../state/machine.js";

/**
 * A moment in the life of a session. Everything that must last is durable at `stop` and `before-compaction`; nothing waits for
 * `end`, which a process that is killed never sees.
 */
export type Moment =
  /**
   * A context begins: the pages go in, after what dead sessions left is recovered. `bare` where the model has surely nothing of what it
   * was given before; `fork` where it begins with the conversation of another session, which not every harness names.
   */
  | { readonly kind: "start"; readonly bare: boolean; readonly fork?: { readonly parent: string | null } }
  /**
   * Somebody asks, in these words; null where the harness tells none, and the pages go in again where they are no longer what the model has.
   * `apart` where the person left memory out of the conversation: it is heard, and answered with nothing.
   */
  | { readonly kind: "prompt"; readonly text: string | null; readonly apart?: true }
  /** The harness tells what block stands in the context, whatever happened before; null for none. */
  | { readonly kind: "stands"; readonly block: string | null }
  /** A tool was called and has answered with `output`, in whatever shape the harness tells it; kept by reference. */
  | { readonly kind: "tool"; readonly name: string; readonly input: JsonObject; readonly output?: unknown }
  /** The turn is over. `again` when it was prolonged by an answer to an earlier `stop`; `said` is the model's answer, where the harness tells it. */
  | { readonly kind: "stop"; readonly again: boolean; readonly said?: string | null }
  /** The words so far are about to be replaced by a summary. */
  | { readonly kind: "before-compaction"; readonly event: LifecycleEvent }
  /** The session is left. */
  | { readonly kind: "end"; readonly event: LifecycleEvent };

export interface HarnessEvent {
  readonly session: string;
  /** The folder the session works in; its memory is the nearest at or above. */
  readonly cwd: string | null;
  /** A file that only grows, with all that was said; null where there is none. */
  readonly transcript: string | null;
  /** What the harness itself tells two such events of one session apart by; null where the length of the transcript must do. */
  readonly id: string | null;
  readonly moment: Moment;
  /** How full the context is; absent where the transcript tells it. */
  readonly fill?: Fill | null;
}

export interface HarnessAnswer {
  /** For the model; at most `Codec.blockCharsMax` UTF-16 units. After a `stop` it makes the model go on. */
  readonly context: string | null;
  /** For whoever writes the summary. */
  readonly summarizer: string | null;
  /** For the person. */
  readonly notice: string | null;
}

export const silence: HarnessAnswer = { context: null, summarizer: null, notice: null };

/** What is said at once of several things; null where nothing is. */
export function joined(between: string, texts: readonly (string | null)[]): string | null {
  const said = texts.filter((text) => text !== null && text !== "");
  return said.length === 0 ? null : said.join(between);
}

// Failing: a harness is answered whatever goes wrong: the person is told, and where there is a memory it has a fault on record.

export interface HarnessRun {
  readonly answer: HarnessAnswer;
  /** What went wrong; null where nothing did. The harness is answered all the same. */
  readonly failed: string | null;
}

export function failedWith(says: string): HarnessRun {
  return { answer: { ...silence, notice: says }, failed: says };
}

export function bugSays(error: unknown): string {
  return `a bug: ${error instanceof Error ? error.message : String(error)}`;
}

// Moments that several harnesses tell, whatever they call what is in them.

export const moments = {
  tool(name: unknown, input: unknown, output: unknown): Moment & { readonly kind: "tool" } {
    return { kind: "tool", name: textOf(name) ?? "", input: objectOf(input) ?? {}, output };
  },
  /** The model has answered: the last of these messages that is its own says what. */
  answered(messages: unknown): Moment {
    const content = objectsOf(messages).findLast(({ role }) => role === "assistant")?.content;
    const texts = objectsOf(content).map(({ text }) => textOf(text));
    return { kind: "stop", again: false, said: textOf(content) ?? joined("\n", texts) };
  },
  /** Why it is compacted, as each harness calls it. */
  compaction(why: unknown): Moment {
    const events: Readonly<Record<string, LifecycleEvent>> = { manual: "compaction-manual", overflow: "overflow" };
    return { kind: "before-compaction", event: events[textOf(why) ?? ""] ?? "compaction-auto" };
  },
};

// HookEnvelope: what the hooks of Claude Code and of Codex have in common: how an event is told, and how it is answered.

/** The moments that each of them tells in its own way. */
interface OwnMoments {
  readonly start: (payload: JsonObject) => Moment & { readonly kind: "start" };
  readonly end: (payload: JsonObject) => LifecycleEvent;
}

function parseHook(event: string, payload: JsonObject, own: OwnMoments): Result<HarnessEvent | null, string> {
  const session = textOf(payload.session_id);
  if (session === null || session === "") return err("The event names no session_id.");
  const named = textOf(payload.hook_event_name);
  if (named !== null && named !== event)
    return err(`The event says that it is ${named}, and was called as ${event}.`);
  if (!Object.hasOwn(hookMoments, event)) return err(`“${event}” is no event that Pagefile answers.`);
  const moment = hookMoments[event]!(payload, own);
  // What a subagent does is not in the context of the session; a compaction runs in one without a type.
  if (textOf(payload.agent_id) !== null) return ok(null);
  // The prompt that is under way names its own events; of starts and compactions there may be several in one.
  const names = moment.kind === "prompt" || moment.kind === "stop" ? ["prompt_id", "turn_id"] : [];
  const id = ["tool_use_id", ...names].map((name) => textOf(payload[name])).find((text) => text !== null) ?? null;
  return ok({ session, cwd: textOf(payload.cwd), transcript: textOf(payload.transcript_path), id, moment });
}

const hookMoments: Readonly<Record<string, (payload: JsonObject, own: OwnMoments) => Moment>> = {
  SessionStart: (payload, own) => own.start(payload),
  UserPromptSubmit: ({ prompt }) => ({ kind: "prompt", text: textOf(prompt) }),
  PostToolUse: (payload) => moments.tool(payload.tool_name, payload.tool_input, payload.tool_response),
  Stop: ({ stop_hook_active: again, last_assistant_message: said }) => {
    return { kind: "stop", again: again === true, said: textOf(said) };
  },
  PreCompact: ({ trigger }) => moments.compaction(trigger),
  SessionEnd: (payload, own) => ({ kind: "end", event: own.end(payload) }),
};

/** JSON on one line; for the summarizer plain text, which is what it takes. */
function printHook(event: string, { context, summarizer, notice }: HarnessAnswer): string {
  // Whatever a hook prints before a compaction goes to the summarizer, so a notice cannot stand beside it.
  if (summarizer !== null) return `${summarizer}\n`;
  if (context === null && notice === null) return "";
  const hookSpecificOutput = { hookEventName: event, additionalContext: context };
  return `${JSON.stringify({
    ...(context === null ? {} : { hookSpecificOutput }),
    ...(notice === null ? {} : { systemMessage: `Pagefile: ${notice}` }),
  })}\n`;
}

// Codex: the hooks of the Codex command line: Claude Code's envelope, other transcripts, and an end of turn of its own.

export const codex: Codec = {
  name: "codex",
  blockCharsMax: 10_000,
  program: () => programCommand(),
  // A compaction is told as a start twice, as `resume` first.
  parse: (event, payload) =>
    parseHook(event, payload, {
      start: ({ source }) => ({ kind: "start", bare: source !== "compact" && source !== "resume" }),
      end: ({ reason }) => (reason === "clear" ? "reset" : "exit"),
    }),
  print,
  words: codexWords,
  // Calls and their answers, and what was said; what Codex tells the model of itself is there once, at the beginning.
  chars({ type, payload }) {
    const item = type === "response_item" ? objectOf(payload) : null;
    return item === null || item.role === "developer" ? 0 : JSON.stringify(item).length;
  },
  fill: codexFill,
};

/** Nobody reads what a hook prints for a summarizer, and a turn goes on for a decision alone. */
function print(event: string, answer: HarnessAnswer): string {
  const { context, notice } = answer;
  if (event !== "Stop" || context === null) return printHook(event, { ...answer, summarizer: null });
  const decision = { decision: "block", reason: context };
  return `${JSON.stringify(notice === null ? decision : { ...decision, systemMessage: `Pagefile: ${notice}` })}\n`;
}

/** What stands in a rollout as a message of the user is mostly put there by Codex; the event beside it is the user's own. */
function codexWords({ type, payload }: JsonObject): string {
  const told = type === "event_msg" ? objectOf(payload) : null;
  const item = told?.type === "item_completed" ? objectOf(told.item) : null;
  if (item?.type !== "UserMessage") return "";
  return objectsOf(item.content)
    .map((block) => textOf(block.text) ?? "")
    .join("\n")
    .trim();
}

function codexFill({ type, payload }: JsonObject): Fill | null {
  const told = type === "event_msg" ? objectOf(payload) : null;
  const info = told?.type === "token_count" ? objectOf(told.info) : null;
  const tokens = tokensOf(objectOf(info?.last_token_usage), ["total_tokens"]);
  const window = tokensOf(info, ["model_context_window"]);
  return tokens === 0 || window === 0 ? null : { tokens, window };
}

/** The sum of these counts; 0 for what is no count. */
function tokensOf(usage: JsonObject | null, names: readonly string[]): number {
  const counts = names.map((name) => usage?.[name]).filter((count) => typeof count === "number");
  return counts.reduce((sum, count) => sum + (Number.isFinite(count) ? Math.max(0, count) : 0), 0);
}

// Codec: how one harness spells events and answers, and what its transcripts hold.

/** How many characters of these lines are the conversation. */
export function spokenIn(tongue: Tongue, lines: readonly string[]): number {
  return lines.map(parseLine).reduce((sum, entry) => sum + (entry === null ? 0 : tongue.chars(entry)), 0);
}

/** What the contract needs to know of a harness, whether it is called by a program of its own or in its process. Pure. */
export interface Tongue {
  readonly name: string;
  /** The most that one text for the model may hold. */
  readonly blockCharsMax: number;
  /** How a shell of the model's calls this program. */
  program(): string;
  /** The tool by which the model writes something down, to be put behind a colon; absent where it types a command. */
  readonly writing?: string;
  /** The tools by which it reads a page whole, looks for more, and reads what a tool answered; absent where it types commands. */
  readonly reading?: { readonly page: string; readonly more: string; readonly evidence: string };
  /** The user's own words in this line of a transcript; empty for none. */
  words(line: JsonObject): string;
  /** How many characters of it are the conversation: words, tool calls and results, and none of the harness's own notes. */
  chars(line: JsonObject): number;
  /** The context after the last call of the model of which this line of a transcript tells; null where it tells of none. */
  fill?(line: JsonObject): Fill | null;
}

/** How full a context is, in tokens. */
export interface Fill {
  readonly tokens: number;
  readonly window: number;
}

/** How one harness spells events and answers. Pure. */
export interface Codec extends Tongue {
  fill(line: JsonObject): Fill | null;
  /** null for an event that is none of a session's own, such as those of a subagent; a text says what is wrong with it. */
  parse(event: string, payload: JsonObject): Result<HarnessEvent | null, string>;
  /** Standard output; empty where there is nothing to say. */
  print(event: string, answer: HarnessAnswer): string;
}

// ClaudeCode: the hooks of Claude Code: their events as moments of a session, and answers as it reads them.

export const claudeCode: Codec = {
  name: "claude-code",
  // One more, and Claude Code shows the model a preview and the path of a file instead.
  blockCharsMax: 10_000,
  program: () => programCommand(),
  parse: (event, payload) =>
    parseHook(event, payload, {
      start: ({ source }) =>
        source === "fork"
          ? { kind: "start", bare: true, fork: { parent: null } }
          : { kind: "start", bare: source !== "resume" },
      end: ({ reason }) => ends[textOf(reason) ?? ""] ?? "exit",
    }),
  print: printHook,
  // Its format is internal and drifts: a line that is not known to be the user's own is left out.
  words: ownWords,
  chars: ({ type, isMeta, message }) =>
    (type === "user" || type === "assistant") && isMeta !== true
      ? JSON.stringify(objectOf(message)?.content ?? "").length
      : 0,
  fill,
};

/** After `resume` the session that is left can be taken up again, so nothing of it is over. */
const ends: Readonly<Record<string, LifecycleEvent>> = { clear: "reset", resume: "switch-session" };

/** Of a subagent nothing is in this context. The window is told nowhere: it is the usual one until more is in it. */
function fill({ type, isSidechain, message }: JsonObject): Fill | null {
  const usage = type === "assistant" && isSidechain !== true ? objectOf(objectOf(message)?.usage) : null;
  const tokens = tokensOf(usage, [
    "input_tokens",
    "cache_read_input_tokens",
    "cache_creation_input_tokens",
    "output_tokens",
  ]);
  return tokens === 0 ? null : { tokens, window: tokens > usualWindow ? wideWindow : usualWindow };
}

const usualWindow = 200_000;
const wideWindow = 1_000_000;

/** How a shell calls this program where the process at hand is another program's, as the plugin of a harness is. */
export function packageCommand(): string {
  return programCommand([process.execPath, join(packageRoot(), "dist", "pagefile.cjs")]);
}

export const codecs: readonly Codec[] = [claudeCode, codex];

export const setupNames = ["claude-code", "codex"] as const;
export type SetupName = (typeof setupNames)[number];
/** pi alone takes its hooks from a package. */
export type FolderName = SetupName | "pi";

/** As the harness itself finds it. */
export function harnessFolder(name: FolderName, env: NodeJS.ProcessEnv): string {
  const [home, own = ""] = [homeOf(env), env[homes[name].variable]];
  if (name === "pi" && (own === "~" || own.startsWith("~/"))) return join(home, own.slice(1));
  if (name === "pi" && own !== "") return resolve(own);
  return isAbsolute(own) ? own : join(home, homes[name].usual);
}

const homes: Readonly<Record<FolderName, { readonly variable: string; readonly usual: string }>> = {
  "claude-code": { variable: "CLAUDE_CONFIG_DIR", usual: ".claude" },
  codex: { variable: "CODEX_HOME", usual: ".codex" },
  pi: { variable: "PI_CODING_AGENT_DIR", usual: ".pi/agent" },
};
