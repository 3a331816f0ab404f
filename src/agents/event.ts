/**
 * HarnessRun: an event of a harness comes in as bytes, and its answer goes out as text. Whatever goes wrong between, the harness goes on and a
 * person is told.
 *
 * A harness tells what happens to a session. `codec.ts` names those moments, whichever harness it is (`Moment`), and spells
 * them for Claude Code and Codex. `event-context.ts` answers the end of a turn or of a session at which nothing waits, without opening a page; `capture.ts`
 * opens the memory for any other event (`handle`). A start is a turn; a stop, a coming compaction and an end are flushes (`turnEnd`). A
 * tool's result is kept by digest, without a page being opened. Read this file first, then `codec.ts` and `capture.ts`.
 *
 * A hook never vetoes: what fails is a message and the fault `harness_failed`. What one event leaves for the next is a line of notes below the git
 * dir (`session-notes.ts`), whose loss costs a repetition in a prompt. The fast way (`eventAtRest`) must leave exactly the record and notes that
 * the other way would leave.
 *
 * What a person says is in the inbox before its prompt is answered (`prompt-entries.ts`), and becomes entries when the turn ends (`capture.ts`). No model
 * has to want it. What a prompt gets is what answers its words; the block of pages is given where a context begins, and never again.
 *
 * `setup/` plans every file before it touches the first one; JSON settings are spliced by offsets, so that `--remove` gives the bytes back. `mcp/`
 * opens the memory for each call and keeps nothing. Whoever calls is an agent, whatever a draft claims. `memory-tool.ts` serves Anthropic's memory
 * tool: a rewrite is an edit from one whole text to another, and a deletion is a move into the archive.
 */

import { resolve } from "node:path";
import { shortDigest } from "../base/digest.js";
import type { Instant } from "../base/ids.js";
import { type JsonObject, objectOf, parseJson, textOf } from "../base/json.js";
import { limits } from "../base/limits.js";
import { err, type Outcome, ok, type Result } from "../base/result.js";
import { findLayout, type GitLayout } from "../git/layout.js";
import { isLost, rootsOf, stateFolder } from "../memory/root.js";
import type { Holder } from "../memory/service.js";
import type { Workspace } from "../memory/workspace.js";
import { findElisions } from "../rules/refusal.js";
import { findSecrets, redactSecrets } from "../rules/secret-keys.js";
import { pathOf, signatureOf, toolKind, toolResult } from "../session/transcript/transcript.js";

import { callTitle, evidenceBlobsOf, type KeptResult } from "../write/evidence-blobs.js";
import {
  bugSays,
  type Codec,
  failedWith,
  type HarnessAnswer,
  type HarnessEvent,
  type HarnessRun,
  type Moment,
  silence,
  type Tongue,
} from "./codec.js";
import {
  harnessNotesOf,
  type SessionNotes,
  sessionNotes,
  type TranscriptView,
  viewTranscript,
} from "./session-notes.js";

/** An event, and where it is answered. */
export interface EventAsked {
  readonly codec: Tongue;
  /** As the harness spells it. */
  readonly event: string;
  /** What tells it from others of that name where it has no id: standard input, where it came by that. */
  readonly bytes: Uint8Array;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Memories named on the command line; none means the nearest at or above the session's folder. */
  readonly repos: readonly string[];
  readonly now: Instant | null;
  readonly pid: number | null;
  readonly host?: EventHost;
}

/** What a harness brings along in whose own process memories stay open; any other event opens them anew. */
export interface EventHost {
  /** The memories, with the session's own pages as they are now; whoever gets them does not close them. */
  readonly open: () => Promise<Outcome<Workspace>>;
  /** Tokens for the pages. */
  readonly budget: number;
  /** Where what the user said is kept without being asked for. */
  readonly captures: { readonly compaction: boolean; readonly end: boolean };
  /** Takes what the answer need not wait for. */
  readonly behind: (work: () => void) => void;
}

/**
 * Never throws. A folder without a memory is none of our business and is answered with silence, but for the start of a session in one that had a memory.
 * What fails is told, and on record where there is a place for it. `cwd` is the folder the session was started in.
 */
async function runEvent(asked: EventAsked, event: HarnessEvent, cwd: string): Promise<HarnessRun> {
  let answer: Outcome<HarnessAnswer>;
  try {
    answer = await answered(asked, event, cwd);
  } catch (error) {
    answer = err({ code: "corrupt", says: bugSays(error), hint: "" });
  }
  if (answer.ok) return { answer: answer.value, failed: null };
  const { code, says, hint } = answer.error;
  const isNone = code === "not_a_repository" && asked.repos.length === 0;
  const isTold = event.moment.kind === "start" && isNone && isLost(cwd, asked.env);
  if (isNone && !isTold && !rootsOf({ ...asked, cwd }, asked.env).ok) return { answer: silence, failed: null };
  const failed = `${says} ${hint}`.trim();
  const opened = placeOf({ ...asked, cwd });
  if (opened.ok) {
    // What goes on record is looked for secrets and bounded: most events need none of that.
    const { logFaults } = await import("../write/fault-log.js");
    const { systemClock } = await import("../state/machine.js");
    const fault = { kind: "harness_failed", page: "", says: `${asked.event}: ${failed}`, hint: waitsHint } as const;
    const memory = { ...opened.value.holder, clock: systemClock(asked.now) };
    logFaults(memory, [fault], { session: event.session, boundary: asked.event });
  }
  return failedWith(failed);
}

