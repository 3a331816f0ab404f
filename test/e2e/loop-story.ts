/**
 * E2E, loop story: six sessions over three days in a repository of code. In them a person says four things that are to last, and the first request of
 * the last session shows which of them came back.
 *
 * The code is committed inside the turns, one context is left in the middle, one session is forked on a branch of its own, two run at once and the
 * younger one ends first, and one is killed in the very turn in which something was said. Nothing of what was said stands in the code, in its
 * commits or in the prompts of the last session.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Answering, FakeModel, ModelAnswer, ModelRequest } from "../support/fake-model.js";
import type { Place } from "./place.js";
import type { Act, Harness, Opening, Rig } from "./story.js";

/** What the person says, and the words by which a line is known to say it. */
export interface Rule {
  readonly said: string;
  readonly words: readonly string[];
}

const tools: Rule = { said: "From now on always use pnpm here, never npm.", words: ["pnpm", "never npm"] };
const money: Rule = { said: "I prefer amounts of money as integer cents, not as floats.", words: ["integer cents"] };
const locks: Rule = {
  said: "We decided to take advisory locks instead of Redis for the queue.",
  words: ["advisory locks"],
};
const staging: Rule = { said: "The staging database is called heron_stage.", words: ["heron_stage"] };

export const rules: readonly Rule[] = [tools, money, locks, staging];

/** What the model that writes has to say of one of them, in its own words. */
const noted = "Amounts of money are integer cents, never floats.";

export interface Stage {
  readonly open: Opening;
  readonly shell: Harness["shell"];
  readonly model: FakeModel;
  /** The place as it is on that day, 1 to 3. */
  readonly onDay: (day: number) => Place;
  /** Whether the model writes one of the four down itself. */
  readonly writes: boolean;
}

const done: ModelAnswer = { kind: "text", text: "Done." };

/** The repository of code before the first session. */
export function begin({ project, git }: Place): void {
  git(["init", "--quiet", "--initial-branch=main"], project);
  writeFileSync(join(project, "orders.ts"), "export const orders = [];\n");
  git(["add", "orders.ts"], project);
  git(["commit", "--quiet", "-m", "Begin"], project);
}

/** The first request of the last session. */
export async function tellSix(stage: Stage): Promise<ModelRequest> {
  await firstDay(stage);
  const second = await secondDay(stage);
  await atOnce(stage, second);
  return thirdDay(stage);
}

async function firstDay(stage: Stage): Promise<void> {
  const rig = open(stage, 1);
  await turn(stage, rig, `Add a function that lists the orders. ${tools.said}`, [commits(stage, "list")]);
  await turn(stage, rig, "Thank you.", []);
  await rig.end();
}

/** Ends with a session that begins with what the second one said, on a branch of its own. */
async function secondDay(stage: Stage): Promise<Rig> {
  const rig = open(stage, 2);
  await turn(stage, rig, "Good morning.", []);
  const writing = stage.writes ? [writesDown(stage)] : [];
  const before = await turn(stage, rig, `Add the total of an order. ${money.said}`, [
    ...writing,
    commits(stage, "total"),
  ]);
  if (stage.writes) checkWritten(stage, before);
  await rig.reset();
  const tested = "Add a test of the total.";
  await turn(stage, rig, tested, [commits(stage, "test")]);
  await rig.fork();
  const forked = await turn(stage, rig, "Try that on a branch.", [
    commits(stage, "trial", "git checkout -q -b trial"),
  ]);
  if (!requestAfter(stage, forked).seen.includes(tested))
    throw new Error("the fork does not hold what was said before.");
  return rig;
}

