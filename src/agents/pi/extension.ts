/** Pi: the extension: pi's events, tools and command joined to the memories of the session it is in. */

import { isAbsolute, join, sep } from "node:path";
import { type JsonObject, objectOf, textOf } from "../../base/json--json-line.js";
import type { Moment } from "../contract.js";
import type { PiNow } from "./desk.js";
import type { PiApi, PiContext } from "./desk--pi-api.js";
import { piMoment } from "./desk--pi-moment.js";
import { blockOf, openSeat, type PiSeat } from "./desk--pi-seat.js";
import { completions, memoryCommand, show } from "./extension--pi-command.js";
import { bootstrapText, withBlock } from "./extension--pi-prompt.js";
import { piToolNames, piTools } from "./extension--pi-tools.js";

/** What the session's file keeps of `/memory on` and `/memory off`. */
const entryType = "pagefile";

/** What pi calls once a session. Everything of it that must outlast this process is on disk before a handler ends. */
export function piExtension(api: PiApi, env: NodeJS.ProcessEnv = process.env): void {
  const state: State = { api, env, seat: null, isOn: true, called: 0, saying: null, last: Promise.resolve() };
  const inTurn = <T>(use: () => Promise<T>): Promise<T> => {
    const done = state.last.then(use);
    state.last = done.catch(() => undefined);
    return done;
  };
  const at = (name: string, use: (event: JsonObject, context: PiContext) => Promise<object | undefined>): void =>
    api.on(name, (event, context) => inTurn(() => use(event, context)));

  at("session_start", (event, context) => begin(state, event, context));
  at("session_compact", (event, context) => happen(state, event, context));
  at("before_agent_start", (event, context) => beforeTurn(state, event, context));
  at("context", (event, context) => beforeCall(state, event, context));
  at("tool_result", (event, context) => afterTool(state, event, context));
  at("agent_end", (event, context) => afterTurn(state, event, context));
  for (const name of ["session_before_compact", "session_before_switch", "session_before_fork"])
    at(name, (event, context) => happen(state, event, context));
  at("session_shutdown", async (event, context) => {
    await happen(state, event, context);
    await leave(state);
    return undefined;
  });
  const tools = piTools({
    desk: () => state.seat?.desk ?? null,
    session: () => state.seat?.session ?? null,
    remark: () =>
      state.seat?.barred ? "The project's own memory was not asked: pi does not trust this project." : null,
    inTurn,
  });
  for (const tool of tools) api.registerTool(tool);
  api.registerCommand("memory", {
    description: "Pagefile: how memory stands; pages, faults, trace ID, verify, flush, on, off",
    getArgumentCompletions: completions,
    handler: (args, context) => inTurn(() => command(state, args, context)),
  });
}

interface State {
  readonly api: PiApi;
  readonly env: NodeJS.ProcessEnv;
  seat: PiSeat | null;
  isOn: boolean;
  /** How many events this instance was told. */
  called: number;
  /** For the model, with its next call. */
  saying: string | null;
  /** Ends when all that was told so far is done. */
  last: Promise<unknown>;
}

/** pi tells it twice after some switches. */
async function begin(state: State, event: JsonObject, context: PiContext): Promise<undefined> {
  const session = context.sessionManager.getSessionId();
  if (state.seat?.session === session) return undefined;
  await leave(state);
  const seat = await openSeat({
    env: state.env,
    cwd: context.cwd,
    session,
    transcript: context.sessionManager.getSessionFile() ?? null,
    trusted: context.isProjectTrusted?.() ?? true,
  });
  state.seat = seat;
  state.isOn = toggledIn(context) ?? seat.config.enabled;
  if (seat.warnings.length > 0) show(context, `Pagefile: ${seat.warnings.join("\nPagefile: ")}`, "warning");
  return happen(state, event, context);
}

async function leave(state: State): Promise<void> {
  await state.seat?.desk?.close();
  state.seat = null;
}

async function happen(state: State, event: JsonObject, context: PiContext): Promise<undefined> {
  const moment = piMoment(event);
  const desk = state.seat?.desk;
  if (moment === null || !desk) return undefined;
  tell(state, await desk.happen(moment, nowOf(state, moment, context)), context);
  return undefined;
}

function tell(state: State, answer: { context: string | null; notice: string | null }, context: PiContext): void {
  if (answer.context !== null) state.saying = answer.context;
  if (answer.notice !== null) show(context, `Pagefile: ${answer.notice}`, "warning");
}

/** The same words for a start in one process: whatever is told twice there is the same start. */
function nowOf(state: State, moment: Moment, context: PiContext): PiNow {
  state.called += 1;
  const usage = context.getContextUsage?.();
  const room = usage === undefined ? null : usage.contextWindow - (usage.tokens ?? 0);
  return { id: moment.kind === "start" ? "start" : String(state.called), room };
}

async function beforeTurn(state: State, event: JsonObject, context: PiContext): Promise<object | undefined> {
  const { seat } = state;
  if (seat === null || !state.isOn) return undefined;
  if (seat.desk) tell(state, await seat.desk.renew(nowOf(state, { kind: "prompt" }, context), true), context);
  const folders = [...seat.folders, ...seat.plain].map(({ shown }) => shown);
  const prompt = textOf(event.systemPrompt) ?? "";
  return folders.length === 0 ? undefined : { systemPrompt: `${prompt}\n\n${bootstrapText(folders)}` };
}

/** Before every call of the model. Nothing is decided here where no commit and no tool has changed a page. */
async function beforeCall(state: State, event: JsonObject, context: PiContext): Promise<object | undefined> {
  const { seat } = state;
  if (seat === null || !state.isOn || !Array.isArray(event.messages)) return undefined;
  if (seat.desk) tell(state, await seat.desk.renew(nowOf(state, { kind: "prompt" }, context), false), context);
  const block = [blockOf(seat), state.saying ?? ""].filter((text) => text !== "").join("\n\n");
  state.saying = null;
  return block === "" ? undefined : { messages: withBlock(event.messages, block) };
}

async function afterTool(state: State, event: JsonObject, context: PiContext): Promise<undefined> {
  const { seat } = state;
  if (!seat?.desk || piToolNames.includes(textOf(event.toolName) ?? "")) return undefined;
  const path = textOf(objectOf(event.input)?.path);
  const target = path === null ? null : isAbsolute(path) ? path : join(context.cwd, path);
  if (seat.folders.some(({ dir }) => target?.startsWith(dir + sep))) seat.desk.wrote("files");
  return happen(state, event, context);
}

/** What the turn left is committed, and the block for the next one is made while nobody waits. */
async function afterTurn(state: State, event: JsonObject, context: PiContext): Promise<undefined> {
  await happen(state, event, context);
  const desk = state.seat?.desk;
  if (desk) tell(state, await desk.renew(nowOf(state, { kind: "prompt" }, context), false), context);
  return undefined;
}

async function command(state: State, args: string, context: PiContext): Promise<void> {
  const { seat, isOn, env, api } = state;
  if (seat === null) return show(context, "Pagefile: no session has begun.", "warning");
  const turn = (on: boolean): void => {
    state.isOn = on;
    api.appendEntry(entryType, { on });
  };
  show(context, await memoryCommand({ args, seat, isOn, turn, env }), "info");
}

/** What the session was told last; null where it was never told. */
function toggledIn({ sessionManager }: PiContext): boolean | null {
  const entries = sessionManager.getEntries().map(objectOf);
  const last = entries.findLast((entry) => entry?.type === "custom" && entry.customType === entryType);
  const on = objectOf(last?.data)?.on;
  return typeof on === "boolean" ? on : null;
}
