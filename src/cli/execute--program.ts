/** Program: the commander tree, made from the catalog; commands run only when they are called. */

import { Argument, Command, type CommanderError, Option } from "commander";
import type { CommandSpec, Group, OptionSpec } from "./command.js";
import { catalog, globalOptions } from "./execute--catalog.js";
import type { Theme } from "./render/table--theme.js";

/** What was asked for: a command with its words, once the command line has been understood. */
export interface Asked {
  readonly spec: CommandSpec;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly global: Readonly<Record<string, unknown>>;
}

export interface Hooks {
  readonly asked: (asked: Asked) => void;
  /** Throws; commander's own wording never reaches a person. */
  readonly failed: (command: Command, error: CommanderError, example: string) => never;
  readonly write: (text: string) => void;
  readonly columns: number;
  readonly theme: Theme;
}

/** The whole tree. Parsing it calls exactly one of the hooks. */
export function program(version: string, hooks: Hooks): Command {
  const root = new Command("pagefile");
  root.description("Virtual memory for AI agents, kept as Markdown files in git.");
  root.version(version, "-V, --version", "print the version");
  root.helpOption("-h, --help", "explain a command");
  root.addHelpCommand(
    new Command("help").argument("[command]").description("explain a command").helpGroup("Set up:"),
  );
  root.usage("[options] <command>");
  for (const option of globalOptions) root.addOption(optionOf(option));
  dress(root, hooks, "pagefile status");
  root.addHelpText(
    "after",
    `\nFirst steps:\n  pagefile init my-memory\n  cd my-memory && pagefile status\n\nEach command has examples: pagefile <command> --help`,
  );
  // Headings come in the order in which commands first name them.
  const byGroup = [...catalog].sort((a, b) => places[a.group] - places[b.group]);
  for (const spec of byGroup)
    root.addCommand(commandOf(spec, root, hooks), spec.hidden === true ? { hidden: true } : {});
  return root;
}

/** Of the headings, from the top. */
const places: Readonly<Record<Group, number>> = {
  "Every day": 0,
  "Set up": 1,
  Look: 2,
  "Change a page": 3,
  "Prompts and sessions": 4,
  "Keep it small and true": 5,
  "History and undo": 6,
  "Sharing and merging": 7,
  Health: 8,
};

function commandOf(spec: CommandSpec, root: Command, hooks: Hooks): Command {
  const command = new Command(spec.name);
  command.description(spec.says);
  if (spec.alias !== undefined) command.alias(spec.alias);
  command.helpGroup(`${spec.group}:`);
  command.helpOption("-h, --help", "explain this command");
  for (const [syntax, says] of spec.args) command.addArgument(new Argument(syntax, says));
  for (const option of spec.options) command.addOption(optionOf(option));
  dress(command, hooks, spec.examples[0] ?? `pagefile ${spec.name}`);
  const examples = spec.examples.map((line) => `  ${line}`).join("\n");
  command.addHelpText("after", `\nExamples:\n${examples}`);
  command.action(() => {
    hooks.asked({ spec, args: command.args, options: command.opts(), global: root.opts() });
  });
  return command;
}

function optionOf(spec: OptionSpec): Option {
  const option = new Option(spec.flags, spec.says);
  if (spec.choices !== undefined) option.choices(spec.choices);
  if (spec.repeats) {
    // The choices are held by a parser of their own, which gives one value alone.
    const check = option.parseArg;
    option.argParser((value: string, before: unknown) => {
      check?.(value, undefined);
      return [...(Array.isArray(before) ? before : []), value];
    });
  }
  if (spec.required) option.makeOptionMandatory();
  if (spec.fallback !== undefined) option.default(spec.fallback);
  return option;
}

function dress(command: Command, hooks: Hooks, example: string): void {
  command.exitOverride((error) => hooks.failed(command, error, example));
  command.showSuggestionAfterError(false);
  command.allowExcessArguments(false);
  command.configureOutput({
    writeOut: hooks.write,
    writeErr: hooks.write,
    outputError: () => undefined,
    getOutHelpWidth: () => hooks.columns,
    getOutHasColors: () => hooks.theme.colors,
    getErrHelpWidth: () => hooks.columns,
    getErrHasColors: () => hooks.theme.colors,
  });
  command.configureHelp({
    showGlobalOptions: true,
    styleTitle: hooks.theme.bold,
    styleCommandText: hooks.theme.cyan,
    styleSubcommandText: hooks.theme.cyan,
    styleOptionText: hooks.theme.cyan,
    styleArgumentText: hooks.theme.cyan,
    subcommandTerm: (each) => each.name(),
  });
}
