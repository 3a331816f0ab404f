/** E2E, story: what a session goes through with any harness, and what is read of it in the requests that the model saw. */

import type { FakeModel, ModelAnswer, ModelRequest } from "../support/fake-model.js";
import type { Place } from "./place.js";

/** What the model does when it is asked next. */
export type Act = (request: ModelRequest) => ModelAnswer;

/** One harness in a home of its own, in a session. */
export interface Rig {
  /** What the person says; ends when the turn is over. */
  say(text: string): Promise<void>;
  /** By hand; false where this way of running it has none. */
  compact(): Promise<boolean>;
  /** Says so much that it compacts by itself. */
  fill(): Promise<void>;
  /** Ends the process without a warning while the model is still thinking; `before` is called then. */
  killInTurn(text: string, before: (session: string, pid: number) => void): Promise<void>;
  /** The same session in a new process. */
  resume(): Promise<void>;
  /** Another session in the same process, as the user asks for it. */
  reset(): Promise<void>;
  /** Another session in a new process. */
  restart(): Promise<void>;
  /** Another session in a new process, which begins with what was said in this one. */
  fork(): Promise<void>;
  end(): Promise<void>;
  /** Ends whatever of it still runs, without waiting for a turn. */
  stop(): Promise<void>;
}

/** Starts the program there. */
export type Opening = (place: Place, model: FakeModel) => Rig;

/** A real program, and how it is started in a place. */
export interface Harness {
  readonly name: string;
  readonly version: string;
  /** What `pagefile setup` calls it. */
  readonly joins: string;
  /** The tool by which its model has a shell, and where that takes the line. */
  readonly shell: { readonly tool: string; readonly key: string };
  /** Writes its settings, none of which name a memory. */
  readonly configure: (place: Place, model: FakeModel) => void;
  /** Into that folder, once; null where it cannot be. */
  readonly install: (cache: string) => Opening | null;
}

export interface Cast {
  readonly model: FakeModel;
  readonly rig: Rig;
  /** How the model writes these down with what it is offered; null where it does not. */
  readonly saves: { readonly rule: Act; readonly plan: Act } | null;
  /** How it calls a tool that answers with `marks.result`. */
  readonly looks: Act;
  /** Puts a patch on the staging area that holds `marks.dirty`; nothing where there is no memory. */
  readonly stage: (session: string, pid: number) => void;
}

/** Words that stand nowhere else. */
export const marks = {
  /** In what the person said. */
  ruleSaid: "U-3110",
  planSaid: "U-3111",
  /** In what the model wrote down. */
  rule: "C-7431",
  plan: "P-5519",
  dirty: "D-6042",
  result: "E-8824",
} as const;

/** What one request showed. */
export interface Seen {
  readonly boundary: string;
  readonly rule: boolean;
  readonly plan: boolean;
  readonly dirty: boolean;
  /** How often each written mark stands in the last block. */
  readonly counts: { readonly rule: number; readonly plan: number; readonly dirty: number };
  /** How many blocks the request holds, and the length of the longest, in characters. */
  readonly blocks: number;
  readonly longest: number;
}

const noted = (text: string): ModelAnswer => ({ kind: "text", text });

/** The boundaries in their order, each with the first request after it. */
export async function tell({ model, rig, saves, looks, stage }: Cast): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  const turn = async (text: string, acts: readonly Act[]): Promise<number> => {
    const before = model.requests.length;
    const left = [...acts];
    model.answerWith((request) => {
      if (request.isSummary) return noted("The person and the model spoke of a journey.");
      return left.shift()?.(request) ?? noted("Done.");
    });
    await rig.say(text);
    return before;
  };
  const look = async (boundary: string): Promise<void> => {
    const before = await turn("Go on.", []);
    const request = model.requests.slice(before).find((each) => !each.isSummary);
    if (request === undefined) throw new Error(`${boundary}: the model was not asked.`);
    seen.push(read(boundary, request));
  };
  await turn(
    `From now on never book anything above 350 EUR for ${marks.ruleSaid}.`,
    saves === null ? [] : [saves.rule],
  );
  await turn(
    `The plan for ${marks.planSaid}: first compare the trains, then ask me.`,
    saves === null ? [] : [saves.plan],
  );
  await turn("Look the fares up.", [looks]);
  await look("tool result");
  model.answerWith((request) => noted(request.isSummary ? "The person and the model spoke of a journey." : "Done."));
  for (const word of ["valley ", "harbor "]) await rig.say(`Of the country: ${word.repeat(400)}`);
  if (await rig.compact()) await look("compaction, by hand");
  await rig.fill();
  await look("compaction, automatic");
  model.answerWith(() => ({ kind: "silence" }));
  await rig.killInTurn("Book it.", stage);
  await rig.resume();
  await look("killed in a turn, resumed");
  await rig.reset();
  await look("reset");
  await rig.restart();
  await look("new session, new process");
  await rig.end();
  return seen;
}

function read(boundary: string, { seen }: ModelRequest): Seen {
  const blocks = blocksIn(seen);
  const last = blocks.at(-1) ?? "";
  const count = (mark: string): number => last.split(mark).length - 1;
  const counts = { rule: count(marks.rule), plan: count(marks.plan), dirty: count(marks.dirty) };
  return {
    boundary,
    rule: seen.includes(marks.ruleSaid) || seen.includes(marks.rule),
    plan: seen.includes(marks.planSaid) || seen.includes(marks.plan),
    dirty: seen.includes(marks.dirty),
    counts,
    blocks: blocks.length,
    longest: Math.max(0, ...blocks.map((block) => block.length)),
  };
}

/** What stands between our marks; a block that is not closed counts to the end. */
export function blocksIn(text: string): readonly string[] {
  const opening = '<memory fence="';
  const starts = text.split(opening).slice(1);
  return starts.map((rest) => {
    const end = rest.indexOf(`</memory-${rest.slice(0, rest.indexOf('"'))}>`);
    return opening + (end < 0 ? rest : rest.slice(0, end));
  });
}
