/** BringIn: statements of logs that a person accepted, each as one commit: to the page that owns it, or in the place of what it corrects. */

import { dayAt } from "../base/clock--calendar-day.js";
import type { Instant, Oid, PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { err, ok, type Result } from "../base/result--result.js";
import type { Memory } from "../memory/memory.js";
import { bodyStartOf, outline } from "../page/markdown/outline.js";
import type { Refusal } from "../rules/reason.js";
import type { Validated } from "../write/change.js";
import type { Ground } from "../write/change--ground.js";
import { validateBatch } from "../write/commit/batch.js";
import { type CommitOptions, commit } from "../write/commit/commit.js";
import { validateCorrection } from "../write/entry/correct.js";
import type { PatchEnvelope } from "../write/patch.js";
import { groundNight, keptPaths, type NightGround } from "./ground.js";
import { type Promotion, sourceName } from "./keep/candidate--source.js";
import { contradictedIn } from "./keep/coming.js";
import { placeOf } from "./keep/curate--choose.js";
import { bare } from "./keep/promote--promote.js";
import { viewOf } from "./plan.js";
import { patchesFor } from "./steps.js";
import { acceptedSession } from "./steps--night-name.js";
import type { ComingRow } from "./tonight.js";

/** A number that nothing could be done about, and why. */
export interface Refused {
  readonly n: number;
  readonly says: string;
  readonly hint: string;
}

export interface BroughtIn {
  readonly commits: readonly { readonly commit: Oid; readonly page: PagePath }[];
  readonly refused: readonly Refused[];
}

interface By {
  readonly at: Instant;
  readonly envelope: PatchEnvelope;
  readonly options: CommitOptions;
}

export async function bringIn(memory: Memory, rows: readonly ComingRow[], by: By): Promise<Outcome<BroughtIn>> {
  const commits: BroughtIn["commits"][number][] = [];
  const refused: Refused[] = [];
  if (rows.length === 0) return ok({ commits, refused });
  const night = await groundNight(memory);
  if (!night.ok) return night;
  for (const { n, path, digest, coming, reason } of rows) {
    const promotion = coming?.promotion;
    if (promotion === undefined || reason === "secret") {
      refused.push({ n, ...secret(n, path) });
      continue;
    }
    const session = acceptedSession(by.at);
    const evidence = [...new Set([...by.envelope.evidence, ...promotion.sources.map(sourceName)])];
    const envelope = { ...by.envelope, session, evidence, origin: promotion.origin };
    let page = path;
    const done = await commit(
      memory,
      {
        content: { op: "accept", page: path, digests: [digest], at: by.at, ...envelope },
        about: path,
        validate: (ground) => {
          const made = madeOf(promotion, { memory, night: night.value, ground, envelope, reason });
          if (made.ok) page = made.value.page;
          return made.ok ? ok(made.value.validated) : made;
        },
      },
      by.options,
    );
    if (done.ok && done.value.commit !== null) commits.push({ commit: done.value.commit, page });
    else if (!done.ok && !["refused", "denied"].includes(done.error.code)) return done;
    else refused.push({ n, ...(done.ok ? unchanged : done.error) });
  }
  return ok({ commits, refused: refused.map(({ n, says, hint }) => ({ n, says, hint })) });
}

interface On {
  readonly memory: Memory;
  readonly night: NightGround;
  readonly ground: Ground;
  readonly envelope: PatchEnvelope;
  readonly reason: ComingRow["reason"];
}

interface Made {
  readonly page: PagePath;
  readonly validated: Validated;
}

function madeOf(promotion: Promotion, { memory, night, ground, envelope, reason }: On): Result<Made, Refusal> {
  const wrong = reason === "contradicts" ? wrongIn(promotion.text, ground) : null;
  if (wrong !== null) {
    const asked = { page: wrong.page, entry: wrong.digest, text: promotion.text, because: null, envelope };
    const validated = validateCorrection(asked, ground, dayAt(memory.zone, ground.now));
    return validated.ok ? ok({ page: wrong.page, validated: validated.value }) : validated;
  }
  const view = viewOf(night, ground, memory.config);
  const placed = placeOf(promotion, view);
  if (typeof placed === "string") return err({ reason: "SCHEMA_INVALID", says: placed, hint: byHand });
  const patches = patchesFor([placed], view, envelope);
  const subject = "curate: 1 statement that a person accepted";
  const at = { boundary: "manual", reason: "CURATE_PROMOTE", subject } as const;
  const validated = validateBatch(patches, at, ground);
  return validated.ok ? ok({ page: placed.home.page as PagePath, validated: validated.value }) : validated;
}

/** The kept entry that says otherwise; null where none does any more, or never did: two statements of logs. */
function wrongIn(text: string, ground: Ground): { readonly page: PagePath; readonly digest: string } | null {
  for (const page of keptPaths) {
    const kept = ground.committed(page);
    if (kept === null) continue;
    const { entries } = outline(kept, bodyStartOf(kept));
    const said = entries.map(({ start, end }) => bare(kept.slice(start, end)));
    const at = contradictedIn(said, text);
    if (at !== null) return { page, digest: entries[at]!.digest };
  }
  return null;
}

const byHand = "Write it where it belongs by hand (pagefile append PAGE TEXT), then: pagefile night reject N";
const unchanged = { says: "It is kept already.", hint: "Nothing to do." };

function secret(n: number, path: string): { readonly says: string; readonly hint: string } {
  return {
    says: `Number ${n} may hold a secret; what may be one never moves by itself, and nobody can accept it.`,
    hint: `Take it out of ${path} by hand; or, where it is none: pagefile night reject ${n}`,
  };
}