let count = 0;

/** A moment that a harness tells in its own process, where no bytes tell it from others. */
export function runMoment(
  about: Pick<EventAsked, "codec" | "env" | "repos" | "host"> & Partial<Pick<EventAsked, "now" | "pid">>,
  event: HarnessEvent & { readonly cwd: string },
): Promise<HarnessRun> {
  count += 1;
  const bytes = Buffer.from(`${process.pid} ${performance.timeOrigin} ${count}`);
  const { cwd, moment } = event;
  return runEvent({ now: null, pid: process.pid, ...about, bytes, event: moment.kind, cwd }, event, cwd);
}

const waitsHint = "What was staged is safe and waits: pagefile status, pagefile flush.";

async function answered(asked: EventAsked, event: HarnessEvent, cwd: string): Promise<Outcome<HarnessAnswer>> {
  const { moment } = event;
  if (moment.kind === "tool") return eventOfTool(asked, { ...event, moment }, cwd);
  if (asked.host === undefined && (moment.kind === "stop" || moment.kind === "end")) {
    const { eventAtRest } = await import("./event-context.js");
    const rested = await eventAtRest(asked, event, cwd);
    if (rested !== null) return ok(rested);
  }
  const { eventInMemory } = await import("./capture.js");
  return eventInMemory(asked, { ...event, moment }, cwd);
}

function parse({ codec, event, bytes }: EventAsked & { readonly codec: Codec }): Result<HarnessEvent | null, string> {
  if (bytes.length > limits.harnessEventBytesMax)
    return err(`The event holds ${bytes.length} bytes; at most ${limits.harnessEventBytesMax} are read.`);
  const value = parseJson(Buffer.from(bytes).toString("utf8"));
  if (value === undefined) return err("Standard input is no JSON; the harness's event was expected.");
  const payload = objectOf(value);
  return payload === null
    ? err("Standard input is no JSON object; the harness's event was expected.")
    : codec.parse(event, payload);
}

export interface EventCall extends Omit<EventAsked, "bytes"> {
  readonly codec: Codec;
  /** Whether the plugin's own hook calls, which stands back where `pagefile setup` has written one. */
  readonly plugin: boolean;
  readonly stdin: () => Promise<Uint8Array>;
}

/** `text` is standard output. */
export async function answerEvent(call: EventCall): Promise<{ readonly done: HarnessRun; readonly text: string }> {
  const { codec, event, env, plugin, stdin, ...asked } = call;
  // Twice told would be twice in the prompt.
  const silent = { answer: silence, failed: null };
  if (plugin && (await import("./setup/setup.js")).hasHook(codec.name, event, env)) return { done: silent, text: "" };
  const told = { ...asked, codec, event, env, bytes: await stdin() };
  const parsed = parse(told);
  // The folder the session was started in: an agent that moves about keeps its memory.
  const done = !parsed.ok
    ? failedWith(parsed.error)
    : parsed.value === null
      ? silent
      : await runEvent(told, parsed.value, env.CLAUDE_PROJECT_DIR || parsed.value.cwd || asked.cwd);
  return { done, text: codec.print(event, done.answer) };
}

/** Of the first memory that is asked for; `others` stack beside it. */
export function placeOf({ env, ...named }: Pick<EventAsked, "cwd" | "repos" | "env">): Outcome<{
  readonly holder: Holder;
  readonly layout: GitLayout;
  readonly others: readonly string[];
}> {
  const roots = rootsOf(named, env);
  if (!roots.ok) return roots;
  const [root = "", ...others] = roots.value;
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  const state = stateFolder(layout.value);
  const shared = stateFolder(layout.value, layout.value.commonDir);
  const place = { root, state, shared, env, records: true };
  return ok({ holder: { place, services: new Map() }, layout: layout.value, others });
}

/** What is known of the session at this event, and how that leaves a note of its own. */
export function notesAt(
  holder: Holder,
  { event: name, bytes }: EventAsked,
  event: HarnessEvent,
): Outcome<SessionNotes & { readonly key: string; readonly transcript: TranscriptView }> {
  const transcript = viewTranscript(event.transcript);
  const key = eventKey(name, bytes, event, transcript.length);
  const noted = sessionNotes(harnessNotesOf(holder), event.session, key);
  return noted.ok ? ok({ ...noted.value, key, transcript }) : noted;
}

/** A turn may be prolonged more than once, so that the length of the transcript counts for its end even where the turn has a name. */
function eventKey(name: string, bytes: Uint8Array, { id, moment }: HarnessEvent, length: number): string {
  const told = id ?? shortDigest(Buffer.from(bytes).toString("latin1"), 16);
  const at = id === null || moment.kind === "stop" ? length : 0;
  return shortDigest([name, told, at, JSON.stringify(moment)].join("\n"), 24);
}

