/** Text: the figures of the kernel as tables with a goal beside each, and the goals that were missed. */

import type { Row } from "../../bench/bench.js";
import type { Bounds } from "./bounds.js";
import { added, contenders, judged, type KernelEval, type Run, type Session, type Totals, tables } from "./kernel.js";
import { kernel, kernelAlone, kernelAtRecordedLifetimes, recorded } from "./policies.js";
import type { Quality } from "./quality.js";

type Part = Session["part"] | "all";

const parts: readonly Part[] = ["all", "known", "set aside"];

export interface Goal {
  readonly what: string;
  readonly wanted: string;
  readonly got: string;
  /** What no policy of stubs could beat; empty where nothing is known. */
  readonly best: string;
  readonly reached: boolean;
}

export function kernelText(done: KernelEval, isQuiet = false): string {
  const sections = [predictionText(done)];
  for (const part of isQuiet ? (["all"] as const) : parts) sections.push(policyText(done, part));
  sections.push(sessionText(done), qualityText(done), goalText(goalsOf(done)));
  return sections.join("\n");
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  const line = (row: readonly string[]): string =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join("  ");
  return rows.map((row) => `${line(row).trimEnd()}\n`).join("");
}

function million(tokens: number): string {
  return `${(tokens / 1e6).toFixed(2)}M`;
}

/** `-12.3 %` against what was recorded. */
function change(now: number, before: number): string {
  const by = before === 0 ? 0 : (100 * (now - before)) / before;
  return `${by > 0 ? "+" : ""}${by.toFixed(1)} %`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
}

function predictionText({ predictions }: KernelEval): string {
  const row = (name: string, some: KernelEval["predictions"]): string[] => {
    const sum = (of: (one: KernelEval["predictions"][number]) => number): number =>
      some.reduce((all, one) => all + of(one), 0);
    const [calls, right] = [sum((one) => one.calls), sum((one) => one.right)];
    const [counted, simulated] = [sum((one) => one.counted), sum((one) => one.simulated)];
    return [
      name,
      String(calls),
      share(right, calls),
      counted.toFixed(2),
      simulated.toFixed(2),
      change(simulated, counted),
    ];
  };
  return [
    "What a call reads by simulation, told from the calls before it, held to what the provider counted; no number was fitted\n",
    columns([
      ["session", "calls", "within 5 %", "$ counted", "$ simulated", ""],
      ...predictions.map((one) => row(`${one.name}${one.part === "set aside" ? " *" : ""}`, [one])),
      row("Claude Code, long", longOnes(predictions)),
      ...(["known", "set aside"] as const).map((part) =>
        row(
          part,
          predictions.filter((one) => one.part === part),
        ),
      ),
      row("all", predictions),
    ]),
    "* set aside\n",
  ].join("");
}

function longOnes<T extends { readonly name: string }>(all: readonly T[]): readonly T[] {
  return all.filter(({ name }) => name.startsWith("claude-code/"));
}

function runsOf({ runs }: KernelEval, contender: string, part: Part): readonly Run[] {
  return runs.filter((run) => run.contender === contender && (part === "all" || run.session.part === part));
}

function totals(done: KernelEval, contender: string, { part, table }: { part: Part; table: string }): Totals {
  return added(runsOf(done, contender, part).filter((run) => run.table === table));
}

