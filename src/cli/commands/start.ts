/** Command demo: the first thing a newcomer runs. */

import { appendFileSync, cpSync, existsSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Failure, type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { packageRoot } from "../../state/package.js";
import type { Call, Reply } from "../command.js";
import { demonstrate, farewell } from "../demo--demo.js";
import { execute } from "../execute--execute.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const around = repositoryAround(realpathSync(tmpdir()));
  if (around !== null) return err(around);
  const root = mkdtempSync(join(realpathSync(tmpdir()), "pagefile-demo-"));
  call.tell(
    `${call.theme.bold("Pagefile")}: memory for agents, kept as Markdown in git. A sample memory of a trip desk:\n`,
  );
  const world: Call = { ...call, env: sampleEnvironment(call) };
  const made = await makeSample(root, world);
  if (made !== null) return err(made);
  const demonstrated = await demonstrate(root, world, call.theme);
  const astray = demonstrated.steps.filter((step) => step.exit !== step.expected);
  return ok({
    json: demonstrated,
    out: (theme) => farewell(demonstrated, theme),
    warnings: (theme) =>
      astray
        .map(
          (step) =>
            `${theme.red("unexpected:")} ${step.argv.join(" ")} ended with ${step.exit}, not ${step.expected}\n`,
        )
        .join(""),
    onQuiet: "keep",
    exit: astray.length > 0 ? 1 : 0,
  });
}

/** A git identity for the sample alone, so that the demo works before git was ever set up. */
const identity = { name: "Trip Desk", email: "desk@example.invalid" };

function sampleEnvironment(call: Call): NodeJS.ProcessEnv {
  const named = {
    GIT_AUTHOR_NAME: identity.name,
    GIT_AUTHOR_EMAIL: identity.email,
    GIT_COMMITTER_NAME: identity.name,
    GIT_COMMITTER_EMAIL: identity.email,
  };
  const colors = call.theme.colors ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" };
  return { ...call.env, ...named, ...colors, ...(call.now === null ? {} : { PAGEFILE_NOW: call.now }) };
}

/** The sample must be a repository of its own, never a folder in somebody's. */
function repositoryAround(folder: string): Failure | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) {
      const says = `The temporary folder ${folder} lies inside the git repository ${at}; the demo makes no commits there.`;
      return usage(says, "Name another one, for example: TMPDIR=/tmp pagefile demo");
    }
    if (dirname(at) === at) return null;
  }
}

async function makeSample(root: string, world: Call): Promise<Failure | null> {
  cpSync(join(packageRoot(), "templates", "sample"), root, { recursive: true });
  const argv = ["init", root, "--profile", "openclaw", "--name", "trip-desk"];
  const printed = await execute(argv, world);
  if (printed.exit !== 0) {
    return {
      code: "git_failed",
      says: `The sample could not be made in ${root}: ${printed.stderr.trim()}`,
      hint: "Try: pagefile doctor",
    };
  }
  world.tell(`${world.theme.dim("$")} ${world.theme.cyan(`pagefile ${argv.join(" ")}`)}\n${printed.stdout}`);
  appendFileSync(join(root, ".git", "config"), `[user]\n\tname = ${identity.name}\n\temail = ${identity.email}\n`);
  return null;
}
