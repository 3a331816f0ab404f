/**
 * Person: the story of a made-up person at work: which sessions there are, what is said in them, and what happens in between.
 *
 * The same seed gives the same story. It is a list of acts in the order of time, so that the program and its rivals live through one thing; each
 * prompt carries what it needs of what was said before, and what had been replaced by then. A prompt only ever needs what its own conversation does
 * not hold: what was said in the session itself, or in the one it was forked from, is no matter of memory until a compaction.
 */

import { chance } from "../../torture/torment.js";
import { around, codeName, type NoiseKind, noise } from "./noise.js";
import { always, type Kind, type Subject, subjects, things, values } from "./subjects.js";

export interface Size {
  readonly days: number;
  readonly sessions: number;
  /** Said once or corrected: all that has to last. */
  readonly statements: number;
  /** Prompts in all. */
  readonly turns: number;
}

export interface Statement {
  readonly id: string;
  /** Of one key there is one statement at a time. */
  readonly key: string;
  readonly kind: Kind;
  readonly language: string;
  readonly text: string;
  /** Where all of these stand together, it is said. */
  readonly marks: readonly string[];
  /** The id of the one that is no longer so. */
  readonly replaces: string | null;
}

export interface Turn {
  readonly type: "turn";
  readonly session: string;
  readonly prompt: string;
  readonly part: "statement" | "words" | "paraphrase" | "noise";
  readonly says: Statement | null;
  /** What has to be in the context. */
  readonly needs: Statement | null;
  /** What was replaced before this prompt, each with what replaced it. */
  readonly replaced: readonly (readonly [Statement, Statement])[];
  readonly noise: { readonly kind: NoiseKind; readonly core: string } | null;
  /** Calls of tools before the answer. */
  readonly tools: number;
  /** Whether the agent commits code in this turn. */
  readonly commits: boolean;
  /** Whether an agent that writes at all writes this statement down. */
  readonly writes: boolean;
  /** The process dies before the turn is over. */
  readonly dies: boolean;
}

export type Source = "startup" | "resume" | "clear" | "fork";

export interface Start {
  readonly type: "start";
  readonly session: string;
  readonly source: Source | "compact";
  /** The folder beside the repository, for a worktree; empty for the repository. */
  readonly folder: string;
  /** The session whose conversation goes on. */
  readonly parent: string | null;
  readonly replaced: readonly (readonly [Statement, Statement])[];
}

/** `branch`: leaves the main branch for a new one, or comes back; `edit`: a person writes a line into a page by hand. */
export type Act = (
  | Turn
  | Start
  | { readonly type: "end"; readonly session: string; readonly reason: "clear" | "other" }
  | { readonly type: "branch"; readonly name: string; readonly back: "no" | "merged" | "left" }
  | { readonly type: "worktree"; readonly folder: string }
  | { readonly type: "edit"; readonly line: string }
  | { readonly type: "night" }
) & { readonly at: string };

export interface Story {
  readonly statements: readonly Statement[];
  readonly acts: readonly Act[];
}

type Draw = () => number;
type Said = Omit<Turn, "replaced" | "tools" | "commits" | "writes" | "dies" | "session" | "type" | "needs">;
interface Planned {
  readonly turn: Said;
  /** What a probe asks for, whichever version holds by then. */
  readonly key: string | null;
}

export function storyOf(seed: number, size: Size): Story {
  const draw = chance(seed, 0);
  const { lines, statements } = linesOf(draw, size);
  const planned = planOf(draw, size, lines);
  const acts = flowOf(chance(seed, 1), size, planned);
  return { statements, acts };
}

interface Line {
  readonly versions: readonly Statement[];
  readonly probe: string;
  readonly paraphrase: string;
}

function linesOf(
  draw: Draw,
  { statements }: Size,
): { readonly lines: readonly Line[]; readonly statements: readonly Statement[] } {
  const fixes = Math.round(statements * 0.2);
  const lines: Line[] = [];
  const taken = new Set<string>();
  const wide = shuffled(draw, always).slice(0, Math.max(1, Math.round(statements * 0.08)));
  for (const [kind, text, marks, probe, paraphrase] of wide) {
    const id = `s${lines.length}`;
    lines.push({ versions: [{ id, key: id, kind, language: "", text, marks, replaces: null }], probe, paraphrase });
  }
  const english = subjects.filter(({ language }) => language === "en");
  const others = subjects.filter(({ language }) => language !== "en");
  while (lines.length < statements - fixes) {
    const subject = pick(draw, draw() < 0.75 ? english : others);
    const thing = pick(draw, things);
    const key = `${subject.family} ${thing}`;
    if (taken.has(key)) continue;
    taken.add(key);
    lines.push(
      lineOf(draw, subject, { thing, key, id: `s${lines.length}`, isFixed: lines.length - wide.length < fixes }),
    );
  }
  return { lines, statements: lines.flatMap(({ versions }) => versions) };
}