function policyText(done: KernelEval, part: Part): string {
  const names = contenders.slice(1).map(({ name }) => name);
  const base = totals(done, recorded.name, { part, table: tables[0] });
  if (base.calls === 0) return "";
  const head = [
    `${part === "all" ? "All sessions" : part === "known" ? "Known sessions" : "Sessions set aside"}`,
    "all input",
    "conversation",
    "written",
    "after pauses",
    "hits",
    "× largest",
    ...tables.map((table) => table.replace("claude-", "")),
    "dearer",
  ];
  const first = [
    recorded.name,
    million(base.input),
    million(base.conversation),
    million(base.written),
    million(base.idle),
    share(base.read, base.input),
    (base.written / base.largest).toFixed(1),
    ...tables.map((table) => `$${totals(done, recorded.name, { part, table }).dollars.toFixed(2)}`),
    "",
  ];
  const rows = names.flatMap((name) => {
    const own = tables.map((table) => ({ table, sums: totals(done, name, { part, table }) }));
    const isSame = own.every(
      ({ sums }) => sums.input === own[0]!.sums.input && sums.written === own[0]!.sums.written,
    );
    const lines = isSame ? own.slice(0, 1) : own;
    return lines.map(({ table, sums }, at) => [
      at === 0
        ? isSame
          ? name
          : `${name}: ${table.replace("claude-", "")}`
        : `${" ".repeat(name.length)}  ${table.replace("claude-", "")}`,
      change(sums.input, base.input),
      change(sums.conversation, base.conversation),
      change(sums.written, base.written),
      change(sums.idle, base.idle),
      share(sums.read, sums.input),
      (sums.written / sums.largest).toFixed(1),
      ...own.map((other) =>
        isSame || other.table === table
          ? change(other.sums.dollars, totals(done, recorded.name, { part, table: other.table }).dollars)
          : "",
      ),
      isSame || at === 0 ? String(dearer(done, name, part).length) : "",
    ]);
  });
  return columns([head, first, ...rows]);
}

/** Sessions that would have cost more than was recorded, under any table; a thousandth is the simulator's own noise. */
function dearer(done: KernelEval, contender: string, part: Part): readonly Run[] {
  const plain = new Map(
    runsOf(done, recorded.name, part).map((run) => [`${run.session.name} ${run.table}`, run.totals.dollars]),
  );
  return runsOf(done, contender, part).filter(
    (run) => run.totals.dollars > 1.001 * plain.get(`${run.session.name} ${run.table}`)!,
  );
}

function sessionText(done: KernelEval): string {
  const rows = done.sessions.map(({ name, part }) => {
    const cells = tables.map((table) => {
      const own = (contender: string): number =>
        added(runsOf(done, contender, "all").filter((run) => run.session.name === name && run.table === table))
          .dollars;
      return `${change(own(kernel.name), own(recorded.name))}, ${change(own(kernelAlone.name), own(recorded.name))}`;
    });
    return [`${name}${part === "set aside" ? " *" : ""}`, ...cells];
  });
  const head = [
    "Dollars by session: the kernel, the kernel alone",
    ...tables.map((table) => table.replace("claude-", "")),
  ];
  return columns([head, ...rows]);
}

interface QualitySum {
  readonly used: number;
  readonly resident: number;
  readonly pointed: number;
  readonly lost: number;
  readonly readBacks: number;
  readonly turns: number;
  readonly dollars: number;
}

function qualitySum(done: KernelEval, contender: string, part: Part): QualitySum {
  const some = done.quality.filter(
    (one) => one.contender === contender && (part === "all" || one.session.part === part),
  );
  const sum = (of: (one: Quality) => number): number => some.reduce((all, { quality }) => all + of(quality), 0);
  return {
    used: sum((one) => one.used),
    resident: sum((one) => one.resident),
    pointed: sum((one) => one.pointed),
    lost: sum((one) => one.lost),
    readBacks: sum((one) => one.readBacks.length),
    turns: sum((one) => one.turns),
    dollars: some.reduce((all, { dollars }) => all + dollars, 0),
  };
}

function qualityText(done: KernelEval): string {
  const names = [...new Set(done.quality.map(({ contender }) => contender))];
  const head = [
    "Words that later turns used",
    "used",
    "there",
    "pointed to",
    "lost",
    "turns that read back",
    `dollars with that, ${judged}`,
  ];
  const rows = names.flatMap((name) =>
    (name === kernel.name ? parts : (["all"] as const)).map((part) => {
      const { used, resident, pointed, lost, readBacks, turns, dollars } = qualitySum(done, name, part);
      const [own, base] = [name, recorded.name].map((of) => totals(done, of, { part, table: judged }).dollars);
      const label = part === "all" ? name : `  ${part}`;
      return [
        label,
        String(used),
        share(resident, used),
        share(pointed, used),
        share(lost, used),
        share(readBacks, turns),
        change(own! + dollars, base!),
      ];
    }),
  );
  const lost = done.quality
    .filter(({ contender }) => contender === kernel.name)
    .flatMap(({ quality }) => quality.samples);
  const told = lost.slice(0, 8).map((sample) => `  lost under the kernel: ${sample.slice(0, 140)}\n`);
  return `${columns([head, ...rows])}${told.join("")}`;
}

