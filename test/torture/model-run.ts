/** Model run: one schedule of steps in a world and in the model, held side by side after each step. */

import type { Workspace } from "../../src/memory/workspace.js";
import { flush } from "../../src/session/flush.js";
import { patch } from "../../src/session/patch.js";
import { stage } from "../../src/session/stage.js";
import { stagingOf } from "../../src/session/staging.js";
import { settleRemovals } from "../../src/write/commit/removals.js";

import { type Clone, cloneStep, fork, merged } from "./model-clone.js";
import { difference, foreseeFlush, impossible, type Rounds, standsTwice, type Waiting } from "./model-foresight.js";
import { Death, type Fuse, freshFuse, type Sabotage, type Tally } from "./model-ports.js";
import { changesBetween, foresee, type Places, sameTexts, withKept } from "./model-state.js";
import { type Blow, byHand, type HandAct, type Meanwhile, type Step, wishOf } from "./model-steps.js";
import { type World, writeText } from "./model-world.js";

const detached = { detached: "refuse" } as const;

export class Schedule {
  readonly tally: Tally;
  private readonly world: World;
  private readonly sabotage: Sabotage | null;
  private readonly clock: { now: never } = { now: "2026-11-21T08:00:00Z" as never };
  private places: Places;
  private waiting: readonly Waiting[] = [];
  /** Drafts that a commit names, with the number of the step that made the newest. */
  private readonly done: Map<string, number> = new Map();
  private steps = 0;
  private fuse: Fuse = freshFuse();
  private process: Workspace | null = null;
  private clone: Clone | null = null;

  constructor(world: World, sabotage: Sabotage | null, tally: Tally) {
    this.world = world;
    this.sabotage = sabotage;
    this.tally = tally;
    this.places = world.places();
  }

  async end(): Promise<void> {
    await this.process?.close();
    this.clone?.world.remove();
    this.world.remove();
  }

  /** Throws where the two differ. */
  async step(step: Step): Promise<void> {
    this.tally.steps += 1;
    this.steps += 1;
    this.tick(step.kind === "clock" ? step.seconds : 1);
    if (step.kind === "patch") await this.patch(step);
    else if (step.kind === "stage") await this.stage(step);
    else if (step.kind === "flush") await this.flush(step);
    else if (step.kind === "hand") this.hand(step.act, step.page, step.n);
    else if (step.kind === "reopen") await this.bury();
    else if (step.kind === "fork") this.clone ??= fork(this.places);
    else if (step.kind === "clone" && this.clone !== null) await cloneStep(this.clone, step.asking, this.clock);
    else if (step.kind === "merge") await this.merge();
    this.compare(difference(this.world.places(), this.places));
    const staged = stagingOf((await this.open()).primary).list();
    const keys = staged.ok ? staged.value.patches.map((one) => one.key) : [];
    const expected = this.waiting.map((one) => one.key);
    this.compare(keys.sort().join() === expected.sort().join() ? null : `staged are ${keys}, not ${expected}`);
  }

  private async patch({ asking, meanwhile, blow }: Extract<Step, { kind: "patch" }>): Promise<void> {
    const { wish, draft } = wishOf(asking, this.places);
    const answer = await this.during(blow, meanwhile, (open) => patch(open, draft, detached));
    const after = foresee(this.places, wish, this.clock.now);
    const changed = after !== null && !sameTexts(after.head, this.places.head);
    if (answer === null || (!answer.ok && this.fuse.blown)) {
      const found = this.world.places();
      const states = answer === null && after !== null ? [this.places, after] : [this.places];
      this.compare(impossible(found, after === null ? states : [this.places, after]));
      if (!states.some((state) => sameTexts(state.head, found.head))) this.compare("a failed patch moved HEAD");
      if (changed && sameTexts(found.head, after.head)) this.done.set(JSON.stringify(draft), this.steps);
      return this.inherit(states);
    }
    if (answer.ok) {
      this.compare(after === null ? `accepted: ${JSON.stringify(draft)}` : null);
      this.places = after ?? this.places;
      if (changed) this.done.set(JSON.stringify(draft), this.steps);
      this.tally.committed += 1;
    } else {
      this.compare(after === null ? null : `refused: ${JSON.stringify(draft)}: ${answer.error.says}`);
      this.tally.refused += 1;
    }
  }

