/**
 * Figures: what is counted of a story that was played: what is kept at its end, what stood in the context of a prompt that needed it, what was
 * given that nobody needed or that was no longer so, and how many tokens all of it took. Pure, and the same for the program and its rivals.
 *
 * A context is what was given since the conversation began: a start, `/clear` and a compaction begin a new one, a fork begins with its parent's.
 * What is given at a start is not held against a prompt's need; what is given with a prompt is. An entry is an item of a list, or any other unit
 * that holds a statement.
 */

import type { Statement, Story, Turn } from "./person.js";
import type { Given } from "./play.js";
import type { End } from "./store.js";
import { covers, holds, tellsAsTrue, tokensOf, type Unit, unitsOf, withoutNews } from "./words.js";

/** So many of so many. */
export interface Share {
  readonly hit: number;
  readonly of: number;
}

export interface Figures {
  readonly kept: Share;
  readonly words: Share;
  readonly paraphrase: Share;
  /** How often something was told as true after it had been replaced. */
  readonly stale: number;
  /** Entries given with prompts that those had no use for, of all given with prompts. */
  readonly useless: Share;
  /** Chat, questions and finished tasks that stand on pages. */
  readonly noisePages: Share;
  /** Quotations, logs, documents and what was only imagined. */
  readonly foreignPages: Share;
  /** With each prompt. */
  readonly promptTokens: readonly number[];
  /** With each prompt that needs nothing, beside what others changed. */
  readonly idleTokens: readonly number[];
  /** Of what others changed since, which is told whether or not a prompt needs it. */
  readonly newsTokens: readonly number[];
  readonly startTokens: readonly number[];
  /** How many prompts found what they needed, by the language of the statement; how many statements are kept, by their kind. */
  readonly groups: ReadonlyMap<string, Share>;
  /** What was missing, and where. */
  readonly misses: readonly string[];
}

interface Told {
  readonly name: string;
  readonly given: readonly Given[];
  readonly end: End;
}

export function figuresOf(story: Story, { given, end }: Told, tokens: (text: string) => number): Figures {
  const count = new Count(story.statements, tokens);
  for (const [at, act] of story.acts.entries()) {
    const { text, after } = given[at] ?? { text: "", after: "" };
    if (act.type === "start") {
      count.begin(act.session, act.source, act.parent);
      count.start(act.session, text + after, act.replaced);
    } else if (act.type === "turn") count.turn(act, text, after);
  }
  for (const each of story.statements)
    count.group(`kept ${each.kind}`, { isHit: isKept(each, story.statements, end) });
  return { ...count.figures(), ...endFigures(story, end), misses: [...count.misses, ...missesOf(story, end)] };
}

const turnNoise: ReadonlySet<string> = new Set(["chat", "question", "task"]);

function endFigures({ statements, acts }: Story, end: End): Pick<Figures, "kept" | "noisePages" | "foreignPages"> {
  const turns = acts.filter((act): act is Turn & { readonly at: string } => act.type === "turn");
  const there = end.pages.map(({ text }) => tokensOf(text));
  const share = (isOwn: boolean): Share => {
    const cores = turns.flatMap(({ noise }) =>
      noise !== null && turnNoise.has(noise.kind) === isOwn ? [noise.core] : [],
    );
    const distinct = [...new Set(cores)];
    return {
      hit: distinct.filter((core) => there.some((words) => covers(words, core))).length,
      of: distinct.length,
    };
  };
  const kept = statements.filter((each) => isKept(each, statements, end)).length;
  return { kept: { hit: kept, of: statements.length }, noisePages: share(true), foreignPages: share(false) };
}

/** What was replaced may also be settled; what holds may not. */
function isKept(statement: Statement, all: readonly Statement[], { pages, logs, waiting, settled }: End): boolean {
  const isReplaced = all.some(({ replaces }) => replaces === statement.id);
  const places = [pages, logs, waiting, ...(isReplaced ? [settled] : [])];
  return places.some((units) => units.some((unit) => holds(unit, statement.marks)));
}

function missesOf({ statements }: Story, end: End): readonly string[] {
  return statements
    .filter((each) => !isKept(each, statements, end))
    .map(({ text, kind }) => `not kept (${kind}): ${text}`);
}

