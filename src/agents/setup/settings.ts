/**
 * Settings: what is ours in a harness's JSON settings: put in, found again, and taken out to the byte. A JSON text is spliced by offsets, so that
 * every other byte stays.
 */

import { isAbsolute, join, resolve } from "node:path";
import { type AnyNode, evaluate, parse } from "@humanwhocodes/momoa";
import { type JsonObject, objectOf, objectsOf, parseLine, textOf } from "../../base/json.js";
import { shellWord } from "../../base/text.js";
import { homeOf } from "../../state/machine.js";
import { quotedWord } from "../../state/marked-block.js";
import type { SetupName } from "../codec.js";

// JsonTree: where the parts of a JSON text stand, by momoa, which reads JSON5 too.

/** How the settings of a harness are spelled. */
type Spelling = "json" | "json5";

interface Node {
  readonly type: "object" | "array" | "property" | "value";
  /** From its first character to behind its last one. */
  readonly start: number;
  readonly end: number;
  /** Of a property its key and its value. */
  readonly children: readonly Node[];
  readonly parent: Node | null;
  readonly value: unknown;
}

/** null for a text that is not what it is to be spelled as, or in which an object has a key twice. */
function treeOf(text: string, spelling: Spelling): Node | null {
  try {
    const root = rootOf(text, spelling);
    return twiceIn(root) === null ? root : null;
  } catch {
    return null;
  }
}

function rootOf(text: string, spelling: Spelling): Node {
  return nodeOf(parse(text, { mode: spelling, ranges: true, allowTrailingCommas: spelling === "json5" }).body);
}

function nodeOf(node: AnyNode, parent: Node | null = null): Node {
  const [start = 0, end = 0] = node.range ?? [];
  const kind = kinds[node.type] ?? "value";
  const value = node.type === "Identifier" ? node.name : kind === "property" ? null : evaluate(node);
  const children: Node[] = [];
  const made: Node = { type: kind, start, end, parent, value, children };
  const items = node.type === "Array" ? node.elements.map((element) => element.value) : [];
  const parts = node.type === "Object" ? node.members : node.type === "Member" ? [node.name, node.value] : items;
  children.push(...parts.map((part) => nodeOf(part, made)));
  return made;
}

const kinds: Readonly<Record<string, Node["type"]>> = { Object: "object", Array: "array", Member: "property" };

/** The first key that an object has a second time. */
function twiceIn({ type, children }: Node): string | null {
  const keys = type === "object" ? children.map(keyOf) : [];
  const again = keys.find((key, at) => keys.indexOf(key) < at) ?? null;
  return children.reduce((found, child) => found ?? twiceIn(child), again);
}

/** Why a JSON text is not fit for lists of ours; null where that is not the fault of one key. */
export function oddIn(text: string, { lists }: Ours): string | null {
  const root = rootOf(marked(text)[1], "json");
  const again = twiceIn(root);
  if (again !== null) return `an object has the key “${again}” twice`;
  for (const path of lists.filter((keys) => !keys.includes("*"))) {
    let at: Node | null = root;
    for (const [depth, key] of path.entries()) {
      at = at === null ? null : memberOf(at, key);
      const wanted = depth === path.length - 1 ? "array" : "object";
      if (at !== null && at.type !== wanted)
        return `${path.slice(0, depth + 1).join(".")} is no ${wanted === "array" ? "list" : "object"}`;
    }
  }
  return null;
}

function keyOf({ children }: Node): string {
  return String(children[0]?.value);
}

function memberOf({ type, children }: Node, key: string): Node | null {
  return (type === "object" ? children.find((member) => keyOf(member) === key)?.children[1] : null) ?? null;
}

/** An item of the list at this path, or a value with that key in the object there, as the harness reads it. */
export interface Entry {
  readonly path: readonly string[];
  readonly key?: string;
  readonly value: unknown;
}

