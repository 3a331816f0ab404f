/** Commands that join programs to a memory and look after the joint: setup, doctor and mcp. */

import { harnessChecks } from "../../agents/setup/canary.js";
import { openclawPlaces } from "../../agents/setup/settings.js";
import {
  type JoinName,
  joinNames,
  otherScope,
  type SetupAnswer,
  settingsAt,
  setup,
} from "../../agents/setup/setup.js";
import { err, type Outcome, ok, usage } from "../../base/result.js";
import { shellWord } from "../../base/text.js";
import { makeReady } from "../../init/init.js";
import { type PersonalAnswer, personalFor } from "../../init/personal.js";
import { globalRoot, isOfUser, joinSays, rootsOf } from "../../memory/root.js";
import { configPath } from "../../memory/service.js";
import type { DoctorAnswer } from "../../night/audit/audit.js";
import { openWorkspace } from "../../open.js";
import { doctor } from "../../upkeep/doctor.js";
import { atWork, type Call, nowOf, type Reply, replied, textOption } from "../command.js";
import { wrapped } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";

export async function runMcp(call: Call): Promise<Outcome<Reply>> {
  const now = nowOf(call);
  if (!now.ok) return now;
  if (process.stdin.isTTY) {
    const says = "Standard input is a terminal, and pagefile mcp speaks a protocol that nobody types.";
    return err(
      usage(says, "Name it in the configuration of an MCP client: command pagefile, arguments mcp --repo DIR."),
    );
  }
  const { serveMcp } = await import("../../agents/mcp/server.js");
  const { cwd, repos, env } = call;
  await serveMcp(
    {
      open: (session, how) =>
        openWorkspace({ cwd, repos, env, now: now.value, session: session === null ? null : { session, how } }),
      session: textOption(call, "session"),
      env,
    },
    {
      input: process.stdin,
      output: process.stdout,
      complain: (says) => process.stderr.write(`pagefile mcp: ${says}\n`),
    },
  );
  return ok({ json: undefined });
}

export async function runSetup(call: Call): Promise<Outcome<Reply>> {
  const name = joinNames.find((each) => each === call.args[0]);
  if (name === undefined)
    return err(usage(`“${call.args[0]}” is no harness that can be set up.`, `One of: ${joinNames.join(", ")}.`));
  const now = nowOf(call);
  if (!now.ok) return now;
  const scope = textOption(call, "scope") === "project" ? "project" : "user";
  const [asks, kernel] = [call.options.ask === true, call.options.kernel === true];
  if (kernel && name !== "pi" && name !== "openclaw")
    return err(usage(`--kernel is for pi and openclaw, not for ${name}.`, "pagefile setup pi --kernel"));
  if (asks && allowedSays[name] === null)
    return err(usage(`--ask is for claude-code and codex, not for ${name}.`, "pagefile setup claude-code --ask"));
  const { remove, dryRun, personal } = call.options;
  const given = {
    remove: remove === true,
    dryRun: dryRun === true,
    personal: personal === true,
    join: textOption(call, "join"),
  };
  const asked = { ...call, ...given, name, scope, asks, kernel } as const;
  // What cannot be joined gets no memory either.
  const planned = setup({ ...asked, dryRun: true });
  if (!planned.ok) return planned;
  const named = asked.remove || call.repos.length === 0 ? ok([]) : rootsOf(call, call.env);
  if (!named.ok) return named;
  const places = openclawPlaces(call.env);
  const cwd = name === "openclaw" ? places.workspace(settingsAt(places.file)) : call.cwd;
  const about = { ...asked, cwd, now: now.value };
  const isNamed = asked.remove || call.repos.length > 0;
  const memory = isNamed ? ok(null) : await personalFor(about);
  if (!memory.ok) return memory;
  if (memory.value !== null && memory.value.did !== "made" && !asked.dryRun) await readied(call, memory.value.root);
  const answer = asked.dryRun ? planned : setup(asked);
  if (!answer.ok) return answer;
  const json = { ...answer.value, memory: memory.value };
  const stays = asked.remove && answer.value.files.length > 0 ? rootsOf({ cwd, repos: [] }, call.env) : ok([]);
  const kept = stays.ok ? stays.value.map((root) => keptSays(root, call.env)) : [];
  const other = asked.remove ? otherScope(asked) : null;
  if (other !== null)
    kept.push(`stays  ${visibleLine(other.path)}  ${name} is joined by it here: ${other.command}\n`);
  return ok({
    json,
    out: (theme) => renderSetup(json, { isNamed, personal: about.personal, asks, kernel }, theme) + kept.join(""),
    ...(asked.dryRun ? {} : { onQuiet: "drop" }),
  });
}

