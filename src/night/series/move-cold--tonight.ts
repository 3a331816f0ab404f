/** PerceptionTonight: the steps that a night makes of series, and what it tells of them. */

import type { Instant } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok, type Result } from "../../base/result--result.js";
import type { Memory } from "../../memory/memory.js";
import { perceptionFolder } from "../../memory/profile.js";
import type { Refusal } from "../../rules/reason.js";
import type { Validated } from "../../write/change.js";
import type { Ground } from "../../write/change--ground.js";
import type { CommitOptions } from "../../write/commit/commit.js";
import { validateSeries } from "../../write/series-page.js";
import { envelopeOf, type NightKind } from "../steps--night-name.js";
import type { SeriesNight, SeriesTold } from "./move-cold.js";
import { type ColdMoves, moveCold, type recoverSeries } from "./move-cold--move-cold.js";

export interface PerceptionAnswer extends ColdMoves {
  readonly series: readonly SeriesTold[];
}

/** One step a series, so that one that is refused keeps no other back. */
export interface SeriesStep {
  readonly kind: "series";
  readonly at: Instant;
  readonly draft: SeriesNight["drafts"][number];
}

interface Night {
  readonly at: Instant;
  readonly day: string;
  readonly kind: NightKind;
  readonly perception: SeriesNight;
}

export function seriesSteps({ at, perception }: Night): readonly SeriesStep[] {
  return perception.drafts.map((draft) => ({ kind: "series", at, draft }));
}

export function validateStep({ at, draft }: SeriesStep, ground: Ground): Result<Validated, Refusal> {
  const { series, source, pages } = draft;
  const entries = pages.reduce((sum, page) => sum + page.entries.length, 0);
  const told = {
    reason: "CAPTURE" as const,
    subject: `capture: ${entries} ${entries === 1 ? "entry" : "entries"} of ${series}`,
    envelope: { ...envelopeOf(at), origin: "tool" as const, evidence: [`file:${source}`] },
  };
  return validateSeries({ drafts: pages }, told, ground);
}

/** Behind all other steps of a night; null where there are no series, and by day. */
export async function perceptionOf(
  memory: Memory,
  { at, day, kind, perception }: Night,
  {
    recovered,
    ...how
  }: {
    readonly mode: "dry_run" | "apply";
    readonly options: CommitOptions;
    readonly recovered: ReturnType<typeof recoverSeries>;
  },
): Promise<Outcome<PerceptionAnswer | null>> {
  if (kind !== "night") return ok(null);
  const moves = await moveCold(memory, { night: at, today: day, told: perception.told, ...how });
  if (!moves.ok) return moves;
  const late = recovered.ok ? [] : [{ path: perceptionFolder, why: recovered.error.says }];
  const left = [...late, ...perception.left, ...moves.value.left];
  if (perception.told.length + left.length === 0) return ok(null);
  return ok({ series: perception.told, moved: moves.value.moved, left });
}
