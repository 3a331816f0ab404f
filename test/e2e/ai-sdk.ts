/**
 * E2E, the AI SDK: the manual's example as it stands, with the real packages against a model on loopback, and then a long run of tools through the
 * same middleware: requests shrink, what was sent stays but for few rewrites, and no request bears more than four breakpoints.
 */

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type JsonObject, objectsOf } from "../../src/base/json.js";
import { type FakeModel, startFakeModel } from "../support/fake-model.js";
import { installed, makePlace, type Place, spawned } from "./place.js";

const packages = ["ai@7.0.173", "@ai-sdk/anthropic@3.0.140", "zod@4"];
const steps = 26;

export async function aiSdkStory(cache: string): Promise<void> {
  const modules = installed(cache, "ai-sdk-7", packages);
  if (modules === null) return;
  const place = makePlace("ai-sdk");
  const model = await startFakeModel(() => ({ kind: "text", text: "The build is fine." }));
  try {
    mkdirSync(join(place.project, "node_modules"));
    for (const name of ["ai", "@ai-sdk", "zod"])
      symlinkSync(join(modules, name), join(place.project, "node_modules", name));
    symlinkSync(resolve("."), join(place.project, "node_modules/pagefile"));
    const example = exampleIn(readFileSync("src/MANUAL.md", "utf8"));
    const said = await run(place, model, `${example}\nprocess.stdout.write(text);\n`);
    if (!said.includes("The build is fine.")) throw new Error(`The manual's example printed: ${said}`);
    process.stdout.write("ai-sdk: the manual's example runs as it stands\n");
    judge(await work(place, model, example));
  } finally {
    await model.close();
    place.remove();
  }
}

function exampleIn(readme: string): string {
  const blocks = [...readme.matchAll(/```js\n([^`]*)```/g)].map(([, code = ""]) => code);
  const found = blocks.find((code) => code.includes("kernelMiddleware"));
  if (found === undefined) throw new Error("The README has no example of the middleware.");
  return found;
}

function run(place: Place, { url }: FakeModel, code: string): Promise<string> {
  writeFileSync(join(place.project, "example.mjs"), code);
  const env = { ...place.env, ANTHROPIC_API_KEY: "none", ANTHROPIC_BASE_URL: `${url}/v1` };
  return spawned(process.execPath, ["example.mjs"], { ...place, env });
}

/** The same program, whose model looks at one thing after the other. */
async function work(place: Place, model: FakeModel, example: string): Promise<readonly JsonObject[]> {
  const before = model.requests.length;
  let sent: readonly JsonObject[] = [];
  let step = 0;
  model.answerWith(({ body }) => {
    const messages = objectsOf(body.messages);
    const cached = sharedOf(sent, messages) / Math.max(1, bare(messages).length);
    sent = messages;
    step += 1;
    if (step > steps) return { kind: "text", text: "All is seen.", cached };
    return { kind: "call", tool: "look", input: { path: `f${step}` }, cached };
  });
  // Of a model whose cache is dearer to read: there rewrites pay sooner.
  const setting = example
    .slice(0, example.indexOf("const { text }"))
    .replaceAll("talks/1", "talks/2")
    .replaceAll("claude-opus-5-5", "claude-opus-4-6");
  const said = await run(
    place,
    model,
    `import { stepCountIs, tool } from "ai";
import { z } from "zod";
${setting}
const look = tool({
  description: "Looks at it.",
  inputSchema: z.object({ path: z.string() }),
  execute: ({ path }) => ("what stands in " + path + "\\n").repeat(300),
});
const { text } = await generateText({
  model, tools: { look }, stopWhen: stepCountIs(${steps + 2}), prompt: "Look at all.",
});
process.stdout.write(text);
`,
  );
  if (!said.includes("All is seen.")) throw new Error(`A long run of tools ended with: ${said}`);
  return model.requests.slice(before).map(({ body }) => body);
}

function judge(bodies: readonly JsonObject[]): void {
  const sent = bodies.map(({ messages }) => objectsOf(messages));
  const rewrites = sent.filter(
    (messages, at) => at > 0 && sharedOf(sent[at - 1]!, messages) < bare(sent[at - 1]).length - 2,
  ).length;
  const last = bare(sent.at(-1)).length;
  const marks = bodies.map((body) => JSON.stringify(body).split('"cache_control"').length - 1);
  const most = Math.max(...marks);
  process.stdout.write(
    `ai-sdk: ${steps} calls of a tool, of ${steps * 5_400} bytes; the last request has ${last}; rewrites: ${rewrites}; breakpoints: ${Math.min(...marks)} to ${most}\n`,
  );
  const stubs = JSON.stringify(sent.at(-1)).split("[Stub of ").length - 1;
  if (last > steps * 2_700 || stubs < steps / 2) throw new Error("ai-sdk: requests are hardly shorter.");
  if (rewrites === 0 || rewrites > steps / 4) throw new Error("ai-sdk: there are no rewrites, or too many.");
  if (most > 4 || Math.min(...marks) === 0) throw new Error("ai-sdk: breakpoints are missing, or too many.");
}

/** As a provider's cache sees it. */
function bare(messages: readonly JsonObject[] | undefined): string {
  return JSON.stringify(messages ?? [], (key, value: unknown) => (key === "cache_control" ? undefined : value));
}

/** Bytes that both begin with. */
function sharedOf(a: readonly JsonObject[], b: readonly JsonObject[]): number {
  const [one, other] = [bare(a), bare(b)];
  let at = 0;
  while (at < Math.min(one.length, other.length) && one[at] === other[at]) at += 1;
  return at;
}
