/**
 * ParseWorkload: workload files and recorded sessions, read strictly, with what is wrong named by its place, and run under policies and budgets, a
 * row a run.
 */

import { z } from "zod";
import { parsePageId } from "../../base/ids.js";
import { parseJson } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { allOf, err, type Outcome, ok, usage } from "../../base/result.js";
import { loadTokenizer } from "../../memory/tokenizer.js";
import { fidelities, pageTypes, pins, rank, schema, scopes } from "../../page/page.js";
import { attempt } from "../../state/fs-calls.js";
import { readLinked } from "../../state/plain-file.js";
import { type PolicyName, policies } from "../decision.js";
import { candidateOf, simulate } from "./simulate.js";
import {
  parseTranscript,
  type RunRow,
  rowOf,
  truncated,
  type Workload,
  type WorkloadPage,
  workloadFrom,
} from "./workload.js";

// Parse workload: a workload that anybody may have written, read strictly; what is wrong is named with its place.

const tokens = z.int().min(0).max(limits.workloadTokensMax);
const text = z.string().min(1).max(limits.workloadTextCharsMax);
const turnNumber = z.int().min(0).max(limits.workloadTurnsMax);
const items = <T extends z.ZodType>(item: T): z.ZodArray<T> => z.array(item).max(limits.workloadTurnItemsMax);

const page = z.strictObject({
  id: z
    .string()
    .refine((id) => parsePageId(id) !== null, "a page id is a-z, 0-9 and dashes, or such an id, # and a section"),
  type: z.enum(pageTypes),
  pin: z.enum(pins),
  scope: z.enum(scopes),
  minFidelity: z.enum(fidelities).exactOptional(),
  tokens: z.strictObject({
    pointer: tokens.exactOptional(),
    structured: tokens.exactOptional(),
    compressed: tokens.exactOptional(),
    full: tokens.exactOptional(),
  }),
  recomputeCost: z.number().min(0).max(10).exactOptional(),
  signature: text.exactOptional(),
  from: turnNumber.exactOptional(),
  session: text.exactOptional(),
});

const turn = z.strictObject({
  session: text.exactOptional(),
  events: items(z.enum(["compaction", "reset"])),
  demands: items(z.strictObject({ page: text, fidelity: z.enum(fidelities).exactOptional() })),
  tools: items(text),
  dirty: items(text),
  recalls: items(
    z.strictObject({ query: text, status: z.enum(["ok", "no_match", "denied", "error"]) }),
  ).exactOptional(),
  writes: items(z.strictObject({ page: text, op: z.enum(["append", "merge", "overwrite"]) })).exactOptional(),
  jumped: z.boolean().exactOptional(),
});

const shape = z.strictObject({
  workload: z.literal(1),
  name: text,
  family: text,
  seed: z.int().nullable(),
  pages: z.array(page).max(limits.workloadPagesMax),
  turns: z.array(turn).max(limits.workloadTurnsMax),
  budgetScale: z.record(text, z.number().positive().max(1)).exactOptional(),
});

/** The shape as JSON Schema (draft 2020-12). What spans several places, such as unique ids, only `parseWorkload` checks. */
export function workloadJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...rest } = z.toJSONSchema(shape);
  return { $schema, title: "Pagefile workload", ...rest };
}

/**
 * Closed: an unknown key is an error. Beyond the shape: ids and signatures are unique within a session; every page can be resident
 * at some fidelity its type and minimum allow; a turn names only pages that are there by then and belong to its session or to all.
 * Tool calls may have signatures that no page holds: their results are kept nowhere.
 */
export function parseWorkload(value: unknown): Outcome<Workload> {
  const parsed = shape.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refuse(placeOf(issue?.path ?? []), issue?.message ?? "this is not a workload");
  }
  return check(parsed.data);
}

function check(workload: Workload): Outcome<Workload> {
  const pages = new Map<string, WorkloadPage>();
  const signatures = new Set<string>();
  for (const [at, page] of workload.pages.entries()) {
    const where = `pages[${at}]`;
    if (pages.has(page.id))
      return refuse(`${where}.id`, `“${page.id}” stands twice; every page has an id of its own`);
    pages.set(page.id, page);
    const wrong = pageProblem(page);
    if (wrong !== null) return refuse(where, wrong);
    if (page.signature === undefined) continue;
    const call = JSON.stringify([page.session ?? null, page.signature]);
    if (signatures.has(call)) return refuse(`${where}.signature`, "another page holds the result of this call");
    signatures.add(call);
  }
  for (const [at, turn] of workload.turns.entries()) {
    const named = [
      ...turn.demands.map(({ page }, i) => ({ page, place: `demands[${i}].page` })),
      ...turn.dirty.map((page, i) => ({ page, place: `dirty[${i}]` })),
      ...(turn.writes ?? []).map(({ page }, i) => ({ page, place: `writes[${i}].page` })),
    ];
    for (const { page, place } of named) {
      const wrong = namingProblem(pages.get(page), page, at, turn.session);
      if (wrong !== null) return refuse(`turns[${at}].${place}`, wrong);
    }
  }
  return ok(workload);
}

