/**
 * Execute: one command line from its words to everything it prints, as a value. The tree of commands is made from the catalog, and what is wrong
 * with a command line is said in our own words.
 */

import { Argument, Command, CommanderError, Option } from "commander";
import { stableJson } from "../base/json.js";
import { err, type Failure, type Outcome, ok, usage } from "../base/result.js";
import { compareText, namesNear } from "../base/text.js";
import { origins } from "../page/page.js";
import { packageVersion } from "../state/machine.js";
import type { Call, CommandSpec, Group, OptionSpec, Reply, Surroundings } from "./command.js";
import { type Manner, type Printed, printFailure, printReply } from "./render/render.js";
import { type Theme, themeFor } from "./render/table.js";

// Usage: what commander remarks about a command line, in our own words: what is, what was expected, an example.

/** null when it is no error at all: help or the version was asked for and printed. */
function usageFailure(command: Command, error: CommanderError, example: string): Failure | null {
  const named = quoted(error.message);
  const line = fullName(command);
  const hint = `For example: ${example}\nMore: ${line} --help`;
  switch (error.code) {
    case "commander.help":
      return error.exitCode === 0 ? null : noCommand(command);
    case "commander.helpDisplayed":
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

// Execute: one command line from its words to everything it prints, as a value.

/** Never throws and writes nothing: a bug becomes a failure with exit code 70. */
export async function execute(argv: readonly string[], world: Surroundings): Promise<Printed> {
  const manner = mannerOf(argv, world);
  try {
    const understood = understand(argv, await specsFor(argv), manner, world);
    if ("stdout" in understood) return understood;
    if (!understood.ok) return printFailure(understood.error, manner, "other");
    const asked = understood.value;
    const reply = await perform(asked, manner, world);
    const kind = asked.spec.writes === true ? "write" : "other";
    return reply.ok ? printReply(reply.value, manner) : printFailure(reply.error, manner, kind);
  } catch (error) {
    return printFailure(bug(error), manner, "other");
  }
}

async function perform(asked: Asked, manner: Manner, world: Surroundings): Promise<Outcome<Reply>> {
  const { run } = await asked.spec.load();
  const repos = Array.isArray(asked.global.repo) ? asked.global.repo.map(String) : [];
  // An empty word is a variable that was not set, and no wish for the memory that happens to be here.
  if (repos.includes("")) return err(usage("--repo was given no folder.", "For example: --repo ~/memory"));
  const now = asked.global.now ?? world.env.PAGEFILE_NOW;
  const call: Call = {
    ...world,
    tell: manner.json ? () => undefined : world.tell,
    theme: manner.out,
    isJson: manner.json,
    args: asked.args.map(unshield),
    options: Object.fromEntries(Object.entries(asked.options).map(([name, value]) => [name, unshielded(value)])),
    repos,
    now: typeof now === "string" && now !== "" ? now : null,
  };
  return run(call);
}

/** Thrown through commander, which knows no other way to stop. */
class Stopped extends Error {
  readonly failure: Failure | null;
  constructor(failure: Failure | null) {
    super("stopped");
    this.failure = failure;
  }
}

function understand(
  argv: readonly string[],
  specs: readonly CommandSpec[],
  manner: Manner,
  world: Surroundings,
): Printed | Outcome<Asked> {
  const said: string[] = [];
  const got: Asked[] = [];
  const version = packageVersion();
  const tree = program(version, specs, {
    asked: (asked) => got.push(asked),
    failed: (command, error, example) => {
      throw new Stopped(usageFailure(command, error, example));
    },
    write: (text) => said.push(text),
    columns: Math.min(100, world.stdout.columns ?? 100),
    theme: manner.out,
  });
  try {
    const bare = argv.every((word) => word === "--no-color" || word === "--quiet" || word === "-q");
    if (bare) tree.outputHelp();
    else tree.parse(argv.map(shield), { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return err(usage(error.message, "pagefile --help lists the commands."));
    if (!(error instanceof Stopped)) throw error;
    if (error.failure !== null) return err(error.failure);
  }
  const asked = got[0];
  if (asked !== undefined) return ok(asked);
  const text = said.join("");
  const document = text.trim() === version ? { version } : { help: text };
  return { stdout: manner.json ? `${stableJson(document)}\n` : text, stderr: "", exit: 0 };
}

/** Read before parsing, so that a command line that cannot be parsed is answered in the manner it asks for. */
function mannerOf(argv: readonly string[], world: Surroundings): Manner {
  const end = argv.indexOf("--");
  const words = end < 0 ? argv : argv.slice(0, end);
  const colors = words.includes("--no-color") ? "never" : "auto";
  return {
    json: words.includes("--json"),
    quiet: words.includes("--quiet") || words.includes("-q"),
    out: themeFor(world.stdout, world.env, colors),
    err: themeFor(world.stderr, world.env, colors),
  };
}

/** A bullet (`- text`) is a text, not an option: no command line can hold a NUL, so one marks it while commander looks. */
function shield(word: string): string {
  return /^-\s/.test(word) || word.startsWith("---") ? `\0${word}` : word;
}

function unshield(word: string): string {
  return word.startsWith("\0") ? word.slice(1) : word;
}

function unshielded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unshielded);
  return typeof value === "string" ? unshield(value) : value;
}

function bug(error: unknown): Failure {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    code: "bug",
    says: `This is a bug in Pagefile, not in what you typed: ${error instanceof Error ? error.message : String(error)}`,
    hint: `Please report it where \`npm bugs pagefile\` leads, with the command and these lines:\n${stack}`,
  };
}

// Program: the commander tree, made from the catalog; commands run only when they are called.

/** What was asked for: a command with its words, once the command line has been understood. */
interface Asked {
  readonly spec: CommandSpec;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly global: Readonly<Record<string, unknown>>;
}

interface Hooks {
  readonly asked: (asked: Asked) => void;
  /** Throws; commander's own wording never reaches a person. */
  readonly failed: (command: Command, error: CommanderError, example: string) => never;
  readonly write: (text: string) => void;
  readonly columns: number;
  readonly theme: Theme;
}

/** Of these commands. Parsing the tree calls exactly one of the hooks. */
function program(version: string, specs: readonly CommandSpec[], hooks: Hooks): Command {
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
  const byGroup = [...specs].sort((a, b) => places[a.group] - places[b.group]);
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

// Options and commands: what many commands take, and where each command is described.

/** Accepted before and after the command. */
export const globalOptions: readonly OptionSpec[] = [
  { flags: "--repo <dir>", says: "the memory to open (repeat to stack); else found upward", repeats: true },
  { flags: "--json", says: "print one JSON document and nothing else" },
  { flags: "-q, --quiet", says: "leave out confirmations and receipts" },
  { flags: "--no-color", says: "no colors (NO_COLOR works too)" },
  { flags: "--now <iso>", says: "take this instant for now (PAGEFILE_NOW works too)" },
];

/** Who writes, from where and on what grounds: they become trailers of the commit. */
export const grounds: readonly OptionSpec[] = [
  {
    flags: "--actor <who>",
    says: "who writes: human, or agent:<name>; PAGEFILE_ACTOR=agent:… cannot be raised",
    fallback: "human",
  },
  { flags: "--origin <origin>", says: "where the words come from", choices: origins, fallback: "user" },
  { flags: "--session <id>", says: "the session this happens in" },
  {
    flags: "--evidence <reference>",
    says: "what it rests on, looked up first: session:7f3a#L120, file:, commit:, page:, url: … (repeat for several)",
    repeats: true,
  },
  { flags: "--detached", says: "commit even though HEAD is on no branch" },
];

const toWrite =
  "new remember inbox append set merge edit done mv rm archive approve restore correct conflicts resolve".split(" ");
const toRead = "status studio pages show evidence assemble turn recall search".split(" ");

/**
 * What is asked for most is described in a file that is read alone, and the tree has that one command. Whoever names another, mistypes one or
 * asks for help gets all.
 */
export async function specsFor(argv: readonly string[]): Promise<readonly CommandSpec[]> {
  const named = commandIn(argv);
  const isIt = ({ name, alias }: CommandSpec): boolean => name === named || alias === named;
  if (toWrite.includes(named)) return (await import("./catalog/write.js")).writeCommands.filter(isIt);
  if (toRead.includes(named)) return (await import("./catalog/read.js")).readCommands.filter(isIt);
  return (await import("./catalog/catalog.js")).catalog;
}

/** The first word that is neither an option nor the value of one; empty where there is none. */
function commandIn(argv: readonly string[]): string {
  const takesNext = (word: string): boolean => globalOptions.some(({ flags }) => flags.startsWith(`${word} <`));
  return argv.find((word, at) => !word.startsWith("-") && !takesNext(argv[at - 1] ?? "")) ?? "";
}