function lineOf(
  draw: Draw,
  subject: Subject,
  {
    thing,
    key,
    id,
    isFixed,
  }: { readonly thing: string; readonly key: string; readonly id: string; readonly isFixed: boolean },
): Line {
  const { language, family } = subject;
  const [old = "", value = ""] = shuffled(draw, values[family] ?? []);
  const first = filled(subject.says, { thing, value: old });
  const later = filled(subject.fixes, { thing, value, old });
  const versions: Statement[] = [
    { id, key, kind: subject.kind, language, text: first, marks: [thing, old], replaces: null },
  ];
  if (isFixed)
    versions.push({
      id: `${id}b`,
      key,
      kind: "correction",
      language,
      text: later,
      marks: [thing, value],
      replaces: id,
    });
  return { versions, probe: filled(subject.probe, { thing }), paraphrase: filled(subject.paraphrase, { thing }) };
}

/** What is said in each session, in the order of the sessions. */
function planOf(draw: Draw, { sessions, turns }: Size, lines: readonly Line[]): readonly (readonly Planned[])[] {
  const plan: Planned[][] = Array.from({ length: sessions }, () => []);
  const put = (session: number, planned: Planned): void => void plan[session]?.push(planned);
  const asks = (key: string, prompt: string, part: "words" | "paraphrase"): Planned => ({
    key,
    turn: { prompt, part, says: null, noise: null },
  });
  let count = 0;
  for (const { versions, probe, paraphrase } of lines) {
    const [first, second] = versions;
    const at = Math.floor(draw() * sessions * 0.7);
    if (first === undefined) continue;
    put(at, { key: null, turn: saidTurn(draw, first) });
    const corrected = at + 1 + Math.floor(draw() * Math.max(1, sessions - at - 3));
    if (second !== undefined) put(corrected, { key: null, turn: saidTurn(draw, second) });
    const from = (second !== undefined && draw() < 0.7 ? corrected : at) + 1;
    const later = (): number => Math.min(sessions - 1, from + Math.floor(draw() * (sessions - from)));
    if (draw() < 0.75) put(later(), asks(first.key, probe, "words"));
    if (draw() < 0.5) put(later(), asks(first.key, paraphrase, "paraphrase"));
    count = plan.reduce((sum, each) => sum + each.length, 0);
  }
  for (; count < turns; count++) put(Math.floor(draw() * sessions), { key: null, turn: noiseTurn(draw) });
  return plan.map((each) => shuffled(draw, each));
}

function saidTurn(draw: Draw, says: Statement): Said {
  const [before, behind] = says.language === "en" ? pick(draw, around) : (["", ""] as const);
  return { prompt: `${before}${says.text}${behind}`, part: "statement", says, noise: null };
}

function noiseTurn(draw: Draw): Said {
  const [kind, words] = pick(draw, noise);
  const a = Math.floor(draw() * 144);
  const gaps = { thing: pick(draw, things), a: codeName(a), b: codeName(a + 1 + Math.floor(draw() * 100)) };
  const text = filled(words, gaps);
  const core = /⟦(.*)⟧/s.exec(text)?.[1] ?? text;
  return { prompt: text.replace(/[⟦⟧]/g, ""), part: "noise", says: null, noise: { kind, core } };
}

/** What becomes of a session; each comes up once in so many sessions, in an order of the seed. */
const shapes = ["plain", "crash", "branch", "fork", "worktree", "pair", "clear", "compact"] as const;
type Shape = (typeof shapes)[number];

/** Sessions as they run: one after another or two at once, each ending in its own way, with what happens between them. */
function flowOf(draw: Draw, size: Size, plan: readonly (readonly Planned[])[]): readonly Act[] {
  const flow = new Flow(draw);
  const aDay = Math.ceil(size.sessions / size.days);
  const order = shuffled(draw, shapes);
  let count = 0;
  for (let at = 0; at < plan.length; ) {
    const shape = order[count++ % order.length] ?? "plain";
    const isPair = shape === "pair" && at + 1 < plan.length;
    if (isPair) flow.together(at, plan[at] ?? [], plan[at + 1] ?? []);
    else flow.session(at, plan[at] ?? [], shape);
    const done = isPair ? at + 2 : at + 1;
    if (Math.floor(at / aDay) !== Math.floor(done / aDay)) flow.night();
    else if (draw() < 0.3) flow.edit();
    at = done;
  }
  return flow.acts;
}

interface Conversation {
  readonly holds: Set<string>;
}

class Flow {
  readonly acts: Act[] = [];
  private readonly draw: Draw;
  private clock = Date.UTC(2026, 2, 2, 9);
  private readonly talks: Map<string, Conversation> = new Map();
  private readonly current: Map<string, Statement> = new Map();
  private readonly replaced: (readonly [Statement, Statement])[] = [];
  private readonly known: Map<string, Statement> = new Map();
  /** The session to go on with, and how: after a crash, `/clear`, or where somebody forks. */
  private next: { readonly source: Source; readonly parent: string | null } = { source: "startup", parent: null };
  private names = 0;
  private crashes = 0;
  private branches = 0;

  constructor(draw: Draw) {
    this.draw = draw;
  }