class Count {
  readonly misses: string[] = [];
  private readonly statements: readonly Statement[];
  private readonly tokens: (text: string) => number;
  private readonly contexts: Map<string, readonly Unit[]> = new Map();
  private readonly asked = { words: { hit: 0, of: 0 }, paraphrase: { hit: 0, of: 0 } };
  private readonly groups: Map<string, Share> = new Map();
  private stale = 0;
  private readonly useless = { hit: 0, of: 0 };
  private readonly promptTokens: number[] = [];
  private readonly idleTokens: number[] = [];
  private readonly newsTokens: number[] = [];
  private readonly startTokens: number[] = [];

  constructor(statements: readonly Statement[], tokens: (text: string) => number) {
    this.statements = statements;
    this.tokens = tokens;
  }

  figures(): Omit<Figures, "kept" | "noisePages" | "foreignPages" | "misses"> {
    const { asked, stale, useless, promptTokens, idleTokens, newsTokens, startTokens, groups } = this;
    return { ...asked, stale, useless, promptTokens, idleTokens, newsTokens, startTokens, groups };
  }

  begin(session: string, source: string, parent: string | null): void {
    const before = parent === null || (source !== "fork" && source !== "resume") ? [] : this.contexts.get(parent);
    this.contexts.set(session, before ?? []);
  }

  start(session: string, text: string, replaced: Turn["replaced"]): void {
    this.startTokens.push(this.costOf(text));
    this.add(session, text, replaced);
  }

  turn(turn: Turn, text: string, after: string): void {
    const cost = this.costOf(text + after);
    this.promptTokens.push(cost);
    const asked = withoutNews(text) + after;
    this.newsTokens.push(cost - this.costOf(asked));
    if (turn.needs === null && turn.says === null) {
      this.idleTokens.push(this.costOf(asked));
      if (asked !== "") this.misses.push(`nothing needed (${turn.session}): ${turn.prompt} ← ${text}${after}`);
    }
    const units = this.add(turn.session, text, turn.replaced);
    if (turn.needs !== null && (turn.part === "words" || turn.part === "paraphrase"))
      this.judge(turn, turn.needs, turn.part);
    for (const unit of distinct(units)) this.weigh(unit, turn);
    this.add(turn.session, after, turn.replaced);
  }

  private judge({ session, prompt }: Turn, needs: Statement, part: "words" | "paraphrase"): void {
    const share = this.asked[part];
    share.of++;
    const isHit = (this.contexts.get(session) ?? []).some((unit) => holds(unit, needs.marks));
    this.group(`given ${needs.language === "" ? "always" : needs.language}`, { isHit });
    if (isHit) share.hit++;
    else this.misses.push(`not given (${part}, ${session}): ${prompt} ← ${needs.text}`);
  }

  group(name: string, { isHit }: { readonly isHit: boolean }): void {
    const { hit, of } = this.groups.get(name) ?? { hit: 0, of: 0 };
    this.groups.set(name, { hit: isHit ? hit + 1 : hit, of: of + 1 });
  }

  private weigh(unit: Unit, { session, prompt, needs, says, replaced }: Turn): void {
    // What somebody else changed meanwhile is told whether or not this prompt needs it.
    if (unit.title.startsWith("Changed ")) return;
    if (!unit.isItem && !this.statements.some(({ marks }) => holds(unit, marks))) return;
    this.useless.of++;
    // Who corrects something may well be shown what there was.
    const old =
      replaced.find(([each]) => each.id === says?.replaces)?.[0] ??
      this.statements.find(({ id }) => id === says?.replaces);
    const wanted = [needs, says, old].filter((each) => each !== null && each !== undefined);
    if (wanted.some(({ marks }) => holds(unit, marks))) return;
    this.useless.hit++;
    this.misses.push(`no use (${session}): ${prompt} ← ${unit.text}`);
  }

  private add(session: string, text: string, replaced: Turn["replaced"]): readonly Unit[] {
    const units = text === "" ? [] : unitsOf(text);
    this.contexts.set(session, [...(this.contexts.get(session) ?? []), ...units]);
    for (const [old, later] of replaced)
      if (units.some((unit) => tellsAsTrue(unit, old.marks, later.marks))) {
        this.stale++;
        this.misses.push(`told as true (${session}): ${old.text} ← ${later.text}`);
      }
    return units;
  }

  private costOf(text: string): number {
    return text === "" ? 0 : this.tokens(text);
  }
}

function distinct(units: readonly Unit[]): readonly Unit[] {
  return [...new Map(units.map((unit) => [unit.text, unit])).values()];
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The smallest value that so many of 100 do not exceed. */
export function percentile(values: readonly number[], of100: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * of100) / 100) - 1)] ?? 0;
}