/** Where lists of ours may be in a harness's settings (`*` for any key), and how an item of ours is told from others in whatever spelling it comes back: also one in the `hooks` of an item that holds others too. */
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
    const parts = root === null ? null : oursOf(root, ours);
    if (parts === null) return "unfit";
    const next = withoutLast(left, parts);
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

/** Parts of ours in the order of the text; null where something else stands in the place of a list of ours, or of the object that one is in. */
function oursOf(root: Node, { lists, values = [], isOurs }: Ours): readonly Node[] | null {
  const found: Node[] = [];
  let isFit = root.type === "object";
  const walk = (node: Node, path: readonly string[], rest: readonly string[], use: Walk): void => {
    const [key, ...others] = rest;
    if (key === undefined) {
      use(node, path);
      return;
    }
    isFit &&= node.type === "object";
    for (const one of key === "*" && isFit ? node.children.map(keyOf) : [key]) {
      const next = memberOf(node, one);
      if (next !== null) walk(next, [...path, one], others, use);
    }
  };
  const items: Walk = (node, path) => {
    isFit &&= node.type === "array";
    for (const child of node.children) {
      const inner = isOurs(path, child.value) ? null : memberOf(child, "hooks");
      const own = inner?.children.filter(({ value }) => isOurs([...path, "hooks"], value));
      found.push(...(inner === null ? (isOurs(path, child.value) ? [child] : []) : (own ?? [])));
    }
  };
  for (const list of lists) walk(root, [], list, items);
  for (const path of values)
    walk(root, [], path, ({ parent, value }) => {
      if (parent !== null && isOurs(path, value)) found.push(parent);
    });
  return isFit ? found.sort((a, b) => a.start - b.start) : null;
}

type Walk = (node: Node, path: readonly string[]) => void;

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
  { type, start, children }: Node,
  { shown, value, depth }: { readonly shown: string; readonly value: unknown; readonly depth: number },
): string {
  const last = children.at(-1);
  const at = last?.end ?? start + 1;
  const lines = shown + JSON.stringify(value, null, last === undefined && type === "array" ? 0 : 2);
  const blank = "  ".repeat(depth);
  const own = last === undefined ? lines : `,\n${blank}${lines.split("\n").join(`\n${blank}`)}`;
  return text.slice(0, at) + own + text.slice(at);
}

/**
 * Without the last one of ours, so that each goes as it came, and without what was made for it; null where that is all there is. The text as it is
 * where none is ours.
 */
function withoutLast(text: string, ours: readonly Node[]): string | null {
  const last = ours.at(-1);
  if (last === undefined) return text;
  for (let part: Node | null = last; part?.parent != null; part = part.parent.parent) {
    const { start, children } = part.parent;
    const wasThere = children.length > 1 || part.start === start + 1;
    if (wasThere) return cut(text, part, part.parent);
  }
  return null;
}

/** With the comma before it; the first one with the comma behind it. */
function cut(text: string, part: Node, { start, children }: Node): string {
  const at = children.indexOf(part);
  const [before, behind] = [children[at - 1], children[at + 1]];
  const from = before?.end ?? (behind === undefined ? start + 1 : part.start);
  // A comma behind the only one would stand alone.
  const comma = before === undefined ? (/^\s*,/.exec(text.slice(part.end))?.[0].length ?? 0) : 0;
  return (
    text.slice(0, from) + text.slice(before === undefined && behind !== undefined ? behind.start : part.end + comma)
  );
}

// Hooks: what a harness is told to start at each event of a session, what it need not ask a person about, and how both are known again.

/** In seconds, as both harnesses take them; at the end of a session Codex waits 3 at most, and Claude Code 1.5 whatever it is told. */
const timeouts: Readonly<Record<string, number>> = {
  SessionStart: 20,
  UserPromptSubmit: 10,
  PostToolUse: 10,
  Stop: 20,
  PreCompact: 30,
  SessionEnd: 3,
};