  session(at: number, planned: readonly Planned[], shape: Shape): void {
    const folder = shape === "worktree" ? `tree${this.names++}` : "";
    const branch = shape === "branch" ? `topic-${this.names++}` : "";
    if (folder !== "") this.push({ type: "worktree", folder });
    if (branch !== "") this.push({ type: "branch", name: branch, back: "no" });
    const name = this.start(at, folder);
    const compactAt = shape === "compact" || this.draw() < 0.2 ? Math.floor(planned.length / 2) : -1;
    for (const [i, each] of planned.entries()) {
      if (i === compactAt) this.compact(name, folder);
      this.turn(name, each, { dies: shape === "crash" && i === planned.length - 1 });
    }
    this.over(name, shape);
    if (branch !== "")
      this.push({ type: "branch", name: branch, back: this.branches++ % 2 === 0 ? "merged" : "left" });
  }

  /** Two sessions in one folder, turn by turn; the one that began first is not always the first to end. */
  together(at: number, left: readonly Planned[], right: readonly Planned[]): void {
    const names = [this.start(at, ""), this.start(at + 1, "")] as const;
    for (let i = 0; i < Math.max(left.length, right.length); i++)
      for (const [side, planned] of [left[i], right[i]].entries())
        if (planned !== undefined) this.turn(names[side] ?? "", planned, { dies: false });
    const order = this.draw() < 0.5 ? [0, 1] : [1, 0];
    for (const side of order) this.over(names[side] ?? "", "pair");
  }

  night(): void {
    const day = Math.floor(this.clock / 86_400_000) + 1;
    this.clock = day * 86_400_000 + 3 * 3_600_000;
    this.push({ type: "night" });
    this.clock = day * 86_400_000 + 9 * 3_600_000;
  }

  edit(): void {
    this.push({ type: "edit", line: `Note by hand number ${this.names++}: the kitchen is closed at noon.` });
  }

  private start(at: number, folder: string): string {
    const { source, parent } = this.next;
    this.next = { source: "startup", parent: null };
    const name = source === "resume" && parent !== null ? parent : `session-${String(at).padStart(3, "0")}`;
    const talk = parent === null ? undefined : this.talks.get(parent);
    this.talks.set(name, { holds: new Set(talk?.holds) });
    this.push({ type: "start", session: name, source, folder, parent, replaced: [...this.replaced] });
    return name;
  }

  private compact(session: string, folder: string): void {
    this.talks.set(session, { holds: new Set() });
    this.push({ type: "start", session, source: "compact", folder, parent: null, replaced: [...this.replaced] });
  }

  private over(session: string, shape: Shape): void {
    if (shape === "crash") {
      if (this.crashes++ % 2 === 0) this.next = { source: "resume", parent: session };
      return;
    }
    this.push({ type: "end", session, reason: shape === "clear" ? "clear" : "other" });
    if (shape === "clear") this.next = { source: "clear", parent: null };
    if (shape === "fork") this.next = { source: "fork", parent: session };
  }

  private turn(session: string, planned: Planned, { dies }: { readonly dies: boolean }): void {
    const talk = this.talks.get(session);
    if (talk === undefined) throw new Error(`${session} never began.`);
    const wanted = planned.key === null ? null : (this.current.get(planned.key) ?? null);
    // The conversation holds the answer already, or nobody said it yet: then this is a prompt like any other.
    const isIdle = planned.key !== null && (wanted === null || talk.holds.has(wanted.id));
    const turn = isIdle ? noiseTurn(this.draw) : planned.turn;
    const tools = this.draw() < 0.55 ? 1 + Math.floor(this.draw() * 2) : 0;
    this.push({
      ...turn,
      type: "turn",
      session,
      needs: isIdle ? null : wanted,
      replaced: [...this.replaced],
      tools,
      commits: tools > 0 && this.draw() < 0.4,
      writes: turn.says !== null && this.draw() < 0.25,
      dies,
    });
    if (turn.says !== null) this.heard(turn.says, talk);
  }

  private heard(says: Statement, talk: Conversation): void {
    const old = says.replaces === null ? undefined : this.known.get(says.replaces);
    if (old !== undefined) this.replaced.push([old, says]);
    this.known.set(says.id, says);
    this.current.set(says.key, says);
    talk.holds.add(says.id);
  }

  private push(act: Act extends infer One ? (One extends unknown ? Omit<One, "at"> : never) : never): void {
    this.acts.push({ ...act, at: new Date(this.clock).toISOString() } as Act);
    this.clock += 150_000;
  }
}

function filled(text: string, gaps: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => gaps[name] ?? whole);
}

function pick<T>(draw: Draw, from: readonly T[]): T {
  const one = from[Math.floor(draw() * from.length)];
  if (one === undefined) throw new Error("There is nothing to pick from.");
  return one;
}

function shuffled<T>(draw: Draw, from: readonly T[]): readonly T[] {
  const all = [...from];
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(draw() * (i + 1));
    [all[i], all[j]] = [all[j] as T, all[i] as T];
  }
  return all;
}
