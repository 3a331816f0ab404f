/** Commands for decisions and for sessions that were recorded: trace, faults, replay and cost. */

import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { allOf, err, getOrMake, type Outcome, ok, usage } from "../../base/result.js";
import { type Cost, costOf } from "../../kernel/cost.js";
import { listPrices, type PriceTable, parsePrices, pricesOf } from "../../kernel/prices.js";
import { readRecorded } from "../../kernel/recorded-session.js";
import { kernelPolicy, sizesOf } from "../../kernel/simulate.js";
import { policyNames } from "../../prompt/decision.js";
import { countTokens, readWorkloadFile, replayWorkloads, workloadJsonSchema } from "../../prompt/replay/parse.js";
import { replayTrace } from "../../prompt/replay/trace.js";
import type { RunRow } from "../../prompt/replay/workload.js";
import {
  type FaultsAnswer,
  faultMetrics,
  faults,
  type ReplayAnswer,
  type TraceAnswer,
  trace,
} from "../../prompt/trace/read.js";
import { attempt } from "../../state/fs-calls.js";
import { filesBelow, replaceWhole } from "../../state/plain-file.js";
import { faultKinds } from "../../write/fault.js";
import { type Call, instantOption, listOption, positiveWhole, type Reply, replied, textOption } from "../command.js";
import { costPicture, costText, costTogether } from "../render/cost.js";
import { count, damagedLines, wrapped } from "../render/render.js";
import { type Cell, type Theme, table, visible, visibleLine } from "../render/table.js";
import { withSession, withWorkspace } from "../share/session.js";
import { jsonObject } from "./inbox.js";

const limitMax = 1_000_000;

export async function runFaults(call: Call): Promise<Outcome<Reply>> {
  const limited = positiveWhole(textOption(call, "limit") ?? "50", "--limit", limitMax);
  const asked = allOf([instantOption(call, "since"), instantOption(call, "until"), limited]);
  if (!asked.ok) return asked;
  const [since, until, limit] = asked.value;
  const kind = faultKinds.find((known) => known === textOption(call, "kind")) ?? null;
  const [page, session] = [textOption(call, "page"), textOption(call, "session")];
  const isFiltered = [kind, page, session, since, until].some((one) => one !== null);
  if (call.options.metrics === true) {
    return isFiltered || call.options.count === true ? err(unfiltered()) : metrics(call);
  }
  const query = { kind, page, session, since, until, limit };
  return withWorkspace(call, async (workspace) => {
    const counted = call.options.count === true;
    return replied(faults(workspace, query), {
      json: (answer) => (counted ? { ...answer, faults: [] } : answer),
      out: counted ? counts : renderFaults,
      warnings: damagedLines,
      isBad: ({ damaged }) => damaged.length > 0,
    });
  });
}

function metrics(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    return replied(faultMetrics(workspace), { json: (metrics) => ({ metrics }), out: (text) => text });
  });
}

function unfiltered(): ReturnType<typeof usage> {
  return usage(
    "--metrics counts every fault, and a filter was given.",
    "Leave the filter to the scraper: kind is a label.",
  );
}

function counts({ counts, total }: FaultsAnswer, theme: Theme): string {
  if (total === 0) return "no faults\n";
  const rows = faultKinds
    .filter((kind) => counts[kind] !== undefined)
    .map((kind) => [
      { text: kind, paint: theme.cyan },
      { text: String(counts[kind]), align: "right" as const },
    ]);
  return table(["kind", "faults"], rows, theme);
}

