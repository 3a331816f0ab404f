/** Execute: one command line from its words to everything it prints, as a value. */

import { CommanderError } from "commander";
import { stableJson } from "../base/json.js";
import { type Failure, type Outcome, usage } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import { packageVersion } from "../state/package.js";
import type { Call, Reply, Surroundings } from "./command.js";
import { usageFailure } from "./execute.js";
import { type Asked, program } from "./execute--program.js";
import { type Manner, type Printed, printFailure, printReply } from "./render/render--print.js";
import { themeFor } from "./render/table--theme.js";

/** Never throws and writes nothing: a bug becomes a failure with exit code 70. */
export async function execute(argv: readonly string[], world: Surroundings): Promise<Printed> {
  const manner = mannerOf(argv, world);
  try {
    const understood = understand(argv, manner, world);
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

function understand(argv: readonly string[], manner: Manner, world: Surroundings): Printed | Outcome<Asked> {
  const said: string[] = [];
  const got: Asked[] = [];
  const version = packageVersion();
  const tree = program(version, {
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