/** `start` is what starts the program in a shell. */
export function hookEntries(
  name: SetupName,
  start: string,
): readonly (Entry & { readonly event: string; readonly command: string })[] {
  return Object.entries(timeouts).map(([event, timeout]) => {
    const command = `${start}${tailsOf(name, event)[hasShell(name) ? 0 : 1]}`;
    return { event, command, path: ["hooks", event], value: { hooks: [{ type: "command", command, timeout }] } };
  });
}

/** By the end of its command: the program may have been somewhere else then. */
function isHookOf(name: SetupName, event: string, hook: unknown): boolean {
  const command = textOf(objectOf(hook)?.command) ?? "";
  return tailsOf(name, event).some((tail) => command.endsWith(tail));
}

/** Whether all in it is ours; a person may have put a hook of theirs beside it. */
function isGroupOf(name: SetupName, event: string, group: unknown): boolean {
  const hooks = objectsOf(objectOf(group)?.hooks);
  return hooks.length > 0 && hooks.every((hook) => isHookOf(name, event, hook));
}

/** The commands of our hooks, by event; null where none of them is ours. */
export function ourCommands(name: SetupName, settings: string): ReadonlyMap<string, string> | null {
  const hooks = objectOf(parseLine(settings)?.hooks) ?? {};
  const found = new Map<string, string>();
  for (const [event, groups] of Object.entries(hooks)) {
    const all = objectsOf(groups).flatMap((group) => objectsOf(group.hooks));
    const command = textOf(all.find((hook) => isHookOf(name, event, hook))?.command);
    if (command !== null) found.set(event, command);
  }
  return found.size === 0 ? null : found;
}

/** Lines of ours that an agent is told to type; none of them can lose or overwrite anything. */
const allowedVerbs = ["remember", "recall", "show"] as const;

