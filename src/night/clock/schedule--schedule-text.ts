/** ScheduleText: the files of a timer with this machine's paths filled in, each path as one word of the language it stands in. */

import { err, ok, type Result } from "../../base/result--result.js";

/** The texts of `cron/`, by file name. */
export type TimerTemplates = Readonly<
  Record<"pagefile.service" | "pagefile.timer" | "pagefile.plist" | "crontab", string>
>;

export interface TimerWords {
  readonly node: string;
  readonly program: string;
  /** Folders in which programs are looked for, joined by colons. */
  readonly path: string;
  readonly root: string;
  /** The memory's, for people. */
  readonly name: string;
  readonly label: string;
  /** `03:30`. */
  readonly hour: string;
}

export function systemdTexts(
  templates: TimerTemplates,
  words: TimerWords,
): { readonly service: string; readonly timer: string } {
  const values = {
    ...plain(words),
    NODE: argument(words.node),
    PROGRAM: argument(words.program),
    ROOT: argument(words.root),
    PATH: inUnit(words.path),
  };
  return {
    service: filled(templates["pagefile.service"], values),
    timer: filled(templates["pagefile.timer"], values),
  };
}

/** The reason where a word cannot stand in a property list. */
export function launchdText(templates: TimerTemplates, words: TimerWords): Result<string, string> {
  const { node, program, root, path, label } = words;
  const odd = [node, program, root, path].find((word) => hasControl(word.replaceAll(/[\n\t]/g, "")));
  if (odd !== undefined) return err("A property list cannot hold the control characters in a path.");
  const values = { NODE: inXml(node), PROGRAM: inXml(program), ROOT: inXml(root), PATH: inXml(path), LABEL: label };
  return ok(filled(templates["pagefile.plist"], { ...plain(words), ...values }));
}

/** cron cuts a command longer than this. */
const cronCharsMax = 990;

/** Whole lines; the reason where cron would cut one. */
export function crontabText(templates: TimerTemplates, words: TimerWords): Result<string, string> {
  const { node, program, path } = words;
  // The line end that a path ends in would be lost by the shell: the folder itself is the same place.
  const root = words.root.endsWith("\n") ? `${words.root}/.` : words.root;
  const values = { NODE: inShell(node), PROGRAM: inShell(program), ROOT: inShell(root), PATH: inShell(path) };
  const text = filled(templates.crontab, { ...plain(words), ...values });
  const isLong = text.split("\n").some((line) => Buffer.byteLength(line) > cronCharsMax);
  return isLong ? err(`The line for cron would be longer than ${cronCharsMax} bytes.`) : ok(text);
}

function plain({ name, hour }: TimerWords): Readonly<Record<string, string>> {
  const [hh = "", mm = ""] = hour.split(":");
  return {
    NAME: name.replaceAll(/[^\p{L}\p{N} ._-]/gu, "-"),
    HOUR: hour,
    HH: String(Number(hh)),
    MM: String(Number(mm)),
  };
}

/** Each mark once: what is filled in may look like a mark itself. */
function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/@([A-Z]+)@/g, (mark, name: string) => values[name] ?? mark);
}

/** A word of a command of systemd, which fills in variables, but not in `Environment=`. */
function argument(text: string): string {
  return `"${inUnit(text).replaceAll("$", "$$$$")}"`;
}

/** Between the double quotes of a unit file: its escapes, and its specifiers written out. */
function inUnit(text: string): string {
  const safe = text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%");
  const hex = (char: string): string => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
  return [...safe].map((char) => (hasControl(char) ? hex(char) : char)).join("");
}

function inXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "&#10;");
}

/**
 * One word of a POSIX shell in a line of cron, to which a percent sign is the end of the command and a line end that of the
 * line: where either is in it, the shell prints the word from a text that has neither.
 */
function inShell(text: string): string {
  if (!text.includes("%") && !hasControl(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const isPlain = (char: string): boolean => !hasControl(char) && !"%'\\".includes(char);
  const octal = (char: string): string => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`;
  return `"$(printf '${[...text].map((char) => (isPlain(char) ? char : octal(char))).join("")}')"`;
}

function hasControl(text: string): boolean {
  return [...text].some((char) => char < " " || char === "\u007f");
}