function renderFaults({ faults, total }: FaultsAnswer, theme: Theme): string {
  if (total === 0) return "no faults\n";
  const rows = faults.map((fault) => {
    const turn = fault.turn === undefined ? "" : ` turn ${fault.turn}`;
    const session = fault.session === undefined ? "" : `  ${visibleLine(fault.session)}${turn}`;
    const boundary = fault.boundary === undefined ? "" : `  at ${visibleLine(fault.boundary)}`;
    const trace = fault.trace === null ? "" : `  trace ${visibleLine(fault.trace)}`;
    const where = theme.dim(`${session}${boundary}${trace}`);
    const head = `${theme.dim(fault.at)}  ${theme.cyan(fault.kind)}  ${theme.bold(visibleLine(fault.page))}${where}\n`;
    return head + wrapped(fault.says, 2, theme) + wrapped(fault.hint, 2, theme);
  });
  const more = total - faults.length;
  return rows.join("") + (more > 0 ? theme.dim(`${more} older ones are not shown: --limit ${total}\n`) : "");
}

export async function runReplay(call: Call): Promise<Outcome<Reply>> {
  const [trace] = call.args;
  const session = textOption(call, "session");
  if (call.options.schema === true) return schemaAlone(call, session);
  if (session === null && trace !== undefined && call.args.every((word) => isReplayFile(call, word)))
    return replayFiles(call);
  if (listOption(call, "policy").length > 0 || listOption(call, "budget").length > 0) {
    const hint = "pagefile replay workload.json --policy pagefile --budget 300";
    return err(usage("--policy and --budget are for files; a trace knows its own.", hint));
  }
  if (call.args.length > 1)
    return err(usage("Several traces were named; one was expected.", "pagefile replay TRACE"));
  if (trace !== undefined && session === null) return replay(call, { trace });
  if (trace === undefined && session !== null) return replay(call, { session });
  return err(
    usage(
      "A file, one trace or one session was expected.",
      "pagefile replay FILE…, pagefile replay TRACE, or pagefile replay --session ID",
    ),
  );
}

function schemaAlone(call: Call, session: string | null): Outcome<Reply> {
  if (call.args.length === 0 && session === null) return ok(workloadSchema());
  return err(usage("--schema prints a shape and runs nothing.", "pagefile replay --schema"));
}

function replay(call: Call, query: Parameters<typeof replayTrace>[1]): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    return replied(await replayTrace(workspace, query), {
      out: renderReplay,
      warnings: ({ notes }, theme) => notes.map((note) => `${theme.yellow("note:")} ${visibleLine(note)}\n`).join(""),
      isBad: ({ replayed, equal }) => equal < replayed.length,
    });
  });
}

function renderReplay({ replayed, equal }: ReplayAnswer, theme: Theme): string {
  const unequal = replayed.filter((row) => row.outcome !== "equal");
  const lines = unequal.map(({ trace, turn, outcome, differences }) => {
    const mark = outcome === "differs" ? theme.red("differs") : theme.yellow("not reproducible");
    const where = turn === null ? "" : `  turn ${turn}`;
    const head = `${mark}${where}  ${theme.dim(`trace ${visibleLine(trace)}`)}\n`;
    return head + differences.map(({ what, says }) => wrapped(`${what}: ${says}`, 2, theme)).join("");
  });
  const first = unequal.some((row) => row.outcome === "differs") ? ", stopped at the first that differs" : "";
  return `${lines.join("")}${theme.green(String(equal))} of ${count(replayed.length, "decision")} byte for byte${first}\n`;
}

export function runTrace(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    const answer = await trace(workspace, { id: call.args[0] ?? null, session: textOption(call, "session") });
    return replied(answer, {
      out: renderTrace,
      warnings: damagedLines,
      isBad: ({ damaged }) => damaged.length > 0,
    });
  });
}

function renderTrace(answer: TraceAnswer, theme: Theme): string {
  if (answer.explained !== null) return `${visible(answer.explained.trimEnd())}\n`;
  if (answer.traces.length === 0) return "No trace yet: `pagefile assemble` and `pagefile turn` record them.\n";
  const rows = answer.traces.map((each) => [
    { text: each.id, paint: theme.yellow },
    { text: each.at, paint: theme.dim },
    { text: each.kind, paint: theme.cyan },
    { text: each.says },
  ]);
  return table(["trace", "at", "kind", ""], rows, theme);
}

