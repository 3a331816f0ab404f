/**
 * Settings: what is ours in a harness's JSON settings: put in, found again, and taken out to the byte. A JSON text is spliced by offsets, so that
 * every other byte stays.
 */

import { type AnyNode, evaluate, parse } from "@humanwhocodes/momoa";
import { type JsonObject, objectOf, objectsOf, parseLine, textOf } from "../../base/json.js";
import { shellWord } from "../../base/text.js";

// JsonTree: where the parts of a JSON text stand, by momoa, which reads JSON5 too.

/** How the settings of a harness are spelled. */
export type Spelling = "json" | "json5";

interface Node {
  readonly type: "object" | "array" | "property" | "value";
  readonly offset: number;
  readonly length: number;
  /** Of a property its key and its value. */
  readonly children: readonly Node[];
  readonly parent: Node | null;
  readonly value: unknown;
}

/** null for a text that is not what it is to be spelled as, or in which an object has a key twice. */
function treeOf(text: string, spelling: Spelling): Node | null {
  try {
    const root = nodeOf(
      parse(text, { mode: spelling, ranges: true, allowTrailingCommas: spelling === "json5" }).body,
    );
    return repeats(root) ? null : root;
  } catch {
    return null;
  }
}

function nodeOf(node: AnyNode, parent: Node | null = null): Node {
  const [start = 0, end = 0] = node.range ?? [];
  const kind = kinds[node.type] ?? "value";
  const parts = { type: kind, offset: start, length: end - start, parent };
  const value = node.type === "Identifier" ? node.name : kind === "property" ? null : evaluate(node);
  const children: Node[] = [];
  const made: Node = { ...parts, value, children };
  children.push(...partsOf(node).map((part) => nodeOf(part, made)));
  return made;
}

const kinds: Readonly<Record<string, Node["type"]>> = { Object: "object", Array: "array", Member: "property" };

function partsOf(node: AnyNode): readonly AnyNode[] {
  if (node.type === "Object") return node.members;
  if (node.type === "Array") return node.elements.map(({ value }) => value);
  return node.type === "Member" ? [node.name, node.value] : [];
}

function repeats({ type, children }: Node): boolean {
  const keys = type === "object" ? children.map(keyOf) : [];
  return new Set(keys).size < keys.length || children.some(repeats);
}

function keyOf({ children }: Node): string {
  return String(children[0]?.value);
}

function memberOf({ type, children }: Node, key: string): Node | null {
  return (type === "object" ? children.find((member) => keyOf(member) === key)?.children[1] : null) ?? null;
}