  private async stage({ asking, blow }: Extract<Step, { kind: "stage" }>): Promise<void> {
    const { wish, draft } = wishOf(asking, this.places);
    const named = JSON.stringify(draft);
    const known = this.waiting.find((one) => one.draft === named);
    const answer = await this.during(blow, "nothing", (open) => stage(open, draft));
    if (answer === null) await this.bury();
    if (answer !== null && !answer.ok) this.compare(`not staged: ${answer.error.says}`);
    const listed = stagingOf((await this.open()).primary).list();
    const keys = listed.ok ? listed.value.patches.map((one) => one.key) : [];
    const fresh = keys.find((key) => !this.waiting.some((one) => one.key === key));
    const key = answer?.ok ? answer.value.staged : fresh;
    if (known === undefined && key !== undefined)
      this.waiting = [...this.waiting, { key, at: this.clock.now, draft: named, wish, step: this.steps }];
  }

  private async flush({ boundary, meanwhile, blow }: Extract<Step, { kind: "flush" }>): Promise<void> {
    const query = { boundary: boundary as "turn" };
    const answer = await this.during(blow, meanwhile, (open) => flush(open, query, detached));
    const rounds = foreseeFlush(this.places, this.waiting, this.done, this.clock.now);
    if (answer === null || !answer.ok) return this.halfFlushed(rounds, answer === null ? null : answer.error.says);
    const { committed, known, rejected } = answer.value;
    const told = [...committed.flatMap((one) => one.patches), ...known.map((one) => one.patch)].sort().join();
    const foreseen = [...rounds.groups.flat(), ...rounds.known].sort().join();
    this.compare(told === foreseen ? null : `committed ${told}, ${foreseen} was foreseen`);
    const keys = rejected.map((one) => one.key);
    const refused = [...keys].sort().join();
    this.compare(refused === [...rounds.refused].sort().join() ? null : `rejected ${refused}, not ${rounds.refused}`);
    this.journaled(rounds.refused);
    this.noteDone(rounds, rounds.groups.length);
    this.places = rounds.states.at(-1) ?? this.places;
    this.waiting = [];
    this.tally.flushed += 1;
    this.tally.committed += rounds.groups.length;
    this.tally.refused += rounds.refused.length;
  }

  /** Every patch is in one of three places: staged, committed, journaled. */
  private async halfFlushed(rounds: Rounds, says: string | null): Promise<void> {
    if (!this.fuse.blown) this.compare(`the flush failed: ${says}`);
    const found = this.world.places();
    this.compare(impossible(found, rounds.states));
    const reached = rounds.states.findLastIndex((state) => sameTexts(state.head, found.head));
    await this.inherit(rounds.states);
    const listed = stagingOf((await this.open()).primary).list();
    const keys = new Set(listed.ok ? listed.value.patches.map((one) => one.key) : []);
    const held = new Set([...rounds.known, ...rounds.groups.slice(0, reached).flat()]);
    const gone = this.waiting.filter((one) => !keys.has(one.key) && !held.has(one.key)).map((one) => one.key);
    this.journaled(gone);
    this.noteDone(rounds, reached);
    this.waiting = this.waiting.filter((one) => keys.has(one.key));
  }

  private journaled(keys: readonly string[]): void {
    const rows = this.world.rejected();
    const missing = keys.find((key) => !rows.some((row) => row.key === key && row.reason !== ""));
    this.compare(missing === undefined ? null : `${missing} was refused and is not in the journal`);
  }

  /** The commits of these rounds name their patches; a round that changes nothing makes none. */
  private noteDone({ states, groups }: Rounds, rounds: number): void {
    for (const [at, keys] of groups.slice(0, rounds).entries()) {
      if (sameTexts(states[at]?.head ?? new Map(), states[at + 1]?.head ?? new Map())) continue;
      for (const one of this.waiting) if (keys.includes(one.key)) this.done.set(one.draft, this.steps);
    }
  }