// ReplayFiles: `pagefile replay` on workload files and recorded sessions: what is asked for, and the table of runs.

/** Tokens; the budget at which the paper replays its sessions. */
const defaultBudget = "300";
const budgetMax = 1_000_000_000;

/** Whether a word names a file rather than a recorded trace, whose id has no dot, no slash and no file of its name. */
function isReplayFile(call: Call, word: string): boolean {
  return word.includes(".") || word.includes("/") || existsSync(resolve(call.cwd, word));
}

/** The shape of a workload as JSON Schema, for people and programs alike. */
function workloadSchema(): Reply {
  const schema = workloadJsonSchema();
  return { json: schema, out: () => `${JSON.stringify(schema, null, 2)}\n` };
}

async function replayFiles(call: Call): Promise<Outcome<Reply>> {
  const budgets = budgetsOf(call);
  if (!budgets.ok) return budgets;
  const texts = allOf(call.args.map((name) => readWorkloadFile(resolve(call.cwd, name))));
  if (!texts.ok) return texts;
  const files = call.args.map((name, at) => ({ name, text: texts.value[at]! }));
  const asked = listOption(call, "policy");
  const unknown = asked.find((name) => !policyNames.some((known) => known === name));
  if (unknown !== undefined) {
    return err(usage(`There is no policy “${unknown}”.`, `One of: ${policyNames.join(", ")}.`));
  }
  const policies = asked.length === 0 ? policyNames : policyNames.filter((name) => asked.includes(name));
  const answer = replayWorkloads({ files, policies, budgets: budgets.value, count: await countTokens() });
  return replied(answer, { out: rows });
}

function budgetsOf(call: Call): Outcome<readonly number[]> {
  const asked = listOption(call, "budget");
  const texts = asked.length === 0 ? [defaultBudget] : asked;
  return allOf(texts.map((text) => positiveWhole(text, "The budget", budgetMax)));
}

function rows({ runs }: { readonly runs: readonly RunRow[] }, theme: Theme): string {
  const head = ["workload", "policy", "budget", "turns", "boot", "flush", "dup", "refetch", "silent", "pinned"];
  const cells = runs.map(({ workload, policy, budget, turns, faults, thrash, utility }): readonly Cell[] => [
    { text: visible(workload), paint: theme.bold },
    { text: policy, paint: theme.cyan },
    ...[
      budget,
      turns,
      faults.post_compaction_bootstrap_loss,
      faults.flush_miss,
      faults.duplicate_tool,
      faults.refetch,
      faults.silent_recall,
      faults.pinned_invariant_miss,
    ].map((value): Cell => ({ text: String(value), align: "right" })),
    { text: thrash.toFixed(3), align: "right" },
    { text: utility.toFixed(2), align: "right" },
  ]);
  return table([...head, "thrash", "utility"], cells, theme);
}

/** How the blocks begin that hooks put into a context. */
export const memoryOpenings: readonly string[] = [
  "What Pagefile keeps in memory for this project follows",
  "From Pagefile's memory, for this prompt:",
  "Changed in Pagefile's memory since you were told:",
  "Pagefile keeps this project's memory;",
];

export async function runCost(call: Call): Promise<Outcome<Reply>> {
  const table = priceTableOf(call);
  if (!table.ok) return table;
  const as = textOption(call, "as");
  if (as !== null && pricesOf(as, table.value) === null) {
    const known = [...table.value.models.keys()].join(", ");
    return err(usage(`No price is known for “${as}”.`, `One of: ${known}.`));
  }
  const files = sessionFiles(call);
  if (!files.ok) return files;
  const costs = await costsOf(call, files.value, { table: table.value, as });
  if (!costs.ok) return costs;
  const drawn = drawnTo(call, costs.value, table.value);
  if (!drawn.ok) return drawn;
  const { generatedAt } = table.value;
  const rows = costs.value;
  return ok({
    json: {
      pricesOf: generatedAt,
      sessions: rows.map(({ name, cost }) => ({ file: name, ...cost })),
      svg: drawn.value,
    },
    out: (theme) => {
      const texts = rows.map(({ name, cost }) => costText(cost, name, theme));
      const svg = drawn.value === null ? "" : `\n${theme.green("written")}  ${visibleLine(drawn.value)}\n`;
      const costs = rows.map(({ cost }) => cost);
      return `${texts.join("\n")}${rows.length > 1 ? `\n${costTogether(costs, theme)}` : ""}${svg}`;
    },
    notes: (theme) => theme.dim(`List prices of ${generatedAt}; --prices FILE puts yours over them.\n`),
  });
}

