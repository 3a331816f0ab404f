/**
 * Command: what a command is, what it is given and what it gives back, and how what was typed is parsed once. Anything else than expected is a
 * usage failure; only `main` holds the streams.
 */

import { type Instant, parseInstant } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { err, type Outcome, ok, usage } from "../base/result.js";
import { fixedNow } from "../state/machine.js";
import type { Screen, Theme } from "./render/table.js";

/** The headings of the top-level help: what a person needs first, then by what they are for. */
export type Group =
  | "Every day"
  | "Set up"
  | "Look"
  | "Change a page"
  | "Prompts and sessions"
  | "Keep it small and true"
  | "History and undo"
  | "Sharing and merging"
  | "Health";

export interface OptionSpec {
  /** As commander reads it: `--budget <tokens>`. */
  readonly flags: string;
  readonly says: string;
  readonly choices?: readonly string[];
  /** May be given more than once; the values are then a list. */
  readonly repeats?: true;
  readonly required?: true;
  readonly fallback?: string;
}

export interface CommandSpec {
  readonly name: string;
  /** Another word for it that people type. */
  readonly alias?: string;
  readonly group: Group;
  /** Asks for a change of a page: what refuses it is printed as a rejected patch. */
  readonly writes?: true;
  readonly says: string;
  /** As commander reads them (`<page>`, `[paths...]`), each with its explanation. */
  readonly args?: readonly (readonly [syntax: string, says: string])[];
  readonly options?: readonly OptionSpec[];
  /** Whole command lines, the first one also shown after a usage error. */
  readonly examples: readonly string[];
  /** Not listed in help: for shells, not for people. */
  readonly hidden?: true;
  /** Imports the command's module only when it is called. */
  readonly load: () => Promise<{ readonly run: Run }>;
}

type Run = (call: Call) => Promise<Outcome<Reply>>;

/** What the world gives a command: everything it may read, and one way to be heard before it is done. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** What to type to call the program again: `pagefile`, or `node dist/pagefile.cjs`. */
  readonly program: string;
  /** The looks of the streams, not the streams. */
  readonly stdout: Screen;
  readonly stderr: Screen;
  /** Prints to standard output at once, for people; silent under `--json`. */
  readonly tell: (text: string) => void;
  /** The whole standard input as bytes; read at most once. */
  readonly stdin: () => Promise<Uint8Array>;
}

export interface Call extends Surroundings {
  /** How standard output looks, colors decided. */
  readonly theme: Theme;
  /** Whether a program reads the answer: then it holds more than people are shown. */
  readonly isJson: boolean;
  readonly args: readonly string[];
  /** By long name without dashes, in camel case. */
  readonly options: Readonly<Record<string, unknown>>;
  /** `--repo`, in the order given. */
  readonly repos: readonly string[];
  /** `--now` or PAGEFILE_NOW as typed; null when neither is set. */
  readonly now: string | null;
}

/** What a command gives back: one document for programs, and texts for people. */
export interface Reply {
  /** undefined where standard output was a protocol's, which ends without a document. */
  readonly json: unknown;
  /** Standard output for people. */
  readonly out?: (theme: Theme) => string;
  /** Standard error for people, dropped by `--quiet`. */
  readonly notes?: (theme: Theme) => string;
  /** Standard error for people, never dropped. */
  readonly warnings?: (theme: Theme) => string;
  /** Where `out` only confirms what was done. */
  readonly onQuiet?: "drop";
  /** 1 when there is something to mend; the others where a lookup ended without a page, as a failure of that kind would; else 0. */
  readonly exit?: 0 | 1 | 2 | 4 | 6 | 7 | 9;
}

/** How the answer of a feature is shown; it is itself the document, unless `json` makes another. */
interface Look<T> extends Pick<Reply, "onQuiet"> {
  readonly json?: (answer: T) => unknown;
  readonly out?: (answer: T, theme: Theme) => string;
  readonly notes?: (answer: T, theme: Theme) => string;
  readonly warnings?: (answer: T, theme: Theme) => string;
  /** Whether there is something to mend. */
  readonly isBad?: (answer: T) => boolean;
}

