/** Tonight: what a night finds and what it would do about it, made together and asked for by the night and by its audit. */

import { shortDigest } from "../base/digest--digest.js";
import { stableJson } from "../base/json.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Memory } from "../memory/memory.js";
import { groundNight, type NightGround } from "./ground.js";
import { type PlannedNight, planOn } from "./plan.js";
import type { NightKind } from "./steps--night-name.js";

export interface TonightsPlan {
  readonly ground: NightGround;
  /** In the night's own words; a model has not been asked. */
  readonly plan: PlannedNight;
}

export async function planTonight(memory: Memory, kind: NightKind = "night"): Promise<Outcome<TonightsPlan>> {
  const ground = await groundNight(memory, kind);
  if (!ground.ok) return ground;
  const plan = await planOn(memory, ground.value);
  return plan.ok ? ok({ ground: ground.value, plan: plan.value }) : plan;
}

/** What an audit asks of a plan. */
interface Overdue {
  readonly ground: NightGround;
  /** Since when what a night would take waits. */
  readonly since: string | null;
  readonly tooLong: PlannedNight["tooLong"];
}

/** A plan tells, and the same things give the same plan: what it tells is kept by them, but for the hour. */
export async function overdueTonight(memory: Memory): Promise<Outcome<Overdue>> {
  const ground = await groundNight(memory, "night");
  if (!ground.ok) return ground;
  const key = keyOf(memory, ground.value);
  const known = memory.overdue?.get(key);
  if (known !== undefined) return ok({ ground: ground.value, ...known });
  const plan = await planOn(memory, ground.value);
  if (!plan.ok) return plan;
  const { overdueSince: since, tooLong } = plan.value;
  memory.overdue?.put(key, { since, tooLong });
  memory.overdue?.flush();
  return ok({ ground: ground.value, since, tooLong });
}

/** The texts of HEAD stand behind its name; files that it does not hold are named by their own. */
function keyOf(memory: Memory, ground: NightGround): string {
  const { at: _, texts, perception: __, ...rest } = ground;
  const names = [...texts.keys()];
  const files = [...memory.files.values()].map(({ path, oid }) => `${oid} ${path}`).sort();
  return shortDigest(
    stableJson(plain({ ...rest, names, files, config: memory.config, labels: memory.labels.version })),
    32,
  );
}

/** Maps and sets as JSON can carry them. */
function plain(value: unknown): unknown {
  if (value instanceof Map) return plain([...value]);
  if (value instanceof Set) return plain([...value].sort());
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}