/** What settings say; null where they are no object in that spelling. */
export function settingsIn(text: string, spelling: Spelling): JsonObject | null {
  const root = treeOf(marked(text)[1], spelling);
  return root === null ? null : objectOf(root.value);
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

/** An item of the list at this path, or a value with that key in the object there, as the harness reads it. */
export interface Entry {
  readonly path: readonly string[];
  readonly key?: string;
  readonly value: unknown;
}

/** Where lists of ours may be in a harness's settings (`*` for any key), and how an item of ours is told from others in whatever spelling it comes back. */
export interface Ours {
  /** Absent: JSON. */
  readonly spelling?: Spelling;
  readonly lists: readonly (readonly string[])[];
  /** Paths of values that are no items, the last part being the key. */
  readonly values?: readonly (readonly string[])[];
  readonly isOurs: (path: readonly string[], value: unknown) => boolean;
}

/** null where the text is no settings file: no JSON, no object, or with lists of another shape. `null` stands for no file. */
export function withEntries(text: string | null, entries: readonly Entry[], ours: Ours): string | null {
  const clean = text === null ? null : withoutEntries(text, ours);
  if (clean === "unfit") return null;
  const add = (json: string, entry: Entry): string => added(json, entry, ours.spelling ?? "json");
  if (clean === null || isBlank(clean)) return whole(clean, entries.reduce(add, "{}"));
  const [mark, json] = marked(clean);
  return mark + entries.reduce(add, json);
}

/** What the text was before; null where the whole file was ours. */
export function withoutEntries(text: string, ours: Ours): string | null | "unfit" {
  const [mark, json] = marked(text);
  if (isBlank(json)) return text;
  for (let left = json; ; ) {
    const root = treeOf(left, ours.spelling ?? "json");
    const places = root === null ? null : placesIn(root, ours);
    if (places === null) return "unfit";
    const next = withoutLast(left, places);
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

/** A part of ours, and what it is in, the whole of the settings first. */
interface Place {
  readonly part: Node;
  readonly within: readonly Node[];
}

/** In the order of the text; null where something else stands in the place of a list of ours, or of the object that one is in. */
function placesIn(root: Node, { lists, values = [], isOurs }: Ours): readonly Place[] | null {
  const found: Place[] = [];
  if (root.type !== "object") return null;
  const items = (node: Node, within: readonly Node[], path: readonly string[]): boolean => {
    for (const part of node.children) if (isOurs(path, part.value)) found.push({ part, within: [...within, node] });
    return node.type === "array";
  };
  const walk = (node: Node, within: readonly Node[], path: readonly string[], rest: readonly string[]): boolean => {
    const [key, ...others] = rest;
    if (key === undefined) return items(node, within, path);
    if (node.type !== "object") return false;
    const keys = key === "*" ? node.children.map(keyOf) : [key];
    return keys.every((one) => {
      const next = memberOf(node, one);
      return next === null || walk(next, [...within, node], [...path, one], others);
    });
  };
  const value = (path: readonly string[]): boolean => {
    let within: readonly Node[] = [];
    let node: Node | null = root;
    for (const key of path) {
      if (node.type !== "object") return false;
      within = [...within, node];
      node = memberOf(node, key);
      if (node === null) return true;
    }
    if (node.parent !== null && isOurs(path, node.value)) found.push({ part: node.parent, within });
    return true;
  };
  if (!lists.every((list) => walk(root, [], [], list)) || !values.every(value)) return null;
  return found.sort((a, b) => a.part.offset - b.part.offset);
}

function added(text: string, { path, key, value }: Entry, spelling: Spelling): string {
  const [keys, own] = key === undefined ? [path, [value]] : [[...path, key], value];
  let at = treeOf(text, spelling) as Node;
  for (const [depth, name] of keys.entries()) {
    const next = memberOf(at, name);
    if (next === null) {
      const inner = keys.slice(depth + 1).reduceRight<unknown>((made, each) => ({ [each]: made }), own);
      return put(text, at, { shown: `${JSON.stringify(name)}: `, value: inner, depth: depth + 1 });
    }
    at = next;
  }
  return put(text, at, { shown: "", value, depth: path.length + 1 });
}

/** At the end. Into what is empty it goes without a blank before it, by which it is known that that was there. */
function put(
  text: string,
  { type, offset, children }: Node,
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
function withoutLast(text: string, places: readonly Place[]): string | null {
  const last = places.at(-1);
  if (last === undefined) return text;
  let part: Node | null = last.part;
  for (const container of last.within.toReversed()) {
    const parts = container.children;
    if (part === null) return text;
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
  // A comma behind the only one would stand alone.
  const alone =
    before === undefined && behind === undefined
      ? own.end + (/^\s*,/.exec(text.slice(own.end))?.[0].length ?? 0)
      : own.end;
  const to = before === undefined && behind !== undefined ? behind.start : alone;
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
function isHookOf(name: SetupName, event: string, group: unknown): boolean {
  const hooks = objectsOf(objectOf(group)?.hooks);
  return hooks.length > 0 && hooks.every(({ command }) => textOf(command)?.endsWith(tailOf(name, event)) === true);
}

/** The commands of our hooks, by event; null where none of them is ours. */
export function ourCommands(name: SetupName, settings: string): ReadonlyMap<string, string> | null {
  const hooks = objectOf(parseLine(settings)?.hooks) ?? {};
  const found = new Map<string, string>();
  for (const [event, groups] of Object.entries(hooks)) {
    const group = objectsOf(groups).find((one) => isHookOf(name, event, one));
    const command = textOf(objectsOf(group?.hooks)[0]?.command);
    if (command !== null) found.set(event, command);
  }
  return found.size === 0 ? null : found;
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
