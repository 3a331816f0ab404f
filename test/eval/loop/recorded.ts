/**
 * Recorded: sessions that people really had, as steps that can be played again, and what each of them looked up that an earlier one had already.
 *
 * Claude Code and pi write a line a message; what is not a person's prompt, a call of a tool or its result is passed over, and so is what a subagent
 * did. A thing is looked up where a tool is asked for it: the path of a file, a command, a name that is searched for; or met, as a line that tells of
 * an error. Only the first time in a conversation counts, and only where the person's prompt did not name it: after that the context has it.
 */

import { type JsonObject, objectOf, objectsOf, parseLine, textOf } from "../../../src/base/json.js";

export const thingKinds = ["path", "command", "identifier", "error"] as const;

export interface Thing {
  readonly kind: (typeof thingKinds)[number];
  readonly text: string;
}

export type Step = { readonly at: string } & (
  | { readonly type: "prompt"; readonly text: string }
  | { readonly type: "call"; readonly name: string; readonly input: JsonObject; readonly result: string }
  | { readonly type: "compaction" }
);

export interface Recording {
  readonly session: string;
  /** The name of the project's folder: a worktree below it is the same repository. */
  readonly repository: string;
  readonly cwd: string;
  readonly steps: readonly Step[];
}

/** null where no line says where the session ran. */
export function recordingOf(name: string, text: string): Recording | null {
  const entries = text
    .split("\n")
    .map(parseLine)
    .filter((entry) => entry !== null);
  const cwd = entries.map((entry) => textOf(entry.cwd)).find((each) => each !== null && each !== "");
  if (cwd === undefined || cwd === null) return null;
  const repository = cwd.replace(/\/\.worktrees\/.*/, "").replace(/.*\//, "");
  return { session: name.replace(/\.jsonl$/, ""), repository, cwd, steps: stepsOf(entries) };
}

type CallStep = Extract<Step, { readonly type: "call" }>;

function stepsOf(entries: readonly JsonObject[]): readonly Step[] {
  const results = new Map(entries.flatMap(resultsIn));
  const seen = new Set<string>();
  return entries.flatMap((entry): readonly Step[] => {
    const at = textOf(entry.timestamp) ?? "";
    if (entry.isSidechain === true || entry.isMeta === true || entry.isCompactSummary === true) return [];
    if (entry.subtype === "compact_boundary" || entry.type === "compaction") return [{ type: "compaction", at }];
    const message = objectOf(entry.message);
    if (message === null) return [];
    const isPerson = textOf(message.role) === "user";
    const prompt = isPerson ? promptIn(message) : "";
    const calls = objectsOf(message.content).flatMap((block): readonly CallStep[] => {
      const id = textOf(block.id) ?? "";
      if ((block.type !== "tool_use" && block.type !== "toolCall") || seen.has(id)) return [];
      seen.add(id);
      const input = objectOf(block.input) ?? objectOf(block.arguments) ?? {};
      return [{ type: "call", at, name: textOf(block.name) ?? "", input, result: results.get(id) ?? "" }];
    });
    return prompt === "" ? calls : [{ type: "prompt", at, text: prompt }, ...calls];
  });
}

/** What a program puts in the person's name is wrapped in a tag, or opens with one of its sentences. */
function promptIn(message: JsonObject): string {
  const blocks = objectsOf(message.content).flatMap(({ type, text }) =>
    type === "text" ? (textOf(text) ?? []) : [],
  );
  const text = (textOf(message.content) ?? blocks.join("\n")).trim();
  return /^(?:<|\[Request interrupted|Caveat:|This session is being continued)/.test(text) ? "" : text;
}

function resultsIn(entry: JsonObject): readonly (readonly [string, string])[] {
  const message = objectOf(entry.message);
  if (message === null) return [];
  if (message.role === "toolResult") return [[textOf(message.toolCallId) ?? "", textIn(message.content)]];
  return objectsOf(message.content).flatMap((block) =>
    block.type === "tool_result" ? [[textOf(block.tool_use_id) ?? "", textIn(block.content)] as const] : [],
  );
}

function textIn(content: unknown): string {
  return (
    textOf(content) ??
    objectsOf(content)
      .map(({ text }) => textOf(text) ?? "")
      .join("\n")
  );
}

// Things: what a call asks for, and what errors it met.

/** Every person types these without having to know anything. */
const plainCommand =
  /^(?:ls|cd|pwd|cat|head|tail|echo|grep|rg|find|sed|wc|mkdir|rm|cp|mv|git (?:status|diff|log|add|show|commit|branch|checkout|stash))\b/;
/** How much of its output is shown makes no other command of it. */
const shownOnly = /\s*(?:2>&1\s*)?(?:\|\s*(?:tail|head|grep)\b[^|&;]*)*(?:2>&1\s*)?$/;
const errorLine = /\b(?:error|errors|failed|panic|undefined|cannot|mismatched|FAIL)\b/i;

export function thingsOf({ name, input, result }: CallStep, cwd: string): readonly Thing[] {
  const path = textOf(input.file_path) ?? textOf(input.path) ?? "";
  const inside = path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
  const [line = ""] = (textOf(input.command) ?? "").replace(/^cd [^&]*&& */, "").split("\n");
  const command = line.replace(shownOnly, "").trim();
  const isCommand = command.length >= 8 && command.length <= 160 && !plainCommand.test(command);
  const pattern = /^grep$/i.test(name) ? (textOf(input.pattern) ?? "") : "";
  const names = (pattern.match(/[A-Za-z_]\w{5,}/g) ?? []).filter((each) => /[a-z][A-Z]|_/.test(each));
  const errors = /^bash$/i.test(name) ? result.split("\n").map((each) => each.trim()) : [];
  return [
    ...(inside !== "" && inside !== "." && inside !== cwd ? [{ kind: "path", text: inside } as const] : []),
    ...(isCommand ? [{ kind: "command", text: command } as const] : []),
    ...names.map((text) => ({ kind: "identifier", text }) as const),
    ...errors
      .filter((each) => each.length >= 20 && each.length <= 200 && errorLine.test(each))
      .map((text) => ({ kind: "error", text }) as const),
  ];
}

/** Equal for what is the same thing: an error is the same at another line or after another time. */
export function keyOf({ kind, text }: Thing): string {
  return kind === "error" ? `error ${text.replace(/\d+/g, "#").slice(0, 80)}` : `${kind} ${text}`;
}

/** Whether the words of a thing stand in a text. */
export function standsIn(thing: Thing, text: string): boolean {
  if (thing.kind === "error") return text.replace(/\d+/g, "#").includes(keyOf(thing).slice("error ".length));
  return text.includes(thing.text);
}