/** `called` is how the program tells an agent to call it; null where no line is to be allowed. Only Claude Code keeps such rules in these settings. */
export function allowEntries(name: SetupName, called: readonly string[] | null): readonly Entry[] {
  if (name !== "claude-code" || called === null) return [];
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

/** The rules of a settings file, and what of the file is ours. */
interface HookParts {
  readonly ours: Ours;
  /** Rules that setup has put there. */
  readonly written: readonly string[];
  /** Rules of the person's own, whatever they allow. */
  readonly others: readonly string[];
}

/**
 * `note` is what setup wrote down of its rules. An earlier version noted none but those of the person's own, and wrote all that there are for one way
 * to call the program: `calls` are the ways that it may have been.
 */
export function hookParts(
  name: SetupName,
  settings: string,
  { note, calls }: { readonly note: JsonObject; readonly calls: readonly (readonly string[])[] },
): HookParts {
  const commands = ourCommands(name, settings);
  const allow = objectOf(parseLine(settings)?.permissions)?.allow;
  const there = name === "claude-code" ? textsOf(allow) : [];
  const before = [...calls, ...[...(commands ?? [])].map(([event, line]) => commandOf(name, event, line).needs)];
  const guessed = before.flatMap((called) => {
    const all = allowEntries(name, called).map(({ value }) => String(value));
    return all.every((rule) => there.includes(rule)) ? all : [];
  });
  const noted = note.rules === undefined ? guessed.filter((rule) => !textsOf(note.theirs).includes(rule)) : null;
  // A rule alone joins nothing: where no hook is ours it is the person's own.
  const written = commands === null ? [] : (noted ?? textsOf(note.rules));
  const ours: Ours = {
    lists: [["hooks", "*"], ...(name === "claude-code" ? [allowPath] : [])],
    isOurs([section, event = "", inner], value) {
      if (section !== "hooks") return written.includes(textOf(value) ?? "");
      return (inner === undefined ? isGroupOf : isHookOf)(name, event, value);
    },
  };
  return { ours, written, others: there.filter((rule) => !written.includes(rule)) };
}

function textsOf(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.flatMap((each) => textOf(each) ?? []) : [];
}

// HookCommand: the shell command of a hook, put together and taken apart.

/** What starts the program in a shell, for the memories at these folders. Where the program is gone it is quiet, and the harness goes on. */
export function startOf(words: readonly string[], repos: readonly string[], name: SetupName = "claude-code"): string {
  if (!hasShell(name)) return windowsStart(words, repos);
  const gone = words.map((word) => `[ ! -e ${quotedWord(word)} ] || `);
  return [gone.join("") + words.map(quotedWord).join(" "), ...repos.map(quotedWord)].join(repoMark);
}

const [repoMark, windowsMark] = [" '--repo' ", ' "--repo" '];

/** Whether a POSIX shell reads the commands: Codex on Windows has PowerShell do that, or cmd; Claude Code has there the shell that comes with git. */
function hasShell(name: string): boolean {
  return name !== "codex" || process.platform !== "win32";
}

/** What PowerShell and cmd read alike. To both a command's first word is one without quotes: what needs them is looked for on the path. */
function windowsStart([node = "", ...words]: readonly string[], repos: readonly string[]): string {
  const isPlain = (word: string): boolean => /^[\w.:\\/~-]+$/.test(word);
  const first = isPlain(node) ? node : (node.split(/[\\/]/).at(-1) ?? "");
  const others = words.map((word) => (isPlain(word) ? word : `"${word}"`));
  return [[first, ...others].join(" "), ...repos.map((repo) => `"${repo}"`)].join(windowsMark);
}

/** One of our commands without the memories that it names, those, and the files without which it is quiet. */
export function commandOf(
  name: string,
  event: string,
  command: string,
): { readonly bare: string; readonly repos: readonly string[]; readonly needs: readonly string[] } {
  const tail = tailsOf(name, event).find((each) => command.endsWith(each)) ?? "";
  const [start = "", ...repos] = command
    .slice(0, command.length - tail.length)
    .split(command.includes(repoMark) ? repoMark : windowsMark);
  const needs = [...start.matchAll(/\[ ! -e ('(?:[^']|'\\'')*') \] \|\| /g)].map(([, word = ""]) => unquoted(word));
  return { bare: start + tail, repos: repos.map(unquoted), needs };
}

function unquoted(word: string): string {
  return word.slice(1, -1).replaceAll("'\\''", "'");
}

/**
 * How each of our commands ends, by which it is known again: in a POSIX shell, where $PPID is the harness; and for Windows, which has no process of
 * the number 1.
 */
function tailsOf(name: string, event: string): readonly [string, string] {
  return [` harness ${name} ${event} --pid $PPID`, ` harness ${name} ${event} --pid 1`];
}

// OpenClaw: where its configuration and its workspace are, and what of that file is ours: JSON5 that people write by hand.

const id = "pagefile";

/** OpenClaw's own folder, as OpenClaw finds it. */
function openclawHome(env: NodeJS.ProcessEnv): string {
  const home = atHome(env.OPENCLAW_HOME, env) ?? usualHome(env);
  const profile = env.OPENCLAW_PROFILE?.trim() ?? "";
  const usual = profile === "" || profile === "default" ? ".openclaw" : `.openclaw-${profile}`;
  return atHome(env.OPENCLAW_STATE_DIR, env) ?? join(home, usual);
}

/** It asks for HOME first, on Windows too. */
function usualHome(env: NodeJS.ProcessEnv): string {
  return homeOf({ ...env, USERPROFILE: env.HOME ?? env.USERPROFILE });
}

function atHome(path: string | undefined, env: NodeJS.ProcessEnv): string | null {
  const named = path?.trim() ?? "";
  if (named === "") return null;
  return /^~(?:[\\/]|$)/.test(named) ? join(usualHome(env), named.slice(1)) : resolve(named);
}

