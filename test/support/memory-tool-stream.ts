/** MemoryToolStream: random commands for the memory tool, the same for the same seed; most of them make sense, and some do not. */

import type { MemoryCommand } from "../../src/agents/memory-tool.js";

export type Chance = () => number;

/** Numbers of [0, 1), the same for the same seed. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const folders = ["", "", "notes/", "notes/deep/", "notes/deep/er/", "projects/", "projects/one/", ".hidden/"];
const names = "a.md b.md plan.md todo.txt data.json log.md notes.xml .dot.md node_modules x".split(" ");
const odd = [
  "/memories",
  "/memories/",
  "/memories/notes/",
  "/memories/notes//a.md",
  "/memories/./notes/../a.md",
  "/memories/../etc/passwd",
  "/memories/a.md/inside.md",
  "/tmp/a.md",
  "notes/a.md",
  "",
];
const lines = [
  "# Plan",
  "## Open",
  "- Takes the train. [human]",
  "- Takes the train, then the boat.",
  "- Likes tea",
  "Words that stand alone.",
  "train train",
  "<task status='open'>Ship it</task>",
  '{"key": "$& and $1"}',
  "  indented",
  "",
  "",
  "ünïcode 🙂 line",
  "| a | b |",
];

/** What stood in a file at some time: `str_replace` takes its words from there. */
export type Known = (path: string) => string | null;

export function randomCommand(chance: Chance, known: Known, paths: readonly string[]): MemoryCommand {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)]!;
  const newPath = (): string => (chance() < 0.08 ? pick(odd) : `/memories/${pick(folders)}${pick(names)}`);
  const path = (): string => (chance() < 0.75 && paths.length > 0 ? pick(paths) : newPath());
  const text = (most: number): string => {
    const some = Array.from({ length: Math.floor(chance() * most) }, () => pick(lines));
    return some.join(chance() < 0.05 ? "\r\n" : "\n") + (chance() < 0.7 ? "\n" : "");
  };
  const dice = chance();
  if (dice < 0.25) return { command: "create", path: newPath(), file_text: text(9) };
  if (dice < 0.5) return viewing(path(), chance);
  if (dice < 0.72) {
    const at = path();
    return { command: "str_replace", path: at, old_str: oldText(known(at) ?? "", chance), new_str: text(3) };
  }
  if (dice < 0.86) {
    const insert_line = Math.floor(chance() * 10) - 1;
    return { command: "insert", path: path(), insert_line, insert_text: text(3) };
  }
  if (dice < 0.92) return { command: "delete", path: chance() < 0.25 ? folderOf(path()) : path() };
  const old_path = chance() < 0.25 ? folderOf(path()) : path();
  return { command: "rename", old_path, new_path: chance() < 0.3 ? folderOf(newPath()) : newPath() };
}

function viewing(path: string, chance: Chance): MemoryCommand {
  const at = chance() < 0.3 ? folderOf(path) : path;
  if (chance() < 0.6) return { command: "view", path: at };
  const first = Math.floor(chance() * 8) - 1;
  return { command: "view", path: at, view_range: [first, chance() < 0.3 ? -1 : first + Math.floor(chance() * 4)] };
}

/** A line, a word, a few lines, nothing, or what is not there. */
function oldText(text: string, chance: Chance): string {
  const all = text.split("\n");
  const at = Math.floor(chance() * all.length);
  const dice = chance();
  if (dice < 0.45) return all[at] ?? "";
  if (dice < 0.7) return (all[at] ?? "").split(" ").at(-1) ?? "";
  if (dice < 0.85) return all.slice(at, at + 2).join("\n");
  return dice < 0.9 ? "" : "nowhere to be found";
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? path : path.slice(0, slash);
}
