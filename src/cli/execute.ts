/**
 * Execute: one command line from its words to everything it prints, as a value. The tree of commands is made from the catalog, and
 * `render/failure.ts` says what is wrong with a command line.
 */

import { Argument, Command, CommanderError, Option } from "commander";
import { stableJson } from "../base/json.js";
import { err, type Failure, type Outcome, ok, usage } from "../base/result.js";
import { origins } from "../page/page.js";
import { packageVersion } from "../state/machine.js";
import type { Call, CommandSpec, Group, OptionSpec, Reply, Surroundings } from "./command.js";
import { type Manner, type Printed, printReply } from "./render/render.js";
import { type Theme, themeFor } from "./render/table.js";

/** Never throws and writes nothing: a bug becomes a failure with exit code 70. */
export async function execute(argv: readonly string[], world: Surroundings): Promise<Printed> {
  const manner = mannerOf(argv, world);
  try {
    const understood = await understand(argv, await specsFor(argv), manner, world);
    if ("stdout" in understood) return understood;
    if (!understood.ok) return failed(understood.error, manner, "other");
    const asked = understood.value;
    const reply = await perform(asked, manner, world);
    const kind = asked.spec.writes === true ? "write" : "other";
    return reply.ok ? printReply(reply.value, manner) : await failed(reply.error, manner, kind);
  } catch (error) {
    return failed(bug(error), manner, "other");
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

/** Loaded where a command fails: none that does what it was asked for waits for it. */
async function failed(failure: Failure, manner: Manner, kind: "write" | "other"): Promise<Printed> {
  return (await import("./render/failure.js")).printFailure(failure, manner, kind);
}

/** Thrown through commander, which knows no other way to stop. */
class Stopped extends Error {
  readonly by: readonly [command: Command, error: CommanderError, example: string];
  constructor(...by: Stopped["by"]) {
    super("stopped");
    this.by = by;
  }
}

async function understand(
  argv: readonly string[],
  specs: readonly CommandSpec[],
  manner: Manner,
  world: Surroundings,
): Promise<Printed | Outcome<Asked>> {
  const said: string[] = [];
  const got: Asked[] = [];
  const version = packageVersion();
  const tree = program(version, specs, {
    asked: (asked) => got.push(asked),
    failed: (command, error, example) => {
      throw new Stopped(command, error, example);
    },
    write: (text) => said.push(text),
    columns: Math.min(100, world.stdout.columns ?? 100),
    theme: manner.out,
  });
  try {
    const bare = argv.every((word) => word === "--no-color" || word === "--quiet" || word === "-q");
    if (bare) tree.outputHelp();
    else tree.parse(helpLast(argv).map(shield), { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return err(usage(error.message, "pagefile --help lists the commands."));
    if (!(error instanceof Stopped)) throw error;
    const failure = (await import("./render/failure.js")).usageFailure(...error.by);
    if (failure !== null) return err(failure);
  }
  const asked = got[0];
  if (asked !== undefined) return ok(asked);
  const text = said.join("");
  const document = text.trim() === version ? { version } : { help: text };
  return { stdout: manner.json ? `${stableJson(document)}\n` : text, stderr: "", exit: 0 };
}

/** `--help bogus` asks for the help of a command, as `bogus --help` does. */
function helpLast(argv: readonly string[]): readonly string[] {
  const help = argv.findIndex((word) => word === "--help" || word === "-h");
  const named = argv.indexOf(commandIn(argv));
  return help < 0 || named < help ? argv : [...argv.toSpliced(help, 1), "--help"];
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

/** A bullet (`- text`) and “--port 80 is taken” are texts, not options: no command line can hold a NUL, so one marks them while commander looks. */
function shield(word: string): string {
  return /^-[^=\s]*\s/.test(word) || word.startsWith("---") ? `\0${word}` : word;
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
  for (const [syntax, says] of spec.args ?? []) command.addArgument(new Argument(syntax, says));
  for (const option of spec.options ?? []) command.addOption(optionOf(option));
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
