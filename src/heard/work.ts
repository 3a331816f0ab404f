/**
 * Work: the files and commands that sessions had in hand. Each session leaves two lines of them in the log of its day, and a context begins with those
 * of the sessions before it: the working set of who goes on there (Denning, "The working set model for program behavior", 1968).
 *
 * Nobody says these things, so nobody can be asked for them; of what agents look up a second time in a project they are the largest part. They are
 * names and nothing else: what is in a file is read from the file.
 */

import { isAbsolute, relative, sep } from "node:path";
import { bodyStartOf, outline } from "../page/markdown/outline.js";
import { toolKind } from "../session/transcript/transcript.js";

export interface Work {
  /** From the top of the project. */
  readonly files: readonly string[];
  readonly commands: readonly string[];
}

export const noWork: Work = { files: [], commands: [] };

/** A tool that an agent called. */
export interface Call {
  readonly tool: string;
  /** That it touched, absolute. */
  readonly files: readonly string[];
  /** One line. */
  readonly command: string | null;
}

/** What came up more than once, of files those below `top`; what was most in hand comes first. */
export function workIn(calls: readonly Call[], top: string): Work {
  const files = new Map<string, number>();
  const commands = new Map<string, number>();
  for (const { tool, files: touched, command } of calls) {
    const weight = looksAround.test(tool) ? 0 : toolKind(tool) === "read" ? 1 : changeWeight;
    for (const file of weight === 0 ? [] : touched) {
      const path = relative(top, file);
      if (path !== "" && !path.startsWith("..") && !isAbsolute(path)) add(files, path.split(sep).join("/"), weight);
    }
    const plain = command === null ? null : plainCommand(command);
    if (plain !== null) add(commands, plain, 1);
  }
  return { files: ranked(files, 1), commands: ranked(commands, 1) };
}

function add(to: Map<string, number>, name: string, weight: number): void {
  to.set(name, (to.get(name) ?? 0) + weight);
}

/** Those of which there is more than that, the most first. */
function ranked(counts: ReadonlyMap<string, number>, above: number = 0): readonly string[] {
  const found = [...counts].filter(([, count]) => count > above);
  return found.sort(([, a], [, b]) => b - a).map(([name]) => name);
}

/** What was changed was in hand more than what was only read. */
const changeWeight = 3;
const looksAround = /^(?:glob|grep|find|ls)$/i;

/** Lines of a log, without what `known` has already. */
export function workLines({ files, commands }: Work, known: string): readonly string[] {
  const told = (names: readonly string[], most: number): readonly string[] =>
    names
      .filter((name) => !/[`\n]/.test(name) && !known.includes(`\`${name}\``))
      .slice(0, most)
      .map((name) => `\`${name}\``);
  const [touched, ran] = [told(files, filesToldMax), told(commands, commandsToldMax)];
  return [
    ...(touched.length === 0 ? [] : [`- ${labels.files}: ${touched.join(", ")}`]),
    ...(ran.length === 0 ? [] : [`- ${labels.commands}: ${ran.join(", ")}`]),
  ];
}

const labels = { files: "Worked on", commands: "Ran" } as const;
const filesToldMax = 10;
const commandsToldMax = 4;

/** A command as it would be typed again: without the way to its folder, and without what only cuts its output. Null for one that tells nobody anything. */
export function plainCommand(line: string): string | null {
  let command = line.trim();
  for (let before = ""; before !== command; ) {
    before = command;
    command = command.replace(way, "").replace(cut, "").trim();
  }
  const isPlain = command.length < charsMin || common.test(command) || joins.test(command);
  return isPlain ? null : command;
}

const charsMin = 4;
const way = /^cd [^&;|]+&& */;
const cut = /(?:2>&1|\|\s*(?:tail|head|grep|rg|less|cat|wc|sort)\b[^|&;<>]*)$/;
/** What anybody would type without having been told. */
const common =
  /^(?:\.|awk|cat|cd|chmod|cp|curl|cut|diff|echo|env|export|find|git|grep|head|jq|kill|less|ls|mkdir|mv|open|pagefile|printf|ps|pwd|rg|rm|sed|sleep|sort|source|tail|test|touch|tree|wc|which|xargs)(?:\s|$)/;
/** More than one thing at once, or something from elsewhere: nothing to be repeated unseen. */
const joins = /[|;<>$`]|:\/\//;

/** What sessions had in hand, by their logs, the newest log first: of what comes up in many, and of what came up lately. */
export function workingSet(logs: readonly string[]): Work {
  const files = new Map<string, number>();
  const commands = new Map<string, number>();
  let weight = 1;
  for (const log of logs) {
    const { entries } = outline(log, bodyStartOf(log));
    for (const { start, end } of entries.toReversed()) {
      const [, label = "", names = ""] = told.exec(log.slice(start, end)) ?? [];
      if (label === "") continue;
      const counts = label === labels.commands ? commands : files;
      for (const [, name = ""] of names.matchAll(/`([^`]+)`/g)) add(counts, name, weight);
      weight *= fading;
    }
  }
  return { files: ranked(files).slice(0, filesGivenMax), commands: ranked(commands).slice(0, commandsGivenMax) };
}

const told = /^(?:[-*+]\s+)?(Worked on|Changed files|Ran): (.+)/;
/** A line counts so much less than the one after it. */
const fading = 0.9;
const filesGivenMax = 12;
const commandsGivenMax = 5;

/** Null where no log tells of any. */
export function workSays({ files, commands }: Work): string | null {
  const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
  const lines = [
    ...(files.length === 0 ? [] : [`Files that sessions here had in hand lately: ${listed(files)}`]),
    ...(commands.length === 0 ? [] : [`Commands that they ran: ${listed(commands)}`]),
  ];
  return lines.length === 0 ? null : lines.join("\n");
}