/** A turn of the older session is under way while the younger one is told something and ends. */
async function atOnce(stage: Stage, older: Rig): Promise<void> {
  const { model } = stage;
  const long = "Go through all of the files.";
  let release = (): void => undefined;
  const held = new Promise<void>((ended) => {
    release = ended;
  });
  const left = [commits(stage, "review")];
  const isOlder = ({ seen, isSummary }: ModelRequest): boolean => seen.includes(long) && !isSummary;
  model.answerWith((request) =>
    isOlder(request) ? held.then(() => left.shift()?.(request) ?? done) : Promise.resolve(done),
  );
  const busy = model.waitFor(isOlder, model.requests.length);
  const beside = async (): Promise<void> => {
    await busy;
    const younger = open(stage, 2);
    await younger.say(locks.said);
    await younger.end();
    release();
  };
  await Promise.all([older.say(long), beside()]);
  await older.end();
}

async function thirdDay(stage: Stage): Promise<ModelRequest> {
  const { model, onDay } = stage;
  const { git, project } = onDay(3);
  const rig = open(stage, 3);
  await turn(stage, rig, "Tidy the trial up.", [commits(stage, "tidy")]);
  model.answerWith(() => ({ kind: "silence" }));
  await rig.killInTurn(`${staging.said} Load it.`, () => undefined);
  git(["checkout", "--quiet", "main"], project);
  checkCommits(onDay(3));
  const last = open(stage, 3);
  const before = await turn(stage, last, "Good morning. Let us go on with the orders.", []);
  await last.end();
  return requestAfter(stage, before);
}

function open({ open: start, model, onDay }: Stage, day: number): Rig {
  return start(onDay(day), model);
}

/** How many requests there were before it. */
async function turn({ model }: Stage, rig: Rig, text: string, acts: readonly Act[]): Promise<number> {
  const before = model.requests.length;
  const left = [...acts];
  const answer: Answering = (request) => (request.isSummary ? done : (left.shift()?.(request) ?? done));
  model.answerWith(answer);
  await rig.say(text);
  if (left.length > 0) throw new Error(`the turn “${text}” was over before ${left.length} of its acts.`);
  return before;
}

// Acts: what the model does with the shell that the program gives it, and with what it was told of the memory.

const changes = ["list", "total", "test", "trial", "review", "tidy"] as const;

/** Writes a line of code and commits it, in one call. */
function commits({ shell }: Stage, what: (typeof changes)[number], first = "true"): Act {
  const line = `${first} && echo 'export const ${what} = 1;' >> orders.ts && git add orders.ts && git commit -q -m 'Add ${what}'`;
  return () => ({ kind: "call", tool: shell.tool, input: { [shell.key]: line } });
}

/** What was to be committed in a turn is a commit, or the story did not happen. */
function checkCommits({ git, project }: Place): void {
  const log = git(["log", "--all", "--format=%s"], project).split("\n");
  const missing = changes.filter((what) => log.filter((each) => each === `Add ${what}`).length !== 1);
  if (missing.length > 0) throw new Error(`no commit adds ${missing.join(", ")}: ${log.join(" | ")}`);
}

const offered = /as soon as you learn it: (.+)/;

/** By the line that the program was told of, taken as it stands there; without one nothing is written, which `checkWritten` tells. */
function writesDown({ shell }: Stage): Act {
  return ({ seen }) => {
    const line = offered.exec(seen)?.[1];
    if (line === undefined) return done;
    if (line.startsWith("the tool remember")) return { kind: "call", tool: "remember", input: { text: noted } };
    return { kind: "call", tool: shell.tool, input: { [shell.key]: line.replace("TEXT", noted) } };
  };
}

/** The first one that is no summary. */
function requestAfter({ model }: Stage, before: number): ModelRequest {
  const first = model.requests.slice(before).find((each) => !each.isSummary);
  if (first === undefined) throw new Error("the model was not asked.");
  return first;
}

function checkWritten({ model }: Stage, before: number): void {
  const results = model.requests.slice(before).filter(({ isResult }) => isResult);
  if (results.some(({ last }) => /\bkept +\S|\bKept on /.test(last))) return;
  throw new Error(`what the model wrote is on no page: ${results.map(({ last }) => last).join(" | ")}`);
}
