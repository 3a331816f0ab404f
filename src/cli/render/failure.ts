/** Failure: how a command ends that did not do what was asked: what is wrong with a command line, in our own words, and how any failure is printed. */

import type { Command, CommanderError } from "commander";
import { namesNear } from "../../base/glob.js";
import { stableJson } from "../../base/json.js";
import { exitCodes, type Failure, usage } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import type { Manner, Printed } from "./render.js";
import { type Theme, visible, visibleLine } from "./table.js";

// Failure printed: one JSON document, or text for people.

/** A refused patch is `{ rejected: … }`, anything else `{ error: … }`. */
export function printFailure(failure: Failure, manner: Manner, kind: "write" | "other"): Printed {
  const exit = exitCodes[failure.code];
  if (!manner.json) return { stdout: "", stderr: failureText(failure, manner.err), exit };
  const { says, hint } = failure;
  const reason = "reason" in failure ? failure.reason : null;
  if (reason !== null && kind === "write") {
    return { stdout: `${stableJson({ rejected: { reason, says, hint } })}\n`, stderr: "", exit };
  }
  const error = { code: failure.code, says, hint, ...(reason === null ? {} : { reason }) };
  return { stdout: `${stableJson({ error })}\n`, stderr: "", exit };
}

function failureText(failure: Failure, theme: Theme): string {
  const reason = "reason" in failure ? `  ${theme.cyan("reason:")} ${visibleLine(failure.reason)}\n` : "";
  const hint = visible(failure.hint).split("\n").join("\n        ");
  const last = hint === "" ? "" : `  ${theme.cyan("hint:")} ${hint}\n`;
  return `${theme.red(theme.bold("error:"))} ${visible(failure.says)}\n${reason}${last}`;
}

// Usage: what commander remarks about a command line, in our own words: what is, what was expected, an example.

/** null when it is no error at all: help or the version was asked for and printed. */
export function usageFailure(command: Command, error: CommanderError, example: string): Failure | null {
  const named = quoted(error.message);
  const line = fullName(command);
  const hint = `For example: ${example}\nMore: ${line} --help`;
  switch (error.code) {
    case "commander.help":
      return error.exitCode === 0 ? null : noCommand(command);
    case "commander.helpDisplayed":
      // The help of a command that there is was printed by that command.
      return command.parent === null && isWord(command.args[0]) ? unknownCommand(command, command.args[0]) : null;
    case "commander.version":
      return null;
    case "commander.unknownCommand":
      return unknownCommand(command, named);
    case "commander.unknownOption":
      return usage(`${line} has no option ${named}.`, suggested(nearest(named, optionNames(command)), hint));
    case "commander.missingArgument":
      return usage(`${line} needs <${named}>, and it is missing.`, hint);
    case "commander.optionMissingArgument":
      return usage(`The option ${named} needs a value, and none follows it.`, hint);
    case "commander.missingMandatoryOptionValue":
      return usage(`${line} needs ${named}, and it is missing.`, hint);
    case "commander.excessArguments":
      return usage(
        `${line} was given more than it takes: ${expectation(error.message)}.`,
        `Quote a text that has spaces. ${hint}`,
      );
    case "commander.invalidArgument":
      return usage(invalidArgument(error.message), hint);
    default:
      return usage(`${line} could not be understood: ${error.message.replace(/^error: /, "")}.`, hint);
  }
}

/** The command or option a person may have meant; null when none is near. */
export function nearest(typed: string, names: readonly string[]): string | null {
  const begun = typed.replace(/^-+/, "").length < 2 ? [] : names.filter((name) => name.startsWith(typed));
  return namesNear(typed, names)[0] ?? [...begun].sort(compareText)[0] ?? null;
}

function isWord(word: string | undefined): word is string {
  return word !== undefined && !word.startsWith("-");
}

