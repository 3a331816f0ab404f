/** Command index embed, and recall with a model, by the real program: two processes at once, a model that is gone, and none at all. */

import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { type Cli, cli, type Ran } from "../support/cli.js";
import { type FakeEmbeddings, fakeEmbeddings } from "../support/fake-embeddings.js";
import { here } from "../support/here.js";

const binary: string = fileURLToPath(new URL("../../dist/pagefile.cjs", import.meta.url));

/** Not waited for in one go: the model it asks answers in this process. */
function start(program: Cli, memory: string, args: readonly string[], model: NodeJS.ProcessEnv): Promise<Ran> {
  const env = { ...program.env, PAGEFILE_NOW: "2026-11-21T09:00:00Z", ...model };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [binary, ...args], { cwd: memory, env, stdio: ["ignore", "pipe", "pipe"] });
    const told = { stdout: "", stderr: "" };
    child.stdout.on("data", (part) => (told.stdout += part));
    child.stderr.on("data", (part) => (told.stderr += part));
    child.once("close", (code) => resolve({ ...told, exit: code ?? -1 }));
  });
}

async function ground(): Promise<{
  readonly fake: FakeEmbeddings;
  readonly vectors: string;
  /** In this process. */
  readonly run: (...args: string[]) => Promise<Ran>;
  readonly without: (...args: string[]) => Promise<Ran>;
  /** In one of its own. */
  readonly real: (...args: string[]) => Promise<Ran>;
}> {
  const program = cli();
  const cwd = program.sample();
  const fake = await fakeEmbeddings();
  onTestFinished(() => fake.close());
  const env = { PAGEFILE_EMBEDDER_URL: fake.url, PAGEFILE_EMBEDDER_MODEL: "small", PAGEFILE_EMBEDDER_KEY: "k-1" };
  const inside = here(program);
  return {
    fake,
    vectors: join(cwd, ".git/pagefile/index-vectors"),
    run: (...args) => inside(args, { cwd, env }),
    without: (...args) => inside(args, { cwd }),
    real: (...args) => start(program, cwd, args, env),
  };
}

test("two processes embed everything between them, and status, recall and doctor know of it", {
  timeout: 60_000,
}, async () => {
  const { fake, vectors, run, without, real } = await ground();
  const off = await without("recall", "aisle seat", "--json");
  expect([off.exit, existsSync(vectors)]).toEqual([0, false]);
  expect((await without("index", "embed")).exit).toBe(2);
  const pending = JSON.parse((await run("index", "status", "--json")).stdout).indexes[0];
  expect(pending.vectors).toMatchObject({ model: "small", local: true, ready: 0, dimensions: null });
  expect([pending.vectors.pending, fake.asked, existsSync(join(vectors, "asked"))]).toEqual([
    pending.expected,
    [],
    false,
  ]);
  const both = await Promise.all([real("index", "embed", "--json"), real("index", "embed")]);
  expect(both.map(({ exit, stderr }) => [exit, stderr])).toEqual([
    [0, ""],
    [0, ""],
  ]);
  expect(both[1]!.stdout).toMatch(
    /^trip-desk: \d+ texts? embedded; \d+ pages embedded of 256 numbers, \d+ bytes; too few sections here tell how good “small” is, .*\.\n$/,
  );
  expect(new Set(fake.headers.map(({ authorization }) => authorization))).toEqual(new Set(["Bearer k-1"]));
  const status = JSON.parse((await run("index", "status", "--json")).stdout).indexes[0];
  expect(status.vectors).toMatchObject({ ready: pending.expected, pending: 0, kept: 0, damaged: 0, dimensions: 256 });
  const models = readdirSync(vectors).filter((name) => name.startsWith("m-"));
  expect(readdirSync(join(vectors, models[0]!)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  fake.asked.length = 0;
  const answer = JSON.parse((await real("recall", "window on an airline", "--json")).stdout);
  expect([answer.status, fake.asked, answer.degraded]).toEqual(["ok", [["window on an airline"]], []]);
  expect(answer.understood.meaning).toContain("too few sections here tell how good “small” is");
  expect((await run("doctor")).stdout).toMatch(/embedder .*small, on this machine, gives 256 numbers/);
});

test("a model that is gone costs recall an order and nothing else, and index embed says so", {
  timeout: 60_000,
}, async () => {
  const { fake, run, without } = await ground();
  fake.close();
  const [down, off] = [await run("recall", "aisle seat", "--json"), await without("recall", "aisle seat", "--json")];
  const [asked, plainly] = [down, off].map(({ stdout }) => JSON.parse(stdout));
  expect([down.exit, asked.status]).toEqual([0, "ok"]);
  expect(asked.pages).toEqual(plainly.pages);
  expect([asked.degraded[0].what, plainly.degraded]).toEqual(["vectors", []]);
  const embed = await run("index", "embed");
  expect([embed.exit, embed.stderr]).toEqual([74, expect.stringContaining("cannot be reached")]);
});
