/** Hosts: the kernel for programs that use the AI SDK or Anthropic's: what goes over the wire, what is kept, and what happens where that fails. */

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  anthropicKernel,
  folderStore,
  type KernelStore,
  kernelMiddleware,
} from "../../../src/agents/kernel/hosts.js";
import { type JsonObject, objectsOf } from "../../../src/base/json.js";
import { type FakeModel, startFakeModel } from "../../support/fake-model.js";
import { spawnText } from "../../support/spawn.js";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "pagefile-hosts-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function modelHere(): Promise<FakeModel> {
  const model = await startFakeModel(() => ({ kind: "text", text: "Done." }));
  onTestFinished(() => model.close());
  return model;
}

const long = (at: number): string => `${`a line of what a tool said, step ${at}\n`.repeat(600)}the end of ${at}`;
const model = "claude-opus-4-6";

/** A conversation of so many calls of a tool, as Anthropic has it. */
function anthropicMessages(count: number): readonly JsonObject[] {
  const steps = Array.from({ length: count }, (_, at) => [
    {
      role: "assistant",
      content: [{ type: "tool_use", id: `toolu_${at}`, name: "look", input: { path: `f${at}` } }],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${at}`, content: long(at) }] },
  ]);
  return [{ role: "user", content: "Look at all." }, ...steps.flat()];
}

/** The same, as the AI SDK hands it to a model. */
function aiSdkPrompt(count: number): readonly JsonObject[] {
  const steps = Array.from({ length: count }, (_, at) => {
    const call = { toolCallId: `call_${at}`, toolName: "look" };
    return [
      { role: "assistant", content: [{ type: "tool-call", ...call, input: { path: `f${at}` } }] },
      { role: "tool", content: [{ type: "tool-result", ...call, output: { type: "text", value: long(at) } }] },
    ];
  });
  return [
    { role: "system", content: "You help." },
    { role: "user", content: [{ type: "text", text: "Look at all." }] },
    ...steps.flat(),
  ];
}

/** As a provider's cache sees it: without breakpoints, and words alone are one block. */
const bare = (value: unknown): string =>
  JSON.stringify(value, (key, each: unknown) => {
    if (/^(?:cache_control|providerOptions)$/.test(key)) return undefined;
    return key === "content" && typeof each === "string" ? [{ type: "text", text: each }] : each;
  });

const isPrefix = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  bare(after.slice(0, before.length)) === bare(before);

const marksIn = (value: unknown): readonly (string | undefined)[] => {
  const found: (string | undefined)[] = [];
  JSON.stringify(value, (key, each: unknown) => {
    if (key === "cache_control" || key === "cacheControl") found.push((each as { ttl?: string }).ttl);
    return each;
  });
  return found;
};

/** The texts that stubs in it name, printed by the very commands. */
function readBack(value: unknown): readonly string[] {
  const commands = [...JSON.stringify(value).matchAll(/Whole: (cat [^\]]*)\]/g)].map(([, command = ""]) => command);
  return commands.map((command) => spawnText("sh", ["-c", command]).stdout);
}

async function allOf(stream: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const parts: unknown[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

const broken: KernelStore = {
  load: () => null,
  save: () => undefined,
  keep: () => Promise.reject(new Error("The disk is full.")),
};

describe("Anthropic's SDK", () => {
  test("requests shrink in few rewrites, bear four breakpoints at most, and each stub's command prints the whole", async () => {
    const dir = folder();
    const fake = await modelHere();
    const client = new Anthropic({ apiKey: "none", baseURL: fake.url });
    const talk = { model, max_tokens: 1_000, system: "You help.", cache_control: { type: "ephemeral" } } as const;
    let kernel = anthropicKernel({ store: folderStore(dir), window: 200_000 });
    for (let count = 0; count < 30; count += 1) {
      // Another process goes on where the first one stopped.
      if (count === 15) kernel = anthropicKernel({ store: folderStore(dir), window: 200_000 });
      const messages = anthropicMessages(count) as unknown as Anthropic.MessageParam[];
      const params = await kernel.request({ ...talk, messages });
      const answer =
        count % 2 === 0 ? await client.messages.create(params) : await client.messages.stream(params).finalMessage();
      expect(answer.content).toMatchObject([{ text: "Done." }]);
      // What the fake one counts is no cache's.
      const usage = { input_tokens: 9, cache_read_input_tokens: 4_000 * count, cache_creation_input_tokens: 4_000 };
      await kernel.answered({ ...answer, usage });
    }
    const bodies = fake.requests.map(({ body }) => body);
    const sent = bodies.map(({ messages }) => objectsOf(messages));
    const rewrites = sent.filter((messages, at) => at > 0 && !isPrefix(sent[at - 1]!, messages)).length;
    expect(rewrites).toBeGreaterThan(0);
    expect(rewrites).toBeLessThan(7);
    expect(bare(sent.at(-1)).length).toBeLessThan(bare(anthropicMessages(29)).length / 2);
    for (const body of bodies) {
      expect(body).not.toHaveProperty("cache_control");
      expect(body.system).toMatchObject([{ text: "You help.", cache_control: { type: "ephemeral" } }]);
      expect(marksIn(body).length).toBeGreaterThan(1);
      expect(marksIn(body).length).toBeLessThanOrEqual(4);
    }
    const texts = readBack(sent.at(-1));
    expect(texts.length).toBeGreaterThan(9);
    expect(texts).toEqual(texts.map((_, at) => long(at)));
    const state = JSON.parse(readFileSync(join(dir, "state.json"), "utf8"));
    expect(state.calls).toBe(30);
    expect(state.scale).not.toBe(1);
  });

  test("breakpoints that the program set in front stay, and no more than four stand in a request", async () => {
    const mark = { cache_control: { type: "ephemeral", ttl: "1h" } };
    const tools = [
      { name: "a", input_schema: {} },
      { name: "b", input_schema: {}, ...mark },
    ];
    const system = [
      { type: "text", text: "One.", ...mark },
      { type: "text", text: "Two.", ...mark },
    ];
    const kernel = anthropicKernel({ store: folderStore(folder()), window: 200_000 });
    const sent = (await kernel.request({ model, system, tools, messages: anthropicMessages(9) })) as JsonObject;
    expect([sent.system, sent.tools]).toEqual([system, tools]);
    expect(marksIn(sent)).toEqual(["1h", "1h", "1h", "1h"]);
    const all = {
      model,
      system: [...system, { type: "text", text: "3", ...mark }],
      tools,
      messages: anthropicMessages(2),
    };
    expect(marksIn((await kernel.request(all)) as JsonObject)).toHaveLength(4);
    const alone = await kernel.request({ model, tools: [{ name: "a" }], messages: anthropicMessages(2) });
    expect(alone.tools).toMatchObject([{ name: "a", cache_control: { type: "ephemeral" } }]);
  });

  test("where a text cannot be kept the parameters go out as they came, and the reason is told", async () => {
    const told: string[] = [];
    const kernel = anthropicKernel({ store: broken, window: 200_000, report: (says) => told.push(says) });
    const params = { model, max_tokens: 9, system: "You help.", messages: anthropicMessages(25) };
    expect(await kernel.request(params)).toBe(params);
    expect(told).toEqual(["The context goes out as it was: The disk is full."]);
    await kernel.answered({ role: "assistant", content: [], usage: { input_tokens: 5 } });
    const roomless = anthropicKernel({
      store: folderStore(folder()),
      window: 900,
      report: (says) => told.push(says),
    });
    await roomless.request({ ...params, messages: anthropicMessages(2) });
    expect(told.at(-1)).toMatch(/^Of a window of 900 tokens .* for the last exchange alone\.$/);
  });
});

describe("the AI SDK", () => {
  const usage = (count: number): object => ({
    inputTokens: { total: 4_000 * (count + 1) + 9, noCache: 9, cacheRead: 4_000 * count, cacheWrite: 4_000 },
    outputTokens: { total: 5, text: 5, reasoning: undefined },
  });

  test.each(["openai.responses", "anthropic.messages"])(
    "requests of %s shrink in few rewrites, whole or streamed",
    async (provider) => {
      const dir = folder();
      const middleware = kernelMiddleware({ store: folderStore(dir), window: 200_000 });
      const asked = { modelId: model, provider };
      const sent: (readonly JsonObject[])[] = [];
      for (let count = 0; count < 30; count += 1) {
        const params = await middleware.transformParams({
          params: { prompt: aiSdkPrompt(count), temperature: 0 },
          model: asked,
        });
        expect(params.temperature).toBe(0);
        sent.push(params.prompt);
        const parts = [
          { type: "text-delta", delta: "Done." },
          { type: "finish", usage: usage(count) },
        ];
        if (count % 2 === 0) {
          const result = { content: [], usage: usage(count) };
          expect(await middleware.wrapGenerate({ doGenerate: () => Promise.resolve(result), params })).toBe(result);
        } else {
          const doStream = () => Promise.resolve({ stream: ReadableStream.from(parts), request: 1 });
          const { stream, request } = await middleware.wrapStream({ doStream, params });
          expect(request).toBe(1);
          expect(await allOf(stream)).toEqual(parts);
        }
      }
      const rewrites = sent.filter((prompt, at) => at > 0 && !isPrefix(sent[at - 1]!, prompt)).length;
      expect(rewrites).toBeGreaterThan(0);
      expect(rewrites).toBeLessThan(7);
      expect(bare(sent.at(-1)).length).toBeLessThan(bare(aiSdkPrompt(29)).length / 2);
      const texts = readBack(sent.at(-1));
      expect(texts.length).toBeGreaterThan(9);
      expect(texts).toEqual(texts.map((_, at) => long(at)));
      const marks = sent.map((prompt) => marksIn(prompt).length);
      if (provider.startsWith("openai")) expect(Math.max(...marks)).toBe(0);
      else {
        expect(Math.min(...marks)).toBeGreaterThan(1);
        expect(Math.max(...marks)).toBeLessThanOrEqual(4);
        expect(sent.at(-1)![0]).toMatchObject({
          role: "system",
          providerOptions: { anthropic: { cacheControl: {} } },
        });
      }
      expect(JSON.parse(readFileSync(join(dir, "state.json"), "utf8")).scale).not.toBe(1);
    },
  );

  test("breakpoints of the program's own stay as they are, and nothing new is made of what is not changed", async () => {
    const cacheControl = { type: "ephemeral" };
    const marked = aiSdkPrompt(1).with(0, {
      role: "system",
      content: "You help.",
      providerOptions: { anthropic: { cacheControl } },
    });
    const middleware = kernelMiddleware({ store: folderStore(folder()), window: 200_000 });
    // Versions 6 and 7 of the AI SDK each take the name of their own specification alone.
    const six: { readonly specificationVersion: "v3" } = middleware;
    const seven: { readonly specificationVersion: "v4" } = middleware;
    expect<unknown>([six, seven].map((each) => each.specificationVersion)).toEqual(["v4", "v4"]);
    const params = { prompt: marked };
    const asked = { modelId: model, provider: "anthropic.messages" };
    expect(await middleware.transformParams({ params, model: asked })).toBe(params);
    const told: string[] = [];
    const other = kernelMiddleware({ store: broken, window: 200_000, report: (says) => told.push(says) });
    const long = { prompt: aiSdkPrompt(25) };
    expect(await other.transformParams({ params: long, model: asked })).toBe(long);
    expect(told).toHaveLength(1);
    const result = { usage: undefined };
    expect(await other.wrapGenerate({ doGenerate: () => Promise.resolve(result), params: long })).toBe(result);
  });
});

test("the manual's example for Anthropic's SDK runs as it stands", async () => {
  const [code] = codeIn(readFileSync("src/MANUAL.md", "utf8"), "anthropicKernel");
  const fake = await modelHere();
  const dir = folder();
  mkdirSync(join(dir, "node_modules"));
  symlinkSync(resolve("."), join(dir, "node_modules/pagefile"));
  symlinkSync(resolve("node_modules/@anthropic-ai"), join(dir, "node_modules/@anthropic-ai"));
  writeFileSync(join(dir, "example.mjs"), `${code}\nprocess.stdout.write(JSON.stringify(messages.at(-1)));\n`);
  const env = { PATH: process.env.PATH, ANTHROPIC_API_KEY: "none", ANTHROPIC_BASE_URL: fake.url };
  const ran = await promisify(execFile)(process.execPath, ["example.mjs"], { cwd: dir, env });
  expect(ran.stdout).toContain('"role":"assistant"');
  expect(ran.stdout).toContain("Done.");
  expect(marksIn(fake.requests[0]!.body).length).toBeGreaterThan(0);
});

/** Blocks of code in it that hold the word. */
function codeIn(markdown: string, word: string): readonly string[] {
  return [...markdown.matchAll(/```(?:js|ts)\n([^`]*)```/g)].flatMap(([, code = ""]) =>
    code.includes(word) ? [code] : [],
  );
}