/** `pagefile --json`, or `pagefile help nonsense`. */
function noCommand(command: Command): Failure {
  const asked = command.args.at(-1);
  if (asked !== undefined) return unknownCommand(command, asked);
  return usage("No command was given.", "pagefile --help lists the commands.");
}

function unknownCommand(command: Command, named: string): Failure {
  const meant = elsewhere[named.toLowerCase()];
  if (meant !== undefined) return usage(`There is no command “${named}”.`, meant);
  const names = command.commands
    .flatMap((each) => [each.name(), ...each.aliases()])
    .filter((name) => !name.startsWith("_"));
  const close = nearest(named, names);
  const says = `There is no command “${named}”.`;
  return usage(says, close === null ? "pagefile --help lists the commands." : `Did you mean: pagefile ${close}`);
}

/** Words that other tools have for what people come here for, and what does it here. */
const elsewhere: Readonly<Record<string, string>> = {
  ls: "pagefile pages lists them; pagefile done PAGE lists the entries of one.",
  list: "pagefile pages lists them; pagefile done PAGE lists the entries of one.",
  cat: "pagefile show PAGE",
  view: "pagefile show PAGE",
  open: "pagefile edit PAGE opens it in your editor; pagefile show PAGE prints it.",
  add: "pagefile append PAGE TEXT; pagefile new makes a page.",
  note: "pagefile append PAGE TEXT; pagefile new makes a page.",
  find: "pagefile recall WORDS",
  grep: "pagefile recall WORDS",
  delete: "pagefile rm PAGE ENTRY takes an entry out, pagefile archive PAGE puts a page away.",
  remove: "pagefile rm PAGE ENTRY takes an entry out, pagefile archive PAGE puts a page away.",
  forget: "pagefile rm PAGE ENTRY takes an entry out; pagefile purge takes it out of the history, too.",
  move: "pagefile mv PAGE ENTRY --to OTHER",
  rename: "pagefile mv PAGE ENTRY --to OTHER moves an entry; git mv renames a file.",
  import: "pagefile adopt commits Markdown files that lie here; copy them in first.",
  sync: "A memory is a git repository: git pull and git push; pagefile merges page by page.",
  push: "A memory is a git repository: git push.",
  pull: "A memory is a git repository: git pull; pagefile conflicts shows what it left open.",
  commit: "git commit, as ever; or pagefile edit PAGE, which commits what you typed.",
  check: "pagefile audit looks at the memory, pagefile doctor at this machine.",
  history: "pagefile log [PAGE]",
};

function suggested(close: string | null, hint: string): string {
  return close === null ? hint : `Did you mean ${close}? ${hint}`;
}

function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

function optionNames(command: Command): readonly string[] {
  const own = command.options.map((option) => option.long ?? "").filter((name) => name !== "");
  return command.parent === null ? own : [...own, ...optionNames(command.parent)];
}

/** What stands between the first and the last single quote of the first line. */
function quoted(message: string): string {
  const line = message.split("\n")[0] ?? "";
  const first = line.indexOf("'");
  const last = line.lastIndexOf("'");
  return first >= 0 && last > first ? line.slice(first + 1, last) : line;
}

function expectation(message: string): string {
  const at = message.indexOf("Expected");
  return at < 0
    ? "too many arguments"
    : message
        .slice(at)
        .replace(/\.\s*$/, "")
        .replace("Expected", "expected");
}

/** `error: option '--type <type>' argument 'x' is invalid. Allowed choices are a, b.` */
function invalidArgument(message: string): string {
  const parts = message.split("'");
  const at = message.indexOf("Allowed choices are ");
  const allowed = at < 0 ? "" : message.slice(at + "Allowed choices are ".length).replace(/\.\s*$/, "");
  const name = parts[1] ?? "an option";
  const given = parts.length > 4 ? parts.slice(3, -1).join("'") : "";
  return allowed === ""
    ? `${name} cannot be “${given}”.`
    : `${name} cannot be “${given}”; one of ${allowed} was expected.`;
}
