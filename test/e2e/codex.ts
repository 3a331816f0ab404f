/** E2E, Codex: the hooks of `pagefile setup codex` in the real program, beside that program alone. */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseLine, textOf } from "../../src/base/json.js";
import { type FakeModel, startFakeModel } from "../support/fake-model.js";
import { checkKept } from "./kept.js";
import { installed, makePlace, type Place } from "./place.js";
import { shellActs } from "./shell-acts.js";
import { type Harness, type Rig, type Seen, tell } from "./story.js";
import { type Column, judge, lossesIn, printTable } from "./table.js";

const version = "0.169.0";

const name = `codex-${version}`;

export const codex: Harness = {
  ...{ name: "codex", version, joins: "codex", shell: { tool: "exec_command", key: "cmd" } },
  configure,
  install(cache) {
    const program = programIn(cache);
    return program === null ? null : (place, model) => codexRig(program, place, model);
  },
};

function programIn(cache: string): string | null {
  const modules = installed(cache, name, [`@openai/codex@${version}`]);
  if (modules === null) return null;
  const program = nativeIn(join(modules, "@openai"));
  if (program === null) process.stdout.write(`${name}: skipped, the registry gives no program for this machine.\n`);
  return program;
}

/** Prints what the model saw; throws where something is lost, twice there or too long. */
export async function codexStory(cache: string): Promise<void> {
  const program = programIn(cache);
  if (program === null) return;
  const columns: Column[] = [
    { name: "a model that saves", seen: await run(name, program, "saves") },
    { name: "one that always declines", seen: await run(name, program, "declines") },
    { name: "Codex alone", seen: await run(name, program, "alone") },
  ];
  printTable(`${name} (codex exec: no compaction by hand; a reset is another session)`, columns);
  judge(columns, { blocksMax: null, charsMax: 10_000 });
  process.stdout.write(`${name}: alone it lost ${lossesIn(columns[2]?.seen ?? [])} of what it was told\n`);
  await untrusted(name, program);
}

/** The program itself: the script before it would outlive being killed by its child. */
function nativeIn(folder: string): string | null {
  const own = join(folder, `codex-${process.platform}-${process.arch}`, "vendor");
  const triples = existsSync(own) ? readdirSync(own) : [];
  const paths = triples.flatMap((triple) => ["bin", "codex"].map((part) => join(own, triple, part, "codex")));
  return paths.find((path) => existsSync(path)) ?? null;
}

async function run(name: string, program: string, kind: "saves" | "declines" | "alone"): Promise<readonly Seen[]> {
  const place = makePlace(name);
  const model = await startFakeModel(() => ({ kind: "text", text: "Done." }));
  try {
    configure(place, model);
    place.pagefile(["init", "--profile", "codex", place.project]);
    if (kind !== "alone") place.pagefile(["setup", "codex"]);
    const acts = shellActs("exec_command", "cmd");
    const seen = await tell({
      model,
      rig: codexRig(program, place, model),
      saves: kind === "saves" ? acts.saves : null,
      looks: acts.looks,
      stage: (session, pid) => (kind === "alone" ? undefined : acts.stage(place, session, pid)),
    });
    if (kind === "alone") return seen;
    checkKept(place, place.project, kind === "saves");
    place.pagefile(["setup", "codex", "--remove"]);
    for (const file of ["hooks.json", "AGENTS.md"])
      if (existsSync(join(place.home, ".codex", file))) throw new Error(`${file} was not there before`);
    return seen;
  } finally {
    await model.close();
    place.remove();
  }
}

function configure({ home }: Place, { url }: FakeModel): void {
  mkdirSync(join(home, ".codex"));
  const lines = [
    'model = "gpt-5"',
    'model_provider = "fake"',
    "model_auto_compact_token_limit = 40000",
    "[model_providers.fake]",
    'name = "fake"',
    `base_url = "${url}/v1"`,
    'env_key = "FAKE_KEY"',
    'wire_api = "responses"',
  ];
  writeFileSync(join(home, ".codex", "config.toml"), `${lines.join("\n")}\n`);
}

interface Turn {
  readonly child: ChildProcess;
  /** The session's id, and whether all went well. */
  readonly over: Promise<{ readonly session: string; readonly exit: number | null; readonly out: string }>;
}

const trusting = "--dangerously-bypass-hook-trust";

/** One turn is one process. */
function exec(program: string, { project, env }: Place, words: readonly string[]): Turn {
  const always = ["--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"];
  const child = spawn(program, ["exec", ...words.slice(0, -1), ...always, ...words.slice(-1)], {
    cwd: project,
    env: { ...env, FAKE_KEY: "none" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => {
      out += part.toString("utf8");
    });
  const over = new Promise<Awaited<Turn["over"]>>((done) => {
    child.once("close", (exit) => {
      const started = out
        .split("\n")
        .map(parseLine)
        .find((line) => line?.type === "thread.started");
      done({ session: textOf(started?.thread_id) ?? "", exit, out });
    });
  });
  return { child, over };
}

function codexRig(program: string, place: Place, model: FakeModel): Rig {
  let session: string | null = null;
  let how: "resume" | "fork" = "resume";
  let last: Turn | null = null;
  const turn = (text: string): Turn => {
    last = exec(program, place, [...(session === null ? [] : [how, session]), trusting, text]);
    return last;
  };
  const say = async (text: string): Promise<void> => {
    const told = await turn(text).over;
    if (told.exit !== 0) throw new Error(`codex ended with ${told.exit}: ${told.out}`);
    session = told.session;
    how = "resume";
  };
  const another = async (): Promise<void> => {
    session = null;
  };
  return {
    say,
    compact: () => Promise.resolve(false),
    async fill() {
      const before = model.requests.length;
      for (const word of ["platform ", "carriage "]) await say(`A long text: ${word.repeat(14_000)}`);
      if (!model.requests.slice(before).some(({ isSummary }) => isSummary))
        throw new Error("Codex did not compact by itself.");
    },
    async killInTurn(text, before) {
      const asked = model.waitFor(() => true, model.requests.length);
      const { child, over } = turn(text);
      await asked;
      before(session ?? "", child.pid ?? 0);
      child.kill("SIGKILL");
      await over;
    },
    resume: () => Promise.resolve(),
    reset: another,
    restart: another,
    async fork() {
      how = "fork";
    },
    end: () => Promise.resolve(),
    async stop() {
      last?.child.kill("SIGKILL");
      await last?.over;
    },
  };
}

/** Hooks that nobody trusted do not run, so that nothing of a memory reaches the model. */
async function untrusted(name: string, program: string): Promise<void> {
  const place = makePlace(name);
  const model = await startFakeModel(() => ({ kind: "text", text: "Done." }));
  try {
    configure(place, model);
    place.pagefile(["init", "--profile", "codex", place.project]);
    place.pagefile(["setup", "codex"]);
    const blocks = async (words: readonly string[]): Promise<boolean> => {
      const before = model.requests.length;
      await exec(program, place, [...words, "Hello."]).over;
      return model.requests.slice(before).some(({ seen }) => seen.includes('<memory fence="'));
    };
    if (!(await blocks([trusting]))) throw new Error(`${name}: nothing came through hooks that are trusted.`);
    if (await blocks([])) throw new Error(`${name}: something came through hooks that nobody trusted.`);
    process.stdout.write(`${name}: hooks that are not trusted load nothing\n`);
  } finally {
    await model.close();
    place.remove();
  }
}