  private hand(act: HandAct, page: number, n: number): void {
    const before = this.places;
    this.places = withKept(before, byHand(before, act, page, n));
    const isOtherIn = (place: "head" | "index", path: string): boolean =>
      before[place].get(path) !== this.places[place].get(path);
    for (const [path, text] of Object.entries(changesBetween(before.work, this.places.work)))
      writeText(this.world.root, path, text);
    // Also of what a commit of all takes out of the index and leaves as HEAD has it.
    for (const path of new Set([...before.index.keys(), ...this.places.index.keys()]))
      if (isOtherIn("index", path) && !isOtherIn("head", path)) this.world.add(path);
    if (!sameTexts(before.head, this.places.head)) this.commit(before.head);
  }

  private commit(before: ReadonlyMap<string, string>): void {
    this.world.commit(changesBetween(before, this.places.head));
  }

  private async merge(): Promise<void> {
    if (this.clone === null) return;
    const { head, index, work } = this.places;
    const isClean = sameTexts(head, index) && [...head].every(([path, text]) => work.get(path) === text);
    const result = isClean ? await merged(this.clone, head, work) : null;
    if (result === null) return;
    this.compare(result.broken);
    this.clone.world.remove();
    this.clone = null;
    const untouched = [...work].filter(([path]) => !head.has(path));
    const after = { head: result.head, index: result.head, work: new Map([...untouched, ...result.head]) };
    this.places = withKept(this.places, after);
    for (const [path, text] of Object.entries(changesBetween(work, this.places.work)))
      writeText(this.world.root, path, text);
    if (!sameTexts(head, result.head)) this.commit(head);
    this.tally.merges += 1;
  }

  /** null where the process died. What others did meanwhile is in the places afterwards. */
  private async during<T>(blow: Blow, meanwhile: Meanwhile, act: (open: Workspace) => Promise<T>): Promise<T | null> {
    const open = await this.open();
    Object.assign(this.fuse, { at: blow?.at ?? 0, how: blow?.how ?? "dies", calls: 0, blown: false });
    if (meanwhile === "edit")
      this.fuse.meanwhile = () => this.hand("edit", this.tally.committed, 100 + this.tally.committed);
    if (meanwhile === "elsewhere") this.fuse.meanwhile = () => this.elsewhere();
    try {
      const done = await act(open);
      if (this.fuse.blown) this.tally.failures += 1;
      return done;
    } catch (error) {
      if (!(error instanceof Death)) throw error;
      this.tally.deaths += 1;
      return null;
    } finally {
      this.fuse.at = 0;
      this.fuse.meanwhile = null;
    }
  }

  /** The next process puts right what is left of moves before it does anything else. */
  private async inherit(states: readonly Places[]): Promise<void> {
    await this.bury();
    const settled = await settleRemovals((await this.open()).primary);
    this.compare(settled.ok ? null : `not settled: ${settled.error.says}`);
    const found = this.world.places();
    const reached = [...states].reverse().find((state) => sameTexts(state.head, found.head));
    const places = reached?.kept === undefined ? found : { ...found, kept: reached.kept };
    this.compare(impossible(places, states) ?? standsTwice(this.places, places));
    this.places = places;
  }

  /** Another writer commits a page of its own. */
  private elsewhere(): void {
    const path = `memory/w${this.places.head.size}.md`;
    const text = `---\nid: w${this.places.head.size}\n---\n- Written elsewhere.\n`;
    const put = (map: ReadonlyMap<string, string>): ReadonlyMap<string, string> => new Map(map).set(path, text);
    const { head, index, work } = this.places;
    this.places = withKept(this.places, { head: put(head), index: put(index), work: put(work) });
    writeText(this.world.root, path, text);
    this.world.commit({ [path]: text });
  }

  private async open(): Promise<Workspace> {
    this.process ??= await this.world.open(this.clock, this.fuse, this.sabotage);
    return this.process;
  }

  /** The process is gone; the next step begins another one. */
  private async bury(): Promise<void> {
    await this.process?.close();
    this.process = null;
    this.fuse = freshFuse();
  }

  private tick(seconds: number): void {
    const next = new Date(Date.parse(this.clock.now) + seconds * 1000).toISOString();
    this.clock.now = `${next.slice(0, 19)}Z` as never;
  }

  private compare(wrong: string | null): void {
    if (wrong !== null) throw new Error(wrong);
  }
}
