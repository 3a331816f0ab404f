/** Score: what share of what answers a question is among the first that a system gives. */

import { costOf } from "../../../src/recall/chunk.js";
import { type EvalQuestion, type EvalSet, textOf } from "./set.js";
import type { Answered } from "./systems.js";

/** Sums over questions, so that sets can be put together. */
export interface Score {
  questions: number;
  /** Mean fractional recall of units and of groups, once divided. */
  unitAt5: number;
  unitAt10: number;
  groupAt5: number;
  groupAt10: number;
  /** One over the place of the first unit that answers. */
  reciprocal: number;
  /** Whether one of the first three answers. */
  hitAt3: number;
  /** Tokens of the first five spans, by the guess, and how many spans those were. */
  tokens: number;
  spans: number;
}

export function noScore(): Score {
  return {
    questions: 0,
    unitAt5: 0,
    unitAt10: 0,
    groupAt5: 0,
    groupAt10: 0,
    reciprocal: 0,
    hitAt3: 0,
    tokens: 0,
    spans: 0,
  };
}

/**
 * A span stands for each unit it touches by more than its edge, in order; each counts at its first place. Where every page is a group,
 * groups are in the order of the pages that a system gives; else, and where it gives none, in that of its spans.
 */
export function addScore(score: Score, set: EvalSet, question: EvalQuestion, { spans, pages }: Answered): void {
  const units: string[] = [];
  const groups: string[] = [];
  for (const span of spans) {
    for (const unit of set.units) {
      if (unit.path !== span.path || unit.start >= span.end || unit.end <= span.start) continue;
      if (!units.includes(unit.unit)) units.push(unit.unit);
      if (!groups.includes(unit.group)) groups.push(unit.group);
    }
  }
  const groupOf = pages === null ? null : groupsByPage(set);
  if (pages !== null && groupOf !== null) groups.splice(0, groups.length, ...pages.map((path) => groupOf.get(path)!));
  score.questions++;
  score.unitAt5 += share(units.slice(0, 5), question.units);
  score.unitAt10 += share(units.slice(0, 10), question.units);
  score.groupAt5 += share(groups.slice(0, 5), question.groups);
  score.groupAt10 += share(groups.slice(0, 10), question.groups);
  const first = units.findIndex((unit) => question.units.has(unit));
  score.reciprocal += first < 0 ? 0 : 1 / (first + 1);
  score.hitAt3 += first >= 0 && first < 3 ? 1 : 0;
  for (const span of spans.slice(0, 5)) {
    const text = textOf(set, span);
    score.tokens += costOf(text, 0, text.length);
    score.spans++;
  }
}

/** null where a page has several groups, or none. */
function groupsByPage({ pages, units }: EvalSet): ReadonlyMap<string, string> | null {
  const groups = new Map<string, string>();
  for (const { path, group } of units) {
    if ((groups.get(path) ?? group) !== group) return null;
    groups.set(path, group);
  }
  return groups.size === pages.length ? groups : null;
}

function share(found: readonly string[], wanted: ReadonlySet<string>): number {
  return found.filter((name) => wanted.has(name)).length / wanted.size;
}