interface NamedCost {
  readonly name: string;
  readonly cost: Cost;
}

function priceTableOf(call: Call): Outcome<PriceTable> {
  const file = textOption(call, "prices");
  if (file === null) return ok(listPrices);
  const example = 'For example: {"generatedAt": "2026-11-20", "models": []}';
  const text = readWorkloadFile(resolve(call.cwd, file), example);
  if (!text.ok) return text;
  const value = jsonObject(text.value, file, example);
  if (!value.ok) return value;
  const table = parsePrices(value.value);
  return table.ok ? table : err(usage(`${file} holds no prices.`, table.error));
}

/** The files that were named, and of a folder all sessions below it. */
function sessionFiles(call: Call): Outcome<readonly string[]> {
  const files = call.args.flatMap((name) => {
    const path = resolve(call.cwd, name);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [name];
    return filesBelow(path).flatMap((file) => (file.endsWith(".jsonl") ? [join(name, file)] : []));
  });
  if (files.length > 0) return ok(files);
  const says =
    call.args.length === 0 ? "No session was named." : `There is no session below ${call.args.join(", ")}.`;
  return err(usage(says, sessionHint));
}

const sessionHint =
  "Name a file that a harness wrote of a session: pagefile cost ~/.claude/projects/PROJECT/SESSION.jsonl";

async function costsOf(
  call: Call,
  files: readonly string[],
  { table, as }: { readonly table: PriceTable; readonly as: string | null },
): Promise<Outcome<readonly NamedCost[]>> {
  const counted = remembering(await countTokens());
  const costs: NamedCost[] = [];
  for (const name of files) {
    const text = readWorkloadFile(resolve(call.cwd, name), sessionHint);
    if (!text.ok) return text;
    call.tell(call.theme.terminal ? call.theme.dim(`${visibleLine(name)}\n`) : "");
    const recorded = readRecorded(text.value);
    const sized = recorded === null ? null : sizesOf(recorded, counted);
    if (sized === null) {
      const hint =
        "Sessions of Claude Code, Codex and pi are read: files of JSON lines that say what each call used.";
      return err(usage(`${name} is no recorded session, or none that says what its calls used.`, hint));
    }
    const isMemory = (said: string): boolean => memoryOpenings.some((opening) => said.includes(opening));
    costs.push({
      name,
      cost: costOf(sized, {
        table,
        as,
        isMemory,
        policy: (prices) => kernelPolicy(prices, { count: counted, ...(as === null ? {} : { model: as }) }),
      }),
    });
  }
  return ok(costs);
}

/** The same texts are sent at every call. */
function remembering(count: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => getOrMake(known, text, () => count(text));
}

/** Where the picture went; null where none was asked for. */
function drawnTo(call: Call, costs: readonly NamedCost[], { generatedAt }: PriceTable): Outcome<string | null> {
  const file = textOption(call, "svg");
  if (file === null) return ok(null);
  if (!file.endsWith(".svg")) return err(usage(`${file} does not end in .svg.`, "For example: --svg cost.svg"));
  const path = resolve(call.cwd, file);
  const written = attempt(`write ${path}`, () => replaceWhole(path, costPicture(costs, generatedAt)));
  return written.ok ? ok(path) : written;
}
