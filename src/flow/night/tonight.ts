/** Tonight: what a night finds and what it would do about it, made together and asked for by the night and by its audit. */

import type { Outcome } from "../../base/failure.js";
import { ok } from "../../base/result.js";
import type { NightKind } from "../../upkeep/night-name.js";
import type { Memory } from "../memory.js";
import { type PlannedNight, planOn } from "./nightly-plan.js";
import { groundNight, type NightGround } from "./nightly-view.js";

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