function pageProblem(page: WorkloadPage): string | null {
  const { minFidelity, degrades } = schema[page.type];
  if (page.minFidelity !== undefined && rank(page.minFidelity) < rank(minFidelity))
    return `a ${page.type} may not degrade below ${minFidelity}, and minFidelity is ${page.minFidelity}`;
  const least = rank(candidateOf(page).minFidelity);
  const allowed = degrades.filter((fidelity) => rank(fidelity) >= least);
  if (allowed.some((fidelity) => page.tokens[fidelity] !== undefined)) return null;
  return `no fidelity it may take has a price; expected tokens for at least one of ${[...allowed].reverse().join(", ")}`;
}

function namingProblem(
  page: WorkloadPage | undefined,
  id: string,
  at: number,
  session: string | undefined,
): string | null {
  if (page === undefined) return `there is no page “${id}”`;
  const from = page.from ?? 0;
  if (from > at) return `“${id}” comes into being in turn ${from}`;
  return page.session === undefined || page.session === session
    ? null
    : `“${id}” belongs to session “${page.session}”`;
}

function placeOf(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`));
  const place = steps.join("");
  return place.startsWith(".") ? place.slice(1) : place;
}

function refuse(place: string, says: string): Outcome<never> {
  const where = place === "" ? "The workload" : place;
  return err({
    code: "refused",
    reason: "SCHEMA_INVALID",
    says: `${where}: ${says}.`,
    hint: "pagefile replay --schema prints the shape of a workload as JSON Schema.",
  });
}

// ReplayWorkloads: workload files and recorded sessions, run under policies and budgets, a row a run.

interface ReplayWorkloadsInput {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly policies: readonly PolicyName[];
  /** Tokens. */
  readonly budgets: readonly number[];
  /** Tokens of a text, where a session is made a workload. */
  readonly count: (text: string) => number;
}

interface ReplayWorkloadsAnswer {
  /** By file, budget and policy, each in the order given. */
  readonly runs: readonly RunRow[];
}

/** The first file that is neither a workload nor a session stops it all. */
export function replayWorkloads(input: ReplayWorkloadsInput): Outcome<ReplayWorkloadsAnswer> {
  const workloads = allOf(input.files.map(({ name, text }) => workloadIn(name, text, input.count)));
  if (!workloads.ok) return workloads;
  const runs = workloads.value.flatMap((workload) =>
    input.budgets.flatMap((budget) =>
      input.policies.map((name) => rowOf(simulate(workload, policies[name], budget))),
    ),
  );
  return ok({ runs });
}

function workloadIn(name: string, text: string, count: ReplayWorkloadsInput["count"]): Outcome<Workload> {
  // Sessions of more than one line are no single value.
  const whole = parseJson(text);
  if (typeof whole === "object" && whole !== null && "workload" in whole) {
    const parsed = parseWorkload(whole);
    return parsed.ok ? parsed : err({ ...parsed.error, says: `${name}: ${parsed.error.says}` });
  }
  const transcript = parseTranscript(text);
  if (transcript !== null) return ok(truncated(workloadFrom(transcript, name, count), transcript.turns.length));
  return err({
    code: "usage",
    says: `${name} is neither a workload nor a session that Claude Code or pi recorded.`,
    hint: "`pagefile replay --schema` prints the shape of a workload.",
  });
}

// WireReplay: the workload files and sessions that a replay reads, and the count of tokens it goes by.

/** The guess that needs no vocabulary: the same on every machine, and fast enough for megabytes of results. */
export async function countTokens(): Promise<(text: string) => number> {
  return (await loadTokenizer("estimate")).count;
}

/** A workload or a session. Whoever named what is no file typed a wrong word; no disk failed. */
export function readWorkloadFile(
  path: string,
  hint = "Name a workload, or a session that a harness recorded.",
): Outcome<string> {
  const read = attempt(`read ${path}`, () => readLinked(path, limits.harnessTranscriptBytesMax).toString("utf8"));
  if (read.ok || read.error.code !== "io_failed") return read;
  const { errno } = read.error;
  if (errno === "EISDIR") return err(usage(`${path} is a folder; a file was expected.`, hint));
  return errno === "ENOENT" || errno === "ENOTDIR" ? err(usage(`There is no file ${path}.`, hint)) : read;
}
