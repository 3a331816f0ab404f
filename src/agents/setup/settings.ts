/**
 * HookSettings: our hooks in a harness's JSON settings, and our package on pi's list: put in, found again, and taken out to the byte. A JSON text
 * is spliced by offsets, so that every other byte stays.
 */

import { objectOf, objectsOf, textOf } from "../../base/json.js";

// JsonTree: where the parts of a JSON text stand, so that a member can be put in or taken out and every other byte stays.

/** From the first character to behind the last one. */
interface JsonNode {
  readonly start: number;
  readonly end: number;
  /** Of an object, in the order of the text. */
  readonly members: readonly JsonMember[] | null;
  /** Of an array. */
  readonly items: readonly JsonNode[] | null;
  readonly value: unknown;
}

interface JsonMember {
  readonly key: string;
  /** Where its key begins; it ends where its value ends. */
  readonly start: number;
  readonly node: JsonNode;
}

/** null for a text that is no JSON, or in which an object has a key twice. */
export function parseTree(text: string): JsonNode | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  // The text is known to be right, so that whatever stands where a value begins tells what it is.
  const scan: Scan = { text, at: 0, repeats: false };
  const node = valueAt(scan);
  return scan.repeats ? null : node;
}

interface Scan {
  readonly text: string;
  at: number;
  repeats: boolean;
}

function valueAt(scan: Scan): JsonNode {
  skipBlank(scan);
  const start = scan.at;
  const first = scan.text[start];
  if (first === "{") return objectAt(scan, start);
  if (first === "[") return arrayAt(scan, start);
  if (first === '"') skipText(scan);
  else while (scan.at < scan.text.length && !",]} \t\r\n".includes(scan.text[scan.at] ?? "")) scan.at += 1;
  return ended(scan, start, { members: null, items: null });
}

function objectAt(scan: Scan, start: number): JsonNode {
  const members: JsonMember[] = [];
  scan.at += 1;
  for (skipBlank(scan); scan.text[scan.at] !== "}"; skipBlank(scan)) {
    if (scan.text[scan.at] === ",") scan.at += 1;
    skipBlank(scan);
    const from = scan.at;
    skipText(scan);
    const key = JSON.parse(scan.text.slice(from, scan.at)) as string;
    skipBlank(scan);
    scan.at += 1;
    if (members.some((member) => member.key === key)) scan.repeats = true;
    members.push({ key, start: from, node: valueAt(scan) });
  }
  scan.at += 1;
  return ended(scan, start, { members, items: null });
}

function arrayAt(scan: Scan, start: number): JsonNode {
  const items: JsonNode[] = [];
  scan.at += 1;
  for (skipBlank(scan); scan.text[scan.at] !== "]"; skipBlank(scan)) {
    if (scan.text[scan.at] === ",") scan.at += 1;
    items.push(valueAt(scan));
  }
  scan.at += 1;
  return ended(scan, start, { members: null, items });
}

function ended(scan: Scan, start: number, parts: Pick<JsonNode, "members" | "items">): JsonNode {
  return { start, end: scan.at, ...parts, value: JSON.parse(scan.text.slice(start, scan.at)) };
}

function skipBlank(scan: Scan): void {
  while (" \t\r\n".includes(scan.text[scan.at] ?? "x")) scan.at += 1;
}

function skipText(scan: Scan): void {
  scan.at += 1;
  for (; scan.text[scan.at] !== '"'; scan.at += 1) if (scan.text[scan.at] === "\\") scan.at += 1;
  scan.at += 1;
}

// HookSettings: our hooks put into a harness's JSON settings and taken out again to the byte; whatever else stands there stays.

/** One of our hooks: at which event, and the group as the harness reads it. */
export interface HookEntry {
  readonly event: string;
  readonly group: object;
}

/** Tells our groups from others, in whatever spelling they come back. */
export type IsOurs = (event: string, group: unknown) => boolean;

