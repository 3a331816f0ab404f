/**
 * E2E, pi with the kernel: the same work with it off and on: off, each request is the one before and more; on, requests shrink, what went out stays
 * to the byte but for few rewrites, the model reads an old result back by the command in its stub, and a new process goes on with the same bytes.
 */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type JsonObject, objectsOf } from "../../src/base/json.js";
import { type ModelAnswer, type ModelRequest, startFakeModel } from "../support/fake-model.js";
import { makePlace, type Place } from "./place.js";
import type { Opening } from "./story.js";

const steps = 26;

/** What the shell prints at a step; its first line stands nowhere else. */
const printed = (step: number): string =>
  `seq 1 160 | sed 's/^/step ${step}, a line of what the shell says, number /'`;

/** `open` joins pi by `pagefile setup pi` with those words. */
export async function piKernelStory(name: string, open: (words: readonly string[]) => Opening): Promise<void> {
  const off = await run(name, open([]));
  const on = await run(name, open(["--kernel"]));
  const [whole, least] = [sizeOf(off.worked.at(-1)), sizeOf(on.worked.at(-1))];
  const [moved, rewrites] = [rewritesIn(off.worked), rewritesIn(on.worked)];
  process.stdout.write(
    `${name}: ${steps} calls of a tool; the last request has ${whole} bytes with the kernel off and ${least} with it on; rewrites: ${moved} and ${rewrites}\n`,
  );
  const first = (worked: Ran["worked"]): string =>
    JSON.stringify(worked[0]).replaceAll(/fence=\\"\d+|memory-\d+>/g, "");
  const wrong = [
    moved === 0 ? "" : "with the kernel off a request changed what had been sent",
    off.files === 0 ? "" : "with the kernel off it left a file",
    on.files === 1 ? "" : `with the kernel on there are ${on.files} files of its state`,
    least < whole / 2 ? "" : "with the kernel on the requests are hardly shorter",
    rewrites > 0 && rewrites <= steps / 5 ? "" : "with the kernel on there are no rewrites, or too many",
    on.isBack ? "" : "the model could not read a stub's result back",
    on.isKept ? "" : "a new process did not go on with the same bytes",
    first(on.worked).length === first(off.worked).length ? "" : "the first request is another",
  ].filter((each) => each !== "");
  if (wrong.length > 0) throw new Error(`${name}: ${wrong.join("; ")}.`);
  process.stdout.write(`${name}: a stub's command gave the whole result, and a new process sent the same bytes\n`);
}

interface Ran {
  /** The messages of each request of the work, in order. */
  readonly worked: readonly (readonly JsonObject[])[];
  /** Files of the kernel's that are there. */
  readonly files: number;
  readonly isBack: boolean;
  readonly isKept: boolean;
}

async function run(name: string, open: Opening): Promise<Ran> {
  const place = makePlace(`${name}-kernel`);
  const model = await startFakeModel(() => ({ kind: "text", text: "Done." }));
  const rig = open(place, model);
  try {
    const sent: (readonly JsonObject[])[] = [];
    const answers = (answer: (request: ModelRequest) => Exclude<ModelAnswer, { kind: "silence" }>): void =>
      model.answerWith((request) => {
        const messages = objectsOf(request.body.messages);
        const cached = shared(messages, sent.at(-1) ?? []) / Math.max(1, sizeOf(messages));
        sent.push(messages);
        return { ...answer(request), cached };
      });
    const call = (command: string): ReturnType<Parameters<typeof answers>[0]> => ({
      kind: "call",
      tool: "bash",
      input: { command },
    });
    let step = 0;
    answers(() => {
      step += 1;
      return step <= steps ? call(printed(step)) : { kind: "text", text: "Done." };
    });
    await rig.say("Run all the steps.");
    const worked = [...sent];
    const back = await readBack(sent, call, { answers, say: rig.say });
    const before = workIn(sent.at(-1));
    await rig.end();
    await rig.resume();
    answers(() => ({ kind: "text", text: "Done." }));
    await rig.say("Go on.");
    const isKept = shared(workIn(sent.at(-1)), before) >= sizeOf(before) - 2;
    await rig.end();
    return { worked, files: filesIn(place), isBack: back, isKept };
  } finally {
    await rig.stop();
    await model.close();
    place.remove();
  }
}

interface Speaking {
  readonly answers: (answer: (request: ModelRequest) => Exclude<ModelAnswer, { kind: "silence" }>) => void;
  readonly say: (text: string) => Promise<void>;
}

/** The model types what the first stub names, and is shown all of what the shell said then. */
async function readBack(
  sent: readonly (readonly JsonObject[])[],
  call: (command: string) => Exclude<ModelAnswer, { kind: "silence" }>,
  { answers, say }: Speaking,
): Promise<boolean> {
  const text = objectsOf(sent.at(-1))
    .map(({ content }) => JSON.stringify(content) ?? "")
    .find((each) => each.includes("[Stub of "));
  const [, command, number] = /Whole: ([^\]]*)\].*?step (\d+),/.exec(text ?? "") ?? [];
  if (command === undefined) return false;
  let seen = "";
  let asked = 0;
  answers((request) => {
    asked += 1;
    if (request.isResult && asked > 1) seen = request.last;
    return asked === 1 ? call(command) : { kind: "text", text: "Done." };
  });
  await say("What did it say first?");
  const line = (at: number): boolean =>
    seen.includes(`step ${number}, a line of what the shell says, number ${at}\n`);
  return line(1) && line(77) && line(159);
}

/** Requests that are not the one before and more. */
function rewritesIn(sent: Ran["worked"]): number {
  return sent.filter((messages, at) => at > 0 && shared(messages, sent[at - 1]!) < sizeOf(sent[at - 1]) - 2).length;
}

/** Without what memory puts in front, which a new process may give anew. */
function workIn(messages: readonly JsonObject[] | undefined): readonly JsonObject[] {
  return (messages ?? []).filter(({ role }) => role === "assistant" || role === "tool");
}

function sizeOf(messages: readonly JsonObject[] | undefined): number {
  return JSON.stringify(messages ?? []).length;
}

/** Bytes that both begin with. */
function shared(a: readonly JsonObject[], b: readonly JsonObject[]): number {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
  let at = 0;
  while (at < Math.min(one.length, other.length) && one[at] === other[at]) at += 1;
  return at;
}

function filesIn({ home }: Place): number {
  const folder = join(home, ".pi/agent/memory/.git/pagefile/harness");
  return readdirSync(folder).filter((file) => file.endsWith(".kernel.json")).length;
}
