/**
 * Settings: what is ours in a harness's JSON settings: put in, found again, and taken out to the byte. A JSON text is spliced by offsets, so that
 * every other byte stays.
 */

import { getNodeValue, type Node, parseTree } from "jsonc-parser";
import { objectOf, objectsOf, textOf } from "../../base/json.js";
import { shellWord } from "../../base/text.js";

// JsonTree: where the parts of a JSON text stand, by jsonc-parser.

/** null for a text that is no JSON, or in which an object has a key twice. */
function treeOf(text: string): Node | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const root = parseTree(text) ?? null;
  return root === null || repeats(root) ? null : root;
}

function repeats({ type, children = [] }: Node): boolean {
  const keys = type === "object" ? children.map(keyOf) : [];
  return new Set(keys).size < keys.length || children.some(repeats);
}

function keyOf({ children }: Node): string {
  return String(children?.[0]?.value);
}

function memberOf({ type, children = [] }: Node, key: string): Node | null {
  return (type === "object" ? children.find((member) => keyOf(member) === key)?.children?.[1] : null) ?? null;
}

/** From the first character to behind the last one. */
interface Span {
  readonly start: number;
  readonly end: number;
}

function spanOf({ offset, length }: Node): Span {
  return { start: offset, end: offset + length };
}

// Entries: values of lists in the settings, ours among those of others.