/** One for which a memory has to be opened, or may have to be. */
export type MemoryEvent = HarnessEvent & { readonly moment: Exclude<Moment, { readonly kind: "tool" }> };

/**
 * `cwd` is the folder the session was started in. The call's signature goes into the notes, and its result is kept by reference. It is judged by
 * the next decision: then it is known whether the model had the result in its context.
 */
function eventOfTool(
  asked: EventAsked,
  event: HarnessEvent & { readonly moment: ToolCall },
  cwd: string,
): Outcome<HarnessAnswer> {
  const opened = placeOf({ ...asked, cwd });
  if (!opened.ok) return opened;
  const memory = opened.value.holder;
  const noted = notesAt(memory, asked, event);
  if (!noted.ok) return noted;
  const { history, keep } = noted.value;
  if (history.again !== null) return ok(silence);
  const { moment: call } = event;
  const result = keepResult(memory, call);
  // That it was called counts all the same, where its result could not be kept.
  const signature = evidenceSignature(call);
  const isAgain = history.tools.includes(signature) || history.results.some((each) => each.signature === signature);
  const again = isAgain || undefined;
  const kept = keep({
    kind: "tool",
    signature,
    again,
    ...touchedBy(call, event.cwd),
    result: result.ok ? result.value : null,
  });
  if (!result.ok) return result;
  return kept.ok ? ok(silence) : kept;
}

/** What a page may wait for, and what the log tells of the session. */
function touchedBy(
  call: ToolCall,
  cwd: string | null,
): { touched: readonly string[] | undefined; ran: string | undefined } {
  const files = filesOf(call, cwd);
  const words = call.input.command;
  const command = toolKind(call.name) === "command" ? (Array.isArray(words) ? words.at(-1) : words) : null;
  const isTold = typeof command === "string" && command.length <= commandCharsMax && !command.includes("\n");
  const ran = isTold && findSecrets(command).length === 0 ? command : undefined;
  return { touched: files.length === 0 ? undefined : files, ran };
}

const commandCharsMax = 160;

/** Absolute, as tools of harnesses name the files that they read and write; a patch names its own. */
function filesOf({ input }: ToolCall, cwd: string | null): readonly string[] {
  const patch = textOf(input.patch) ?? textOf(input.input) ?? textOf(input.command) ?? "";
  const patched = [...patch.slice(0, patchCharsMax).matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)];
  const files = [pathOf(input) ?? "", ...patched.map(([, file = ""]) => file.trim())];
  const fit = files.filter((file) => file !== "" && file.length <= fileCharsMax);
  return fit.map((file) => resolve(cwd ?? "/", file)).slice(0, limits.touchedFilesMax);
}

const patchCharsMax = 262_144;
const fileCharsMax = 1_024;

// Keep: the result of a tool made safe on this machine, by reference: its bytes once, without secrets, and a line that says which.

type ToolCall = Moment & { readonly kind: "tool" };

/** One name for all calls that ask for the same; it may stand in a page, so what is a secret in it, or a blank, is digested. */
function evidenceSignature({ name, input }: ToolCall): string {
  const shown = redactSecrets(signatureOf(name, input));
  const isFit = findElisions(shown).length === 0 && findSecrets(shown).length === 0;
  return isFit ? shown : `${name} #${shortDigest(shown, 16)}`;
}

/**
 * null where there is nothing to keep: an edit says no more than its arguments, our own tools answer from the memory itself, and a
 * result beyond the bound of one blob is in the transcript alone.
 */
function keepResult(memory: Holder, call: ToolCall): Outcome<Omit<KeptResult, "signature"> | null> {
  const evidence = evidenceBlobsOf(memory);
  if (toolKind(call.name) === "edit" || isOurs(call.name)) return ok(null);
  const { text, media } = toolResult(call.output);
  const bytes = Buffer.from(redactSecrets(text));
  if (bytes.length === 0 || bytes.length > limits.evidenceBlobBytesMax) return ok(null);
  for (const one of media) {
    // No format is known here, so that it is looked at byte for byte.
    const isFit = one.bytes.length <= limits.evidenceBlobBytesMax;
    if (!isFit || findSecrets(Buffer.from(one.bytes).toString("latin1")).length > 0) continue;
    const kept = evidence.put(one.bytes);
    if (!kept.ok) return kept;
  }
  const kept = evidence.put(bytes);
  if (!kept.ok) return kept;
  return ok({
    tool: call.name,
    call: callTitle(call.name, argumentOf(call.input)),
    digest: kept.value,
    bytes: bytes.length,
  });
}

/** `mcp__pagefile__recall`, and what a plugin makes of it. */
function isOurs(name: string): boolean {
  return name.startsWith("mcp__") && (name.split("__")[1] ?? "").split("_").includes("pagefile");
}

const telling: readonly string[] = ["command", "file_path", "path", "url", "pattern", "query", "notebook_path"];

/** What tells one call of a tool from another, for people. */
function argumentOf(input: JsonObject): string | null {
  const texts = [...telling.map((key) => input[key]), ...Object.values(input)].map(textOf);
  return texts.find((text) => text !== null) ?? null;
}
