/** Recall report: the answer as it is given, its trace, and the fault that stands where an empty answer could be misread. */

import type { Instant, PageId } from "../base/ids.js";
import type { Workspace } from "../memory/workspace.js";
import { type RecallRecord, recallRecordOf } from "../prompt/trace/recall.js";
import { redactSecrets } from "../rules/secret-keys--secret.js";
import { logFaults } from "../write/fault-log.js";
import { isSilent, memoryKinds, type RecallStatus } from "./answer.js";
import { type Composed, pageOf } from "./compose--compose.js";
import type { RecallAnswer } from "./compose--recall-answers.js";
import { type Confidence, noConfidence } from "./confidence.js";
import type { Uncertainty } from "./explain.js";
import type { Looked } from "./look--look.js";
import type { Plan } from "./plan.js";
import type { AgeOf } from "./rank/worth--weigh.js";
import type { RecallQuery } from "./recall.js";

export interface Told {
  readonly now: Instant;
  readonly ageOf: AgeOf;
  readonly status: RecallStatus;
  readonly reason: string;
  readonly hint: string;
  /** null where the question could not be understood. */
  readonly plan: Plan | null;
  readonly found: Looked | null;
  /** null where nothing is shown. */
  readonly composed: Composed | null;
  readonly restored: readonly PageId[];
  readonly uncertainty: Uncertainty | null;
}

/** What was found and may not be shown leaves no trace in the answer, and none in the log but that it was so. */
export function report(workspace: Workspace, asked: RecallQuery, told: Told): RecallAnswer {
  const { now, ageOf, status, reason, hint, plan, found, composed, restored } = told;
  const shown = composed?.shown ?? [];
  const escalation = found?.escalated ?? null;
  const kept = status === "ok" || status === "no_match";
  const escalated =
    escalation === null || !kept ? null : { ...escalation, from: thousandth(escalation.from), restored };
  const answer: Omit<RecallAnswer, "trace"> = {
    status,
    reason,
    hint,
    pages: shown.map((page) => pageOf(page, ageOf)),
    confidence: rounded(kept ? (found?.confidence ?? noConfidence) : noConfidence),
    uncertainty: kept ? told.uncertainty : null,
    text: composed?.text ?? "",
    tokens: composed?.tokens ?? 0,
    blocks: memoryKinds.flatMap((kind) => {
      const own = shown.filter(({ lead }) => lead.kind === kind);
      const tokens = own.reduce((sum, page) => sum + page.tokens, 0);
      return own.length === 0 ? [] : [{ kind, pages: own.map(({ lead }) => lead.id), tokens }];
    }),
    left: composed?.left ?? [],
    understood: plan === null ? null : understood(plan),
    escalated,
    degraded: found?.degraded ?? [],
  };
  const record = recallRecordOf(recordOf(asked, answer, { now, plan, composed }));
  workspace.primary.traces.append(record);
  if (isSilent(status, answer.degraded)) {
    const session = asked.session === null ? {} : { session: asked.session };
    const says = `A recall came back empty, and not because there is nothing (${status}): ${reason}`;
    const page = redactSecrets(asked.text.trim().slice(0, 120));
    const fault = { kind: "silent_recall" as const, page, says, hint: hint === "" ? "pagefile doctor" : hint };
    logFaults(workspace.primary, [fault], { at: now, trace: record.trace, ...session });
  }
  return { ...answer, trace: record.trace };
}

function understood({ query, kinds, within }: Plan): NonNullable<RecallAnswer["understood"]> {
  const { intent, entities, days } = query;
  return { intent, entities, days: within ?? days, kinds: kinds.map(({ kind }) => kind) };
}

function recordOf(
  asked: RecallQuery,
  answer: Omit<RecallAnswer, "trace">,
  { now, plan, composed }: Pick<Told, "now" | "plan" | "composed">,
): Omit<RecallRecord, "trace" | "kind"> {
  const { status, reason, confidence, escalated, degraded, left, tokens, understood: read } = answer;
  const days = read?.days ?? null;
  return {
    at: now,
    session: asked.session,
    audience: asked.audience,
    query: redactSecrets(asked.text.trim().slice(0, 500)),
    status,
    reason: redactSecrets(reason),
    plan:
      plan === null || read === null
        ? null
        : {
            intent: read.intent,
            kinds: read.kinds,
            days: days === null ? null : `${days.from ?? ""}..${days.to ?? ""}`,
            tier: plan.tier,
            pages: plan.pages,
            tokens: plan.tokens,
          },
    confidence: Object.fromEntries(Object.entries(confidence).filter((pair) => pair[1] !== null)),
    escalated:
      escalated === null ? null : { says: escalated.says, fetched: escalated.fetched, restored: escalated.restored },
    degraded: degraded.map(({ what, says }) => ({ what, says: redactSecrets(says) })),
    pages: answer.pages.map(({ id, path, tier, score, why }, at) => {
      return { id, path, score, says: redactSecrets(why.says), tier, tokens: composed?.shown[at]?.tokens ?? 0 };
    }),
    left,
    tokens,
  };
}

function rounded(confidence: Confidence): Confidence {
  const { temporal } = confidence;
  return {
    relevance: thousandth(confidence.relevance),
    coverage: thousandth(confidence.coverage),
    temporal: temporal === null ? null : thousandth(temporal),
    authority: thousandth(confidence.authority),
    consistency: thousandth(confidence.consistency),
    overall: thousandth(confidence.overall),
  };
}

function thousandth(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