/** An item of the list at this path, as the harness reads it. */
export interface Entry {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Where lists of ours may be in a harness's settings (`*` for any key), and how an item of ours is told from others in whatever spelling it comes back. */
export interface Ours {
  readonly lists: readonly (readonly string[])[];
  readonly isOurs: (path: readonly string[], value: unknown) => boolean;
}

/** null where the text is no settings file: no JSON, no object, or with lists of another shape. `null` stands for no file. */
export function withEntries(text: string | null, entries: readonly Entry[], ours: Ours): string | null {
  const clean = text === null ? null : withoutEntries(text, ours);
  if (clean === "unfit") return null;
  if (clean === null || isBlank(clean)) return whole(clean, entries.reduce(added, "{}"));
  const [mark, json] = marked(clean);
  return mark + entries.reduce(added, json);
}

/** What the text was before; null where the whole file was ours. */
export function withoutEntries(text: string, ours: Ours): string | null | "unfit" {
  const [mark, json] = marked(text);
  if (isBlank(json)) return text;
  for (let left = json; ; ) {
    const root = treeOf(left);
    const lists = root === null ? null : listsIn(root, ours);
    if (lists === null) return "unfit";
    const next = withoutLast(left, lists, ours);
    if (next === null) return before(text);
    if (next === left) return mark + next;
    left = next;
  }
}

/** The mark that editors of Windows put before a text, and the text. */
function marked(text: string): readonly [mark: string, json: string] {
  return text.startsWith("\ufeff") ? ["\ufeff", text.slice(1)] : ["", text];
}

/** To a harness a file in which nothing stands is none. */
function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** All of a file. Behind what stood in one where nothing stood it has no line end, by which that is known again. */
function whole(blank: string | null, json: string): string {
  const text = JSON.stringify(JSON.parse(json), null, 2);
  return blank === null ? `${text}\n` : blank + text;
}

/** What stood there before all of a file was ours. */
function before(text: string): string | null {
  const blank = text.slice(0, text.indexOf("{"));
  return blank === "" && text.endsWith("\n") ? null : blank;
}

/** A list, with the objects that it is in, the whole of the settings first. */
interface List {
  readonly path: readonly string[];
  readonly within: readonly Node[];
  readonly node: Node;
}

/** In the order of the text; null where something else stands in the place of one of them, or of the object that it is in. */
function listsIn(root: Node, { lists }: Ours): readonly List[] | null {
  const found: List[] = [];
  if (root.type !== "object") return null;
  const walk = (node: Node, within: readonly Node[], path: readonly string[], rest: readonly string[]): boolean => {
    const [key, ...others] = rest;
    if (key === undefined) return node.type === "array" && found.push({ path, within, node }) > 0;
    if (node.type !== "object") return false;
    const keys = key === "*" ? (node.children ?? []).map(keyOf) : [key];
    return keys.every((one) => {
      const next = memberOf(node, one);
      return next === null || walk(next, [...within, node], [...path, one], others);
    });
  };
  if (!lists.every((list) => walk(root, [], [], list))) return null;
  return found.sort((a, b) => a.node.offset - b.node.offset);
}

function added(text: string, { path, value }: Entry): string {
  let at = treeOf(text) as Node;
  for (const [depth, key] of path.entries()) {
    const next = memberOf(at, key);
    if (next === null) {
      const inner = path.slice(depth + 1).reduceRight<unknown>((made, name) => ({ [name]: made }), [value]);
      return put(text, at, { shown: `${JSON.stringify(key)}: `, value: inner, depth: depth + 1 });
    }
    at = next;
  }
  return put(text, at, { shown: "", value, depth: path.length + 1 });
}

/** At the end. Into what is empty it goes without a blank before it, by which it is known that that was there. */
function put(
  text: string,
  { type, offset, children = [] }: Node,
  { shown, value, depth }: { readonly shown: string; readonly value: unknown; readonly depth: number },
): string {
  const last = children.at(-1);
  const at = last === undefined ? offset + 1 : spanOf(last).end;
  const lines = shown + JSON.stringify(value, null, last === undefined && type === "array" ? 0 : 2);
  const blank = "  ".repeat(depth);
  const own = last === undefined ? lines : `,\n${blank}${lines.split("\n").join(`\n${blank}`)}`;
  return text.slice(0, at) + own + text.slice(at);
}

/**
 * Without the last one of ours, so that each goes as it came, and without what was made for it; null where that is all there is. The text as it is
 * where none is ours.
 */
function withoutLast(text: string, lists: readonly List[], { isOurs }: Ours): string | null {
  const isOwn = (path: readonly string[], item: Node): boolean => isOurs(path, getNodeValue(item));
  const list = lists.findLast(({ path, node }) => node.children?.some((item) => isOwn(path, item)));
  if (list === undefined) return text;
  const { path, within, node } = list;
  const containers = [...within, node];
  let part = node.children?.findLast((item) => isOwn(path, item));
  for (const container of containers.toReversed()) {
    const parts = container.children ?? [];
    if (part === undefined) return text;
    const wasThere = parts.length > 1 || parts[0]?.offset === container.offset + 1;
    if (wasThere) return cut(text, container, parts.map(spanOf), parts.indexOf(part));
    part = container.parent;
  }
  return null;
}

/** With the comma before it; the first one with the comma behind it. */
function cut(text: string, container: Node, parts: readonly Span[], at: number): string {
  const [before, own, behind] = [parts[at - 1], parts[at], parts[at + 1]];
  if (own === undefined) return text;
  const from = before?.end ?? (behind === undefined ? container.offset + 1 : own.start);
  const to = before === undefined && behind !== undefined ? behind.start : own.end;
  return text.slice(0, from) + text.slice(to);
}

// Package: ours on the list of pi's settings.

/** pi takes a source as it is, or an object that narrows what of it is loaded. `isOurs` knows ours, wherever it lay then. */
export function packageOf(
  source: string,
  isOurs: (source: string) => boolean,
): Ours & { readonly entries: readonly Entry[] } {
  const path = ["packages"];
  const sourceIn = (value: unknown): string => textOf(value) ?? textOf(objectOf(value)?.source) ?? "";
  return { lists: [path], isOurs: (_, value) => isOurs(sourceIn(value)), entries: [{ path, value: source }] };
}

// Hooks: what a harness is told to start at each event of a session, what it need not ask a person about, and how both are known again.

export const setupNames = ["claude-code", "codex"] as const;
export type SetupName = (typeof setupNames)[number];

/** In seconds, as both harnesses take them; at the end of a session Codex waits 3 at most, and Claude Code 1.5 whatever it is told. */
const timeouts: Readonly<Record<string, number>> = {
  SessionStart: 20,
  UserPromptSubmit: 10,
  PostToolUse: 10,
  Stop: 20,
  PreCompact: 30,
  SessionEnd: 3,
};

/** `start` is what starts the program in a shell. In that shell $PPID is the harness. */
export function hookEntries(name: SetupName, start: string): readonly (Entry & Hook)[] {
  return Object.entries(timeouts).map(([event, timeout]) => {
    const command = `${start}${tailOf(name, event)}`;
    return { event, command, path: ["hooks", event], value: { hooks: [{ type: "command", command, timeout }] } };
  });
}

interface Hook {
  readonly event: string;
  readonly command: string;
}

/** By the end of its commands: the program may have been somewhere else then. */
export function isHookOf(name: SetupName, event: string, group: unknown): boolean {
  const hooks = objectsOf(objectOf(group)?.hooks);
  return hooks.length > 0 && hooks.every(({ command }) => textOf(command)?.endsWith(tailOf(name, event)) === true);
}

/** Lines of ours that an agent is told to type; none of them can lose or overwrite anything. */
const allowedVerbs = ["remember", "recall", "show"] as const;

/** `called` is how the program tells an agent to call it. Only Claude Code keeps such rules in these settings. */
export function allowEntries(name: SetupName, called: readonly string[]): readonly Entry[] {
  if (name !== "claude-code") return [];
  const line = called.map(shellWord).join(" ");
  return allowedVerbs.map((verb) => ({ path: allowPath, value: `Bash(${line} ${verb}:*)` }));
}

/** The same for a file of rules of Codex. Its strings are escaped like those of JSON. */
export function allowRule(called: readonly string[]): string {
  const first = [...called, allowedVerbs[0]].map(shellWord).join(" ");
  return [
    "prefix_rule(",
    `    pattern = ${JSON.stringify([...called, allowedVerbs])},`,
    '    decision = "allow",',
    `    match = [${JSON.stringify(first)}],`,
    ")",
    "",
  ].join("\n");
}

const allowPath: readonly string[] = ["permissions", "allow"];
const isAllowed = new RegExp(`^Bash\\(.*\\bpagefile(?:\\.cjs)?'? (?:${allowedVerbs.join("|")}):\\*\\)$`);

export function oursIn(name: SetupName): Ours {
  const lists = [["hooks", "*"], ...(name === "claude-code" ? [allowPath] : [])];
  return {
    lists,
    isOurs: ([section, event = ""], value) =>
      section === "hooks" ? isHookOf(name, event, value) : isAllowed.test(textOf(value) ?? ""),
  };
}

// HookCommand: the shell command of a hook, put together and taken apart.

/** What starts the program in a shell, for the memories at these folders. Where the program is gone it is quiet, and the harness goes on. */
export function startOf(words: readonly string[], repos: readonly string[]): string {
  const gone = words.map((word) => `[ ! -e ${quoted(word)} ] || `);
  return [gone.join("") + words.map(quoted).join(" "), ...repos.map(quoted)].join(repoMark);
}

const repoMark = " '--repo' ";

/** One of our commands without the memories that it names, those, and the files without which it is quiet. */
export function commandOf(
  name: string,
  event: string,
  command: string,
): { readonly bare: string; readonly repos: readonly string[]; readonly needs: readonly string[] } {
  const tail = tailOf(name, event);
  const [start = "", ...repos] = command.slice(0, command.length - tail.length).split(repoMark);
  const needs = [...start.matchAll(/\[ ! -e ('(?:[^']|'\\'')*') \] \|\| /g)].map(([, word = ""]) => unquoted(word));
  return { bare: start + tail, repos: repos.map(unquoted), needs };
}

const quote = "'\\''";

/** One word of a POSIX shell. */
function quoted(word: string): string {
  return `'${word.split("'").join(quote)}'`;
}

function unquoted(word: string): string {
  return word.slice(1, -1).split(quote).join("'");
}

/** How each of our commands ends, by which it is known again. */
function tailOf(name: string, event: string): string {
  return ` harness ${name} ${event} --pid $PPID`;
}