/** The one file that all of its sessions go by, and the folder that its agent works in, where several do, the usual one's. */
export function openclawPlaces(env: NodeJS.ProcessEnv): {
  readonly file: string;
  /** `text` is what the file holds; null where there is none. */
  readonly workspace: (text: string | null) => string;
  /** What the file says of the plugin, if it has it. */
  readonly joined: (text: string) => { readonly paths: readonly string[]; readonly options: string };
} {
  return {
    file: atHome(env.OPENCLAW_CONFIG_PATH, env) ?? join(openclawHome(env), "openclaw.json"),
    workspace(text) {
      const { defaults, list } = objectOf(configIn(text).agents) ?? {};
      const agents = objectsOf(list);
      const own = agents.find((agent) => agent.default === true) ?? agents[0];
      const named = textOf(own?.workspace) ?? textOf(objectOf(defaults)?.workspace) ?? env.OPENCLAW_WORKSPACE_DIR;
      const folder = atHome(named, env);
      return folder !== null && isAbsolute(folder) ? folder : join(openclawHome(env), "workspace");
    },
    joined(text) {
      const { load, entries, slots } = objectOf(configIn(text).plugins) ?? {};
      const own = textsOf(objectOf(load)?.paths).filter((path) => inOpenclaw.isOurs(["plugins", "load"], path));
      const paths = own.map((path) => atHome(path, env) ?? path);
      const repos = textsOf(objectOf(objectOf(objectOf(entries)?.[id])?.config)?.repos);
      const named = repos.map((repo) => ` --repo ${shellWord(repo)}`).join("");
      return { paths, options: objectOf(slots)?.contextEngine === id ? `${named} --kernel` : named };
    },
  };
}

function configIn(text: string | null): JsonObject {
  return objectOf(text === null ? null : treeOf(marked(text)[1], "json5")?.value) ?? {};
}

/** Where ours may be in that file, wherever the plugin lay then. */
const inOpenclaw: Ours = {
  spelling: "json5",
  lists: [
    ["plugins", "load", "paths"],
    ["plugins", "allow"],
  ],
  values: [
    ["plugins", "entries", id],
    ["plugins", "slots", "contextEngine"],
  ],
  isOurs: ([, part], value) => {
    if (part === "load") return (textOf(value) ?? "").replaceAll("\\", "/").endsWith("/templates/harness/openclaw");
    return part === "allow" || part === "slots" ? value === id : true;
  },
};

/**
 * What the settings get. `plugin` is the folder that is the plugin, `repos` are memories that every session gets, all absolute; with `kernel` it gets the
 * slot for a context engine. `why` says why OpenClaw would not load it.
 */
export function openclawParts(
  now: string | null,
  { plugin, repos, kernel }: { readonly plugin: string; readonly repos: readonly string[]; readonly kernel: boolean },
): { readonly ours: Ours; readonly entries: readonly Entry[]; readonly why: string | null } {
  const left = now === null ? null : withoutEntries(now, inOpenclaw);
  const { enabled, deny, allow, slots } = objectOf(configIn(left).plugins) ?? {};
  const other = kernel ? textOf(objectOf(slots)?.contextEngine) : null;
  const taken = other === null ? null : `plugins.slots.contextEngine is ${other}`;
  const off = enabled === false ? "plugins.enabled is false" : taken;
  const why = Array.isArray(deny) && deny.includes(id) ? `plugins.deny names ${id}` : off;
  const hooks = { allowConversationAccess: true };
  const config = repos.length === 0 ? {} : { config: { repos } };
  const entries = [
    { path: ["plugins", "load", "paths"], value: plugin },
    // Where nothing is named, everything that is loaded is allowed.
    ...(Array.isArray(allow) && allow.length > 0 ? [{ path: ["plugins", "allow"], value: id }] : []),
    { path: ["plugins", "entries"], key: id, value: { enabled: true, hooks, ...config } },
    ...(kernel ? [{ path: ["plugins", "slots"], key: "contextEngine", value: id }] : []),
  ];
  return { ours: inOpenclaw, entries, why };
}