/** A failure goes on as it is. */
export function replied<T>(answer: Outcome<T>, look: Look<T>): Outcome<Reply> {
  if (!answer.ok) return answer;
  const { value } = answer;
  const { json = () => value, out, notes, warnings, isBad, ...rest } = look;
  return ok({
    ...rest,
    json: json(value),
    out: (theme) => out?.(value, theme) ?? "",
    notes: (theme) => notes?.(value, theme) ?? "",
    warnings: (theme) => warnings?.(value, theme) ?? "",
    exit: isBad?.(value) === true ? 1 : 0,
  });
}

// Intake: texts that come from standard input or a file: whole, bounded, UTF-8.

/** The text itself, or all of standard input for `-`; UTF-8 only, bounded. */
export async function textOrStdin(world: Surroundings, text: string): Promise<Outcome<string>> {
  if (text !== "-") return ok(text);
  return decoded(await world.stdin(), "standard input");
}

/** Bytes that were given from outside, as text. */
export function decoded(bytes: Uint8Array, where: string): Outcome<string> {
  if (bytes.length > limits.patchBytesMax) {
    const says = `${where} holds more than the ${limits.patchBytesMax} bytes that are allowed in one patch.`;
    return err({ code: "refused", reason: "SIZE_LIMIT", says, hint: "Split it into several pages." });
  }
  try {
    return ok(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    const hint = "Convert it first, for example with iconv -t utf-8.";
    return err({ code: "refused", reason: "MALFORMED", says: `${where} is not UTF-8.`, hint });
  }
}

// Input: what was typed, parsed once into what the features take; anything else is a usage failure that shows what was expected.

/** The value of an option that takes one; null when it was not given. */
export function textOption(call: Call, name: string): string | null {
  const value = call.options[name];
  return typeof value === "string" ? value : null;
}

/** The values of an option that may be given more than once. */
export function listOption(call: Call, name: string): readonly string[] {
  const value = call.options[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** A whole number from 1 to `most`. */
export function positiveWhole(
  text: string,
  what: string,
  most: number,
  example: number = Math.min(most, 20),
): Outcome<number> {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return ok(value);
  return err(
    usage(`${what} is “${text}”; a whole number from 1 to ${most} was expected.`, `For example ${example}.`),
  );
}

// Now: the instant that a command line fixes.

/** The instant `--now` or PAGEFILE_NOW fixes; null when neither does. */
export function nowOf(call: Pick<Call, "now">): Outcome<Instant | null> {
  return fixedNow(call.now, "--now (or PAGEFILE_NOW)");
}

/** A whole number from 1 to `most`; null when the option was not given. */
export function wholeOption(call: Call, name: string, most: number): Outcome<number | null> {
  const text = textOption(call, name);
  return text === null ? ok(null) : positiveWhole(text, `--${name}`, most);
}

/** null when `--pid` was not given. */
export function pidOption(call: Call): Outcome<number | null> {
  return wholeOption(call, "pid", 0x7fffffff);
}

/** A day or an instant; null when the option was not given. */
export function instantOption(call: Call, name: "since" | "until"): Outcome<Instant | null> {
  const text = textOption(call, name);
  const instant = text === null ? null : parseInstant(text);
  if (text === null || instant !== null) return ok(instant);
  const says = `--${name} is “${text}”; a day or an instant was expected.`;
  return err(usage(says, "For example 2026-11-20 or 2026-11-20T21:40:12Z."));
}

/** Who reads what is printed. */
export function audienceOption(call: Call): "owner" | "group" {
  return textOption(call, "audience") === "group" ? "group" : "owner";
}

/** Tells on a terminal what is at work, each time in the place of what was told before; "" takes it away. Elsewhere nobody waits for that. */
export function atWork({ theme, tell }: Call): (says: string) => void {
  return theme.terminal ? (says) => tell(`\r\u001b[2K${says}`) : () => undefined;
}