// Goals: table A4 of what is wanted, each judged on all sessions; the bound on each session, under each table, with and without a harness that sums up.

export function goalsOf(done: KernelEval): readonly Goal[] {
  const goal = (what: string, wanted: string, got: string, reached: boolean, best = ""): Goal => ({
    what,
    wanted,
    got,
    best,
    reached,
  });
  const least = leastOf(done.bounds);
  const perTable = tables.flatMap((table) => {
    const [base, ours] = [recorded.name, kernel.name].map((name) => totals(done, name, { part: "all", table }));
    const same = totals(done, kernelAtRecordedLifetimes.name, { part: "all", table });
    const most = (what: string, [now, before, best]: readonly [number, number, number?], limit: number): Goal => {
      const by = before === 0 ? 0 : now / before - 1;
      const bound = best === undefined ? "" : change(best, before);
      return goal(`${what}, ${table}`, `≤ −${limit} %`, change(now, before), by <= -limit / 100, bound);
    };
    return [
      most("conversation sent", [ours!.conversation, base!.conversation, least.conversation], 65),
      most("all input", [ours!.input, base!.input, least.input], 35),
      most("dollars", [ours!.dollars, base!.dollars], 25),
      most("written after pauses", [ours!.idle, base!.idle, least.idle], 80),
      most("the same at the lifetimes recorded", [same.idle, base!.idle], 30),
      goal(
        `hits, ${table}`,
        "≥ 98.5 %",
        share(ours!.read, ours!.input),
        ours!.read >= 0.985 * ours!.input,
        share(ours!.input - least.written, ours!.input),
      ),
      goal(
        `written over the largest request, ${table}`,
        "≤ 2.0",
        (ours!.written / ours!.largest).toFixed(2),
        ours!.written <= 2 * ours!.largest,
        (least.written / ours!.largest).toFixed(2),
      ),
    ];
  });
  const over = [kernel, kernelAlone].map(({ name }): Goal => {
    const runs = dearer(done, name, "all");
    return goal(
      `sessions dearer than recorded, ${name}, under any table`,
      "0",
      String(runs.length),
      runs.length === 0,
    );
  });
  const { used, resident, pointed } = qualitySum(done, kernel.name, "all");
  const predicted = done.predictions.reduce((sum, one) => sum + one.right, 0);
  const calls = done.predictions.reduce((sum, one) => sum + one.calls, 0);
  return [
    goal("reads told within 5 %", "≥ 90 % of calls", share(predicted, calls), predicted >= 0.9 * calls),
    ...perTable,
    ...over,
    goal(
      "what later turns use is there or pointed to",
      "≥ 99 %",
      share(resident + pointed, used),
      resident + pointed >= 0.99 * used,
    ),
    goal("every pointer names the text that was kept", "yes", done.keepsHold ? "yes" : "no", done.keepsHold),
  ];
}

/** Sums over sessions. */
function leastOf(bounds: KernelEval["bounds"]): Bounds {
  const sum = (of: (one: Bounds) => number): number => bounds.reduce((all, one) => all + of(one), 0);
  return {
    input: sum(({ input }) => input),
    conversation: sum(({ conversation }) => conversation),
    written: sum(({ written }) => written),
    idle: sum(({ idle }) => idle),
  };
}

/** A policy of stubs that knew what comes and rewrote for nothing; of hits and writes one that sends as few tokens as the kernel did. */
function goalText(goals: readonly Goal[]): string {
  const rows = goals.map(({ what, wanted, got, best, reached }) => {
    return [what, wanted, got, best, reached ? "reached" : "MISSED"];
  });
  return columns([["Goal", "wanted", "got", "with hindsight", ""], ...rows]);
}

export function kernelRows(done: KernelEval): readonly Row[] {
  return goalsOf(done).map(({ what, got, reached }) => ({
    case: "kernel",
    metric: what,
    ours: Number.parseFloat(got) || (reached ? 1 : 0),
    rival: reached ? "reached" : "missed",
    n: done.sessions.length,
  }));
}