/** A clone brings the pages of a memory and nothing that was made of them. */
async function readied(call: Call, root: string): Promise<void> {
  const opened = await openWorkspace({ cwd: root, repos: [root], env: call.env, now: null });
  // What keeps it from being opened is told by whoever needs it.
  if (!opened.ok) return;
  const progress = atWork(call);
  await makeReady(opened.value, progress);
  progress("");
  await opened.value.close();
}

const words = {
  written: ["write", "written"],
  removed: ["remove", "removed"],
  nothing: ["as it is", "as it was"],
} as const;

interface Told extends SetupAnswer {
  readonly memory: PersonalAnswer | null;
}

interface How {
  /** A memory of the project's own was asked for. */
  readonly personal: boolean;
  /** Nobody asked for the memory of this folder's project. */
  readonly isNamed: boolean;
  /** No call of ours is allowed beforehand. */
  readonly asks: boolean;
  /** Requests go through the kernel. */
  readonly kernel: boolean;
}

function renderSetup(
  { files, dryRun, remove, name, scope, memory }: Told,
  { isNamed, personal, asks, kernel }: How,
  theme: Theme,
): string {
  const rows = files.map(({ path, did, text, stays }) => {
    if (stays !== null) return `${theme.yellow("stays")}  ${visibleLine(path)}  ${theme.dim(visibleLine(stays))}\n`;
    const [todo, done] = words[did];
    const lines = dryRun && did === "written" ? (text ?? "").replace(/\n$/, "").split("\n") : [];
    const word = did === "nothing" ? theme.dim(done) : theme.cyan(dryRun ? todo : done);
    return `${word}  ${visibleLine(path)}\n${lines.map((line) => `    ${visibleLine(line)}\n`).join("")}`;
  });
  const none = isNamed || memory !== null ? null : name === "pi" && !personal ? "pi" : "other";
  const end = dryRun ? "a dry run: nothing was written" : remove ? leftSays(name, files) : nextOf[name];
  const where =
    none !== null
      ? `${theme.dim(noMemorySays[none])}\n`
      : memory === null
        ? ""
        : memorySays(memory, { dryRun, name }, theme);
  const says = allowedSays[name === "codex" && scope === "project" ? "pi" : name];
  const rule = remove || asks || says === null ? "" : `${theme.dim(says)} ${theme.dim("(--ask leaves that out)")}\n`;
  const shaped = !remove && kernel ? `${theme.dim(kernelSays)}\n` : "";
  return `${rows.join("")}${where}${rule}${shaped}${none === "other" && !dryRun ? "" : `${theme.dim(end)}\n`}`;
}

/** null where nothing is allowed by a file of the harness. */
const allowedSays: Readonly<Record<JoinName, string | null>> = {
  "claude-code": "the agent may type remember, recall and show without asking you: permissions.allow in its settings",
  codex:
    "the agent may type remember, recall and show without asking you, outside of the sandbox: rules/pagefile.rules",
  pi: null,
  openclaw: null,
};

const kernelSays =
  "old results and inputs of tools go out as stubs where that is cheaper; its own session keeps them whole (without --kernel nothing is left out)";

const noMemorySays = {
  pi: "what you say goes to pi's own memory, for all projects; --personal gives this one a memory of its own beside it",
  other: "This folder is no project; run the command again in each one that is to have a memory.",
} as const;