/** null where the text is no settings file: no JSON, no object, or with hooks of another shape. `null` stands for no file. */
export function withHooks(text: string | null, entries: readonly HookEntry[], isOurs: IsOurs): string | null {
  const clean = text === null ? null : withoutHooks(text, isOurs);
  if (clean === "unfit") return null;
  if (clean === null || isBlank(clean))
    return whole(clean, { hooks: Object.fromEntries(entries.map(({ event, group }) => [event, [group]])) });
  const [mark, json] = marked(clean);
  return mark + entries.reduce(added, json);
}

/** What the text was before; null where the whole file was ours. */
export function withoutHooks(text: string, isOurs: IsOurs): string | null | "unfit" {
  const [mark, json] = marked(text);
  if (isBlank(json)) return text;
  let left = json;
  for (;;) {
    const root: JsonNode | null = parseTree(left);
    if (root === null || !isFit(root)) return "unfit";
    const next = withoutOne(left, root, isOurs);
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
function whole(blank: string | null, value: object): string {
  return blank === null ? `${pretty(value)}\n` : blank + pretty(value);
}

/** What stood there before all of a file was ours. */
function before(text: string): string | null {
  const blank = text.slice(0, text.indexOf("{"));
  return blank === "" && text.endsWith("\n") ? null : blank;
}

function isFit(root: JsonNode): boolean {
  if (root.members === null) return false;
  const hooks = memberOf(root, "hooks");
  if (hooks === null) return true;
  return hooks.node.members?.every(({ node }) => node.items !== null) === true;
}

function added(text: string, { event, group }: HookEntry): string {
  const root = parseTree(text) as JsonNode;
  const hooks = memberOf(root, "hooks")?.node ?? null;
  if (hooks === null) return putMember(text, root, { key: "hooks", value: { [event]: [group] }, depth: 1 });
  const list = memberOf(hooks, event)?.node ?? null;
  if (list === null) return putMember(text, hooks, { key: event, value: [group], depth: 2 });
  return putItem(text, list, { value: group, depth: 3 });
}

/** The last one of ours is taken first, so that each goes as it came. */
function withoutOne(text: string, root: JsonNode, isOurs: IsOurs): string | null {
  const hooks = memberOf(root, "hooks");
  const events = hooks?.node.members ?? [];
  const event = events.findLast(({ key, node }) => node.items?.some(({ value }) => isOurs(key, value)));
  if (hooks === null || event === undefined) return text;
  const items = event.node.items ?? [];
  const at = items.findLastIndex(({ value }) => isOurs(event.key, value));
  const wasThere = (container: JsonNode, first: number): boolean => first === container.start + 1;
  if (items.length > 1 || wasThere(event.node, items[0]?.start ?? 0)) return cut(text, event.node, items, at);
  if (events.length > 1 || wasThere(hooks.node, event.start))
    return cut(text, hooks.node, events.map(spanOf), events.indexOf(event));
  const keys = root.members ?? [];
  if (keys.length > 1 || wasThere(root, hooks.start)) return cut(text, root, keys.map(spanOf), keys.indexOf(hooks));
  return null;
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

// JsonSplice: members and items put into a JSON text and cut out of it again, every other byte as it was.

interface Span {
  readonly start: number;
  readonly end: number;
}

function memberOf({ members }: JsonNode, key: string): JsonMember | null {
  return members?.find((member) => member.key === key) ?? null;
}

function spanOf({ start, node }: JsonMember): Span {
  return { start, end: node.end };
}

/** At the end. Into an object that is empty it goes without a blank before it, which is how it is known that it was there. */
function putMember(
  text: string,
  { start, members }: JsonNode,
  { key, value, depth }: { readonly key: string; readonly value: unknown; readonly depth: number },
): string {
  const last = members?.at(-1);
  const shown = `${JSON.stringify(key)}: ${JSON.stringify(value, null, 2)}`;
  if (last === undefined) return spliced(text, start + 1, shown);
  return spliced(text, last.node.end, `,\n${indent(shown, depth)}`);
}

/** As a member, into a list. */
function putItem(
  text: string,
  { start, items }: JsonNode,
  { value, depth }: { readonly value: unknown; readonly depth: number },
): string {
  const last = items?.at(-1);
  if (last === undefined) return spliced(text, start + 1, JSON.stringify(value));
  return spliced(text, last.end, `,\n${indent(JSON.stringify(value, null, 2), depth)}`);
}

/** With the comma before it; the first one with the comma behind it. */
function cut(text: string, container: JsonNode, parts: readonly Span[], at: number): string {
  const [before, own, behind] = [parts[at - 1], parts[at], parts[at + 1]];
  if (own === undefined) return text;
  const from = before?.end ?? (behind === undefined ? container.start + 1 : own.start);
  const to = before === undefined && behind !== undefined ? behind.start : own.end;
  return text.slice(0, from) + text.slice(to);
}

function spliced(text: string, at: number, put: string): string {
  return text.slice(0, at) + put + text.slice(at);
}

function indent(text: string, depth: number): string {
  const blank = "  ".repeat(depth);
  return text
    .split("\n")
    .map((line) => blank + line)
    .join("\n");
}

// PackageSettings: a package put on the list in pi's settings and taken off again to the byte.

/** Tells our package from others, wherever it lay then. */
type IsOurPackage = (source: string) => boolean;

/** null where the text is no settings file whose packages are a list; `null` stands for no file. */
export function withPackage(text: string | null, source: string, isOurs: IsOurPackage): string | null {
  const clean = text === null ? null : withoutPackage(text, isOurs);
  if (clean === "unfit") return null;
  if (clean === null || isBlank(clean)) return whole(clean, { packages: [source] });
  const [mark, json] = marked(clean);
  const root = parseTree(json) as JsonNode;
  const list = memberOf(root, "packages")?.node ?? null;
  const made =
    list === null
      ? putMember(json, root, { key: "packages", value: [source], depth: 1 })
      : putItem(json, list, { value: source, depth: 2 });
  return mark + made;
}

/** What the text was before; null where the whole file was ours. */
export function withoutPackage(text: string, isOurs: IsOurPackage): string | null | "unfit" {
  const [mark, json] = marked(text);
  if (isBlank(json)) return text;
  const left = withoutPackageIn(json, isOurs);
  if (left === "unfit") return left;
  return left === null ? before(text) : mark + left;
}

function withoutPackageIn(text: string, isOurs: IsOurPackage): string | null | "unfit" {
  const root = parseTree(text);
  if (root === null || root.members === null) return "unfit";
  const packages = memberOf(root, "packages");
  if (packages === null) return text;
  const items = packages.node.items;
  if (items === null) return "unfit";
  const at = items.findLastIndex(({ value }) => isOurs(sourceIn(value)));
  if (at < 0) return text;
  const isFirst = (container: JsonNode, first: number): boolean => first === container.start + 1;
  if (items.length > 1 || isFirst(packages.node, items[0]?.start ?? 0)) {
    const next = cut(text, packages.node, items, at);
    return withoutPackageIn(next, isOurs);
  }
  const keys = root.members;
  if (keys.length > 1 || isFirst(root, packages.start))
    return cut(text, root, keys.map(spanOf), keys.indexOf(packages));
  return null;
}

/** pi takes a source as it is, or an object that narrows what of it is loaded. */
function sourceIn(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null && "source" in value ? (textOf(value.source) ?? "") : "";
}

// HookEntries: what a harness is told to start at each event of a session, and how that is known again.

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
export function hookEntries(name: SetupName, start: string): readonly (HookEntry & { readonly command: string })[] {
  return Object.entries(timeouts).map(([event, timeout]) => {
    const command = `${start}${tailOf(name, event)}`;
    return { event, command, group: { hooks: [{ type: "command", command, timeout }] } };
  });
}

/** By the end of its commands: the program may have been somewhere else then. */
export function isOursFor(name: SetupName): IsOurs {
  return (event, group) => {
    const hooks = objectsOf(objectOf(group)?.hooks);
    return hooks.length > 0 && hooks.every(({ command }) => textOf(command)?.endsWith(tailOf(name, event)) === true);
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