/** Who has the one does not know of the other, and nothing of it comes here. */
const othersSay = "this folder, its remote or its first commit is known for that, too; to go on with it here";

function memorySays(
  { root, did, hooks, others = [] }: PersonalAnswer,
  { dryRun, name }: Pick<Told, "dryRun" | "name">,
  theme: Theme,
): string {
  const word = did === "made" ? theme.cyan(dryRun ? "make" : "made") : theme.dim("as it is");
  const what =
    did === "tree" ? "the project's own memory, in its tree" : "the project's memory, in a repository of its own";
  const beside = others.map(
    (other) =>
      `${theme.yellow("beside")}  ${visibleLine(other)}  ${theme.dim(`${othersSay}: ${joinSays(other, name)}`)}\n`,
  );
  return `${word}  ${visibleLine(root)}  ${theme.dim(what)}\n${beside.join("")}${hooksSays({ hooks, did }, dryRun, theme)}`;
}

function hooksSays({ hooks, did }: Pick<PersonalAnswer, "hooks" | "did">, dryRun: boolean, theme: Theme): string {
  if (hooks === null) return "";
  const what = `git hooks and merge driver of ${did === "tree" ? "this clone" : "that repository"}`;
  if (!hooks.installed) return `${theme.yellow("left out")}  ${what}  ${theme.dim(visibleLine(hooks.says))}\n`;
  return `${theme.cyan(dryRun ? "install" : "installed")}  ${what}  ${theme.dim("pagefile hooks uninstall takes them out")}\n`;
}

/** Who leaves a harness keeps what was said, and has to know where, and how it goes too. */
function keptSays(root: string, env: NodeJS.ProcessEnv): string {
  const folder = visibleLine(shellWord(root));
  const what = root === globalRoot(env) ? "with all that was said of every project" : "with all that was said";
  const goes = isOfUser(root, env)
    ? `${what} and its history; to delete it: rm -rf ${folder}`
    : `in the project's tree; pagefile hooks uninstall --repo ${folder} takes git's hooks out, git -C ${folder} rm ${configPath} makes plain files of its pages`;
  return `stays  ${visibleLine(root)}  ${goes}\n`;
}

function leftSays(name: string, files: Told["files"]): string {
  if (files.length === 0) return `${name} has no file of ours here`;
  const kept = files.some(({ stays }) => stays !== null) ? ", but for what stays" : "";
  return `${name} is left${kept}; sessions under way keep what they have until they end`;
}

const nextOf = {
  "claude-code": "sessions that start from now on have the memory of their project; /hooks shows it",
  codex:
    "Codex asks once whether these hooks are trusted; sessions that start after that have the memory of their project",
  pi: "sessions that start from now on have your memory and that of their project; /memory shows it",
  openclaw:
    "sessions have the memory of their agent's workspace once the gateway has started again: openclaw gateway restart",
} as const;

export async function runDoctor(call: Call): Promise<Outcome<Reply>> {
  const now = nowOf(call);
  if (!now.ok) return now;
  const { cwd, env } = call;
  const answer = await doctor({ now: now.value, cwd, repos: call.repos, env });
  if (!answer.ok) return answer;
  const checks = [...answer.value.checks, ...(await harnessChecks({ env, project: cwd }))];
  return replied(ok({ checks }), { out: renderDoctor, isBad: () => checks.some((check) => !check.ok) });
}

function renderDoctor(answer: DoctorAnswer, theme: Theme): string {
  const longest = Math.max(0, ...answer.checks.map((check) => check.name.length));
  return answer.checks
    .map((check) => {
      const mark = check.ok ? theme.green("✓") : theme.red("✗");
      const line = `${mark} ${theme.bold(visibleLine(check.name).padEnd(longest))}  ${visibleLine(check.says)}\n`;
      return check.ok || check.hint === "" ? line : line + wrapped(check.hint, longest + 4, theme);
    })
    .join("");
}
